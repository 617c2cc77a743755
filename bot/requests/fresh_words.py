"""Words that confirm, link or name something: made by chance, easy to say and to write."""

import secrets
from typing import Final

SIGNS: Final = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels: no words by chance; nothing that looks like something else
SHORT: Final = 6
"""Signs of a word that only who asked may say."""
LONG: Final = 8
"""Signs of a word by which somebody is known."""


def fresh_word(signs: int) -> str:
    """So many signs, perhaps said before."""
    return "".join([secrets.choice(SIGNS) for _ in range(signs)])
