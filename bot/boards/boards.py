"""The boards of one bot, over its store: read what is new, count it, answer.

Nothing is stored that cannot be made anew. A match that ended is tallied when a board is next asked for: its record is
replayed once, in a thread, and the tally is kept; the folds over tallies live in memory. Whoever asks while that goes
on waits for it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final, ParamSpec, TypeAlias, TypeVar

from bot.boards.board import Board, BoardRow, Query, board
from bot.boards.counting import facts_of
from bot.boards.facts import Facts, format_facts, parse_facts
from bot.boards.ladder_strength import ladder_strength
from bot.boards.ledger import CountedMatch, Ledger, with_aliases
from bot.boards.players import (
    HeadToHead,
    OwnHabits,
    Partnership,
    Past,
    PlayerCard,
    card,
    head_to_head,
    history,
    own_habits,
    partners,
    strongest_pair,
)
from bot.boards.ports import BoardStore, Correction, Counts, Key, StoredMatch, Tally
from bot.boards.ratings import Rating
from bot.boards.spreadsheet import csv_of
from bot.boards.tournament_board import CountedTournament, TournamentBoard, tournament_board
from bot.host.ports import Stored
from bot.settings_text import read_settings
from bot.shield import shield
from bot.tournaments.outcome import Outcome, Placing, kept_outcome

P = ParamSpec("P")
T = TypeVar("T")

LOG: Final = logging.getLogger(__name__)
AT_ONCE: Final = 50  # matches replayed between two looks at anything else
UNCOUNTED: Final = ""  # in place of the facts of a match that could not be counted
TOURNAMENT: Final = "tournament"  # the kind of subject
MOVED: Final = "moved"  # in a person's settings: whose their accounts have become

Titles: TypeAlias = Callable[[Sequence[str]], Awaitable[Mapping[str, str]]]
"""What channels are called; those that are nobody else's business are left out."""

OlderOutcome: TypeAlias = Callable[[str], Awaitable[Outcome | None]]
"""What a tournament of this id counts for, by its log."""


async def _nothing(_tournament: str) -> Outcome | None:
    return None


async def _as_they_are(channels: Sequence[str]) -> Mapping[str, str]:
    return {channel: channel for channel in channels}


def tally(match: StoredMatch) -> Tally:
    """What the match counts for; one that cannot be replayed counts for nothing, and `burraco db check` says why.

    The tally of such a one cannot be read, and so it is tried again by each program that comes: no score is lost to a
    fault that has been fixed since.
    """
    try:
        facts = format_facts(facts_of(match))
    except Exception as error:  # noqa: BLE001  whatever is wrong with one match, the others are counted
        LOG.warning("a match cannot be counted", extra={"table": match.table, "error": type(error).__name__})
        facts = UNCOUNTED
    return Tally(match.table, match.revision, match.channel, match.ended_at, facts, mirrors=match.mirrors)


