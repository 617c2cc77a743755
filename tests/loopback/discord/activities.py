"""What Discord has for Activities: codes of who opens one, where each runs, its proxy, and the client around the frame.

A code is good once, and for the application that it was asked for. All that the page asks for goes through the proxy,
whose address is the page's own.
"""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import aiohttp
from aiohttp import WSMsgType, web

from tests.loopback.discord import wire
from tests.loopback.discord.values import User
from tests.loopback.discord.world import World
from tests.loopback.serving import listening

CLIENT: Final = """<!doctype html><title>Discord</title>
<style>body{margin:0}iframe{border:0;width:100vw;height:100vh}</style><iframe></iframe><script>
const frame = document.querySelector("iframe");
window.links = []; // that somebody has said yes to
const said = JSON.parse(decodeURIComponent(location.hash.slice(1)));
window.addEventListener("message", ({ data: [opcode, payload], source, origin }) => {
  const answer = (body) => source.postMessage([1, body], origin);
  if (opcode === 0) {
    const config = { api_endpoint: "//discord.com/api", environment: "production" };
    answer({ cmd: "DISPATCH", evt: "READY", data: { v: 1, config }, nonce: null });
  } else if (opcode === 1 && payload.cmd === "AUTHORIZE") {
    answer({ cmd: "AUTHORIZE", evt: null, nonce: payload.nonce, data: { code: said.code } });
  } else if (opcode === 1 && payload.cmd === "OPEN_EXTERNAL_LINK") {
    links.push(payload.args.url);
    answer({ cmd: "OPEN_EXTERNAL_LINK", evt: null, nonce: payload.nonce, data: { opened: true } });
  }
});
frame.src = `${said.place}?${new URLSearchParams({ frame_id: "f", instance_id: said.instance, platform: "desktop" })}`;
</script>"""


class Activities:
    """Beside a world. `host` is where the proxy finds the page, with the path of its mapping."""

    def __init__(self, world: World, secret: str) -> None:
        self.world = world
        self.secret = secret
        self.other_secrets: dict[str, str] = {}  # of other applications than the world's bot's
        self.address = ""
        self.host = ""
        self.waits = ""  # what it says with each code instead of taking it: how many seconds to wait
        self.questions: list[str] = []  # what the host has asked for
        self.asked_elsewhere: list[str] = []  # paths of the API that no Activity needs
        self._codes: dict[str, tuple[str, User]] = {}
        self._tokens: dict[str, User] = {}
        self._instances: dict[str, tuple[int, list[User]]] = {}

    def code(self, user: User, application: str = "") -> str:
        """One that this person's client gets for an application."""
        code = secrets.token_urlsafe(20)
        self._codes[code] = (application or str(self.world.bot.id), user)
        return code

    def begins(self, channel: int, *users: User) -> str:
        """An Activity in a channel, with these people in it."""
        instance = f"i-{len(self._instances)}-gc-{channel}"
        self._instances[instance] = (channel, list(users))
        return instance

    def launched(self, user: User, instance: str) -> str:
        """The address of a client with the Activity in its frame."""
        facts = json.dumps({"code": self.code(user), "instance": instance, "place": f"{self.address}/"})
        return f"{self.address}/client#{facts}"

    # --- the API ------------------------------------------------------------------------------------------------------

    async def exchange(self, request: web.Request) -> web.Response:
        self.questions.append("token")
        if self.waits:
            return web.json_response(
                {"message": "You are being rate limited."}, status=429, headers={"Retry-After": self.waits}
            )
        form = await request.post()
        application, user = self._codes.pop(str(form.get("code")), ("", None))
        secret = self.other_secrets.get(application, self.secret)
        is_ours = form.get("client_id") == application and form.get("client_secret") == secret
        if user is None or not is_ours or form.get("grant_type") != "authorization_code":
            return web.json_response({"error": "invalid_grant"}, status=400)
        token = secrets.token_urlsafe(16)
        self._tokens[token] = user
        return web.json_response({"access_token": token, "token_type": "Bearer", "scope": "identify"})

    async def me(self, request: web.Request) -> web.Response:
        self.questions.append("me")
        user = self._tokens.get(request.headers.get("Authorization", "").removeprefix("Bearer "))
        if user is None:
            return web.json_response({"message": "401: Unauthorized", "code": 0}, status=401)
        return web.json_response({**wire.user(user), "locale": user.locale})

    async def application(self, request: web.Request) -> web.Response:
        """https://docs.discord.com/developers/resources/application#get-current-application"""
        self.questions.append("application")
        if request.headers.get("Authorization") != f"Bot {self.world.token}":
            return web.json_response({"message": "401: Unauthorized", "code": 0}, status=401)
        return web.json_response({"id": str(self.world.bot.id), "name": self.world.bot.name})

    async def instance(self, request: web.Request) -> web.Response:
        self.questions.append("instance")
        found = self._instances.get(request.match_info["instance"])
        if request.headers.get("Authorization") != f"Bot {self.world.token}" or found is None:
            return web.json_response({"message": "404: Not Found", "code": 0}, status=404)
        place = {"id": f"gc-{found[0]}", "kind": "gc", "channel_id": str(found[0]), "guild_id": None}
        return web.json_response({"location": place, "users": [str(one.id) for one in found[1]]})

    # --- the proxy ----------------------------------------------------------------------------------------------------

    async def client(self, _request: web.Request) -> web.Response:
        return web.Response(text=CLIENT, content_type="text/html")

    async def passed_on(self, request: web.Request) -> web.StreamResponse:
        """Asked for again at the host, under the host's name; where the page comes from is told as it is."""
        if request.path.startswith("/api/"):
            self.asked_elsewhere.append(request.path)
        path = request.path_qs.removeprefix("/.proxy")
        headers = {name: request.headers[name] for name in ("Origin", "Content-Type") if name in request.headers}
        async with aiohttp.ClientSession(auto_decompress=True) as session:
            if request.headers.get("Upgrade", "").lower() == "websocket":
                return await _through(session, f"{self.host}{path}", headers, request)
            body = await request.read()
            async with session.request(request.method, f"{self.host}{path}", data=body, headers=headers) as answer:
                names = ("Content-Type", "Content-Security-Policy", "ETag")
                more = {name: answer.headers[name] for name in names if name in answer.headers}
                return web.Response(status=answer.status, body=await answer.read(), headers=more)


async def _through(
    session: aiohttp.ClientSession, address: str, headers: dict[str, str], request: web.Request
) -> web.WebSocketResponse:
    ours = web.WebSocketResponse()
    async with session.ws_connect(address, headers=headers) as theirs:
        await ours.prepare(request)

        async def back() -> None:
            async for message in theirs:
                await ours.send_str(message.data)

        async with _beside(back()):
            async for message in ours:
                if message.type is WSMsgType.TEXT:
                    await theirs.send_str(message.data)
    return ours


@asynccontextmanager
async def _beside(work: Any) -> AsyncIterator[None]:
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@asynccontextmanager
async def activities(world: World, secret: str) -> AsyncIterator[Activities]:
    found = Activities(world, secret)
    world.launch = found.begins
    app = web.Application()
    app.router.add_post("/api/oauth2/token", found.exchange)
    app.router.add_get("/api/users/@me", found.me)
    app.router.add_get("/api/applications/@me", found.application)
    app.router.add_get("/api/applications/{application}/activity-instances/{instance}", found.instance)
    app.router.add_get("/client", found.client)
    app.router.add_route("*", "/{path:.*}", found.passed_on)
    async with listening(app, 0) as found.address:
        yield found
    world.launch = None
