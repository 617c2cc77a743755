"""Why not, in a sentence: refusals with the article of the code in play, cautions, plays that were not understood."""

import re
from collections.abc import Mapping
from typing import Final

from bot.words import table_words
from bot.words.languages import Language, say
from bot.words.names import clean_name
from bot.words.typed import NOWHERE, Unclear
from engine.actions import Action, Add, ClockOut, Decline, Discard, Draw, Lay, PickUp, parse_action
from engine.cards import parse_cards
from engine.cautions import Caution
from engine.refusal import Refused
from engine.rules import HOUSE, RULE_SETS

_ELSEWHERE: Final = re.compile(rf"(?P<article>.+) \((?P<code>{'|'.join(RULE_SETS)})\)")
_NOBODY: Final[Mapping[str, str]] = {}


def refusal(language: Language, refused: Refused, code: str, names: Mapping[str, str] = _NOBODY) -> str:
    """The sentence of a refusal by this code, and where it is written. `names`: who sits there, by seat."""
    return f"{reason_words(language, refused, names)} ({citation(language, refused.article, code)})"


def reason_words(language: Language, refused: Refused, names: Mapping[str, str] = _NOBODY) -> str:
    """The same without where it is written: for who is only learning."""
    return say(language, f"refusal.{refused.reason}", **_facts(language, refused.facts, names))


def citation(language: Language, article: str, code: str, origin: str | None = None) -> str:
    """An article with its code: `FITAB code, art. 14`; a ruling borrowed from `origin`: `as in FITAB, art. 14`."""
    if article == HOUSE:
        return say(language, "citation.house")
    found = _ELSEWHERE.fullmatch(article)
    if found:
        article, origin = found["article"], found["code"]
    if origin and origin != code:
        return say(language, "citation.borrowed", code=say(language, f"code.{origin}.short"), article=article)
    return say(language, "citation.article", code=code_name(language, code), article=article)


def numbered(article: str) -> str:
    """`art. 25` of what a code numbers; `online` has headings instead."""
    return f"art. {article}" if article[:1].isdigit() else article


def code_name(language: Language, code: str) -> str:
    """The name of a code of play."""
    return say(language, f"code.{code}.name")


def caution(language: Language, warned: Caution) -> str:
    """The sentence of a caution, which asks whether to do it all the same."""
    facts = _facts(language, warned.facts, _NOBODY)
    return say(language, f"caution.{warned.risk}", **facts)


def unclear(language: Language, play: Unclear) -> str:
    """What was not understood of a typed play, and how to write it."""
    place = "" if play.at == NOWHERE else str(play.at + 1)
    return say(language, f"unclear.{play.doubt}", piece=clean_name(play.piece, "?"), place=place)


def to_do(language: Language, action: Action) -> str:
    """An action as what may be done: `to discard 4♣`."""
    match action:
        case Draw():
            return say(language, "to-do.draw")
        case PickUp():
            return say(language, "to-do.pick-up")
        case Decline():
            return say(language, "to-do.decline")
        case ClockOut():
            return say(language, "to-do.clock-out")
        case Lay(laid):
            return say(language, "to-do.lay", cards=table_words.cards(language, laid))
        case Add(number, added, end):
            return say(language, "to-do.add", cards=table_words.added(language, added, end), meld=number)
        case Discard(card):
            return say(language, "to-do.discard", card=table_words.card(language, card))


def _facts(language: Language, facts: tuple[tuple[str, str], ...], names: Mapping[str, str]) -> dict[str, str]:
    """The engine's facts as people read them."""
    return {name: _fact_words(language, name, value, names) for name, value in facts}


def _fact_words(language: Language, name: str, value: str, names: Mapping[str, str]) -> str:
    if name == "turn":
        return names.get(value) or table_words.seat(language, value)
    if name == "forced":
        return to_do(language, parse_action(value))
    if name in ("from", "to"):
        return table_words.kind(language, value)
    return value if value.isdecimal() else table_words.cards(language, parse_cards(value))
