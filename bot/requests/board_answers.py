"""Boards, players' cards, partnership books and histories: what people ask about matches and evenings that have ended.

What everybody in a channel reads is said in the channel's language, the rest in that of who asks.
"""

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.boards.board import PAGE, Board, Query, is_board
from bot.boards.boards import Boards
from bot.boards.facts import KINDS
from bot.boards.players import PlayerCard
from bot.boards.spreadsheet import table_csv
from bot.boards.tournament_board import TEAMS, TOURNAMENTS
from bot.boards.tournament_board import is_board as is_tournament_board
from bot.host.ports import Person
from bot.messages.boards_page import board_page, history_page, partners_page
from bot.messages.own_play import own_lines
from bot.messages.player_page import player_page
from bot.messages.tournament_board_page import tournament_board_page
from bot.requests.answer import Answer, AnswerFile, BoardPage, Namesakes, PlayerPage
from bot.requests.backend import Backend
from bot.requests.channels import Channels
from bot.requests.matches import Matches
from bot.requests.plans import zone_of
from bot.views.display_names import told_apart
from bot.words.languages import Language, say
from bot.words.names import clean_name
from bot.words.series import date_words
from bot.words.table_words import between_cells

INDIVIDUAL: Final = "individual"
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


class BoardAnswers:
    """Answers them. `ids_of`: a person's id, with those that have become theirs. Raises `StoreError`."""

    def __init__(
        self,
        backend: Backend,
        channels: Channels,
        boards: Boards,
        matches: Matches,
        ids_of: Callable[[str], Awaitable[Collection[str]]],
    ) -> None:
        self._backend = backend
        self._channels = channels
        self._boards = boards
        self._matches = matches
        self._ids_of = ids_of

    # --- boards -------------------------------------------------------------------------------------------------------

    async def leaderboard(self, person: Person, request: Leaderboard, language: Language) -> Answer:
        places = {} if request.channel else await self.channel_names(person)
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

    async def _board(self, query: Query, kind: str) -> Board:
        """The board of a kind of match; where none is named, of the first of which there are results."""
        now = self._backend.door.clock()
        found = [await self._boards.board(replace(query, kind=one), now) for one in ([kind] if kind else KINDS)]
        return next((board for board in found if board.people), found[0])

    async def _board_file(self, language: Language, query: Query, pages: int) -> Answer:
        """All of a board."""
        now = self._backend.door.clock()
        found = [await self._boards.board(replace(query, page=page), now) for page in range(1, pages + 1)]
        board_pages = [board_page(language, board, plain=True) for board in found]
        rows = [row for page in board_pages for row in page["rows"]]
        text = table_csv(board_pages[0]["columns"], rows, between_cells(language))
        return Answer(True, board_pages[0]["title"], page=AnswerFile("burraco-board.csv", text))

    async def channel_names(self, person: Person) -> dict[str, str]:
        """The channels in which they have played, by what they are called; private chats are called nothing."""
        pasts = await self._boards.history(person.id)
        channels = {channel for past in pasts for channel in (past.channel, *past.mirrors)}
        return dict(await self._boards.titles(channels - {""}))

    # --- cards, partners, histories -----------------------------------------------------------------------------------

    async def stats(self, person: Person, request: Stats, language: Language) -> Answer:
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
        ids = {card.person, *await self._ids_of(person.id)}
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

    async def partners(self, person: Person, request: Partners, language: Language, alone: bool) -> Answer:
        book = await self._boards.partners(person.id)
        names = await self._boards.names([person.id, *[one.partner for one in book]])
        pair = await self._boards.strongest_pair(request.channel) if request.channel else frozenset()
        mine = pair - set(await self._ids_of(person.id))
        best = mine if len(mine) == 1 else frozenset()
        named = bool(request.channel) and not alone
        page = partners_page(language, book, names, names.get(person.id, ""), best, named=named)
        return Answer(True, page=BoardPage(language, page))

    async def history(self, person: Person, request: History, language: Language, alone: bool) -> Answer:
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
