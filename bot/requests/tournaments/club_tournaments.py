"""A club's tournaments as people ask for them in a chat: which one is meant, and what answers.

Judged is everything by `bot.tournaments`; each request is carried out in a file of its own beside this one.
"""

import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Final

from bot.bounded import Bounded
from bot.host.ports import OutboxRow
from bot.host.subjects import Subjects
from bot.messages.buttons import command_press, fits
from bot.messages.series_message import SERIES
from bot.messages.tournament_message import (
    BROADCAST,
    CORRECT,
    DESK,
    DISPUTE,
    FINISH,
    HERE,
    MINE,
    NO,
    OUT,
    SEEK,
    SIGN,
    SIGN_UP,
    YES,
    command_text,
)
from bot.requests.answer import Answer, AnswerFile, TournamentPage
from bot.requests.backend import Backend
from bot.requests.channels import Channels
from bot.requests.friends import Friends
from bot.requests.request_context import Friend, RequestContext
from bot.requests.tournaments import appeals, book, broadcasts, desk, form, line_ups, pages, sign_up
from bot.requests.tournaments.accounts import everybody, known_as, note_accounts
from bot.requests.tournaments.asks import (
    CANCEL,
    CSV,
    DIRECTING,
    FILE,
    FILES,
    FORM,
    NEW,
    OF_A_ROUND,
    PLAIN,
    REOPEN,
    REPORT,
    RESTORE,
    STANDING,
    TABLES,
    AskTournament,
    ClubPage,
    TournamentAsk,
)
from bot.requests.tournaments.backend import Printer, TournamentBackend
from bot.requests.tournaments.cancelling import TournamentCancelling
from bot.requests.tournaments.club_series import ClubSeries
from bot.requests.tournaments.finishing import finish
from bot.requests.tournaments.forms import PEOPLE, TournamentForms
from bot.requests.tournaments.letters import Announce, Tell, TellAgain, Withdraw
from bot.requests.tournaments.looks import csv_file, look, mine
from bot.requests.tournaments.pages import ID
from bot.requests.tournaments.player_page import may_see, player_page
from bot.requests.tournaments.print import print_paper
from bot.requests.tournaments.reasons import reason_in, with_written
from bot.requests.tournaments.web_form import FillForm, fill_form
from bot.series.series import Series
from bot.tables.who import Declined
from bot.tournaments.club_tournament import CANCELLED, ENDED, RUNNING, ClubTournament
from bot.tournaments.evening_file import document_text
from bot.tournaments.kind import RENAMED, TOURNAMENT, is_private, round_letter
from bot.tournaments.rights import is_arbiter
from bot.tournaments.signing_up import takes_late
from bot.tournaments.tournaments import Tournaments
from bot.views import tournament_desk
from bot.views.table_view import Json
from bot.views.tournament_played import played
from bot.words.command_words import meanings
from bot.words.languages import Language, say
from bot.words.tournament_reader import TournamentReader, time_words
from bot.words.tournament_refusals import declined_line

LOOKS: Final = ("", TABLES, STANDING, MINE, DESK)
CARRIED_OUT_BY: Final[Mapping[str, Callable[[TournamentBackend, TournamentAsk], Awaitable[Answer]]]] = {
    SIGN_UP: sign_up.sign_up,
    YES: sign_up.answer_proposal,
    NO: sign_up.answer_proposal,
    "change": form.change,
    "add": sign_up.add,
    "sheet": desk.enter_sheet,
    CORRECT: desk.correct,
    "rule": desk.rule,
    "arbiter": sign_up.name_arbiter,
    "link": pages.link,
    BROADCAST: broadcasts.broadcast,
    "appeal": appeals.appeal,
    "judge": appeals.decide,
    "jury": appeals.name_jury,
    "lineup": line_ups.line_up,
}
"""Requests with a file of their own."""
IN_WORDS: Final = ("add", "change")
"""Those of them that have words of their own, and no button."""
OF_ONESELF: Final = ("sheet", OUT, HERE)
"""What arbiters say of others, with a number, and players of themselves."""
LINE_MARK: Final = "+k"  # begins the mark of a line that is too long for a button, or names somebody
AFTERWARDS: Final = (STANDING, CSV, FILE, REPORT, REOPEN)
"""What is asked of the last tournament of a channel that is over, where none is played."""


