"""The best play for the player in turn, found by a search: what it gains and risks, and how sure that is.

Only a view goes in, with the cards that everybody could remember. The expert chooses a play; this one, or the one that
was played, is then compared with others in fresh worlds, the same worlds for all. A difference within two standard
errors counts as none. Budgets are counted in rollouts and chance comes from the view: the same view, the same advice.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, takewhile, zip_longest
from typing import Final, TypeAlias
from zlib import crc32

from engine.actions import CLOSED, POZZETTO, Action, Discard, PickUp
from engine.cards import NO_CARD, Card, is_wild
from engine.deal import TAKE, Deal
from engine.hand import BIT, Hand, size
from engine.legal import legal
from engine.means import mean_and_error
from engine.melds import Meld
from engine.play import Step, advance
from engine.players.club import weighed
from engine.players.expert import Expert, never, played_out
from engine.players.quick import quick_step
from engine.players.rollout import performed
from engine.players.worlds import Unseen, deal_anew
from engine.stream import Stream
from engine.view import View

SEARCHED: Final = 160  # rollouts by which the expert chooses
COMPARED: Final = 3  # other plays, those that look best before the search
WORLDS: Final = 96  # fresh worlds, in which the plays are compared: four rollouts each
FEWEST: Final = 24  # with fewer worlds nothing is compared
SURE: Final = 2.0  # standard errors
LEAST: Final = 0.5  # Match Points: less is nothing in whole ones, as they are told
NOT_ASKED: Final = -1.0

Actions: TypeAlias = tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class OtherPlay:
    """Another play: how many Match Points it is `behind` the one in question, and the standard error of that.

    `wanted`: the share of worlds in which the pile is then of use to the next player, by the simple rules of rollouts;
    club players take it less often. `NOT_ASKED` where no turn ends.
    """

    actions: Actions
    behind: float
    error: float
    wanted: float = NOT_ASKED

    @property
    def is_equal(self) -> bool:
        """Whether nothing shows which of the two is better, or it is by less than anybody counts."""
        return abs(self.behind) <= max(SURE * self.error, LEAST)


@dataclass(frozen=True, slots=True)
class Advice:
    """A play up to the end of the turn or the next unseen card, and the others it was compared with, the best first.

    `worlds`: in how many they were compared; 0 if there was nothing to compare, or no time. `wanted`: as of
    `OtherPlay`. `is_only`: nothing else could be done.
    """

    actions: Actions
    others: tuple[OtherPlay, ...] = ()
    worlds: int = 0
    wanted: float = NOT_ASKED
    is_only: bool = False

    @property
    def equals(self) -> tuple[OtherPlay, ...]:
        """The others that are as good: none that seems worse than one that clearly is."""
        return tuple(takewhile(lambda one: one.is_equal, self.others))

    @property
    def runner_up(self) -> OtherPlay | None:
        """The best of the others, where it is clearly behind."""
        first = self.others[0] if self.others else None
        return first if first is not None and not first.is_equal and first.behind > 0 else None

    @property
    def better(self) -> OtherPlay | None:
        """The best of the others, where it is clearly ahead."""
        first = self.others[0] if self.others else None
        return first if first is not None and not first.is_equal and first.behind < 0 else None


# --- advice -----------------------------------------------------------------------------------------------------------


def advise(seen: View, late: Callable[[], bool] = never) -> Advice:
    """What to do now, for the seat in turn, whose view it is. If time is up (`late`), what the club player would do."""
    found = plays(seen.deal, late)
    if len(found) == 1:
        return Advice(found[0], is_only=True)
    if late():  # judging once more, as the expert does first, takes longer than anything between two looks
        return Advice(found[0])
    stream = Stream(crc32(f"{seen.viewer} {seen}".encode()))
    chosen = Expert(stream.word(), late, SEARCHED).turn(seen)
    table = _played_out(seen, _candidates(seen.deal, chosen, found), stream, late)
    advice = table.of(0)
    if advice.better is not None:  # the fresh worlds see more than the few of the choice
        advice = table.of(table.best)
    return advice if advice.worlds else Advice(found[0])


def review(seen: View, played: Actions, late: Callable[[], bool] = never) -> Advice:
    """What was played from this view, compared with what else could have been played."""
    stream = Stream(crc32(f"{seen.viewer} {seen}".encode()))
    whole = [option.actions for option in weighed(seen.deal, legal(seen.deal), late)]  # also from an obliged lay on
    candidates = _candidates(seen.deal, played, whole)
    if len(candidates) == 1:
        return Advice(played, is_only=True)
    return _played_out(seen, candidates, stream, late).of(0)


def at_once(seen: View) -> Advice:
    """What the club player would do, without a search."""
    found = plays(seen.deal)
    return Advice(found[0], is_only=len(found) == 1)


def plays(deal: Deal, late: Callable[[], bool] = never) -> list[Actions]:
    """What the player in turn may choose among, first what looks best before a search."""
    actions = legal(deal)
    if len(actions) == 1:
        return [(actions[0],)]
    return [option.actions for option in weighed(deal, actions, late)] or [(actions[-1],)]


def _candidates(deal: Deal, chosen: Actions, found: Sequence[Actions]) -> list[Actions]:
    """The play in question, and the best of the others that lead to another position."""
    candidates, reached = [chosen], {leads_to(deal, chosen)}
    for other in found:
        place = leads_to(deal, other)
        if place is not None and place not in reached and len(candidates) <= COMPARED:
            reached.add(place)
            candidates.append(other)
    return candidates


Place: TypeAlias = tuple[Hand, frozenset[Meld], tuple[Card, ...]]


def leads_to(deal: Deal, actions: Actions) -> Place | None:
    """What a play leaves in the hand, on the table and in the pile; None where it is not allowed."""
    seat, side = deal.turn, deal.code.side_of[deal.turn]
    for action in actions:
        step = advance(deal, action)
        if not isinstance(step, Step):
            return None
        deal = step.deal
    return deal.hands[seat], frozenset(deal.melds[side]), deal.pile


# --- worlds -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Points:
    """By candidate what each world brought, and how often the next player wanted the pile."""

    candidates: list[Actions]
    points: list[list[float]]
    wanted: list[float]

    @property
    def best(self) -> int:
        sums = [sum(one) for one in self.points]
        return sums.index(max(sums))

    def of(self, place: int) -> Advice:
        """The advice about this candidate."""
        worlds = len(self.points[place])
        if worlds < FEWEST:
            return Advice(self.candidates[place])
        others = [self._other(place, one) for one in range(len(self.candidates)) if one != place]
        others.sort(key=lambda other: other.behind)
        return Advice(self.candidates[place], tuple(others), worlds, self.wanted[place])

    def _other(self, place: int, other: int) -> OtherPlay:
        leads = [own - its for own, its in zip(self.points[place], self.points[other], strict=True)]
        return OtherPlay(self.candidates[other], *mean_and_error(leads), self.wanted[other])


def _played_out(seen: View, candidates: list[Actions], stream: Stream, late: Callable[[], bool]) -> _Points:
    """Each candidate in the same worlds, as many as there is time for."""
    unseen = Unseen(seen)
    points: list[list[float]] = [[] for _ in candidates]
    wanted = [0 for _ in candidates]
    asks = [bool(actions) and isinstance(actions[-1], Discard) for actions in candidates]
    for _ in range(WORLDS):
        if late():
            break
        world = deal_anew(unseen, stream)
        for place, actions in enumerate(candidates):
            points[place].append(played_out(world, actions))
            wanted[place] += asks[place] and _is_pile_wanted(world, actions)
    worlds = max(1, len(points[0]))
    shares = [count / worlds if asked else NOT_ASKED for count, asked in zip(wanted, asks, strict=True)]
    return _Points(candidates, points, shares)


def _is_pile_wanted(world: Deal, actions: Actions) -> bool:
    """Whether the next player has a use for the pile, in this world, after these actions."""
    deal = performed(world, actions)
    return deal.phase == TAKE and isinstance(quick_step(deal), PickUp)


# --- what a play does -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Effects:
    """What a play does, as far as its player sees it.

    `points` of melds and burrachi that it brings; `burrachi`: the kinds that they have in the end. `pozzetto`: taken
    while the deal goes on. `ends`: the deal is over by it, `closes`: by a closing. `fits`: the discard goes on a meld
    of the opponents; `ready`: it makes a meld with two cards of the pile. `left`: cards in hand afterwards.
    """

    points: int = 0
    burrachi: tuple[str, ...] = ()
    pozzetto: bool = False
    closes: bool = False
    ends: bool = False
    pile: int = 0
    fits: bool = False
    ready: bool = False
    left: int = 0


def effects(deal: Deal, actions: Actions) -> Effects:
    """What these actions of the player in turn do; what the rules refuse does nothing."""
    begun, seat, side, marks = deal, deal.turn, deal.code.side_of[deal.turn], ""
    fits = ready = False
    for action in actions:
        step = advance(deal, action)
        if not isinstance(step, Step):
            break
        if isinstance(action, Discard):
            others = [meld for other, melds in enumerate(deal.melds) if other != side for meld in melds]
            fits = any(meld.accepts & BIT[action.card] for meld in others)
            ready = _lies_ready(deal, side, action.card)
        marks += step.marks
        deal = step.deal
    gained = _on_table(deal, side) - _on_table(begun, side)
    picked = len(begun.pile) if actions and isinstance(actions[0], PickUp) else 0
    pozzetto = POZZETTO in marks and not deal.is_over
    left = size(deal.hands[seat])
    made = _made(begun.melds[side], deal.melds[side])
    return Effects(gained, made, pozzetto, CLOSED in marks, deal.is_over, picked, fits, ready, left)


def _made(before: Sequence[Meld], after: Sequence[Meld]) -> tuple[str, ...]:
    """The kinds of the burrachi that were none before."""
    already = [meld.burraco is not None for meld in before]
    return tuple([one.burraco for one, was in zip_longest(after, already) if one.burraco and not was])


def _lies_ready(deal: Deal, side: int, card: Card) -> bool:
    """Whether the card makes a meld with two of the pile that another side may lay; natural but for the card itself."""
    near = [one for one in deal.pile if is_wild(card) or one // 13 == card // 13 or one % 13 == card % 13]
    melds = [deal.code.book.lay((card, *two)) for two in combinations(near, 2)]
    sides = [one for other, one in enumerate(deal.melds) if other != side]
    return any(
        meld.matta in (NO_CARD, card) and any(_may_lay(deal, meld, theirs) for theirs in sides)
        for meld in melds
        if isinstance(meld, Meld)
    )


def _may_lay(deal: Deal, meld: Meld, theirs: Sequence[Meld]) -> bool:
    """Whether a side that has these melds may have this one beside them: no second set of a rank."""
    return deal.code.rules.two_equal_sets or not any(meld.rank_bit and meld.rank_bit == one.rank_bit for one in theirs)


def _on_table(deal: Deal, side: int) -> int:
    return sum([meld.points + meld.bonus for meld in deal.melds[side]])
