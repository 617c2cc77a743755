"""Several programs with a new version and one older PostgreSQL database: one upgrades it, and nobody under a host."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bot.database_address import ServerDatabase
from bot.host.ports import StoreError
from bot.store import postgres_host, postgres_upgrade
from bot.store.database import open_rows
from bot.store.migrations import shipped_migrations
from bot.store.postgres_upgrade import upgrade_postgres
from bot.store.store import only_host_with
from tests.postgres_server import PostgresServer

MIGRATIONS = shipped_migrations(database="postgres")
BEFORE, NEWEST = MIGRATIONS[:-1], MIGRATIONS[-1]
PATIENCE = 60.0  # seconds
OF_OLDER_HOST = """
INSERT INTO running_hosts (bot, number, name, alive_until)
VALUES ('burraco', 1, 'elsewhere:7', CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint) + 3600000)
"""


@pytest.fixture
def older(postgres_server: PostgresServer) -> ServerDatabase:
    """A database as the version before left it."""
    database = postgres_server.empty_database()
    upgrade_postgres(database, 1, BEFORE)
    return database


@contextmanager
def upgrading(database: ServerDatabase, into: list[str]) -> Iterator[threading.Thread]:
    """Another program does it, and leaves the names of what it has applied."""
    other = threading.Thread(target=lambda: into.extend([one.name for one in upgrade_postgres(database, 2)]))
    other.start()
    try:
        yield other
    finally:
        other.join(PATIENCE)
        assert not other.is_alive()


def wait_for_words(caplog: pytest.LogCaptureFixture, words: str) -> None:
    """Waits until the program has said so."""
    until = time.monotonic() + PATIENCE
    while not any(words in one.getMessage() for one in caplog.records):
        assert time.monotonic() < until
        time.sleep(0.01)  # a thread of the program logs, and what is captured wakes nobody


def test_who_comes_while_another_upgrades_waits_and_says_so(
    older: ServerDatabase, caplog: pytest.LogCaptureFixture
) -> None:
    applied: list[str] = []
    with open_rows(older) as first:
        first.execute("BEGIN")
        first.execute(postgres_upgrade._ONE_AT_A_TIME)
        with upgrading(older, applied) as other:
            wait_for_words(caplog, "another program upgrades the database")
            assert other.is_alive()
            assert applied == []
            first.execute("COMMIT")
    assert applied == [NEWEST.name]


def test_nobody_upgrades_under_a_host_of_an_older_version(
    older: ServerDatabase, caplog: pytest.LogCaptureFixture
) -> None:
    applied: list[str] = []
    with open_rows(older) as host:
        host.execute(OF_OLDER_HOST)
        with upgrading(older, applied) as other:
            wait_for_words(caplog, "hosts of an older version are running")
            assert other.is_alive()
            assert applied == []
            host.execute("DELETE FROM running_hosts")
    assert applied == [NEWEST.name]


def test_a_host_of_an_older_version_that_stays_is_named(older: ServerDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_upgrade, "PATIENCE", 0.0)
    with open_rows(older) as host:
        host.execute(OF_OLDER_HOST)
        with pytest.raises(StoreError, match=r"still hosted with an older version.*stop elsewhere:7, then start"):
            upgrade_postgres(older, 2)
        assert host.execute("SELECT count(*) FROM migrations").fetchall() == [(len(BEFORE),)]


@pytest.fixture
def of_one_host(postgres_server: PostgresServer) -> ServerDatabase:
    """A database as it was before several hosts could share one, each of which would be known by name."""
    database = postgres_server.empty_database()
    upgrade_postgres(database, 1, [one for one in MIGRATIONS if one.name < "0014"])
    return database


def test_nobody_upgrades_under_the_only_host_of_a_version_before_several(
    of_one_host: ServerDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_upgrade, "PATIENCE", 0.0)
    with open_rows(of_one_host) as host:
        assert host.execute(postgres_host._TAKE).fetchall() == [(True,)]
        with pytest.raises(StoreError, match=r"still hosted with an older version.*stop its only host, then start"):
            upgrade_postgres(of_one_host, 2)
        assert host.execute("SELECT max(number) FROM migrations").fetchall() == [(13,)]
    assert upgrade_postgres(of_one_host, 2)[-1] == NEWEST


def test_whoever_keeps_hosts_out_to_move_something_there_upgrades_it(of_one_host: ServerDatabase) -> None:
    with only_host_with(of_one_host):
        assert upgrade_postgres(of_one_host, 2)[-1] == NEWEST


def test_hosts_of_the_same_version_wait_for_nobody(older: ServerDatabase) -> None:
    upgrade_postgres(older, 2)
    with open_rows(older) as host:
        host.execute(OF_OLDER_HOST)
        assert upgrade_postgres(older, 3) == ()