class Boards:
    """Boards and pages about people. Raises `StoreError`."""

    def __init__(
        self, store: BoardStore, bot: str, titles: Titles | None = None, older: OlderOutcome | None = None
    ) -> None:
        self._store = store
        self._bot = bot
        self._titles = titles or _as_they_are
        self._lock = asyncio.Lock()
        self._ledger = Ledger()
        self._read = Counts(0, 0, 0, 0)  # what the ledger holds
        self._aliases: Mapping[str, str] = {}
        self._tournaments: dict[str, CountedTournament] = {}
        self._ended = (-1, -1)  # tournaments, and their revisions, as they were read
        self._older = older or _nothing

    # --- what is asked ------------------------------------------------------------------------------------------------

    async def board(self, query: Query, at: int) -> Board:
        """The board as it is at this time. Raises `ValueError` for what no board is, `KeyError` for a time zone."""
        async with self._lock:
            await self._refresh()
            present_query = replace(query, person=self._aliases.get(query.person, query.person))
            found = await _in_thread(board, self._ledger, present_query, at)
        names = await self.names([row.person for row in (*found.rows, *([found.mine] if found.mine else []))])
        rows = tuple(_with_name(row, names) for row in found.rows)
        return replace(found, rows=rows, mine=_with_name(found.mine, names) if found.mine else None)

    async def tournaments(self, query: Query, at: int) -> TournamentBoard:
        """A board of tournaments as it is at this time. Raises as `board`."""
        async with self._lock:
            await self._refresh()
            await self._read_tournaments()
            entries, aliases = tuple(self._tournaments.values()), self._aliases
            present_query = replace(query, person=aliases.get(query.person, query.person))
        return await asyncio.to_thread(tournament_board, entries, present_query, aliases, at)

    async def tournaments_of(self, person: str) -> tuple[tuple[CountedTournament, Placing], ...]:
        """The tournaments that somebody has played to their end, with the place they came in, the earliest first."""
        async with self._lock:
            await self._refresh()
            await self._read_tournaments()
            aliases, now = self._aliases, self._aliases.get(person, person)
        return tuple(
            (one, placing)
            for one in self._tournaments.values()
            for placing in one.outcome.placings
            if now in [aliases.get(player, player) for player in placing.players]
        )

    async def card(self, person: str) -> PlayerCard:
        person, entries = await self._of(person)
        return card(person, entries, self._ledger.ratings)

    async def own_habits(self, person: str) -> OwnHabits:
        """What they do that loses points; nobody else is to read it."""
        person, entries = await self._of(person)
        return own_habits(person, entries)

    async def ladder_strength(self, person: str) -> Rating:
        """How strong they are beside computers; nobody else is to read it."""
        person, entries = await self._of(person)
        return ladder_strength(person, entries)

    async def partners(self, person: str) -> tuple[Partnership, ...]:
        person, entries = await self._of(person)
        return partners(person, entries)

    async def head_to_head(self, person: str, other: str) -> tuple[HeadToHead, ...]:
        person, entries = await self._of(person)
        return head_to_head(person, self._aliases.get(other, other), entries)

    async def strongest_pair(self, channel: str) -> frozenset[str]:
        """The two who are the strongest pair of a channel; nobody where that cannot be said."""
        async with self._lock:
            await self._refresh()
            return await _in_thread(strongest_pair, self._ledger.at(channel))

    async def matches_together(self, person: str, other: str) -> tuple[int, int]:
        """How many ranked matches of any kind they have played against each other, and how many as partners."""
        heads = await self.head_to_head(person, other)
        return sum(one.against.matches for one in heads), sum(one.beside.matches for one in heads)

    async def history(self, person: str) -> tuple[Past, ...]:
        """The latest match first, annulled ones too; its record is `record(past.key)`."""
        async with self._lock:
            await self._refresh()
            person = self._aliases.get(person, person)
            return history(person, self._ledger.all_of(person))

    async def people(self, channel: str = "") -> tuple[str, ...]:
        """Everybody who played a match of a channel, or any."""
        async with self._lock:
            await self._refresh()
            seats = [seat for entry in self._ledger.at(channel) for _, seat in entry.facts.seats()]
            return tuple(dict.fromkeys([seat.person for seat in seats if seat.person]))

    async def csv(self, person: str = "", channel: str = "") -> str:
        """Every match, or a person's, or those of a channel, which is named in each: a line a seat."""
        async with self._lock:
            await self._refresh()
            entries = self._ledger.of(self._aliases.get(person, person)) if person else self._ledger.at(channel)
            found = [replace(entry, channel=channel) for entry in entries] if channel else list(entries)
        people = {seat.person for entry in found for _, seat in entry.facts.seats() if seat.person}
        titles = await self.titles({entry.channel for entry in found})
        return await asyncio.to_thread(csv_of, found, await self.names(sorted(people)), titles)

    async def facts(self, key: Key, totals: str | None = None) -> Facts | None:
        """What a match counts for as it stands, or with other totals as in `correct`; None where it counts for nothing.

        Raises `ValueError` where the totals do not fit it.
        """
        match = await self._store.match(self._bot, key)
        if match is None:
            return None
        found = await asyncio.to_thread(facts_of, match if totals is None else replace(match, totals=totals))
        return None if found is None or found.annulled else found

    async def record(self, key: Key) -> str | None:
        """The record of a match that has ended, to replay or to download."""
        match = await self._store.match(self._bot, key)
        return match.record if match else None

    async def names(self, people: Sequence[str]) -> Mapping[str, str]:
        """What people are called now."""
        return await self._store.names(self._bot, people)

    async def titles(self, channels: Collection[str]) -> Mapping[str, str]:
        """What channels are called, for others to read; somebody's private chat is called nothing."""
        return await self._titles(sorted(channels))

    # --- what is changed ----------------------------------------------------------------------------------------------

    async def correct(
        self, key: Key, totals: str, author: str, reason: str, at: int, number: int = 0
    ) -> Correction | None:
        """An arbiter gives a match other Match Points, by side as in a record (`NS 455 EW 310`); "" annuls it.

        As its correction of this `number`, or as the next one. None where there is no such match, or where it has a
        correction of that number already. Raises `ValueError` where the totals do not fit it.
        """
        match = await self._store.match(self._bot, key)
        if match is None:
            return None
        await asyncio.to_thread(facts_of, replace(match, totals=totals))
        while True:
            next_one = number or len(await self._store.corrections(self._bot, key)) + 1
            correction = Correction(*key, next_one, at, author, reason, totals)
            if await self._store.correct(self._bot, correction):
                return correction
            if number:
                return None

    async def rebuild(self) -> None:
        """Forget every tally and count all matches anew."""
        async with self._lock:
            await self._store.drop_tallies(self._bot)
            self._forget()
            await self._refresh()

    async def read_anew(self) -> None:
        """Texts and ids have changed under what is kept in memory: it is read again when it is next asked for."""
        async with self._lock:
            self._forget()
            self._ended = (-1, -1)

    # --- reading ------------------------------------------------------------------------------------------------------

    async def _of(self, person: str) -> tuple[str, tuple[CountedMatch, ...]]:
        async with self._lock:
            await self._refresh()
            person = self._aliases.get(person, person)
            return person, self._ledger.of(person)

    def _forget(self) -> None:
        self._ledger, self._read = Ledger(), Counts(0, 0, 0, 0)

    async def _read_tournaments(self) -> None:
        """Those that are over, anew where one has ended, or another end was given to one."""
        ended = await self._store.count_ended(self._bot, TOURNAMENT)
        if ended == self._ended:
            return
        found: dict[str, CountedTournament] = {}
        for row in await self._store.ended(self._bot, TOURNAMENT):
            outcome = await self._outcome(row)
            if outcome is not None:
                found[row.subject.id] = CountedTournament(row.subject.id, row.channel, outcome)
        self._tournaments, self._ended = found, ended

    async def _outcome(self, row: Stored) -> Outcome | None:
        """As its row has it; of one from before rows had it, as its log has it."""
        try:
            return kept_outcome(read_settings(row.snapshot))
        except (KeyError, TypeError):
            return await self._older(row.subject.id)

    async def _refresh(self) -> None:
        """Tally what has ended and read what is new; a correction, or accounts that were joined, change what is old."""
        counts = await self._store.board_counts(self._bot)
        if counts.matches > counts.tallies:
            await self._tally()
            counts = await self._store.board_counts(self._bot)
        aliases = moved_to(await self._store.settings_with(self._bot, f'"{MOVED}"'))
        if counts.corrections != self._read.corrections or counts.last < self._read.last or aliases != self._aliases:
            self._forget()
        self._aliases = aliases
        if counts.last > self._read.last:
            tallies = await self._store.tallies(self._bot, self._read.last)
            entries, unread = await asyncio.to_thread(_entries, tallies, aliases)
            await _in_thread(self._ledger.add, entries)
            if unread:
                await self._make_anew(unread, aliases)
                corrections = counts.corrections  # a later one came after the others were read: they are read again
                counts = replace(await self._store.board_counts(self._bot), corrections=corrections)
        self._read = counts

    async def _make_anew(self, keys: Sequence[Key], aliases: Mapping[str, str]) -> None:
        """Tallies that cannot be read: damaged, or of another version. Their matches are counted once more."""
        LOG.warning("tallies are made anew", extra={"count": len(keys)})
        last = (await self._store.board_counts(self._bot)).last
        await self._store.drop_tallies(self._bot, keys)
        await self._tally()
        wanted = set(keys)
        tallies = [one for one in await self._store.tallies(self._bot, 0) if one.key in wanted or one.number > last]
        await _in_thread(self._ledger.add, (await asyncio.to_thread(_entries, tallies, aliases))[0])

    async def _tally(self) -> None:
        while matches := await self._store.matches_without_tally(self._bot, AT_ONCE):
            found = await asyncio.to_thread(lambda all_: [(match, tally(match)) for match in all_], matches)
            await self._store.add_tallies(self._bot, found)


