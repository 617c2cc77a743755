"""The clock of a round, and the minutes that an arbiter gives back to one table (recupero). Pure.

The round's time is one for all; a table that was given minutes back has its TIME OUT so much later, by the clock of
the round or, where the arbiter has called time before it, from that call on. The list has one `timeout` a round, the
first; for which tables it was called afterwards stands beside it.
"""

import json
from typing import Any, Final

from bot.durations import MINUTE
from bot.tables.who import Declined, Who
from bot.tournaments.club_tournament import ClubTournament
from bot.tournaments.happening import Keys, LogEntry
from bot.tournaments.rights import only_arbiter
from bot.tournaments.rulings import RECOVERY, already_ruled, concerned, noted
from engine.tournament.deadlines import deadline
from engine.tournament.state import Pairing

LAST_LAPS: Final = "lastlaps"
MOST_MINUTES: Final = 60  # given back at once


# --- when it is over --------------------------------------------------------------------------------------------------


def given_back(one: ClubTournament, table: int) -> int:
    """The milliseconds that a table of the round was given back."""
    number = one.current.number if one.current is not None else 0
    there = [ruling for ruling in one.rulings if (ruling.what, ruling.round, ruling.table) == (RECOVERY, number, table)]
    return sum(json.loads(ruling.keys)["minutes"] * MINUTE for ruling in there if not ruling.undone)


def round_ends(one: ClubTournament, table: int = 0) -> int:
    """When time is called for the round, or for one of its tables; 0 where no clock runs and while it stands still."""
    current = one.current
    if current is None or current.closed or not one.went_at or one.paused_at:
        return 0
    back = given_back(one, table)
    if current.timed_out and back:
        return one.timed_out_at + back
    minutes = one.announcement.minutes(current.number)
    return deadline(one.went_at, minutes, back) if minutes else 0


def is_timed_out(one: ClubTournament, table: int) -> bool:
    """Whether time is over for a table of the open round."""
    called_for_all = one.current is not None and one.current.timed_out
    return called_for_all and (not given_back(one, table) or table in one.late_tables)


def goes_on(one: ClubTournament) -> list[Pairing]:
    """The tables that play on after time was called for the others."""
    called_for_all = one.current is not None and one.current.timed_out
    return [pairing for pairing in one.undecided if called_for_all and not is_timed_out(one, pairing.table)]


def next_last_lap(one: ClubTournament) -> int | None:
    """When time is called for the first of these; None where nobody plays on, or nothing runs."""
    ends = [round_ends(one, pairing.table) for pairing in goes_on(one)]
    return min([end for end in ends if end], default=None)


def last_laps(one: ClubTournament, who: Who, _keys: Keys, at: int) -> Keys | Declined:
    """The host: the minutes of these tables are over, too."""
    over = [pairing.table for pairing in goes_on(one) if 0 < round_ends(one, pairing.table) <= at]
    return {"tables": over} if who.is_host and over else Declined("tournament-not-now")


# --- minutes given back -----------------------------------------------------------------------------------------------


def give_back(one: ClubTournament, who: Who, keys: Keys, at: int) -> LogEntry:
    """An arbiter gives a table the minutes that a call cost it; once its time was called none can be given."""
    table, minutes = int(keys["table"]), int(keys["minutes"])
    pairing = one.pairing(table)
    if refused := only_arbiter(one, who):
        return refused
    if pairing is None or one.current is None or one.current.closed:
        return Declined("tournament-no-table", (("table", str(table)),))
    if who.id in concerned(one, {"table": table}):
        return Declined("tournament-own-table")
    if pairing.decision is not None:
        return Declined("event-decided", (("words", f"table {table} has its result"),))
    if not one.went_at:
        return Declined("tournament-not-begun")
    if not 1 <= minutes <= MOST_MINUTES:
        return Declined("tournament-minutes", (("most", str(MOST_MINUTES)),))
    if is_timed_out(one, table):
        return Declined("tournament-time-over", (("table", str(table)),))
    if refused := already_ruled(one, keys):
        return refused
    back: dict[str, Any] = {"table": table, "minutes": minutes}
    return noted(one, who, at, RECOVERY, back, table=table, waits=False)
