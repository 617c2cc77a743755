"""Who is where: the live tables by person, channel and short name, and which of them somebody means.

Kept in memory from the door's news; what was there before is read when it is first asked for. The summary of a table
holds no card. What it costs stands in `tests/requests/test_table_index.py`.
"""

import asyncio
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.bounded import Bounded
from bot.host.door import Door
from bot.host.ports import Store, Stored
from bot.tables.invited import expected
from bot.tables.table import CLOSED, LOBBY, OVER, Chair, Table

PEOPLE_KEPT: Final = 20_000  # people who looked at something

Index: TypeAlias = defaultdict[str, set[str]]  # ids of tables


@dataclass(frozen=True, slots=True)
class TableSummary:
    """What is known of a table without looking at its play. `turn` is the seat of the person or computer in turn."""

    table: str
    label: str
    phase: str
    channels: tuple[str, ...]
    seats: tuple[str, ...]
    chairs: tuple[Chair, ...]
    waiting: tuple[str, ...]
    turn: str
    invited: tuple[str, ...] = ()  # who may still come to the lobby

    def seat_of(self, person: str) -> str:
        """The seat of a person, "" for somebody who does not sit here."""
        found = [seat for seat, chair in zip(self.seats, self.chairs, strict=True) if person and chair.person == person]
        return found[0] if found else ""

    def awaits(self, person: str) -> bool:
        """Whether it is for this person to play."""
        seat = self.seat_of(person)
        return bool(seat) and seat == self.turn and self.chairs[self.seats.index(seat)].human

    @property
    def people(self) -> frozenset[str]:
        """Who sits or waits here."""
        return frozenset([*[chair.person for chair in self.chairs if chair.person], *self.waiting])


def summarize(table_id: str, table: Table) -> TableSummary:
    """The summary of a table."""
    return TableSummary(
        table_id,
        table.label,
        table.phase,
        table.channels,
        table.code.seats,
        table.chairs,
        tuple(person for person, _ in table.waiting),
        "" if table.paused else table.in_turn,
        tuple(one.person for one in expected(table)),
    )


