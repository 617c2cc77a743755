"""When people want to play, as they write it: `stasera 21:30`, `every Friday 9pm`, `ogni venerdì alle 21`.

In any language, read word by word, in any order; every word must mean something. What could mean two things is not
guessed: the answer is a doubt, with the readings that were possible. The words are in `bot/locales/*/times.toml`.

| written                                   | is                                                        |
| ----------------------------------------- | --------------------------------------------------------- |
| `21:30`, `21.30`, `21,30`, `09:00`, `9pm` | a clear time                                              |
| `alle 9`, `9:30`                          | a doubt: morning or evening? Not with `stasera`, `di sera` |
| `friday`, `venerdì`                       | the next one, today too if the time is still to come      |
| `next friday`, `venerdì prossimo`         | a doubt: this week's or the one after?                    |
| `il venerdì`                              | a doubt: once, or every Friday?                           |
| `first friday`, `l'ultimo venerdì`        | a doubt: once, or every month? Not with `every`, `ogni`   |
| `every second friday`                     | a doubt: every other one? Not with `of the month`         |
| `friday 27 march`                         | that day; a doubt where it is no Friday                   |
| `sabato 28 alle 21`, `il 28 alle 21`      | the next 28th; a doubt where it is no Saturday            |
| `3/4/2026`                                | a doubt: 3 April or 4 March? Not `3 april`, `2026-04-03`  |
| `midnight`, `stanotte`                    | a doubt: of which day?                                    |
| `24:00`                                   | the end of the day that is named                          |
| `in 2 hours`, `fra mezz'ora`, `in 1.5 hours` | so much later than now, to the minute                  |
| `in 3 days at 9pm`, `fra una settimana alle 21` | so many days from today                             |
| `alle nove`, `at nine`                    | as the figure                                             |
| `half past nine`, `half nine`, `alle 21 e 30` | minutes after the hour                                |
| `le dieci meno un quarto`                 | minutes before it                                         |
"""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Final, TypeAlias

from bot.locales import any_of
from bot.planner.calendar import to_come, wall
from bot.planner.time_words import (
    ALTERNATE,
    AND,
    ARTICLES,
    DAILY,
    DATE_ARTICLES,
    DAY_WORDS,
    DAYS_AHEAD,
    ELIDED,
    EVERY,
    EVERY_MONTH,
    EVERY_OTHER,
    EVERY_OTHER_DAY,
    FILLERS,
    HOUR_WORDS,
    HOURS,
    MIDNIGHT,
    MINUTE_WORDS,
    MONTHS,
    NEXT,
    NOON,
    OF,
    OF_THE_MONTH,
    ONE,
    ORDINAL_ENDS,
    PARTS,
    PAST,
    PAST_AHEAD,
    PLACES,
    PLURALS,
    ROUGHLY,
    SPANS,
    TOMORROW_MORNING,
    TONIGHT,
    WEEK_WORDS,
    WEEKDAYS,
    WITHIN,
    WRITTEN,
    without_accents,
)

FURTHEST: Final = 400  # days ahead
LONGEST: Final = 80  # signs
_TWO_MONTHS: Final = 62  # days: a number that a month does not have comes in the next one
CODES: Final = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


@dataclass(frozen=True, slots=True)
class When:
    """The first time on the wall clock, and the rule by which it comes again (RFC 5545), "" for once.

    `first` has `fold` 1 where the second of two equal times is meant.
    """

    first: datetime
    rule: str = ""


@dataclass(frozen=True, slots=True)
class UnclearTime:
    """Why a time was not understood: the key of a sentence and its facts."""

    key: str
    facts: tuple[tuple[str, str], ...] = ()


