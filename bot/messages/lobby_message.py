"""The message of a table that has not begun: by which code, who sits where and with whom, which places are free."""

from collections.abc import Iterator

from bot.messages.buttons import Verb
from bot.messages.message import Button, Message, Row, Style
from bot.messages.table_buttons import lasting
from bot.messages.table_lines import remaining, unreachable_lines
from bot.tables.clocks import DAYS, MATCH, TURN, clock_of
from bot.tables.table import CLOSED, LOBBY
from bot.tables.timers import expires_at
from bot.views.table_view import TableView
from bot.views.time_view import time_notices
from bot.words import table_words
from bot.words.languages import list_words, say
from bot.words.names import known_as

_ROUND = 60  # seconds: so precisely is the end of the wait told
_CARDS = 11  # of a hand, where the clock depends on it


def lobby_message(view: TableView) -> Message:
    """The lobby, for its channel; after the start, or when it has been given up, without its buttons."""
    table, language = view.table, view.language
    return Message(
        language=language,
        title=say(language, "title.table", table=table.label, channel=""),
        lines=tuple(_lines(view)),
        look=view.viewer.look,
        controls=tuple(_rows(view)) if table.phase == LOBBY else (),
        anew=LOBBY,
    )


def _lines(view: TableView) -> Iterator[str]:
    table, language = view.table, view.language
    if table.phase == CLOSED:
        yield say(language, "lobby.closed")
        if table.ended_by:
            yield say(language, "lobby.ended-by", name=known_as(language, table.ended_by))
        yield from time_notices(view)
        return
    yield from time_notices(view)
    yield from _seat_lines(view)
    yield from unreachable_lines(view)
    yield _free_seats(view)
    if table.waiting:
        yield say(
            language,
            "lobby.waiting",
            names=list_words(language, [known_as(language, name) for _, name in table.waiting]),
        )
    yield say(language, "lobby.learn")
    yield say(language, "lobby.clock", length=_length(view), clock=_clock(view))
    opener = next((known_as(language, chair.name) for chair in table.chairs if chair.person == table.opener), "")
    if table.phase == LOBBY:
        left = remaining(view, expires_at(table), _ROUND)
        yield say(language, "lobby.opener", name=opener, time=left)


def _seat_lines(view: TableView) -> Iterator[str]:
    """Each side with who sits there: partners on one line."""
    code, language = view.table.code, view.language
    for number, side in enumerate(code.sides):
        names = [view.names[code.seats[seat]] or say(language, "lobby.place") for seat in code.members[number]]
        yield say(language, "lobby.side", side=table_words.side(language, side), names=list_words(language, names))


def _free_seats(view: TableView) -> str:
    table, language = view.table, view.language
    free = sum(not chair.is_taken for chair in table.chairs)
    if free:
        return say(language, "lobby.free", count=free)
    return say(language, "lobby.full")


def _length(view: TableView) -> str:
    rules = view.table.code.rules
    if rules.target:
        return table_words.points(view.language, rules.target)
    return say(view.language, "lobby.deals", count=rules.hands)


def _clock(view: TableView) -> str:
    """The clock of the table in a few words, and what it costs to let it run out."""
    words, rules = _time(view), view.table.code.rules
    if rules.clock_out != "loses" or clock_of(view.table.settings) not in (TURN, DAYS):
        return words
    return say(view.language, "lobby.clock-loses", clock=words)


def _time(view: TableView) -> str:
    settings, language = view.table.settings, view.language
    kind, rules = clock_of(settings), view.table.code.rules
    if kind == TURN:
        return say(language, "lobby.clock-turn", time=table_words.duration(language, rules.turn_limit(_CARDS)))
    if kind == MATCH:
        return say(language, "lobby.clock-match", time=table_words.duration(language, settings.match_minutes * 60))
    if kind == DAYS:
        return say(language, "lobby.clock-days", time=table_words.duration(language, settings.days * 86400))
    return say(language, "lobby.clock-none")


# --- buttons ----------------------------------------------------------------------------------------------------------


def _rows(view: TableView) -> Iterator[Row]:
    language, table = view.language, view.table
    yield Row(tuple(_joins(view)))
    computers = [seat for seat, chair in zip(table.code.seats, table.chairs, strict=True) if not chair.person]
    buttons = []
    if not all(chair.is_taken for chair in table.chairs):
        buttons.append(lasting(view, say(language, "button.computer"), Verb.COMPUTER))
    sitting = [seat for seat in computers if table.chair(seat).computer]
    if sitting:
        buttons.append(lasting(view, say(language, "button.no-computer"), Verb.REMOVE, sitting[-1]))
    if buttons:
        yield Row(tuple(buttons))
    if unreachable_lines(view):
        yield Row((lasting(view, say(language, "button.hand"), Verb.HAND, style=Style.MAIN),))
    start = lasting(view, say(language, "button.start"), Verb.START, style=Style.GOOD)
    rules = lasting(view, say(language, "button.rules"), Verb.RULES)
    yield Row((start, lasting(view, say(language, "button.leave"), Verb.LEAVE), rules))


def _joins(view: TableView) -> Iterator[Button]:
    """A button for each side, or seat, with a free place; else one for the waiting list, or a computer's place."""
    code, language = view.table.code, view.language
    open_sides = [
        side
        for number, side in enumerate(code.sides)
        if not all(view.table.chairs[seat].is_taken for seat in code.members[number])
    ]
    for side in open_sides:
        label = say(language, "button.join-side", side=table_words.side(language, side))
        yield lasting(view, label, Verb.JOIN, side, Style.MAIN)
    if not open_sides:
        computers = any(chair.computer for chair in view.table.chairs)
        label = say(language, "button.join") if computers else say(language, "button.wait")
        yield lasting(view, label, Verb.JOIN)
