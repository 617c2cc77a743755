"""HTTP on a loopback address: what is the same whichever platform is played."""

import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from aiohttp import web

from tests.chance import chance

OURS: Final = range(20_000, 30_000)  # ports that no system gives to who takes any


def own_port() -> int:
    """A free port that nobody else is given by chance, while whoever listens there is away for a while."""
    for port in chance(os.getpid()).sample(OURS, 1000):
        with socket.socket() as one:
            try:
                one.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
    raise OSError("no port is free")


@asynccontextmanager
async def listening(app: web.Application, port: int) -> AsyncIterator[str]:
    """The app's address while the block runs; port 0 takes a free one."""
    runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", port)
    await site.start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


class Entrance:
    """Where an app takes connections. While it is shut they are refused; those that stand are not touched."""

    def __init__(self, app: web.Application) -> None:
        self._runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=0.1)
        self._site: web.TCPSite | None = None
        self.port = own_port()

    async def __aenter__(self) -> "Entrance":
        await self._runner.setup()
        await self.open()
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self._runner.cleanup()

    async def open(self) -> None:
        self._site = web.TCPSite(self._runner, "127.0.0.1", self.port)
        await self._site.start()

    async def shut(self) -> None:
        if self._site is not None:
            await self._site.stop()
            self._site = None


def bad_gateway() -> web.Response:
    """What stands between the bot and the platform fails: a page, not the JSON that clients look for."""
    return web.Response(status=502, text="<html><h1>502 Bad Gateway</h1></html>", content_type="text/html")


def walled() -> web.Response:
    """What stands between the two lets nothing through from this address for now: discord-api-docs#849, #1149."""
    return web.Response(status=403, text="<html><h1>Access denied</h1>Error 1020</html>", content_type="text/html")


def dropped(request: web.Request) -> web.Response:
    """The connection breaks; what is returned reaches nobody."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response()
