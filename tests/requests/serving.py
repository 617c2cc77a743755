"""A service over a real door and database, with people who ask for things; and what it tells them unasked."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from bot.host.door import Door
from bot.host.scheduler import Scheduler
from bot.messages.message import Message
from bot.requests.answer import Answer
from bot.requests.news import News
from bot.requests.openings import Open
from bot.requests.people import about
from bot.requests.plans import Announce, ChangePlan, MakePlan
from bot.requests.request_context import RequestContext
from bot.requests.requests import Request
from bot.requests.seating import Join, NextTable, Replace
from bot.requests.service import Service
from bot.requests.table_commands import Do
from bot.store.sqlite import SqliteStore, open_store
from bot.tables.table import PLAYING, Table
from bot.views.table_view import Json
from engine.actions import Action, format_action
from engine.players import PLAYERS
from engine.view import View, view
from tests.planner.letters import bring

BOT: Final = "b"
START: Final = 1_700_000_000_000
NAMES: Final = ("Anna", "Bruno", "Carla", "Dario", "Elsa", "Fabio", "Gino", "Hanna", "Ivo")


async def think(_name: str, seen: View, _person: str = "") -> Action:
    return PLAYERS["random"](5).choose(seen)


async def nowhere(_channel: str, _message: Message, _once: str, _reference: str) -> str:
    """Where no platform is on."""
    return ""


class World:
    """One bot. Its clock is set by hand; `again` is the same bot after a restart."""

    def __init__(self, store: SqliteStore, language: str = "en") -> None:
        self.store = store
        self.now = START
        self.seeds = iter(range(1, 1_000_000))
        self.door = Door(store, BOT, lambda: self.now, lambda size: next(self.seeds).to_bytes(size, "big"))
        self.scheduler = Scheduler(self.door, store, think)
        self.service = Service(self.door, store, BOT, language)
        self.news: list[News] = []
        self.service.hear(self.news.append)
        self.deliveries = 0
        self.announce: Announce = nowhere

    def again(self) -> "World":
        world = World(self.store)
        world.now, world.deliveries = self.now, self.deliveries + 1000
        return world

    async def person(self, name: str, platform: str = "discord", locale: str = "en") -> str:
        return await self.service.register(platform, name.lower(), locale, name)

    async def about(self, person: str) -> Json:
        """What a person is told of themselves, by an id of theirs."""
        return about(await self.service.person(person))

    async def people(self, count: int) -> list[str]:
        return [await self.person(name) for name in NAMES[:count]]

    def delivery(self) -> str:
        self.deliveries += 1
        return f"d{self.deliveries}"

    async def asks(self, person: str, channel: str = "", delivery: str = "", **where: Any) -> RequestContext:
        """What this person does next, where a platform says that it was."""
        found = await self.service.person(person)
        return RequestContext(channel.partition(":")[0], "", channel, delivery, person=found, **where)

    async def do(self, person: str, request: Request, channel: str = "") -> Answer:
        """An admin of whom nothing else is said is one of the place where the table was opened."""
        if isinstance(request, Do | NextTable | Replace) and request.admin and not channel:
            table = await self.door.table(await self.service.table_of(request.table) or request.table)
            channel = table.channel if table is not None else ""
        answer = await self.service.do(person, request, channel)
        if isinstance(request, (MakePlan, ChangePlan)):
            await self.bring()
        return answer

    async def fire(self) -> None:
        """What is due of planned matches happens, and is heard."""
        await self.service.planned_matches.planner.fire()
        await self.bring()

    async def bring(self) -> None:
        """Channels are told what planned matches have to say."""
        planned = self.service.planned_matches
        await bring(self.store, BOT, planned.planner, partial(planned.deliver, self.announce), self.now)

    async def done(self, person: str, request: Request, channel: str = "") -> Answer:
        answer = await self.do(person, request, channel)
        assert answer.done, answer
        return answer

    async def say(self, person: str, table: str, command: str, *, admin: bool = False) -> Answer:
        return await self.do(person, Do(table, command, self.delivery(), sure=True, admin=admin))

    async def said(self, person: str, table: str, command: str, *, admin: bool = False) -> Table:
        answer = await self.say(person, table, command, admin=admin)
        assert answer.done, answer
        return await self.table(answer.table)

    async def table(self, table_id: str) -> Table:
        table = await self.door.table(table_id)
        assert table is not None
        return table

    async def open(self, person: str, channel: str = "", options: str = "") -> Table:
        """A new table; its id is its label's."""
        answer = await self.done(person, Open(channel=channel, options=options))
        return await self.table(answer.table)

    async def join(self, person: str, table: Table, channel: str = "", seat: str = "") -> Answer:
        return await self.do(person, Join(table.label, channel, seat, self.delivery()))

    async def now_of(self, table: Table) -> Table:
        """The table as it is now."""
        return await self.table(await self.service.table_of(table.label))

    async def tick(self) -> None:
        """Fire what is due, or go on to the moment when something is."""
        if not await self.scheduler.fire():
            self.now = max(self.now + 1, await self.store.next_due(BOT) or 0)

    async def until(self, table: Table, *phases: str) -> Table:
        now = await self.now_of(table)
        while now.phase not in phases:
            await self.tick()
            now = await self.now_of(table)
        return now

    async def lap(self, table: Table) -> None:
        """Everybody plays a turn: from now on a match that is given up counts."""
        now = await self.until(table, PLAYING)
        while now.game is not None and len(now.game.turns) < len(now.chairs):
            if now.chair(now.in_turn).human:
                action = PLAYERS["greedy"](7).choose(view(now.game.deal, now.in_turn))
                await self.said(now.chair(now.in_turn).person, table.label, f"play {format_action(action)}")
            else:
                await self.tick()
            now = await self.now_of(table)

    def news_to(self, person: str) -> list[str]:
        """What this person has been told unasked."""
        return [one.words for one in self.news if one.person == person and one.words]


def run(work: Callable[[World], Awaitable[None]], language: str = "en") -> None:
    """Run a test's work in a world of its own."""

    async def main(folder: Path) -> None:
        store = await open_store(folder / "chat.db", START)
        try:
            await work(World(store, language))
        finally:
            await store.close()

    with TemporaryDirectory() as folder:
        asyncio.run(main(Path(folder)))
