"""The table without its cards: what is played there, who sits where, what everybody is asked to agree to."""

from typing import Final, TypedDict

from bot.tables.consent import match_mark, may_undo
from bot.tables.deals import awaits_rematch
from bot.tables.hints import may_ask_why
from bot.tables.table import ADJOURN, ANNUL, LOBBY, PAUSE, PLAYING, REMATCH, TIME, UNDO, Assigned, Chair, Table
from bot.tables.timers import rematch_patience
from bot.views.display_names import display_name, told_apart
from bot.views.settings_view import house_page, settings_page
from bot.views.table_view import Json, TableView, part
from bot.words import table_words
from bot.words.languages import fill, say
from bot.words.names import known_as
from bot.words.notices import Notice, notice, notice_to
from bot.words.refusals import code_name
from engine.cards import parse_cards
from engine.deal import STALLO
from engine.rules import Rules
from engine.shuffle import commitment

_OBJECTS: Final = {
    UNDO: Notice.OBJECTS_UNDO,
    ANNUL: Notice.OBJECTS_ANNUL,
    ADJOURN: Notice.OBJECTS_ADJOURN,
    TIME: Notice.OBJECTS_TIME,
    STALLO: Notice.OBJECTS_STALLO,
}
_FELL: Final = {STALLO: Notice.NO_STALLO, REMATCH: Notice.NO_REMATCH}  # without anybody's no
_PLACES: Final = {
    2: ("below", "above"),
    3: ("below", "right", "left"),
    4: ("below", "right", "above", "left"),
}  # in the order of play when it goes anticlockwise


class SeatView(TypedDict):
    """A chair: `place` is where it stands for the viewer; `dealer`, `in_turn` and `cards` are of the deal."""

    seat: str
    seat_name: str
    side: str
    place: str
    name: str
    taken: bool
    person: bool
    computer: bool
    ready: bool
    dealer: bool
    in_turn: bool
    stand_in: bool
    cards: int
    pozzetto_unseen: bool
    last_lap: int


class ProposalView(TypedDict):
    """What is asked, by whom ("" for the host), whether by the viewer; whose consent is missing, and not theirs."""

    what: str
    days: int
    by: str
    own: bool
    mine: bool
    missing: list[str]


@part
def about(view: TableView) -> Json:
    """Which table it is, by which code, how far it has come; in its lobby also what may be set."""
    table = view.table
    rules = table.code.rules
    return {
        "label": table.label,
        "phase": table.phase,
        "ended_by": known_as(view.language, table.ended_by),
        "stage": table.stage,
        "match": match_mark(table),
        "paused": table.paused,
        "rematch": table.awaits_others,
        "adjourned": table.adjourned,
        "code": rules.name,
        "code_name": code_name(view.language, rules.name),
        "hands": 0 if rules.target else rules.hands,
        "target": rules.target,
        "hands_allowed": list(rules.hands_allowed),
        "players": table.code.players,
        "players_allowed": list(rules.players),
        "deal": deal_number(table),
        "pace": table.settings.pace,
        "settings": _offered_settings(view) if table.phase == LOBBY else [],
        "house": house_page(table.settings, view.language) if table.phase == LOBBY else [],
        "hints": table.settings.hints,
        "explains": may_ask_why(table),
        "opener": bool(view.viewer.person) and table.opener == view.viewer.person,
        "opener_name": opener_name(view),
        "waiting": len(table.waiting),
        "waiting_names": waiting_names(view),
        "turn_clock": _turn_clock(rules),
        "undo": may_undo(table),
        "next_deal": _next_deal(table),
        "commitment": commitment(table.seed) if table.seed else "",
        "drawn": cards_drawn(view),
        "tournament": _tournament(view),
    }


def _offered_settings(view: TableView) -> list[Json]:
    """What may be set; where no channel shows the table, nothing of what is done in channels alone.

    Over days `mention` says how soon somebody is told in private, too.
    """
    table = view.table
    offered = settings_page(table.settings, view.language)
    if table.channels:
        return offered
    of_channels = ("below",) if table.settings.days else ("below", "mention")
    return [one for one in offered if one["name"] not in of_channels]


def _tournament(view: TableView) -> Json | None:
    """Which table of a tournament it is."""
    table, one = view.table, view.table.assigned
    if one is None:
        return None
    return {
        "id": one.tournament,
        "name": one.name,
        "round": one.round,
        "table": one.table,
        "sealed": one.sealed,
        "halted": table.halted,
        "begun": table.begun,
        "broadcast": _broadcast(view, one),
    }


def _broadcast(view: TableView, one: Assigned) -> Json | None:
    """What who sits there is told as long as the table is broadcast."""
    minutes = view.viewer.broadcast
    if not minutes or not view.seat:
        return None
    words = say(view.language, "tournament.broadcast-told", table=one.table, minutes=minutes)
    return {"minutes": minutes, "words": words}


def _next_deal(table: Table) -> int:
    """When the next deal comes by itself, or the rematch that some have not answered; 0 where neither does so soon."""
    if table.phase != PAUSE or table.paused:
        return 0
    if awaits_rematch(table):
        return 0 if table.settings.days else table.since + rematch_patience(table.settings)
    return table.since + table.settings.pause if table.records else 0


