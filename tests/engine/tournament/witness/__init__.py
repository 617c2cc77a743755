"""The tournament law a second time: plain and slow, read from the contract alone, to hold the engine against.

Nothing here is taken from the engine, not even its tables. There is no state: each question is a loop over the list of
events, asked anew whenever somebody needs the answer. `answers` is the entrance.
"""
