"""A stallo that the code does not end by itself: everybody who plays is asked, and play goes on meanwhile."""

import pytest

from bot.durations import MINUTE
from bot.tables import timers as due
from bot.tables.deals import record
from bot.tables.log import LogRow, fold, format_who, opening
from bot.tables.table import PAUSE, PLAYING, Objection, Proposal, Settings, Table
from bot.tables.timers import REQUEST_PAUSE, dues
from bot.tables.who import HOST, Who
from engine.actions import Discard, format_action
from engine.deal import ABBANDONO, STALLO
from engine.legal import legal
from engine.record import format_record
from engine.replay import replay
from tests.tables.playing import ANNA, BRUNO, CARLA, CLOCK, DARIO, EVE, SEED, START, after, dealt, declined, lobby

PEOPLE = (ANNA, BRUNO, CARLA, DARIO)
ASKING = Settings(rules="fitab", pace=0)
ASKED_BY_CODE = ("fitab", "fibur")
NOT_ASKED = ("febur", "online")


def in_turn(table: Table) -> Who:
    chair = table.chair(table.in_turn)
    return Who(chair.person, chair.name) if chair.human else Who(HOST)


def swap_steps(table: Table) -> tuple[Table, list[tuple[Who, str]]]:
    """The table after the player in turn has taken the one card of the pile and laid another one down."""
    who, steps = in_turn(table), [(in_turn(table), "play p")]
    table = after(table, *steps)
    assert table.game is not None
    discard = next(action for action in legal(table.game.deal) if isinstance(action, Discard))
    steps.append((who, f"play {format_action(discard)}"))
    return after(table, steps[-1]), steps


def swapped(table: Table, times: int) -> Table:
    for _ in range(times):
        table, _ = swap_steps(table)
    return table


def drawn(table: Table) -> Table:
    return after(table, (in_turn(table), "play d"))


def answered(table: Table, *people: Who, word: str = "agree") -> Table:
    return after(table, *[(who, word) for who in people])


def at_stallo(settings: Settings = ASKING) -> Table:
    return swapped(dealt(settings), 9)


def ends(table: Table) -> list[str]:
    assert table.match is not None
    return [deal.termination for deal in table.match.deals]


# --- it ends nothing --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ASKED_BY_CODE)
def test_a_stallo_ends_nothing_by_itself_and_everybody_is_asked(rules: str) -> None:
    table = dealt(Settings(rules=rules, pace=0))
    for times in range(1, 9):
        table = swapped(table, 1)
        assert (times, table.phase, table.proposal) == (times, PLAYING, None)
    table = swapped(table, 1)
    assert table.phase == PLAYING
    assert table.proposal == Proposal(STALLO, "", frozenset(), at=START, born=START)
    for who in PEOPLE[:3]:
        table = answered(table, who)
        assert (table.phase, ends(table)) == (PLAYING, [])
    table = answered(table, DARIO)
    assert (table.phase, table.proposal, ends(table)) == (PAUSE, None, [STALLO])


@pytest.mark.parametrize("rules", NOT_ASKED)
def test_where_the_code_ends_a_stallo_nobody_is_asked(rules: str) -> None:
    assert ends(at_stallo(Settings(rules=rules, pace=0))) == [STALLO]
    question = at_stallo(Settings(rules=rules, house="stallo=ask", pace=0))
    assert (question.phase, question.proposal is not None) == (PLAYING, True)
    off = at_stallo(Settings(rules=rules, house="stallo=off", pace=0))
    assert (off.phase, off.proposal) == (PLAYING, None)
    assert ends(at_stallo(Settings(rules="fitab", house="stallo=auto", pace=0))) == [STALLO]


def test_nobody_proposes_a_stallo() -> None:
    assert declined(dealt(ASKING), ANNA, "propose stallo") == "no-such-proposal"
    assert declined(dealt(ASKING), CLOCK, "propose stallo") == "not-seated"
    assert declined(at_stallo(), EVE, "agree") == "not-seated"
    assert declined(at_stallo(), ANNA, "propose annul") == "already-proposed"


def test_the_deal_that_all_ended_replays_with_its_own_line() -> None:
    table = answered(at_stallo(), *PEOPLE)
    text = format_record(table.records)
    assert text.rstrip().endswith("* ended stallo")
    found = replay(text)
    assert table.match is not None
    assert (found.refusal, found.match.deals) == (None, table.match.deals)


# --- play goes on meanwhile -------------------------------------------------------------------------------------------


def test_it_stays_asked_over_further_swaps_and_what_was_agreed_counts() -> None:
    table = swapped(answered(at_stallo(), ANNA, BRUNO, CARLA), 3)
    assert table.proposal is not None
    assert table.proposal.agreed == {table.seat_of(who.id) for who in (ANNA, BRUNO, CARLA)}
    assert ends(answered(table, DARIO)) == [STALLO]


def test_they_may_agree_while_somebody_has_the_card_of_the_pile_in_hand() -> None:
    table = at_stallo()
    table = after(table, (in_turn(table), "play p"))
    table = answered(table, *PEOPLE)
    assert ends(table) == [STALLO]
    assert replay(format_record(table.records)).refusal is None


def test_who_draws_has_answered_no() -> None:
    table = drawn(answered(at_stallo(), ANNA, BRUNO, CARLA))
    assert table.proposal is None
    assert table.objection == Objection(STALLO, "", turns=3)
    assert declined(table, DARIO, "agree") == "request-lapsed"


