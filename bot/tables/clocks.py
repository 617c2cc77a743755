"""The clocks of a table: whose time runs, until when, what is left; pure, on a given moment.

A table has no clock, or one that its settings choose: for each turn (the code's own or the table's seconds), for the
match (the play of its deals together, so that no time can end between two deals and a host's pauses cost nobody), or
over days (a bank for each player, used only while they are in turn, and only by the time that counts:
`bot.tables.hours`).

Every mark that a clock runs from is a moment; when the table has stood still (a pause, an adjournment, an outage) the
marks move, so that each clock has the time left that it had.
"""

from dataclasses import replace
from typing import Any, Final

from bot.durations import MINUTE, SECOND
from bot.tables.copying import table_with
from bot.tables.hours import began_at, counted_time, day_length, due_at
from bot.tables.table import PLAYING, Objection, Settings, Table
from engine.hand import size
from engine.rules import Rules

NONE: Final = "none"
TURN: Final = "turn"
MATCH: Final = "match"
DAYS: Final = "days"
CLOCKS: Final = (NONE, TURN, MATCH, DAYS)

KEEPS_GRACE: Final = 6  # the version of tables since which time that was called stands still while a computer plays
CALLED_ANEW: Final = 8  # since which who was reminded is waited for anew when their seat changes hands
TIMES_A_POZZETTO: Final = 9  # since which new cards in the middle of a turn have a time of their own
CALLS_ITSELF: Final = 10 * SECOND  # after the limit, where nobody at the table has called time
MORE_FOR_THE_MATCH: Final = 5 * MINUTE
LOW: Final = 6  # a bank is low when one part in so many is left


def clock_of(settings: Settings) -> str:
    """Which clock a table has, one of `CLOCKS`; where a turn's and a match's run both, the turn's."""
    if settings.days:
        return DAYS
    if runs(settings.load_rules()):
        return TURN
    return MATCH if settings.match_minutes else NONE


def runs(rules: Rules) -> bool:
    """Whether a clock runs for each turn."""
    return bool(rules.turn_seconds or (rules.turn_clock and rules.clock_scale))


def moment(table: Table, at: int) -> int:
    """The moment the table's clocks show: while it is paused they stand."""
    return min(at, table.stopped) if table.paused else at


# --- the turn ---------------------------------------------------------------------------------------------------------


def turn_ends(table: Table) -> int:
    """When the limit of the turn is reached; 0 where no clock of the turn runs."""
    time = table.turn_time
    return table.turn_since + time + table.pozzetto_time + table.extra if time and _human(table) else 0


def forced_at(table: Table) -> int:
    """When the code plays for the person in turn, as things stand; 0 before time is called, or without a clock."""
    if not turn_ends(table):
        return 0
    if not table.turn_grace:
        return turn_ends(table)
    return table.called + table.turn_grace if table.called >= 0 else 0


def new_turn(table: Table, at: int, **changes: Any) -> Table:
    """The table as a turn begins, or another person takes the seat in turn: all that belongs to it begins anew.

    `changes`: what else becomes of it, in the same copy.
    """
    return table_with(
        table,
        **changes,
        since=at,
        turn_since=at,
        acted=at,
        pinged=-1,
        mentioned=-1,
        offered=-1,
        reminded=-1,
        called=-1,
        extra=0,
        pozzetto_time=0,
        outage=0,
        copied=False,
        objection=_still_told(table.objection),
    )


def with_pozzetto(table: Table, at: int) -> Table:
    """The table as whoever is in turn takes the pozzetto in diretta: they have the time of these cards from now on.

    Only where a turn's time goes by the cards in hand (fitab art. 34); time that was called was that of the old cards.
    """
    rules, game = table.code.rules, table.game
    if table.version < TIMES_A_POZZETTO or game is None or not table.turn_time or rules.turn_seconds:
        return table
    ends = at + rules.turn_limit(size(game.deal.hands[game.deal.turn])) * SECOND
    more = max(0, ends - table.turn_since - table.turn_time - table.extra)
    return table_with(table, pozzetto_time=more, called=-1)


def _still_told(objection: Objection | None) -> Objection | None:
    return replace(objection, turns=objection.turns - 1) if objection and objection.turns else None


def handed_over(table: Table, before: Table, at: int) -> Table:
    """The table as a computer takes the seat in turn, or its owner again: their time stands still in between.

    Who was reminded is waited for no more; who has come back, and is silent again, is reminded again.
    """
    now = moment(before, at)
    used = max(0, now - before.turn_since) if before.turn_time and _human(before) else 0
    extra = 0 if before.banks else before.extra - used  # a bank has been charged
    called = table.called
    if table.version >= KEEPS_GRACE and called >= 0 and not _human(before):
        called += now - before.turn_since
    if table.version >= CALLED_ANEW:
        table = replace(table, pinged=-1, reminded=-1)
    return replace(table, since=now, turn_since=now, acted=now, offered=-1, extra=extra, called=called)


