"""The benchmarks: figures measured on the machine that runs them, beside those of other projects."""
