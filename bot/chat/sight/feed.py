"""The deal so far in words, for everybody at the table: each turn and what the table did between two, oldest first.

It is made of the lines of the log alone, and says of them what `chat.speech.turns` says: a card drawn is never told.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from bot.chat.speech import turns, words
from bot.chat.speech.languages import Language, say
from bot.chat.speech.notices import Notice, notice
from bot.host.table import PLAYING, Table
from engine.actions import Written
from engine.deal import ARBITRO
from engine.record import Line, TableLine
from engine.table import COMPUTER, Annul, End, Resign, Substitute, TableAct, TimeOut, Undo

LONGEST: Final = 120  # lines; a deal has some eighty
_REMEMBERED: Final = 4096  # turns in words, of all tables


def feed(table: Table, names: Mapping[str, str], language: Language) -> list[str]:
    """The lines of the deal on the table, or of the one that has ended last. `names` by seat."""
    ended = table.records[-1].lines if table.records and table.phase != PLAYING else ()
    lines = (*(table.lines or ended), *table.after_turn)[-LONGEST:]
    told = [line_told(line, names, language) for line in lines]
    return [text for text in told if text]


def line_told(line: Line, names: Mapping[str, str], language: Language) -> str:
    """One line of the log in words, "" for one that nobody needs to hear."""
    if isinstance(line, TableLine):
        return _act_told(line.act, names, language)
    return _turn_told(language, names[line.seat], line.actions)


@lru_cache(_REMEMBERED)
def _turn_told(language: Language, who: str, actions: tuple[Written, ...]) -> str:
    """A line never changes, and a long deal is told to everybody at every action."""
    return turns.turn(language, who, actions)


def _act_told(act: TableAct, names: Mapping[str, str], language: Language) -> str:
    match act:
        case Undo():
            return notice(language, Notice.UNDONE)
        case Annul():
            return notice(language, Notice.ANNULLED)
        case TimeOut():
            return say(language, "feed.time-out")
        case Substitute(seat, name):
            if name == COMPUTER:
                return say(language, "feed.computer", seat=names.get(seat) or words.seat(language, seat))
            return notice(language, Notice.BACK, name=name)
        case Resign(seat):
            return say(language, "feed.resigns", name=names[seat])
        case End(termination):
            return words.termination(language, termination) if termination == ARBITRO else ""
