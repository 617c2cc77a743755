"""A request made again for one table: the button of a table that may have been meant."""

from typing import assert_never

from bot.gateway.inbound.command_line import Show
from bot.messages.buttons import LIMIT, Press, encode, saying
from bot.requests.requests import (
    Aim,
    Arrange,
    AtTable,
    Clear,
    Do,
    Intent,
    Invite,
    Join,
    NextTable,
    Record,
    Replace,
    Rules,
    Sort,
    Tick,
    Unfold,
    Why,
)
from engine.cards import TEXTS, parse_cards


def again(request: Intent | Show, label: str) -> Press | None:
    """The press that says it for the table with this short name; None where no button can carry it."""
    text = _text(request) if isinstance(request, AtTable | Join | Show) else ""
    if not text or "." in text:
        return None
    press = saying(f"{text} {label}")
    try:
        return press if len(encode(press)) <= LIMIT else None
    except ValueError:
        return None


def _text(request: AtTable | Join | Show) -> str:
    """The command that says it, without the table. A new kind of request is an error of types here."""
    match request:
        case Do(command=command):
            return command.removeprefix("play ")
        case Join():
            return "join"
        case Show(what):
            return str(what)
        case Sort(by=by):
            return f"sort {by}"
        case Why(cards=cards):
            return " ".join(["why", *[TEXTS[card] for card in parse_cards(cards)]])
        case Record():
            return "record"
        case Rules():
            return "rules"
        case NextTable():
            return "next"
        case Replace(seat=seat):
            return f"replace {seat}"
        case Invite() | Arrange() | Tick() | Clear() | Aim() | Unfold():  # from what shows one table, and names it
            return ""
        case _:
            assert_never(request)
