"""The form by menus: `/tournament new` without words, or *Change* at the desk before the start. Its screens, pure.

A screen is a title, lines and buttons: of the form with what was chosen, or of one field with what can be chosen.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Final
from zoneinfo import ZoneInfo

from babel.dates import format_date

from bot.durations import MINUTE
from bot.messages.tournament_message import command_text
from bot.planner.when import UnclearTime
from bot.requests.answer import Answer, TournamentPage
from bot.requests.tournaments.asks import FORM
from bot.requests.tournaments.words import changed_form, form_keys, new_announcement
from bot.tables.who import Declined
from bot.tournaments.announcing import FIXED, first_fault, possible_deals
from bot.tournaments.club_tournament import DEALT, REAL, Announcement, ClubTournament
from bot.tournaments.form import FIELDS, NO_DAY, TYPED, Form, proposal
from bot.words.languages import Language, in_form, say
from bot.words.plans import doubt_words
from bot.words.refusals import code_name
from bot.words.tournament_announcement import announced_lines
from bot.words.tournament_reader import TournamentReader
from bot.words.tournament_refusals import declined_line
from engine.rules import RULE_SETS
from engine.tournament.announcement import DANESE, KNOCK_OUT, METHODS, MITCHELL, PAIRS, PLAYERS, THREE
from engine.tournament.usual import usual_number

WHEN: Final = "when"  # day and hour, as they are written
IN_WORDS: Final = (*TYPED, WHEN)
"""What is answered in words."""
SCREEN: Final = "tournament-form"
AS_MEASURED: Final = "measured"
DAYS: Final = 9  # that are offered
TIMES: Final = ("15:00", "16:00", "17:00", "18:00", "20:00", "20:30", "21:00", "21:15", "21:30", "22:00")
ROUNDS: Final = (2, 3, 4, 5, 6, 7)
PLACES: Final = (0, 8, 12, 16, 20, 24, 30, 32, 40, 48, 60, 80)
CHECK_INS: Final = (0, 15, 30, 45, 60)
SCALES: Final = (50, 75, 80, 90, 100, 110, 125, 150, 200)
WINDOWS: Final = (0, 5, 10, 15)
QUALIFIERS: Final = (0, 2, 4, 8, 16, 32)
LAST_TWO: Final = 2  # rounds of a knock-out that are offered behind others

UNNAMED: Final = "…"  # a name that is still to be typed


def announcement_of(form: Form, before: ClubTournament | None, now: int) -> Announcement | Declined | UnclearTime:
    """What the form announces as it is, with the name still to come where none was typed."""
    keys = form_keys(form, now)
    if not isinstance(keys, dict):
        return keys
    if before is not None:
        fields = changed_form(keys, before.announcement)
        lists = {key: tuple(value) for key, value in fields.items() if isinstance(value, list)}
        return replace(before.announcement, **{**fields, **lists})
    return new_announcement({"name": UNNAMED, **keys}, form.zone, form.code)


def screen(form: Form, before: ClubTournament | None, language: Language, now: int, news: str = "") -> Answer:
    """What was chosen, a button for each field; the first thing that is wrong stands above, in one sentence."""
    reader = TournamentReader(language, {})
    one = announcement_of(form, before, now)
    lines = [news] if news else []
    if isinstance(one, Announcement):
        wrong = first_fault(one, now)
        lines += [declined_line(wrong, reader)] if wrong and not news else []
        lines += [line for line in announced_lines(one, reader) if line]
    elif not news:
        lines.append(unread(one, reader))
    if before is None and not form.fields.get("name"):
        lines.append(reader.words("form-name"))
    labels = [(field_name(language, name), command_text(FORM, name)) for name in fields_to_show(form, before, one)]
    end = ("save", reader.words("form-save")) if before is not None else ("announce", reader.words("form-announce"))
    rest = [(reader.words("form-drop"), command_text(FORM, "drop"))]
    fits = proposal(one, form.deal_time) if isinstance(one, Announcement) else None
    if fits is not None and isinstance(one, Announcement):
        minutes = round(form.deal_time / MINUTE)
        lines.append(reader.words("form-measured", minutes=minutes, rounds=fits[0], deals=one.deals[0], scale=fits[1]))
        labels.append((reader.words("form-as-measured"), command_text(FORM, AS_MEASURED)))
    buttons = [(end[1], command_text(FORM, end[0])), *labels, *rest]
    title = reader.words("form-change" if before is not None else "form-new")
    name = before.announcement.name if before is not None else form.fields.get("name", "")
    return _screen("\n".join(lines), f"{title}: {name}" if name else title, buttons)


def as_measured(form: Form, before: ClubTournament | None, now: int) -> Form:
    """The form with as many rounds as an evening has room for, at the times that deals take in that channel."""
    one = announcement_of(form, before, now)
    fits = proposal(one, form.deal_time) if isinstance(one, Announcement) else None
    return form if fits is None else form.with_field("rounds", str(fits[0])).with_field("scale", str(fits[1]))


def field_screen(form: Form, before: ClubTournament | None, name: str, language: Language, now: int) -> Answer:
    """What can be chosen in one field."""
    reader = TournamentReader(language, {})
    found = [(label, command_text(FORM, name, value)) for value, label in values(form, before, name, language, now)]
    back = (reader.words("form-back"), command_text(FORM, "back"))
    if name == WHEN:
        page = TournamentPage("", [back], reader.words("form-ask-when"), reader.words("form-another-day"))
        return _asking(reader.words("form-how-when"), page, name)
    if name in TYPED:
        field = field_name(language, name)
        question, words = reader.words("form-ask", field=field), reader.words("form-how-typed", field=field)
        return _asking(words, TournamentPage("", [back], question, field), name)
    if name == "day":
        found.append((reader.words("form-another-day"), command_text(FORM, WHEN)))
    return _screen(field_name(language, name), "", [*found, back])


def _asking(words: str, page: TournamentPage, name: str) -> Answer:
    """A field that is answered in words."""
    return Answer(True, words, page=replace(page, asks=command_text(FORM, name)), screen=SCREEN)


def _screen(words: str, title: str, buttons: list[tuple[str, str]]) -> Answer:
    return Answer(True, words, page=TournamentPage(title, buttons), screen=SCREEN)


def unread(doubt: Declined | UnclearTime, reader: TournamentReader) -> str:
    """Why what was written cannot be read."""
    return doubt_words(reader.language, doubt) if isinstance(doubt, UnclearTime) else declined_line(doubt, reader)


def offered(before: ClubTournament | None) -> list[str]:
    """The fields that may be changed: code and kind are announced once."""
    return [name for name in FIELDS if before is None or name not in FIXED]


def fields_to_show(
    form: Form, before: ClubTournament | None, one: Announcement | Declined | UnclearTime | None
) -> list[str]:
    """The same as they are shown: a knock-out alone has qualifiers. `one`: what the form announces, if it is read."""
    has_knock_out = isinstance(one, Announcement) and (KNOCK_OUT in one.rounds or one.qualifiers)
    has_qualifiers = has_knock_out or form.fields.get("qualifiers", "0") != "0"
    return [name for name in offered(before) if name != "qualifiers" or has_qualifiers]


def field_name(language: Language, name: str) -> str:
    return say(language, f"tournament.field.{name}")


# --- what can be chosen -----------------------------------------------------------------------------------------------


def values(
    form: Form, before: ClubTournament | None, name: str, language: Language, now: int
) -> Iterator[tuple[str, str]]:
    """The values of a field as they are kept, each with its words."""
    reader = TournamentReader(language, {})
    match name:
        case "kind":
            yield from [(kind, say(language, f"tournament.kind.{kind}")) for kind in PLAYERS]
        case "code":
            yield from [(code, code_name(language, code)) for code in RULE_SETS]
        case "cards" | "duplicate":
            yield from _cards(name, reader)
        case "rounds":
            yield from _rounds(form, before, now)
        case "deals":
            one = announcement_of(form, before, now)
            possible = possible_deals(one) if isinstance(one, Announcement) else range(2, 6)
            yield from [(str(number), str(number)) for number in possible]
        case "day":
            yield (NO_DAY, reader.words("form-no-day"))
            yield from _days(form, language, now)
        case "time":
            yield from [(time, time) for time in TIMES]
        case "places" | "check_in" | "qualifiers":
            yield from _counts(name, reader)
        case "scale" | "window":
            sign, numbers = (" %", SCALES) if name == "scale" else ("", WINDOWS)
            yield from [(str(number), f"{number}{sign}") for number in numbers]
        case "start":
            yield from [("auto", reader.words("form-auto")), ("arbiter", reader.words("form-arbiter"))]
        case _:  # typed
            return


def _cards(name: str, reader: TournamentReader) -> list[tuple[str, str]]:
    if name == "cards":
        return [(REAL, reader.words("form-real")), (DEALT, reader.words("form-dealt"))]
    return [("off", reader.words("form-chance")), ("on", reader.words("form-alike"))]


def _counts(name: str, reader: TournamentReader) -> list[tuple[str, str]]:
    """Numbers of which 0 has a meaning of its own."""
    numbers, zero = {
        "places": (PLACES, reader.words("form-no-end")),
        "check_in": (CHECK_INS, reader.words("form-none")),
        "qualifiers": (QUALIFIERS, reader.words("form-all")),
    }[name]
    return [(str(number), str(number) if number else zero) for number in numbers]


def _rounds(form: Form, before: ClubTournament | None, now: int) -> Iterator[tuple[str, str]]:
    """So many rounds as clubs play, all of one method, or the last two a knock-out."""
    one = announcement_of(form, before, now)
    kind, number = (one.kind, len(one.rounds)) if isinstance(one, Announcement) else (PAIRS, usual_number(PAIRS))
    yield from [(str(count), str(count)) for count in ROUNDS]
    if kind != THREE and len(METHODS[kind]) > 1:
        yield from [(f"{method}*{number}", f"{number} × {method}") for method in METHODS[kind]]
    if KNOCK_OUT in METHODS[kind] and number > LAST_TWO:
        first = number - LAST_TWO
        yield from [
            (f"{method}*{first},{KNOCK_OUT}*{LAST_TWO}", f"{first} × {method}, {LAST_TWO} × {KNOCK_OUT}")
            for method in (MITCHELL, DANESE)
        ]


def _days(form: Form, language: Language, now: int) -> Iterator[tuple[str, str]]:
    today = datetime.fromtimestamp(now / 1000, UTC).astimezone(ZoneInfo(form.zone)).date()
    for ahead in range(DAYS):
        day = today + timedelta(days=ahead)
        yield (day.isoformat(), in_form(language, partial(_day_words, day)))


def _day_words(day: date, locale: str) -> str:
    return format_date(day, "EEE d MMM", locale=locale)
