"""The analysis of a deal: the same for the same record; what it names was played, and could have been."""

from dataclasses import replace
from pathlib import Path

import pytest

from bench.positions import PUZZLES
from engine import analysis
from engine.actions import CLOCK_OUT, Action, Written, parse_action
from engine.analysis import ExpectedSwing, analyse
from engine.moments import moments
from engine.play import Step, advance
from engine.position import parse_position
from engine.record import DealRecord, TableLine, Turn, format_record
from engine.replay import ReplayedDeal, replay
from engine.rules import load_rules
from engine.simulate import simulate
from engine.table import Resign


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
    found = analyse(deal, 1)
    assert found == analyse(deal, 1)
    assert found.decisions > 10
    assert [point.turn for point in found.turning_points] == sorted({point.turn for point in found.turning_points})
    for mistake in found.mistakes:
        assert mistake.loss > 2 * mistake.error > 0
        assert mistake.played != mistake.better
        before = deal.game.turns[mistake.turn - 1]
        assert before.seat == mistake.seat
        written = [one.action for one in lines_of(deal, mistake.turn)]
        assert any(written[at : at + len(mistake.played)] == list(mistake.played) for at in range(len(written)))


def lines_of(deal: ReplayedDeal, turn: int) -> tuple[Written, ...]:
    return next(line.actions for line in deal.record.lines if isinstance(line, Turn) and line.number == turn)


def test_a_deal_with_unknown_cards_is_not_judged() -> None:
    deal = played("fibur", ("greedy",) * 4)
    unknown = parse_position(load_rules("fibur"), "N/draw ?41 4c ?11/?11/?11/?11 ?11,?11 -|-")
    assert analyse(replace(deal, dealt=unknown), 1).decisions == 0


def test_what_the_clock_did_was_nobody_s_decision() -> None:
    plays: list[tuple[Action, ...]] = []
    for transcript in (Path(__file__).parent.parent / "transcripts").glob("a-clock-that-runs-out-*.brn"):
        for deal in replay(transcript.read_text("utf-8")).deals:
            plays += [played for _, played in analysis._plays(moments(deal))]
    assert plays
    assert not any(CLOCK_OUT in played for played in plays)


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


def turning_points(deal: ReplayedDeal) -> tuple[ExpectedSwing, ...]:
    return analysis._turning_points(deal, moments(deal))


def test_equal_plays_are_told_apart_by_nothing() -> None:
    """The same cards laid in another order lead to the same."""
    deal = parse_position(load_rules(PUZZLES[1].rules), PUZZLES[1].position)
    one = tuple([parse_action(text) for text in ("m:JdJdJc", "m:ThTdTs", "x:4s")])
    other = tuple([parse_action(text) for text in ("m:ThTdTs", "m:JdJdJc", "x:4s")])
    assert isinstance(advance(deal, one[0]), Step)
    assert analysis._after(deal, one) == analysis._after(deal, other) is not None
