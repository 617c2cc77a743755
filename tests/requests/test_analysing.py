"""What people are shown of the computers' opinion on a deal: once it has ended, where everybody may see it."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from bot.host.analyses import Analyses
from bot.host.looking_back import Piece
from bot.messages.analysis_words import analysis_lines
from bot.messages.presenter import MOVIOLA, present_scored
from bot.requests.analysing import analysis_page
from bot.requests.deal_analyses import DealAnalyses
from bot.requests.replaying import RecordLook, Unfit, ended_deal
from bot.tables.table import Table
from bot.views.replay_view import ReplayView
from bot.views.viewer import Viewer
from bot.words.languages import say
from engine.actions import Action, parse_action
from engine.analysis import Analysis, ExpectedCourse, ExpectedSwing, JudgedDecision, analyse, expected_course
from engine.moments import line_of_play, moments
from engine.record import Turn
from engine.refusal import Refused
from engine.replay import replay
from engine.view import View
from tests.messages.test_assigned import stages
from tests.requests.test_rematch import DEALT, OVER
from tests.tables.playing import CLOCK, START, after
from tests.tables.playing import dealt as dealt_at_home

MATCH: Final = (Path(__file__).parent.parent / "transcripts" / "a-whole-match-of-two-deals-fitab.brn").read_text(
    "utf-8"
)


async def nobody(_name: str, _seen: View, _seed: int) -> tuple[Action, ...]:
    raise AssertionError


def analyses_by(look: Callable[[Piece], Awaitable[JudgedDecision | ExpectedCourse]]) -> DealAnalyses:
    return DealAnalyses(Analyses(look, nobody))


async def not_to_be_asked(_: Piece) -> JudgedDecision | ExpectedCourse:
    raise AssertionError


async def seldom(piece: Piece) -> JudgedDecision | ExpectedCourse:
    """Looked at here, and not at length."""
    return expected_course(replay(piece.record).deals[0]) if piece.place < 0 else JudgedDecision()


def viewed(text: str, deal: int = 1, language: str = "en", seat: str = "") -> ReplayView | Unfit:
    return ended_deal(language, RecordLook(text, deal, seat))


@pytest.fixture(scope="module")
def found() -> Analysis:
    view = viewed(MATCH)
    assert isinstance(view, ReplayView)
    return analyse(view.deal)


@pytest.mark.parametrize(("language", "luck"), [("en", "luck"), ("it", "fortuna")])
def test_the_page_has_both_curves_the_turning_points_and_better_plays_that_are_allowed(
    found: Analysis, language: str, luck: str
) -> None:
    view = viewed(MATCH, language=language, seat="E")
    assert isinstance(view, ReplayView)
    page = analysis_page(view, found)
    assert len(page["begins"]) == len(page["expected"]) == len(page["play"]) == len(view.deal.game.turns) + 1
    assert page["begins"] == sorted(page["begins"])
    assert page["lines"][0].startswith("Bruno + Dario: ")
    assert luck in page["lines"][0]
    assert page["expected"][-1][0] == 235 - 725
    assert len(page["turns"]) == 3
    all_moments = moments(view.deal)
    assert page["mistakes"]
    for one in page["mistakes"]:
        branch = line_of_play(all_moments[one["moment"]], [parse_action(text) for text in one["line"]])
        assert not isinstance(branch, Refused)
        assert one["played"] != one["better"]
        line = all_moments[one["moment"] + 1].line
        assert isinstance(line, Turn)
        assert (line.number, line.seat) == (one["turn"], one["seat"])


def test_who_played_a_turn_is_named_who_sat_there_then(found: Analysis) -> None:
    """Bruno's seat is a computer's from turn 12 on, and then Zoe's."""
    text = MATCH.replace("12. ", '* seat E "computer"\n12. ', 1).replace("20. ", '* seat E "Zoe"\n20. ', 1)
    view = viewed(text)
    assert isinstance(view, ReplayView)
    swings = tuple(ExpectedSwing(turn, "E", 0.0, 90.0) for turn in (11, 15, 23))
    mistakes = tuple(replace(found.mistakes[0], turn=turn, seat="E") for turn in (11, 15, 23))
    page = analysis_page(view, replace(found, turning_points=swings, mistakes=mistakes))
    names = ["Bruno ", "Computer East ", "Zoe "]
    assert [one["played"].startswith(name) for one, name in zip(page["mistakes"], names, strict=True)] == [True] * 3
    assert [f", {name.strip()}: " in one["words"] for one, name in zip(page["turns"], names, strict=True)] == [True] * 3


