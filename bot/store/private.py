"""Files that only their owner may read: they hold hands, sealed decks, and who plays under which account."""

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

OTHERS: Final = 0o077  # what is allowed to anybody else
BESIDE: Final = ("", "-wal", "-shm", "-journal", "-host")  # the database, and what belongs to it; by their endings


def opener(name: str, flags: int) -> int:
    """For `open`: a file that is new is its owner's alone."""
    return os.open(name, flags, 0o600)


def create(path: Path, like: Path | None = None) -> None:
    """An empty file, its owner's alone, for whoever opens it next; one that is there stays as it is.

    Where it cannot be made, whoever opens it says why. What root makes is given to the owner of the file `like`, who
    could not open it else; only what is new, for a name that is there may lead to anything.
    """
    with suppress(OSError):
        file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        try:
            if like is not None and sys.platform != "win32" and not os.geteuid():
                os.fchown(file, like.stat().st_uid, like.stat().st_gid)
        finally:
            os.close(file)


def tighten(path: Path) -> None:
    """Take a database, and what lies beside it, from everybody else; somebody else's files stay as they are."""
    for file in files_of(path):
        with suppress(OSError):
            file.chmod(stat.S_IMODE(file.stat().st_mode) & ~OTHERS)


def open_to_others(path: Path) -> list[Path]:
    """The database's files that somebody else may read or write."""
    return [file for file in files_of(path) if is_open(file)]


def is_open(file: Path, to: int = OTHERS) -> bool:
    """Whether somebody else may do this with the file; where files have no such modes, nobody is known to."""
    return sys.platform != "win32" and bool(stat.S_IMODE(file.stat().st_mode) & to)


def may_be_replaced(folder: Path) -> bool:
    """Whether somebody else may put other files into a folder in place of ours."""
    return is_open(folder, 0o022) and not folder.stat().st_mode & stat.S_ISVTX


def withheld(path: Path) -> Path | None:
    """The first of the database's files that this user may not both read and write; None, too, where nobody can say."""
    with suppress(OSError):
        return next((file for file in files_of(path) if not os.access(file, os.R_OK | os.W_OK)), None)
    return None


def files_of(path: Path) -> Iterator[Path]:
    """Those that are there, by whatever name the database is called."""
    file = path.resolve()
    for ending in BESIDE:
        found = file.with_name(file.name + ending)
        if found.is_file():
            yield found
