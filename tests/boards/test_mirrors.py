"""A table that several channels show: its match counts on the boards of each of them, and over all of them once."""

import csv
import sqlite3
from collections.abc import Awaitable, Callable
from io import StringIO
from pathlib import Path

from bot.boards.board import CHANNEL, GROUP, OVERALL, Query
from bot.boards.boards import Boards
from bot.boards.ports import Key
from bot.boards.privacy import Privacy
from bot.host.door import Door
from bot.host.ports import TABLE, Account, Change, Committed, Subject
from bot.store.sqlite import SqliteStore
from bot.tables.table import CLOSED, OVER, PLAYING
from tests.boards.checking import check_boards
from tests.boards.season import BOT, introduce, migrate, play
from tests.people_rows import put_account
from tests.store.changes import using

NOW = 10**12
FOUR = ("p1", "p2", "p3", "p4")
THERE, HERE, LATE = "telegram:-7", "discord:1/5", "telegram:-8"
Body = Callable[[SqliteStore, Boards], Awaitable[None]]


def with_boards(path: Path, body: Body) -> None:
    async def whole(store: SqliteStore) -> None:
        await introduce(store)
        await body(store, Boards(store, BOT))

    using(path / "burraco.db", whole)


async def committed(store: SqliteStore, table: str, seed: int, *mirrors: str, later: tuple[str, ...] = ()) -> Key:
    """A match at a table opened in `THERE` that these channels show; some only after it has ended."""
    entries = ["open {}", *[f"mirror {one}" for one in mirrors], "play x", *[f"mirror {one}" for one in later]]
    ended = len(mirrors) + 2
    for revision, entry in enumerate(entries, 1):
        change = Change(
            bot=BOT,
            subject=Subject(TABLE, table),
            expected=revision - 1,
            action_id=f"{revision}",
            actor="p1 Anna",
            entry=entry,
            at=1000 * seed + revision,
            snapshot="{}",
            phase=OVER if revision >= ended else PLAYING,
            channel=THERE,
            results=play(FOUR, seed).results if revision == ended else (),
        )
        assert await store.commit(change) == Committed(revision)
    return table, ended


async def matches(boards: Boards, channel: str, scope: str = CHANNEL, group: tuple[str, ...] = ()) -> list[int]:
    board = await boards.board(Query(scope=scope, channel=channel, group=group), NOW)
    return [row.figures.matches for row in board.rows]


def test_a_match_counts_in_every_channel_that_shows_its_table_and_overall_once(tmp_path: Path) -> None:
    async def body(store: SqliteStore, boards: Boards) -> None:
        await committed(store, "t1", 1, HERE, later=(LATE,))
        await committed(store, "t2", 2)
        assert await matches(boards, THERE) == [2, 2, 2, 2]
        assert await matches(boards, HERE) == [1, 1, 1, 1]
        assert await matches(boards, LATE) == []  # it showed the table when the match was over
        assert await matches(boards, "", OVERALL) == [2, 2, 2, 2]
        assert await matches(boards, HERE, GROUP, (HERE, THERE)) == [2, 2, 2, 2]  # both are of one group: still once
        card = await boards.card("p1")
        assert [kind.ranked.matches for kind in card.kinds] == [2]
        assert [past.key[0] for past in await boards.history("p1")] == ["t2", "t1"]
        assert sorted(await boards.people(HERE)) == list(FOUR)
        checked = await check_boards(store, BOT)
        assert (checked.matches, checked.waiting, checked.differences) == (2, 0, ())

    with_boards(tmp_path, body)


def test_a_channels_file_has_the_matches_that_it_showed_under_its_own_name(tmp_path: Path) -> None:
    async def body(store: SqliteStore, boards: Boards) -> None:
        await committed(store, "t1", 1, HERE)
        await committed(store, "t2", 2)
        for channel, tables in ((HERE, {"t1"}), (THERE, {"t1", "t2"})):
            rows = list(csv.DictReader(StringIO(await boards.csv(channel=channel))))
            assert {row["table"] for row in rows} == tables
            assert {row["channel"] for row in rows} == {channel}

    with_boards(tmp_path, body)


def test_a_tally_that_names_other_channels_is_told(tmp_path: Path) -> None:
    async def body(store: SqliteStore, boards: Boards) -> None:
        await committed(store, "t1", 1, HERE)
        await boards.people()

    with_boards(tmp_path, body)
    path = tmp_path / "burraco.db"
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE tallies SET mirrors = 'discord:1/6'")

    async def compare(store: SqliteStore) -> None:
        (found,) = (await check_boards(store, BOT)).differences
        assert "mirrors discord:1/6 for discord:1/5" in found.words
        boards = Boards(store, BOT)
        await boards.rebuild()
        assert (await check_boards(store, BOT)).differences == ()
        assert await matches(boards, HERE) == [1, 1, 1, 1]

    using(path, compare)


def test_a_private_chat_that_showed_the_table_is_forgotten_with_its_person(tmp_path: Path) -> None:
    async def body(store: SqliteStore, boards: Boards) -> None:
        await put_account(store, BOT, Account("telegram", "41"), "p1")
        await committed(store, "t1", 1, "telegram:41", HERE)
        assert await matches(boards, "telegram:41") == [1, 1, 1, 1]

    with_boards(tmp_path, body)
    path = tmp_path / "burraco.db"
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE tables SET phase = ?", (CLOSED,))

    async def forget(store: SqliteStore) -> None:
        boards = Boards(store, BOT)
        door = Door(store, BOT, lambda: NOW, bytes)
        await Privacy(store, boards, BOT, door).erase("p1")
        fresh = Boards(store, BOT)
        assert await matches(fresh, "telegram:41") == []
        assert await matches(fresh, HERE) == [1, 1, 1, 1]
        assert (await check_boards(store, BOT)).differences == ()

    using(path, forget)
    with sqlite3.connect(path) as connection:
        assert "telegram:41" not in "\n".join(connection.iterdump())


def test_matches_counted_before_are_counted_anew_where_several_channels_showed_them(tmp_path: Path) -> None:
    """What a program without mirrors on its boards had counted."""

    async def older(store: SqliteStore, boards: Boards) -> None:
        await committed(store, "t1", 1, HERE)
        await committed(store, "t2", 2)
        await boards.people()

    with_boards(tmp_path, older)
    path = tmp_path / "burraco.db"
    with sqlite3.connect(path) as connection:
        connection.execute("ALTER TABLE tallies DROP COLUMN mirrors")
        migrate(connection, "0006_mirrored_boards")

    async def now(store: SqliteStore) -> None:
        boards = Boards(store, BOT)
        assert await matches(boards, HERE) == [1, 1, 1, 1]
        assert await matches(boards, THERE) == [2, 2, 2, 2]

    using(path, now)
