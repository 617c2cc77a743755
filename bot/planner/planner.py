"""The planner of one bot: keeps plans, and does what is due with the functions that it is given, the clock among them.

A table is opened before the plan moves on, under an id made of plan and start: if the host dies in between, opening it
again opens nothing new. The words for the channel are stored with the plan that has moved on, together with a letter.
The courier brings it like those of tables, one word at a time until all are said. So two hosts, or a host and the next
one, never open a second table, and no word is lost.
"""

import asyncio
import hashlib
import json
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, TypeAlias

from bot.host.due_loop import DueLoop, Work
from bot.host.notes import DELIVERY_PLANS, NUMBERED, Notes
from bot.host.ports import NEVER, Committed, DueRow, Store
from bot.host.retry import fault_of
from bot.host.subjects import Changed, Next, Subjects
from bot.planner.kind import PLAN, PlanKind, entry, plan_of
from bot.planner.plan import (
    ANNOUNCED,
    ENDED,
    FAILED,
    NOBODY,
    PAUSED,
    RETRY,
    START,
    TELL,
    WAITING,
    WATCH,
    Plan,
    Terms,
    Word,
    announced_by_its_answer,
    by_start,
    called_off,
    cancelled,
    close_posts,
    dues,
    fire,
    given_up,
    held_or_resumed,
    new_plan,
    new_waiting_plan,
    paused,
    resumed,
    silent,
    skipped,
    with_check_in,
    with_player,
    with_post,
    with_unsaid,
    with_word_sent,
    without_player,
)
from bot.planner.when import When
from bot.tables.who import HOST, Who

LOG: Final = logging.getLogger(__name__)
AT_ONCE: Final = 200
LONGEST_SLEEP: Final = 30.0  # seconds
MOST: Final = 999  # the greatest number that is understood

Change: TypeAlias = Callable[[Plan], Plan]

BeginPlan: TypeAlias = Callable[[Plan, Terms, int], Plan]
"""What becomes of a plan as it is made: who hears of it then."""


async def _somebody(_table_id: str) -> bool | None:
    return True


async def _anybody(_person: str) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class World:
    """The functions with which the planner acts.

    `clock`: milliseconds. `open_table(plan, table_id)`: opens the table of a plan, or finds it open, and gives its
    label, "" where it cannot be. `tables(channel)`: how many are open there. `terms(channel)`: what holds there.
    `noted(plan)`: hears of each plan that is stored anew. `moved(plan)`: has its time when a plan has something to say;
    its channel is told by a letter. `came(table_id)`: whether anybody has come to the table of a plan, None where it
    still waits for people. `opening` is held by whoever counts a channel's tables and opens one more, and `seating`,
    around it, by whoever seats people: nobody is forgotten meanwhile. `knows(person)`: whether they were not before.
    """

    clock: Callable[[], int]
    open_table: Callable[[Plan, str], Awaitable[str]]
    tables: Callable[[str], Awaitable[int]]
    terms: Callable[[str], Awaitable[Terms]]
    moved: Callable[[Plan], Awaitable[None]]
    noted: Callable[[Plan], None] = lambda _plan: None
    opening: asyncio.Lock = field(default_factory=asyncio.Lock)
    came: Callable[[str], Awaitable[bool | None]] = _somebody
    knows: Callable[[str], Awaitable[bool]] = _anybody
    seating: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass(frozen=True, slots=True)
class Full:
    """The channel has as many plans, or matches that wait, as it may have."""

    most: int


@dataclass(frozen=True, slots=True)
class AuthorGone:
    """The person who plans it was forgotten in the meantime."""


