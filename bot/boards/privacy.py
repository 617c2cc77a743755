"""A person's right to know what is stored about them, and to be forgotten.

Forgetting takes away who they are and leaves what was played: accounts, settings, drafts and messages go, their names
become "deleted player" in every log and record; in place of their id stands a fresh random word everywhere, which leads
to nobody and keeps their results together, so that the boards of the others stay right. Where they wait, or sit at a
table that does not play, they are told to leave it; where they play, or a computer for them, to wait for the end of the
match. A table that they have left for good goes on, without their name.
"""

import json
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Final, Protocol, TypeAlias

from bot.boards.boards import MOVED, Boards, all_ids
from bot.boards.facts import SIXTHS
from bot.boards.forgetting import DELETED, names_in, own_row, renaming
from bot.boards.own_tournament_rows import own_tournament_row
from bot.boards.players import Past
from bot.boards.ports import BoardStore, Forgetting, KnownTable, PrivacyStore
from bot.boards.tournament_board import CountedTournament
from bot.host.ports import Account, Person, Retold
from bot.settings_text import read_settings
from bot.tables.log import LogRow
from bot.tournaments.outcome import Placing

TRIES: Final = 3
CLOSED: Final = "closed"
IN_MATCH: Final = ("pause", "playing")  # who leaves then keeps their seat: a computer plays for them
MUST_STAY: Final = "held"
MAY_LEAVE: Final = "free"
PLACES: Final = "places"  # in a person's settings: their private chats, as tables name channels
ERASED: Final = "erased"  # in a person's settings: they were forgotten


class PersonalStore(BoardStore, PrivacyStore, Protocol):
    """What is asked of the store about one person."""

    async def person(self, bot: str, person: str) -> Person | None: ...

    async def accounts(self, bot: str, person: str) -> tuple[Account, ...]: ...


class Seats(Protocol):
    """A table, as far as it says who sits and who waits there."""

    @property
    def phase(self) -> str: ...

    @property
    def awaits_others(self) -> bool: ...

    @property
    def waiting(self) -> Sequence[tuple[str, str]]: ...

    def seat_of(self, person: str) -> str: ...

    def has_held(self, people: Collection[str]) -> Collection[str]: ...


class LiveTables(Protocol):
    """What is asked of the door: tables that go on, and to let nobody act there while their texts change."""

    async def table(self, table_id: str) -> Seats | None: ...

    @property
    def clock(self) -> Callable[[], int]: ...

    def rewriting(self, table_ids: Collection[str]) -> AbstractAsyncContextManager[None]: ...

    def retold(self, rows: Sequence[LogRow]) -> Retold | None: ...


@dataclass(frozen=True, slots=True)
class Erased:
    """Nobody is known by that id any more; so many tables were rewritten, of which some are `going_on` or `closed`.

    `ids`: the words that stand for the person's ids from now on.
    """

    tables: int
    going_on: tuple[str, ...] = field(default=(), compare=False)
    ids: tuple[str, ...] = field(default=(), compare=False)
    closed: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class StillPlaying:
    """At these tables, by the names people use, they sit or wait. Nothing was changed.

    `tables` they can leave, and then be forgotten; at `playing` their match has to end first, even if they leave.
    """

    tables: tuple[str, ...]
    playing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Nobody:
    """There is no such person, or they were forgotten before."""


Forgotten: TypeAlias = Erased | StillPlaying | Nobody


