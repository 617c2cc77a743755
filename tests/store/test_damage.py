"""A file with damaged pages, or without its end: `burraco db repair` finds what stands around them."""

import asyncio
import re
import shutil
import sqlite3
import struct
from contextlib import closing
from pathlib import Path

import pytest

from bench.stored import store_tables
from bot.__main__ import main
from bot.host.hosted_bots import BotToken, HostedBot
from bot.host.ports import Invited
from bot.store.bot_rows import added_bots
from bot.store.host_lock import only_host
from bot.store.rows import StoreRows
from tests.boards.season import BOT
from tests.chance import chance
from tests.store.altered import NOW, rows
from tests.store.changes import using
from tests.store.test_repair import count, repaired

Capture = pytest.CaptureFixture[str]
TABLES = 12
LEAF, INTERIOR = 0x0D, 0x05


@pytest.fixture(scope="session")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables, each in the midst of a deal; to be read only."""
    path = tmp_path_factory.mktemp("many") / "burraco.db"
    asyncio.run(store_tables(path, BOT, TABLES, "random", NOW))
    return path


@pytest.fixture
def path(many: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, which the commands use."""
    copy = tmp_path / "burraco.db"
    shutil.copy(many, copy)
    monkeypatch.setenv("BURRACO_DATABASE", str(copy))
    return copy


def page_size(path: Path) -> int:
    return int(struct.unpack(">H", path.read_bytes()[16:18])[0])


def root(path: Path, name: str) -> int:
    with closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [name]).fetchone()
    return int(page)


def page(path: Path, number: int) -> bytes:
    size = page_size(path)
    return path.read_bytes()[(number - 1) * size : number * size]


def leaves(path: Path, number: int) -> list[int]:
    """The leaf pages of a table's tree, in order."""
    found = page(path, number)
    if found[0] == LEAF:
        return [number]
    assert found[0] == INTERIOR
    (cells,) = struct.unpack(">H", found[3:5])
    places = [struct.unpack(">H", found[12 + 2 * cell : 14 + 2 * cell])[0] for cell in range(cells)]
    below = [struct.unpack(">I", found[place : place + 4])[0] for place in places]
    return [leaf for child in (*below, struct.unpack(">I", found[8:12])[0]) for leaf in leaves(path, child)]


def spoil(path: Path, *numbers: int, by: bytes = b"\xff") -> None:
    size, content = page_size(path), bytearray(path.read_bytes())
    for number in numbers:
        content[(number - 1) * size : number * size] = by * size
    path.write_bytes(content)


def whole_logs(path: Path) -> dict[str, int]:
    with closing(sqlite3.connect(path)) as connection:
        return dict(connection.execute("SELECT table_id, count(*) FROM log GROUP BY table_id"))


def on_page(many: Path, damaged: Path) -> set[str]:
    """The tables of which a row of the log cannot be read any more, found row by row."""
    lost = set()
    with closing(sqlite3.connect(many)) as sound, closing(sqlite3.connect(damaged)) as connection:
        for number, table in sound.execute("SELECT rowid, table_id FROM log").fetchall():
            try:
                connection.execute("SELECT * FROM log NOT INDEXED WHERE rowid = ?", [number]).fetchone()
            except sqlite3.DatabaseError:
                lost.add(str(table))
    return lost


