"""A match: deals one after the other, their totals, and what they are worth at the end.

Match Points are the totals; Victory Points follow from their difference by the code's table; three-player has ranking
points instead; a match given up is decided by its code.
"""

from dataclasses import dataclass, replace
from functools import cached_property

from engine.award import SIXTHS, Award, award_of, places, shared
from engine.code import Code
from engine.deal import ANNULLO, Deal
from engine.score import SideScore, score
from engine.victory import Table, victory_points, vp_table


@dataclass(frozen=True, slots=True)
class Played:
    """A deal that has ended. Seats are numbers of the code; -1 is nobody."""

    dealer: int
    scores: tuple[SideScore, ...]
    termination: str
    closed_by: int
    last_mover: int
    resigned: int
    timed_out: bool  # the round's time ended in this deal: no further deal is begun
    unplayed: bool = False  # the match was given up before each side had a turn in it
    penalised: bool = False  # it was given up here, and the code's penalty counts whatever the match's length

    @property
    def counts(self) -> bool:
        """Whether its points count: neither those of an annulled deal do, nor those of cards that nobody has played."""
        return self.termination != ANNULLO and not self.unplayed


def played(deal: Deal, dealer: int, timed_out: bool = False, unplayed: bool = False, penalised: bool = False) -> Played:
    """The result of a deal that is over."""
    ended = (score(deal), deal.termination, deal.closed_by, deal.turn, deal.resigned)
    return Played(dealer, *ended, timed_out, unplayed, penalised)


@dataclass(frozen=True)
class Match:
    """The deals of a match so far."""

    code: Code
    deals: tuple[Played, ...] = ()
    before: tuple[int, ...] = ()  # Match Points by side from earlier deals that are not here
    earlier: int = 0  # how many such deals there were

    def with_deal(self, deal: Played) -> "Match":
        return replace(self, deals=(*self.deals, deal))

    @property
    def counted(self) -> tuple[Played, ...]:
        """The deals that count."""
        return tuple([deal for deal in self.deals if deal.counts])

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """Match Points by side."""
        carried = self.before or (0,) * len(self.code.sides)
        return tuple(
            [points + sum([deal.scores[side].total for deal in self.counted]) for side, points in enumerate(carried)]
        )

    @property
    def given_up_by(self) -> int:
        """The side that resigned, or -1."""
        return next((self.code.side_of[deal.resigned] for deal in self.deals if deal.resigned >= 0), -1)

    @property
    def next_dealer(self) -> int:
        """The seat that deals next, in this match or in the rematch; an annulled deal is dealt again."""
        last = self.deals[-1]
        return last.dealer if last.termination == ANNULLO else self.code.next_seat[last.dealer]

    @property
    def is_over(self) -> bool:
        if self.given_up_by >= 0 or any(deal.timed_out for deal in self.deals):
            return True
        rules = self.code.rules
        if not rules.target:
            return self.earlier + len(self.counted) >= rules.hands
        return max(self.totals) >= rules.target and (rules.knockout or len(self.leaders) == 1)

    @property
    def leaders(self) -> tuple[int, ...]:
        """The sides with the most points."""
        best = max(self.totals)
        return tuple([side for side, total in enumerate(self.totals) if total == best])

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each side as the match stands; whoever gave it up is last, equal sides share the better one."""
        if self.award is not None:
            return self.award.places
        loser = self._lost_by_last_move
        return places(self.totals) if loser < 0 else tuple([1 + (side == loser) for side in range(len(self.totals))])

    @property
    def _lost_by_last_move(self) -> int:
        """Equal in a knock-out, who made the last move loses; -1 where nobody does so."""
        if len(self.leaders) == 1 or not self.code.rules.knockout or not self.counted:
            return -1
        return self.code.side_of[self.counted[-1].last_mover]

    @property
    def winner(self) -> int | None:
        """The side that has won, None for a draw."""
        first = [side for side, place in enumerate(self.places) if place == 1]
        return first[0] if len(first) == 1 else None

    @property
    def vp_table(self) -> Table | None:
        """The Victory Point table for the length of this match, which a record need not give: then it may be longer."""
        rules = self.code.rules
        hands = max(rules.hands, self.earlier + len(self.counted))
        return vp_table(rules, hands, rules.teams, rules.target or None)

    @cached_property
    def award(self) -> Award | None:
        """What the code gives where a side has given the match up; None where none has."""
        guilty, penalised = self.given_up_by, any(deal.penalised for deal in self.deals)
        if guilty < 0:
            return None
        return award_of(self.code.rules, self.vp_table, self.totals, guilty, penalised=penalised)

    @property
    def vp(self) -> tuple[int, ...] | None:
        """Victory Points by side once the match is over; None where no table is printed for its length."""
        if not self.is_over or len(self.code.sides) != 2:
            return None
        if self.award is not None:
            return self.award.vp
        table = self.vp_table
        if table is None:
            return None
        better, worse = victory_points(table, abs(self.totals[0] - self.totals[1]))
        return (better, worse) if self.totals[0] >= self.totals[1] else (worse, better)

    @property
    def ranking_sixths(self) -> tuple[int, ...] | None:
        """Three-player: 6, 3 and 1 by place once the match is over, in sixths; equal players share those of theirs."""
        prizes = self.code.rules.ranking_points
        if not prizes or not self.is_over:
            return None
        if self.award is not None:
            return self.award.sixths
        ranked = zip(self.places, self.totals, strict=True)
        return tuple([shared(prizes, place, self.totals.count(total)) for place, total in ranked])

    @property
    def ranking_points(self) -> tuple[float, ...] | None:
        """The same in points."""
        return None if self.ranking_sixths is None else tuple([share / SIXTHS for share in self.ranking_sixths])
