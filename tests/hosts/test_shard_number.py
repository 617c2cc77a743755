"""How many shards there are is asked of Discord, once for all hosts that are there together."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest

from bot.cli.shard_number import DIVIDED, with_shards
from bot.config.configuration import Configuration
from bot.database_address import ServerDatabase
from bot.host.hosted_bots import BOT
from bot.store.postgres import PostgresStore
from bot.store.store import upgrade_database
from tests.adapters.discord import hosting
from tests.forked import Forked
from tests.hosts.test_several_bots import leases
from tests.hosts.test_shards import PATIENCE
from tests.loopback.discord.server import Discord
from tests.postgres_server import PostgresServer
from tests.programs import LOG, Start, log_with, programs

AUTO: Final = "auto"


@asynccontextmanager
async def hosts(folder: Path, database: ServerDatabase, shards: str = AUTO) -> AsyncIterator[tuple[Discord, Start]]:
    """A Discord, and what starts hosts that divide it."""
    async with hosting.server() as server:
        settings = {
            **hosting.settings(server, server.token),
            "BURRACO_DATABASE": database.address,
            "BURRACO_DISCORD_SHARDS": shards,
        }
        async with programs(folder, settings) as start:
            yield server, start


def parts(count: int) -> set[str]:
    return {f"discord:{number}/{count}" for number in range(count)}


def divided(found: dict[str, str]) -> set[str]:
    return {lease for lease in found if "/" in lease}


def shards_in_use(server: Discord) -> list[tuple[int, int]]:
    return sorted(one.shard for one in server.gateway.sessions.values() if one.line)


async def stop(*processes: Forked) -> None:
    for one in processes:
        one.terminate()
    for one in processes:
        assert await asyncio.wait_for(one.ended(), PATIENCE) == 0


def test_hosts_agree_on_what_discord_asks_for_and_ask_anew_when_all_are_started_again(
    postgres_server: PostgresServer, tmp_path: Path
) -> None:
    async def main() -> None:
        database = postgres_server.new_database()
        async with hosts(tmp_path, database) as (server, start):
            server.gateway.asked_shards = 3
            together = [await start(), await start()]
            found = await leases(database, lambda found: divided(found) == parts(3) and len(set(found.values())) == 2)
            await server.until(lambda: shards_in_use(server) == [(0, 3), (1, 3), (2, 3)], PATIENCE)
            server.gateway.asked_shards = 4  # while they run
            later = await start()
            await leases(database, lambda now: len({now[one] for one in parts(3) & now.keys()}) == 3)
            assert divided(found) == parts(3)
            await stop(*together, later)
            assert "another host has it in other parts" not in (tmp_path / LOG).read_text("utf-8")
            again = await start()
            await leases(database, lambda found: divided(found) == parts(4))
            await stop(again)
            lines = [one for one in (tmp_path / LOG).read_text("utf-8").splitlines() if DIVIDED in one]
            assert [len([one for one in lines if f"shards={count}" in one]) for count in (3, 4)] == [3, 1]

    asyncio.run(main())


def test_one_shard_could_not_be_shared_so_there_are_two(postgres_server: PostgresServer, tmp_path: Path) -> None:
    async def main() -> None:
        database = postgres_server.new_database()
        async with hosts(tmp_path, database) as (_, start):
            await start()
            await leases(database, lambda found: divided(found) == parts(2))

    asyncio.run(main())


def test_a_host_that_is_told_another_number_does_nothing_and_says_why(
    postgres_server: PostgresServer, tmp_path: Path
) -> None:
    async def main() -> None:
        database = postgres_server.new_database()
        async with hosts(tmp_path, database) as (server, start):
            server.gateway.asked_shards = 3
            await start()
            await leases(database, lambda found: divided(found) == parts(3))
            other = {
                **hosting.settings(server, server.token),
                "BURRACO_DATABASE": database.address,
                "BURRACO_DISCORD_SHARDS": "2",
            }
            (tmp_path / "other").mkdir()
            async with programs(tmp_path / "other", other) as start_other:
                await start_other()
                line = await log_with(tmp_path / "other", "another host has it in other parts")
                assert "here=2 there=3" in line
                await leases(database, lambda found: divided(found) == parts(3))

    asyncio.run(main())


def test_where_discord_does_not_answer_there_are_as_many_as_there_were_last(
    postgres_server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = postgres_server.new_database()
    upgrade_database(database, 1)
    now = 1

    async def number(server: Discord, api: str) -> int:
        settings = {"BURRACO_DISCORD_TOKEN": server.token, "BURRACO_DISCORD_API": api, "BURRACO_DISCORD_SHARDS": AUTO}
        for name, value in settings.items():
            monkeypatch.setenv(name, value)
        store = PostgresStore(database)
        try:
            found = (await with_shards(Configuration(), BOT, store, lambda: now)).discord_shards
        finally:
            await store.close()
        assert isinstance(found, int)
        return found

    async def main() -> None:
        nonlocal now
        async with hosting.server() as server:
            assert await number(server, "http://127.0.0.1:9") == 2  # it was never asked for
            now += 60_000
            server.gateway.asked_shards = 5
            assert await number(server, server.api) == 5
            server.gateway.asked_shards = 7
            assert await number(server, server.api) == 5  # whoever begins at the same time has stored this one
            now += 60_000
            assert await number(server, "http://127.0.0.1:9") == 5
            now += 60_000
            assert await number(server, server.api) == 7

    asyncio.run(main())
