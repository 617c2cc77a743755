"""A table that is gone with all its rows is missed: the others have numbers, and how many there were stands apart."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli.soundness import refuse_faulty
from bot.host.door import Accepted
from bot.host.ports import Person, StoreError
from bot.store.upgrade import OPENINGS
from tests.host.test_door import World, world
from tests.store.altered import alter, rows
from tests.store.changes import change
from tests.store.made_older import make_older
from tests.store.test_alterations import erase
from tests.store.test_repair import repaired
from tests.tables.playing import ANNA, FAST

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def three(stored: Path) -> Path:
    """A database with a third table, t3."""

    async def opened() -> None:
        async with world(stored.parent) as here:
            assert isinstance(await here.door.open("t3", "VERDE", "c1", ANNA, FAST), Accepted)

    asyncio.run(opened())
    return stored


def remove(path: Path, *tables: str) -> None:
    """Take tables away with everything that belongs to them, from whatever has a column for their ids."""
    with closing(sqlite3.connect(path)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for name in names:
            if "table_id" in [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]:
                connection.executemany(f"DELETE FROM {name} WHERE table_id = ?", [(table,) for table in tables])  # noqa: S608  names of the schema
        connection.commit()


def checked(capsys: Capture) -> tuple[int, str]:
    capsys.readouterr()
    return main(["db", "check"]), capsys.readouterr().out


@pytest.mark.parametrize(
    ("tables", "words"),
    [
        (["t1"], "table number 1 of bot bot is missing, opened before t2 (GIALLO)"),
        (["t2"], "table number 2 of bot bot is missing, opened after t1 (ROSSO) and before t3 (VERDE)"),
        (["t3"], "table number 3 of bot bot is missing, opened after t2 (GIALLO)"),
        (["t1", "t2"], "tables number 1 to 2 of bot bot are missing, opened before t3 (VERDE)"),
        (["t1", "t2", "t3"], "tables number 1 to 3 of bot bot are missing"),
    ],
)
def test_a_table_that_is_gone_with_all_its_rows_is_missed(
    three: Path, capsys: Capture, tables: list[str], words: str
) -> None:
    assert checked(capsys)[0] == 0
    remove(three, *tables)
    status, out = checked(capsys)
    assert status == 1
    assert f"logs        FAULT: {words}\n" in out
    with pytest.raises(StoreError, match=r"is faulty, so nothing is hosted: tables? number"):
        refuse_faulty(three)
    repaired(three, capsys)


def test_what_is_opened_afterwards_does_not_hide_it(three: Path, capsys: Capture) -> None:
    remove(three, "t3")

    async def opened() -> None:
        async with world(three.parent) as here:
            assert isinstance(await here.door.open("t4", "BLU", "c1", ANNA, FAST), Accepted)

    asyncio.run(opened())
    assert "table number 3 of bot bot is missing, opened after t2 (GIALLO) and before t4 (BLU)" in checked(capsys)[1]


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("DELETE FROM openings", "how many tables of bot bot were opened is no longer known"),
        ("UPDATE openings SET opened = 2", "table t3 of bot bot was not opened by this program"),
        ("UPDATE openings SET digest = 'x'", "the tables of bot bot are not those that were opened"),
        ("UPDATE tables SET number = 7 - number", "tables number 1 to 3 of bot bot are missing"),
        ("UPDATE tables SET number = number + 10; UPDATE tables SET number = 14 - number", "are not those that were"),
    ],
)
def test_whoever_changes_what_vouches_for_them_is_noticed(
    three: Path, capsys: Capture, script: str, words: str
) -> None:
    alter(three, script)
    status, out = checked(capsys)
    assert status == 1
    assert words in out


def test_many_that_are_opened_at_once_are_counted_one_by_one(three: Path, capsys: Capture) -> None:
    async def together(here: World) -> None:
        opened = [here.door.open(f"m{number}", f"M{number}", "c1", ANNA, FAST) for number in range(20)]
        twice = here.door.open("m7", "OTHER", "c1", ANNA, FAST)
        found = await asyncio.gather(*opened, twice, here.store.commit(change(0, bot="other", table="t1")))
        assert sum(isinstance(one, Accepted) for one in found) == 20

    async def work() -> None:
        async with world(three.parent) as here:
            await together(here)

    asyncio.run(work())
    status, out = checked(capsys)
    assert "logs        25" not in out
    assert "missing" not in out
    assert [row[1] for row in rows(three, "openings")] == [23, 1]
    assert status == 1, "what the other bot has stored is no log that folds"


def test_tables_from_before_have_their_numbers_with_the_upgrade(three: Path, capsys: Capture) -> None:
    before = rows(three, "tables"), rows(three, "openings")
    make_older(three, OPENINGS)
    assert main(["db", "upgrade"]) == 0
    assert (rows(three, "tables"), rows(three, "openings")) == before
    assert checked(capsys)[0] == 0


def test_erasing_somebody_leaves_every_table_counted(three: Path, capsys: Capture) -> None:
    async def ended() -> None:
        async with world(three.parent) as here:
            for table in ("t1", "t2", "t3"):
                assert isinstance(await here.door.submit(table, ANNA, f"end of {table}", "end"), Accepted)

    asyncio.run(ended())
    erase(three, Person(ANNA.id, "Anna", "it"))
    assert checked(capsys)[0] == 0, capsys.readouterr().out
    assert b"Anna" not in three.read_bytes()
