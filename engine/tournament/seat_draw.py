"""The draw of cards before a match: from the highest card to the lowest, and who deals first.

Each draws a card (febur art. 3, fitab art. 3). The highest is dealt to by the opponent whose card is the lowest. Ranks
go joker, two, ace, king … three, then suits hearts, diamonds, clubs, spades; who drew equal cards draws again among
themselves, and they keep their place above or below the others. Left out: the choice of the seat, and of the line in
fitab, where a pairing fixes the lines; that the highest compiles the sheet, for the program adds up.
"""

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias, TypeVar

from engine.cards import ACE, JOKER, KING, TWO, Card

RANKS: Final = (TWO, ACE, *range(KING, TWO, -1))

Player = TypeVar("Player")
Draws: TypeAlias = Mapping[Player, Sequence[Card]]
"""What each has drawn: a card, and one more each time they drew again."""


def height(card: Card) -> tuple[int, int]:
    """The lower, the higher the card."""
    return (-1, 0) if card == JOKER else (RANKS.index(card % 13), card // 13)


def to_draw_again(draws: Draws[Player]) -> tuple[Player, ...]:
    """Those who have drawn as others have; nobody once the order is clear."""
    keys = {player: _key(cards) for player, cards in draws.items()}
    return tuple([player for player, key in keys.items() if list(keys.values()).count(key) > 1])


def order(draws: Draws[Player]) -> tuple[Player, ...]:
    """The players from the highest card to the lowest. Raises `ValueError` while somebody has to draw again."""
    if again := to_draw_again(draws):
        raise ValueError(f"{', '.join(map(str, again))} draw again")
    return tuple(sorted(draws, key=lambda player: _key(draws[player])))


def first_dealer(draws: Draws[Player], lines: Sequence[Sequence[Player]]) -> Player:
    """Who deals first: of the opponents of the highest the one with the lowest card."""
    ranked = order(draws)
    (own,) = [line for line in lines if ranked[0] in line]
    return next(player for player in reversed(ranked) if player not in own)


def _key(cards: Sequence[Card]) -> tuple[tuple[int, int], ...]:
    return tuple([height(card) for card in cards])