def test_who_refuses_is_named_and_after_a_further_lap_all_are_asked_again() -> None:
    table = answered(at_stallo(), CARLA, word="refuse")
    assert (table.proposal, table.objection) == (None, Objection(STALLO, table.seat_of(CARLA.id)))
    table = swapped(table, 3)
    assert table.proposal is None
    table = swapped(table, 1)
    assert table.proposal == Proposal(STALLO, "", frozenset(), at=START, born=START)


def test_another_request_comes_first_and_the_stallo_is_asked_about_a_lap_later() -> None:
    table = swapped(after(swapped(dealt(ASKING), 8), (ANNA, "propose annul")), 1)
    assert table.proposal is not None
    assert table.proposal.what == "annul"
    table = swapped(answered(table, BRUNO, word="refuse"), 4)
    assert table.proposal is not None
    assert table.proposal.what == STALLO


def test_giving_the_match_up_ends_it_all_the_same() -> None:
    table = after(at_stallo(), (BRUNO, "resign"))
    assert (ends(table), table.proposal) == ([ABBANDONO], None)


# --- computers, and people who come and go ----------------------------------------------------------------------------


def test_computers_agree() -> None:
    alone = after(lobby(ASKING), (ANNA, f"start {SEED}"), (CLOCK, f"seal {SEED}"), (CLOCK, "deal"))
    table = swapped(alone, 9)
    assert table.proposal is not None
    if not table.chair(table.in_turn).human:
        assert [(found.kind, found.at) for found in dues(table, START)] == [(due.MOVE, START + REQUEST_PAUSE)]
    assert ends(answered(table, ANNA)) == [STALLO]


def test_where_computers_alone_play_it_ends_at_once() -> None:
    watched = Settings(rules="fitab", pace=0, watched=True)
    table = after(lobby(watched), (ANNA, f"start {SEED}"), (CLOCK, f"seal {SEED}"), (CLOCK, "deal"))
    assert ends(swapped(table, 9)) == [STALLO]


def test_a_computer_that_takes_the_seat_of_the_last_one_missing_agrees() -> None:
    table = answered(at_stallo(), ANNA, BRUNO, CARLA)
    assert ends(after(table, (DARIO, "leave"))) == [STALLO]


def test_when_all_have_left_the_computers_end_it_after_a_further_lap() -> None:
    table = after(at_stallo(), *[(who, "leave") for who in PEOPLE], at=START + MINUTE)
    assert (table.phase, table.proposal is not None) == (PLAYING, True)
    assert ends(swapped(table, 4)) == [STALLO]


def test_a_newcomer_is_asked_too() -> None:
    table = answered(at_stallo(), ANNA, BRUNO, CARLA)
    seat = table.seat_of(CARLA.id)
    table = after(table, (CARLA, "leave"), (ANNA, f"replace {seat} {EVE.id} {EVE.name}"))
    table = answered(table, DARIO)
    assert table.phase == PLAYING
    assert ends(answered(table, EVE)) == [STALLO]


# --- older tables -----------------------------------------------------------------------------------------------------


def log_of(settings: Settings, version: int, *more: tuple[Who, str]) -> list[LogRow]:
    """A log of nine swaps, as a table of this version wrote it."""
    table = lobby(settings)
    entry = opening(table).replace(f'"version":{table.version}', f'"version":{version}')
    start = ((ANNA, f"start {SEED}"), (CLOCK, f"seal {SEED}"), (CLOCK, "deal"))
    steps = [*[(who, "join") for who in PEOPLE[1:]], *more, *start]
    table = after(table, *steps)
    for _ in range(9):
        table, swap = swap_steps(table)
        steps += swap
    rows = [LogRow(seq, f"a{seq}", format_who(who), command, START) for seq, (who, command) in enumerate(steps, 2)]
    return [LogRow(1, "a1", format_who(ANNA), entry, START), *rows]


@pytest.mark.parametrize("version", [0, 1])
@pytest.mark.parametrize(
    ("settings", "more"),
    [
        (Settings(rules="fitab", pace=0), ()),
        (Settings(rules="febur", pace=0), ((ANNA, "set rules=fibur"),)),
        (Settings(rules="fibur", pace=0), ((ANNA, "set rules=fitab"), (BRUNO, "set hands=2"))),
    ],
)
def test_at_an_older_table_the_stallo_still_ends_the_deal(
    version: int, settings: Settings, more: tuple[tuple[Who, str], ...]
) -> None:
    table = fold(log_of(settings, version, *more))
    assert (table.phase, table.proposal, ends(table)) == (PAUSE, None, [STALLO])
    assert "House" not in table.records[0].tags  # as it stood in the records of that time
    assert replay(format_record(table.records)).refusal is None
    now = fold(log_of(settings, 2, *more))
    assert (now.phase, now.proposal is not None) == (PLAYING, True)


@pytest.mark.parametrize("version", [0, 1])
def test_an_older_table_that_had_chosen_to_be_asked_goes_on_unasked(version: int) -> None:
    table = fold(log_of(Settings(rules="fitab", house="stallo=ask", pace=0), version))
    assert (table.phase, table.proposal) == (PLAYING, None)
    assert after(table, (ANNA, "propose annul")).proposal is not None
    assert record(table).tags["House"] == "stallo=ask"
