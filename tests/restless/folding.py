"""The law: after each step every stored log folds to the table in memory; what else is stored of a table follows it.

A log is folded on from where it was folded to before, and as a whole where its texts were rewritten, now and then, and
at the end.
"""

import json
from collections.abc import Collection, Iterator
from contextlib import ExitStack
from typing import Any

from bot.boards.boards import MOVED, ids_of
from bot.boards.forgetting import DELETED
from bot.database_address import Database
from bot.host.door import Door, summary
from bot.planner.kind import PLAN, PlanKind
from bot.planner.plan import from_json
from bot.store.database import open_rows
from bot.store.packing import whole_log
from bot.store.statements import LOG
from bot.store.writing import WritingStore
from bot.tables.log import LogRow, following, table_from_opening
from bot.tables.table import CLOSED, PLAYING, Table
from tests.boards.checking import check_boards

BOT = "b"
NEWEST = 1 << 60
ROWS = (
    "SELECT seq, action_id, actor, entry, logged_at FROM log"
    " WHERE bot = ? AND table_id = ? AND seq > ? AND seq <= ? ORDER BY seq"
)
STORED = "SELECT phase, code, channel, revision, snapshot FROM tables WHERE bot = ? AND table_id = ?"


class Broken(AssertionError):
    """A law that does not hold."""


class Folding:
    """The tables of one database, folded from their logs by somebody who reads over the host's shoulder."""

    store: WritingStore  # of the host that runs now

    def __init__(self, database: Database) -> None:
        self._open = ExitStack()
        self._reading = self._open.enter_context(open_rows(database))
        self._folded: dict[str, tuple[int, Table]] = {}

    def close(self) -> None:
        self._open.close()

    def tables(self) -> list[str]:
        """Every table there is, the oldest first."""
        return [
            table
            for (table,) in self._reading.execute("SELECT table_id FROM tables WHERE kind = 'table' ORDER BY number")
        ]

    def known_to(self, person: str) -> set[str]:
        """The tables whose log names this person."""
        rows = self._reading.execute(
            "SELECT DISTINCT table_id FROM log WHERE actor LIKE ? || '%' OR entry LIKE '%' || ? || '%'",
            (person, person),
        )
        return {table for (table,) in rows} & set(self.tables())

    def rows(self, statement: str, *values: object) -> list[Any]:
        """What is stored."""
        return self._reading.execute(statement, values).fetchall()

    def accounts(self) -> list[tuple[str, str, str]]:
        """Every account with its platform and person."""
        rows = self._reading.execute("SELECT platform, account, person FROM accounts ORDER BY platform, account")
        return [(platform, account, person) for platform, account, person in rows]

    def rewritten(self, tables: Collection[str]) -> None:
        """Their texts are other ones now."""
        for table in tables:
            self._folded.pop(table, None)

    async def holds(self, door: Door, tables: Collection[str]) -> None:
        """The law, for these tables. Raises `Broken`."""
        for table_id in sorted(tables):
            is_open = self._stored(table_id)[0] != CLOSED  # what is closed the host has forgotten, and would fold anew
            # a table that did not know of an outage is told by this question
            stored = await door.stored_state(table_id) if is_open else None
            revision, folded = self._fold(table_id)
            if is_open:
                self._in_memory(table_id, folded, revision, stored)
            self._as_stored(table_id, folded, revision)
            await self._one_hand_each(table_id, folded)
        if door.unreadable:
            raise Broken(f"set aside: {dict(door.unreadable)}")

    async def holds_whole(self, door: Door) -> None:
        """The law for every table, from the first entry on; and the boards say what the results say."""
        before, self._folded = self._folded, {}
        for table_id, (revision, folded) in before.items():
            if self._fold(table_id, revision) != (revision, folded):
                raise Broken(f"{table_id}: as a whole the log folds to another table than step by step")
        await self.holds(door, self.tables())
        await self._plans_hold()
        checked = await check_boards(self.store, BOT)
        if checked.differences:
            raise Broken(f"boards: {checked.differences}")

    async def _plans_hold(self) -> None:
        """Every planned match is what its log says, also those that have ended."""
        plans = self._reading.execute("SELECT table_id, snapshot, revision FROM tables WHERE kind = ?", (PLAN,))
        for plan, snapshot, revision in plans.fetchall():
            if PlanKind().fold([*self._rows(plan, 0, NEWEST)]) != from_json(snapshot, revision):
                raise Broken(f"{plan}: the log says another plan than the one that is stored")

    def _fold(self, table_id: str, until: int = NEWEST) -> tuple[int, Table]:
        """The revision, up to this one, and the table."""
        revision, table = self._folded.get(table_id, (0, None))
        for row in self._rows(table_id, revision, until):
            table = table_from_opening(row) if table is None else following(table, row)
            revision = row.seq
        if table is None:
            raise Broken(f"{table_id} has no log")
        self._folded[table_id] = revision, table
        return revision, table

    def _rows(self, table_id: str, after: int, until: int) -> Iterator[LogRow]:
        key = {"bot": BOT, "table": table_id, "since": after}
        for row in whole_log(self._reading.execute(LOG, key).fetchall(), after):
            if row.seq <= until:
                yield row

    @staticmethod
    def _in_memory(table_id: str, folded: Table, revision: int, stored: tuple[Table, int] | None) -> None:
        if stored != (folded, revision):
            raise Broken(
                f"{table_id}: the log folds to another table than the one in memory\n{differing(folded, stored)}"
            )

    def _stored(self, table_id: str) -> tuple[str, str, str, int, str]:
        phase, code, channel, revision, snapshot = self._reading.execute(STORED, (BOT, table_id)).fetchone()
        return phase, code, channel, revision, snapshot

    def _as_stored(self, table_id: str, folded: Table, revision: int) -> None:
        found = self._stored(table_id)
        right = (folded.phase, folded.label, folded.channel, revision)
        if found[:-1] != right or not _says(json.loads(found[-1]), json.loads(summary(folded))):
            raise Broken(f"{table_id}: stored is {found} for {right} {summary(folded)}")

    async def _one_hand_each(self, table_id: str, folded: Table) -> None:
        """Nobody has held two hands of the deal in progress, with all accounts together."""
        if folded.phase != PLAYING or len(folded.hands) == len({seat for _, seat in folded.hands}):
            return
        settings = await self.store.settings_with(BOT, f'"{MOVED}"')
        for person, _ in folded.hands:
            if len(folded.has_held(ids_of(settings, person))) > 1:
                raise Broken(f"{table_id}: {person} has held two hands of a deal: {folded.hands}")


def _says(stored: dict[str, Any], right: dict[str, Any]) -> bool:
    """Whether a stored summary is this one; a namesake of somebody who was forgotten may have lost the name in it."""
    names = {seat: DELETED if stored["names"].get(seat) == DELETED else name for seat, name in right["names"].items()}
    return stored == {**right, "names": names}


def differing(folded: Table, stored: tuple[Table, int] | None) -> str:
    """In which fields the two are not the same."""
    if stored is None:
        return "there is none in memory"
    fields = [name for name in Table.__slots__ if getattr(folded, name) != getattr(stored[0], name)]
    return "\n".join([f"{name}: {getattr(folded, name)!r}\nfor {getattr(stored[0], name)!r}" for name in fields])
