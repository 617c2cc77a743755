"""What people ask about matches that have ended and about themselves: boards, cards, records, export, being forgotten.

What everybody in a channel reads is said in the channel's language, the rest in that of who asks.
"""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias, assert_never

from bot.boards.board import PAGE, Board, Query, is_board
from bot.boards.boards import Boards
from bot.boards.facts import KINDS
from bot.boards.players import PlayerCard
from bot.boards.privacy import Erased, Nobody, Privacy, StillPlaying
from bot.boards.spreadsheet import table_csv
from bot.boards.tournament_board import TEAMS, TOURNAMENTS
from bot.boards.tournament_board import is_board as is_tournament_board
from bot.bounded import Bounded
from bot.host.door import letters
from bot.host.ports import Person
from bot.host.standing_messages import bring_again
from bot.host.subjects import to_its_end
from bot.messages.boards_page import board_page, history_page, partners_page
from bot.messages.own_play import own_lines
from bot.messages.player_page import player_page
from bot.messages.tournament_board_page import tournament_board_page
from bot.requests.answer import (
    Answer,
    AnswerFile,
    BoardPage,
    EraseWord,
    Forgotten,
    Hindered,
    Namesakes,
    OwnFile,
    PlayerPage,
)
from bot.requests.backend import Backend
from bot.requests.channels import Channels
from bot.requests.corrections import Correct, Corrections
from bot.requests.fresh_words import SHORT, fresh_word
from bot.requests.matches import Matches
from bot.requests.news import News
from bot.requests.plans import PlannedMatches, zone_of
from bot.requests.tournaments.club_tournaments import ClubTournaments
from bot.requests.verifying import verify, verify_table
from bot.tables.table import Table
from bot.tournaments.outcome import Outcome, outcome
from bot.views.display_names import told_apart
from bot.words.languages import Language, list_words, say
from bot.words.names import clean_name
from bot.words.series import date_words
from bot.words.table_words import between_cells

INDIVIDUAL: Final = "individual"
WORD_LASTS: Final = 10 * 60_000  # milliseconds in which somebody can confirm that they want to be forgotten
WAITING: Final = 10_000  # people who may still confirm
IN_CHAT: Final = 20  # rows of a board there: a picture of more cannot be read on a telephone


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a board, as `bot.boards.board.Query` names it. `channel` is "" in the browser: this host.

    There `place` is one of the channels in which they have played, which the answer lists as `places`; others are not
    their to see. `csv`: the whole board as a file. Without a `kind` it is the first of which there are results.
    """

    by: str = "vp"
    kind: str = ""
    scope: str = "channel"
    period: str = "ever"
    back: int = 0
    practice: bool = False
    page: int = 1
    channel: str = ""
    place: str = ""
    csv: bool = False
    of: str = ""  # "tournaments": of these, not of matches


@dataclass(frozen=True, slots=True)
class Stats:
    """A player's card, and how one stands against them; `of` is a name or an id, "" for one's own. `csv`: as a file.

    `private`: nobody else sees what is answered; only then one is told of one's own play.
    """

    of: str = ""
    channel: str = ""
    csv: bool = False
    private: bool = False


@dataclass(frozen=True, slots=True)
class Partners:
    """One's own partnership book."""

    channel: str = ""


@dataclass(frozen=True, slots=True)
class History:
    """One's own matches, the latest first. `zone`: of the reader's window; else the dates are those of the channel.

    `beside`: the id of somebody, for those alone that they played, too.
    """

    page: int = 1
    channel: str = ""
    zone: str = ""
    beside: str = ""


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


@dataclass(frozen=True, slots=True)
class Csv:
    """Matches as a spreadsheet: those of a channel, or one's own. `private`: nobody else sees what is answered.

    `place`: a channel in which they have played, for a window without one.
    """

    channel: str = ""
    own: bool = False
    private: bool = False
    place: str = ""


@dataclass(frozen=True, slots=True)
class Export:
    """Everything that is stored about who asks."""

    private: bool = False


