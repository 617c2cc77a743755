"""The meld rules once more, slow and obvious, to check the engine against: hand.md 1.3-1.7, 4 and 5.0, nothing else.

Cards are their two letters, melds are plain objects, every question is answered by trying all windows and all subsets.
Nothing here is imported from the engine, so that two implementations must agree. A new rule of melds comes here too.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

SUITS = "hdcs"
RANKS = "A23456789TJQK"
TWOS = ["2h", "2d", "2c", "2s"]
WILD = ["Jk", *TWOS]
FACES = [rank + suit for suit in SUITS for rank in RANKS] + ["Jk"]
FREE = 0  # the place of a matta that stands for no card yet; other places are 1 (ace low) to 14 (ace high)


@dataclass(frozen=True, eq=False)
class Code:
    """What hand.md 6.1 prints of a code, as far as melds and the end of a turn need it."""

    set_ranks: str
    floating: bool
    kinds: dict[str, int]  # bonus by kind; a kind that is not here does not exist
    close_needs_clean: bool = False
    must_meld: bool = False
    three_player: bool = False  # clean opening, and a player may run out of cards
    two_needs_real_three: bool = False
    semi_inside: bool = True
    semi_any_8: bool = False


_ALL_KINDS = {"reale": 300, "super": 250, "pulito": 200, "semipulito": 150, "sporco": 100}
_THREE_KINDS = {"pulito": 200, "semipulito": 150, "sporco": 100}
_TWO_KINDS = {"pulito": 200, "sporco": 100}
CODES = {
    "febur": Code("A3456789TJQK", floating=True, kinds=_ALL_KINDS),
    "online": Code("A3456789TJQK", floating=False, kinds=_THREE_KINDS),
    "three-player": Code(RANKS, floating=False, kinds=_TWO_KINDS, three_player=True),
    "fitab": Code("A3456789TJQK", floating=True, kinds=_ALL_KINDS),
    "fibur": Code("A3456789TJQK", floating=True, kinds=_THREE_KINDS),
    "international": Code("A3", floating=True, kinds=_TWO_KINDS, close_needs_clean=True, must_meld=True),
}


@dataclass(frozen=True)
class Run:
    """A sequence: the places of its natural cards in rising order, its matta ("" for none) and where that lies."""

    suit: str
    naturals: tuple[int, ...]
    matta: str = ""
    at: int = FREE

    @property
    def cards(self) -> tuple[str, ...]:
        """Its cards in no particular order."""
        return (*[face(self.suit, place) for place in self.naturals], *([self.matta] if self.matta else []))


@dataclass(frozen=True)
class Set:
    """A combination: its natural cards, sorted, and its matta ("" for none)."""

    rank: str
    naturals: tuple[str, ...]
    matta: str = ""

    @property
    def cards(self) -> tuple[str, ...]:
        return (*self.naturals, *([self.matta] if self.matta else []))


Meld = Run | Set


def face(suit: str, place: int) -> str:
    """The card whose own place this is."""
    return (RANKS + "A")[place - 1] + suit


def minus(cards: Iterable[str], taken: Iterable[str]) -> list[str] | None:
    """The cards without those taken, or None where one of them is not there."""
    left = list(cards)
    for card in taken:
        if card not in left:
            return None
        left.remove(card)
    return left


# --- melds laid at once (1.3, 1.4) ------------------------------------------------------------------------------------


def runs(code: Code, cards: Sequence[str]) -> list[Run]:
    """Every run these cards can be: each window of the right length, with no hole or with any one hole."""
    found: list[Run] = []
    plain = [card for card in cards if card not in WILD]
    if not 3 <= len(cards) <= 14 or len({card[1] for card in plain}) != 1 or len(cards) - len(plain) > 2:
        return []
    suit = plain[0][1]
    for low in range(1, 14 - len(cards) + 2):
        window = range(low, low + len(cards))
        for hole in (None, *window):
            run = _run(code, cards, suit, [place for place in window if place != hole], hole)
            if run is not None and run not in found:
                found.append(run)
    return found


def _run(code: Code, cards: Sequence[str], suit: str, naturals: list[int], hole: int | None) -> Run | None:
    """The run with naturals at these places and the matta in the hole, if the cards allow and the rules do."""
    left = minus(cards, [face(suit, place) for place in naturals])
    if left is None or (1 in naturals and 14 in naturals):  # the ace is unique
        return None
    if code.two_needs_real_three and 2 in naturals and 3 not in naturals:
        return None
    if hole is None:
        return Run(suit, tuple(naturals))
    matta = left[0]
    if matta not in WILD or matta == face(suit, hole):  # the own-suit two at place 2 is a natural two
        return None
    at_end = hole < naturals[0] or hole > naturals[-1]
    if code.floating and at_end:
        if matta == face(suit, 2) and naturals[0] == 3:  # directly under a natural 3 it is natural at once
            return None
        return Run(suit, tuple(naturals), matta, FREE)
    return Run(suit, tuple(naturals), matta, hole)


def sets(code: Code, cards: Sequence[str]) -> list[Set]:
    """Every set these cards can be."""
    found: list[Set] = []
    for rank in code.set_ranks:
        naturals = sorted(card for card in cards if card[0] == rank and card != "Jk")
        matte = [card for card in cards if card not in naturals]
        fits = len(matte) <= 1 and all(card in WILD for card in matte) and 3 <= len(cards) <= 9
        if fits and len(naturals) >= 2:
            found.append(Set(rank, tuple(naturals), *matte))
    return found


def readings(code: Code, cards: Sequence[str]) -> list[Meld]:
    """Every meld these cards can be."""
    return [*runs(code, cards), *sets(code, cards)]


def lay(code: Code, cards: Sequence[str]) -> Meld | None:
    """The meld these cards are when they are laid in this order, or None: an order that is itself a reading stands."""
    possible = readings(code, cards)
    as_written = [meld for meld in possible if isinstance(meld, Run) and tuple(cards) in orders(meld)]
    return best(code, as_written or possible)


def best(code: Code, melds: Sequence[Meld]) -> Meld | None:
    """The better bonus, then the lower: first the naturals (an ace), then the matta."""
    return min(melds, key=lambda meld: _rank_of(code, meld), default=None)


def _rank_of(code: Code, meld: Meld) -> tuple[int, tuple[int, ...], int]:
    if isinstance(meld, Set):
        return -bonus(code, meld), (), 0
    return -bonus(code, meld), meld.naturals, meld.at


def orders(run: Run) -> list[tuple[str, ...]]:
    """The orders from low to high that say this run, first the one to write; a free matta may stand at either end."""
    lowest, highest = run.naturals[0], run.naturals[-1]
    ends = [place for place in (lowest - 1, highest + 1) if 1 <= place <= 14]
    holes = [0] if not run.matta else ends if run.at == FREE else [run.at]
    texts: list[tuple[str, ...]] = []
    for hole in holes:
        places = sorted({*run.naturals, *([hole] if hole else [])})
        texts.append(tuple(run.matta if place == hole else face(run.suit, place) for place in places))
    return texts


def written(meld: Meld) -> tuple[str, ...]:
    """The cards in the order in which the notation writes them."""
    if isinstance(meld, Run):
        return orders(meld)[0]
    one_by_one = sorted(meld.naturals, key=lambda card: SUITS.index(card[1]))
    return (*one_by_one, *([meld.matta] if meld.matta else []))


# --- burraco (1.6) ----------------------------------------------------------------------------------------------------


def kind(code: Code, meld: Meld) -> str | None:
    """The burraco a meld is, or None."""
    size = len(meld.cards)
    if size < 7:
        return None
    if not meld.matta:
        top = (
            "reale" if isinstance(meld, Run) and size == 13 else "super" if isinstance(meld, Set) and size == 8 else ""
        )
        return top if top in code.kinds else "pulito"
    if "semipulito" in code.kinds and _is_semi(code, meld):
        return "semipulito"
    return "sporco"


def _is_semi(code: Code, meld: Meld) -> bool:
    if code.semi_any_8 and len(meld.cards) >= 8:
        return True
    if isinstance(meld, Set) or meld.at == FREE:
        return len(meld.naturals) >= 7
    below = [place for place in meld.naturals if place < meld.at]
    above = [place for place in meld.naturals if place > meld.at]
    if below and above and not code.semi_inside:
        return False
    return max(len(below), len(above)) >= 7


def bonus(code: Code, meld: Meld) -> int:
    name = kind(code, meld)
    return code.kinds[name] if name else 0


# --- additions (section 4) --------------------------------------------------------------------------------------------


def extend(code: Code, before: Meld, batch: Sequence[str], mark: str = "") -> Meld | None:
    """The meld after a batch is added, or None where that is not legal; the mark is "", "_" (low or home) or "^"."""
    found = results(code, before, tuple(batch))
    if mark:
        found = [after for after in found if end(code, before, after) == mark]
    return best(code, found)


@lru_cache(1)  # each question is asked with every mark
def results(code: Code, before: Meld, batch: tuple[str, ...]) -> Sequence[Meld]:
    """Every meld that the batch may make of this one."""
    if not batch:
        return ()
    cards = [*before.cards, *batch]
    if isinstance(before, Set):
        return [after for after in sets(code, cards) if after.rank == before.rank]
    return [after for after in runs(code, cards) if _may_become(before, after)]


def _may_become(before: Run, after: Run) -> bool:
    """Steps 1 to 3: naturals keep their places, the matta leaves its place only for its card, and then to where."""
    if before.suit != after.suit or not set(before.naturals) <= set(after.naturals):
        return False
    if not before.matta:
        return True
    if before.at != FREE and before.at not in after.naturals:  # nobody replaced it
        return (after.matta, after.at) == (before.matta, before.at)
    return after.matta == before.matta or _went_home(before, after)


def _went_home(before: Run, after: Run) -> bool:
    own_two = before.matta == face(before.suit, 2)
    return own_two and 2 in after.naturals and 2 not in before.naturals and 3 in after.naturals


def end(code: Code, before: Meld, after: Meld) -> str:
    """Where a loose matta came to lie: "^" above, "_" below or home, "" where none moved or it fills a gap."""
    if code.floating or isinstance(before, Set) or isinstance(after, Set):
        return ""
    if not after.matta:
        return "_" if 2 in after.naturals and 2 not in before.naturals else ""
    if after.at == before.at:
        return ""
    return "^" if after.at > after.naturals[-1] else "_" if after.at < after.naturals[0] else ""


def marks(code: Code, before: Meld, batch: Sequence[str]) -> list[str]:
    """The marks with which a step is written: both where both ends are possible, else none."""
    ends = {end(code, before, after) for after in results(code, before, tuple(batch))}
    return ["_", "^"] if ends >= {"_", "^"} else [""]


# --- the turn (1.7, 5.0) ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Turn:
    """What the player in turn has before them in the phase play."""

    code: Code
    hand: tuple[str, ...]
    melds: tuple[Meld, ...] = ()
    pozzetto: tuple[str, ...] = ()  # the cards their side would take; () where it can take none
    forbidden: str = ""  # picked up as a pile of one, no twin
    opening: int = 0  # number of the opening laid this turn, which may not change
    must_lay: bool = False  # picked up, nothing laid yet (international)


def may_close(turn: Turn, melds: Sequence[Meld]) -> bool:
    kinds = [kind(turn.code, meld) for meld in melds]
    wanted = ["pulito", "super", "reale"] if turn.code.close_needs_clean else ["sporco", "semipulito", *_ALL_KINDS]
    return not turn.pozzetto and any(name in wanted for name in kinds)


def can_finish(turn: Turn, hand: Sequence[str], melds: Sequence[Meld], opening: int) -> bool:
    """Whether the turn can still end legally with this hand and these melds."""
    if len(hand) >= 2:
        return True
    if not hand:
        return bool(turn.pozzetto)
    may_be_laid = any(extend(turn.code, meld, hand) for number, meld in enumerate(melds, 1) if number != opening)
    return may_discard_last(turn, hand[0], melds) or (bool(turn.pozzetto) and may_be_laid)


def may_discard_last(turn: Turn, card: str, melds: Sequence[Meld]) -> bool:
    if card == turn.forbidden:
        return False
    return bool(turn.pozzetto) or turn.code.three_player or (may_close(turn, melds) and card not in WILD)


def may_discard(turn: Turn, card: str) -> bool:
    if turn.must_lay or card not in turn.hand or card == turn.forbidden:
        return False
    return len(turn.hand) > 1 or may_discard_last(turn, card, turn.melds)


def is_open(turn: Turn, meld: Meld) -> bool:
    """Whether the side may lay this meld as far as its other melds go: no equal set, a clean opening."""
    if isinstance(meld, Set) and any(isinstance(other, Set) and other.rank == meld.rank for other in turn.melds):
        return False
    if turn.melds or not turn.code.three_player:
        return True
    if isinstance(meld, Set) and (meld.rank == "2" or len({card[1] for card in meld.naturals}) < len(meld.naturals)):
        return False
    return not meld.matta


def laid(turn: Turn, cards: Sequence[str]) -> Turn | None:
    """The turn after a new meld, or None where it is refused."""
    meld = lay(turn.code, cards)
    left = minus(turn.hand, cards)
    if meld is None or left is None or not is_open(turn, meld):
        return None
    opening = 1 if turn.code.three_player and not turn.melds else turn.opening
    return _after(turn, left, (*turn.melds, meld), opening)


def added(turn: Turn, number: int, batch: Sequence[str], mark: str = "") -> Turn | None:
    """The turn after an addition, or None where it is refused."""
    left = minus(turn.hand, batch)
    if left is None or number == turn.opening:
        return None
    after = extend(turn.code, turn.melds[number - 1], batch, mark)
    if after is None:
        return None
    return _after(turn, left, (*turn.melds[: number - 1], after, *turn.melds[number:]), turn.opening)


def _after(turn: Turn, hand: list[str], melds: tuple[Meld, ...], opening: int) -> Turn | None:
    if not can_finish(turn, hand, melds, opening):
        return None
    new = replace(turn, hand=tuple(hand), melds=melds, opening=opening, must_lay=False)
    return new if hand else replace(new, hand=turn.pozzetto, pozzetto=(), forbidden="")


def may_pick_up(turn: Turn, pile: Sequence[str]) -> bool:
    """Whether the player may take the pile: not to stand there with the forbidden card alone, and not for nothing."""
    if len(pile) == 1 and not turn.hand:
        return False
    barred = pile[0] if len(pile) == 1 and pile[0] not in turn.hand else ""
    picked = replace(turn, hand=(*turn.hand, *pile), forbidden=barred, must_lay=turn.code.must_meld)
    return not turn.code.must_meld or bool(lays(picked))


def takes(turn: Turn, pile: Sequence[str], drawable: bool) -> list[str]:
    """How the player may begin their turn; declining is for an exhausted stock whose pile could be taken."""
    able = may_pick_up(turn, pile)
    return [*(["d"] if drawable else []), *(["p"] if able else []), *(["n"] if able and not drawable else [])]


def subsets(hand: Sequence[str], sizes: Iterable[int]) -> Iterator[tuple[str, ...]]:
    """Every different choice of so many cards of a hand."""
    for size in sizes:
        yield from dict.fromkeys(combinations(sorted(hand), size))


def openings(code: Code, hand: Sequence[str]) -> set[Meld]:
    """Every meld that three cards of the hand can be, all its readings."""
    return {meld for three in subsets(hand, [3]) for meld in readings(code, three)}


def steps(turn: Turn) -> dict[str, Turn | None]:
    """Every legal small step of the notation, with the turn after it (None after a discard)."""
    found: dict[str, Turn | None] = {f"x:{card}": None for card in turn.hand if may_discard(turn, card)}
    for meld in openings(turn.code, turn.hand):
        after = laid(turn, written(meld))
        if after is not None:
            found["m:" + "".join(written(meld))] = after
    for number, meld in enumerate(turn.melds, 1):
        for card in sorted(set(turn.hand)):
            for mark in marks(turn.code, meld, [card]):
                after = added(turn, number, [card], mark)
                if after is not None:
                    found[f"a{number}:{card}{mark}"] = after
    return found


def lays(turn: Turn) -> set[tuple[int, tuple[str, ...]]]:
    """Every legal lay of any size: the meld's number (0 for a new one) and the cards, sorted."""
    found: set[tuple[int, tuple[str, ...]]] = set()
    for cards in subsets(turn.hand, range(1, len(turn.hand) + 1)):
        meld = best(turn.code, readings(turn.code, cards))
        if meld is not None and laid(turn, written(meld)) is not None:
            found.add((0, cards))
        numbers = range(1, len(turn.melds) + 1)
        found |= {(number, cards) for number in numbers if added(turn, number, cards) is not None}
    return found


def maximal(legal: set[tuple[int, tuple[str, ...]]]) -> set[tuple[int, tuple[str, ...]]]:
    """The lays that no other lay contains on the same meld with the same wild cards."""
    return {
        (to, cards)
        for to, cards in legal
        if not any(to == other and _contains(larger, cards) for other, larger in legal)
    }


def _contains(larger: tuple[str, ...], smaller: tuple[str, ...]) -> bool:
    same_wild = [card for card in larger if card in WILD] == [card for card in smaller if card in WILD]
    return len(larger) > len(smaller) and same_wild and Counter(larger) >= Counter(smaller)
