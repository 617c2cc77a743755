"""What only a server can do: several who write, a connection that is lost, a database that moves there and back."""

import asyncio
import os
import secrets
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread
from typing import Any, TypeVar
from urllib.parse import urlsplit

import pytest

from bot.boards.ports import Correction, StoredMatch, Tally
from bot.cli.soundness import soundness
from bot.database_address import ServerDatabase, parse_database
from bot.host.door import Door, Repeated
from bot.host.hosted_bots import BotToken, HostedBot
from bot.host.ports import (
    AlreadyDone,
    Change,
    Committed,
    LabelTaken,
    Letter,
    Person,
    Result,
    Stale,
    StoreError,
    Subject,
    Unsure,
)
from bot.store import postgres, postgres_host, postgres_thread
from bot.store.check import check
from bot.store.database import open_rows
from bot.store.migrations import APPLIED, shipped_migrations
from bot.store.move import move
from bot.store.postgres_thread import PostgresGroup
from bot.store.postgres_upgrade import upgrade_postgres
from bot.store.rows import StoreRows
from bot.store.schema import columns_of, tables
from bot.store.store import only_host_with, open_database
from bot.store.upgrade import upgrade
from bot.tables.table import Settings
from bot.tables.who import Who
from tests.people_rows import put_person
from tests.postgres_server import PostgresServer
from tests.store.changes import BOT, TABLE, change, using

T = TypeVar("T")
IDLE = "SELECT pid FROM pg_stat_activity WHERE state = 'idle' AND datname LIKE 'test%'"
TEXT = "5h6hJk8h9hThJh" * 300
MATCH = Result("match", 1, "[BRN]", "NS 500 EW 0", '[["p1"]]')


@pytest.fixture
def server(postgres_server: PostgresServer) -> ServerDatabase:
    """An empty database."""
    return postgres_server.new_database()


async def open_patient(server: ServerDatabase) -> StoreRows:
    """A store that tries again for as long as a busy machine needs."""
    from bot.store.postgres import open_postgres_store  # noqa: PLC0415  it imports the driver, which may be missing

    store = await open_postgres_store(server, 1)
    store.patience = 60.0
    return store


def together(server: ServerDatabase, body: Callable[[StoreRows, StoreRows], Awaitable[None]]) -> None:
    """With two stores of one database, as two programs have them."""

    async def whole() -> None:
        one, other = await open_patient(server), await open_patient(server)
        try:
            await body(one, other)
        finally:
            await one.close()
            await other.close()

    asyncio.run(whole())


def faults(database: ServerDatabase | Path) -> list[str]:
    return [f"{one.name}: {one.words}" for one in check(database) if not one.sound]


# --- several who write ------------------------------------------------------------------------------------------------


def test_a_short_name_that_two_give_at_once_is_one_tables(server: ServerDatabase) -> None:
    async def body(one: StoreRows, other: StoreRows) -> None:
        for number in range(10):
            for table in ("a", "b"):
                await one.commit(change(0, table=f"{table}{number}"))
            moves = [
                store.commit(change(1, table=f"{table}{number}", label=f"K{number}"))
                for store, table in ((one, "a"), (other, "b"))
            ]
            found = await asyncio.gather(*moves)
            assert sorted(map(type, found), key=str) == [Committed, LabelTaken]

    together(server, body)
    assert faults(server) == []


def test_a_token_is_removed_though_its_table_cannot_be_cleared_at_that_moment(server: ServerDatabase) -> None:
    """As while somebody else clears it; a host does it later."""

    async def main() -> None:
        store = await open_database(server, 1)
        try:
            bot = HostedBot("circolo", "", "", (), 1, (BotToken("telegram", "17", "", "17:secret", 1),))
            await store.put_bot(bot)
            with open_rows(server) as beside:
                beside.execute("BEGIN")
                beside.execute("LOCK TABLE tokens IN SHARE UPDATE EXCLUSIVE MODE")
                store.patience = 0.1
                assert await store.drop_tokens("circolo", ("telegram",), 2)
            assert [one.served for one in await store.bots()] == [()]
        finally:
            await store.close()

    asyncio.run(main())


