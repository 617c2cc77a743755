"""Planned matches: when a channel plays, told in words, kept by the calendar, opened once.

A package of its own, because it knows nothing of cards: how to open a table and to tell a channel is passed in.
"""
