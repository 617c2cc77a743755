"""The lot of a purpose, as the contract describes it."""

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any


def words(seed: bytes, purpose: str) -> Iterator[int]:
    """The 32-bit words of the stream."""
    number = 0
    while True:
        block = hashlib.sha256(seed + purpose.encode("ascii") + number.to_bytes(8, "big")).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(block[start : start + 4], "big")
        number += 1


def lot(document: Mapping[str, Any], purpose: str) -> list[str]:
    """All ids of the file in the order of this lot."""
    places = sorted(entry["id"] for entry in document["entries"])
    stream = words(bytes.fromhex(document["seed"]), purpose)
    for i in range(len(places) - 1, 0, -1):
        word = next(stream)
        while word >= 2**32 - 2**32 % (i + 1):
            word = next(stream)
        j = word % (i + 1)
        places[i], places[j] = places[j], places[i]
    return places
