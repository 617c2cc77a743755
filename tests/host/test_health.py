"""Whether the host is well: a disk on which nothing can be written is noticed by the writes that fail."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.host.health import BEAT, COMMIT, FRESH, Health
from bot.host.heartbeat import Heartbeat
from bot.host.ports import StoreError
from bot.metrics import CountedDoor, Metrics
from bot.store.sqlite import SqliteStore, open_store
from tests.host.test_door import BOT
from tests.tables.playing import ANNA, FAST, START


def test_the_newest_write_of_each_kind_counts_and_an_old_failure_does_not() -> None:
    now = START
    health = Health(lambda: now)
    assert health.is_good()
    health.note_failure(COMMIT)
    health.note_write(BEAT)
    assert not health.is_good()
    now += FRESH - 1
    assert not health.is_good()
    now += 1
    assert health.is_good()
    health.note_failure(BEAT)
    assert not health.is_good()
    health.note_write(BEAT)
    assert health.is_good()


def with_store(folder: Path, work: Callable[[SqliteStore], Awaitable[None]]) -> None:
    async def main() -> None:
        store = await open_store(folder / "burraco.db", START)
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(main())


async def room(store: SqliteStore, pages: int) -> None:
    """So many pages may the database have, at least those that it has."""
    await store._writer.execute_fetchall(f"PRAGMA max_page_count = {pages}")


async def open_many(door: CountedDoor) -> None:
    """Tables until there is no room; the last page still has some."""
    for number in range(1, 1000):
        await door.open(f"t{number}", f"T{number}", "c1", ANNA, FAST)


def test_a_full_disk_is_noticed_by_a_command_and_room_by_the_next_one(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        health = Health(lambda: START)
        door = CountedDoor(store, BOT, lambda: START, bytes, Metrics(), health)
        await door.open("t0", "KILO", "c1", ANNA, FAST)
        await room(store, 1)
        with pytest.raises(StoreError, match="the disk is full"):
            await open_many(door)
        assert not health.is_good()
        await room(store, 10**6)
        await door.submit("t0", ANNA, "a1", "computer")
        assert health.is_good()

    with_store(tmp_path, work)


def test_a_heartbeat_that_cannot_be_written_is_noticed(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        health = Health(lambda: START)
        heartbeat = Heartbeat(store, BOT, "one", lambda: START, health)
        await heartbeat.begin()
        await store._writer.execute_fetchall("PRAGMA query_only = ON")
        with pytest.raises(StoreError):
            await heartbeat.beat()
        assert not health.is_good()
        await store._writer.execute_fetchall("PRAGMA query_only = OFF")
        await heartbeat.beat()
        assert health.is_good()

    with_store(tmp_path, work)