class Privacy:
    """Tells and forgets, for one bot. Raises `StoreError`."""

    def __init__(self, store: PersonalStore, boards: Boards, bot: str, door: LiveTables) -> None:
        self._store = store
        self._door = door
        self._boards = boards
        self._bot = bot

    async def export(self, person: str, plans: Sequence[Mapping[str, str]] = ()) -> str:
        """Everything that is stored about a person, as JSON; times in UTC. `plans`: the rows of what they planned."""
        ids = await self.ids(person)
        found = {
            "people": [await self._person_export(one) for one in ids],
            "matches": [await self._match(past) for past in await self._boards.history(person)],
            "tournaments": [_placing(one, placing) for one, placing in await self._boards.tournaments_of(person)],
            "plans": [{**plan, "content": read_settings(plan["content"])} for plan in plans],
        }
        return json.dumps(found, ensure_ascii=False, indent=1)

    async def obstacle_to_erasure(self, person: str) -> StillPlaying | Nobody | None:
        """Why they cannot be forgotten now; None where they can."""
        ids = await self.ids(person)
        return await self._obstacle(ids, await self._people(ids), await self._known_tables(ids))

    async def erase(self, person: str, owed: Mapping[str, str] | None = None) -> Forgotten:
        """Forget a person and every id their accounts ever had. `owed`: notes of what is left to be done elsewhere."""
        for _ in range(TRIES):
            ids = await self.ids(person)
            people, tables = await self._people(ids), await self._known_tables(ids)
            hindered = await self._obstacle(ids, people, tables)
            if hindered is not None:
                return hindered
            async with self._door.rewriting(tables):  # of closed ones, too: somebody may look at them
                forgetting = replace(await self._forgetting(ids, people, tables), owed=owed or {})
                was_stored = await self._store.forget(self._bot, forgetting)
            if was_stored:
                await self._boards.read_anew()
                closed = tuple(table for table in tables if table not in forgetting.going_on)
                return Erased(len(tables), tuple(forgetting.going_on), tuple(forgetting.ids.values()), closed)
        raise RuntimeError("a person plays faster than they can be forgotten")

    async def _forgetting(
        self, ids: Sequence[str], people: Sequence[Person], tables: Mapping[str, KnownTable]
    ) -> Forgetting:
        fresh = {id_: f"gone{secrets.token_hex(6)}" for id_ in ids}
        rows = [row for id_ in ids for row in await self._store.log_rows_naming(self._bot, id_)]
        accounts = await self._accounts(people)
        places = self._private(people, accounts)
        return Forgetting(
            ids=fresh,
            name=DELETED,
            names=frozenset([*names_in(fresh, rows), *[one.name for one in people]]) - {"", DELETED},
            settings={one.id: _settings_left(one.settings, fresh) for one in people},
            accounts=frozenset(account.account for account in accounts),
            private_chats=places,
            renamings=[renaming(table, fresh, rows, places) for table in tables],
            going_on=[one.table for one in tables.values() if one.phase != CLOSED],
            retell=self._door.retold,
            at=self._door.clock(),
        )

    async def _people(self, ids: Sequence[str]) -> list[Person]:
        return [one for one in [await self._store.person(self._bot, one) for one in ids] if one is not None]

    async def _known_tables(self, ids: Sequence[str]) -> dict[str, KnownTable]:
        return {one.table: one for id_ in ids for one in await self._store.known_tables(self._bot, id_)}

    async def _obstacle(
        self, ids: Sequence[str], people: Sequence[Person], tables: Mapping[str, KnownTable]
    ) -> StillPlaying | Nobody | None:
        if not people or all(is_erased(one) for one in people):
            return Nobody()
        places: dict[str, list[str]] = {MUST_STAY: [], MAY_LEAVE: []}
        for one in tables.values():
            hold = "" if one.phase == CLOSED else await self._hold_on(one.table, ids)
            if hold:
                places[hold].append(one.code or one.table)
        found = StillPlaying(tuple(sorted(places[MAY_LEAVE])), tuple(sorted(places[MUST_STAY])))
        return found if found.tables or found.playing else None

    async def _hold_on(self, table_id: str, ids: Sequence[str]) -> str:
        """`MUST_STAY` to the end of a match, `MAY_LEAVE` where they only sit or wait, "" elsewhere.

        To the end of a deal also whoever has held one of its hands must stay: as somebody new they could get another.
        """
        table = await self._door.table(table_id)
        if table is None:
            return ""
        if any(table.seat_of(one) for one in ids):
            return MUST_STAY if table.phase in IN_MATCH and not table.awaits_others else MAY_LEAVE
        if table.has_held(ids):
            return MUST_STAY
        return MAY_LEAVE if set(ids) & {person for person, _ in table.waiting} else ""

    async def _accounts(self, people: Sequence[Person]) -> list[Account]:
        return [account for one in people for account in await self._store.accounts(self._bot, one.id)]

    def _private(self, people: Sequence[Person], accounts: Sequence[Account]) -> dict[str, str]:
        """The names of their private chats, each with the word that stands there from now on."""
        noted = [place for one in people for place in read_settings(one.settings).get(PLACES, [])]
        chats = {*noted, *[f"{account.platform}:{account.account}" for account in accounts]}
        return {place: f"gone:{secrets.token_hex(6)}" for place in sorted(map(str, chats))}

    async def ids(self, person: str) -> tuple[str, ...]:
        """The person's id, and those whose accounts have become theirs."""
        return await all_ids(self._store, self._bot, person)

    async def _person_export(self, person: str) -> dict[str, Any]:
        store, bot = self._store, self._bot
        found = await store.person(bot, person)
        return {
            "id": person,
            "name": found.name if found else "",
            "language": found.language if found else "",
            "settings": read_settings(found.settings) if found else {},
            "accounts": [asdict(account) for account in await store.accounts(bot, person)],
            "tables": [asdict(table) for table in await store.known_tables(bot, person)],
            "log": [
                _with_readable_time(asdict(own_row(row, person))) for row in await store.log_rows_naming(bot, person)
            ],
            "tournaments": [
                _with_readable_time(asdict(own_tournament_row(row, person)))
                for row in await store.tournament_rows_naming(bot, person)
            ],
            "drafts": [asdict(sketch) for sketch in await store.sketches(bot, person)],
            "messages": [asdict(mail) for mail in await store.mail(bot, person)],
            "corrections": [_with_readable_time(asdict(one)) for one in await store.corrections_by(bot, person)],
            "subscriptions": [
                read_settings(one).get("endpoint", "") for one in await store.subscriptions_of(bot, person)
            ],
            "proposals": [_proposal(one) for one in await store.proposals_by(bot, person)],
        }

    async def _match(self, past: Past) -> dict[str, Any]:
        table, revision = past.key
        record = await self._boards.record(past.key)
        titles = await self._boards.titles([past.channel, *past.mirrors])  # another's private chat has none
        channels = {"channel": titles.get(past.channel, ""), "mirrors": [titles.get(one, "") for one in past.mirrors]}
        names = await self._boards.names([*past.partners, *past.opponents])  # as the record has them, and no ids
        others = {"partners": past.partners, "opponents": past.opponents}
        called = {side: [names.get(one, "") for one in people] for side, people in others.items()}
        fields = {**_with_readable_time(asdict(past), "ended_at"), **channels, **called}
        return {**fields, "table": table, "revision": revision, "record": record}


