"""A mark in the database's header, by which its host sees that the file still holds what the host wrote into it.

A file that is overwritten in place keeps its name and its number, and SQLite goes on with its write-ahead log over
whatever stands there now. The mark is a number (`PRAGMA user_version`, which nothing else uses) that begins anywhere
and grows with every checkpoint. A copy from before the last checkpoint shows a smaller one, another database another;
one from after it differs from the file in nothing that the write-ahead log does not hold.

The file is read by a connection of SQLite's own that passes over the write-ahead log. Opened as any other file, its
closing would free the locks of this process: https://www.sqlite.org/howtocorrupt.html, section 2.2.
"""

import secrets
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from bot.store.connection import is_damage
from bot.store.connection_thread import begin, commit, is_busy

FIRST: Final = 1 << 30  # a mark begins below; what grows once a minute stays below the largest, 1 << 31
EVERY: Final = 60.0  # seconds between two checkpoints
NO_MARK: Final = "PRAGMA user_version = 0"
"""For a copy, so that it is never taken for the file of a running host."""
RARE_CHECKPOINT: Final = "PRAGMA wal_autocheckpoint = 10000"
"""For a host: a checkpoint comes after a look at the file; by itself only after so many pages."""


class FileMark:
    """The mark of one host. All is done by its connection, and while nobody else uses that."""

    def __init__(self) -> None:
        self._newest = 1 + secrets.randbelow(FIRST)
        self._oldest: int | None = None  # what the file shows at least; None before it shows the mark at all
        self._checkpointed = 0.0

    def is_there(self, path: Path, connection: sqlite3.Connection) -> bool:
        """Whether the file is the one that was marked; now and then the mark is moved on. Raises `sqlite3.Error`."""
        mark = _mark_in_file(path)
        if self._oldest is not None:
            if mark is None or not self._oldest <= mark <= self._newest:
                return False
            self._oldest = mark
        if self._oldest is None or time.monotonic() - self._checkpointed >= EVERY:
            self._move_on(path, connection)
        return True

    def _move_on(self, path: Path, connection: sqlite3.Connection) -> None:
        try:
            begin(connection)
        except sqlite3.Error as error:
            if is_busy(error):  # the next look tries again
                return
            raise
        self._newest += 1
        connection.execute(f"PRAGMA user_version = {self._newest}")
        commit(connection)
        with suppress(sqlite3.Error):  # what cannot be brought into the file stays in the write-ahead log
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        self._checkpointed = time.monotonic()
        if self._oldest is None and _mark_in_file(path) == self._newest:  # not where a reader held the checkpoint back
            self._oldest = self._newest


def _mark_in_file(path: Path) -> int | None:
    """The mark that the file itself shows; None where it is no database any more."""
    address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(address, uri=True, isolation_level=None)) as connection:
            return int(connection.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error as error:
        if is_damage(error):
            return None
        raise
