"""The tables of tournaments dealt in the chat: opened here, told what the arbiter wants, and asked how they end.

What is to be done is found by `bot.tournaments.dealing`, each time anew from the tournament and its tables; here it is
carried out. So nothing is remembered of it: after a crash the same is found again, and what was done is done once.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final, TypeAlias

from bot.boards.privacy import is_erased
from bot.bounded import Bounded
from bot.host.door import Accepted, OldButton, Repeated, Reply
from bot.host.ports import Person
from bot.requests.backend import Backend
from bot.requests.openings import with_fresh_label
from bot.requests.people import who as who_of
from bot.requests.reachable import PLATFORM, is_shut, knows_open, place_on
from bot.settings_text import read_settings
from bot.tables.assigned import points_now, silent_seat
from bot.tables.table import Table
from bot.tables.who import HOST, Declined, Who
from bot.tournaments.club_tournament import COMPUTER, ClubTournament
from bot.tournaments.dealing import (
    OpenTable,
    Step,
    TableStanding,
    TellTable,
    TellTournament,
    players_named,
    standing_of,
    steps,
    steps_of_earlier,
    table_ids,
    table_ids_of,
)
from engine.tournament.state import Round

LOG: Final = logging.getLogger(__name__)
THE_HOST: Final = Who(HOST, admin=True)  # whoever shows a table elsewhere sits there, or is an admin
MARKS: Final = 10_000  # tables of which it is known how they stood last
AT_ONCE: Final = 5  # tables: a crowd of them keeps nobody's click waiting
MOST_PASSES: Final = 30  # over the tables of a round, each of which finds the next step of each
DISCORD, TELEGRAM, WEB = "discord", "telegram", "web"

Find: TypeAlias = Callable[[str], Awaitable[ClubTournament | None]]
Submit: TypeAlias = Callable[[str, Who, str, str], Awaitable[ClubTournament | Declined | None]]
Changed: TypeAlias = Callable[[str], None]
"""Hears, by the tournament's id, that one of its tables stands otherwise."""


