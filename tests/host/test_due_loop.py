"""The loop behind dues and letters: one task for each key, woken, asleep until the earliest, patient with failures."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from bot.host.due_loop import DueLoop, Work
from bot.host.retry import back_off


class Diary:
    """What is due when, by key; what is due is done, unless its key is broken."""

    def __init__(self, due: dict[str, int]) -> None:
        self.now = 1_000_000
        self.due = due
        self.order: list[str] = []
        self.failed: list[str] = []
        self.broken: set[str] = set()
        self.gates: dict[str, asyncio.Event] = {}
        self.slept: list[int | None] = []
        self.loop = DueLoop(lambda: self.now, self._look, self._next, lambda key, _: self.failed.append(key), 600.0)

    async def _look(self, now: int) -> dict[str, Work]:
        return {key: self._work(key) for key, at in self.due.items() if at <= now and self.loop.is_free(key, now)}

    def _work(self, key: str) -> Work:
        async def work() -> int:
            if key in self.gates:
                await self.gates[key].wait()
            if key in self.broken:
                raise RuntimeError(key)
            self.order.append(key)
            self.due.pop(key, None)
            return 1

        return work

    async def _next(self, now: int) -> int | None:
        found = min([at for at in self.due.values() if at > now], default=None)
        self.slept.append(found)
        return found


async def state(holds: Callable[[], bool]) -> None:
    """Returns when it holds."""
    async with asyncio.timeout(60):
        while not holds():  # noqa: ASYNC110  nobody tells of it
            await asyncio.sleep(0.001)


def running(diary: Diary, body: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        task = asyncio.create_task(diary.loop.run())
        await body()
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        assert not diary.loop.busy

    asyncio.run(whole())


def test_what_is_slow_keeps_nothing_else_waiting_and_is_not_begun_twice() -> None:
    diary = Diary({"slow": 0, "fast": 0})

    async def body() -> None:
        diary.gates["slow"] = asyncio.Event()
        await state(lambda: diary.order == ["fast"])
        diary.due["next"] = 0
        diary.loop.wake()
        await state(lambda: diary.order == ["fast", "next"])
        assert list(diary.loop.busy) == ["slow"]
        diary.gates["slow"].set()
        await state(lambda: diary.order == ["fast", "next", "slow"])

    running(diary, body)


def test_it_rests_until_it_is_woken() -> None:
    diary = Diary({"later": 2_000_000})

    async def body() -> None:
        await state(lambda: diary.loop.is_idle)
        assert diary.slept == [2_000_000]
        diary.now = 2_000_000
        diary.loop.wake()
        assert not diary.loop.is_idle
        await state(lambda: diary.order == ["later"])

    running(diary, body)


def test_what_fails_is_left_alone_for_longer_each_time_and_stops_no_other() -> None:
    diary = Diary({"broken": 0, "whole": 0})
    diary.broken.add("broken")

    async def body() -> None:
        assert await diary.loop.once() == 1
        assert (diary.order, diary.failed) == (["whole"], ["broken"])
        for failures in range(3):
            wait = back_off(failures)
            diary.now += wait - 1
            assert await diary.loop.once() == 0
            assert len(diary.failed) == failures + 1
            diary.now += 1
            await diary.loop.once()
            assert len(diary.failed) == failures + 2
        diary.now -= 500_000  # the clock was set back: nobody is left alone for longer than was meant
        diary.broken.clear()
        assert await diary.loop.once() == 1
        diary.due["broken"] = 0
        diary.broken.add("broken")
        await diary.loop.once()
        assert diary.loop.put_off_until("broken", diary.now) == diary.now + back_off(0)  # counted anew

    asyncio.run(body())


def test_what_has_failed_is_tried_at_once_when_what_it_failed_for_may_be_gone() -> None:
    diary = Diary({"broken": 0})
    diary.broken.add("broken")

    async def body() -> None:
        await diary.loop.once()
        diary.broken.clear()
        assert await diary.loop.once() == 0
        diary.loop.try_again()
        assert await diary.loop.once() == 1

    asyncio.run(body())


def test_what_is_put_off_is_looked_at_when_its_time_has_come() -> None:
    diary = Diary({"one": 0})

    async def body() -> None:
        diary.loop.put_off("one", diary.now + 50)
        assert await diary.loop.once() == 0
        task = asyncio.create_task(diary.loop.run())
        await state(lambda: diary.loop.is_idle)
        diary.now += 50
        await state(lambda: diary.order == ["one"])  # the sleep was as long as that
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    asyncio.run(body())


def test_one_that_was_cancelled_asleep_looks_again_when_it_is_begun_again() -> None:
    looks = asyncio.Event()

    async def look(_now: int) -> dict[str, Work]:
        looks.set()
        await asyncio.sleep(0.02)  # as a look at a store takes
        return {}

    async def nothing(_now: int) -> None:
        return None

    async def main() -> None:
        loop = DueLoop(lambda: 0, look, nothing, lambda _key, _error: None, breath=0.0)
        for _ in range(2):
            task = asyncio.create_task(loop.run())
            await looks.wait()
            looks.clear()
            assert not loop.is_idle
            await state(lambda: loop.is_idle)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    asyncio.run(main())
