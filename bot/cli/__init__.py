"""The commands of `burraco`, one module each: it registers its arguments and runs.

A command prints its answer and returns the exit status; what it cannot use it raises as `output.Unusable`.
"""
