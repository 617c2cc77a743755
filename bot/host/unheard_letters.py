"""Where no chat is on: letters to people who have an account of none are given up, for the browser shows everything.

Whoever has one, and every channel, keeps theirs until the platform is on again. Who links a chat later is shown there
what stands then.
"""

import asyncio
from collections.abc import Callable, Collection
from typing import Final

from bot.host.ports import CHANNEL, Store

EVERY: Final = 60.0  # seconds
AT_ONCE: Final = 8_000  # letters


async def give_up_unheard(store: Store, bot: str, clock: Callable[[], int], chats: Collection[str]) -> None:
    """Until it is cancelled. `chats`: the names of all platforms of which people may have an account."""
    while True:
        await give_up_now(store, bot, clock(), chats)
        await asyncio.sleep(EVERY)


async def give_up_now(store: Store, bot: str, now: int, chats: Collection[str]) -> None:
    """What waits now for somebody who has no account of any of these."""
    rows = [row for row in await store.outbox(bot, now, AT_ONCE) if not row.viewer.startswith(CHANNEL)]
    people = {row.viewer for row in rows}
    reached = {one for one in people if any(each.platform in chats for each in await store.accounts(bot, one))}
    unheard = tuple(row for row in rows if row.viewer not in reached)
    if unheard:
        await store.drop_letters(unheard, "they have no chat, and none is on")
