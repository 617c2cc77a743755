"""The player that searches: a budget of rollouts, an end when late, whole turns, and worlds that keep to the view."""

from collections import Counter

import pytest

from bench.positions import PUZZLES
from engine.cards import JOKER, PACK, Card
from engine.code import code_for
from engine.deal import TAKE, Deal, start
from engine.hand import pack, unpack
from engine.memory import view_with_memory
from engine.play import Step, advance
from engine.players import PLAYERS, expert, turn_of
from engine.players.club import Club, club_weights
from engine.players.expert import Expert
from engine.players.rollout import perform, rollout
from engine.players.turns import turns
from engine.players.value import difference, features, weights
from engine.players.worlds import Unseen, deal_anew
from engine.players.worth import Judge
from engine.position import parse_position
from engine.rules import RULE_SETS, load_rules
from engine.shuffle import deck_of
from engine.stream import Stream
from engine.table import Game, act
from engine.view import View, view
from tests.engine.test_players import first_deal

MATTE = 13  # the place of their number among the features


def puzzle(number: int) -> View:
    deal = parse_position(load_rules(PUZZLES[number].rules), PUZZLES[number].position)
    return View(deal.seat, deal)


def games(rules: str, steps: int) -> list[Game]:
    """A deal of greedy players, after each of its first steps."""
    game, player = Game(first_deal(rules, 11)), PLAYERS["greedy"](3)
    found = [game]
    for _ in range(steps):
        steps_done = act(game, game.deal.seat, player.choose(view(game.deal, game.deal.seat)))
        assert isinstance(steps_done, tuple)
        game = steps_done[0]
        if game.deal.is_over:
            break
        found.append(game)
    return found


def all_cards(deal: Deal) -> list[Card]:
    cards = [*deal.stock, *deal.pile, *[card for hand in deal.hands for card in unpack(hand)]]
    cards += [card for pozzetto in deal.pozzetti for card in pozzetto]
    return cards + [card for side in deal.melds for meld in side for card in meld.cards]


# --- worlds -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_world_looks_the_same_and_has_two_packs(rules: str) -> None:
    for game in games(rules, 60)[::7]:
        seen = view_with_memory(game, game.deal.seat)
        for seed in range(3):
            world = deal_anew(Unseen(seen), Stream(seed))
            assert view(world, game.deal.seat).deal == seen.deal
            assert Counter(all_cards(world)) == Counter(PACK)


def test_worlds_differ() -> None:
    unseen, stream = Unseen(puzzle(0)), Stream(1)
    assert len({deal_anew(unseen, stream) for _ in range(5)}) == 5


# --- what is never read -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["fibur", "online", "three-player"])
def test_hidden_cards_that_were_dealt_anew_change_nothing(rules: str) -> None:
    """With what is remembered: the other world holds the same cards where all have seen them."""
    for game in games(rules, 70)[::9]:
        seat = game.deal.seat
        seen = view_with_memory(game, seat)
        other = deal_anew(Unseen(seen), Stream(99))
        again = View(seat, view(other, seat).deal, seen.held, seen.left)
        assert Expert(5, rollouts=24).turn(seen) == Expert(5, rollouts=24).turn(again)


# --- rollouts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULE_SETS)
def test_what_a_rollout_does_is_legal_and_ends(rules: str) -> None:
    """Each step of it by the rules themselves."""
    quick = PLAYERS["beginner"](1)
    for number in range(3):
        deal = first_deal(rules, number)
        changed = deal.copy()
        while not deal.is_over:
            action = quick.choose(View(deal.seat, deal))
            step = advance(deal, action)
            assert isinstance(step, Step)
            perform(changed, action)
            deal = step.deal
            assert changed == deal


def test_a_rollout_to_the_end_is_what_was_scored() -> None:
    deal = start(code_for(load_rules("fibur"), 4), deck_of(bytes(32)), 0)
    played = deal.copy()
    assert rollout(played, 0, turns=500) == difference(played, 0) == -difference(played, 1)
    assert played.is_over
    assert rollout(played.copy(), 1, turns=0) == difference(played, 1)


def test_every_feature_has_a_weight() -> None:
    for rules in RULE_SETS:
        assert len(features(first_deal(rules, 1), 0)) == len(weights())


def test_every_matta_counts() -> None:
    deal = first_deal("fibur", 1)
    for cards, number in (([], 0), ([JOKER] * 4, 4), ([1, 1, 14, JOKER], 4), ([0, 0, 2], 0)):
        deal.hands = [pack(cards) for _ in deal.hands]
        assert features(deal, 0)[MATTE] == 2 * number  # two hands of the side


# --- the budget -------------------------------------------------------------------------------------------------------


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Filled with a figure for each rollout."""
    steps_done: list[int] = []

    def counting(deal: Deal, side: int, turns: int) -> float:
        steps_done.append(side)
        return rollout(deal, side, turns)

    monkeypatch.setattr(expert, "rollout", counting)
    return steps_done


@pytest.mark.parametrize("budget", [0, 10, 50])
def test_the_budget_is_a_number_of_rollouts(monkeypatch: pytest.MonkeyPatch, budget: int) -> None:
    steps_done = counted(monkeypatch)
    Expert(1, rollouts=budget).turn(puzzle(1))
    assert budget - 12 < len(steps_done) <= budget


def test_who_is_late_plays_like_the_club() -> None:
    seen = puzzle(0)
    judged = turns(seen.deal, Judge(seen.deal, club_weights(seen.deal.code)))[0].actions
    assert turn_of("expert", 1, seen, late=lambda: True) == judged
    assert judged[0] == Club(1).choose(seen)


def test_whether_it_is_late_is_asked_before_each_rollout(monkeypatch: pytest.MonkeyPatch) -> None:
    steps_done = counted(monkeypatch)
    turn_of("expert", 1, puzzle(1), late=lambda: len(steps_done) == 17)
    assert len(steps_done) == 17


# --- whole turns ------------------------------------------------------------------------------------------------------


def test_what_is_planned_is_done_while_nothing_new_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, player, steps_done = puzzle(1), Expert(3, rollouts=30), []
    planned = Expert(3, rollouts=30).turn(seen)
    deal = seen.deal
    for _ in planned:
        action = player.choose(View(seen.viewer, deal))
        steps_done.append(action)
        step = advance(deal, action)
        assert isinstance(step, Step)
        deal = step.deal
        monkeypatch.setattr(Expert, "turn", None)  # it is not asked again
    assert tuple(steps_done) == planned
    assert deal.phase == TAKE or deal.is_over


def test_cards_known_to_be_in_a_hand_are_never_elsewhere() -> None:
    seen = puzzle(2)
    memory = tuple([pack([]) if seat != 0 else pack([0, 1]) for seat in range(4)])
    for seed in range(4):
        world = deal_anew(Unseen(View(seen.viewer, seen.deal, memory)), Stream(seed))
        assert {0, 1} <= set(unpack(world.hands[0]))
