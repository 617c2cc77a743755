"""What a platform is sent arrives within its budgets, however long pictures and the network take. On simulated time."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import pairwise

from bot.cli.platforms import BUDGETS
from bot.departures import Departures
from bot.host.budget import Meters
from tests.chance import chance
from tests.simulated.loop import SimulatedLoop, Time

MOST = 28


def simulated(test: Callable[[Time], Awaitable[None]]) -> None:
    time, faults = Time(), list[str]()

    async def inside() -> None:
        await test(time)

    loop = SimulatedLoop(time, faults.append)
    try:
        loop.run_until_complete(inside())
    finally:
        loop.close()
    assert faults == []


def most_within(times: list[float], seconds: float) -> int:
    """The most in any so many seconds, both ends excluded."""
    times = sorted(times)
    return max(sum(at <= other < at + seconds for other in times) for at in times)


def test_letters_that_become_ready_together_arrive_in_no_second_in_which_there_are_too_many() -> None:
    async def test(time: Time) -> None:
        dice, arrived = chance("departures"), list[float]()
        departures = Departures(MOST, lambda: round(time.seconds * 1_000))

        async def letter() -> None:
            await asyncio.sleep(dice.choice([0, 0.2, 1, 1, 1, 2.5]))  # its picture is drawn
            async with departures.leave():
                spent = dice.uniform(0, 0.9)
                there = dice.uniform(0, spent)
                await asyncio.sleep(there)
                arrived.append(time.seconds)
                await asyncio.sleep(spent - there)

        await asyncio.gather(*[letter() for _ in range(400)])
        assert len(arrived) == 400
        assert most_within(arrived, 1.0) <= MOST
        assert time.seconds < 2.5 + 400 / MOST * 2, "and none stands about without need"

    simulated(test)


def test_who_has_to_wait_leaves_in_turn_and_who_gives_up_holds_nobody_up() -> None:
    async def test(time: Time) -> None:
        left = list[tuple[int, float]]()
        departures = Departures(2, lambda: round(time.seconds * 1_000))

        async def letter(number: int) -> None:
            async with departures.leave():
                left.append((number, time.seconds))

        tasks = [asyncio.ensure_future(letter(number)) for number in range(7)]
        await asyncio.sleep(0.5)  # of simulated time
        for number in (2, 4):  # the one who waits, and one behind
            tasks[number].cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task
        assert [number for number, _ in left] == [0, 1, 3, 5, 6]
        assert [round(second, 1) for _, second in left] == [0, 0, 1, 1, 2]

    simulated(test)


def test_a_clock_that_is_set_back_keeps_nothing_waiting() -> None:
    now = [100_000]
    departures = Departures(1, lambda: now[0])
    departures.note()
    assert not departures.has_room
    now[0] = 500
    assert departures.has_room


def test_what_leaves_after_the_clock_was_set_back_hides_nothing_before_it() -> None:
    now = [100_000]
    departures = Departures(2, lambda: now[0])
    departures.note()
    now[0] = 500
    departures.note()
    now[0] = 2_000
    departures.note()
    assert departures.has_room


def test_telegrams_limits_hold_for_what_arrives() -> None:
    """Thirty a second in all, twenty a minute in a group; letters of a chat follow each other, some after a picture."""

    async def test(time: Time) -> None:
        dice = chance("telegram")

        def now() -> int:
            return round(time.seconds * 1_000)

        meters, arrived = Meters(BUDGETS, now), dict[str, list[float]]()

        async def chat_of(name: str, letters: int) -> None:
            """As the courier does: room for up to three is taken at once, and they go one after the other."""
            while letters:
                batch = 0
                while batch < min(3, letters) and meters.ready_at(name, now()) <= now():
                    meters.use(name, now())
                    batch += 1
                if not batch:
                    await asyncio.sleep(max(1, meters.ready_at(name, now()) - now()) / 1_000)
                for behind in reversed(range(batch)):
                    await asyncio.sleep(dice.choice([0, 0, 0.3, 2.5]))
                    async with meters.leave("telegram"):
                        await asyncio.sleep(dice.uniform(0, 0.4))
                        arrived.setdefault(name, []).append(time.seconds)
                        await asyncio.sleep(dice.uniform(0, 0.4))
                    meters.of(name).note_arrival(now(), behind)
                letters -= batch

        groups = {f"telegram:-{number}": 60 for number in range(3)}
        private = {f"telegram:{number}": 8 for number in range(1, 120)}
        await asyncio.gather(*[chat_of(name, letters) for name, letters in {**groups, **private}.items()])
        assert most_within([at for times in arrived.values() for at in times], 1.0) <= 30
        assert all(most_within(arrived[name], 60.0) <= 20 for name in groups)
        assert all(len(arrived[name]) == 8 for name in private)
        assert all(later > earlier for times in arrived.values() for earlier, later in pairwise(times))

    simulated(test)
