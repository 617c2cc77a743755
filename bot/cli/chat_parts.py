"""Of platforms that come in parts: to which part a chat belongs, and so which of several hosts writes there.

The same host does what is due at the tables that were opened there (`bot.host.homes`).

A chat's part follows from what is stored of it alone, so that all hosts see the same: that of its server, and the first
where it has none, as private chats. A channel never goes to another server.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, Protocol, runtime_checkable

from bot.bounded import Bounded
from bot.host.budget import platform_of
from bot.host.leases import Leases
from bot.host.parts import part_of
from bot.host.ports import Store
from bot.requests.server_settings import server_of

CHATS: Final = 100_000  # that are remembered
FIRST: Final = 0
SETTLED: Final = 1.0  # seconds until nothing counts any more that another host has sent before


@runtime_checkable
class InParts(Protocol):
    """A platform that several hosts may share, each with some of its parts."""

    name: str

    @property
    def parts(self) -> int:
        """How many there are; 1 where it is one host's as a whole."""

    def part_of(self, server: str) -> int:
        """The part to which a server belongs, by its name."""

    def divide(self, holds: Callable[[int], bool], share: Callable[[], float]) -> None:
        """From now on it is this host's as far as it `holds` parts, and so is this `share` of what is allowed it."""


class ChatParts:
    """One bot's, of those of its platforms that are on and divided. Raises `StoreError` where a chat is looked up."""

    def __init__(self, leases: Leases, store: Store, bot: str, on: Sequence[object]) -> None:
        self._leases = leases
        self._store = store
        self._bot = bot
        self._divided = {one.name: one for one in on if isinstance(one, InParts) and one.parts > 1}
        self._lease_of: Bounded[str, str] = Bounded(CHATS)
        self._nowhere: Bounded[str, None] = Bounded(CHATS)  # of these no server is known, perhaps not yet
        for one in self._divided.values():
            one.divide(self._holds(one), self.shares[one.name])

    @property
    def shares(self) -> Mapping[str, Callable[[], float]]:
        """By platform, how much of what the whole bot may send this host may."""
        return {name: lambda one=one: self._share(one) for name, one in self._divided.items()}  # type: ignore[misc]  # mypy gives such a lambda no type

    async def holds(self, chat: str) -> bool:
        """Whether only this host writes to a chat, or channel, now."""
        return self._leases.holds(self._settled_lease(chat) or await self._lease(chat))

    def of_lease(self, lease: str, chats: Collection[str]) -> list[str]:
        """Those of these chats, which were asked about before, that belong to a lease."""
        return [chat for chat in chats if self._lease_of.get(chat, platform_of(chat)) == lease]

    def may_hold(self, chat: str) -> bool:
        """The same, as far as it is known without a question; true where it is not."""
        lease = self._known_lease(chat)
        return lease is None or self._leases.holds(lease)

    def holds_private_chats(self, platform: str) -> bool:
        """Whether only this host writes to the private chats of a platform now."""
        return self._leases.holds(self._lease_of_part(platform, FIRST))

    async def learn(self, channels: Collection[str]) -> None:
        """As `bot.host.homes.Homes` has it."""
        for channel in channels:
            if platform_of(channel) in self._divided and self._settled_lease(channel) is None:
                await self._lease(channel)

    def is_here(self, table: str, channel: str) -> bool | None:
        """As `bot.host.homes.Homes` has it."""
        lease = self._known_lease(channel)
        return None if lease is None else self._leases.acts_for(table, lease)

    def _known_lease(self, chat: str) -> str | None:
        platform = platform_of(chat)
        return self._lease_of.get(chat) if platform in self._divided else platform

    def _settled_lease(self, chat: str) -> str | None:
        """The lease of a chat whose server is known, which stays."""
        return None if chat in self._nowhere else self._lease_of.get(chat)

    async def _lease(self, chat: str) -> str:
        platform = platform_of(chat)
        divided = self._divided.get(platform)
        if divided is None:
            return platform
        row = await self._store.channel(self._bot, chat.partition("/")[0])
        server = server_of(row) if row is not None else ""
        if server:
            self._nowhere.pop(chat, None)
        else:
            self._nowhere[chat] = None
        lease = self._lease_of[chat] = self._lease_of_part(platform, divided.part_of(server) if server else FIRST)
        return lease

    def _lease_of_part(self, platform: str, number: int) -> str:
        return part_of(platform, number, self._divided[platform].parts) if platform in self._divided else platform

    def _holds(self, one: InParts) -> Callable[[int], bool]:
        return lambda number: self._leases.holds(part_of(one.name, number, one.parts))

    def _share(self, one: InParts) -> float:
        """Half goes with the first part, which has all private chats, and half with the parts evenly.

        A part counts once its host before has sent nothing for a second, so that never both count.
        """
        leases = [part_of(one.name, number, one.parts) for number in range(one.parts)]
        own = [number for number, lease in enumerate(leases) if self._leases.holds_for(lease, SETTLED)]
        return (len(own) / one.parts + (FIRST in own)) / 2
