"""What one viewer may know of a table, as a JSON-able picture: the same for every platform, in the viewer's language.

The cards come from `engine.view.View` alone, field by field; no deal is ever read here. A new secret is hidden until
somebody shows it in this module.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from bot.chat.sight.drafts import Held, in_hand
from bot.chat.sight.feed import feed, line_told
from bot.chat.sight.score_page import score_page
from bot.chat.sight.settings_page import house_page, settings_page
from bot.chat.sight.time_page import clock_end, time_page, told
from bot.chat.speech import turns, words
from bot.chat.speech.languages import Language
from bot.chat.speech.notices import Notice, notice
from bot.chat.speech.refusals import code_name
from bot.host.table import ADJOURN, ANNUL, LOBBY, PAUSE, PLAYING, TIME, UNDO, Chair, Table
from engine.actions import DECLINE, DRAW, PICK_UP, Add, Discard, Lay, Written, format_action
from engine.cards import Card, format_card, parse_cards
from engine.deal import PHASES
from engine.hand import size, unpack
from engine.legal import legal
from engine.melds import Meld
from engine.record import Line, Turn
from engine.rules import Rules
from engine.shuffle import commitment
from engine.suggest import suggest
from engine.view import TABLE, View, view

Json: TypeAlias = dict[str, Any]

SUGGESTED: Final = 6
OBJECTS: Final = {
    UNDO: Notice.OBJECTS_UNDO,
    ANNUL: Notice.OBJECTS_ANNUL,
    ADJOURN: Notice.OBJECTS_ADJOURN,
    TIME: Notice.OBJECTS_TIME,
}
_TOLD: Final = 8  # turns of the past, at most
_PLACES: Final = {
    2: ("below", "above"),
    3: ("below", "right", "left"),
    4: ("below", "right", "above", "left"),
}  # in the order of play when it goes anticlockwise


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: a person, "" for nobody known; his language; how he holds his hand."""

    person: str = ""
    language: Language = "en"
    held: Held = field(default_factory=Held)


def sight(table: Table, table_id: str, viewer: Viewer) -> Json:
    """Everything that a page, or a message, may show to this viewer."""
    seat = table.seat_of(viewer.person)
    picture = {
        "table": _about(table, table_id, viewer),
        "me": _me(table, seat, viewer),
        "seats": _seats(table, seat, viewer.language),
        "proposal": _proposal(table, seat, viewer.language),
        "objection": _objection(table, viewer.language),
        "time": time_page(table, seat, viewer.language),
        "told": told(table, seat, display_names(table, viewer.language), viewer.language),
        "score": score_page(table, viewer.language, display_names(table, viewer.language)),
    }
    if table.game is None or table.phase == LOBBY:
        return picture
    return picture | _of_deal(table, seat, viewer, view(table.game.deal, seat or TABLE))


# --- the table --------------------------------------------------------------------------------------------------------


def _about(table: Table, table_id: str, viewer: Viewer) -> Json:
    rules = table.code.rules
    return {
        "id": table_id,
        "label": table.label,
        "phase": table.phase,
        "stage": table.stage,
        "paused": table.paused,
        "code": rules.name,
        "code_name": code_name(viewer.language, rules.name),
        "hands": 0 if rules.target else rules.hands,
        "target": rules.target,
        "hands_allowed": list(rules.hands_allowed),
        "players": table.code.players,
        "players_allowed": list(rules.players),
        "deal": (len(table.match.counted) if table.match else 0) + (table.phase == PLAYING),
        "pace": table.settings.pace,
        "settings": settings_page(table.settings, viewer.language) if table.phase == LOBBY else [],
        "house": house_page(table.settings, viewer.language) if table.phase == LOBBY else [],
        "opener": bool(viewer.person) and table.opener == viewer.person,
        "waiting": len(table.waiting),
        "waiting_names": [name for _, name in table.waiting],
        "turn_clock": _turn_clock(rules),
        "next_deal": table.since + table.settings.pause if table.phase == PAUSE and table.records else 0,
        "commitment": commitment(table.seed) if table.seed else "",
        "drawn": _drawn(table, viewer.language),
    }


def _turn_clock(rules: Rules) -> Json:
    """What a table may set of the clock for each turn: how many times the code's, or seconds where it prints none."""
    return {"printed": bool(rules.turn_clock), "scale": rules.clock_scale, "seconds": rules.turn_seconds}


