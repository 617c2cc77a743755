"""A wish said again for one table: the button of a table that may have been meant."""

from bot.gateway.inbound.presses import Show
from bot.messages.buttons import LIMIT, Press, encode, saying
from bot.requests.requests import Do, Intent, Join, NextTable, Record, Replace, Sort, Why
from engine.cards import TEXTS, parse_cards


def again(wish: Intent | Show, label: str) -> Press | None:
    """The press that says it for the table with this short name; None where no button can carry it."""
    text = _text(wish)
    if not text or "." in text:
        return None
    press = saying(f"{text} {label}")
    try:
        return press if len(encode(press)) <= LIMIT else None
    except ValueError:
        return None


def _text(wish: Intent | Show) -> str:
    match wish:
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
        case NextTable():
            return "next"
        case Replace(seat=seat):
            return f"replace {seat}"
        case _:
            return ""
