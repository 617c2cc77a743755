"""A host that is asked to stop while it waits for another one."""

import asyncio
import logging
import os
import signal
from pathlib import Path

import pytest

from bot.cli.cohosting import cohosting
from bot.cli.run import host, now
from bot.config.configuration import Configuration
from bot.config.given import load
from bot.host.health import Health
from bot.host.heartbeat import Heartbeat
from bot.host.hosted_bots import BOT
from bot.store.database import open_rows
from bot.store.postgres_upgrade import upgrade_postgres
from bot.store.store import open_database
from tests.postgres_server import PostgresServer
from tests.store.test_postgres_upgrade import BEFORE, OF_OLDER_HOST

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


def test_a_host_that_waits_for_one_of_an_older_version_stops_when_it_is_asked_to(
    postgres_server: PostgresServer,
    clean_settings: None,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.chdir(tmp_path)
    database = postgres_server.empty_database()
    upgrade_postgres(database, 1, BEFORE)
    monkeypatch.setenv("BURRACO_DATABASE", database.address)

    async def main() -> None:
        hosting = asyncio.create_task(host(load(Configuration), None))
        async with asyncio.timeout(PATIENCE):
            while not any("of an older version are running" in one for one in caplog.messages):  # noqa: ASYNC110  what is captured wakes nobody
                await asyncio.sleep(0.05)
            os.kill(os.getpid(), signal.SIGTERM)
            await hosting

    with caplog.at_level(logging.INFO), open_rows(database) as older_host:
        older_host.execute(OF_OLDER_HOST)
        asyncio.run(main())
        assert older_host.execute("SELECT count(*) FROM migrations").fetchall() == [(len(BEFORE),)]
    assert caplog.messages[-1] == "stopping"
