"""What a table waits for, and when: derived from the table, stored with it, fired once.

Each kind is a command that the host submits through the same door as anybody's, when its time has come.
"""

from typing import Final

from bot.host.deals import all_ready
from bot.host.ports import Due
from bot.host.table import LOBBY, OVER, PAUSE, PLAYING, Table

EXPIRE: Final = "expire"
SEAL: Final = "seal"
DEAL: Final = "deal"
MOVE: Final = "move"  # the computer player in turn plays
PING: Final = "ping"
OFFER: Final = "offer"
CLOCK: Final = "clock"  # the time of the person in turn is over
FORCE: Final = "force"  # what the code demands then


def dues(table: Table, at: int) -> tuple[Due, ...]:
    """Everything the table waits for now; `at` is the time of the change that led here."""
    settings = table.settings
    if table.phase in (LOBBY, OVER):
        return (Due(EXPIRE, table.since + settings.lobby_expires),)
    if table.paused:
        return ()
    if table.phase == PAUSE:
        return (_next_deal(table, at),)
    return _of_turn(table, at) if table.phase == PLAYING else ()


def _next_deal(table: Table, at: int) -> Due:
    """The seed is sealed at once; the cards are dealt after the pause, the first time or when all are ready at once."""
    if not table.seed:
        return Due(SEAL, at)
    soon = not table.records or all_ready(table)
    return Due(DEAL, at if soon else table.since + table.settings.pause)


def _of_turn(table: Table, at: int) -> tuple[Due, ...]:
    settings = table.settings
    if table.game is not None and table.game.deal.clock_out:
        return (Due(FORCE, at),)
    if table.chair(table.in_turn).computer:
        return (Due(MOVE, at + settings.pace),)
    due = [Due(CLOCK, table.turn_since + table.turn_limit)] if table.turn_limit else []
    if settings.ping_after and table.pinged != table.since:
        due.append(Due(PING, table.since + settings.ping_after))
    if settings.stand_in_after and table.offered != table.since:
        due.append(Due(OFFER, table.since + settings.stand_in_after))
    return tuple(due)
