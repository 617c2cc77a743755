"""A deal of a record for who looks through it: each moment as a table's page shows a deal, from a seat or all open.

A moment is shown as the table it was, by the same parts as a table that is played; what is hidden from the seat stays
so. Of the moments after the first only those parts are told that have changed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.tables.lobby import COMPUTER
from bot.tables.table import OVER, PLAYING, Chair, Settings, Table
from bot.tables.who import FORGOTTEN
from bot.views import deal_view
from bot.views.controls import controls
from bot.views.display_names import display_name
from bot.views.feed import FeedEntry, line_words
from bot.views.table_view import Json, TableView
from bot.views.viewer import Viewer
from bot.words import table_words, turns
from bot.words.languages import Language
from bot.words.names import clean_name
from engine.cards import UNKNOWN, Card, format_card
from engine.deal import PHASES
from engine.hand import unpack
from engine.match import Match
from engine.moments import DealMoment
from engine.players import PLAYERS
from engine.record import TableLine, Turn
from engine.replay import ReplayedDeal
from engine.score import totals
from engine.sorting import by_suit
from engine.table import COMPUTER as PLAYED_BY_COMPUTER
from engine.table import Substitute
from engine.view import ARBITER, view


@dataclass(frozen=True, slots=True)
class Perspective:
    """Who looks: in which language, from which seat, whether every card is open to them, or all but the pozzetti."""

    language: Language
    seat: str
    is_open: bool = True
    opens_pozzetti: bool = True


@dataclass(frozen=True, eq=False)
class MomentView:
    """A moment as the table it was, and the deal as far as its cards are open to who looks.

    `ruled`: in a tournament, where the arbiter annuls.
    """

    moment: DealMoment
    table: TableView
    look: Perspective
    ruled: bool = False

    @property
    def cards(self) -> tuple[tuple[Card, ...], ...]:
        """The hands in the order of the seats, hidden cards as unknown ones."""
        deal = self.moment.game.deal
        seen = view(deal, ARBITER) if self.look.is_open else self.table.deal_view
        assert seen is not None
        return tuple(unpack(hand) for hand in seen.deal.hands)


def _hands(view: MomentView) -> Json:
    """By seat, the cards in order; a hand that is hidden is not there."""
    code = view.moment.game.deal.code
    return {
        seat: [format_card(card) for card in by_suit(cards)]
        for seat, cards in zip(code.seats, view.cards, strict=True)
        if UNKNOWN not in cards
    }


def _open_pozzetti(view: MomentView) -> list[list[str]]:
    """The cards of the pozzetti that are left, where everything is open."""
    is_open = view.look.is_open and view.look.opens_pozzetti
    pozzetti = view.moment.game.deal.pozzetti if is_open else ()
    return [[format_card(card) for card in by_suit(pozzetto)] for pozzetto in pozzetti]


def _score(view: MomentView) -> list[int]:
    """What the deal would bring each side if it ended so, that of who looks first."""
    points, deal = totals(view.moment.game.deal), view.moment.game.deal
    return [points[side] for side in deal_view.side_order(deal.code, view.look.seat)]


def _words(view: MomentView) -> str:
    """What was done in the turn so far, or what the table did."""
    line, table = view.moment.line, view.table
    if isinstance(line, TableLine):
        return line_words(FeedEntry(line, table.names, ruled=view.ruled), table.language)
    if line is None:
        return ""
    code = table.deal.code
    melds = table.deal.melds[code.side_of[code.seats.index(line.seat)]]
    return turns.turn(table.language, table.names[line.seat], line.actions, melds)


def _drawn(view: MomentView) -> str:
    """The card that was drawn in this turn, where its player's hand is open to who looks."""
    deal = view.moment.game.deal
    seen = deal.drawn >= 0 and UNKNOWN not in view.cards[deal.turn]
    return format_card(deal.drawn) if seen else ""


_PARTS: Final[Mapping[str, Callable[[MomentView], Any]]] = {
    "number": lambda view: view.moment.line.number if isinstance(view.moment.line, Turn) else 0,
    "by": lambda view: getattr(view.moment.line, "seat", ""),
    "begins": lambda view: not view.moment.game.draft,
    "words": _words,
    "turn": lambda view: view.table.table.in_turn,
    "phase": lambda view: PHASES[view.moment.game.deal.phase],
    "stock": lambda view: len(view.moment.game.deal.stock),
    "stock_left": lambda view: deal_view.stock_left(view.moment.game.deal),
    "pile": lambda view: [format_card(card) for card in view.moment.game.deal.pile],
    "pozzetti": lambda view: [len(pozzetto) for pozzetto in view.moment.game.deal.pozzetti],
    "open_pozzetti": _open_pozzetti,
    "seats": lambda view: deal_view.seats_dealt(view.table),
    "sides": lambda view: deal_view.sides(view.table),
    "hands": _hands,
    "drawn": _drawn,
    "score": _score,
}


