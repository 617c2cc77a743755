"""Planned matches as people ask for them, and the planner among the tables: it opens them here, and has it said.

What the planner says is kept with its plan until it has been said (`bot.planner.planner`), so a crash loses no word.
"""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from typing import Final, TypeAlias, assert_never

from babel.dates import format_datetime

from bot.boards.privacy import is_erased
from bot.chat.messages.message import Message
from bot.chat.service.answer import Answer, PlanList, PlanMade
from bot.chat.service.channels import Channels, parse_changes
from bot.chat.service.dates import Dates
from bot.chat.service.desk import Desk
from bot.chat.service.intents import SOON, ChangePlan, MakePlan, News, Planning, Plans
from bot.chat.service.openings import TRIES, fresh_label, tables_in
from bot.chat.service.people import who
from bot.chat.speech.declined import declined_words
from bot.chat.speech.languages import Language, say
from bot.chat.speech.planning import doubt_words, in_zone, plan_words
from bot.chat.speech.recurring import often
from bot.host.door import Done
from bot.host.hours import parse_zone
from bot.host.ports import Person, StoreError
from bot.host.settings import bad_setting, with_settings
from bot.host.table import CLOSED, Table
from bot.host.undelivered import Undeliverable
from bot.host.verdict import Declined
from bot.lately import Lately
from bot.planner.calendar import wall
from bot.planner.plan import PAUSED, WAITING, Plan, Terms, Word, in_order, is_moved, read, starts_at
from bot.planner.planner import Full, Planner, World, named_after
from bot.planner.when import Unclear, parse_when

LOG: Final = logging.getLogger(__name__)
LISTED: Final = 10_000  # places
CHANGES: Final = ("cancel", "skip", "pause", "resume")
FORGOTTEN: Final = "gone:"  # begins what stands in place of a private chat whose person was forgotten
_THIS_YEAR: Final = "EEEE d MMMM, HH:mm"
_ANOTHER_YEAR: Final = "EEEE d MMMM y, HH:mm"
HERE: Final = "web:here"  # begins the planner's name for a person's own place, where a plan belongs to no channel
Announce: TypeAlias = Callable[[str, Message, str], Awaitable[None]]
"""Says something in a channel, once for the same last word. Raises `bot.host.undelivered.TryLater`, `Undeliverable`."""


async def nowhere(_channel: str, _message: Message, _once: str) -> None:
    """Where no platform is on."""