def test_what_chats_show_is_brought_again_from_a_dump_that_was_brought_back(
    server: ServerDatabase, postgres_server: PostgresServer
) -> None:
    async def sends(store: StoreRows) -> None:
        await store.commit(change(0, letters=(Letter("N", "hand"), Letter("E", "hand"))))
        for row in await store.letters(BOT, TABLE):
            await store.mark_sent(row, 1, "message 7" if row.viewer == "N" else "", at=77)

    async def waiting(store: StoreRows) -> tuple[bool, list[str]]:
        is_copy = await store.bring_again_what_a_copy_shows(BOT)
        return is_copy, [row.viewer for row in await store.outbox(BOT, 1000)]

    using(server, sends)
    for _ in range(2):
        assert using(server, waiting) == (False, [])
    copy = postgres_server.new_database(urlsplit(server.address).path[1:])
    assert using(copy, waiting) == (True, ["N"])


def test_tables_that_two_open_at_once_are_numbered_without_a_gap(server: ServerDatabase) -> None:
    async def body(one: StoreRows, other: StoreRows) -> None:
        opened = [
            store.commit(change(0, table=f"{name}{number}"))
            for number in range(30)
            for store, name in ((one, "a"), (other, "b"))
        ]
        assert await asyncio.gather(*opened) == [Committed(1)] * 60

    together(server, body)
    assert faults(server) == []
    with open_rows(server) as connection:
        numbers = connection.execute("SELECT number FROM tables ORDER BY number").fetchall()
    assert [number for (number,) in numbers] == list(range(1, 61))


def test_of_two_who_open_the_same_table_one_is_stale(server: ServerDatabase) -> None:
    async def body(one: StoreRows, other: StoreRows) -> None:
        for number in range(10):
            opened = [store.commit(change(0, f"by {store is one}", table=f"t{number}")) for store in (one, other)]
            assert sorted(map(str, await asyncio.gather(*opened))) == [str(Committed(1)), str(Stale(1))]

    together(server, body)
    assert faults(server) == []


def test_many_moves_of_two_hosts_at_the_same_tables_are_each_done_once(server: ServerDatabase) -> None:
    async def play(store: StoreRows, name: str) -> int:
        count = 0
        for number in range(40):
            table = f"t{number % 4}"
            revision = 0
            while True:
                match await store.commit(change(revision, f"{name}{number}", table=table, results=(MATCH,))):
                    case Stale(now):
                        revision = now
                    case Committed():
                        count += 1
                        break
                    case other:
                        raise AssertionError(other)
        return count

    async def body(one: StoreRows, other: StoreRows) -> None:
        assert list(await asyncio.gather(play(one, "a"), play(other, "b"))) == [40, 40]
        assert [len(await one.log(BOT, f"t{number}")) for number in range(4)] == [20] * 4

    together(server, body)
    assert faults(server) == []