DOUBTS: Final[Mapping[str, str]] = {
    "word": "word",  # a word that means nothing here
    "no-time": "",
    "no-day": "",  # every … what?
    "hour": "one other",  # morning or evening?
    "no-hour": "time",  # no clock shows it, or not in that part of the day
    "which-day": "one other",  # 3 April or 4 March; this week's or the next one
    "no-date": "date",
    "once-or-every": "",
    "once-or-monthly": "one",
    "second": "place day",  # every other one, or the second one of the month?
    "midnight": "",
    "twice": "word",  # two times or two days
    "past": "",
    "far": "days",
}
"""Each doubt with the facts of its sentence."""


@dataclass(slots=True)
class Read:
    """What has been read so far."""

    today: date
    day: date | None = None
    weekdays: list[tuple[int, int]] = field(default_factory=list)  # each with its place in the month, 0 for any
    words: list[str] = field(default_factory=list)  # the weekdays as they were written
    every: bool = False
    daily: bool = False
    interval: int = 1
    ordinals: list[int] = field(default_factory=list)  # in the month, of the weekdays that follow; -1 is the last
    ordinals_used: bool = True  # a weekday has followed
    ordinal_word: str = ""  # the last of them as it was written
    monthly: bool = False  # it was said of the month
    each_month: bool = False
    next: bool = False
    habit: bool = False  # an article before a weekday
    part: str = ""
    hour: int = -1
    minute: int = 0
    clear: bool = False  # the hour is one of twenty-four
    at_end: bool = False  # of the day: 24:00
    within: int = 0  # minutes from now
    yearless: bool = False


# a comma may be a clock's
_SAYS_NOTHING: Final = re.compile(rf"(?<!\d),|,(?!\d\d?(?!\d))|[;!]|\b(?:{any_of(ELIDED)})'")


class _TimeDoubt(Exception):
    def __init__(self, key: str, **facts: str) -> None:
        self.unclear = UnclearTime(key, tuple(facts.items()))
        super().__init__(key)


Reader: TypeAlias = "Callable[[Read, re.Match[str]], None]"


def parse_when(text: str, now: int, zone: str) -> When | UnclearTime:
    """The time that is meant, now (milliseconds) and in this zone. Raises `KeyError` for an unknown zone."""
    here = wall(now, zone)
    read = Read(here.date())
    try:
        _read(read, plain(text)[:LONGEST])
        when = _soon(read, now, zone) if read.within else _resolve(read, here)
    except _TimeDoubt as doubt:
        return doubt.unclear
    if not to_come(when.first, zone, now):
        return UnclearTime("past")
    if when.first.date() > read.today + timedelta(days=FURTHEST):
        return UnclearTime("far", (("days", str(FURTHEST)),))
    return when


def plain(text: str) -> str:
    """Lower case, without accents, double spaces, and commas that cannot stand in a time: `21,30`, `1,5`."""
    return " ".join(_SAYS_NOTHING.sub(" ", without_accents(re.sub("[’´]", "'", text))).split())


def _read(read: Read, text: str) -> None:
    at = 0
    while at < len(text):
        for pattern, reader in _READERS:
            found = pattern.match(text, at)
            if found:
                reader(read, found)
                at = found.end()
                break
        else:
            raise _TimeDoubt("word", word=text[at:].split(maxsplit=1)[0])


# --- one word after the other -----------------------------------------------------------------------------------------


def _iso(read: Read, found: re.Match[str]) -> None:
    _set_day(read, found, int(found[1]), int(found[2]), int(found[3]))
    read.clear = True


def _numeric_date(read: Read, found: re.Match[str]) -> None:
    """The day comes first, where it can be told; 13.4.2026 is nothing else anyway."""
    one, other, year = int(found[1]), int(found[3]), int(found[4] or 0)
    if found[2] == "/" and one != other and 1 <= one <= 12 and 1 <= other <= 12:
        year = year or read.today.year
        raise _TimeDoubt("which-day", one=f"{year}-{other:02}-{one:02}", other=f"{year}-{one:02}-{other:02}")
    day, month = (one, other) if other <= 12 else (other, one)
    _set_day(read, found, year, month, day)


def _day_month(read: Read, found: re.Match[str]) -> None:
    _set_day(read, found, int(found[3] or 0), MONTHS[found[2]], int(found[1]))


