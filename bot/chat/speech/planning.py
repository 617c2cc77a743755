"""The planner's words: what a channel is told about a planned match, and why a time was not understood."""

from typing import Final

from babel.dates import format_datetime

from bot.chat.speech.languages import Language, say
from bot.planner.calendar import wall
from bot.planner.plan import MINUTE, Word
from bot.planner.when import Unclear

_SHOWN: Final = "EEEE d MMMM, HH:mm"


def doubt_words(language: Language, doubt: Unclear) -> str:
    """What to ask whoever wrote a time that could not be understood."""
    return say(language, f"when.{doubt.key}", **dict(doubt.facts))


def plan_words(language: Language, word: Word) -> str:
    """What the channel is told."""
    time = format_datetime(wall(word.starts, word.plan.zone), _SHOWN, locale=language)
    facts = {"time": time, "table": word.label, "minutes": str(word.late // MINUTE)}
    return say(language, f"plan.{word.kind}", **facts, **({"missed": str(word.missed)} if word.missed else {}))
