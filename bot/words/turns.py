"""Turns in words, from what the log has written: `Anna draws, lays 7♥ 7♣ 7♠ and discards 4♣`.

The words are for the whole table: a card drawn from the stock is never told, whoever wrote it down.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.words import table_words
from bot.words.languages import Fact, Language, list_words, say
from engine.actions import (
    CLOSED,
    COMPLETED,
    POZZETTO,
    Add,
    ClockOut,
    Decline,
    Discard,
    Draw,
    Lay,
    PickUp,
    Written,
)
from engine.melds import Meld

_MANY: Final = 4  # a larger pile is counted, not listed


class Teller:
    """Says what a player does: of them, or to them where they are the reader."""

    def __init__(self, own: bool) -> None:
        self.own = own

    def say(self, language: Language, key: str, /, **facts: Fact) -> str:
        """A text of a turn."""
        return say(language, f"yours.{key.removeprefix('turn.')}", **facts) if self.own else say(language, key, **facts)


def turn(
    language: Language, who: str, written: Iterable[Written], melds: Sequence[Meld] = (), own: bool = False
) -> str:
    """What a player did in a turn, or so far. `melds` of their side, as they lie now, give additions a better name.

    `own`: it is told to that player.
    """
    teller = Teller(own)
    deeds = [deed for one in _merge_additions(written) for deed in _deeds(teller, language, one, melds)]
    return teller.say(language, "turn.told", who=who, deeds=list_words(language, deeds)) if deeds else ""


def _merge_additions(written: Iterable[Written]) -> Iterator[Written]:
    """The actions, with additions to the same meld that follow one another told as one."""
    last: Written | None = None
    for one in written:
        if last is not None:
            both = _one_addition(last, one)
            if both is not None:
                last = both
                continue
            yield last
        last = one
    if last is not None:
        yield last


def _one_addition(first: Written, then: Written) -> Written | None:
    a, b = first.action, then.action
    if not (isinstance(a, Add) and isinstance(b, Add)) or a.meld != b.meld or POZZETTO in first.marks:
        return None
    return Written(Add(a.meld, a.cards + b.cards, b.end or a.end), (), first.marks + then.marks)


def _deeds(teller: Teller, language: Language, written: Written, melds: Sequence[Meld]) -> Iterator[str]:
    yield _action_words(teller, language, written, melds)
    if COMPLETED in written.marks:
        yield teller.say(language, "turn.burraco")
    if POZZETTO in written.marks:
        discarded = isinstance(written.action, Discard)
        yield teller.say(language, "turn.pozzetto") if discarded else teller.say(language, "turn.pozzetto-at-once")
    if CLOSED in written.marks:
        yield teller.say(language, "turn.closes")


def _action_words(teller: Teller, language: Language, written: Written, melds: Sequence[Meld]) -> str:
    match written.action:
        case Draw():
            return teller.say(language, "turn.draw")
        case PickUp():
            return _picks_up(teller, language, written)
        case Decline():
            return teller.say(language, "turn.decline")
        case ClockOut():
            return teller.say(language, "turn.clock-out")
        case Lay(laid):
            return teller.say(language, "turn.lay", cards=table_words.cards(language, laid))
        case Add(number, added, end):
            names = table_words.added(language, added, end)
            if number > len(melds):
                return teller.say(language, "turn.add", cards=names, meld=number)
            meld = table_words.meld(language, melds[number - 1])
            return teller.say(language, "turn.add-named", cards=names, meld=meld)
        case Discard(card):
            return teller.say(language, "turn.discard", card=table_words.card(language, card))


def _picks_up(teller: Teller, language: Language, written: Written) -> str:
    pile = written.revealed
    if not pile:
        return teller.say(language, "turn.pick-up-pile")
    if len(pile) > _MANY:
        return teller.say(language, "turn.pick-up-many", count=len(pile))
    return teller.say(language, "turn.pick-up", cards=table_words.cards(language, pile))
