"""A PostgreSQL server and its standby, which takes over where the first is killed, again and again.

A commit is answered once it is on both (`synchronous_standby_names`). Who has taken over waits for nobody until it has
a standby of its own, made anew in the folder of the one that was killed: so both addresses stay what they are.
"""

import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.database_address import ServerDatabase
from tests.postgres_server import FAST, PostgresServer, as_plain_user, give_to_plain_user, running_server

REPLICATED: Final = FAST.replace("wal_level=minimal max_wal_senders=0", "wal_level=replica max_wal_senders=4")
PATIENCE: Final = 60.0  # seconds


@dataclass
class ServerPair:
    """`primary` answers and `standby` follows it; either may be the one in whose folder it all began."""

    primary: PostgresServer
    standby: PostgresServer
    folders: tuple[Path, Path]

    def database(self, name: str) -> ServerDatabase:
        """At both addresses; who asks is led to the one that can be written."""
        hosts = ",".join(map(str, self.folders))
        return ServerDatabase(f"postgresql://{self.primary.owner}@/{name}?host={hosts}")

    def fail_over(self) -> None:
        """The primary is killed, and the standby takes its place; returns when it can be written."""
        self.primary.kill()
        self.primary, self.standby = self.standby, self.primary
        assert self.primary.ask("SELECT pg_promote()") == [(True,)]

    def follow(self) -> None:
        """The one that does not run becomes a standby, without which nothing is answered from now on."""
        shutil.rmtree(self.standby.data, ignore_errors=True)
        programs, data = self.primary.programs, self.standby.data
        source = self.primary.database("postgres").address
        command = [str(programs / "pg_basebackup"), "--write-recovery-conf", "--checkpoint=fast", "--no-sync"]
        subprocess.run(
            [*as_plain_user(), *command, f"--pgdata={data}", f"--dbname={source}"], check=True, capture_output=True
        )
        self.standby.start()
        self.primary.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.primary.ask("SELECT pg_reload_conf()")
        until = time.monotonic() + PATIENCE
        while self.primary.ask("SELECT sync_state FROM pg_stat_replication") != [("sync",)]:
            assert time.monotonic() < until, "the standby does not follow"
            time.sleep(0.02)


@contextmanager
def server_pair(programs: Path) -> Iterator[ServerPair]:
    """Both for as long as this lasts."""
    with running_server(programs, REPLICATED) as first:
        folder = Path(tempfile.mkdtemp(prefix=first.folder.name, dir=first.folder.parent))
        second = PostgresServer(folder, programs, REPLICATED)
        pair = ServerPair(first, second, (first.folder, folder))
        try:
            give_to_plain_user(folder)
            pair.follow()
            try:
                yield pair
            finally:
                second.end()
        finally:
            shutil.rmtree(folder)
