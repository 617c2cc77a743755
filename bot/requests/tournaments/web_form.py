"""The form by which a tournament is announced, or changed, in the browser: all fields at once, each as it was typed.

The page sends them whenever one has changed, and is told what they announce, or which field is wrong and why. Nothing
of it is kept here: what was typed stays in the page.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final

from bot.durations import MINUTE
from bot.planner.when import UnclearTime
from bot.requests.answer import Answer, FormPage
from bot.requests.plans import zone_of
from bot.requests.request_context import RequestContext
from bot.requests.tournaments.asks import AskTournament, TournamentAsk
from bot.requests.tournaments.backend import TournamentBackend
from bot.requests.tournaments.club_series import ClubSeries
from bot.requests.tournaments.form import announce_keys, new_id
from bot.requests.tournaments.form_screens import announcement_of, field_name, fields_to_show, unread, values
from bot.requests.tournaments.player_page import own_place
from bot.requests.tournaments.words import announcement_keys, changed_form, form_keys
from bot.tables.who import Declined
from bot.tournaments.announcing import FIXED, LONGEST_NAME, RANGES, fault, first_fault
from bot.tournaments.club_tournament import BEFORE, Announcement, ClubTournament
from bot.tournaments.form import FIELDS, MEASURED, WRITTEN, Form, deal_time, proposal
from bot.words.languages import DEFAULT, LANGUAGES, Language
from bot.words.tournament_announcement import announced_lines
from bot.words.tournament_reader import TournamentReader
from bot.words.tournament_refusals import declined_line
from engine.tournament.announcement import PAIRS
from engine.tournament.usual import DEALS, usual_number

SEASON: Final = ("best", "of", "final", "opens")
CHOSEN: Final = (
    *("kind", "code", "cards", "duplicate", "rounds", "deals", "qualifiers"),
    *("places", "check_in", "scale", "window", "start"),
)

WRONG: Final[Mapping[str, str]] = {
    "tournament-prizes": "prizes",
    "tournament-venue": "venue",
    "tournament-three": "code",
    "tournament-rounds": "rounds",
    "tournament-after-knock-out": "rounds",
    "tournament-no-qualifying": "qualifiers",
    "tournament-qualifiers": "qualifiers",
    "tournament-halved": "rounds",
    "tournament-deals": "deals",
    "tournament-deals-each": "deals",
    "tournament-dealt-teams": "cards",
    "tournament-dealt-code": "cards",
    "tournament-duplicate-dealt": "duplicate",
    "tournament-past": "day",
    "tournament-far": "day",
    "tournament-no-day": "day",
    "tournament-form-day": "day",
    "tournament-shuts-past": "check_in",
    "tournament-form-name": "name",
    "series-best": "best",
    "series-final": "final",
    "series-every": "weekly",
}
"""Which field of the form a refusal is about; others name theirs."""


@dataclass(frozen=True, slots=True)
class FillForm:
    """The form as it is filled in so far; `ends`: that is to be announced. What is "" is as clubs play.

    `tournament`: whose announcement is changed, "" for a new one. `weekly`: when a series comes, in words.
    """

    name: str = ""
    kind: str = ""
    code: str = ""
    cards: str = ""
    duplicate: str = ""
    rounds: str = ""
    deals: str = ""
    qualifiers: str = ""
    day: str = ""
    time: str = ""
    weekly: str = ""
    places: str = ""
    check_in: str = ""
    closes: str = ""
    scale: str = ""
    window: str = ""
    first: str = ""
    step: str = ""
    start: str = ""
    venue: str = ""
    prizes: str = ""
    best: str = ""
    of: str = ""
    final: str = ""
    opens: str = ""
    zone: str = ""
    language: Language = ""
    tournament: str = ""
    delivery: str = ""
    ends: bool = False

    @property
    def typed(self) -> dict[str, str]:
        """What was typed, by field."""
        found = {one.name: str(getattr(self, one.name)).strip() for one in fields(self)}
        return {name: found[name] for name in (*FIELDS, *WRITTEN) if found[name]}

    @property
    def season(self) -> dict[str, str]:
        """The same of a series."""
        return {name: text for name in SEASON if (text := str(getattr(self, name)).strip())} if self.weekly else {}


@dataclass(frozen=True, slots=True)
class Wrong:
    """Why the form cannot be announced: a field, "" for none of them alone, and the reason."""

    field: str
    why: Declined | UnclearTime


async def fill_form(
    backend: TournamentBackend, series: ClubSeries, context: RequestContext, request: FillForm
) -> Answer:
    """What the form announces as it is; announced, where it is to end and nothing is wrong. Raises `StoreError`."""
    language = context.language if context.person.id else request.language or DEFAULT
    language = language if language in LANGUAGES else DEFAULT
    reader = TournamentReader(language, {})
    before = await backend.tournaments.find(request.tournament) if request.tournament else None
    if request.tournament and (refused := await _refused_change(backend, context, before)):
        return Answer(False, declined_line(refused, reader))
    form = await _form(backend, context, request, before)
    wrong = _wrong(form, request, before, backend.clock())
    if request.ends and wrong is None:
        answer = await _announce(backend, series, context, request, form, before)
        return answer if answer.done else _page(form, request, before, language, answer.words, backend.clock())
    return _page(form, request, before, language, wrong, backend.clock())


async def _refused_change(
    backend: TournamentBackend, context: RequestContext, before: ClubTournament | None
) -> Declined | None:
    """Why this person cannot announce it otherwise."""
    ids = await backend.backend.ids(context.person.id) if context.person.id else ()
    if before is None or not set(ids) & set(before.staff):
        return Declined("tournament-arbiter")
    return None if before.state in BEFORE else Declined("tournament-not-now")


async def _form(
    backend: TournamentBackend, context: RequestContext, request: FillForm, before: ClubTournament | None
) -> Form:
    place = before.channel if before is not None else own_place(context.person.id)
    settings = await backend.channels.settings(place)
    zone = before.announcement.zone if before is not None else zone_of(request.zone, settings.zone)
    code = before.announcement.code if before is not None else settings.rules
    times = await backend.backend.store.deal_times(backend.backend.bot, "", MEASURED)  # of tables of browsers
    typed = {name: text for name, text in request.typed.items() if before is None or name not in FIXED}
    if request.weekly:
        typed = {name: text for name, text in typed.items() if name not in ("day", "time")}
    return Form(place, zone, code, backend.clock(), request.tournament, typed, deal_time(times))


# --- what is wrong ----------------------------------------------------------------------------------------------------


def _wrong(form: Form, request: FillForm, before: ClubTournament | None, now: int) -> Wrong | None:
    """The first field that cannot be read, or what the whole of them may not announce."""
    for name in form.fields:
        read_with_it = (name, "day") if name == "time" else (name,)
        alone = {field: form.fields[field] for field in read_with_it if field in form.fields}
        why = _unread(Form(form.channel, form.zone, form.code, now, fields=alone), name, now)
        if why is not None:
            return Wrong(name, why)
    keys = _series_keys(request, form.zone, now)
    if not isinstance(keys, dict):
        return Wrong("weekly" if isinstance(keys, UnclearTime) else _bad_number(request), keys)
    if request.ends and before is None and not form.fields.get("name"):
        return Wrong("name", _no_name())
    one = announcement_of(form, before, now)
    if not isinstance(one, Announcement):
        return Wrong(_field_of(one), one)
    why = _weekly_fault(one) if request.weekly else first_fault(one, now)
    return Wrong(_field_of(why), _for_page(why)) if why is not None else None


def _unread(form: Form, name: str, now: int) -> Declined | UnclearTime | None:
    """Why one field cannot be read, in a sentence about it."""
    keys = form_keys(form, now)
    if isinstance(keys, dict):
        return None
    if isinstance(keys, Declined) and keys.key == "tournament-figures":
        return Declined("tournament-deals-each") if name == "deals" else _range(name)
    return keys


def _range(name: str) -> Declined:
    least, most = RANGES.get(name, (0, 999))
    return Declined("tournament-number", (("field", name), ("least", str(least)), ("most", str(most))))


def _series_keys(request: FillForm, zone: str, now: int) -> dict[str, Any] | Declined | UnclearTime:
    """The keys of a series; none where it is one evening."""
    if not request.weekly:
        return {}
    numbers = " ".join([f"{name}={text}" for name, text in request.season.items()])
    every = " ".join(request.weekly.replace("=", " ").split())
    keys = announcement_keys(f"every={every} {numbers}", zone, now)
    is_unread = isinstance(keys, Declined) and keys.key == "tournament-figures"
    return _range(_bad_number(request)) if is_unread else keys


def _bad_number(request: FillForm) -> str:
    return next((name for name, text in request.season.items() if not text.isdecimal()), "weekly")


def _weekly_fault(one: Announcement) -> Declined | None:
    """The same for evenings that have their time by a rule."""
    return fault(replace(one, starts=1))


def _field_of(why: Declined | UnclearTime | None) -> str:
    if not isinstance(why, Declined):
        return "day"
    return WRONG.get(_for_page(why).key) or dict(why.facts).get("field", "")


def _for_page(why: Declined) -> Declined:
    """The chats' refusals explain how to type the command; the page has its own without that."""
    on_page = {"tournament-name": _no_name(), "tournament-no-time": Declined("tournament-no-day")}
    return on_page.get(why.key, why)


