"""Computer players in processes of their own: what happens to them never stops a table."""

import asyncio
from collections.abc import Awaitable, Callable
from multiprocessing import active_children

import pytest

from bench.positions import PUZZLES
from bot.host.computer_process import Answered, ComputerProcess, Question
from bot.host.computers import ComputerPlayers, PlayerFailed, _hurried, stand_in
from engine.actions import DRAW, Action, Add
from engine.advice import advise, review
from engine.code import code_for
from engine.deal import start
from engine.hand import pack
from engine.legal import legal
from engine.play import Step, advance
from engine.players.club import Club
from engine.position import parse_position
from engine.rules import load_rules
from engine.shuffle import deck_of
from engine.view import View, view


def position() -> View:
    """What the first player sees of a new deal."""
    deal = start(code_for(load_rules("fibur"), 4), deck_of(bytes(31) + b"\x05"), 3)
    return view(deal, deal.seat)


def think(work: Callable[[ComputerPlayers], Awaitable[Action]], **options: float) -> Action:
    async def main() -> Action:
        thinking = ComputerPlayers(processes=1, **options)
        try:
            return await work(thinking)
        finally:
            thinking.close()

    return asyncio.run(main())


def test_a_player_answers_with_a_legal_action() -> None:
    seen = position()
    assert think(lambda thinking: thinking.think("heuristic", seen)) in legal(seen.deal)


def test_for_a_player_that_fails_the_club_player_plays() -> None:
    seen = puzzle(0)
    assert think(lambda thinking: thinking.think("nobody", seen)) == Club(1).choose(seen)


def test_for_a_player_that_takes_too_long_the_club_player_plays() -> None:
    seen = puzzle(0)
    assert think(lambda thinking: thinking.think("heuristic", seen), patience=0.0) == Club(1).choose(seen)


def test_a_process_that_dies_is_replaced() -> None:
    seen = position()

    async def work(thinking: ComputerPlayers) -> Action:
        await thinking.think("greedy", seen)
        for thinker in thinking._idle:
            thinker.process.kill()
            thinker.process.join()
        await thinking.think("greedy", seen)
        action = await thinking.think("heuristic", seen)
        assert [thinker.process.is_alive() for thinker in thinking._idle] == [True]
        return action

    assert think(work) in legal(seen.deal)


def test_a_process_that_took_too_long_is_asked_nothing_more() -> None:
    seen = position()

    async def work(thinking: ComputerPlayers) -> Action:
        await thinking.think("greedy", seen)
        slow = thinking._idle[0].process
        thinking._patience = 0.0
        action = await thinking.think("greedy", seen)
        slow.join()
        assert thinking._idle == []
        return action

    assert think(work) in legal(seen.deal)


def test_processes_end_with_the_thinking() -> None:
    async def main() -> None:
        thinking, seen = ComputerPlayers(processes=2), position()
        await asyncio.gather(*[thinking.think("greedy", seen) for _ in range(5)])
        processes = [thinker.process for thinker in thinking._idle]
        assert len(processes) == 2
        thinking.close()
        for process in processes:
            process.join(30)
            assert process.exitcode is not None  # it was ended, or found nobody to listen to any more

    asyncio.run(main())


def test_who_thinks_when_all_ends_is_ended_too() -> None:
    async def main() -> None:
        thinking, others = ComputerPlayers(processes=1), active_children()
        task = asyncio.create_task(thinking.think("heuristic", position()))
        for _ in range(3):  # the question, who asks it, and the process that is to answer
            await asyncio.sleep(0)
        [process] = [child for child in active_children() if child not in others]
        thinking.close()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await asyncio.to_thread(process.join)
        assert process.exitcode

    asyncio.run(main())


def test_where_the_club_player_fails_too_the_action_is_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Club, "choose")
    seen = position()
    assert stand_in(seen) in legal(seen.deal)


