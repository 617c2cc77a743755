"""Rows of a log as compressed bytes, and back: column by column, numbers as differences. Pure."""

import json
import zlib
from collections.abc import Iterable, Sequence
from itertools import accumulate, starmap
from operator import sub
from typing import Any, Final

from bot.tables.log import LogRow

LEVEL: Final = 9
KINDS: Final = [{int}, {str}, {str}, {str}, {int}]  # of values, by column


class Unpackable(ValueError):
    """These bytes are no rows of a log."""


def pack(rows: Sequence[LogRow]) -> bytes:
    """At least one row, in order."""
    columns = [
        _steps([row.seq for row in rows]),
        [row.action_id for row in rows],
        [row.actor for row in rows],
        [row.entry for row in rows],
        _steps([row.at for row in rows]),
    ]
    return zlib.compress(json.dumps(columns, ensure_ascii=False, separators=(",", ":")).encode(), LEVEL)


def uncompressed(content: bytes) -> str:
    """What was compressed: JSON, and what the digest of an archive is over. Raises `Unpackable`."""
    try:
        return zlib.decompress(content).decode()
    except (zlib.error, UnicodeDecodeError) as error:
        raise Unpackable(str(error)) from None


def unpack(content: bytes) -> tuple[LogRow, ...]:
    """Raises `Unpackable`."""
    text = uncompressed(content)
    try:
        columns = json.loads(text)
        if [set(map(type, column)) for column in columns] != KINDS:
            raise Unpackable("values of another kind")
        seqs, actions, actors, entries, times = columns
        return tuple(starmap(LogRow, zip(accumulate(seqs), actions, actors, entries, accumulate(times), strict=True)))
    except (ValueError, TypeError) as error:
        raise Unpackable(str(error)) from None


def merged(rows: Iterable[LogRow], archived: Sequence[LogRow]) -> tuple[LogRow, ...]:
    """A whole log of what stayed in it and what was taken out of it."""
    return tuple(sorted([*rows, *archived], key=lambda row: row.seq)) if archived else tuple(rows)


def whole_log(found: Iterable[Sequence[Any]], since: int = 0) -> tuple[LogRow, ...]:
    """The rows after this one, of what `bot.store.statements.LOG` finds. Raises `Unpackable`."""
    rows: list[LogRow] = []
    archived: tuple[LogRow, ...] = ()
    for *row, content in found:
        if content is None:
            rows.append(LogRow(*row))
        else:
            archived = unpack(content)
    return merged(rows, [row for row in archived if row.seq > since])


def actor_id(actor: str) -> str:
    """The id of who did it, as a log names them."""
    return actor.partition(" ")[0].removesuffix("!")


def _steps(numbers: Sequence[int]) -> list[int]:
    return [*numbers[:1], *map(sub, numbers[1:], numbers)]
