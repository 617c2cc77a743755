"""A hand in words, for whoever sees no picture: complete, and in one line where there is room for no more.

The complete form goes suit by suit: the suit's name and sign once, then the ranks. A screen reader would read a sign
behind every card as "black heart suit"; named once, a hand of forty cards is heard in a few breaths, and who looks
at it finds the sign at the head of the line.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.messages.fitting import Measure, shorten, signs
from bot.messages.hand_controls import SUGGESTIONS, order_of
from bot.messages.showing import Showing
from bot.words import table_words
from bot.words.languages import Language, say
from bot.words.scene_words import scene_words
from engine.actions import PickUp
from engine.cards import JOKER, SUITS, TEXTS, UNKNOWN, VALUES, Card, parse_cards
from engine.hand import drop, holds, unpack
from renderers.scenes import pozzetto_key

ALERT: Final = 200  # signs of a small window over the chat


def hand_text(shown: Showing) -> str:
    """The reader's hand in full, and their partner's where pairs play open; "" for who has none."""
    return "\n".join(_lines(shown))


def hand_line(shown: Showing, limit: int = ALERT, measure: Measure = signs) -> str:
    """The reader's hand in one line: suits by their signs."""
    if not shown.seat or shown.seen is None:
        return ""
    groups = [f"{sign}{' '.join(ranks)}" for sign, ranks in _suits(own_cards(shown))]
    rest = [table_words.card(shown.language, card) for card in own_cards(shown) if card == JOKER]
    hidden = own_cards(shown).count(UNKNOWN)
    rest += [say(shown.language, "text.hidden", count=hidden)] if hidden else []
    return shorten(" ".join([*groups, *rest]), limit, measure)


def cards_text(language: Language, cards: Iterable[Card]) -> list[str]:
    """Any cards, a line each suit, jokers last."""
    held = list(cards)
    names = dict(zip(table_words.SUITS, [say(language, f"suit.{suit}") for suit in SUITS], strict=True))
    lines = [f"{names[sign]} {sign}: {' '.join(ranks)}" for sign, ranks in _suits(held)]
    jokers, hidden = held.count(JOKER), held.count(UNKNOWN)
    lines += [say(language, "text.jokers", count=jokers)] if jokers else []
    return lines + ([say(language, "text.hidden", count=hidden)] if hidden else [])


def _suits(cards: Iterable[Card]) -> Iterator[tuple[str, list[str]]]:
    """The sign of each suit with its ranks, the ace first."""
    known = sorted([card for card in cards if card < JOKER])
    for suit, sign in enumerate(table_words.SUITS):
        ranks = [table_words.rank(TEXTS[card][0]) for card in known if card // 13 == suit]
        if ranks:
            yield sign, ranks


def own_cards(shown: Showing) -> tuple[Card, ...]:
    """The reader's cards, as their view shows them."""
    assert shown.seen is not None
    return unpack(shown.seen.deal.hands[shown.table.code.seats.index(shown.seat)])


def fresh_cards(shown: Showing) -> tuple[Card, ...]:
    """The cards that the reader drew or picked up this turn and still holds."""
    seen = shown.seen
    if seen is None or shown.seat != shown.table.in_turn:
        return ()
    taken = [card for one in shown.table.turn if isinstance(one.action, PickUp) for card in one.revealed]
    taken += [seen.deal.drawn] if seen.deal.drawn >= 0 else []
    left, fresh = seen.deal.hands[seen.deal.turn], []
    for card in taken:
        if holds(left, card):
            left = drop(left, card)
            fresh.append(card)
    return tuple(fresh)


def hinted_cards(shown: Showing) -> tuple[Card, ...]:
    """The cards of the suggestion that the reader looks at."""
    found = shown.sight["controls"].get("suggestions", [])
    return parse_cards("".join(found[0]["cards"])) if found and shown.held.menu == SUGGESTIONS else ()


def _points(cards: Sequence[Card]) -> str:
    """What the cards are worth; "" where one is unknown, and for none."""
    return "" if UNKNOWN in cards or not cards else str(sum([VALUES[card] for card in cards]))


def _pozzetto(shown: Showing) -> str:
    """How it stands with the pozzetto, as the picture says it."""
    assert shown.seen is not None
    return f"{scene_words(shown.language)[pozzetto_key(shown.seen.deal, shown.seat)]}."


def _lines(shown: Showing) -> Iterator[str]:
    if not shown.seat or shown.seen is None:
        return
    language, cards = shown.language, own_cards(shown)
    yield say(language, "text.hand", count=len(cards), points=_points(cards))
    yield from cards_text(language, cards)
    yield _pozzetto(shown)
    if order_of(shown.held) == "own":
        yield say(language, "text.order", cards=table_words.cards(language, shown.held.order))
    fresh, ticked, hinted = fresh_cards(shown), shown.held.ticked, hinted_cards(shown)
    if fresh:
        yield say(language, "text.drawn", cards=table_words.cards(language, fresh))
    if ticked:
        yield say(language, "text.ticked", cards=table_words.cards(language, ticked))
    if hinted:
        yield say(language, "text.hinted", cards=table_words.cards(language, hinted))
    yield from _partner(shown)


def _partner(shown: Showing) -> Iterator[str]:
    """The partner's hand, where the reader's view shows it."""
    assert shown.seen is not None
    code, deal = shown.table.code, shown.seen.deal
    other = code.partner[code.seats.index(shown.seat)]
    if other < 0 or not code.rules.open_pairs:
        return
    cards = unpack(deal.hands[other])
    name = shown.names[code.seats[other]]
    yield say(shown.language, "text.partner", name=name, count=len(cards), points=_points(cards))
    yield from cards_text(shown.language, cards)
