"""How somebody wants his pictures, out of the settings that are kept with him or with a channel."""

import json
from typing import Any

from renderers.scenes import DECKS, SHAPES, THEMES, Look


def read_settings(text: str) -> dict[str, Any]:
    """The settings of a person or a channel, {} where they cannot be read."""
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def look_of(settings: str, upright: bool = False) -> Look:
    """How somebody wants his pictures; `upright`, where his platform is read on telephones and he has not chosen."""
    found = read_settings(settings or "{}")
    theme, deck = found.get("theme"), found.get("deck")
    usual = Look(width=SHAPES["upright" if upright else "wide"])
    return Look(
        theme if theme in THEMES else usual.theme,
        deck if deck in DECKS else usual.deck,
        SHAPES.get(str(found.get("shape")), usual.width),
    )
