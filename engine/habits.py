"""Habits that lose points, counted in a deal that has ended: feeding the pile, wild cards on pairs, late closings.

They do not judge a single play, which may have been right; over many deals they show what somebody does more often than
others.
"""

from dataclasses import dataclass
from typing import Final

from engine.deal import Deal
from engine.finish import burraco_missing
from engine.hand import points
from engine.melds import Meld, Set
from engine.memory import laid, picked_up
from engine.replay import ReplayedDeal

WAITED: Final = 2  # turns in which a side was ready to close, and did not, before another closed


@dataclass(frozen=True, slots=True)
class Habits:
    """The habits of one seat. `fed`: how many of the `discards` the next player picked up and laid at once.

    `on_pairs`: how many of the `melds` were begun with a pair and a matta, and had three cards at the end of the turn.
    `late`: 1 in a deal that another side closed although one's own side had been ready to close for some turns;
    `caught`: points in the hand when another side closed.
    """

    discards: int = 0
    fed: int = 0
    melds: int = 0
    on_pairs: int = 0
    late: int = 0
    caught: int = 0

    def plus(self, other: "Habits") -> "Habits":
        return Habits(
            self.discards + other.discards,
            self.fed + other.fed,
            self.melds + other.melds,
            self.on_pairs + other.on_pairs,
            self.late + other.late,
            self.caught + other.caught,
        )


NONE: Final = Habits()


def habits(deal: ReplayedDeal) -> tuple[Habits, ...]:
    """The habits in a deal that has ended, by seat; plays that were taken back do not count."""
    code = deal.dealt.code
    begun = [*deal.game.turns, deal.game.deal]
    found = [NONE] * code.players
    for number, before in enumerate(begun[:-1]):
        after = begun[number + 1]
        then = begun[number + 2] if number + 2 < len(begun) else None
        found[before.turn] = found[before.turn].plus(_of_turn(before, after, then))
    return tuple([one.plus(_at_the_end(deal, seat)) for seat, one in enumerate(found)])


def _of_turn(before: Deal, after: Deal, then: Deal | None) -> Habits:
    """The habits in one turn. `then`: the deal after the following turn, if one was played."""
    side = before.code.side_of[before.turn]
    begun = after.melds[side][len(before.melds[side]) :]
    on_pairs = len([meld for meld in begun if _is_on_a_pair(meld)])
    fed = then is not None and _fed(after, then)
    return Habits(int(not after.is_over), int(fed), len(begun), on_pairs)


def _fed(after: Deal, then: Deal) -> bool:
    """Whether the next player has picked up the pile and laid the card that was discarded last."""
    return bool(after.pile) and not after.is_over and picked_up(after, then) and after.pile[-1] in laid(after, then)


def _is_on_a_pair(meld: Meld) -> bool:
    return isinstance(meld.shape, Set) and meld.matta >= 0 and len(meld.cards) == 3


def _at_the_end(deal: ReplayedDeal, seat: int) -> Habits:
    """If another side has closed: what was left in the hand, and whether one's own side had long been ready to."""
    over = deal.game.deal
    code = over.code
    side = code.side_of[seat]
    if over.closed_by < 0 or code.side_of[over.closed_by] == side:
        return NONE
    ready = [before for before in deal.game.turns if before.turn == seat and _may_close(before, side)]
    return Habits(late=int(len(ready) >= WAITED), caught=points(over.hands[seat]))


def _may_close(deal: Deal, side: int) -> bool:
    return bool(deal.taken >> side & 1) and burraco_missing(deal, deal.melds[side]) is None
