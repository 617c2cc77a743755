"""What messages about a tournament's table say and offer beside the play: which table it is, the arbiter, the seal."""

from collections.abc import Iterator
from typing import Final

from bot.messages.buttons import Verb, command_press
from bot.messages.fitting import LABEL, shorten
from bot.messages.message import Button, Control, Message, Row, Style
from bot.messages.table_buttons import lasting
from bot.messages.tournament_message import CALL, command_text
from bot.planner.calendar import wall
from bot.tables.lock import SEALED
from bot.tables.table import CLOSED, PAUSE, PLAYING
from bot.views.display_names import side_name
from bot.views.table_view import TableView
from bot.words.declined import declined_words
from bot.words.languages import say

BEFORE_GO: Final = "go"  # what the message stands for until the first deal
NAME: Final = 60  # signs of a tournament's name in a title


def where(view: TableView) -> str:
    """Which table of which round it is, before what else its title says; "" for a table among friends."""
    one = view.table.assigned
    if one is None:
        return ""
    name = shorten(one.name, NAME)
    return say(view.language, "title.assigned", name=name, round=one.round, number=one.table)


def standing_still(view: TableView) -> str:
    """Why nothing goes on: it is paused, or the arbiter is to rule."""
    return say(view.language, "table.halted") if view.table.halted else say(view.language, "table.paused")


def before_the_go(view: TableView) -> Iterator[str]:
    """Who sits there, and what they wait for."""
    sides = [side_name(view.table.code, number, view.names) for number in range(len(view.table.code.sides))]
    yield say(view.language, "table.before-go", sides=" – ".join(sides))


def round_clock(view: TableView) -> Iterator[str]:
    """When the round ends, for players who may know it (fitab's do not, art. 5)."""
    table = view.table
    is_open = table.code.rules.round_clock == "shown" and table.phase in (PAUSE, PLAYING)
    if table.round_ends and is_open and not (table.game is not None and table.game.timed_out):
        time = wall(table.round_ends, table.settings.zone).strftime("%H:%M")
        yield say(view.language, "table.round-ends", time=time)


def arbiter(view: TableView) -> Iterator[Button]:
    """The button by which everybody who sits here calls the arbiter; none while play is stopped for a ruling."""
    one = view.table.assigned
    outside = bool(view.viewer.person) and not view.seat
    if one is not None and not view.table.halted and view.table.phase != CLOSED and not outside:
        label = shorten(say(view.language, "tournament.button.call"), LABEL)
        yield Button(label, command_press(command_text(CALL, one.tournament)))


# --- sealed deals -----------------------------------------------------------------------------------------------------


def is_hidden(view: TableView) -> bool:
    """Whether the viewer may see nothing of the deal here: it may still be played at another table."""
    return view.table.sealed and not view.seat


def is_result_hidden(view: TableView) -> bool:
    """The same of the deal that ended last."""
    return view.table.result_sealed and not view.seat


def sealed_words(view: TableView) -> str:
    return declined_words(view.language, SEALED)


def sealed_table(view: TableView, title: str, anew: str) -> Message:
    """The table for those who may not see its cards: who is to play, and the way to one's own hand."""
    lines = [standing_still(view)] if view.table.paused else []
    lines += before_the_go(view) if not view.table.begun else ()
    if view.table.in_turn and not view.table.paused:
        lines.append(say(view.language, "table.waits-for", name=view.names[view.table.in_turn]))
    return Message(
        view.language,
        title,
        (*lines, *round_clock(view), sealed_words(view)),
        controls=tuple(_sealed_controls(view)),
        anew=anew,
    )


def _sealed_controls(view: TableView) -> Iterator[Control]:
    if view.table.phase == PLAYING and not view.viewer.person:
        yield Row((lasting(view, say(view.language, "button.hand"), Verb.HAND, style=Style.MAIN), *arbiter(view)))
    elif not view.viewer.person and (buttons := tuple(arbiter(view))):
        yield Row(buttons)


def sealed_result(view: TableView, title: str, anew: str) -> Message:
    """That a deal has ended; its points are for who sits there, who asks for them."""
    buttons = tuple(_own_score(view)) if not view.viewer.person else ()
    controls = (Row(buttons),) if buttons else ()
    return Message(view.language, title, (sealed_words(view),), controls=controls, anew=anew)


def _own_score(view: TableView) -> Iterator[Button]:
    yield lasting(view, say(view.language, "button.score"), Verb.SCORE)
    yield from arbiter(view)
