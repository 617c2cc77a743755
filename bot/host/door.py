"""The one door: every change of a table, whoever asks for it, goes through `Door.submit`.

Decide, commit, and only then tell: a table in memory is the fold of what is stored, and nothing is shown that is not.
The same delivery twice is answered "already done"; a button from an older state is answered with the present one.
"""

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from bot.host.ports import (
    TABLE,
    AlreadyDone,
    Change,
    CodeTaken,
    Committed,
    Letter,
    Outcome,
    Result,
    Stale,
    Store,
    Subject,
    Unsure,
    asked,
)
from bot.tables.commands import Decided, decide, decide_anew
from bot.tables.log import BrokenLog, LogRow, as_logged, fold, format_who, opened, opening, states
from bot.tables.table import CLOSED, OVER, PAUSE, Chair, Settings, Table, open_table
from bot.tables.timers import dues
from bot.tables.who import HOST, Declined, Who
from engine.deal import ANNULLO
from engine.record import format_record
from engine.replay import format_scores
from engine.shuffle import commitment

LOG: Final = logging.getLogger(__name__)
CHANNEL: Final = "#"  # begins the viewer that is a channel: everybody there
KEPT: Final = 20_000  # tables in memory; the store has the others
CHANCE: Final = {"start": "start", "seal": "seal", "end": "stop"}
"""Commands to which the door adds a seed, as they are written down; `end` once meant something else in logs."""
TRIES: Final = 3


