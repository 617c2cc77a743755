"""Who is waited for is named in the channels: once a turn, never while they play, and gone as soon as they act."""

from dataclasses import replace
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

import pytest

from bot.durations import SECOND
from bot.host.door import calls
from bot.tables import timers
from bot.tables.calls import REQUEST, TURN, Call, call_now, is_named_this_turn
from bot.tables.table import VERSION, Chair, Settings, Table
from bot.tables.timers import COMMANDS, IDLE, MENTION, MENTION_REQUEST, MOVE, REQUEST_PAUSE, dues
from bot.tables.who import Who
from engine.actions import format_action
from engine.legal import legal
from tests.tables.playing import ANNA, BRUNO, CLOCK, FAST, START, after, dealt, declined, person_in_turn
from tests.tables.test_missed_turns import FITAB, a_lap, another, forced

SILENCE = 10 * SECOND


def named(table: Table) -> list[tuple[str, int]]:
    """When the channels are told who is waited for, after the start."""
    return [(one.kind, one.at - START) for one in dues(table, START) if one.kind in (MENTION, MENTION_REQUEST)]


def test_the_channels_name_the_person_in_turn_once_and_until_they_act() -> None:
    table = dealt()
    who = person_in_turn(table)
    assert (named(table), call_now(table)) == ([(MENTION, SILENCE)], None)
    table = after(table, (CLOCK, COMMANDS[MENTION]), at=START + SILENCE)
    assert call_now(table) == Call(TURN, (who.id,), f"t0.1.{who.id}")
    assert named(table) == []
    assert declined(table, CLOCK, COMMANDS[MENTION]) == "not-now"
    table = after(table, (who, "play d"), at=START + 2 * SILENCE)
    assert (named(table), call_now(table)) == ([], None)  # they are there; a reminder in private may still come


def test_what_nobody_wants_or_nobody_reads_is_not_named() -> None:
    quiet = dealt(Settings(pace=0, mention_after=0))
    assert named(quiet) == []
    table = dealt()
    alone = [
        chair if chair.person == person_in_turn(table).id else Chair(computer="computer") for chair in table.chairs
    ]
    assert named(replace(table, chairs=tuple(alone))) == []  # only computers wait for them


def test_whoever_handles_their_cards_is_not_silent() -> None:
    table = after(dealt(), (CLOCK, f"busy {START + 8 * SECOND}"), at=START + SILENCE)
    assert named(table) == [(MENTION, 8 * SECOND + SILENCE)]
    assert declined(table, CLOCK, f"busy {START + 7 * SECOND}") == "not-now"
    assert declined(table, ANNA, f"busy {START + 9 * SECOND}") == "only-the-host"
    for nonsense in ("busy", "busy soon", "busy 1 2", f"busy {'9' * 18}"):
        assert declined(table, CLOCK, nonsense) == "not-now"


def turns(table: Table, count: int, at: int = START) -> Table:
    """So many turns later, each of two actions."""
    for _ in range(count):
        table = after(table, (person_in_turn(table), "play d"), at=at)
        assert table.game is not None
        away = next(text for text in map(format_action, legal(table.game.deal)) if text.startswith("x:"))
        table = after(table, (person_in_turn(table), f"play {away}"), at=at)
    return table


OVER_DAYS = Settings(pace=0, days=2, quiet="")


def test_over_days_a_turn_that_begins_is_told_to_its_person_and_named_in_no_channel() -> None:
    table = turns(dealt(OVER_DAYS), 1)
    assert named(table) == [(MENTION, SILENCE)]
    after_word = after(table, (CLOCK, COMMANDS[MENTION]), at=START + SILENCE)
    assert (named(after_word), call_now(after_word)) == ([], None)
    assert not is_named_this_turn(after_word, person_in_turn(after_word).id)  # so the later reminder is heard, too
    assert named(turns(after_word, 1, at=START + SILENCE)) == [(MENTION, 2 * SILENCE)]
    assert named(dealt(OVER_DAYS)) == []  # of new cards everybody hears anyhow
    assert named(turns(dealt(replace(OVER_DAYS, mention_after=0)), 1)) == []


def test_over_days_nobody_is_told_of_their_turn_in_the_quiet_hours() -> None:
    table = turns(dealt(replace(OVER_DAYS, quiet="23:00-08:00", zone="Europe/Rome")), 1)  # it is 23:13 there
    (due,) = named(table)
    morning = START + due[1] - SILENCE
    assert datetime.fromtimestamp(morning / SECOND, ZoneInfo("Europe/Rome")).strftime("%H:%M") == "08:00"


def test_over_days_an_older_table_tells_nobody_of_their_turn() -> None:
    table = turns(replace(dealt(OVER_DAYS), version=6), 1)
    assert named(table) == []


def test_who_has_not_answered_a_request_is_named_too() -> None:
    table = dealt()
    who, other = person_in_turn(table), another(table)
    table = after(table, (who, "propose annul"))
    assert (MENTION_REQUEST, SILENCE) in named(table)
    table = after(table, (CLOCK, COMMANDS[MENTION_REQUEST]), at=START + SILENCE)
    call = call_now(table)
    assert call is not None
    assert (call.why, len(call.people)) == (REQUEST, 3)
    assert who.id not in call.people
    assert MENTION_REQUEST not in [kind for kind, _ in named(table)]
    call = call_now(after(table, (other, "agree")))
    assert call is not None
    assert len(call.people) == 2
    assert call_now(after(table, (other, "refuse"))) is None