def _month_day(read: Read, found: re.Match[str]) -> None:
    _set_day(read, found, int(found[3] or 0), MONTHS[found[1]], int(found[2]))


def _set_day(read: Read, found: re.Match[str], year: int, month: int, day: int) -> None:
    if read.day is not None:
        raise _TimeDoubt("twice", word=found[0].strip())
    for each in (year,) if year else (read.today.year, read.today.year + 1):  # not each has a 29 February
        with suppress(ValueError):
            read.day = date(each, month, day)
            break
    if read.day is None:
        raise _TimeDoubt("no-date", date=found[0].strip())
    away = (read.day - read.today).days
    if abs(away) > FURTHEST:  # asked at once: beside the ends of all calendars nothing can be counted
        raise _TimeDoubt("past") if away < 0 else _TimeDoubt("far", days=str(FURTHEST))
    read.yearless = not year


def _day_of_month(read: Read, found: re.Match[str]) -> None:
    """`sabato 28 alle 21`: the next day of this number, which has to be of that name."""
    if read.day is not None:
        raise _TimeDoubt("twice", word=found[0].strip())
    number = int(found["number"])
    coming = (read.today + timedelta(days=ahead) for ahead in range(_TWO_MONTHS))
    read.day = next((day for day in coming if day.day == number), None)
    if read.day is None:
        raise _TimeDoubt("no-date", date=found[0].strip())


def _day_of_name(read: Read, found: re.Match[str]) -> None:
    _day_of_month(read, found)
    read.weekdays.append((WEEKDAYS[found["day"]], 0))
    read.words.append(WRITTEN[found["day"]])


def _ahead(read: Read, found: re.Match[str]) -> None:
    if read.day is not None:
        raise _TimeDoubt("twice", word=found[0].strip())
    read.day = read.today + timedelta(days=DAYS_AHEAD[found[1]])


def _part_of(days: int, part: str) -> Reader:
    """A word for a day and a part of it, so many days from today."""

    def reader(read: Read, found: re.Match[str]) -> None:
        if read.day is not None:
            raise _TimeDoubt("twice", word=found[0].strip())
        read.day, read.part = read.today + timedelta(days=days), part

    return reader


def _weekday(read: Read, found: re.Match[str]) -> None:
    if found[1] and not read.every:
        read.habit = True
    word = found[2]
    day = PLURALS[word] if word in PLURALS else WEEKDAYS[word]
    read.weekdays += [(day, place) for place in read.ordinals or [0]]
    read.words.append(WRITTEN.get(word, word))
    read.ordinals_used = True
    read.every = read.every or word in PLURALS


def _clock(read: Read, found: re.Match[str]) -> None:
    _set_hour(read, found, found[1], int(found[2] or 0), found[3] or "")


def _hour_in_words(read: Read, found: re.Match[str]) -> None:
    """`half past nine`, `nine thirty`, `le dieci meno un quarto`: the minutes stand before the hour or behind it."""
    if found[1] and found[3]:
        raise _TimeDoubt("twice", word=found[3])
    _set_hour(read, found, found[2], PAST_AHEAD.get(found[1], 0) or PAST.get(found[3], 0), found[4] or "")


def _within(read: Read, found: re.Match[str]) -> None:
    """So many minutes from now."""
    _set_within(read, found, _many(found))


def _within_hours(read: Read, found: re.Match[str]) -> None:
    """So many hours: `in two hours`, `fra un'ora e mezza`, `in two and a half hours`, `in 1.5 hours`, `in 1h30`."""
    part = round(60 * float(f"0.{found['part'] or 0}"))
    beside = int(found["minutes"] or found["glued"] or 0)
    more = PAST.get(found["half"], 0) + PAST.get(found["past"], 0)
    _set_within(read, found, _many(found) * 60 + part + beside + more)


