"""A deal played on where it stands, for play at random: the legal small steps are counted and one of them is done.

The steps are those of `engine.legal`, in an order of their own: openings are counted in the masks of `engine.counting`,
additions in those that each meld carries, and only the step that is chosen is made. Where a step has to be tried first
(the last cards, an obliged lay, a clock that ran out) they are listed by `legal` itself. What a step does is
`engine.transitions`, so no rule stands here. Unknown cards are played around as `legal` does it. The rollouts of
computer players choose by rules instead, and need no count (`engine.players.rollout`).
"""

from typing import TypeAlias

from engine.actions import DECLINE, DRAW, PICK_UP, Action, Add, Discard, Lay
from engine.additions import HIGH, LOW, extend
from engine.cards import Card
from engine.counting import bit_at
from engine.deal import OVER, PLAY, TAKE, Deal
from engine.hand import CARDS, SECOND, Hand, drop, drop_all, size
from engine.legal import FEW, discardable, legal, openings_need_trying, pick_up, takes, two_ended
from engine.melds import Meld
from engine.transitions import add, decline, discard, draw, lay
from engine.words import Word, bits

Addition: TypeAlias = tuple[int, Card, str]  # meld number, card, end


class SideMelds:
    """What the melds of a side say together, for as long as they lie so."""

    __slots__ = ("accepts", "melds", "ranks")

    def __init__(self, melds: tuple[Meld, ...]) -> None:
        self.melds = melds
        self.ranks: Word = 0  # the ranks of which there is a set, as a mask
        self.accepts: Word = 0  # the cards that may be added
        for meld in melds:
            self.ranks |= meld.rank_bit
            self.accepts |= meld.accepts


class Playout:
    """A deal of its own: `count` the legal steps, `do` one of them, until there are none."""

    __slots__ = ("_before_additions", "_before_runs", "_before_sets", "_deal", "_discards", "_listed", "_side_melds")

    def __init__(self, deal: Deal) -> None:
        self._deal = deal.copy()
        self._listed: tuple[Action, ...] | None = None  # the legal steps where they are listed
        self._discards: Word = 0  # the cards to discard, as a mask; their steps come first
        self._before_runs: Word = 0  # so many steps come before the runs,
        self._before_sets: Word = 0  # so many before the sets,
        self._before_additions: Word = 0  # and so many before the additions
        self._side_melds = [SideMelds(melds) for melds in deal.melds]  # by side, as their melds were looked at last

    def __reduce__(self) -> tuple[object, ...]:
        """A copy stands where this one stands, and is to be counted anew."""
        return Playout, (self._deal,)

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
            return self._list(takes(deal) if deal.phase == TAKE and not deal.clock_out else tuple(legal(deal)))
        hand = deal.hands[deal.turn]
        once: Word = hand & CARDS
        held = _held_or_few(hand, once)
        if held < 3 or deal.opening:
            return self._list(tuple(legal(deal)))
        ours = self._look(deal)
        counting = deal.code.counting
        twice: Word = hand >> SECOND & CARDS
        runs, sets = counting.runs(once, twice), counting.sets(once, twice, ours.ranks)
        if runs + sets and openings_need_trying(deal, held, ours.melds):
            return self._list(tuple(legal(deal)))
        self._listed = None
        self._discards = discardable(deal, once)
        self._before_runs = bits(self._discards)
        self._before_sets = self._before_runs + runs
        self._before_additions = self._before_sets + sets
        if once & ours.accepts:
            return self._before_additions + _additions(deal, once, ours.melds)
        return self._before_additions

    def _list(self, actions: tuple[Action, ...]) -> int:
        self._listed = actions
        return len(actions)

    def _look(self, deal: Deal) -> SideMelds:
        """The melds of the side in turn."""
        side = deal.code.side_of[deal.turn]
        ours = self._side_melds[side]
        if ours.melds is not deal.melds[side]:
            ours = self._side_melds[side] = SideMelds(deal.melds[side])
        return ours

    # --- one of them --------------------------------------------------------------------------------------------------

    def action(self, number: int) -> Action:
        """The step of this number, from 0, as the last `count` counted them."""
        if self._listed is not None:
            return self._listed[number]
        if number < self._before_runs:
            return Discard(bits(bit_at(self._discards, number) - 1))
        if number < self._before_additions:
            return self._opening_at(number)
        meld_number, card, end = self._addition_at(number - self._before_additions)
        return Add(meld_number, (card,), end)

    def do(self, number: int) -> None:
        """Do that step; the next one has to be counted anew."""
        deal = self._deal
        if self._listed is not None:
            self._do_listed(self._listed[number])
        elif number < self._before_runs:
            card = bits(bit_at(self._discards, number) - 1)
            discard(deal, card, drop(deal.hands[deal.turn], card))
        elif number < self._before_additions:
            self._do_lay(self._opening_at(number))
        else:
            meld_number, card, end = self._addition_at(number - self._before_additions)
            self._do_add(meld_number, card, end)

    def _opening_at(self, number: int) -> Lay:
        deal = self._deal
        hand = deal.hands[deal.turn]
        if number < self._before_sets:
            return deal.code.counting.run_at(hand, number - self._before_runs)
        return deal.code.counting.set_at(hand, self._look(deal).ranks, number - self._before_sets)

    def _addition_at(self, number: Word) -> Addition:
        deal = self._deal
        once: Word = deal.hands[deal.turn] & CARDS
        book = deal.code.book
        meld_number = 0
        for meld in deal.melds[deal.code.side_of[deal.turn]]:
            meld_number += 1
            fitting = once & meld.accepts
            if not fitting:
                continue
            doubles = fitting & two_ended(book, meld)
            plain = bits(fitting)
            if number < plain:
                bit = bit_at(fitting, number)
                return meld_number, bits(bit - 1), LOW if bit & doubles else ""
            number -= plain
            twice = bits(doubles)
            if number < twice:
                return meld_number, bits(bit_at(doubles, number) - 1), HIGH
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


def _held_or_few(hand: Hand, once: Word) -> Word:
    """How many cards are held, where they are few; else how many different ones: it does not matter then how many."""
    different = bits(once)
    return different if different > FEW else size(hand)


def _additions(deal: Deal, once: Word, melds: tuple[Meld, ...]) -> Word:
    """How many additions of one card."""
    book = deal.code.book
    number: Word = 0
    for meld in melds:
        fitting = once & meld.accepts
        if fitting:
            number += bits(fitting)
            doubles = fitting & two_ended(book, meld)
            if doubles:
                number += bits(doubles)
    return number
