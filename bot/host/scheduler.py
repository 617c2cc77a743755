"""What happens by itself: when a table's time has come, the host submits the command, through the same door as anybody.

Each table has a task of its own, one at a time, so that a computer player who thinks long keeps no other table waiting.
An action's id is made of the table, the kind and the revision, so that firing twice does it once. Nothing that matters
is kept here: after a crash the store still knows what is due.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Final

from bot.host.door import Door, NoTable, Reply
from bot.host.fair_share import OneEachRound, PatientSemaphore
from bot.host.ports import DueRow, Store
from bot.host.retry import back_off, place_of
from bot.tables import timers
from bot.tables.table import Table
from bot.tables.who import HOST, Declined, Who
from engine.actions import CLOCK_OUT, Action, format_action
from engine.legal import legal
from engine.view import View, view

LOG: Final = logging.getLogger(__name__)
THE_HOST: Final = Who(HOST)
FEW: Final = 5  # commands on their way at once: a crowd waits here, and not in the store before somebody's click
LONG: Final = 0.1  # seconds, after which one no longer waits for the others: a slow disk takes many together
AT_ONCE: Final = 300  # tables; with their few rows each they fit into one answer of the store
LONGEST_SLEEP: Final = 1.0  # seconds; a wake-up call ends it sooner
BREATH: Final = 0.01  # seconds between two looks: what comes meanwhile is found together

Think = Callable[[str, View], Awaitable[Action]]  # the computer player's name and what its seat sees


class Scheduler:
    """Fires what is due. `think` asks a computer player; it may take its time, its table waits."""

    def __init__(self, door: Door, store: Store, think: Think) -> None:
        self._door = door
        self._store = store
        self._think = think
        self._busy: dict[str, asyncio.Task[bool]] = {}
        self._failures: dict[str, int] = {}  # of a table since it last moved on
        self._not_before: dict[str, int] = {}  # when a table that failed is tried again
        self._looked_at = 0  # when it was looked for what is due last
        self._turnstile = OneEachRound()
        self._antechamber = PatientSemaphore(FEW, LONG)
        self._wake = asyncio.Event()
        door.listen(lambda _id, _table: self._wake.set())

    async def run(self) -> None:
        """Until it is cancelled; what it has begun is cancelled with it."""
        try:
            while True:
                self._wake.clear()
                now = self._door.clock()
                later = self._store.next_due(self._door.bot, after=now)
                _, soonest = await asyncio.gather(self._start(now), later)
                await asyncio.sleep(BREATH)
                await self._sleep(now, soonest)
        finally:
            for task in self._busy.values():
                task.cancel()
            await asyncio.gather(*self._busy.values(), return_exceptions=True)

    async def fire(self) -> int:
        """What is due now, to its end; how many tables moved on."""
        return sum(await asyncio.gather(*await self._start(self._door.clock())))

    async def _start(self, now: int) -> list[asyncio.Task[bool]]:
        """A task for each table where something is due, unless it has one."""
        if now < self._looked_at:  # the clock was set back
            self._not_before.clear()
        self._looked_at = now
        due: dict[str, list[DueRow]] = {}
        for row in await self._store.due(self._door.bot, now):
            due.setdefault(row.table, []).append(row)
        free = [table_id for table_id in due if self._is_free(table_id, now)]
        return [self._begin(table_id, due[table_id]) for table_id in free[: AT_ONCE - len(self._busy)]]

    def _is_free(self, table_id: str, now: int) -> bool:
        if table_id in self._door.unreadable:
            return False
        return table_id not in self._busy and self._not_before.get(table_id, now) <= now

    def _begin(self, table_id: str, rows: list[DueRow]) -> asyncio.Task[bool]:
        task = asyncio.create_task(self._guarded(table_id, rows))
        self._busy[table_id] = task
        task.add_done_callback(partial(self._ended, table_id))
        return task

    def _ended(self, table_id: str, _task: asyncio.Task[bool]) -> None:
        del self._busy[table_id]
        self._wake.set()

    async def _guarded(self, table_id: str, rows: list[DueRow]) -> bool:
        """Whether the table moved on. One that fails is tried again later, and stops no other."""
        try:
            moved = await self._fire_first(rows)
        except Exception as error:  # noqa: BLE001  whatever it is, the other tables go on
            self._failed(table_id, error)
            return False
        self._failures.pop(table_id, None)
        self._not_before.pop(table_id, None)
        return moved

    def _failed(self, table_id: str, error: Exception) -> None:
        failures = self._failures.get(table_id, 0)
        self._failures[table_id] = failures + 1
        self._not_before[table_id] = self._door.clock() + back_off(failures)
        LOG.error(
            "a table failed and is tried again",
            extra={"table": table_id, "error": type(error).__name__, "place": place_of(error)},
        )

    async def _fire_first(self, rows: list[DueRow]) -> bool:
        """Fire the first that is still so; what the others mean is another question then."""
        if self._door.rests(rows[0].table):
            await self._door.table(rows[0].table)  # its times are others now: they are read again
            return True
        for row in rows:
            if not isinstance(await self._fire(row), NoTable | Declined):
                return True
        return False

    async def _fire(self, row: DueRow) -> Reply:
        await self._turnstile.pass_through()
        table = await self._door.table(row.table)
        if table is None:
            return NoTable()
        command = await self._command(table, row.kind)
        drawn_from = table.stage if row.kind == timers.MOVE else None  # a thought may come too late, as a button may
        action_id = f"{row.kind}:{row.at}:{table.stage}"
        async with self._antechamber.passed():
            reply = await self._door.submit(row.table, THE_HOST, action_id, command, drawn_from)
        if isinstance(reply, Declined):  # no longer so: it is not to be asked again and again
            await self._store.drop_due(self._door.bot, row)
        return reply

    async def _command(self, table: Table, kind: str) -> str:
        match kind:
            case timers.MOVE:
                return await self._move(table)
            case timers.CLOCK:
                return f"play {format_action(CLOCK_OUT)}"
            case timers.FORCE:
                forced = legal(table.game.deal) if table.game else []
                return f"play {format_action(forced[0])}" if forced else "play"
            case _:
                return kind

    async def _move(self, table: Table) -> str:
        """The computer player's action as a command; the seat sees what its own view shows."""
        seat = table.in_turn
        if not seat or table.game is None:
            return "play"
        action = await self._think(table.chair(seat).computer, view(table.game.deal, seat))
        await self._turnstile.pass_through()
        return f"play {format_action(action)}"

    async def _sleep(self, now: int, later: int | None) -> None:
        """Until something more is due than at `now`, a failed table is tried again, or somebody wakes us."""
        times = [time for time in (later, *self._not_before.values()) if time is not None and time > now]
        seconds = (min(times) - self._door.clock()) / 1000 if times else LONGEST_SLEEP
        with suppress(TimeoutError):
            async with asyncio.timeout(
                max(0.001, min(seconds, LONGEST_SLEEP))
            ):  # `wait_for` may swallow a cancellation
                await self._wake.wait()
