"""A turn told in words: `North draws, lays 7♥7♣7♠ and discards 4♣`."""

import sys
from collections.abc import Iterable, Sequence
from typing import Final

from engine.actions import (
    CLOSED,
    COMPLETED,
    POZZETTO,
    Add,
    ClockOut,
    Decline,
    Discard,
    Draw,
    Lay,
    PickUp,
    Written,
    format_written,
)
from engine.cards import JOKER, TEXTS, UNKNOWN, Card
from engine.deal import Deal
from engine.play import Step

SEAT_NAMES: Final = {"N": "North", "E": "East", "S": "South", "W": "West"}
_SYMBOLS: Final = "♥♦♣♠"
_MARKS: Final = {COMPLETED: "a burraco", POZZETTO: "the pozzetto is theirs", CLOSED: "and that closes the deal"}

Played = tuple[Deal, Step]  # the deal before an action, and what it made of it


def symbols_shown() -> bool:
    """Whether the terminal's encoding has the suits."""
    try:
        _SYMBOLS.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def card_words(cards: Iterable[Card], symbols: bool) -> str:
    """Cards as people write them: `7♥10♣Jk`, or `7h10cJk` where there are no symbols."""
    return "".join([_card(card, symbols) for card in cards])


def _card(card: Card, symbols: bool) -> str:
    text = TEXTS[card]
    if card in (JOKER, UNKNOWN):
        return text
    rank = "10" if text[0] == "T" else text[0]
    return rank + (_SYMBOLS[card // 13] if symbols else text[1])


def turn_words(seat: str, turn: Sequence[Played], symbols: bool) -> str:
    """A whole turn; what was drawn is not told, for the table does not see it."""
    parts = [_action_words(before, step, symbols) for before, step in turn]
    told = ", ".join(parts[:-1]) + " and " + parts[-1] if len(parts) > 1 else parts[0]
    return f"{SEAT_NAMES[seat]} {told}"


def turn_notation(turn: Sequence[Played]) -> str:
    """The turn as the table's record says it, without the card that was drawn."""
    return " ".join([format_written(_public(step)) for _, step in turn])


def _public(step: Step) -> Written:
    return Written(step.action, () if isinstance(step.action, Draw) else step.revealed, step.marks)


def _action_words(before: Deal, step: Step, symbols: bool) -> str:
    told = _plain_words(before, step, symbols)
    marks = [_MARKS[mark] for mark in step.marks]
    return f"{told} ({', '.join(marks)})" if marks else told


def _plain_words(before: Deal, step: Step, symbols: bool) -> str:
    match step.action:
        case Draw():
            return "draws"
        case PickUp():
            return f"picks up {card_words(step.revealed, symbols)}"
        case Decline():
            return "takes nothing, which ends the deal"
        case ClockOut():
            return "runs out of time"
        case Lay(cards):
            return f"lays {card_words(cards, symbols)}"
        case Add(number, cards):
            meld = before.melds[before.code.side_of[before.turn]][number - 1]
            return f"adds {card_words(cards, symbols)} to {card_words(meld.cards, symbols)}"
        case Discard(card):
            return f"discards {_card(card, symbols)}"
