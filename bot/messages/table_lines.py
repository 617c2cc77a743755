"""What several messages about a table say: its title, the time left, who cannot be reached; and which deal it is."""

from collections.abc import Iterator
from typing import Final

from bot.durations import SECOND
from bot.messages.assigned import round_clock, standing_still, where
from bot.tables.table import CLOSED, PAUSE, PLAYING, Chair, Table
from bot.views.about_view import deal_number
from bot.views.table_view import TableView, part
from bot.views.time_view import bank_left, clock_end, time_notices
from bot.views.viewer import Viewer
from bot.words import table_words
from bot.words.languages import say
from bot.words.names import known_as
from bot.words.notices import Notice, notice
from engine.shuffle import commitment

_KEY: Final = 10  # signs of a commitment that tell a deal from any other
_STEP: Final = 5  # seconds: times are told so precisely


def occasion(table: Table) -> str:
    """What tells the deal on the table from every other, of a rematch too; "" where there is none yet."""
    if table.phase == PLAYING or (table.phase in (PAUSE, CLOSED) and not table.records):
        return commitment(table.seed)[:_KEY] if table.seed else ""
    return last_deal(table)


@part
def occasion_of(view: TableView) -> str:
    """The same for a message, which asks for it more than once."""
    return occasion(view.table)


def last_deal(table: Table) -> str:
    """The same of the deal that has ended last."""
    return table.records[-1].tags["Commitment"][:_KEY] if table.records else ""


def closed_unplayed(view: TableView) -> bool:
    """Whether it has closed after its first deal was prepared, and before one had ended."""
    was_shown = view.table.assigned is not None or bool(view.table.seed)
    return was_shown and view.table.phase == CLOSED and not view.table.records


def closed_lines(view: TableView) -> Iterator[str]:
    """That it is closed, and who has ended it."""
    yield say(view.language, "lobby.closed")
    if view.table.ended_by:
        yield say(view.language, "lobby.ended-by", name=known_as(view.language, view.table.ended_by))


def number_of(table: Table) -> str:
    """Which deal of how many: `2/4`, or `2` in a match to a number of points."""
    rules, number = table.code.rules, max(1, deal_number(table))
    return str(number) if rules.target else f"{number}/{rules.hands}"


def title(view: TableView) -> str:
    """The table's name and the deal, and in a private message where the table is."""
    table, language = view.table, view.language
    if not occasion_of(view):
        words = say(language, "title.table", table=table.label, channel=view.viewer.where)
    else:
        deal = number_of(table)
        words = say(language, "title.deal", table=table.label, deal=deal, channel=view.viewer.where)
    return f"{where(view)} · {words}" if table.assigned is not None else words


def standing_lines(view: TableView) -> list[str]:
    """Between two deals: whether the table stands still, by whose will, and that the host was away."""
    if view.table.phase != PAUSE:
        return []
    paused = [standing_still(view)] if view.table.paused else []
    return [*paused, *round_clock(view), *time_notices(view)]


def unreachable_lines(view: TableView) -> list[str]:
    """A line for each player who cannot be sent their cards."""
    return [
        notice(view.language, _why_unreached(view.viewer, chair), name=view.names[seat])
        for seat, chair in zip(view.table.code.seats, view.table.chairs, strict=True)
        if chair.human and chair.person in view.viewer.unreached
    ]


def _why_unreached(viewer: Viewer, chair: Chair) -> Notice:
    if chair.person in viewer.blocked:
        return Notice.BLOCKED
    return Notice.REFUSES_MESSAGES if chair.person in viewer.refusing else Notice.NO_PRIVATE_CHAT


def clock(view: TableView) -> str:
    """The time left to the person in turn, in words; "" where no clock runs."""
    if view.table.banks:
        left = bank_left(view.table, view.viewer.now)
        return table_words.duration(view.language, left / SECOND) if left else ""
    until = clock_end(view.table)
    return remaining(view, until, _STEP) if until else ""


def time_left(view: TableView) -> str:
    """The same as a sentence: at a table over days it is what the bank has, of which quiet hours take nothing."""
    left = clock(view)
    if not left:
        return ""
    bank = bool(view.table.banks)
    return say(view.language, "table.bank", time=left) if bank else say(view.language, "table.clock", time=left)


def remaining(view: TableView, until: int, step: int) -> str:
    """The time until a moment, rounded up to whole steps of so many seconds."""
    left = max(0, until - view.viewer.now)
    return table_words.duration(view.language, -(-left // (step * SECOND)) * step)
