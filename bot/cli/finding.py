"""What `burraco doctor` has looked at."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at. `mend` says what to do; empty where nothing is to be done."""

    name: str
    words: str
    mend: str = ""