def _no_name() -> Declined:
    return Declined("tournament-form-name", (("most", str(LONGEST_NAME)),))


# --- what the page shows ----------------------------------------------------------------------------------------------


def _page(
    form: Form,
    request: FillForm,
    before: ClubTournament | None,
    language: Language,
    wrong: Wrong | str | None,
    now: int,
) -> Answer:
    reader = TournamentReader(language, {})
    words = unread(_labelled(wrong.why, language), reader) if isinstance(wrong, Wrong) else wrong or ""
    found = announcement_of(form, before, now) if wrong is None else None
    one = found if isinstance(found, Announcement) else None
    lines = announced_lines(one, reader) if one is not None else []
    fits = proposal(one, form.deal_time) if one is not None else None
    measured = ""
    if fits is not None and one is not None:
        minutes = round(form.deal_time / MINUTE)
        measured = reader.words("form-measured", minutes=minutes, rounds=fits[0], deals=one.deals[0], scale=fits[1])
    readable = form if one is not None else Form(form.channel, form.zone, form.code, now, form.tournament)
    choices = {name: list(values(readable, before, name, language, now)) for name in CHOSEN}
    content = {
        "choices": {name: [list(choice) for choice in offered] for name, offered in choices.items()},
        "labels": {name: field_name(language, name) for name in (*FIELDS, *WRITTEN, *SEASON)},
        "offered": [name for name in fields_to_show(form, before, one) if name not in ("day", "time")],
        "lines": lines[1:] if request.weekly else lines,
        "wrong": wrong.field if isinstance(wrong, Wrong) else "",
        "fits": {"rounds": fits[0], "scale": fits[1], "words": measured} if fits is not None else None,
        "usual": _usual(form, before, one),
    }
    return Answer(not request.ends, words, page=FormPage(content))


