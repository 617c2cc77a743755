"""The book of rulings in words: what happened, what the arbiter reads out, and the guided question with its answers."""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.words.languages import Language, join_parts, list_words, say
from bot.words.refusals import citation
from engine.cards import format_card, format_cards
from engine.rulings.book import Book, Irregularity
from engine.rulings.effects import Effect
from engine.rulings.frozen import Count
from engine.rulings.moments import span_text
from engine.rulings.penalised import Penance
from engine.rulings.questions.tree import WHEN, Ending, FoundRuling, GuidedQuestion

_YES_NO: Final = ("yes", "no")
_OWN_YES_NO: Final = ("healable", "healable-run", "settled")
"""Questions whose yes or no says more than the word."""


def happened(language: Language, row: Irregularity) -> str:
    """The irregularity of a row."""
    return say(language, f"ruling.{row.id}")


def read_out(language: Language, ending: Ending) -> str:
    """What an arbiter reads out at the end of a way."""
    return join_parts(" ", parts(language, ending))


def parts(language: Language, ending: Ending) -> tuple[str, ...]:
    """The same, one thing after the other."""
    if not isinstance(ending, FoundRuling):
        return (say(language, f"none.{ending.why}"),)
    if ending.lost is not None:
        return (say(language, f"lost.{ending.lost}"),)
    return ruling(language, ending.row, ending.case)


def ruling(language: Language, row: Irregularity, case: str = "") -> tuple[str, ...]:
    """The consequence of a row, in one of its cases: what the row says, then what it lays on whom."""
    own = [say(language, f"ruling.{row.id}.says")]
    if case:
        own.append(say(language, f"ruling.{row.id}.{case}"))
    return (*own, *[effect(language, one) for one in row.effects_in(case)])


def effect(language: Language, laid: Effect) -> str:
    return say(language, f"effect.{laid.key}")


def article(language: Language, book: Book, row: Irregularity) -> str:
    """The article with its code."""
    return citation(language, row.article, book.code)


def noticed(language: Language, row: Irregularity) -> str:
    """When the row applies."""
    return say(language, f"moment.{span_text(row.moments)}")


def losable(language: Language, row: Irregularity) -> str:
    """When the right to the row is lost, in one sentence; "" where it says nothing of that."""
    reasons = [say(language, f"lost.{loss}.if") for loss in row.lost]
    return say(language, "losable", reasons=list_words(language, reasons, "or")) if reasons else ""


def marks(language: Language, row: Irregularity) -> str:
    """Whether the program prevents it."""
    return join_parts(" ", [say(language, f"mark.{mark}") for mark in row.marks])


def premises(language: Language, book: Book) -> tuple[str, ...]:
    return tuple(say(language, f"premise.{premise}") for premise in book.premises)


def silence(language: Language) -> str:
    """That a code prints no law of irregularities."""
    return say(language, "none.silent")


def question(language: Language, asking: GuidedQuestion) -> str:
    return say(language, f"ask.{asking.fact}")


def answers(language: Language, asking: GuidedQuestion, book: Book) -> Mapping[str, str]:
    """What may be answered, by its key, in the order in which it is offered."""
    return {key: _answer(language, asking, key, book) for key in asking.answers}


def _answer(language: Language, asking: GuidedQuestion, key: str, book: Book) -> str:
    if book.has(key):
        return happened(language, book.row(key))
    if asking.fact == WHEN:
        return say(language, f"moment.{key}")
    if key in _YES_NO and asking.fact not in _OWN_YES_NO:
        return say(language, "yes") if key == "yes" else say(language, "no")
    return say(language, f"ask.{asking.fact}.{key}")


def card_by_card(language: Language, penance: Penance) -> Iterator[str]:
    """When each penalised card is discarded, and from when the offender may close again."""
    for one in penance.discards:
        card = format_card(one.card)
        if one.own_turn:
            yield say(language, "penance.turn", card=card, count=one.own_turn)
        else:
            yield say(language, "penance.now", card=card)
    yield say(language, "penance.closes", count=penance.closes_from)


def counted(language: Language, found: Count) -> str:
    """What a wrong meld is worth at the count."""
    valid, excess = format_cards(found.valid), format_cards(found.excess)
    return say(language, "counted", valid=valid, excess=excess, points=found.points)
