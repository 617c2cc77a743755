"""One task in a round of the event loop, in order, where whoever gives up holds nobody up; the patient semaphore."""

import asyncio

from bot.fair_share import OneEachRound, OneOfEach, PatientSemaphore, Turns


async def rounds_of(count: int, cancelled: frozenset[int] = frozenset()) -> list[tuple[int, int]]:
    """Who passed, and in which round of the loop; those who are cancelled are so while they wait."""
    each_round, passed, now = OneEachRound(), list[tuple[int, int]](), 0

    async def one(number: int) -> None:
        await each_round.pass_through()
        passed.append((number, now))

    tasks = [asyncio.create_task(one(number)) for number in range(count)]
    for now in range(1, 3 * count):
        await asyncio.sleep(0)
        if now == 1:
            for number in cancelled:
                tasks[number].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return passed


def test_one_passes_in_a_round_in_the_order_of_coming() -> None:
    passed = asyncio.run(rounds_of(5))
    assert [number for number, _ in passed] == [0, 1, 2, 3, 4]
    assert len({when for _, when in passed}) == 5


def test_whoever_gives_up_while_they_wait_is_left_out() -> None:
    passed = asyncio.run(rounds_of(5, frozenset({1, 3})))
    assert [number for number, _ in passed] == [0, 2, 4]


def test_keys_take_turns_and_what_is_new_waits_for_one_thing_of_each() -> None:
    turns = Turns[str, int]()
    for number, key in enumerate("aaab"):
        turns.append(key, number)
    assert [turns.popleft() for _ in range(2)] == [0, 3]
    turns.append("c", 4)
    turns.append("b", 5)
    assert turns.first == 1
    assert [turns.popleft() for _ in range(4)] == [1, 4, 5, 2]
    assert not turns


def test_with_different_keys_those_who_come_together_pass_in_turns() -> None:
    async def inside() -> list[str]:
        each_round, passed = OneEachRound(), list[str]()

        async def one(key: str) -> None:
            await each_round.pass_through(key)
            passed.append(key)

        await asyncio.gather(*[one(key) for key in "aaaaab"])
        return passed

    assert asyncio.run(inside()) == ["a", "a", "b", "a", "a", "a"]


def test_where_nobody_waits_the_next_passes_at_once() -> None:
    async def twice() -> bool:
        each_round = OneEachRound()
        await each_round.pass_through()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        task = asyncio.create_task(each_round.pass_through())
        await asyncio.sleep(0)
        return task.done()

    assert asyncio.run(twice())


def test_one_of_each_key_passes_in_a_round_however_many_come_with_another() -> None:
    async def inside() -> list[str]:
        of_each, passed = OneOfEach[str](), list[str]()

        async def one(key: str) -> None:
            await of_each.pass_through(key)
            passed.append(key)

        tasks = [asyncio.create_task(one(key)) for key in "aaaabc"]
        await asyncio.gather(*tasks)
        return passed

    assert asyncio.run(inside()) == ["a", "b", "c", "a", "a", "a"]


async def passed_in_order(
    semaphore: PatientSemaphore, count: int, stays: asyncio.Event
) -> tuple[list[asyncio.Task[None]], list[int]]:
    """So many who come, and those of them who have passed and stay behind it."""
    passed: list[int] = []

    async def one(number: int) -> None:
        async with semaphore.turn():
            passed.append(number)
            await stays.wait()

    tasks = [asyncio.create_task(one(number)) for number in range(count)]
    for _ in range(3 * count):
        await asyncio.sleep(0)
    return tasks, passed


def test_a_few_pass_and_the_others_when_those_are_gone() -> None:
    async def inside() -> None:
        over = asyncio.Event()
        tasks, passed = await passed_in_order(PatientSemaphore(3, 600.0), 8, over)
        assert passed == [0, 1, 2]
        tasks[4].cancel()
        over.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert passed == [0, 1, 2, 3, 5, 6, 7]

    asyncio.run(inside())


def test_whoever_has_waited_too_long_passes_all_the_same() -> None:
    async def inside() -> None:
        over = asyncio.Event()
        semaphore = PatientSemaphore(2, 0.001)
        tasks, passed = await passed_in_order(semaphore, 6, over)
        while len(passed) < 6:  # noqa: ASYNC110  nobody tells
            await asyncio.sleep(0.001)
        over.set()
        await asyncio.gather(*tasks)
        assert passed[:2] == [0, 1]
        assert semaphore._few._value == 2  # nobody gave back what they had not taken

    asyncio.run(inside())