@dataclass(slots=True)
class Live:
    """A table in memory, at its stored revision. The lock orders its changes."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    revision: int = 0
    table: Table | None = None
    done: dict[str, int] = field(default_factory=dict)  # action ids of this table, with their revisions


@dataclass(frozen=True, slots=True)
class Done:
    """The command was carried out and is stored."""

    table: Table
    revision: int


@dataclass(frozen=True, slots=True)
class Repeated:
    """The same delivery was carried out before."""

    table: Table
    revision: int


@dataclass(frozen=True, slots=True)
class OldButton:
    """The table has moved on since that button was drawn; nothing was done."""

    table: Table


@dataclass(frozen=True, slots=True)
class NoTable:
    """There is no such table."""


Reply: TypeAlias = Done | Repeated | OldButton | Declined | NoTable


class Door:
    """Changes tables of one bot. `clock`: milliseconds; `chance`: so many bytes from the operating system."""

    def __init__(self, store: Store, bot: str, clock: Callable[[], int], chance: Callable[[int], bytes]) -> None:
        self.bot = bot
        self.clock = clock
        self._store = store
        self._chance = chance
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._listeners: list[Callable[[str, Table], None]] = []
        self._unreadable: dict[str, str] = {}  # tables whose log does not fold, with their short names
        self._when_unreadable: list[Callable[[str], None]] = []
        self._when_rewritten: list[Callable[[str], None]] = []
        self._resting: dict[str, tuple[str, str]] = {}  # tables that are still to be told of an outage: id, command
        self._jumps: list[tuple[str, str]] = []  # of the clock since the start: id, command
        self._told: dict[str, int] = {}  # of how many of them a table knows

    def listen(self, listener: Callable[[str, Table], None]) -> None:
        """Call this after every commit, with the table's id and the table: to wake who sends and who waits."""
        self._listeners.append(listener)

    def listen_for_unreadable(self, listener: Callable[[str], None]) -> None:
        """Call this with the id of a table whose log does not fold, once, when that is found out."""
        self._when_unreadable.append(listener)

    def listen_for_rewriting(self, listener: Callable[[str], None]) -> None:
        """Call this with the id of each table whose texts may have become others, without a change of the table."""
        self._when_rewritten.append(listener)

    @property
    def unreadable(self) -> Mapping[str, str]:
        """The tables whose log did not fold since the start, with their short names, "" where not even that is known.

        They are set aside: for everybody who asks there is no such table, and nothing of theirs is changed.
        """
        return self._unreadable

    def rest(self, commands: Mapping[str, tuple[str, str]]) -> None:
        """Tables, each with an action id and a command of the host that comes before anything else is done there."""
        self._resting.update(commands)

    def jumped(self, since: int, until: int) -> None:
        """The clock went from one time to another at once: each table is told before anything else is done there."""
        self._jumps.append((f"restarted:{self._chance(8).hex()}", f"restarted {since} {until}"))

    def rests(self, table_id: str) -> bool:
        """Whether the table does not know yet of an outage; its due times are then not what they will be."""
        behind = table_id in self._resting or self._told.get(table_id, 0) < len(self._jumps)
        return behind and table_id not in self._unreadable

    def resting(self) -> tuple[str, ...]:
        return tuple(self._resting)

    async def open(self, table_id: str, label: str, channel: str, who: Who, settings: Settings) -> Reply:
        """Open a table. `label` is its short name for people, unique among the bot's; a taken one is declined."""
        at, who = self.clock(), as_logged(who)
        try:
            table = open_table(settings, who.id, who.name, at, label, channel)
        except ValueError as error:
            return Declined("bad-setting", (("reason", str(error)),))
        live = self._room(table_id)
        async with live.lock:
            if self._jumps:
                self._told[table_id] = len(self._jumps)
            change = self._change(table_id, 0, f"open:{table_id}", who, opening(table), at, None, table)
            outcome = await self._stored(live, change)
            if isinstance(outcome, CodeTaken):
                return Declined("label-taken", (("label", label),))
            if not isinstance(outcome, Committed):
                return Declined("table-exists")
            self._settle(table_id, live, table, outcome.revision, change.action_id)
            return Done(table, outcome.revision)

    async def submit(self, table_id: str, who: Who, action_id: str, command: str, stage: int | None = None) -> Reply:
        """Carry out a command once. `stage` is that of the button it comes from; None where it comes from none."""
        with asked():
            return await self._submit(table_id, as_logged(who), action_id, command, stage)

    async def _submit(self, table_id: str, who: Who, action_id: str, command: str, stage: int | None) -> Reply:
        live, who = self._room(table_id), as_logged(who)
        async with live.lock:
            for _ in range(TRIES):
                reply = await self._try(table_id, live, who, action_id, command, stage)
                if reply is not None:
                    return reply
                live.table = None  # somebody else changed it: read it again
            raise RuntimeError(f"table {table_id} changes faster than it can be read")

    async def table(self, table_id: str) -> Table | None:
        """The table as it is stored."""
        found = await self.stored(table_id)
        return found[0] if found else None

    async def stored(self, table_id: str) -> tuple[Table, int] | None:
        """The table as it is stored, and its revision."""
        live = self._room(table_id)
        async with live.lock:
            table = await self._load(table_id, live)
            return (table, live.revision) if table else None

    def retold(self, rows: Sequence[LogRow]) -> tuple[str, tuple[tuple[int, Result], ...]] | None:
        """What is derived from a log whose texts have changed, made anew."""
        return retold(rows)

    @asynccontextmanager
    async def rewriting(self, table_ids: Collection[str]) -> AsyncIterator[None]:
        """Nothing is done at these tables meanwhile, and then they are read anew: the texts of their logs change."""
        rooms = {table_id: self._room(table_id) for table_id in sorted(table_ids)}
        async with AsyncExitStack() as locks:
            for live in rooms.values():
                await locks.enter_async_context(live.lock)
            try:
                yield
            finally:
                for live in rooms.values():
                    live.table = None
        for table_id in rooms:
            for listener in self._when_rewritten:
                listener(table_id)

    # --- one try ------------------------------------------------------------------------------------------------------

    async def _try(
        self, table_id: str, live: Live, who: Who, action_id: str, command: str, stage: int | None
    ) -> Reply | None:
        table = await self._load(table_id, live)
        if table is None:
            return NoTable()
        if action_id in live.done:
            return Repeated(table, live.done[action_id])
        if stage is not None and stage != table.stage:
            return OldButton(table)
        at = self.clock()
        decided = decide_anew(table, who, self._with_chance(command), at)
        if isinstance(decided, Declined):
            return decided
        change = self._change(table_id, live.revision, action_id, who, decided.command, at, table, decided.table)
        return await self._commit(table_id, live, decided, change)

    async def _commit(self, table_id: str, live: Live, decided: Decided, change: Change) -> Reply | None:
        outcome = await self._stored(live, change)
        match outcome:
            case Committed(revision):
                self._settle(table_id, live, decided.table, revision, change.action_id)
                return Done(decided.table, revision)
            case AlreadyDone(revision):
                live.table = None
                table = await self._load(table_id, live)
                return Repeated(table, revision) if table else NoTable()
            case Stale() | CodeTaken():
                return None

    async def _stored(self, live: Live, change: Change) -> Outcome:
        """The store's answer; where it cannot know, the table is read again before anything else is done there."""
        try:
            return await self._store.commit(change)
        except Unsure:
            live.table = None
            raise

    def _with_chance(self, command: str) -> str:
        verb = command.split(maxsplit=1)[0] if command.split() else ""
        return f"{CHANCE[verb]} {self._chance(32).hex()}" if verb in CHANCE else command

    def _change(
        self, table_id: str, expected: int, action_id: str, who: Who, entry: str, at: int, old: Table | None, new: Table
    ) -> Change:
        ended = results(old, new)
        return Change(
            bot=self.bot,
            subject=Subject(TABLE, table_id),
            expected=expected,
            action_id=action_id,
            actor=format_who(who),
            entry=entry,
            at=at,
            snapshot=summary(new),
            phase=new.phase,
            channel=new.channel,
            code=new.label,
            dues=dues(new, at),
            letters=letters(new, ended),
            results=ended,
            commitment=sealed(old, new),
        )

    # --- tables in memory ---------------------------------------------------------------------------------------------

    def _room(self, table_id: str) -> Live:
        live = self._live.get(table_id)
        if live is None:
            live = self._live[table_id] = Live()
            self._forget_some()
        self._live.move_to_end(table_id)
        return live

    def _forget_some(self) -> None:
        for table_id in list(self._live)[: max(0, len(self._live) - KEPT)]:
            if not self._live[table_id].lock.locked():
                del self._live[table_id]

    def _forget(self, table_id: str) -> None:
        """A table that is closed, or that nobody opened; who asks for it again has it read."""
        self._live.pop(table_id, None)

    async def _load(self, table_id: str, live: Live) -> Table | None:
        if table_id in self._unreadable:
            self._forget(table_id)
            return None
        if live.table is None:
            rows = await self._store.log(self.bot, table_id)
            try:
                table = fold(rows) if rows else None
            except BrokenLog as error:
                self._set_aside(table_id, rows, error)
                table = None
            if table is None:
                self._resting.pop(table_id, None)
                self._forget(table_id)
                return None
            live.table, live.revision = table, rows[-1].seq
            live.done = {row.action_id: row.seq for row in rows}
        while self._is_behind(table_id):
            await self._rouse(table_id, live)
        return live.table

    def _set_aside(self, table_id: str, rows: Sequence[LogRow], error: BrokenLog) -> None:
        """It is told once, here and to whoever listens; the others go on. The error's message holds no cards."""
        try:
            label = opened(rows[0]).label
        except BrokenLog:
            label = ""
        self._unreadable[table_id] = label
        LOG.error(
            "a table cannot be read and is set aside: see `burraco db check`",
            extra={"table": label or table_id, "error": str(error)},
        )
        for listener in self._when_unreadable:
            listener(table_id)

    def _is_behind(self, table_id: str) -> bool:
        """Whether the table is to be told something, also of a jump that only this look at the clock tells of."""
        self.clock()
        return self.rests(table_id)

    async def _rouse(self, table_id: str, live: Live) -> None:
        """A table that rested is told what it missed first; it rests on where that cannot be stored."""
        if table_id in self._resting:
            await self._tell(table_id, live, *self._resting[table_id])
            self._resting.pop(table_id, None)
        else:
            told = self._told.get(table_id, 0)
            await self._tell(table_id, live, *self._jumps[told])
            self._told[table_id] = told + 1

    async def _tell(self, table_id: str, live: Live, action_id: str, command: str) -> None:
        """The host's command is carried out, where it changes anything and was not yet."""
        table, at = live.table, self.clock()
        if table is None or action_id in live.done:
            return
        decided = decide(table, Who(HOST), command, at)
        if isinstance(decided, Declined) or (decided.table == table and table_id not in self._resting):
            return
        change = self._change(table_id, live.revision, action_id, Who(HOST), decided.command, at, table, decided.table)
        outcome = await self._stored(live, change)
        if isinstance(outcome, Committed):
            self._settle(table_id, live, decided.table, outcome.revision, action_id)

    def _settle(self, table_id: str, live: Live, table: Table, revision: int, action_id: str) -> None:
        live.table, live.revision = table, revision
        live.done[action_id] = revision
        if table.phase == CLOSED:
            self._forget(table_id)
        for listener in self._listeners:
            listener(table_id, table)


