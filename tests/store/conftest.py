"""A database in which much has happened, for tests that change it."""

import shutil
from pathlib import Path

import pytest

from tests.store.altered import live_through


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