class Planner:
    """Planned matches of one bot. Raises `StoreError`."""

    def __init__(self, store: Store, notes: Notes, bot: str, world: World) -> None:
        self._store = store
        self._notes = notes
        self._bot = bot
        self._world = world
        self.subjects = Subjects(store, bot, world.clock, PlanKind(), capacity=0)
        self.subjects.listen(lambda _id, plan: world.noted(plan))
        self._loop = DueLoop(world.clock, self._due, self._next_due, _log_failure, LONGEST_SLEEP)
        self._one_by_one = asyncio.Lock()  # who is due first has a channel's room
        self._making = asyncio.Lock()  # between counting what there is and one plan more

    @asynccontextmanager
    async def rewriting(self) -> AsyncIterator[None]:
        """Held while somebody is forgotten: no plan changes in the meantime, so that no name of theirs comes back."""
        async with self._making, self.subjects.rewriting([plan.id for plan in await self._plans_with_ended()]):
            yield

    # --- what people ask ----------------------------------------------------------------------------------------------

    async def plan(
        self,
        channel: str,
        author: str,
        settings: str,
        when: When,
        zone: str,
        plan_id: str = "",
        begin: BeginPlan = announced_by_its_answer,
    ) -> Plan | Full | AuthorGone:
        """Plan matches. Raises `ValueError` for a time that never comes, `KeyError` for an unknown zone.

        With an id of one's own (`named_after`) it is planned once: the same id again finds the plan. `begin` says
        whether its channel hears of it now.
        """
        async with self._making:
            if plan_there := await self.find(plan_id):
                return plan_there
            if not await self._world.knows(author):
                return AuthorGone()
            terms = await self._world.terms(channel)
            if len(await self.all(channel)) >= terms.plans:
                return Full(terms.plans)
            at = self._world.clock()
            fresh = plan_id or _fresh()
            plan = new_plan(fresh, channel, author, settings, when.first, when.rule, zone, at)
            begun = await self._begin(begin(plan, terms, at))
        await self._note_change(begun)
        return begun

    async def queue(
        self, channel: str, author: str, settings: str, zone: str, plan_id: str = ""
    ) -> Plan | Full | AuthorGone:
        """A match as soon as there is room; the next `fire` opens it where there is. `plan_id` as in `plan`."""
        async with self._making:
            if plan_there := await self.find(plan_id):
                return plan_there
            if not await self._world.knows(author):
                return AuthorGone()
            terms = await self._world.terms(channel)
            if len([one for one in await self.plans(channel) if one.soon or one.state == WAITING]) >= terms.queue:
                return Full(terms.queue)
            fresh = plan_id or _fresh()
            return await self._begin(new_waiting_plan(fresh, channel, author, settings, zone, self._world.clock()))

    async def find(self, plan_id: str) -> Plan | None:
        """The plan of this id, also one that has ended."""
        row = await self._store.load(self._bot, plan_id) if plan_id else None
        is_readable = row is not None and row.subject.kind == PLAN and plan_id not in self.subjects.unreadable
        return plan_of(row) if row is not None and is_readable else None

    async def all(self, channel: str = "") -> list[Plan]:
        """Every plan that has not ended, of a channel or of all; but for those whose log does not fold."""
        return [plan for plan in await self._plans_with_ended(channel) if plan.state != ENDED]

    async def _plans_with_ended(self, channel: str = "") -> list[Plan]:
        """The same, with those that have ended and still wait for something."""
        rows = await self._store.live(self._bot, PLAN, channel)
        return [plan_of(row) for row in rows if row.subject.id not in self.subjects.unreadable]

    async def plan_of_delivery(self, delivery: str, plan: Plan) -> Plan | None:
        """What a delivery means, with the start that was the next: kept the first time it comes, and some days.

        When it comes again its number may count out another plan. None where what it meant has ended since.
        """
        about = hashlib.sha256(delivery.encode()).hexdigest()[:24]
        first_note = json.dumps({"plan": plan.id, "starts": plan.starts})
        note = json.loads(await self._notes.first(DELIVERY_PLANS, about, first_note))
        found = await self.find(str(note["plan"]))
        return replace(found, starts=int(note["starts"])) if found and found.state != ENDED else None

    async def plans(self, channel: str) -> tuple[Plan, ...]:
        """What is planned there, the next start first; paused plans last. Each has a number of its own."""
        found = by_start(await self.all(channel))
        highest = max([plan.number for plan in found], default=0)
        for number, plan in enumerate([plan for plan in found if not plan.number], highest + 1):
            await self.name(plan.id, number)  # it was planned before plans had numbers
        return found if all(plan.number for plan in found) else await self.plans(channel)

    async def name(self, plan_id: str, number: int) -> Plan | None:
        """By which it is named from now on. None, here and below, where there is no such plan."""
        return await self._change(plan_id, lambda plan: replace(plan, number=number))

    async def join(self, plan_id: str, person: str, starts: int = 0) -> Plan | None:
        """Somebody comes to the next start; with `starts` only if that is the next one."""
        return await self._change_for(person, plan_id, lambda plan: with_player(plan, person, starts))

    async def check_in(self, plan_id: str, person: str, starts: int = 0) -> Plan | None:
        """Somebody says that they are here for the next start; with `starts` as in `join`."""
        return await self._change_for(person, plan_id, lambda plan: with_check_in(plan, person, starts))

    async def leave(self, plan_id: str, person: str) -> Plan | None:
        """Somebody does not come after all."""
        return await self._change(plan_id, lambda plan: without_player(plan, person))

    async def stands(self, plan_id: str, starts: int, reference: str) -> Plan | None:
        """People can say that they come to this start by a message of this reference, which announces it."""
        return await self._change(plan_id, lambda plan: with_post(plan, Word(ANNOUNCED, plan, starts), reference))

    async def cancel(self, plan_id: str, aloud: bool = False) -> Plan | None:
        """Never again; `aloud`: a channel that has heard of it is told."""
        return await self._call_off(plan_id, cancelled, aloud)

    async def give_up(self, plan_id: str) -> Plan | None:
        """Never again, and its channel is told: who planned it is gone."""
        return await self._change(plan_id, lambda plan: given_up(plan, self._world.clock()))

    async def skip(self, plan_id: str, starts: int = 0, aloud: bool = False) -> Plan | None:
        """Not the next time; with `starts` only if that is the next one; `aloud` as in `cancel`."""
        return await self._call_off(plan_id, lambda plan: skipped(plan, self._world.clock(), starts), aloud)

    async def _call_off(self, plan_id: str, change: Change, aloud: bool) -> Plan | None:
        def changed(plan: Plan) -> Plan:
            return called_off(change(plan), plan, self._world.clock()) if aloud else change(plan)

        after = await self._change(plan_id, changed)
        if after is not None:
            await self._note_change(after)
        return after

    async def mark_word_sent(self, word: Word, reference: str = "") -> None:
        """A word of a plan was said; where it announces a match, it stands under this reference."""
        await self._change(word.plan.id, lambda plan: with_word_sent(plan, word, reference), also_ended=True)

    async def pause(self, plan_id: str, aloud: bool = False) -> Plan | None:
        """It stands still; `aloud` as in `cancel`."""
        return await self._hold(plan_id, paused, aloud)

    async def resume(self, plan_id: str, aloud: bool = False) -> Plan | None:
        return await self._hold(plan_id, lambda plan: resumed(plan, self._world.clock()), aloud)

    async def _hold(self, plan_id: str, change: Change, aloud: bool) -> Plan | None:
        def changed(plan: Plan) -> Plan:
            return held_or_resumed(change(plan), plan, self._world.clock()) if aloud else change(plan)

        return await self._change(plan_id, changed)

    async def pause_all(self, channel: str, aloud: bool = False) -> int:
        """All plans of a channel stand still; how many did not before."""
        return len([await self.pause(plan.id, aloud) for plan in await self.plans(channel) if plan.live])

    async def resume_all(self, channel: str, aloud: bool = False) -> int:
        """All plans of a channel go on; how many stood still before."""
        return len([await self.resume(plan.id, aloud) for plan in await self.plans(channel) if plan.state == PAUSED])

    async def note_free_room(self, channel: str) -> None:
        """A table has closed there: whoever waits longest is next."""
        for plan in await self._waiting_plans(channel):
            await self._happens(plan, RETRY, await self._world.terms(channel), self._world.clock())

    async def watch(self, plan_id: str) -> None:
        """A table of this plan has changed: if nobody has come to it, the match is called off."""
        plan = await self.find(plan_id)
        if plan is not None and plan.watched:
            await self._look(plan, await self._world.terms(plan.channel), self._world.clock())

    # --- what happens by itself ---------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Look again: something may be due that was not reported here."""
        self._loop.wake()

    async def run(self) -> None:
        """Until it is cancelled."""
        for plan in await self._plans_with_ended():
            await self._note_change(plan)  # the host may have died before
        await self._loop.run()

    async def fire(self) -> int:
        """Everything that is due now; how often a plan moved on. One that fails is tried again, and stops no other."""
        return await self._loop.until_nothing_is_due()

    async def _due(self, now: int) -> dict[str, Work]:
        """What is to be done for each plan for which something is due."""
        due: dict[str, list[DueRow]] = {}
        for row in await self._store.due_rows(self._bot, now, AT_ONCE, PLAN):
            if row.subject.id not in self.subjects.unreadable:
                due.setdefault(row.subject.id, []).append(row)
        return {plan: partial(self._fire_first, rows) for plan, rows in due.items() if self._loop.is_free(plan, now)}

    async def _next_due(self, now: int) -> int | None:
        return await self._store.next_due(self._bot, now, PLAN)

    async def _fire_first(self, rows: list[DueRow]) -> bool:
        """Do the first that is still due; what the others mean is to be asked anew afterwards."""
        async with self._one_by_one:
            for row in rows:
                if await self._fire(row):
                    return True
        return False

    async def _fire(self, row: DueRow) -> bool:
        """Whether the plan moved on; what is no longer due is dropped, what changes nothing looked at again."""
        plan, now = await self.find(row.subject.id), self._world.clock()
        if plan is None or dict(plan.dues).get(row.kind, now + 1) > now:
            await self._store.put_off(self._bot, row, NEVER)
            return False
        terms = await self._world.terms(plan.channel)
        moved = await self._happens(plan, row.kind, terms, now)
        if await self.find(plan.id) == plan:
            later = {one.kind: one.at for one in dues(plan, terms, now)}.get(row.kind, NEVER)
            await self._store.put_off(self._bot, row, later if later > now else NEVER)
        return moved

    async def _happens(self, plan: Plan, kind: str, terms: Terms, now: int) -> bool:
        if kind == TELL:
            return await self._store_plan(plan, close_posts(silent(plan), now), terms, now, kind)
        if kind == WATCH:
            return await self._look(plan, terms, now)
        async with self._world.seating, self._world.opening:
            if await self.find(plan.id) != plan:
                return False  # it has changed while others opened their tables, and is looked at anew
            after = await self._carry_out_due(plan, kind, terms, now)
        after = close_posts(after, now)
        if not await self._store_plan(plan, after, terms, now, kind):
            return False  # somebody else did it first, and tells the channel
        await self._note_change(after)
        return True

    async def _look(self, plan: Plan, terms: Terms, now: int) -> bool:
        """Whether people have come to the tables of past starts."""
        came = {starts: await self._world.came(f"{plan.id}-{starts}") for starts in plan.watched}
        nobody = [Word(NOBODY, plan, starts) for starts, anybody in came.items() if anybody is False]
        waits = tuple(starts for starts, anybody in came.items() if anybody is None)
        after = close_posts(with_unsaid(replace(plan, watched=waits), nobody, now), now)
        if not await self._store_plan(plan, after, terms, now, WATCH):
            return False
        await self._note_change(after)
        return True

    async def _note_change(self, plan: Plan) -> None:
        if not plan.unsaid:
            return
        try:
            await self._world.moved(plan)
        except Exception as error:  # noqa: BLE001  whatever it is, the plan has moved on
            _log_failure(plan.id, error, "what a plan has to say is not heard at once")

    async def _carry_out_due(self, plan: Plan, kind: str, terms: Terms, now: int) -> Plan:
        """The plan after what is due, with the words about it; its table is open then, where there is one."""
        room = kind not in (START, RETRY) or await self._has_room(plan, terms)
        after, words, table = fire(plan, kind, now, room, terms)
        label = await self._world.open_table(replace(plan, starts=words[0].starts), table) if table else ""
        if table and not label:
            failed = [replace(word, kind=FAILED) for word in words]
            return with_unsaid(replace(after, watched=plan.watched), failed, now)
        return with_unsaid(after, [replace(word, label=label) for word in words], now)

    async def _has_room(self, plan: Plan, terms: Terms) -> bool:
        """Room for this plan, behind those that wait longer."""
        ahead = [one for one in await self._waiting_plans(plan.channel) if one.turn < plan.turn]
        return await self._world.tables(plan.channel) + len(ahead) < terms.tables

    async def _waiting_plans(self, channel: str) -> tuple[Plan, ...]:
        return tuple(plan for plan in await self.plans(channel) if plan.state == WAITING)

    async def _begin(self, plan: Plan) -> Plan:
        others = await self.plans(plan.channel)
        plan = replace(plan, number=await self._next_number(plan.channel, {one.number for one in others}))
        at = self._world.clock()
        first = _next(plan, await self._world.terms(plan.channel), at, "planned")
        outcome = await self.subjects.create(plan.id, Who(plan.author), "planned", first, at)
        if not isinstance(outcome, Committed):
            raise RuntimeError("a fresh id is taken")
        self._loop.wake()
        return first.state

    async def _next_number(self, channel: str, taken: Collection[int]) -> int:
        """The number after the last one given there: lines about plans that have ended still stand in the channel.

        It begins anew where nothing was planned for so long, or no greater number can be written. Of two hosts that
        plan there at once each gives another one.
        """
        while True:
            last = await self._notes.first(NUMBERED, channel, str(max(taken, default=0)))
            later = (*range(int(last or 0) + 1, MOST + 1), *range(1, MOST))  # "": it was dropped meanwhile
            number: int = next(one for one in later if one not in taken)
            if await self._notes.change(NUMBERED, channel, last, str(number)):
                return number

    async def _change_for(self, person: str, plan_id: str, change: Change) -> Plan | None:
        """What names somebody, who is not to come back where they are forgotten meanwhile."""
        async with self._making:
            return await self._change(plan_id, change) if await self._world.knows(person) else None

    async def _change(self, plan_id: str, change: Change, *, also_ended: bool = False) -> Plan | None:
        """Whatever is stored meanwhile, it is changed as it is then; one that has ended only where that is said."""
        before = await self.find(plan_id)
        if before is None:
            return None
        terms = await self._world.terms(before.channel)

        def decided(plan: Plan, at: int) -> Next[Plan] | Plan:
            after = close_posts(change(plan), at)
            stays = after == plan or (plan.state == ENDED and not also_ended)
            return plan if stays else _next(after, terms, at, "changed")

        found = await self.subjects.change(plan_id, Who(HOST), f"changed:{secrets.token_hex(8)}", decided)
        if not isinstance(found, Changed):
            return found
        self._loop.wake()
        return found.state

    async def _store_plan(self, before: Plan, plan: Plan, terms: Terms, at: int, verb: str) -> bool:
        """Whether the plan stands like this now: not where it is as `before`, or has moved on since that was read.

        Nor where somebody was forgotten meanwhile: who they were is not to come back.
        """
        found = _next(plan, terms, at, verb)

        def decided(now: Plan, _at: int) -> Next[Plan] | None:
            same = replace(plan, dues=now.dues) == now
            return found if replace(before, dues=now.dues) == now and not same else None

        changed = await self.subjects.change(plan.id, Who(HOST), f"{verb}:{plan.revision}", decided)
        return isinstance(changed, Changed) and changed.fresh


def _next(plan: Plan, terms: Terms, at: int, verb: str) -> Next[Plan]:
    due = tuple((one.kind, one.at) for one in dues(plan, terms, at))
    after = replace(plan, revision=plan.revision + 1, dues=due)
    return Next(after, entry(verb, after))


def _log_failure(plan: str, error: Exception, words: str = "a plan failed and is tried again") -> None:
    LOG.error(words, extra={"plan": plan, "error": fault_of(error)})


def _fresh() -> str:
    return f"plan{secrets.token_hex(5)}"


def named_after(author: str, delivery: str) -> str:
    """The id of the plan of a delivery, which may come again."""
    return f"plan{hashlib.sha256(f'{author} {delivery}'.encode()).hexdigest()[:16]}"
