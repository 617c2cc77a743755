"""Where tables are kept: plain SQL behind the port `bot.host.ports.Store`. Decides nothing.

A new database is a module beside `sqlite`, with the same statements.
"""
