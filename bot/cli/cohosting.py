"""How a host lives with others of the same database: alone with a file, one of several with a server's.

A SQLite file has one host, which knows of every change itself: it gets `Alone`, which never waits for others. With a
server's database a host has leases, and follows what the others change.
"""

import asyncio
import logging
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, Final, Protocol, TypeAlias

from bot.cli.keeping import Work
from bot.host.bot_leases import BotLeases
from bot.host.foreign_changes import Feed, ForeignChanges
from bot.host.health import Health
from bot.host.heartbeat import Heartbeat
from bot.host.hosted_bots import BotStore
from bot.host.leases import CLUBS, LASTS, Leases, OnlyHost, SharedLeases
from bot.host.ports import StoreError, Subject
from bot.host.subjects import Subjects
from bot.store.rows import StoreRows

LOG: Final = logging.getLogger(__name__)
FORGET: Final = 0.5  # seconds for which it may still be used what was read of who wants to be told of their turn
OUTAGE: Final = 5_000  # milliseconds without a beat of any host since which nobody was there
PATIENCE: Final = 120.0  # seconds for which a host waits until another has told the tables
STALE: Final = 15_000  # milliseconds without a word since which nobody serves a bot
GO_OVER: Final = ("telegram",)
"""What is waited for by the platform itself while a bot goes over: on Telegram what people press, in its queue."""
HEARTBEAT: Final = "heartbeat"


LookAnew: TypeAlias = Callable[[Collection[Subject] | None], None]
"""Called with subjects that others have changed, or None for all: something else may be due of them than is known."""

Needed: TypeAlias = Callable[[Any], bool]
"""Whether somebody at this host has to know how a table stands after each card that is played at another one."""


class Cohosting(Protocol):
    """What one of several hosts needs, and the only one does not."""

    @property
    def leases(self) -> Leases: ...

    @property
    def is_alone(self) -> bool:
        """Whether no other host was there at the last heartbeat."""

    @property
    def is_first(self) -> bool:
        """Whether nobody was there when this host began, so that it has to tell the tables."""

    async def begin(self) -> int:
        """Begin to be a host; when one was last there, 0 if another one is, or none ever was. Raises `StoreError`."""

    async def beat(self) -> None:
        """Note that this host is still there. Raises `StoreError`."""

    def note_clock_jump(self, since: int, until: int) -> None:
        """The clock went from one time to another at once."""

    def follow(
        self,
        kinds: Mapping[str, Subjects[Any]],
        look_anew: LookAnew,
        forget: Callable[[], None],
        read_people_anew: Callable[[], Awaitable[None]],
        hear: Callable[[str], None],
        needed: Needed,
    ) -> None:
        """What others change of these is told to whoever listens; then `look_anew` is called with them.

        `forget` is called often: whatever else was read may have changed. `read_people_anew` is called when somebody
        was forgotten, `hear` with what others tell. A subject that is not `needed` here is read when somebody asks.
        """

    def tell(self, text: str) -> None:
        """Tell the other hosts, as soon as possible; no harm is done if it is not."""

    def take_over(self, begin_anew: Callable[[], None], leave: Callable[[], None]) -> None:
        """Call the first when this host begins to do what another may have done before, the other when it stops."""

    def beside(self, bot: str, platforms: Collection[str]) -> "AddedBot":
        """The same for a bot that was added, with the leases of the platforms on which this host serves it."""

    def works(self) -> Mapping[str, Work]:
        """What is to run all the time."""


class AddedBot(Cohosting, Protocol):
    """What one of several hosts needs for a further bot, besides the one in the settings."""

    @property
    def is_first(self) -> bool:
        """Whether nobody served the bot when this host began to, so that its tables are to be told since when."""

    async def end(self) -> None:
        """This host no longer serves the bot, and gives its leases back."""


