"""Planned matches as people ask for them, and the planner among the tables: it opens them here, and has it said.

What the planner says is kept with its plan until the plan's letter has said it, so a crash loses no word.
"""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias, assert_never

from babel.dates import format_datetime

from bot.boards.privacy import is_erased
from bot.host.delivery_errors import Undeliverable
from bot.host.door import Accepted
from bot.host.ports import OutboxRow, Person, StoreError, begin_apart
from bot.messages.fitting import named_all
from bot.messages.message import Message, Row
from bot.messages.notice_message import check_in, check_in_row, join_row
from bot.planner.calendar import wall
from bot.planner.kind import OWN, is_own
from bot.planner.plan import (
    ANNOUNCED,
    CANCELLED,
    CHECKED_IN,
    JOINABLE,
    ON_AGAIN,
    ON_HOLD,
    OPENED,
    OPENED_LATE,
    PAUSED,
    WAITING,
    Plan,
    Terms,
    Word,
    announce_if_near,
    announced_by_its_answer,
    asks_who_is_here,
    by_start,
    is_moved,
    starts_at,
    to_json,
    unsaid,
)
from bot.planner.planner import AuthorGone, BeginPlan, Full, Planner, World, named_after
from bot.planner.when import UnclearTime, parse_when
from bot.requests.answer import Answer, PlanList, PlanMade
from bot.requests.attendance import Attendance, Audience
from bot.requests.backend import Backend
from bot.requests.channels import Channels, parse_changes
from bot.requests.dates import Dates
from bot.requests.news import News
from bot.requests.openings import MOST_TABLES, tables_in, with_fresh_label
from bot.requests.people import who
from bot.requests.settings import wants_no_mention
from bot.requests.written_settings import as_kept, closed_up
from bot.tables.hours import parse_zone
from bot.tables.settings import bad_setting, with_settings
from bot.tables.table import CLOSED, Settings, Table
from bot.tables.who import Declined
from bot.words.command_words import words_meaning
from bot.words.declined import declined_words
from bot.words.languages import Language, in_form, say
from bot.words.plans import doubt_words, in_zone, plan_words, was_planned
from bot.words.recurrence import often

LOG: Final = logging.getLogger(__name__)
JOINS: Final = ("join", "leave", "here")
CHANGES: Final = ("cancel", "skip", "pause", "resume", *JOINS)
OF_ONE: Final = ("cancel", "skip", *JOINS)
BEGINNINGS: Final[Mapping[Audience, BeginPlan]] = {
    Audience.NOBODY: announced_by_its_answer,
    Audience.READS: announced_by_its_answer,
    Audience.READS_NOT: announce_if_near,
}
FORGOTTEN: Final = "gone:"  # begins what stands in place of a private chat whose person was forgotten
_THIS_YEAR: Final = "EEEE d MMMM, HH:mm"
_ANOTHER_YEAR: Final = "EEEE d MMMM y, HH:mm"
Announce: TypeAlias = Callable[[str, Message, str, str], Awaitable[str]]
"""Says something in a channel, once for the same third word, or writes it on the message whose reference comes last.

It gives the reference of what stands there. Raises `TryLater`, `Undeliverable`.
"""
NoteOpened: TypeAlias = Callable[[str, str, Collection[str]], None]
"""Hears of a table that has opened: its id, its opener, and who comes."""


@dataclass(frozen=True, slots=True)
class MakePlan:
    """A match of a channel at a time in words, "" for as soon as there is room; `options` as those of `Open`.

    `zone`: the clock by which somebody without a channel reads; one that there is not counts for none. `audience`: the
    others in the channel, and whether they read the answer.
    """

    time: str
    channel: str = ""
    options: str = ""
    zone: str = ""
    delivery: str = ""
    audience: Audience = Audience.NOBODY


