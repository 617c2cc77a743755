"""Messages to a person's browsers while no page is looked at: at which table it is their turn, and nothing else.

What a browser subscribed with is a note about its account, which goes with its person when they are forgotten. There it
is also noted, before a message is sent and after, which turn it is of: a host that was killed sends it afterwards, and
none twice.
"""

import asyncio
import hashlib
import json
import logging
import re
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final, TypeAlias

from bot.bounded import Bounded
from bot.host.delivery_errors import TryLater, Undeliverable
from bot.host.notes import PUSH
from bot.host.ports import Person
from bot.host.retry import LONGEST_BACK_OFF, back_off
from bot.requests.answer import Answer
from bot.requests.backend import Backend
from bot.requests.request_context import RequestContext
from bot.requests.turn_calls import BROWSER, TurnCall, turn_call
from bot.settings_text import read_settings
from bot.words.languages import say

LOG: Final = logging.getLogger(__name__)
TRIES: Final = 4
MOST: Final = 8  # browsers of one person
WAITING: Final = 10_000  # calls
AT_ONCE: Final = 1000  # calls that are sent, or wait to be tried again; connections are counted where they are made
FORBIDDEN: Final = 3  # turns one after the other of which a service refuses this host's word, until the browser goes
TURNS: Final = 30  # that are noted with a browser, of as many tables
ENDPOINT: Final = re.compile(r"https://([a-z0-9-]+\.)+[a-z][a-z0-9-]*(:443)?/[!-~]+")  # a name, no address in figures
KEY: Final = re.compile(r"B[\w-]{86}", re.ASCII)  # a point of the curve, in base64
AUTH: Final = re.compile(r"[\w-]{22}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Subscribe:
    """The browser takes messages at this address of its maker's, encrypted for its key and its secret."""

    endpoint: str
    key: str
    auth: str


@dataclass(frozen=True, slots=True)
class Unsubscribe:
    """The browser takes none at this address any more."""

    endpoint: str


@dataclass(frozen=True, slots=True)
class Browser:
    """One that takes messages. `turns`: by table which turn it was told of, and whether that was sent."""

    account: str
    endpoint: str
    key: str
    auth: str
    turns: dict[str, tuple[str, bool]] = field(default_factory=dict)


class Forbidden(Exception):
    """The service does not believe this host: the browser subscribed to another key, or the host's clock is wrong.

    To send the same again changes nothing.
    """


Post: TypeAlias = Callable[[Browser, str, str], Awaitable[None]]
"""Sends a message with its topic. Raises `TryLater`, `Undeliverable`, `Forbidden`."""


def is_endpoint(text: str) -> bool:
    """Whether it looks like the address of a push service; where its name leads is seen when something is sent."""
    return ENDPOINT.fullmatch(text) is not None


class Pushes:
    """One bot's. `accepts` says which addresses are taken, `pause` waits so many seconds."""

    def __init__(
        self,
        backend: Backend,
        accepts: Callable[[str], bool] = is_endpoint,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._backend = backend
        self._accepts = accepts
        self._pause = pause
        self._accounts: set[str] | None = None  # of browsers that want them; None until they were read
        self._calls: deque[TurnCall] = deque(maxlen=WAITING)
        self._wanted = asyncio.Event()
        self._sending: set[asyncio.Task[None]] = set()
        self._forbidden: Bounded[str, int] = Bounded(WAITING)  # by account, since something was taken last

    def forget_read(self) -> None:
        """Who wants them may be others than when it was read."""
        self._accounts = None

    # --- who wants them; each raises `StoreError` ---------------------------------------------------------------------

    async def answer(self, context: RequestContext, request: Subscribe | Unsubscribe) -> Answer:
        """What came of it."""
        if isinstance(request, Subscribe):
            return await self._subscribe(context, request)
        return await self._unsubscribe(context, request)

    async def _subscribe(self, context: RequestContext, request: Subscribe) -> Answer:
        """From now on, with whatever this browser was told already."""
        person = context.person
        sound = self._accepts(request.endpoint) and KEY.fullmatch(request.key) and AUTH.fullmatch(request.auth)
        if context.platform != BROWSER or not sound:
            return Answer(False, say(person.language, "push.refused"))
        async with self._backend.seating:  # nobody is forgotten meanwhile
            if not (await self._backend.people.now(context)).id:
                return Answer(False)
            before = await self._browser(context.account)
            if before is None and len(await self._browsers(person)) >= MOST:
                return Answer(False, say(person.language, "push.too-many", most=MOST))
            turns = before.turns if before is not None else {}
            await self._note(Browser(context.account, request.endpoint, request.key, request.auth, turns))
        return Answer(True)

    async def _unsubscribe(self, context: RequestContext, request: Unsubscribe) -> Answer:
        """Not any more, wherever the person's browsers have this address."""
        async with self._backend.seating:  # nobody notes a turn of theirs meanwhile
            for one in await self._browsers(context.person):
                if one.endpoint == request.endpoint or one.account == context.account:
                    await self._drop(one)
        return Answer(True)

    # --- telling them -------------------------------------------------------------------------------------------------

    def call(self, call: TurnCall) -> None:
        """It is somebody's turn, and they look at no page."""
        self._calls.append(call)
        self._wanted.set()

    async def run(self, post: Post) -> None:
        """Send until cancelled; first what was left unsent before."""
        try:
            self._calls.extend(await self._unsent())
            while True:
                while self._calls and len(self._sending) < AT_ONCE:
                    self._begin(post, self._calls.popleft())
                self._wanted.clear()
                await self._wanted.wait()
        finally:
            for task in self._sending:
                task.cancel()
            await asyncio.gather(*self._sending, return_exceptions=True)

    def _begin(self, post: Post, call: TurnCall) -> None:
        task = asyncio.create_task(self._tell(post, call))
        self._sending.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._sending.discard(task)
        self._wanted.set()
        if not task.cancelled() and (error := task.exception()) is not None:
            LOG.error("somebody was not told of their turn", extra={"error": type(error).__name__})

    async def _tell(self, post: Post, call: TurnCall) -> None:
        if not await self._subscribed():
            return
        person = await self._backend.people.person(call.person)
        browsers = {one.endpoint: one for one in await self._browsers(person)}  # each once, whoever played there
        await asyncio.gather(*[self._send(post, one, call, person) for one in browsers.values()])

    async def _send(self, post: Post, browser: Browser, call: TurnCall, person: Person) -> None:
        if browser.turns.get(call.table) == (call.turn, True) or not await self._is_current(call):
            return
        await self._note_turn(browser, call, is_sent=False)
        for attempt in range(TRIES):
            try:
                await post(browser, _message(person, call), _topic(call))
                self._forbidden.pop(browser.account, None)
                break
            except Undeliverable:
                await self._lose(browser)
                return
            except Forbidden:
                if await self._note_forbidden(browser):
                    return
                break
            except TryLater as error:
                LOG.info("a push service has not taken a message", extra={"reason": error.reason})
                await self._pause(min(max(error.after, back_off(attempt)), LONGEST_BACK_OFF) / 1000)
                now = await self._browser(browser.account)
                if now is None:
                    return
                browser = now  # it may have subscribed anew
                if not await self._is_current(call):
                    break
        await self._note_turn(browser, call, is_sent=True)  # or given up

    async def _note_forbidden(self, browser: Browser) -> bool:
        """Whether it has gone by that; once it sees the page again, it subscribes to the key that this host has now."""
        self._forbidden[browser.account] = times = self._forbidden.get(browser.account, 0) + 1
        LOG.warning("a push service refuses this host", extra={"times": times})
        if times >= FORBIDDEN:
            del self._forbidden[browser.account]
            await self._lose(browser)
        return times >= FORBIDDEN

    async def _is_current(self, call: TurnCall) -> bool:
        table = await self._backend.door.table(call.table)
        return table is not None and turn_call(call.table, table) == call

    async def _unsent(self) -> list[TurnCall]:
        """What a host before this one was about to send, and is still so."""
        found = []
        for account in sorted(await self._subscribed()):
            browser = await self._browser(account)
            for table_id, (turn, was_sent) in browser.turns.items() if browser is not None else ():
                table = None if was_sent else await self._backend.door.table(table_id)
                call = turn_call(table_id, table) if table is not None else None
                if call is not None and call.turn == turn:
                    found.append(call)
        return found

    # --- notes --------------------------------------------------------------------------------------------------------

    async def _browsers(self, person: Person) -> Sequence[Browser]:
        accounts = await self._backend.people.accounts(person) if person.id else ()
        theirs = {one.account for one in accounts if one.platform == BROWSER} & await self._subscribed()
        found = [await self._browser(one) for one in sorted(theirs)]
        return [one for one in found if one is not None]

    async def _subscribed(self) -> set[str]:
        if self._accounts is None:
            self._accounts = {name.partition(":")[2] for name in await self._backend.notes.all_about(PUSH)}
        return self._accounts

    async def _browser(self, account: str) -> Browser | None:
        found = read_settings(await self._backend.notes.of(PUSH, _about(account)) or "{}")
        return _browser(account, found) if found else None

    async def _note(self, browser: Browser) -> None:
        facts = {key: value for key, value in asdict(browser).items() if key != "account"}
        (await self._subscribed()).add(browser.account)
        await self._backend.notes.put(PUSH, _about(browser.account), json.dumps(facts))

    async def _note_turn(self, browser: Browser, call: TurnCall, *, is_sent: bool) -> None:
        """Which turn it is told of; of a browser that wants none any more nothing is noted."""
        async with self._backend.seating:
            now = await self._browser(browser.account)
            if now is not None:
                others = [(table, turn) for table, turn in now.turns.items() if table != call.table]
                turns = {**dict(others[1 - TURNS :]), call.table: (call.turn, is_sent)}
                await self._note(replace(now, turns=turns))

    async def _lose(self, browser: Browser) -> None:
        """It takes nothing at this address any more; one that has subscribed anew meanwhile stays."""
        async with self._backend.seating:
            now = await self._browser(browser.account)
            if now is not None and now.endpoint == browser.endpoint:
                await self._drop(browser)

    async def _drop(self, browser: Browser) -> None:
        (await self._subscribed()).discard(browser.account)
        await self._backend.notes.put(PUSH, _about(browser.account), "")


def _about(account: str) -> str:
    return f"{BROWSER}:{account}"


def _browser(account: str, facts: dict[str, Any]) -> Browser:
    turns = {str(table): (str(turn), bool(was_sent)) for table, (turn, was_sent) in facts["turns"].items()}
    return Browser(account, facts["endpoint"], facts["key"], facts["auth"], turns)


def _message(person: Person, call: TurnCall) -> str:
    """What the page's worker shows, in the person's language."""
    title, body = say(person.language, "push.title", label=call.label), say(person.language, "push.body")
    return json.dumps({"title": title, "body": body, "tag": call.table, "url": f"./#join={call.label}"})


def _topic(call: TurnCall) -> str:
    """One for each table, which tells nobody which."""
    return hashlib.sha256(f"{call.person} {call.table}".encode()).hexdigest()[:32]
