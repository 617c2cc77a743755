"""A table in words that every version understands: what `python -m tests.store.older` writes and a test compares."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.sqlite import open_store
from bot.tables.log import fold
from bot.tables.table import Table
from engine.cards import format_cards
from engine.position import format_position


def described(table: Table) -> dict[str, object]:
    """JSON-able. Cards as a position; the stock's order with it."""
    return {
        "phase": table.phase,
        "stage": table.stage,
        "opener": table.opener,
        "label": table.label,
        "channels": list(table.channels),
        "chairs": [[chair.person, chair.name, chair.computer] for chair in table.chairs],
        "waiting": [list(one) for one in table.waiting],
        "paused": table.paused,
        "proposal": [table.proposal.what, table.proposal.by] if table.proposal else [],
        "position": format_position(table.game.deal) if table.game else "",
        "stock": format_cards(table.game.deal.stock) if table.game else "",
        "dealer": table.dealer,
        "deals": len(table.records),
        "totals": list(table.match.totals) if table.match else [],
        "over": bool(table.match and table.match.is_over),
        "banks": list(table.banks),
    }


async def tables_of(path: Path) -> dict[str, object]:
    """Every table of a database, folded from its log, by its bot and id."""
    with closing(sqlite3.connect(path)) as connection:
        keys = connection.execute(
            "SELECT bot, table_id FROM tables WHERE kind = 'table' ORDER BY bot, table_id"
        ).fetchall()
    store = await open_store(path, 0)
    try:
        return {f"{bot} {table}": described(fold(await store.log(bot, table))) for bot, table in keys}
    finally:
        await store.close()
