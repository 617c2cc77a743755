"""The broadcast of a table with all hands open: what the arbiter asks for, and what anybody is shown of it."""

import asyncio
from typing import Final

from bot.bounded import Bounded
from bot.durations import MINUTE
from bot.messages.tournament_message import BROADCAST, command_text
from bot.requests.answer import Answer, TournamentPage
from bot.requests.tournaments.asks import TournamentAsk
from bot.requests.tournaments.backend import TournamentBackend
from bot.tables.past import Course, open_deals, seen_since, shown_deals
from bot.tables.table import CLOSED, OVER, PLAYING, Table
from bot.tables.who import Declined
from bot.tournaments.broadcasts import LEAST, MOST, begins, shown_until
from bot.tournaments.club_tournament import Broadcast, ClubTournament
from bot.tournaments.dealing import table_id
from bot.tournaments.rights import only_arbiter, own_table
from bot.views.broadcast_view import NO_MOMENT, broadcast_view, course_view
from bot.views.table_view import Json
from bot.words.command_words import meanings
from bot.words.languages import Language
from bot.words.tournament_reader import TournamentReader, clock_words
from bot.words.tournament_round import broadcast_lines

OFFERED: Final = (15, 30, 45, 60, 90)  # minutes; others can be written
MOST_KEPT: Final = 100  # pictures of tables as they were
MOST_COURSES: Final = 20  # whole deals

# --- the arbiter ------------------------------------------------------------------------------------------------------


async def broadcast(backend: TournamentBackend, asking: TournamentAsk) -> Answer:
    """`broadcast 3 30`: table 3 is shown half an hour later; `broadcast 3 off`; what is not written is asked."""
    if refused := only_arbiter(asking.one, asking.who):
        return asking.declined(refused)
    words = asking.words
    if not all(word.isascii() and word.isdecimal() and len(word) < 4 for word in words[:1]) or len(words) > 2:
        return asking.usage()
    if len(words) < 2:
        return _ask(asking, int(words[0]) if words else 0)
    is_off = meanings("switch").get(words[1].lower()) == "off"
    if not is_off and not (words[1].isascii() and words[1].isdecimal() and len(words[1]) < 5):
        return asking.usage()
    keys = {"table": int(words[0]), "minutes": 0 if is_off else int(words[1])}
    answer = await backend.do(asking, BROADCAST, keys)
    if not answer.done:
        return answer
    one = await backend.tournaments.find(asking.id) or asking.one
    return Answer(True, "\n".join(_what_came(backend, asking, one, keys["table"])), page=TournamentPage())


def _ask(asking: TournamentAsk, table: int) -> Answer:
    """Which table; which delay, or the end of it."""
    one, reader = asking.one, asking.reader
    if not one.announcement.is_dealt:
        return asking.declined(Declined("tournament-broadcast-real"))
    if refused := own_table(one, asking.who, table):
        return asking.declined(refused)
    name, running = one.announcement.name, {there.table for there in one.broadcasts}
    if not table:
        tables = dict.fromkeys([*sorted(running), *[pairing.table for pairing in one.undecided]])
        if not tables:
            return asking.declined(Declined("tournament-not-now"))
        buttons = [(reader.words("broadcast-table", table=number), _line(asking, str(number))) for number in tables]
        lines = [*broadcast_lines(one, reader), reader.words("broadcast-which")]
        return Answer(True, "\n".join(lines), page=TournamentPage(name, buttons))
    delays = [
        (reader.words("broadcast-delay", minutes=minutes), _line(asking, str(table), str(minutes)))
        for minutes in OFFERED
    ]
    ends = [(reader.words("broadcast-off"), _line(asking, str(table), "off"))] if table in running else []
    question = reader.words("broadcast-how-late", table=table, least=LEAST, most=MOST)
    return Answer(True, question, page=TournamentPage(name, [*delays, *ends]))


def _line(asking: TournamentAsk, *words: str) -> str:
    return command_text(BROADCAST, asking.id, *words)