# --- days -------------------------------------------------------------------------------------------------------------


def full_bank(settings: Settings) -> int:
    """What a player may use in a match over days."""
    return settings.days * day_length(settings)


def bank_left(table: Table, seat: str, at: int) -> int:
    """What is left in a player's bank, of time that counts; 0 at a live table."""
    if not table.banks:
        return 0
    bank = table.banks[table.code.seats.index(seat)]
    if seat != table.in_turn or not _human(table):
        return bank
    return max(0, bank + table.extra - counted_time(table.settings, table.turn_since, moment(table, at)))


def bank_ends(table: Table) -> int:
    """When the bank of the person in turn is used up; 0 at a live table."""
    if not table.banks or not _human(table):
        return 0
    bank = table.banks[table.code.seats.index(table.in_turn)]
    return due_at(table.settings, table.turn_since, bank + table.extra)


def bank_low_at(table: Table) -> int:
    """When the bank of the person in turn has run low; where it is low already, when half of it is gone."""
    bank = table.banks[table.code.seats.index(table.in_turn)] + table.extra
    return due_at(table.settings, table.turn_since, bank - low_bank(table))


def low_bank(table: Table) -> int:
    """What is left in the bank of the person in turn when it has run low, of time that counts."""
    bank = table.banks[table.code.seats.index(table.in_turn)] + table.extra
    return min(full_bank(table.settings) // LOW, bank // 2)


def charge_turn(table: Table, at: int) -> Table:
    """The table after the person in turn has paid for their turn so far."""
    if not table.banks or not table.in_turn:
        return table
    place = table.code.seats.index(table.in_turn)
    left = bank_left(table, table.in_turn, at)
    return table_with(table, banks=(*table.banks[:place], left, *table.banks[place + 1 :]))


# --- the match --------------------------------------------------------------------------------------------------------


def match_ends(table: Table) -> int:
    """When the time of the match is over, if the deal goes on; 0 where no clock of the match runs."""
    if not table.settings.match_minutes or table.game is None or table.phase != PLAYING or table.game.timed_out:
        return 0
    return table.deal_since + max(0, table.settings.match_minutes * MINUTE - table.match_used)


def deal_ended(table: Table, at: int) -> Table:
    """The table after the time of its deal has been added to the match's."""
    return replace(table, match_used=table.match_used + max(0, moment(table, at) - table.deal_since))


# --- more time, and time that stood still -----------------------------------------------------------------------------


def more_time(table: Table) -> int:
    """What the player in turn gets if all agree: their turn's time again, at least a minute; a day; match minutes.

    0 where no clock runs for a person.
    """
    if table.settings.days:
        return day_length(table.settings) if _human(table) else 0
    if table.turn_time:
        return max(table.turn_time, MINUTE) if _human(table) else 0
    return MORE_FOR_THE_MATCH if match_ends(table) else 0


def with_more_time(table: Table, at: int) -> Table:
    """The table after all agreed to it; who was over their limit gets the whole of it from now on."""
    more = more_time(table)
    if table.turn_time:
        late = max(0, moment(table, at) - turn_ends(table))
        return replace(table, extra=table.extra + late + more, called=-1)
    if table.settings.days:
        late = counted_time(table.settings, bank_ends(table), moment(table, at))
        return replace(table, extra=table.extra + late + more, reminded=-1)
    return replace(table, extra=table.extra + more, match_used=table.match_used - more)


def stood_still(table: Table, stopped: int, at: int) -> Table:
    """The table after its clocks stood from one moment to another: each has the time left that it had."""
    return _shift_marks(table, stopped, at) if at > stopped else table


def set_back(table: Table, was: int, now: int) -> Table:
    """The table after the machine's clock was set back: all that had happened happened as long ago as before."""
    if not table.paused:
        return _shift_marks(table, was, now)
    stopped = table.stopped - (was - now)
    return replace(_shift_marks(table, table.stopped, stopped), stopped=stopped)


def _shift_marks(table: Table, stopped: int, at: int) -> Table:
    """The table with every mark as far from one moment as it was from another, in the time that counts."""
    settings = table.settings if table.phase == PLAYING else replace(table.settings, days=0)

    def moved(mark: int) -> int:
        return began_at(settings, at, counted_time(settings, mark, stopped)) if mark >= 0 else mark

    return replace(
        table,
        since=moved(table.since),
        turn_since=moved(table.turn_since),
        acted=moved(table.acted),
        pinged=moved(table.pinged),
        mentioned=moved(table.mentioned),
        mentioned_request=moved(table.mentioned_request),
        offered=moved(table.offered),
        called=moved(table.called),
        deal_since=moved(table.deal_since),
        warned=moved(table.warned),
        proposal=table.proposal and replace(table.proposal, at=moved(table.proposal.at)),
    )


def _human(table: Table) -> bool:
    return bool(table.in_turn) and table.chair(table.in_turn).human
