"""A PostgreSQL server of one's own: in a folder that goes with it, reached through a socket there, as a plain user.

`python -m tests.postgres_server COMMAND …` runs a command beside one on the disk of the present folder, whose settings
are those of any server; `{}` in the command is the address of an empty database.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Final

from bot.database_address import ServerDatabase

USER: Final = "burraco"
TEMPLATE: Final = "migrated"
ROOM: Final = 1 << 30  # bytes
PREFIX: Final = "burraco-postgres-"
FAST: Final = (
    "fsync=off full_page_writes=off autovacuum=off wal_level=minimal max_wal_senders=0 min_wal_size=8MB"
    " shared_buffers=32MB"
)
"""Nothing here outlives the tests."""
SAFE: Final = "shared_buffers=128MB"
"""As a server is by itself."""
QUIET: Final = "log_min_messages=log log_checkpoints=off"


def binaries() -> Path | None:
    """Where the server's programs are: the newest that Debian has, or those of the PATH."""
    if sys.platform != "linux":  # elsewhere nothing ends the server with the tests
        return None
    of_debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda file: int(file.parts[-3]))
    found = str(of_debian[-1]) if of_debian else shutil.which("postgres")
    return Path(found).resolve().parent if found else None


@dataclass
class PostgresServer:
    """A server, which runs, and its databases."""

    folder: Path
    programs: Path = Path()
    settings: str = FAST
    owner: str = USER
    port: int = 0  # of this machine alone; 0 where only the socket is listened to
    numbers: Iterator[int] = field(default_factory=count)
    process: "subprocess.Popen[str]" = field(init=False)
    _reading: Thread = field(init=False)

    def start(self) -> None:
        """It also ends where the thread that starts it ends."""
        reached_at = f"listen_addresses=127.0.0.1 port={self.port}" if self.port else "listen_addresses="
        settings = [word for one in f"{self.settings} {QUIET} {reached_at}".split() for word in ("-c", one)]
        self.process = subprocess.Popen(
            [
                *as_plain_user(),
                str(self.programs / "postgres"),
                "-D",
                str(self.data),
                "-k",
                str(self.folder),
                *settings,
            ],
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            _wait_until_ready(self.process)
        except BaseException:
            self.process.kill()
            raise
        self._reading = Thread(target=_read_on, args=(self.process,), daemon=True)
        self._reading.start()

    def end(self) -> None:
        """At once; also where it has ended already."""
        self.process.send_signal(signal.SIGQUIT)
        self._wait_until_ended()

    def kill(self) -> None:
        """With `kill -9`, and everybody who works for it."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text("ascii").split()
        for process in (self.process.pid, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self._wait_until_ended()
        for process in map(int, children):
            while _is_alive(process):  # a server waits for those of the one before
                time.sleep(0.002)

    def _wait_until_ended(self) -> None:
        self.process.wait()
        assert self.process.stderr is not None
        self._reading.join()
        self.process.stderr.close()

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def database(self, name: str) -> ServerDatabase:
        port = f"&port={self.port}" if self.port else ""
        return ServerDatabase(f"postgresql://{self.owner}@/{name}?host={self.folder}{port}")

    def empty_database(self) -> ServerDatabase:
        return self.create(f"test{next(self.numbers)}", "template0")

    def new_database(self, template: str = TEMPLATE) -> ServerDatabase:
        """One that had all migrations, or a copy of another, to which nobody may be connected."""
        return self.create(f"test{next(self.numbers)}", template)

    def create(self, name: str, template: str = TEMPLATE) -> ServerDatabase:
        self.ask(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.database(name)

    def ask(self, statement: str) -> list[tuple[object, ...]]:
        """Everything the statement gives, asked as the owner of the server."""
        import psycopg  # noqa: PLC0415  it may be missing where there is no server

        with psycopg.connect(self.database("postgres").address, autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []


@contextmanager
def running_server(
    programs: Path, settings: str = FAST, place: str = "", owner: str = USER, port: int = 0
) -> Iterator[PostgresServer]:
    """Started for as long as this lasts; it also ends where this program is killed."""
    place = place or _place()
    clear_folders_of_killed(Path(place))
    folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir=place))
    try:
        give_to_plain_user(folder)
        server = PostgresServer(folder, programs, settings, owner, port)
        command = [*as_plain_user(), str(programs / "initdb"), "-D", str(server.data), "-U", owner, "--auth=trust"]
        segments = [] if settings == SAFE else ["--wal-segsize=4"]
        subprocess.run([*command, "-E", "UTF8", "--no-locale", "--no-sync", *segments], check=True, capture_output=True)
        server.start()
        try:
            server.ask(f"CREATE DATABASE {TEMPLATE} TEMPLATE template0")
            from bot.store.postgres_upgrade import upgrade_postgres  # noqa: PLC0415  nobody else needs the driver

            upgrade_postgres(server.database(TEMPLATE), 1)
            yield server
        finally:
            server.end()
    finally:
        shutil.rmtree(folder)


def clear_folders_of_killed(place: Path) -> None:
    """Remove the folders of programs that were killed, whose servers have ended with them."""
    for folder in place.glob(f"{PREFIX}*-*"):
        if not Path("/proc", folder.name.removeprefix(PREFIX).partition("-")[0]).exists():
            shutil.rmtree(folder, ignore_errors=True)


def _place() -> str:
    """Where every user may come: in memory where there is room, for a disk takes milliseconds for each commit."""
    memory = Path("/dev/shm")  # noqa: S108  the folder there has a name of its own
    is_roomy = os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > ROOM
    return str(memory) if is_roomy else "/tmp"  # noqa: S108  the same


def give_to_plain_user(folder: Path) -> None:
    import pwd  # noqa: PLC0415  there is none where no server is started

    if not os.geteuid():
        os.chown(folder, pwd.getpwnam("postgres").pw_uid, pwd.getpwnam("postgres").pw_gid)


def as_plain_user() -> list[str]:
    """How to start a program that refuses to be root, and that is not to outlive this one."""
    import pwd  # noqa: PLC0415  as above

    if os.geteuid():
        return ["setpriv", "--pdeathsig", "QUIT"]
    user = pwd.getpwnam("postgres")
    identity = ["--reuid", str(user.pw_uid), "--regid", str(user.pw_gid), "--clear-groups"]
    return ["setpriv", *identity, "--pdeathsig", "QUIT"]


def _is_alive(process: int) -> bool:
    """Whether it still does something; who adopted it may not have heard of its end."""
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()[0] != "Z"
    return False


def _wait_until_ready(process: subprocess.Popen[str]) -> None:
    assert process.stderr is not None
    for line in process.stderr:
        if "system is ready to accept " in line:  # connections, or a standby "read-only connections"
            return
    raise AssertionError(f"PostgreSQL did not start: {process.wait()}")


def _read_on(process: subprocess.Popen[str]) -> None:
    """What it says later, for it waits where nobody reads."""
    assert process.stderr is not None
    deque(process.stderr, maxlen=0)


def main(words: Sequence[str]) -> int:
    programs = binaries()
    if programs is None:
        raise SystemExit("no PostgreSQL on this machine: Debian has it as `postgresql`")
    with running_server(programs, SAFE, str(Path.cwd())) as server:
        address = server.new_database().address
        return subprocess.run([word.replace("{}", address) for word in words], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
