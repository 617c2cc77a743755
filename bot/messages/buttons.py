"""What a button carries: the one place that writes and reads it. `K7QM:41:x:Kd` is table, stage, request.

The request is an action in the engine's notation, or a verb of the interface with its argument: `tick:7h1`. The text is
short and plain enough for both platforms, needs nothing in memory and survives a restart. It comes back from a client,
so it is only a claim: the platform says who presses, the door whether they may, and an old stage makes it stale. A
button on a message that several people see never carries a card of a hand.

Every legal action fits, for a meld has fourteen cards at most. What people compose themselves does not travel in one
button: each tick is a button of its own, the ticked cards are kept as a stored draft, and the button that plays the
draft (`lay`, `drop`) carries no card.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final, TypeAlias

from engine.actions import Action, format_action, parse_action
from engine.cards import Card, Malformed, copies, format_card, parse_card, shorten

LIMIT: Final = 64  # bytes of a Telegram button; a Discord one takes 100 characters
CODE: Final = r"[A-Z0-9]{1,8}"  # a table's short code
DESK: Final = r"tour[0-9a-f]{16}"  # a tournament, for its arbiter's desk
STAGE: Final = r"0|[1-9][0-9]{0,9}"


class Verb(StrEnum):
    """A step of the interface that the rules do not know. The comment shows the argument, where there is one."""

    # one's own hand; on private messages only
    TICK = "tick"  # 7h2: two sevens of hearts are ticked, 7h0: none; 7h1+2: one, or by its second button one more
    CHOOSE = "choose"  # what several choices in one menu are called; the choice itself is the platform's
    CLEAR = "clear"
    TARGET = "target"  # 3: the ticked cards go on the third meld, 0: they are a new one
    MATTA = "matta"  # ^ or _: where a matta goes that has the choice
    LAY = "lay"  # lay or add the ticked cards; unseen: the button does not say where
    DROP = "drop"  # discard the ticked card; with none, show what may be discarded
    CLOSE = "close"  # the menu that is open
    SURE = "sure"  # x:2h: the caution about this action has been read
    SUGGEST = "suggest"
    SORT = "sort"  # suit or rank
    MOVE = "move"  # 3-7: the card at the third place goes to the seventh
    WHY = "why"  # x:2h, or nothing for the ticked cards: why not?
    HINT = "hint"  # where to look, and asked again what to play; play: that, as long as the table stands so
    PHRASE = "phrase"  # bravo: said at the table; nothing: the phrases there are
    # looking
    HAND = "hand"
    TABLE = "table"
    SINCE = "since"
    LOOK = "look"  # 2012: as whoever watches sees it, with what happened after the 12th line of the second deal
    SCORE = "score"
    MOVIOLA = "moviola"
    RULES = "rules"
    RECORD = "record"
    VERIFY = "verify"
    EXPLAIN = "explain"  # why a computer did what it did
    PAGE = "page"  # 2: of what is shown in pages
    LANGUAGE = "language"  # it
    SETUP = "setup"  # clock, clock.days=3, pace.ping: settings by menus, for no table a channel's; alone it opens them
    SEAT = "seat"  # S: a seat in the lobby where a person sits; they leave it, others are told who it is
    SAY = "say"  # help.2: a command as if it were written, dots between its words; for no table
    POST = "post"  # leaderboard.week: a page as its command asks for it, for everybody in the channel
    # commands of the table, with their words
    JOIN = "join"
    LEAVE = "leave"
    COMPUTER = "computer"
    REMOVE = "remove"
    SET = "set"
    START = "start"
    READY = "ready"
    REMATCH = "rematch"
    BACK = "back"
    CALL = "call"
    RESIGN = "resign"
    STANDIN = "standin"
    RETURN = "return"
    PROPOSE = "propose"
    AGREE = "agree"
    REFUSE = "refuse"
    PAUSE = "pause"
    RESUME = "resume"
    END = "end"


BOUND: Final = frozenset([Verb.BACK, Verb.CALL, Verb.STANDIN, Verb.AGREE, Verb.REFUSE])
"""Commands whose buttons are good for one state of the table only; the others mean the same whenever they arrive."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A verb with its argument: signs of ASCII without spaces."""

    verb: Verb
    argument: str = ""


ButtonRequest: TypeAlias = Action | Ask


