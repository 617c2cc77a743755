"""How much one person, and one address, may do of what others pay for: coming, opening tables, guessing short names.

In a browser nobody has an account, so a person is counted by what they are known by, and everybody behind an address
together. This machine's own address is nobody's: behind a web server the last one that it forwards for counts.
"""

import re
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final, TypeAlias

from bot.adapters.web.guard import is_loopback
from bot.bounded import Bounded
from bot.fair_share import OneOfEach
from bot.keyed_lock import KeyedLock

_WITH_PORT: Final = re.compile(r"(?:([0-9.]+)|\[([0-9a-fA-F:.]+)\])(?::[0-9]+)?")
Network: TypeAlias = IPv4Network | IPv6Network
_MINUTE: Final = 60.0  # seconds, as this clock counts; that of `bot.durations` is milliseconds
ENTRIES: Final = 10_000  # people and addresses, and tables that were opened


@dataclass(frozen=True, slots=True)
class Limit:
    """So many in so many seconds, for a person and for an address."""

    person: int
    address: int
    seconds: float


PEOPLE: Final = Limit(20, 500, 60 * _MINUTE)  # of whom nobody has heard before; a school is behind one address
TABLES: Final = Limit(30, 300, 60 * _MINUTE)  # opened
GUESSES: Final = Limit(15, 90, 10 * _MINUTE)  # short names, invitations and link codes that lead nowhere
PROOFS: Final = Limit(15, 3000, 10 * _MINUTE)  # that prove nothing, through a platform's proxy: one address for all
REPLAYS: Final = Limit(400, 400, 10 * _MINUTE)  # deals of records, and what is played on from a moment of one
CHANGES: Final = Limit(300, 3000, 10 * _MINUTE)  # that stay stored and are no plays: seats, settings, plans, names
FILES: Final = Limit(60, 60, 10 * _MINUTE)  # fetched by their addresses
REQUESTS: Final = Limit(600, 6000, _MINUTE)  # whatever they are: plays, ticks, an arbiter's; no hand is as fast
PAGES: Final = Limit(15, 3000, 10 * _MINUTE)  # of tournaments, that lead nowhere; a whole club is behind one address


@dataclass(slots=True)
class _Count:
    """How many of at `most` so many have come since then, in seconds of the clock."""

    since: float
    most: int
    number: int = 0


class PageLimits:
    """What was done a short time ago. `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._times: Bounded[tuple[Limit, str], deque[float]] = Bounded(ENTRIES)
        self._counts: Bounded[tuple[Limit, str], _Count] = Bounded(ENTRIES)
        self._deliveries: Bounded[tuple[str, str], None] = Bounded(ENTRIES)
        self._under_way: Counter[tuple[Limit, str]] = Counter()
        self.turns: OneOfEach[str] = OneOfEach()  # hundreds of windows of one that ask at once wait for each other
        self.drawing: KeyedLock[str] = KeyedLock()  # and so for their pictures, for a single thread draws everybody's

    def knows(self, person: str, delivery: str) -> bool:
        """Whether this very request was carried out before: then it may come again."""
        return (person, delivery) in self._deliveries

    def wait(self, limit: Limit, person: str, address: str) -> int:
        """Minutes until this may be done again, 0 for now."""
        seconds = max(self._wait(limit, f"p{person}", limit.person), self._wait(limit, f"a{address}", limit.address))
        return -int(-seconds // _MINUTE)

    @contextmanager
    def trying(self, limit: Limit, person: str, address: str) -> Iterator[None]:
        """Meanwhile it counts as done: nobody may do it more often by many windows at once. Then `did` says whether."""
        names = [(limit, name) for name, _ in _names(limit, person, address)]
        self._under_way.update(names)
        try:
            yield
        finally:
            self._under_way -= Counter(names)  # which keeps none that are not under way

    def seconds_left(self, limit: Limit, person: str, address: str) -> int:
        """Count one more of what comes often; or, where that is too many, seconds until it may come.

        So many may come from the first one on, in the time of the limit; then it begins anew.
        """
        counts = [self._count_now(limit, name, most) for name, most in _names(limit, person, address)]
        left = max([one.since + limit.seconds - self._clock() for one in counts if one.number >= one.most], default=0.0)
        for one in counts if not left else ():
            one.number += 1
        return -int(-left // 1)

    def _count_now(self, limit: Limit, name: str, most: int) -> "_Count":
        count = self._counts.get((limit, name))
        if count is None or self._clock() - count.since >= limit.seconds:
            count = self._counts[limit, name] = _Count(self._clock(), most)
        return count

    def did(self, limit: Limit, person: str, address: str, delivery: str = "") -> None:
        """It was done once more."""
        if delivery:
            self._deliveries[person, delivery] = None
        for name, most in _names(limit, person, address):
            times = self._times.get((limit, name)) or deque(maxlen=most)
            times.append(self._clock())
            self._times[limit, name] = times

    def _wait(self, limit: Limit, name: str, most: int) -> float:
        times = self._times.get((limit, name), deque())
        if len(times) >= most:
            return max(0.0, times[0] + limit.seconds - self._clock())
        return 1.0 if len(times) + self._under_way[limit, name] >= most else 0.0


def _names(limit: Limit, person: str, address: str) -> list[tuple[str, int]]:
    """By what names something is counted, and how many there may be of each."""
    return [(f"p{person}", limit.person), *([(f"a{address}", limit.address)] if address else [])]


def address_of(remote: str, forwarded: str, trusted: Sequence[Network] = ()) -> str:
    """Whose address counts, "" for this machine's own; of IPv6 the network that one connection is given.

    A web server in front says who has asked it, and is believed where it is on this machine or `trusted`; of several in
    a row each adds to the right who has asked it.
    """
    found = remote
    ways = [_without_port(one.strip()) for one in forwarded.split(",") if one.strip()]
    while ways and (is_loopback(found) or _is_among(found, trusted)):
        found = ways.pop()
    return "" if is_loopback(found) else _counted(found)


def _without_port(address: str) -> str:
    """Some web servers write it, and each connection has another one."""
    found = _WITH_PORT.fullmatch(address)
    return found[1] or found[2] if found is not None else address


def is_unnamed_proxy(remote: str, trusted: Sequence[Network]) -> bool:
    """Whether what forwards comes from a network of one's own, as a container's, and is not believed."""
    found = _read(remote)
    return found is not None and found.is_private and not found.is_loopback and not _is_among(remote, trusted)


def _counted(address: str) -> str:
    """The address, or of IPv6 the /64 network: whoever has one of its addresses has all of them (RFC 6177)."""
    found = _read(address)
    return str(IPv6Network((found, 64), strict=False)) if isinstance(found, IPv6Address) else str(found or address)


def _is_among(address: str, networks: Sequence[Network]) -> bool:
    found = _read(address)
    return found is not None and any(found in one for one in networks)


def _read(address: str) -> IPv4Address | IPv6Address | None:
    """None where it is no address; one of IPv4 also where a server of both kinds writes it as IPv6."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found
