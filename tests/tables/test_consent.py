"""What everybody is asked: how long it stands, who is asked, what is no longer to be had; and older logs of it."""

from dataclasses import replace

import pytest

from bot.durations import DAY, HOUR, MINUTE, SECOND
from bot.tables import timers as due
from bot.tables.clocks import bank_ends
from bot.tables.commands import Decided, decide, decide_anew
from bot.tables.consent import at_stake
from bot.tables.log import LogRow, fold, format_who, opening
from bot.tables.table import CLOSED, LOBBY, PAUSE, PLAYING, VERSION, Objection, Settings, Table
from bot.tables.timers import REQUEST_PAUSE, dues
from bot.tables.who import Declined, Who
from engine.actions import format_action
from engine.legal import legal
from tests.tables.playing import (
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
    full,
    lobby,
    person_in_turn,
)
from tests.tables.test_match_play import played_out

PEOPLE = (ANNA, BRUNO, CARLA, DARIO)


def turn(table: Table, by: Who | None = None) -> Table:
    """The table after a turn of two actions."""
    who = by or person_in_turn(table)
    table = after(table, (who, "play d"))
    assert table.game is not None
    discard = next(action for action in legal(table.game.deal) if format_action(action).startswith("x:"))
    return after(table, (who, f"play {format_action(discard)}"))


def refused_now(table: Table, who: Who, command: str) -> str:
    found = decide_anew(table, who, command, START)
    return found.key if isinstance(found, Declined) else ""


# --- how long it stands -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["annul", "adjourn"])
def test_a_request_outlives_the_turn(what: str) -> None:
    table = turn(turn(after(dealt(), (BRUNO, f"propose {what}"))))
    table = after(table, *[(who, "agree") for who in (ANNA, CARLA, DARIO)])
    assert (table.phase, table.paused) == ((PAUSE, False) if what == "annul" else (PLAYING, True))


def test_time_for_the_match_is_asked_for_longer_than_time_for_a_turn() -> None:
    match = turn(after(dealt(Settings(match_minutes=30)), (BRUNO, "propose time")))
    assert match.proposal is not None
    clock = turn(after(dealt(Settings(rules="fitab", house="clock_scale=1")), (BRUNO, "propose time")))
    assert (clock.proposal, clock.objection) == (None, Objection("time", "", turns=3))


def test_an_undo_lapses_with_the_turn_and_everybody_is_told_for_a_lap() -> None:
    table = turn(after(turn(dealt()), (BRUNO, "propose undo")))
    for _ in range(4):
        assert table.objection is not None
        assert (table.proposal, table.objection.what) == (None, "undo")
        assert declined(table, ANNA, "agree") == "request-lapsed"
        table = turn(table)
    assert table.objection is None
    assert declined(table, ANNA, "agree") == "nothing-proposed"


@pytest.mark.parametrize("what", ["adjourn", "annul"])
def test_only_an_adjournment_is_asked_for_over_the_end_of_a_deal(what: str) -> None:
    table = played_out(after(dealt(), (BRUNO, f"propose {what}")), 3)
    assert table.phase == PAUSE
    assert (table.proposal is not None, table.objection is None) == (what == "adjourn", what == "adjourn")
    agreed = after(table, *[(who, "agree") for who in (ANNA, CARLA, DARIO)]) if table.proposal else table
    assert agreed.adjourned == (what == "adjourn")


def test_computers_wait_a_minute_for_an_answer() -> None:
    table = after(lobby(), (BRUNO, "join S"), (ANNA, f"start {SEED}"), (CLOCK, f"seal {SEED}"), (CLOCK, "deal"))
    while table.chair(table.in_turn).human:
        table = turn(table)
    proposal = after(table, (ANNA, "propose undo" if table.game and table.game.turns else "propose annul"))
    assert (due.MOVE, START + REQUEST_PAUSE) in [(found.kind, found.at) for found in dues(proposal, START)]
    answered = after(proposal, (BRUNO, "refuse"), at=START + SECOND)
    assert [(found.kind, found.at) for found in dues(answered, START + SECOND)] == [(due.MOVE, START + SECOND)]
    late = START + 2 * MINUTE
    assert late in [found.at for found in dues(proposal, late) if found.kind == due.MOVE]


# --- who is asked -----------------------------------------------------------------------------------------------------


