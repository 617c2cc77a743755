"""A deal that has ended is looked back on piece by piece, so that a computer's move never waits for more than one.

A piece is one decision of the deal. It has chance and budget of its own, counted in rollouts: whoever looks at the
pieces, and in which order, finds the same.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from engine.analysis import Decision, ExpectedCourse, JudgedDecision, decisions, expected_course, judge_decision
from engine.record import DealRecord, format_record
from engine.replay import ReplayedDeal, replay

WHOLE: Final = -1
KEPT_TAGS: Final = ("Rules", "House", "Hands", "Target", "Teams", "Dealer", "Deck", "Shuffle", "Seed", "Termination")
"""What is told of a deal: what it was played by, but not by whom, where, or what came before it."""


class Piece(NamedTuple):
    """Of a record of one deal, the decision of this place; or `WHOLE`, what was to be expected all along."""

    record: str
    place: int


def bare(record: DealRecord) -> str:
    """The deal alone, as text: equal for all who have its record, under whatever names and in whatever match."""
    tags = {tag: record.tags[tag] for tag in KEPT_TAGS if tag in record.tags}
    return format_record([DealRecord({**tags, **{seat: seat for seat in record.seats}}, record.lines)])


def look_at(piece: Piece) -> JudgedDecision | ExpectedCourse:
    """What is found of it; the deal is replayed once for all of its pieces."""
    deal, found = _replayed(piece.record)
    return expected_course(deal) if piece.place == WHOLE else judge_decision(found[piece.place], piece.place)


@lru_cache(2)
def _replayed(text: str) -> tuple[ReplayedDeal, tuple[Decision, ...]]:
    (deal,) = replay(text).deals
    return deal, decisions(deal)
