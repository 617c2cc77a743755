"""What a player that judges thinks things are worth, in points of the score, each with its reason.

Those that stand here are the heuristic player's: slowness, may_close, tempo, matta, draw and deny were compared over
thousands of deals against the greedy player; the others are estimates that made no clear difference there, or were not
varied. The club player's are learned (`engine.players.club`). What differs between codes of play follows from their
keys: a deal is a race or a long one.
"""

from dataclasses import dataclass, replace
from typing import Final

from engine.code import Code


@dataclass(frozen=True, slots=True)
class Weights:
    """All are points unless the comment says otherwise."""

    # the table
    slowness: float = 10  # turns of the side in which every other card hoped for arrives
    few_outs: tuple[float, ...] = (0.3, 0.75, 0.9, 0.95)  # share of that hope by live cards that fit; from 4 on all
    dirty_way: float = 0.5  # share of the hope that a clean meld one card short finds a matta
    may_close: float = 100  # having the burraco that closing needs; nearing it counts in proportion
    # the hand
    stuck: float = 0.25  # share of a hand's points that is lost sooner or later even when nobody threatens to close
    tempo: float = 12  # a card in the shorter hand of the side: it delays pozzetto and closing
    ballast: float = 4  # a card in the longer hand of the side
    matta: float = 45  # a matta in hand: it makes a burraco or ends a hand later
    neighbours: float = 9  # two cards of a suit side by side
    gap: float = 6  # two cards of a suit with one missing between them
    same_rank: float = 8  # two cards that may become a set
    # pozzetto and closing
    diretta: float = 170  # the pozzetto taken at once: the malus is gone, eleven cards can be played now
    with_discard: float = 120  # the same, but the turn is over
    laid_at_once: float = 0.6  # share of a pozzetto taken in diretta that can be laid in the same turn
    stranded: float = 60  # lost with no card left and no burraco to close with, where a code allows that
    closing: float = 60  # wanting to end the deal, beside what it brings at once
    card_average: float = 10  # points of a card nobody has seen
    holding: float = 0.5  # share of the others' cards in hand that they would have laid, had the deal gone on
    # the pile
    draw: float = 35  # drawing: one card comes and not a pile, so the hand is sooner empty
    deny: float = 0.1  # share of the pile's worth to the opponents that picking it up takes from them
    # discards
    danger: float = 0.6  # share of what a discard brings an opponent that they will really take
    own_use: float = 1  # share of what a card would add to a meld of one's own side
    danger_pile: float = 3  # a card that fits an opponent's meld invites them to take the pile: a card of it
    danger_matta: float = 45  # any matta fits them somewhere
    danger_new: float = 1.2  # a pair of unseen cards with which an opponent could lay a new meld
    danger_ready: float = 0  # a card that makes a meld with two that lie in the pile
    # what only the club player looks at
    clean_three: float = 0  # a meld of three natural cards, beside its points and its hope
    dirty_three: float = 0  # the same with a matta
    four: float = 0  # a meld of so many cards, the same
    five: float = 0
    six: float = 0
    melds: float = 0  # a meld more of one's side, whichever
    early_matta: float = 0  # beside `matta`, as the deal begins; less and less with the stock
    early_neighbours: float = 0  # the same beside `neighbours`
    early_same_rank: float = 0  # the same beside `same_rank`
    early_pile: float = 0  # drawing: each card that is left in the pile, as the deal begins
    tempo_taken: float = 0  # beside `tempo`, once the side has its pozzetto
    ballast_taken: float = 0  # beside `ballast`, the same
    next_taken: float = 0  # share by which a discard is worth more to a next player whose side has its pozzetto
    refused: float = 0  # a discard near each card of its suit that the next player has left in the pile
    points: float = 0  # a point of a discard
    threat: float = 1  # how often opponents close, by `THREAT`


RACE: Final = Weights()
"""Pairs that may close with any burraco: the first to go out wins, and a deal has seven turns or so a player."""

LONG: Final = replace(RACE, slowness=6, may_close=160, tempo=9, matta=60, draw=15, deny=0.5)
"""Nobody has a partner, or closing needs a clean burraco: there is time to use a pile, and a reason to deny it."""

# How likely the opponents close before one's next turn, by the cards of their shortest hand, when they may close.
THREAT: Final = (0.5, 0.45, 0.4, 0.3, 0.24, 0.18, 0.14, 0.1, 0.08)
THREAT_LONG: Final = 0.05  # nine cards or more
ALMOST: Final = 0.35  # share of the threat while their burraco lacks one card


def weights_for(code: Code) -> Weights:
    """The figures for this code of play and number of players."""
    return RACE if code.pairs and code.rules.close_needs == "any" else LONG
