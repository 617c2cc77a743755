"""What happens by itself: when a table's time has come, the host submits the command, through the same door as anybody.

Each table has a task of its own (`bot.host.due_loop`), so that a computer player who thinks long keeps no other table
waiting. What is due soon is kept in memory (`bot.host.agenda`), where a look costs so little that each is done when its
time has come; the store is read now and then. An action's id is made of the table, the kind and the stage, so that
firing twice does it once. Somebody may act while a due time is on its way to the door: it is judged there, by the table
as it is then (`bot.tables.timers.stands`).
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from bot.bounded import Bounded
from bot.fair_share import OneEachRound, PatientSemaphore
from bot.host.agenda import Agenda
from bot.host.door import Door, NoTable, OldButton, Reply
from bot.host.due_loop import DueLoop, Work
from bot.host.homes import ONLY, Homes
from bot.host.ports import AT_MOST, TABLE, DueRow, Store, Subject
from bot.host.retry import fault_of, place_of
from bot.tables import timers
from bot.tables.levels import player_at
from bot.tables.table import CLOSED, Table
from bot.tables.who import HOST, Declined, Who
from engine.actions import CLOCK_OUT, Action, format_action
from engine.legal import legal
from engine.players import REMEMBER, sees
from engine.view import View

LOG: Final = logging.getLogger(__name__)
THE_HOST: Final = Who(HOST)
FEW: Final = 20  # commands on their way at once: a crowd waits here, and not in the store before somebody's click
LONG: Final = 0.1  # seconds, after which one no longer waits for the others: a slow disk takes many together
AT_ONCE: Final = 300  # tables, apart from those whose computers think; their few rows each fit into the store's answer
IN_THOUGHT: Final = 3  # rows of a table whose computer thinks, at most: its move, a name to be called, the match's end
BREATH: Final = 0.005  # seconds between two looks
CHANNELS: Final = 5_000  # tables of which it is remembered where they were opened, and whose they are


class _MoveInThought(NamedTuple):
    """What a computer player is thinking of, at this stage of its table."""

    stage: int
    action: asyncio.Future[Action]


Think = Callable[[str, View, str], Awaitable[Action]]
"""The computer player's name, what its seat sees, and whose table it is."""