def _drawn(table: Table, language: Language) -> list[str]:
    """The cards drawn for seats and dealer, as lines, until the first deal has ended."""
    if not table.drawn or table.records or table.match is None:
        return []
    names = display_names(table, language)
    cards = parse_cards(table.drawn)
    return [f"{names[seat]}: {words.card(language, card)}" for seat, card in zip(table.code.seats, cards, strict=True)]


def _me(table: Table, seat: str, viewer: Viewer) -> Json:
    chair = table.chair(seat) if seat else Chair()
    return {
        "seat": seat,
        "name": chair.name,
        "away": bool(seat and chair.computer),
        "ready": chair.ready,
        "waiting": any(person == viewer.person for person, _ in table.waiting),
    }


def display_names(table: Table, language: Language) -> dict[str, str]:
    """By seat, who sits there; a computer player is called after its seat."""
    chairs = zip(table.code.seats, table.chairs, strict=True)
    return {seat: display_name(language, seat, chair) for seat, chair in chairs}


def display_name(language: Language, seat: str, chair: Chair) -> str:
    if chair.person:
        return chair.name
    return f"Computer {words.seat(language, seat)}" if chair.computer else ""


def _seats(table: Table, mine: str, language: Language) -> list[Json]:
    """The chairs in playing order, the viewer's first."""
    code = table.code
    order = code.order_from(code.seats.index(mine) if mine else len(code.seats) - 1 if table.phase == LOBBY else 0)
    if table.phase == LOBBY:
        order = tuple(range(code.players))
    places = _PLACES[code.players]
    if code.rules.direction == "clockwise":
        places = (places[0], *places[:0:-1])
    return [_seat(table, seat, place, language) for seat, place in zip(order, places, strict=True)]


def _seat(table: Table, number: int, place: str, language: Language) -> Json:
    code = table.code
    seat, chair = code.seats[number], table.chairs[number]
    return {
        "seat": seat,
        "seat_name": words.seat(language, seat),
        "side": code.sides[code.side_of[number]],
        "place": place,
        "name": display_name(language, seat, chair),
        "taken": chair.taken,
        "person": bool(chair.person),
        "computer": bool(chair.computer),
        "ready": chair.ready,
        "dealer": table.match is not None and number == table.dealer,
        "in_turn": seat == table.in_turn,
        "stand_in": seat == table.in_turn and chair.human and table.offered >= 0,
        "cards": 0,
    }


def _proposal(table: Table, mine: str, language: Language) -> Json | None:
    if table.proposal is None:
        return None
    names = display_names(table, language)
    agreed = [seat for seat in table.code.seats if seat in table.proposal.agreed]
    return {
        "what": table.proposal.what,
        "days": table.proposal.days,
        "mine": mine in table.proposal.agreed,
        "agreed": [names[seat] for seat in agreed],
        "missing": [names[seat] for seat in table.people if seat not in table.proposal.agreed],
    }


def _objection(table: Table, language: Language) -> str:
    """Who did not agree to what was proposed last, "" where nobody objected."""
    if table.objection is None:
        return ""
    name = display_names(table, language)[table.objection.seat]
    return notice(language, OBJECTS[table.objection.what], name=name)


# --- the deal ---------------------------------------------------------------------------------------------------------


def _of_deal(table: Table, seat: str, viewer: Viewer, seen: View) -> Json:
    deal, language = seen.deal, viewer.language
    code = deal.code
    seats = _seats(table, seat, language)
    for shown in seats:
        number = code.seats.index(shown["seat"])
        shown["cards"] = size(deal.hands[number])
        shown["pozzetto_unseen"] = bool(deal.unseen >> number & 1)
        shown["last_lap"] = deal.lap.count(number)
    return {
        "seats": seats,
        "turn": table.in_turn,
        "clock": clock_end(table),
        "phase": PHASES[deal.phase],
        "phase_words": words.phase(language, deal.phase),
        "stock": len(deal.stock),
        "stock_left": max(0, len(deal.stock) - code.reserve),
        "pile": [format_card(card) for card in deal.pile],
        "pozzetti": [len(pozzetto) for pozzetto in deal.pozzetti],
        "sides": _sides(table, seat, seen, language),
        "last_lap": bool(deal.lap),
        "stallo_near": code.rules.stallo == "auto" and deal.swaps > (code.rules.stallo_laps - 1) * code.players,
        "hand": _hand(seen, seat, viewer.held),
        "drawn": format_card(deal.drawn) if deal.drawn >= 0 and seat == table.in_turn else "",
        "since": _since(table, seat, language),
        "now": _now(table, seen, language),
        "feed": feed(table, display_names(table, language), language),
        "controls": _controls(table, seat, seen),
    }