def _labelled(why: Declined | UnclearTime, language: Language) -> Declined | UnclearTime:
    """Where it names a field, by the words that stand beside it on the page."""
    if not isinstance(why, Declined) or "field" not in dict(why.facts):
        return why
    facts = [(name, field_name(language, fact) if name == "field" else fact) for name, fact in why.facts]
    return Declined(why.key, tuple(facts))


def _usual(form: Form, before: ClubTournament | None, one: Announcement | None) -> dict[str, str]:
    """What holds where nothing is typed: of a tournament that is announced, its announcement; `one`: as it is now."""
    if before is None:
        return {
            "code": form.code,
            "rounds": str(usual_number(one.kind if one is not None else PAIRS)),
            "deals": str(DEALS),
            "scale": "100",
            "window": "5",
            "step": "1",
        }
    found = asdict(before.announcement)
    lists = {name: ",".join(map(str, found[name])) for name in ("rounds", "deals")}
    numbers = {
        name: str(found[name]) for name in ("places", "check_in", "closes", "scale", "window", "step", "qualifiers")
    }
    words = {name: str(found[name]) for name in ("name", "kind", "code", "cards", "first", "venue", "prizes")}
    words |= {"duplicate": "on" if found["duplicate"] else "off", "start": "auto" if found["automatic"] else "arbiter"}
    return {**words, **numbers, **lists}


# --- its end ----------------------------------------------------------------------------------------------------------


async def _announce(
    backend: TournamentBackend,
    series: ClubSeries,
    context: RequestContext,
    request: FillForm,
    form: Form,
    before: ClubTournament | None,
) -> Answer:
    """A tournament, a series of them, or the announcement of one changed; the page goes where it stands."""
    ask = AskTournament(channel=form.channel, admin=True, delivery=request.delivery)
    now = backend.clock()
    keys, weekly = form_keys(form, now), _series_keys(request, form.zone, now)
    assert isinstance(keys, dict)
    assert isinstance(weekly, dict)
    if before is not None:
        reader = TournamentReader(context.language, {})
        asking = TournamentAsk(context, ask, request.tournament, before, reader, context.person.id)
        answer = await backend.do(asking, "announce", changed_form(keys, before.announcement)) if keys else Answer(True)
        return _leads_to(answer, request.tournament)
    if weekly:
        return _leads_to(await series.make(context, ask, {**keys, **weekly}, form.zone, form.code), "")
    answer = await announce_keys(backend, context, ask, keys, form.zone, form.code)
    return _leads_to(answer, new_id(context, ask))


def _leads_to(answer: Answer, tournament: str) -> Answer:
    """Where the page goes from here: to the tournament, or to the list of them."""
    return Answer(True, page=FormPage({"announced": tournament})) if answer.done else answer
