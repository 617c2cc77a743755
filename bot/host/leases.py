"""Who of several hosts does what: leases, and whose turn it is to act for a table whose time has come.

A host has a row with a number, and renews it at each beat; what it holds is its own while that row is there. One
that has not been renewed in time is removed by another host, and with it its leases. Nothing is stored for a number
that is gone (`bot.store.postgres_connection`): a host that slept and wakes can do no harm, finds out at its next beat,
and joins anew under a greater number.

What is done at a table that is due needs no lease, for an action is done once in any case: of those who are alive one
is meant. It is the one that writes where the table is shown, for it has to know in any case how the table stands;
where nobody does, as of tables in the browser alone, one by a digest of their numbers and the table's id, so that they
share the work.

What comes in parts (`bot.host.parts`) is spread over the hosts, and so are bots that were added, on platforms where a
bot can go over while people play. A part that goes over to another host while its own is alive is first left: this host
does nothing of it any more, ends what is under way, and only then gives it away.
"""

import asyncio
import logging
import math
import time
from collections.abc import Callable, Collection, Coroutine, Mapping
from typing import Any, Final, NamedTuple, Protocol, TypeAlias
from zlib import crc32

from bot.host.health import BEAT as BEAT_WRITTEN
from bot.host.health import Health
from bot.host.parts import count_among, division_of, kind_of, rivals_of, spread, wanted, with_wholes
from bot.host.ports import Membership, StoreError

LOG: Final = logging.getLogger(__name__)
LASTS: Final = 2_500  # milliseconds for which a host counts as alive after a beat
BEAT: Final = 0.5  # seconds
MARGIN: Final = 0.5  # seconds by which a host stops earlier to rely on its leases: what it sends must arrive
CUT_OFF: Final = 1.5  # seconds after it relies on nothing any more, by when the others have removed it
DOUBTED: Final = 5.0  # seconds for which what fails at a host that was late may be because others took it for dead
LEAVES: Final = 5.0  # seconds after which a part is given away, whatever of it is still under way
LONGEST_WAIT: Final = 1.0  # seconds between two looks whether a lease is still held, whatever is known to come
CLUBS: Final = "clubs"  # plans, tournaments, series and what is tidied up; each platform is a lease by its own name


Work: TypeAlias = Callable[[], Coroutine[Any, Any, None]]


class Leases(Protocol):
    """What this host does of all that several hosts share."""

    def holds(self, lease: str) -> bool:
        """Whether only this host does it, at this moment; of what comes in parts, whether it has one of them."""

    def holds_for(self, lease: str, seconds: float) -> bool:
        """The same, and for so long already."""

    @property
    def is_in_time(self) -> bool:
        """Whether what it held a moment ago can be no other host's yet."""

    @property
    def is_alone(self) -> bool:
        """Whether no other host is there, as far as is known."""

    @property
    def is_cut_off(self) -> bool:
        """Whether others go on without this host, which hears nothing of what they do: people look elsewhere."""

    def end_first(self, is_busy: Callable[[str], bool], break_off: Callable[[str], None]) -> None:
        """A part is given away once nothing of it is under way: `is_busy` says so of its lease.

        `break_off` ends what is under way of a lease that is another host's all the same.
        """

    def acts_for(self, table: str, lease: str) -> bool:
        """Whether this host does what is due at a table that is shown where the host with this lease writes."""

    async def while_held(self, lease: str, work: Work) -> None:
        """The work, whenever this host holds the lease; broken off where it loses it."""

    @property
    def is_doubted(self) -> bool:
        """Whether other hosts may take this one for dead, or have done so a moment ago."""

    def give_up(self, lease: str, seconds: float) -> bool:
        """Leave this to other hosts for a while, where there are any now. False: this is the only one for ever."""


class Works(NamedTuple):
    """What somebody does under leases: whether anything of one is under way, and how that is ended."""

    is_busy: Callable[[str], bool]
    break_off: Callable[[str], None]


class OnlyHost:
    """Nobody else is there: everything is this host's, and nothing has to be asked."""

    is_doubted = is_cut_off = False
    is_alone = is_in_time = True

    def holds(self, _lease: str) -> bool:
        return True

    def holds_for(self, _lease: str, _seconds: float) -> bool:
        return True

    def end_first(self, _is_busy: Callable[[str], bool], _break_off: Callable[[str], None]) -> None:
        pass

    def acts_for(self, _table: str, _lease: str) -> bool:
        return True

    async def while_held(self, _lease: str, work: Work) -> None:
        await work()

    def give_up(self, _lease: str, _seconds: float) -> bool:
        return False


class LeaseRows(Protocol):
    """What is stored of it; each method raises `StoreError`."""

    async def join(self, name: str) -> int:
        """The number of a host that is there from now on, greater than any before."""

    async def beat(self, number: int, wanted: Collection[str], alive_at: int) -> Membership | None:
        """The host is alive, and takes what it wants and nobody holds; what it does not want it gives away.

        None: it was taken for dead.

        `alive_at`: when the bot was hosted last, for a start after all hosts have ended.
        """

    async def last_alive(self) -> int:
        """When the bot was hosted last, 0 for never."""

    async def leave(self, number: int) -> None:
        """The host goes, and what it held is free."""


