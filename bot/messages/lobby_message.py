"""The message of a table that has not begun: by which code, who sits where and with whom, which places are free."""

from collections.abc import Iterator

from bot.messages.buttons import Verb
from bot.messages.fitting import CUT
from bot.messages.message import Button, Message, Row, Style
from bot.messages.table_buttons import lasting
from bot.messages.table_lines import closed_lines, remaining, unreachable_lines
from bot.tables.invited import expected
from bot.tables.table import CLOSED, LOBBY
from bot.tables.timers import expires_at
from bot.views.about_view import opener_name, waiting_names
from bot.views.display_names import NUMBER
from bot.views.settings_in_words import clock_words, length_words
from bot.views.table_view import TableView
from bot.views.time_view import time_notices
from bot.words import table_words
from bot.words.languages import list_words, say
from bot.words.names import graphemes, known_as

_ROUND = 60  # seconds: so precisely is the end of the wait told
_SEATS = 2  # on a row of buttons
_NAME = 16  # signs of who sits on one: two of them stand on one line of a telephone
_OPENER = 12  # the same on the button that starts


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
        page=table.label,
    )


def _lines(view: TableView) -> Iterator[str]:
    table, language = view.table, view.language
    if table.phase == CLOSED:
        yield from closed_lines(view)
        yield from time_notices(view)
        return
    yield from time_notices(view)
    yield from _seat_lines(view)
    yield from unreachable_lines(view)
    yield _free_seats(view)
    invited = [known_as(language, one.name) for one in expected(table)]
    if invited:
        yield say(language, "lobby.invited", names=list_words(language, invited), count=len(invited))
    if table.waiting:
        yield say(language, "lobby.waiting", names=list_words(language, waiting_names(view)))
    yield say(language, "lobby.learn")
    settings = table.settings
    yield say(language, "lobby.clock", length=length_words(language, settings), clock=clock_words(language, settings))
    if settings.hints:
        yield say(language, "lobby.hints")
    if table.phase == LOBBY:
        yield _start_line(view)
        left = remaining(view, expires_at(table), _ROUND)
        yield say(language, "lobby.opener", name=opener_name(view), time=left)


def _seat_lines(view: TableView) -> Iterator[str]:
    """Each side with who sits there: partners on one line."""
    code, language = view.table.code, view.language
    for number, side in enumerate(code.sides):
        names = [view.names[code.seats[seat]] for seat in code.members[number]]
        there = [name or say(language, "lobby.place", count=1) for name in names]
        if not any(names):
            there = [say(language, "lobby.place", count=len(names))]
        yield say(language, "lobby.side", side=table_words.side(language, side), names=list_words(language, there))


def _free_seats(view: TableView) -> str:
    table, language = view.table, view.language
    free = sum(not chair.is_taken for chair in table.chairs)
    if free:
        return say(language, "lobby.free", count=free)
    waits = all(chair.person for chair in table.chairs)
    return say(language, "lobby.full-waits") if waits else say(language, "lobby.full")


# --- buttons ----------------------------------------------------------------------------------------------------------


def _rows(view: TableView) -> Iterator[Row]:
    """As many rows and buttons as the lobby lives, each at its place: only their labels change."""
    language = view.language
    seats = [_seat(view, seat) for seat in _in_sides(view)]
    for first in range(0, len(seats), _SEATS):
        yield Row(tuple(seats[first : first + _SEATS]))
    yield Row(
        (
            lasting(view, say(language, "button.join"), Verb.JOIN),
            lasting(view, say(language, "button.computer"), Verb.COMPUTER),
            lasting(view, _removal(view), Verb.REMOVE, _last_computer(view)),
        )
    )
    yield Row((lasting(view, _start(view), Verb.START, style=Style.GOOD),))
    hand = Style.MAIN if unreachable_lines(view) else Style.PLAIN
    yield Row(
        (
            lasting(view, say(language, "button.leave"), Verb.LEAVE),
            lasting(view, say(language, "button.rules"), Verb.RULES),
            lasting(view, say(language, "button.settings"), Verb.SETUP),
            lasting(view, say(language, "button.hand"), Verb.HAND, style=hand),
        )
    )


def _in_sides(view: TableView) -> list[str]:
    """The seats, partners beside each other."""
    return [view.table.code.seats[seat] for members in view.table.code.members for seat in members]


def _seat(view: TableView, seat: str) -> Button:
    """A seat: who sits there, or its side where it is free. A person's says who it is, and for themselves frees it."""
    chair, language = view.table.chair(seat), view.language
    if chair.person:
        return lasting(view, _short(view.names[seat], _NAME), Verb.SEAT, seat)
    if chair.computer:
        return lasting(view, _short(view.names[seat], _NAME), Verb.JOIN, seat)
    code = view.table.code
    side = code.sides[code.side_of[code.seats.index(seat)]]
    words = say(language, "button.join-side", side=table_words.side(language, side))
    return lasting(view, words, Verb.JOIN, seat, Style.MAIN)


def _removal(view: TableView) -> str:
    """What the button says that removes a computer player; it keeps its place where there is none to be removed."""
    if any(chair.computer for chair in view.table.chairs):
        return say(view.language, "button.remove-computer")
    return say(view.language, "button.no-computer")


def _last_computer(view: TableView) -> str:
    """The seat of the computer player who goes next; where none sits, any."""
    seats = [seat for seat in view.table.code.seats if view.table.chair(seat).computer]
    return [view.table.code.seats[-1], *seats][-1]


def _start(view: TableView) -> str:
    """Who may press it, and how many seats computer players would take."""
    free, name = sum(not chair.is_taken for chair in view.table.chairs), _short(opener_name(view), _OPENER)
    if free:
        return say(view.language, "button.start-fills", name=name, count=free)
    return say(view.language, "button.start-by", name=name)


def _start_line(view: TableView) -> str:
    """Who may start, and what happens then."""
    free = sum(not chair.is_taken for chair in view.table.chairs)
    if free:
        return say(view.language, "lobby.start-fills", name=opener_name(view), count=free)
    return say(view.language, "lobby.start", name=opener_name(view))


def _short(name: str, most: int) -> str:
    """A name that leaves room for its neighbour; the number stays that tells it from another: `Massimil… (2)`."""
    number = NUMBER.search(name)
    behind = number[0] if number else ""
    letters, room = graphemes(name.removesuffix(behind)), most - len(behind)
    return name if len(letters) <= room else "".join([*letters[: room - 1], CUT, behind])
