"""Leases that come in equal parts, as Discord's shards do: which of them a host wants, so that all have equally many.

Pure. A part is a lease of its own, `discord:0/4`. Each host that could have parts also has its sign, a lease with the
host's number that says so: `discord:17@4`. A host that divides the same into another number of parts, or not at all, is
a rival. Of two rivals one does nothing, for otherwise both would do the same work.

Leases of many bots that are not divided are spread in the same way, bot by bot (`spread`); a sign of it bears a digest
of the bots instead of a number of parts.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from zlib import crc32

_PART: Final = re.compile(r"(?P<whole>.+):(?P<number>\d+)/(?P<count>\d+)")
_SIGN: Final = re.compile(r"(?P<whole>.+):(?P<number>\d+)@(?P<count>\d+)")


@dataclass(frozen=True, order=True, slots=True)
class Division:
    """What is divided, and into how many parts; 1 for what is not divided."""

    whole: str
    count: int

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(part_of(self.whole, number, self.count) for number in range(self.count))

    def sign(self, host: int) -> str:
        """The lease by which a host says that it could have parts."""
        return f"{self.whole}:{host}@{self.count}"


def part_of(whole: str, number: int, count: int) -> str:
    """The lease of one of so many parts, counted from 0; the whole itself where there is only one."""
    return whole if count == 1 else f"{whole}:{number}/{count}"


def division_of(lease: str) -> Division:
    """What a lease is a part of, or the sign for."""
    found = _PART.fullmatch(lease) or _SIGN.fullmatch(lease)
    return Division(found["whole"], int(found["count"])) if found else Division(lease, 1)


def with_wholes(leases: Iterable[str]) -> frozenset[str]:
    """These leases without signs, and the wholes of which some are parts."""
    parts = [one for one in leases if not _SIGN.fullmatch(one)]
    return frozenset([*parts, *[division_of(one).whole for one in parts]])


def count_among(leases: Iterable[str], whole: str) -> int:
    """Into how many parts those divide a whole who have these leases; 0 where nobody has anything of it.

    Where they differ, as the parts say that somebody has, and not the signs.
    """
    found = [one for one in leases if division_of(one).whole == whole]
    counts = [division_of(one).count for one in sorted(found, key=lambda one: bool(_SIGN.fullmatch(one)))]
    return counts[0] if counts else 0


def rivals_of(division: Division, me: int, holders: Mapping[str, int]) -> set[int]:
    """The hosts that divide the same whole in another way, and to which this one must leave it.

    A host that has parts of it goes before one that has none; otherwise the one that came first.
    """
    of_it = {lease: host for lease, host in holders.items() if division_of(lease).whole == division.whole}
    has_some = any(host == me and not _SIGN.fullmatch(lease) for lease, host in of_it.items())
    others = [(lease, host) for lease, host in of_it.items() if host != me and division_of(lease) != division]
    having = {host for lease, host in others if not _SIGN.fullmatch(lease)}
    if has_some:
        return {host for host in having if host < me}
    return having or {host for _, host in others if host < me}


def wanted(names: Collection[str], me: int, holders: Mapping[str, int]) -> set[str]:
    """Of all that a host could do, what it wants now. `holders`: which host has which lease, of those alive."""
    found: set[str] = set()
    for division in sorted({division_of(name) for name in names}):
        if rivals_of(division, me, holders):
            continue
        found |= {division.whole} if division.count == 1 else _wanted_parts(division, me, holders)
    return found


def kind_of(lease: str) -> str:
    """What a bot's lease is of, `telegram`, whichever bot's it is."""
    return lease.rpartition("/")[2]


def spread(kind: str, names: Collection[str], me: int, holders: Mapping[str, int]) -> set[str]:
    """Of the leases of one kind of bots that were added, which a host could have, those that it wants now.

    Its own, and those of nobody that it is next to take; all but one where it has two more than another host. A bot of
    the settings counts, and stays. The sign of a host says which bots it could have, so that none is left to a host
    that does not know it yet, or has given it up.
    """
    could = Division(f"*/{kind}", crc32(" ".join(sorted(names)).encode()))
    own = {name for name in names if holders.get(name) == me}
    if holders.get(could.sign(me)) != me:
        return {could.sign(me), *own}
    having = [host for lease, host in holders.items() if kind_of(lease) == kind]
    counts = {host: having.count(host) for lease, host in holders.items() if lease == could.sign(host)}
    free = sorted(name for name in names if name not in holders)
    return {could.sign(me), *_with_share(own, free, me, counts)}


def _wanted_parts(division: Division, me: int, holders: Mapping[str, int]) -> set[str]:
    """Its own, and those of nobody that it is next to take; all but one where it has two more than another host.

    Nothing yet for who has no sign: first everybody sees who is there.
    """
    sign = division.sign(me)
    own = {part for part in division.parts if holders.get(part) == me}
    if holders.get(sign) != me:
        return {sign, *own}
    counts = {host: 0 for lease, host in holders.items() if lease == division.sign(host)}
    for part in division.parts:
        if holders.get(part) in counts:
            counts[holders[part]] += 1
    free = [part for part in division.parts if part not in holders]
    return {sign, *_with_share(own, free, me, counts, division.parts.index)}


def _with_share(
    own: set[str],
    free: Collection[str],
    me: int,
    having: Mapping[int, int],
    order: Callable[[str], Any] = str,
) -> set[str]:
    """A host's own and its share of what is free, or its own but one. `having`: how many each host has."""
    counts = dict(having)
    for one in free:
        least = min(counts, key=lambda host: (counts[host], host))
        counts[least] += 1
        own |= {one} if least == me else set()
    most = max(counts, key=lambda host: (counts[host], host))
    if not free and own and most == me and counts[me] - min(counts.values()) > 1:
        own.discard(max(own, key=order))
    return own
