"""A deal played on where it stands, for rollouts: the legal small steps are counted and one of them is done.

The steps are those of `engine.legal`, in an order of their own: openings are counted in the masks of `engine.openings`,
additions in those that each meld carries, and only the step that is chosen is made. Where a step has to be tried first
(the last cards, an obliged lay, a clock that ran out) they are listed by `legal` itself. What a step does is
`engine.transitions`, so no rule stands here. Unknown cards are played around as `legal` does it.
"""

from typing import Final, TypeAlias

from engine.actions import DECLINE, DRAW, PICK_UP, Action, Add, Discard, Lay
from engine.additions import HIGH, LOW, extend
from engine.cards import Card
from engine.deal import OVER, PLAY, TAKE, Deal
from engine.hand import CARD_OF, Hand, drop, drop_all, size
from engine.legal import discardable, fitting_cards, legal, pick_up, steps_need_trying, takes
from engine.melds import Meld
from engine.openings import Group
from engine.transitions import add, decline, discard, draw, lay

_LOW_SUITS: Final[Hand] = (1 << 26) - 1  # half of the cards, so that the way to one of them is shorter

Addition: TypeAlias = tuple[int, Card, str]  # meld number, card, end


class Playout:
    """A deal of its own: `count` the legal steps, `do` one of them, until there are none."""

    __slots__ = (
        "_accepts",
        "_additions",
        "_deal",
        "_discards",
        "_hand",
        "_listed",
        "_melds",
        "_openings",
        "_ranks",
        "_sets",
    )

    def __init__(self, deal: Deal) -> None:
        self._deal = deal.copy()
        self._hand: Hand = 0  # of the player in turn, as counted
        self._listed: tuple[Action, ...] | None = None  # the legal steps where they are listed
        self._discards: Hand = 0  # the cards to discard, as a mask
        self._openings: list[Group] = []
        self._sets: list[Lay] = []
        self._additions: list[tuple[int, Hand, Hand]] = []  # meld number, cards, those of them with two ends
        sides = len(deal.melds)
        self._melds: list[tuple[Meld, ...]] = [()] * sides  # those that were looked at last, and of all of a side:
        self._ranks = [0] * sides  # the ranks of which there is a set, as a mask
        self._accepts: list[Hand] = [0] * sides  # the cards that may be added

    @property
    def over(self) -> bool:
        return self._deal.phase == OVER

    def value(self) -> Deal:
        """The deal as it stands now, for keeping."""
        return self._deal.copy()

    # --- counting -----------------------------------------------------------------------------------------------------

    def count(self) -> int:
        """How many legal steps the player in turn has. Asked before each step; `action` and `do` go by it."""
        deal = self._deal
        if deal.phase != PLAY or deal.clock_out:
            self._listed = takes(deal) if deal.phase == TAKE and not deal.clock_out else tuple(legal(deal))
            return len(self._listed)
        hand = deal.hands[deal.turn]
        side = deal.code.side_of[deal.turn]
        melds = deal.melds[side]
        if steps_need_trying(deal, size(hand), melds):
            self._listed = tuple(legal(deal))
            return len(self._listed)
        self._listed = None
        self._hand = hand
        self._discards = discardable(deal, hand)
        self._additions = []
        number = ranks = 0
        if melds:
            if melds is not self._melds[side]:
                self._look_at(side, melds)
            ranks = self._ranks[side]
            if hand & self._accepts[side]:
                self._additions = fitting_cards(deal, hand, melds)
                for _, fitting, doubles in self._additions:
                    number += fitting.bit_count() + doubles.bit_count()
        tables = deal.code.openings
        self._openings = tables.groups(hand)
        self._sets = tables.sets(hand, ranks)
        for group in self._openings:
            number += group[0]
        return number + self._discards.bit_count() + len(self._sets)

    def _look_at(self, side: int, melds: tuple[Meld, ...]) -> None:
        """Keep what all melds of a side say together, for as long as they lie so."""
        ranks = accepts = 0
        for meld in melds:
            ranks |= meld.rank_bit
            accepts |= meld.accepts
        self._melds[side], self._ranks[side], self._accepts[side] = melds, ranks, accepts

    # --- one of them --------------------------------------------------------------------------------------------------

    def action(self, number: int) -> Action:
        """The step of this number, from 0, as the last `count` counted them."""
        if self._listed is not None:
            return self._listed[number]
        discards = self._discards.bit_count()
        if number < discards:
            return Discard(self._discard_at(number))
        opening = self._opening_at(number - discards)
        if opening is not None:
            return opening
        meld_number, card, end = self._addition_at(number - self._before_additions())
        return Add(meld_number, (card,), end)

    def do(self, number: int) -> None:
        """Do that step; the next one has to be counted anew."""
        if self._listed is not None:
            self._do_listed(self._listed[number])
            return
        discards = self._discards.bit_count()
        if number < discards:
            card = self._discard_at(number)
            discard(self._deal, card, drop(self._hand, card))
            return
        opening = self._opening_at(number - discards)
        if opening is not None:
            self._do_lay(opening)
            return
        meld_number, card, end = self._addition_at(number - self._before_additions())
        self._do_add(meld_number, card, end)

    def _before_additions(self) -> int:
        return self._discards.bit_count() + len(self._sets) + sum([group[0] for group in self._openings])

    def _discard_at(self, number: int) -> Card:
        mask = self._discards & _LOW_SUITS
        here = mask.bit_count()
        if number < here:
            return CARD_OF[_bit_at(mask, number)]
        return CARD_OF[_bit_at(self._discards ^ mask, number - here)]

    def _opening_at(self, number: int) -> Lay | None:
        for here, mask, lays in self._openings:
            if number < here:
                return lays[_bit_at(mask, number)]
            number -= here
        return self._sets[number] if number < len(self._sets) else None

    def _addition_at(self, number: int) -> Addition:
        for meld_number, fitting, doubles in self._additions:
            once = fitting.bit_count()
            if number < once:
                bit = _bit_at(fitting, number)
                return meld_number, CARD_OF[bit], LOW if bit & doubles else ""
            number -= once
            twice = doubles.bit_count()
            if number < twice:
                return meld_number, CARD_OF[_bit_at(doubles, number)], HIGH
            number -= twice
        raise IndexError(number)

    def _do_listed(self, action: Action) -> None:
        deal = self._deal
        if action is DRAW:
            draw(deal, deal.stock[0])
        elif action is PICK_UP:
            pick_up(deal)
        elif isinstance(action, Discard):
            discard(deal, action.card, drop(deal.hands[deal.turn], action.card))
        elif action is DECLINE:
            decline(deal)
        elif isinstance(action, Lay):
            self._do_lay(action)
        elif isinstance(action, Add):
            self._do_add(action.meld, action.cards[0], action.end)
        else:
            raise AssertionError(f"{action} is no step that is listed")

    def _do_lay(self, opening: Lay) -> None:
        deal = self._deal
        meld = deal.code.book.lay(opening.cards)
        assert isinstance(meld, Meld)
        lay(deal, meld, drop_all(deal.hands[deal.turn], opening.cards))

    def _do_add(self, number: int, card: Card, end: str) -> None:
        deal = self._deal
        meld = deal.melds[deal.code.side_of[deal.turn]][number - 1]
        grown = extend(deal.code.book, meld, (card,), end)
        assert isinstance(grown, Meld)
        add(deal, number, grown, drop(deal.hands[deal.turn], card))


def _bit_at(mask: int, number: int) -> int:
    """The bit of this number of a mask, from 0 at its low end."""
    for _ in range(number):
        mask &= mask - 1
    return mask & -mask