async def _in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Done in a thread, to its end: who is cancelled waits for it, so that no two threads change a ledger at once."""
    task = asyncio.create_task(asyncio.to_thread(work, *args, **kwargs))
    try:
        return await shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


def _with_name(row: BoardRow, names: Mapping[str, str]) -> BoardRow:
    return replace(row, name=names.get(row.person, ""))


def _entries(tallies: Sequence[Tally], aliases: Mapping[str, str]) -> tuple[list[CountedMatch], list[Key]]:
    """Those that count, and the keys of those that cannot be read."""
    entries, unread = [], []
    for one in tallies:
        try:
            facts = parse_facts(one.facts)
        except ValueError:
            unread.append(one.key)
            continue
        if facts is not None:
            own_facts = with_aliases(facts, aliases)
            entries.append(CountedMatch(one.table, one.revision, one.channel, one.ended_at, own_facts, one.mirrors))
    return entries, unread


def moved_to(settings: Mapping[str, str]) -> dict[str, str]:
    """Whose somebody's accounts have become, to the end of the chain."""
    moved = {person: _moved_to(text) for person, text in settings.items()}
    return {person: _end(person, moved) for person, now in moved.items() if now}


def ids_of(settings: Mapping[str, str], person: str) -> tuple[str, ...]:
    """The id that a person has now, and those whose accounts have become theirs."""
    now = moved_to(settings)
    found = now.get(person, person)
    return (found, *sorted(old for old, new in now.items() if new == found and old != found))


async def all_ids(store: BoardStore, bot: str, person: str) -> tuple[str, ...]:
    """`ids_of` the person, as it is stored now. Raises `StoreError`."""
    return ids_of(await store.settings_with(bot, f'"{MOVED}"'), person)


def _moved_to(settings: str) -> str:
    return str(read_settings(settings).get(MOVED, ""))


def _end(person: str, moved: Mapping[str, str]) -> str:
    seen: set[str] = set()
    while moved.get(person) and person not in seen:
        seen.add(person)
        person = moved[person]
    return person
