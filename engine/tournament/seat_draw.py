"""The draw of cards before a match: who chooses the seat and compiles the sheet, and who deals first.

Each draws a card (febur art. 3, fitab art. 3). The highest chooses the seat, compiles the sheet, and is dealt to by the
opponent whose card is the lowest. Ranks go joker, two, ace, king … three, then suits hearts, diamonds, clubs, spades;
who drew equal cards draws again among themselves, and they keep their place above or below the others. At tables on
the program seats are drawn as they sit down (`bot/tables/lobby`); here is what people drew from real cards. Left out:
the choice of the seat, and of the line in fitab, where a pairing fixes the lines.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.cards import ACE, JOKER, TWO, Card

RANKS: Final = (TWO, ACE, *range(12, TWO, -1))

Draws = Mapping[str, Sequence[Card]]
"""What each has drawn: a card, and one more each time they drew again."""


def height(card: Card) -> tuple[int, int]:
    """The lower, the higher the card."""
    return (-1, 0) if card == JOKER else (RANKS.index(card % 13), card // 13)


def to_draw_again(draws: Draws) -> tuple[str, ...]:
    """Those who have drawn as others have; nobody once the order is clear."""
    keys = {player: _key(cards) for player, cards in draws.items()}
    return tuple([player for player, key in keys.items() if list(keys.values()).count(key) > 1])


def order(draws: Draws) -> tuple[str, ...]:
    """The players from the highest card to the lowest. Raises `ValueError` while somebody has to draw again."""
    if again := to_draw_again(draws):
        raise ValueError(f"{', '.join(again)} draw again")
    return tuple(sorted(draws, key=lambda player: _key(draws[player])))


def compiler(draws: Draws) -> str:
    """Who compiles the sheet and chooses the seat."""
    return order(draws)[0]


def dealer(draws: Draws, lines: Sequence[Sequence[str]]) -> str:
    """Who deals first: of the opponents of the highest the one with the lowest card."""
    ranked = order(draws)
    (own,) = [line for line in lines if ranked[0] in line]
    return next(player for player in reversed(ranked) if player not in own)


def _key(cards: Sequence[Card]) -> tuple[tuple[int, int], ...]:
    return tuple([height(card) for card in cards])
