"""Refusals: why an action is not allowed.

A refusal is a value, not an exception. The reason is the key of its translation, the article that of the code of play.
A new reason also needs an article in every rule set and a sentence in every language.
"""

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """What is wrong with an action. The values are part of the command line's contract."""

    # Whose turn it is, and which part of it
    NOT_YOUR_TURN = "not-your-turn"
    DEAL_OVER = "deal-over"
    ALREADY_TAKEN = "already-taken"
    TAKE_FIRST = "take-first"
    CLOCK_ENDED = "clock-ended"
    NOTHING_TO_TAKE_BACK = "nothing-to-take-back"
    # Taking
    STOCK_EXHAUSTED = "stock-exhausted"
    PILE_EMPTY = "pile-empty"
    DECLINE_NOT_ALLOWED = "decline-not-allowed"
    PICKUP_MUST_LAY = "pickup-must-lay"
    PICKUP_NO_LAY = "pickup-no-lay"
    PICKUP_DEAD_END = "pickup-dead-end"
    SINGLE_CARD_PILE = "single-card-pile"
    # The cards of a meld
    NOT_IN_HAND = "not-in-hand"
    UNKNOWN_CARD = "unknown-card"
    TOO_FEW_CARDS = "too-few-cards"
    TOO_MANY_CARDS = "too-many-cards"
    MIXED_SUITS = "mixed-suits"
    MIXED_CARDS = "mixed-cards"
    GAP = "gap"
    REPEATED_CARD = "repeated-card"
    TWO_MATTE = "two-matte"
    TWO_ACES = "two-aces"
    WRAP = "wrap"
    SET_RANK = "set-rank"
    ONLY_MATTE = "only-matte"
    EQUAL_SET = "equal-set"
    # The first meld of a hand
    OPENING_NOT_CLEAN = "opening-not-clean"
    OPENING_SUITS = "opening-suits"
    OPENING_FROZEN = "opening-frozen"
    # Adding to a meld
    NO_SUCH_MELD = "no-such-meld"
    DOES_NOT_FIT = "does-not-fit"
    MATTA_HELD = "matta-held"
    END_MARK = "end-mark"
    # The last cards
    CLOSING_NO_BURRACO = "closing-no-burraco"
    CLOSING_NOT_CLEAN = "closing-not-clean"
    CLOSING_MATTA = "closing-matta"
    CLOSING_NO_DISCARD = "closing-no-discard"


@dataclass(frozen=True, slots=True)
class Refused:
    """An action that was not applied. `article`: where the code of play says so; `facts`: what fills its sentence."""

    reason: Reason
    article: str
    facts: tuple[tuple[str, str], ...] = ()
