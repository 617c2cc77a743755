"""How often an interpreter looks for garbage: shortly where many wait for short things, hardly ever where one thinks.

Tables are trees of values, freed as soon as nobody holds them. A search for rings through all of them finds next to
nothing, and at 2,000 tables it stood everything still for a tenth of a second, every other second.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

YOUNG: Final = 1_000  # new objects, after which the youngest are searched for rings: a millisecond
MIDDLE: Final = 5  # such searches, after which those that stayed are searched once more
RARELY: Final = 5_000  # searches of those, after which the old are searched: once in some hours


def keep_collections_short() -> None:
    """For the whole process, from now on; what is loaded already is never searched again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, RARELY)


THINKING: Final = (20_000, 50, 100)  # rollouts leave no rings behind: new objects that stay are judged melds


def collect_seldom() -> None:
    """For a whole process that plays deals by the thousand: a collection finds nothing there, and takes its time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THINKING)


@contextmanager
def collections_seldom() -> Iterator[None]:
    """The same for a while."""
    before = gc.get_threshold()
    collect_seldom()
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