def test_of_two_groups_that_change_the_same_rows_none_waits_for_the_other_crosswise(
    server: ServerDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In whatever order their changes came: else the server gives one of the groups up, after a second for all."""
    given_up: list[BaseException] = []

    def is_busy(_group: PostgresGroup, error: Exception) -> bool:
        given_up.append(error)
        return True

    async def body(one: StoreRows, other: StoreRows) -> None:
        letters = (Letter("N", "hand"), Letter("E", "hand"))
        for table in ("t1", "t2", "t3"):
            await one.commit(change(0, table=table, letters=letters))
        first, second = await one.letters(BOT, "t1"), await one.letters(BOT, "t2")
        monkeypatch.setattr(PostgresGroup, "_is_busy", is_busy)
        with open_rows(server) as third:
            third.execute("BEGIN")
            third.execute("SELECT 1 FROM outbox WHERE table_id = 't1' FOR UPDATE")
            drop = asyncio.create_task(other.drop_letters((*first[::-1], *second), "gone"))
            await until_wait(server, 1)
            moves = [one.commit(change(1, table=table, letters=letters)) for table in ("t3", "t2", "t1")]
            outcomes = asyncio.gather(*moves, one.commit(change(0, table="t0")))
            await until_wait(server, 2)
            third.execute("COMMIT")
        await drop
        assert await outcomes == [Committed(2)] * 3 + [Committed(1)]

    together(server, body)
    assert given_up == []
    assert faults(server) == []


async def until_wait(server: ServerDatabase, count: int) -> None:
    """Until so many wait for rows that another one has locked."""
    with open_rows(server) as asks:
        async with asyncio.timeout(60):
            while asks.execute("SELECT count(*) FROM pg_locks WHERE NOT granted").fetchone() != (count,):  # noqa: ASYNC110  the server tells nobody
                await asyncio.sleep(0.01)


async def ended(store: StoreRows, tables: int) -> list[StoredMatch]:
    for number in range(tables):
        await store.commit(change(0, table=f"t{number}", results=(MATCH,)))
    return list(await store.matches_without_tally(BOT, 100))


def counted(match: StoredMatch) -> Tally:
    return Tally(match.table, match.revision, match.channel, match.ended_at, "{}")


@pytest.mark.parametrize("moves", range(6))
def test_what_was_refused_with_others_keeps_nobody_from_moving_on(server: ServerDatabase, moves: int) -> None:
    """However often a statement was sent before: what comes behind a refused one is never prepared."""

    async def body(one: StoreRows, _other: StoreRows) -> None:
        assert await one.commit(change(7, "early")) == Stale(0)
        for revision in range(moves):
            assert await one.commit(change(revision)) == Committed(revision + 1)
        assert await one.commit(change(moves + 7, "late")) == Stale(moves)
        for revision in range(moves, moves + 4):
            assert await one.commit(change(revision)) == Committed(revision + 1)

    together(server, body)


def test_tallies_that_two_count_at_once_have_one_number_each(server: ServerDatabase) -> None:
    async def body(one: StoreRows, other: StoreRows) -> None:
        matches = await ended(one, 12)
        await asyncio.gather(
            *[one.add_tallies(BOT, [(match, counted(match))]) for match in matches[::2]],
            *[other.add_tallies(BOT, [(match, counted(match))]) for match in [*matches[1::2], matches[0]]],
        )
        assert [one.number for one in await one.tallies(BOT, 0)] == list(range(1, 13))

    together(server, body)


def test_what_was_corrected_while_it_was_counted_is_counted_anew(server: ServerDatabase) -> None:
    async def body(one: StoreRows, other: StoreRows) -> None:
        for match in await ended(one, 10):
            correction = Correction(*match.key, 1, 5, "p1", "a slip", "NS 0 EW 0")
            _, corrected = await asyncio.gather(
                one.add_tallies(BOT, [(match, counted(match))]), other.correct(BOT, correction)
            )
            assert corrected
        assert await one.tallies(BOT, 0) == ()  # each tally was of the match as it had been
        assert len(await one.matches_without_tally(BOT, 100)) == 10

    together(server, body)
    assert faults(server) == []


def test_of_two_corrections_with_one_number_one_counts(server: ServerDatabase) -> None:
    async def body(one: StoreRows, other: StoreRows) -> None:
        for match in await ended(one, 5):
            rivals = [
                store.correct(BOT, Correction(*match.key, 1, 5, "p1", words, "NS 0 EW 0"))
                for store, words in ((one, "left"), (other, "right"))
            ]
            assert sorted(await asyncio.gather(*rivals)) == [False, True]

    together(server, body)
    assert faults(server) == []


def let_go_on(wanted: Event, processes: list[int]) -> None:
    """These, when that is wanted, or at last."""
    wanted.wait(60)
    for pid in processes:
        os.kill(pid, signal.SIGCONT)


@pytest.mark.parametrize("count", [1, 200])
def test_while_the_server_hangs_the_host_goes_on_with_everything_else(
    postgres_server: PostgresServer, server: ServerDatabase, count: int
) -> None:
    """Also with many large changes that come at once: none of them is sent in the host's own time."""
    changes = [replace(change(0), subject=Subject("table", f"t{n}"), snapshot=TEXT) for n in range(count)]

    async def body(one: StoreRows, _other: StoreRows) -> None:
        await one.commit(change(0))
        await one.log(BOT, TABLE)
        processes = [int(str(pid)) for (pid,) in await asyncio.to_thread(postgres_server.ask, IDLE)]
        goes_on = Event()
        guard = Thread(target=let_go_on, args=(goes_on, processes))
        for pid in processes:
            os.kill(pid, signal.SIGSTOP)
        guard.start()
        waiting = [asyncio.create_task(one.commit(wanted)) for wanted in changes]
        for _ in range(10):
            await asyncio.sleep(0)
        assert guard.is_alive(), "the host has waited for the server"
        goes_on.set()
        assert set(await asyncio.gather(*waiting)) == {Committed(1)}
        guard.join()

    together(server, body)


def test_a_host_ends_though_the_server_hangs(
    postgres_server: PostgresServer,
    server: ServerDatabase,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Nothing that was acknowledged is lost by it; what was not is unsure."""
    monkeypatch.setattr(postgres, "LAST_WAIT", 0.2)
    monkeypatch.setattr(postgres_thread, "LAST_WAIT", 0.2)
    processes: list[int] = []

    async def body() -> None:
        store = await open_patient(server)
        await store.commit(change(0))
        await store.log(BOT, TABLE)
        processes.extend(int(str(pid)) for (pid,) in await asyncio.to_thread(postgres_server.ask, IDLE))
        for pid in processes:
            os.kill(pid, signal.SIGSTOP)
        answers = asyncio.gather(store.log(BOT, TABLE), store.commit(change(1)), return_exceptions=True)
        await asyncio.sleep(0)
        async with asyncio.timeout(60):
            await store.close()
            assert all(isinstance(one, StoreError) for one in await answers)

    try:
        asyncio.run(body())
    finally:
        for pid in processes:
            os.kill(pid, signal.SIGCONT)
    assert "the server does not answer" in caplog.text
    using(server, lambda store: until_sound(store, change(1)))
    assert faults(server) == []


def test_the_place_of_a_host_is_left_though_the_server_hangs(
    postgres_server: PostgresServer, server: ServerDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_host, "FAREWELL", 100)
    left: list[int] = []

    def hosts() -> None:
        with postgres_host.one_host_of(server):
            left.extend(int(str(pid)) for (pid,) in postgres_server.ask(IDLE))
            for pid in left:
                os.kill(pid, signal.SIGSTOP)

    thread = Thread(target=hosts)
    thread.start()
    thread.join(60)
    has_ended = not thread.is_alive()
    for pid in left:
        os.kill(pid, signal.SIGCONT)
    thread.join()
    assert has_ended
    while postgres_host.is_server_hosted(server):
        pass  # it takes the server a moment to see that the connection has ended


# --- a connection that is lost ----------------------------------------------------------------------------------------


class Cable:
    """Between store and server: it can be cut just before a statement arrives, or once it has, before its answer.

    `unheard`: an answer that does not arrive.
    """

    def __init__(self, real: Path) -> None:
        self._real = real
        self._carrying: set[asyncio.Task[None]] = set()
        self.cut_at = b""
        self.cut_before = b""
        self.unheard = b""

    def listen(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._carrying.add(asyncio.create_task(self._serve(reader, writer)))

    async def wait_until_closed(self) -> None:
        """Once the store is closed; whoever were broken off would leave an end open."""
        await asyncio.gather(*self._carrying)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with closing(writer):
            there, back = await asyncio.open_unix_connection(self._real)
            with closing(back):
                ways = self._carry(reader, back), self._carry(there, writer, answers=True)
                tasks = [asyncio.create_task(way) for way in ways]
                try:
                    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for task in tasks:
                        task.cancel()
                    await asyncio.gather(*tasks, return_exceptions=True)

    async def _carry(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, *, answers: bool = False
    ) -> None:
        while data := await source.read(65536):
            if answers and self.unheard and self.unheard in data:
                self.unheard = b""
                return
            if self.cut_before and self.cut_before in data:
                self.cut_before = b""
                return
            target.write(data)
            await target.drain()
            if self.cut_at and self.cut_at in data:
                self.cut_at = b""
                return


@asynccontextmanager
async def cabled(server: PostgresServer, folder: Path) -> AsyncIterator[tuple[Cable, StoreRows]]:
    """A store whose connections go through a cable."""
    database = server.new_database()
    cable = Cable(server.folder / ".s.PGSQL.5432")
    listening = await asyncio.start_unix_server(cable.listen, folder / ".s.PGSQL.5432")
    store = await open_database(ServerDatabase(database.address.replace(str(server.folder), str(folder))), 1)
    try:
        yield cable, store
    finally:
        await store.close()
        listening.close()
        await cable.wait_until_closed()


def over_a_cable(server: PostgresServer, folder: Path, body: Callable[[Cable, Any], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with cabled(server, folder) as (cable, store):
            await body(cable, store)

    asyncio.run(whole())


async def until_sound(store: Any, wanted: Change) -> object:
    """What becomes of a change that is given again until the store writes."""
    return await until_answered(lambda: store.commit(wanted))


async def until_answered(ask: Callable[[], Awaitable[T]]) -> T:
    """Asked again until the store can."""
    async with asyncio.timeout(60):
        while True:
            try:
                return await ask()
            except StoreError:
                await asyncio.sleep(0.01)  # between two tries


def test_a_connection_lost_at_a_commit_leaves_it_unsure_and_the_same_again_is_already_done(
    postgres_server: PostgresServer, tmp_path: Path
) -> None:
    async def body(cable: Cable, store: Any) -> None:
        await store.commit(change(0))
        cable.unheard = b"COMMIT"
        with pytest.raises(Unsure, match="was lost at a commit"):
            await store.commit(change(1))
        assert await until_sound(store, change(1)) == AlreadyDone(2)
        assert [row.seq for row in await store.log(BOT, TABLE)] == [1, 2]

    over_a_cable(postgres_server, tmp_path, body)


def test_who_follows_a_table_is_told_of_what_was_stored_and_not_heard(
    postgres_server: PostgresServer, tmp_path: Path
) -> None:
    """They would look at the table as it was until the next change; nobody else knows that it moved on."""

    async def body(cable: Cable, store: Any) -> None:
        door, phases = Door(store, BOT, lambda: 1, secrets.token_bytes), list[tuple[str, int]]()
        door.listen(lambda table_id, table: phases.append((table_id, len(table.chairs))))
        anna, bruno = Who("p1", "Anna"), Who("p2", "Bruno")
        cable.unheard = b"COMMIT"
        with pytest.raises(Unsure):
            await door.open("t", "T", "c", anna, Settings())
        await until_answered(lambda: store.take_place(BOT, "me"))  # what was under way has happened
        assert await door.table("t") is not None
        cable.unheard = b"COMMIT"
        with pytest.raises(Unsure):
            await door.submit("t", bruno, "join", "join")
        await until_answered(lambda: store.take_place(BOT, "me"))
        assert isinstance(await door.submit("t", bruno, "join", "join"), Repeated)
        table = await door.table("t")
        assert table is not None
        assert [id_ for id_, _ in phases] == ["t", "t"]
        assert phases[-1] == ("t", len(table.chairs))

    over_a_cable(postgres_server, tmp_path, body)


def test_a_connection_lost_on_the_way_to_a_commit_leaves_it_unsure_too_and_nothing_is_stored(
    postgres_server: PostgresServer, tmp_path: Path
) -> None:
    async def body(cable: Cable, store: Any) -> None:
        await store.commit(change(0))
        cable.cut_before = b"snapshot 2"
        with pytest.raises(Unsure, match="was lost at a commit"):
            await store.commit(change(1))
        assert await until_sound(store, change(1)) == Committed(2)

    over_a_cable(postgres_server, tmp_path, body)


def test_a_connection_lost_before_anything_was_to_be_stored_has_changed_nothing(
    postgres_server: PostgresServer, tmp_path: Path
) -> None:
    async def body(cable: Cable, store: Any) -> None:
        anna = Person("p1", "Anna", "en")
        cable.cut_at = b"INSERT INTO people"
        with pytest.raises(StoreError) as lost:
            await put_person(store, BOT, anna)
        assert not isinstance(lost.value, Unsure)
        await put_person(store, BOT, anna)
        assert await store.person(BOT, "p1") == anna

    over_a_cable(postgres_server, tmp_path, body)


def test_a_connection_that_has_ended_while_nobody_wrote_is_opened_anew_before_the_next_change(
    server: ServerDatabase, postgres_server: PostgresServer
) -> None:
    ending = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname LIKE 'test%'"

    async def body(one: StoreRows, _other: StoreRows) -> None:
        for revision in range(3):
            assert await one.commit(change(revision)) == Committed(revision + 1)
            await asyncio.to_thread(postgres_server.ask, ending)

    together(server, body)


def test_a_server_that_ends_a_connection_is_reached_anew(
    server: ServerDatabase, postgres_server: PostgresServer
) -> None:
    async def body(one: StoreRows, _other: StoreRows) -> None:
        for revision in range(5):
            assert await one.commit(change(revision)) == Committed(revision + 1)
            assert len(await one.log(BOT, TABLE)) == revision + 1
            await asyncio.to_thread(
                postgres_server.ask,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'test%'",
            )
            with suppress(StoreError):  # the first hears of it
                await one.take_place(BOT, "me")
        assert len(await one.log(BOT, TABLE)) == 5

    together(server, body)


def test_a_text_that_no_server_takes_is_refused_and_the_others_of_the_moment_are_stored(server: ServerDatabase) -> None:
    async def body(one: StoreRows, _other: StoreRows) -> None:
        assert await one.commit(change(0)) == Committed(1)
        wanted = [change(0, table=name, label=name) for name in ("a", "b", "c")]
        wanted[1] = replace(wanted[1], snapshot="a\0b")
        found = await asyncio.gather(*map(one.commit, wanted), return_exceptions=True)
        assert found[0] == found[2] == Committed(1)
        assert isinstance(found[1], StoreError)
        assert await one.commit(change(1)) == Committed(2)

    together(server, body)


def test_of_the_questions_of_one_moment_one_that_fails_leaves_the_others_their_answers(server: ServerDatabase) -> None:
    async def body(one: Any, _other: StoreRows) -> None:
        await one.commit(change(0))
        assert len(await one.log(BOT, TABLE)) == 1
        for _ in range(2):
            questions: list[Awaitable[Any]] = [
                one.log(BOT, TABLE),
                one._read("SELECT 1 / CAST(:by AS bigint)", {"by": 0}),
                one.load(BOT, TABLE),
            ]
            answers: list[Any] = await asyncio.gather(*questions, return_exceptions=True)
            assert [row.seq for row in answers[0]] == [1]
            assert isinstance(answers[1], StoreError)
            assert answers[2].revision == 1

    together(server, body)


def test_who_goes_away_while_a_group_is_on_its_way_leaves_nothing_to_whoever_writes_next(
    server: ServerDatabase,
) -> None:
    async def body(one: Any, _other: StoreRows) -> None:
        assert await one.commit(change(0)) == Committed(1)
        for revision in range(1, 6):
            given_up = asyncio.create_task(one.commit(change(revision)))
            while one._group._task is None:  # noqa: ASYNC110  nobody tells
                await asyncio.sleep(0)
            for _ in range(revision):  # each time a little later
                await asyncio.sleep(0)
            for task in (one._group._task, given_up):
                if task is not None:
                    task.cancel()
            await asyncio.gather(given_up, return_exceptions=True)
            assert await one.commit(change(revision)) in (Committed(revision + 1), AlreadyDone(revision + 1))
        assert [row.seq for row in await one.log(BOT, TABLE)] == [1, 2, 3, 4, 5, 6]

    together(server, body)


def test_a_value_that_is_named_twice_has_one_number_for_the_server() -> None:
    from bot.store.postgres_dialect import numbered  # noqa: PLC0415  as above

    statement = numbered("SELECT ':no', 5 % :two FROM one WHERE a = :first AND b = :two AND instr(c, :first) > 0")
    assert statement == (
        "SELECT ':no', 5 % $1 FROM one WHERE a = $2 AND b = $1 AND strpos(c, $2) > 0",
        ("two", "first"),
    )


def wait_until_somebody_waits(server: PostgresServer) -> None:
    while not server.ask("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"):
        pass


def test_a_transaction_given_up_twice_leaves_nothing_to_whoever_writes_next(
    server: ServerDatabase, postgres_server: PostgresServer
) -> None:
    async def body(one: Any, other: StoreRows) -> None:
        async def steps() -> bool:
            await one._run("INSERT INTO people (bot, person, name, language, settings) VALUES ('b', 'p', '', '', '')")
            await one._run("SELECT pg_advisory_lock(7)")
            return True

        with open_rows(server) as holder:
            holder.execute("SELECT pg_advisory_lock(7)")
            given_up = asyncio.create_task(one._transaction(steps))
            await asyncio.to_thread(wait_until_somebody_waits, postgres_server)
            for _ in range(2):
                given_up.cancel()
                await asyncio.sleep(0)
        with suppress(asyncio.CancelledError):
            await given_up
        await one.take_place(BOT, "me")
        assert await other.person("b", "p") is None

    together(server, body)


def test_whoever_asks_what_is_under_way_waits_for_a_writer_of_any_table(server: ServerDatabase) -> None:
    from bot.store.postgres import WAIT_FOR_WRITERS  # noqa: PLC0415  it imports the driver, which may be missing

    for table in [name for name in tables() if name != "migrations"]:
        with open_rows(server) as writer:
            writer.execute("BEGIN")
            writer.execute(f"DELETE FROM {table}")  # noqa: S608  a name of the schema
            with pytest.raises(StoreError, match="keeps it locked"), open_rows(server) as asking:
                asking.execute(f"SET lock_timeout = 1; BEGIN; {WAIT_FOR_WRITERS}")


def test_what_was_erased_is_taken_out_of_the_tables(server: ServerDatabase, caplog: pytest.LogCaptureFixture) -> None:
    async def body(one: StoreRows, other: StoreRows) -> None:
        await one.commit(change(0))
        await asyncio.gather(one._clear(), other.commit(change(1)))
        assert await other.commit(change(2)) == Committed(3)

    together(server, body)
    assert [record.message for record in caplog.records] == []


# --- the address ------------------------------------------------------------------------------------------------------


def test_a_password_is_never_shown(postgres_server: PostgresServer, tmp_path: Path) -> None:
    found = parse_database(f"postgresql://ada:hunter2@/club?host={tmp_path}&password=hunter2")
    assert isinstance(found, ServerDatabase)
    assert (str(found), repr(found)) == ("postgresql://ada@/club", "ServerDatabase('postgresql://ada@/club')")
    with pytest.raises(StoreError, match="cannot be reached") as refused:
        asyncio.run(open_database(found, 1))
    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ada:hun/ter2@host/club",
        "postgresql://ada:hun/ter2?2@host/club",
        "postgresql://ada:hunter2@2222@host/club",
        "postgresql://ada:hunter@one:5432,two:5433@host/club",
        "postgresql://ada@host:hunter2/club",
        "postgresql://ada:hun@ter/2%#@host/club",
        "postgresql://ada:hunter#2@host/club",
        "postgresql://ada:hunter%zz@host/club",
        "postgresql://ada:hunter2%@host/club",
        "postgresql://ada@host/club?password=hunter%2",
    ],
)
def test_a_password_whose_signs_are_taken_for_those_of_the_address_is_refused_unseen(address: str) -> None:
    with pytest.raises(ValueError, match="%40") as refused:
        parse_database(address)
    assert "hun" not in str(refused.value)


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ada:hunter%402@host/club",
        "postgresql://ada@one:5432,two,[::1]:5433/club",
        "postgresql://%2Fvar%2Frun%2Fpostgresql/club?user=ada@host",
        "postgres:///club",
    ],
)
def test_an_address_as_the_driver_knows_it_is_taken(address: str) -> None:
    assert parse_database(address) == ServerDatabase(address)


def test_a_machine_that_has_vanished_is_waited_for_once(postgres_server: PostgresServer) -> None:
    """It refuses nobody: each connection of a host would wait for it, and its start would take minutes."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        hosts = f"host=127.0.0.1,{postgres_server.folder}&port={silent.getsockname()[1]},5432"
        name = urlsplit(postgres_server.new_database().address).path
        database = parse_database(f"postgresql://{postgres_server.owner}@{name}?{hosts}&connect_timeout=2")
        for _ in range(3):
            with open_rows(database) as rows:
                assert rows.execute("SELECT count(*) FROM people").fetchone() == (0,)
        silent.settimeout(0)
        silent.accept()[0].close()
        with pytest.raises(BlockingIOError):
            silent.accept()


def test_names_of_any_script_are_stored_whatever_the_servers_owner_has_set(
    postgres_server: PostgresServer, whole: Path
) -> None:
    found = set_by_its_owner(postgres_server, "client_encoding = 'LATIN1'")
    move(whole, found, 1)
    assert rows_of(found) == rows_of(whole)


@pytest.mark.parametrize("limit", ["idle_in_transaction_session_timeout", "statement_timeout", "idle_session_timeout"])
def test_no_limit_of_the_servers_owner_breaks_off_what_takes_long(postgres_server: PostgresServer, limit: str) -> None:
    found = set_by_its_owner(postgres_server, f"{limit} = '20s'")
    with open_rows(found) as connection:
        assert connection.execute(f"SHOW {limit}").fetchall() == [("0",)]


def set_by_its_owner(postgres_server: PostgresServer, setting: str) -> ServerDatabase:
    """An empty database in which this holds for whoever says nothing else."""
    found = postgres_server.empty_database()
    name = str(found).rpartition("/")[2]
    postgres_server.ask(f"ALTER DATABASE {name} SET {setting}")
    return found


def test_a_database_without_a_schema_is_said_to_have_none(postgres_server: PostgresServer) -> None:
    found = postgres_server.empty_database()
    with open_rows(found) as connection:
        connection.execute("DROP SCHEMA public")
    with pytest.raises(StoreError, match="has no schema"), only_host_with(found):
        pass


def test_a_pooler_that_gives_connections_away_is_named(server: ServerDatabase) -> None:
    def ask_often() -> None:
        with open_rows(server) as connection:
            connection.execute("PREPARE _pg3_0 AS SELECT 1")  # as by another program that has had this connection
            for _ in range(5):
                connection.execute("SELECT number FROM migrations")

    with pytest.raises(StoreError, match="name the server itself"):
        ask_often()


def test_who_keeps_a_file_needs_no_driver(root: Path) -> None:
    words = "import bot.cli.run, bot.cli.db, bot.cli.doctor, sys; print('psycopg' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", words], cwd=root, capture_output=True, text=True, check=True)
    assert found.stdout == "False\n"


