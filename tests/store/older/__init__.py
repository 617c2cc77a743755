"""Databases that earlier versions of the program wrote, as SQL text, with what their tables were and people found then.

`python -m tests.store.older NAME` writes `NAME.sql`, `NAME.json` and `NAME.seen.json` with the program as it is: do it
before a change of what is stored, and never again for that name.
"""
