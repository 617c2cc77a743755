"""Lots: an order of the entries that chance decides and anybody can compute again from the file's seed.

Implements febur and fitab art. 2 (first round by draw) and the last step of the standings, for which no code names
anything. The shuffle is that of the decks, `brn-1`, with a purpose behind the seed. Left out: nothing.
"""

from collections.abc import Iterable
from typing import Final

from engine.shuffle import shuffled

FIRST: Final = "first"
TIES: Final = "ties"


def lot(seed: bytes, purpose: str, ids: Iterable[str]) -> tuple[str, ...]:
    """The ids in the order of this lot; the order in which they are given does not matter."""
    return shuffled(sorted(ids), seed + purpose.encode("ascii"))