# --- schema, and a move -----------------------------------------------------------------------------------------------


def test_what_is_missing_or_was_added_is_found(server: ServerDatabase, postgres_server: PostgresServer) -> None:
    assert faults(server) == []
    with open_rows(server) as connection:
        connection.execute("DROP INDEX due_soon")
        connection.execute("ALTER TABLE notes ADD COLUMN more TEXT")
    (fault,) = faults(server)
    assert "index due_soon is missing" in fault


def test_another_programs_database_is_left_as_it_is(postgres_server: PostgresServer) -> None:
    found = postgres_server.empty_database()
    with open_rows(found) as connection:
        connection.execute("CREATE TABLE mine (what TEXT)")
    with pytest.raises(StoreError, match="is the database of another program"):
        asyncio.run(open_database(found, 1))


def rows_of(database: ServerDatabase | Path) -> dict[str, list[Any]]:
    with open_rows(database) as connection:
        return {
            name: sorted(connection.execute(f"SELECT {', '.join(columns_of(name))} FROM {name}").fetchall())  # noqa: S608  names of the schema
            for name in tables()
            if name != "migrations"
        }


def test_a_database_moves_to_a_server_and_back(whole: Path, postgres_server: PostgresServer, tmp_path: Path) -> None:
    there, back = postgres_server.empty_database(), tmp_path / "back.db"
    counts = move(whole, there, 1)
    assert counts["log"] > 100
    assert move(there, back, 1) == counts
    for database in (there, back):
        assert [one.words for one in soundness(database) if not one.sound] == []
        assert rows_of(database) == rows_of(whole)


def test_nothing_moves_into_what_is_not_empty(whole: Path, server: ServerDatabase, tmp_path: Path) -> None:
    move(whole, server, 1)
    with pytest.raises(StoreError, match="is not empty"):
        move(whole, server, 1)
    other = tmp_path / "other.db"
    upgrade(other, 1)
    move(server, other, 1)
    with pytest.raises(StoreError, match="is not empty"):
        move(server, other, 1)


def test_a_server_of_an_older_version_that_is_not_empty_is_left_to_that_version(
    whole: Path, postgres_server: PostgresServer
) -> None:
    older, migrations = postgres_server.empty_database(), shipped_migrations(database="postgres")[:-1]
    upgrade_postgres(older, 1, migrations)
    with open_rows(older) as connection:
        connection.execute("INSERT INTO people (bot, person, name, language, settings) VALUES ('b', 'p1', '', '', '')")
    with pytest.raises(StoreError, match="is not empty"):
        move(whole, older, 1)
    with open_rows(older) as connection:
        assert len(connection.execute(APPLIED).fetchall()) == len(migrations)