@dataclass(frozen=True, slots=True)
class Press:
    """A button as it was drawn: for which table, at which of its stages (0: at any), and what it asks for."""

    table: str
    stage: int
    request: ButtonRequest


NO_TABLE: Final = "0"
"""Stands where a button is about no table; no table has this short name."""


def command_press(command: str) -> Press:
    """The press that says a command: `play`, `rules febur`."""
    return Press(NO_TABLE, 0, Ask(Verb.SAY, command.replace(" ", ".")))


@dataclass(frozen=True, slots=True)
class Garbled:
    """Text that no button of ours carries."""

    text: str


TEMPLATE: Final = rf"(?P<table>{CODE}):(?P<stage>{STAGE}):(?P<request>[!-~]+)"
"""The form of all our buttons, for a platform that sorts them by a pattern."""

_REMEMBERED: Final = 8192  # texts of buttons
_BUTTON: Final = re.compile(TEMPLATE)
_BY_BUTTON: Final = re.compile(r"(.+)([+-][1-9])")
_ASK: Final = re.compile(r"(?P<verb>[a-z]{2,})(?::(?P<argument>[!-~]+))?")  # an action has one letter


@lru_cache(_REMEMBERED)  # most buttons of a message stood on the one before
def encode(press: Press) -> str:
    """The button's text. Raises `ValueError` where it cannot be one: a foolish code, or more cards than a meld has."""
    text = _format(press)
    if not _carries(text, press):
        raise ValueError(f"{shorten(text)!r} does not fit a button")
    return text


def fits(press: Press) -> bool:
    """Whether a button can carry it."""
    return _carries(_format(press), press)


def _carries(text: str, press: Press) -> bool:
    found = _BUTTON.fullmatch(text) if len(text) <= LIMIT else None
    if found is None or (found["table"], int(found["stage"])) != (press.table, press.stage):
        return False
    return _says(found["request"], press.request)


@lru_cache(_REMEMBERED)  # the same cards are on the buttons of all tables
def _says(text: str, request: ButtonRequest) -> bool:
    return _parse_request(text) == request


def _format(press: Press) -> str:
    return f"{press.table}:{press.stage}:{_format_request(press.request)}"


@lru_cache(_REMEMBERED)  # asked several times on a press's way
def decode(text: str) -> Press | Garbled:
    """What a button carries; any other text is a value too, for everybody can send one."""
    press = _parse(text) if len(text) <= LIMIT else None
    if press is None or _format(press) != text:
        return Garbled(shorten(text, LIMIT))
    return press


def _parse(text: str) -> Press | None:
    found = _BUTTON.fullmatch(text)
    if found is None:
        return None
    request = _parse_request(found["request"])
    return None if request is None else Press(found["table"], int(found["stage"]), request)


def _format_request(request: ButtonRequest) -> str:
    if isinstance(request, Ask):
        return f"{request.verb}:{request.argument}" if request.argument else request.verb.value
    return format_action(request)


def _parse_request(text: str) -> ButtonRequest | None:
    found = _ASK.fullmatch(text)
    if found is None:
        try:
            return parse_action(text)
        except Malformed:
            return None
    try:
        return Ask(Verb(found["verb"]), found["argument"] or "")
    except ValueError:
        return None


def tick(card: Card, ticked: int, button: int = 0) -> Ask:
    """The request that so many of these cards be ticked.

    Where a hand has several of them, each has a `button` of its own, from 1, below 0 where it takes a tick away: two
    that are pressed before either is shown mean two.
    """
    return Ask(Verb.TICK, f"{format_card(card)}{ticked}{f'{button:+d}' if button else ''}")


def by_button(ask: Ask) -> tuple[Ask, int]:
    """The request without the button that it was pressed by, and that; 0 for none."""
    found = _BY_BUTTON.fullmatch(ask.argument)
    return (Ask(ask.verb, found[1]), int(found[2])) if found else (ask, 0)


def read_tick(ask: Ask) -> tuple[Card, int] | None:
    """The card and how many of it are to be ticked; None where the argument says no such thing."""
    text, number = ask.argument[:-1], ask.argument[-1:]
    try:
        card = parse_card(text)
    except Malformed:
        return None
    ticked = "01234".find(number) if number else -1
    return (card, ticked) if 0 <= ticked <= copies(card) and text != "??" else None
