"""The shuffle `brn-1`: from 32 secret bytes to a deck, so written that any language deals the same one.

The commitment is published before the deal, the seed after it: everybody can check the dealer. The engine takes the
seed; where chance decides a game it comes from the operating system, outside.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from struct import Struct
from typing import Final, TypeVar

from engine.cards import PACK, Card, Malformed
from engine.words import Word

Item = TypeVar("Item")

SHUFFLE: Final = "brn-1"
SEED_BYTES: Final = 32
_WORDS: Final = 1 << 32
_EIGHT_WORDS: Final = Struct(">8I").unpack  # of a block of SHA-256


def deck_of(seed: bytes) -> tuple[Card, ...]:
    """The deck of a seed, top card first."""
    return shuffled(PACK, seed)


def shuffled(items: Iterable[Item], start: bytes) -> tuple[Item, ...]:
    """The items by Fisher and Yates from the last place on, with words of SHA-256(start ‖ n)."""
    places = list(items)
    place: Word = len(places) - 1
    word: Word
    block = 0
    while place > 0:
        words: tuple[int, ...] = _EIGHT_WORDS(sha256(start + block.to_bytes(8, "big")).digest())
        for word in words:
            choices = place + 1
            if choices > 1 and word < _WORDS - _WORDS % choices:  # the last few would not be fair
                other = word % choices
                places[place], places[other] = places[other], places[place]
                place -= 1
        block += 1
    return tuple(places)


@lru_cache(maxsize=1024)  # every message about a table asks for it, and libraries take long to begin such a sum
def commitment(seed: bytes) -> str:
    """What is published before the deal: SHA-256 of the seed's bytes, in hex."""
    return sha256(seed).hexdigest()


def parse_seed(text: str) -> bytes:
    """A seed from its hex text. Raises `Malformed`."""
    if not re.fullmatch(r"[0-9a-fA-F]{64}", text):
        raise Malformed(text, f"a seed is {SEED_BYTES} bytes in hex, 64 digits")
    return bytes.fromhex(text)