def _in_days(read: Read, found: re.Match[str]) -> None:
    """`in 3 days`, `fra una settimana`: that day, at an hour that is said beside it."""
    if read.day is not None:
        raise _TimeDoubt("twice", word=found[0].strip())
    read.day = read.today + timedelta(days=_many(found) * (7 if found["unit"] in WEEK_WORDS else 1))


def _many(found: re.Match[str]) -> int:
    return int(found["many"]) if found["many"].isdecimal() else HOURS.get(found["many"], 1)


def _span(read: Read, found: re.Match[str]) -> None:
    _set_within(read, found, SPANS[found[1]])


def _set_within(read: Read, found: re.Match[str], minutes: int) -> None:
    if read.within:
        raise _TimeDoubt("twice", word=found[0].strip())
    if minutes <= 0:
        raise _TimeDoubt("past")
    read.within = minutes


def _set_hour(read: Read, found: re.Match[str], written: str, minute: int, half: str) -> None:
    """`half` is am or pm; 21, 09 and 00 are hours of twenty-four, and 24:00 is the end of a day.

    A minute below nought is one before the hour.
    """
    if read.hour >= 0:
        raise _TimeDoubt("twice", word=found[0].strip())
    hour = HOURS[written] if written in HOURS else int(written)
    if minute < 0:
        hour, minute = hour - 1 if hour != 1 else 12, minute + 60
    if (hour, minute, half) == (24, 0, ""):
        hour, read.at_end = 0, True
    if not 0 <= hour <= 23 or minute > 59 or (half and not 1 <= hour <= 12):
        raise _TimeDoubt("no-hour", time=found[0].strip())
    if half:
        hour = hour % 12 + (12 if half[0] == "p" else 0)
    read.clear = read.clear or bool(half) or hour > 12 or hour == 0 or written.startswith("0")
    read.hour, read.minute = hour, minute


def _noon(read: Read, found: re.Match[str]) -> None:
    _set_hour(read, found, "12", PAST.get(found[1], 0), "pm")


def _midnight(read: Read, found: re.Match[str]) -> None:
    raise _TimeDoubt("midnight")


def _part(read: Read, found: re.Match[str]) -> None:
    read.part = PARTS[found[1]]


def _daily(read: Read, found: re.Match[str]) -> None:
    read.every = read.daily = True
    read.part = PARTS.get(found[1], read.part)


def _flag(name: str, value: object = True) -> Reader:
    def reader(read: Read, found: re.Match[str]) -> None:
        setattr(read, name, value)

    return reader


def _every_other(read: Read, found: re.Match[str]) -> None:
    read.every, read.interval = True, 2


def _every_other_day(read: Read, found: re.Match[str]) -> None:
    read.every, read.daily, read.interval = True, True, 2


def _alternate(read: Read, found: re.Match[str]) -> None:
    """`un venerdì sì e uno no`."""
    read.every, read.interval = True, 2
    day = next(word for word in found.groups() if word)
    read.weekdays.append((WEEKDAYS[day], 0))
    read.words.append(WRITTEN[day])


def _ordinal(read: Read, found: re.Match[str]) -> None:
    """`first`, or `first and third`, of the weekdays that follow."""
    if read.ordinals_used:
        read.ordinals = []
    read.ordinals.append(PLACES[found[1]])
    read.ordinals_used, read.ordinal_word = False, found[1]


def _of_the_month(read: Read, found: re.Match[str]) -> None:
    read.monthly = True


def _every_month(read: Read, found: re.Match[str]) -> None:
    read.every = read.monthly = read.each_month = True


def _nothing(read: Read, found: re.Match[str]) -> None:
    pass


