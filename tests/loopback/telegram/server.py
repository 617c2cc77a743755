"""The Bot API over HTTP: reads calls, lets faults and budgets have their say, judges both sides, answers."""

import asyncio
import inspect
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from aiohttp import web

from tests.loopback.control import control
from tests.loopback.faults import Faults, Kind, When
from tests.loopback.serving import bad_gateway, dropped, listening, walled
from tests.loopback.telegram import judge as judging
from tests.loopback.telegram import limits
from tests.loopback.telegram.calls import Call, Upload
from tests.loopback.telegram.control import ACTS
from tests.loopback.telegram.errors import Declined, too_many
from tests.loopback.telegram.faults import POLLS, Fault
from tests.loopback.telegram.groups import Group
from tests.loopback.telegram.methods import METHODS
from tests.loopback.telegram.methods.settings import download
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.second import Second, aiogram
from tests.loopback.telegram.values import Account, Json
from tests.loopback.telegram.world import World

FIRST_PERSON: Final = 1_000_000
NAMES: Final = {name.lower(): name for name in METHODS}


class Telegram(World):
    """The world with its door. `violations` must be empty at the end of every judged test."""

    def __init__(self, specs: Path | None = None, seed: int = 1) -> None:
        super().__init__()
        self.root = ""
        self.faults = Faults(Fault, seed)
        self.calls: list[Call] = []  # all but polling, oldest first
        self.to_delay: set[str] = set()  # methods whose next call is not answered, and carried out only later
        self.delayed: list[Call] = []
        self.late: asyncio.Event | None = None  # before this no new message is answered, though it is there
        self.violations: list[str] = []
        self.people: dict[int, Person] = {}
        self.groups: dict[int, Group] = {}
        self.judges: list[judging.Judge | Second] = [judging.load(specs)] if specs else []
        if specs and aiogram():
            self.judges.append(Second())
        self.updates.seen = self._judge_update
        self.updates.reply = self._from_webhook

    @property
    def base_url(self) -> str:
        """What clients call their base URL; they append the token."""
        return f"{self.root}/bot"

    @property
    def base_file_url(self) -> str:
        return f"{self.root}/file/bot"

    def user(self, name: str, language: str = "", username: str = "") -> Person:
        """A new person, who has never opened the chat with the bot."""
        account = Account(FIRST_PERSON + self.number(), name, username, language)
        self.join(account)
        person = self.people[account.id] = Person(self, account)
        return person

    def group(
        self, title: str, *people: Person, supergroup: bool = True, forum: bool = False, bot: bool = True
    ) -> Group:
        """A new group of these people, the first its owner, with the bot in it."""
        chat = self.found("supergroup" if supergroup or forum else "group", title, forum)
        group = self.groups[chat.id] = Group(self, chat, people[0])
        for person in people[1:]:
            self.enter(chat, person.account)
        if bot:
            group.adds_bot()
        return group

    def channel(self, title: str, *people: Person) -> Group:
        """A new channel that these people read, the first its owner; the bot is made an administrator, as there all."""
        chat = self.found("channel", title)
        channel = self.groups[chat.id] = Group(self, chat, people[0])
        for person in people[1:]:
            self.enter(chat, person.account)
        channel.promotes_bot()
        return channel

    def called(self, *methods: str) -> list[Call]:
        """The calls of these methods that had an effect."""
        return [one for one in self.calls if one.method in methods and one.succeeded]

    async def serve_call(self, request: web.Request) -> web.StreamResponse:
        """One call, from the address to the answer."""
        try:
            self._check_token(request.match_info["token"])
            call = await read(request, self.clock.now)
        except Declined as refused:
            return web.json_response(refused.wire(), status=refused.code)
        if call.method not in POLLS:
            self.calls.append(call)
        if call.method in self.to_delay:
            self.to_delay.remove(call.method)
            self.delayed.append(call)
            self.changed()
            await asyncio.Event().wait()  # until the client gives it up
        trouble = self.faults.draw(call.method, When.BEFORE)
        if trouble is None:
            call.outcome = await self.outcome(call)
            trouble = self.faults.draw(call.method, When.AFTER) if call.outcome["ok"] else None
        self.changed()
        if self.late is not None and call.method in ("sendMessage", "sendPhoto"):
            await self.late.wait()
        if trouble:
            return broken(request, trouble)
        assert call.outcome is not None
        return web.json_response(call.outcome, status=call.outcome.get("error_code", 200))

    async def carry_out_delayed(self) -> None:
        """What was not answered happens after all, whoever has given it up."""
        for call in self.delayed:
            call.outcome = await self.outcome(call)
        self.delayed.clear()
        self.changed()

    def _check_token(self, token: str) -> None:
        number, _, secret = token.partition(":")
        if not number.isdigit() or not secret:
            raise Declined(404)
        if token != self.token:
            raise Declined(401)

    async def outcome(self, call: Call) -> Json:
        """What the call comes to, with both sides judged."""
        self._judge(lambda judge: judge.call(call.method, call.parameters))
        if self.judges:
            self.violations += limits.of_call(call.method, call.fields)
        method = METHODS.get(call.method)
        try:
            if method is None:
                self.violations.append(f"{call.method}: this server does not know it")
                raise Declined(404, "method not found")
            if sum(len(one.data) for one in call.files.values()) > self.upload_limit:
                raise Declined(413)
            result = method(self, call)
            result = await result if inspect.isawaitable(result) else result
        except Declined as refused:
            return refused.wire()
        old_ones = (
            [one for one in result if one["update_id"] not in self.updates.newer] if call.method in POLLS else result
        )
        self._judge(lambda judge: judge.answer(call.method, old_ones))
        return {"ok": True, "result": result}

    def _judge(self, opinion: Callable[[judging.Judge | Second], list[str]]) -> None:
        self.violations += [fault for judge in self.judges for fault in opinion(judge)]

    def _judge_update(self, update: Json) -> None:
        self._judge(lambda judge: judge.update(update))

    async def _from_webhook(self, body: Json) -> None:
        """A webhook may answer with a method, whose outcome it never learns."""
        fields = {name: value for name, value in body.items() if name != "method"}
        if "method" in body:
            call = Call(body["method"], self.clock.now(), fields)
            self.calls.append(call)
            call.outcome = await self.outcome(call)

    async def serve_file(self, request: web.Request) -> web.StreamResponse:
        try:
            self._check_token(request.match_info["token"])
            return web.Response(body=download(self, request.match_info["path"]))
        except Declined as refused:
            return web.json_response(refused.wire(), status=refused.code)


