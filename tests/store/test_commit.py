"""One change of a table: all of it or nothing, once."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bot.database_address import Database
from bot.host.ports import (
    AlreadyDone,
    Committed,
    DueRow,
    LabelTaken,
    Letter,
    Result,
    Stale,
    Stored,
    StoredDraft,
    StoredResult,
    StoreError,
)
from bot.store.rows import StoreRows
from bot.store.sqlite import SqliteStore
from bot.tables.log import LogRow
from bot.tables.table import CLOSED
from bot.tables.timers import Due
from tests.store.changes import BOT, SUBJECT, TABLE, change, using


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "burraco.db"


def test_a_table_begins_with_its_first_change_and_is_found_again(database: Database) -> None:
    first = change(0, label="KILO", dues=(Due("ping", 5),), letters=(Letter("N", "hand"),))

    async def begin(store: StoreRows) -> None:
        assert await store.commit(first) == Committed(1)

    async def look(store: StoreRows) -> None:
        table = Stored(BOT, SUBJECT, "KILO", "club", "playing", 1, "snapshot 1", 1000)
        assert await store.load(BOT, TABLE) == await store.find(BOT, "KILO") == table
        assert await store.live(BOT) == (table,)
        assert await store.log(BOT, TABLE) == (LogRow(1, "action 1", "N", "entry 1", 1000),)
        assert await store.due_rows(BOT, until=5) == (DueRow(SUBJECT, "ping", 5, "club"),)
        assert [row.viewer for row in await store.outbox(BOT, now=0)] == ["N"]

    using(database, begin)
    using(database, look)


def test_what_is_not_there_is_none(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        assert await store.load(BOT, TABLE) is None
        assert await store.find(BOT, "") is None
        assert [*await store.log(BOT, TABLE), *await store.live(BOT), *await store.outbox(BOT, 10**15)] == []
        assert await store.next_due(BOT) is None
        assert await store.next_letter(BOT) is None

    using(database, body)


def test_a_repeated_action_is_already_done_whatever_revision_it_expects(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        for revision in range(3):
            await store.commit(change(revision))
        for expected in range(5):
            again = change(
                expected, "action 2", snapshot="never", dues=(Due("never", 1),), letters=(Letter("N", "never"),)
            )
            assert await store.commit(again) == AlreadyDone(2)
        table = await store.load(BOT, TABLE)
        assert table is not None
        assert (table.revision, table.snapshot) == (3, "snapshot 3")
        assert [row.seq for row in await store.log(BOT, TABLE, since=1)] == [2, 3]
        assert [*await store.due_rows(BOT, 10), *await store.letters(BOT, TABLE)] == []

    using(database, body)


def test_an_action_id_is_the_tables_own(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        assert await store.commit(change(0, "click")) == Committed(1)
        assert await store.commit(change(0, "click", table="other")) == Committed(1)
        assert await store.commit(change(0, "click", bot="other")) == Committed(1)

    using(database, body)


@pytest.mark.parametrize("expected", [0, 1, 3])
def test_a_change_from_another_revision_is_stale(database: Database, expected: int) -> None:
    async def body(store: StoreRows) -> None:
        await store.commit(change(0, dues=(Due("ping", 5),)))
        await store.commit(change(1, dues=(Due("ping", 5),)))
        assert await store.commit(change(expected, "late")) == Stale(2)
        assert await store.due_rows(BOT, 5) == (DueRow(SUBJECT, "ping", 5, "club"),)
        assert len(await store.log(BOT, TABLE)) == 2

    using(database, body)


def test_a_change_of_no_table_is_stale(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        assert await store.commit(change(1)) == Stale(0)

    using(database, body)


def test_due_times_are_replaced_as_a_whole(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        await store.commit(change(0, dues=(Due("turn", 30), Due("ping", 20))))
        assert await store.next_due(BOT) == 20
        assert await store.due_rows(BOT, 25) == (DueRow(SUBJECT, "ping", 20, "club"),)
        assert await store.due_rows(BOT, 99, limit=1) == (DueRow(SUBJECT, "ping", 20, "club"),)
        await store.commit(change(1, dues=(Due("turn", 40),)))
        assert await store.due_rows(BOT, 99) == (DueRow(SUBJECT, "turn", 40, "club"),)
        await store.drop_due(BOT, DueRow(SUBJECT, "turn", 30))
        assert await store.next_due(BOT) == 40
        await store.drop_due(BOT, DueRow(SUBJECT, "turn", 40))
        assert await store.next_due(BOT) is None

    using(database, body)


def test_a_code_names_one_table_of_a_bot_until_it_is_given_back(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        await store.commit(change(0, label="KILO"))
        assert await store.commit(change(0, table="other", label="KILO")) == LabelTaken()
        assert await store.load(BOT, "other") is None
        assert await store.commit(change(0, bot="other", label="KILO")) == Committed(1)
        assert await store.commit(change(0, table="other")) == Committed(1)
        assert await store.commit(change(1, table="other", label="KILO")) == LabelTaken()
        assert await store.commit(change(1)) == Committed(2)
        assert await store.commit(change(1, table="other", label="KILO")) == Committed(2)
        assert await store.commit(change(2)) == Committed(3)

    using(database, body)


def test_a_closed_table_is_no_longer_live(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        await store.commit(change(0))
        await store.commit(change(0, table="another"))
        assert [table.subject.id for table in await store.live(BOT)] == ["another", TABLE]
        await store.commit(change(1, phase=CLOSED))
        assert [table.subject.id for table in await store.live(BOT)] == ["another"]
        assert await store.load(BOT, TABLE) is not None

    using(database, body)


def test_results_are_added_with_the_change_that_made_them(database: Database) -> None:
    deal = Result("deal", 1, "[BRN]", '{"NS": 820}')
    match = Result("match", 1, "[BRN]", "{}")

    async def body(store: StoreRows) -> None:
        await store.commit(change(0, results=(deal,)))
        await store.commit(change(0, results=(deal,)))
        await store.commit(change(1, results=(deal, match)))
        expected = (StoredResult(1, 1000, deal), StoredResult(2, 2000, deal), StoredResult(2, 2000, match))
        assert await store.results(BOT, TABLE) == expected

    using(database, body)


def test_a_draft_is_kept_and_replaced(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        await store.commit(change(0))
        assert await store.draft(BOT, TABLE, "anna") is None
        await store.put_draft(BOT, TABLE, "anna", StoredDraft(1, "5h6h"))
        await store.put_draft(BOT, TABLE, "anna", StoredDraft(1, "5h6h7h"))
        await store.put_draft(BOT, TABLE, "bruno", StoredDraft(1, ""))
        assert await store.draft(BOT, TABLE, "anna") == StoredDraft(1, "5h6h7h")
        with pytest.raises(StoreError, match=r"(?i)foreign key"):
            await store.put_draft(BOT, "no such table", "anna", StoredDraft(1, ""))

    using(database, body)


def test_a_value_of_the_wrong_type_is_refused_and_nothing_stays(path: Path) -> None:
    async def body(store: SqliteStore) -> None:
        with pytest.raises(StoreError, match=r"burraco\.db: cannot store TEXT value in INTEGER column"):
            await store.commit(change(0, dues=(Due("ping", "soon"),)))  # type: ignore[arg-type]  # which is what the test is about
        assert await store.load(BOT, TABLE) is None
        assert await store.commit(change(0)) == Committed(1)

    using(path, body)


OF_NO_TABLE = {"people", "accounts", "link_codes", "channels", "hosts", "notes", "openings", "bots", "tokens"}


def test_every_table_is_strict_and_every_key_begins_with_the_bot(path: Path) -> None:
    using(path, _nothing)
    connection = sqlite3.connect(path)
    tables = {
        name: strict for _, name, kind, _, _, strict in connection.execute("PRAGMA table_list") if kind == "table"
    }
    mine = set(tables) - {"sqlite_schema", "sqlite_temp_schema"}
    assert all(tables[name] for name in mine)
    for name in mine - {"migrations"}:
        key = {place: column for _, column, *_, place in connection.execute(f"PRAGMA table_info({name})")}
        assert key[1] == "bot"
        assert key.get(2) == "table_id" or name in OF_NO_TABLE
    connection.close()


async def _nothing(store: SqliteStore) -> None:
    pass


def test_a_full_disk_refuses_the_change_and_room_lets_it_pass(path: Path) -> None:
    async def limit(store: SqliteStore, pages: int) -> int:
        ((now,),) = await store._writer.execute_fetchall(f"PRAGMA max_page_count = {pages}")
        return int(now)

    async def body(store: SqliteStore) -> None:
        await store.commit(change(0))
        await limit(store, await limit(store, 1))  # no page more than there are
        big = change(1, snapshot="x" * 1_000_000, dues=(Due("ping", 5),))
        for _ in range(2):
            with pytest.raises(StoreError, match=r"burraco\.db: the disk is full"):
                await store.commit(big)
        table = await store.load(BOT, TABLE)
        assert table is not None
        assert table.revision == 1
        assert await store.next_due(BOT) is None
        await limit(store, 100_000)
        assert await store.commit(big) == Committed(2)

    using(path, body)


def test_a_database_that_somebody_keeps_locked_refuses_in_words(path: Path) -> None:
    async def body(store: SqliteStore) -> None:
        store.patience = 0.01
        rival = sqlite3.connect(path, isolation_level=None)
        rival.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="another program keeps it locked"):
            await store.commit(change(0))
        assert await store.load(BOT, TABLE) is None
        rival.close()
        assert await store.commit(change(0)) == Committed(1)

    using(path, body)


def test_a_cancelled_change_is_there_or_not_and_the_next_one_works(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        revision = 0
        for hops in range(40):
            task = asyncio.create_task(store.commit(change(revision, f"cancelled {hops}")))
            for _ in range(hops):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            outcome = await store.commit(change(revision, f"cancelled {hops}"))
            assert outcome in {Committed(revision + 1), AlreadyDone(revision + 1)}
            revision += 1
        assert [row.seq for row in await store.log(BOT, TABLE)] == list(range(1, revision + 1))

    using(database, body)
