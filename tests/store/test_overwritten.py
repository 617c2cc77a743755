"""The mark by which a host knows its file: what is the host's own or another program's reading is never mistaken."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.host.ports import DatabaseGone, StoreError
from bot.store import file_mark
from bot.store.backup import backup
from bot.store.check import check
from bot.store.own_log import require_own_log
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


def killed(path: Path, place: Path) -> Path:
    """What a host leaves that is killed now."""
    place.mkdir(exist_ok=True)
    for file in path.parent.glob("burraco.db*"):
        if not file.name.endswith("-shm"):  # it is made anew of the log
            shutil.copyfile(file, place / file.name)
    return place / "burraco.db"


@pytest.mark.parametrize("what", ["a backup", "another host's", "a copy from before"])
def test_the_log_of_a_host_that_was_killed_is_put_into_no_other_file(
    path: Path, tmp_path: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host is killed before it has noticed that its file was overwritten."""
    other = tmp_path / "other.db"

    async def elsewhere(store: SqliteStore) -> None:
        await store.take_place(BOT, "two")
        await store.commit(change(0))
        await store.look()

    async def body(store: SqliteStore) -> None:
        await store.take_place(BOT, "one")
        await store.look()
        await store.commit(change(0))
        if what == "a backup":
            backup(path, other)
        if what == "a copy from before":
            shutil.copyfile(path, other)
            with monkeypatch.context() as hurried:
                hurried.setattr(file_mark, "EVERY", 0.0)
                await store.look()
        for revision in range(1, 4):
            await store.commit(change(revision))
        left.append(killed(path, tmp_path / "left"))

    left: list[Path] = []
    if what == "another host's":
        using(other, elsewhere)
    using(path, body)
    (dead,) = left
    shutil.copyfile(other, dead)
    files = {name: dead.with_name(name).read_bytes() for name in ("burraco.db", "burraco.db-wal")}
    target = tmp_path / "copy.db"
    uses: list[Callable[[Path], object]] = [
        lambda one: list(check(one)),
        lambda one: upgrade(one, 1),
        lambda one: backup(one, target),
        lambda one: using(one, elsewhere),
    ]
    for use in uses:
        with pytest.raises(StoreError, match=r"burraco.db-wal was written by a host for another file"):
            use(dead)
    assert {name: dead.with_name(name).read_bytes() for name in files} == files
    for ending in ("-wal", "-shm"):
        dead.with_name(f"burraco.db{ending}").unlink(missing_ok=True)
    assert len(rows(dead, "log")) == (0 if what == "a copy from before" else 1)


@pytest.mark.usefixtures("at_every_look")
def test_what_a_host_leaves_whenever_it_is_killed_belongs_together(path: Path, tmp_path: Path) -> None:
    """Also over the log of the host before, and while a reader holds the checkpoint back."""

    async def body(store: SqliteStore) -> None:
        left.append(killed(path, tmp_path / f"at {len(left)}"))
        await store.take_place(BOT, "one")
        for revision in range(len(left), len(left) + 4):
            left.append(killed(path, tmp_path / f"at {len(left)}"))
            await store.commit(change(revision))
            left.append(killed(path, tmp_path / f"at {len(left)}"))
            with closing(sqlite3.connect(path, isolation_level=None)) as reader:
                if revision % 2:
                    reader.execute("BEGIN")
                    reader.execute("SELECT * FROM log").fetchall()
                await store.look()
            left.append(killed(path, tmp_path / f"at {len(left)}"))

    left: list[Path] = []
    using(path, body)
    using(left[-1], body)
    for one in left:
        require_own_log(one)
    assert len(left) == 2 * (1 + 4 * 3)


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
