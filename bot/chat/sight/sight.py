"""What one viewer may know of a table, as a JSON-able picture: the same for every platform, in the viewer's language.

The cards come from `engine.view.View` alone, field by field; no deal is ever read here. A new secret is hidden until
somebody shows it in this module. A page takes the whole picture, a message asks for the few parts that it shows.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
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
from bot.host.consent import may_undo
from bot.host.table import ADJOURN, ANNUL, LOBBY, PAUSE, PLAYING, TIME, UNDO, Chair, Table
from engine.actions import DECLINE, DRAW, PICK_UP, Add, Discard, Lay, Written, format_action
from engine.cards import Card, format_card, parse_cards
from engine.code import Code
from engine.deal import PHASES, Deal
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


class Sight(Mapping[str, Any]):
    """The parts of the picture, each made when it is first asked for. No deal, no parts of it."""

    __slots__ = ("made", "names", "seat", "seen", "table", "table_id", "viewer")

    def __init__(self, table: Table, table_id: str, viewer: Viewer) -> None:
        dealt = table.game is not None and table.phase != LOBBY
        self.table = table
        self.table_id = table_id
        self.viewer = viewer
        self.seat = table.seat_of(viewer.person)
        self.seen = view(table.game.deal, self.seat or TABLE) if table.game is not None and dealt else None
        self.names = display_names(table, viewer.language)
        self.made: Json = {}

    @property
    def language(self) -> Language:
        return self.viewer.language

    def __getitem__(self, name: str) -> Any:
        if name not in self.made:
            self.made[name] = self._make(name)
        return self.made[name]

    def _make(self, name: str) -> Any:
        if self.seen is not None and name in _OF_DEAL:
            return _OF_DEAL[name](self, self.seen)
        return _OF_TABLE[name](self)

    def __iter__(self) -> Iterator[str]:
        return iter(_OF_TABLE if self.seen is None else {**_OF_TABLE, **_OF_DEAL})

    def __len__(self) -> int:
        return len(list(iter(self)))


def sight(table: Table, table_id: str, viewer: Viewer) -> Json:
    """Everything that a page may show to this viewer."""
    return dict(Sight(table, table_id, viewer))


# --- the table --------------------------------------------------------------------------------------------------------


def _about(looked: Sight) -> Json:
    table, viewer = looked.table, looked.viewer
    rules = table.code.rules
    return {
        "id": looked.table_id,
        "label": table.label,
        "phase": table.phase,
        "stage": table.stage,
        "paused": table.paused,
        "adjourned": table.adjourned,
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
        "waiting_names": _waiting(looked),
        "turn_clock": _turn_clock(rules),
        "undo": may_undo(table),
        "next_deal": table.since + table.settings.pause if table.phase == PAUSE and table.records else 0,
        "commitment": commitment(table.seed) if table.seed else "",
        "drawn": _drawn(looked),
    }


def _turn_clock(rules: Rules) -> Json:
    """What a table may set of the clock for each turn: how many times the code's, or seconds where it prints none."""
    return {"printed": bool(rules.turn_clock), "scale": rules.clock_scale, "seconds": rules.turn_seconds}


def _waiting(looked: Sight) -> list[str]:
    """Who waits, in order, told apart from those who sit."""
    waiting = {str(place): name for place, (_, name) in enumerate(looked.table.waiting)}
    apart = told_apart({**looked.names, **waiting})
    return [apart[place] for place in waiting]


def _drawn(looked: Sight) -> list[str]:
    """The cards drawn for seats and dealer, as lines, until the first deal has ended."""
    table, names = looked.table, looked.names
    if not table.drawn or table.records or table.match is None:
        return []
    cards = zip(table.code.seats, parse_cards(table.drawn), strict=True)
    return [f"{names[seat]}: {words.card(looked.language, card)}" for seat, card in cards]