_END: Final = r"(?:[\s,]+|$)"
_HALF: Final = r"(?:\s*([ap]\.?m\.?))?"
_IN: Final = rf"(?:{any_of(WITHIN)})\s+"
_HOUR_OF: Final = rf"\d{{1,2}}|{any_of(HOURS)}"
_MANY: Final = rf"(?P<many>\d{{1,3}}|{any_of([*ONE, *HOURS])})"
_MANY_AND: Final = rf"(?:[.,](?P<part>25|5|75)|\s+(?P<half>{any_of(PAST)}))?"  # 1.30 could be two things
_MINUTES: Final = rf"\s*(?:(?:{any_of(AND)})\s+)?(?P<minutes>\d{{1,2}})\s*(?:{any_of(MINUTE_WORDS)})"
_MORE: Final = rf"{_MINUTES}|(?<=h)(?P<glued>\d\d)|\s+(?P<past>{any_of(PAST)})"
_ROUGHLY: Final = rf"(?:{any_of(ROUGHLY)})?"
_TH: Final = rf"(?:{any_of(ORDINAL_ENDS)})?"
_THE_DAY: Final = rf"(?:(?:{any_of(DATE_ARTICLES)})\s+)?"
_OF: Final = rf"(?:\s+(?:{any_of(OF)}))?"
_PAST: Final = rf"(?:\s+({any_of(PAST)}))?"
_THE: Final = rf"(?:{any_of(ARTICLES)})\s+"
_ALTERNATE: Final = "|".join([re.escape(one).replace(r"\{day\}", rf"({any_of(WEEKDAYS)})") for one in ALTERNATE])
_NO_MONTH: Final = rf"(?!\s+(?:{any_of(MONTHS)}){_END})"  # `mar 3 marzo` begins with a Tuesday
_DAYS: Final = any_of([*WEEKDAYS, *PLURALS])
_SHORT: Final = r"[.'`]?"  # behind a weekday: `ven.`, `venerdi'`
_NUMBER_OF_DAY: Final = rf"(?P<number>\d{{1,2}}){_TH}\s+(?=(?:(?:{any_of(FILLERS)})\s+)*[h@]?\d)"  # an hour follows
_READERS: Final[tuple[tuple[re.Pattern[str], Reader], ...]] = tuple(
    (re.compile(pattern), reader)
    for pattern, reader in (
        (rf"(\d{{4}})-(\d\d)-(\d\d)(?:t(?=\d)|{_END})", _iso),
        (rf"(\d{{1,2}})([/.])(\d{{1,2}})\2(\d{{4}}){_END}", _numeric_date),
        (rf"(\d{{1,2}})(/)(\d{{1,2}})(){_END}", _numeric_date),
        (rf"{_THE_DAY}(\d{{1,2}}){_TH}{_OF}\s+({any_of(MONTHS)})(?:\s+(\d{{4}}))?{_END}", _day_month),
        (rf"({any_of(MONTHS)})\s+(\d{{1,2}}){_TH}{_NO_MONTH}(?:\s+(\d{{4}}))?{_END}", _month_day),
        (rf"(\d{{1,2}})[:.,h](\d\d){_HALF}{_ROUGHLY}{_END}", _clock),
        (rf"{_IN}{_MANY}{_MANY_AND}\s*(?:{any_of(HOUR_WORDS)})(?:{_MORE})?{_END}", _within_hours),
        (rf"{_IN}{_MANY}\s*(?:{any_of(MINUTE_WORDS)}){_END}", _within),
        (rf"{_IN}{_MANY}\s*(?P<unit>{any_of(DAY_WORDS + WEEK_WORDS)}){_END}", _in_days),
        (rf"{_IN}({any_of(SPANS)}){_END}", _span),
        (rf"(?:{any_of(EVERY_OTHER_DAY)}){_END}", _every_other_day),
        (rf"(?:{any_of(EVERY_OTHER)}){_END}", _every_other),
        (rf"(?:{_ALTERNATE or any_of(())}){_END}", _alternate),
        (rf"(?:{any_of(EVERY_MONTH)}){_END}", _every_month),
        (rf"(?:{any_of(EVERY)})\s+({any_of(DAILY)}){_END}", _daily),
        (rf"(?:{any_of(EVERY)}){_END}", _flag("every")),
        (rf"(?:{any_of(TONIGHT)}){_END}", _part_of(0, "evening")),
        (rf"(?:{any_of(TOMORROW_MORNING)}){_END}", _part_of(1, "morning")),
        (rf"({any_of(DAYS_AHEAD)}){_END}", _ahead),
        (rf"(?:{any_of(OF_THE_MONTH)}){_END}", _of_the_month),
        (rf"(?:{_THE})?({any_of(PLACES)}){_END}", _ordinal),
        (rf"(?:{_THE})?(?:{any_of(NEXT)}){_END}", _flag("next")),
        (rf"(?P<day>{any_of(WEEKDAYS)}){_SHORT}\s+{_THE_DAY}{_NUMBER_OF_DAY}", _day_of_name),
        (rf"({_THE})?({_DAYS}){_SHORT}{_END}", _weekday),
        (rf"(?:{any_of(DATE_ARTICLES)})\s+{_NUMBER_OF_DAY}", _day_of_month),
        (rf"({any_of(PARTS)}){_END}", _part),
        (rf"(?:{any_of(NOON)}){_PAST}{_END}", _noon),
        (rf"(?:{any_of(MIDNIGHT)}){_END}", _midnight),
        (rf"(?:({any_of(PAST_AHEAD)})\s+)?({_HOUR_OF}){_PAST}{_HALF}{_ROUGHLY}{_END}", _hour_in_words),
        (rf"(?:{any_of(FILLERS)}){_END}", _nothing),
        (r"[h@](?=\d)", _nothing),
    )
)


