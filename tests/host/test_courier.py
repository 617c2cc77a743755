"""The courier: newest first, within budgets, again after a failure, never twice without need."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from bot.host.courier import Budget, Courier, Meter, TryLater, Undeliverable, back_off
from bot.host.ports import OutboxRow
from bot.host.table import Table
from tests.host.playing import BRUNO, CARLA
from tests.host.test_door import World, world

WIDE = Budget(1000, 1000)


class Platform:
    """A platform that remembers what it was given, and fails as it is told."""

    def __init__(self) -> None:
        self.got: list[tuple[str, str, int, str]] = []  # viewer, kind, stage shown, message edited
        self.failing: list[Exception] = []

    async def deliver(self, table: Table, row: OutboxRow) -> str:
        if self.failing:
            raise self.failing.pop(0)
        self.got.append((row.viewer, row.kind, table.stage, row.reference))
        return row.reference or f"m{len(self.got)}"


def run(
    tmp_path: Path, test: Callable[[World, Platform, Courier], Coroutine[Any, Any, None]], chat: Budget = WIDE
) -> None:
    async def inside() -> None:
        async with world(tmp_path) as here:
            platform = Platform()
            await test(
                here, platform, Courier(here.door, here.store, platform.deliver, lambda row: row.viewer, WIDE, chat)
            )

    asyncio.run(inside())


def test_a_newer_state_replaces_an_unsent_older_one(tmp_path: Path) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        await here.open()
        await here.done(BRUNO, "join")
        await here.done(CARLA, "join")
        assert await courier.send() == 4
        assert platform.got == [
            ("channel", "table", 2, ""),
            ("p1", "hand", 2, ""),
            ("p2", "hand", 2, ""),
            ("p3", "hand", 2, ""),
        ]
        assert await courier.send() == 0

    run(tmp_path, test)


def test_the_next_state_edits_the_message_that_was_sent(tmp_path: Path) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        await here.open()
        await courier.send()
        await here.done(BRUNO, "join")
        await courier.send()
        assert ("channel", "table", 1, "m1") in platform.got

    run(tmp_path, test)


def test_a_failure_is_tried_again_when_the_platform_says(tmp_path: Path) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        await here.open()
        platform.failing = [TryLater("too many requests", 7_000), TryLater("no network")]
        assert await courier.send() == 0
        here.now += 1_000
        assert await courier.send() == 1
        here.now += 6_000
        assert await courier.send() == 1
        assert [got[:2] for got in platform.got] == [("p1", "hand"), ("channel", "table")]

    run(tmp_path, test)


def test_what_can_never_be_delivered_is_dropped_until_there_is_news(tmp_path: Path) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        await here.open()
        platform.failing = [Undeliverable("blocked"), Undeliverable("blocked")]
        assert await courier.send() == 0
        here.now += 10**9
        assert await courier.send() == 0
        await here.done(BRUNO, "join")
        assert await courier.send() == 3

    run(tmp_path, test)


def test_a_chat_gets_no_more_than_its_budget(tmp_path: Path) -> None:
    async def test(here: World, platform: Platform, courier: Courier) -> None:
        await here.open()
        assert await courier.send() == 2
        await here.done(BRUNO, "join")
        assert await courier.send() == 1  # only Bruno has budget left
        here.now += 3_000
        assert await courier.send() == 2

    run(tmp_path, test, Budget(1, 3_000))


def test_unsent_letters_outlive_a_restart(tmp_path: Path) -> None:
    async def before(here: World, platform: Platform, courier: Courier) -> None:
        await here.open()

    async def after(here: World, platform: Platform, courier: Courier) -> None:
        assert await courier.send() == 2

    run(tmp_path, before)
    run(tmp_path, after)


def test_waiting_doubles_up_to_five_minutes() -> None:
    assert [back_off(attempts) for attempts in (0, 1, 2, 8, 9, 500)] == [1000, 2000, 4000, 256_000, 300_000, 300_000]


def test_a_meter_says_when_the_next_message_fits() -> None:
    meter = Meter(Budget(2, 1000))
    meter.use(0)
    assert meter.ready_at(10) == 10
    meter.use(10)
    assert (meter.ready_at(20), meter.ready_at(1000)) == (1000, 1000)
