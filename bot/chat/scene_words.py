"""The few words that stand inside pictures, by the names that the scenes' drawers ask for."""

from collections.abc import Mapping
from functools import cache

from bot.chat.languages import Language, say


@cache
def scene_words(language: Language) -> Mapping[str, str]:
    return {
        "stock": say(language, "scene.stock"),
        "pile": say(language, "scene.pile"),
        "pozzetto": say(language, "scene.pozzetto"),
        "cards": say(language, "scene.cards"),
        "total": say(language, "scene.total"),
        "joker": say(language, "card.joker"),
    }
