"""How often garbage is looked for, where one thinks; and that there is next to none."""

import gc

from bot.host.garbage import THINKING, collections_seldom
from engine.rules import load_rules
from engine.simulate import simulate_deal


def test_whoever_has_thought_leaves_the_interpreter_as_it_was() -> None:
    before = gc.get_threshold()
    with collections_seldom():
        assert gc.isenabled()  # what does make rings is found in the end
        assert gc.get_threshold() == THINKING
        assert gc.get_freeze_count() > 0
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


def test_a_deal_of_computer_players_leaves_no_rings_behind() -> None:
    rules, names = load_rules("febur"), ["heuristic", "greedy", "heuristic", "random"]
    simulate_deal(rules, names, 0, seed=1)  # what is made once in a process
    gc.collect()
    gc.disable()
    try:
        simulate_deal(rules, names, 1, seed=1)
        assert gc.collect() == 0
    finally:
        gc.enable()
