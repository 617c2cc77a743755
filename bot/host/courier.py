"""The courier: brings the outbox to the platform, newest state first, within the platform's budgets.

An outbox row names a table, a viewer and a kind, never a text: what is sent is made from the table at the moment of
sending, so a newer state replaces an unsent older one, and a message that cannot be drawn loses no move. Whoever
delivers edits the message he is given by `reference`, or sends a new one with a nonce made of table and revision.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.host.door import Door
from bot.host.ports import OutboxRow, Store
from bot.host.table import Table

LONGEST_SLEEP: Final = 1.0  # seconds; a wake-up call ends it sooner
FIRST_BACK_OFF: Final = 1_000  # milliseconds, doubled with each failure
LONGEST_BACK_OFF: Final = 5 * 60_000


class TryLater(Exception):
    """The platform cannot now; it may have said after how many milliseconds it can."""

    def __init__(self, reason: str, after: int = 0) -> None:
        self.reason = reason
        self.after = after
        super().__init__(reason)


class Undeliverable(Exception):
    """It never will: the chat is gone, the person has blocked the bot. The seat and its cards stay."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


Deliver: TypeAlias = Callable[[Table, OutboxRow], Awaitable[str]]
"""Shows the table to the row's viewer; gives the platform's name of the message. Raises `TryLater`, `Undeliverable`."""


@dataclass(frozen=True, slots=True)
class Budget:
    """So many messages in so many milliseconds; edits count too."""

    messages: int
    per: int


class Meter:
    """How much of a budget is used. Times are given, never read."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._sent: deque[int] = deque()

    def ready_at(self, now: int) -> int:
        """When the next message fits: now, or later."""
        while self._sent and self._sent[0] <= now - self._budget.per:
            self._sent.popleft()
        return now if len(self._sent) < self._budget.messages else self._sent[0] + self._budget.per

    def use(self, now: int) -> None:
        self._sent.append(now)


class Courier:
    """Empties the outbox of one bot. `chat_of` names the chat whose budget a row uses."""

    def __init__(
        self,
        door: Door,
        store: Store,
        deliver: Deliver,
        chat_of: Callable[[OutboxRow], str],
        whole: Budget,
        chat: Budget,
    ) -> None:
        self._door = door
        self._store = store
        self._deliver = deliver
        self._chat_of = chat_of
        self._whole = Meter(whole)
        self._chat_budget = chat
        self._chats: dict[str, Meter] = {}
        self._wake = asyncio.Event()
        door.listen(lambda _id, _table: self._wake.set())

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            self._wake.clear()
            if not await self.send():
                await self._sleep()

    async def send(self) -> int:
        """Everything that may be sent now; how many letters went out."""
        sent = 0
        for row in await self._store.outbox(self._door.bot, self._door.clock()):
            now = self._door.clock()
            ready = max(self._whole.ready_at(now), self._meter(row).ready_at(now))
            if ready > now:
                continue
            sent += await self._send(row, now)
        return sent

    def _meter(self, row: OutboxRow) -> Meter:
        return self._chats.setdefault(self._chat_of(row), Meter(self._chat_budget))

    async def _send(self, row: OutboxRow, now: int) -> bool:
        stored = await self._store.load(row.bot, row.table)
        table = await self._door.table(row.table)
        if table is None or stored is None:
            await self._store.drop_letter(row, "the table is gone")
            return False
        self._whole.use(now)
        self._meter(row).use(now)
        try:
            reference = await self._deliver(table, row)
        except Undeliverable as error:
            await self._store.drop_letter(row, error.reason)
        except TryLater as error:
            await self._store.mark_failed(row, now + (error.after or back_off(row.attempts)), error.reason)
        else:
            await self._store.mark_sent(row, stored.revision, reference, now)
            return True
        return False

    async def _sleep(self) -> None:
        next_letter = await self._store.next_letter(self._door.bot)
        now = self._door.clock()
        wait = LONGEST_SLEEP * 1000 if next_letter is None else max(next_letter, self._whole.ready_at(now)) - now
        try:
            await asyncio.wait_for(self._wake.wait(), min(max(wait / 1000, 0.05), LONGEST_SLEEP))
        except TimeoutError:
            return


def back_off(attempts: int) -> int:
    """Milliseconds to wait after so many failures before this one."""
    return min(FIRST_BACK_OFF << min(attempts, 20), LONGEST_BACK_OFF)