def deal_number(table: Table) -> int:
    """Which deal is played, or was played last, of those that count; one that was annulled is played again.

    0 before the first.
    """
    if table.match is not None and table.phase == PLAYING:
        return len(table.match.counted) + 1
    return ended_deal(table)


def ended_deal(table: Table) -> int:
    """Which deal ended last, by the same count, whatever is played since; 0 before the first."""
    if table.match is None:
        return 0
    left_out = bool(table.match.deals) and not table.match.deals[-1].counts
    return len(table.match.counted) + left_out


def _turn_clock(rules: Rules) -> Json:
    """What a table may set of the clock for each turn: how many times the code's, or seconds where it prints none."""
    return {"printed": bool(rules.turn_clock), "scale": rules.clock_scale, "seconds": rules.turn_seconds}


def opener_name(view: TableView) -> str:
    """Who begins the match, if they sit here."""
    seat = view.table.seat_of(view.table.opener)
    return view.names[seat] if seat else ""


def waiting_names(view: TableView) -> list[str]:
    """Who waits, in order, told apart from those who sit."""
    waiting = {str(place): known_as(view.language, name) for place, (_, name) in enumerate(view.table.waiting)}
    apart = told_apart({**view.names, **waiting})
    return [apart[place] for place in waiting]


def cards_drawn(view: TableView) -> list[str]:
    """The cards drawn for seats and dealer, as lines, until the first deal has ended; not those of a match before."""
    table = view.table
    if not table.drawn or table.records or table.before or table.match is None:
        return []
    cards = [table_words.card(view.language, card) for card in parse_cards(table.drawn)]
    drawn = zip(_who_drew(view).values(), cards, strict=True)
    return [fill("{name}: {card}", {"name": name, "card": card}) for name, card in drawn]


def _who_drew(view: TableView) -> dict[str, str]:
    """By seat, who drew its card: whoever sat there then, by the name they have now where they still sit there."""
    table = view.table
    names: dict[str, str] = {}
    for seat, chair, then in zip(table.code.seats, table.chairs, table.drew, strict=True):
        same = chair.person == then.person
        names[seat] = view.names[seat] if same else display_name(view.language, seat, then)
    return told_apart(names)


def me(view: TableView) -> Json:
    """Where the viewer sits, or waits, and whether a computer plays for them."""
    table, seat = view.table, view.seat
    chair = table.chair(seat) if seat else Chair()
    return {
        "seat": seat,
        "name": view.names[seat] if seat and chair.person else chair.name,
        "away": bool(seat and chair.computer),
        "ready": chair.ready,
        "waiting": any(person == view.viewer.person for person, _ in table.waiting),
    }


@part
def seats(view: TableView) -> list[SeatView]:
    """The chairs in playing order, the viewer's first; in the lobby in the order of the seats."""
    table, mine, code = view.table, view.seat, view.table.code
    in_play = code.order_from(code.seats.index(mine) if mine else 0)
    order = tuple(range(code.players)) if table.phase == LOBBY else in_play
    places = _PLACES[code.players]
    if code.rules.direction == "clockwise":
        places = (places[0], *places[:0:-1])
    return [_seat(view, seat, place) for seat, place in zip(order, places, strict=True)]


def _seat(view: TableView, number: int, place: str) -> SeatView:
    table, code = view.table, view.table.code
    seat, chair = code.seats[number], table.chairs[number]
    return {
        "seat": seat,
        "seat_name": table_words.seat(view.language, seat),
        "side": code.sides[code.side_of[number]],
        "place": place,
        "name": view.names[seat],
        "taken": chair.is_taken,
        "person": bool(chair.person),
        "computer": bool(chair.computer),
        "ready": chair.ready,
        "dealer": table.match is not None and table.begun and number == table.dealer,
        "in_turn": seat == table.in_turn,
        "stand_in": seat == table.in_turn and chair.human and table.offered >= 0,
        "cards": 0,
        "pozzetto_unseen": False,
        "last_lap": 0,
    }


@part
def proposal(view: TableView) -> ProposalView | None:
    """What everybody is asked to agree to."""
    proposed, names = view.table.proposal, view.names
    if proposed is None:
        return None
    return {
        "what": proposed.what,
        "days": proposed.days,
        "by": names[proposed.by] if proposed.by else "",
        "own": bool(proposed.by) and view.seat == proposed.by,
        "mine": view.seat in proposed.agreed,
        "missing": [names[seat] for seat in view.table.people if seat not in proposed.agreed],
    }


@part
def objection(view: TableView) -> str:
    """Who did not agree to what was proposed last, or took it back; "" where it did not fall."""
    found = view.table.objection
    if found is None:
        return ""
    if not found.seat:
        return notice(view.language, _FELL.get(found.what, Notice.LAPSED))
    what = Notice.WITHDRAWN if found.withdrawn else _OBJECTS[found.what]
    return notice_to(view.language, what, found.seat == view.seat, name=view.names[found.seat])
