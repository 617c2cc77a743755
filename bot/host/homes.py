"""The home of a table: of several hosts the one that does what is due there, when its time has come.

It is the host that writes to the channel where the table was opened: that one has to know how the table stands after
each card, so that nothing is read twice. Nothing depends on it but who does the work. An action is stored once in any
case, and where two hosts see it differently for a moment, because a lease goes over, another reading of what is due
puts it right.
"""

from collections.abc import Collection
from typing import Final, Protocol


class Homes(Protocol):
    """Which tables have their home at this host."""

    async def learn(self, channels: Collection[str]) -> None:
        """Look up what has to be known of these for `is_here`. Raises `StoreError`."""

    def is_here(self, table: str, channel: str) -> bool | None:
        """Whether this is the home of a table that was opened in this channel; None before `learn` of the channel."""


class OnlyHome:
    """There is one host, and it is the home of all tables."""

    async def learn(self, _channels: Collection[str]) -> None:
        pass

    def is_here(self, _table: str, _channel: str) -> bool:
        return True


ONLY: Final = OnlyHome()