@dataclass(frozen=True, slots=True)
class KeptLine:
    """What somebody wrote who is asked which tournament they mean, and whom they named there."""

    words: str
    friends: tuple[Friend, ...]
    is_here: Callable[[str], Awaitable[bool]]


class ClubTournaments:
    """The tournaments of one bot. `chance`: so many bytes from the operating system. Raises `StoreError`."""

    def __init__(self, backend: Backend, channels: Channels, friends: Friends, chance: Callable[[int], bytes]) -> None:
        self._backend = TournamentBackend(backend, channels, friends, chance)
        self.series = ClubSeries(self._backend)
        self._forms = TournamentForms(self._backend)
        self._cancelling = TournamentCancelling(self._backend, self.series)
        self._broadcasts = broadcasts.BroadcastPages(self._backend)
        self._lines: Bounded[tuple[str, str], KeptLine] = Bounded(PEOPLE)  # by person, and by the mark on its buttons

    @property
    def tournaments(self) -> Tournaments:
        return self._backend.tournaments

    @property
    def subjects(self) -> Subjects[ClubTournament]:
        return self.tournaments.subjects

    async def run(self) -> None:
        """Until it is cancelled."""
        await self.tournaments.run()

    @asynccontextmanager
    async def rewriting(self, persons: Collection[str]) -> AsyncIterator[None]:
        """Nothing is done to any tournament or series meanwhile: these persons are forgotten."""
        named = await self._naming(persons)
        channels = set(named.values())
        async with self.series.keeper.rewriting(persons, named, channels), self.tournaments.rewriting(persons, named):
            yield

    async def _naming(self, persons: Collection[str]) -> Mapping[str, str]:
        """The tournaments in whose logs somebody of these stands, also those that are over, each with its channel."""
        store, bot = self._backend.backend.store, self._backend.backend.bot
        ids = {row.table for person in persons for row in await store.tournament_rows_naming(bot, person)}
        found = [await store.load(bot, id_) for id_ in sorted(ids)]
        return {row.subject.id: row.channel for row in found if row is not None and row.subject.kind == TOURNAMENT}

    async def note_linked(self, person: str) -> None:
        """More accounts are this person's: an evening that knows several of them knows it. Raises `StoreError`."""
        ids = await self._backend.backend.ids(person)
        for id_, one in await self.tournaments.live():
            await note_accounts(self.tournaments, id_, one, ids)

    async def answer(self, context: RequestContext, request: AskTournament) -> Answer:
        """What comes of it, in the language of who asks."""
        if request.words.startswith(LINE_MARK):
            line = self._lines.get((context.person.id, request.words))
            if line is None:
                return Answer(False, TournamentReader(context.language, {}).words("which-gone"), page=TournamentPage())
            request = replace(request, words=line.words)
            context = replace(context, friends=line.friends, is_here=line.is_here)
        if context.private:
            request = await self._with_rights(context, replace(request, channel=""))
        elif request.what in DIRECTING and await self._wears_arbiter_role(context):
            request = replace(request, admin=True)
        if request.in_browser and not request.tournament:
            return await self._own(context)
        if request.what == NEW:
            return await self._announce(context, request)
        if request.what == FORM:
            return await self._forms.press(context, request)
        if request.what == SERIES and request.at_desk:
            why = declined_line(Declined("tournament-arbiter"), TournamentReader(context.language, {}))
            return Answer(False, why, page=TournamentPage())
        if request.what == SERIES:
            return await self.series.answer(context, request)
        return await self._of_one(context, request)

    async def _of_one(self, context: RequestContext, request: AskTournament) -> Answer:
        """What is about a tournament that is there."""
        language = context.language
        found = await self._find(context, request)
        if isinstance(found, Answer):
            none = TournamentReader(language, {}).words("none" if request.tournament else "none-here")
            return replace(found, words=found.words or none)
        id_, one = found
        ids = await self._backend.backend.ids(context.person.id)
        if request.in_browser and not may_see(one, ids):
            return Answer(False, say(language, "tournament.none"), page=TournamentPage())
        one = await note_accounts(self.tournaments, id_, one, ids)
        player = known_as(one, ids, context.person.id)
        reader, tables = await self._backend.reader(one, language), await self._backend.letters.standings(id_, one)
        asking = TournamentAsk(context, request, id_, one, reader, player, tables)
        if request.at_desk and not is_arbiter(one, asking.who):
            return asking.declined(Declined("tournament-arbiter"))
        return await self._carry_out(asking)

    async def _with_rights(self, context: RequestContext, request: AskTournament) -> AskTournament:
        """A button of the desk in a private chat means what it would in its place, for who is an admin of that."""
        one: ClubTournament | Series | None = None
        if request.tournament and request.what in DIRECTING:
            one = await self.tournaments.find(request.tournament) or await self.series.keeper.find(request.tournament)
        if one is None or await self._needs_no_rights(context, request, one):
            return request
        is_admin = context.administers_everywhere or await context.directs(one.channel)
        return replace(request, channel=one.channel, admin=True) if is_admin else request

    async def _needs_no_rights(
        self, context: RequestContext, request: AskTournament, one: ClubTournament | Series
    ) -> bool:
        """Whether they may do it anyway: who directs it, or who plays there and says it of themselves."""
        ids = await self._backend.backend.ids(context.person.id)
        if isinstance(one, Series):
            return one.author in ids
        others = request.words.split(maxsplit=1)[:1]  # a table or an entry, of which arbiters alone say it
        is_own = request.what in OF_ONESELF and not (others and others[0].isdecimal())
        return not set(ids).isdisjoint(everybody(one) if is_own else one.staff)

    async def _wears_arbiter_role(self, context: RequestContext) -> bool:
        """Whether their place has those direct who wear a role that is theirs."""
        if context.wears is None:
            return False
        role = await self._backend.channels.arbiter_role(context.channel)
        return bool(role) and context.wears(role)

    async def fill_form(self, context: RequestContext, request: FillForm) -> Answer:
        """The form in the browser, as it is filled in so far."""
        return await fill_form(self._backend, self.series, context, request)

    async def _own(self, context: RequestContext) -> Answer:
        """The tournaments and series with which somebody has to do, a button each."""
        ids = set(await self._backend.backend.ids(context.person.id))
        found = [(id_, one) for id_, one in await self.tournaments.live() if ids & everybody(one)]
        buttons = [(_with_start(one, context.language), command_text(TABLES, id_)) for id_, one in found]
        series = [(id_, one) for id_, one in await self.series.keeper.live() if one.author in ids]
        buttons += [(one.name, command_text(SERIES, id_)) for id_, one in series]
        return Answer(True, page=TournamentPage(buttons=buttons))

    async def _announce(self, context: RequestContext, request: AskTournament) -> Answer:
        """As it was written; without a word by a form, which keeps what was written with something wrong in it."""
        if self._forms.is_for_form(context.person.id, request):
            return await self._forms.typed(context, request)
        if not request.words.strip():
            return await self._forms.open(context, request)
        answer = await form.announce(self._backend, self.series, context, request)
        is_theirs = request.admin and request.channel
        return answer if answer.done or not is_theirs else await self._forms.keep_written(context, request, answer)

    async def _find(self, context: RequestContext, request: AskTournament) -> tuple[str, ClubTournament] | Answer:
        """The tournament that is found: the one that runs before others, never one of several."""
        if request.tournament:
            one = await self.tournaments.find(request.tournament)
            return (request.tournament, one) if one is not None else Answer(False)
        found = await self.tournaments.live(request.channel)
        if not request.channel:
            ids = set(await self._backend.backend.ids(context.person.id))
            found = [(id_, one) for id_, one in found if ids & everybody(one)]
        running = [item for item in found if item[1].state == RUNNING]
        to_come = [item for item in found if item not in running]
        candidates = [item for item in running if _takes(item[1], request.what)] or to_come or found
        if request.what == REOPEN or (request.what in AFTERWARDS and not running):
            over = await self.tournaments.last_ended(request.channel)
            candidates = [over] if over is not None else candidates
        if request.what == RESTORE:
            off = await self.tournaments.last_ended(request.channel, CANCELLED)
            candidates = [off] if off is not None else candidates
        if len(candidates) == 1:
            return candidates[0]
        if not candidates:
            return Answer(False)
        return self._which(context, request, candidates)

    def _which(
        self, context: RequestContext, request: AskTournament, candidates: Sequence[tuple[str, ClubTournament]]
    ) -> Answer:
        """They are asked which one they mean; namesakes are told apart by their time."""
        language, what = context.language, request.what or TABLES
        names = [one.announcement.name for _, one in candidates]
        words = request.words.split()
        longest = command_press(command_text(what, candidates[0][0], *words))
        if context.friends or "." in request.words or not fits(longest):  # a dot is a blank on buttons
            words = [self._keep(context, request.words)]
        buttons = [
            (
                _with_start(one, language) if names.count(one.announcement.name) > 1 else one.announcement.name,
                command_text(what, id_, *words),
            )
            for id_, one in candidates
        ]
        return Answer(False, say(language, "tournament.which"), page=TournamentPage("", buttons))

    def _keep(self, context: RequestContext, line: str) -> str:
        """The mark by which a button says this line, with those who were named, for who wrote it."""
        parts = [line, *[f"{one.account} {one.username}" for one in context.friends]]
        mark = LINE_MARK + hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]
        self._lines[context.person.id, mark] = KeptLine(line, context.friends, context.is_here)
        return mark

    async def _carry_out(self, asking: TournamentAsk) -> Answer:
        what = asking.request.what
        if what in LOOKS:
            return look(asking)
        if what in (FILE, *FILES, REPORT):
            word = meanings("tournament").get(asking.request.words.strip().lower(), "") if what == FILE else what
            return await self._file(asking, word)
        if what == book.BOOK:
            return book.book(asking)
        if what == "change" and not asking.words:
            return await self._forms.change(asking)
        if what in CARRIED_OUT_BY:
            answer = await CARRIED_OUT_BY[what](self._backend, asking)
            return with_written(asking, answer) if what in IN_WORDS else answer
        return await self._other(asking)

    async def _other(self, asking: TournamentAsk) -> Answer:
        """What takes no words but perhaps a number, or is a ruling."""
        what, words, number = asking.request.what, asking.words, asking.number
        if what == CANCEL:
            return await self._cancelling.answer(asking)
        if what == RESTORE:
            return await self._cancelling.restore(asking)
        if what == FINISH and asking.one.state == RUNNING:
            return await finish(self._backend, asking)
        if what == REOPEN:
            return await self._reopen(asking) if words else asking.usage()
        if what == "answer":
            return asking.usage() if number is None else await self._backend.do(asking, "answer", {"table": number})
        if what in (SIGN, DISPUTE):  # what they have read, by the button below it
            mark = asking.request.words
            return await self._backend.do(asking, PLAIN[what], {"mark": mark}) if mark else mine(asking)
        current = asking.one.current
        if what in OF_A_ROUND and number is not None and (current is None or current.number != number):
            return asking.declined(Declined("tournament-other-round"))
        if what == "arrived":
            return await self._backend.do(asking, what, {} if number is None else {"table": number})
        if what in (OUT, HERE) and words:
            return asking.usage() if number is None else await self._backend.do(asking, PLAIN[what], {"number": number})
        if what == OUT and asking.player in asking.one.seeking:
            return await self._backend.do(asking, "unseek", {})
        if what not in PLAIN:  # a window says what it likes
            return Answer(False, asking.reader.words("none"), page=TournamentPage())
        return await self._backend.do(asking, PLAIN[what], {})

    async def _reopen(self, asking: TournamentAsk) -> Answer:
        """The end of a tournament is taken back, with what was written for it."""
        reason = reason_in(asking.request.words)
        if isinstance(reason, Declined):
            return with_written(asking, asking.declined(reason))
        return with_written(asking, await self._backend.do(asking, REOPEN, {"reason": reason}))

    async def _file(self, asking: TournamentAsk, what: str) -> Answer:
        """A spreadsheet, a paper, or the export, which `burraco tournament check` accepts at any moment."""
        if what == REPORT:
            return appeals.report(asking)
        if what in FILES:
            return csv_file(asking) if what == CSV else await print_paper(self._backend, asking, what)
        if not asking.one.seed:
            return asking.declined(Declined("tournament-not-running"))
        if asking.one.is_sealed:
            return asking.declined(Declined("tournament-sealed"))
        text = document_text(asking.one, await self._backend.letters.names(asking.one, ""))
        name = f"tournament-{asking.id[-6:]}.json"
        return Answer(True, asking.reader.words("file"), page=AnswerFile(name, text))

    async def page(self, context: RequestContext, page: ClubPage) -> Json:
        """The `board` or the `desk`; `nowhere`, and in words why, where there is none for them."""
        nobody = TournamentReader(page.language, {})
        if page.broadcast:
            return await self._broadcast_page(context, page, nobody)
        if page.played:
            return await self._played_page(context, page, nobody)
        if page.secret:
            board = await pages.board_page(self._backend, page.tournament, page.secret, page.language)
            return _nowhere(board) if isinstance(board, str) else {"type": "board", **board}
        if page.is_player:
            return await self._player_page(context, page, nobody)
        if not context.person.id:
            return _nowhere(declined_line(Declined("tournament-arbiter"), nobody))
        found_desk = await self._desk_page(context, page.tournament)
        return _nowhere(found_desk) if isinstance(found_desk, str) else {"type": "desk", **found_desk}

    async def _played_page(self, context: RequestContext, page: ClubPage, nobody: TournamentReader) -> Json:
        """The deals of a round that are open, for whoever may see its board."""
        one = await self._one_seen(context, page)
        if isinstance(one, str):
            return _nowhere(one)
        rounds = one.progress.rounds if one is not None and one.progress is not None else ()
        found = next((each for each in rounds if each.number == page.played), None)
        if one is None or found is None or not one.announcement.is_dealt:
            return _nowhere(nobody.words("none"))
        tables = await self._backend.tables.of_round(page.tournament, found)
        reader = await self._backend.reader(one, page.language)
        return {"type": "played", **played(page.tournament, one, found, tables, reader)}

    async def _broadcast_page(self, context: RequestContext, page: ClubPage, nobody: TournamentReader) -> Json:
        """A table as it was, with open cards, for whoever may see the board; every second there may be more of it."""
        one = await self._one_seen(context, page)
        if one is None or isinstance(one, str):
            return _nowhere(one or nobody.words("none"))
        language = context.person.language if context.person.id and not page.secret else page.language
        reader = TournamentReader(language, {})
        place = (page.tournament, one, page.played, page.broadcast, reader)
        looks = self._broadcasts
        found = await looks.course(*place, page.deal) if page.course else await looks.page(*place)
        if isinstance(found, str):
            return _nowhere(found)
        return {"type": "broadcast", **found, "ends": self._backend.clock() + 1}

    async def _one_seen(self, context: RequestContext, page: ClubPage) -> ClubTournament | str | None:
        """The tournament of a page, for whoever has its secret, or may see it without one; else why not."""
        if page.secret:
            return await pages.behind_link(self._backend, page.tournament, page.secret, page.language)
        return await self._seen_by(context, page.tournament)

    async def _seen_by(self, context: RequestContext, id_: str) -> ClubTournament | None:
        """The tournament with this id, where who asks may see its page."""
        one = await self.tournaments.find(id_) if ID.fullmatch(id_) else None
        ids = await self._backend.backend.ids(context.person.id) if context.person.id else ()
        return one if one is not None and may_see(one, ids) else None

    async def _player_page(self, context: RequestContext, page: ClubPage, nobody: TournamentReader) -> Json:
        """A tournament's page for who plays there, or would; nobody is made known by it."""
        one = await self.tournaments.find(page.tournament) if ID.fullmatch(page.tournament) else None
        ids = await self._backend.backend.ids(context.person.id) if context.person.id else ()
        if one is None or not may_see(one, ids):
            return _nowhere(nobody.words("none"))
        one = await note_accounts(self.tournaments, page.tournament, one, ids)
        player = known_as(one, ids, context.person.id)
        language = context.person.language if context.person.id else page.language
        board = await self._backend.pages.boards.board(page.tournament, one, language)
        pairing = one.pairing_of(player) if player else None
        standing = (
            await self._backend.tables.standing(page.tournament, one, pairing.table) if pairing is not None else None
        )
        tables = {pairing.table: standing} if pairing is not None and standing is not None else {}
        request = AskTournament(tournament=page.tournament, in_browser=True)
        asking = TournamentAsk(context, request, page.tournament, one, board.reader, player, tables)
        label, later = standing.label if standing is not None else "", await self._later(page.tournament, one)

        def make() -> Json:
            return {"type": "page", **player_page(asking, board.board, label), "later": later}

        return self._backend.pages.page(page.tournament, context.person.id, player, board, (standing, later), make)

    async def _later(self, id_: str, one: ClubTournament) -> Json | None:
        """The evening of the same series that is announced next, where this one is over."""
        series = one.announcement.series
        if not series or one.state not in ENDED:
            return None
        there = await self.tournaments.live(one.channel)
        found = [(other, later) for other, later in there if other != id_ and later.announcement.series == series]
        return {"id": found[0][0], "name": found[0][1].announcement.name} if found else None

    async def _desk_page(self, context: RequestContext, id_: str) -> Json | str:
        """The desk in the browser, or why this person has none there."""
        tournament = id_ if ID.fullmatch(id_) else "-"
        answer = await self.answer(context, AskTournament(DESK, tournament=tournament, at_desk=True))
        one = await self.tournaments.find(tournament)
        if one is None or not answer.done or not isinstance(answer.page, TournamentPage):
            return answer.words
        ids = await self._backend.backend.ids(context.person.id)
        player = next((own for own in ids if one.entry_of(own)), "")
        return tournament_desk.desk(one, player, answer.page.buttons, await self._backend.reader(one, context.language))

    def note_page_address(self, address: str) -> None:
        """Browsers find the pages here, a slash at the end; links in chats begin with it."""
        self._backend.page_address = address

    def note_printer(self, printer: Printer) -> None:
        """From now on papers are printed by it."""
        self._backend.printer = printer

    async def note_lost(self, channel: str, *, topics: bool) -> None:
        """Nothing can be written there; `topics`: nor in any topic of it. Its evenings in the chat stand still."""
        await self.tournaments.stop_those_of(channel, topics=topics)

    async def deliver(
        self,
        announce: Announce,
        withdraw: Withdraw,
        tell: Tell,
        tell_again: TellAgain,
        one: ClubTournament,
        row: OutboxRow,
    ) -> str:
        """A message of the tournament in its channel, or to somebody. Raises `TryLater`, `Undeliverable`."""
        letters = self._backend.letters
        if row.kind == RENAMED:
            return await letters.tell_again(tell_again, one, row)
        if is_private(row.kind):
            return await letters.tell(tell, self.tournaments.why_not_started, one, row)
        if row.kind == round_letter(one):
            self.tournaments.note_shown(row.subject.id)
        return await letters.show(announce, withdraw, one, row)


def _takes(one: ClubTournament, what: str) -> bool:
    """Whether this can be asked of a tournament that runs; else one that is to come is meant, where there is any."""
    return takes_late(one) if what in (SIGN_UP, SEEK) else what not in (HERE, "change")


def _with_start(one: ClubTournament, language: Language) -> str:
    announcement = one.announcement
    time = time_words(language, announcement.starts, announcement.zone) if announcement.starts else ""
    return f"{announcement.name} ({time})" if time else announcement.name


def _nowhere(words: str) -> Json:
    return {"type": "nowhere", "words": words}
