"""The clocks of a table: limits and calls, more time, days in a bank, the match's time, pauses and outages."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.durations import DAY, HOUR, MINUTE, SECOND
from bot.tables import timers as due
from bot.tables.clocks import CALLS_ITSELF, bank_left, forced_at, full_bank, match_ends, turn_ends
from bot.tables.commands import Decided, decide
from bot.tables.hours import counted_time, day_length
from bot.tables.log import LogRow, fold, format_who, opening
from bot.tables.table import OVER, PAUSE, VERSION, Settings, Table
from bot.tables.timers import dues
from bot.tables.who import Who
from engine.actions import format_action
from engine.legal import legal
from engine.position import parse_position
from engine.stream import Stream
from engine.table import Game
from tests.tables.playing import (
    ADMIN,
    ANNA,
    BRUNO,
    CARLA,
    CLOCK,
    DARIO,
    EVE,
    FAST,
    SEED,
    START,
    after,
    dealt,
    declined,
    lobby,
    person_in_turn,
)

FITAB = Settings(rules="fitab", house="clock_scale=1")
OVER_DAYS = Settings(days=3, zone="UTC")  # START is a Tuesday, 22:13:20 there
MATCH = Settings(match_minutes=30)
ALL = (ANNA, BRUNO, CARLA, DARIO)


def seated(table: Table, steps: int) -> Who:
    """Who sits so many seats after the person in turn."""
    number = table.code.seats.index(table.in_turn)
    for _ in range(steps):
        number = table.code.next_seat[number]
    chair = table.chairs[number]
    return Who(chair.person, chair.name)


def at_of(table: Table, kind: str, at: int = START) -> int:
    """When this is due; -1 where it is not."""
    return next((found.at for found in dues(table, at) if found.kind == kind), -1)


def turn(table: Table, at: int) -> Table:
    """The table after the person in turn has drawn and discarded."""
    return discarded(after(table, (person_in_turn(table), "play d"), at=at), at)


def discarded(table: Table, at: int) -> Table:
    assert table.game is not None
    discard = next(format_action(a) for a in legal(table.game.deal) if format_action(a).startswith("x:"))
    return after(table, (person_in_turn(table), f"play {discard}"), at=at)


def agreed(table: Table, what: str, at: int) -> Table:
    """The table after all have agreed."""
    others = [who for who in ALL if who.id != ANNA.id]
    return after(table, (ANNA, f"propose {what}"), *[(who, "agree") for who in others], at=at)


# --- a clock for each turn --------------------------------------------------------------------------------------------


def test_an_opponent_calls_time_and_the_code_s_seconds_are_left() -> None:
    table = dealt(FITAB)
    opponent, partner = seated(table, 1), seated(table, 2)
    late = START + 40 * SECOND
    assert declined(table, opponent, "call", at=late - 1) == "not-yet"
    assert declined(table, partner, "call", at=late) == "only-opponents"
    assert declined(table, EVE, "call", at=late) == "not-seated"
    called = after(table, (opponent, "call"), at=late + 3 * SECOND)
    assert called.stage == table.stage
    assert at_of(called, due.CLOCK) == late + 8 * SECOND
    assert declined(called, opponent, "call", at=late + 4 * SECOND) == "already-called"


def test_where_nobody_calls_the_host_does() -> None:
    table = dealt(FITAB)
    assert (forced_at(table), at_of(table, due.CLOCK)) == (0, -1)
    assert at_of(table, due.CALL) == START + 40 * SECOND + CALLS_ITSELF
    called = after(table, (CLOCK, "call"), at=START + 50 * SECOND)
    assert at_of(called, due.CLOCK) == START + 55 * SECOND


def test_the_grace_is_scaled_with_the_clock() -> None:
    assert dealt(Settings(rules="fitab", house="clock_scale=3")).turn_grace == 15 * SECOND


def test_a_code_without_a_grace_forces_at_the_limit() -> None:
    table = dealt(Settings(house="turn_seconds=20"))
    assert (at_of(table, due.CLOCK), at_of(table, due.CALL)) == (START + 20 * SECOND, -1)
    assert declined(table, seated(table, 1), "call", at=START + 30 * SECOND) == "not-called-over-a-turn"


def test_nobody_calls_time_without_a_clock_in_a_pause_or_between_deals() -> None:
    assert declined(dealt(), seated(dealt(), 1), "call") == "no-clock"
    paused = after(dealt(FITAB), (ADMIN, "pause"))
    assert declined(paused, seated(paused, 1), "call", at=START + HOUR) == "table-paused"
    assert declined(lobby(), ANNA, "call") == "not-now"


def test_a_turn_begins_with_a_clock_of_its_own() -> None:
    table = after(dealt(FITAB), (CLOCK, "call"), at=START + 50 * SECOND)
    table = turn(table, START + 52 * SECOND)
    assert (table.called, turn_ends(table)) == (-1, START + 92 * SECOND)


def test_a_turn_that_is_taken_back_begins_anew() -> None:
    table = agreed(turn(dealt(FITAB), START + 30 * SECOND), "undo", START + 60 * SECOND)
    assert turn_ends(table) == START + 100 * SECOND


# --- eleven new cards in the middle of a turn (fitab art. 34) ---------------------------------------------------------


def with_three_sevens(settings: Settings = FITAB, version: int = VERSION) -> Table:
    """Whoever is in turn has taken their card, holds three sevens, and their side has its pozzetto before it."""
    table = replace(dealt(settings), version=version)
    assert table.game is not None
    hands = "/".join(["7h7d7c" if seat == table.in_turn else "?11" for seat in table.code.seats])
    position = f"{table.in_turn}/play ?49 4c {hands} 3h4d5s6cTsJdQcKs9d8cAd,?11 -|-"
    return replace(table, game=Game(parse_position(table.code.rules, position)))


def diretta(table: Table, at: int) -> Table:
    return after(table, (person_in_turn(table), "play m:7h7d7c"), at=at)


def test_who_takes_the_pozzetto_in_diretta_has_the_time_of_its_cards_from_then_on() -> None:
    table = with_three_sevens()
    assert turn_ends(table) == START + 10 * SECOND
    table = diretta(table, START + 8 * SECOND)
    assert at_of(table, due.CALL) == START + 48 * SECOND + CALLS_ITSELF
    assert declined(table, seated(table, 1), "call", at=START + 48 * SECOND - 1) == "not-yet"
    assert table.extra == 0  # nobody has agreed to more time


def test_time_called_for_three_cards_is_not_called_for_eleven_new_ones() -> None:
    table = after(with_three_sevens(), (CLOCK, "call"), at=START + 20 * SECOND)
    table = diretta(table, START + 23 * SECOND)
    assert (forced_at(table), turn_ends(table)) == (0, START + 63 * SECOND)


def test_more_time_that_was_agreed_to_is_not_lost_with_a_pozzetto() -> None:
    table = agreed(with_three_sevens(), "time", START + 5 * SECOND)
    assert turn_ends(diretta(table, START + 6 * SECOND)) == START + 70 * SECOND
    assert turn_ends(diretta(table, START + 50 * SECOND)) == START + 90 * SECOND


def test_the_time_of_a_pozzetto_goes_with_its_turn() -> None:
    table = discarded(diretta(with_three_sevens(), START + 8 * SECOND), START + 20 * SECOND)
    assert turn_ends(table) == START + 60 * SECOND


def test_seconds_of_a_table_s_own_are_for_the_whole_turn() -> None:
    table = with_three_sevens(Settings(rules="fitab", house="turn_seconds=30"))
    assert turn_ends(diretta(table, START + 8 * SECOND)) == START + 30 * SECOND


def test_at_older_tables_a_turn_keeps_the_time_it_began_with() -> None:
    assert turn_ends(diretta(with_three_sevens(version=8), START + 8 * SECOND)) == START + 10 * SECOND


# --- more time by consent ---------------------------------------------------------------------------------------------


def test_with_everybody_s_consent_the_player_in_turn_gets_more() -> None:
    table = after(dealt(FITAB), (ANNA, "propose time"), (BRUNO, "agree"), (CARLA, "agree"), at=START + 10 * SECOND)
    assert turn_ends(table) == START + 40 * SECOND
    table = after(table, (DARIO, "agree"), at=START + 10 * SECOND)
    assert (turn_ends(table), table.proposal) == (START + 100 * SECOND, None)
    assert turn_ends(turn(table, START + 90 * SECOND)) == START + 130 * SECOND


def test_who_is_over_the_limit_gets_the_whole_of_it() -> None:
    table = after(dealt(FITAB), (CLOCK, "call"), at=START + 50 * SECOND)
    table = agreed(table, "time", START + 54 * SECOND)
    assert (turn_ends(table), table.called) == (START + 114 * SECOND, -1)


def test_more_time_is_the_turn_s_a_day_or_minutes_of_the_match() -> None:
    slow = agreed(dealt(Settings(house="turn_seconds=120")), "time", START)
    assert turn_ends(slow) == START + 240 * SECOND
    days = agreed(dealt(OVER_DAYS), "time", START)
    assert bank_left(days, days.in_turn, START) == 4 * day_length(OVER_DAYS)
    assert match_ends(agreed(dealt(MATCH), "time", START)) == START + 35 * MINUTE


def test_more_time_of_what_does_not_run_is_not_proposed() -> None:
    assert declined(dealt(), ANNA, "propose time") == "no-clock"
    table = dealt(OVER_DAYS)
    away = after(table, (person_in_turn(table), "leave"))
    assert declined(away, seated(table, 1), "propose time") == "no-clock"


# --- over days --------------------------------------------------------------------------------------------------------


def test_a_bank_is_used_only_in_turn_and_only_by_day() -> None:
    table = dealt(OVER_DAYS)
    first, bank = table.in_turn, full_bank(OVER_DAYS)
    assert bank == 45 * HOUR
    morning = START + 12 * HOUR  # of the next day, 10:13:20
    used = counted_time(OVER_DAYS, START, morning)
    assert used == 3 * HOUR
    table = turn(table, morning)
    assert bank_left(table, first, morning + DAY) == bank - used
    assert bank_left(table, table.in_turn, morning + HOUR) == bank - HOUR


def test_when_a_bank_is_used_up_a_computer_stands_in_and_the_owner_may_return() -> None:
    table = dealt(OVER_DAYS)
    seat, owner = table.in_turn, person_in_turn(table)
    end = START + 3 * DAY
    assert at_of(table, due.STANDIN) == end
    assert declined(table, seated(table, 1), "standin", at=end) == "not-yet"
    away = after(table, (CLOCK, "standin"), at=end)
    assert (bool(away.chair(seat).computer), bank_left(away, seat, end)) == (True, 0)
    back = after(away, (owner, "return"), at=end + HOUR)
    assert bank_left(back, seat, end + HOUR) == day_length(OVER_DAYS)


def test_over_days_there_is_one_ping_by_day_and_one_reminder_when_the_bank_runs_low() -> None:
    table = dealt(OVER_DAYS)
    assert [found.kind for found in dues(table, START)] == [due.STANDIN, due.PING, due.REMIND]
    ping = at_of(table, due.PING)
    assert counted_time(OVER_DAYS, START, ping) == OVER_DAYS.ping_days
    assert ping == START + 13 * HOUR  # at 11:13:20 of the next day
    table = after(table, (CLOCK, "ping"), at=ping)
    low = at_of(table, due.REMIND)
    assert bank_left(table, table.in_turn, low) == full_bank(OVER_DAYS) // 6
    table = after(table, (CLOCK, "remind"), at=low)
    assert [found.kind for found in dues(table, low)] == [due.STANDIN]
    assert declined(table, CLOCK, "remind", at=low) == "not-now"


def test_a_stand_in_costs_the_bank_nothing() -> None:
    table = dealt(OVER_DAYS)
    owner, seat = person_in_turn(table), table.in_turn
    table = after(table, (owner, "leave"), at=START + 10 * MINUTE)
    table = after(table, (owner, "return"), at=START + 40 * MINUTE)
    assert bank_left(table, seat, START + 41 * MINUTE) == full_bank(OVER_DAYS) - 11 * MINUTE


# --- the match's time -------------------------------------------------------------------------------------------------


def test_when_the_match_s_time_is_over_the_host_says_so() -> None:
    table = dealt(MATCH)
    assert at_of(table, due.TIMEOUT) == START + 30 * MINUTE
    table = after(table, (CLOCK, "timeout"), at=START + 30 * MINUTE)
    assert table.game is not None
    assert table.game.deal.lap
    assert at_of(table, due.TIMEOUT) == -1


def test_time_between_deals_does_not_count() -> None:
    table = agreed(dealt(MATCH), "annul", START + 10 * MINUTE)
    assert (table.phase, table.match_used) == (PAUSE, 10 * MINUTE)
    table = after(table, (CLOCK, f"seal {SEED}"), (CLOCK, "deal"), at=START + HOUR)
    assert at_of(table, due.TIMEOUT) == START + HOUR + 20 * MINUTE


def test_a_computer_s_turn_counts_too() -> None:
    table = dealt(MATCH)
    table = after(table, (person_in_turn(table), "leave"))
    assert [found.kind for found in dues(table, START)] == [due.MOVE, due.TIMEOUT]


def test_a_rematch_has_its_own_time() -> None:
    table = after(dealt(MATCH), (BRUNO, "resign"), at=START + 20 * MINUTE)
    assert table.phase == OVER
    assert (table.match_used, after(table, (BRUNO, "rematch"), at=START + HOUR).match_used) == (20 * MINUTE, 0)


# --- silence ----------------------------------------------------------------------------------------------------------


def test_silence_is_counted_from_one_s_own_last_act() -> None:
    table = dealt()
    table = after(table, (seated(table, 1), "propose undo"), (seated(table, 2), "refuse"), at=START + 50 * SECOND)
    assert at_of(table, due.PING) == START + FAST.ping_after
    table = after(table, (person_in_turn(table), "play d"), at=START + 55 * SECOND)
    assert at_of(table, due.PING) == START + 55 * SECOND + FAST.ping_after


def test_one_ping_one_reminder_and_then_an_offer() -> None:
    table = after(dealt(), (CLOCK, "ping"), at=START + MINUTE)
    assert (at_of(table, due.PING), at_of(table, due.REMIND)) == (-1, START + 3 * MINUTE)
    table = after(table, (CLOCK, "remind"), at=START + 3 * MINUTE)
    assert (at_of(table, due.REMIND), at_of(table, due.OFFER)) == (-1, START + 5 * MINUTE)
    assert table.reminded == 3 * MINUTE
    table = after(table, (person_in_turn(table), "play d"), at=START + 4 * MINUTE)
    assert [at_of(table, kind) for kind in (due.PING, due.REMIND, due.OFFER)] == [-1, -1, START + 9 * MINUTE]


def test_a_reminder_that_comes_too_late_is_not_given() -> None:
    table = after(dealt(), (CLOCK, "ping"), at=START + MINUTE)
    assert declined(table, CLOCK, "remind", at=START + 5 * MINUTE) == "not-now"
    assert declined(table, ANNA, "remind") == "only-the-host"


def test_an_offer_lapses_when_the_person_plays() -> None:
    table = after(dealt(), (CLOCK, "offer"), at=START + 5 * MINUTE)
    table = after(table, (person_in_turn(table), "play d"), at=START + 6 * MINUTE)
    assert declined(table, seated(table, 1), "standin", at=START + 6 * MINUTE) == "not-yet"
    assert at_of(table, due.OFFER) == START + 11 * MINUTE


def test_an_offer_holds_while_others_talk() -> None:
    table = after(dealt(), (CLOCK, "offer"), at=START + 5 * MINUTE)
    other = seated(table, 1)
    table = after(table, (other, "propose annul"), (seated(table, 2), "refuse"), at=START + 6 * MINUTE)
    assert after(table, (other, "standin"), at=START + 6 * MINUTE).chair(table.in_turn).computer


def test_who_returns_within_their_turn_plays_on_with_the_time_they_had_left() -> None:
    table = dealt(FITAB)
    owner = person_in_turn(table)
    table = after(table, (owner, "leave"), at=START + 30 * SECOND)
    table = after(table, (CLOCK, "play d"), at=START + 50 * SECOND)
    table = after(table, (owner, "return"), at=START + HOUR)
    assert (turn_ends(table), len(table.turn)) == (START + HOUR + 10 * SECOND, 1)
    assert at_of(discarded(table, START + HOUR), due.CALL) == START + HOUR + 40 * SECOND + CALLS_ITSELF


def test_a_call_does_not_lapse_by_leaving() -> None:
    table = after(dealt(FITAB), (CLOCK, "call"), at=START + 50 * SECOND)
    owner = person_in_turn(table)
    table = after(table, (owner, "leave"), (owner, "return"), at=START + 52 * SECOND)
    assert at_of(table, due.CLOCK) == START + 55 * SECOND


def test_a_lobby_is_told_once_that_it_closes_soon_and_again_when_it_waits_anew() -> None:
    table = lobby(Settings())
    assert at_of(table, due.WARN) == START + 110 * MINUTE
    table = after(table, (CLOCK, "warn"), at=START + 110 * MINUTE)
    assert [found.kind for found in dues(table, START)] == [due.EXPIRE]
    assert declined(table, CLOCK, "warn") == "not-now"
    assert declined(table, ANNA, "warn") == "only-the-host"
    table = after(table, (BRUNO, "join"), at=START + 111 * MINUTE)
    assert at_of(table, due.WARN) == START + 221 * MINUTE


# --- standing still ---------------------------------------------------------------------------------------------------


def test_after_a_pause_the_clock_goes_on_with_what_was_left() -> None:
    table = after(dealt(FITAB), (ADMIN, "pause"), at=START + 30 * SECOND)
    table = after(table, (BRUNO, "resume"), at=START + HOUR)
    assert turn_ends(table) == START + HOUR + 10 * SECOND


def test_an_adjourned_table_goes_on_when_its_days_have_passed() -> None:
    table = agreed(dealt(MATCH), "adjourn 2", START + 10 * MINUTE)
    assert [(found.kind, found.at) for found in dues(table, START)] == [(due.RESUME, START + 10 * MINUTE + 2 * DAY)]
    table = after(table, (CLOCK, "resume"), at=table.resumes)
    assert match_ends(table) == START + 10 * MINUTE + 2 * DAY + 20 * MINUTE
    assert (table.paused, table.adjourned, table.resumes) == (False, False, 0)


def test_play_is_adjourned_between_two_deals_too() -> None:
    table = agreed(agreed(dealt(), "annul", START), "adjourn", START + MINUTE)
    assert (table.phase, table.paused, dues(table, START)) == (PAUSE, True, ())
    assert declined(after(table, (CARLA, "resume"), at=START + DAY), ANNA, "propose undo") == "not-now"


@pytest.mark.parametrize("days", ["0", "31", "-1", "two", "1.5", "1000"])
def test_an_adjournment_has_a_number_of_days(days: str) -> None:
    assert declined(dealt(), ANNA, f"propose adjourn {days}") == "bad-days"


def test_an_outage_is_told_until_the_turn_has_ended() -> None:
    table = after(dealt(), (CLOCK, f"restarted {START + MINUTE}"), at=START + HOUR)
    assert table.outage == 59 * MINUTE
    assert turn(table, START + HOUR).outage == 0


def test_an_outage_begins_no_sooner_than_the_last_change() -> None:
    table = turn(dealt(FITAB), START + 30 * SECOND)
    table = after(table, (CLOCK, "restarted 5"), at=START + HOUR)
    assert turn_ends(table) == START + HOUR + 40 * SECOND
    assert declined(table, ANNA, "restarted 5") == "only-the-host"
    assert declined(table, CLOCK, "restarted soon") == "not-now"


def test_an_outage_that_a_table_hears_of_after_it_was_played_at_takes_no_time_from_anybody() -> None:
    """Another host has shown it and taken a play before the one that tells of the outage came to it."""

    def left(version: int) -> int:
        table = replace(dealt(FITAB), version=version)
        played = replace(table, since=START + HOUR, turn_since=START + HOUR, acted=START + HOUR)
        late = after(played, (CLOCK, f"restarted {START} {START + HOUR - MINUTE}"), at=START + HOUR + SECOND)
        return turn_ends(late) - turn_ends(played)

    assert (left(6), left(5)) == (0, -MINUTE)


def test_without_its_beginning_an_outage_is_as_in_older_logs() -> None:
    table = after(dealt(FITAB), (CLOCK, "restarted"), at=START + HOUR)
    assert (turn_ends(table), table.acted) == (START + HOUR + 40 * SECOND, START + HOUR)


def left_of(table: Table, at: int) -> dict[str, int]:
    """What is left until everything a table waits for, in time that counts."""
    settings = table.settings
    return {found.kind: counted_time(settings, at, found.at) for found in dues(table, at) if found.kind != due.MOVE}


CASES = [FAST, FITAB, MATCH, OVER_DAYS, replace(OVER_DAYS, zone="Europe/Rome", quiet="", holidays="11-16")]
SPELLS = st.integers(0, 2 * DAY)


@given(st.sampled_from(CASES), st.integers(0, 20 * SECOND), SPELLS, SPELLS, st.booleans())
def test_no_clock_runs_while_the_table_stands_still(
    settings: Settings, used: int, one: int, two: int, by: bool
) -> None:
    """However long it stands, and whether by a pause or by two outages: everything has the time left that it had."""
    stopped = START + used
    table = after(dealt(settings), (CLOCK, "ping"))
    before = left_of(table, stopped)
    if by:
        table = after(table, (ADMIN, "pause"), at=stopped)
        table = after(table, (CLOCK, f"restarted {stopped + one}"), at=stopped + one)
        table = after(table, (ADMIN, "resume"), at=stopped + one + two)
    else:
        table = after(table, (CLOCK, f"restarted {stopped}"), at=stopped + one)
        table = after(table, (CLOCK, f"restarted {stopped + one}"), at=stopped + one + two)
    assert left_of(table, stopped + one + two) == before


# --- the log ----------------------------------------------------------------------------------------------------------


def test_what_older_logs_hold_is_still_taken() -> None:
    """A second ping in a turn after an act, a second offer after talk; settings without the newer fields."""
    table = dealt()
    who = person_in_turn(table)
    table = after(table, (CLOCK, "ping"), (CLOCK, "offer"))
    table = after(table, (who, "play d"), at=START + 1)
    table = after(table, (CLOCK, "ping"), (CLOCK, "offer"), at=START + 2)
    table = after(table, (seated(table, 1), "propose undo"), at=START + 3)
    assert after(table, (CLOCK, "offer"), at=START + 4).offered == START + 3
    entry = 'open {"channel":"","label":"A","settings":{"house":"","pace":800,"players":4,"rules":"fibur"}}'
    assert fold([LogRow(1, "a1", "p1 Anna", entry, START)]).settings == Settings()


COMMANDS = (
    "propose time;propose undo;propose annul;propose adjourn 1;agree;agree;agree;refuse;pause;resume;leave;return;"
    "call;ready;standin;join;set clock=days;set pace=0 ping=90;rematch;computer"
).split(";")


@given(st.integers(0, 2**32), st.sampled_from(["none", "turn", "match", "days"]))
def test_a_table_with_clocks_is_the_fold_of_its_log(seed: int, clock: str) -> None:
    stream = Stream(seed)
    table, at = lobby(FAST), START
    rows = [LogRow(1, "a1", format_who(ANNA), opening(table), START)]
    commands = [(ANNA, f"set clock={clock}"), (BRUNO, "join"), (CARLA, "join"), (ANNA, f"start {SEED}")]
    for _ in range(70):
        who, command = commands.pop(0) if commands else a_command(table, stream, at)
        decided = decide(table, who, command, at)
        if isinstance(decided, Decided):
            table = decided.table
            rows.append(LogRow(len(rows) + 1, f"a{len(rows)}", format_who(who), decided.command, at))
        at += stream.choice([0, 1, SECOND, MINUTE, 20 * MINUTE])
    assert fold(rows) == table
    assert all(found.at >= 0 for found in dues(table, at))
    assert all(bank >= 0 for bank in table.banks)


def a_command(table: Table, stream: Stream, at: int) -> tuple[Who, str]:
    """Something that is due, something that is legal, or anything else."""
    waiting = [found for found in dues(table, at) if found.at <= at]
    if waiting and stream.below(2):
        kind = stream.choice(waiting).kind
        actions = legal(table.game.deal) if table.game and kind in (due.MOVE, due.FORCE) else []
        played = {due.CLOCK: "play t", due.SEAL: f"seal {SEED}"} | {
            k: f"play {format_action(a)}"
            for k, a in zip((due.MOVE, due.FORCE), [stream.choice(actions)] * 2 if actions else [], strict=False)
        }
        return CLOCK, played.get(kind, kind)
    if table.in_turn and table.game and table.chair(table.in_turn).human and stream.below(2):
        return person_in_turn(table), f"play {format_action(stream.choice(legal(table.game.deal)))}"
    if stream.below(12) == 0:
        return CLOCK, f"restarted {at - stream.below(HOUR)}"
    return stream.choice([*ALL, ADMIN, EVE]), stream.choice(COMMANDS)
