"""Whether a database that is in use is still the file of its name, and what to do where it is not.

SQLite goes on with a file that was removed or replaced, into nowhere. What the open file holds is then saved beside it
before the host ends: with the last program that has it open it would be gone. Where other content was written into the
same file (`bot.store.file_mark`), that much is saved which SQLite still has, and nothing more is put into the file.
"""

import os
import sqlite3
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, TypeAlias

from bot.host.ports import DatabaseGone, StoreError
from bot.store import private
from bot.store.check import check
from bot.store.connection import RESTORE, is_there, store_errors
from bot.store.file_mark import NO_MARK

BESIDE: Final = ("", "-wal")  # the database, and what belongs to it; by their endings
SAVED: Final = "-saved-"

Identity: TypeAlias = Mapping[str, tuple[int, int]]
"""By the ending of a file's name: its device and its number there."""


def identity(path: Path) -> Identity:
    """Which files these are; those that are not there are left out. Raises `OSError` where nobody can say."""
    found = {}
    for ending in BESIDE:
        with suppress(FileNotFoundError, NotADirectoryError):
            status = beside(path, ending).stat()
            found[ending] = (status.st_dev, status.st_ino)
    return found


def beside(path: Path, ending: str) -> Path:
    """What belongs to a database lies beside the file itself, by whatever name that is called."""
    file = path.resolve()
    return file.with_name(file.name + ending)


def what_became_of(path: Path, before: Identity) -> str:
    """What has become of a file that was known, a sentence; "" where all are where they were."""
    try:
        now = identity(path)
    except OSError:  # nobody can say
        return ""
    for ending in BESIDE:
        if ending in before and now.get(ending) != before[ending]:
            how = "replaced" if ending in now else "removed"
            return f"{beside(path, ending)} was {how} while a host was running with it"
    return ""


def database_gone(path: Path, before: Identity, words: str, connection: sqlite3.Connection) -> DatabaseGone:
    """The error that ends the host, after what the open database holds was saved where that is needed."""
    if identity(path).get("") == before.get(""):  # only the write-ahead log: the host's end puts all into the file
        return DatabaseGone(f"{words}; start the host again")
    try:
        saved = save(path, connection)
    except (sqlite3.Error, OSError) as error:
        return _database_lost(words, error)
    if identity(path).get("-wal") == before.get("-wal"):  # all of it is saved; to another database it must not belong
        for ending in ("-wal", "-shm"):
            with suppress(OSError):
                beside(path, ending).unlink()
    return DatabaseGone(
        f"{words}; all that it held is in {saved}: give the right one the name {path.name} and start again"
    )


def overwritten(path: Path, connection: sqlite3.Connection) -> DatabaseGone:
    """The same where the file has other content. It stays as it is, whatever is written or closed afterwards."""
    words = f"{beside(path, '')} was overwritten while a host was running with it"
    try:
        saved = save(path, connection)
    except (sqlite3.Error, OSError) as error:
        return _database_lost(words, error)
    finally:
        _drop_log(path)
    words = f"{words}; what the host still had is in {saved}"
    if _is_sound(saved):
        return DatabaseGone(
            f"{words}, in which `burraco db check` finds no fault: give the right one the name {path.name} and start "
            "again"
        )
    return DatabaseGone(
        f"{words}, of which `burraco db repair` keeps what is sound; `burraco db check` says whether {path.name} can "
        "be hosted as it is now, else bring back a backup"
    )


def _database_lost(words: str, error: Exception) -> DatabaseGone:
    return DatabaseGone(f"{words}, and what it held could not be saved ({error}); bring back a backup")


def _drop_log(path: Path) -> None:
    """What is closed last would put the write-ahead log into the file, also one that has no name any more."""
    with suppress(OSError):
        os.truncate(beside(path, "-wal"), 0)
    for ending in ("-wal", "-shm"):
        with suppress(OSError):
            beside(path, ending).unlink()


def _is_sound(saved: Path) -> bool:
    with suppress(StoreError):
        return all(finding.sound for finding in check(saved))
    return False


def save(path: Path, connection: sqlite3.Connection) -> Path:
    """A copy of the open database under a new name beside its own."""
    target = beside(path, f"{SAVED}{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}")
    private.create(target)
    try:
        with closing(sqlite3.connect(target, isolation_level=None)) as copy:
            connection.backup(copy)
            for pragma in ("PRAGMA journal_mode = DELETE", NO_MARK):
                copy.execute(pragma)
    except BaseException:
        target.unlink(missing_ok=True)
        raise
    return target


def require_not_lost(path: Path) -> None:
    """Raises `StoreError` where a new database would hide that one was lost.

    It is missing, and a host saved what it held; or the file is there and empty, as somebody emptied it.
    """
    there = is_there(path)
    if there and (path.is_dir() or path.stat().st_size):
        return
    how = "is empty" if there else "is missing"
    file = beside(path, SAVED)
    with store_errors(path):
        others = file.parent.iterdir() if file.parent.is_dir() else ()
        saved = sorted(one.name for one in others if one.name.startswith(file.name))
    if saved:
        raise StoreError(
            f"{path}: {how}, and {saved[-1]} holds what was in it; give that one its name, or put it elsewhere"
        )
    if there:
        raise StoreError(
            f"{path}: is empty, as no database is; {RESTORE}, or remove the file if nothing was ever in it"
        )
