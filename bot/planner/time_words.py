"""The words people use for times, of all languages together, without accents; `when` says what they mean.

They are in `bot/locales/*/times.toml`.
"""

import unicodedata
from collections.abc import Mapping
from typing import Final

from bot.locales import TIMES, meanings, words

_DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_LAST: Final = "last"


def without_accents(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.lower())
    return "".join([letter for letter in letters if not unicodedata.combining(letter)])


def _meanings(kind: str) -> Mapping[str, str]:
    return {without_accents(word): meaning for word, meaning in meanings(TIMES, kind, ",").items()}


def _numbers(kind: str) -> Mapping[str, int]:
    return {word: int(meaning) for word, meaning in _meanings(kind).items()}


def _words(one: str) -> tuple[str, ...]:
    return tuple(map(without_accents, words(TIMES, "word", one, ",")))


WEEKDAYS: Final = {word: _DAYS.index(day) for word, day in _meanings("weekday").items()}
PLURALS: Final = {word: _DAYS.index(day) for word, day in _meanings("weekdays").items()}
WRITTEN: Final = {without_accents(word): word for word in meanings(TIMES, "weekday", ",")}
MONTHS: Final = _numbers("month")
DAYS_AHEAD: Final = _numbers("ahead")
PARTS: Final = _meanings("part")
HOURS: Final = _numbers("hour")
PAST: Final = _numbers("past")
PAST_AHEAD: Final = _numbers("past-ahead")
SPANS: Final = _numbers("span")
PLACES: Final = {word: -1 if place == _LAST else int(place) for word, place in _meanings("place").items()}
TONIGHT: Final = _words("tonight")
TOMORROW_MORNING: Final = _words("tomorrow-morning")
WITHIN: Final = _words("within")
AND: Final = _words("and")
ROUGHLY: Final = _words("roughly")
ONE: Final = _words("one")
HOUR_WORDS: Final = _words("hours")
MINUTE_WORDS: Final = _words("minutes")
DAY_WORDS: Final = _words("days")
WEEK_WORDS: Final = _words("weeks")
EVERY: Final = _words("every")
DAILY: Final = _words("daily")
EVERY_OTHER: Final = _words("every-other")
EVERY_OTHER_DAY: Final = _words("every-other-day")
ALTERNATE: Final = _words("alternate")
OF_THE_MONTH: Final = _words("of-the-month")
EVERY_MONTH: Final = _words("every-month")
NEXT: Final = _words("next")
NOON: Final = _words("noon")
MIDNIGHT: Final = _words("midnight")
ARTICLES: Final = _words("article")
DATE_ARTICLES: Final = _words("date-article")
OF: Final = _words("of")
ORDINAL_ENDS: Final = _words("ordinal")
ELIDED: Final = _words("elided")
FILLERS: Final = _words("filler")
