"""Discord over HTTP: reads calls, lets faults and budgets have their say, judges both sides, answers."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from aiohttp import web

from tests.loopback.control import control
from tests.loopback.discord import judge as judging
from tests.loopback.discord.budgets import Budgets, Flood
from tests.loopback.discord.calls import Call, read
from tests.loopback.discord.control import ACTS
from tests.loopback.discord.errors import Declined, invalid
from tests.loopback.discord.faults import Fault
from tests.loopback.discord.people import Person
from tests.loopback.discord.rooms import Club, Room
from tests.loopback.discord.routes import OPEN_TO_ALL, ROUTES, Route
from tests.loopback.discord.values import Json, User
from tests.loopback.discord.world import World
from tests.loopback.faults import Faults, Kind, When
from tests.loopback.serving import Entrance, bad_gateway, dropped, listening, walled

LARGEST: Final = 110 * 1024 * 1024
PREFIX: Final = "/api/v10"
CREATED: Final = "/threads"  # how the addresses end whose answer is 201
NOT_MEANT: Final = frozenset({50035, 50109})  # a bot that knows its limits never earns these
LONG: Final = 90 * 86400.0  # seconds


class Discord(World):
    """The world with its doors. `violations` must be empty at the end of every judged test."""

    def __init__(self, specs: Path | None = None, seed: int = 1) -> None:
        super().__init__()
        self.late: asyncio.Event | None = None  # before this no new message is answered, though it is there
        self.faults = Faults(Fault, seed)
        self.budgets = Budgets()
        self.calls: list[Call] = []  # oldest first
        self.violations: list[str] = []
        self.people: dict[int, Person] = {}
        self.clubs: dict[int, Club] = {}
        self.whims: list[Callable[[Call], Declined | None]] = []  # refusals that nobody knows of yet: no violations
        self.judge: judging.HttpJudge | None = None
        self.gateway_judge: judging.GatewayJudge | None = None
        if specs:
            self.judge, self.gateway_judge = judging.load(specs)
        self.gateway.on_frame = self._judge_frame

    @property
    def api(self) -> str:
        """What `discord.http.Route.BASE` must be."""
        return self.root + PREFIX

    @property
    def gateway_url(self) -> str:
        """What `DiscordWebSocket.DEFAULT_GATEWAY` must be."""
        return self.gateway.address

    @property
    def invalid(self) -> int:
        """The answers for which Discord bans an address after 10,000 in ten minutes."""
        return len([one for one in self.calls if one.status in {401, 403, 429}])

    def user(self, name: str, locale: str = "en-US") -> Person:
        """A new person, in no guild yet."""
        account = User(self.clock.snowflake(), f"user{len(self.users)}", name, locale)
        self.join(account)
        person = self.people[account.id] = Person(self, account)
        return person

    def guild(
        self, name: str, *people: Person, locale: str = "en-US", bot: bool = True, community: bool = False
    ) -> Club:
        """A new guild of these people, the first its owner, with the bot in it, for long."""
        club = Club(self, self.found(name, people[0].account, locale))
        self.clubs[club.id] = club
        club.guild.is_community = community
        for person in people[1:]:
            club.joins(person)
        if bot:
            club.adds_bot(LONG)
        return club

    def room(self, number: int) -> Room:
        return Room(self, self.channels[number])

    def called(self, *routes: str) -> list[Call]:
        """The calls of these routes that had an effect; a part of the route is enough."""
        return [one for one in self.calls if one.succeeded and any(part in one.route for part in routes)]

    def door(self, path: str, route: Route) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        """What answers calls to one path template."""

        async def handle(request: web.Request) -> web.StreamResponse:
            try:
                call = await read(request, path, self.clock.now())
            except Declined as refused:
                return answered(refused.wire(), status=refused.status)
            self.calls.append(call)
            if call.method == "PATCH" and path == "/applications/@me" and call.body.get("interactions_endpoint_url"):
                await self.posting.try_address(call.body["interactions_endpoint_url"])
            return await self._serve(request, call, route)

        return handle

    async def _serve(self, request: web.Request, call: Call, route: Route) -> web.StreamResponse:
        flood = self.budgets.take(call)
        trouble = None if flood else self.faults.draw(call.route, When.BEFORE)
        if trouble and trouble.kind in {Kind.FLOOD, Kind.GLOBAL}:
            flood, trouble = Flood(trouble.retry_after, trouble.kind is Kind.GLOBAL), None
        headers = self.budgets.headers(call)
        if flood:
            call.status, call.answer = 429, _flooded(flood)
            headers |= {"Retry-After": str(flood.retry_after), "X-RateLimit-Scope": "user"}
            headers |= {"X-RateLimit-Global": "true"} if flood.everywhere else {}
            self._judge_answer(call)
        elif trouble is None:
            self._answer(call, route)
            trouble = self.faults.draw(call.route, When.AFTER) if call.succeeded else None
        self.changed()
        if self.late is not None and call.route == "POST /channels/{channel_id}/messages":
            await self.late.wait()
        if trouble:
            return broken(request, call, trouble)
        if call.answer is None:
            return web.Response(status=call.status, headers=headers)
        return answered(call.answer, status=call.status, headers=headers)

    def _answer(self, call: Call, route: Route) -> None:
        """What the call comes to, with both sides judged."""
        if self.judge:
            self.violations += self.judge.call(call.method, call.path, call.query, call.body, bool(call.files))
        self.violations += [f"{call.route}: unknown part {name!r} of a form" for name in call.unknown]
        try:
            if call.unknown:
                raise Declined(50109)
            self._indulge(call)
            if not call.path.startswith(OPEN_TO_ALL) and call.token != self.token:
                raise Declined(0)
            call.answer = self._tried(call, route)
            call.status = 204 if call.answer is None else 201 if call.path.endswith(CREATED) else 200
        except Declined as refused:
            call.status, call.answer = refused.status, refused.wire()
            if refused.code in NOT_MEANT and not (call.unknown or refused.whim):
                self.violations.append(f"{call.route}: {refused}")
        self._judge_answer(call)

    def _indulge(self, call: Call) -> None:
        for whim in self.whims:
            refused = whim(call)
            if refused is not None:
                refused.whim = True
                raise refused

    def _tried(self, call: Call, route: Route) -> Any:
        try:
            return route(self, call)
        except (KeyError, TypeError, ValueError, AttributeError) as wrong:
            raise invalid("body", f"{type(wrong).__name__}: {wrong}") from wrong

    def _judge_answer(self, call: Call) -> None:
        if self.judge:
            self.violations += self.judge.answer(call.method, call.path, call.status, call.answer)

    def _judge_frame(self, way: str, frame: Json) -> None:
        if self.gateway_judge:
            self.violations += self.gateway_judge.frame(way, frame)

    async def unknown(self, request: web.Request) -> web.StreamResponse:
        self.violations.append(f"{request.method} {request.path}: this server does not know it")
        return answered({"message": "404: Not Found", "code": 0}, status=404)

    async def serve_file(self, request: web.Request) -> web.StreamResponse:
        """An attachment by the address that its message tells."""
        channel = self.channels.get(int(request.match_info["channel"]))
        messages = list(channel.messages.values()) if channel else []
        files = [file for one in messages if not one.deleted for file in one.content.attachments]
        found = [one for one in files if str(one.id) == request.match_info["number"]]
        return web.Response(body=found[0].data, content_type=found[0].kind) if found else web.Response(status=404)


def answered(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """JSON under exactly the content type that the client looks for: no charset behind it."""
    kind = {"Content-Type": "application/json"}
    return web.Response(body=json.dumps(body).encode(), status=status, headers={**(headers or {}), **kind})


def _flooded(flood: Flood) -> Json:
    message = "You are being rate limited."
    return {"message": message, "code": 0, "retry_after": flood.retry_after, "global": flood.everywhere}


def broken(request: web.Request, call: Call, fault: Fault) -> web.StreamResponse:
    """The trouble as the client meets it."""
    match fault.kind:
        case Kind.ERROR:
            call.status = 500
            return answered({"message": "500: Internal Server Error", "code": 0}, status=500)
        case Kind.GATEWAY:
            call.status = 502
            return bad_gateway()
        case Kind.WALL:
            call.status = 403
            return walled()
        case _:
            return dropped(request)


@asynccontextmanager
async def serve(specs: Path | None = None, seed: int = 1, port: int = 0) -> AsyncIterator[Discord]:
    """A server on a loopback address while the block runs; judged where the specifications are given."""
    discord = Discord(specs, seed)
    app = web.Application(client_max_size=LARGEST)
    for (method, path), route in ROUTES.items():
        app.router.add_route(method, PREFIX + path, discord.door(path, route))
    lines = web.Application()
    for path in ("/gateway", "/gateway/"):
        lines.router.add_get(path, discord.gateway.serve)
    app.router.add_get("/attachments/{channel}/{number}/{name}", discord.serve_file)
    app.router.add_post("/control/{act}", control(discord, ACTS))
    app.router.add_route("*", "/{tail:.*}", discord.unknown)
    async with listening(app, port) as discord.root, Entrance(lines) as discord.gateway.entrance:
        try:
            yield discord
        finally:
            await discord.posting.close()
            await discord.gateway.close()
