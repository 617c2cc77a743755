"""What people repeat of their results, in a sentence each: two as partners, and two against each other.

Only figures that the boards have, and only where they say something: from `ENOUGH` matches on.
"""

from typing import Final

from bot.boards.figures import Figures
from bot.boards.players import HeadToHead
from bot.words.languages import Language, say

ENOUGH: Final = 3  # matches
IN_A_ROW: Final = 2


def as_partners(language: Language, name: str, other: str, together: Figures, *, strongest: bool = False) -> str:
    """How two did as partners, "" where they hardly played; `strongest`: no pair there is stronger."""
    if together.matches < ENOUGH:
        return ""
    best = say(language, "quote.strongest") if strongest and together.wins else ""
    names = {"name": name, "other": other, "best": best}
    return say(language, "quote.partners", count=together.wins, matches=together.matches, **names)


def as_rivals(language: Language, name: str, other: str, heads: HeadToHead) -> str:
    """How two stand against each other, who leads comes first; "" where they hardly played."""
    against = heads.against
    if against.matches < ENOUGH:
        return ""
    wins, losses = against.wins, against.matches - against.wins - against.draws
    last = say(language, "quote.last", count=abs(heads.streak), name=name if heads.streak > 0 else other)
    facts = {
        "first": name if wins >= losses else other,
        "second": other if wins >= losses else name,
        "score": f"{max(wins, losses)}–{min(wins, losses)}",
        "drawn": str(against.draws or ""),
        "last": last if abs(heads.streak) >= IN_A_ROW else "",
    }
    return say(language, "quote.level", **facts) if wins == losses else say(language, "quote.leads", **facts)
