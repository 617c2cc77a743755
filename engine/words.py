"""Words: masks of at most 62 bits, such as the cards of a hand, and how many bits they hold.

Compiled they are numbers of the machine and no objects. A word is never made by `1 << n` where both are words: mypyc
shifts 32 bits there; masks of a single bit are looked up.
"""

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from mypy_extensions import i64

Word: TypeAlias = "i64"


def bits(word: Word) -> Word:
    """How many bits a mask holds: added up in pairs, in fours, in bytes, and so on."""
    word = word - (word >> 1 & 0x1555555555555555)
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333)
    word = word + (word >> 4) & 0x0F0F0F0F0F0F0F0F
    word += word >> 8
    word += word >> 16
    return word + (word >> 32) & 0x7F


if __file__.endswith(".py"):
    globals()["bits"] = int.bit_count  # uncompiled, the interpreter's own is faster
