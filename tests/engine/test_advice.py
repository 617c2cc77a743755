"""Advice: the play that a search finds, how sure that is, and that nothing hidden goes into it."""

import pytest

from engine import advice
from engine.actions import DRAW, PICK_UP, Discard, format_action, parse_action
from engine.advice import (
    COMPARED,
    FEWEST,
    SURE,
    WORLDS,
    Advice,
    Effects,
    OtherPlay,
    advise,
    at_once,
    effects,
    review,
)
from engine.cards import parse_card
from engine.deal import Deal
from engine.legal import legal
from engine.memory import view_with_memory
from engine.play import Step, advance
from engine.players.expert import played_out
from engine.players.worlds import Unseen, deal_anew
from engine.rules import RULE_SETS
from engine.stream import Stream
from engine.view import View, view
from tests.engine.test_expert import games, puzzle
from tests.notation import position


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Filled with a figure for each rollout of a comparison."""
    found: list[int] = []

    def counting(world: Deal, actions: advice.Actions) -> float:
        found.append(1)
        return played_out(world, actions)

    monkeypatch.setattr(advice, "played_out", counting)
    return found


# --- what goes in -----------------------------------------------------------------------------------------------------


@pytest.mark.no_cover  # the next one asks for as many hints, of every code
@pytest.mark.parametrize("rules", ["fibur", "online", "three-player"])
def test_hidden_cards_that_were_dealt_anew_never_change_a_hint(rules: str) -> None:
    for game in games(rules, 70)[::24]:
        seat = game.deal.seat
        seen = view_with_memory(game, seat)
        advised = advise(seen)
        for seed in (7, 99):
            other = deal_anew(Unseen(seen), Stream(seed))
            assert advise(View(seat, view(other, seat).deal, seen.held, seen.left)) == advised


@pytest.mark.parametrize("rules", RULE_SETS)
def test_what_is_advised_may_be_played_from_the_view(rules: str) -> None:
    for game in games(rules, 30)[::10]:
        seen = view_with_memory(game, game.deal.seat)
        for found in (advise(seen), at_once(seen)):
            deal = seen.deal
            for action in found.actions:
                step = advance(deal, action)
                assert isinstance(step, Step)
                deal = step.deal


# --- how sure ---------------------------------------------------------------------------------------------------------


def test_the_third_king_is_not_advised() -> None:
    found = advise(puzzle(0))
    assert format_action(found.actions[-1]) != "x:Kh"
    assert found.worlds == WORLDS
    assert 0 <= found.wanted <= 1


def test_the_pile_that_was_left_lying_is_worth_more_than_its_error() -> None:
    found = advise(puzzle(2))
    assert found.actions == (PICK_UP,)
    assert found.runner_up is not None
    assert found.runner_up.actions == (DRAW,)
    assert found.runner_up.behind > SURE * found.runner_up.error


def test_what_was_played_is_measured_against_the_others() -> None:
    found = review(puzzle(2), (DRAW,))
    assert found.actions == (DRAW,)
    assert found.better is not None
    assert found.better.actions == (PICK_UP,)


def test_a_turn_that_had_to_begin_with_one_lay_is_compared_with_other_whole_turns() -> None:
    """Whoever has picked up the pile must lay here, and there is one card to do it with."""
    melds = "3h3d3c3s+9cJkJcQc+2h9dTdJdQdKdAd+2h5d6d7d8d|JkQsKs+ThJhQh"
    deal = position("international", f"W/play ? - ?2/?10/?2/AhAhKh6d7dTd5c6cKc5s7s ?11,?11 {melds} p=2")
    assert [format_action(one) for one in legal(deal)] == ["a2:Kh"]
    found = review(View("W", deal), tuple([parse_action(one) for one in ("a2:Kh", "a2:Ah", "x:Ah")]))
    assert found.worlds == WORLDS
    assert [format_action(other.actions[0]) for other in found.others] == ["a2:Kh"] * COMPARED
    assert all(isinstance(other.actions[-1], Discard) for other in found.others)


def test_plays_within_two_standard_errors_are_equal() -> None:
    one, other = OtherPlay((DRAW,), 19.9, 10), OtherPlay((PICK_UP,), 20.1, 10)
    assert (one.is_equal, other.is_equal) == (True, False)
    assert Advice((DRAW,), (one, other)).equals == (one,)
    assert Advice((DRAW,), (one, other)).runner_up is None
    assert Advice((DRAW,), (other,)).runner_up == other


def test_what_seems_further_behind_than_a_play_that_clearly_is_worse_is_not_said_to_be_as_good() -> None:
    close, far = OtherPlay((DRAW,), 5.0, 1.0), OtherPlay((PICK_UP,), 30.0, 20.0)
    assert far.is_equal
    assert Advice((DRAW,), (close, far)).equals == ()
    assert Advice((DRAW,), (close, far)).runner_up == close


def test_what_leads_to_the_same_place_is_no_other_play() -> None:
    seen = puzzle(1)
    found = advise(seen)
    reached = [advice.leads_to(seen.deal, one) for one in (found.actions, *[other.actions for other in found.others])]
    assert len({*reached}) == len(reached) == COMPARED + 1


# --- the budget -------------------------------------------------------------------------------------------------------


def test_the_budget_is_a_number_of_rollouts(monkeypatch: pytest.MonkeyPatch) -> None:
    rollouts = counted(monkeypatch)
    found = advise(puzzle(1))
    assert len(rollouts) == WORLDS * (1 + len(found.others)) <= WORLDS * (1 + COMPARED)


def test_who_is_late_before_the_search_does_not_wait_for_a_second_judgement() -> None:
    looks: list[int] = []

    def late() -> bool:
        looks.append(1)
        return True

    advice.plays(puzzle(2).deal, late)
    once = len(looks)  # of the hands that are judged
    assert advise(puzzle(2), late) == at_once(puzzle(2))
    assert len(looks) == 2 * once + 1


@pytest.mark.parametrize("worlds", [0, FEWEST - 1])
def test_who_is_late_is_told_what_the_club_would_do(monkeypatch: pytest.MonkeyPatch, worlds: int) -> None:
    rollouts = counted(monkeypatch)

    def late() -> bool:
        return len(rollouts) >= worlds * 2

    assert advise(puzzle(2), late) == at_once(puzzle(2))


def test_with_one_thing_to_do_nothing_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    rollouts = counted(monkeypatch)
    found = advise(View("N", position("fibur", "N/play ? 4c 8d/?11/?11/?11 ?11 !3h4h5h6h7h8h9h|-")))
    assert (found.actions, found.is_only, rollouts) == ((Discard(parse_card("8d")),), True, [])


# --- what a play does -------------------------------------------------------------------------------------------------


def test_what_a_play_does() -> None:
    deal = position("fibur", "N/play ? KcKs3d 7h7c7s9dKh/?11/?11/?11 ?11,?11 -|9s9c2h")
    gives = effects(deal, tuple(parse_action(one) for one in ("m:7h7c7s", "x:9d")))
    assert (gives.points, gives.left, gives.fits, gives.ready) == (15, 1, True, False)
    feeds = effects(deal, (parse_action("x:Kh"),))
    assert (feeds.points, feeds.left, feeds.fits, feeds.ready) == (0, 4, False, True)
    assert effects(position("fibur", "N/draw ? KcKs3d 7h/?11/?11/?11 ?11,?11 -|-"), (PICK_UP,)).pile == 3


def test_a_burraco_and_a_closing_are_seen() -> None:
    deal = position("fibur", "N/play ? 4c 9h8d/?11/?11/?11 ?11 !3h4h5h6h7h8h|-")
    found = effects(deal, tuple(parse_action(one) for one in ("a1:9h", "x:8d")))
    assert (found.burrachi, found.closes, found.left) == (("pulito",), True, 0)


def effects_of(deal: Deal, text: str) -> Effects:
    return effects(deal, tuple([parse_action(one) for one in text.split()]))


def test_a_burraco_has_the_kind_that_it_has_in_the_end() -> None:
    deal = position("fibur", "N/play ? 4c 6c2s7h5h/?11/?11/?11 ?11 !6h6h6d6d6c6s+8s9sTsJsQsKsAs|-")
    assert effects_of(deal, "a1:6c a1:2s x:7h").burrachi == ("semipulito",)
    assert effects_of(deal, "a1:6c x:7h").burrachi == ("pulito",)
    assert effects_of(deal, "a2:2s x:7h").burrachi == ()  # it was one already


def test_what_ends_the_deal_is_seen_and_a_pozzetto_that_comes_too_late_is_no_gain() -> None:
    last = position("fibur", "N/play ?2 4c 7h/?11/?11/?60 ?11,?11 -|-")
    found = effects_of(last, "x:7h")
    assert (found.ends, found.closes, found.pozzetto) == (True, False, False)
    before = position("fibur", "N/play ?12 4c 7h/?11/?11/?50 ?11,?11 -|-")
    found = effects_of(before, "x:7h")
    assert (found.ends, found.closes, found.pozzetto) == (False, False, True)


@pytest.mark.parametrize(("rules", "others", "discard", "ready"), [
    ("fibur", "-", "9d", True),
    ("international", "-", "9d", False),  # sets of aces and threes alone
    ("fibur", "9h9s2d", "9d", False),  # the next player's side may have no second set of nines
    ("fibur", "-", "Th", False),
    ("fibur", "-", "Jk", True),
    ("fibur", "-", "2d", True),
])  # fmt: skip
def test_a_meld_lies_ready_where_the_next_player_may_lay_it(rules: str, others: str, discard: str, ready: bool) -> None:
    deal = position(rules, f"N/play ? 9c4s9d 9dThJk2d5s/?11/?11/?11 ?11,?11 -|{others}")
    assert effects_of(deal, f"x:{discard}").ready is ready
