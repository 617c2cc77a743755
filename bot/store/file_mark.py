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
from contextlib import suppress
from pathlib import Path
from typing import Final

from bot.store.connection import is_damage
from bot.store.connection_thread import begin, commit, is_busy
from bot.store.own_log import FIRST, mark_in_file

HOSTS: Final = 1 << 14  # what grows twice a minute stays below the largest, 1 << 31
EVERY: Final = 60.0  # seconds between two checkpoints
NO_MARK: Final = "PRAGMA user_version = 0"
"""For a copy, so that it is never taken for the file of a running host."""
RARE_CHECKPOINT: Final = "PRAGMA wal_autocheckpoint = 10000"
"""For a host: a checkpoint comes after a look at the file; by itself only after so many pages."""


class FileMark:
    """The mark of one host. All is done by its connection, and while nobody else uses that."""

    def __init__(self) -> None:
        self._newest = (1 + secrets.randbelow(HOSTS)) * FIRST - 1
        self._oldest: int | None = None  # what the file shows at least; None before it shows the mark at all
        self._checkpointed = 0.0

    def is_there(self, path: Path, connection: sqlite3.Connection) -> bool:
        """Whether the file is the one that was marked; now and then the mark is moved on. Raises `sqlite3.Error`."""
        mark = _sound_mark(path)
        if self._oldest is not None:
            if mark is None or not self._oldest <= mark <= self._newest:
                return False
            self._oldest = mark
        if self._oldest is None or time.monotonic() - self._checkpointed >= EVERY:
            self._move_on(path, connection)
        return True

    def _move_on(self, path: Path, connection: sqlite3.Connection) -> None:
        if not self._write_next(connection):
            return  # the next look tries again
        mark = self._newest
        with suppress(sqlite3.Error):  # what cannot be brought into the file stays in the write-ahead log
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        self._checkpointed = time.monotonic()
        if self._oldest is None and _sound_mark(path) == mark:  # not where a reader held the checkpoint back
            self._oldest = mark
        self._write_next(connection)

    def _write_next(self, connection: sqlite3.Connection) -> bool:
        """The mark grows by one; not where somebody else is writing."""
        try:
            begin(connection)
        except sqlite3.Error as error:
            if is_busy(error):
                return False
            raise
        self._newest += 1
        connection.execute(f"PRAGMA user_version = {self._newest}")
        commit(connection)
        return True


def _sound_mark(path: Path) -> int | None:
    """The mark that the file itself shows; None where it is no database any more."""
    try:
        return mark_in_file(path)
    except sqlite3.Error as error:
        if is_damage(error):
            return None
        raise
