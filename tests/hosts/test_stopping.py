"""A host that is asked to stop while it waits for another one."""

import asyncio
import logging
import os
import signal
from pathlib import Path

import pytest

from bot.cli.cohosting import cohosting
from bot.cli.run import host, now
from bot.config import Configuration, load
from bot.host.health import Health
from bot.host.heartbeat import Heartbeat
from bot.host.hosted_bots import BOT
from bot.store.store import open_database
from tests.postgres_server import PostgresServer

PATIENCE = 20.0  # seconds


def test_a_host_that_waits_until_another_one_has_told_the_tables_stops_when_it_is_asked_to(
    postgres_server: PostgresServer,
    clean_settings: None,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.chdir(tmp_path)
    database = postgres_server.new_database()
    monkeypatch.setenv("BURRACO_DATABASE", database.address)

    async def main() -> None:
        store = await open_database(database, 1)
        try:
            health = Health(now)
            heartbeat = Heartbeat(store, BOT, "test", now, health)
            async with cohosting(store, BOT, (), now, health, heartbeat, lambda: True) as telling:
                await telling.begin()
                hosting = asyncio.create_task(host(load(Configuration), None))
                async with asyncio.timeout(PATIENCE):
                    while "hosting with others" not in caplog.messages[1:]:
                        await telling.beat()
                        await asyncio.sleep(0.2)
                    os.kill(os.getpid(), signal.SIGTERM)
                    while not hosting.done():
                        await telling.beat()
                        await asyncio.sleep(0.2)
                hosting.result()
        finally:
            await store.close()

    with caplog.at_level(logging.INFO):
        asyncio.run(main())
