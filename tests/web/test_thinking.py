"""Computer players in processes of their own: what happens to them never stops a table."""

import asyncio
from collections.abc import Awaitable, Callable

from bot.host.thinking import Thinking, stand_in
from engine.actions import Action
from engine.code import code_for
from engine.deal import start
from engine.legal import legal
from engine.rules import load_rules
from engine.shuffle import deck_of
from engine.view import View, view


def position() -> View:
    """What the first player sees of a new deal."""
    deal = start(code_for(load_rules("fibur"), 4), deck_of(bytes(31) + b"\x05"), 3)
    return view(deal, deal.seat)


def think(work: Callable[[Thinking], Awaitable[Action]], **options: float) -> Action:
    async def main() -> Action:
        thinking = Thinking(processes=1, **options)
        try:
            return await work(thinking)
        finally:
            thinking.close()

    return asyncio.run(main())


def test_a_player_answers_with_a_legal_action() -> None:
    seen = position()
    assert think(lambda thinking: thinking.think("heuristic", seen)) in legal(seen.deal)


def test_for_a_player_that_fails_a_simple_one_plays() -> None:
    seen = position()
    assert think(lambda thinking: thinking.think("nobody", seen)) in legal(seen.deal)


def test_for_a_player_that_takes_too_long_a_simple_one_plays() -> None:
    seen = position()
    assert think(lambda thinking: thinking.think("heuristic", seen), patience=0.0) in legal(seen.deal)


def test_a_process_that_dies_is_replaced() -> None:
    seen = position()

    async def work(thinking: Thinking) -> Action:
        await thinking.think("greedy", seen)
        assert thinking._pool is not None
        for process in list(thinking._pool._processes.values()):
            process.kill()
            process.join()
        await thinking.think("greedy", seen)
        return await thinking.think("heuristic", seen)

    assert think(work) in legal(seen.deal)


def test_the_simple_player_always_has_a_legal_action() -> None:
    seen = position()
    assert stand_in(seen) in legal(seen.deal)
