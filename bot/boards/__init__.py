"""Leaderboards and the pages about players: what the results of matches say about people.

Boards, because a board is what everybody asks for; cards, partners and history are read from the same tallies. All of
it is derived from stored results and their corrections by pure functions, and can be thrown away and made anew.
"""
