"""How often an interpreter looks for garbage: shortly where many wait for short things, hardly ever where one thinks.

Tables are trees of values, freed as soon as nobody holds them. A search for rings through all of them finds next to
nothing, and at 2,000 tables it stood everything still for a tenth of a second, every other second.
"""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

YOUNG: Final = 1_000  # new objects, after which the youngest are searched for rings: a millisecond
MIDDLE: Final = 5  # such searches, after which those that stayed are searched once more
RARELY: Final = 5_000  # searches of those, after which the old are searched, once they are a quarter more
EVERY: Final = 600.0  # seconds, after which a host searches the old itself


def keep_collections_short() -> None:
    """For the whole process, from now on; what is loaded already is never searched again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, RARELY)


async def search_old_objects(every: float = EVERY) -> None:
    """For as long as a host runs; at 2,000 tables a search takes a tenth of a second. `every`: in seconds.

    In Python 3.11 each connection leaves a ring of 1.5 kB when it is closed (github.com/python/cpython/issues/100348),
    and the interpreter would wait until there are so many that the old objects are a quarter more.
    """
    while True:
        await asyncio.sleep(every)
        gc.collect()


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
