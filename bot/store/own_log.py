"""Whether a write-ahead log belongs to the file that it lies beside: asked before SQLite opens both.

A log says nothing of its file. Where a host was killed after other content was put under its database's name, SQLite
would write what the host did last into that content, and call it sound. The marks of `bot.store.file_mark` tell: a log
begins with the one that follows the file's. Its format: https://www.sqlite.org/fileformat2.html#walformat
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.host.ports import StoreError

FIRST: Final = 1 << 16
"""A host's first mark is one of its multiples: nobody knows which stood in the file before it."""
HEADER: Final = 32  # bytes of a log
FRAME: Final = 24  # bytes before each of its pages
MARK: Final = slice(60, 64)  # of the first page: `user_version`
TRIES: Final = 5  # a host may move its mark on between the two readings
PAUSE: Final = 0.05  # seconds


def require_own_log(path: Path) -> None:
    """Raises `StoreError` where a write-ahead log lies beside a file that is not the one it was written for."""
    file = path.resolve()
    log = file.with_name(f"{file.name}-wal")
    for tried in range(TRIES):
        if tried:
            time.sleep(PAUSE)
        if _belongs(file, log):
            return
    raise StoreError(
        f"{path}: {log.name} was written by a host for another file, which had this name until it was overwritten; "
        f"nothing of it was put into {path.name}. To go on with {path.name} as it is now, move {log.name} and "
        f"{file.name}-shm elsewhere; to go on as before, bring back a backup that is newer"
    )


def _belongs(file: Path, log: Path) -> bool:
    marks = list(_marks_in_log(log))
    if not marks or not marks[0] % FIRST:  # nothing is known; or a host has just begun, over whatever stood there
        return True
    try:
        mark = mark_in_file(file)
    except sqlite3.Error:  # whoever opens it says what is wrong with it
        return True
    return mark == marks[0] - 1 or mark in marks


def mark_in_file(path: Path) -> int:
    """The mark that the file itself shows, without its log. Raises `sqlite3.Error`."""
    address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    with closing(sqlite3.connect(address, uri=True, isolation_level=None)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _marks_in_log(log: Path) -> Iterator[int]:
    """The marks of the first page as often as the log has it, from its last beginning on."""
    try:
        with log.open("rb") as opened:
            header = opened.read(HEADER)
            size, salts = int.from_bytes(header[8:12]), header[16:24]
            while len(frame := opened.read(FRAME)) == FRAME and frame[8:16] == salts:
                page = opened.read(size)
                if int.from_bytes(frame[:4]) == 1 and len(page) == size:
                    yield int.from_bytes(page[MARK])
    except OSError:  # there is none, or whoever opens it says why not
        return
