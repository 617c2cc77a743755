"""A host whose machine has a wrong clock: its tables go by that of the database, as those of every other host."""

import asyncio

import pytest

from bot.cli import run
from bot.config.configuration import Configuration
from bot.config.given import load
from bot.host.hosted_bots import BOT
from bot.store.postgres import PostgresStore
from tests.postgres_server import PostgresServer

HOUR = 3_600_000
MINUTE = 60_000


@pytest.mark.parametrize("wrong", [2 * HOUR, -5 * HOUR])
def test_a_host_whose_clock_is_wrong_hosts_by_that_of_the_database(
    wrong: int, postgres_server: PostgresServer, monkeypatch: pytest.MonkeyPatch, clean_settings: None
) -> None:
    database = postgres_server.new_database()
    monkeypatch.setenv("BURRACO_WEB", "off")
    monkeypatch.setenv("BURRACO_DATABASE", database.address)
    right = run.now
    monkeypatch.setattr(run, "now", lambda: right() + wrong)

    async def host() -> int:
        async with run.running_host(load(Configuration), None) as hosting:
            assert "time" in {part.get_name() for part in hosting.parts}
        store = PostgresStore(database)
        try:
            return await store.time() - await store.bot_seen_at(BOT)
        finally:
            await store.close()

    assert 0 <= asyncio.run(host()) < MINUTE
