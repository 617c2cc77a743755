"""One host a database, by whatever name it is called."""

import os
from pathlib import Path

import pytest

from bot.host.ports import StoreError
from bot.store.host_lock import only_host


def test_a_symbolic_link_is_the_same_place(tmp_path: Path) -> None:
    database, other = tmp_path / "burraco.db", tmp_path / "other.db"
    database.touch()
    other.symlink_to(database)
    with only_host(database), pytest.raises(StoreError, match="another host is running"), only_host(other):
        pass


def test_a_database_with_two_names_is_refused(tmp_path: Path) -> None:
    database = tmp_path / "burraco.db"
    database.touch()
    os.link(database, tmp_path / "other.db")
    with pytest.raises(StoreError, match="second name"), only_host(database):
        pass


def test_a_place_that_was_left_is_free(tmp_path: Path) -> None:
    for _ in range(2):
        with only_host(tmp_path / "burraco.db"):
            assert (tmp_path / "burraco.db-host").exists()
