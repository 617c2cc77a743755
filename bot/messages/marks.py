"""A mark of all that a message shows: a message with the same mark need not be sent again."""

import hashlib
import json
from dataclasses import fields, is_dataclass
from functools import cache

from bot.messages.buttons import encode
from bot.messages.message import Control, Message, Row, Style, Ticks
from bot.words.languages import Language
from bot.words.scene_words import scene_words
from engine.view import View
from renderers.scenes import HandScene, Scene


def mark_of(message: Message) -> str:
    """Sixteen signs; messages with different marks show different things."""
    controls = [_control(control) for control in message.controls]
    alt = "" if _waits_below_table(message.picture) else message.alt  # it says what the scene has, card by card
    words = [message.title, *message.lines, alt, message.language, repr(message.look)]
    text = json.dumps([words, controls, _scene(message.picture, message.language)], ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _control(control: Control) -> list[str]:
    if isinstance(control, Row):
        return ["row", *[f"{button.label} {button.style} {encode(button.press)}" for button in control.buttons]]
    options = [f"{one.label} {one.chosen} {one.note} {encode(one.press)}" for one in control.options]
    if isinstance(control, Ticks):
        page = [f"page {control.page}"] if control.page > 1 else []
        return ["ticks", *page, control.caption, *options]
    return ["menu", control.caption, *options, *([control.style] if control.style is not Style.PLAIN else [])]


def _scene(scene: Scene | None, language: Language) -> list[str]:
    if scene is None or not is_dataclass(scene):
        return []
    values = [getattr(scene, one.name) for one in fields(scene)]
    if isinstance(scene, HandScene):  # its picture shows hands, and not what else the view knows
        hands, head = scene.shown
        rest = [one for one in values if one is not scene.view and one is not scene.table]
        values = [list(hands), head, *_table_above(scene, language), *rest]
    return [type(scene).__name__, *[_text(one, language) for one in values]]


def _text(value: object, language: Language) -> str:
    if value is scene_words(language):
        return _words(language)
    return f"{value.viewer} {value}" if isinstance(value, View) else repr(value)


@cache
def _words(language: Language) -> str:
    return repr(scene_words(language))


def _table_above(scene: HandScene, language: Language) -> list[object]:
    """What counts of the table above a hand: all of it for the player in turn, for the others only whose turn it is.

    So the hand of somebody who waits is changed once for each turn of the others, and not with every card they lay.
    """
    if scene.table is None:
        return []
    return ["table", scene.view.deal.seat] if _waits_below_table(scene) else ["table", *_scene(scene.table, language)]


def _waits_below_table(scene: Scene | None) -> bool:
    """Whether it is the hand of who waits while others play, with the table above it."""
    if not isinstance(scene, HandScene) or scene.table is None:
        return False
    return scene.view.deal.seat != scene.seat and not scene.view.deal.is_over
