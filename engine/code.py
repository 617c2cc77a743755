"""A code of play made ready for a number of players: seats, sides, order, melds and what may be laid.

One per rule set and number of players, made once and shared by all deals; nothing in it changes.
"""

from functools import lru_cache
from typing import Final, TypeAlias

from engine.counting import Counting
from engine.melds import MeldBook
from engine.openings import Openings
from engine.refusal import Reason, Refused
from engine.rules import Rules, RulesError

Seat: TypeAlias = str  # "N", "E", "S", "W"

NEED_PARTNERS: Final = ("teams", "open_pairs")  # house rules that mean nothing at a table of two or three
SEATS: Final[dict[int, tuple[Seat, ...]]] = {2: ("N", "S"), 3: ("N", "E", "S"), 4: ("N", "E", "S", "W")}


class Code:
    """Rules, seated. Seats and sides are numbered: seats in the order N E S W, sides NS EW or one a seat."""

    def __init__(self, rules: Rules, players: int) -> None:
        for key in NEED_PARTNERS:
            if getattr(rules, key) and players != 4:
                raise RulesError(f"{key}: nobody has a partner at a table of {players}")
        self.rules = rules
        self.seats = SEATS[players]
        self.players = players
        self.pairs = players == 4
        step = 1 if rules.direction == "clockwise" else -1
        self.next_seat = tuple([(seat + step) % players for seat in range(players)])
        self.side_of = tuple([seat % 2 if self.pairs else seat for seat in range(players)])
        self.sides = ("NS", "EW") if self.pairs else self.seats
        self.partner = tuple([(seat + 2) % 4 if self.pairs else -1 for seat in range(players)])
        self.members = tuple(
            [tuple([s for s in range(players) if self.side_of[s] == side]) for side in range(len(self.sides))]
        )
        self.book = MeldBook(rules)
        self.openings = Openings(self.book)
        self.counting = Counting(self.openings)
        self.clean_opening = rules.opening == "clean"
        self.must_meld = rules.pickup == "must_meld"
        self.reserve = rules.stock_reserve
        self.seen_after_partner = self.pairs and rules.pozzetto_view == "partner_discard"  # else in the own turn
        self.single_pile_barred = rules.forbid_single_pile_rediscard

    def __reduce__(self) -> tuple[object, ...]:
        """A copy, or what is unpickled, is the same object: melds that it has judged are not judged again."""
        return code_for, (self.rules, self.players)

    def refuse(self, reason: Reason, *facts: tuple[str, str]) -> Refused:
        """The refusal with the article of this code."""
        return Refused(reason, self.rules.articles[reason], facts)

    def order_from(self, seat: int) -> tuple[int, ...]:
        """All seats in playing order, this one first."""
        order = [seat]
        while len(order) < self.players:
            order.append(self.next_seat[order[-1]])
        return tuple(order)


@lru_cache(maxsize=256)
def _ready(rules: Rules, players: int) -> Code:
    return Code(rules, players)


def code_for(rules: Rules, players: int) -> Code:
    """The code for this number of players. Raises `ValueError` where the rules know no such table."""
    if players not in rules.players:
        raise ValueError(f"{rules.name} is played by {' or '.join(map(str, rules.players))}, not by {players}")
    return _ready(rules, players)
