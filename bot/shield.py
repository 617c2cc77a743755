"""To wait for work that goes on where nobody waits for it any more."""

import asyncio
from typing import Any, TypeVar

T = TypeVar("T")


async def shield(work: "asyncio.Future[T]") -> T:
    """What it gives, or raises: as `asyncio.shield`, but what fails when nobody waits any more is logged by nobody.

    From Python 3.14 on that one logs such an error itself, with its words, and they may hold cards.
    """
    try:
        await asyncio.wait([work])
    except asyncio.CancelledError:
        work.add_done_callback(_retrieve)
        raise
    return work.result()


def _retrieve(work: "asyncio.Future[Any]") -> None:
    """Or asyncio would say that nobody has asked for its error."""
    if not work.cancelled():
        work.exception()