class Planned:
    """Planned matches of one bot. `announce` is how a channel is told. Raises `StoreError`."""

    def __init__(self, desk: Desk, channels: Channels) -> None:
        self._desk = desk
        self._channels = channels
        self.announce: Announce = nowhere
        self.dates = Dates(desk)
        world = World(
            desk.door.clock, self._open, self._tables, self._tell, self._terms, self.dates.noted, desk.opening
        )
        self.planner = Planner(desk.store, desk.bot, world)
        self._shown: Lately[str, tuple[str, ...]] = Lately(LISTED)  # by place: the plans as they were listed there last
        self._freeing: set[asyncio.Task[None]] = set()
        desk.door.listen(self._hear)

    # --- what people ask ----------------------------------------------------------------------------------------------

    async def answer(self, person: Person, wish: Planning, alone: bool = False) -> Answer:
        """What came of it; where only he reads it (`alone`) in his language, else in the channel's."""
        shared = wish.channel and not alone
        language = await self._channels.language(wish.channel) if shared else person.language
        match wish:
            case MakePlan():
                return await self._make(person, wish, language)
            case Plans(channel, zone):
                return await self._list(person, channel, language, zone)
            case ChangePlan():
                return await self._change(person, wish, language)
            case _:
                assert_never(wish)

    async def _make(self, person: Person, wish: MakePlan, language: Language) -> Answer:
        settings = await self._channels.settings(wish.channel)
        time, options = _parted(wish)
        here = zone_of(wish.zone, settings.zone)
        try:
            settings = with_settings(replace(settings, zone=here), parse_changes(options))
            parse_zone(settings.zone)
        except ValueError as error:
            return Answer(False, declined_words(language, bad_setting(error)))
        place = wish.channel or _own(person.id)
        plan_id = named_after(person.id, wish.delivery) if wish.delivery else ""
        if not time:
            made = await self.planner.queue(place, person.id, options, settings.zone, plan_id)
        else:
            when = parse_when(time, self._desk.door.clock(), settings.zone)
            if isinstance(when, Unclear):
                known = await self.planner.find(plan_id)  # the same delivery again, when its time has passed
                if known is None:
                    return Answer(False, doubt_words(language, when))
                made = known
            else:
                made = await self.planner.plan(place, person.id, options, when, settings.zone, plan_id)
        if isinstance(made, Full):
            return Answer(False, say(language, "plans.full", count=made.most))
        number = await self._number(person, wish.channel, made)
        words = say(language, "plans.made", plan=self._line(language, made, here), number=number)
        return Answer(True, words, page=PlanMade(made.id))

    async def _number(self, person: Person, channel: str, plan: Plan) -> int:
        """By which the plan can be named from now on: behind those of the list that was shown there last."""
        known = [one.id for one in await self._plans(person, channel) if one.id != plan.id]
        shown = self._shown.get(channel or _own(person.id), tuple(known))
        if plan.id not in shown:
            shown = (*shown, plan.id)
        self._shown[channel or _own(person.id)] = shown
        return shown.index(plan.id) + 1

    async def _plans(self, person: Person, channel: str) -> tuple[Plan, ...]:
        """What is planned there, the next start first; without a channel what he has planned under any id of his."""
        if channel:
            return await self.planner.plans(channel)
        places = [_own(one) for one in await self._desk.ids(person.id)]
        return in_order([plan for place in places for plan in await self.planner.plans(place)])

    async def _list(self, person: Person, channel: str, language: Language, zone: str = "") -> Answer:
        found = await self._plans(person, channel)
        self._shown[channel or _own(person.id)] = tuple([plan.id for plan in found])
        here = zone_of(zone, (await self._channels.settings(channel)).zone)
        several = len({here, *[plan.zone for plan in found]}) > 1
        lines = await self._told_apart(found, [self._line(language, plan, "" if several else here) for plan in found])
        rows = [
            {
                "id": plan.id,
                "number": number,
                "words": line,
                "state": plan.state,
                "starts": plan.starts,
            }
            for number, (plan, line) in enumerate(zip(found, lines, strict=True), 1)
        ]
        words = "\n".join([f"{row['number']}. {row['words']}" for row in rows]) or say(language, "plans.none")
        return Answer(True, words, page=PlanList(rows, here))

    async def _told_apart(self, plans: Sequence[Plan], lines: Sequence[str]) -> list[str]:
        """The lines; of those that read alike each names who planned it, and what is set for it."""
        told = []
        for plan, line in zip(plans, lines, strict=True):
            author = who(await self._desk.people.person(plan.author)).name
            apart = (line, author, plan.settings) if lines.count(line) > 1 else (line,)
            told.append(" – ".join([part for part in apart if part]))
        return told

    def _line(self, language: Language, plan: Plan, here: str) -> str:
        return plan_line(language, plan, self._desk.door.clock(), here)

    async def _change(self, person: Person, wish: ChangePlan, language: Language) -> Answer:
        plans = await self._plans(person, wish.channel)
        named = bool(wish.number or wish.plan)
        one = named or wish.what in ("cancel", "skip")
        chosen = self._chosen(person, wish, plans) if named else plans
        if wish.what not in CHANGES or (named and not chosen):
            return Answer(False, say(language, "plans.no-such"))
        if not chosen or (one and len(chosen) > 1):
            listed = (await self._list(person, wish.channel, language, wish.zone)).words
            return Answer(False, f"{say(language, 'plans.which')}\n{listed}" if chosen else listed)
        own = wish.what in ("cancel", "skip") and chosen[0].author in await self._desk.ids(person.id)
        if not (wish.admin or own or not wish.channel):
            return Answer(False, say(language, "plans.not-yours"))
        if one:
            await self._change_one(person, wish, chosen[0])
        for place in () if one else dict.fromkeys([plan.channel for plan in chosen]):
            await (self.planner.pause_all if wish.what == "pause" else self.planner.resume_all)(place)
        return await self._list(person, wish.channel, language, wish.zone)

    def _chosen(self, person: Person, wish: ChangePlan, plans: Sequence[Plan]) -> Sequence[Plan]:
        """The plan that is meant: by its id, or its number in the list that was shown there last."""
        shown = self._shown.get(wish.channel or _own(person.id), [plan.id for plan in plans])
        meant = wish.plan or next(iter(shown[wish.number - 1 : wish.number]), "")
        return [plan for plan in plans if plan.id == meant]

    async def _change_one(self, person: Person, wish: ChangePlan, plan: Plan) -> None:
        planner, starts = self.planner, wish.starts or plan.starts
        if wish.delivery and not wish.plan:
            known = await planner.meant(plan.channel, f"{person.id} {wish.delivery}", plan)
            if known is None:
                return
            plan, starts = known, known.starts
        change = {"cancel": planner.cancel, "pause": planner.pause, "resume": planner.resume}
        await (planner.skip(plan.id, starts) if wish.what == "skip" else change[wish.what](plan.id))

    # --- who planned --------------------------------------------------------------------------------------------------

    async def of(self, persons: Collection[str]) -> list[dict[str, str]]:
        """What these ids of a person have planned, as it is stored about him."""
        rows = [row for row in await self._desk.store.plans(self._desk.bot) if read(row).author in persons]
        return [{"plan": row.plan, "channel": row.channel, "state": row.state, "content": row.content} for row in rows]

    async def end_those_of(self, persons: Collection[str]) -> None:
        """Nobody is there any more for whom these matches could be opened; the channels are told."""
        for plan in [read(row) for row in await self._desk.store.plans(self._desk.bot)]:
            if plan.author in persons:
                await self._end(plan)

    async def end_those_of_nobody(self) -> None:
        """What people have planned who were forgotten, where that ended before their plans did."""
        authors = {read(row).author for row in await self._desk.store.plans(self._desk.bot)}
        await self.end_those_of({one for one in authors if is_erased(await self._desk.people.person(one))})

    async def _end(self, plan: Plan) -> None:
        private = plan.channel.startswith((HERE, FORGOTTEN))
        await (self.planner.cancel if private else self.planner.give_up)(plan.id)

    # --- what the planner does ----------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Until it is cancelled."""
        await self.end_those_of_nobody()
        await self.planner.run()

    async def _open(self, plan: Plan, table_id: str) -> str:
        """The short name of the plan's table, opened now or before; "" where it cannot be."""
        person = await self._desk.people.person(plan.author)
        channel = "" if plan.channel.startswith(HERE) else plan.channel
        if not person.id:
            return ""
        if is_erased(person):
            await self._end(plan)
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
                row = await self._desk.store.load(self._desk.bot, table_id)
                return row.code if row else ""
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
        own = plan.channel.startswith(HERE)
        here = (await self._channels.settings("" if own else plan.channel)).zone
        if own:
            author = await self._desk.people.person(plan.author)
            self._desk.tell(News(author.id, plan_words(author.language, word, here)))
            return
        language = await self._channels.language(plan.channel)
        once = hashlib.sha256(f"{plan.id}\n{word.kind}\n{word.starts}".encode()).hexdigest()[:24]
        try:
            await self.announce(plan.channel, Message(language, lines=(plan_words(language, word, here),)), once)
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


