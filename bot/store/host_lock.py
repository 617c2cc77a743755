"""The place of the host: of two programs with one SQLite file only one may host it.

A lock on a file beside the database decides, not a heartbeat: the system's kernel frees it in the moment a program
ends, also by `kill -9`, so a quick start afterwards has nothing to wait for, and no stopped clock or busy machine can
make a living host look dead. The database has to be on a local disk anyway, where locks can be relied on.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

from bot.host.ports import StoreError
from bot.store.connection import is_there, require_file, store_errors
from bot.store.parts import clear
from bot.store.private import create, opener

ENDING: Final = "-host"  # beside the database, as SQLite's own -wal and -shm
MOMENT: Final = 0.1  # seconds
AGAIN: Final = 0.005


@contextmanager
def only_host(path: Path) -> Iterator[None]:
    """Nobody else hosts the database while this lasts. Raises `StoreError` where somebody does.

    Where that ends with a `StoreError`, the file of the lock goes again if it was made for it.
    """
    with store_errors(path):
        path = path.resolve()  # the same file under any name
        require_file(path)
        _require_one_name(path)
        beside = path.with_name(f"{path.name}{ENDING}")
        is_new = not beside.exists()
        create(beside, like=path)
        file = open(beside, "ab", opener=opener)  # noqa: SIM115  closed below
    with file:
        try:
            _lock_soon(file)
            _require_same(file, beside)
        except BlockingIOError:
            raise StoreError(
                f"{path}: another host is running with this database; stop it, or name another file in BURRACO_DATABASE"
            ) from None
        except OSError as error:
            words = error.strerror or error
            raise StoreError(f"{beside}: cannot be locked ({words}); use a folder on a local disk") from None
        try:
            yield
        except StoreError:
            if is_new:
                with suppress(OSError):  # where an open file cannot be removed, it stays
                    beside.unlink()
            raise


def _lock_soon(file: IO[bytes]) -> None:
    """Whoever only asks whether somebody hosts it has it, too, but only for a moment. Raises `BlockingIOError`."""
    until = time.monotonic() + MOMENT
    while True:
        try:
            return _lock(file)
        except BlockingIOError:
            if time.monotonic() >= until:
                raise
        time.sleep(AGAIN)


def _require_same(file: IO[bytes], beside: Path) -> None:
    """Raises `BlockingIOError` where another one removed the file before it was locked: a third could make it anew."""
    try:
        is_same = os.path.samestat(os.fstat(file.fileno()), beside.stat())
    except FileNotFoundError:
        is_same = False
    if not is_same:
        raise BlockingIOError


def _require_one_name(path: Path) -> None:
    """Raises `StoreError`. The name that a killed `db backup` or `db repair` left beside is taken away first."""
    if _has_one_name(path):
        return
    clear(path.parent)
    if _has_one_name(path):
        return
    own = path.stat().st_ino
    with os.scandir(path.parent) as there:
        others = sorted(one.name for one in there if one.inode() == own and one.name != path.name)
    named = f", {', '.join(others)}" if others else ""
    raise StoreError(
        f"{path}: has a second name (a hard link{named}), under which another host could use it; remove one"
    )


def _has_one_name(path: Path) -> bool:
    return not path.exists() or path.stat().st_nlink == 1


def is_hosted(path: Path) -> bool:
    """Whether somebody hosts the database now; a folder nobody does. Raises `StoreError` where nobody can say."""
    path = path.resolve()
    if (is_there(path) and path.is_dir()) or not path.with_name(f"{path.name}{ENDING}").exists():
        return False
    try:
        with only_host(path):
            return False
    except StoreError:
        return True


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError from error
else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