def _with_readable_time(row: dict[str, Any], column: str = "at") -> dict[str, Any]:
    return {**row, column: datetime.fromtimestamp(row[column] / 1000, UTC).isoformat(timespec="seconds")}


def _proposal(text: str) -> dict[str, Any]:
    """A correction that they have proposed, without the word by which the others agree to it."""
    proposal = read_settings(text)
    return _with_readable_time({key: value for key, value in proposal.items() if key != "word"})


def _placing(one: CountedTournament, placing: Placing) -> dict[str, Any]:
    """A tournament that they have played to its end, and how they came in; who else played is theirs."""
    keys = {"name": one.outcome.name, "kind": one.outcome.kind, "code": one.outcome.code}
    found = _with_readable_time({"ended_at": one.outcome.ended_at}, "ended_at")
    figures = {"place": placing.place, "vp": placing.vp / SIXTHS, "mp": placing.mp, "rounds": placing.rounds}
    return {"tournament": one.tournament, **keys, **found, **figures}


def is_erased(person: Person) -> bool:
    """Whether they were forgotten: the id is there, and nobody behind it."""
    return ERASED in read_settings(person.settings)


def _settings_left(settings: str, fresh: Mapping[str, str]) -> str:
    """What stays of a person's settings: whose their accounts have become, so that their results stay together."""
    moved = fresh.get(str(read_settings(settings).get(MOVED, "")))
    return json.dumps({ERASED: True, **({MOVED: moved} if moved else {})})
