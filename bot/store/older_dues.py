"""Due times from before each kind was one word: they are renamed, and keep the time for which they wait."""

import sqlite3
from collections.abc import Mapping
from typing import Final

from bot.store.digests import due_digest

PLAIN: Final[Mapping[str, str]] = {"mention turn": "mention-turn", "mention request": "mention-request"}
_DUES: Final = "SELECT bot, table_id, kind, due_at, digest FROM due WHERE kind = :kind"
_RENAME: Final = """
UPDATE due SET kind = :plain, digest = :digest WHERE bot = :bot AND table_id = :table AND kind = :kind
"""


def rename_dues(connection: sqlite3.Connection) -> None:
    """Give each its plain kind; a row that somebody has altered keeps a digest that does not fit."""
    for kind, plain in PLAIN.items():
        for bot, table, _, due_at, stored in connection.execute(_DUES, {"kind": kind}).fetchall():
            is_sound = stored == due_digest(bot, table, kind, due_at)
            digest = due_digest(bot, table, plain, due_at) if is_sound else stored
            connection.execute(_RENAME, {"bot": bot, "table": table, "kind": kind, "plain": plain, "digest": digest})
