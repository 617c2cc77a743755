"""Kinds of due times that held a space once: each is plain now, and what waited in a database still happens."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.digests import due_digest
from bot.store.older_dues import PLAIN
from bot.store.stored_tables import stored_tables
from bot.store.upgrade import upgrade
from bot.tables.timers import MENTION, MENTION_REQUEST
from tests.host.test_door import BOT, World, in_turn, run

DUES = "SELECT table_id, kind, due_at, digest FROM due WHERE table_id = 't1' ORDER BY kind"
SET = "UPDATE due SET kind = :kind, digest = :digest WHERE bot = :bot AND table_id = :table AND kind = :before"
BEFORE_IT = (
    "DELETE FROM migrations WHERE number >= 12; DROP INDEX tables_ended; DROP TABLE archives; DROP INDEX tables_closed;"
    "DROP TABLE tokens; DROP TABLE bots;"
)
OLDER = {plain: older for older, plain in PLAIN.items()}


async def waits(here: World) -> None:
    """A table where somebody is waited for, and somebody's answer to a request."""
    table = await here.deal()
    here.now += 1_000
    await here.done(in_turn(table), "propose annul")


def make_older(path: Path) -> None:
    """The due times as they were called before."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for table, kind, at, _ in connection.execute(DUES).fetchall():
            if kind in OLDER:
                digest = due_digest(BOT, table, OLDER[kind], at)
                key = {"bot": BOT, "table": table, "before": kind}
                connection.execute(SET, {**key, "kind": OLDER[kind], "digest": digest})
        connection.executescript(BEFORE_IT)


def found(path: Path) -> list[tuple[str, str, int, str]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(DUES).fetchall()


def test_what_was_due_under_an_older_kind_is_due_under_the_new_one_and_happens(tmp_path: Path) -> None:
    path = tmp_path / "burraco.db"
    run(waits, tmp_path)
    right = found(path)
    assert {MENTION, MENTION_REQUEST} <= {kind for _, kind, _, _ in right}
    make_older(path)
    assert {"mention turn", "mention request"} <= {kind for _, kind, _, _ in found(path)}

    async def later(here: World) -> None:
        assert found(path) == right
        here.now = max(at for _, kind, at, _ in right if kind in (MENTION, MENTION_REQUEST))
        while await here.clockwork.fire():
            pass
        table = await here.table()
        assert table.proposal is not None
        assert (table.mentioned, table.mentioned_request) == (table.acted, table.proposal.at)
        entries = [row.entry for row in await here.store.log(BOT, "t1")]
        assert {"mention turn", "mention request"} <= set(entries)  # commands of the log are what they were

    run(later, tmp_path)
    (whole,) = stored_tables(path)
    assert not [one.kind for one in whole.due if " " in one.kind]


def test_a_row_that_somebody_has_altered_stays_one_that_does_not_fit(tmp_path: Path) -> None:
    path = tmp_path / "burraco.db"
    run(waits, tmp_path)
    make_older(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE due SET due_at = due_at + 1 WHERE kind = 'mention turn'")
    upgrade(path, 1)
    fits = {kind: digest == due_digest(BOT, table, kind, at) for table, kind, at, digest in found(path)}
    assert (fits[MENTION], fits[MENTION_REQUEST]) == (False, True)


def test_a_database_is_upgraded_once(tmp_path: Path) -> None:
    path = tmp_path / "burraco.db"
    run(waits, tmp_path)
    make_older(path)
    assert next(one.name for one in upgrade(path, 1)) == "0012_plain_dues"
    assert upgrade(path, 2) == ()
