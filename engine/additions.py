"""Additions: what becomes of a meld when cards are put on it.

The whole batch is judged together (febur art. 10 ex. M). Naturals on the table keep their places, an ace its end. A
matta in a gap, or anchored at an end, leaves its place only for the card it stands for; freed, it goes home if it is
the two of the suit and a real 3 lies above, or fills the gap, or takes an end.
"""

from collections.abc import Sequence

from engine.cards import ACE, JOKER, NO_CARD, TWO, UNKNOWN, Card, is_wild
from engine.hand import drop_all, pack, put_all, unpack
from engine.melds import FREE, HIGH_ACE, LOW_ACE, Meld, MeldBook, Run, Set, better_then_low, high_place
from engine.refusal import Reason

LOW = "_"
HIGH = "^"


def extend(book: MeldBook, meld: Meld, cards: tuple[Card, ...], end: str = "") -> Meld | Reason:
    """The meld with these cards added; `end` is "", "_" (low, or home) or "^" (high) for a matta free to choose."""
    if len(cards) != 1:
        return _extend(book, meld, cards, end)
    known = meld.grown.get((cards[0], end))
    if known is not None:
        return known
    found = _extend(book, meld, cards, end)
    if isinstance(found, Meld):
        meld.grown[cards[0], end] = found
    return found


def fits(book: MeldBook, meld: Meld, cards: tuple[Card, ...]) -> bool:
    """Whether the meld can take these cards, which are known; `extend` says also what it becomes, or why it cannot."""
    if len(cards) == 1 and (cards[0], "") in meld.grown:
        return True
    if isinstance(meld.shape, Set):
        return isinstance(_extended_set(book, meld.shape, cards), Meld)
    return bool(_extended_runs(book, meld.shape, cards))


def _extend(book: MeldBook, meld: Meld, cards: tuple[Card, ...], end: str) -> Meld | Reason:
    if UNKNOWN in cards:
        return Reason.UNKNOWN_CARD
    if not cards:
        return Reason.TOO_FEW_CARDS
    if isinstance(meld.shape, Set):
        grown = _extended_set(book, meld.shape, cards)
        return Reason.END_MARK if end and isinstance(grown, Meld) else grown
    runs = _extended_runs(book, meld.shape, cards)
    if not runs:
        return _why_not(book, meld.shape, cards)
    return _choose(book, meld.shape, runs, end)


def end_of(book: MeldBook, meld: Meld, cards: tuple[Card, ...], grown: Meld) -> str:
    """The mark to write for an addition: "_" or "^" where its matta could have gone to either end, else ""."""
    if isinstance(meld.shape, Set) or isinstance(grown.shape, Set) or not both_ends(book, meld, cards):
        return ""
    return _end(meld.shape, grown.shape)


def both_ends(book: MeldBook, meld: Meld, cards: tuple[Card, ...]) -> bool:
    """Whether these cards leave a matta to choose between two ends (only in codes with an anchored matta)."""
    if book.floating or isinstance(meld.shape, Set):
        return False
    return {_end(meld.shape, run) for run in _extended_runs(book, meld.shape, cards)} >= {LOW, HIGH}


def _choose(book: MeldBook, before: Run, runs: list[Run], end: str) -> Meld | Reason:
    if end:
        if book.floating:
            return Reason.END_MARK
        runs = [run for run in runs if _end(before, run) == end]
        if not runs:
            return Reason.END_MARK
    return min([book.judge(run) for run in runs], key=better_then_low)


def _end(before: Run, after: Run) -> str:
    """Where a loose matta came to lie: "^" above, "_" below or home, "" if none moved or it fills a gap."""
    if after.at == FREE:
        return LOW if after.places & ~before.places & 1 << 2 else ""
    if after.at == before.at:
        return ""
    if after.at > high_place(after.places):
        return HIGH
    return LOW if 1 << after.at < (after.places & -after.places) else ""


def _extended_set(book: MeldBook, before: Set, cards: Sequence[Card]) -> Meld | Reason:
    naturals = tuple([card for card in cards if card < JOKER and card % 13 == before.rank])
    matte = [card for card in cards if card not in naturals]
    if any(not is_wild(card) for card in matte):
        return Reason.DOES_NOT_FIT
    if len(matte) + (before.matta >= 0) > 1:
        return Reason.TWO_MATTE
    if drop_all(_WHOLE_PACKS[before.rank], (*unpack(before.naturals), *naturals)) < 0:
        return Reason.TOO_MANY_CARDS
    after = Set(before.rank, put_all(before.naturals, naturals), matte[0] if matte else before.matta)
    size = after.naturals.bit_count() + (after.matta >= 0)
    return Reason.TOO_MANY_CARDS if size > book.rules.max_set else book.judge(after)


