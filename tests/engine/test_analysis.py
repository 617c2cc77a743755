"""The analysis of a deal: the same for the same record; what it names was played, and could have been."""

from dataclasses import replace
from pathlib import Path

import pytest

from bench.positions import PUZZLES
from engine import analysis
from engine.actions import CLOCK_OUT, DRAW, Action, Discard, Written, parse_action
from engine.advice import leads_to
from engine.analysis import ExpectedSwing, analyse, assembled, decisions, expected_course, judge_decision
from engine.hand import unpack
from engine.moments import DealMoment, moments, next_moment
from engine.play import Step, advance
from engine.position import parse_position
from engine.record import DealRecord, TableLine, Turn, format_record
from engine.replay import ReplayedDeal, replay
from engine.rules import load_rules
from engine.simulate import simulate
from engine.table import Annul, End, Resign, TimeOut, Undo


def played(rules: str, players: tuple[str, ...], seed: int = 5) -> ReplayedDeal:
    (deal,) = simulate(load_rules(rules), players, 1, seed)
    return replay(format_record([deal.record])).deals[0]


@pytest.fixture
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "SCREENING", 6)
    monkeypatch.setattr(analysis, "PROVING", 16)


@pytest.mark.parametrize(("rules", "players"), [("fibur", ("club", "beginner") * 2), ("three-player", ("greedy",) * 3)])
@pytest.mark.usefixtures("few_worlds")
def test_what_an_analysis_names_was_played_and_could_have_been(rules: str, players: tuple[str, ...]) -> None:
    deal = played(rules, players)
    found = analyse(deal)
    assert found == analyse(deal)
    assert found.decisions > 10
    assert [point.turn for point in found.turning_points] == sorted({point.turn for point in found.turning_points})
    before_each = moments(deal)
    for mistake in found.mistakes:
        assert isinstance(next_moment(before_each[mistake.moment], mistake.seat, mistake.better[0].action), DealMoment)
        assert before_each[mistake.moment].game.turn_number == mistake.turn
        assert mistake.loss > 2 * mistake.error > 0
        assert mistake.played != mistake.better
        before = deal.game.turns[mistake.turn - 1]
        assert before.seat == mistake.seat
        written = [(one.action, one.revealed) for one in lines_of(deal, mistake.turn)]
        deeds = [(one.action, one.revealed) for one in mistake.played]
        assert any(written[at : at + len(deeds)] == deeds for at in range(len(written)))


def lines_of(deal: ReplayedDeal, turn: int) -> tuple[Written, ...]:
    return next(line.actions for line in deal.record.lines if isinstance(line, Turn) and line.number == turn)


def test_a_deal_with_unknown_cards_is_not_judged() -> None:
    deal = played("fibur", ("greedy",) * 4)
    unknown = parse_position(load_rules("fibur"), "N/draw ?41 4c ?11/?11/?11/?11 ?11,?11 -|-")
    assert analyse(replace(deal, dealt=unknown)).decisions == 0


def test_what_the_clock_did_was_nobody_s_decision() -> None:
    plays: list[tuple[Action, ...]] = []
    for transcript in (Path(__file__).parent.parent / "transcripts").glob("a-clock-that-runs-out-*.brn"):
        for deal in replay(transcript.read_text("utf-8")).deals:
            plays += [one.played for one in analysis._plays(moments(deal))]
    assert plays
    assert not any(CLOCK_OUT in played for played in plays)