def letters(table: Table, ended: Sequence[Result] = ()) -> tuple[Letter, ...]:
    """Who is to be shown the table's new state: its channels, and each person who sits there.

    Where a deal has `ended` the channels get the score, too, and until the next one who is ready for it; after a match
    until the first deal of a rematch.
    """
    between = bool(table.scored.records) and table.phase in (PAUSE, OVER)
    kinds = ("table", "score") if ended or between else ("table",)
    channels = [Letter(f"{CHANNEL}{channel}", kind) for channel in table.channels for kind in kinds]
    hands = [Letter(chair.person, "hand") for chair in table.chairs if chair.person]
    return (*channels, *hands)


def results(old: Table | None, new: Table) -> tuple[Result, ...]:
    """The deals that this change has ended, and the match, with their records."""
    if old is None or new.match is None or old.match is None or len(new.match.deals) <= len(old.match.deals):
        return ()
    if new.records == old.scored.records:  # nobody wants the rematch any more: the match before was told when it ended
        return ()
    code = new.code
    deal = new.match.deals[-1]
    points = tuple([side.total for side in deal.scores])
    last, all_held = players(new.held[-1:]), players(new.held)
    found = [Result("deal", len(new.records), format_record(new.records[-1:]), format_scores(code, points), last)]
    broken_off = new.phase == CLOSED and deal.termination == ANNULLO
    if new.phase == OVER or (new.phase == CLOSED and new.match.is_over and not broken_off):
        totals = format_scores(code, new.match.totals)
        found.append(Result("match", 1, format_record(new.records), totals, all_held))
    return tuple(found)


