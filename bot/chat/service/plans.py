"""Planned matches as people ask for them, and the planner among the tables: it opens them here, and has it said.

What the planner says is kept with its plan until it has been said (`bot.planner.planner`), so a crash loses no word.
"""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Collection
from typing import Final, TypeAlias, assert_never

from babel.dates import format_datetime

from bot.boards.boards import MOVED, ids_of
from bot.chat.messages.message import Message
from bot.chat.service.channels import Channels, bad_setting, parse_changes
from bot.chat.service.dates import Dates
from bot.chat.service.desk import Desk
from bot.chat.service.intents import Answer, ChangePlan, MakePlan, News, Planning, Plans
from bot.chat.service.openings import TRIES, fresh_label, tables_in
from bot.chat.service.people import who
from bot.chat.speech.declined import declined_words
from bot.chat.speech.languages import Language, say
from bot.chat.speech.planning import doubt_words, plan_words
from bot.host.courier import Undeliverable
from bot.host.door import Done
from bot.host.ports import Person, StoreError
from bot.host.settings import with_settings
from bot.host.table import CLOSED, Table
from bot.host.verdict import Declined
from bot.planner.plan import PAUSED, WAITING, Plan, Terms, Word, in_order, is_moved, read, starts_at
from bot.planner.planner import Full, Planner, World
from bot.planner.when import Unclear, parse_when

LOG: Final = logging.getLogger(__name__)
HERE: Final = "web:here"  # begins the planner's name for a person's own place, where a plan belongs to no channel
Announce: TypeAlias = Callable[[str, Message, str], Awaitable[None]]
"""Says something in a channel, once for the same last word. Raises `bot.host.courier.TryLater`, `Undeliverable`."""


async def nowhere(_channel: str, _message: Message, _once: str) -> None:
    """Where no platform is on."""


