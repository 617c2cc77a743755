"""Who has which form of a tournament open, and what comes of a press on it or of words that were typed for it.

A form is kept in memory, for an hour: after a start of the host it is opened anew.
"""

from dataclasses import replace
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from bot.bounded import Bounded
from bot.keyed_lock import KeyedLock
from bot.messages.tournament_message import command_text
from bot.planner.when import UnclearTime
from bot.requests.answer import Answer, TournamentPage
from bot.requests.request_context import RequestContext
from bot.requests.tournaments.asks import FORM, AskTournament, TournamentAsk
from bot.requests.tournaments.backend import TournamentBackend
from bot.requests.tournaments.form import announce_keys, refused_new
from bot.requests.tournaments.form_screens import (
    AS_MEASURED,
    IN_WORDS,
    WHEN,
    as_measured,
    field_screen,
    offered,
    screen,
    unread,
    values,
)
from bot.requests.tournaments.words import (
    OF_SERIES,
    WEEKLY,
    announcement_keys,
    changed_form,
    form_keys,
    keyed,
    unread_value,
)
from bot.tables.who import Declined
from bot.tournaments.club_tournament import BEFORE, ClubTournament
from bot.tournaments.form import FIELDS, MEASURED, WRITTEN, Form, deal_time
from bot.tournaments.rights import is_arbiter
from bot.words.command_words import meanings, words_for_choice
from bot.words.languages import DEFAULT
from bot.words.tournament_reader import TournamentReader

ONCE: Final = Declined("tournament-once")  # a form is of one evening
LONGEST_SHOWN: Final = 60  # signs of what could not be read
PEOPLE: Final = 1000


