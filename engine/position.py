"""Positions as text: `<seat>/<phase> <stock> <pile> <hands> <pozzetti> <melds> [<memory>]`.

What somebody sees of a deal is a position with question marks; the same parser and formatter serve both. The page
docs/notation.md has every part of it.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from engine.cards import (
    NO_CARD,
    PACK,
    TEXTS,
    UNKNOWN,
    Card,
    Malformed,
    copies,
    format_card,
    format_cards,
    parse_card,
    parse_cards,
)
from engine.code import Code, code_for
from engine.deal import OVER, PHASES, PLAY, TAKE, Deal
from engine.hand import pack, unpack
from engine.melds import Meld
from engine.refusal import Reason
from engine.rules import Rules
from engine.transitions import is_stallo

_MEMORY: Final = re.compile(
    r"f=(?P<f>..)|p=(?P<p>[0-9]{1,3})|(?P<l>l)|o(?P<o>[1-9][0-9]{0,2})|u=(?P<u>[NESW]+)|(?P<t>t)|d=(?P<d>..)"
    r"|s=(?P<s>[0-9]{1,3})|z=(?P<z>[NESW]+)"
)


# --- writing ----------------------------------------------------------------------------------------------------------


def format_position(deal: Deal) -> str:
    """The position of a deal, or of what somebody sees of it."""
    code = deal.code
    zones = [
        f"{deal.seat}/{PHASES[deal.phase]}",
        _zone(deal.stock),
        _zone(deal.pile),
        "/".join([_zone(unpack(hand)) for hand in deal.hands]),
        ",".join([_zone(pozzetto) for pozzetto in deal.pozzetti]) or "-",
        "|".join([_side(deal, side) for side in range(len(code.sides))]),
    ]
    memory = ",".join(_memory(deal))
    return " ".join([*zones, memory] if memory else zones)


def _zone(cards: Sequence[Card]) -> str:
    if not cards:
        return "-"
    return f"?{len(cards)}" if cards.count(UNKNOWN) == len(cards) else format_cards(cards)


def _side(deal: Deal, side: int) -> str:
    melds = "+".join([format_cards(meld.cards) for meld in deal.melds[side]]) or "-"
    return "!" + melds if deal.taken >> side & 1 else melds


def _memory(deal: Deal) -> list[str]:
    seats = deal.code.seats
    parts = [
        f"f={format_card(deal.forbidden)}" if deal.forbidden != NO_CARD else "",
        f"p={deal.picked}" if deal.picked else "",
        "l" if deal.laid else "",
        f"o{deal.opening}" if deal.opening else "",
        "u=" + "".join([seat for number, seat in enumerate(seats) if deal.unseen >> number & 1]) if deal.unseen else "",
        "t" if deal.clock_out else "",
        f"d={format_card(deal.drawn)}" if deal.clock_out and deal.drawn not in (NO_CARD, UNKNOWN) else "",
        f"s={deal.swaps}" if deal.swaps else "",
        "z=" + "".join([seats[seat] for seat in deal.lap]) if deal.lap else "",
    ]
    return [part for part in parts if part]


# --- reading ----------------------------------------------------------------------------------------------------------


def parse_position(rules: Rules, text: str) -> Deal:
    """The deal of a position; its hands say how many play. Raises `Malformed` for what no table can be."""
    fields = text.split()
    if not 6 <= len(fields) <= 7:
        raise Malformed(text, "a position has six fields and perhaps a memory")
    where, stock, pile, hands, pozzetti, melds = fields[:6]
    players = hands.count("/") + 1
    if players not in rules.players:
        raise Malformed(hands, f"{rules.name} is not played by {players}")
    code = code_for(rules, players)
    turn, phase = _turn(code, where)
    taken, sides = _sides(code, melds)
    deal = Deal(
        code,
        turn=turn,
        phase=phase,
        stock=_cards(stock),
        pile=_cards(pile),
        hands=tuple([pack(_cards(hand)) for hand in _split(hands, "/", code.players, "hands")]),
        pozzetti=tuple([_cards(pozzetto) for pozzetto in pozzetti.split(",")]) if pozzetti != "-" else (),
        melds=sides,
        taken=taken,
    )
    if len(fields) == 7:
        _remember(deal, fields[6])
    _check(deal, text)
    return deal


def _turn(code: Code, where: str) -> tuple[int, int]:
    seat, _, phase = where.partition("/")
    if seat not in code.seats or phase not in PHASES:
        raise Malformed(where, f"a position begins with a seat of {' '.join(code.seats)} and draw, play or over")
    return code.seats.index(seat), PHASES.index(phase)


def _split(text: str, separator: str, number: int, what: str) -> list[str]:
    parts = text.split(separator)
    if len(parts) != number:
        raise Malformed(text, f"{number} {what} are needed, joined by {separator!r}")
    return parts


def _cards(zone: str) -> tuple[Card, ...]:
    if zone == "-":
        return ()
    hidden = re.fullmatch(r"\?([0-9]{1,3})", zone)
    if hidden:
        return (UNKNOWN,) * int(hidden[1])
    return parse_cards(zone)


def _sides(code: Code, text: str) -> tuple[int, tuple[tuple[Meld, ...], ...]]:
    taken = 0
    sides: list[tuple[Meld, ...]] = []
    for number, side in enumerate(_split(text, "|", len(code.sides), "sides")):
        taken |= side.startswith("!") << number
        melds = side.removeprefix("!")
        sides.append(() if melds == "-" else tuple([parse_meld(code, meld) for meld in melds.split("+")]))
    return taken, tuple(sides)


def parse_meld(code: Code, text: str) -> Meld:
    """A meld as it lies on the table, from the text of a position. Raises `Malformed`."""
    meld = code.book.lay(parse_cards(text))
    if isinstance(meld, Reason):
        raise Malformed(text, f"is no meld in {code.rules.name}: {meld.value}")
    return meld


def _remember(deal: Deal, memory: str) -> None:
    seen: set[str] = set()
    for part in memory.split(","):
        found = _MEMORY.fullmatch(part)
        key = found.lastgroup if found else None
        if found is None or key is None or key in seen:
            raise Malformed(memory, f"{part!r} is no part of a memory, or stands there twice")
        seen.add(key)
        _set_memory(deal, key, found[key])


def _set_memory(deal: Deal, key: str, value: str) -> None:
    match key:
        case "f":
            deal.forbidden = parse_card(value)
        case "d":
            deal.drawn = parse_card(value)
        case "p":
            deal.picked = int(value)
        case "l":
            deal.laid = True
        case "o":
            deal.opening = int(value)
        case "u":
            if len(set(value)) < len(value):
                raise Malformed(value, "a seat stands twice")
            deal.unseen = sum([1 << seat for seat in _seat_numbers(deal.code, value)])
        case "t":
            deal.clock_out = True
        case "s":
            deal.swaps = int(value)
        case _:
            deal.lap = _seat_numbers(deal.code, value)


def _seat_numbers(code: Code, letters: str) -> tuple[int, ...]:
    for letter in letters:
        if letter not in code.seats:
            raise Malformed(letters, f"{letter} is no seat here")
    return tuple([code.seats.index(letter) for letter in letters])


def _check(deal: Deal, text: str) -> None:
    """What every reachable position fulfils; a false one would make the rules answer nonsense."""
    _check_cards(deal, text)
    code = deal.code
    untaken = len(code.sides) - deal.taken.bit_count()
    if not untaken <= len(deal.pozzetti) <= code.rules.pozzetti:
        raise Malformed(text, f"{len(deal.pozzetti)} pozzetti are left, {untaken} sides have not taken theirs")
    for pozzetto in deal.pozzetti:
        if len(pozzetto) != code.rules.hand_size:
            raise Malformed(text, f"a pozzetto has {code.rules.hand_size} cards")
    if deal.phase == TAKE and code.reserve and deal.stock_exhausted:
        raise Malformed(text, f"the deal ends when {code.reserve} cards are left in the stock")
    if deal.phase == TAKE and not deal.pile:
        raise Malformed(text, "the pile is never empty when a turn begins")
    if deal.phase == TAKE and code.rules.zero_hand == "refuse" and not deal.hands[deal.turn]:
        raise Malformed(text, "nobody begins a turn without cards: the pozzetto is taken at once")
    if deal.phase == PLAY and not deal.hands[deal.turn]:
        raise Malformed(text, "a player who plays on holds a card")
    _check_memory(deal, text)


def _check_memory(deal: Deal, text: str) -> None:
    side = deal.code.side_of[deal.turn]
    if deal.phase != PLAY and (deal.forbidden != NO_CARD or deal.picked or deal.laid or deal.opening):
        raise Malformed(text, "f=, p=, l and o belong to the phase play")
    if deal.phase == OVER and deal.clock_out:
        raise Malformed(text, "no clock runs when the deal is over")
    if deal.opening > len(deal.melds[side]):
        raise Malformed(text, f"o{deal.opening}: the side has no such meld")
    _check_counts(deal, text)
    if deal.lap and deal.lap[0] != deal.turn:
        raise Malformed(text, "z= begins with the turn in progress")
    for now, then in zip(deal.lap, deal.lap[1:], strict=False):
        if deal.code.next_seat[now] != then:
            raise Malformed(text, "z= names the seats in playing order")
    for seat in range(deal.code.players):
        if deal.unseen >> seat & 1 and not deal.taken >> deal.code.side_of[seat] & 1:
            raise Malformed(text, f"u={deal.code.seats[seat]}: that side has not taken a pozzetto")


def _check_counts(deal: Deal, text: str) -> None:
    """Numbers that no turn and no table can reach."""
    code, rules = deal.code, deal.code.rules
    if deal.phase != OVER and rules.stallo == "auto" and is_stallo(deal):
        raise Malformed(text, f"s={deal.swaps}: the deal would have ended as a stallo")
    if len(deal.lap) > code.players + rules.last_lap_extra + 1:
        raise Malformed(text, "z= names more turns than a last lap has")
    if deal.forbidden == UNKNOWN or (deal.forbidden != NO_CARD and deal.picked > 1):
        raise Malformed(text, "f= is the one known card of a pile of one")
    if deal.opening and not code.clean_opening:
        raise Malformed(text, f"o{deal.opening}: no opening meld of this code is frozen there")
    for side in deal.melds:
        ranks = [meld.rank_bit for meld in side if meld.rank_bit]
        if not rules.two_equal_sets and len(set(ranks)) < len(ranks):
            raise Malformed(text, "a side has two sets of one rank")


def _check_cards(deal: Deal, text: str) -> None:
    cards = [*deal.stock, *deal.pile]
    for hand in deal.hands:
        cards += unpack(hand)
    for pozzetto in deal.pozzetti:
        cards += pozzetto
    for side in deal.melds:
        for meld in side:
            cards += meld.cards
    if len(cards) != len(PACK):
        raise Malformed(text, f"all zones together are {len(PACK)} cards, not {len(cards)}")
    for card, number in Counter(cards).items():
        if card != UNKNOWN and number > copies(card):
            raise Malformed(text, f"{number} times {TEXTS[card]}: two packs hold {copies(card)}")
