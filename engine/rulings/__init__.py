"""The book of rulings: what an irregularity at a real table costs, by the code, as data and pure functions.

`book` says what a row is and finds it, `febur`, `fitab` and `three_player` are the rows, `effects` what a ruling lays
on whom and how long, `moments` when it was noticed, `questions` the way from what happened to one row, `penalised` the
order of penalised cards, `frozen` the count of a wrong meld. Sentences are elsewhere: here are keys alone.
"""
