"""Who may ask what to play, and when a computer's play may be explained.

A table allows hints (`hints` of its settings) as long as it is one among friends: at a tournament's table nobody gets
one, whatever its settings say.
"""

from bot.tables.lock import NO_HINT, SEALED
from bot.tables.table import PLAYING, Table
from bot.tables.who import Declined


def hint_refusal(table: Table, person: str) -> Declined | None:
    """Why this person gets no hint now; None where they do."""
    if table.assigned is not None:
        return NO_HINT
    seat = table.seat_of(person)
    if not seat:
        return Declined("not-seated")
    if not table.settings.hints:
        return Declined("hints-off")
    if table.phase != PLAYING or table.game is None:
        return Declined("not-now")
    if table.paused:
        return Declined("table-paused")
    if table.in_turn != seat:
        return Declined("not-your-turn", (("turn", table.in_turn),))
    return Declined("computer-plays-for-you") if table.chair(seat).computer else None


def explanation_refusal(table: Table) -> Declined | None:
    """Why no play of a computer is explained now: while cards are hidden, none is; None where they are open."""
    if table.game is None or not table.records or not table.game.deal.is_over:
        return Declined("not-over")
    return SEALED if table.result_sealed else None


def may_ask_why(table: Table) -> bool:
    """Whether it is offered: a computer sat there as the deal ended. A tournament's table has the arbiter's button."""
    computers = any(chair.computer for chair in (table.seatings[-1] if table.seatings else ()))
    return computers and table.assigned is None and explanation_refusal(table) is None
