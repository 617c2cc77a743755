"""What happens by itself: when a table's time has come, the host submits the command, through the same door as anybody.

An action's id is made of the table, the kind and the revision, so that firing twice does it once. Nothing is kept here:
after a crash the store still knows what is due.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from bot.host import dues
from bot.host.door import Door, NoTable, Reply
from bot.host.ports import DueRow, Store
from bot.host.table import Table
from bot.host.verdict import HOST, Declined, Who
from engine.actions import CLOCK_OUT, Action, format_action
from engine.legal import legal
from engine.view import View, view

THE_HOST: Final = Who(HOST)
LONGEST_SLEEP: Final = 1.0  # seconds; a wake-up call ends it sooner

Think = Callable[[str, View], Awaitable[Action]]  # the computer player's name and what its seat sees


class Clockwork:
    """Fires what is due. `think` asks a computer player; it may take its time, the table waits."""

    def __init__(self, door: Door, store: Store, think: Think) -> None:
        self._door = door
        self._store = store
        self._think = think
        self._wake = asyncio.Event()
        door.listen(lambda _id, _table: self._wake.set())

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            self._wake.clear()
            fired = await self.fire()
            if not fired:
                await self._sleep()

    async def fire(self) -> int:
        """Everything that is due now; how many tables moved on."""
        rows = await self._store.due(self._door.bot, self._door.clock())
        replies = await asyncio.gather(*[self._fire(row) for row in rows])
        return sum([not isinstance(reply, NoTable | Declined) for reply in replies])

    async def _fire(self, row: DueRow) -> Reply:
        table = await self._door.table(row.table)
        if table is None:
            return NoTable()
        command = await self._command(table, row.kind)
        reply = await self._door.submit(row.table, THE_HOST, f"{row.kind}:{row.at}:{table.stage}", command)
        if isinstance(reply, Declined):  # no longer so: it is not to be asked again and again
            await self._store.drop_due(self._door.bot, row)
        return reply

    async def _command(self, table: Table, kind: str) -> str:
        match kind:
            case dues.MOVE:
                return await self._move(table)
            case dues.CLOCK:
                return f"play {format_action(CLOCK_OUT)}"
            case dues.FORCE:
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
        return f"play {format_action(action)}"

    async def _sleep(self) -> None:
        next_due = await self._store.next_due(self._door.bot)
        seconds = LONGEST_SLEEP if next_due is None else (next_due - self._door.clock()) / 1000
        try:
            await asyncio.wait_for(self._wake.wait(), max(0.001, min(seconds, LONGEST_SLEEP)))
        except TimeoutError:
            return
