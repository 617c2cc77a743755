"""One address for the servers of several bots of a platform, as a platform has it: the token of a call tells which."""

import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final

import aiohttp
from aiohttp import web

from tests.loopback.discord import Discord
from tests.loopback.serving import listening
from tests.loopback.telegram import Telegram
from tests.loopback.telegram.values import Account

PASSED_ON: Final = ("Authorization", "Content-Type", "X-Audit-Log-Reason", "X-RateLimit-Precision", "User-Agent")
IN_PATH: Final = re.compile(r"/(?:file/)?bot([^/]+)/")
OF_APPLICATION: Final = re.compile(r"/webhooks/(\d+)/")
OF_INTERACTION: Final = re.compile(r"/interactions/\d+/([^/]+)/callback")
LARGEST: Final = 50 * 1024 * 1024
SECOND: Final = 7_000_000_002

Server = Discord | Telegram


def as_second_bot(server: Server) -> None:
    """The bot of this server is another one than that of a server as it comes."""
    if isinstance(server, Telegram):
        del server.accounts[server.bot.id]
        server.bot = Account(SECOND, "Circolo", "circolo_bot", is_bot=True)
        server.accounts[SECOND] = server.bot
        server.token = f"{SECOND}:AAsecondsecondsecondsecondsecond12"
    else:
        server.token = "second.second.secondsecondsecond"  # noqa: S105  a key to nothing
        server.bot = server.users[server.bot.id] = replace(server.bot, username="circolo", name="Circolo")


@asynccontextmanager
async def switchboard(servers: Sequence[Server]) -> AsyncIterator[str]:
    """The address, where the servers' own would be, while the block runs."""
    chosen = _of_telegram if isinstance(servers[0], Telegram) else _of_discord

    async def passed_on(request: web.Request) -> web.Response:
        server = chosen(servers, request)
        if server is None:
            return web.json_response({"message": "401: Unauthorized", "code": 0, "ok": False}, status=401)
        headers = {name: request.headers[name] for name in PASSED_ON if name in request.headers}
        body = await request.read()
        async with session.request(request.method, server.root + request.path_qs, headers=headers, data=body) as answer:
            content = await answer.read()
            headers = {
                name: value for name, value in answer.headers.items() if name.startswith(("X-", "Retry", "Content-T"))
            }
            return web.Response(status=answer.status, body=content, headers=headers)

    app = web.Application(client_max_size=LARGEST)
    app.router.add_route("*", "/{tail:.*}", passed_on)
    timeout = aiohttp.ClientTimeout(total=None)
    async with aiohttp.ClientSession(timeout=timeout, auto_decompress=True) as session, listening(app, 0) as root:
        yield root


Choose = Callable[[Sequence[Server], web.Request], Server | None]


def _of_telegram(servers: Sequence[Server], request: web.Request) -> Server | None:
    found = IN_PATH.match(request.path)
    return next((one for one in servers if found and one.token == found[1]), None)


def _of_discord(servers: Sequence[Server], request: web.Request) -> Server | None:
    application, interaction = OF_APPLICATION.search(request.path), OF_INTERACTION.search(request.path)
    token = request.headers.get("Authorization", "").removeprefix("Bot ")
    for one in servers:
        assert isinstance(one, Discord)
        is_its = interaction[1] in one.acts if interaction else application and application[1] == str(one.bot.id)
        if is_its or one.token == token:
            return one
    return None