@dataclass(frozen=True, slots=True)
class Plans:
    """What is planned in a channel, with numbers. The page: `plans`, rows with the `id` and next `starts` of each."""

    channel: str = ""
    zone: str = ""


@dataclass(frozen=True, slots=True)
class ChangePlan:
    """`what` is "cancel", "skip", "pause" or "resume", of one plan or of all; or "join", "leave" or "here", of one.

    Only admins pause and resume. The one is meant by its id `plan`, with the `starts` that is to be skipped or joined;
    or by its number. Number 0 is all. `audience` as in `MakePlan`.
    """

    what: str
    number: int = 0
    channel: str = ""
    admin: bool = False
    plan: str = ""
    starts: int = 0
    zone: str = ""
    delivery: str = ""
    audience: Audience = Audience.NOBODY


Planning: TypeAlias = MakePlan | Plans | ChangePlan


class PlannedMatches:
    """Planned matches of one bot. Raises `StoreError`.

    `note_opened` hears of a table, by its id, of its opener, and of who has said that they come.
    """

    def __init__(self, backend: Backend, channels: Channels, note_opened: NoteOpened) -> None:
        self._note_opened = note_opened
        self._backend = backend
        self._channels = channels
        self.dates = Dates(backend, self._note_announced)
        self._coming = Attendance(backend)
        world = World(
            backend.door.clock,
            self._open,
            self._tables,
            self._terms,
            self._tell_of_change,
            self.dates.note_plan,
            backend.opening,
            self._coming.came,
            self._knows,
            backend.seating,
        )
        self.planner = Planner(backend.store, backend.notes, backend.bot, world)
        self._freeing: set[asyncio.Task[None]] = set()
        backend.door.listen(self._hear)

    # --- what people ask ----------------------------------------------------------------------------------------------

    async def answer(self, person: Person, request: Planning, alone: bool = False) -> Answer:
        """What came of it; where only they read it (`alone`) in their language, else in the channel's."""
        shared = request.channel and not alone
        language = await self._channels.language(request.channel) if shared else person.language
        match request:
            case MakePlan():
                return await self._make(person, request, language)
            case Plans(channel, zone):
                return await self._list(person, channel, language, zone)
            case ChangePlan():
                return await self._change(person, request, language)
            case _:
                assert_never(request)

    async def _make(self, person: Person, request: MakePlan, language: Language) -> Answer:
        settings = await self._channels.settings(request.channel)
        time, options = _split_request(request)
        here = zone_of(request.zone, settings.zone)
        try:
            settings = with_settings(replace(settings, zone=here), parse_changes(options))
            parse_zone(settings.zone)
        except ValueError as error:
            return Answer(False, declined_words(language, bad_setting(error)))
        fresh = await self._planned(person, request, time, options, settings.zone)
        if isinstance(fresh, UnclearTime):
            return Answer(False, doubt_words(language, fresh))
        if isinstance(fresh, AuthorGone):
            return Answer(False, say(person.language, "erase.nobody"))
        if isinstance(fresh, Full):
            return Answer(False, say(language, "plans.full", count=fresh.most))
        numbers = {plan.id: plan.number for plan in await self._plans(person, request.channel)}
        number = numbers.get(fresh.id, fresh.number)
        words = say(language, "plans.made", plan=self._line(language, fresh, here), number=number)
        joins = request.audience is Audience.READS and fresh.told == fresh.starts != 0
        return Answer(True, words, page=PlanMade(fresh.id, fresh.starts if joins else 0, language))

    async def _planned(
        self, person: Person, request: MakePlan, time: str, options: str, zone: str
    ) -> Plan | UnclearTime | AuthorGone | Full:
        """The new plan, or the one that the same delivery has made before, also when its time has passed."""
        place = request.channel or _own(person.id)
        plan_id = named_after(person.id, request.delivery) if request.delivery else ""
        if not time:
            return await self.planner.queue(place, person.id, options, zone, plan_id)
        when = parse_when(time, self._backend.door.clock(), zone)
        if isinstance(when, UnclearTime):
            return await self.planner.find(plan_id) or when
        return await self.planner.plan(place, person.id, options, when, zone, plan_id, BEGINNINGS[request.audience])

    async def _plans(self, person: Person, channel: str) -> tuple[Plan, ...]:
        """What is planned there, the next start first; without a channel what is planned under any id of theirs."""
        if channel:
            return await self.planner.plans(channel)
        places = [_own(one) for one in await self._backend.ids(person.id)]
        found = [plan for place in places for plan in await self.planner.plans(place)]
        taken: set[int] = set()
        for place, plan in enumerate(found):
            if plan.number in taken:  # planned under an account that was somebody else's then
                found[place] = await self.planner.name(plan.id, max(one.number for one in found) + 1) or plan
            taken.add(found[place].number)
        return by_start(found)

    async def _list(self, person: Person, channel: str, language: Language, zone: str = "") -> Answer:
        found = await self._plans(person, channel)
        here = await self._zone(zone, channel)
        named = "" if len({here, *[plan.zone for plan in found]}) > 1 else here
        lines = [self._line(language, plan, named) for plan in found]
        lines = await self._with_joined(found, await self._told_apart(found, lines), language)
        rows = [
            {
                "id": plan.id,
                "number": plan.number,
                "words": line,
                "state": plan.state,
                "starts": plan.starts,
            }
            for plan, line in zip(found, lines, strict=True)
        ]
        short = [f"{plan.number}. {self._line(language, plan, named, short=True)}" for plan in found]
        words = named_all([f"{row['number']}. {row['words']}" for row in rows], short)
        return Answer(True, "\n".join(words) or say(language, "plans.none"), page=PlanList(rows, here))

    async def _told_apart(self, plans: Sequence[Plan], lines: Sequence[str]) -> list[str]:
        """The lines; of those that read alike each says what is set for it, and of own ones who planned it."""
        texts = []
        for plan, line in zip(plans, lines, strict=True):
            author = who(await self._backend.people.person(plan.author)).name if is_own(plan) else ""
            apart = (line, author, plan.settings) if lines.count(line) > 1 else (line,)
            texts.append(" – ".join([part for part in apart if part]))
        return texts

    async def _with_joined(self, plans: Sequence[Plan], lines: Sequence[str], language: Language) -> list[str]:
        """The lines, with those who come: whoever planned it, first, and who has said so; alone one needs no name."""
        people = [() if is_own(plan) else (plan.author, *plan.joined) for plan in plans]
        names = [await self._coming.names(one, language) for one in people]
        return [say(language, "plans.with", plan=line, names=one) for line, one in zip(lines, names, strict=True)]

    async def _zone(self, zone: str, channel: str) -> str:
        """The one in which somebody reads: that of their window, if it has told one, else the channel's."""
        return zone_of(zone, (await self._channels.settings(channel)).zone)

    def _line(self, language: Language, plan: Plan, here: str, *, short: bool = False) -> str:
        return plan_line(language, plan, self._backend.door.clock(), here, short=short)

    async def _change(self, person: Person, request: ChangePlan, language: Language) -> Answer:
        plans = await self._plans(person, request.channel)
        named = bool(request.number or request.plan)
        of_one = named or request.what in OF_ONE
        chosen = _plans_meant(request, plans) if named else plans
        joins = request.what in JOINS
        if joins and request.starts and not any(plan.starts == request.starts for plan in chosen):
            return await self._join_another(person, request, language)
        if request.what not in CHANGES or (named and not chosen) or (joins and not request.channel):
            return Answer(False, say(language, "plans.no-such"))
        if not chosen or (of_one and len(chosen) > 1):
            found = (await self._list(person, request.channel, language, request.zone)).words
            return Answer(False, f"{say(language, 'plans.which')}\n{found}" if chosen else found)
        if joins:
            return await self._join(person, request, chosen[0], language)
        own = request.what in ("cancel", "skip") and chosen[0].author in await self._backend.ids(person.id)
        if not (request.admin or own or not request.channel):
            return Answer(False, say(language, "plans.not-yours"))
        if of_one:
            return await self._change_and_list(person, request, chosen[0], language)
        change_all = self.planner.pause_all if request.what == "pause" else self.planner.resume_all
        for place in dict.fromkeys([plan.channel for plan in chosen]):
            await change_all(place, request.audience is Audience.READS_NOT)
        return await self._list(person, request.channel, language, request.zone)

    async def _change_and_list(self, person: Person, request: ChangePlan, plan: Plan, language: Language) -> Answer:
        """What is planned after the change of one plan; what was called off is said before it."""
        line = self._line(language, plan, await self._zone(request.zone, request.channel))
        is_changed = await self._change_one(person, request, plan)
        after = await self._list(person, request.channel, language, request.zone)
        if not is_changed or request.what not in ("cancel", "skip"):
            return after
        cancelled = say(language, "plans.cancelled", number=plan.number, plan=line)
        words = cancelled if request.what == "cancel" else say(language, "plans.skipped", number=plan.number, plan=line)
        return replace(after, words=f"{words}\n{after.words}")

    async def _change_one(self, person: Person, request: ChangePlan, plan: Plan) -> bool:
        """Whether it is done now, or was by this very delivery."""
        planner, starts = self.planner, request.starts or plan.starts
        if request.delivery and not request.plan:
            same = await planner.plan_of_delivery(f"{person.id} {request.delivery}", plan)
            if same is None:
                return False
            plan, starts = same, same.starts
        if request.what == "skip" and plan.starts != starts <= self._backend.door.clock():
            return False  # its time had come before, and the one after it is not meant
        aloud = request.audience is Audience.READS_NOT
        match request.what:
            case "cancel":
                await planner.cancel(plan.id, aloud)
            case "skip":
                await planner.skip(plan.id, starts, aloud)
            case "pause":
                await planner.pause(plan.id, aloud)
            case _:
                await planner.resume(plan.id, aloud)
        return True

    # --- who comes ----------------------------------------------------------------------------------------------------

    async def _join_another(self, person: Person, request: ChangePlan, language: Language) -> Answer:
        """Somebody answers for a start that none here has: of another channel, or one whose time has come."""
        elsewhere = await self._joined_elsewhere(person, request)
        if elsewhere is not None:
            return await self._join(person, request, elsewhere, language)
        return await self._coming.late(person, request.plan, request.starts, request.delivery, language)

    async def _joined_elsewhere(self, person: Person, request: ChangePlan) -> Plan | None:
        """The match of another channel of which somebody who comes to it says, asked in private, that they are here."""
        plan = await self.planner.find(request.plan) if request.what == "here" else None
        if plan is None or plan.starts != request.starts:
            return None
        return None if set(plan.joined).isdisjoint(await self._backend.ids(person.id)) else plan

    async def _join(self, person: Person, request: ChangePlan, plan: Plan, language: Language) -> Answer:
        """Somebody says that they come to the next start, or do not after all; who planned it comes in any case."""
        ids = await self._backend.ids(person.id)
        here = await self._zone(request.zone, request.channel)
        if plan.author in ids:
            words = say(language, "plans.yours", plan=self._line(language, plan, here), number=plan.number)
            return Answer(request.what != "leave", words, page=PlanMade(plan.id))
        after = plan
        for one in _under(ids, plan):
            match request.what:
                case "leave":
                    after = await self.planner.leave(plan.id, one) or after
                case "here":
                    after = await self.planner.check_in(plan.id, one, request.starts) or after
                case _:
                    after = await self.planner.join(plan.id, one, request.starts) or after
        line, number = self._line(language, after, here), after.number
        if request.what == "leave":
            return Answer(True, say(language, "plans.left", plan=line, number=number), page=PlanMade(plan.id))
        if set(ids).isdisjoint(after.joined):
            return Answer(False, say(language, "plans.joined-full"))
        more = await self._more_than_seats(_under(ids, after)[0], after, line, language)
        if request.what == "here" and asks_who_is_here(after):
            seated = say(language, "plans.here", plan=line, number=number)
            return Answer(True, more or seated, page=PlanMade(plan.id))
        names = await self._coming.names((after.author, *after.joined), language)
        words = say(language, "plans.joined", plan=line, number=number, names=names)
        return Answer(True, more or words, page=PlanMade(plan.id))

    async def _more_than_seats(self, person: str, plan: Plan, line: str, language: Language) -> str:
        """What is said to somebody who comes when the seats are full already; "" where there is one for them."""
        settings = await self._settings(plan)
        if settings is None:
            return ""  # it is told when the table should open
        first = plan.here if asks_who_is_here(plan) else plan.joined
        before = (plan.author, *dict.fromkeys((*first, *plan.joined)))
        if person in before[: settings.players] or person not in before:
            return ""
        return say(language, "plans.joined-more", plan=line, players=settings.players, number=plan.number)

    async def _settings(self, plan: Plan) -> Settings | None:
        """Of the plan's table; None where its place plays otherwise by now, so that they cannot be."""
        channel = "" if is_own(plan) else plan.channel
        try:
            return with_settings(await self._channels.settings(channel), parse_changes(plan.settings))
        except ValueError:
            return None

    async def _note_announced(self, plan: str, starts: int, reference: str) -> None:
        try:
            await self.planner.stands(plan, starts, reference)
        except StoreError as error:  # the answer was given; its button says what became of the match when it is pressed
            LOG.warning("where a plan was announced was not noted", extra={"error": str(error)})

    async def _knows(self, person: str) -> bool:
        found = await self._backend.people.person(person)
        return bool(found.id) and not is_erased(found)

    # --- who planned --------------------------------------------------------------------------------------------------

    async def of(self, persons: Collection[str]) -> list[dict[str, str]]:
        """What these ids of a person have planned, or come to, as it is stored about them."""
        found = [plan for plan in await self.planner.all() if not set(persons).isdisjoint((plan.author, *plan.joined))]
        rows = [(one, to_json(_without_others(one, persons))) for one in found]
        return [{"plan": one.id, "channel": one.channel, "state": one.state, "content": text} for one, text in rows]

    async def end_those_of(self, persons: Collection[str]) -> None:
        """Nobody is there any more for whom these matches could be opened; the channels are told."""
        for plan in await self.planner.all():
            if plan.author in persons:
                await self._end(plan)
            for person in set(persons) & set(plan.joined):
                await self.planner.leave(plan.id, person)

    async def end_those_of_nobody(self) -> None:
        """What people have planned who were forgotten, where that ended before their plans did."""
        authors = {plan.author for plan in await self.planner.all()}
        await self.end_those_of({one for one in authors if is_erased(await self._backend.people.person(one))})

    async def _end(self, plan: Plan) -> None:
        private = plan.channel.startswith((OWN, FORGOTTEN))
        await (self.planner.cancel if private else self.planner.give_up)(plan.id)

    # --- what the planner does ----------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Until it is cancelled."""
        await self.end_those_of_nobody()
        await self.planner.run()

    async def _open(self, plan: Plan, table_id: str) -> str:
        """The short name of the plan's table, opened now or before; "" where it cannot be."""
        person = await self._backend.people.person(plan.author)
        if not person.id:
            return ""
        if is_erased(person):
            await self._end(plan)
            return ""
        channel, settings = "" if is_own(plan) else plan.channel, await self._settings(plan)
        if settings is None:
            return ""
        reply = await with_fresh_label(
            lambda label: self._backend.door.open(table_id, label, channel, who(person), settings)
        )
        if isinstance(reply, Accepted):
            self._note_opened(table_id, person.id, await self._coming.present(plan.joined))
            return reply.table.label
        is_there = isinstance(reply, Declined) and reply.key == "table-exists"
        row = await self._backend.store.load(self._backend.bot, table_id) if is_there else None
        return row.label if row else ""

    async def _tables(self, channel: str) -> int:
        """How many tables a channel has open; in a person's own place those count at which they are."""
        if not channel.startswith(OWN):
            return await tables_in(self._backend, channel)
        person = await self._backend.people.person(channel.removeprefix(_own("")))
        return await self._backend.tables.unfinished(person.id)

    async def _terms(self, channel: str) -> Terms:
        return Terms(tables=MOST_TABLES) if channel.startswith(OWN) else await self._channels.terms(channel)

    async def deliver(self, announce: Announce, plan: Plan, _row: OutboxRow) -> str:
        """A plan says one word; its letter comes again while it has more to say. Raises `TryLater`.

        `announce` is how a channel is told.
        """
        for word in unsaid(plan, self._backend.door.clock())[:1]:
            await self._seat(word)
            reference = await self._tell(announce, word)
            if word.kind == CHECKED_IN and not word.post:
                await self._ask_in_private(word)
            await self.planner.mark_word_sent(word, reference)
        return ""

    async def _ask_in_private(self, word: Word) -> None:
        """Who wants no channel to name them is asked there whether they are here."""
        here = (await self._channels.settings(word.plan.channel)).zone
        for one in await self._coming.present(word.joined):
            person = await self._backend.people.person(one)
            if wants_no_mention(person.settings):
                words = plan_words(person.language, replace(word, kind=CHECKED_IN), here)
                self._backend.tell(News(person.id, words, agrees=check_in(word.plan.id, word.starts), rings=True))

    async def _tell_of_change(self, plan: Plan) -> None:
        """Who comes has a seat, and what belongs to no channel is told to who planned it, before any letter."""
        for word in unsaid(plan, self._backend.door.clock()):
            await self._seat(word)
            if is_own(plan):
                author = await self._backend.people.person(plan.author)
                here = (await self._channels.settings("")).zone
                rings = word.kind not in (ANNOUNCED, CANCELLED, ON_HOLD, ON_AGAIN)  # which they have just done
                self._backend.tell(News(author.id, plan_words(author.language, word, here), rings=rings))
                await self.planner.mark_word_sent(word)

    async def _seat(self, word: Word) -> None:
        if not word.post and word.kind in (OPENED, OPENED_LATE):
            await self._coming.seat(word)

    async def _tell(self, announce: Announce, word: Word) -> str:
        """In its channel. The reference of what stands there, "" where nothing can. Raises `TryLater`."""
        plan = word.plan
        here = (await self._channels.settings(plan.channel)).zone
        language = await self._channels.language(plan.channel)
        coming = (plan.author, *word.joined) if word.joined else ()
        names, away = [await self._coming.names(people, language) for people in (coming, word.away)]
        was = (was_planned(language, word, here),) if word.post else ()
        lines = (*was, plan_words(language, word, here, names, away))
        asks = await self._coming.present(word.joined) if word.kind == CHECKED_IN and not word.post else ()
        message = Message(language, lines=lines, controls=joining(language, word), mentions=asks)
        again = plan.unsaid_since if word.kind in (ON_HOLD, ON_AGAIN) else ""  # which one start may be more than once
        once = hashlib.sha256(f"{plan.id}\n{word.kind}{again}\n{word.starts}".encode()).hexdigest()[:24]
        try:
            return await announce(plan.channel, message, once, word.post)
        except Undeliverable as error:
            LOG.info("a channel cannot be told of its plan", extra={"reason": error.reason})
            return ""

    def _hear(self, table_id: str, table: Table) -> None:
        """A table has closed: there may be room for who waits; a plan's, to which nobody has come, is called off."""
        if table.phase == CLOSED:
            task = begin_apart(self._note_closed_table(table_id, table))
            self._freeing.add(task)
            task.add_done_callback(self._freeing.discard)

    async def _note_closed_table(self, table_id: str, table: Table) -> None:
        plan, dash, starts = table_id.rpartition("-")
        try:
            if dash and starts.isdecimal() and table.match is None:
                await self.planner.watch(plan)
            if table.channel:
                await self.planner.note_free_room(table.channel)
        except StoreError as error:  # the next look at what is due opens it
            LOG.warning("who waits for a table was not looked at", extra={"error": str(error)})


