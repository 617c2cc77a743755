"""Rows found page by page, for where the pages that lead to them, or say what they are, are damaged or cut off.

A leaf page of SQLite holds whole rows, and needs no other page but where a row is too long for one. Of which table they
are is not written there: it is known by their columns. The format: https://www.sqlite.org/fileformat2.html, sections
1.5 to 1.7 and 2.1.
"""

import re
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from bot.host.notes import KINDS as NOTES
from bot.store.around import KINDS

Values: TypeAlias = tuple[int | str | bytes, ...]

LEAF: Final = 0x0D
HEADER: Final = 100  # bytes of the file's, before the first page's own
POWERS: Final = [2**power for power in range(9, 16)]  # what a page may have, in bytes, but for 65,536
LONGEST: Final = 1 << 20  # bytes of a row
INTEGERS: Final = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}  # bytes, by the type of a value
LANGUAGE: Final = re.compile("([a-z][a-z])?")
PAGE: Final = 4096  # bytes, where the file does not tell: what SQLite takes by itself
TOLD_APART: Final = ("log", "people", "accounts", "channels", "corrections", "notes", "archives", "bots", "tokens")
"""Tables that nothing else can be made of, and whose rows look like no other's."""

NOTED: Final = frozenset(kind.name for kind in NOTES)


@dataclass(frozen=True, slots=True)
class TableShape:
    """What the rows of a table look like: its columns, the kinds of their values, and those that are its key."""

    columns: tuple[str, ...]
    kinds: tuple[type, ...]
    key: tuple[str, ...]


def shapes(connection: sqlite3.Connection) -> dict[str, TableShape]:
    """Of the tables that can be told apart, as a sound database has them."""
    found = {}
    for table in TOLD_APART:
        rows = connection.execute(f"PRAGMA table_info({table})").fetchall()
        kinds = tuple(KINDS[str(row[2])] for row in rows)
        found[table] = TableShape(tuple(row[1] for row in rows), kinds, tuple(row[1] for row in rows if row[5]))
    return found


def rows_in(path: Path, by_table: Mapping[str, TableShape]) -> dict[str, list[dict[str, Any]]]:
    """Every row of these tables that stands in a leaf page of the file, in the order of the pages."""
    pages = _Pages(path.read_bytes())
    found: dict[str, list[dict[str, Any]]] = {table: [] for table in by_table}
    for number in range(1, pages.count + 1):
        for payload in pages.payloads(number):
            values = _values(payload)
            kinds = tuple(map(type, values))
            for table, shape in by_table.items():
                if kinds == shape.kinds and _is_of(table, values):
                    found[table].append(dict(zip(shape.columns, values, strict=True)))
    return found


def _is_of(table: str, values: Values) -> bool:
    """An account ends with the id of a person, a channel with its settings in JSON; both are four texts.

    A note has a kind; a link code, which has the same columns, has none. Of a bot that was added the second is the code
    of a language or nothing, of an invitation the id of a table.
    """
    is_json, second = str(values[-1]).startswith("{"), str(values[1])
    is_note, is_bot = second.partition(":")[0] in NOTED, bool(LANGUAGE.fullmatch(second))
    return {"accounts": not is_json, "channels": is_json, "notes": is_note, "bots": is_bot}.get(table, True)


class _Pages:
    """A database file, page by page; what is wrong in it is passed over."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        size = int.from_bytes(content[16:18], "big")
        self._size = {1: 65536}.get(size, size) if size == 1 or size in POWERS else PAGE
        self._usable = self._size - (content[20] if size and content[:4] == b"SQLi" else 0)
        self.count = len(content) // self._size

    def _page(self, number: int) -> bytes:
        return self._content[(number - 1) * self._size : number * self._size] if 0 < number <= self.count else b""

    def payloads(self, number: int) -> Iterator[bytes]:
        """Each row of a leaf page, as it is stored."""
        page, start = self._page(number), HEADER if number == 1 else 0
        if not page or page[start] != LEAF:
            return
        cells = int.from_bytes(page[start + 3 : start + 5], "big")
        for place in range(start + 8, min(start + 8 + 2 * cells, self._usable), 2):
            payload = self._payload(page, int.from_bytes(page[place : place + 2], "big"))
            if payload:
                yield payload

    def _payload(self, page: bytes, at: int) -> bytes:
        size, at = _varint(page, at)
        _, at = _varint(page, at)  # the number of the row
        if not 0 < size <= LONGEST:
            return b""
        here = self._here(size)
        payload = page[at : at + here]
        following = int.from_bytes(page[at + here : at + here + 4], "big") if here < size else 0
        while len(payload) < size:
            more = self._page(following)
            if not more:
                return b""
            payload += more[4 : self._usable][: size - len(payload)]
            following = int.from_bytes(more[:4], "big")
        return payload

    def _here(self, size: int) -> int:
        """How many bytes of a row stand in its leaf page."""
        most = self._usable - 35
        if size <= most:
            return size
        least = (self._usable - 12) * 32 // 255 - 23
        some = least + (size - least) % (self._usable - 4)
        return some if some <= most else least


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where the next one begins."""
    value = 0
    for place, byte in enumerate(data[at : at + 9]):
        if place == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + place + 1
    return 0, len(data)


def _values(payload: bytes) -> Values:
    """Integers, texts and bytes; a row that has anything else is none of ours, and empty."""
    length, at = _varint(payload, 0)
    kinds = []
    while at < min(length, len(payload)):
        kind, at = _varint(payload, at)
        kinds.append(kind)
    found: list[int | str | bytes] = []
    at = length
    for kind in kinds:
        if kind in (8, 9):
            found.append(kind - 8)
        elif kind in INTEGERS:
            found.append(int.from_bytes(payload[at : at + INTEGERS[kind]], "big", signed=True))
            at += INTEGERS[kind]
        elif kind >= 12:
            size = (kind - 12) // 2
            content = payload[at : at + size]
            found.append(content.decode(errors="replace") if kind % 2 else content)
            at += size
        else:
            return ()
    return tuple(found)
