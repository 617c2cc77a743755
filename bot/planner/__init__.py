"""Planned matches: when a channel plays, told in words, kept by the calendar, opened once.

A package of its own, because it knows nothing of cards: what a table is, and how a channel is told, it is given.
"""
