"""What nobody waits for is written with the next write of somebody who does, or a moment later."""

import asyncio
from collections.abc import Sequence

from bot.database_address import Database
from bot.host.ports import Committed, Letter, OutboxRow
from bot.store.groups import Work
from bot.store.rows import StoreRows
from bot.store.writing import WritingStore
from tests.store.changes import BOT, TABLE, change, using

NEVER = 3600.0  # seconds
SOON = 0.01
HAND = Letter("N", "hand")


async def begun(store: StoreRows, leisure: float) -> tuple[OutboxRow, asyncio.Task[None]]:
    """A letter, and the mark that it was sent, which may wait for so many seconds."""
    assert isinstance(store, WritingStore)
    store.leisure = leisure
    await store.commit(change(0, letters=(HAND,)))
    (row,) = await store.letters(BOT, TABLE)
    marking = asyncio.create_task(store.mark_sent(row, 1, "message 7", at=77, at_leisure=True))
    await asyncio.sleep(0)
    return row, marking


async def reference(store: StoreRows) -> str:
    (row,) = await store.letters(BOT, TABLE)
    return row.reference


def test_it_waits_for_what_is_written_next_and_is_written_with_it(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        _, marking = await begun(store, NEVER)
        assert await reference(store) == ""
        await store.commit(change(1))
        assert await reference(store) == "message 7"
        await marking

    using(database, body)


def test_it_is_written_before_what_the_same_table_changes_after_it(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        row, marking = await begun(store, NEVER)
        await store.mark_sent(row, 1, "message 8", at=78)
        assert await reference(store) == "message 8"
        await marking

    using(database, body)


def test_where_nothing_else_is_written_it_is_written_after_its_time(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        _, marking = await begun(store, SOON)
        await marking
        assert await reference(store) == "message 7"

    using(database, body)


def test_what_has_time_does_not_keep_a_host_from_ending_and_is_not_lost(database: Database) -> None:
    async def leave(store: StoreRows) -> None:
        await begun(store, NEVER)

    async def look(store: StoreRows) -> None:
        assert await reference(store) == "message 7"

    using(database, leave)
    using(database, look)


def test_two_that_have_time_are_written_together_when_it_is_over_for_the_first(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        row, marking = await begun(store, SOON)
        second = asyncio.create_task(store.mark_sent(row, 1, "message 8", at=78, at_leisure=True))
        await asyncio.gather(marking, second)
        assert await reference(store) == "message 8"

    using(database, body)


def test_what_falls_due_is_written_a_moment_later_with_what_else_does(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        assert isinstance(store, WritingStore)
        store.leisure = NEVER
        groups: list[int] = []
        commit = store._group._commit

        async def counting(works: Sequence[Work]) -> list[bool]:
            groups.append(len(works))
            return await commit(works)

        store._group._commit = counting  # type: ignore[method-assign]  # how many share a transaction
        dues = [change(0, table=table, is_due=True) for table in ("one", "two", "three")]
        assert await asyncio.gather(*[store.commit(one) for one in dues]) == [Committed(1)] * 3
        assert groups == [3]

    using(database, body)


def test_what_falls_due_waits_no_longer_than_for_the_next_press(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        assert isinstance(store, WritingStore)
        store.leisure = NEVER
        due = asyncio.create_task(store.commit(change(0, table="due", is_due=True)))
        await asyncio.sleep(0)
        assert await store.load(BOT, "due") is None
        await store.commit(change(0, table="pressed"))
        assert await store.load(BOT, "due") is not None
        assert await due == Committed(1)

    using(database, body)


def test_what_may_wait_least_says_when_all_are_written(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        _, marking = await begun(store, NEVER)
        await store.commit(change(0, table="due", is_due=True))  # a moment later, by its own time
        assert await reference(store) == "message 7"
        await marking

    using(database, body)