def test_nothing_is_said_of_a_deal_that_goes_on() -> None:
    begun = MATCH[: MATCH.index("21. N d")].replace('[Result "NS 725 EW 235"] [Termination "chiusura"]\n', "")
    words = viewed(begun)
    assert isinstance(words, Unfit)
    assert words.words == say("en", "analysis.goes-on")


# --- at a table -------------------------------------------------------------------------------------------------------


def moviola(analyses: DealAnalyses, table: Table, person: str = "p1", language: str = "en") -> tuple[str, ...]:
    async def main() -> tuple[str, ...]:
        viewer = Viewer(person, language, START, analysis=await analyses.at_table(language, table))
        message = present_scored(MOVIOLA, table, viewer)
        return message.lines if message is not None else ()

    return asyncio.run(main())


def test_the_moviola_says_luck_and_play_of_each_side_and_that_the_plays_were_equal() -> None:
    table = after(OVER)
    lines = moviola(analyses_by(seldom), table)
    assert [line for line in lines if "luck" in line and "play" in line]
    assert lines[-1] == say("en", "analysis.equal")
    assert moviola(analyses_by(seldom), table, language="it")[-1] == say("it", "analysis.equal")


def test_a_message_names_the_dearest_mistakes(found: Analysis) -> None:
    view = viewed(MATCH)
    assert isinstance(view, ReplayView)
    names = {"N": "Anna", "E": "Bruno", "S": "Carla", "W": "Dario"}
    lines = analysis_lines("en", view.deal.dealt.code, names, found, "N")
    assert len(found.mistakes) > 3
    assert len([line for line in lines if "Better by" in line]) == 3
    turned = [f"Turn {one.turn}, {names[one.seat]}: the result to be expected for" for one in found.turning_points]
    assert [line.split(" Anna + Carla went from ")[0] for line in lines if "to be expected" in line] == turned
    dearest = max(found.mistakes, key=lambda one: one.loss)
    assert any(line.startswith(f"Turn {dearest.turn}. {names[dearest.seat]} ") for line in lines)


def test_no_computer_is_asked_about_a_deal_that_is_played_or_that_others_may_still_play() -> None:
    """Neither while the cards lie on the table, nor at a duplicate tournament before the round is open to all."""
    analyses = analyses_by(not_to_be_asked)
    hidden = [dealt_at_home(), *stages(sealed=True).values(), stages()["playing"]]
    for table in hidden:
        assert asyncio.run(analyses.at_table("en", table)) == ""


def test_once_a_sealed_round_is_open_its_deal_is_looked_back_on() -> None:
    table = after(stages(sealed=True)["between"], (CLOCK, "unseal 1"))
    assert isinstance(asyncio.run(analyses_by(seldom).at_table("en", table)), Analysis)


def test_after_a_rematch_it_is_the_match_before_that_is_looked_back_on() -> None:
    both = [asyncio.run(analyses_by(seldom).at_table("en", table)) for table in (OVER, DEALT)]
    assert both[0] == both[1]
    assert isinstance(both[0], Analysis)


def test_who_would_wait_long_is_told_so_and_the_rest_of_the_moviola_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.requests.deal_analyses.PATIENCE", 0.0)

    async def never(_: Piece) -> JudgedDecision | ExpectedCourse:
        await asyncio.Event().wait()
        raise AssertionError

    lines = moviola(analyses_by(never), OVER)
    assert len(lines) > 1
    assert lines[-1] == say("en", "analysis.wait")


def test_a_fault_of_a_player_is_said_and_stops_nothing() -> None:
    async def fails(_: Piece) -> JudgedDecision | ExpectedCourse:
        raise ValueError

    assert moviola(analyses_by(fails), OVER)[-1] == say("en", "analysis.none")


def test_without_players_nothing_is_said() -> None:
    assert moviola(DealAnalyses(), OVER) == moviola(DealAnalyses(), OVER, "p2")
    assert asyncio.run(DealAnalyses().at_table("en", OVER)) == ""
