"""The records of matches: one to keep, and whether it holds what was promised before the deal."""

import asyncio
from dataclasses import dataclass

from bot.boards.boards import Boards
from bot.host.ports import Person
from bot.requests.answer import Answer, AnswerFile
from bot.requests.backend import Backend
from bot.requests.matches import Matches
from bot.requests.verifying import verify, verify_table
from bot.tables.table import Table
from bot.words.languages import Language, say
from bot.words.names import clean_name


@dataclass(frozen=True, slots=True)
class ShowReplay:
    """The record of a match that has ended: `KBDF` for the last one of a table, `KBDF:212` for any."""

    match: str
    channel: str = ""


@dataclass(frozen=True, slots=True)
class Verify:
    """Whether the seeds of a match keep what was promised, and everything in its record was allowed."""

    match: str
    channel: str = ""


class MatchRecords:
    """Gives and checks them. Raises `StoreError`."""

    def __init__(self, backend: Backend, boards: Boards, matches: Matches) -> None:
        self._backend = backend
        self._boards = boards
        self._matches = matches

    async def replay(self, person: Person, match: str, channel: str, language: Language) -> Answer:
        key = await self._matches.find(person, match, channel)
        record = await self._boards.record(key) if key else None
        if key is None or record is None:
            return Answer(False, say(language, "match.unknown", match=clean_name(match, "?")))
        name = f"burraco-{(await self._matches.names_of([key]))[key].replace(':', '-')}.brn"
        return Answer(True, say(language, "match.record", match=match), page=AnswerFile(name, record))

    async def verify(self, person: Person, match: str, channel: str, language: Language) -> Answer:
        table = await self._table_there(person, match, channel)
        found = await asyncio.to_thread(verify_table, language, table) if table is not None else None
        if found is not None and (found.done or (table is not None and table.sealed)):
            return found
        key = await self._matches.find(person, match, channel)
        record = await self._boards.record(key) if key else None
        if record is None:
            return Answer(False, say(language, "match.unknown", match=clean_name(match, "?")))
        return await asyncio.to_thread(verify, language, match, record)

    async def _table_there(self, person: Person, label: str, channel: str) -> Table | None:
        """The table with this short name that is not put away, where they sit at it or this channel shows it."""
        table_id = await self._backend.tables.table_labelled(label.upper())
        table = await self._backend.door.table(table_id) if table_id else None
        may_read = table is not None and (table.seat_of(person.id) or (channel and channel in table.channels))
        return table if may_read else None
