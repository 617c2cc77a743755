"""Presses whose answers may still be changed: for a quarter of an hour a press is the cheapest way to its message.

Such changes do not count against what a bot may send. When the time is over, or after a restart, a message is edited as
any other; one that only its reader sees stays as it was.
"""

import time
from typing import Any, Final, TypeAlias

from discord import Interaction

from bot.adapters.discord.buckets import Buckets
from bot.bounded import Bounded

LIFE: Final = 14 * 60.0  # seconds; Discord's fifteen minutes, less some
MOST: Final = 5000

Press: TypeAlias = Interaction[Any]


class Tokens:
    """The newest press by message, and by person and table for a hand that only they see."""

    def __init__(self, buckets: Buckets | None = None) -> None:
        self._buckets = buckets or Buckets()
        self._pressed: Bounded[str, tuple[float, Press]] = Bounded(MOST)

    def keep(self, key: str, press: Press) -> None:
        """From now on this press leads to what the key names."""
        self._pressed[key] = (time.monotonic() + LIFE, press)

    def of(self, key: str) -> Press | None:
        """The press, while it can be used; one that has been used often just now rests for some seconds."""
        press = self.last(key)
        return press if press is not None and self._buckets.has_room(press.token) else None

    def last(self, key: str) -> Press | None:
        """The same for what is changed once more and then no longer: also one that has been used often just now."""
        until, press = self._pressed.get(key, (0.0, None))
        if press is None or until <= time.monotonic():
            self._pressed.pop(key, None)
            return None
        return press

    def since(self, key: str) -> float:
        """When the press came that can be used, in seconds of this machine's own clock; 0 for none."""
        press = self.of(key)
        return self._pressed[key][0] - LIFE if press is not None else 0.0

    def forget(self, key: str) -> None:
        self._pressed.pop(key, None)

    def end(self) -> None:
        """The client that has heard these presses goes, and no call can be made through them any more."""
        self._pressed.clear()


def hand_key(account: str, label: str) -> str:
    """The key of a hand that only its reader sees."""
    return f"{account}/{label}"
