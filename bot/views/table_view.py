"""The table without its cards: what is played there, who sits where, what everybody is asked to agree to."""

from typing import Final

from bot.tables.consent import may_undo
from bot.tables.table import ADJOURN, ANNUL, LOBBY, PAUSE, PLAYING, REMATCH, TIME, UNDO, Chair, Table
from bot.views.display_names import display_name, known_as, told_apart
from bot.views.looked import Json, Looked
from bot.views.settings_view import house_page, settings_page
from bot.words import table_words
from bot.words.notices import Notice, notice, notice_to
from bot.words.refusals import code_name
from engine.cards import parse_cards
from engine.deal import ANNULLO, STALLO
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


def about(looked: Looked) -> Json:
    """Which table it is, by which code, how far it has come; in its lobby also what may be set."""
    table = looked.table
    rules = table.code.rules
    return {
        "id": looked.table_id,
        "label": table.label,
        "phase": table.phase,
        "ended_by": table.ended_by,
        "stage": table.stage,
        "paused": table.paused,
        "rematch": table.awaits_others,
        "adjourned": table.adjourned,
        "code": rules.name,
        "code_name": code_name(looked.language, rules.name),
        "hands": 0 if rules.target else rules.hands,
        "target": rules.target,
        "hands_allowed": list(rules.hands_allowed),
        "players": table.code.players,
        "players_allowed": list(rules.players),
        "deal": deal_number(table),
        "pace": table.settings.pace,
        "settings": settings_page(table.settings, looked.language) if table.phase == LOBBY else [],
        "house": house_page(table.settings, looked.language) if table.phase == LOBBY else [],
        "opener": bool(looked.person) and table.opener == looked.person,
        "waiting": len(table.waiting),
        "waiting_names": _waiting(looked),
        "turn_clock": _turn_clock(rules),
        "undo": may_undo(table),
        "next_deal": table.since + table.settings.pause if _goes_on(table) else 0,
        "commitment": commitment(table.seed) if table.seed else "",
        "drawn": _drawn(looked),
    }


def _goes_on(table: Table) -> bool:
    """Whether the next deal comes by itself."""
    return table.phase == PAUSE and bool(table.records) and not table.paused


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
    annulled = bool(table.match.deals) and table.match.deals[-1].termination == ANNULLO
    return len(table.match.counted) + annulled


def _turn_clock(rules: Rules) -> Json:
    """What a table may set of the clock for each turn: how many times the code's, or seconds where it prints none."""
    return {"printed": bool(rules.turn_clock), "scale": rules.clock_scale, "seconds": rules.turn_seconds}


def _waiting(looked: Looked) -> list[str]:
    """Who waits, in order, told apart from those who sit."""
    waiting = {str(place): known_as(looked.language, name) for place, (_, name) in enumerate(looked.table.waiting)}
    apart = told_apart({**looked.names, **waiting})
    return [apart[place] for place in waiting]


def _drawn(looked: Looked) -> list[str]:
    """The cards drawn for seats and dealer, as lines, until the first deal has ended; not those of a match before."""
    table = looked.table
    if not table.drawn or table.records or table.before or table.match is None:
        return []
    cards = zip(_who_drew(looked).values(), parse_cards(table.drawn), strict=True)
    return [f"{name}: {table_words.card(looked.language, card)}" for name, card in cards]


def _who_drew(looked: Looked) -> dict[str, str]:
    """By seat, who drew its card: whoever sat there then, by the name they have now where they still sit there."""
    table = looked.table
    names: dict[str, str] = {}
    for seat, chair, then in zip(table.code.seats, table.chairs, table.drew, strict=True):
        same = chair.person == then.person
        names[seat] = looked.names[seat] if same else display_name(looked.language, seat, then)
    return told_apart(names)


def me(looked: Looked) -> Json:
    """Where the viewer sits, or waits, and whether a computer plays for him."""
    table, seat = looked.table, looked.seat
    chair = table.chair(seat) if seat else Chair()
    return {
        "seat": seat,
        "name": looked.names[seat] if seat and chair.person else chair.name,
        "away": bool(seat and chair.computer),
        "ready": chair.ready,
        "waiting": any([person == looked.person for person, _ in table.waiting]),
    }


def seats(looked: Looked) -> list[Json]:
    """The chairs in playing order, the viewer's first."""
    table, mine, code = looked.table, looked.seat, looked.table.code
    order = code.order_from(code.seats.index(mine) if mine else len(code.seats) - 1 if table.phase == LOBBY else 0)
    if table.phase == LOBBY:
        order = tuple(range(code.players))
    places = _PLACES[code.players]
    if code.rules.direction == "clockwise":
        places = (places[0], *places[:0:-1])
    return [_seat(looked, seat, place) for seat, place in zip(order, places, strict=True)]


def _seat(looked: Looked, number: int, place: str) -> Json:
    table, code = looked.table, looked.table.code
    seat, chair = code.seats[number], table.chairs[number]
    return {
        "seat": seat,
        "seat_name": table_words.seat(looked.language, seat),
        "side": code.sides[code.side_of[number]],
        "place": place,
        "name": looked.names[seat],
        "taken": chair.taken,
        "person": bool(chair.person),
        "computer": bool(chair.computer),
        "ready": chair.ready,
        "dealer": table.match is not None and number == table.dealer,
        "in_turn": seat == table.in_turn,
        "stand_in": seat == table.in_turn and chair.human and table.offered >= 0,
        "cards": 0,
    }


def proposal(looked: Looked) -> Json | None:
    """What is asked, by whom ("" for the host), and whose consent is missing."""
    asked, names = looked.table.proposal, looked.names
    if asked is None:
        return None
    return {
        "what": asked.what,
        "days": asked.days,
        "by": names[asked.by] if asked.by else "",
        "own": bool(asked.by) and looked.seat == asked.by,
        "mine": looked.seat in asked.agreed,
        "missing": [names[seat] for seat in looked.table.people if seat not in asked.agreed],
    }


def objection(looked: Looked) -> str:
    """Who did not agree to what was proposed last, or took it back; "" where it did not fall."""
    found = looked.table.objection
    if found is None:
        return ""
    if not found.seat:
        return notice(looked.language, _FELL.get(found.what, Notice.LAPSED))
    what = Notice.WITHDRAWN if found.withdrawn else _OBJECTS[found.what]
    return notice_to(looked.language, what, found.seat == looked.seat, name=looked.names[found.seat])
