"""The benchmarks: figures measured on the machine that runs them, beside those of other projects."""


class NotMeasured(Exception):
    """A benchmark cannot run here, or its load never got going. The message says why."""