def _plans_meant(request: ChangePlan, plans: Sequence[Plan]) -> Sequence[Plan]:
    """The plan that is meant: by its id, or by its number."""
    return [plan for plan in plans if (plan.id == request.plan if request.plan else plan.number == request.number)]


def _without_others(plan: Plan, persons: Collection[str]) -> Plan:
    """The plan with nobody in it but this person."""

    def own(people: Sequence[str]) -> tuple[str, ...]:
        return tuple(one for one in people if one in persons)

    words = tuple({**word, "joined": own(word["joined"]), "away": own(word["away"])} for word in plan.unsaid)
    author = plan.author if plan.author in persons else ""
    return replace(plan, author=author, joined=own(plan.joined), here=own(plan.here), unsaid=words)


def _under(ids: Sequence[str], plan: Plan) -> Sequence[str]:
    """Under which of their ids somebody comes, the first of all where they do not: accounts may have become theirs."""
    return [one for one in plan.joined if one in ids] or ids[:1]


def joining(language: Language, word: Word) -> tuple[Row, ...]:
    """The button of who comes, where people are told of a match beforehand."""
    row = check_in_row if word.kind == CHECKED_IN else join_row
    return (row(language, word.plan.id, word.starts),) if word.kind in JOINABLE else ()


def _own(person: str) -> str:
    return f"{OWN}/{person}"