def sound(copy: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setenv("BURRACO_DATABASE", str(copy))
    capsys.readouterr()
    assert main(["db", "check"]) == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    ("where", "by"),
    [
        ("first", b"\xff"),
        ("middle", b"\xff"),
        ("middle", b"\0"),
        ("middle", b"\x0d"),
        ("last", b"\xff"),
        ("two", b"\xff"),
        ("three in a row", b"\xff"),
    ],
)
def test_rows_on_both_sides_of_a_bad_page_are_found(
    many: Path, path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, where: str, by: bytes
) -> None:
    pages = leaves(path, root(path, "log"))
    half = len(pages) // 2
    bad = {
        "first": [0],
        "middle": [half],
        "last": [-1],
        "two": [half // 2, half],
        "three in a row": range(half, half + 3),
    }
    spoil(path, *[pages[index] for index in bad[where]], by=by)
    hurt = on_page(many, path)
    assert 0 < len(hurt) < TABLES
    copy, output = repaired(path, capsys)
    before, after = whole_logs(many), whole_logs(copy)
    assert {table for table in before if after.get(table) != before[table]} == hurt
    for table in hurt:
        assert re.search(
            rf"^table {table} \(\w+\) of bot bot: (cut back to \d+|was left out with its) ", output, re.MULTILINE
        )
    assert re.search(r"^log: \d+ rows could be read, \d+ could not: ", output, re.MULTILINE)
    last_line = f"kept: {len(after)} of {TABLES} tables, {sum(after.values())} of their {sum(before.values())} rows\n"
    assert last_line in output
    sound(copy, monkeypatch, capsys)


def test_of_a_table_whose_index_alone_is_damaged_nothing_is_lost(
    many: Path, path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    indexes = [f"sqlite_autoindex_{name}_1" for name in ("log", "tables", "due")]
    spoil(path, *[root(many, name) for name in indexes])
    copy, output = repaired(path, capsys)
    assert output.startswith("nothing had to be cut\n")
    for table in ("log", "tables", "due", "commitments"):
        assert rows(copy, table) == rows(many, table)
    sound(copy, monkeypatch, capsys)


def test_rows_that_no_page_leads_to_are_found_page_by_page(
    many: Path, path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert page(path, root(path, "log"))[0] == INTERIOR
    spoil(path, root(path, "log"))
    copy, output = repaired(path, capsys)
    assert "log: 0 rows could be read" in output
    assert f"log: {sum(whole_logs(many).values())} more rows were found page by page" in output
    assert "cut back" not in output
    assert rows(copy, "log") == rows(many, "log")
    sound(copy, monkeypatch, capsys)


def test_a_row_too_long_for_its_page_is_lost_alone(
    many: Path, path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its page goes on in another one, which is damaged."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE people SET settings = settings")
        people = [
            (BOT, f"p{number}", "Anna", "en", '{"x": "' + "y" * (20_000 if number == 7 else 9) + '"}')
            for number in range(20)
        ]
        connection.executemany("INSERT INTO people VALUES (?, ?, ?, ?, ?)", people)
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    long = [
        number for number in range(1, path.stat().st_size // page_size(path) + 1) if b"y" * 4000 in page(path, number)
    ]
    assert len(long) > 2
    spoil(path, long[0], by=b"\xff")
    copy, output = repaired(path, capsys)
    assert rows(copy, "people") != []
    assert count(copy, "people") == 19
    assert "people: 19 rows could be read, 1 could not" in output
    assert whole_logs(copy) == whole_logs(many)
    sound(copy, monkeypatch, capsys)


@pytest.mark.parametrize("share", [0.97, 0.85, 0.75])
def test_of_a_file_without_its_end_what_is_there_is_kept(
    many: Path, path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, share: float
) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * share)])
    assert main(["db", "check"]) == 2
    capsys.readouterr()
    copy, output = repaired(path, capsys)
    before, after = whole_logs(many), whole_logs(copy)
    assert 0 < sum(after.values()) <= sum(before.values())
    assert all(after[table] <= before[table] for table in after)
    assert f"kept: {len(after)} of " in output
    sound(copy, monkeypatch, capsys)


def test_a_damaged_file_is_not_copied_under_a_running_host(path: Path, capsys: Capture) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with only_host(path):
        assert main(["db", "repair"]) == 2
    assert "is damaged, and a host is running with it; stop the host, and repair it then" in capsys.readouterr().err


def test_a_file_of_which_nothing_is_left_is_told_so(path: Path, capsys: Capture) -> None:
    spoil(path, *range(2, path.stat().st_size // page_size(path) + 1))
    assert main(["db", "repair"]) == 2
    err = capsys.readouterr().err
    assert err.count("bring back a backup") == 1
    assert sorted(file.name for file in path.parent.iterdir()) == ["burraco.db"]


def test_results_without_a_log_are_counted_and_not_kept(stored: Path, capsys: Capture) -> None:
    """No page of the log can be read: nothing vouches for what is still there."""
    spoil(stored, *leaves(stored, root(stored, "log")))
    assert main(["db", "repair"]) == 2
    err = capsys.readouterr().err
    assert "no table of it can be read (there are 2 rows of results, 2 rows of corrections" in err
    assert "but no log that vouches for what was played); bring back a backup" in err
    assert sorted(file.name for file in stored.parent.iterdir()) == ["burraco.db"]


KEPT_BY_PAGE = ("log", "people", "accounts", "corrections")


@pytest.mark.parametrize("by", [b"\xff", b"\0"])
def test_without_its_beginning_a_file_is_still_read_page_by_page(
    whole: Path, stored: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, by: bytes
) -> None:
    """The first page says what every other is."""
    spoil(stored, 1, by=by)
    copy, output = repaired(stored, capsys)
    assert "not every table can be read: is not a SQLite database\n" in output
    for table in (*KEPT_BY_PAGE, "results"):
        assert rows(copy, table) == rows(whole, table), table
    sound(copy, monkeypatch, capsys)


def test_bots_that_were_added_are_found_page_by_page_and_no_invitation_is_taken_for_one(
    stored: Path, capsys: Capture
) -> None:
    tokens = (BotToken("discord", "2", "", "sealed", 6, "auto", "secret"), BotToken("telegram", "1", "@c", "token", 5))
    bots = (HostedBot("bar", "", "", (), 4, ()), HostedBot("circolo", "it", "dark", ("telegram:1",), 5, tokens))

    async def adds(store: StoreRows) -> None:
        for one in bots:
            await store.put_bot(one)
        await store.put_invitation(BOT, "invitation", Invited("t2", "N"), 7, 8, 16)

    using(stored, adds)
    spoil(stored, 1)
    copy, _ = repaired(stored, capsys)
    assert added_bots(copy) == bots


def test_words_of_a_damaged_schema_are_no_text_and_end_nothing(
    whole: Path, stored: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = stored.read_bytes()
    assert content.count(b"CREATE TABLE due (") == 1
    stored.write_bytes(content.replace(b"CREATE TABLE due (\n    bot TEXT", b"CREATE TABLE due (\n    bot TE\xd1T"))
    assert main(["db", "check"]) == 2
    assert "is damaged; bring back a backup, or let `burraco db repair`" in capsys.readouterr().err
    copy, _ = repaired(stored, capsys)
    for table in KEPT_BY_PAGE:
        assert rows(copy, table) == rows(whole, table), table
    sound(copy, monkeypatch, capsys)


def test_a_text_that_is_none_is_damage_and_is_not_repeated(path: Path, capsys: Capture) -> None:
    """What stands there may name cards."""
    content = path.read_bytes()
    entry = b"play x:"
    assert content.count(entry) > 1
    path.write_bytes(content.replace(entry, b"play \xff:"))
    assert main(["db", "check"]) == 1
    printed = "".join(capsys.readouterr())
    assert "digests     FAULT: is damaged; bring back a backup, or let `burraco db repair`" in printed
    assert "play" not in printed


def test_a_file_format_that_no_sqlite_has_is_damage(path: Path, capsys: Capture) -> None:
    content = bytearray(path.read_bytes())
    content[44:48] = b"\0\0\0\x09"
    path.write_bytes(content)
    assert main(["db", "check"]) == 2
    assert "is damaged; bring back a backup, or let `burraco db repair`" in capsys.readouterr().err
    assert main(["db", "repair"]) == 0, capsys.readouterr().err


@pytest.mark.parametrize("seed", range(8))
def test_whatever_bytes_are_others_the_copy_is_sound_or_refused_in_a_sentence(
    stored: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    rng, content = chance(seed), bytearray(stored.read_bytes())
    for _ in range(rng.choice([1, 5, 30, 200])):
        content[rng.randrange(len(content))] = rng.randrange(256)
    stored.write_bytes(content)
    status = main(["db", "repair"])
    printed = capsys.readouterr()
    assert status in (0, 2)
    assert printed.err.count("\n") == (1 if status else 0)
    if not status:
        sound(stored.with_name("burraco.db.repaired"), monkeypatch, capsys)


def test_what_others_have_written_is_not_taken_for_a_database(path: Path, capsys: Capture) -> None:
    for content in (b"", b"Dear diary, this is no database at all. " * 3000, b"\xff" * 9000):
        path.write_bytes(content)
        assert main(["db", "repair"]) == 2
        assert re.search(r"is (not a SQLite database|no database of this program)", capsys.readouterr().err)
        assert [file.name for file in path.parent.iterdir()] == ["burraco.db"]


@pytest.mark.parametrize("command", ["run", "doctor --offline", "db check", "db backup copy.db", "db upgrade"])
@pytest.mark.parametrize("damage", ["a page of log", "its end"])
def test_the_way_out_is_said_once(
    path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, command: str, damage: str
) -> None:
    monkeypatch.setenv("BURRACO_WEB", "127.0.0.1:0")
    monkeypatch.chdir(path.parent)
    if damage == "its end":
        path.write_bytes(path.read_bytes()[:-20_000])
    else:
        spoil(path, leaves(path, root(path, "log"))[3])
    status = main(command.split())
    printed = capsys.readouterr()
    output = [line for line in (*printed.err.splitlines(), *printed.out.splitlines()) if "bring back a backup" in line]
    assert all(line.count("bring back a backup") == 1 for line in output)
    if command == "db upgrade" and damage == "a page of log":
        return  # nothing has to be read there
    assert status in (1, 2)
    if command != "db backup copy.db":
        assert any("bring back a backup, or let `burraco db repair` make a copy" in line for line in output)
    assert "http://" not in printed.out
