"""Habits of a deal: counted as they are played, whatever was taken back, and by seat."""

from dataclasses import astuple
from itertools import pairwise

import pytest

from engine.actions import Discard, PickUp
from engine.cards import VALUES
from engine.habits import Habits, habits
from engine.hand import unpack
from engine.record import Turn, format_record
from engine.replay import ReplayedDeal, replay
from engine.rules import load_rules
from engine.simulate import simulate


def played(seed: int, rules: str = "fibur") -> ReplayedDeal:
    count = 3 if rules == "three-player" else 4
    (deal,) = simulate(load_rules(rules), ("club",) * count, 1, seed)
    return replay(format_record([deal.record])).deals[0]


@pytest.mark.parametrize("rules", ["fibur", "three-player"])
@pytest.mark.parametrize("seed", [3, 5])
def test_discards_fed_are_those_that_the_next_player_takes_and_lays(rules: str, seed: int) -> None:
    """The same, read off the record's lines: a turn begins with the pile, and lays what was thrown before it."""
    deal = played(seed, rules)
    turns = [line for line in deal.record.lines if isinstance(line, Turn)]
    found = dict.fromkeys(deal.dealt.code.seats, 0)
    for before, after in pairwise(turns):
        thrown, taken = before.actions[-1].action, after.actions[0].action
        laid = [card for one in after.actions[1:] for card in getattr(one.action, "cards", ())]
        found[before.seat] += isinstance(taken, PickUp) and isinstance(thrown, Discard) and thrown.card in laid
    assert [one.fed for one in habits(deal)] == list(found.values())


def test_who_did_not_close_is_left_with_their_hand_and_the_side_that_closed_with_nothing() -> None:
    deal = played(5)
    over, code = deal.game.deal, deal.dealt.code
    assert over.closed_by >= 0
    for seat, one in enumerate(habits(deal)):
        is_theirs = code.side_of[seat] == code.side_of[over.closed_by]
        assert one.caught == (0 if is_theirs else sum([VALUES[card] for card in unpack(over.hands[seat])]))
        assert one.late in (0, 1)
        assert not (is_theirs and one.late)


def test_habits_add_up_figure_by_figure() -> None:
    one, other = Habits(1, 2, 3, 4, 5, 6), Habits(10, 20, 30, 40, 50, 60)
    assert astuple(one.plus(other)) == (11, 22, 33, 44, 55, 66)


def test_a_matta_on_a_pair_counts_where_nothing_came_to_it_in_the_same_turn() -> None:
    found = sum([one.on_pairs for seed in range(6) for one in habits(played(seed))])
    melds = sum([one.melds for seed in range(6) for one in habits(played(seed))])
    assert 0 < found < melds