def _what_came(backend: TournamentBackend, asking: TournamentAsk, one: ClubTournament, table: int) -> list[str]:
    """That it is shown, from when on, and where; or that it is not any more."""
    found = [there for there in one.broadcasts if there.table == table]
    if not found:
        return [asking.reader.words("broadcast-ended", table=table)]
    last = found[-1]
    time = clock_words(asking.reader.language, begins(last), one.announcement.zone)
    lines = [asking.reader.words("broadcast-begins", table=table, minutes=last.delay // MINUTE, time=time)]
    if one.link and backend.page_address:
        lines.append(f"{backend.page_address}replay.html#live={asking.id}.{one.link}&round={last.round}&table={table}")
    return lines


# --- who looks on -----------------------------------------------------------------------------------------------------


class _Memory:
    """What was made, with names in it."""

    def __init__(self) -> None:
        self.views: Bounded[tuple[str, Language], tuple[int, Json]] = Bounded(MOST_KEPT)
        self.courses: Bounded[tuple[str, Language], tuple[int, int, Json]] = Bounded(MOST_COURSES)
        self.earlier: Bounded[tuple[str, int, int, Language], Json] = Bounded(MOST_COURSES)


class BroadcastPages:
    """What spectators see, made once for each moment and language. Raises `StoreError`."""

    def __init__(self, backend: TournamentBackend) -> None:
        self._backend = backend
        self._memory = _Memory()
        self._numbers: Bounded[str, tuple[tuple[int, int], list[int]]] = Bounded(MOST_KEPT)
        backend.backend.door.listen_for_rewriting(self.forget)

    async def page(
        self, id_: str, one: ClubTournament, number: int, table: int, reader: TournamentReader
    ) -> Json | str:
        """The table as it was; why there is nothing to be seen of it."""
        found = one.broadcast_of(number, table)
        if found is None:
            return reader.words("broadcast-ended", table=table)
        now, there = self._backend.clock(), table_id(id_, number, table)
        until = shown_until(found, now)
        page: Json = {
            "name": one.announcement.name,
            "round": number,
            "table": table,
            "delay": found.delay // MINUTE,
            "begins": 0 if until else begins(found),
            "over": False,
            "records": there,
        }
        memory = self._memory
        past = await self._backend.past_tables.at(there, until) if until else None
        if past is None:
            return {**page, **NO_MOMENT, "held": False}
        course, live = past
        then = course[-1]
        seq, view = memory.views.get((there, reader.language), (-1, {}))
        if seq != then.seq:
            view = broadcast_view(then.table, reader.language)
        memory.views[there, reader.language] = (then.seq, view)
        is_over, is_held = _is_over(then.table, live, until), _is_held(then.table, live, until)
        deals = await self._deals(there, found, until, then.table)
        return {**page, **view, "over": is_over, "held": is_held, "deals": deals}

    async def course(
        self, id_: str, one: ClubTournament, number: int, table: int, reader: TournamentReader, deal: int = 0
    ) -> Json | str:
        """A deal, from the first moment of it that was shown up to now; why there is nothing of it.

        `deal`: one of the `deals` of the page; 0 for the one that is shown now.
        """
        found = one.broadcast_of(number, table)
        if found is None:
            return reader.words("broadcast-ended", table=table)
        there, memory = table_id(id_, number, table), self._memory
        until = shown_until(found, self._backend.clock())
        past = await self._backend.past_tables.at(there, until) if until else None
        if past is None:
            return NO_MOMENT
        *earlier, last = await self._deals(there, found, until, past[0][-1].table) or [0]
        if deal in earlier:
            return await self._earlier_deal(there, found, until, deal, reader.language)
        if deal not in (0, last):
            return NO_MOMENT
        return {**await _course(memory, there, found, past[0], reader.language), "place": last}

    async def _deals(self, there: str, found: Broadcast, until: int, then: Table) -> list[int]:
        """The numbers of the deals that have been shown, as they were dealt there; the last one is shown now."""
        if then.game is None:
            return []
        mark, entry = (found.since, then.deal_since), self._numbers.get(there)
        if entry is not None and entry[0] == mark:
            return entry[1]
        dealt = await self._backend.past_tables.deals(there, until)
        numbers = [place + 1 for place in shown_deals(dealt, found.since)]
        self._numbers[there] = (mark, numbers)
        return numbers

    async def _earlier_deal(self, there: str, found: Broadcast, until: int, deal: int, language: Language) -> Json:
        """One that is over: nothing of it changes any more."""
        key, memory = (there, found.since, deal, language), self._memory
        if key not in memory.earlier:
            dealt = await self._backend.past_tables.deals(there, until)
            if deal > len(dealt):
                return NO_MOMENT
            tables = [one.table for one in seen_since(dealt[deal - 1], found.since)]
            memory.earlier[key] = {**await asyncio.to_thread(course_view, tables, language), "place": deal}
        return memory.earlier.get(key, NO_MOMENT)

    def forget(self, _id: str) -> None:
        """A name may have gone: what is still being made with it is not kept either."""
        self._memory = _Memory()


async def _course(memory: _Memory, table: str, found: Broadcast, course: Course, language: Language) -> Json:
    mark, before = (course[-1].seq, found.since), memory.courses.get((table, language))
    if before is not None and before[:2] == mark:
        return before[2]
    tables = [one.table for one in seen_since(course, found.since)]
    view = await asyncio.to_thread(course_view, tables, language)
    memory.courses[table, language] = (*mark, view)
    return view


def _is_over(then: Table, live: Table, until: int) -> bool:
    """Whether nothing follows what is shown."""
    return live.phase in (OVER, CLOSED) and len(then.records) == len(live.records) and live.since <= until


def _is_held(then: Table, live: Table, until: int) -> bool:
    """Whether a deal would be shown by now that is still played, there or in duplicate at another table."""
    if then.phase == PLAYING or len(then.records) < open_deals(live):
        return False
    return len(live.records) > len(then.records) or (live.phase == PLAYING and live.deal_since <= until)
