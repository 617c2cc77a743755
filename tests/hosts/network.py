"""The way from one host to the database, which can be cut: connections end, or nothing comes through for a while."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from bot.database_address import ServerDatabase
from tests.postgres_server import USER

AT_ONCE: Final = 1 << 16  # bytes


class Network:
    """Carries the bytes of a host's connections to the server's socket, as long as it is whole."""

    def __init__(self, socket: Path) -> None:
        self._socket = socket
        self._whole = asyncio.Event()
        self._whole.set()
        self._is_broken = False
        self._more: int | None = None  # pieces that a host may still send before nothing comes through; None: any
        self._carried: set[asyncio.Task[None]] = set()

    def cut(self) -> None:
        """All connections end at once, whatever was under way; new ones, too."""
        self._is_broken = True
        for one in self._carried:
            one.cancel()

    def hush(self) -> None:
        """Nothing comes through, and nobody is told; what was sent comes later."""
        self._whole.clear()

    def hush_after(self, pieces: int) -> None:
        """The same after so many pieces more that a host sends: it is stopped in the midst of what it does."""
        self._more = pieces

    def mend(self) -> None:
        self._is_broken, self._more = False, None
        self._whole.set()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, to its end."""
        task = asyncio.current_task()
        assert task is not None
        self._carried.add(task)
        there: asyncio.StreamWriter | None = None
        try:
            with suppress(OSError):
                if self._is_broken:
                    return
                answers, there = await asyncio.open_unix_connection(str(self._socket))
                works = (self._pass(reader, there, from_host=True), self._pass(answers, writer))
                ways = [asyncio.ensure_future(one) for one in works]
                try:
                    await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for one in ways:
                        one.cancel()
                    await asyncio.gather(*ways, return_exceptions=True)
        except asyncio.CancelledError:
            pass  # it was cut
        finally:
            for end in (writer, there):
                if end is not None:
                    end.transport.abort()
            self._carried.discard(task)

    async def _pass(self, here: asyncio.StreamReader, there: asyncio.StreamWriter, *, from_host: bool = False) -> None:
        while data := await here.read(AT_ONCE):
            if from_host and self._more is not None:
                self._more -= 1
                if self._more < 0:
                    self.hush()
            await self._whole.wait()
            there.write(data)
            await there.drain()


@asynccontextmanager
async def network(database: ServerDatabase, folder: Path) -> AsyncIterator[tuple[Network, ServerDatabase]]:
    """A way of one's own to a database whose server listens in this folder, and its address by this way."""
    way = Network(folder / ".s.PGSQL.5432")
    listening = await asyncio.start_server(way.carry, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    name = urlsplit(database.address).path
    try:
        yield way, ServerDatabase(f"postgresql://{USER}@127.0.0.1:{port}{name}?sslmode=disable&gssencmode=disable")
    finally:
        listening.close()
        way.cut()
