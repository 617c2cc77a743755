"""A club's tournament: announced, entered, played at real tables, and kept as a log that folds.

Pairings, awards and standings come from `engine.tournament` alone. `club_tournament` is the value, `commands` says what
becomes of it, `kind` makes a subject of it, `tournaments` is the one part that waits and stores.
"""
