"""A copy of a PostgreSQL database by the server's own `pg_dump`: one moment of it, while everybody goes on."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

from psycopg.conninfo import make_conninfo

from bot.database_address import ServerDatabase
from bot.host.ports import StoreError
from bot.store.backup import publish, require_free
from bot.store.connection import store_errors
from bot.store.parts import clear, part_of
from bot.store.postgres_connection import address_parts

OF_DEBIAN: Final = Path("/usr/lib/postgresql")
"""A folder there for each version that was ever installed, by its number: `17`, and `9.6`, which old machines keep."""


def program(name: str) -> str:
    """One of PostgreSQL's own, the newest that Debian has or that of the PATH. Raises `StoreError`."""
    of_debian = sorted(OF_DEBIAN.glob(f"[0-9]*/bin/{name}"), key=lambda file: float(file.parts[-3]))
    found = str(of_debian[-1]) if of_debian else shutil.which(name)
    if found is None:
        raise StoreError(f"{name} is missing; install the client programs of PostgreSQL (Debian: postgresql-client)")
    return found


def backup_server(server: ServerDatabase, target: Path) -> None:
    """Write a dump, which `pg_restore` reads, to a new file. Raises `StoreError`, and leaves nothing behind."""
    with store_errors(target):
        require_free(target)
        clear(target.parent)
        with part_of(target, target) as part:
            _dump(server, part)
            publish(part, target)


def _dump(server: ServerDatabase, part: Path) -> None:
    parts = address_parts(server)  # of several hosts the one that can be written: a standby may lack the last moves
    password = parts.pop("password", None)  # others can read how a program was called, but not its environment
    environment = os.environ | ({"PGPASSWORD": str(password)} if password else {})
    options = ["--format=custom", "--no-owner", "--no-privileges", f"--file={part}"]
    command = [program("pg_dump"), *options, f"--dbname={make_conninfo('', **parts)}"]
    process = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603  pg_dump, with arguments of our own
    if process.returncode:
        words = next(iter(process.stderr.strip().splitlines()), f"status {process.returncode}")
        raise StoreError(f"{server}: {words}; no backup was made")