class Scheduler:
    """Fires what is due. `think` asks a computer player; it may take its time, its table waits.

    `homes`: at which tables this host does so, where there are several.
    """

    def __init__(self, door: Door, store: Store, think: Think, homes: Homes = ONLY) -> None:
        self._homes = homes
        self._channels: Bounded[str, str] = Bounded(CHANNELS)  # by table
        self._people: Bounded[str, str] = Bounded(CHANNELS)  # by table: whose it is
        self._door = door
        self._store = store
        self._think = think
        self._fair_share = OneEachRound()
        self._antechamber = PatientSemaphore(FEW, LONG)
        self._agenda = Agenda()
        self._loop = DueLoop(self._now, self._due, self._next_due, _log_failure, looks_after_work=False, breath=BREATH)
        self._thoughts: dict[str, _MoveInThought] = {}  # by table
        door.listen_for_dues(self._note_dues)
        door.listen(self._note_table)

    async def run(self) -> None:
        """Until it is cancelled."""
        await self._loop.run()

    async def fire(self) -> int:
        """What is due now, to its end; how many tables moved on."""
        self._agenda.forget()
        return await self._loop.once()

    def look_anew(self) -> None:
        """What is due may be something else than is known, or some other host's: the store is read."""
        self._agenda.forget()
        self._loop.try_again()

    def may_act_for(self, table_id: str) -> bool:
        """Whether this host does what is due at a table, as far as that is known."""
        return self._homes.is_here(table_id, self._channels.get(table_id, "")) is not False

    def _note_dues(self, table_id: str, channel: str, dues: Sequence[timers.Due]) -> None:
        """A table waits for other things now."""
        self._channels[table_id] = channel
        is_here = self._homes.is_here(table_id, channel)
        if is_here is None:
            self._agenda.forget()  # whose it is will be known once what is due has been read
        self._agenda.note(table_id, dues if is_here else ())
        if dues and is_here is not False:
            self._loop.look_by(min(due.at for due in dues))

    def _note_table(self, table_id: str, table: Table) -> None:
        """The table has changed: nobody needs what was thought of for an earlier stage, nor a table that is over."""
        if table.phase == CLOSED:
            self._people.pop(table_id, None)
            self._channels.pop(table_id, None)
        else:
            self._people[table_id] = table.first_person
        thought = self._thoughts.get(table_id)
        if thought is not None and thought.stage != table.stage:
            thought.action.cancel()

    def _now(self) -> int:
        return self._door.clock()

    async def _next_due(self, _now: int) -> int:
        return self._agenda.next_at()

    async def _due(self, now: int) -> dict[str, Work]:
        """What is to be done for each table where something is due."""
        if self._agenda.is_old(now):
            await self._read(now)
        room = AT_ONCE - len(self._loop.busy) + len(self._thoughts)
        taken = self._agenda.take(now, lambda table_id: self._is_free(table_id, now), room)
        if self._agenda.is_due(now):
            self._loop.note_left()
        return {table_id: partial(self._fire_first, _rows(table_id, dues)) for table_id, dues in taken.items()}

    async def _read(self, now: int) -> None:
        """The store's word about what is due soon; where that is more than one answer, as much of it.

        What is being done is still due there: the change it leads to says what comes next, or else the next reading.
        """
        until = self._agenda.begin_reading(now)
        most = AT_MOST + IN_THOUGHT * len(self._thoughts)
        rows = await self._store.due_rows(self._door.bot, until, most)
        if len(rows) >= most:
            until = rows[-1].at - 1
            self._loop.note_left()
        await self._homes.learn({row.channel for row in rows})
        self._channels.update({row.subject.id: row.channel for row in rows})
        ours = [row for row in rows if self._homes.is_here(row.subject.id, row.channel)]
        dues = [(row.subject.id, timers.Due(row.kind, row.at)) for row in ours]
        self._agenda.end_reading(dues, until, self._loop.busy)

    def _is_free(self, table_id: str, now: int) -> bool:
        is_sound = table_id not in self._door.unreadable
        return is_sound and self.may_act_for(table_id) and self._loop.is_free(table_id, now)

    async def _fire_first(self, rows: list[DueRow]) -> bool:
        """Fire the first that is still so; what the others mean is another question then."""
        if self._door.is_unaware(rows[0].subject.id):
            await self._door.table(rows[0].subject.id)
            self._agenda.forget()  # its times are others now: they are read again
            self._loop.note_left()
            return True
        for row in rows:
            if not isinstance(await self._fire(row), NoTable | Declined | OldButton):
                return True
        return False

    async def _fire(self, row: DueRow) -> Reply:
        await self._fair_share.pass_through(self._people.get(row.subject.id, ""))
        table = await self._door.table(row.subject.id)
        if table is None:
            return NoTable()
        command = self._rather_busy(table, row) or await self._command(row.subject.id, table, row.kind)
        action_id, due = f"{row.kind}:{row.at}:{table.stage}", timers.Due(row.kind, row.at)
        async with self._antechamber.turn():  # a thought may come too late, as a button may
            reply = await self._door.submit(row.subject.id, THE_HOST, action_id, command, table.stage, due)
        if isinstance(reply, Declined):  # it is not to be asked again and again
            await self._store.drop_due(self._door.bot, row)
        return reply

    def _rather_busy(self, table: Table, row: DueRow) -> str:
        """The command instead of one that ends a silence: whoever handled their cards was there; "" where none did.

        Nobody is reminded, named or replaced while they tick cards, which no table knows of.
        """
        ends_silence = row.kind == timers.MENTION if table.settings.days else row.kind in timers.ENDS_SILENCE
        if not ends_silence or not table.in_turn:
            return ""
        at = self._door.handled_at(row.subject.id, table.chair(table.in_turn).person)
        return f"busy {at}" if at > table.acted else ""

    async def _command(self, table_id: str, table: Table, kind: str) -> str:
        match kind:
            case timers.MOVE:
                return await self._move(table_id, table)
            case timers.CLOCK:
                return f"play {format_action(CLOCK_OUT)}"
            case timers.FORCE:
                forced = legal(table.game.deal) if table.game else []
                return f"play {format_action(forced[0])}" if forced else "play"
            case _:
                return timers.COMMANDS.get(kind, kind)

    async def _move(self, table_id: str, table: Table) -> str:
        """The computer player's action as a command; the seat sees what its own view shows."""
        seat = table.in_turn
        if not seat or table.game is None or not table.chair(seat).computer:
            return "play"  # another host was quicker: it is no computer's turn any more
        player = player_at(table, seat)
        seen = sees(table.game, seat, remembers=player in REMEMBER)
        thought = _MoveInThought(table.stage, asyncio.ensure_future(self._think(player, seen, table.first_person)))
        self._thoughts[table_id] = thought
        try:
            await asyncio.wait({thought.action})
        finally:
            self._thoughts.pop(table_id, None)
            thought.action.cancel()
        if thought.action.cancelled():
            return "play"  # the table went on meanwhile: this comes too late
        await self._fair_share.pass_through(table.first_person)
        return f"play {format_action(thought.action.result())}"


def _rows(table_id: str, dues: Sequence[timers.Due]) -> list[DueRow]:
    """In the order in which they are due."""
    subject = Subject(TABLE, table_id)
    return [DueRow(subject, due.kind, due.at) for due in sorted(dues, key=lambda due: (due.at, due.kind))]


def _log_failure(table_id: str, error: Exception) -> None:
    LOG.error(
        "a table failed and is tried again",
        extra={"table": table_id, "error": fault_of(error), "place": place_of(error)},
    )
