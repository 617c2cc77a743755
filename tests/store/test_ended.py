"""What is over and no table of cards is found by an index of its own, also in a database of an older version."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.cli.soundness import soundness
from bot.series.series import Series
from bot.store.sqlite import SqliteStore
from bot.store.statements import ENDED_OTHERS
from bot.store.upgrade import upgrade
from bot.tables.who import Who
from bot.tournaments.commands import command
from tests.series.test_series import Club, thursdays
from tests.store.changes import BOT, using
from tests.store.made_older import make_older


def test_a_database_of_before_is_brought_to_this_version_with_what_is_over_in_it(tmp_path: Path) -> None:
    path = tmp_path / "burraco.db"

    async def ends(store: SqliteStore) -> None:
        club = Club(store, "2026-05-06 12:00")
        for id_ in ("s", "t"):
            assert isinstance(await club.keeper.make(id_, thursdays("2026-05-06T12:00", "2026-05-07T21:00")), Series)
        assert isinstance(await club.keeper.submit("s", Who("p1"), "ends", command("end")), Series)

    async def looks(store: SqliteStore) -> None:
        assert [row.subject.id for row in await store.ended(BOT, "series")] == ["s"]
        assert [row.subject.id for row in await store.ended(BOT, "series", "club/bar")] == ["s"]
        assert await store.ended(BOT, "series", "club/other") == ()
        assert await store.ended(BOT, "tournament") == ()
        assert await store.count_ended(BOT, "series") == (1, 2)

    using(path, ends)
    make_older(path, "0013")
    upgrade(path, 1)
    using(path, looks)
    assert [one.faults for one in soundness(path) if not one.sound] == []
    with closing(sqlite3.connect(path)) as connection:
        names = {"bot": BOT, "kind": "series", "channel": ""}
        plan = connection.execute(f"EXPLAIN QUERY PLAN {ENDED_OTHERS}", names).fetchall()
    assert any("tables_ended" in str(row) for row in plan)
