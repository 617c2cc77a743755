"""Time is called: the limit of a turn has passed, and the player is asked to complete it (fitab art. 34).

The article lets every player remind the opponent; an arbiter gives five seconds more and then sees to the discard. So
an opponent may call, and a partner may not, who would only waste their own side's time. Nobody has to watch the clock
in a chat: where no opponent calls, the host does `bot.tables.clocks.CALLS_ITSELF` after the limit, and who would rather
wait simply does not press the button. A table with `turn_seconds` in a code that prints no grace is forced without a
call.
"""

from dataclasses import replace

from bot.tables.clocks import bank_left, forced_at, match_ends, turn_ends
from bot.tables.hours import in_days
from bot.tables.table import Table
from bot.tables.who import Declined, Who


def call(table: Table, who: Who, _words: list[str], at: int) -> Table | Declined:
    """`call`: the person in turn has the code's seconds of grace left, counted from now. Their buttons stay good."""
    if not table.seat_of(who.id) and not who.admin and not who.is_host:
        return Declined("not-seated")
    if not turn_ends(table) or not table.turn_grace:
        return _not_called_here(table, at)
    if table.paused:
        return Declined("table-paused")
    if not may_call(table, table.seat_of(who.id)) and not who.admin and not who.is_host:
        return Declined("only-opponents")
    if table.called >= 0:
        return Declined("already-called")
    if at < turn_ends(table):
        return Declined("not-yet")
    return replace(table, called=at)


def _not_called_here(table: Table, at: int) -> Declined:
    """Why no time is called: which clock it is that runs out by itself, what is left of it, and what happens then."""
    if not table.in_turn:
        return Declined("not-now")
    settings = table.settings
    if not settings.days and not settings.match_minutes and not turn_ends(table):
        return Declined("no-clock")
    if table.paused:
        return Declined("table-paused")
    if settings.days:
        return _over_days(table, at)
    return _over_a_turn(table, at) if turn_ends(table) else _over_the_match(table, at)


def _over_days(table: Table, at: int) -> Declined:
    left = in_days(table.settings, bank_left(table, table.in_turn, at)) if table.chair(table.in_turn).human else 0
    if not left:
        return Declined("no-clock")
    if table.code.rules.clock_out == "loses":
        return Declined("lost-over-days", (("turn", table.in_turn), ("time", str(left))))
    return Declined("not-called-over-days", (("turn", table.in_turn), ("time", str(left))))


def _over_a_turn(table: Table, at: int) -> Declined:
    """A code that prints no grace: the limit itself ends the turn."""
    left = max(0, forced_at(table) - at)
    if table.code.rules.clock_out == "loses":
        return Declined("lost-over-a-turn", (("turn", table.in_turn), ("time", str(left))))
    return Declined("not-called-over-a-turn", (("turn", table.in_turn), ("time", str(left))))


def _over_the_match(table: Table, at: int) -> Declined:
    """The time left is told only where the code lets players see the clock; FITAB's does not (art. 5)."""
    ends = match_ends(table)
    if not ends:
        return Declined("match-time-is-up")
    if table.code.rules.round_clock != "shown":
        return Declined("not-called-hidden-match")
    return Declined("not-called-over-a-match", (("time", str(max(0, ends - at))),))


def may_call(table: Table, seat: str) -> bool:
    """Whether who sits there is an opponent of the player in turn."""
    code = table.code
    if not seat or not table.in_turn:
        return False
    return code.side_of[code.seats.index(seat)] != code.side_of[code.seats.index(table.in_turn)]
