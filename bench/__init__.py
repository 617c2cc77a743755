"""The benchmarks: figures measured on the machine that runs them, beside those of other projects.

They import the product; nothing in the product imports them. `burraco bench` loads the one that is asked for by name.
"""