def test_a_turn_is_asked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until its player sees a new card the rest is what was planned; another view is positions for anew."""
    puzzle = parse_position(load_rules(PUZZLES[1].rules), PUZZLES[1].position)
    positions: list[str] = []

    async def work(thinking: ComputerPlayers) -> Action:
        ask = thinking._ask

        async def counting(name: str, seen: View, person: str) -> tuple[str, ...]:
            positions.append(str(seen))
            return await ask(name, seen, person)

        monkeypatch.setattr(thinking, "_ask", counting)
        deal = puzzle
        while deal.seat == puzzle.seat and not deal.is_over and len(deal.pozzetti) == len(puzzle.pozzetti):
            action = await thinking.think("expert", View(puzzle.seat, deal))
            step = advance(deal, action)
            assert isinstance(step, Step)
            deal = step.deal
        return await thinking.think("expert", View(puzzle.seat, puzzle))

    think(work)
    assert positions == [str(View(puzzle.seat, puzzle))] * 2


def test_what_is_remembered_goes_with_the_question() -> None:
    seen = position()
    memory = (pack([]), pack([0]), pack([]), pack([1]))
    assert think(lambda thinking: thinking.think("expert", View(seen.viewer, seen.deal, memory))) in legal(seen.deal)


def test_a_thought_that_is_called_off_frees_its_process_for_the_next_question() -> None:
    async def work(thinking: ComputerPlayers) -> Action:
        await thinking.think("expert", position())  # the process is there
        (thinker,) = thinking._idle
        waiting = asyncio.create_task(thinking.think("expert", puzzle(0)))
        for _ in range(3):  # who asks, and the question on its way
            await asyncio.sleep(0)
        assert thinking._idle == []
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        await thinking.until_idle()
        assert thinking._idle == [thinker], "it was not killed, and no answer is left in its pipe"
        return await thinking.think("expert", position())

    assert think(work) in legal(position().deal)


def test_who_has_given_up_waiting_is_not_asked_about() -> None:
    async def work(thinking: ComputerPlayers) -> Action:
        names: list[str] = []
        ask = thinking._ask_this

        async def counting(thinker: ComputerProcess, questions: list[Question]) -> list[Answered]:
            names.extend(question.name for question in questions)
            return await ask(thinker, questions)

        thinking._ask_this = counting  # type: ignore[method-assign]  # noted on its way
        first, second = [asyncio.create_task(thinking.think(name, position())) for name in ("expert", "club")]
        for _ in range(3):
            await asyncio.sleep(0)
        second.cancel()
        action = await first
        await thinking.until_idle()
        assert names == ["expert"]
        return action

    assert think(work) in legal(position().deal)


def test_hundreds_of_tables_of_one_person_cost_the_one_of_another_a_turn_of_theirs() -> None:
    async def work(thinking: ComputerPlayers) -> Action:
        names: list[str] = []

        async def noting(thinker: ComputerProcess, questions: list[Question]) -> list[Answered]:
            assert not thinker.is_closed
            names.extend(question.name for question in questions)
            return [(("draw",), 1.0) for _ in questions]  # so slow that no two are asked together

        thinking._ask_this = noting  # type: ignore[method-assign]  # noted, and answered without a process
        waiting = [("many", "anna")] * 200 + [("one", "bruno"), ("another", "bruno")]
        tasks = [asyncio.create_task(thinking.think(name, position(), person)) for name, person in waiting]
        await asyncio.wait(tasks)
        assert [names.index(name) for name in ("one", "another")] == [1, 3]
        return DRAW

    assert think(work) == DRAW


def test_a_player_in_a_hurry_is_told_so_only_while_it_is_asked_about_that() -> None:
    """What is called off just as its answer arrives must not cut the next thought short."""

    async def work(thinking: ComputerPlayers) -> Action:
        hurried: list[ComputerProcess] = []
        thinker = ComputerProcess()
        thinker.hurry = lambda: hurried.append(thinker)  # type: ignore[method-assign]  # noted instead of done
        answers = [asyncio.get_running_loop().create_future() for _ in range(2)]
        with _hurried(thinker, answers):
            answers[0].cancel()
            await asyncio.sleep(0)
            assert not hurried, "somebody still waits for the other one"
            answers[1].cancel()
            await asyncio.sleep(0)
            assert hurried == [thinker]
        late = asyncio.get_running_loop().create_future()
        with _hurried(thinker, [late]):
            late.cancel()
        await asyncio.sleep(0)
        assert hurried == [thinker]
        thinker.close()
        return await thinking.think("greedy", position())

    assert think(work) in legal(position().deal)


# --- advice for people ------------------------------------------------------------------------------------------------


def advised(work: Callable[[ComputerPlayers], Awaitable[object]], **options: float) -> None:
    async def main() -> None:
        thinking = ComputerPlayers(processes=1, **options)
        try:
            await work(thinking)
        finally:
            thinking.close()

    asyncio.run(main())


def puzzle(number: int) -> View:
    deal = parse_position(load_rules(PUZZLES[number].rules), PUZZLES[number].position)
    return View(deal.seat, deal)


def test_advice_comes_from_a_process_as_it_would_here() -> None:
    async def work(thinking: ComputerPlayers) -> None:
        for played, here in (((), advise(puzzle(2))), ((DRAW,), review(puzzle(2), (DRAW,)))):
            found = await thinking.advise(puzzle(2), played)
            assert found == here or found.worlds < here.worlds, (
                "only a machine too slow for a second's thought has less"
            )

    advised(work)


def test_advice_that_is_called_off_frees_its_process_for_the_next_question() -> None:
    async def work(thinking: ComputerPlayers) -> None:
        await thinking.advise(position())  # the process is there
        (thinker,) = thinking._idle
        waiting = asyncio.create_task(thinking.advise(puzzle(0)))
        for _ in range(3):  # who asks, and the question on its way
            await asyncio.sleep(0)
        assert thinking._idle == []
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        await asyncio.gather(*thinking._thoughts)
        assert thinking._idle == [thinker], "it was not killed, and no answer is left in its pipe"
        assert (await thinking.advise(puzzle(2))).actions[0] in legal(puzzle(2).deal)
        assert await thinking.think("greedy", position()) in legal(position().deal)

    advised(work)


def test_computers_moves_come_first() -> None:
    async def work(thinking: ComputerPlayers) -> None:
        ended: list[str] = []

        async def moves(number: int) -> None:
            await thinking.think("heuristic", position())
            ended.append(f"move {number}")

        async def asks() -> None:
            await thinking.advise(position())
            ended.append("advice")

        tasks = [asyncio.create_task(moves(number)) for number in range(4)]
        await asyncio.sleep(0)
        await asyncio.gather(asks(), *tasks)
        assert ended[-1] == "advice"

    advised(work)


def test_who_asks_for_advice_hears_that_it_failed() -> None:
    async def work(thinking: ComputerPlayers) -> None:
        seen = position()
        with pytest.raises(PlayerFailed):
            await thinking.advise(seen, (Add(9, (0,)),))
        thinking._patience = 0.0
        with pytest.raises(TimeoutError):
            await thinking.advise(seen)

    advised(work)
