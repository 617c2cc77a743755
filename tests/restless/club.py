"""A club of eight: the real service, door, boards, planner and scheduler over one database; a clock set by hand."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, Protocol

from bot.database_address import Database
from bot.host.archiving import FIRST
from bot.host.resuming import note_outage
from bot.host.scheduler import Scheduler
from bot.requests.answer import Answer
from bot.requests.requests import Request
from bot.requests.service import Service
from bot.store.store import open_database
from bot.store.writing import WritingStore
from bot.tables.table import Table
from bot.tables.who import HOST, Who
from engine.actions import Action
from engine.players.greedy import Greedy
from engine.view import View
from tests.restless.folding import BOT, Broken, Folding
from tests.restless.seeded import SeededDoor

START: Final = 1_700_000_000_000
EVERY: Final = 10_000  # tables: more than there ever are
NAMES: Final = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Ivo")
PLATFORMS: Final = ("discord", "telegram")


def account_on(platform: str, name: str) -> str:
    """What somebody is called by a platform: never as the other one calls anybody, for their numbers differ."""
    return f"{name}-{platform[0]}".lower()


def name_of(account: str) -> str:
    """Who has this account."""
    return account.partition("-")[0].capitalize()


ACCOUNTS: Final = tuple((platform, account_on(platform, name), name) for name in NAMES for platform in PLATFORMS)
CHANNELS: Final = ("discord:1/10", "discord:1/11", "telegram:-500")


async def think(_name: str, seen: View, _person: str = "") -> Action:
    return Greedy(0).choose(seen)


@dataclass
class Faults(logging.Handler):
    """What the program itself logs as an error."""

    found: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(logging.ERROR)

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(
            f"{record.getMessage()} {record.__dict__.get('error', '')} {record.__dict__.get('place', '')}"
        )

    __hash__ = logging.Handler.__hash__


class Company(Protocol):
    """What restless people need of the host that they are at; `transcript` is what was done, for people."""

    folding: Folding
    changed_tables: set[str]
    transcript: list[str]
    links: list[str]

    @property
    def store(self) -> WritingStore: ...

    @property
    def service(self) -> Service: ...

    async def person(self, account: int, /) -> str:
        """Who that account is; somebody new, where it is nobody's."""

    async def do(self, person: str, request: Request, channel: str = "", /) -> Answer:
        """What somebody asks for, at the service."""

    async def tables(self) -> list[tuple[str, Table]]:
        """The tables that are not closed, the oldest first; and of the closed ones the latest."""

    async def waits(self, milliseconds: int, /) -> None:
        """Time passes."""

    async def plans_fire(self) -> None:
        """What is planned is opened, if its time has come."""

    async def submits(self, table_id: str, delivery: str, command: str, /) -> None:
        """The host does something at a table, due or not. `restarted` goes back to some seconds ago."""

    async def restart(self) -> None:
        """The host was away for a while; its tables do not know yet."""


class Club:
    """`changed_tables`: those that changed since it was asked last."""

    def __init__(self, database: Database, store: WritingStore, faults: Faults) -> None:
        self.store = store
        self.faults = faults
        self.now = [START]
        self.folding = Folding(database)
        self.folding.store = store
        self.changed_tables: set[str] = set()
        self.transcript: list[str] = []  # what was done, for people
        self.requests = 0  # of people
        self.links: list[str] = []  # invitations that were made
        self._begin()

    def _begin(self) -> None:
        self.door = SeededDoor(self.store, BOT, self.now)
        self.service = Service(self.door, self.store, BOT)
        self.scheduler = Scheduler(self.door, self.store, think)
        self.door.listen(lambda table_id, _table: self.changed_tables.add(table_id))

    async def waits(self, milliseconds: int) -> None:
        self.now[0] += milliseconds

    async def plans_fire(self) -> None:
        await self.service.planned_matches.planner.fire()

    async def submits(self, table_id: str, delivery: str, command: str) -> None:
        if command == "restarted":
            command = f"restarted {self.now[0] - 5000} {self.now[0] - 1000}"
        reply = await self.door.submit(table_id, Who(HOST), delivery, command)
        self.transcript.append(f"  the host: {command} at {table_id}: {type(reply).__name__}")

    async def restart(self) -> None:
        """The host was away for a while; its tables do not know yet, and those that are closed are archived."""
        since = self.now[0]
        self.now[0] += 60_000
        self._begin()
        await note_outage(self.door, self.store, since)
        for table in await self.store.closed_tables(BOT, since, FIRST, EVERY):
            await self.store.archive(BOT, table.id, self.now[0])
        self.transcript.append("+ the host is started again")

    async def person(self, account: int) -> str:
        """Who that account is; somebody new, where it is nobody's."""
        platform, name, nickname = ACCOUNTS[account]
        return await self.service.register(platform, name, "it" if account % 3 else "en", nickname)

    async def do(self, person: str, request: Request, channel: str = "") -> Answer:
        answer = await self.service.do(person, request, channel)
        self.requests += 1
        self.transcript.append(f"{'+' if answer.done else '-'} {person} {request}: {answer.words}")
        return answer

    async def tables(self) -> list[tuple[str, Table]]:
        """The tables that are not closed, the oldest first; and of the closed ones the latest."""
        everyone = self.folding.tables()
        found = [(table_id, await self.door.table(table_id)) for table_id in everyone[-12:]]
        return [(table_id, table) for table_id, table in found if table is not None]

    async def law(self, *, whole: bool = False) -> None:
        """What must hold after each step. Raises `Broken`."""
        changed_tables, self.changed_tables = self.changed_tables, set()
        if self.faults.found:
            raise Broken(f"logged: {self.faults.found}")
        await self.folding.holds(self.door, changed_tables)
        if whole:
            await self.folding.holds_whole(self.door)


@contextmanager
def listening() -> Iterator[Faults]:
    """What the program logs as an error meanwhile."""
    faults, root = Faults(), logging.getLogger("bot")
    root.addHandler(faults)
    try:
        yield faults
    finally:
        root.removeHandler(faults)


async def opened(database: Database, faults: Faults) -> Club:
    return Club(database, await open_database(database, START), faults)


async def closed(club: Club) -> None:
    await asyncio.sleep(0)
    club.folding.close()
    await club.store.close()