@dataclass(frozen=True, slots=True)
class Erase:
    """To be forgotten; the first time, without the right word, the answer names one.

    What is answered is for who asks, alone, also where others are beside them (`private` says whether).
    """

    word: str = ""
    private: bool = False


About: TypeAlias = Leaderboard | Stats | Partners | History | ShowReplay | Verify | Correct | Csv | Export | Erase


class AboutPeople:
    """Answers them. Raises `StoreError`."""

    def __init__(
        self, backend: Backend, channels: Channels, planned: PlannedMatches, tournaments: ClubTournaments
    ) -> None:
        self._backend = backend
        self._channels = channels
        self._planned = planned
        self._tournaments = tournaments
        self.boards = self._boards = Boards(backend.store, backend.bot, channels.titles, self._older_outcome)
        self._privacy = Privacy(backend.store, self._boards, backend.bot, backend.door)
        self._matches = Matches(backend)
        self._corrections = Corrections(backend, channels, self._boards, self._matches)
        # by person: what confirms that they are to go, until when
        self._words: Bounded[str, tuple[str, int]] = Bounded(WAITING)

    async def matches_together(self, person: str, other: str) -> tuple[int, int]:
        """How many ranked matches they have played against each other, and as partners. Raises `StoreError`."""
        return await self._boards.matches_together(person, other)

    async def answer(
        self, person: Person, request: About, alone: bool = False, owed: Mapping[str, str] | None = None
    ) -> Answer:
        """What came of it. `alone`: only they read it. `owed`: notes of what is to be done where they are forgotten."""
        language = await self._answer_language(person, request, alone)
        match request:
            case Leaderboard():
                return await self._leaderboard(person, request, language)
            case Stats():
                return await self._stats(person, request, language)
            case Partners():
                return await self._partners(person, request, language, alone)
            case History():
                return await self._history(person, request, language, alone)
            case ShowReplay(match, channel):
                return await self._replay(person, match, channel, language)
            case Verify(match, channel):
                return await self._verify(person, match, channel, language)
            case Correct():
                return await self._correct(person, request, language)
            case Csv():
                return await self._csv(person, request, language)
            case Export(private):
                return await self._export(person, private)
            case Erase(word):
                return await self._erase(person, word, owed)
            case _:
                assert_never(request)

    async def _answer_language(self, person: Person, request: About, alone: bool) -> Language:
        if alone or isinstance(request, Export | Erase) or not request.channel:
            return person.language
        if isinstance(request, Csv) and request.own:
            return person.language
        return await self._channels.language(request.channel)

    async def _correct(self, person: Person, request: Correct, language: Language) -> Answer:
        """Nobody is forgotten meanwhile, whom a proposal names."""
        async with self._backend.seating:
            if not (await self._backend.people.person(person.id)).id:
                return Answer(False, say(language, "erase.nobody"))
            return await self._corrections.answer(person, request, language)

    # --- boards and cards ---------------------------------------------------------------------------------------------

    async def _leaderboard(self, person: Person, request: Leaderboard, language: Language) -> Answer:
        places = {} if request.channel else await self._channel_names(person)
        channel = request.channel or (request.place if request.place in places else "")
        if request.place and not channel:
            return Answer(False, say(language, "boards.none"))
        zone = (await self._channels.settings(channel)).zone
        query = Query(
            by=request.by,
            scope=request.scope,
            channel=channel,
            group=await self._channels.group(channel),
            period=request.period,
            back=max(0, request.back),
            practice=request.practice,
            page=request.page,
            rows=IN_CHAT if request.channel else PAGE,
            person=person.id,
            zone=zone,
        )
        if request.of == TOURNAMENTS or request.kind in (TEAMS, INDIVIDUAL):
            return await self._tournament_board(replace(query, kind=request.kind), request.csv, language)
        if not is_board(replace(query, kind=request.kind or query.kind)):
            return Answer(False, say(language, "boards.none"))
        board = await self._board(query, request.kind)
        if request.csv:
            return await self._board_file(language, board.query, board.pages)
        listed_places = [{"place": place, "name": name} for place, name in places.items()]
        return Answer(True, page=BoardPage(language, board_page(language, board), listed_places))

    async def _tournament_board(self, query: Query, csv: bool, language: Language) -> Answer:
        if not is_tournament_board(query):
            return Answer(False, say(language, "boards.none"))
        board = await self._boards.tournaments(query, self._backend.door.clock())
        people = {person for row in (*board.rows, *([board.mine] if board.mine else [])) for person in row.people}
        names = await self._boards.names(sorted(people))
        if not csv:
            return Answer(True, page=BoardPage(language, tournament_board_page(language, board, names)))
        whole = replace(query, rows=max(1, board.pages * query.rows), page=1)
        every = await self._boards.tournaments(whole, self._backend.door.clock())
        names = await self._boards.names(sorted({person for row in every.rows for person in row.people}))
        page = tournament_board_page(language, every, names, plain=True)
        text = table_csv(page["columns"], page["rows"], between_cells(language))
        return Answer(True, page["title"], page=AnswerFile("burraco-tournaments.csv", text))

    async def _older_outcome(self, tournament: str) -> Outcome | None:
        one = await self._tournaments.tournaments.find(tournament)
        return outcome(one) if one is not None else None

    async def _board(self, query: Query, kind: str) -> Board:
        """The board of a kind of match; where none is named, of the first of which there are results."""
        now = self._backend.door.clock()
        found = [await self._boards.board(replace(query, kind=one), now) for one in ([kind] if kind else KINDS)]
        return next((board for board in found if board.people), found[0])

    async def _channel_names(self, person: Person) -> dict[str, str]:
        """The channels in which they have played, by what they are called; private chats are called nothing."""
        pasts = await self._boards.history(person.id)
        channels = {channel for past in pasts for channel in (past.channel, *past.mirrors)}
        return dict(await self._boards.titles(channels - {""}))

    async def _board_file(self, language: Language, query: Query, pages: int) -> Answer:
        """All of a board."""
        now = self._backend.door.clock()
        found = [await self._boards.board(replace(query, page=page), now) for page in range(1, pages + 1)]
        board_pages = [board_page(language, board, plain=True) for board in found]
        rows = [row for page in board_pages for row in page["rows"]]
        text = table_csv(board_pages[0]["columns"], rows, between_cells(language))
        return Answer(True, board_pages[0]["title"], page=AnswerFile("burraco-board.csv", text))

    async def _stats(self, person: Person, request: Stats, language: Language) -> Answer:
        of, channel, csv = request.of, request.channel, request.csv
        found = await self._people_named(of, channel) if of else [person.id]
        if not found:
            return Answer(False, say(language, "person.unknown", name=clean_name(of, "?")))
        if len(found) > 1:
            return await self._namesakes(found, request, language)
        card = await self._boards.card(found[0])
        heads = await self._boards.head_to_head(person.id, card.person)
        names = await self._boards.names([card.person, person.id])
        name, asker = names.get(card.person, ""), names.get(person.id, "")
        ids = {card.person, *await self._privacy.ids(person.id)}
        pair = await self._boards.strongest_pair(channel) if channel and heads else frozenset()
        strongest = bool(pair) and pair <= ids
        is_own = request.private and not of and not csv
        own = await self._own(person, card, language) if is_own else ()
        page = player_page(language, name, card, heads, asker=asker, strongest=strongest, plain=csv, own=own)
        if csv:
            lines = [[kind["title"], *figure] for kind in page["kinds"] for figure in kind["figures"]]
            text = table_csv((page["name"], "", ""), lines, between_cells(language))
            return Answer(True, page["name"], page=AnswerFile("burraco-card.csv", text))
        return Answer(True, page=PlayerPage(language, page))

    async def _namesakes(self, people: Sequence[str], request: Stats, language: Language) -> Answer:
        """Who of several people of one name is meant: they are told apart by when they played, the last one first."""
        cards = sorted([await self._boards.card(one) for one in people], key=lambda card: card.last, reverse=True)
        found = {card.person: card for card in cards}  # of accounts that are one player's there is one
        names = await self._boards.names(list(found))
        apart = told_apart({person: names.get(person, "") or say(language, "player.nameless") for person in found})
        zone = (await self._channels.settings(request.channel)).zone
        lines = [say(language, "person.several", name=next(iter(apart.values())))]
        for person, name in apart.items():
            last, kinds = date_words(language, found[person].last, zone), found[person].kinds
            matches = sum(kind.ranked.matches + kind.practice.matches for kind in kinds)
            lines.append(say(language, "person.played", name=name, count=matches, last=last))
        csv = " csv" if request.csv else ""
        return Answer(False, "\n".join(lines), page=Namesakes([(apart[one], f"stats {one}{csv}") for one in apart]))

    async def _own(self, person: Person, card: PlayerCard, language: Language) -> list[str]:
        """What is said of somebody's play to themselves alone."""
        habits, strength = await self._boards.own_habits(person.id), await self._boards.ladder_strength(person.id)
        return own_lines(language, card, habits, strength)

    async def _people_named(self, of: str, channel: str) -> list[str]:
        """Who may be meant: by id, or by name among those who played here, else anywhere on this host.

        What begins with @ is the name by which somebody is mentioned, where it is known whose; else any name.
        """
        bearer = await self._backend.people.called(of[1:]) if of.startswith("@") else None
        if bearer is not None and bearer.id:
            return [bearer.id]
        of = of.removeprefix("@")  # as people write names in chats
        person = await self._backend.people.person(of)
        if person.id:
            return [person.id]
        for place in dict.fromkeys([channel, ""]):
            people = await self._boards.people(place)
            names = await self._boards.names(people)
            found = [one for one in people if of == one or names.get(one, "").casefold() == of.casefold()]
            if found:
                return found
        return []

    async def _partners(self, person: Person, request: Partners, language: Language, alone: bool) -> Answer:
        book = await self._boards.partners(person.id)
        names = await self._boards.names([person.id, *[one.partner for one in book]])
        pair = await self._boards.strongest_pair(request.channel) if request.channel else frozenset()
        mine = pair - set(await self._privacy.ids(person.id))
        best = mine if len(mine) == 1 else frozenset()
        named = bool(request.channel) and not alone
        page = partners_page(language, book, names, names.get(person.id, ""), best, named=named)
        return Answer(True, page=BoardPage(language, page))

    async def _history(self, person: Person, request: History, language: Language, alone: bool) -> Answer:
        pasts = await self._boards.history(person.id)
        if request.beside:
            pasts = tuple(past for past in pasts if request.beside in (*past.partners, *past.opponents))
        people = {one for past in pasts for one in (*past.partners, *past.opponents) if one}
        names = await self._boards.names(sorted({person.id, *people}))
        keys = await self._matches.names_of([past.key for past in pasts])
        zone = zone_of(request.zone, (await self._channels.settings(request.channel)).zone)
        owner = None if alone or not request.channel else names.get(person.id, "")
        page = history_page(language, pasts, keys, names, request.page, zone, owner)
        return Answer(True, page=BoardPage(language, page))

    # --- records ------------------------------------------------------------------------------------------------------

    async def _replay(self, person: Person, match: str, channel: str, language: Language) -> Answer:
        key = await self._matches.find(person, match, channel)
        record = await self._boards.record(key) if key else None
        if key is None or record is None:
            return Answer(False, say(language, "match.unknown", match=clean_name(match, "?")))
        name = f"burraco-{(await self._matches.names_of([key]))[key].replace(':', '-')}.brn"
        return Answer(True, say(language, "match.record", match=match), page=AnswerFile(name, record))

    async def _verify(self, person: Person, match: str, channel: str, language: Language) -> Answer:
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

    # --- what is stored -----------------------------------------------------------------------------------------------

    async def _csv(self, person: Person, request: Csv, language: Language) -> Answer:
        if request.own and not request.private:
            return Answer(False, say(language, "private.only"))
        if request.place and request.place not in await self._channel_names(person):
            return Answer(False, say(language, "boards.none"))
        channel = request.channel or request.place
        own, name = request.own or not channel, "burraco.csv"
        text = await self._boards.csv(person=person.id) if own else await self._boards.csv(channel=channel)
        return Answer(True, say(language, "csv.done"), page=OwnFile(name, text) if own else AnswerFile(name, text))

    async def _export(self, person: Person, private: bool) -> Answer:
        if not private:
            return Answer(False, say(person.language, "private.only"))
        planned = await self._planned.of(await self._privacy.ids(person.id))
        text = await self._privacy.export(person.id, planned)
        return Answer(True, say(person.language, "export.done"), page=OwnFile("burraco-export.json", text))

    async def _erase(self, person: Person, word: str, owed: Mapping[str, str] | None) -> Answer:
        language, now = person.language, self._backend.door.clock()
        hindered = await self._privacy.obstacle_to_erasure(person.id)
        if hindered is not None:
            return Answer(False, _obstacle_words(language, hindered), page=Hindered())
        expected, until = self._words.pop(person.id, ("", 0))
        if not expected or now > until or word.upper() != expected:
            fresh = fresh_word(SHORT)
            self._words[person.id] = (fresh, now + WORD_LASTS)
            return Answer(False, say(language, "erase.ask", word=fresh), page=EraseWord(fresh))
        outcome = await to_its_end(self._erased(person, owed))
        if isinstance(outcome, Erased):
            return Answer(True, say(language, "erase.done", count=outcome.tables), page=Forgotten())
        return Answer(False, _obstacle_words(language, outcome), page=Hindered())

    async def _erased(self, person: Person, owed: Mapping[str, str] | None) -> Erased | StillPlaying | Nobody:
        """What came of it, with all that follows: whoever asked for it may be gone before it is at its end."""
        async with self._backend.seating:  # they sit down nowhere meanwhile
            ids = await self._privacy.ids(person.id)
            hindered = await self._privacy.obstacle_to_erasure(person.id)
            outcome = hindered or await self._forget(person, ids, owed)
        if isinstance(outcome, Erased):
            await self._planned.end_those_of(outcome.ids)
            await self._shown_anew(outcome.going_on)
            await self._last_shown_anew(outcome.closed)
            for one in ids:
                self._backend.tell(News(one, ""))
        return outcome

    async def _forget(
        self, person: Person, ids: Collection[str], owed: Mapping[str, str] | None
    ) -> Erased | StillPlaying | Nobody:
        """It takes them out of tournaments that have not begun, so it is asked before whether they can be forgotten."""
        async with self._planned.planner.rewriting(), self._tournaments.rewriting(ids):
            with self._backend.people.writing():
                return await self._privacy.erase(person.id, owed)

    async def _shown_anew(self, tables: Collection[str]) -> None:
        """What chats show of these tables now is brought again, without the name."""
        door = self._backend.door
        for table_id in tables:
            table = await door.table(table_id)
            if table is not None:
                await self._backend.store.add_letters(self._backend.bot, table_id, letters(table), door.clock())

    async def _last_shown_anew(self, tables: Collection[str]) -> None:
        """What channels have been shown of these closed tables last is brought again, as long as it is known where."""
        for table_id in tables:
            await bring_again(self._backend.store, self._backend.bot, table_id, self._backend.door.clock())


def _obstacle_words(language: Language, why: StillPlaying | Nobody) -> str:
    """Why somebody cannot be forgotten now, and what they can do."""
    if isinstance(why, Nobody):
        return say(language, "erase.nobody")
    playing = say(language, "erase.playing", tables=list_words(language, why.playing)) if why.playing else ""
    seated = say(language, "erase.seated", tables=list_words(language, why.tables)) if why.tables else ""
    return " ".join([words for words in (playing, seated) if words])
