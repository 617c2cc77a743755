"""How often garbage is looked for, where one thinks and where one hosts; and that there is next to none."""

import asyncio
import gc
from weakref import ref

from bot.host.garbage import THINKING, collections_seldom, search_old_objects
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


class Ring:
    def __init__(self) -> None:
        self.me = self


def test_a_ring_that_has_grown_old_is_found_while_a_host_runs() -> None:
    async def host() -> None:
        ring = Ring()
        gc.collect()  # it is old now, and searches of the young do not see it
        left = ref(ring)
        del ring
        gc.collect(1)
        assert left() is not None
        searching = asyncio.create_task(search_old_objects(0.001))
        async with asyncio.timeout(60):
            while left() is not None:  # noqa: ASYNC110  nothing tells of it
                await asyncio.sleep(0.001)
        searching.cancel()

    asyncio.run(host())
