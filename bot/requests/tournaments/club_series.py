"""Series of a club as people ask for them: announced, listed, skipped, paused and ended; seasons and winners.

An evening of a series is a tournament like any other: here stands what lies between them.
"""

import hashlib
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, Final

from bot.boards.boards import MOVED, moved_to
from bot.boards.privacy import is_erased
from bot.boards.spreadsheet import table_csv
from bot.bounded import Bounded
from bot.host.delivery_errors import Undeliverable
from bot.host.ports import OutboxRow, Stored
from bot.host.subjects import Subjects
from bot.messages.series_message import SERIES, closing_message
from bot.messages.tournament_message import command_text
from bot.planner.calendar import to_come
from bot.planner.when import UnclearTime, When
from bot.requests.answer import Answer, AnswerFile, BoardPage, TournamentPage
from bot.requests.news import News
from bot.requests.people import who as who_of
from bot.requests.request_context import RequestContext
from bot.requests.tournaments.asks import AskTournament
from bot.requests.tournaments.backend import TournamentBackend
from bot.requests.tournaments.letters import Announce
from bot.requests.tournaments.words import OF_SERIES, WEEKLY, announcement_keys, changed_form, new_announcement
from bot.series.commands import fault as series_fault
from bot.series.keeper import EveningState, SeriesKeeper
from bot.series.kind import CLOSING
from bot.series.season import first_of, known_player, names_in, season_standings
from bot.series.series import ENDED, OFF, PAUSED, Evening, Series, SeriesTerms, in_place_of, next_open
from bot.settings_text import read_settings
from bot.tables.table import CLOSED
from bot.tables.who import HOST, Declined, Who
from bot.tournaments.announcing import OF_SERIES as OF_EVENINGS
from bot.tournaments.announcing import fault, past
from bot.tournaments.club_tournament import BEFORE, CANCELLED, GUEST, RUNNING, ClubTournament
from bot.tournaments.commands import command
from bot.tournaments.outcome import Outcome, kept_outcome, outcome
from bot.words.command_words import meanings
from bot.words.languages import Language, say
from bot.words.names import known_as
from bot.words.plans import doubt_words
from bot.words.series import (
    Season,
    date_words,
    evening_name,
    hall_heads,
    hall_rows,
    page,
    season_cells,
    season_heads,
    season_note,
    season_title,
    series_line,
)
from bot.words.table_words import between_cells
from bot.words.tournament_reader import TournamentReader, time_words
from bot.words.tournament_refusals import declined_line

LOG: Final = logging.getLogger(__name__)
IN_CHAT: Final = 20  # rows of a page
MOST_CANCELLED: Final = 200
LOOKS_BACK: Final = ("season", "hall", "csv")  # also at a series that has ended, where none goes on
DIRECTS: Final = ("skip", "pause", "resume", "end")


