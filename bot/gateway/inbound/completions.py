"""What goes on from a text that somebody is typing: cards and melds that they see, tables, an argument's choices."""

from collections.abc import Sequence
from typing import Final

from bot.gateway.inbound.commands import CHOICES
from bot.messages.fitting import shorten
from bot.messages.hand_controls import meld_name
from bot.requests.pages import line
from bot.requests.table_index import TableSummary
from bot.views.controls import discards
from bot.views.table_view import TableView
from bot.words import table_words
from bot.words.languages import Language, own_name, say
from bot.words.phrases import phrase_words
from bot.words.refusals import code_name
from engine.cards import UNKNOWN, Card, format_card, parse_card

MOST: Final = 25
LABEL: Final = 100  # signs

Completion = tuple[str, str]  # what is shown, what is written


def choices(argument: str) -> tuple[str, ...]:
    """All that an argument may be; () where that is no short list."""
    found = CHOICES.get(argument, ())
    return found if len(found) <= MOST else ()


def choice_words(language: Language, argument: str, value: str) -> str:
    """What one of the choices is called; the languages call themselves."""
    if argument == "language":
        return own_name(value)
    if argument == "phrase":
        return phrase_words(language, value)
    return code_name(language, value) if argument == "code" else say(language, f"choice.{value}")


def completions(view: TableView, command: str, argument: str, text: str) -> list[Completion]:
    """What goes on from the text, for who sees the table so; nothing where they hold no cards."""
    if view.deal_view is None or not view.seat:
        return []
    if argument == "meld":
        return _melds(view, text)
    begun, last = _cards_begun(text, view.language)
    cards = _cards_left(view, begun) if command != "discard" else discards(view)
    label = " ".join([table_words.card(view.language, card) for card in begun])
    found = []
    for card in cards:
        name, value = table_words.card(view.language, card), format_card(card)
        if last in ("", value.lower()[: len(last)], name.lower()[: len(last)]):
            pieces = [format_card(one) for one in begun] if command != "discard" else []
            found.append((shorten(f"{label} {name}".strip(), LABEL), " ".join([*pieces, value])))
    whole = [(shorten(label, LABEL), " ".join([format_card(card) for card in begun]))] if begun and not last else []
    return [one for one in (*whole, *found) if len(one[1]) <= LABEL][:MOST]


def table_completions(language: Language, tables: Sequence[TableSummary], text: str) -> list[Completion]:
    """Short names of these tables that go on from the text, each with who sits there."""
    begun = text.strip().upper()
    return [(shorten(line(language, one), LABEL), one.label) for one in tables if one.label.startswith(begun)][:MOST]


def _cards_begun(text: str, language: Language) -> tuple[list[Card], str]:
    """The cards that stand there already, as written or as shown, and what is written of the next one."""
    by_label = {table_words.card(language, card).lower(): card for card in range(UNKNOWN)}
    begun: list[Card] = []
    pieces = text.split()
    for at, piece in enumerate(pieces):
        try:
            begun.append(by_label[piece.lower()] if piece.lower() in by_label else parse_card(piece))
        except ValueError:
            return begun, "" if at < len(pieces) - 1 else piece.lower()
    return begun, ""


def _cards_left(view: TableView, begun: list[Card]) -> list[Card]:
    """The cards of the hand, in its owner's order, without those that stand there; one of each kind."""
    left = list(view.draft.order)
    for card in begun:
        if card in left:
            left.remove(card)
    return list(dict.fromkeys(left))


def _melds(view: TableView, text: str) -> list[Completion]:
    numbers = [str(number) for number in range(1, len(view.own_melds) + 1)]
    return [(shorten(meld_name(view, int(one)), LABEL), one) for one in numbers if one.startswith(text.strip())][:MOST]