def _parted(wish: MakePlan) -> tuple[str, str]:
    """The time and the settings, also where somebody wrote both in one line; "" for as soon as there is room."""
    words = wish.time.split()
    time = " ".join([word for word in words if "=" not in word])
    options = " ".join([*wish.options.split(), *[word for word in words if "=" in word]])
    return ("" if time.lower() in SOON else time), options


def zone_of(said: str, usual: str) -> str:
    """The time zone that somebody's window names, if there is such a one."""
    try:
        parse_zone(said or usual)
        return said or usual
    except ValueError:
        return usual


def plan_line(language: Language, plan: Plan, now: int, here: str = "") -> str:
    """When, how often, and whether it waits or stands still; with the year and the zone where they are not those here.

    `here` "" names the zone in any case.
    """
    time = _time(language, plan, now, here) if plan.starts else ""
    if plan.state == PAUSED:
        return say(language, "plans.paused", time=_again(language, plan, time))
    if plan.state == WAITING:
        return say(language, "plans.waits", time=time)
    return _again(language, plan, time)


def _time(language: Language, plan: Plan, now: int, here: str) -> str:
    starts = starts_at(plan)
    shown = _THIS_YEAR if starts.year == wall(now, plan.zone).year else _ANOTHER_YEAR
    time = format_datetime(starts, shown, locale=language)
    if is_moved(plan):
        time = say(language, "plans.moved", time=time, skipped=plan.first[-5:])
    return in_zone(language, time, plan.zone, here)


def _again(language: Language, plan: Plan, time: str) -> str:
    every = often(language, plan.rule) if plan.rule else ""
    return say(language, "plans.again", often=every, time=time) if every else say(language, "plans.once", time=time)
