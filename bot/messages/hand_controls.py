"""What a hand's message offers: cards to tick, where they may go, the discard, help. Everything is judged elsewhere.

A plain turn is two taps: a card that is drawn, and the card that is discarded; so while nothing is ticked the cards
that may be discarded stand open, and the best plays have a button each. A menu that is open (`Draft.menu`) takes the
place of all that, so that the message stays small.

Where the rows stand follows from what a finger does. A chat grows upwards from its lower edge, so the cards to tick
stand lowest: what appears above them when one is ticked moves none of them. *Draw* is pressed twice in haste: what
takes its place, counted from the upper edge or from the lower one, does nothing that lasts. The cards that go to the
pile and the cards to tick look alike, so a row of buttons that do no harm stands between them. A menu opens below its
*Close*, which is where the button was that opened it.
"""

from collections.abc import Iterator
from typing import Final

from bot.messages import phrase_menu
from bot.messages.assigned import arbiter
from bot.messages.buttons import Ask, Verb, tick
from bot.messages.fitting import LABEL, shorten
from bot.messages.message import Button, Control, Menu, Option, Row, Style, Ticks
from bot.messages.proposal import proposal_row
from bot.messages.table_buttons import button, lasting, press
from bot.messages.targets import NEW, Target, chosen_target, targets
from bot.views.controls import allowed_actions, discards, may_ask_hint, may_take_back, suggestions
from bot.views.drafts import BY_RANK, BY_SUIT, Draft
from bot.views.table_view import TableView
from bot.words import table_words
from bot.words.languages import say
from engine.actions import DECLINE, DRAW, PICK_UP, Action, Add, Discard, Lay
from engine.cards import Card, format_card
from engine.sorting import by_rank, by_suit

DISCARDS: Final = "discard"  # menus of a hand
SUGGESTIONS: Final = "suggest"
WHERE: Final = "where"  # the cards, and where those that are ticked may go
UNSEEN: Final = "unseen"  # of a lay that is pressed before it shows where the ticked cards go
AWAY: Final = "↓"  # before a card that goes to the pile as soon as it is pressed
BEST: Final = 3  # plays that have a button of their own
IN_ROW: Final = 5  # buttons that stand on one line everywhere
MOST_OPEN: Final = 25  # cards that may be discarded and stand open: what one menu holds everywhere
PAGE: Final = "page"  # page2: the second page of the cards


def order_of(draft: Draft) -> str:
    """How a hand lies: "suit", "rank", or "own"."""
    lies_by_suit, lies_by_rank = draft.order == by_suit(draft.order), draft.order == by_rank(draft.order)
    if lies_by_suit and lies_by_rank:
        return BY_SUIT if draft.by == BY_SUIT else BY_RANK
    if lies_by_suit:
        return BY_SUIT
    return BY_RANK if lies_by_rank else "own"


def controls(view: TableView) -> Iterator[Control]:
    """At most five lines of a platform that shows 25 cards on a line, also with more cards than that."""
    proposal = proposal_row(view)
    playing = view.may_play and not view.is_taking and not view.table.chair(view.seat).computer
    if playing:
        yield from _plays(view, proposal)
        return
    if view.table.chair(view.seat).computer:
        yield Row((lasting(view, say(view.language, "button.return"), Verb.RETURN, style=Style.MAIN),))
    elif view.may_play:
        yield _takes(view)
    elif view.table.paused and not view.table.halted:
        yield Row((lasting(view, say(view.language, "button.resume"), Verb.RESUME, style=Style.MAIN),))
    if phrase_menu.is_open(view):
        yield from phrase_menu.controls(view)
    yield proposal if proposal is not None else _helps(view)


def _helps(view: TableView) -> Row:
    """What does no harm; while others play it stays the same."""
    undo = [button(view, say(view.language, "button.undo"), Ask(Verb.BACK))] if may_take_back(view) else []
    table = lasting(view, say(view.language, "button.table"), Verb.TABLE)
    return Row((*undo, _sort_button(view), table, *phrase_menu.opener(view), *_hint(view), *arbiter(view)))