@dataclass(frozen=True, eq=False)
class ReplayView:
    """A deal of a record for who looks through it. `match`: as it stood before this deal."""

    deal: ReplayedDeal
    match: Match
    look: Perspective

    @property
    def chairs(self) -> tuple[Chair, ...]:
        """Who sat there when the deal began, as its tags name them."""
        tags = self.deal.record.tags
        return tuple(self.chair(seat, tags.get(seat, "")) for seat in self.deal.dealt.code.seats)

    def chair(self, seat: str, name: str) -> Chair:
        """Who is named so, a computer player or somebody; names in a file are anybody's text."""
        if name in PLAYERS or name == PLAYED_BY_COMPUTER:
            return Chair(name=COMPUTER, computer=COMPUTER)
        known_name = name if name == FORGOTTEN else clean_name(name, table_words.seat(self.look.language, seat))
        return Chair(person=seat, name=known_name)

    def moment_view(self, moment: DealMoment, chairs: tuple[Chair, ...]) -> MomentView:
        """The moment as a table, at which who looks sits in their seat."""
        found = moment_at(moment, settings_of(self.deal), chairs, self.match, self.deal.dealer, self.look)
        return replace(found, ruled="Event" in self.deal.record.tags)


def moment_at(
    moment: DealMoment, settings: Settings, chairs: tuple[Chair, ...], match: Match, dealer: int, look: Perspective
) -> MomentView:
    """A moment of a deal as the table it was, at which who looks sits in their seat. `match`: before this deal."""
    mine = moment.game.deal.code.seats.index(look.seat)
    own = chairs[mine]
    mine_by_name = replace(own, person=look.seat, name=display_name(look.language, look.seat, own))
    table = Table(
        settings,
        opener="",
        phase=OVER if moment.game.deal.is_over else PLAYING,
        chairs=(*chairs[:mine], replace(mine_by_name, computer=""), *chairs[mine + 1 :]),
        match=match,
        dealer=dealer,
        game=moment.game,
    )
    return MomentView(moment, TableView(table, Viewer(look.seat, look.language)), look)


def settings_of(deal: ReplayedDeal) -> Settings:
    """How a table would have been set at which the record was played."""
    tags = deal.record.tags
    length = [f"{key}={tags[tag]}" for tag, key in (("Hands", "hands"), ("Target", "target")) if tags.get(tag)]
    teams = [f"teams={tags['Teams']}"] if tags.get("Teams") else []
    house = " ".join([*tags.get("House", "").split(), *length, *teams])
    return Settings(rules=tags["Rules"], house=house, players=deal.dealt.code.players)


def moment_pages(replay: ReplayView, found: Sequence[DealMoment], chairs: tuple[Chair, ...]) -> list[Json]:
    """The moments: the first one whole, of each after it what is otherwise than before."""
    return list(changed_parts(whole_moment(view) for view in _views(replay, found, chairs)))


def last_controls(replay: ReplayView, found: Sequence[DealMoment], chairs: tuple[Chair, ...]) -> Json:
    """What who looks may do at the last moment; {} where it is not for them to play."""
    return controls(replay.moment_view(found[-1], chairs).table)


def _views(replay: ReplayView, found: Sequence[DealMoment], chairs: tuple[Chair, ...]) -> Iterator[MomentView]:
    """Who sits in a seat changes with the moments."""
    seats = replay.deal.dealt.code.seats
    for moment in found:
        act = moment.line.act if isinstance(moment.line, TableLine) else None
        if isinstance(act, Substitute):
            newcomer = replay.chair(act.seat, act.name)
            chairs = tuple(newcomer if seat == act.seat else one for seat, one in zip(seats, chairs, strict=True))
        yield replay.moment_view(moment, chairs)


def whole_moment(view: MomentView) -> Json:
    """All parts of one moment."""
    return {name: make(view) for name, make in _PARTS.items()}


def changed_parts(moments: Iterable[Json]) -> Iterator[Json]:
    """The first one whole, of each after it what is otherwise than before."""
    before: Json = {}
    for now in moments:
        yield {name: value for name, value in now.items() if name not in before or before[name] != value}
        before = now
