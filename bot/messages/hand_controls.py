"""What a hand's message offers: cards to tick, where they may go, the discard, help. Everything is judged elsewhere.

A menu that is open (`Held.menu`) takes the place of the cards, so that the message stays small.
"""

from collections.abc import Iterator
from typing import Final

from bot.messages.buttons import Ask, Verb, tick
from bot.messages.fitting import shorten
from bot.messages.message import Button, Control, Menu, Option, Row, Style, Ticks
from bot.messages.proposal import proposal_row
from bot.messages.showing import LABEL, Showing
from bot.messages.targets import NEW, Target, chosen, targets
from bot.views.drafts import BY_RANK, BY_SUIT, Held
from bot.words import table_words
from bot.words.languages import say
from engine.actions import DECLINE, DRAW, PICK_UP, Action, Discard, parse_action
from engine.cards import Card, format_card, parse_card, parse_cards
from engine.sorting import by_rank, by_suit

DISCARDS: Final = "discard"  # menus of a hand
SUGGESTIONS: Final = "suggest"
WHERE: Final = "where"  # the cards, and where those that are ticked may go
UNSEEN: Final = "unseen"  # of a lay that is pressed before it shows where the ticked cards go
AWAY: Final = "↓"  # before a card that goes to the pile as soon as it is pressed
PAGE: Final = "page"  # page2: the second page of the cards


def order_of(held: Held) -> str:
    """How a hand lies: "suit", "rank", or "own"."""
    if held.order == by_suit(held.order) and held.by == BY_SUIT:
        return BY_SUIT
    return BY_RANK if held.order == by_rank(held.order) else BY_SUIT if held.order == by_suit(held.order) else "own"


def controls(shown: Showing) -> Iterator[Control]:
    """At most five lines of a platform that shows 25 cards on a line, also with more cards than that."""
    row = proposal_row(shown)
    if shown.table.chair(shown.seat).computer:
        yield Row((shown.lasting(say(shown.language, "button.return"), Verb.RETURN, style=Style.MAIN),))
    elif shown.may_play and shown.sight["phase"] == "draw":
        yield _takes(shown)
    elif shown.may_play:
        yield from _plays(shown)
    elif shown.table.paused:
        yield Row((shown.lasting(say(shown.language, "button.resume"), Verb.RESUME, style=Style.MAIN),))
    yield row if row is not None else _last_row(shown)


def _last_row(shown: Showing) -> Row:
    """What helps; while others play it stays the same."""
    buttons = [] if shown.held.menu or not shown.may_play else _helps(shown)
    return Row((*buttons, _sort_button(shown), shown.lasting(say(shown.language, "button.table"), Verb.TABLE)))


def _takes(shown: Showing) -> Row:
    language, may = shown.language, shown.sight["controls"]
    offered: list[tuple[str, str, Action, Style]] = [
        ("draw", say(language, "button.draw"), DRAW, Style.MAIN),
        ("pick_up", say(language, "button.pick-up"), PICK_UP, Style.PLAIN),
        ("decline", say(language, "button.decline"), DECLINE, Style.PLAIN),
    ]
    return Row(tuple([shown.button(label, action, style) for name, label, action, style in offered if may[name]]))


def _plays(shown: Showing) -> Iterator[Control]:
    menu = shown.held.menu
    if menu == DISCARDS:
        yield _discards(shown)
    elif menu == SUGGESTIONS and shown.sight["controls"]["suggestions"]:
        yield _suggestions(shown)
    else:
        yield ticks(shown)
        yield from _lay(shown)
        return
    yield Row((shown.button(say(shown.language, "button.close"), Ask(Verb.CLOSE)),))


def ticks(shown: Showing) -> Ticks:
    """The reader's cards in their order, the ticked ones chosen."""
    held = shown.held
    seen: dict[Card, int] = {}
    options = []
    for card in held.order:
        copy = seen[card] = seen.get(card, 0) + 1
        ticked = held.ticked.count(card)
        wished = ticked - 1 if copy <= ticked else ticked + 1
        label = table_words.card(shown.language, card)
        button = (copy if wished > ticked else -copy) if held.order.count(card) > 1 else 0
        press = shown.press(tick(card, wished, button))
        options.append(Option(label, press, copy <= ticked, name=f"{format_card(card)}{copy}"))
    caption = say(shown.language, "menu.cards")
    return Ticks(caption, tuple(options), shown.press(Ask(Verb.CHOOSE)), _page(held))


def _page(held: Held) -> int:
    """Which cards are looked at, on a platform that shows them in pages."""
    number = held.menu.removeprefix(PAGE)
    return int(number) if held.menu.startswith(PAGE) and number.isdecimal() else 1


