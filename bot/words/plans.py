"""The planner's words: what a channel is told about a planned match, and why a time was not understood."""

from dataclasses import replace
from typing import Final

from babel.dates import format_datetime

from bot.durations import MINUTE
from bot.planner.calendar import wall
from bot.planner.plan import CHECKED_IN, REMINDED, Word
from bot.planner.when import UnclearTime
from bot.words.languages import Language, in_form, say
from bot.words.names import clean_name

_FORM: Final = "EEEE d MMMM, HH:mm"


def doubt_words(language: Language, doubt: UnclearTime) -> str:
    """What to ask whoever wrote a time that could not be understood."""
    facts = {name: clean_name(value, "?") if name == "word" else value for name, value in doubt.facts}
    return say(language, f"when.{doubt.key}", **facts)


def in_zone(language: Language, time: str, zone: str, here: str) -> str:
    """A time in words, with its zone where that is not the one here; `here` "" names it in any case."""
    return time if zone == here else say(language, "plans.in-zone", time=time, zone=zone)


def was_planned(language: Language, word: Word, here: str) -> str:
    """What an announcement still says when people cannot join any more, before what has become of it."""
    if word.was in (REMINDED, CHECKED_IN):
        return plan_words(language, replace(word, kind=REMINDED, late=0, missed=0, label=""), here)
    time = _time(language, word)
    return say(language, "plans.was", time=in_zone(language, time, word.plan.zone, here))


def plan_words(language: Language, word: Word, here: str = "", names: str = "", away: str = "") -> str:
    """What the channel is told, where the clocks are those of `here`, as for `in_zone`.

    `names` are those who come, `away` those who have not said that they are here.
    """
    zone = word.plan.zone
    time = _time(language, word)
    facts = {"time": in_zone(language, time, zone, here), "table": word.label, "minutes": str(word.late // MINUTE)}
    number = str(word.plan.number or "")
    missed = str(word.missed or "")
    return say(language, f"plan.{word.kind}", **facts, missed=missed, number=number, names=names, away=away)


def _time(language: Language, word: Word) -> str:
    starts = wall(word.starts, word.plan.zone)
    return in_form(language, lambda locale: format_datetime(starts, _FORM, locale=locale))