def _hint(view: TableView) -> Iterator[Button]:
    """Where the table allows it: at a tournament's table never, so that the arbiter's button has its place there."""
    if may_ask_hint(view):
        yield lasting(view, say(view.language, "button.hint"), Verb.HINT)


def _takes(view: TableView) -> Row:
    language, may = view.language, allowed_actions(view)
    offered: list[tuple[str, Action, Style]] = [
        (say(language, "button.draw"), DRAW, Style.MAIN),
        (say(language, "button.pick-up"), PICK_UP, Style.PLAIN),
        (say(language, "button.decline"), DECLINE, Style.PLAIN),
    ]
    return Row(tuple(button(view, label, action, style) for label, action, style in offered if action in may))


def _plays(view: TableView, proposal: Row | None) -> Iterator[Control]:
    menu = view.draft.menu
    if phrase_menu.is_open(view):
        yield from phrase_menu.controls(view)
        yield proposal if proposal is not None else _helps(view)
        return
    if menu == DISCARDS or (menu == SUGGESTIONS and suggestions(view)):
        yield Row((button(view, say(view.language, "button.close"), Ask(Verb.CLOSE)),))
        yield _discards(view) if menu == DISCARDS else _suggestions(view)
        yield proposal if proposal is not None else _helps(view)
        return
    cards = ticks(view)
    yield from _lay(view)
    if _are_discards_open(view):
        yield _discards(view)
    is_full = len(cards.options) > MOST_OPEN  # two lines of cards leave no room for both
    yield proposal if proposal is not None and is_full else _helps(view)
    yield cards
    if proposal is not None and not is_full:
        yield proposal


def _are_discards_open(view: TableView) -> bool:
    return not view.draft.ticked and 0 < len(dict.fromkeys(discards(view))) <= MOST_OPEN


def ticks(view: TableView) -> Ticks:
    """The viewer's cards in their order, the ticked ones chosen."""
    draft = view.draft
    copies: dict[Card, int] = {}
    options = []
    for card in draft.order:
        copy = copies[card] = copies.get(card, 0) + 1
        ticked = draft.ticked.count(card)
        is_ticked = copy <= ticked
        wanted, number = (ticked - 1, -copy) if is_ticked else (ticked + 1, copy)
        label = table_words.card(view.language, card)
        pressed = press(view, tick(card, wanted, number if draft.order.count(card) > 1 else 0))
        options.append(Option(label, pressed, is_ticked, name=f"{format_card(card)}{copy}"))
    caption = say(view.language, "menu.cards")
    return Ticks(caption, tuple(options), press(view, Ask(Verb.CHOOSE)), _page(draft))


def _page(draft: Draft) -> int:
    """Which cards are looked at, on a platform that shows them in pages."""
    number = draft.menu.removeprefix(PAGE)
    return int(number) if draft.menu.startswith(PAGE) and number.isdecimal() else 1


def _lay(view: TableView) -> Iterator[Control]:
    """Where the ticked cards go, the button that puts them there, and the discard; with none ticked the best plays."""
    assert view.deal_view is not None
    language, draft = view.language, view.draft
    found = targets(view.deal_view, view.seat, draft.ticked)
    target = chosen_target(found, draft.target)
    buttons = [*(_lay_buttons(view, target) if target else [_unseen_lay(view)]), *_discard_button(view)]
    if draft.ticked:
        buttons.append(button(view, say(language, "button.why"), Ask(Verb.WHY)))
        buttons.append(button(view, say(language, "button.clear"), Ask(Verb.CLEAR)))
    else:
        buttons += _best_plays(view)
    yield Row(tuple(buttons[:IN_ROW]))
    if len(found) > 1:
        options = [_target_option(view, one, one == target) for one in found]
        yield Menu(say(language, "menu.targets"), tuple(options))


