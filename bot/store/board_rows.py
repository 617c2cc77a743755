"""The rows of the boards: results of matches, their corrections, and the tallies made of both."""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.boards.ports import Correction, Counts, Key, ResultRow, StoredMatch, Tally
from bot.database_address import Database
from bot.store.asking import ONE_MOMENT, Asking, Connection, Rows
from bot.store.database import open_rows
from bot.store.digests import correction_text, tally_digest

_NAMES_AT_ONCE: Final = 500
_ALL: Final = 2**62

BOTS: Final = "SELECT bot FROM tables GROUP BY bot ORDER BY bot"

COUNTS: Final = """
SELECT
    (SELECT count(*) FROM results WHERE bot = :bot AND kind = 'match' AND players <> ''),
    (SELECT count(*) FROM tallies WHERE bot = :bot),
    (SELECT coalesce(max(number), 0) FROM tallies WHERE bot = :bot),
    (SELECT count(*) FROM corrections WHERE bot = :bot)
"""

_MATCHES: Final = """
SELECT results.table_id, results.revision, tables.channel, log.logged_at, results.record, results.players,
    corrections.totals
FROM results
JOIN tables ON tables.bot = results.bot AND tables.table_id = results.table_id
JOIN log ON log.bot = results.bot AND log.table_id = results.table_id AND log.seq = results.revision
LEFT JOIN corrections ON corrections.bot = results.bot AND corrections.table_id = results.table_id
    AND corrections.revision = results.revision AND corrections.number = (
        SELECT max(number) FROM corrections AS last
        WHERE last.bot = results.bot AND last.table_id = results.table_id AND last.revision = results.revision
    )
WHERE results.bot = :bot AND results.kind = 'match' AND results.players <> ''
"""
MATCH: Final = f"{_MATCHES} AND results.table_id = :table AND results.revision = :revision"
MATCHES: Final = f"""{_MATCHES}
AND (results.table_id > :table OR (results.table_id = :table AND results.revision > :revision))
ORDER BY results.table_id, results.revision LIMIT :limit
"""
DEAL_TIMES: Final = """
SELECT took FROM (
    SELECT ended.logged_at AS ended_at, ended.logged_at - (
        SELECT max(begun.logged_at) FROM log AS begun
        WHERE begun.bot = results.bot AND begun.table_id = results.table_id AND begun.seq < results.revision
            AND (begun.entry = 'deal' OR begun.entry LIKE 'deal %')
    ) AS took
    FROM results
    JOIN tables ON tables.bot = results.bot AND tables.table_id = results.table_id
    JOIN log AS ended ON ended.bot = results.bot AND ended.table_id = results.table_id AND ended.seq = results.revision
    WHERE results.bot = :bot AND results.kind = 'deal' AND tables.channel = :channel
) AS deals
WHERE took IS NOT NULL ORDER BY ended_at DESC LIMIT :limit
"""
MIRRORS: Final = """
SELECT entry FROM log
WHERE bot = :bot AND table_id = :table AND seq <= :revision AND entry LIKE 'mirror %' ORDER BY seq
"""
_WITHOUT_TALLY: Final = """
AND NOT EXISTS (
    SELECT 1 FROM tallies
    WHERE tallies.bot = results.bot AND tallies.table_id = results.table_id AND tallies.revision = results.revision
)
"""
UNTALLIED: Final = (
    f"{_MATCHES} {_WITHOUT_TALLY} ORDER BY log.logged_at, results.table_id, results.revision LIMIT :limit"
)

RESULTS: Final = """
SELECT table_id, revision, kind, number, record, totals FROM results WHERE bot = :bot ORDER BY table_id, revision, place
"""

ADD_TALLY: Final = """
INSERT INTO tallies (bot, number, table_id, revision, channel, ended_at, facts, mirrors, digest)
SELECT :bot, coalesce(max(number), 0) + 1, :table, :revision, :channel, :ended_at, :facts, :mirrors, :digest
FROM tallies WHERE bot = :bot
ON CONFLICT (bot, table_id, revision) DO NOTHING
"""
TALLIES: Final = """
SELECT table_id, revision, channel, ended_at, facts, number, mirrors FROM tallies
WHERE bot = :bot AND number > :after ORDER BY number
"""
DROP_TALLIES: Final = "DELETE FROM tallies WHERE bot = :bot"
DROP_TALLY: Final = "DELETE FROM tallies WHERE bot = :bot AND table_id = :table AND revision = :revision"