_WHOLE_PACKS = tuple(pack([suit * 13 + rank for suit in range(4) for _ in "12"]) for rank in range(13))


def _extended_runs(book: MeldBook, before: Run, cards: Sequence[Card]) -> list[Run]:
    """Every run that the batch can make of this one."""
    faces = [card for card in cards if not is_wild(card)]
    plain = _new_places(before, faces)
    if plain is None:
        return []
    found: list[Run] = []
    home = before.suit * 13 + TWO
    own_twos = sum([card == home for card in cards])
    wild = [card for card in cards if is_wild(card) and card != home]
    for ace in (LOW_ACE, HIGH_ACE) if any([card % 13 == ACE for card in faces]) else (0,):
        places = before.places | plain | (1 << ace if ace else 0)
        for natural_two in (1, 0) if own_twos and not before.places & 1 << 2 else (0,):
            if natural_two and book.rules.natural_two_needs_real_three and not places & 1 << 3:
                continue
            loose = wild + [home] * (own_twos - natural_two)
            found += _place_matta(book, before, places | natural_two << 2, loose)
    return found


def _new_places(before: Run, faces: Sequence[Card]) -> int | None:
    """The places that natural cards take beside those of a run, an ace left out; None where one does not fit."""
    if any([card // 13 != before.suit for card in faces]) or len(set(faces)) < len(faces):
        return None
    has_ace = before.places & (1 << LOW_ACE | 1 << HIGH_ACE)
    if has_ace and any([card % 13 == ACE for card in faces]):
        return None
    plain = sum([1 << card % 13 + 1 for card in faces if card % 13 != ACE])
    return None if plain & before.places else plain


def _place_matta(book: MeldBook, before: Run, places: int, loose: list[Card]) -> list[Run]:
    """The runs on these naturals with the matta of before and the loose wild cards of the batch."""
    if before.matta >= 0 and before.at != FREE and not places & 1 << before.at:
        stays = not loose and _is_whole(places | 1 << before.at)
        return [Run(before.suit, places, before.matta, before.at)] if stays else []
    if before.matta < 0:
        candidates = [(places, loose)]
    else:
        candidates = [(places, [*loose, before.matta])]
        if before.matta == before.suit * 13 + TWO and places & 1 << 3 and not places & 1 << 2:
            candidates.append((places | 1 << 2, loose))  # it goes home
    found: list[Run] = []
    for naturals, matte in candidates:
        if len(matte) <= 1:
            found += book.complete(before.suit, naturals, matte[0] if matte else NO_CARD)
    return found


def _is_whole(places: int) -> bool:
    return not (places + (places & -places)) & places


def _why_not(book: MeldBook, before: Run, cards: Sequence[Card]) -> Reason:
    """The first thing an arbiter would say about cards that do not fit a run."""
    faces = [card for card in cards if not is_wild(card)]
    if any(card // 13 != before.suit for card in faces):
        return Reason.MIXED_SUITS
    aces = [card for card in faces if card % 13 == ACE]
    if aces and (len(aces) > 1 or before.places & (1 << LOW_ACE | 1 << HIGH_ACE)):
        return Reason.TWO_ACES
    if len(set(faces)) < len(faces) or any(before.places & 1 << card % 13 + 1 for card in faces if card % 13 != ACE):
        return Reason.REPEATED_CARD
    if before.matta >= 0:
        relaxed = before._replace(matta=NO_CARD, at=FREE)
        as_free = before._replace(at=FREE)
        if _extended_runs(book, as_free, cards) or _as_laid_anew(book, relaxed, before.matta, cards):
            return Reason.MATTA_HELD
    if sum([is_wild(card) for card in cards]) + (before.matta >= 0) > 1:
        return Reason.TWO_MATTE
    return Reason.WRAP if before.places & 1 << HIGH_ACE and any(card % 13 in (1, 2) for card in faces) else Reason.GAP


def _as_laid_anew(book: MeldBook, naturals: Run, matta: Card, cards: Sequence[Card]) -> bool:
    """Whether the same cards would be a run if they were all laid together (the matta could then move)."""
    on_table = [naturals.suit * 13 + (place - 1) % 13 for place in range(1, 15) if naturals.places & 1 << place]
    return bool(book.runs([*on_table, matta, *cards]))
