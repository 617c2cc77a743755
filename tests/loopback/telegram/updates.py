"""The bot's updates: kept until confirmed, handed to a poller or pushed to a webhook."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import aiohttp

from tests.loopback.clock import Clock
from tests.loopback.telegram.errors import Declined
from tests.loopback.telegram.values import Json

ON_DEMAND: Final = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
CONFLICT: Final = "terminated by other getUpdates request; make sure that only one bot instance is running"
HOOKED: Final = "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
FIRST_RETRY: Final = 0.05  # seconds; Telegram waits longer, tests should not
LAST_RETRY: Final = 2.0
LIVES: Final = {"callback_query": 150.0, "inline_query": 30.0, "chosen_inline_result": 600.0}
"""Seconds for which an update waits to be fetched (`Client::add_update` of telegram-bot-api); the others: `DAY`."""
DAY: Final = 86_400.0
AT_ONCE: Final = 0.5  # seconds in which who asks again from the same number on is given one update alone
AHEAD: Final = 10  # numbers by which an offset may be ahead of all updates


@dataclass
class Hook:
    """Where updates are pushed, over how many connections, and what went wrong there last."""

    url: str
    secret: str = ""
    connections: int = 40
    error: str = ""
    error_at: int = 0
    retry_after: int = 0  # seconds, as it has asked for them last; 0 where it has not


class Updates:
    """The queue in order; `seen` judges each update, `reply` carries out a webhook's answer, `confirmed` is told."""

    def __init__(self, clock: Clock) -> None:
        self.pending: list[Json] = []
        self.history: list[Json] = []  # every update that ever was, for the tests
        self.newer: set[int] = set()
        self._until: dict[int, float] = {}  # by number: how long an update waits
        self.allowed: list[str] = []  # empty: all but those on demand
        self.hook: Hook | None = None
        self.seen: Callable[[Json], None] = lambda _update: None
        self.reply: Callable[[Json], Awaitable[None]] | None = None
        self.confirmed: Callable[[], None] = lambda: None
        self._clock = clock
        self._last = 500_000_000
        self._last_poll = (0, -AT_ONCE)  # from which number on, and when, by the machine's time
        self._more = asyncio.Event()
        self._poller: asyncio.Event | None = None
        self._pushing: dict[int, asyncio.Task[None]] = {}
        self._session: aiohttp.ClientSession | None = None

    @property
    def is_polled(self) -> bool:
        """Whether somebody waits for the next update."""
        return self._poller is not None

    def add_newer(self, kind: str, payload: Json) -> None:
        """An update of a Bot API that no description here knows yet: it is not judged."""
        self.newer.add(self._enqueue(kind, payload)["update_id"])

    def add(self, kind: str, payload: Json) -> None:
        wanted = kind in self.allowed if self.allowed else kind not in ON_DEMAND
        if wanted:
            self.seen(self._enqueue(kind, payload))

    def _enqueue(self, kind: str, payload: Json) -> Json:
        self._last += 1
        update = {"update_id": self._last, kind: payload}
        self._until[self._last] = self._clock.now() + LIVES.get(kind, DAY)
        self.history.append(update)
        self.pending.append(update)
        self._more.set()
        self._push()
        return update

    def again(self, back: int = 1) -> None:
        """Hands out an old update once more, to a webhook or to a poller that has not confirmed it."""
        update = self.history[-back]
        self._until[update["update_id"]] = self._clock.now() + DAY
        self.pending.append(update)
        self._more.set()
        self._push()

    def restrict(self, kinds: list[str] | None) -> None:
        """What the bot wants from now on; None leaves it as it was."""
        if kinds is not None:
            self.allowed = kinds

    def drop(self) -> None:
        self.pending.clear()

    async def poll(self, offset: int, limit: int, seconds: float) -> list[Json]:
        """The next updates, waiting for the first one; a newer poller ends the older one's wait.

        Who asks at once for the same again is given the first of them (`process_get_updates_query` of
        telegram-bot-api).
        """
        if self.hook:
            raise Declined(409, HOOKED)
        before, self._last_poll = self._last_poll, (offset, time.monotonic())
        if before[0] == offset and self._last_poll[1] < before[1] + AT_ONCE:
            limit = 1
        self._confirm(offset)
        if self._poller is not None:
            self._poller.set()
        mine = self._poller = asyncio.Event()
        try:
            await self._wait(mine, seconds)
            return [] if self.hook else self.pending[:limit]
        finally:
            if self._poller is mine:
                self._poller = None

    def numbers_anew(self, last: int) -> None:
        """For a week there was no update: the next one has any number, a lower one perhaps (`update_id` of `Update`).

        https://core.telegram.org/bots/api#update
        """
        self._last = last

    def _confirm(self, offset: int) -> None:
        """All before the offset are confirmed; one from before they were numbered anew is far ahead, and confirms none.

        `TQueueImpl::get` of https://github.com/tdlib/td and `Client::do_get_updates` of
        https://github.com/tdlib/telegram-bot-api
        """
        if offset < 0:
            self.pending = self.pending[offset:]
        if offset <= self._last + 1 + AHEAD:
            self.pending = [one for one in self.pending if one["update_id"] >= offset]
        self._drop_old()
        self.confirmed()

    def _drop_old(self) -> None:
        """What nobody has fetched in its time is gone."""
        self.pending = [one for one in self.pending if self._until[one["update_id"]] > self._clock.now()]

    async def _wait(self, ousted: asyncio.Event, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not self.pending and not ousted.is_set():
                    self._more.clear()
                    waits = [asyncio.ensure_future(one.wait()) for one in (self._more, ousted)]
                    try:
                        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
                    finally:
                        for one in waits:
                            one.cancel()
        if ousted.is_set():
            raise Declined(409, CONFLICT)

    def set_hook(self, hook: Hook | None) -> None:
        self.hook = hook
        if self._poller is not None:
            self._poller.set()
        self._push()

    def _push(self) -> None:
        """One task for each update under way, never more than the hook's connections."""
        if self.hook is None:
            return
        for update in self.pending:
            number = update["update_id"]
            if len(self._pushing) < self.hook.connections and number not in self._pushing:
                self._pushing[number] = asyncio.create_task(self._deliver(update))

    async def _deliver(self, update: Json) -> None:
        """Pushes one update until the webhook says it has it."""
        wait = FIRST_RETRY
        try:
            while (hook := self.hook) is not None and update in self.pending:
                if await self._offered(hook, update):
                    self.pending.remove(update)
                    self.confirmed()
                    return
                if hook.retry_after:  # `WebhookActor::on_update_error`
                    await asyncio.sleep(hook.retry_after)
                else:
                    await asyncio.sleep(wait)
                    wait = min(LAST_RETRY, wait * 2)
                self._drop_old()
        finally:
            del self._pushing[update["update_id"]]
            self._push()

    async def _offered(self, hook: Hook, update: Json) -> bool:
        self._session = self._session or aiohttp.ClientSession()
        headers = {"X-Telegram-Bot-Api-Secret-Token": hook.secret} if hook.secret else {}
        hook.retry_after = 0
        try:
            async with self._session.post(hook.url, json=update, headers=headers) as answer:
                body = await answer.text()
        except (aiohttp.ClientError, OSError) as wrong:
            hook.error, hook.error_at = f"Connection failed: {type(wrong).__name__}", int(self._clock.now())
            return False
        if not 200 <= answer.status < 300:
            hook.retry_after = int(answer.headers.get("Retry-After", "0"))
            hook.error, hook.error_at = (
                f"Wrong response from the webhook: {answer.status} {answer.reason}",
                int(self._clock.now()),
            )
            return False
        if self.reply and body.strip().startswith("{"):
            await self.reply(json.loads(body))
        return True

    async def close(self) -> None:
        self.hook = None
        tasks = list(self._pushing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._session:
            await self._session.close()
