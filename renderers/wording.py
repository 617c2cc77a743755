"""The words on pictures, in English. A scene brings those of its reader's language by the same keys."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

ENGLISH: Final[Mapping[str, str]] = MappingProxyType(
    {
        "cards": "{count} cards",
        "card": "1 card",
        "points": "{count} points",
        "no_cards": "No cards in hand",
        "your_turn": "Your turn",
        "turn_of": "{name}'s turn",
        "over": "The deal is over",
        "pozzetto_there": "Pozzetto not taken",
        "pozzetto_taken": "Pozzetto taken",
        "pozzetto_gone": "No pozzetto left",
        "pozzetto_unseen": "Pozzetto: seen in your next turn",
        "pozzetto_unseen_partner": "Pozzetto: after partner's discard",
        "partner": "Partner",
        "stock": "Stock",
        "stock_low": "{count} draws left",
        "stock_last": "Last draw",
        "stock_out": "Stock is out",
        "pile": "Discards",
        "pile_empty": "The pile is empty",
        "pozzetti": "Pozzetti",
        "no_melds": "Nothing on the table yet",
        "none_laid": "Nothing laid",
        "dealer": "D",
        "deal": "Deal {deal}",
        "match": "Match {count}",
        "sporco": "sporco",
        "semipulito": "semipulito",
        "pulito": "pulito",
        "super": "super",
        "reale": "reale",
        "score": "Score",
        "match_points": "Match Points",
        "vp": "VP",
        "ranking": "points",
        "ranking_one": "point",
        "burrachi": "Burrachi",
        "closing": "Closing",
        "laid": "On the table",
        "in_hand": "In hand",
        "pozzetto": "Pozzetto",
        "before": "Before",
        "annulled": "In brackets: annulled, it does not count.",
        "form": "Latest matches",
        "nobody": "Nobody here yet",
        "stock_order": "Stock {count}, in the order of drawing",
    }
)


def word(words: Mapping[str, str], key: str, **facts: object) -> str:
    """The words of a key, with its facts put in; whatever signs a fact holds stay as they are."""
    text = words.get(key) or ENGLISH[key]
    for name, fact in facts.items():
        text = text.replace("{" + name + "}", str(fact))
    return text


def figure(value: int) -> str:
    """A number with a true minus."""
    return str(value).replace("-", "−")