class DealtTables:
    """The tables of one bot's tournaments. `find` and `submit` as of `Tournaments`. Raises `StoreError`."""

    def __init__(self, backend: Backend, find: Find, submit: Submit, changed: Changed) -> None:
        self._backend = backend
        self._find = find
        self._submit = submit
        self._changed = changed
        self._marks: Bounded[str, tuple[object, ...]] = Bounded(MARKS)  # by table, what of it concerns its tournament
        self._room = asyncio.Semaphore(AT_ONCE)
        backend.door.listen(self._hear)

    def _hear(self, table_id: str, table: Table) -> None:
        if table.assigned is None:
            return
        deals = len(table.match.deals) if table.match is not None else 0
        is_open = (table.open_deals, table.assigned.sealed)
        mark = (table.phase, table.begun, table.halted, silent_seat(table), deals, is_open)
        if self._marks.get(table_id) != mark:
            self._marks[table_id] = mark
            self._changed(table.assigned.tournament)

    async def arrange(self, id_: str) -> bool:
        """Everything that is to be done at the tables of a tournament, and what they tell it; whether anything was."""
        moved = False
        for _ in range(MOST_PASSES):
            one = await self._find(id_)
            if one is None:
                return moved
            names, places = await self._people(one)
            found = (*await self._earlier(id_, one), *steps(id_, one, await self.tables(id_, one), names, places))
            outcomes = await asyncio.gather(
                *[self._carry_out(id_, one, step) for step in found], return_exceptions=True
            )
            for failure in [each for each in outcomes if isinstance(each, BaseException)]:
                raise failure
            if not any(outcomes):
                return moved
            moved = True
        LOG.error("the tables of a tournament do not come to what they are to be", extra={"tournament": id_})
        return moved

    async def tables(self, id_: str, one: ClubTournament) -> Mapping[int, Table | None]:
        """The tables of the last round, by number, as they are stored."""
        return await self._stored(table_ids(id_, one))

    async def of_round(self, id_: str, round_: Round) -> Mapping[int, Table | None]:
        """Those of any round, by number."""
        return await self._stored(table_ids_of(id_, round_))

    async def _stored(self, ids: Mapping[int, str]) -> Mapping[int, Table | None]:
        return {number: await self._backend.door.table(table) for number, table in ids.items()}

    async def _earlier(self, id_: str, one: ClubTournament) -> tuple[Step, ...]:
        """What is left to be done in rounds of duplicate that others have followed."""
        rounds = one.progress.rounds[:-1] if one.progress is not None else ()
        found = [each for each in rounds if each.number in one.sealed_rounds]
        tables = [(each.number, await self._stored(table_ids_of(id_, each))) for each in found]
        return tuple(step for number, there in tables for step in steps_of_earlier(id_, number, there))

    async def standings(self, id_: str, one: ClubTournament) -> Mapping[int, TableStanding]:
        """How those stand that are open."""
        found = await self.tables(id_, one)
        return {number: standing_of(table) for number, table in found.items() if table is not None}

    async def points_now(self, id_: str, one: ClubTournament, number: int) -> tuple[int, ...]:
        """What each line of a table has scored so far, the deal in play too; () before a card was dealt."""
        table = (await self.tables(id_, one)).get(number)
        return points_now(table) if table is not None and table.begun else ()

    async def standing(self, id_: str, one: ClubTournament, number: int) -> TableStanding | None:
        """How one of them stands."""
        table = await self._backend.door.table(table_ids(id_, one).get(number, ""))
        return standing_of(table) if table is not None else None

    async def _people(self, one: ClubTournament) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """What those are called who play, and in which private chats they are shown their table."""
        rosters = one.progress.rosters.values() if one.progress is not None else ()
        players = [player for roster in rosters for player in roster if not COMPUTER.fullmatch(player)]
        people = {player: await self._backend.people.person(player) for player in players}
        places = {player: shown_at(person, one.channel) for player, person in people.items()}
        return {player: who_of(person).name for player, person in people.items()}, places

    # --- one step -----------------------------------------------------------------------------------------------------

    async def _carry_out(self, id_: str, one: ClubTournament, step: Step) -> bool:
        """Whether the tables are to be looked at once more: it has changed one, or came too late for how that stood."""
        async with self._room:
            match step:
                case OpenTable() | TellTable():
                    async with self._backend.seating:  # nobody is forgotten meanwhile
                        return await self._at_table(one, step)
                case TellTournament(action, command):
                    found = await self._submit(id_, Who(HOST), action, command)
                    return isinstance(found, ClubTournament) and found != one

    async def _at_table(self, one: ClubTournament, step: OpenTable | TellTable) -> bool:
        """A step that names somebody who was forgotten since it was found comes too late, and is found anew."""
        for player in players_named(step):
            if not (await self._backend.people.person(player)).id:
                return True
        if isinstance(step, OpenTable):
            return await self._open(one, step)
        reply = await self._backend.door.submit(step.table, THE_HOST, step.action, step.command, step.stage)
        return isinstance(reply, OldButton) or _is_done(reply, step.table, step.command)

    async def _open(self, one: ClubTournament, step: OpenTable) -> bool:
        channel = one.channel if one.in_chat and one.channel.partition(":")[0] != TELEGRAM else ""
        reply = await with_fresh_label(
            lambda label: self._backend.door.open_assigned(
                step.table, label, channel, step.settings, step.assigned, step.chairs
            )
        )
        return _is_done(reply, step.table, "open")

    async def knows_cards(self, id_: str, one: ClubTournament, person: str, entry: str, out: str) -> bool:
        """Whether somebody has held cards in this round that may still be played at the table of this entry.

        That is another hand of the deal in play there than that of who goes `out`, or where all tables play the same
        deals any hand of another table.
        """
        if one.current is None:
            return False
        there, tables = one.current.of(entry), await self.tables(id_, one)
        own = tables.get(there.table) if there is not None else None
        if own is not None and own.has_held(await self._backend.ids(person)) - {own.seat_of(out)}:
            return True
        if not one.is_sealed:
            return False
        others = [table for number, table in tables.items() if there is None or number != there.table]
        return any(person in _holders(table) for table in others if table is not None)

    # --- who can play -------------------------------------------------------------------------------------------------

    async def unreached(self, players: Sequence[str]) -> str:
        """What the first of these is called who cannot be sent their cards, "" where all can."""
        for player in players:
            person = await self._backend.people.person(player)
            if not person.id or is_erased(person) or not await self._is_reached(person):
                return who_of(person).name
        return ""

    async def _is_reached(self, person: Person) -> bool:
        """In the browser, in a private chat, or on Discord below the table where none is open."""
        accounts = await self._backend.people.accounts(person)
        return any(
            one.platform == WEB
            or (one.platform == DISCORD and not is_shut(person, DISCORD, one.account))
            or (one.platform == TELEGRAM and knows_open(person, TELEGRAM, one.account))
            for one in accounts
        )


def shown_at(person: Person, channel: str) -> str:
    """The private chat that shows somebody their table: theirs on Telegram, whose groups show no tables, "" for none.

    Whoever plays a tournament of another platform from there is shown it, too.
    """
    plays_there = channel.partition(":")[0] == TELEGRAM or read_settings(person.settings).get(PLATFORM) == TELEGRAM
    return place_on(person, TELEGRAM) if plays_there else ""


def _is_done(reply: Reply, table: str, command: str) -> bool:
    if isinstance(reply, Accepted | Repeated):
        return isinstance(reply, Accepted)
    key = reply.key if isinstance(reply, Declined) else type(reply).__name__
    LOG.warning(
        "a tournament's table does not take a command",
        extra={"table": table, "command": command.partition(" ")[0], "reason": key},
    )
    return False


def _holders(table: Table) -> set[str]:
    """Who has held cards there, as far as they have come to an end of a deal or hold them now."""
    return {person for person, _ in table.hands} | {chair.person for chairs in table.seatings for chair in chairs}
