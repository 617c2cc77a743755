"""What to say to people at the table when an action is refused: one English sentence a reason.

A template's `{fact}` is filled from the refusal; a part in brackets stands only where all its facts are known. Facts
are `card`, `cards`, `meld` (its cards, or its number where there is none), `turn` (a seat) and `forced` (an action).
"""

import re
from collections.abc import Mapping
from typing import Final

from engine.refusal import Reason, Refused

_CANNOT_JOIN: Final = "[: {cards} cannot join {meld}]"
_LAST_CARD: Final = "[: {card} is your last card][: after {cards} you could only end the turn by closing]"

SENTENCES: Final[Mapping[Reason, str]] = {
    Reason.NOT_YOUR_TURN: "It is not your turn[: {turn} is to play].",
    Reason.DEAL_OVER: "The deal is over.",
    Reason.ALREADY_TAKEN: "You have already taken this turn: now lay, add or discard.",
    Reason.TAKE_FIRST: "First draw a card or pick up the discard pile.",
    Reason.CLOCK_ENDED: "Your time has run out[: the only move left is {forced}].",
    Reason.NOTHING_TO_TAKE_BACK: "There is nothing to take back.",
    Reason.STOCK_EXHAUSTED: "The stock is exhausted: nothing is left to draw.",
    Reason.PILE_EMPTY: "The discard pile is empty.",
    Reason.DECLINE_NOT_ALLOWED: "You must take: declining is for three players, when nothing is left to draw.",
    Reason.PICKUP_MUST_LAY: "You picked up the pile, so lay or add something before you discard[ {card}].",
    Reason.PICKUP_NO_LAY: "You may not pick up the pile: you could lay nothing, and whoever picks up must lay or add.",
    Reason.PICKUP_DEAD_END: "You may not pick up a single card with an empty hand: you could not discard it again.",
    Reason.SINGLE_CARD_PILE: (
        "A card picked up as a pile of one may not be discarded in the same turn, unless you already held an equal one"
        "[: choose another card than {card}][: after {cards} no other card would be left]."
    ),
    Reason.NOT_IN_HAND: "You do not hold {card}, or not so many of them.",
    Reason.UNKNOWN_CARD: "An unknown card cannot be played: say which card it is.",
    Reason.TOO_FEW_CARDS: "Too few cards: a meld needs at least three, an addition at least one.",
    Reason.TOO_MANY_CARDS: f"Too many cards: a set has the eight equal ones and one matta at most{_CANNOT_JOIN}.",
    Reason.MIXED_SUITS: f"A run is all of one suit, a set all of one rank{_CANNOT_JOIN}.",
    Reason.MIXED_CARDS: "These cards are neither a run (one suit, in order) nor a set (one rank).",
    Reason.GAP: f"The cards of a run follow one another: here one is missing{_CANNOT_JOIN}.",
    Reason.REPEATED_CARD: f"A run has every card only once{_CANNOT_JOIN}.",
    Reason.TWO_MATTE: f"A meld has one matta at most; a two is one too, save in its own place in a run{_CANNOT_JOIN}.",
    Reason.TWO_ACES: f"A run has only one ace, below the two or above the king{_CANNOT_JOIN}.",
    Reason.WRAP: f"A run does not go round the corner: it ends with the ace above the king{_CANNOT_JOIN}.",
    Reason.SET_RANK: "This code of play has no sets of these cards.",
    Reason.ONLY_MATTE: "Jokers and twos alone are no meld.",
    Reason.EQUAL_SET: "Your side already has a meld like this one: add to it instead.",
    Reason.OPENING_NOT_CLEAN: "Your first meld must be clean: no joker, and no two save in its own place in a run.",
    Reason.OPENING_SUITS: "A set laid as your first meld must be all of different suits.",
    Reason.OPENING_FROZEN: "Your first meld stays as it was laid until the turn ends.",
    Reason.NO_SUCH_MELD: "Your side has no meld number {meld}.",
    Reason.DOES_NOT_FIT: f"These cards do not fit{_CANNOT_JOIN}.",
    Reason.MATTA_HELD: f"A matta stays in its place until the very card it stands for is added{_CANNOT_JOIN}.",
    Reason.END_MARK: "The mark ^ or _ chooses the end of a matta, and here is no such choice.",
    Reason.CLOSING_NO_BURRACO: f"Your side has no burraco yet and may not close{_LAST_CARD}.",
    Reason.CLOSING_NOT_CLEAN: f"Your side needs a clean burraco to close, and has none{_LAST_CARD}.",
    Reason.CLOSING_MATTA: f"Nobody closes by discarding a joker or a two{_LAST_CARD}.",
    Reason.CLOSING_NO_DISCARD: "You must keep a card to discard: a deal is closed with a discard.",
}

_OPTIONAL: Final = re.compile(r"\[([^\]]*)\]")
_FACT: Final = re.compile(r"\{(\w+)\}")


def sentence(refused: Refused) -> str:
    """The sentence of a refusal, with its facts filled in."""
    facts = dict(refused.facts)
    template = _OPTIONAL.sub(lambda part: part[1] if _known(part[1], facts) else "", SENTENCES[refused.reason])
    return _FACT.sub(lambda fact: facts.get(fact[1], "that"), template)


def _known(text: str, facts: Mapping[str, str]) -> bool:
    return all([facts.get(name) for name in _FACT.findall(text)])