class Planned:
    """Planned matches of one bot. `announce` is how a channel is told. Raises `StoreError`."""

    def __init__(self, desk: Desk, channels: Channels) -> None:
        self._desk = desk
        self._channels = channels
        self.announce: Announce = nowhere
        self.dates = Dates(desk)
        world = World(desk.door.clock, self._open, self._tables, self._tell, self._terms, self.dates.noted)
        self.planner = Planner(desk.store, desk.bot, world)
        self._freeing: set[asyncio.Task[None]] = set()
        desk.door.listen(self._hear)

    # --- what people ask ----------------------------------------------------------------------------------------------

    async def answer(self, person: Person, wish: Planning) -> Answer:
        language = await self._channels.language(wish.channel) if wish.channel else person.language
        match wish:
            case MakePlan():
                return await self._make(person, wish, language)
            case Plans(channel):
                return await self._list(person, channel, language)
            case ChangePlan():
                return await self._change(person, wish, language)
            case _:
                assert_never(wish)

    async def _make(self, person: Person, wish: MakePlan, language: Language) -> Answer:
        settings = await self._channels.settings(wish.channel)
        try:
            with_settings(settings, parse_changes(wish.options))
        except ValueError as error:
            return Answer(False, declined_words(language, bad_setting(error)))
        place = wish.channel or _own(person.id)
        if not wish.time:
            made = await self.planner.queue(place, person.id, wish.options, settings.zone)
        else:
            when = parse_when(wish.time, self._desk.door.clock(), settings.zone)
            if isinstance(when, Unclear):
                return Answer(False, doubt_words(language, when))
            made = await self.planner.plan(place, person.id, wish.options, when, settings.zone)
        if isinstance(made, Full):
            return Answer(False, say(language, "plans.full", count=made.most))
        return Answer(True, say(language, "plans.made", plan=plan_line(language, made)), page={"plan": made.id})

    async def _plans(self, person: Person, channel: str) -> tuple[Plan, ...]:
        """What is planned there, the next start first; without a channel what he has planned under any id of his."""
        if channel:
            return await self.planner.plans(channel)
        places = [_own(one) for one in await self._ids(person)]
        return in_order([plan for place in places for plan in await self.planner.plans(place)])

    async def _ids(self, person: Person) -> tuple[str, ...]:
        return ids_of(await self._desk.store.settings_with(self._desk.bot, f'"{MOVED}"'), person.id)

    async def _list(self, person: Person, channel: str, language: Language) -> Answer:
        found = await self._plans(person, channel)
        rows = [
            {"number": number, "words": plan_line(language, plan), "state": plan.state}
            for number, plan in enumerate(found, 1)
        ]
        words = "\n".join([f"{row['number']}. {row['words']}" for row in rows]) or say(language, "plans.none")
        return Answer(True, words, page={"plans": rows})

    async def _change(self, person: Person, wish: ChangePlan, language: Language) -> Answer:
        plans = await self._plans(person, wish.channel)
        chosen = plans if not wish.number else plans[wish.number - 1 : wish.number]
        if not chosen or (not wish.number and wish.what in ("cancel", "skip")):
            return Answer(False, say(language, "plans.no-such"))
        own = wish.what in ("cancel", "skip") and chosen[0].author in await self._ids(person)
        if not (wish.admin or own or not wish.channel):
            return Answer(False, say(language, "plans.not-yours"))
        if wish.number:
            await self._change_one(wish.what, chosen[0].id)
        for place in () if wish.number else dict.fromkeys([plan.channel for plan in chosen]):
            await (self.planner.pause_all if wish.what == "pause" else self.planner.resume_all)(place)
        return await self._list(person, wish.channel, language)

    async def _change_one(self, what: str, plan: str) -> None:
        planner = self.planner
        change = {"cancel": planner.cancel, "skip": planner.skip, "pause": planner.pause, "resume": planner.resume}
        await change[what](plan)

    # --- who planned --------------------------------------------------------------------------------------------------

    async def of(self, persons: Collection[str]) -> list[dict[str, str]]:
        """What these ids of a person have planned, as it is stored about him."""
        rows = [row for row in await self._desk.store.plans(self._desk.bot) if read(row).author in persons]
        return [{"plan": row.plan, "channel": row.channel, "state": row.state, "content": row.content} for row in rows]

    async def end_those_of(self, persons: Collection[str]) -> None:
        """Nobody is there any more for whom these matches could be opened."""
        for row in await self._desk.store.plans(self._desk.bot):
            if read(row).author in persons:
                await self.planner.cancel(row.plan)

    # --- what the planner does ----------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Until it is cancelled."""
        await self.planner.run()

    async def _open(self, plan: Plan, table_id: str) -> str:
        """The short name of the plan's table, opened now or before; "" where it cannot be."""
        person = await self._desk.people.person(plan.author)
        channel = "" if plan.channel.startswith(HERE) else plan.channel
        if not person.id:
            return ""
        try:
            settings = with_settings(await self._channels.settings(channel), parse_changes(plan.settings))
        except ValueError:
            return ""
        for _ in range(TRIES):
            reply = await self._desk.door.open(table_id, fresh_label(), channel, who(person), settings)
            if isinstance(reply, Done):
                return reply.table.label
            if isinstance(reply, Declined) and reply.key == "table-exists":
                table = await self._desk.door.table(table_id)
                return table.label if table else ""
            if not isinstance(reply, Declined) or reply.key != "label-taken":
                return ""
        return ""

    async def _tables(self, channel: str) -> int:
        """How many tables a channel has open; who has none has room."""
        return 0 if channel.startswith(HERE) else await tables_in(self._desk, channel)

    async def _terms(self, channel: str) -> Terms:
        return Terms() if channel.startswith(HERE) else await self._channels.terms(channel)

    async def _tell(self, word: Word) -> None:
        """In its channel; without one to who planned it. Raises `TryLater`."""
        plan = word.plan
        if plan.channel.startswith(HERE):
            author = await self._desk.people.person(plan.author)
            self._desk.tell(News(author.id, plan_words(author.language, word)))
            return
        language = await self._channels.language(plan.channel)
        once = hashlib.sha256(f"{plan.id}\n{word.kind}\n{word.starts}".encode()).hexdigest()[:24]
        try:
            await self.announce(plan.channel, Message(language, lines=(plan_words(language, word),)), once)
        except Undeliverable as error:
            LOG.info("a channel cannot be told of its plan", extra={"reason": error.reason})

    def _hear(self, _table_id: str, table: Table) -> None:
        """A table has closed: there may be room for who waits."""
        if table.phase == CLOSED and table.channel:
            task = asyncio.get_running_loop().create_task(self._freed(table.channel))
            self._freeing.add(task)
            task.add_done_callback(self._freeing.discard)

    async def _freed(self, channel: str) -> None:
        try:
            await self.planner.freed(channel)
        except StoreError as error:  # the next look at what is due opens it
            LOG.warning("who waits for a table was not looked at", extra={"error": str(error)})


def _own(person: str) -> str:
    return f"{HERE}/{person}"


def plan_line(language: Language, plan: Plan) -> str:
    """When, how often, and whether it waits or stands still."""
    time = format_datetime(starts_at(plan), "EEEE d MMMM, HH:mm", locale=language) if plan.starts else ""
    if plan.starts and is_moved(plan):
        time = say(language, "plans.moved", time=time, skipped=plan.first[-5:])
    if plan.state == PAUSED:
        return say(language, "plans.paused", time=time)
    if plan.state == WAITING:
        return say(language, "plans.waits", time=time)
    return say(language, "plans.again", time=time) if plan.rule else say(language, "plans.once", time=time)
