"""A club's series: evenings that come again, each a tournament of its own, and what they add up to in a season.

`series` is the value, `commands` says what becomes of it, `kind` makes a subject of it, `keeper` is the one part that
waits and stores; `season` computes standings from the outcomes of evenings.
"""