class Alone:
    """The only host, as a file has it."""

    leases: Leases = OnlyHost()
    is_alone = is_first = True

    def __init__(self, heartbeat: Heartbeat, store: BotStore) -> None:
        self._heartbeat = heartbeat
        self._store = store
        self.begin = heartbeat.begin
        self.beat = heartbeat.beat
        self.note_clock_jump = heartbeat.note_clock_jump

    def follow(
        self,
        _kinds: Mapping[str, Subjects[Any]],
        _look_anew: LookAnew,
        _forget: Callable[[], None],
        _read_people_anew: Callable[[], Awaitable[None]],
        _hear: Callable[[str], None],
        _needed: Needed,
    ) -> None:
        pass

    def tell(self, _text: str) -> None:
        pass

    def take_over(self, _begin_anew: Callable[[], None], _leave: Callable[[], None]) -> None:
        pass

    def beside(self, bot: str, _platforms: Collection[str]) -> AddedBot:
        return AddedAlone(self._heartbeat, self._store, bot)

    def works(self) -> Mapping[str, Work]:
        return {HEARTBEAT: self._heartbeat.run}


class AddedAlone(Alone):
    """A bot that was added, at the only host, which notes itself that it is served."""

    is_first = True

    def __init__(self, heartbeat: Heartbeat, store: BotStore, bot: str) -> None:
        super().__init__(heartbeat, store)
        self.begin = partial(store.bot_seen_at, bot)

    def works(self) -> Mapping[str, Work]:
        return {}

    async def end(self) -> None:
        pass


class OneOfSeveral:
    """A host beside others. `waiting`: whether tables do not know yet since when nobody was there."""

    def __init__(
        self,
        leases: BotLeases,
        feed: Feed,
        forget_channels: Callable[[], None],
        clock: Callable[[], int],
        waiting: Callable[[], bool],
        note_forgotten: Callable[[int], None],
        beside: Callable[[str, Collection[str]], AddedBot],
    ) -> None:
        self.beside = beside
        self._shared = self.leases = leases
        self._note_forgotten = note_forgotten
        self._feed = feed
        self._forgetting: list[Callable[[], None]] = []
        self._forget_channels = forget_channels
        self._clock = clock
        self._waiting = waiting
        self._before = 0
        self._has_begun = False
        self.is_first = False
        self._changes: ForeignChanges | None = None
        self._telling: set[asyncio.Task[None]] = set()

    @property
    def is_alone(self) -> bool:
        return self._shared.is_alone

    def alive_at(self) -> int:
        """When the bot was hosted last: now, but for tables that do not know yet that it was not."""
        return self._clock() if self._has_begun and not self._waiting() else self._before

    async def begin(self) -> int:
        """Of hosts that begin after an outage, the one that has the clubs is the first; the others wait for it.

        So nothing is due at a table that does not know yet since when nobody was there. The first may die meanwhile:
        then another one is.
        """
        await self._feed.changes()  # before anything is read: what is committed after that will be told
        self._note_forgotten(self._feed.forgetting)
        self._before, waited = await self._shared.begin(), 0.0
        while not self._is_to_tell() and self._is_unhosted() and waited < PATIENCE:
            await asyncio.sleep(FORGET)
            await self._shared.beat()
            self._before, waited = await self._shared.last_alive(), waited + FORGET
        self.is_first = self._is_to_tell()
        self._has_begun = True
        return self._before if self.is_first else 0

    def _is_to_tell(self) -> bool:
        """Whether the tables hear from this host how long nobody was there."""
        return self.is_alone or (self._is_unhosted() and self.leases.holds(CLUBS))

    def _is_unhosted(self) -> bool:
        return self._clock() - self._before > OUTAGE

    async def beat(self) -> None:
        await self._shared.beat()

    def note_clock_jump(self, since: int, _until: int) -> None:
        if not self._waiting():
            self._before = since

    def follow(
        self,
        kinds: Mapping[str, Subjects[Any]],
        look_anew: LookAnew,
        forget: Callable[[], None],
        read_people_anew: Callable[[], Awaitable[None]],
        hear: Callable[[str], None],
        needed: Needed,
    ) -> None:
        self._forgetting.append(forget)
        for one in kinds.values():
            one.share()
        self._changes = ForeignChanges(
            self._feed,
            kinds,
            look_anew,
            read_people_anew,
            hear,
            needed,
            self._note_forgotten,
            self._forget_channels,
        )
        self._shared.listen(partial(look_anew, None))

    def tell(self, text: str) -> None:
        task = asyncio.create_task(self._send(text))
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def _send(self, text: str) -> None:
        try:
            await self._feed.tell(text)
        except StoreError as error:
            LOG.warning("what was said at a table is not told to other hosts", extra={"error": str(error)})

    def take_over(self, begin_anew: Callable[[], None], leave: Callable[[], None]) -> None:
        self._shared.listen_for_taking(begin_anew, leave)

    def works(self) -> Mapping[str, Work]:
        assert self._changes is not None
        return {HEARTBEAT: self._shared.run, "other hosts": self._changes.run, "settings": self._forget}

    async def _forget(self) -> None:
        while True:
            await asyncio.sleep(FORGET)
            for forget in self._forgetting:
                forget()


