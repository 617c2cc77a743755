"""How somebody wants their pictures, out of the settings that are kept with them or with a channel."""

from bot.settings_text import read_settings
from renderers.scenes import DECKS, SHAPES, THEMES, Look


def look_of(settings: str, upright: bool = False) -> Look:
    """How somebody wants their pictures; `upright`, where they read on telephones and have not chosen."""
    found = read_settings(settings)
    theme, deck = found.get("theme"), found.get("deck")
    usual = Look(width=SHAPES["upright" if upright else "wide"])
    return Look(
        theme if theme in THEMES else usual.theme,
        deck if deck in DECKS else usual.deck,
        SHAPES.get(str(found.get("shape")), usual.width),
    )
