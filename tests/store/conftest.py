"""A database in which much has happened, for tests that change it."""

import os
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from bot.store.database import Database
from tests.store.altered import live_through
from tests.store.postgres_server import PostgresServer, binaries, running_server


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database; to be read only."""
    return live_through(tmp_path_factory.mktemp("whole"))


@pytest.fixture
def stored(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, which the commands use."""
    copy = tmp_path / "burraco.db"
    shutil.copy(whole, copy)
    monkeypatch.setenv("BURRACO_DATABASE", str(copy))
    return copy


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A PostgreSQL server for this worker's tests. CI must have one, other machines may not."""
    if (programs := binaries()) is None or find_spec("psycopg") is None:
        if os.environ.get("CI") == "true":
            pytest.fail("CI must have Debian's postgresql and the driver for it", pytrace=False)
        pytest.skip("no PostgreSQL on this machine")
    with running_server(programs) as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return tmp_path / "burraco.db"
    server: PostgresServer = request.getfixturevalue("postgres_server")
    return server.new_database()