CORRECT: Final = """
INSERT INTO corrections (bot, table_id, revision, number, corrected_at, author, reason, totals, digest)
VALUES (:bot, :table, :revision, :number, :at, :author, :reason, :totals, sha256_hex(coalesce((
    SELECT digest FROM corrections AS before
    WHERE before.bot = :bot AND before.table_id = :table AND before.revision = :revision AND before.number = :number - 1
), '') || :text))
ON CONFLICT DO NOTHING
RETURNING number
"""
COUNT_CORRECTIONS: Final = """
UPDATE results SET corrected = :number
WHERE bot = :bot AND table_id = :table AND revision = :revision AND kind = 'match'
"""
_CORRECTIONS: Final = """
SELECT table_id, revision, number, corrected_at, author, reason, totals FROM corrections WHERE bot = :bot
"""
CORRECTIONS: Final = f"{_CORRECTIONS} AND table_id = :table AND revision = :revision ORDER BY number"
CORRECTIONS_BY: Final = f"{_CORRECTIONS} AND author = :person ORDER BY corrected_at, table_id, revision, number"

SETTINGS_WITH: Final = """
SELECT person, settings FROM people WHERE bot = :bot AND instr(settings, :word) > 0
"""


def names_of(many: int) -> str:
    """The names of so many people, :p0 and on."""
    marks = ", ".join([f":p{number}" for number in range(many)])
    return f"SELECT person, name FROM people WHERE bot = :bot AND person IN ({marks})"  # noqa: S608  marks only


def stored_boards(
    database: Database,
) -> Generator[tuple[str, Iterator[StoredMatch], tuple[Tally, ...]], None, None]:
    """Each bot with its matches and their tallies, read at once by a connection of its own. Raises `StoreError`."""
    with open_rows(database) as connection:
        connection.execute(ONE_MOMENT)
        for (bot,) in connection.execute(BOTS).fetchall():
            values = {"bot": bot, "table": "", "revision": 0, "limit": _ALL, "after": 0}
            tallies = tuple(_tally(row) for row in connection.execute(TALLIES, values))
            yield str(bot), _matches(connection, str(bot), connection.execute(MATCHES, values)), tallies


def stored_results(database: Database) -> Generator[tuple[str, Iterator[ResultRow]], None, None]:
    """Each bot with the results of its tables, in the order in which they came. Raises `StoreError`."""
    with open_rows(database) as connection:
        connection.execute(ONE_MOMENT)
        for (bot,) in connection.execute(BOTS).fetchall():
            yield str(bot), (ResultRow(*row) for row in connection.execute(RESULTS, {"bot": bot}))


def bots_of(database: Database) -> tuple[str, ...]:
    """Every bot that has tables. Raises `StoreError`."""
    with open_rows(database) as connection:
        return tuple(str(bot) for (bot,) in connection.execute(BOTS))