class AddedBeside(OneOfSeveral):
    """A bot that was added, at a host beside others. `wanted`: the leases that the host could have."""

    def __init__(
        self,
        leases: BotLeases,
        feed: Feed,
        forget_channels: Callable[[], None],
        clock: Callable[[], int],
        note_forgotten: Callable[[int], None],
        beside: Callable[[str, Collection[str]], AddedBot],
        wanted: set[str],
        seen_at: Callable[[], Awaitable[int]],
        close: Callable[[], Awaitable[None]],
    ) -> None:
        super().__init__(leases, feed, forget_channels, clock, lambda: False, note_forgotten, beside)
        self._wanted = wanted
        self._seen_at = seen_at
        self._close = close

    async def begin(self) -> int:
        """The host with the lease begins first, unless the bot was served just now; the others wait until it has begun.

        So no due time comes at a table that has not been told yet for how long nobody was there.
        """
        await self._feed.changes()
        self._note_forgotten(self._feed.forgetting)
        self._wanted.update(self.leases.names)
        while True:
            last = await self._seen_at()
            self.is_first = self._clock() - last > STALE
            if not self.is_first or self.leases.holds(CLUBS):
                return last
            await asyncio.sleep(FORGET)

    def works(self) -> Mapping[str, Work]:
        return {name: work for name, work in super().works().items() if name != HEARTBEAT}

    async def end(self) -> None:
        self.leases.end()
        self._wanted.difference_update(self.leases.names)
        await self._close()


@asynccontextmanager
async def cohosting(
    store: StoreRows,
    bot: str,
    platforms: Collection[str],
    clock: Callable[[], int],
    health: Health,
    heartbeat: Heartbeat,
    waiting: Callable[[], bool],
) -> AsyncIterator[Cohosting]:
    """How this host lives with others, until the context ends and it has left. `platforms`: by their leases.

    Raises `StoreError`.
    """
    server = store.server
    if server is None:
        yield Alone(heartbeat, store)
        return
    from bot.store.postgres import PostgresStore  # noqa: PLC0415  the driver is there
    from bot.store.postgres_connection import Fence  # noqa: PLC0415  the same
    from bot.store.postgres_feed import PostgresFeed  # noqa: PLC0415  the same
    from bot.store.postgres_leases import PostgresLeases  # noqa: PLC0415  the same

    assert isinstance(store, PostgresStore)
    rows, feed = PostgresLeases(server, bot, LASTS), PostgresFeed(server, bot)
    wanted = {*platforms, CLUBS}
    leases = SharedLeases(
        rows,
        f"{socket.gethostname()}:{os.getpid()}",
        wanted,
        lambda number: store.fence(Fence(bot, number)),
        lambda: found.alive_at(),  # noqa: PLW0108  it is made below
        health,
        spread_kinds=GO_OVER,
    )
    leases.listen(lambda: store.note_hosts(leases.hosts))

    def beside(name: str, its_platforms: Collection[str]) -> AddedBot:
        its_leases, its_feed = BotLeases(leases, name, (*its_platforms, CLUBS)), PostgresFeed(server, name)
        seen_at, note_forgotten = partial(store.bot_seen_at, name), partial(store.note_forgotten, name)
        return AddedBeside(
            its_leases, its_feed, store.forget_read, clock, note_forgotten, beside, wanted, seen_at, its_feed.close
        )

    own_leases, note_forgotten = BotLeases(leases, bot, (*platforms, CLUBS)), partial(store.note_forgotten, bot)
    found = OneOfSeveral(own_leases, feed, store.forget_read, clock, waiting, note_forgotten, beside)
    try:
        yield found
    finally:
        with suppress(StoreError):  # the others see it when its time is over
            await leases.end()
        await rows.close()
        await feed.close()