# --- what it all means ------------------------------------------------------------------------------------------------


def _soon(read: Read, now: int, zone: str) -> When:
    """Minutes from now; what else was said of the time would say it twice."""
    if read.hour >= 0:
        raise _TimeDoubt("twice", word=f"{read.hour}:{read.minute:02}")
    if read.day is not None or read.weekdays or read.ordinals or read.every or read.part:
        raise _TimeDoubt("once-or-every" if read.every else "no-time")
    return When(wall(now + (read.within * 60 + 59) * 1000, zone).replace(second=0, microsecond=0))


def _resolve(read: Read, here: datetime) -> When:
    if read.hour < 0:
        raise _TimeDoubt("no-time")
    if read.at_end:
        return _next_day(read, here)
    at = time(_hour(read), read.minute)
    _check_ordinals(read, at, here)
    return _repeating(read, at, here) if read.every else _once(read, at, here)


def _check_ordinals(read: Read, at: time, here: datetime) -> None:
    """A weekday's place in the month fits nothing but a series, and is one where that is said."""
    if not read.ordinals:
        return
    if not read.ordinals_used or read.interval > 1 or read.daily or not all(place for _, place in read.weekdays):
        raise _TimeDoubt("twice", word=read.ordinal_word)
    if read.day is not None:
        raise _TimeDoubt("once-or-every")
    if not read.every:
        raise _TimeDoubt("once-or-monthly", one=f"{_first(read, at, here):%Y-%m-%d %H:%M}")
    if {place for _, place in read.weekdays} == {2} and not read.monthly:
        raise _TimeDoubt("second", place=read.ordinal_word, day=read.words[-1])


def _next_day(read: Read, here: datetime) -> When:
    """The end of the day that was named is the beginning of the next one."""
    if read.part or read.ordinals:
        raise _TimeDoubt("midnight")
    read.weekdays = [((weekday + 1) % 7, place) for weekday, place in read.weekdays]
    if read.every:
        return _repeating(read, time(0), here)
    if read.day is not None or not read.weekdays:
        day, after = read.day or read.today, timedelta(days=1)
        if read.yearless and datetime.combine(day + after, time(0)) < here:
            day = _a_year_later(day)
        read.day, read.yearless = day + after, False
    return _once(read, time(0), here)