def test_what_was_taken_back_by_consent_is_judged_no_more() -> None:
    """Two turns are taken back and played again, one of them otherwise: it is judged as if nothing had been."""
    deal = played("fibur", ("club", "beginner") * 2)
    tags = {tag: value for tag, value in deal.record.tags.items() if tag not in ("Result", "Termination")}
    lines, undo, end = deal.record.lines, TableLine(Undo()), TableLine(End("arbitro"))
    third = deal.game.turns[2]
    once = Turn(3, third.seat, (Written(DRAW), Written(Discard(unpack(third.hands[third.turn])[0]))))
    assert once != lines[2]
    taken_back = (*lines[:2], once, undo, undo, *lines[1:6], end)
    deals = [replay(format_record([DealRecord(tags, one)])).deals[0] for one in (taken_back, (*lines[:6], end))]
    found, straight = [decisions(one) for one in deals]
    assert [(one.game.turn_number, one.played) for one in found] == [
        (one.game.turn_number, one.played) for one in straight
    ]
    assert expected_course(deals[0]) == expected_course(deals[1])
    before_each = moments(deals[0])
    for one in found:
        line = before_each[one.moment + 1].line
        assert before_each[one.moment].game == one.game
        assert isinstance(line, Turn)
        assert line.actions[-1].action == one.played[0]


def test_who_gives_up_makes_no_turning_point_of_the_last_turn() -> None:
    (deal,) = simulate(load_rules("fibur"), ("beginner",) * 4, 1, 5)
    tags = {tag: value for tag, value in deal.record.tags.items() if tag not in ("Result", "Termination")}
    lines = deal.record.lines[:10]
    goes_on, given_up = [
        replay(format_record([DealRecord(tags, played)])).deals[0]
        for played in (lines, (*lines, TableLine(Resign("N"))))
    ]
    assert given_up.game.deal.is_over
    assert turning_points(given_up) == turning_points(goes_on)


def test_nor_does_what_the_table_notes_after_a_deal_was_stopped() -> None:
    """As where a round ends after its last deal was annulled."""
    (deal,) = simulate(load_rules("fibur"), ("beginner",) * 4, 1, 5)
    tags = {tag: value for tag, value in deal.record.tags.items() if tag not in ("Result", "Termination")}
    stopped = (*deal.record.lines[:10], TableLine(Annul()))
    alone, noted = [
        replay(format_record([DealRecord(tags, lines)])).deals[0]
        for lines in (stopped, (*stopped, TableLine(TimeOut())))
    ]
    assert noted.game.timed_out
    assert expected_course(noted) == expected_course(alone)


def turning_points(deal: ReplayedDeal) -> tuple[ExpectedSwing, ...]:
    return assembled(expected_course(deal), ()).turning_points


def test_equal_plays_are_told_apart_by_nothing() -> None:
    """The same cards laid in another order lead to the same."""
    deal = parse_position(load_rules(PUZZLES[1].rules), PUZZLES[1].position)
    one = tuple([parse_action(text) for text in ("m:JdJdJc", "m:ThTdTs", "x:4s")])
    other = tuple([parse_action(text) for text in ("m:ThTdTs", "m:JdJdJc", "x:4s")])
    assert isinstance(advance(deal, one[0]), Step)
    assert leads_to(deal, one) == leads_to(deal, other) is not None


@pytest.mark.no_cover  # those below analyse, too
@pytest.mark.usefixtures("few_worlds")
def test_decisions_looked_at_in_any_order_make_the_same_analysis() -> None:
    deal = played("fibur", ("club", "beginner") * 2)
    found = decisions(deal)
    backwards = [judge_decision(found[place], place) for place in reversed(range(len(found)))]
    assert assembled(expected_course(deal), backwards[::-1]) == analyse(deal)


@pytest.mark.parametrize("rules", ["fibur", "three-player"])
@pytest.mark.usefixtures("few_worlds")
def test_luck_and_play_together_are_the_result(rules: str) -> None:
    """What one side loses by its plays the others win, and what is no play's doing is luck."""
    deal = played(rules, ("beginner",) * (3 if rules == "three-player" else 4))
    found = analyse(deal)
    assert found.mistakes
    assert len(found.expected) == len(found.play) == len(deal.game.turns) + 1
    assert deal.result is not None
    points = [side.total for side in deal.result.scores]
    for side, (luck, play) in enumerate(zip(found.luck, found.play[-1], strict=True)):
        others = [one for place, one in enumerate(points) if place != side]
        assert luck + play == pytest.approx(points[side] - sum(others) / len(others))
    assert sum(found.play[-1]) == pytest.approx(0)
