"""Copies that are not finished: `.NAME.0123abcd.part`. What a killed program left of them is cleared; it holds hands.

Whoever makes one keeps it locked, so that nobody takes it for a remnant. One that is made elsewhere is noted beside the
database by a link of the same name, so that the host's next start finds it, too.
"""

import os
import re
import secrets
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

from bot.store.private import opener

NAME: Final = re.compile(r"\..+\.[0-9a-f]{8}\.part")
MAGIC: Final = b"SQLite format 3\0"
DUMP: Final = b"PGDMP"
ENDINGS: Final = ("", "-journal", "-wal", "-shm")


@contextmanager
def part_of(target: Path, database: Path) -> Iterator[Path]:
    """An empty file beside the target, its owner's alone; gone afterwards, unless it got another name."""
    token = secrets.token_hex(4)
    part = target.absolute().with_name(f".{target.name}.{token}.part")
    note = database.resolve().with_name(f".{database.name}.{token}.part")
    with open(part, "xb", opener=opener) as file:
        _lock(file)
        if note.parent != part.parent.resolve():
            with suppress(OSError):  # then the next copy to that folder clears it
                note.symlink_to(part)
        try:
            yield part
        finally:
            remove(part)
            if note.is_symlink():
                remove(note)


def clear(folder: Path) -> int:
    """Remove what killed programs left in a folder, and where links there lead to; how many it were."""
    found: list[Path] = []
    with suppress(OSError):  # a folder that nobody may list
        found += [file for file in folder.iterdir() if NAME.fullmatch(file.name)]
    return sum(_clear_noted(file) if file.is_symlink() else _clear(file) for file in found)


def _clear_noted(note: Path) -> int:
    part = note.readlink()
    if NAME.fullmatch(part.name) is None or part.name[-13:] != note.name[-13:]:  # the same token
        return 0
    cleared = _clear(part) if part.is_file() and not part.is_symlink() else 0
    if not part.exists():
        remove(note)
    return cleared


def _clear(part: Path) -> int:
    """One if it was such a remnant: a file of ours, a database or nothing yet, that nobody is making now."""
    try:
        if not stat.S_ISREG(part.lstat().st_mode) or (sys.platform != "win32" and part.lstat().st_uid != os.geteuid()):
            return 0
        with part.open("rb+") as file:
            beginning = file.read(len(MAGIC))
            if beginning and not beginning.startswith((MAGIC, DUMP)):
                return 0
            _lock(file)
            remove(part)
    except OSError:  # it is being made, or cannot be opened
        return 0
    return 1


def remove(part: Path) -> None:
    for ending in ENDINGS:
        with suppress(OSError):
            part.with_name(part.name + ending).unlink(missing_ok=True)


if sys.platform == "win32":

    def _lock(file: IO[bytes]) -> None:
        """Nobody removes an open file there."""
else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
