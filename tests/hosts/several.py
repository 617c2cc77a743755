"""Several `burraco run` on one PostgreSQL database, and people who play in windows of any of them.

A person who loses their host, or hears nothing from it, or is refused there while nothing changes, opens the page on
another one, as behind a balancer, and sends again what was not answered.
"""

import asyncio
import json
import os
import re
import secrets
import signal
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

import aiohttp

from bot.cli.soundness import soundness
from bot.database_address import ServerDatabase
from bot.store.postgres import PostgresStore
from bot.tables.log import LogRow, states
from engine.cards import TEXTS, Card, parse_cards
from engine.hand import unpack
from engine.view import view
from tests.adapters.web.hosting import Window, connected
from tests.adapters.web.test_secrets import cards_in, open_cards
from tests.forked import Forked, start
from tests.programs import ROOT

BOT: Final = "burraco"
PATIENCE: Final = 120.0  # seconds; a busy machine starts programs slowly
UNANSWERED: Final = 3.0  # seconds after which a person turns to another host
UNMOVED: Final = 1.0  # seconds after which they do something else, or go where they are not refused


RAISED: Final = re.compile(r" {4}([a-zA-Z_][\w.]*(?:Error|Exception|Exit|Interrupt|Group)\b.*)")
TRACE: Final = re.compile(r"^(?P<line>\S.*)\n(?P<trace>(?: {4}.*\n)+)", re.MULTILINE)
ERROR_LINE: Final = re.compile(r"^\S+ (?:error|critical) +(.*)$", re.MULTILINE)
ABSENT: Final = ("psycopg.", "bot.host.ports.", "bot.store.connection.Locked")
"""How an error begins that the database's absence brings about."""


class HostProcess:
    """`burraco run` in a folder, with these settings and those of the folder's `.env`."""

    def __init__(self, name: str, folder: Path, settings: Mapping[str, str]) -> None:
        self._environment = {**os.environ, "PYTHONPATH": str(ROOT), **settings}
        self._folder = folder
        self._log = folder / f"{name}.txt"
        self._process: Forked | None = None
        self.url = ""
        self.is_up = False

    @property
    def log(self) -> str:
        return self._log.read_text("utf-8")

    @property
    def number(self) -> int:
        """That of its process."""
        assert self._process is not None
        return self._process.pid

    @property
    def faults(self) -> list[str]:
        """What was raised and told with its traceback, but for what the database's absence brings about."""
        traces = [(found["line"], RAISED.findall(found["trace"])) for found in TRACE.finditer(self.log)]
        return [f"{line}: {raised[-1]}" for line, raised in traces if raised and not raised[-1].startswith(ABSENT)]

    @property
    def error_lines(self) -> Counter[str]:
        """Its lines of errors, without what differs in them, and how often each came."""
        return Counter([re.sub(r" \w+=.*", "", line) for line in ERROR_LINE.findall(self.log)])

    async def start(self) -> None:
        reads, writes = os.pipe()
        with self._log.open("ab") as log:
            self._process = start(("bot", "run"), self._folder, self._environment, writes, log.fileno())
        os.close(writes)
        with os.fdopen(reads, encoding="utf-8") as output:
            line = await asyncio.wait_for(asyncio.to_thread(output.readline), PATIENCE)
        assert line.startswith("http://"), self.log
        self.url = line.strip()
        self.is_up = True

    async def kill(self) -> None:
        """At once, as a power cut would."""
        assert self._process is not None
        self.is_up = False
        self._process.kill()
        await self._process.ended()

    async def stop(self) -> int:
        """As a supervisor would; the exit status."""
        assert self._process is not None
        self.is_up = False
        self._process.terminate()
        return await asyncio.wait_for(self._process.ended(), PATIENCE)

    def sleep(self) -> None:
        """It answers nothing and closes nothing, until it wakes."""
        assert self._process is not None
        self.is_up = False
        self._process.send_signal(signal.SIGSTOP)

    def wake(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)
        self.is_up = True