class SharedLeases:
    """One of several hosts. `joined` is called with each number under which it is one of them.

    `wanted`: what it could do. `clock`: milliseconds, for people; what counts is measured by `monotonic`, in seconds.
    `spread_kinds`: the platforms whose leases of bots that were added are spread over the hosts, bot by bot.
    """

    def __init__(
        self,
        rows: LeaseRows,
        name: str,
        wanted: Collection[str],
        joined: Callable[[int], None],
        clock: Callable[[], int],
        health: Health,
        monotonic: Callable[[], float] = time.monotonic,
        spread_kinds: Collection[str] = (),
    ) -> None:
        self._spread_kinds = spread_kinds
        self._rows = rows
        self._name = name
        self._wanted = wanted
        self._joined = joined
        self._clock = clock
        self._health = health
        self._monotonic = monotonic
        self._number = 0
        self._until = 0.0  # of the monotonic clock, when what it holds may be another's
        self._relied_until = math.inf  # the same of the last time that it held anything beside others
        self._doubted_until = 0.0
        self._given_up: dict[str, float] = {}  # until when
        self._membership = Membership((), frozenset())
        self._own: frozenset[str] = frozenset()  # its leases and what they are parts of, but for those that it leaves
        self._held_since: dict[str, float] = {}
        self._leaving: dict[str, float] = {}  # since when
        self._works: list[Works] = []
        self._news: asyncio.Future[None] | None = None  # for which somebody waits: what is held is something else
        self._rivals: frozenset[str] = frozenset()  # what others divide otherwise
        self._when_changed: list[Callable[[], None]] = []
        self._when_taken: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """Call this when other hosts have come or gone, or a lease."""
        self._when_changed.append(listener)

    def listen_for_taking(self, listener: Callable[[], None]) -> None:
        """Call this when this host does from now on what another may have done before."""
        self._when_taken.append(listener)

    def leave_out(self, listeners: Collection[Callable[[], None]]) -> None:
        """Call none of these any more."""
        for calls in (self._when_changed, self._when_taken):
            calls[:] = [one for one in calls if one not in listeners]

    @property
    def hosts(self) -> int:
        """How many hosts were alive at the last beat, this one with them."""
        return max(1, len(self._membership.members))

    @property
    def is_alone(self) -> bool:
        """Whether no other host was alive at the last beat."""
        return self.hosts == 1

    def holds(self, lease: str) -> bool:
        return lease in self._own and self.is_in_time

    def holds_for(self, lease: str, seconds: float) -> bool:
        return self.holds(lease) and self._monotonic() - self._held_since[lease] >= seconds

    def end_first(self, is_busy: Callable[[str], bool], break_off: Callable[[str], None]) -> None:
        self._works.append(Works(is_busy, break_off))

    def end_no_more(self, works: Collection[Works]) -> None:
        """Nothing of these has to be ended any more."""
        self._works = [one for one in self._works if one not in works]

    def acts_for(self, table: str, lease: str) -> bool:
        if not self.is_in_time:
            return False
        writer = self._membership.holders.get(lease)
        if writer is not None:
            return self._number == writer
        return self._number == max(self._membership.members, key=lambda one: _rank(one, table))

    @property
    def is_doubted(self) -> bool:
        if not self.is_in_time:  # whoever is there may have joined since the last beat
            return True
        return self._monotonic() < self._doubted_until and len(self._membership.members) != 1

    def give_up(self, lease: str, seconds: float) -> bool:
        if not self.is_alone:
            self._given_up[lease] = self._monotonic() + seconds
        return True

    @property
    def is_in_time(self) -> bool:
        return self._monotonic() < self._until

    @property
    def is_cut_off(self) -> bool:
        return self._monotonic() >= self._relied_until + CUT_OFF

    async def while_held(self, lease: str, work: Work) -> None:
        while True:
            while not self.holds(lease):
                await self._until_news()
            task = asyncio.ensure_future(work())
            try:
                while self.holds(lease) and not task.done():
                    await self._until_news(task)
                if task.done():
                    return task.result()
                LOG.warning("this is left for now: another host has it, or this one is late", extra={"lease": lease})
            finally:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    async def _until_news(self, *tasks: asyncio.Future[None]) -> None:
        """Until something else may be held: a beat says so, or its time is over. Or one of these is done."""
        if self._news is None:
            self._news = asyncio.get_running_loop().create_future()
        left = self._until - self._monotonic()
        seconds = min(left, LONGEST_WAIT) if left > 0 else LONGEST_WAIT
        await asyncio.wait({self._news, *tasks}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)

    def _tell_news(self) -> None:
        news, self._news = self._news, None
        if news is not None:
            news.set_result(None)

    async def begin(self) -> int:
        """Join; when the bot was hosted last before that, 0 where that was never."""
        last = await self.last_alive()
        await self.beat()
        return last

    async def last_alive(self) -> int:
        """When the bot was hosted last, 0 for never. Raises `StoreError`."""
        return await self._rows.last_alive()

    async def run(self) -> None:
        """Beat until cancelled; a store that fails for a while costs the leases when their time is over."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self.beat()
            except StoreError as error:
                self._health.note_failure(BEAT_WRITTEN)
                LOG.warning("the heartbeat could not be written", extra={"error": str(error)})

    async def beat(self) -> None:
        """Renew what this host has, under a new number where it was taken for dead. Raises `StoreError`."""
        if not await self._renewed():
            await self._join()
            if not await self._renewed():
                raise StoreError("this host was taken for dead as soon as it had joined; is the machine too slow?")
        if self._sees_free_parts:
            await self._renewed()
        self._health.note_write(BEAT_WRITTEN)

    async def end(self) -> None:
        """What it holds is free. Raises `StoreError`."""
        number, self._number, self._until = self._number, 0, 0.0
        self._tell_news()
        if number:
            await self._rows.leave(number)

    async def _join(self) -> None:
        if self._number:
            LOG.warning("this host was taken for dead, and joins the others again")
        self._number = await self._rows.join(self._name)
        self._joined(self._number)
        LOG.info("hosting with others", extra={"number": self._number})

    async def _renewed(self) -> bool:
        """Whether it could be: not without a number that counts."""
        if not self._number:
            return False
        begun, was_in_time = self._monotonic(), self.is_in_time
        if 0 < self._until <= begun:
            self._doubted_until = begun + DOUBTED
        found = await self._rows.beat(self._number, self._wanted_at(begun), self._clock())
        members, leases, before = self._membership.members, self._membership.leases, self._own
        self._membership = found or Membership((), frozenset())
        self._until = begun + LASTS / 1000 - MARGIN if found else 0.0
        if found:
            self._relied_until = math.inf if self.is_alone else self._until
        self._note_held(begun)
        if self._own != before or self.is_in_time != was_in_time:
            self._tell_news()
        for lease in leases - self._membership.leases:
            for work in self._works:
                work.break_off(lease)
        if self._own - before:
            _call(self._when_taken)
        if self._own != before or self._membership.members != members:
            _call(self._when_changed)
        return found is not None

    def _note_held(self, now: float) -> None:
        """What it has by the last beat, and what of it another host is to have."""
        leases = self._membership.leases
        unwanted = leases - self._wants(now) if leases else frozenset()
        self._leaving = {lease: self._leaving.get(lease, now) for lease in unwanted}
        self._own = with_wholes(leases - unwanted)
        self._held_since = {lease: self._held_since.get(lease, now) for lease in self._own}

    def _could(self, now: float) -> Collection[str]:
        """All that it could do, but for what it has given up."""
        self._given_up = {lease: until for lease, until in self._given_up.items() if until > now}
        return [lease for lease in self._wanted if lease not in self._given_up]

    @property
    def _sees_free_parts(self) -> bool:
        """Whether there are parts of nobody that are this host's to take, as was found at the last beat."""
        holders = self._membership.holders
        found = self._wants(self._monotonic())
        return any(lease not in holders and (division_of(lease).count > 1 or self._is_spread(lease)) for lease in found)

    def _is_spread(self, lease: str) -> bool:
        return kind_of(lease) in self._spread_kinds and kind_of(lease) != lease

    def _wants(self, now: float) -> set[str]:
        """What it wants now of all that it could do."""
        could, holders = self._could(now), self._membership.holders
        found = wanted([one for one in could if not self._is_spread(one)], self._number, holders)
        for kind in self._spread_kinds:
            bots = [one for one in could if self._is_spread(one) and kind_of(one) == kind]
            found |= spread(kind, bots, self._number, holders) if bots else set()
        return found

    def _wanted_at(self, now: float) -> Collection[str]:
        """What it wants of that, and what it leaves but has still under way."""
        could, holders = self._could(now), self._membership.holders
        self._note_rivals(could, holders)
        busy = {
            lease
            for lease, since in self._leaving.items()
            if lease in could and now - since < LEAVES and any(work.is_busy(lease) for work in self._works)
        }
        return self._wants(now) | busy

    def _note_rivals(self, could: Collection[str], holders: Mapping[str, int]) -> None:
        divisions = {division_of(lease) for lease in could}
        rivals = frozenset(one.whole for one in divisions if rivals_of(one, self._number, holders))
        for whole in sorted(rivals - self._rivals):
            LOG.error(
                "another host has it in other parts; all need the same settings",
                extra={"of": whole, "here": count_among(could, whole), "there": count_among(holders, whole)},
            )
        self._rivals = rivals


def _call(listeners: Collection[Callable[[], None]]) -> None:
    for listener in tuple(listeners):
        listener()


def _rank(number: int, table: str) -> tuple[int, int]:
    """Each table has its own order of the hosts, so that one who comes or goes changes little."""
    return crc32(f"{number}:{table}".encode()), number
