"""What may stand where somebody is typing a command: of their own cards, melds and the words there are."""

from collections.abc import Sequence
from typing import Final

from bot.gateway.inbound.commands import CHOICES
from bot.messages.fitting import shorten
from bot.messages.hand_controls import meld_name
from bot.messages.showing import Showing
from bot.requests.pages import line
from bot.requests.table_index import TableSummary
from bot.words import table_words
from bot.words.languages import Language, say
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
        return say(value, "button.language")
    return code_name(language, value) if argument == "code" else say(language, f"choice.{value}")


def completions(shown: Showing, command: str, argument: str, text: str) -> list[Completion]:
    """What goes on from the text, for who sees the table so; nothing where they do not hold cards."""
    if shown.seen is None or not shown.seat:
        return []
    if argument == "meld":
        return _melds(shown, text)
    begun, last = _begun(text, shown.language)
    cards = _left(shown, begun) if command != "discard" else _discards(shown)
    label = " ".join([table_words.card(shown.language, card) for card in begun])
    found = []
    for card in cards:
        name, value = table_words.card(shown.language, card), format_card(card)
        if last in ("", value.lower()[: len(last)], name.lower()[: len(last)]):
            pieces = [format_card(one) for one in begun] if command != "discard" else []
            found.append((shorten(f"{label} {name}".strip(), LABEL), " ".join([*pieces, value])))
    whole = [(shorten(label, LABEL), " ".join([format_card(card) for card in begun]))] if begun and not last else []
    return [one for one in (*whole, *found) if len(one[1]) <= LABEL][:MOST]


def table_completions(language: Language, tables: Sequence[TableSummary], text: str) -> list[Completion]:
    """Short names of these tables that go on from the text, each with who sits there."""
    begun = text.strip().upper()
    return [(shorten(line(language, one), LABEL), one.label) for one in tables if one.label.startswith(begun)][:MOST]


def _begun(text: str, language: Language) -> tuple[list[Card], str]:
    """The cards that stand there already, as written or as shown, and what is written of the next one."""
    shown = {table_words.card(language, card).lower(): card for card in range(UNKNOWN)}
    begun: list[Card] = []
    pieces = text.split()
    for at, piece in enumerate(pieces):
        try:
            begun.append(shown[piece.lower()] if piece.lower() in shown else parse_card(piece))
        except ValueError:
            return begun, "" if at < len(pieces) - 1 else piece.lower()
    return begun, ""


def _left(shown: Showing, begun: list[Card]) -> list[Card]:
    """The cards of their hand, in their order, without those that stand there; one of each kind."""
    left = list(shown.held.order)
    for card in begun:
        if card in left:
            left.remove(card)
    return list(dict.fromkeys(left))


def _discards(shown: Showing) -> list[Card]:
    allowed = shown.sight["controls"].get("discards", []) if shown.may_play else []
    return [parse_card(text) for text in allowed]


def _melds(shown: Showing, text: str) -> list[Completion]:
    assert shown.seen is not None
    code = shown.table.code
    side = code.side_of[code.seats.index(shown.seat)]
    numbers = [str(number) for number in range(1, len(shown.seen.deal.melds[side]) + 1)]
    return [(shorten(meld_name(shown, int(one)), LABEL), one) for one in numbers if one.startswith(text.strip())][:MOST]