def asked_in_a_computers_turn(version: int = VERSION, settings: Settings = FAST) -> tuple[Table, Who]:
    """A computer has sat down in the turn of somebody, and somebody else asks the two who are left."""
    table = replace(dealt(settings), version=version)
    table = after(table, (person_in_turn(table), "leave"))
    asks = another(table)
    return after(table, (asks, "propose annul")), asks


def test_who_has_not_answered_is_named_while_a_computer_is_in_turn() -> None:
    table, asks = asked_in_a_computers_turn()
    waits = [(MENTION_REQUEST, SILENCE), (MOVE, REQUEST_PAUSE)]
    assert sorted((one.kind, one.at - START) for one in dues(table, START)) == waits
    named = after(table, (CLOCK, COMMANDS[MENTION_REQUEST]), at=START + SILENCE)
    call = call_now(named)
    assert call is not None
    assert (call.why, len(call.people), asks.id in call.people) == (REQUEST, 2, False)
    assert [(one.kind, one.at - START) for one in dues(named, START + SILENCE)] == [(MOVE, REQUEST_PAUSE)]


def test_beside_a_computer_nobody_is_named_in_older_logs_over_days_or_where_nobody_wants_or_reads_it() -> None:
    older = asked_in_a_computers_turn(5)[0]
    over_days = asked_in_a_computers_turn(settings=Settings(pace=0, days=2))[0]
    quiet = asked_in_a_computers_turn(settings=Settings(pace=0, mention_after=0))[0]
    for table in (older, over_days, quiet, replace(older, version=VERSION, channel="")):
        assert [one.kind for one in dues(table, START)] == [MOVE]


AWAY: Final = (CLOCK, f"restarted {START + 11 * SECOND} {START + 71 * SECOND}")
SET_BACK: Final = (CLOCK, f"restarted {START + 71 * SECOND} {START + 11 * SECOND}")


@pytest.mark.parametrize("jump", [AWAY, SET_BACK], ids=["an outage", "a clock set back"])
@pytest.mark.parametrize("what", [MENTION, MENTION_REQUEST])
def test_whoever_is_named_is_not_named_anew_when_clocks_have_stood_still(what: str, jump: tuple[Who, str]) -> None:
    table = dealt()
    if what == MENTION_REQUEST:
        table = after(table, (another(table), "propose annul"))
    table = after(table, (CLOCK, COMMANDS[what]), at=START + SILENCE)
    later = after(table, jump, at=START + 71 * SECOND)
    assert call_now(table) == call_now(later) is not None
    assert calls(table, later) == ()


def test_another_turn_and_another_request_are_other_calls() -> None:
    def key(table: Table, what: str) -> str:
        call = call_now(after(table, (CLOCK, COMMANDS[what]), at=START + SILENCE))
        assert call is not None
        return call.key

    table = dealt()
    lap = forced(forced(forced(forced(table))))
    assert person_in_turn(lap) == person_in_turn(table)
    assert key(lap, MENTION) != key(table, MENTION)
    first = after(table, (ANNA, "propose annul"))
    again = after(after(first, (ANNA, "refuse"), at=START + 1), (ANNA, "propose annul"), at=START + 1)
    assert key(first, MENTION_REQUEST) != key(again, MENTION_REQUEST)


def test_a_table_where_nobody_has_played_for_two_laps_waits_for_its_people() -> None:
    table = a_lap(dealt(FITAB))
    assert IDLE not in [one.kind for one in dues(table, START)]
    assert declined(table, CLOCK, IDLE) == "not-now"
    table = a_lap(table)
    assert [one.kind for one in dues(table, START)] == [IDLE]
    table = after(table, (CLOCK, IDLE))
    assert (table.paused, table.idle, dues(table, START)) == (True, True, ())
    table = after(table, (BRUNO, "resume"), at=START + 60 * SECOND)
    assert (table.paused, table.idle) == (False, False)
    assert IDLE not in [one.kind for one in dues(table, START)]


def test_one_who_plays_keeps_the_table_going() -> None:
    table = a_lap(dealt(FITAB))
    who = person_in_turn(table)
    table = a_lap(after(table, (who, "play d"), at=START + SECOND))
    assert IDLE not in [one.kind for one in dues(table, START)]
    assert forced(table).paused is False


def test_a_kind_of_due_time_is_one_word() -> None:
    kinds = [kind for name, kind in vars(timers).items() if name.isupper() and isinstance(kind, str)]
    assert len(kinds) > 15
    assert [kind for kind in kinds if len(kind.split()) != 1] == []
    assert len(set(kinds)) == len(kinds)


def test_of_two_calls_at_one_time_the_request_comes_first() -> None:
    """Rows that are due at one time are fired in the order of their kinds."""
    assert MENTION_REQUEST < MENTION
