"""A disk that fails at a commit: nobody is told what is not known, nothing more is written, and then it goes on."""

import asyncio
import shutil
import sqlite3
from pathlib import Path

import pytest

from bot.host.ports import AlreadyDone, Committed, Person, Stored, StoredDraft, StoreError, Unsure
from bot.store.sqlite import SqliteStore
from tests.failing_disk import fail_to_sync, needs_a_filter, no_file_grows
from tests.people_rows import put_person
from tests.store.changes import BOT, TABLE, change, using

SOME = tuple(f"table {number}" for number in range(5))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "burraco.db"


def crashed(path: Path, folder: Path) -> Path:
    """The files as a program that died now would leave them."""
    folder.mkdir()
    for file in path.parent.glob(f"{path.name}*"):
        if not file.name.endswith("-shm"):
            shutil.copy(file, folder / file.name)
    return folder / path.name


async def _sound(store: SqliteStore) -> None:
    """Until something can be written again."""
    async with asyncio.timeout(60):
        while store._halted is not None:  # noqa: ASYNC110  nothing tells of it
            await asyncio.sleep(0.01)


async def _revision(store: SqliteStore) -> int:
    table = await store.load(BOT, TABLE)
    return table.revision if isinstance(table, Stored) else 0


@needs_a_filter
def test_who_is_told_that_it_is_not_known_finds_it_or_not_after_a_crash_and_again_it_is_done_once(
    path: Path, tmp_path: Path
) -> None:
    """The frames of the change are in the log when the sync fails: a crash then keeps what nobody acknowledged."""

    async def body(store: SqliteStore) -> Path:
        await store.commit(change(0))
        await store._writer.do(lambda _connection: fail_to_sync())
        with pytest.raises(Unsure, match=r"burraco\.db: the disk failed while this was written; .* not known"):
            await store.commit(change(1))
        left = crashed(path, tmp_path / "crashed")
        with pytest.raises(StoreError, match="what is stored is read anew; try again") as refused:
            await store.commit(change(1))
        assert not isinstance(refused.value, Unsure)  # this one was not even tried
        await _sound(store)
        assert await _revision(store) == 1
        assert await store.commit(change(1)) == Committed(2)
        assert await store.commit(change(1)) == AlreadyDone(2)
        return left

    async def after(store: SqliteStore) -> None:
        assert await _revision(store) == 2  # it was stored after all
        assert await store.commit(change(1)) == AlreadyDone(2)

    left = using(path, body)
    using(left, after)
    using(path, after)


@needs_a_filter
def test_all_that_shared_the_wait_are_uncertain_and_what_waited_behind_them_is_not_tried(path: Path) -> None:
    async def body(store: SqliteStore) -> None:
        await asyncio.gather(*[store.commit(change(0, table=one, label=one)) for one in SOME])
        await store._writer.do(lambda _connection: fail_to_sync())
        first = [asyncio.create_task(store.commit(change(1, table=one, label=one))) for one in SOME]
        async with store._writing:  # they wait for it together; what comes now is behind them
            await asyncio.sleep(0)
        behind = [
            store.put_draft(BOT, SOME[0], "N", StoredDraft(1, "9h")),
            put_person(store, BOT, Person("p", "Ada", "en")),
        ]
        outcomes = await asyncio.gather(*first, *behind, return_exceptions=True)
        assert [type(one) for one in outcomes[: len(SOME)]] == [Unsure] * len(SOME)
        assert all(isinstance(one, StoreError) for one in outcomes[len(SOME) :])
        await _sound(store)
        for table in SOME:
            assert len(await store.log(BOT, table)) == 1
        assert await store.person(BOT, "p") is None
        assert await asyncio.gather(*[store.commit(change(1, table=one, label=one)) for one in SOME]) == [
            Committed(2)
        ] * len(SOME)

    using(path, body)


@needs_a_filter
def test_what_is_no_change_of_a_table_is_uncertain_too(path: Path) -> None:
    async def body(store: SqliteStore) -> None:
        await put_person(store, BOT, Person("p", "Ada", "en"))
        for uncertain in (
            lambda: put_person(store, BOT, Person("p", "Eva", "en")),  # one statement
            lambda: store.put_link_code(BOT, "K", "p", 1, 5),  # several
            lambda: store.take_place(BOT, "one"),
        ):
            await store._writer.do(lambda _connection: fail_to_sync())
            with pytest.raises(Unsure):
                await uncertain()
            await _sound(store)
        assert await store.person(BOT, "p") == Person("p", "Ada", "en")
        assert await store.link_code(BOT, "K", 1) is None
        assert await store.put_link_code(BOT, "K", "p", 1, 5)

    using(path, body)


def test_while_the_disk_goes_on_failing_nothing_is_written_and_everything_is_read(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def body(store: SqliteStore) -> None:
        await store.commit(change(0))
        with no_file_grows(beyond=path.with_name(f"{path.name}-wal").stat().st_size):
            with pytest.raises(Unsure):
                await store.commit(change(1))
            async with asyncio.timeout(60):
                while "the disk still fails" not in caplog.text:  # noqa: ASYNC110  nothing tells of it
                    await asyncio.sleep(0.01)
            with pytest.raises(StoreError, match="the disk failed, and what is stored is read anew"):
                await store.commit(change(1))
            assert await _revision(store) == 1
        await _sound(store)
        assert await store.commit(change(1)) == Committed(2)

    using(path, body)


def test_those_who_wait_for_a_locked_database_wait_together(path: Path) -> None:
    async def body(store: SqliteStore) -> None:
        await asyncio.gather(*[store.commit(change(0, table=one, label=one)) for one in SOME])
        store.patience = 2.0  # so that a slow machine is not taken for fifteen waits
        rival = sqlite3.connect(path, isolation_level=None)
        rival.execute("BEGIN IMMEDIATE")
        began = asyncio.get_running_loop().time()
        changes = [store.commit(change(1, table=one, label=one)) for one in SOME]
        people = [put_person(store, BOT, Person(one, "Ada", "en")) for one in SOME]
        codes = [store.put_link_code(BOT, one, one, 1, 2) for one in SOME]
        outcomes = await asyncio.gather(*changes, *people, *codes, return_exceptions=True)
        took = asyncio.get_running_loop().time() - began
        assert {str(one) for one in outcomes} == {
            f"{path}: another program keeps it locked; stop that one, or try again"
        }
        assert store.patience <= took < 5 * store.patience  # and not fifteen times
        store.patience = 60.0  # nor for one that stays locked
        late = [asyncio.create_task(store.commit(change(1, table=one, label=one))) for one in SOME]
        while not store._group._waiting:  # noqa: ASYNC110  they have come, and found it locked
            await asyncio.sleep(0)
        rival.execute("ROLLBACK")
        rival.close()
        assert await asyncio.gather(*late) == [Committed(2)] * len(SOME)

    using(path, body)
