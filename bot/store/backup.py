"""A copy of a SQLite database in use: whole, checked, and never over another file."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from shutil import copyfile
from typing import Final

from bot.host.ports import StoreError
from bot.store.check import integrity, references
from bot.store.connection import is_damage, is_no_database, open_connection, store_errors
from bot.store.file_identity import beside
from bot.store.file_mark import NO_MARK
from bot.store.host_lock import is_hosted
from bot.store.migrations import APPLIED
from bot.store.pages import HEADER
from bot.store.parts import clear, part_of
from bot.store.private import opener

LARGEST: Final = 1 << 40  # bytes: more than that is no length that was ever written


def backup(path: Path, target: Path) -> None:
    """Copy the database to a new file while a host goes on writing. Raises `StoreError`, and leaves nothing behind."""
    with store_errors(target):
        require_free(target)
        with open_connection(path, create=False) as source:
            _require_ours(source, path)
            clear(target.parent)
            with store_errors(target), part_of(target, path) as part:
                _copy(source, path, part)
                publish(part, target)


def require_free(target: Path) -> None:
    """Raises `StoreError` where something has that name already, `OSError` where its folder is not there."""
    if os.path.lexists(target):
        raise _exists_already(target)
    target.parent.stat()


def copy_to(path: Path, part: Path, is_ours: Callable[[], bool]) -> None:
    """Copy a database, whatever is wrong with it. Raises `StoreError`.

    `is_ours`: whether a file whose beginning is no database's is one nevertheless, and of this program.
    """
    try:
        with (
            open_connection(path, create=False) as source,
            closing(sqlite3.connect(part, isolation_level=None)) as copy,
        ):
            _require_ours(source, path)
            source.backup(copy)
    except StoreError as error:
        if not is_damage(error.__cause__) or (is_no_database(error.__cause__) and not is_ours()):
            raise
        _copy_files(path, part)


def _copy_files(path: Path, part: Path) -> None:
    """Copy what SQLite does not read at all, such as a file whose end is missing: that is filled up with zeros."""
    if is_hosted(path):
        raise StoreError(f"{path}: is damaged, and a host is running with it; stop the host, and repair it then")
    copyfile(path, part)
    log = beside(path, "-wal")
    if log.exists():
        with open(part.with_name(f"{part.name}-wal"), "xb", opener=opener) as copy:
            copy.write(log.read_bytes())
    with part.open("rb+") as file:
        header = file.read(HEADER)
        pages, size = int.from_bytes(header[28:32], "big"), int.from_bytes(header[16:18], "big")
        whole = pages * {1: 65536}.get(size, size)
        if file.seek(0, os.SEEK_END) < whole <= LARGEST:
            file.truncate(whole)


def _require_ours(source: sqlite3.Connection, path: Path) -> None:
    """Of whatever version; raises `StoreError` for what is no database of this program."""
    try:
        source.execute(APPLIED).fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname != "SQLITE_ERROR":
            raise
        raise StoreError(f"{path}: is no database of this program; name the one that the host uses") from None


def _copy(source: sqlite3.Connection, path: Path, part: Path) -> None:
    with closing(sqlite3.connect(part, isolation_level=None)) as copy:
        source.backup(copy)  # in one step: nobody is kept from writing, and no write makes it begin anew
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
        copy.execute(NO_MARK)
        faults = [*integrity(copy), *references(copy)]
    if faults:
        raise StoreError(f"{path}: {faults[0]}; no backup was made")


def publish(part: Path, target: Path) -> None:
    """Give the file its name, on disk, without ever replacing another."""
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    try:
        os.link(part, target)
    except FileExistsError:
        raise _exists_already(target) from None
    except OSError:  # a file system without links
        part.rename(target)
    with suppress(OSError):  # where folders cannot be opened, names last by themselves
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _exists_already(target: Path) -> StoreError:
    return StoreError(f"{target}: exists already; name a new file")