def retold(rows: Sequence[LogRow]) -> tuple[str, tuple[tuple[int, Result], ...]] | None:
    """The summary of a table, and its results with their revisions, as its log tells them; None where it breaks."""
    before: Table | None = None
    found: list[tuple[int, Result]] = []
    try:
        for row, table in zip(rows, states(rows), strict=False):
            found += [(row.seq, one) for one in results(before, table)]
            before = table
    except BrokenLog:
        return None
    return (summary(before), tuple(found)) if before is not None else None


def sealed(old: Table | None, new: Table) -> str:
    """The commitment of the deal that this change has sealed, "" where it seals none."""
    return commitment(new.seed) if old is not None and new.seed and new.seed != old.seed else ""


def players(held: Sequence[Sequence[Chair]]) -> str:
    """Who sat where when each deal ended, as JSON: by deal, by seat, person and computer, "" for none; no names."""
    return json.dumps([[[chair.person, chair.computer] for chair in chairs] for chairs in held], separators=(",", ":"))


def summary(table: Table) -> str:
    """What a list of tables shows, and who sits where, as JSON; no card is in it."""
    names = {seat: chair.name for seat, chair in zip(table.code.seats, table.chairs, strict=True)}
    found = {
        "rules": table.settings.rules,
        "phase": table.phase,
        "names": names,
        "chairs": [[chair.person, chair.computer] for chair in table.chairs],
        "channels": table.channels,
        "waiting": [person for person, _ in table.waiting],
        "turn": "" if table.paused else table.in_turn,
    }
    return json.dumps(found, ensure_ascii=False)
