"""Presses whose answers may still be changed: for a quarter of an hour a press is the cheapest way to its message.

Such changes do not count against what a bot may send. When the time is over, or after a restart, a message is edited as
any other; one that only its reader sees stays as it was.
"""

import time
from typing import Any, Final, TypeAlias

from discord import Interaction

from bot.lately import Lately

LIFE: Final = 14 * 60.0  # seconds; Discord's fifteen minutes, less some
MOST: Final = 5000

Press: TypeAlias = Interaction[Any]


class Tokens:
    """The newest press by message, and by person and table for a hand that only he sees."""

    def __init__(self) -> None:
        self._pressed: Lately[str, tuple[float, Press]] = Lately(MOST)

    def keep(self, key: str, press: Press) -> None:
        """From now on this press leads to what the key names."""
        self._pressed[key] = (time.monotonic() + LIFE, press)

    def of(self, key: str) -> Press | None:
        """The press, while it can be used."""
        until, press = self._pressed.get(key, (0.0, None))
        if press is not None and until > time.monotonic():
            return press
        self._pressed.pop(key, None)
        return None

    def forget(self, key: str) -> None:
        self._pressed.pop(key, None)


def glimpse(account: str, label: str) -> str:
    """The key of a hand that only its reader sees."""
    return f"{account}/{label}"
