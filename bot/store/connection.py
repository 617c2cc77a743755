"""How a SQLite database is opened, and what its errors mean in words."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from errno import ENOSPC
from pathlib import Path
from typing import Final

from bot.host.ports import StoreError, Unsure
from bot.store import private
from bot.store.connection_thread import is_busy
from bot.store.digests import with_digests
from bot.store.groups import PATIENCE, Uncertain
from bot.store.own_log import require_own_log

OLDEST: Final = (3, 37, 0)  # the first with STRICT tables

ALWAYS: Final = ("PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON")
"""What every connection that writes is told first."""
NO_CHECKPOINT: Final = "PRAGMA wal_autocheckpoint = 0"
"""For a connection beside a host. Only the host check-points the write-ahead log: two that do can meet the bug."""

WAL_RESET_FIXED: Final = (3, 51, 3)
_FIXED_BEFORE: Final = {(3, 44): 6, (3, 50): 7}  # branches that got the fix, too


def has_wal_reset_bug(version: tuple[int, int, int]) -> bool:
    """Whether this version of SQLite can damage a write-ahead log that two connections write or check-point at once.

    https://www.sqlite.org/wal.html#walresetbug
    """
    fixed = _FIXED_BEFORE.get(version[:2])
    return version < WAL_RESET_FIXED and (fixed is None or version[2] < fixed)


RESTORE: Final = "bring back a backup"
WAY_OUT: Final = f"{RESTORE}, or let `burraco db repair` make a copy without what is wrong"

MAY_WRITE: Final = "this user must be able to write it, and in its folder"

_MEANINGS: Final = {
    "SQLITE_FULL": "the disk is full; make room and try again",
    "SQLITE_BUSY": "another program keeps it locked; stop that one, or try again",
    "SQLITE_LOCKED": "another program keeps it locked; stop that one, or try again",
    "SQLITE_NOTADB": "is not a SQLite database",
    "SQLITE_CANTOPEN": "cannot be opened; the folder must exist, and this user must be able to write there",
    "SQLITE_READONLY": "is read-only; this user must be able to write the file and its folder",
    "SQLITE_CORRUPT": f"is damaged; {WAY_OUT}",
    "SQLITE_IOERR": "the disk is full or fails, or the folder has gone; make room, or bring the folder back",
}
_DAMAGE: Final = ("Could not decode to UTF-8", "unsupported file format")
"""What is said of damage without its name. The first goes on with what is no text, in which cards may stand."""


class Locked(StoreError):
    """Another program keeps the database locked."""


def address(path: Path, create: bool = True) -> str:
    """The database as SQLite's URI; without `create` it must exist."""
    return f"{path.absolute().as_uri()}?mode={'rwc' if create else 'rw'}"


def this_sqlite() -> tuple[str, bool]:
    """The version that this Python has, and whether it has that bug."""
    return sqlite3.sqlite_version, has_wal_reset_bug(sqlite3.sqlite_version_info[:3])


@contextmanager
def open_connection(path: Path, create: bool = True) -> Iterator[sqlite3.Connection]:
    """A connection without implicit transactions. Raises `StoreError`, also for what happens inside."""
    with store_errors(path):
        require_file(path)
        if create:
            private.create(path)
        else:
            path.stat()
        require_own_log(path)
        with closing(sqlite3.connect(address(path, create), uri=True, isolation_level=None, timeout=PATIENCE)) as found:
            for pragma in (*ALWAYS, NO_CHECKPOINT):
                found.execute(pragma)
            yield with_digests(found)


CLOSED: Final = ("Connection closed", "no active connection")
"""What aiosqlite says with a `ValueError` where a connection has been closed."""


@contextmanager
def store_errors(path: Path) -> Iterator[None]:
    """Turns the errors of the driver and of the disk into a `StoreError`."""
    try:
        yield
    except Uncertain as error:
        what = "the disk failed while this was written; whether it is stored is not known before it is read anew"
        raise Unsure(f"{path}: {what} ({error})") from error
    except sqlite3.Error as error:
        raise (Locked if is_busy(error) else StoreError)(_named(path, error)) from error
    except UnicodeDecodeError as error:  # SQLite repeats what it cannot read
        raise StoreError(f"{path}: {_MEANINGS['SQLITE_CORRUPT']}") from error
    except ValueError as error:
        if str(error) not in CLOSED:
            raise
        raise StoreError(f"{path}: it is closed: the host is stopping") from error
    except OSError as error:
        words = _MEANINGS["SQLITE_FULL"] if error.errno == ENOSPC else error.strerror or error
        if isinstance(error, PermissionError):  # it names which of those that lie beside it
            words = f"{words}; {MAY_WRITE}"
            path = Path(error.filename or path)
        raise StoreError(f"{path}: {words}") from error


def _named(path: Path, error: sqlite3.Error) -> str:
    """What is wrong, and with which of the database's files, where it is one that this user may not write."""
    name = getattr(error, "sqlite_errorname", None) or ""
    file = private.withheld(path) if name.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY")) else None
    if file is None:
        return f"{path}: {meaning(error)}"
    if name.startswith("SQLITE_READONLY"):
        return f"{file}: is read-only; {MAY_WRITE}"
    return f"{file}: this user may not read and write it; give it to the user that runs the program (chown)"


def is_there(path: Path) -> bool:
    """Whether there is a file or folder of that name. Raises `StoreError` where this user may not look."""
    with store_errors(path):
        try:
            path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return False
        return True


def require_file(path: Path) -> None:
    """Raises `StoreError` where the path, or that of a file which belongs beside it, is a folder's."""
    if path.is_dir():
        raise StoreError(f"{path}: is a folder; name a file in BURRACO_DATABASE, such as {path / 'burraco.db'}")
    file = Path(os.path.realpath(path))
    for ending in private.BESIDE:
        folder = file.with_name(file.name + ending)
        if folder.is_dir():
            raise StoreError(f"{folder}: is a folder, where a file of the database belongs; remove it")


def meaning(error: sqlite3.Error) -> str:
    """What the error means to whoever hosts."""
    name = getattr(error, "sqlite_errorname", None) or ""  # SQLITE_IOERR_WRITE is a SQLITE_IOERR
    if str(error).startswith(_DAMAGE):
        return _MEANINGS["SQLITE_CORRUPT"]
    return _MEANINGS.get("_".join(name.split("_")[:2]), str(error))


def is_damage(error: BaseException | None) -> bool:
    """Whether SQLite says that the file is damaged, also in an error that is not valid text."""
    if isinstance(error, UnicodeDecodeError) or is_no_database(error):
        return True
    is_named = (getattr(error, "sqlite_errorname", None) or "").startswith("SQLITE_CORRUPT")
    return is_named or (isinstance(error, sqlite3.Error) and str(error).startswith(_DAMAGE))


def is_no_database(error: BaseException | None) -> bool:
    """Whether the file does not begin as one of SQLite's."""
    return getattr(error, "sqlite_errorname", None) == "SQLITE_NOTADB"


def without_way_out(words: str) -> str:
    """The fault without the way out, for a sentence that has its own end."""
    return words.replace(f"; {WAY_OUT}", "").replace(f"; {RESTORE}", "")


def require_sqlite() -> None:
    """Raises `StoreError` where Python brings a SQLite that is too old."""
    if sqlite3.sqlite_version_info < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        raise StoreError(f"this Python has SQLite {sqlite3.sqlite_version}; {oldest} or newer is needed")