def handed_over(table: Table, leaver: Who) -> Table:
    """The table after somebody has left and Eve has got their place."""
    seat = table.seat_of(leaver.id)
    return after(table, (leaver, "leave"), (ANNA, f"replace {seat} {EVE.id} {EVE.name}"))


def test_a_newcomer_inherits_no_request() -> None:
    table = handed_over(after(dealt(), (BRUNO, "propose annul"), (CARLA, "agree")), BRUNO)
    assert table.proposal is None
    assert table.objection is not None
    assert table.objection.what == "annul"


def test_a_newcomer_inherits_no_consent() -> None:
    table = handed_over(after(dealt(), (ANNA, "propose annul"), (CARLA, "agree"), (BRUNO, "agree")), BRUNO)
    table = after(table, (DARIO, "agree"))
    assert table.phase == PLAYING
    assert after(table, (EVE, "agree")).phase == PAUSE


def test_who_comes_back_has_still_agreed() -> None:
    table = after(dealt(), (ANNA, "propose annul"), (BRUNO, "agree"), (BRUNO, "leave"), (BRUNO, "return"))
    assert after(table, (CARLA, "agree"), (DARIO, "agree")).phase == PAUSE


def test_where_only_they_were_missing_all_agree_when_they_leave() -> None:
    table = after(dealt(), (ANNA, "propose annul"), (BRUNO, "agree"), (CARLA, "agree"))
    assert after(table, (DARIO, "leave")).phase == PAUSE


def test_where_only_they_were_missing_all_agree_when_a_computer_stands_in() -> None:
    table = dealt()
    silent = person_in_turn(table)
    asker, *others = [who for who in PEOPLE if who.id != silent.id]
    table = after(table, (asker, "propose adjourn"), *[(who, "agree") for who in others])
    assert after(table, (CLOCK, "offer"), (asker, "standin")).adjourned


def test_when_nobody_is_left_nobody_has_agreed() -> None:
    table = after(dealt(), (ANNA, "propose annul"), *[(who, "leave") for who in PEOPLE])
    assert (table.people, table.phase) == ((), PLAYING)


# --- a side that is away ----------------------------------------------------------------------------------------------


def seated(table: Table, *, beside_anna: bool) -> list[Who]:
    """Anna and her partner, or the other two."""
    code, people = table.code, {one.id: one for one in PEOPLE}
    hers = code.side_of[code.seats.index(table.seat_of(ANNA.id))]
    chairs = zip(code.side_of, table.chairs, strict=True)
    return [people[chair.person] for side, chair in chairs if chair.person and (side == hers) == beside_anna]


def in_a_match(players: int = 4, version: int = VERSION) -> Table:
    """Two deals of three are played, and Anna's opponents are in the third."""
    table = replace(lobby(Settings(players=players, house="hands=3")), version=version)
    table = after(table, *[(who, "join") for who in PEOPLE[1:players]], (ANNA, f"start {SEED}"))
    for _ in range(2):
        table = played_out(after(table, (CLOCK, f"seal {SEED}"), (CLOCK, "deal")))
    return after(table, (CLOCK, f"seal {SEED}"), (CLOCK, "deal"))


def left_by(table: Table, *people: Who) -> Table:
    return after(table, *[(who, "leave") for who in people])


@pytest.mark.parametrize("version", [VERSION, VERSION - 1])
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("what", ["annul", "undo"])
def test_nothing_is_taken_back_from_a_side_that_is_away(what: str, players: int, version: int) -> None:
    table = turn(in_a_match(players, version))
    away = left_by(table, *seated(table, beside_anna=False))
    assert declined(away, ANNA, f"propose {what}") == "side-away"
    back = after(away, (seated(table, beside_anna=False)[0], "return"))
    assert isinstance(decide_anew(back, ANNA, f"propose {what}", START), Decided)


def test_an_adjournment_harms_nobody_who_is_away() -> None:
    table = in_a_match(2)
    assert isinstance(decide_anew(left_by(table, BRUNO), ANNA, "propose adjourn", START), Decided)


CLOCKS = (
    Settings(players=2, house="hands=3 turn_seconds=30"),
    Settings(players=2, house="hands=3", match_minutes=30),
    Settings(players=2, house="hands=3", days=2),
)


