"""The moviola in words: what happened at the turning point, then every card of the deal as it lay there."""

from collections.abc import Iterator

from bot.messages.text_table import meld_line
from bot.views.display_names import side_name
from bot.words import table_words
from bot.words.languages import Language, say
from engine.cards import VALUES
from engine.hand import unpack
from engine.sorting import by_suit
from renderers.scenes import MoviolaScene


def moviola_text(language: Language, scene: MoviolaScene) -> str:
    """Everything that the moviola's picture shows."""
    return "\n".join([line for line in (scene.title, *scene.lines, *_cards(language, scene)) if line])


def moviola_brief(language: Language, scene: MoviolaScene) -> str:
    """What happened, every hand and the pozzetti."""
    return "\n".join([line for line in (scene.title, *scene.lines, *_cards(language, scene, brief=True)) if line])


def _cards(language: Language, scene: MoviolaScene, brief: bool = False) -> Iterator[str]:
    deal = scene.view.deal
    code = deal.code
    for seat in scene.seats:
        name = scene.names.get(code.seats[seat]) or code.seats[seat]
        hand = by_suit(unpack(deal.hands[seat]))
        points = sum(VALUES[card] for card in hand) or ""
        cards = table_words.cards(language, hand) or "–"
        yield say(language, "moviola.hand", name=name, count=len(hand), points=points, cards=cards)
    for number, pozzetto in enumerate(deal.pozzetti, 1):
        cards = table_words.cards(language, by_suit(pozzetto))
        yield say(language, "moviola.pozzetto", number=number if len(deal.pozzetti) > 1 else "", cards=cards)
    if brief:
        return
    if deal.stock:
        yield say(language, "moviola.stock", cards=table_words.cards(language, deal.stock))
    if deal.pile:
        yield say(language, "moviola.pile", cards=table_words.cards(language, deal.pile))
    for side in scene.sides:
        melds = deal.melds[side]
        if melds:
            yield f"{side_name(code, side, {letter: scene.names.get(letter) or letter for letter in code.seats})}:"
        for number, meld in enumerate(melds, 1):
            yield meld_line(language, number, meld)
