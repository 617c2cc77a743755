"""What every way to play shares: words in every language, buttons, typed plays, names.

All of it is pure, and nothing here knows a platform: adapters translate to and from what these modules say.
"""