def with_clock(settings: Settings, version: int = VERSION) -> Table:
    """Two people in a deal, whose time runs."""
    table = replace(lobby(settings), version=version)
    table = after(table, (BRUNO, "join"), (ANNA, f"start {SEED}"))
    return after(table, (CLOCK, f"seal {SEED}"), (CLOCK, "deal"))


@pytest.mark.parametrize("settings", CLOCKS, ids=["a turn", "a match", "days"])
def test_nobody_gives_themselves_more_time_while_the_other_side_is_away(settings: Settings) -> None:
    table = with_clock(settings)
    here = person_in_turn(table)
    other = BRUNO if here == ANNA else ANNA
    away = left_by(table, other)
    assert isinstance(decide_anew(table, here, "propose time", START), Decided)
    assert declined(away, here, "propose time") == "side-away"
    assert isinstance(decide_anew(after(away, (other, "return")), here, "propose time", START), Decided)


@pytest.mark.parametrize(("version", "falls"), [(VERSION, True), (6, False)])
def test_a_request_for_more_time_falls_when_those_who_were_asked_leave(version: int, *, falls: bool) -> None:
    table = with_clock(CLOCKS[2], version)
    here = person_in_turn(table)
    before = bank_ends(table)
    request = after(table, (here, "propose time"))
    left = left_by(request, BRUNO if here == ANNA else ANNA)
    assert left.proposal is None
    assert ((left.objection is not None), bank_ends(left) == before) == (falls, falls)


def test_where_only_computers_sit_on_the_other_side_they_agree() -> None:
    table = after(lobby(Settings(players=2, pace=0)), (ANNA, "computer"), (ANNA, f"start {SEED}"))
    table = after(table, (CLOCK, f"seal {SEED}"), (CLOCK, "deal"))
    assert after(table, (ANNA, "propose annul")).phase == PAUSE


def test_a_request_to_annul_falls_when_those_who_were_asked_are_all_away() -> None:
    table = in_a_match()
    others = seated(table, beside_anna=False)
    wanted = after(table, *zip(seated(table, beside_anna=True), ["propose annul", "agree"], strict=True))
    fallen = left_by(wanted, *others)
    assert (fallen.phase, fallen.proposal, fallen.objection is not None) == (PLAYING, None, True)
    mate = next(who for who in seated(table, beside_anna=True) if who != ANNA)
    waiting = left_by(after(table, (ANNA, "propose annul")), *others)
    assert declined(waiting, mate, "agree") == "side-away"
    assert after(waiting, (mate, "agree")).phase == PLAYING


@pytest.mark.parametrize("players", [2, 4])
def test_a_match_is_at_stake_until_everybody_who_sits_there_has_agreed_to_annul_its_deal(players: int) -> None:
    table = in_a_match(players)
    everybody = after(table, (ANNA, "propose annul"), *[(who, "agree") for who in PEOPLE[1:players]])
    assert (everybody.phase, at_stake(everybody)) == (PAUSE, False)
    assert after(everybody, (ANNA, f"stop {SEED}")).phase == CLOSED
    ended = after(table, (ANNA, f"stop {SEED}"))
    assert ended.match is not None
    assert ended.match.given_up_by == ended.code.side_of[ended.code.seats.index(ended.seat_of(ANNA.id))]


def test_where_one_of_a_pair_was_away_the_match_is_still_at_stake() -> None:
    table = in_a_match()
    leaver, there = seated(table, beside_anna=False)
    away = left_by(table, leaver)
    annulled = after(away, *[(who, "agree" if n else "propose annul") for n, who in enumerate(PEOPLE) if who != leaver])
    assert (annulled.phase, at_stake(annulled), there.id in str(annulled.chairs)) == (PAUSE, True, True)


def test_in_an_older_log_those_who_were_there_agreed_for_all() -> None:
    table = in_a_match(2, 5)
    annulled = after(left_by(table, BRUNO), (ANNA, "propose annul"))
    assert (annulled.phase, at_stake(annulled)) == (PAUSE, False)


# --- where there is nothing to stop -----------------------------------------------------------------------------------


def test_only_a_deal_or_the_time_between_two_is_paused() -> None:
    over = after(dealt(), (BRUNO, "resign"))
    started = after(full(), (ANNA, f"start {SEED}"))
    for table in (lobby(), started, over, after(over, (BRUNO, "rematch"))):
        assert refused_now(table, ANNA, "pause") == "nothing-to-pause"
    assert refused_now(started, ANNA, "propose adjourn") == "nothing-to-pause"
    assert refused_now(lobby(), BRUNO, "pause") == "only-the-opener"
    between = after(dealt(), (ANNA, "propose annul"), *[(who, "agree") for who in PEOPLE[1:]])
    for table in (dealt(), between):
        assert isinstance(decide_anew(table, ANNA, "pause", START), Decided)