class TournamentForms:
    """Those of one bot."""

    def __init__(self, backend: TournamentBackend) -> None:
        self._backend = backend
        self._open: Bounded[str, Form] = Bounded(PEOPLE)
        self._one_by_one: KeyedLock[str] = KeyedLock()  # by person: who presses twice at once announces one tournament

    async def open(self, context: RequestContext, request: AskTournament) -> Answer:
        """A form for a new tournament of the channel."""
        refused = refused_new(context, request)
        if refused is not None:
            return refused
        settings = await self._backend.channels.settings(request.channel)
        times = await self._backend.backend.store.deal_times(self._backend.backend.bot, request.channel, MEASURED)
        form = Form(request.channel, settings.zone, settings.rules, self._backend.clock(), deal_time=deal_time(times))
        return await self._show(context, form)

    async def change(self, asking: TournamentAsk) -> Answer:
        """A form for one that is announced already."""
        if not is_arbiter(asking.one, asking.who):
            return asking.declined(Declined("tournament-arbiter"))
        if asking.one.state not in BEFORE:
            return asking.declined(Declined("tournament-not-now"))
        announcement = asking.one.announcement
        form = Form(asking.one.channel, announcement.zone, announcement.code, self._backend.clock(), asking.id)
        return await self._show(asking.context, form)

    def is_for_form(self, person: str, request: AskTournament) -> bool:
        """Whether words behind `new` are for the form that this person has open: keys, and no name before them."""
        name, written = keyed(request.words)
        return bool(written) and not name and self._of(person) is not None

    async def typed(self, context: RequestContext, request: AskTournament) -> Answer:
        """Fields that are written, `name=Thursday`, go into the form; what cannot be read is said, the rest is kept."""
        form = self._of(context.person.id)
        assert form is not None
        form, wrong = self._written(form, request.words)
        return await self._show(context, form, unread(wrong, TournamentReader(context.language, {})) if wrong else "")

    async def keep_written(self, context: RequestContext, request: AskTournament, answer: Answer) -> Answer:
        """What was written behind `new` and could not be announced, in a form that its button opens.

        Not of a series, whose form would announce one evening alone.
        """
        settings = await self._backend.channels.settings(request.channel)
        form = Form(request.channel, settings.zone, settings.rules, self._backend.clock())
        if any(found == ONCE for found in self._fields(form, request.words)):
            return answer
        name = keyed(request.words)[0]
        self._open[context.person.id], _ = self._written(form.with_field("name", name) if name else form, request.words)
        button = (TournamentReader(context.language, {}).words("form-open"), command_text(FORM, "back"))
        return replace(answer, page=TournamentPage(buttons=[button]))

    def _fields(self, form: Form, words: str) -> list[Form | Declined | UnclearTime]:
        """The form with each of the fields alone, or why it cannot be read."""
        written = keyed(words)[1].items()
        found = [(meanings("tournament_key").get(word, word), value) for word, value in written]
        return [with_written(form, key, value, self._backend.clock()) for key, value in found]

    def _written(self, form: Form, words: str) -> tuple[Form, Declined | UnclearTime | None]:
        """The form with all that can be read, and the first thing that cannot."""
        wrong: Declined | UnclearTime | None = None
        for word, value in keyed(words)[1].items():
            found = with_written(form, meanings("tournament_key").get(word, word), value, self._backend.clock())
            if isinstance(found, Form):
                form = found
            else:
                wrong = wrong or found
        return form, wrong

    async def press(self, context: RequestContext, request: AskTournament) -> Answer:
        """A button of the form: a field, a value of it, or its end."""
        async with self._one_by_one[context.person.id]:
            return await self._press(context, request)

    async def _press(self, context: RequestContext, request: AskTournament) -> Answer:
        reader = TournamentReader(context.language, {})
        form = self._of(context.person.id)
        if form is None:
            return Answer(False, reader.words("form-gone"), page=TournamentPage())
        name, _, value = request.words.partition(" ")
        now, before = self._backend.clock(), await self._before(form)
        if name == "drop":
            del self._open[context.person.id]
            return replace(Answer(True, reader.words("form-dropped"), page=TournamentPage()), edits=True)
        if name in ("announce", "save"):
            return await self._end(context, request, form, before)
        if name == AS_MEASURED:
            return replace(await self._show(context, as_measured(form, before, now)), edits=True)
        if name in IN_WORDS and value:
            return await self._answered(context, form, name, value)
        if name not in (*offered(before), WHEN):
            return replace(await self._show(context, form), edits=True)
        if not value:
            return replace(field_screen(form, before, name, context.language, now), edits=True)
        if value in dict(values(form, before, name, context.language, now)):
            form = form.with_field(name, value)
        return replace(await self._show(context, form), edits=True)

    async def _answered(self, context: RequestContext, form: Form, name: str, value: str) -> Answer:
        """A field in words; where it cannot be read that is said, and everything else stays."""
        found = with_written(form, name, value, self._backend.clock())
        if isinstance(found, Form):
            return await self._show(context, found)
        words = unread(found, TournamentReader(context.language, {}))
        return replace(await self._show(context, form, f"{value[:LONGEST_SHOWN]}: {words}"), done=False)

    async def _end(
        self, context: RequestContext, request: AskTournament, form: Form, before: ClubTournament | None
    ) -> Answer:
        """It is announced, or changed; what is wrong is said, and all that was chosen stays."""
        keys = form_keys(form, self._backend.clock())
        if not isinstance(keys, dict):
            words = unread(keys, TournamentReader(context.language, {}))
            return replace(await self._show(context, form, words), done=False, edits=True)
        here = replace(request, channel=form.channel, admin=True)
        if before is None:
            answer = await announce_keys(self._backend, context, here, keys, form.zone, form.code)
        elif keys:
            asking = TournamentAsk(
                context, here, form.tournament, before, TournamentReader(context.language, {}), context.person.id
            )
            answer = await self._backend.do(asking, "announce", changed_form(keys, before.announcement))
        else:
            answer = Answer(True, TournamentReader(context.language, {}).words("done"), page=TournamentPage())
        if not answer.done:
            return replace(await self._show(context, form, answer.words), done=False, edits=True)
        del self._open[context.person.id]
        return replace(answer, edits=True)

    async def _show(self, context: RequestContext, form: Form, news: str = "") -> Answer:
        """The form as it is, which is kept."""
        self._open[context.person.id] = form
        return screen(form, await self._before(form), context.language, self._backend.clock(), news)

    async def _before(self, form: Form) -> ClubTournament | None:
        return await self._backend.tournaments.find(form.tournament) if form.tournament else None

    def _of(self, person: str) -> Form | None:
        """The form that somebody has open."""
        form = self._open.get(person)
        return form if form is not None and form.is_open(self._backend.clock()) else None


def with_written(form: Form, key: str, value: str, now: int) -> Form | Declined | UnclearTime:
    """The form with a field that was written, as behind `/tournament new`; or why it cannot be read."""
    if key == "when":
        keys = announcement_keys(f"{words_for_choice(DEFAULT, 'tournament_key', key)}={value}", form.zone, now)
        if not isinstance(keys, dict):
            return keys
        if WEEKLY in keys:
            return ONCE
        start = datetime.fromtimestamp(keys["starts"] / 1000, ZoneInfo(form.zone))
        return form.with_field("day", start.date().isoformat()).with_field("time", f"{start:%H:%M}")
    if key in OF_SERIES or key == "every":
        return ONCE
    if key not in (*FIELDS, *WRITTEN):
        return unread_value(None, key, value)
    return form.with_field(key, value)