def _lay(shown: Showing) -> Iterator[Control]:
    """Where the ticked cards go, the button that puts them there, and the discard."""
    assert shown.seen is not None
    language, held = shown.language, shown.held
    found = targets(shown.seen, shown.seat, held.ticked)
    target = chosen(found, held.target)
    if len(found) > 1:
        options = [_target_option(shown, one, one == target) for one in found]
        yield Menu(say(language, "menu.targets"), tuple(options))
    buttons = [*(_lay_buttons(shown, target) if target else [_unseen_lay(shown)]), *_discard_button(shown)]
    if held.ticked:
        buttons.append(shown.button(say(language, "button.why"), Ask(Verb.WHY)))
        buttons.append(shown.button(say(language, "button.clear"), Ask(Verb.CLEAR)))
    if buttons:
        yield Row(tuple(buttons))


def _target_option(shown: Showing, target: Target, is_chosen: bool) -> Option:
    label = say(shown.language, "menu.new-meld") if target.number == NEW else meld_name(shown, target.number)
    note = say(shown.language, "menu.fits") if target.fits else ""
    return Option(shorten(label, LABEL), shown.press(Ask(Verb.TARGET, str(target.number))), is_chosen, note)


def meld_name(shown: Showing, number: int) -> str:
    """A meld of the reader's side: `2. the run 5♥-8♥`."""
    assert shown.seen is not None
    code = shown.table.code
    meld = shown.seen.deal.melds[code.side_of[code.seats.index(shown.seat)]][number - 1]
    return f"{number}. {table_words.meld(shown.language, meld)}"


def _unseen_lay(shown: Showing) -> Button:
    """So that who ticks fast need not wait until the ticks are shown."""
    return shown.button(say(shown.language, "button.lay-ticked"), Ask(Verb.LAY, UNSEEN))


def _lay_buttons(shown: Showing, target: Target) -> list[Button]:
    language = shown.language
    style = Style.GOOD if target.fits else Style.PLAIN
    if target.number == NEW:
        return [shown.button(say(language, "button.lay"), Ask(Verb.LAY), style)]
    if not target.ends:
        label = say(language, "button.add", meld=meld_name(shown, target.number))
        return [shown.button(label, Ask(Verb.LAY), style)]
    low, high = say(language, "button.add-low"), say(language, "button.add-high")
    labels = {"_": low, "^": high}
    return [shown.button(labels[end], Ask(Verb.MATTA, end), style) for end in target.ends]


def _discard_button(shown: Showing) -> Iterator[Button]:
    """The one ticked card, or the way to the cards that may be discarded."""
    language, allowed, ticked = shown.language, shown.sight["controls"]["discards"], shown.held.ticked
    if len(ticked) == 1 and format_card(ticked[0]) in allowed:
        label = say(language, "button.discard-card", card=table_words.card(language, ticked[0]))
        yield shown.button(label, Ask(Verb.DROP), Style.MAIN)
    elif len(ticked) != 1 and allowed:
        yield shown.button(say(language, "button.discard"), Ask(Verb.DROP), Style.MAIN)


def _helps(shown: Showing) -> list[Button]:
    """The best plays, and the last lay taken back."""
    language, may = shown.language, shown.sight["controls"]
    buttons = []
    if may["suggestions"]:
        buttons.append(shown.button(say(language, "button.suggestions"), Ask(Verb.SUGGEST)))
    if may["back"]:
        buttons.append(shown.button(say(language, "button.undo"), Ask(Verb.BACK)))
    return buttons


def _discards(shown: Showing) -> Menu:
    """What may be discarded, in the order of the hand; to choose is to discard."""
    allowed = [parse_card(text) for text in shown.sight["controls"]["discards"]]
    cards = [card for card in dict.fromkeys(shown.held.order) if card in allowed]
    options = [Option(f"{AWAY}{table_words.card(shown.language, card)}", shown.press(Discard(card))) for card in cards]
    return Menu(say(shown.language, "menu.discards"), tuple(options))


def _suggestions(shown: Showing) -> Menu:
    """The best plays; to choose is to play."""
    options = [_suggestion(shown, found) for found in shown.sight["controls"]["suggestions"]]
    return Menu(say(shown.language, "menu.suggestions"), tuple(options))


def _suggestion(shown: Showing, found: dict[str, object]) -> Option:
    language, action = shown.language, parse_action(str(found["action"]))
    cards = table_words.cards(language, parse_cards("".join(found["cards"])))  # type: ignore[arg-type]
    number = int(str(found["meld"]))
    if number:
        label = say(language, "button.add-cards", cards=cards, meld=meld_name(shown, number))
    else:
        label = say(language, "button.lay-cards", cards=cards)
    return Option(shorten(label, LABEL), shown.press(action))


def _sort_button(shown: Showing) -> Button:
    """The other way to sort; the same button while the others play."""
    language = shown.language
    if order_of(shown.held) == BY_SUIT:
        return shown.lasting(say(language, "button.by-rank"), Verb.SORT, BY_RANK)
    return shown.lasting(say(language, "button.by-suit"), Verb.SORT, BY_SUIT)