def test_nobody_is_ready_while_the_table_is_paused() -> None:
    between = after(dealt(), (ANNA, "propose annul"), *[(who, "agree") for who in PEOPLE[1:]])
    assert refused_now(after(between, (ANNA, "pause")), BRUNO, "ready") == "table-paused"
    assert refused_now(between, BRUNO, "ready") == ""


# --- waiting ----------------------------------------------------------------------------------------------------------


def test_who_waits_takes_the_place_that_other_settings_make() -> None:
    table = after(lobby(Settings(players=2)), (BRUNO, "join"), (CARLA, "join"), (ANNA, "set players=4"))
    assert [chair.name for chair in table.chairs] == ["Anna", "Bruno", "Carla", ""]
    assert table.waiting == ()


def test_over_days_a_rematch_waits_a_day_that_counts() -> None:
    live = after(dealt(), (BRUNO, "resign"), (ANNA, "rematch"), (CLOCK, f"seal {SEED}"))
    assert [found.at for found in dues(live, START)] == [START + MINUTE]
    slow = after(dealt(Settings(days=3, zone="UTC")), (BRUNO, "resign"), (ANNA, "rematch"), (CLOCK, f"seal {SEED}"))
    assert [found.at for found in dues(slow, START)] == [START + DAY]
    ready = after(slow, *[(who, "ready") for who in PEOPLE], at=START + HOUR)
    assert [found.at for found in dues(ready, START + HOUR)] == [START + HOUR]


# --- older logs -------------------------------------------------------------------------------------------------------


def older(settings: Settings, *steps: tuple[Who, str]) -> Table:
    """The fold of a log whose first entry says nothing of a version."""
    table = lobby(settings)
    entry = opening(table).replace(f',"version":{table.version}', "")
    rows = [LogRow(1, "a1", format_who(ANNA), entry, START)]
    rows += [LogRow(seq, f"a{seq}", format_who(who), command, START) for seq, (who, command) in enumerate(steps, 2)]
    return fold(rows)


START_OF_FOUR = (
    *[(who, "join") for who in PEOPLE[1:]],
    (ANNA, f"start {SEED}"),
    (CLOCK, f"seal {SEED}"),
    (CLOCK, "deal"),
)


def test_in_an_older_log_every_request_falls_with_the_turn() -> None:
    table = older(FAST, *START_OF_FOUR, (ANNA, "propose annul"))
    assert (table.version, table.proposal is None) == (0, False)
    table = turn(table)
    assert (table.proposal, table.objection) == (None, None)
    assert after(table, (BRUNO, "propose undo")).proposal


def test_in_an_older_log_consent_goes_with_the_seat() -> None:
    table = older(FAST, *START_OF_FOUR, (BRUNO, "propose annul"), (CARLA, "agree"))
    table = handed_over(table, BRUNO)
    assert after(table, (ANNA, "agree"), (DARIO, "agree")).phase == PAUSE
    agreed = older(FAST, *START_OF_FOUR, (ANNA, "propose annul"), (BRUNO, "agree"), (CARLA, "agree"), (DARIO, "leave"))
    assert agreed.phase == PLAYING


def test_in_an_older_log_who_waits_goes_on_waiting_and_a_lobby_is_paused() -> None:
    steps = [(BRUNO, "join"), (CARLA, "join"), (ANNA, "set players=4"), (ANNA, "pause"), (CARLA, "join")]
    table = older(Settings(players=2), *steps)
    assert (table.phase, table.paused, table.seat_of(CARLA.id) != "") == (LOBBY, True, True)
    assert not isinstance(decide(table, BRUNO, "resume", START), Declined)


def test_the_version_is_in_the_log() -> None:
    table = after(lobby(), (BRUNO, "join"))
    rows = [LogRow(1, "a1", format_who(ANNA), opening(lobby()), START), LogRow(2, "a2", "p2 Bruno", "join", START)]
    assert fold(rows) == table
    assert declined(table, BRUNO, "pause") == "only-the-opener"
