"""Letters: the newest counts, failures are remembered, what was delivered is known by its reference."""

from dataclasses import replace

import pytest

from bot.database_address import Database
from bot.host.ports import Letter, OutboxRow, StoreError
from bot.store.check import check
from bot.store.rows import StoreRows
from tests.store.changes import BOT, SUBJECT, TABLE, change, using

HAND = Letter("N", "hand")
BOARD = Letter("club", "board")


async def waiting(store: StoreRows, now: int = 10**15) -> list[tuple[str, int]]:
    return [(row.viewer, row.revision) for row in await store.outbox(BOT, now)]


async def only(store: StoreRows) -> OutboxRow:
    (row,) = await store.letters(BOT, TABLE)
    return row


def test_a_newer_letter_replaces_an_unsent_older_one_and_keeps_its_place(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        await store.commit(change(0, letters=(HAND,)))
        await store.commit(change(0, table="other", letters=(Letter("E", "hand"),), at=1500))
        await store.commit(change(1, letters=(BOARD, HAND, Letter("N", "ping"))))
        assert await waiting(store) == [("N", 2), ("E", 1), ("club", 2), ("N", 2)]
        assert len(await store.outbox(BOT, 0, limit=2)) == 2

    using(database, body)


def test_letters_to_channels_are_those_that_everybody_there_sees(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        letters = [
            Letter(viewer, "hand") for viewer in ("$", "#é", "N", "#telegram:-5", '"', "#", "été", "#discord:1/2")
        ]
        await store.commit(change(0, letters=tuple(letters)))
        await store.commit(change(0, table="other", letters=(Letter("#other", "hand"),)))
        found = await store.channel_letters(BOT, TABLE)
        assert [one.viewer for one in found] == ["#", "#discord:1/2", "#telegram:-5", "#é"]
        assert found == tuple([one for one in await store.letters(BOT, TABLE) if one in found])
        assert await store.channel_letters("other", TABLE) == ()

    using(database, body)


def test_letters_of_one_change_go_in_its_order(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        await store.commit(change(0, letters=tuple(Letter(viewer, "hand") for viewer in "WNES")))
        assert [viewer for viewer, _ in await waiting(store)] == list("WNES")

    using(database, body)


def test_a_sent_letter_waits_no_more_and_is_known_by_its_reference(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        await store.commit(change(0, letters=(HAND,)))
        await store.mark_failed(await only(store), not_before=50, error="429")
        await store.mark_sent(await only(store), 1, "message 7", at=77)
        row = OutboxRow(BOT, SUBJECT, "N", "hand", 1, 1, 1000, 0, 0, "", "message 7", 77)
        assert await only(store) == row
        assert await waiting(store) == []
        assert await store.next_letter(BOT) is None
        await store.commit(change(1, letters=(HAND,)))
        assert (await only(store)).reference == "message 7"
        assert (await only(store)).queued_at == 2000

    using(database, body)


def test_a_letter_of_which_more_is_to_be_done_is_stored_as_sent_and_as_due_at_once(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        await store.commit(change(0, letters=(HAND,)))
        await store.commit(change(1))
        await store.mark_sent(await only(store), 2, "message 7", at=77, again=True)
        assert (await only(store)).reference == "message 7"
        assert await waiting(store) == [("N", 1)]
        await store.mark_sent(await only(store), 2, "message 7", at=78)
        assert await waiting(store) == []

    using(database, body)


def test_a_letter_whose_table_moved_on_while_it_was_sent_is_due_again(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        await store.commit(change(0, letters=(HAND,)))
        row = await only(store)
        await store.commit(change(1, letters=(HAND,)))
        await store.mark_sent(row, 1, "message 7", at=77)
        assert await waiting(store) == [("N", 2)]
        await store.mark_sent(row, 2, "message 8", at=78)
        await store.mark_sent(row, 1, "too late", at=79)
        assert (await only(store)).reference == "message 8"
        assert await waiting(store) == []

    using(database, body)


def test_a_database_is_sound_whose_letter_shows_something_newer_than_was_wanted(database: Database) -> None:
    """Its table has moved on by what changes nothing in it, before it was brought."""

    async def body(store: StoreRows) -> None:
        await store.commit(change(0, letters=(HAND,)))
        row = await only(store)
        await store.commit(change(1))
        await store.mark_sent(row, 2, "message 7", at=77)
        assert await waiting(store) == []

    using(database, body)
    assert [one.words for one in check(database) if not one.sound] == []


def test_a_failed_letter_waits_and_a_newer_one_waits_with_it(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        await store.commit(change(0, letters=(HAND,)))
        assert await store.next_letter(BOT) == 0
        await store.mark_failed(await only(store), not_before=50, error="429")
        await store.mark_failed(await only(store), not_before=90, error="500")
        await store.commit(change(1, letters=(HAND,)))
        row = await only(store)
        assert (row.attempts, row.not_before, row.last_error) == (2, 90, "500")
        assert await store.next_letter(BOT) == 90
        assert await waiting(store, 89) == []
        assert await waiting(store, 90) == [("N", 2)]

    using(database, body)


def test_a_letter_given_up_is_tried_again_when_there_is_something_new(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        await store.commit(change(0, letters=(HAND,)))
        await store.mark_failed(await only(store), not_before=50, error="403")
        await store.drop_letter(await only(store), "blocked")
        row = await only(store)
        assert (row.attempts, row.not_before, row.last_error, row.reference) == (0, 0, "blocked", "")
        assert await waiting(store) == []
        await store.commit(change(1, letters=(HAND,)))
        assert await waiting(store, 0) == [("N", 2)]

    using(database, body)


def test_a_letter_is_posted_again_without_a_change(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        await store.commit(change(0, letters=(HAND,)))
        await store.mark_sent(await only(store), 1, "message 7", at=77)
        await store.add_letters(BOT, TABLE, (BOARD, HAND), at=99)
        assert await waiting(store) == [("club", 1), ("N", 1)]
        await store.mark_sent((await store.letters(BOT, TABLE))[0], 1, "message 8", at=100)
        assert await waiting(store) == [("club", 1)]
        with pytest.raises(StoreError, match="there is no subject 'other'"):
            await store.add_letters(BOT, "other", (HAND,), at=99)

    using(database, body)


def test_a_letter_is_brought_once_more_only_where_it_still_is(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        await store.commit(change(0, letters=(HAND,)))
        row = await only(store)
        await store.mark_sent(row, 1, "message 7", at=77)
        await store.bring_again(row, at=99)
        assert (await only(store)).reference == "message 7"
        assert await waiting(store) == [("N", 1)]
        await store.bring_again(replace(row, viewer="S"), at=99)  # was deleted with somebody's data
        assert await waiting(store) == [("N", 1)]

    using(database, body)


def test_another_bot_sees_none_of_it(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        await store.commit(change(0, letters=(HAND,)))
        assert await store.outbox("other", 10**15) == await store.letters("other", TABLE) == ()
        assert await store.next_letter("other") is None

    using(database, body)
