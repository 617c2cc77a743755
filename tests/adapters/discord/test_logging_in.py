"""Of all hosts one logs in to the gateway in five seconds, or as many as Discord allows."""

import asyncio
from pathlib import Path

from bot.adapters.discord.shared_shards import turn_to_log_in
from bot.host.notes import LOGGED_IN, Notes
from bot.store.sqlite import open_store

SOON = 10.0  # seconds; a busy machine is slow


def test_a_shard_waits_for_those_alone_that_have_the_same_turn(tmp_path: Path) -> None:
    async def main() -> None:
        now = 0
        store = await open_store(tmp_path / "bot.db", 1)
        try:
            notes = Notes(store, "b", lambda: now)
            for number in (0, 1):
                await asyncio.wait_for(turn_to_log_in(notes, number, at_once=2), SOON)
            later = asyncio.create_task(turn_to_log_in(notes, 2, at_once=2))
            first = await notes.of(LOGGED_IN, "discord")
            assert not later.done()
            now = LOGGED_IN.lasts + 1
            await asyncio.wait_for(later, SOON)
            assert await notes.of(LOGGED_IN, "discord") not in ("", first)
        finally:
            await store.close()

    asyncio.run(main())


def test_without_more_all_wait_for_each_other(tmp_path: Path) -> None:
    async def main() -> None:
        now = 0
        store = await open_store(tmp_path / "bot.db", 1)
        try:
            notes = Notes(store, "b", lambda: now)
            await asyncio.wait_for(turn_to_log_in(notes, 0), SOON)
            later = asyncio.create_task(turn_to_log_in(notes, 1))
            await notes.of(LOGGED_IN, "discord")
            assert not later.done()
            now = LOGGED_IN.lasts + 1
            await asyncio.wait_for(later, SOON)
        finally:
            await store.close()

    asyncio.run(main())