def _target_option(view: TableView, target: Target, is_chosen: bool) -> Option:
    label = say(view.language, "menu.new-meld") if target.number == NEW else meld_name(view, target.number)
    note = say(view.language, "menu.fits") if target.fits else ""
    return Option(shorten(label, LABEL), press(view, Ask(Verb.TARGET, str(target.number))), is_chosen, note)


def meld_name(view: TableView, number: int) -> str:
    """A meld of the viewer's side: `2. the run 5♥-8♥`."""
    return f"{number}. {table_words.meld(view.language, view.own_melds[number - 1])}"


def _unseen_lay(view: TableView) -> Button:
    """So that who ticks fast need not wait until the ticks are shown."""
    return button(view, say(view.language, "button.lay-ticked"), Ask(Verb.LAY, UNSEEN))


def _lay_buttons(view: TableView, target: Target) -> list[Button]:
    language = view.language
    style = Style.GOOD if target.fits else Style.PLAIN
    if target.number == NEW:
        return [button(view, say(language, "button.lay"), Ask(Verb.LAY), style)]
    if not target.ends:
        label = say(language, "button.add", meld=meld_name(view, target.number))
        return [button(view, label, Ask(Verb.LAY), style)]
    low, high = say(language, "button.add-low"), say(language, "button.add-high")
    labels = {"_": low, "^": high}
    return [button(view, labels[end], Ask(Verb.MATTA, end), style) for end in target.ends]


def _discard_button(view: TableView) -> Iterator[Button]:
    """The one ticked card, or the way to the cards that may be discarded."""
    language, ticked = view.language, view.draft.ticked
    if len(ticked) == 1 and ticked[0] in discards(view):
        label = say(language, "button.discard-card", card=table_words.card(language, ticked[0]))
        yield button(view, label, Ask(Verb.DROP), Style.MAIN)
    elif len(ticked) != 1 and discards(view) and not _are_discards_open(view):
        yield button(view, say(language, "button.discard"), Ask(Verb.DROP), Style.MAIN)


def _discards(view: TableView) -> Menu:
    """What may be discarded, in the order of the hand; to choose is to discard."""
    may = discards(view)
    cards = [card for card in dict.fromkeys(view.draft.order) if card in may]
    options = [Option(f"{AWAY}{table_words.card(view.language, card)}", press(view, Discard(card))) for card in cards]
    return Menu(say(view.language, "menu.discards"), tuple(options), style=Style.DANGER)


def _suggestions(view: TableView) -> Menu:
    """The best plays; to choose is to play."""
    options = [Option(_suggestion_label(view, one), press(view, one)) for one in suggestions(view)]
    return Menu(say(view.language, "menu.suggestions"), tuple(options))


def _best_plays(view: TableView) -> list[Button]:
    """All of them in a menu, which stands where a second tap on *Pick up* may fall, and the best at once."""
    if not suggestions(view):
        return []
    best = [button(view, _suggestion_label(view, one), one) for one in suggestions(view)[:BEST]]
    return [button(view, say(view.language, "button.suggestions"), Ask(Verb.SUGGEST)), *best]


def _suggestion_label(view: TableView, action: Lay | Add) -> str:
    language, cards = view.language, table_words.cards(view.language, action.cards)
    if isinstance(action, Add):
        return shorten(say(language, "button.add-cards", cards=cards, meld=meld_name(view, action.meld)), LABEL)
    return shorten(say(language, "button.lay-cards", cards=cards), LABEL)


def _sort_button(view: TableView) -> Button:
    """The other way to sort; the same button while the others play."""
    language = view.language
    if order_of(view.draft) == BY_SUIT:
        return lasting(view, say(language, "button.by-rank"), Verb.SORT, BY_RANK)
    return lasting(view, say(language, "button.by-suit"), Verb.SORT, BY_SUIT)
