"""The lock on a tournament's table, as data: what people may not do there, and how each is declined.

Seats and lines are assigned, rules and deals fixed; nobody but the arbiter changes any of it, an admin of the chat no
more than a player, and no arbiter except through the tournament: the host's commands (`bot.tables.assigned`) pass.
Asked of new commands alone (`bot.tables.commands.decide_anew`), so that a lock may become stricter and old logs still
fold.
"""

from collections.abc import Mapping
from typing import Final

from bot.tables.table import ADJOURN, ANNUL, OVER, TIME, UNDO, Table
from bot.tables.who import Declined, Who

LOCKED: Final[Mapping[str, Declined]] = {
    "join": Declined("locked-seats"),
    "replace": Declined("locked-seats"),
    "invite": Declined("locked-seats"),
    "accept": Declined("locked-seats"),
    "computer": Declined("locked-seats"),
    "remove": Declined("locked-seats"),
    "leave": Declined("locked-leave"),
    "standin": Declined("locked-standin"),
    "set": Declined("locked-rules"),
    "start": Declined("locked-start"),
    "rematch": Declined("locked-rematch"),
    "back": Declined("locked-undo"),
    "pause": Declined("locked-pause"),
    "resume": Declined("locked-pause"),
    "timeout": Declined("locked-time"),
    "resign": Declined("locked-resign"),
    "end": Declined("locked-end"),
    "stop": Declined("locked-end"),
    "mirror": Declined("locked-shown"),
}
"""By the first word of a command."""
PROPOSALS: Final[Mapping[str, Declined]] = {
    UNDO: Declined("locked-undo"),
    ANNUL: Declined("locked-annul"),
    ADJOURN: Declined("locked-pause"),
    TIME: Declined("locked-time"),
}
STOPPED: Final = ("play", "call", "ready", "agree", "refuse")
"""What waits for the ruling where play was stopped; then what is locked is told so, too."""
HALTED: Final = Declined("table-halted")
SEALED: Final = Declined("locked-sealed")
NO_HINT: Final = Declined("locked-hint")


def refusal(table: Table, who: Who, command: str) -> Declined | None:
    """Why the lock refuses a new command; None where it does not, and at every table among friends."""
    if table.assigned is None or who.is_host:
        return None
    verb, what, *_ = [*command.split(), "", ""]
    if table.halted and verb in (*STOPPED, "pause", "resume"):
        return HALTED
    if verb == "join" and table.seat_of(who.id):  # they only look for their table
        return None
    if verb == "leave" and table.phase == OVER:  # the round is played: nobody is held there
        return None
    return PROPOSALS.get(what) if verb == "propose" else LOCKED.get(verb)