def _me(looked: Sight) -> Json:
    table, seat = looked.table, looked.seat
    chair = table.chair(seat) if seat else Chair()
    return {
        "seat": seat,
        "name": looked.names[seat] if seat and chair.person else chair.name,
        "away": bool(seat and chair.computer),
        "ready": chair.ready,
        "waiting": any([person == looked.viewer.person for person, _ in table.waiting]),
    }


def display_names(table: Table, language: Language) -> dict[str, str]:
    """By seat, who sits there; a computer player is called after its seat."""
    chairs = zip(table.code.seats, table.chairs, strict=True)
    return told_apart({seat: display_name(language, seat, chair) for seat, chair in chairs})


def told_apart(names: Mapping[str, str]) -> dict[str, str]:
    """The names by seat; who is called like somebody before him has a number behind it: `Anna (2)`."""
    shown: dict[str, str] = {}
    others = {name.casefold() for name in names.values()}
    taken: set[str] = set()
    for seat, name in names.items():
        fresh, number = name, 1
        while name and (fresh.casefold() in taken or (number > 1 and fresh.casefold() in others)):
            number += 1
            fresh = f"{name} ({number})"
        taken.add(fresh.casefold())
        shown[seat] = fresh
    return shown


def display_name(language: Language, seat: str, chair: Chair) -> str:
    if chair.person:
        return chair.name
    return f"Computer {words.seat(language, seat)}" if chair.computer else ""


def _seats(looked: Sight) -> list[Json]:
    """The chairs in playing order, the viewer's first."""
    table, mine, code = looked.table, looked.seat, looked.table.code
    order = code.order_from(code.seats.index(mine) if mine else len(code.seats) - 1 if table.phase == LOBBY else 0)
    if table.phase == LOBBY:
        order = tuple(range(code.players))
    places = _PLACES[code.players]
    if code.rules.direction == "clockwise":
        places = (places[0], *places[:0:-1])
    return [_seat(looked, seat, place) for seat, place in zip(order, places, strict=True)]


