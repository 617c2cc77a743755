"""What the engine makes can be copied and sent to another process: the same value comes back."""

import copy
import pickle

import pytest

from engine.actions import DRAW, Action, parse_action
from engine.legal import legal
from engine.melds import Meld
from engine.play import Step, play
from engine.playout import Playout
from engine.rules import RULE_SETS, load_rules
from tests.notation import position

DEAL = position("febur", "E/play ? 9c8d ?11/2h2c3h4h5h7dJk/?11/?11 ?11 !9h9d9c|6h7h8h+KhKdJk+2s4s5s6s l")
WAYS = [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]  # noqa: S301  our own


@pytest.mark.parametrize("again", WAYS, ids=["copy", "deepcopy", "pickle"])
class TestTheSameValueComesBack:
    def test_of_a_deal(self, again: object) -> None:
        assert callable(again)
        deal = again(DEAL)
        assert deal == DEAL
        assert deal.code is DEAL.code  # its tables are made once in a process

    def test_of_a_copied_deal_that_is_its_own(self, again: object) -> None:
        assert callable(again)
        deal = again(DEAL)
        deal.give(0)
        assert deal != DEAL

    def test_of_a_meld(self, again: object) -> None:
        assert callable(again)
        for side in DEAL.melds:
            for meld in side:
                other = again(meld)
                assert isinstance(other, Meld)
                assert (other, other.cards, other.accepts) == (meld, meld.cards, meld.accepts)

    @pytest.mark.parametrize("text", ["d", "p", "n", "t", "m:5h6h7h", "a2:2c^", "x:7d"])
    def test_of_an_action(self, again: object, text: str) -> None:
        assert callable(again)
        action: Action = parse_action(text)
        assert again(action) == action

    @pytest.mark.parametrize("name", RULE_SETS)
    def test_of_rules(self, again: object, name: str) -> None:
        assert callable(again)
        assert again(load_rules(name)) == load_rules(name)

    def test_of_a_step_and_a_refusal(self, again: object) -> None:
        assert callable(again)
        step = play(DEAL, "E", legal(DEAL)[0])
        assert isinstance(step, Step)
        assert (again(step).deal, again(step).written) == (step.deal, step.written)
        refused = play(DEAL, "E", DRAW)
        assert again(refused) == refused

    def test_of_a_playout(self, again: object) -> None:
        assert callable(again)
        playout = Playout(DEAL)
        other = again(playout)
        assert other.count() == playout.count()
        assert other.value() == DEAL
