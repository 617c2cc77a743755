"""The words that stand inside pictures, in the reader's language, by the names that `renderers.wording` asks for.

Facts stay open: the drawer puts them in. What is Italian in every language (pozzetto, burraco) is not said here.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

from bot.words.languages import Language, say

KEYS: Final = (
    *("cards", "card", "points", "no_cards", "your_turn", "turn_of", "over", "partner"),
    *("pozzetto_there", "pozzetto_taken", "pozzetto_gone", "pozzetto_unseen", "pozzetto_unseen_partner"),
    *("stock", "stock_low", "stock_last", "stock_out", "stock_order", "pile", "pile_empty", "no_melds"),
    "none_laid",
    *("dealer", "deal", "match", "score", "match_points", "ranking", "ranking_one"),
    *("closing", "laid", "in_hand", "before", "annulled"),
    *("form", "nobody"),
)
_FACTS: Final = ("count", "name", "deal")
_OPEN: Final = {fact: "{" + fact + "}" for fact in _FACTS}


@cache
def scene_words(language: Language) -> Mapping[str, str]:
    return {key: say(language, f"scene.{key.replace('_', '-')}", **_OPEN) for key in KEYS}
