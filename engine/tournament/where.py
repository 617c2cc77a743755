"""Which round, table and entry an event is about, or why it cannot be about them. Numbers are checked here too."""

from collections.abc import Iterable

from engine.tournament.refusals import EventReason, NotFollowing
from engine.tournament.state import Pairing, Progress, Round
from engine.victory import STEP


def current_round(progress: Progress, number: int) -> Round | NotFollowing:
    """The last round that was paired, if it is this one."""
    if progress.current is None or progress.current.number != number:
        return NotFollowing(EventReason.WRONG_ROUND, f"round {number} is not the one that was paired last")
    return progress.current


def open_round(progress: Progress, number: int) -> Round | NotFollowing:
    """The same while it is not closed."""
    current = current_round(progress, number)
    if isinstance(current, Round) and current.closed:
        return NotFollowing(EventReason.ROUND_CLOSED, f"round {number} is closed")
    return current


def undecided_table(progress: Progress, number: int, table: int) -> Pairing | NotFollowing:
    current = open_round(progress, number)
    if isinstance(current, NotFollowing):
        return current
    return _undecided(current.at(table), f"table {table}")


def undecided_table_of(progress: Progress, number: int, entry: str) -> Pairing | NotFollowing:
    """The table at which an entry sits in the open round, while it has no result."""
    current = open_round(progress, number)
    if isinstance(current, NotFollowing):
        return current
    return known(progress, entry) or _undecided(current.of(entry), f"the table of {entry!r}")


def _undecided(pairing: Pairing | None, what: str) -> Pairing | NotFollowing:
    if pairing is None:
        return NotFollowing(EventReason.UNKNOWN_TABLE, f"{what} is not in this round")
    if pairing.decision is not None:
        return NotFollowing(EventReason.DECIDED, f"{what} is decided")
    return pairing


def known(progress: Progress, entry: str) -> NotFollowing | None:
    """Why this is no entry of the tournament by now; one that has withdrawn is."""
    if entry not in progress.tournament.place:
        return NotFollowing(EventReason.UNKNOWN_ENTRY, f"there is no entry {entry!r}")
    if all(one.id != entry for one in progress.entered):
        return NotFollowing(EventReason.NOT_ADMITTED, f"{entry!r} was not admitted")
    return None


def points_wrong(numbers: Iterable[int], lines: int) -> NotFollowing | None:
    """Why these are not the Match Points of so many lines."""
    points = tuple(numbers)
    if len(points) != lines:
        return NotFollowing(EventReason.DEALS, f"{lines} numbers are needed, not {len(points)}")
    if any(number % STEP for number in points):
        return NotFollowing(EventReason.MULTIPLE_OF_5, f"Match Points are multiples of {STEP}")
    return None
