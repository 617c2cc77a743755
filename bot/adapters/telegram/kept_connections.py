"""Connections to a Bot API server that are kept open, each with one call at a time.

A general client for HTTP looks at much in each call that is the same in all of ours (cookies, redirections, kinds of
bodies, encodings): that was two thirds of what a call cost. What is not plain is left to it: see `request.py`.
"""

import asyncio
import socket
import ssl
from dataclasses import dataclass
from functools import cache
from typing import Final, cast

from bot.adapters.telegram.http_answers import HttpAnswer, NoHttpAnswer, answer_in

STAYS_OPEN: Final = 15.0  # seconds that a connection is kept while nothing is called; servers close theirs later
EACH_ADDRESS: Final = 4.0  # seconds for one of several addresses: one that nobody answers at may come first


@dataclass(frozen=True, slots=True)
class ApiServer:
    """Where calls go."""

    host: str
    port: int
    is_secure: bool


class ApiConnection(asyncio.Protocol):
    """One connection. Whoever gives a call up closes it: an answer that comes late is nobody else's."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._came = bytearray()
        self._answer: asyncio.Future[HttpAnswer] | None = None
        self._room: asyncio.Future[None] | None = None  # while the server takes no more for the moment
        self.used_at = 0.0

    # --- what is asked ------------------------------------------------------------------------------------------------

    async def ask(self, request: bytes, patience: float | None) -> HttpAnswer:
        """The answer to a request. Raises `TimeoutError`, `OSError`."""
        if self._transport is None or not self.is_open:
            raise ConnectionResetError
        answer: asyncio.Future[HttpAnswer] = asyncio.get_running_loop().create_future()
        self._answer = answer
        try:
            self._transport.write(request)
            if self._room is not None:
                await self._room
            async with asyncio.timeout(patience):
                return await answer
        finally:
            self._answer = None
            self._came.clear()
            if not answer.cancel() and not answer.cancelled():
                answer.exception()  # it is known why, also where nobody waits for it any more

    @property
    def is_open(self) -> bool:
        return self._transport is not None and not self._transport.is_closing()

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    # --- what happens to it -------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        if self._answer is None:  # nobody has asked
            self.close()
            return
        self._came += data
        self._read(is_over=False)

    def eof_received(self) -> None:
        self._read(is_over=True)

    def connection_lost(self, error: Exception | None) -> None:
        self._fail(error or ConnectionResetError())
        self.resume_writing()  # whoever waits for room is told by what they ask next

    def pause_writing(self) -> None:
        self._room = asyncio.get_running_loop().create_future()

    def resume_writing(self) -> None:
        room, self._room = self._room, None
        if room is not None and not room.done():
            room.set_result(None)

    def _read(self, is_over: bool) -> None:
        if self._answer is None or self._answer.done():
            return
        try:
            found = answer_in(bytes(self._came), is_over)
        except NoHttpAnswer as error:
            self._fail(error)
            self.close()
            return
        if found is not None:
            self._answer.set_result(found)

    def _fail(self, error: Exception) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error)


class KeptConnections:
    """So many connections at most. Raises `TimeoutError`, `OSError`."""

    def __init__(self, most: int) -> None:
        self._places = asyncio.Semaphore(most)
        self._idle: dict[ApiServer, list[ApiConnection]] = {}
        self._answers_at: dict[ApiServer, str] = {}  # the address that answered last

    async def post(
        self, server: ApiServer, request: bytes, connecting: float | None, patience: float | None
    ) -> HttpAnswer:
        """The answer to a request as it stands; `connecting`: seconds until there is a connection for it."""
        async with asyncio.timeout(connecting):
            await self._places.acquire()
            try:
                connection = self._take_kept(server) or await self._connect(server)
            except BaseException:
                self._places.release()
                raise
        try:
            answer = await connection.ask(request, patience)
        except BaseException:
            connection.close()
            raise
        finally:
            self._places.release()
        self._keep(server, connection, answer)
        return answer

    def close(self) -> None:
        """What is kept; a call that is under way ends as it does."""
        for idle in self._idle.values():
            for one in idle:
                one.close()
        self._idle.clear()

    def _keep(self, server: ApiServer, connection: ApiConnection, answer: HttpAnswer) -> None:
        if answer.stays:
            connection.used_at = asyncio.get_running_loop().time()
            self._idle.setdefault(server, []).append(connection)
        else:
            connection.close()

    def _take_kept(self, server: ApiServer) -> ApiConnection | None:
        """The one used last, as long as servers surely keep theirs; the others are closed when they are met."""
        idle, since = self._idle.get(server, []), asyncio.get_running_loop().time() - STAYS_OPEN
        while idle:
            connection = idle.pop()
            if connection.is_open and connection.used_at >= since:
                return connection
            connection.close()
        return None

    async def _connect(self, server: ApiServer) -> ApiConnection:
        """A new one, at any of the server's addresses, that which answered last before all others."""
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(server.host, server.port, type=socket.SOCK_STREAM)
        last = self._answers_at.get(server)
        addresses = sorted(dict.fromkeys(str(one[4][0]) for one in found), key=lambda one: one != last)
        security = trusted() if server.is_secure else None
        name = server.host if server.is_secure else None
        for address in addresses:
            is_last = address == addresses[-1]
            try:
                async with asyncio.timeout(None if is_last else EACH_ADDRESS):
                    _, connection = await loop.create_connection(
                        ApiConnection, address, server.port, ssl=security, server_hostname=name
                    )
            except (OSError, TimeoutError):
                if is_last:
                    raise
                continue
            self._answers_at[server] = address
            return connection
        raise ConnectionError("no address")


@cache
def trusted() -> ssl.SSLContext:
    """Whose word is taken for who a server is: that of the machine's authorities."""
    return ssl.create_default_context()
