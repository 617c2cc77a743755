"""Rows of the log found page by page, for where the pages that lead to them are damaged or cut off.

A leaf page of SQLite holds whole rows, and needs no other page but where a row is too long for one. Whose rows they are
is not written there: those of the log are known by their columns. The format: https://www.sqlite.org/fileformat2.html,
sections 1.5 to 1.7 and 2.1.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

Values: TypeAlias = tuple[int | str, ...]

LEAF: Final = 0x0D
HEADER: Final = 100  # bytes of the file's, before the first page's own
LONGEST: Final = 1 << 20  # bytes of a row
INTEGERS: Final = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}  # bytes, by the type of a value
COLUMNS: Final = ("bot", "table_id", "seq", "action_id", "actor", "entry", "logged_at", "digest")
KINDS: Final = (str, str, int, str, str, str, int, str)
DIGEST: Final = 64  # signs


def log_rows(path: Path) -> Iterator[dict[str, Any]]:
    """Every row of a log that stands in a leaf page of the file, in the order of the pages."""
    pages = _Pages(path.read_bytes())
    for number in range(1, pages.count + 1):
        for payload in pages.payloads(number):
            values = _values(payload)
            if tuple(map(type, values)) == KINDS and len(str(values[-1])) == DIGEST:
                yield dict(zip(COLUMNS, values, strict=True))


class _Pages:
    """A database file, page by page; what is wrong in it is passed over."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        size = int.from_bytes(content[16:18], "big")
        self._size = {1: 65536}.get(size, size)
        self._usable = self._size - (content[20] if len(content) > HEADER else 0)
        self.count = len(content) // self._size if self._size >= 512 else 0

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
    """Integers and texts; a row that has anything else is none of the log's, and empty."""
    length, at = _varint(payload, 0)
    kinds = []
    while at < min(length, len(payload)):
        kind, at = _varint(payload, at)
        kinds.append(kind)
    found: list[int | str] = []
    at = length
    for kind in kinds if len(kinds) == len(COLUMNS) else []:
        if kind in (8, 9):
            found.append(kind - 8)
        elif kind in INTEGERS:
            found.append(int.from_bytes(payload[at : at + INTEGERS[kind]], "big", signed=True))
            at += INTEGERS[kind]
        elif kind >= 13 and kind % 2:
            size = (kind - 13) // 2
            found.append(payload[at : at + size].decode(errors="replace"))
            at += size
        else:
            return ()
    return tuple(found)
