"""Tables after a start: each is left as it is until somebody needs it, so that ten thousand of them delay nobody.

It is told that the host was away (`restarted SINCE UNTIL`) before anything else is done at it: when its time has
come, when somebody plays or looks, or at the latest when the resumer comes to it. Until then its log is not even read.
A clock that jumps while the host runs (the machine slept, somebody set it) is an outage like any other.
"""

import asyncio
import logging
import secrets
from typing import Final

from bot.host.door import Door
from bot.host.ports import Store
from bot.tables.outage import COPY

LOG: Final = logging.getLogger(__name__)
BREATH: Final = 0.005  # seconds between two tables, in which others have their turn


async def note_outage(door: Door, store: Store, away_since: int, *, is_copy: bool = False) -> int:
    """Every table that is not over is to hear of it: since the last heartbeat, or its last entry if that is later.

    `is_copy`: a backup was brought back, which knows nothing of what was played after it.
    """
    boot, until = secrets.token_hex(8), door.clock()
    commands, copied = {}, f" {COPY}" if is_copy else ""
    for row in await store.live(door.bot):
        since = max(away_since, row.updated_at)
        commands[row.subject.id] = (f"restarted:{boot}", f"restarted {since} {until}{copied}")
    door.note_outage(commands)
    if commands:
        LOG.info("tables go on", extra={"count": len(commands)})
    return len(commands)


class Resumer:
    """Tells tables what they missed, one at a time, while nobody needs them."""

    def __init__(self, door: Door, store: Store) -> None:
        self._door = door
        self._store = store
        self._jumped = asyncio.Event()
        self._others = False  # tables may not know of a jump

    def is_waiting(self) -> bool:
        """Whether some tables do not know yet what they missed."""
        return self._others or bool(self._door.tables_to_resume())

    def note_clock_jump(self, since: int, until: int) -> None:
        """The clock went from one time to another at once."""
        LOG.warning("the clock has jumped; the tables' clocks stood still", extra={"since": since, "until": until})
        self._door.note_clock_jump(since, until)
        self._others = True
        self._jumped.set()

    async def run(self) -> None:
        """One unaware table after the other, and all of them after a jump, until it is cancelled."""
        for table_id in self._door.tables_to_resume():
            await self._rouse(table_id)
        while True:
            while self._others:
                self._jumped.clear()
                for row in await self._store.live(self._door.bot):
                    await self._rouse(row.subject.id)
                self._others = self._jumped.is_set()
            await self._jumped.wait()

    async def _rouse(self, table_id: str) -> None:
        await self._door.table(table_id)
        await asyncio.sleep(BREATH)
