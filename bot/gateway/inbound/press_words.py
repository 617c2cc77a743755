"""What a press has done, in a word to who pressed: it comes at once, where the new hand may have to wait.

It may name that person's own cards, and reaches nobody else.
"""

from bot.messages.hand_controls import DISCARDS, SUGGESTIONS, WHERE, meld_name
from bot.messages.showing import Reader, Showing, showing
from bot.messages.targets import NEW, targets
from bot.messages.text_hand import own_cards
from bot.requests.requests import Aim, Clear, Do, Request, Sort, Tick, Unfold
from bot.tables.table import PLAYING, Table
from bot.views.drafts import BY_RANK
from bot.words import table_words
from bot.words.languages import say
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
from engine.cards import parse_card
from engine.melds import Meld, Set
from engine.play import Step, play
from engine.record import Turn


def happened(request: Request, table: Table, reader: Reader) -> str:
    """What came of a request, at the table as it is now; "" for what needs no word."""
    shown = showing(table, reader)
    if not shown.seat or shown.seen is None:
        return ""
    match request:
        case Do(command=command) if command.startswith("play "):
            return " ".join(_played(shown))
        case Do(command="back"):
            return say(shown.language, "did.back")
        case Tick(card=card) if parse_card(card) not in own_cards(shown):
            return say(shown.language, "did.not-held", card=table_words.card(shown.language, parse_card(card)))
        case Tick() | Clear():
            return ticked(shown)
        case Aim():
            return _aimed(shown)
        case Sort(by=by):
            return say(shown.language, "did.by-rank") if by == BY_RANK else say(shown.language, "did.by-suit")
        case Unfold(menu=menu):
            return _opened(shown, menu)
        case _:
            return ""


def _opened(shown: Showing, menu: str) -> str:
    said = {
        DISCARDS: say(shown.language, "menu.discards"),
        SUGGESTIONS: say(shown.language, "menu.suggestions"),
        WHERE: say(shown.language, "menu.targets"),
    }
    return said.get(menu, "")


# --- played -----------------------------------------------------------------------------------------------------------


def last_of(table: Table, seat: str) -> Written | None:
    """What a seat has done last in the deal on the table, or in the one that has just ended."""
    if table.in_turn == seat and table.turn:
        return table.turn[-1]
    ended = table.records[-1].lines if table.records and table.phase != PLAYING else ()
    turns = [line for line in reversed(table.lines or ended) if isinstance(line, Turn)]
    return turns[0].actions[-1] if turns and turns[0].seat == seat and turns[0].actions else None


def _played(shown: Showing) -> list[str]:
    written, language = last_of(shown.table, shown.seat), shown.language
    if written is None:
        return []
    marks = {
        COMPLETED: say(language, "did.burraco"),
        POZZETTO: say(language, "did.pozzetto"),
        CLOSED: say(language, "did.closes"),
    }
    said = [_deed(shown, written), *[table_words for mark, table_words in marks.items() if mark in written.marks]]
    if shown.table.in_turn not in ("", shown.seat):
        said.append(say(language, "did.next", name=shown.names[shown.table.in_turn]))
    return [one for one in said if one]


def _deed(shown: Showing, written: Written) -> str:
    language = shown.language
    match written.action:
        case Draw():
            return _drew(shown)
        case PickUp():
            return say(language, "did.pick-up", count=len(written.revealed))
        case Decline():
            return say(language, "did.decline")
        case Lay(laid):
            named = table_words.cards(language, laid)
            is_set = isinstance(_melds(shown)[-1].shape, Set)
            return say(language, "did.lay-set", cards=named) if is_set else say(language, "did.lay-run", cards=named)
        case Add(number, added):
            meld = table_words.meld(language, _melds(shown)[number - 1])
            return say(language, "did.add", cards=table_words.cards(language, added), meld=meld)
        case Discard(card):
            return say(language, "did.discard", card=table_words.card(language, card))
        case ClockOut():
            return ""


def _drew(shown: Showing) -> str:
    assert shown.seen is not None
    mine = shown.seat == shown.table.in_turn and shown.seen.deal.drawn >= 0
    return say(shown.language, "did.draw", card=table_words.card(shown.language, shown.seen.deal.drawn)) if mine else ""


def _melds(shown: Showing) -> tuple[Meld, ...]:
    """Those of the reader's side."""
    assert shown.seen is not None
    code = shown.table.code
    return tuple(shown.seen.deal.melds[code.side_of[code.seats.index(shown.seat)]])


# --- ticked -----------------------------------------------------------------------------------------------------------


def ticked(shown: Showing) -> str:
    """The cards that are ticked, and what they would be."""
    assert shown.seen is not None
    language, cards = shown.language, shown.held.ticked
    if not cards:
        return say(language, "did.unticked")
    named = table_words.cards(language, cards)
    fits = [one.number for one in targets(shown.seen, shown.seat, cards) if one.fits]
    if NEW in fits:
        step = play(shown.seen.deal, shown.seat, Lay(tuple(cards)))
        side = shown.table.code.side_of[shown.table.code.seats.index(shown.seat)]
        is_set = isinstance(step, Step) and isinstance(step.deal.melds[side][-1].shape, Set)
        return say(language, "did.ticked-set", cards=named) if is_set else say(language, "did.ticked-run", cards=named)
    if len(fits) == 1:
        return say(language, "did.ticked-fits", cards=named, meld=meld_name(shown, fits[0]))
    return say(language, "did.ticked", cards=named)


def _aimed(shown: Showing) -> str:
    """Where the ticked cards go."""
    number = shown.held.target
    if number < NEW or number > len(_melds(shown)):
        return ""
    named = say(shown.language, "menu.new-meld") if number == NEW else meld_name(shown, number)
    return say(shown.language, "did.aimed", meld=named)
