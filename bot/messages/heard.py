"""Why a device rings for a private message: reasons, for each of which its reader's device rings once.

A reason is a few signs that tell it from every other of its deal. Several may hold at once; the message is sent again
as soon as one of them is new (`gateway.outbound.references`). At a table over days people are elsewhere, so that more
calls them: a turn that begins, an answer that is awaited, play that goes on, the end of the match, a rematch. At every
table a computer in their seat calls them, unless they have left it themselves, and that a live match goes on by itself
after days.
"""

from typing import Final

from bot.tables.calls import is_told_in_private
from bot.tables.deals import awaits_rematch
from bot.tables.table import OVER, PAUSE
from bot.views.table_view import TableView
from engine.record import TableLine
from engine.table import Substitute

_BETWEEN: Final = "+"
_REMINDED: Final = "r"
_BEGUN: Final = "b"


def joined(reasons: tuple[str, ...]) -> str:
    """The reasons as one text."""
    return _BETWEEN.join(reasons)


def has_new_reason(now: str, before: str) -> bool:
    """Whether a text of reasons has one that another has not."""
    return bool(set(now.split(_BETWEEN)) - {"", *before.split(_BETWEEN)})


def is_of_turn(reasons: str) -> bool:
    """Whether the reason is that it is their turn: its number comes first."""
    return reasons[:1].isdigit()


def without_first_reminder(reasons: str) -> str:
    """The reasons without the first reminder of a turn, for a person who was called to that turn elsewhere."""
    first, *others = reasons.split(_BETWEEN)
    return joined(tuple(others)) if first.isdigit() else reasons


def hand_reasons(view: TableView) -> tuple[str, ...]:
    """Why the device of somebody who holds cards rings now; for nothing where they have given their seat away."""
    if not view.seat:
        return ()
    new = ("new",) if _cards_are_new(view) else ()
    return (*turn_reasons(view), *new, *_is_asked(view), *_is_played_for(view), *_goes_on(view))


def turn_reasons(view: TableView) -> tuple[str, ...]:
    """The reminder of this turn, the first or the second one; over days before these that it has begun."""
    table = view.table
    if table.game is None or not view.may_play:
        return ()
    if table.pinged >= 0 or table.reminded >= 0:
        return (f"{table.game.turn_number}{_REMINDED if table.reminded >= 0 else ''}",)
    return (f"{table.game.turn_number}{_BEGUN}",) if is_told_in_private(table) else ()


def _cards_are_new(view: TableView) -> bool:
    """Whether nothing has been played yet: of a match that begins, or over days of any deal, people hear."""
    table = view.table
    return not table.lines and not table.turn and (bool(table.settings.days) or not table.records)


def after_reasons(view: TableView) -> tuple[str, ...]:
    """Why somebody hears of a deal that is over: over days it was the last one, or a rematch is wanted.

    And a live match goes on by itself that was adjourned before its next deal.
    """
    table = view.table
    played_for = _is_played_for(view) if table.phase == PAUSE else ()  # the deal may have ended before they heard of it
    if not table.settings.days:
        goes_on = table.phase == PAUSE and table.resumed[0] >= table.since
        return (*played_for, *(_goes_on(view) if goes_on else ()))
    if table.phase == OVER:
        return ("over",)
    wanted = awaits_rematch(table) and not table.chair(view.seat).ready
    return ("rematch",) if wanted else played_for


def _is_asked(view: TableView) -> tuple[str, ...]:
    """Their answer is awaited, over days; elsewhere the channels name them for it."""
    table = view.table
    if not table.settings.days or table.proposal is None or not table.chair(view.seat).human:
        return ()
    return (f"p{table.proposal.born}",) if view.seat not in table.proposal.agreed else ()


def _is_played_for(view: TableView) -> tuple[str, ...]:
    """A computer has taken their seat in this deal, and not at their own word: of an earlier deal they have heard."""
    own, changes = view.table.chair(view.seat), _changes_of_seat(view)
    return (f"c{changes}",) if own.computer and not own.left and changes else ()


def _goes_on(view: TableView) -> tuple[str, ...]:
    """Play goes on after a pause: over days, and where nobody who sits there has said so, as after an adjournment."""
    table = view.table
    since, by = table.resumed
    is_told = by != view.seat if table.settings.days else not by
    return (f"g{since}",) if since and table.turn_since <= since and is_told else ()


def _changes_of_seat(view: TableView) -> int:
    """How often somebody or something else has taken the viewer's seat in this deal."""
    acts = [line.act for line in view.table.happened if isinstance(line, TableLine)]
    return len([act for act in acts if isinstance(act, Substitute) and act.seat == view.seat])