def _sides(table: Table, mine: str, seen: View, language: Language) -> list[Json]:
    """The sides, the viewer's first."""
    code = seen.deal.code
    first = code.side_of[code.seats.index(mine)] if mine else 0
    order = sorted(range(len(code.sides)), key=lambda side: (side - first) % len(code.sides))
    totals = table.match.totals if table.match else (0,) * len(code.sides)
    return [
        {
            "side": code.sides[side],
            "side_name": words.side(language, code.sides[side]),
            "mine": bool(mine) and side == first,
            "total": totals[side],
            "pozzetto": bool(seen.deal.taken >> side & 1),
            "bonus": sum([meld.bonus for meld in seen.deal.melds[side]]),
            "points": sum([meld.points for meld in seen.deal.melds[side]]),
            "melds": [meld_picture(number, meld, language) for number, meld in enumerate(seen.deal.melds[side], 1)],
        }
        for side in order
    ]


def meld_picture(number: int, meld: Meld, language: Language) -> Json:
    """A meld with its number: the cards as they lie, the one that plays the matta and what it stands for."""
    return {
        "number": number,
        "cards": [format_card(card) for card in meld.cards],
        "name": words.meld(language, meld),
        "run": not meld.rank_bit,
        "kind": meld.burraco or "",
        "kind_words": words.kind(language, meld.burraco) if meld.burraco else "",
        "bonus": meld.bonus,
        "points": meld.points,
        "matta": format_card(meld.matta) if meld.matta >= 0 else "",
        "stands_for": words.card(language, meld.stands_for) if meld.stands_for >= 0 else "",
    }


def _hand(seen: View, seat: str, held: Held) -> list[Json] | None:
    """The viewer's own cards in his order; None for who has none, or may not look at them yet."""
    if not seat:
        return None
    number = seen.deal.code.seats.index(seat)
    hand = seen.deal.hands[number]
    if seen.deal.unseen >> number & 1:
        return None
    now = in_hand(held, hand)
    ticked = list(now.ticked)
    cards = []
    for card in now.order:
        cards.append({"card": format_card(card), "ticked": card in ticked})
        if card in ticked:
            ticked.remove(card)
    return cards


def hand_of(seen: View, seat: str) -> tuple[Card, ...]:
    """The cards of a seat as its own view shows them."""
    return unpack(seen.deal.hands[seen.deal.code.seats.index(seat)])


# --- what happened ----------------------------------------------------------------------------------------------------


def _since(table: Table, mine: str, language: Language) -> list[str]:
    """What the others did since the viewer's last turn; for spectators, the last lap."""
    lines: list[Line] = []
    ended = table.records[-1].lines if table.records and table.phase != PLAYING else ()
    for line in reversed(table.lines or ended):
        own = isinstance(line, Turn) and line.seat == mine
        if own or len(lines) == (_TOLD if mine else table.code.players):
            break
        lines.append(line)
    names = display_names(table, language)
    told = [line_told(line, names, language) for line in reversed(lines)]
    return [text for text in told if text]


def _now(table: Table, seen: View, language: Language) -> str:
    """The turn in progress."""
    if not table.turn or not table.in_turn:
        return ""
    side = seen.deal.code.side_of[seen.deal.turn]
    return turns.turn(language, display_names(table, language)[table.in_turn], _open(table.turn), seen.deal.melds[side])


def _open(written: Sequence[Written]) -> list[Written]:
    """The actions without what only their player saw."""
    return [Written(one.action, () if one.action == DRAW else one.revealed, one.marks) for one in written]


# --- what may be done -------------------------------------------------------------------------------------------------


def _controls(table: Table, seat: str, seen: View) -> Json:
    """What the viewer may do now; empty while it is not for him to play."""
    if not seat or seat != table.in_turn or table.paused or not table.chair(seat).human or table.game is None:
        return {}
    actions = legal(seen.deal)
    return {
        "draw": DRAW in actions,
        "pick_up": PICK_UP in actions,
        "decline": DECLINE in actions,
        "discards": [format_card(action.card) for action in actions if isinstance(action, Discard)],
        "back": bool(seen.deal.code.rules.undo) and len(table.game.draft) > table.game.confirmed,
        "suggestions": [_suggestion(found.action) for found in suggest(seen, SUGGESTED)],
    }


def _suggestion(action: Lay | Add) -> Json:
    return {
        "action": format_action(action),
        "cards": [format_card(card) for card in action.cards],
        "meld": action.meld if isinstance(action, Add) else 0,
    }
