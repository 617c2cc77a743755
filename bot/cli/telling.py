"""A turn told in the terminal: its notation, and the words the chats have for it (`words.turns`), in English."""

import sys
from collections.abc import Iterable, Sequence
from typing import Final

from bot.words import table_words, turns
from bot.words.languages import DEFAULT
from engine.actions import Draw, Written, format_written
from engine.cards import JOKER, TEXTS, UNKNOWN, Card
from engine.deal import Deal
from engine.play import Step

_LETTERS: Final = str.maketrans(table_words.SUITS, "hdcs")

Played = tuple[Deal, Step]  # the deal before an action, and what it made of it


def symbols_shown() -> bool:
    """Whether the terminal's encoding has the suits."""
    try:
        table_words.SUITS.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def seat_name(seat: str) -> str:
    return table_words.seat(DEFAULT, seat)


def card_words(cards: Iterable[Card], symbols: bool) -> str:
    """Cards in a row, `7♥ 10♣ Jk`, or `7h 10c Jk` where there are no symbols."""
    return _with(" ".join([_card(card) for card in cards]), symbols)


def _card(card: Card) -> str:
    return TEXTS[card] if card in (JOKER, UNKNOWN) else table_words.card(DEFAULT, card)


def _with(text: str, symbols: bool) -> str:
    return text if symbols else text.translate(_LETTERS)


def turn_words(seat: str, turn: Sequence[Played], symbols: bool) -> str:
    """A whole turn; what was drawn is not told, for the table does not see it."""
    before, last = turn[0][0], turn[-1][1].deal
    melds = last.melds[before.code.side_of[before.turn]]
    return _with(turns.turn(DEFAULT, seat_name(seat), [_public(step) for _, step in turn], melds), symbols)


def turn_notation(turn: Sequence[Played]) -> str:
    """The turn as the table's record says it, without the card that was drawn."""
    return " ".join([format_written(_public(step)) for _, step in turn])


def _public(step: Step) -> Written:
    return Written(step.action, () if isinstance(step.action, Draw) else step.revealed, step.marks)