async def read(request: web.Request, now: Callable[[], float]) -> Call:
    """The call in the address, in JSON, in a form or in a multipart form with files.

    Names of methods are alike in any case (https://core.telegram.org/bots/api#making-requests).
    """
    named = request.match_info["method"]
    call = Call(NAMES.get(named.lower(), named), now(), dict(request.query))
    if request.content_type == "application/json":
        call.fields |= {name: spelled(value) for name, value in (await request.json()).items()}
    elif request.content_type in {"multipart/form-data", "application/x-www-form-urlencoded"}:
        for name, value in (await request.post()).items():
            if isinstance(value, web.FileField):
                call.files[name] = Upload(value.filename, value.file.read())
            else:
                call.fields[name] = value
    return call


def spelled(value: object) -> str:
    """A value of JSON as a form has it: what is no text is what its JSON spells, to Telegram, too."""
    return value if isinstance(value, str) else json.dumps(value)


def broken(request: web.Request, fault: Fault) -> web.StreamResponse:
    """The trouble as the client meets it."""
    match fault.kind:
        case Kind.ERROR:
            return web.json_response(Declined(500).wire(), status=500)
        case Kind.GATEWAY:
            return bad_gateway()
        case Kind.WALL:
            return walled()
        case Kind.FLOOD | Kind.GLOBAL:
            return web.json_response(too_many(fault.retry_after).wire(), status=429)
        case Kind.DROP:
            return dropped(request)


@asynccontextmanager
async def serve(specs: Path | None = None, seed: int = 1, port: int = 0) -> AsyncIterator[Telegram]:
    """A server on a loopback address while the block runs; judged where the specifications are given."""
    telegram = Telegram(specs, seed)
    app = web.Application(client_max_size=limits.LARGEST)
    app.router.add_route("*", "/bot{token:[^/]+}/{method}", telegram.serve_call)
    app.router.add_get("/file/bot{token:[^/]+}/{path:.+}", telegram.serve_file)
    app.router.add_post("/control/{act}", control(telegram, ACTS))
    async with listening(app, port) as telegram.root:
        try:
            yield telegram
        finally:
            await telegram.updates.close()