class ClubSeries:
    """The series of one bot, over its tournaments. Raises `StoreError`."""

    def __init__(self, backend: TournamentBackend) -> None:
        self._backend = backend
        self._store = backend.backend.store
        self._bot = backend.backend.bot
        self.keeper = SeriesKeeper(self._store, self._bot, backend.clock, self)
        self._cancelled: Bounded[str, bool] = Bounded(MOST_CANCELLED)  # tournaments that may be taken up again
        backend.tournaments.subjects.listen(self._note)

    @property
    def subjects(self) -> Subjects[Series]:
        return self.keeper.subjects

    async def run(self) -> None:
        """Until it is cancelled."""
        await self.keeper.run()

    def _note(self, tournament: str, one: ClubTournament) -> None:
        """An evening may start at another time, be over or cancelled, or go on after that."""
        is_back = one.state == RUNNING and self._cancelled.pop(tournament, False)
        if one.state == CANCELLED:
            self._cancelled[tournament] = True
        may_differ = one.state != RUNNING or is_back or (one.current and one.current.closed)
        if one.announcement.series and may_differ:
            self.keeper.note(one.announcement.series, tournament)

    # --- evenings -----------------------------------------------------------------------------------------------------

    async def announce(self, id_: str, one: Series, evening: Evening) -> Declined | None:
        """Announce an evening, once, in its channel; or why it cannot be, which its organiser is told.

        Who is invited to a final hears of it by letters that are stored with it.
        """
        terms = one.terms_of(evening.season)
        keys: dict[str, Any] = {"series": id_, "season": evening.season, "best": terms.best, "of": terms.of}
        language = await self._backend.channels.language(one.channel)
        keys["name"] = evening_name(one, evening, language)
        if evening.is_final:
            season = await self.season(one, evening.season)
            keys |= {"is_final": True, "invited": await self._invited(one, season)}
        announcement = one.announcement(evening.starts, **keys)
        who = Who(one.author, admin=True)
        found = await self._backend.tournaments.announce(evening.tournament, one.channel, who, announcement)
        if isinstance(found, Declined):
            LOG.warning("an evening of a series cannot be announced", extra={"series": id_, "reason": found.key})
            await self._tell(one.author, lambda language: _not_announced(language, one, evening, found))
            return found
        return None

    async def in_place_of(self, tournament: str, series: str, language: Language) -> str:
        """The name of the evening that has the place of a cancelled one by now, "" where nothing has it."""
        one = await self.keeper.find(series)
        found = in_place_of(one, tournament) if one is not None else None
        return evening_name(one, found, language) if one is not None and found is not None else ""

    async def _invited(self, one: Series, season: Season) -> tuple[str, ...]:
        """The first of the season but for who is forgotten; guests by their names as they were written last."""
        written = names_in([found for _, found in season.evenings])
        rows = [row for row in season.rows if row.player in written or not await self._is_nobody(row.player)]
        first = first_of(rows, one.terms_of(season.number).final)
        return tuple(f"{GUEST}{written[player]}" if player in written else player for player in first)

    async def _is_nobody(self, player: str) -> bool:
        return is_erased(await self._backend.backend.people.person(player))

    async def invite(self, one: Series, evening: Evening) -> None:
        """Those who are the first of the season by now are invited to its final, as long as it has not begun."""
        tournaments = self._backend.tournaments
        found = await tournaments.subjects.stored_state(evening.tournament)
        is_known = all(each.mark for each in one.of_season(evening.season) if not each.is_final)
        if found is None or found[0].state not in BEFORE or not is_known:
            return
        final, revision = found
        invited = await self._invited(one, await self.season(one, evening.season))
        if set(invited) != set(final.announcement.invited):
            line = command("announce", invited=list(invited))
            await tournaments.submit(evening.tournament, Who(HOST), f"invited:{revision}", line)

    async def standing(self, tournament: str) -> EveningState | None:
        """How it stands now; its mark is `OFF` where it was cancelled. None where there is no such tournament."""
        row = await self._store.load(self._bot, tournament)
        if row is None:
            return None
        starts = int(read_settings(row.snapshot).get("starts", 0))
        if row.phase != CLOSED:
            return EveningState("", starts)
        found = await self._outcome(row)
        mark = OFF if found is None else hashlib.sha256(repr(asdict(found)).encode()).hexdigest()[:12]
        return EveningState(mark, starts)

    async def _outcome(self, row: Stored) -> Outcome | None:
        return await stored_outcome(self._backend, row)

    async def _tell(self, person: str, in_words: Callable[[Language], str]) -> None:
        found = await self._backend.backend.people.person(person)
        if found.id and not is_erased(found):
            self._backend.backend.tell(News(found.id, in_words(found.language)))

    # --- a season -----------------------------------------------------------------------------------------------------

    async def season(self, one: Series, number: int) -> Season:
        """A season as it stands. A final is no evening of it, but says who has won it."""
        over = [(evening, await self._ended(evening)) for evening in one.of_season(number)]
        evenings = [(evening, found) for evening, found in over if found is not None]
        aliases = await self._aliases()
        counting = [found for evening, found in evenings if not evening.is_final]
        rows = season_standings(counting, one.terms_of(number).best, aliases)
        if not one.is_over(number):
            return Season(number, evenings, rows)
        finals = [found.winners for evening, found in evenings if evening.is_final]
        champions = finals[-1] if finals else tuple(row.as_placing for row in rows if row.place == 1)
        return Season(number, evenings, rows, champions)

    async def _ended(self, evening: Evening) -> Outcome | None:
        row = await self._store.load(self._bot, evening.tournament) if evening.mark not in ("", OFF) else None
        return await self._outcome(row) if row is not None and row.phase == CLOSED else None

    async def _aliases(self) -> Mapping[str, str]:
        """Whose accounts have become whose."""
        return moved_to(await self._store.settings_with(self._bot, f'"{MOVED}"'))

    async def names(self, seasons: Sequence[Season], language: Language) -> Mapping[str, str]:
        """What everybody who has played is called, by player as of the standings."""
        outcomes = [found for season in seasons for _, found in season.evenings]
        aliases = await self._aliases()
        every = {player for one in outcomes for placing in one.placings for player in placing.players}
        names = dict(names_in(outcomes))
        for player in every | {known_player(player, aliases) for player in every}:
            if not player.startswith(GUEST):
                person = await self._backend.backend.people.person(player)
                names[player] = known_as(language, who_of(person).name)
        return names

    # --- what people ask ----------------------------------------------------------------------------------------------

    async def make(
        self, context: RequestContext, request: AskTournament, keys: Mapping[str, Any], zone: str, code: str
    ) -> Answer:
        """A new series, whose first evening is announced as soon as its day has come."""
        language = context.language
        async with self._backend.backend.seating:  # nobody is forgotten meanwhile
            if refusal := await self._backend.nobody(context):
                return refusal
            found = await self._new(context, request, keys, zone, code)
        if isinstance(found, Declined):
            return Answer(False, declined_line(found, TournamentReader(language, {})), page=TournamentPage())
        await self.keeper.fire()
        id_, one = found
        return self._list_of([(id_, await self.keeper.find(id_) or one)], language, True, say(language, "series.made"))

    async def _new(
        self, context: RequestContext, request: AskTournament, keys: Mapping[str, Any], zone: str, code: str
    ) -> tuple[str, Series] | Declined:
        when, at = keys.get(WEEKLY), self._backend.clock()
        if not isinstance(when, When) or "starts" in keys:
            return Declined("series-every")
        form_keys = {key: value for key, value in keys.items() if key not in OF_SERIES}
        form = new_announcement(form_keys, zone, code)
        if isinstance(form, Declined):
            return form
        terms = SeriesTerms(**{key: value for key, value in keys.items() if key in OF_SERIES and key != WEEKLY})
        starts = to_come(when.first, zone, at)
        if refused := series_fault(terms, form.closes) or fault(replace(form, starts=starts)):
            return refused
        first = when.first.isoformat(timespec="minutes")
        form_kept = {key: value for key, value in asdict(form).items() if key not in ("starts", "zone", *OF_EVENINGS)}
        number = max([one.number for _, one in await self.keeper.live(request.channel)], default=0) + 1
        new = Series(
            request.channel,
            context.person.id,
            form_kept,
            terms,
            zone,
            first,
            when.rule,
            starts,
            created=at,
            number=number,
        )
        if past(new.announcement(starts), at):  # sign-up for the first would be over already
            new = replace(new, starts=following_start(new, at))
        digest = hashlib.sha256(f"{context.person.id} {request.delivery or secrets.token_hex(8)}".encode())
        id_ = f"seri{digest.hexdigest()[:16]}"
        found = await self.keeper.make(id_, new)
        return found if isinstance(found, Declined) else (id_, found)

    async def answer(self, context: RequestContext, request: AskTournament) -> Answer:
        """What is asked of a series: its list, a season, its winners; or that it stands still, goes on, ends."""
        words = request.words.split()
        what = meanings("series").get(words[0].lower(), "") if words else "list"
        found = await self._series_meant(context, request)
        if not found and what in LOOKS_BACK:
            found = await self.keeper.last_over(request.channel)
        if not found or not what:
            why = say(context.language, "series.none") if what else say(context.language, "series.usage")
            return Answer(False, why, page=TournamentPage())
        if what == "list" or len(found) > 1:
            ids = await self._backend.backend.ids(context.person.id)
            directs = request.admin or found[0][1].author in ids
            return self._list_of(found, context.language, directs, "", what, words[1:])
        id_, one = found[0]
        if what == "change":
            return await self._change(context, request, id_, one, request.words.partition(" ")[2])
        if what in DIRECTS:
            return await self._direct(context, request, id_, what, words[1:])
        language = context.language
        if request.channel and not (context.alone or context.private):  # everybody there reads it
            language = await self._backend.channels.language(request.channel)
        if what == "hall":
            return await self._hall(one, language)
        return await self._season_page(context, one, what, words[1:], language)

    async def _series_meant(self, context: RequestContext, request: AskTournament) -> list[tuple[str, Series]]:
        """The one of this id; else those of the channel, in private those that they have to do with."""
        if request.tournament:
            one = await self.keeper.find(request.tournament)
            return [(request.tournament, one)] if one is not None else []
        return await self._that_come(request.channel, context.person.id)

    async def _that_come(self, channel: str, person: str) -> list[tuple[str, Series]]:
        """Those of a channel; without one, those that this person has to do with."""
        if channel:
            return await self.keeper.live(channel)
        ids = set(await self._backend.backend.ids(person))
        return [(id_, one) for id_, one in await self.keeper.live() if await self._knows(one, ids)]

    async def _knows(self, one: Series, ids: set[str]) -> bool:
        """Whether somebody has announced it, or has played in its season or in the one before."""
        if one.author in ids:
            return True
        seasons = [await self.season(one, number) for number in range(max(1, one.season - 1), one.season + 1)]
        return any(row.player in ids for season in seasons for row in season.rows)

    def _list_of(
        self,
        found: Sequence[tuple[str, Series]],
        language: Language,
        directs: bool,
        before: str,
        what: str = "list",
        more: Sequence[str] = (),
    ) -> Answer:
        """The line of each; `what` was asked, with `more` words, has to be asked of one of several."""
        lines = [*([before] if before else []), *[series_line(one, language) for _, one in found]]
        if len(found) > 1:
            buttons = [(one.name, command_text(SERIES, id_, what, *more)) for id_, one in found]
            return Answer(True, "\n".join(lines), page=TournamentPage(say(language, "series.title"), buttons))
        ((id_, one),) = found
        offered = ["season", "hall", *(_directing(one) if directs else [])]
        buttons = [_button(language, id_, one, each) for each in offered]
        return Answer(True, "\n".join(lines), page=TournamentPage(say(language, "series.title"), buttons))

    async def _direct(
        self, context: RequestContext, request: AskTournament, id_: str, what: str, more: Sequence[str]
    ) -> Answer:
        """An administrator, or who announced it, has it stand still, go on, leave an evening out, or end."""
        language = context.language
        one = await self.keeper.find(id_)
        if what == "end" and not more and one is not None and one.state != ENDED:
            sure = (say(language, "series-button.end-yes"), command_text(SERIES, id_, "end", "yes"))
            return Answer(False, say(language, "series.end-sure", name=one.name), page=TournamentPage("", [sure]))
        keys = {"starts": int(more[0])} if what == "skip" and more and more[0].isdecimal() else {}
        return await self._submit(context, request, id_, what, keys)

    async def _submit(
        self, context: RequestContext, request: AskTournament, id_: str, what: str, keys: Mapping[str, Any]
    ) -> Answer:
        """A command of an administrator of the place, or of who announced the series; and how it stands then."""
        language, one = context.language, await self.keeper.find(id_)
        ids = await self._backend.backend.ids(context.person.id)
        player = one.author if one is not None and one.author in ids else context.person.id
        here, there = [channel.partition("/")[0] for channel in (request.channel, one.channel if one else "")]
        who = Who(player, admin=request.admin and here == there)
        action = f"{player}:{what}:{request.delivery or secrets.token_hex(8)}"
        async with self._backend.backend.seating:  # nobody is forgotten meanwhile
            if refusal := await self._backend.nobody(context):
                return refusal
            after = await self.keeper.submit(id_, who, action, command(what, **keys))
        if after is None or isinstance(after, Declined):
            declined = after or Declined("series-over")
            return Answer(False, declined_line(declined, TournamentReader(language, {})), page=TournamentPage())
        await self.keeper.fire()
        one = await self.keeper.find(id_) or after
        return self._list_of([(id_, one)], language, True, say(language, "series.done"))

    async def _change(
        self, context: RequestContext, request: AskTournament, id_: str, one: Series, text: str
    ) -> Answer:
        """What is written is so from the next evening on, and the answer says how the series stands then."""
        language, reader = context.language, TournamentReader(context.language, {})
        if not text.strip():
            return Answer(False, say(language, "series.how-change"), page=TournamentPage())
        keys = announcement_keys(text, one.zone, self._backend.clock())
        if not isinstance(keys, dict) or "starts" in keys:
            doubt = Declined("series-every") if isinstance(keys, dict) else keys
            words = doubt_words(language, doubt) if isinstance(doubt, UnclearTime) else declined_line(doubt, reader)
            return Answer(False, words, page=TournamentPage())
        terms = {key: keys.pop(key) for key in OF_SERIES if key in keys and key != WEEKLY}
        when = keys.pop(WEEKLY, None)
        rule = {"rule": when.rule, "first": when.first.isoformat(timespec="minutes")} if when is not None else {}
        form = changed_form(keys, one.announcement(one.starts or one.created))
        return await self._submit(context, request, id_, "change", {"form": form, "terms": terms, **rule})

    async def lines(self, channel: str, person: str, language: Language) -> list[str]:
        """The series of a channel, or without one of a person, each with its next date."""
        return [series_line(one, language) for _, one in await self._that_come(channel, person)]

    async def _season_page(
        self, context: RequestContext, one: Series, what: str, more: Sequence[str], language: Language
    ) -> Answer:
        """The standings of a season, the last one where no number says which; a second number is the page.

        `csv`: as a file.
        """
        numbers = [int(word) for word in more if word.isdecimal() and len(word) < 5]
        season = await self.season(one, numbers[0] if numbers else one.season)
        if not season.rows:
            return Answer(False, say(language, "series.no-standings"), page=TournamentPage())
        names = await self.names([season], language)
        if what == "csv" or any(meanings("series").get(word.lower()) == "csv" for word in more):
            return self._csv(one, season, names, language)
        pages = max(1, -(-len(season.rows) // IN_CHAT))
        at = min(max(numbers[1] if len(numbers) > 1 else 1, 1), pages)
        rows_here = season.rows[(at - 1) * IN_CHAT : at * IN_CHAT]
        ids = set(await self._backend.backend.ids(context.person.id))
        own = [row for row in season.rows if row.player in ids]
        marked = rows_here.index(own[0]) if own and own[0] in rows_here else -1
        mine = season_cells(own[0], names, language) if own and marked < 0 else []
        rows = [season_cells(row, names, language) for row in rows_here]
        facts = {"page": at, "pages": pages, "marked": marked, "mine": mine}
        title = season_title(one, season, language)
        board = page(title, season_heads(one, language), rows, season_note(one, season, language), **facts)
        return Answer(True, page=BoardPage(language, board))

    def _csv(self, one: Series, season: Season, names: Mapping[str, str], language: Language) -> Answer:
        """A line for each player, with the Victory Points of each evening, as `SeasonRow.cells` has them."""
        evenings = [evening for evening, _ in season.evenings if not evening.is_final]
        heads = [*season_heads(one, language), *[date_words(language, each.at, one.zone) for each in evenings]]
        rows = [[*season_cells(row, names), *row.cells] for row in season.rows]
        text = table_csv(heads, rows, between_cells(language))
        return Answer(True, season_title(one, season, language), page=AnswerFile("burraco-season.csv", text))

    async def _hall(self, one: Series, language: Language) -> Answer:
        """The winners of evenings and seasons, the latest first."""
        seasons = [await self.season(one, number) for number in range(1, one.season + 1)]
        names = await self.names(seasons, language)
        rows = hall_rows(one, seasons, names, language)
        if not rows:
            return Answer(False, say(language, "series.no-winners"), page=TournamentPage())
        note = say(language, "series.earlier", count=len(rows) - IN_CHAT) if len(rows) > IN_CHAT else ""
        title = say(language, "series.hall", name=one.name)
        return Answer(True, page=BoardPage(language, page(title, hall_heads(one, language), rows[:IN_CHAT], note)))

    # --- letters ------------------------------------------------------------------------------------------------------

    async def deliver(self, announce: Announce, one: Series, row: OutboxRow) -> str:
        """The message after an evening, written anew where it stands; one that others have followed is only changed.

        Raises `TryLater`, `Undeliverable`.
        """
        place = int(row.kind.removeprefix(CLOSING))
        evening = one.evenings[place - 1]
        found = await self._ended(evening)
        if found is None:
            return row.reference
        language = await self._backend.channels.language(one.channel)
        season = await self.season(one, evening.season)
        names = await self.names([season], language)
        look = await self._backend.channels.look(one.channel)
        message = closing_message(row.subject.id, one, found, season, names, language, look)
        once = hashlib.sha256(f"{row.subject.id}\n{row.kind}".encode()).hexdigest()[:24]
        if row.reference:
            try:
                return await announce(one.channel, message, once, row.reference)
            except Undeliverable as error:
                if any(later.mark not in ("", OFF) for later in one.evenings[place:]):
                    return row.reference
                LOG.info("a series' message is gone and is written anew", extra={"reason": error.reason})
                once = hashlib.sha256(f"{row.subject.id}\n{row.kind}\n{row.revision}".encode()).hexdigest()[:24]
        return await announce(one.channel, message, once, "")


async def stored_outcome(backend: TournamentBackend, row: Stored) -> Outcome | None:
    """What the row of a tournament that is over has of it; of one from before outcomes were kept, by its log."""
    try:
        return kept_outcome(read_settings(row.snapshot))
    except KeyError:
        one = await backend.tournaments.find(row.subject.id)
        return outcome(one) if one is not None else None


def following_start(one: Series, at: int) -> int:
    """The first evening for which people can sign up."""
    return next_open(one, at)[0]


def _directing(one: Series) -> list[str]:
    if one.state == ENDED:
        return []
    if one.state == PAUSED:
        return ["change", "resume", "end"]
    return [*(["skip"] if one.starts else []), "change", "pause", "end"]


def _button(language: Language, id_: str, one: Series, what: str) -> tuple[str, str]:
    """Leaving an evening out means the one of that start alone, however late the button is pressed."""
    if what == "skip":
        label = say(language, "series-button.skip", date=date_words(language, one.starts, one.zone))
        return label, command_text(SERIES, id_, what, str(one.starts))
    return say(language, f"series-button.{what}"), command_text(SERIES, id_, what)


def _not_announced(language: Language, one: Series, evening: Evening, declined: Declined) -> str:
    why = declined_line(declined, TournamentReader(language, {}))
    return say(
        language, "series.not-announced", name=one.name, time=time_words(language, evening.starts, one.zone), why=why
    )
