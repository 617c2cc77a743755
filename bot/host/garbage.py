"""The interpreter of a process in which many wait for short things: it never stops for long.

Tables are trees of values, freed as soon as nobody holds them. A search for rings through all of them finds next to
nothing, and at 2,000 tables it stood everything still for a tenth of a second, every other second.
"""

import gc
from typing import Final

YOUNG: Final = 1_000  # new objects, after which the youngest are searched for rings: a millisecond
MIDDLE: Final = 5  # such searches, after which those that stayed are searched once more
RARELY: Final = 5_000  # searches of those, after which the old are searched: once in some hours


def keep_collections_short() -> None:
    """For the whole process, from now on; what is loaded already is never searched again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, RARELY)