def _seat(looked: Sight, number: int, place: str) -> Json:
    table, code = looked.table, looked.table.code
    seat, chair = code.seats[number], table.chairs[number]
    return {
        "seat": seat,
        "seat_name": words.seat(looked.language, seat),
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


def _proposal(looked: Sight) -> Json | None:
    table, names = looked.table, looked.names
    if table.proposal is None:
        return None
    agreed = [seat for seat in table.code.seats if seat in table.proposal.agreed]
    return {
        "what": table.proposal.what,
        "days": table.proposal.days,
        "mine": looked.seat in table.proposal.agreed,
        "agreed": [names[seat] for seat in agreed],
        "missing": [names[seat] for seat in table.people if seat not in table.proposal.agreed],
    }


def _objection(looked: Sight) -> str:
    """Who did not agree to what was proposed last, "" where nobody objected."""
    objection = looked.table.objection
    if objection is None:
        return ""
    if not objection.seat:
        return notice(looked.language, Notice.LAPSED)
    return notice(looked.language, OBJECTS[objection.what], name=looked.names[objection.seat])


_OF_TABLE: Final[Mapping[str, Callable[[Sight], Any]]] = {
    "table": _about,
    "me": _me,
    "seats": _seats,
    "proposal": _proposal,
    "objection": _objection,
    "time": lambda looked: time_page(looked.table, looked.seat, looked.language),
    "told": lambda looked: told(looked.table, looked.seat, looked.names, looked.language),
    "score": lambda looked: score_page(looked.table, looked.language, looked.names),
}


# --- the deal ---------------------------------------------------------------------------------------------------------


def _seats_dealt(looked: Sight, seen: View) -> list[Json]:
    """The chairs, with how many cards each holds."""
    deal, seats = seen.deal, _seats(looked)
    for shown in seats:
        number = deal.code.seats.index(shown["seat"])
        shown["cards"] = size(deal.hands[number])
        shown["pozzetto_unseen"] = bool(deal.unseen >> number & 1)
        shown["last_lap"] = deal.lap.count(number)
    return seats


def _stallo_near(deal: Deal) -> bool:
    return deal.code.rules.stallo == "auto" and deal.swaps > (deal.code.rules.stallo_laps - 1) * deal.code.players


def _drawn_now(looked: Sight, seen: View) -> str:
    """The card that the viewer has drawn in his own turn."""
    return format_card(seen.deal.drawn) if seen.deal.drawn >= 0 and looked.seat == looked.table.in_turn else ""


def side_order(code: Code, mine: str) -> list[int]:
    """The sides, that of this seat first; as they are written for nobody."""
    first = code.side_of[code.seats.index(mine)] if mine else 0
    return [(first + step) % len(code.sides) for step in range(len(code.sides))]


def _sides(looked: Sight, seen: View) -> list[Json]:
    """The sides, the viewer's first."""
    table, language, code = looked.table, looked.language, seen.deal.code
    order = side_order(code, looked.seat)
    totals = table.match.totals if table.match else (0,) * len(code.sides)
    return [
        {
            "side": code.sides[side],
            "side_name": words.side(language, code.sides[side]),
            "mine": bool(looked.seat) and side == order[0],
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


def _hand(looked: Sight, seen: View) -> list[Json] | None:
    """The viewer's own cards in his order; None for who has none, or may not look at them yet."""
    if not looked.seat:
        return None
    number = seen.deal.code.seats.index(looked.seat)
    hand = seen.deal.hands[number]
    if seen.deal.unseen >> number & 1:
        return None
    now = in_hand(looked.viewer.held, hand)
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


def _since(looked: Sight) -> list[str]:
    """What the others did since the viewer's last turn; for spectators, the last lap."""
    table, mine = looked.table, looked.seat
    lines: list[Line] = []
    ended = table.records[-1].lines if table.records and table.phase != PLAYING else ()
    for line in reversed(table.lines or ended):
        own = isinstance(line, Turn) and line.seat == mine
        if own or len(lines) == (_TOLD if mine else table.code.players):
            break
        lines.append(line)
    told = [line_told(line, looked.names, looked.language) for line in reversed(lines)]
    return [text for text in told if text]


def _now(looked: Sight, seen: View) -> str:
    """The turn in progress."""
    table = looked.table
    if not table.turn or not table.in_turn:
        return ""
    side = seen.deal.code.side_of[seen.deal.turn]
    return turns.turn(looked.language, looked.names[table.in_turn], _open(table.turn), seen.deal.melds[side])


def _open(written: Sequence[Written]) -> list[Written]:
    """The actions without what only their player saw."""
    return [Written(one.action, () if one.action == DRAW else one.revealed, one.marks) for one in written]


# --- what may be done -------------------------------------------------------------------------------------------------


def _controls(looked: Sight, seen: View) -> Json:
    """What the viewer may do now; empty while it is not for him to play."""
    table, seat = looked.table, looked.seat
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


_OF_DEAL: Final[Mapping[str, Callable[[Sight, View], Any]]] = {
    "seats": _seats_dealt,
    "turn": lambda looked, _seen: looked.table.in_turn,
    "clock": lambda looked, _seen: clock_end(looked.table),
    "phase": lambda _looked, seen: PHASES[seen.deal.phase],
    "phase_words": lambda looked, seen: words.phase(looked.language, seen.deal.phase),
    "stock": lambda _looked, seen: len(seen.deal.stock),
    "stock_left": lambda _looked, seen: max(0, len(seen.deal.stock) - seen.deal.code.reserve),
    "pile": lambda _looked, seen: [format_card(card) for card in seen.deal.pile],
    "pozzetti": lambda _looked, seen: [len(pozzetto) for pozzetto in seen.deal.pozzetti],
    "sides": _sides,
    "last_lap": lambda _looked, seen: bool(seen.deal.lap),
    "stallo_near": lambda _looked, seen: _stallo_near(seen.deal),
    "hand": _hand,
    "drawn": _drawn_now,
    "since": lambda looked, _seen: _since(looked),
    "now": _now,
    "feed": lambda looked, _seen: feed(looked.table, looked.names, looked.language),
    "controls": _controls,
}
