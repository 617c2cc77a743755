"""A database as a host leaves it that was killed: many tables, each in the midst of a deal."""

import asyncio
from pathlib import Path
from typing import Any, Final

from bot.durations import MINUTE
from bot.host.door import sealed_commitment, summary
from bot.host.ports import TABLE, Change, Subject
from bot.store.connection import open_connection
from bot.store.digests import digest_everything
from bot.store.openings import number_tables
from bot.store.sqlite import SqliteStore, open_store
from bot.tables.commands import Decided, decide
from bot.tables.log import format_who, opening
from bot.tables.table import Settings, Table, open_table
from bot.tables.timers import dues
from bot.tables.who import HOST, Who
from engine.actions import format_action
from engine.players import PLAYERS, Player
from engine.view import view

TEMPLATES: Final = 20  # tables that are really played; the others are their copies under other names
STEPS: Final = 60  # actions of each: a third of a deal


async def store_tables(path: Path, bot: str, count: int, player: str, at: int) -> int:
    """So many tables `t0`, `t1` … that stopped at this time; how many rows their logs have in all."""
    store = await open_store(path, at)
    try:
        templates = min(TEMPLATES, count)
        for number in range(templates):
            await _play(store, bot, number, player, at - MINUTE)
    finally:
        await store.close()
    return await asyncio.to_thread(_copy, path, bot, templates, count)


async def _play(store: SqliteStore, bot: str, number: int, player: str, at: int) -> None:
    who, host = Who("p0", "Anna"), Who(HOST)
    table = open_table(Settings(watched=True), who.id, who.name, at, f"L{number}", f"bench:{number}")
    await _commit(store, bot, number, 0, who, opening(table), at, None, table)
    commands = [f"start {number + 1:064x}", f"seal {number + 1000:064x}", "deal"]
    chooser = PLAYERS[player](number)
    for step in range(STEPS):
        command = commands[step] if step < len(commands) else _action(table, chooser)
        decided = decide(table, host, command, at + step)
        assert isinstance(decided, Decided), decided
        before, table = table, decided.table
        await _commit(store, bot, number, step + 1, host, decided.command, at + step, before, table)


def _action(table: Table, chooser: Player) -> str:
    assert table.game is not None
    action = chooser.choose(view(table.game.deal, table.in_turn))
    return f"play {format_action(action)}"


async def _commit(
    store: SqliteStore,
    bot: str,
    number: int,
    expected: int,
    who: Who,
    entry: str,
    at: int,
    before: Table | None,
    table: Table,
) -> None:
    await store.commit(
        Change(
            bot=bot,
            subject=Subject(TABLE, f"t{number}"),
            expected=expected,
            action_id=f"a{expected}",
            actor=format_who(who),
            entry=entry,
            at=at,
            snapshot=summary(table),
            phase=table.phase,
            channel=table.channel,
            label=table.label,
            dues=dues(table, at),
            commitment=sealed_commitment(before, table),
        )
    )


def _copy(path: Path, bot: str, templates: int, count: int) -> int:
    """Copies of the first tables under other names; how many rows all logs have."""
    with open_connection(path) as found:
        found.execute("BEGIN IMMEDIATE")
        for number in range(templates, count):
            _copy_one(found, {"bot": bot, "of": f"t{number % templates}", "table": f"t{number}"}, number, templates)
        digest_everything(found)
        number_tables(found)
        found.execute("COMMIT")
        (entries,) = found.execute("SELECT count(*) FROM log").fetchone()
    return int(entries)


def _copy_one(found: Any, names: dict[str, str], number: int, templates: int) -> None:
    values = {**names, "code": f"L{number}", "was": f'"L{number % templates}"', "now": f'"L{number}"'}
    found.execute(
        """INSERT INTO tables (bot, table_id, code, channel, phase, revision, snapshot, updated_at)
        SELECT bot, :table, :code, channel, phase, revision, replace(snapshot, :was, :now), updated_at
        FROM tables WHERE bot = :bot AND table_id = :of""",
        values,
    )
    found.execute(
        """INSERT INTO log (bot, table_id, seq, action_id, actor, entry, logged_at)
        SELECT bot, :table, seq, action_id, actor, replace(entry, :was, :now), logged_at
        FROM log WHERE bot = :bot AND table_id = :of""",
        values,
    )
    found.execute(
        "INSERT INTO due (bot, table_id, kind, due_at) SELECT bot, :table, kind, due_at FROM due "
        "WHERE bot = :bot AND table_id = :of",
        values,
    )
