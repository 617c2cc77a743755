"""Now and then what nobody needs any more is dropped."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from bot.durations import DAY
from bot.host.ports import Store

LOG: Final = logging.getLogger(__name__)
CLOSED_STAY: Final = 7 * DAY  # for which a closed table keeps what is not its log or results
TIDY: Final = 3600.0  # seconds


async def keep_tidy(store: Store, bot: str, clock: Callable[[], int]) -> None:
    """What is one bot's, until cancelled."""
    while True:
        dropped = await store.upkeep(bot, clock() - CLOSED_STAY)
        if dropped:
            LOG.info("tidied up", extra={"rows": dropped})
        await asyncio.sleep(TIDY)
