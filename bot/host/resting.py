"""Tables after a start: they rest until somebody needs one, so that ten thousand of them delay nobody.

Each is told that the host was away (`restarted SINCE UNTIL`) before anything else is done at it: when its time has
come, when somebody plays or looks, or at the latest when `rouse` comes to it. Until then its log is not even read.
"""

import asyncio
import logging
import secrets
from typing import Final

from bot.host.door import Door
from bot.host.ports import Store

LOG: Final = logging.getLogger(__name__)
BREATH: Final = 0.005  # seconds between two tables, in which others have their turn


async def rest(door: Door, store: Store, away_since: int) -> int:
    """Every table that is not over rests: since the last heartbeat, or since its last entry where that is later."""
    boot, until = secrets.token_hex(8), door.clock()
    commands = {}
    for row in await store.live(door.bot):
        since = max(away_since, row.updated_at)
        commands[row.table] = (f"restarted:{boot}", f"restarted {since} {until}")
    door.rest(commands)
    if commands:
        LOG.info("tables go on", extra={"count": len(commands)})
    return len(commands)


async def rouse(door: Door) -> None:
    """One resting table after the other, in all quiet; then nothing more, until it is cancelled."""
    for table_id in door.resting():
        await door.table(table_id)
        await asyncio.sleep(BREATH)
    await asyncio.Event().wait()