def _split_request(request: MakePlan) -> tuple[str, str]:
    """The time and the settings, also where somebody wrote both in one line; "" for as soon as there is room."""
    words = closed_up(request.time).split()
    time = " ".join([word for word in words if "=" not in word])
    options = as_kept(" ".join([request.options, *[word for word in words if "=" in word]]))
    return ("" if time.lower() in words_meaning("soon") else time), options


def zone_of(zone: str, usual: str) -> str:
    """The time zone that somebody's window names, if there is such a one."""
    try:
        parse_zone(zone or usual)
        return zone or usual
    except ValueError:
        return usual


def plan_line(language: Language, plan: Plan, now: int, here: str = "", *, short: bool = False) -> str:
    """When, how often, and whether it waits or stands still; with the year and the zone where they are not those here.

    `here` "" names the zone in any case. In short it is not said how often.
    """
    time = _time(language, plan, now, here) if plan.starts else ""
    again = say(language, "plans.once", time=time) if short else _again(language, plan, time)
    if plan.state == PAUSED:
        return say(language, "plans.paused", time=again)
    if plan.state == WAITING:
        return say(language, "plans.waits", time=time)
    return again


def _time(language: Language, plan: Plan, now: int, here: str) -> str:
    starts = starts_at(plan)
    form = _THIS_YEAR if starts.year == wall(now, plan.zone).year else _ANOTHER_YEAR
    time = in_form(language, lambda locale: format_datetime(starts, form, locale=locale))
    if is_moved(plan):
        time = say(language, "plans.moved", time=time, skipped=plan.first[-5:])
    return in_zone(language, time, plan.zone, here)


def _again(language: Language, plan: Plan, time: str) -> str:
    every = often(language, plan.rule) if plan.rule else ""
    return say(language, "plans.again", often=every, time=time) if every else say(language, "plans.once", time=time)
