"""The broadcast of a table with all hands open: an arbiter begins it, chooses its delay, and ends it. Pure.

What was played `delay` ago is shown, and what was played before the broadcast began never. A delay is a promise to who
plays: a lower one holds for what is played from then on, and what was played before keeps the old one. While a higher
one comes into force the broadcast stands still, for what was shown cannot be taken back.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.durations import MINUTE
from bot.tables.who import Declined, Who
from bot.tournaments.club_tournament import RUNNING, Broadcast, ClubTournament
from bot.tournaments.happening import Keys
from bot.tournaments.rights import only_arbiter, own_table

LEAST: Final = 15  # minutes: more than any code gives for a deal
MOST: Final = 180
BROADCAST: Final = "broadcast"


def choose(one: ClubTournament, who: Who, keys: Keys, _at: int) -> Keys | Declined:
    """A table of the round is shown so many `minutes` later from now on; 0 for no more."""
    table, minutes = keys["table"], keys["minutes"]
    if type(table) is not int or type(minutes) is not int:
        raise ValueError("no whole number")
    if refused := only_arbiter(one, who) or own_table(one, who, table):
        return refused
    if not one.announcement.is_dealt:
        return Declined("tournament-broadcast-real")
    if not minutes:
        return _end(one, table)
    pairing = one.pairing(table)
    if one.state != RUNNING or one.current is None or pairing is None:
        return Declined("tournament-not-now")
    number = one.current.number
    if pairing.decision is not None and one.broadcast_of(number, table) is None:
        return Declined("tournament-not-now")  # nothing is played there any more
    if not LEAST <= minutes <= MOST:
        return Declined("tournament-broadcast-delay", (("least", str(LEAST)), ("most", str(MOST))))
    return _keys(number, table, minutes)


def _end(one: ClubTournament, table: int) -> Keys | Declined:
    """Nothing of it is shown any more: of the last round in which there is one of this table."""
    found = [there.round for there in one.broadcasts if there.table == table]
    return _keys(max(found), table, 0) if found else Declined("tournament-broadcast-none")


def _keys(number: int, table: int, minutes: int) -> Keys:
    return {"round": number, "table": table, "minutes": minutes}


def chosen(one: ClubTournament, keys: Keys, at: int) -> ClubTournament | Declined:
    """The delay is in force; the same one again changes nothing."""
    number, table, delay = keys["round"], keys["table"], keys["minutes"] * MINUTE
    there = one.broadcast_of(number, table)
    others = tuple(other for other in one.broadcasts if other is not there)
    if not delay:
        return replace(one, broadcasts=others)
    if there is None:
        return replace(one, broadcasts=(*others, Broadcast(number, table, ((at, delay),))))
    if there.delay == delay:
        return one
    longer = replace(there, delays=(*there.delays, (at, delay)))
    return replace(one, broadcasts=tuple(longer if other is there else other for other in one.broadcasts))


# --- how far it is ----------------------------------------------------------------------------------------------------


def shown_until(one: Broadcast, now: int) -> int:
    """What was played up to this time is shown now; 0 before anything is."""
    changes = [since for since, _ in one.delays[1:]]
    reached = [_old_enough(one.delays[:place], min(at, now)) for place, at in enumerate(changes, 1)]
    found = max([*reached, _old_enough(one.delays, now)])
    return found if found >= one.since else 0


def _old_enough(delays: Sequence[tuple[int, int]], now: int) -> int:
    """Up to when everything is older than each delay that was in force since it was played."""
    ends = [*[since for since, _ in delays[1:]], now]
    return min(now - delay for (_, delay), end in zip(delays, ends, strict=True) if now - delay < end)


def begins(one: Broadcast) -> int:
    """When the first of it is shown."""
    return one.since + max(delay for _, delay in one.delays)
