"""Tables that closed long ago are archived: who reads finds every row as it was, and who is forgotten is gone."""

import asyncio
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Awaitable, Callable
from dataclasses import astuple, replace
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.boards.boards import Boards
from bot.boards.forgetting import DELETED
from bot.boards.ports import Renaming
from bot.boards.privacy import Erased, Privacy
from bot.cli import run, served_bot
from bot.cli.soundness import refuse_faulty, soundness
from bot.config.configuration import Configuration
from bot.config.given import load
from bot.database_address import Database, ServerDatabase
from bot.durations import DAY
from bot.host import archiving, bot_leases
from bot.host.archiving import keep_archiving
from bot.host.door import Accepted, Repeated
from bot.host.ports import Account, AlreadyDone, Committed, Person, Stale, StoreError
from bot.store.check import check
from bot.store.database import open_rows
from bot.store.digests import digest_everything
from bot.store.host_lock import only_host
from bot.store.move import move
from bot.store.packing import Unpackable, pack, unpack
from bot.store.rows import StoreRows
from bot.store.store import open_database
from bot.store.stored_tables import stored_tables
from bot.tables.log import LogRow, fold
from bot.tables.table import CLOSED, PAUSE, PLAYING, Settings
from bot.tables.who import HOST, Declined, Who
from engine.actions import format_action
from engine.players import PLAYERS
from engine.record import format_record
from engine.view import view
from tests.boards.checking import check_boards
from tests.boards.season import BOT
from tests.boards.test_privacy import everything
from tests.databases import named
from tests.failing_disk import no_file_grows
from tests.host.test_door import World, in_turn, world
from tests.hosts.test_fence import FORGETTING
from tests.loopback.news import PATIENCE
from tests.postgres_server import PostgresServer
from tests.store.changes import change, using
from tests.store.test_damage import spoil
from tests.tables.playing import ANNA, BRUNO, CARLA, DARIO

PEOPLE = (ANNA, BRUNO, CARLA, DARIO)
LATER = 5 * 10**12


async def play_to_the_end(here: World) -> None:
    """A match of one deal, each play by whoever is in turn, and its table closed."""
    assert isinstance(await here.door.open("t1", "ROSSO", "c1", ANNA, Settings(house="hands=1")), Accepted)
    for who in PEOPLE[1:]:
        await here.done(who, "join")
    table = await here.done(ANNA, "start")
    while table.phase in (PAUSE, PLAYING):
        here.now += 1000
        if table.phase == PAUSE:
            table = await here.done(Who(HOST), "deal" if table.seed else "seal")
            continue
        assert table.game is not None
        action = PLAYERS["greedy"](len(table.lines)).choose(view(table.game.deal, table.in_turn))
        who = in_turn(table)
        reply = await here.do(who, f"play {format_action(action)}", f"{who.id}:i{here.now}")
        assert isinstance(reply, Accepted)
        table = reply.table
    assert (await here.done(ANNA, "end")).phase == CLOSED


@pytest.fixture(scope="session")
def closed_table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a table at which a match was played, counted and corrected; to be read only."""
    folder = tmp_path_factory.mktemp("closed")

    async def evening() -> None:
        async with world(folder) as here:
            for who in PEOPLE:
                account = Account("telegram", f"account of {who.name}")
                await here.store.register(BOT, account, Person(who.id, who.name, "it"))
            await play_to_the_end(here)
            boards = Boards(here.store, BOT)
            await boards.correct((await boards.history("p1"))[0].key, "NS 500 EW 0", "p1", "a slip", here.now)

    asyncio.run(evening())
    return folder / "burraco.db"


@pytest.fixture(scope="session")
def closed_on_server(closed_table: Path, postgres_server: PostgresServer) -> str:
    """The name of a server's database with the same, to be copied only: that takes a fraction of moving it there."""
    name = "closed"
    move(closed_table, postgres_server.create(name), 1)
    return name


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, closed_table: Path, tmp_path: Path) -> Path | ServerDatabase:
    """A copy of it: the folder of a file, or a server's database."""
    if request.param == "sqlite":
        shutil.copy(closed_table, tmp_path / "burraco.db")
        return tmp_path
    server: PostgresServer = request.getfixturevalue("postgres_server")
    return server.new_database(request.getfixturevalue("closed_on_server"))


