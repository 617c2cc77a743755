"""The mark by which a host knows its file: what is the host's own or another program's reading is never mistaken."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.host.ports import DatabaseGone
from bot.store import file_mark
from bot.store.backup import backup
from bot.store.sqlite import SqliteStore
from bot.store.upgrade import upgrade
from tests.store.altered import rows
from tests.store.changes import BOT, TABLE, change, using


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "burraco.db"


@pytest.fixture
def at_every_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mark is moved on at every look, and not once a minute."""
    monkeypatch.setattr(file_mark, "EVERY", 0.0)


async def played(store: SqliteStore, moves: int, since: int = 0) -> None:
    for revision in range(since, since + moves):
        await store.commit(change(revision))
        await store.look()


@pytest.mark.usefixtures("at_every_look")
def test_a_host_never_takes_its_own_file_for_another(path: Path, tmp_path: Path) -> None:
    async def body(store: SqliteStore) -> None:
        await store.take_place(BOT, "one")
        await played(store, 5)
        await store._clear()  # the whole file is written anew
        await played(store, 5, 5)
        backup(path, tmp_path / "copy.db")
        await played(store, 5, 10)
        assert len(await store.log(BOT, TABLE)) == 15

    using(path, body)


@pytest.mark.usefixtures("at_every_look")
def test_a_reader_that_holds_the_checkpoint_back_makes_no_difference(path: Path) -> None:
    async def body(store: SqliteStore) -> None:
        await store.commit(change(0))
        with closing(sqlite3.connect(path, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM log").fetchall()
            await store.take_place(BOT, "one")
            await played(store, 3, 1)
        await played(store, 3, 4)
        with closing(sqlite3.connect(path, isolation_level=None)) as rival:
            rival.execute("BEGIN IMMEDIATE")
            await store.look()

    using(path, body)


@pytest.mark.usefixtures("at_every_look")
def test_a_plain_copy_of_the_same_host_from_before_is_another_file(path: Path, tmp_path: Path) -> None:
    async def body(store: SqliteStore) -> None:
        await store.take_place(BOT, "one")
        await played(store, 3)
        shutil.copyfile(path, tmp_path / "copy.db")
        await played(store, 3, 3)
        shutil.copyfile(tmp_path / "copy.db", path)
        with pytest.raises(DatabaseGone, match="was overwritten while a host was running with it"):
            await store.look()
        with pytest.raises(DatabaseGone):
            await store.commit(change(6))

    using(path, body)
    assert path.read_bytes() == (tmp_path / "copy.db").read_bytes()


def test_a_file_cut_short_is_another_file(path: Path) -> None:
    async def body(store: SqliteStore) -> None:
        await store.take_place(BOT, "one")
        os.truncate(path, 5000)
        with pytest.raises(DatabaseGone, match="was overwritten while a host was running with it"):
            await store.look()

    using(path, body)


@pytest.mark.parametrize("what", ["nothing", "a new database"])
def test_what_the_host_still_has_is_saved_and_called_sound_where_it_is(path: Path, tmp_path: Path, what: str) -> None:
    """Over a new database the write-ahead log is all there ever was; over nothing, the rest is missing."""
    other = tmp_path / "other.db"
    if what == "nothing":
        other.touch()
    else:
        upgrade(other, 1)

    async def body(store: SqliteStore) -> None:
        await store.take_place(BOT, "one")
        for revision in range(3):
            await store.commit(change(revision))
        shutil.copyfile(other, path)
        with pytest.raises(DatabaseGone) as error:
            await store.look()
        messages.append(str(error.value))

    messages: list[str] = []
    using(path, body)
    (saved,) = tmp_path.glob("burraco.db-saved-*")
    assert f"what the host still had is in {saved}" in messages[0]
    assert ("`burraco db check` finds no fault" in messages[0]) == (what != "nothing")
    if what != "nothing":
        assert len(rows(saved, "log")) == 3
    assert path.read_bytes() == other.read_bytes()