def summary_of(row: Stored) -> TableSummary | None:
    """The summary that is stored with a table; None where none is, or not all of it: a lobby's guests."""
    if row.phase == LOBBY:
        return None
    try:
        found = json.loads(row.snapshot)
        chairs = [
            Chair(person, name, computer)
            for (person, computer), name in zip(found["chairs"], found["names"].values(), strict=True)
        ]
        seats, channels, waiting = tuple(found["names"]), tuple(found["channels"]), tuple(found["waiting"])
        return TableSummary(
            row.subject.id, row.label, row.phase, channels, seats, tuple(chairs), waiting, found["turn"]
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


class TableIndex:
    """The live tables of a bot."""

    def __init__(self, door: Door, store: Store) -> None:
        self._door = door
        self._store = store
        self._summaries: dict[str, TableSummary] = {}
        self._of_person: Index = defaultdict(set)
        self._in_channel: Index = defaultdict(set)
        self._inviting: Index = defaultdict(set)  # by person
        self._labelled: dict[str, str] = {}
        self._changed_before_read: set[str] | None = set()  # tables heard of before all were read; None: all are read
        self._rewritten: set[str] = set()  # whose names and channels may be others than is known here
        self._reading = asyncio.Lock()
        self._last: Bounded[str, str] = Bounded(PEOPLE_KEPT)  # by person: the table they looked at, or played at, last
        door.listen(self._hear)
        door.listen_for_unreadable(lambda table_id: self._store_summary(table_id, None))
        door.listen_for_rewriting(self._note_rewritten)

    def note_look(self, person: str, table: str) -> None:
        """This person looks at the table, or does something there."""
        if self.is_at(person, table):
            self._last[person] = table

    def looked_at(self, person: str) -> str:
        """The table that this person looked at last since the start, "" for none."""
        return self._last.get(person, "")

    async def of(self, person: str) -> tuple[TableSummary, ...]:
        """Where this person sits or waits."""
        await self._read()
        await self._catch_up(self._of_person.get(person, ()))
        return self._by_label(self._of_person.get(person, ()))

    async def unfinished(self, person: str) -> int:
        """At how many tables that are not over this person sits or waits."""
        return len([one for one in await self.of(person) if one.phase != OVER])

    def is_at(self, person: str, table: str) -> bool:
        """Whether this person sits or waits there, as far as the tables have been read."""
        return table in self._of_person.get(person, ())

    def waiting_for(self, person: str) -> tuple[TableSummary, ...]:
        """The tables where it is this person's turn, as far as they have been read."""
        return self._by_label(
            [table for table in self._of_person.get(person, ()) if self._summaries[table].awaits(person)]
        )

    async def in_channel(self, channel: str) -> tuple[TableSummary, ...]:
        """The tables that this channel shows."""
        await self._read()
        await self._catch_up(self._in_channel.get(channel, ()))
        return self._by_label(self._in_channel.get(channel, ()))

    async def in_channel_or_topics(self, channel: str) -> tuple[TableSummary, ...]:
        """The tables that this channel shows, or a topic of it: a group may have switched them off since."""
        rooms = await self.within(channel)
        for one in rooms:
            await self._catch_up(self._in_channel.get(one, ()))
        return self._by_label(set().union(*[self._in_channel.get(one, ()) for one in rooms]))

    async def within(self, channel: str) -> tuple[str, ...]:
        """The channel and its topics, as far as tables are shown there."""
        await self._read()
        return tuple(sorted(one for one in self._in_channel if one.partition("/")[0] == channel))

    async def inviting(self, person: str) -> tuple[TableSummary, ...]:
        """The lobbies to which this person is invited, where they neither sit nor wait."""
        await self._read()
        return self._by_label(self._inviting.get(person, ()))

    async def table_labelled(self, label: str) -> str:
        """The id of the table with this short name, "" where there is none that is live."""
        await self._read()
        return self._labelled.get(label, "")

    def _by_label(self, tables: Iterable[str]) -> tuple[TableSummary, ...]:
        return tuple(sorted([self._summaries[table] for table in tables], key=lambda one: one.label))

    # --- keeping it ---------------------------------------------------------------------------------------------------

    async def _read(self) -> None:
        """Every live table, once; and those of which texts were rewritten since."""
        if self._changed_before_read is not None:
            async with self._reading:
                await self._read_those_not_in(self._changed_before_read)
        for table_id in tuple(self._rewritten):
            table = await self._door.table(table_id)
            self._store_summary(table_id, None if table is None else _if_live(table_id, table))
            self._rewritten.discard(table_id)

    async def _read_those_not_in(self, newer: set[str] | None) -> None:
        """What the door told meanwhile is newer."""
        if newer is None:
            return
        for row in await self._store.live(self._door.bot):
            found = summary_of(row) or await self._summary(row)
            if found is not None and row.subject.id not in newer and row.subject.id not in self._door.unreadable:
                self._store_summary(row.subject.id, found)
        self._changed_before_read = None

    async def _catch_up(self, tables: Iterable[str]) -> None:
        """Cards that another host has played there are read: whose turn it is was not asked before."""
        for table in [one for one in tables if self._door.lags(one)]:
            await self._door.table(table)

    async def _summary(self, row: Stored) -> TableSummary | None:
        table = await self._door.table(row.subject.id)
        return summarize(row.subject.id, table) if table is not None else None

    def _hear(self, table_id: str, table: Table) -> None:
        if self._changed_before_read is not None:
            self._changed_before_read.add(table_id)
        self._store_summary(table_id, _if_live(table_id, table))

    def _note_rewritten(self, table_id: str) -> None:
        """Somebody was forgotten: they are in a list no more, and their private chat gets no letter."""
        if table_id in self._summaries or self._changed_before_read is not None:
            self._rewritten.add(table_id)

    def _store_summary(self, table_id: str, new: TableSummary | None) -> None:
        old = self._summaries.pop(table_id, None)
        if new is not None:
            self._summaries[table_id] = new
            self._labelled[new.label] = table_id
        elif old is not None:
            self._labelled.pop(old.label, None)
        _reindex(self._of_person, table_id, old.people if old else (), new.people if new else ())
        _reindex(self._in_channel, table_id, old.channels if old else (), new.channels if new else ())
        _reindex(self._inviting, table_id, old.invited if old else (), new.invited if new else ())


def _if_live(table_id: str, table: Table) -> TableSummary | None:
    return None if table.phase == CLOSED else summarize(table_id, table)


def _reindex(index: Index, table_id: str, old: Iterable[str], new: Iterable[str]) -> None:
    before, after = set(old), set(new)
    for key in before - after:
        index[key].discard(table_id)
        if not index[key]:
            del index[key]
    for key in after - before:
        index[key].add(table_id)


def tables_meant(
    tables: Sequence[TableSummary], person: str, channel: str, by_turn: bool = True, last_looked_at: str = ""
) -> tuple[TableSummary, ...]:
    """The table that somebody means who names none; several where only they can say.

    Their table in this channel, one where they sit before one that they wait for, one that goes on before one that is
    over, and of several the one where it is their turn, if that tells (`by_turn`), then the one they looked at last
    (`last_looked_at`).
    """
    tests: tuple[Callable[[TableSummary], bool], ...] = (
        lambda one: bool(channel) and channel in one.channels,
        lambda one: bool(one.seat_of(person)),
        lambda one: one.phase != OVER,
        lambda one: by_turn and bool(one.turn) and one.turn == one.seat_of(person),
        lambda one: one.table == last_looked_at,
    )
    left = tuple(tables)
    for test in tests:
        left = tuple(one for one in left if test(one)) or left
    return left
