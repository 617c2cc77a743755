"""What a player can do, and the text of it: `d`, `p`, `m:5h6hJk8h`, `a3:7c8c`, `x:Kd`, `n`, `t`.

Actions are plain values. `Written` is an action as a record writes it, with what it revealed and its marks.
"""

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.cards import Card, Malformed, format_card, format_cards, parse_cards


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the top card of the stock (pesca)."""


@dataclass(frozen=True, slots=True)
class PickUp:
    """Take the whole discard pile (raccolta)."""


@dataclass(frozen=True, slots=True)
class Decline:
    """Take nothing at an exhausted stock, which ends the deal (three-player)."""


@dataclass(frozen=True, slots=True)
class ClockOut:
    """The player's clock ran out: the forced actions of the code follow."""


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a new meld (calata); the order of the cards may fix the end of an ace or of an anchored matta."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Add:
    """Add cards to the side's meld of that number, from 1 (legare); `end` is "", "^" or "_"."""

    meld: int
    cards: tuple[Card, ...]
    end: str = ""


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a card, which ends the turn (scarto)."""

    card: Card


Action: TypeAlias = Draw | PickUp | Decline | ClockOut | Lay | Add | Discard

DRAW: Final = Draw()
PICK_UP: Final = PickUp()
DECLINE: Final = Decline()
CLOCK_OUT: Final = ClockOut()

POZZETTO: Final = "!"  # this action took the pozzetto
COMPLETED: Final = "*"  # this action completed a burraco
CLOSED: Final = "#"  # this action closed the deal


@dataclass(frozen=True, slots=True)
class Written:
    """An action with what a record adds: the cards it revealed, and its marks out of `*`, `!`, `#` in this order."""

    action: Action
    revealed: tuple[Card, ...] = ()
    marks: str = ""


_PLAIN: Final[dict[str, Action]] = {"d": DRAW, "p": PICK_UP, "n": DECLINE, "t": CLOCK_OUT}
_WRITTEN: Final = re.compile(
    r"(?:(?P<plain>[dpnt])|m:(?P<lay>[^\^_=*!#]+)|a(?P<meld>[1-9][0-9]{0,2}):(?P<add>[^\^_=*!#]+)(?P<end>[\^_]?)"
    r"|x:(?P<discard>[^\^_=*!#]+))(?:=(?P<revealed>[^*!#]+))?(?P<marks>\*?!?#?)"
)


def parse_action(text: str) -> Action:
    """An action; reveals and marks are read and left aside. Raises `Malformed`."""
    return parse_written(text).action


def parse_written(text: str) -> Written:
    """An action as a record writes it. Raises `Malformed`."""
    found = _WRITTEN.fullmatch(text.strip())
    if found is None:
        raise Malformed(text, "is no action; actions are d, p, m:…, a3:…, x:…, n and t")
    revealed = _revealed(text, found["plain"], found["revealed"])
    return Written(_action(text, found), revealed, found["marks"])


def _action(text: str, found: "re.Match[str]") -> Action:
    if found["plain"]:
        return _PLAIN[found["plain"]]
    if found["lay"]:
        return Lay(parse_cards(found["lay"]))
    if found["add"]:
        return Add(int(found["meld"]), parse_cards(found["add"]), found["end"])
    cards = parse_cards(found["discard"])
    if len(cards) != 1:
        raise Malformed(text, "a discard is one card")
    return Discard(cards[0])


def _revealed(text: str, plain: str | None, cards: str | None) -> tuple[Card, ...]:
    if cards is None:
        return ()
    if plain not in ("d", "p"):
        raise Malformed(text, "only d and p reveal cards")
    revealed = parse_cards(cards)
    if not revealed or (plain == "d" and len(revealed) != 1):
        raise Malformed(text, "d reveals one card, p the pile")
    return revealed


def format_action(action: Action) -> str:
    match action:
        case Draw():
            return "d"
        case PickUp():
            return "p"
        case Decline():
            return "n"
        case ClockOut():
            return "t"
        case Lay(cards):
            return "m:" + format_cards(cards)
        case Add(meld, cards, end):
            return f"a{meld}:{format_cards(cards)}{end}"
        case Discard(card):
            return "x:" + format_card(card)


def format_written(written: Written) -> str:
    shown = "=" + format_cards(written.revealed) if written.revealed else ""
    return format_action(written.action) + shown + written.marks
