"""The tournament law a second time: plain and slow, to hold the engine against.

It is read from the contract alone, which is `docs/tournament-format.md`. Nothing here is taken from the engine, not
even its tables. There is no state: each question is a loop over the list of events, asked anew whenever somebody needs
the answer. `answers` is the entrance.
"""
