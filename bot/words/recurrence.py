"""How often a planned match comes again, in words: a rule of `bot.planner.when` as `every Friday`, `ogni venerdì`."""

from datetime import date, timedelta
from typing import Final

from babel.dates import format_date

from bot.planner.when import CODES
from bot.words.languages import Language, in_form, list_words, say

MONDAY: Final = date(2024, 1, 1)
SUNDAY: Final = CODES.index("SU")


def often(language: Language, rule: str) -> str:
    """Nothing for a rule that is none of ours; a plan keeps it all the same."""
    parts = dict(part.split("=", 1) for part in rule.split(";") if "=" in part)
    every_other = parts.get("INTERVAL", "1") != "1"
    days = parts.get("BYDAY", "").split(",")
    if parts.get("FREQ") == "DAILY":
        return say(language, "plans.every-other-day") if every_other else say(language, "plans.every-day")
    if not all(day[-2:] in CODES for day in days):
        return ""
    names = list_words(language, [_day(language, day[-2:]) for day in days])
    if parts.get("FREQ") == "WEEKLY":
        return _every_other(language, days, names) if every_other else say(language, "plans.every", day=names)
    return say(language, "plans.every-month", day=list_words(language, [_nth(language, day) for day in days]))


def _every_other(language: Language, days: list[str], names: str) -> str:
    """Of one day; of several it is their weeks that are counted."""
    if len(days) > 1:
        return say(language, "plans.every-other-week", days=names)
    if days[0] == CODES[SUNDAY]:
        return say(language, "plans.every-other-sunday", day=names)
    return say(language, "plans.every-other", day=names)


def _day(language: Language, code: str) -> str:
    day = MONDAY + timedelta(days=CODES.index(code))
    return in_form(language, lambda locale: format_date(day, "EEEE", locale=locale))


def _nth(language: Language, day: str) -> str:
    """`first Friday`; where a language tells Sunday from the other days, by another word."""
    number, code = int(day[:-2] or 1), day[-2:]
    place = f"{'last' if number < 0 else number}{'-sunday' if CODES.index(code) == SUNDAY else ''}"
    return say(language, f"nth.{place}", day=_day(language, code))
