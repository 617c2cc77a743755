"""Turns that the clock has to end: silence over several of them is noticed as within one that has no clock."""

from bot.durations import SECOND
from bot.tables import timers as due
from bot.tables.table import Settings, Table
from bot.tables.timers import dues
from bot.tables.who import Who
from engine.actions import format_action
from engine.legal import legal
from tests.tables.playing import CLOCK, START, after, dealt, declined, person_in_turn

FITAB = Settings(rules="fitab", house="clock_scale=1", pace=0)
HALF = 20 * SECOND  # of a turn's forty


def forced(table: Table, at: int = START) -> Table:
    """The table after the clock has ended the turn."""
    number = table.game.turn_number if table.game else 0
    table = after(table, (CLOCK, "play t"), at=at)
    while table.game is not None and table.in_turn and table.game.turn_number == number:
        table = after(table, (CLOCK, f"play {format_action(legal(table.game.deal)[0])}"), at=at)
    return table


def a_lap(table: Table) -> Table:
    """The table after one turn of each, all ended by the clock."""
    for _ in table.chairs:
        table = forced(table)
    return table


def of_silence(table: Table) -> list[tuple[str, int]]:
    kinds = (due.PING, due.REMIND, due.OFFER)
    return [(found.kind, found.at - START) for found in dues(table, START) if found.kind in kinds]


def another(table: Table) -> Who:
    chair = next(chair for chair in table.chairs if chair.person != person_in_turn(table).id)
    return Who(chair.person, chair.name)


def test_who_missed_a_turn_is_pinged_in_the_next_one_and_a_stand_in_is_offered_in_the_third() -> None:
    table = dealt(FITAB)
    assert of_silence(table) == [(due.PING, 60 * SECOND), (due.OFFER, 300 * SECOND)]
    table = a_lap(table)
    assert of_silence(table) == [(due.PING, HALF), (due.OFFER, 300 * SECOND)]
    table = a_lap(after(table, (CLOCK, "ping")))
    table = after(table, (another(table), "propose annul"), (another(table), "refuse"))  # somebody is there
    assert of_silence(table) == [(due.PING, HALF), (due.OFFER, HALF)]
    table = a_lap(after(table, (CLOCK, "ping"), (CLOCK, "offer")))
    assert of_silence(table) == [(due.OFFER, 0)]


def test_then_the_others_may_let_a_computer_play() -> None:
    table = a_lap(a_lap(dealt(FITAB)))
    assert declined(table, another(table), "standin") == "not-yet"
    table = after(table, (CLOCK, "offer"))
    seat = table.in_turn
    table = after(table, (another(table), "standin"))
    assert (bool(table.chair(seat).computer), table.chair(seat).missed) == (True, 0)


def test_who_does_anything_is_there() -> None:
    table = a_lap(a_lap(dealt(FITAB)))
    who = person_in_turn(table)
    assert table.chair(table.in_turn).missed == 2
    table = after(table, (who, "play d"), at=START + SECOND)
    assert table.chair(table.in_turn).missed == 0
    seat = table.in_turn
    assert forced(table, START + 50 * SECOND).chair(seat).missed == 0  # they were slow, and not away


def test_a_word_from_elsewhere_in_the_turn_counts_too() -> None:
    table = a_lap(dealt(FITAB))
    who = another(table)
    assert after(table, (who, "propose annul")).chair(table.seat_of(who.id)).missed == 0


def test_what_is_switched_off_stays_off() -> None:
    quiet = Settings(rules="fitab", house="clock_scale=1", pace=0, ping_after=0, stand_in_after=0)
    assert of_silence(a_lap(a_lap(dealt(quiet)))) == []
