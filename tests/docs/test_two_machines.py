"""docs/hosting.md takes its owner from the file to two machines: what it says to type is typed, and people play on.

Put in place of the document's are addresses, ports, folders and the password; `systemctl` stands for the program
itself, started in the machine's folder as its service would be.
"""

import asyncio
import os
import re
import shlex
import sys
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import aiohttp
import pytest

from bot.database_address import ServerDatabase
from tests.docs.test_hosting import blocks, section
from tests.hosts.several import HostProcess, Person, check_stored, seat_two
from tests.loopback.serving import own_port
from tests.postgres_server import FAST, PostgresServer, running_server

PASSWORD: Final = "their-own-word"  # noqa: S105  of a server that is gone with the test
FEW: Final = 4  # actions of each
PATIENCE: Final = 120.0  # seconds

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a page for servers with a shell")


@pytest.fixture(scope="module")
def way(root: Path) -> str:
    """What the page says of the way from one machine to two."""
    return section((root / "docs" / "hosting.md").read_text("utf-8"), "From one machine to two")


@pytest.fixture(scope="module")
def database_machine(postgres_programs: Path) -> Iterator[PostgresServer]:
    """A server that is its administrator's, reached by its port, as one from Debian's package."""
    with running_server(postgres_programs, FAST, owner="postgres", port=own_port()) as server:
        yield server


def test_the_way_to_two_machines_has_ten_commands(way: str) -> None:
    assert len([line for block in blocks(way, "sh") for line in block.splitlines()]) == 10


def test_a_table_of_the_file_is_played_on_from_two_machines(
    way: str, database_machine: PostgresServer, tmp_path: Path, clean_settings: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "bin" / "burraco"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\nexec '{sys.executable}' -m bot \"$@\"\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv(
        "PATH", os.pathsep.join([str(program.parent), str(database_machine.programs), os.environ["PATH"]])
    )
    on_server, at_rest, hosting, on_second = blocks(way, "sh")
    (let_in,), (secret,), (settings,) = (blocks(way, kind) for kind in ("conf", "pgpass", "env"))
    first = Machine.new(tmp_path / "first", database_machine.port)
    home = f"127.0.0.1:{database_machine.port}"
    database = ServerDatabase(f"postgresql://burraco:{PASSWORD}@{home}/burraco")

    async def main() -> None:
        hosts, machines = [first.host], [first]
        async with aiohttp.ClientSession() as session:
            try:
                (first.folder / ".env").write_text(f"BURRACO_WEB=127.0.0.1:{first.web}\n", "utf-8")
                await first.types("systemctl start burraco")
                machines.append(second := Machine.new(tmp_path / "second", database_machine.port))
                people = await seat_two(session, hosts)
                await play_on(session, people)
                before = [len(one.acknowledged) for one in people]

                await administrator(database_machine, tmp_path).types(on_server, f"{PASSWORD}\n{PASSWORD}\n")
                let_in_only(database_machine, let_in)
                for one in machines:
                    one.keep(".pgpass", secret)
                await first.types(at_rest)
                for one in machines:
                    one.keep(".env", settings)
                await first.types(hosting)
                await second.types(on_second)
                hosts.append(second.host)

                await play_on(session, people)
                for person, machine in zip(people, machines, strict=True):
                    async with person.at_window(session) as window:
                        assert window.socket.get_extra_info("peername")[1] == machine.web
                        await window.phase("playing", "pause", "over")
                assert all(len(one.acknowledged) >= many + FEW for one, many in zip(people, before, strict=True))
                for one in machines:
                    await one.types("systemctl stop burraco")
            finally:
                for one in machines:
                    if one.host.url:
                        await one.host.kill()
        assert await check_stored(database, people) >= 4 * FEW

    asyncio.run(main())


@dataclass
class Machine:
    """A folder in which its owner types; `systemctl` starts and stops the program there."""

    folder: Path
    environment: dict[str, str]
    server: int  # its port
    web: int
    host: HostProcess

    @classmethod
    def new(cls, folder: Path, server: int) -> "Machine":
        folder.mkdir()
        settings = {"HOME": str(folder)}
        environment = {**os.environ, **settings, "PYTHONPATH": str(Path(__file__).parent.parent.parent)}
        return cls(folder, environment, server, own_port(), HostProcess("host", folder, settings))

    def keep(self, name: str, text: str) -> None:
        """The file that the page tells to save there."""
        (self.folder / name).write_text(self.here(text), "utf-8")
        (self.folder / name).chmod(0o600)

    def here(self, text: str) -> str:
        """With the addresses of the test, and its password."""
        text = text.replace("db.example.org:5432", f"127.0.0.1:{self.server}").replace("PASSWORD", PASSWORD)
        return text.replace("db.example.org", f"127.0.0.1:{self.server}").replace(
            "0.0.0.0:8765", f"127.0.0.1:{self.web}"
        )

    async def types(self, script: str, answers: str = "") -> None:
        """Line after line, of which each must succeed."""
        for line in script.splitlines():
            match shlex.split(line):
                case ["systemctl", "start", "burraco"] | ["systemctl", "enable", "--now", "burraco"]:
                    await self.host.start()
                case ["systemctl", "stop", "burraco"]:
                    assert await self.host.stop() == 0, self.host.log
                case _:
                    await self._runs(self.here(line), answers)

    async def _runs(self, line: str, answers: str) -> None:
        """In a session of its own: a program that asks for a password finds no terminal, and takes the answers."""
        process = await asyncio.create_subprocess_shell(
            line,
            cwd=self.folder,
            env=self.environment,
            stdin=PIPE,
            stdout=PIPE,
            stderr=STDOUT,
            start_new_session=True,
        )
        output, _ = await asyncio.wait_for(process.communicate(answers.encode()), PATIENCE)
        assert process.returncode == 0, f"{line}\n{output.decode()}"
        assert PASSWORD not in output.decode()


def administrator(server: PostgresServer, folder: Path) -> Machine:
    """The user `postgres`, whom the server lets in through its socket."""
    found = Machine.new(folder / "database", server.port)
    found.environment |= {"PGHOST": str(server.folder), "PGPORT": str(server.port), "PGUSER": server.owner}
    return found


def let_in_only(server: PostgresServer, line: str) -> None:
    """Whom the page lets in, by their password, and the administrator."""
    rows = f"local all postgres trust\n{re.sub(r'[0-9.]+/[0-9]+', '127.0.0.1/32', line)}"
    (server.data / "pg_hba.conf").write_text(rows, "utf-8")
    server.ask("SELECT pg_reload_conf()")
    assert server.ask("SELECT error FROM pg_hba_file_rules WHERE error IS NOT NULL") == []


async def play_on(session: aiohttp.ClientSession, people: list[Person]) -> None:
    """Until each has had some more actions acknowledged."""
    over, wanted = asyncio.Event(), [len(one.acknowledged) + FEW for one in people]
    playing = [asyncio.create_task(one.plays(session, over)) for one in people]
    async with asyncio.timeout(PATIENCE):
        while any(len(one.acknowledged) < many for one, many in zip(people, wanted, strict=True)):
            assert not any(task.done() for task in playing), [task.result() for task in playing]
            await asyncio.sleep(0.05)
    over.set()
    await asyncio.gather(*playing)
