"""A picture for a page: the bytes, the words that stand for it, and how else it could look; JSON-able."""

import base64
from typing import Any

from bot.gateway.outbound.messenger import Drawn
from bot.messages.message import Message
from renderers.scenes import DECKS, THEMES


def picture_page(message: Message, drawn: Drawn) -> dict[str, Any]:
    """`png` is in base64, sizes are in pixels."""
    return {
        "png": base64.b64encode(drawn.png).decode("ascii"),
        "width": drawn.width,
        "height": drawn.height,
        "alt": message.alt,
        "theme": message.look.theme,
        "deck": message.look.deck,
        "themes": THEMES,
        "decks": DECKS,
    }
