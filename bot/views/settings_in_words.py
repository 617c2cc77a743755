"""Settings of a table as people say them: how long a match is, by which clock, and what has been set, a line each."""

from collections.abc import Collection, Iterator
from typing import Final

from bot.tables import clocks
from bot.tables.clocks import clock_of
from bot.tables.settings import AT_TABLE
from bot.tables.table import Settings
from bot.views.settings_view import set_to
from bot.words.languages import Language, list_words, say
from bot.words.setting_words import label
from bot.words.table_words import duration, points

_CARDS: Final = 11  # of a hand, where the clock depends on it
_FIGURES: Final = ("clock", "turn_seconds", "clock_scale", "match_minutes", "days")  # what the clock's line says


def length_words(language: Language, settings: Settings) -> str:
    """How many deals a match has, or how many points it is for."""
    rules = settings.load_rules()
    return points(language, rules.target) if rules.target else say(language, "lobby.deals", count=rules.hands)


def clock_words(language: Language, settings: Settings) -> str:
    """The clock in a few words, and what it costs to let it run out."""
    words, rules = _time(language, settings), settings.load_rules()
    if rules.clock_out != "loses" or clock_of(settings) not in (clocks.TURN, clocks.DAYS):
        return words
    return say(language, "lobby.clock-loses", clock=words)


def _time(language: Language, settings: Settings) -> str:
    match clock_of(settings):
        case clocks.TURN:
            time = duration(language, settings.load_rules().turn_limit(_CARDS))
            return say(language, "lobby.clock-turn", time=time)
        case clocks.MATCH:
            return say(language, "lobby.clock-match", time=duration(language, settings.match_minutes * 60))
        case clocks.DAYS:
            return say(language, "lobby.clock-days", time=duration(language, settings.days * 86400))
        case _:
            return say(language, "lobby.clock-none")


def set_lines(language: Language, settings: Settings, names: Collection[str]) -> Iterator[str]:
    """What is so now of the settings that somebody has named, each once; those of another clock are named as such."""
    left = [one for one in dict.fromkeys(names) if one in AT_TABLE]
    aside = [one for one in left if AT_TABLE[one].clock not in ("", clock_of(settings))]
    if {"hands", "target"} & {*left}:
        yield say(language, "set.match", length=length_words(language, settings))
    if {*_FIGURES} & {*left}:
        yield say(language, "set.clock", clock=clock_words(language, settings))
    for name in left:
        if name not in ("hands", "target", *_FIGURES, *aside):
            line = set_to(language, settings, name)
            yield f"{line[:1].upper()}{line[1:]}."
    missing = [label(language, name) for name in aside if name not in _FIGURES]
    if missing:
        yield say(language, "set.aside", names=list_words(language, missing))
