"""The table in words, complete: who is to play, stock and pile, everybody's number of cards, each side's melds.

The lines begin with what matters most; where there is no room they go from the end on: first the cards under the top
of the pile, then the melds of the last side.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from bot.tables.table import PLAYING
from bot.views.about_view import SeatView
from bot.views.deal_view import seats_dealt, side_order, stock_left
from bot.views.table_view import TableView, part
from bot.words import table_words
from bot.words.languages import Language, say
from engine.deal import Deal
from engine.melds import Meld, Run

_REMEMBERED: Final = 8192  # melds in words, of all tables: an action changes one


def table_text(view: TableView) -> str:
    """Everything that the picture of the table shows; "" while no deal lies on it."""
    return "\n".join(_lines(view))


def table_brief(view: TableView) -> str:
    """The same in short: of each meld its name alone, of the pile its top alone."""
    return "\n".join(_lines(view, brief=True))


@part
def to_play(view: TableView) -> str:
    """Who is to play and what they have to do; "" while nobody is."""
    table = view.table
    if not table.in_turn or view.deal_view is None:
        return ""
    who = view.names[table.in_turn]
    if view.own_turn:
        return say(view.language, "table.you-take") if view.is_taking else say(view.language, "table.you-play")
    if view.is_taking:
        return say(view.language, "table.takes", name=who)
    return say(view.language, "table.plays", name=who)


def dealer(view: TableView) -> str:
    """The seat that dealt the cards on the table."""
    table = view.table
    if table.phase != PLAYING and table.records:
        return table.records[-1].tags["Dealer"]
    return table.code.seats[table.dealer]


def totals_before(view: TableView) -> tuple[int, ...]:
    """The Match Points of the sides before this deal; none while there is no match."""
    match = view.table.match
    if match is None:
        return ()
    return match.totals if view.table.phase == PLAYING else replace(match, deals=match.deals[:-1]).totals


def lines_for_taking(view: TableView) -> Iterator[str]:
    """What decides between the stock and the pile: the pile to its last card, and the melds of the viewer's side."""
    language, pile = view.language, view.deal.pile
    if not pile:
        yield say(language, "text.no-pile")
    else:
        yield say(language, "hand.pile", number=len(pile), cards=table_words.cards(language, pile[::-1]))
    names = [meld_name(language, number, meld) for number, meld in enumerate(view.own_melds, 1)]
    if names:
        yield say(language, "hand.own-melds", melds="; ".join(names))


def _lines(view: TableView, brief: bool = False) -> Iterator[str]:
    if view.deal_view is None:
        return
    language, deal = view.language, view.deal
    yield from _first_lines(view)
    for side, line in _side_lines(view):
        yield line
        yield from _meld_lines(language, deal.melds[side], brief)
    if len(deal.pile) > 1 and not brief:
        yield say(language, "text.pile-below", cards=table_words.cards(language, deal.pile[-2::-1]))


@part
def _first_lines(view: TableView) -> list[str]:
    """What is said in both: who is to play, the stock and what lies beside it, the players."""
    language, deal = view.language, view.deal
    count = {"stock": len(deal.stock), "count": stock_left(deal)}
    return [
        *([to_play(view)] if to_play(view) else []),
        say(language, "text.stock-over", stock=len(deal.stock))
        if deal.is_over
        else say(language, "text.stock", **count),
        _pile(language, deal),
        say(language, "text.pozzetti", count=len(deal.pozzetti)),
        *[_player(language, seat, dealer(view), deal.is_over) for seat in seats_dealt(view)],
    ]


def _pile(language: Language, deal: Deal) -> str:
    if not deal.pile:
        return say(language, "text.no-pile")
    return say(language, "text.pile", card=table_words.card(language, deal.pile[-1]), count=len(deal.pile))


def _player(language: Language, seat: SeatView, deals: str, over: bool) -> str:
    mark = say(language, "text.dealer") if seat["seat"] == deals else ""
    player = say(language, "text.player", name=seat["name"], seat=seat["seat_name"], count=seat["cards"], dealer=mark)
    return f"{player} {say(language, 'text.unseen')}" if seat["pozzetto_unseen"] and not over else player


@part
def _side_lines(view: TableView) -> list[tuple[int, str]]:
    """Each side with its line, which stands above its melds."""
    before = totals_before(view)
    return [(side, _side(view, side, before)) for side in side_order(view.deal.code, view.seat)]


def _side(view: TableView, number: int, before: Sequence[int]) -> str:
    language, deal = view.language, view.deal
    side, melds = deal.code.sides[number], deal.melds[number]
    has = deal.taken >> number & 1
    taken = say(language, "text.pozzetto-taken") if has else say(language, "text.pozzetto-not-taken")
    name = view.names[side] if side in deal.code.seats else table_words.side(language, side)
    points = sum(meld.points + meld.bonus for meld in melds)
    match = table_words.figure(before[number]) if before else ""
    return say(language, "text.side", side=name, points=points, pozzetto=taken, match=match)


def _meld_lines(language: Language, melds: Sequence[Meld], brief: bool) -> list[str]:
    """A line for each meld: its number, its name, its cards as they lie; in short one line for all."""
    lines = [(meld_name if brief else meld_line)(language, number, meld) for number, meld in enumerate(melds, 1)]
    return ["; ".join(lines)] if brief and lines else lines


@lru_cache(_REMEMBERED)
def meld_line(language: Language, number: int, meld: Meld) -> str:
    """`2. the run 5♥-8♥: 5♥ 6♥ Joker 8♥ (Joker as 7♥), clean burraco`."""
    stands = table_words.stands_for(language, meld)
    return say(
        language,
        "text.meld",
        number=number,
        meld=table_words.meld(language, meld),
        cards=table_words.cards(language, meld.cards),
        matta=table_words.card(language, meld.matta) if stands else "",
        stands=stands,
        free=table_words.card(language, meld.matta) if meld.matta >= 0 and not stands else "",
        kind=table_words.kind(language, meld.burraco) if meld.burraco else "",
    )


@lru_cache(_REMEMBERED)
def meld_name(language: Language, number: int, meld: Meld) -> str:
    """`2. the run 5♥-8♥ + Joker – dirty burraco`: a matta that the name does not count yet is named."""
    kind = f" – {table_words.kind(language, meld.burraco)}" if meld.burraco else ""
    unbound = isinstance(meld.shape, Run) and meld.matta >= 0 and meld.stands_for < 0
    matta = f" + {table_words.card(language, meld.matta)}" if unbound else ""
    return f"{number}. {table_words.meld(language, meld)}{matta}{kind}"