class BoardRows(Asking):
    """A `bot.boards.ports.BoardStore`."""

    async def board_counts(self, bot: str) -> Counts:
        (row,) = await self._read(COUNTS, {"bot": bot})
        return Counts(*row)

    async def matches_without_tally(self, bot: str, limit: int) -> tuple[StoredMatch, ...]:
        return await self._with_mirrors(bot, await self._read(UNTALLIED, {"bot": bot, "limit": limit}))

    async def matches(self, bot: str, after: Key, limit: int) -> tuple[StoredMatch, ...]:
        return await self._with_mirrors(bot, await self._read(MATCHES, {**_key(bot, after), "limit": limit}))

    async def match(self, bot: str, key: Key) -> StoredMatch | None:
        found = await self._with_mirrors(bot, await self._read(MATCH, _key(bot, key)))
        return found[0] if found else None

    async def _with_mirrors(self, bot: str, rows: Rows) -> tuple[StoredMatch, ...]:
        return tuple([_stored_match(row, await self._read(MIRRORS, _key(bot, (row[0], row[1])))) for row in rows])

    async def add_tallies(self, bot: str, counted: Sequence[tuple[StoredMatch, Tally]]) -> None:
        async def apply() -> bool:
            for match, one in counted:
                if await self._now(bot, match.key) != match:
                    continue
                values = {"channel": one.channel, "ended_at": one.ended_at, "facts": one.facts}
                values |= {"mirrors": " ".join(one.mirrors)}
                digest = tally_digest(bot, *one.key, *values.values())
                await self._run(ADD_TALLY, {**_key(bot, one.key), **values, "digest": digest})
            return True

        await self._transaction(apply)

    async def _now(self, bot: str, key: Key) -> StoredMatch | None:
        """The match as it stands; only inside a transaction."""
        rows = await self._run(MATCH, _key(bot, key))
        return _stored_match(rows[0], await self._run(MIRRORS, _key(bot, key))) if rows else None

    async def deal_times(self, bot: str, channel: str, limit: int) -> tuple[int, ...]:
        rows = await self._read(DEAL_TIMES, {"bot": bot, "channel": channel, "limit": limit})
        return tuple(took for (took,) in rows)

    async def tallies(self, bot: str, after: int) -> tuple[Tally, ...]:
        rows = await self._read(TALLIES, {"bot": bot, "after": after})
        return tuple(_tally(row) for row in rows)

    async def drop_tallies(self, bot: str, keys: Sequence[Key] = ()) -> None:
        async def apply() -> bool:
            for key in keys:
                await self._run(DROP_TALLY, _key(bot, key))
            if not keys:
                await self._run(DROP_TALLIES, {"bot": bot})
            return True

        await self._transaction(apply)

    async def correct(self, bot: str, correction: Correction) -> bool:
        key = _key(bot, (correction.table, correction.revision))
        values = {"number": correction.number, "at": correction.at, "author": correction.author}
        content = {"reason": correction.reason, "totals": correction.totals}
        text = correction_text(*key.values(), *values.values(), *content.values())

        async def apply() -> bool | None:
            if not await self._run(CORRECT, {**key, **values, **content, "text": text}):
                return None
            await self._run(COUNT_CORRECTIONS, {**key, "number": correction.number})
            await self._run(DROP_TALLY, key)
            return True

        return bool(await self._transaction(apply))

    async def corrections(self, bot: str, key: Key) -> tuple[Correction, ...]:
        rows = await self._read(CORRECTIONS, _key(bot, key))
        return tuple(Correction(*row) for row in rows)

    async def corrections_by(self, bot: str, person: str) -> tuple[Correction, ...]:
        rows = await self._read(CORRECTIONS_BY, {"bot": bot, "person": person})
        return tuple(Correction(*row) for row in rows)

    async def settings_with(self, bot: str, word: str) -> Mapping[str, str]:
        return dict(await self._read(SETTINGS_WITH, {"bot": bot, "word": word}))

    async def names(self, bot: str, persons: Sequence[str]) -> Mapping[str, str]:
        found: dict[str, str] = {}
        for first in range(0, len(persons), _NAMES_AT_ONCE):
            some = persons[first : first + _NAMES_AT_ONCE]
            values = {f"p{number}": person for number, person in enumerate(some)}
            found.update(await self._read(names_of(len(some)), {"bot": bot, **values}))
        return found


def _key(bot: str, key: Key) -> dict[str, object]:
    return {"bot": bot, "table": key[0], "revision": key[1]}


def _matches(connection: Connection, bot: str, rows: Iterable[Any]) -> Iterator[StoredMatch]:
    return (_stored_match(row, connection.execute(MIRRORS, _key(bot, (row[0], row[1])))) for row in rows)


def _stored_match(row: Any, mirrors: Iterable[Any]) -> StoredMatch:
    """A match, with the entries of its log by which other channels showed its table."""
    return replace(StoredMatch(*row), mirrors=tuple(entry.partition(" ")[2] for (entry,) in mirrors))


def _tally(row: Any) -> Tally:
    return replace(Tally(*row[:-1]), mirrors=tuple(row[-1].split()))