def database_at(place: Path | ServerDatabase) -> Database:
    return place / "burraco.db" if isinstance(place, Path) else place


def within(place: Path | ServerDatabase, body: Callable[[World], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with world(place, LATER) as here:
            await body(here)

    asyncio.run(whole())


async def archive(here: World) -> int:
    rows = await here.store.archive(BOT, "t1", here.now)
    assert rows > 50
    return rows


def found_in(place: Path | ServerDatabase, statement: str) -> list[Any]:
    with open_rows(database_at(place)) as connection:
        return connection.execute(statement).fetchall()


async def all_that_is_read(here: World) -> dict[str, object]:
    boards = Boards(here.store, BOT)
    privacy = Privacy(here.store, boards, BOT, here.door)
    log = await here.store.log(BOT, "t1")
    return {
        "log": log,
        "parts of it": [await here.store.log(BOT, "t1", since) for since in (0, 1, 20, len(log) - 1, len(log))],
        "results": await here.store.results(BOT, "t1"),
        "row": await here.store.load(BOT, "t1"),
        "matches": await here.store.matches(BOT, ("", 0), 10),
        "how long deals took": await here.store.deal_times(BOT, "c1", 10),
        "tables of a person": [await here.store.known_tables(BOT, who.id) for who in (*PEOPLE, Who("p77"))],
        "rows of a person": [await here.store.log_rows_naming(BOT, who.id) for who in (*PEOPLE, Who("p77"))],
        "export": [await privacy.export(who.id) for who in PEOPLE],
        "boards": await check_boards(here.store, BOT),
        "folded": fold(log),
    }


# --- reading ----------------------------------------------------------------------------------------------------------


def test_whatever_reads_a_log_finds_it_as_it_was(place: Path | ServerDatabase) -> None:
    whole = list(stored_tables(database_at(place)))

    async def body(here: World) -> None:
        before = await all_that_is_read(here)
        count = await archive(here)
        assert await archive_again(here) == 0
        assert await all_that_is_read(here) == before
        log = await here.store.log(BOT, "t1")
        ((there,),) = found_in(place, "SELECT count(*) FROM log")
        assert there + count == len(log)
        assert there < len(log) / 4
        assert {row.entry.split()[0] for row in log} > {"open", "join", "deal", "play"}

    within(place, body)
    assert list(stored_tables(database_at(place))) == whole
    assert [one.words for one in soundness(database_at(place)) if not one.sound] == []
    refuse_faulty(database_at(place))


async def archive_again(here: World) -> int:
    return await here.store.archive(BOT, "t1", here.now)


LATE = ("play d", "join", "deal", "rematch", "end", "set public=on", "open-link", "undo")


def test_a_command_is_answered_as_before(place: Path | ServerDatabase) -> None:
    before: list[object] = []

    async def asks(here: World) -> None:
        before.extend([await here.door.submit("t1", ANNA, f"new {one}", one) for one in LATE])
        assert all(isinstance(one, Declined) for one in before)
        await archive(here)

    async def body(here: World) -> None:  # a host that has nothing in memory
        log = await here.store.log(BOT, "t1")
        archived = next(row for row in log if row.entry.startswith("play "))
        reply = await here.door.submit("t1", ANNA, archived.action_id, archived.entry)
        assert isinstance(reply, Repeated)
        assert reply.revision == archived.seq
        assert [await here.door.submit("t1", ANNA, f"new {one}", one) for one in LATE] == before
        assert await here.store.log(BOT, "t1") == log

    within(place, asks)
    within(place, body)


def test_a_change_of_what_is_archived_has_the_whole_log_back(place: Path | ServerDatabase) -> None:
    async def body(here: World) -> None:
        log = await here.store.log(BOT, "t1")
        rows = found_in(place, "SELECT * FROM log ORDER BY seq")
        await archive(here)
        last = len(log)
        archived = next(row for row in log if row.entry.startswith("play "))
        assert await here.store.commit(change(last, archived.action_id, table="t1")) == AlreadyDone(archived.seq)
        assert await here.store.commit(change(last - 1, "new", table="t1")) == Stale(last)
        assert await here.store.commit(change(last, "new", table="t1")) == Committed(last + 1)
        assert found_in(place, "SELECT * FROM archives") == []
        assert (await here.store.log(BOT, "t1"))[:-1] == log
        # but for the number of its transaction, which a server adds
        there = found_in(place, f"SELECT * FROM log WHERE seq <= {last} ORDER BY seq")  # noqa: S608  names of the schema
        assert [tuple(row)[:8] for row in there] == [tuple(row)[:8] for row in rows]

    within(place, body)


def test_only_what_is_closed_is_archived(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        for table, phase in (("on", "playing"), ("off", "closed"), ("empty", "closed")):
            for revision in range(5):
                entry = "join" if table == "empty" else "play d"
                await store.commit(change(revision, table=table, phase=phase, entry=entry))
        assert [await store.archive(BOT, table, 1) for table in ("on", "off", "empty", "nowhere")] == [0, 4, 0, 0]
        found = await store.closed_tables(BOT, 10**6, (-1, ""), 10)
        assert [(one.id, one.archived) for one in found] == [("empty", False), ("off", True)]
        assert await store.closed_tables(BOT, 10**6, found[-1].place, 10) == ()
        assert await store.closed_tables(BOT, 4_999, (-1, ""), 10) == ()

    using(database, body)
    assert [finding.name for finding in check(database) if not finding.sound] == []


# --- erasing ----------------------------------------------------------------------------------------------------------


def archived_rows(place: Path | ServerDatabase) -> tuple[LogRow, ...]:
    ((content,),) = found_in(place, "SELECT content FROM archives")
    return unpack(content)


def test_who_is_forgotten_is_in_no_archive_and_the_match_stays(place: Path | ServerDatabase) -> None:
    packed: list[bytes] = []

    async def body(here: World) -> None:
        boards = Boards(here.store, BOT)
        privacy = Privacy(here.store, boards, BOT, here.door)
        count = await archive(here)
        assert {row.actor for row in archived_rows(place)} > {"p2 Bruno"}
        packed.append(found_in(place, "SELECT content FROM archives")[0][0])
        assert await privacy.erase("p2") == Erased(1)
        texts = json.dumps([astuple(row) for row in archived_rows(place)])
        assert "Bruno" not in texts
        assert "p2" not in texts
        assert len(archived_rows(place)) == count, "it is archived still"
        table = fold(await here.store.log(BOT, "t1"))
        (result,) = [one.result for one in await here.store.results(BOT, "t1") if one.result.kind == "match"]
        assert result.record == format_record(table.records)
        assert DELETED in result.record
        assert await here.store.log_rows_naming(BOT, "p2") == ()
        assert await here.store.known_tables(BOT, "p2") == ()
        assert len(await here.store.log_rows_naming(BOT, "p1")) > 10
        assert (await check_boards(here.store, BOT)).differences == ()

    within(place, body)
    assert b"Bruno" not in everything(place)
    if isinstance(place, Path):
        assert packed[0] not in everything(place)
    assert [one.words for one in soundness(database_at(place)) if not one.sound] == []


def test_whatever_stands_for_them_goes_wherever_it_stands(database: Database) -> None:
    """Also where nobody thought of it: a number of an account in a delivery, a chat in what somebody else did."""
    renaming = Renaming("own", *[lambda text: text.replace("p5 Zoe", "gone5 gone")] * 4)
    forgetting = replace(
        FORGETTING, ids={"p5": "gone5"}, accounts=frozenset({"123456"}), private_chats={"tg:9": "gone9"}
    )
    forgetting = replace(forgetting, renamings=[renaming])

    async def body(store: StoreRows) -> None:
        for table, action in (("own", "i123456:"), ("chat", "i6:"), ("other", "i7:")):
            actor = "p5 Zoe" if table == "own" else "p6 Ugo"
            for revision in range(9):
                entry = "play tg:9" if table == "chat" else "play d"
                fields = {"entry": entry, "actor": actor, "phase": "closed", "table": table}
                await store.commit(change(revision, f"{action}{revision}", **fields))
            assert await store.archive(BOT, table, 77) == 8
        other = await store.log(BOT, "other")
        assert await store.forget(BOT, forgetting)
        texts = repr([await store.log(BOT, table) for table in ("own", "chat")])
        assert "p5" not in texts
        assert "123456" not in texts
        assert "tg:9" not in texts
        assert "gone9" in texts
        assert await store.log(BOT, "other") == other

    using(database, body)
    with open_rows(database) as connection:
        found = connection.execute("SELECT table_id, row_count, archived_at FROM archives ORDER BY 1").fetchall()
    assert [tuple(row) for row in found] == [("chat", 8, 77), ("other", 8, 77), ("own", 8, 77)]
    assert [finding.words for finding in check(database) if not finding.sound] == []


# --- what was altered, and what is damaged ----------------------------------------------------------------------------


def alter(place: Path | ServerDatabase, *statements: str, content: bytes = b"") -> None:
    with open_rows(database_at(place)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        for one in statements:
            connection.execute(one, {"content": content} if content else ())
        connection.execute("COMMIT")


def faults(place: Path | ServerDatabase) -> str:
    return " ".join([fault for one in check(database_at(place)) for fault in one.faults])


def archived(place: Path | ServerDatabase) -> None:
    async def body(here: World) -> None:
        await archive(here)

    within(place, body)


NEW_CONTENT = "UPDATE archives SET content = :content"


def test_whatever_is_changed_in_an_archive_is_noticed(place: Path | ServerDatabase) -> None:
    archived(place)
    rows = archived_rows(place)
    changes = [
        pack([*rows[:9], replace(rows[9], entry="play x:4h"), *rows[10:]]),
        pack(rows[1:]),
        pack([*rows, replace(rows[-1], seq=10**6)]),
        b"no rows",
        pack(rows)[:-9],
    ]
    right = pack(rows)
    for content in changes:
        alter(place, NEW_CONTENT, content=content)
        assert "table t1 of bot bot: the archive of its log" in faults(place)
        with pytest.raises(StoreError, match="is faulty, so nothing is hosted"):
            refuse_faulty(database_at(place))
    alter(place, NEW_CONTENT, content=right)
    assert faults(place) == ""
    for statement in (
        "UPDATE archives SET actors = ' p1 '",
        "UPDATE archives SET row_count = row_count - 1",
        "UPDATE archives SET archived_at = 5",
        "DELETE FROM archives",
    ):
        alter(place, statement)
        assert "t1" in faults(place), statement


def test_an_archive_that_cannot_be_unpacked_is_told_to_whoever_asks(place: Path | ServerDatabase) -> None:
    archived(place)
    alter(place, NEW_CONTENT, content=b"no rows")

    async def body(here: World) -> None:
        privacy = Privacy(here.store, Boards(here.store, BOT), BOT, here.door)
        for asking in (here.store.log(BOT, "t1"), here.store.commit(change(1, "new", table="t1")), privacy.erase("p2")):
            with pytest.raises(StoreError, match="cannot be unpacked"):
                await asking

    within(place, body)
    with pytest.raises(Unpackable):
        archived_rows(place)


def test_what_somebody_has_altered_is_not_archived(place: Path | ServerDatabase) -> None:
    alter(place, "UPDATE log SET entry = 'play x:4h' WHERE seq = 20")
    before = faults(place)
    assert "row 20 of log" in before

    async def body(here: World) -> None:
        assert await here.store.archive(BOT, "t1", here.now) == 0

    within(place, body)
    assert faults(place) == before


def test_erasing_vouches_for_nothing_that_was_altered_in_what_is_archived(place: Path | ServerDatabase) -> None:
    archived(place)
    alter(place, "UPDATE log SET logged_at = logged_at + 1 WHERE entry = 'deal'")
    before = faults(place)
    assert "of log, or a result that came with it, was altered" in before

    async def body(here: World) -> None:
        privacy = Privacy(here.store, Boards(here.store, BOT), BOT, here.door)
        assert await privacy.erase("p2") == Erased(1)
        assert "Bruno" not in repr(await here.store.log(BOT, "t1"))

    within(place, body)
    assert b"Bruno" not in everything(place)
    assert in_archives(database_at(place)) == [], "it stays as rows"
    assert faults(place) == before


def test_a_result_that_was_altered_shows_in_a_log_that_is_archived(place: Path | ServerDatabase) -> None:
    archived(place)
    alter(place, "UPDATE results SET totals = 'NS 5 EW 10' WHERE kind = 'match'")
    assert "or a result that came with it, was altered" in faults(place)


# --- other databases --------------------------------------------------------------------------------------------------


def test_archives_move_along_and_back(
    place: Path | ServerDatabase, postgres_server: PostgresServer, tmp_path: Path
) -> None:
    archived(place)
    there, back = postgres_server.empty_database(), tmp_path / "back.db"
    counts = move(database_at(place), there, 1)
    assert counts["archives"] == 1
    assert move(there, back, 1) == counts
    for database in (there, back):
        assert [one.words for one in soundness(database) if not one.sound] == []
        assert list(stored_tables(database)) == list(stored_tables(database_at(place)))


def test_a_backup_has_them(place: Path | ServerDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archived(place)
    monkeypatch.setenv("BURRACO_DATABASE", named(database_at(place)))
    target = tmp_path / "copy"
    assert main(["db", "backup", str(target)]) == 0
    if isinstance(place, Path):
        assert list(stored_tables(target)) == list(stored_tables(database_at(place)))


@pytest.fixture
def file(closed_table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file, archived, which the commands use."""
    shutil.copy(closed_table, tmp_path / "burraco.db")
    archived(tmp_path)
    monkeypatch.setenv("BURRACO_DATABASE", str(tmp_path / "burraco.db"))
    return tmp_path


def test_a_repaired_copy_has_whole_logs(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (whole,) = stored_tables(file / "burraco.db")
    alter(file, "UPDATE results SET totals = 'NS 5 EW 10' WHERE kind = 'match'")
    assert main(["db", "repair"]) == 0
    assert "set right from its log" in capsys.readouterr().out
    copy = file / "burraco.db.repaired"
    assert list(stored_tables(copy)) == [whole]
    with open_rows(copy) as connection:
        assert connection.execute("SELECT count(*) FROM archives").fetchone() == (0,)


def test_an_archive_that_was_altered_is_cut_where_it_began(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = archived_rows(file)
    alter(file, NEW_CONTENT, content=pack([*rows[:9], replace(rows[9], entry="play x:4h"), *rows[10:]]))
    assert main(["db", "repair"]) == 0
    out = capsys.readouterr().out
    assert "archives: that of table t1 of bot bot is not as it was written" in out
    assert f"row {rows[0].seq} of log is missing" in out
    (kept_table,) = stored_tables(file / "burraco.db.repaired")
    assert len(kept_table.rows) == rows[0].seq - 1


def test_an_archive_is_found_page_by_page(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (whole,) = stored_tables(file / "burraco.db")
    path = file / "burraco.db"
    spoil(path, 1)  # which says what stands where
    assert main(["db", "repair"]) == 0, capsys.readouterr()
    (kept_table,) = stored_tables(file / "burraco.db.repaired")
    assert kept_table.rows == whole.rows


def test_a_match_from_before_boards_is_counted_by_what_is_archived(
    place: Path | ServerDatabase, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    archived(place)
    monkeypatch.setenv("BURRACO_DATABASE", named(database_at(place)))
    with open_rows(database_at(place)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE results SET players = ''")
        connection.execute("DELETE FROM tallies")
        digest_everything(connection)
        connection.execute("COMMIT")
    assert main(["db", "check", "--rebuild"]) == 0, capsys.readouterr()
    assert "1 matches counted by their logs" in capsys.readouterr().out
    assert len(archived_rows(place)) > 50


# --- once, whoever does it, and whatever ends it ----------------------------------------------------------------------


def test_two_hosts_at_once_archive_a_table_once(place: Path | ServerDatabase) -> None:
    async def body(here: World) -> None:
        before = await here.store.log(BOT, "t1")
        other = await open_database(database_at(place), 1, hosts=False)
        try:
            found = await asyncio.gather(*[one.archive(BOT, "t1", 1) for one in (here.store, other, here.store, other)])
        finally:
            await other.close()
        assert len([one for one in found if one]) == 1
        assert await here.store.log(BOT, "t1") == before

    within(place, body)
    assert faults(place) == ""


TABLES, ROWS = 12, 40


async def _closed(store: StoreRows) -> list[tuple[LogRow, ...]]:
    for number in range(TABLES):
        for revision in range(ROWS):
            phase = "closed" if revision == ROWS - 1 else "playing"
            await store.commit(change(revision, table=f"t{number}", entry="play d", phase=phase))
    return await logs(store)


async def logs(store: StoreRows) -> list[tuple[LogRow, ...]]:
    return [await store.log(BOT, f"t{number}") for number in range(TABLES)]


def test_who_is_killed_while_archiving_loses_nothing(root: Path, database: Database) -> None:
    before = using(database, _closed)
    reported: set[str] = set()
    for killed_after in (1, 3, 4):
        command = [sys.executable, "-m", "tests.store.archiver", named(database)]
        with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            lines = [process.stdout.readline() for _ in range(killed_after)]  # none where a kill came late before
            process.kill()
            reported |= {line.strip() for line in [*lines, *process.stdout] if line.endswith("\n")}
        assert using(database, logs) == before
        assert [finding.words for finding in check(database) if not finding.sound] == []
    assert reported
    assert reported <= set(in_archives(database))
    with open_rows(database) as connection:
        assert {rows for (rows,) in connection.execute("SELECT row_count FROM archives")} == {ROWS - 1}


# --- by age -----------------------------------------------------------------------------------------------------------


async def _one_closed_each_day(store: StoreRows) -> None:
    for day in range(5):
        for revision in range(3):
            fields: dict[str, Any] = {"phase": "closed", "entry": "play d", "at": day * DAY}
            await store.commit(change(revision, table=f"t{4 - day}", **fields))


def in_archives(database: Database) -> list[str]:
    with open_rows(database) as connection:
        return sorted(table for (table,) in connection.execute("SELECT table_id FROM archives"))


def test_the_host_archives_what_closed_so_many_days_ago(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archiving, "REST", 0)
    monkeypatch.setattr(archiving, "AT_ONCE", 2)

    async def body(store: StoreRows) -> None:
        await _one_closed_each_day(store)
        now, looked = 4 * DAY, asyncio.Event()
        closed_tables = store.closed_tables

        async def closed(*arguments: Any) -> Any:
            found = await closed_tables(*arguments)
            if not found:
                looked.set()
            return found

        monkeypatch.setattr(store, "closed_tables", closed)
        for _ in range(2):  # as after a start anew
            work = asyncio.create_task(keep_archiving(store, BOT, lambda: now, 2))
            await looked.wait()
            work.cancel()
            assert in_archives(database) == ["t2", "t3", "t4"]
            looked.clear()

    using(database, body)


@pytest.mark.parametrize("days", ["0", "off"])
def test_it_does_so_while_it_runs_unless_that_is_off(
    place: Path | ServerDatabase, days: str, monkeypatch: pytest.MonkeyPatch, clean_settings: None
) -> None:
    monkeypatch.setenv("BURRACO_WEB", "off")
    monkeypatch.setenv("BURRACO_DATABASE", named(database_at(place)))
    monkeypatch.setenv("BURRACO_ARCHIVE_DAYS", days)
    for module in (run, served_bot, bot_leases):
        monkeypatch.setattr(module, "BOT", BOT)

    async def host() -> None:
        async with run.running_host(load(Configuration), None) as hosting:
            assert ("archive" in {part.get_name() for part in hosting.parts}) == (days == "0")
            async with asyncio.timeout(PATIENCE):
                while days == "0" and not in_archives(database_at(place)):  # noqa: ASYNC110  nobody tells of it
                    await asyncio.sleep(0.01)

    asyncio.run(host())
    assert in_archives(database_at(place)) == (["t1"] if days == "0" else [])
    assert [one.words for one in soundness(database_at(place)) if not one.sound] == []


def test_the_command_says_what_it_would_do_and_does_it(
    database: Database, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BURRACO_DATABASE", named(database))
    using(database, _one_closed_each_day)

    def printed(*arguments: str) -> str:
        assert main(["db", "archive", *arguments]) == 0
        return capsys.readouterr().out

    assert re.fullmatch(r"5 tables would be archived: 10 rows in \d+ bytes\n", printed("--dry-run"))
    assert in_archives(database) == []
    assert printed() == "5 tables archived: 10 rows\n"  # they closed long ago
    assert printed("--days", "0") == printed("--dry-run") == "no table is to be archived\n"
    assert [finding.words for finding in check(database) if not finding.sound] == []


def test_days_that_have_not_come_are_waited_for(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for days in ("99999", "never"):
        assert main(["db", "archive", "--days", days]) == (0 if days == "99999" else 2)
    output = capsys.readouterr()
    assert output.out == "no table is to be archived\n"
    assert "--days is a number of days such as 7" in output.err
    monkeypatch.setenv("BURRACO_ARCHIVE_DAYS", "off")
    assert main(["db", "archive"]) == 2
    assert "BURRACO_ARCHIVE_DAYS is off" in capsys.readouterr().err
    monkeypatch.setenv("BURRACO_DATABASE", str(file / "nowhere.db"))
    assert main(["db", "archive", "--days", "1"]) == 2
    assert "there is no database" in capsys.readouterr().err


def test_only_one_program_archives_in_a_file(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with only_host(file / "burraco.db"):
        assert main(["db", "archive"]) == 2
        assert "another host is running" in capsys.readouterr().err
        assert main(["db", "archive", "--dry-run"]) == 0


def test_a_file_gets_smaller(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "burraco.db"
    using(path, _closed)
    monkeypatch.setenv("BURRACO_DATABASE", str(path))
    before = path.stat().st_size
    assert main(["db", "archive", "--days", "0"]) == 0
    assert path.stat().st_size < before * 0.8


def test_room_that_was_not_given_back_is_said_and_given_back_by_the_next_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def put_away(store: StoreRows) -> None:
        assert all([await store.archive(BOT, f"t{number}", 1) for number in range(TABLES)])

    path = tmp_path / "burraco.db"
    using(path, _closed)
    using(path, put_away)
    monkeypatch.setenv("BURRACO_DATABASE", str(path))
    before = path.stat().st_size
    with no_file_grows(before // 4):  # so the file cannot be written anew
        assert main(["db", "archive", "--days", "0"]) == 2
    words = r"no table is to be archived, but the room was not given back \(.*\): make \d+ bytes free, and run it again"
    assert re.search(words, capsys.readouterr().err)
    assert main(["db", "archive", "--days", "0"]) == 0
    assert capsys.readouterr().out == "no table is to be archived\n"
    assert path.stat().st_size < before * 0.8
