"""What a press has done, in a word to who pressed: it comes at once, where the new hand may have to wait.

It may name that person's own cards, and reaches nobody else.
"""

from bot.messages.hand_controls import DISCARDS, SUGGESTIONS, WHERE, meld_name
from bot.messages.targets import NEW, targets
from bot.messages.text_hand import own_cards
from bot.requests.hand_drafts import Aim, Clear, Sort, Tick, Unfold
from bot.requests.requests import Request
from bot.requests.table_commands import Do
from bot.tables.table import PLAYING, Table
from bot.views.drafts import BY_RANK
from bot.views.table_view import TableView
from bot.views.viewer import Viewer
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
from engine.melds import Set
from engine.play import Step, play
from engine.record import Turn


def what_happened(request: Request, table: Table, viewer: Viewer) -> str:
    """What came of a request, at the table as it is now; "" for what needs no word."""
    view = TableView(table, viewer)
    if not view.seat or view.deal_view is None:
        return ""
    match request:
        case Do(command=command) if command.startswith("play "):
            return " ".join(_play_words(view))
        case Do(command="back"):
            return say(view.language, "did.back")
        case Tick(card=card) if parse_card(card) not in own_cards(view):
            return say(view.language, "did.not-held", card=table_words.card(view.language, parse_card(card)))
        case Tick() | Clear():
            return ticked_words(view)
        case Aim():
            return _target_words(view)
        case Sort(by=by):
            return say(view.language, "did.by-rank") if by == BY_RANK else say(view.language, "did.by-suit")
        case Unfold(menu=menu):
            return _menu_words(view, menu)
        case _:
            return ""


def _menu_words(view: TableView, menu: str) -> str:
    words = {
        DISCARDS: say(view.language, "menu.discards"),
        SUGGESTIONS: say(view.language, "menu.suggestions"),
        WHERE: say(view.language, "menu.targets"),
    }
    return words.get(menu, "")


# --- played -----------------------------------------------------------------------------------------------------------


def last_of(table: Table, seat: str) -> Written | None:
    """What a seat has done last in the deal on the table, or in the one that has just ended."""
    if table.in_turn == seat and table.turn:
        return table.turn[-1]
    ended = table.records[-1].lines if table.records and table.phase != PLAYING else ()
    turns = [line for line in reversed(table.lines or ended) if isinstance(line, Turn)]
    return turns[0].actions[-1] if turns and turns[0].seat == seat and turns[0].actions else None


def _play_words(view: TableView) -> list[str]:
    written, language = last_of(view.table, view.seat), view.language
    if written is None:
        return []
    marks = {
        COMPLETED: say(language, "did.burraco"),
        POZZETTO: say(language, "did.pozzetto"),
        CLOSED: say(language, "did.closes"),
    }
    sentences = [
        _action_words(view, written),
        *[table_words for mark, table_words in marks.items() if mark in written.marks],
    ]
    if view.table.in_turn not in ("", view.seat):
        sentences.append(say(language, "did.next", name=view.names[view.table.in_turn]))
    return [one for one in sentences if one]


def _action_words(view: TableView, written: Written) -> str:
    language = view.language
    match written.action:
        case Draw():
            return _drew(view)
        case PickUp():
            return say(language, "did.pick-up", count=len(written.revealed))
        case Decline():
            return say(language, "did.decline")
        case Lay(laid):
            named = table_words.cards(language, laid)
            is_set = isinstance(view.own_melds[-1].shape, Set)
            return say(language, "did.lay-set", cards=named) if is_set else say(language, "did.lay-run", cards=named)
        case Add(number, added):
            meld = table_words.meld(language, view.own_melds[number - 1])
            return say(language, "did.add", cards=table_words.cards(language, added), meld=meld)
        case Discard(card):
            return say(language, "did.discard", card=table_words.card(language, card))
        case ClockOut():
            return ""


def _drew(view: TableView) -> str:
    mine = view.seat == view.table.in_turn and view.deal.drawn >= 0
    return say(view.language, "did.draw", card=table_words.card(view.language, view.deal.drawn)) if mine else ""


# --- ticked -----------------------------------------------------------------------------------------------------------


def ticked_words(view: TableView) -> str:
    """The cards that are ticked, and what they would be."""
    assert view.deal_view is not None
    language, cards = view.language, view.draft.ticked
    if not cards:
        return say(language, "did.unticked")
    named = table_words.cards(language, cards)
    fits = [one.number for one in targets(view.deal_view, view.seat, cards) if one.fits]
    if NEW in fits:
        step = play(view.deal, view.seat, Lay(tuple(cards)))
        side = view.table.code.side_of[view.seat_number]
        is_set = isinstance(step, Step) and isinstance(step.deal.melds[side][-1].shape, Set)
        return say(language, "did.ticked-set", cards=named) if is_set else say(language, "did.ticked-run", cards=named)
    if len(fits) == 1:
        return say(language, "did.ticked-fits", cards=named, meld=meld_name(view, fits[0]))
    return say(language, "did.ticked", cards=named)


def _target_words(view: TableView) -> str:
    """Where the ticked cards go."""
    number = view.draft.target
    if number < NEW or number > len(view.own_melds):
        return ""
    named = say(view.language, "menu.new-meld") if number == NEW else meld_name(view, number)
    return say(view.language, "did.aimed", meld=named)
