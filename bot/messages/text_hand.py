"""A hand in words, for whoever sees no picture: complete, and in one line where there is room for no more.

The complete form goes suit by suit: the suit's name and sign once, then the ranks. A screen reader would read a sign
behind every card as "black heart suit"; named once, a hand of forty cards is heard in a few breaths, and who looks
at it finds the sign at the head of the line.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.messages.fitting import shorten
from bot.messages.hand_controls import SUGGESTIONS, order_of
from bot.views.controls import suggestions
from bot.views.table_view import TableView
from bot.words import table_words
from bot.words.languages import Language, say
from bot.words.scene_words import scene_words
from engine.actions import PickUp
from engine.cards import JOKER, SUITS, TEXTS, UNKNOWN, VALUES, Card
from engine.hand import drop, holds, unpack
from renderers.scenes import pozzetto_key

ALERT: Final = 200  # signs of a small window over the chat


def hand_text(view: TableView) -> str:
    """The viewer's hand in full, and their partner's where pairs play open; "" for who has none."""
    return "\n".join(_lines(view))


def hand_line(view: TableView) -> str:
    """The viewer's hand in one line, which fits a small window: suits by their signs."""
    if not view.seat or view.deal_view is None:
        return ""
    groups = [f"{sign}{' '.join(ranks)}" for sign, ranks in _suits(own_cards(view))]
    rest = [table_words.card(view.language, card) for card in own_cards(view) if card == JOKER]
    hidden = own_cards(view).count(UNKNOWN)
    rest += [say(view.language, "text.hidden", count=hidden)] if hidden else []
    return shorten(" ".join([*groups, *rest]), ALERT)


def cards_text(language: Language, cards: Iterable[Card]) -> list[str]:
    """Any cards, a line each suit, jokers last."""
    cards = list(cards)
    names = dict(zip(table_words.SUITS, [say(language, f"suit.{suit}") for suit in SUITS], strict=True))
    lines = [f"{names[sign]} {sign}: {' '.join(ranks)}" for sign, ranks in _suits(cards)]
    jokers, hidden = cards.count(JOKER), cards.count(UNKNOWN)
    lines += [say(language, "text.jokers", count=jokers)] if jokers else []
    return lines + ([say(language, "text.hidden", count=hidden)] if hidden else [])


def _suits(cards: Iterable[Card]) -> Iterator[tuple[str, list[str]]]:
    """The sign of each suit with its ranks, the ace first."""
    suited = sorted(card for card in cards if card < JOKER)
    for suit, sign in enumerate(table_words.SUITS):
        ranks = [table_words.rank(TEXTS[card][0]) for card in suited if card // 13 == suit]
        if ranks:
            yield sign, ranks


def own_cards(view: TableView) -> tuple[Card, ...]:
    """The viewer's cards, as their view shows them."""
    return unpack(view.deal.hands[view.seat_number])


def fresh_cards(view: TableView) -> tuple[Card, ...]:
    """The cards that the viewer drew or picked up this turn and still holds."""
    if view.deal_view is None or view.seat != view.table.in_turn:
        return ()
    deal = view.deal
    taken = [card for one in view.table.turn if isinstance(one.action, PickUp) for card in one.revealed]
    taken += [deal.drawn] if deal.drawn >= 0 else []
    left, fresh = deal.hands[deal.turn], []
    for card in taken:
        if holds(left, card):
            left = drop(left, card)
            fresh.append(card)
    return tuple(fresh)


def hinted_cards(view: TableView) -> tuple[Card, ...]:
    """The cards of the suggestion that the viewer looks at."""
    found = suggestions(view) if view.draft.menu == SUGGESTIONS else ()
    return found[0].cards if found else ()


def _points(cards: Sequence[Card]) -> str:
    """What the cards are worth; "" where one is unknown, and for none."""
    return "" if UNKNOWN in cards or not cards else str(sum(VALUES[card] for card in cards))


def _pozzetto(view: TableView) -> str:
    """How it stands with the pozzetto, as the picture says it."""
    return f"{scene_words(view.language)[pozzetto_key(view.deal, view.seat)]}."


def _lines(view: TableView) -> Iterator[str]:
    if not view.seat or view.deal_view is None:
        return
    language, cards = view.language, own_cards(view)
    yield say(language, "text.hand", count=len(cards), points=_points(cards))
    yield from cards_text(language, cards)
    yield _pozzetto(view)
    if order_of(view.draft) == "own":
        yield say(language, "text.order", cards=table_words.cards(language, view.draft.order))
    fresh, ticked, hinted = fresh_cards(view), view.draft.ticked, hinted_cards(view)
    if fresh:
        yield say(language, "text.drawn", cards=table_words.cards(language, fresh))
    if ticked:
        yield say(language, "text.ticked", cards=table_words.cards(language, ticked))
    if hinted:
        yield say(language, "text.hinted", cards=table_words.cards(language, hinted))
    yield from _partner(view)


def _partner(view: TableView) -> Iterator[str]:
    """The partner's hand, where the viewer's view shows it."""
    code, deal = view.table.code, view.deal
    other = code.partner[view.seat_number]
    if other < 0 or not code.rules.open_pairs:
        return
    cards = unpack(deal.hands[other])
    name = view.names[code.seats[other]]
    yield say(view.language, "text.partner", name=name, count=len(cards), points=_points(cards))
    yield from cards_text(view.language, cards)