def _once(read: Read, at: time, here: datetime) -> When:
    if len(read.weekdays) > 1:
        raise _TimeDoubt("twice", word=read.words[-1])
    if read.weekdays and read.day is None:
        return When(datetime.combine(_coming(read, at, here), at))
    day = read.day or read.today
    if read.yearless and datetime.combine(day, at) < here:
        day = _a_year_later(day)
    _check_weekday(read, day)
    return When(datetime.combine(day, at))


def _a_year_later(day: date) -> date:
    """The same date of the next year; of 29 February, which that has not, it stays the one that is over."""
    return day.replace(year=day.year + 1) if (day.month, day.day) != (2, 29) else day


def _check_weekday(read: Read, day: date) -> None:
    """A date may be named with its weekday, as we write it; with another one it is asked which of them is meant."""
    for weekday, _ in read.weekdays:
        if weekday != day.weekday():
            other = day + timedelta(days=(weekday - day.weekday() + 3) % 7 - 3)
            other += timedelta(days=7 if other < read.today else 0)
            raise _TimeDoubt("which-day", one=day.isoformat(), other=other.isoformat())


def _hour(read: Read) -> int:
    """The hour of twenty-four. Morning and evening are asked for where they are not said."""
    hour, text = read.hour, f"{read.hour}:{read.minute:02}"
    if read.part == "evening":
        hour = hour + 12 if 5 <= hour <= 11 and not text.startswith("0") else hour
        fits = hour >= 17
    elif read.part == "afternoon":
        hour = hour + 12 if 1 <= hour <= 6 else hour
        fits = 12 <= hour <= 18
    elif read.part == "morning":
        fits = 4 <= hour <= 12
    else:
        if not read.clear and not (hour == 12 and read.minute):
            raise _TimeDoubt("hour", one=f"{hour:02}:{read.minute:02}", other=f"{(hour + 12) % 24:02}:{read.minute:02}")
        fits = True
    if not fits:
        raise _TimeDoubt("no-hour", time=text)
    return hour


def _coming(read: Read, at: time, here: datetime) -> date:
    """The next day of that name, at a time that is still to come."""
    weekday, _ = read.weekdays[0]
    if read.habit:
        raise _TimeDoubt("once-or-every")
    day = read.today + timedelta(days=(weekday - read.today.weekday()) % 7)
    if datetime.combine(day, at) <= here:
        day += timedelta(days=7)
    if read.next:
        raise _TimeDoubt("which-day", one=day.isoformat(), other=(day + timedelta(days=7)).isoformat())
    return day


def _repeating(read: Read, at: time, here: datetime) -> When:
    """From the next time it comes."""
    if read.next or (read.day is not None and not read.daily):
        raise _TimeDoubt("once-or-every")
    if not read.daily and (not read.weekdays or (read.each_month and not read.ordinals)):
        raise _TimeDoubt("no-day")
    return When(_first(read, at, here), _rule(read))


def _first(read: Read, at: time, here: datetime) -> datetime:
    start = read.day or read.today
    while not _fits(read, start) or datetime.combine(start, at) <= here:
        start += timedelta(days=1)
    return datetime.combine(start, at)


def _fits(read: Read, day: date) -> bool:
    last = (day + timedelta(days=7)).month != day.month
    places = {0, (day.day + 6) // 7, *([-1] if last else [])}
    return read.daily or any(weekday == day.weekday() and place in places for weekday, place in read.weekdays)


def _rule(read: Read) -> str:
    if read.daily:
        return "FREQ=DAILY" + (f";INTERVAL={read.interval}" if read.interval > 1 else "")
    if read.ordinals:
        inside = sorted(set(read.weekdays), key=lambda one: (one[1] < 0, one[1], one[0]))
        return "FREQ=MONTHLY;BYDAY=" + ",".join([f"{place:+}{CODES[weekday]}" for weekday, place in inside])
    days = [CODES[weekday] for weekday in sorted({weekday for weekday, _ in read.weekdays})]
    interval = f"INTERVAL={read.interval};" if read.interval > 1 else ""
    return f"FREQ=WEEKLY;{interval}BYDAY=" + ",".join(days)
