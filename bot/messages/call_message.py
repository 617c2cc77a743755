"""The message in a channel that names who is waited for: it is loud, and goes as soon as they act.

It has no buttons: those of the table stand on the table's own message, to which it leads.
"""

from bot.messages.message import Message
from bot.tables.calls import REQUEST, TURN, call_now
from bot.views.table_view import TableView
from bot.words.languages import Fact, say
from bot.words.names import known_as


def call_message(view: TableView) -> Message | None:
    """None where nobody is waited for: what has named somebody is taken away."""
    call = call_now(view.table)
    if call is None:
        return None
    facts: dict[str, Fact] = {"table": view.table.label}
    if call.why == TURN:
        words = say(view.language, "call.turn", **facts, button=say(view.language, "button.hand"))
    elif call.why == REQUEST:
        words = say(view.language, "call.request", **facts, count=len(call.people))
    else:
        words = _invited(view, len(call.people), facts)
    return Message(view.language, lines=(words,), mentions=call.people, anew=call.key, replaces=True)


def _invited(view: TableView, count: int, facts: dict[str, Fact]) -> str:
    opener = next((chair.name for chair in view.table.chairs if chair.person == view.table.opener), "")
    facts["button"] = say(view.language, "button.join")
    return say(view.language, "call.invited", **facts, count=count, name=known_as(view.language, opener))
