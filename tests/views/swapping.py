"""Tables that differ only in what a viewer may not know: whatever they are shown must be the same for both."""

from dataclasses import replace
from random import Random

from bot.tables.table import Table
from engine.actions import DRAW, Written
from engine.cards import JOKER, Card
from engine.deal import Deal
from engine.hand import pack, size, unpack
from engine.record import Line, Turn
from engine.view import TABLE, view


def swapped(table: Table, seat: str, rng: Random) -> Table:
    """The table with every card that this seat ("" for the public) does not see put somewhere else."""
    assert table.game is not None
    deal = _swapped(table.game.deal, seat, rng)
    lines = tuple(_line(line, seat, rng) for line in table.lines)
    turn = table.turn if table.in_turn == seat else tuple(_drawn(one, rng) for one in table.turn)
    return replace(table, game=replace(table.game, deal=deal), lines=lines, turn=turn)


def _swapped(deal: Deal, seat: str, rng: Random) -> Deal:
    seen = view(deal, seat or TABLE).deal
    hidden = [number for number in range(len(deal.hands)) if seen.hands[number] >> 108]
    cards: list[Card] = [card for number in hidden for card in unpack(deal.hands[number])]
    cards += [*deal.stock, *[card for pozzetto in deal.pozzetti for card in pozzetto]]
    rng.shuffle(cards)
    other = deal.copy()

    def some(count: int) -> tuple[Card, ...]:
        return tuple(cards.pop() for _ in range(count))

    other.hands = [pack(some(size(hand))) if at in hidden else hand for at, hand in enumerate(deal.hands)]
    other.stock = some(len(deal.stock))
    other.pozzetti = tuple(some(len(pozzetto)) for pozzetto in deal.pozzetti)
    if deal.turn in hidden:
        other.drawn = rng.randrange(JOKER) if deal.drawn >= 0 else deal.drawn
        other.forbidden = -1
    return other


def _line(line: Line, seat: str, rng: Random) -> Line:
    if not isinstance(line, Turn) or line.seat == seat:
        return line
    return replace(line, actions=tuple(_drawn(one, rng) for one in line.actions))


def _drawn(written: Written, rng: Random) -> Written:
    return replace(written, revealed=(rng.randrange(JOKER),)) if written.action == DRAW else written
