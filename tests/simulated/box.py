"""The host in a box: one run of it, life after life, with all that is around it; and one step of a run."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any, Final

from bot.database_address import Database
from bot.gateway.outbound.references import parse_remembered
from bot.host.ports import OutboxRow, StoreError
from bot.requests.answer import Answer
from bot.requests.own_link import account_of
from bot.requests.requests import Request
from bot.requests.service import Service
from bot.store.sqlite import open_store
from bot.store.writing import WritingStore
from bot.tables.table import Table
from bot.tournaments.kind import TOURNAMENT, is_private
from engine.actions import Action
from engine.players import PLAYERS
from engine.view import View
from tests.chance import chance
from tests.restless.club import ACCOUNTS, NAMES
from tests.restless.folding import Broken, Folding
from tests.restless.seeded import Tokens
from tests.simulated.browser import Page
from tests.simulated.chats import SimulatedPlatform
from tests.simulated.disk import Disk
from tests.simulated.host import START, Host, World, hosted, pictured
from tests.simulated.loop import Killed, SimulatedLoop, Stuck, Time
from tests.simulated.messengers import Air, number_of
from tests.simulated.screens import Letter, Screens
from tests.simulated.tournaments import FoldedTournaments
from tests.watching import State, Watch

WINDOW: Final = 240  # states that what is shown may be late: a messenger may take a minute
AGAIN: Final = 5.0  # seconds until a host is begun again that could not be begun
THINKS: Final = (0.005, 0.03, 0.2)
EXPECTED: Final = ("StoreError", "Unsure", "Locked", "TimeoutError", "OperationalError", "TryLater", "Undeliverable")
"""What the program logs as an error where the disk or a platform fails; anything else is a fault of its own."""

_BLANK: dict[int, bytes] = {}


def blank(path: Path) -> None:
    """A new database in this file; made once for a process."""
    if not _BLANK:

        async def make() -> None:
            store = await open_store(path, START)
            await store.close()

        asyncio.run(make())
        _BLANK[0] = path.read_bytes()
    path.write_bytes(_BLANK[0])


class Listening(logging.Handler):
    """What the program itself logs as an error, unless the disk fails."""

    def __init__(self, fault: Callable[[str], None]) -> None:
        super().__init__(logging.ERROR)
        self._fault = fault

    def emit(self, record: logging.LogRecord) -> None:
        error = str(record.__dict__.get("error", ""))
        kind = record.exc_info[0] if record.exc_info else None
        names = [one.__name__ for one in kind.__mro__] if kind else [error]
        own = kind is not None or error.isidentifier() or "set aside" in record.getMessage()
        if own and not any(name in EXPECTED for name in names):
            where = record.__dict__.get("place", "")
            words = f"{names[0]}: {record.exc_info[1]}" if record.exc_info else error
            self._fault(f"logged: {record.getMessage()}: {words} {where}")


class Box:
    """Everything of one run. It is a `tests.restless.club.Company`: restless people are at its service, too."""

    def __init__(self, database: Database, tokens: Tokens) -> None:
        self.time = Time()
        self.tokens = tokens
        self.database = database
        if isinstance(database, Path):
            blank(database)
        self.transcript: list[str] = []
        self.faults: list[str] = []
        self.changed_tables: set[str] = set()
        self.links: list[str] = []
        self.commands = 0
        self.lives = 0
        self.stop_asked = False
        self.jumped = 0  # milliseconds by which the machine's clock is wrong
        self.never: set[Letter] = set()  # what a platform would not take
        self.owners: dict[tuple[str, str], list[str]] = {}  # whose an account was, in their order
        self.inputs: dict[tuple[str, str], list[str]] = {}  # what was written and pressed, by room
        self.screens = Screens(self.time)
        self.watch = Watch(window=WINDOW, draws=pictured)
        self.pages = [Page(name, self.screens) for name in NAMES]
        self._numbers = 0
        self._dead = False
        self._rng = chance(0)
        self.airs = {name: Air(self.time) for name in ("discord", "telegram")}
        self.loop = SimulatedLoop(self.time, self.fault)
        self.disk = Disk(self.time)
        self.thinking = asyncio.Event()
        self.thinking.set()
        self.platforms = [self.loop.do(self._platform(name)) for name in self.airs]
        self.folding = Folding(database)
        self.tournaments = FoldedTournaments(self.folding)
        self.host: Host | None = None
        self._acts: list[asyncio.Task[None]] = []
        self._listening = Listening(self.fault)

    async def _platform(self, name: str) -> SimulatedPlatform:
        again = name == "telegram"
        return SimulatedPlatform(name, self.screens, self.airs[name], self.number, self.say, self.failed, again)

    # --- for everybody ------------------------------------------------------------------------------------------------

    def number(self) -> int:
        """A new one."""
        self._numbers += 1
        return self._numbers

    def say(self, words: str) -> None:
        """Into the transcript."""
        if self._dead:
            return
        self.transcript.append(f"{self.time.seconds:.3f}  {words}")

    def fault(self, words: str) -> None:
        """Something that must never be."""
        if self._dead:
            return
        self.faults.append(words)
        self.say(f"FAULT {words}")

    def failed(self, what: str, error: Exception) -> None:
        """A part has raised what it must not raise."""
        if not isinstance(error, StoreError):
            self.fault(f"{what} failed: {type(error).__name__}: {error}")

    def clock(self) -> int:
        """The machine's clock, in milliseconds."""
        return START + int(self.time.seconds * 1000) + self.jumped

    # --- lives --------------------------------------------------------------------------------------------------------

    def __enter__(self) -> "Box":
        logging.getLogger("bot").addHandler(self._listening)
        self.begins()
        return self

    def __exit__(self, *_: object) -> None:
        self.dies()
        self.folding.close()
        logging.getLogger("bot").removeHandler(self._listening)

    def begins(self) -> None:
        """A host is begun; where that fails, again a little later, as whoever looks after it would."""
        for _ in range(20):
            self.loop.close()
            self.loop = SimulatedLoop(self.time, self.fault)
            self.disk = Disk(self.time, chance(f"{self.lives} disk"))
            self._acts = []
            try:
                self.host = self.loop.do(self._begun())
            except StoreError as error:
                self.say(f"the host cannot begin: {error}")
            except Killed:
                self.say("the process is lost while it begins")
            else:
                return
            self.dies()
            self.time.seconds += AGAIN
        raise Broken("law: a host cannot be begun any more with its database")

    async def _begun(self) -> Host:
        self.lives += 1
        self.thinking = asyncio.Event()
        self.thinking.set()
        world = World(
            self.database,
            self.time,
            self.watch,
            self.platforms,
            self._think,
            self.clock,
            self._changed,
            lambda table: self.folding.rewritten([table]),
            self._note_place,
            self.never.add,
            self.failed,
            self._stumbled,
        )
        host = await hosted(world, self.disk)
        self.folding.store = host.store
        for table_id in self.folding.tables():
            self.folding.rewritten([table_id])
            table = await host.door.table(table_id)
            if table is not None:
                self._changed(table_id, table)
        self.say(f"the host has begun, for the {self.lives}. time")
        return host

    def _stumbled(self, part: str, /, *, had_store: bool = True) -> None:
        self.say(f"the {part} has to be begun again{'' if had_store else ', for it had no store'}")

    def dies(self) -> None:
        """The process is lost, at this very moment."""
        self.disk.dies()
        self._dead = True  # what is broken off may complain, and nobody hears it
        self.loop.abandon()
        self._dead = False
        for air in self.airs.values():
            air.dies()
        for page in self.pages:
            page.socket = None
        self.host = None

    def _changed(self, table_id: str, table: Table) -> None:
        self.changed_tables.add(table_id)
        self.watch.states.append(State(self.time.seconds, table))

    def _note_place(self, row: OutboxRow, reference: str) -> None:
        """The host knows where this letter stands."""
        self.never.discard((row.subject.id, row.viewer, row.kind))
        if row.subject.kind == TOURNAMENT:
            if reference and not is_private(row.kind):  # a round that others have followed stands nowhere
                self.screens.standing[number_of(reference)].place_stored = True
            return
        reference_of = parse_remembered(reference)
        if reference_of is not None:
            self.screens.standing[number_of(reference_of.reference)].place_stored = True

    async def _think(self, _name: str, seen: View, _person: str) -> Action:
        await self.thinking.wait()
        await asyncio.sleep(self._rng.choice(THINKS))
        return PLAYERS["greedy"](self._rng.randrange(1000)).choose(seen)

    # --- a step -------------------------------------------------------------------------------------------------------

    def step(self, number: int, act: Callable[["Box", Random], Coroutine[Any, Any, None]]) -> None:
        """Time passes, and `act` is begun; then the law is asked. Raises `Broken`."""
        rng = chance(number)
        self.tokens.step(number)
        self._rng = chance(f"{number} thoughts")
        self.disk.rng = chance(f"{number} disk")
        for name, air in self.airs.items():
            air.rng = chance(f"{number} {name}")
        try:
            self.loop.do(self._stepped(rng, act))
        except Killed:
            self.say("the process is lost")
            self.dies()
            self.time.seconds += rng.choice([1.0, 30.0, 600.0, 20_000.0])
            self.begins()
        except Stuck as error:
            raise Broken(f"law: everything stands still, or turns without an end: {error}") from error
        if self.faults:
            raise Broken(f"fault: {self.faults[0]}")

    async def _stepped(self, rng: Random, act: Callable[["Box", Random], Coroutine[Any, Any, None]]) -> None:
        self._acts = [one for one in self._acts if not one.done()]
        begun = asyncio.create_task(self._guarded(act(self, rng)))
        self._acts.append(begun)
        await asyncio.wait([begun], timeout=rng.choice([0.1, 1.0, 4.0]))
        if self.stop_asked:
            await self._stops()
        self.note_owners()
        await self.law()

    async def _stops(self) -> None:
        """The host is asked to end. Raises `Killed`."""
        assert self.host is not None
        self.stop_asked = False
        self.say("the host is asked to stop")
        await self.host.stops()
        raise Killed

    async def _guarded(self, act: Coroutine[Any, Any, None]) -> None:
        try:
            await act
        except StoreError as error:
            self.say(f"    not stored: {type(error).__name__}")
        except Broken:
            raise
        except Exception as error:  # noqa: BLE001  whatever it is, it is a fault
            self.fault(f"an act failed: {type(error).__name__}: {error}")

    def note_owners(self) -> None:
        for platform, account, person in self.folding.accounts():
            owners = self.owners.setdefault((platform, account), [])
            if person not in owners:
                owners.append(person)

    async def law(self) -> None:
        """Stored logs fold to what is in memory, tournaments too. Where the disk fails it is asked later.

        Raises `Broken`.
        """
        assert self.host is not None
        if self.disk.fault and self.time.seconds < self.disk.until:
            return
        changed_tables, self.changed_tables = self.changed_tables, set()
        try:
            await self.folding.holds(self.host.door, changed_tables)
            await self.tournaments.hold(self.host.service.tournaments.subjects)
        except StoreError:
            self.changed_tables |= changed_tables

    def calms(self) -> None:
        """Nothing fails from here on, nobody does anything more, and computers think no longer: tables stand still."""
        for act in self._acts:
            act.cancel()
        self.time.kill_after = None
        self.stop_asked = False
        self.say("all is calm from here on")
        self.disk.heals()
        for air in self.airs.values():
            air.clears()
        self.thinking.clear()

    # --- for restless people at the service ---------------------------------------------------------------------------

    @property
    def service(self) -> Service:
        assert self.host is not None
        return self.host.service

    @property
    def store(self) -> WritingStore:
        assert self.host is not None
        return self.host.store

    async def person(self, account: int) -> str:
        platform, name, nickname = ACCOUNTS[account]
        return await self.service.register(platform, name, "it" if account % 3 else "en", nickname)

    async def do(self, person: str, request: Request, channel: str = "") -> Answer:
        self.say(f"{person} {request} {channel}")
        self.commands += 1
        answer = await self.service.do(person, request, channel)
        self.say(f"    {'done' if answer.done else 'not done'}: {answer.words}")
        return answer

    async def tables(self) -> list[tuple[str, Table]]:
        assert self.host is not None
        found = [(table_id, await self.host.door.table(table_id)) for table_id in self.folding.tables()[-12:]]
        return [(table_id, table) for table_id, table in found if table is not None]

    async def waits(self, milliseconds: int) -> None:
        await asyncio.sleep(min(milliseconds, 5_000) / 1000)

    async def plans_fire(self) -> None:
        """The host does that by itself."""

    async def submits(self, table_id: str, delivery: str, command: str) -> None:
        """Nobody but the host speaks for the host."""

    async def restart(self) -> None:
        """That is a trouble of its own."""

    # --- what people have ---------------------------------------------------------------------------------------------

    def opens(self, page: Page) -> None:
        """Somebody opens the page."""
        assert self.host is not None
        self.host.browser.opens(page)

    def person_before(self, page: Page) -> str:
        """Who sits before a page, "" for nobody we know."""
        owners = self.owners.get(("web", account_of(page.token))) if page.token else None
        return owners[-1] if owners else ""

    def account_of(self, platform: str, place: str) -> str:
        """Whose screen a room is, as the store has accounts."""
        page = next((one for one in self.pages if one.name == place), None) if platform == "web" else None
        return account_of(page.token) if page is not None else place