@asynccontextmanager
async def several(
    folder: Path, databases: Sequence[ServerDatabase], settings: Mapping[str, str] | None = None
) -> AsyncIterator[list[HostProcess]]:
    """A host for each address, one started after the other; however the block ends, none of them goes on."""
    common = {"BURRACO_WEB": "127.0.0.1:0", **(settings or {})}
    each = [{"BURRACO_DATABASE": one.address, **common} for one in databases]
    hosts = [HostProcess(f"host{number}", folder, one) for number, one in enumerate(each)]
    try:
        for one in hosts:
            await one.start()
        yield hosts
    finally:
        for one in hosts:
            if one.url:
                await one.kill()


class Reached(Protocol):
    """Where a window can be opened: a host, or a balancer before some."""

    @property
    def url(self) -> str: ...

    @property
    def is_up(self) -> bool: ...


# --- people -----------------------------------------------------------------------------------------------------------


class ShownView(NamedTuple):
    """A view of a deal in play: at which stage of the table, the hand in it, and all cards that it names."""

    stage: int
    hand: tuple[str, ...]
    named: frozenset[Card]


@dataclass
class Person:
    """Somebody at a table, before a window of one of the hosts. `home`: the host they turn to first.

    `thinks`: seconds before each action; `asks`: those for which they wait before they ask whether the host is there;
    `notes`: whether what they are shown is kept, to be looked at afterwards.
    """

    hosts: Sequence[Reached]
    home: int
    token: str = ""
    thinks: float = 0.0
    asks: float = 0.2
    notes: bool = True
    table: str = ""
    person: str = ""  # as the host knows them, where that is known
    window: Window | None = None  # the last one
    is_over: bool = False  # the match
    rematches: bool = True  # or they leave after a match
    acknowledged: list[str] = field(default_factory=list)  # deliveries
    moved_at: list[float] = field(default_factory=list)  # when an action of theirs was acknowledged
    sent_again: int = 0  # actions that the host to which they were sent first did not answer
    seen: list[ShownView] = field(default_factory=list)
    doing: str = ""  # what is told of them where their table stands still
    _here: Reached | None = None  # before whose window they sit, or sat last
    _left: Reached | None = None  # where they got no answer
    _left_at: float = -UNANSWERED

    @asynccontextmanager
    async def at_window(self, session: aiohttp.ClientSession) -> AsyncIterator[Window]:
        self._here = here = self._next_host()
        self.doing = f"opens {here.url}"
        async with connected(session, here.url, self.token, table=self.table) as window:
            self.token = window.token
            yield window

    def _next_host(self) -> Reached:
        """Their own host, or another one if that is not up, or has just given no answer."""
        up = [one for one in (*self.hosts[self.home :], *self.hosts[: self.home]) if one.is_up]
        is_fresh = asyncio.get_running_loop().time() < self._left_at + UNANSWERED
        return next((one for one in up if not (is_fresh and one is self._left)), up[0])

    @property
    def sits_at_home(self) -> bool:
        """Whether they sit before a window of their own host."""
        return self._here is self.hosts[self.home] and self.doing.startswith("sits")

    @property
    def _has_enough(self) -> bool:
        return self.is_over and not self.rematches

    def _leave(self) -> None:
        """For a while they go elsewhere."""
        self._left, self._left_at = self._here, asyncio.get_running_loop().time()

    async def plays(self, session: aiohttp.ClientSession, until: asyncio.Event) -> None:
        """Whatever happens to the hosts."""
        unanswered: dict[str, Any] = {}
        while not (until.is_set() or self._has_enough):
            try:
                async with asyncio.timeout(UNANSWERED):
                    opened = self.at_window(session)
                    window = await opened.__aenter__()
            except IndexError:  # no host is up
                await asyncio.sleep(0.1)
                continue
            except (TimeoutError, OSError, aiohttp.ClientError):
                self._leave()
                await asyncio.sleep(0.1)
                continue
            try:
                unanswered = await self._plays_at(window, until, unanswered)
            finally:
                with suppress(TimeoutError, OSError, aiohttp.ClientError):
                    async with asyncio.timeout(UNANSWERED):
                        await opened.__aexit__(None, None, None)

    async def _plays_at(self, window: Window, until: asyncio.Event, unanswered: dict[str, Any]) -> dict[str, Any]:
        """Until the host is lost; the action that it has not answered."""
        self.window = window
        window.looks_again = max(0.05, self.asks / 2)
        self.doing = self.doing.replace("opens", "sits before")
        while not until.is_set():
            self._look(window)
            self.is_over = bool(window.view.get("table")) and window.view["table"]["phase"] == "over"
            if self._has_enough:
                return {}
            action = unanswered or self.next_action(window)
            if action is None:
                if window.socket.closed or not await self._hears(window):
                    self._leave()
                    return {}
                if any(one.is_up for one in self.hosts) and self._next_host() is not self._here:
                    return {}  # their own is there again
                continue
            self.sent_again += bool(unanswered)
            if self.thinks and not unanswered:
                await asyncio.sleep(self.thinks)
            try:
                async with asyncio.timeout(UNANSWERED):
                    answer = await window.want("do", table=self.table, **action)
            except (TimeoutError, OSError, aiohttp.ClientError):
                self._leave()
                return action
            unanswered = {}
            if answer["done"]:
                self.acknowledged.append(action["delivery"])
                self.moved_at.append(asyncio.get_running_loop().time())
            if not await self._moves_on(window, action["stage"]) and not answer["done"]:
                self._leave()
                return {}
        return unanswered

    def _look(self, window: Window) -> None:
        """What was shown since they looked last, but for deals that are over, whose cards are everybody's."""
        for text in window.received if self.notes else ():
            content = json.loads(text)
            is_of_deal = content["type"] == "view" and content.get("score") is None and content.get("hand") is not None
            if is_of_deal and content["table"]["id"] == self.table:
                named = frozenset(cards_in(re.sub(r'"(id|commitment)":"[0-9a-f]*"', "", text)))
                hand = tuple(sorted(one["card"] for one in content["hand"]))
                self.seen.append(ShownView(content["table"]["stage"], hand, named))
        window.received.clear()

    @property
    def stands(self) -> str:
        """How their table looked to them last, and before whose window."""
        table = self.window.view.get("table", {}) if self.window is not None else {}
        is_in_turn = self.window is not None and bool(self.next_action(self.window))
        facts = [f"{key} {table.get(key)}" for key in ("label", "stage", "phase", "deal", "next_deal")]
        return f"{', '.join(facts)}, in turn: {is_in_turn}, {self.doing}, {len(self.acknowledged)} acknowledged"

    @staticmethod
    async def _moves_on(window: Window, stage: int) -> bool:
        """Whether what is shown is soon another stage than this."""
        with suppress(TimeoutError):
            async with asyncio.timeout(UNMOVED):
                await window.until(partial(_has_moved_on, window, stage))
            return True
        return False

    async def _hears(self, window: Window) -> bool:
        """Whether the host is there, while it is not their turn."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self.asks):
                await window.until(lambda: bool(window.controls) or window.socket.closed)
            return True
        try:
            async with asyncio.timeout(UNANSWERED):
                await window.attends("visible")
        except (TimeoutError, OSError, aiohttp.ClientError):
            return False
        return True

    @staticmethod
    def next_action(window: Window) -> dict[str, Any] | None:
        """Something that may be done now; None where it is not for them to play."""
        view = window.view
        if not view.get("table"):
            return None
        action = {"delivery": secrets.token_hex(9), "stage": view["table"]["stage"], "sure": True}
        if view["table"]["phase"] in ("pause", "over") and not view["me"]["ready"]:
            return {**action, "command": "ready" if view["table"]["phase"] == "pause" else "rematch"}
        controls = window.controls
        if not controls:
            return None
        if controls["draw"]:
            return {**action, "command": "play d"}
        if controls["pick_up"]:
            return {**action, "command": "play p"}
        if controls["discards"]:
            return {**action, "command": f"play x:{controls['discards'][-1]}"}
        return {**action, "command": "play n"}


def _has_moved_on(window: Window, stage: int) -> bool:
    return bool(window.view.get("table")) and bool(window.view["table"]["stage"] != stage)


class NotDone(AssertionError):
    """A host has refused what is asked of it when people come; with what, and what it has answered."""


async def _do(window: Window, want: str, **facts: Any) -> None:
    answer = await window.want(want, **facts)
    if not answer["done"]:
        raise NotDone(f"{want}: {answer}")


async def seat_two(
    session: aiohttp.ClientSession,
    hosts: Sequence[Reached],
    pace: int = 0,
    settings: str = "hands=8",
    tokens: tuple[str, str] = ("", ""),
) -> list[Person]:
    """A table with two people, each before a window of a host of their own, and two computer players.

    `tokens`: those of people who have been there before.
    """
    anna, bruno = Person(hosts, 0, tokens[0]), Person(hosts, 1, tokens[1])
    async with anna.at_window(session) as first, bruno.at_window(session) as second:
        await _do(first, "introduce", name="Anna", language="en")
        await _do(second, "introduce", name="Bruno", language="it")
        await _do(first, "open", pace=pace)
        await first.phase("lobby")
        async with asyncio.timeout(PATIENCE):  # on a busy machine a host may be taken for dead meanwhile
            while not (await second.want("find", label=first.view["table"]["label"]))["done"]:  # noqa: ASYNC110  asked again
                await asyncio.sleep(0.05)
        await second.phase("lobby")
        assert (await second.do("join E"))["done"]
        assert (await first.do(f"set {settings}"))["done"]
        assert (await first.do("start", sure=True))["done"]
        await first.phase("playing")
        await second.phase("playing")
        anna.table = bruno.table = first.table
    return [anna, bruno]


# --- what is stored ---------------------------------------------------------------------------------------------------


async def check_stored(database: ServerDatabase, people: list[Person]) -> int:
    """Each acknowledged action is stored once, those of a person in the order in which they were acknowledged.

    Each log folds, with all that follows from it. How many actions.
    """
    store = PostgresStore(database)
    try:
        stored: Counter[str] = Counter()
        places: dict[str, tuple[str, int]] = {}  # the table and the revision of each
        revisions = {row.subject.id: row.revision for row in await store.live(BOT)}
        for table in revisions.keys() | {person.table for person in people}:  # closed ones, too
            rows = await store.log(BOT, table)
            assert [one.seq for one in rows] == [*range(1, revisions.get(table, len(rows)) + 1)]
            stored.update([one.action_id.rpartition(":")[2] for one in rows])
            places |= {one.action_id.rpartition(":")[2]: (table, one.seq) for one in rows}
    finally:
        await store.close()
    assert [one.words for one in await asyncio.to_thread(lambda: [*soundness(database)]) if not one.sound] == []
    acknowledged = [delivery for person in people for delivery in person.acknowledged]
    assert len(set(acknowledged)) == len(acknowledged)
    assert [one for one in acknowledged if stored[one] != 1] == []
    for person in people:
        order = [places[delivery] for delivery in person.acknowledged]
        assert {table for table, _ in order} <= {person.table}
        assert order == sorted(order), f"the order in which {person.table} has what was acknowledged is another"
    return len(acknowledged)


async def check_shown(database: ServerDatabase, people: Sequence[Person]) -> int:
    """Each hand that was shown is its reader's own at that stage; nothing else is named that they may not see.

    What is named has been open to them since the deal before this one, for a view also tells what happened. How many
    views.
    """
    store = PostgresStore(database)
    try:
        for one in people:
            _check_reader(one, await store.log(BOT, one.table))
    finally:
        await store.close()
    return sum(len(one.seen) for one in people)


def _check_reader(reader: Person, rows: Sequence[LogRow]) -> None:
    hands: dict[int, list[tuple[str, ...]]] = {}
    open_until: dict[int, frozenset[Card]] = {}
    stages, opened, deals = {one.stage for one in reader.seen}, list[set[Card]](), 0
    for table in states(rows):
        seat = table.seat_of(reader.person)
        if table.game is None or not seat:
            continue
        if len(table.records) >= deals:
            deals = len(table.records) + 1
            opened.append(set(parse_cards(table.drawn)))
        seen = view(table.game.deal, seat)
        opened[-1] |= open_cards(seen)
        if table.stage in stages:
            own = unpack(seen.deal.hands[table.code.seats.index(seat)])
            hands.setdefault(table.stage, []).append(tuple(sorted(TEXTS[card] for card in own)))
            open_until[table.stage] = frozenset[Card]().union(*opened[-2:])
    for one in reader.seen:
        assert one.hand in hands.get(one.stage, []), f"a hand that is not theirs at stage {one.stage}"
        others = one.named - open_until[one.stage]
        assert not others, [TEXTS[card] for card in others]
