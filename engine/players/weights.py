"""What the heuristic player thinks things are worth, in points of the score, each with its reason.

The figures were found by playing thousands of deals against the greedy player and against other figures.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Weights:
    """All are points unless the comment says otherwise."""

    # the table
    slowness: float = 10.0  # turns of the side in which every other card hoped for arrives
    few_outs: tuple[float, ...] = (0.3, 0.75, 0.9, 0.95)  # share of that hope by live cards that fit; from 4 on all
    dirty_way: float = 0.5  # share of the hope that a clean meld one card short finds a matta
    may_close: float = 80  # having the burraco that closing needs; nearing it counts in proportion
    # the hand
    stuck: float = 0.25  # share of a hand's points that is lost sooner or later even when nobody threatens to close
    tempo: float = 12  # a card in the shorter hand of the side: it delays pozzetto and closing
    ballast: float = 4  # a card in the longer hand of the side
    matta: float = 30  # a matta in hand: it makes a burraco or ends a hand later
    neighbours: float = 9  # two cards of a suit side by side
    gap: float = 6  # two cards of a suit with one missing between them
    same_rank: float = 8  # two cards that may become a set
    # pozzetto and closing
    diretta: float = 170  # the pozzetto taken at once: the malus is gone, eleven cards can be played now
    with_discard: float = 120  # the same, but the turn is over
    closing: float = 60  # wanting to end the deal, beside what it brings at once
    card_average: float = 10  # points of a card nobody has seen
    holding: float = 0.5  # share of the opponents' cards in hand that they would have laid, had the deal gone on
    # the pile
    draw: float = 35  # a card from the stock
    deny: float = 0.1  # share of the pile's worth to the opponents that picking it up takes from them
    # discards
    danger: float = 0.6  # share of what a discard brings an opponent that he will really take
    danger_pile: float = 3  # a card that fits an opponent's meld invites him to take the pile: a card of it
    danger_matta: float = 45  # any matta fits them somewhere
    danger_new: float = 1.2  # a pair of unseen cards with which an opponent could lay a new meld


WEIGHTS: Final = Weights()

# How likely the opponents close before one's next turn, by the cards of their shortest hand, when they may close.
THREAT: Final = (0.5, 0.45, 0.4, 0.3, 0.24, 0.18, 0.14, 0.1, 0.08)
THREAT_LONG: Final = 0.05  # nine cards or more
ALMOST: Final = 0.35  # share of the threat while their burraco lacks one card
