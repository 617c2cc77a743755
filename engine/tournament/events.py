"""What happens in a tournament, as values: one frozen class a type of event, with the keys of the file.

`n` is the event's number. Numbers are Match Points or Victory Points as the key says; what stands inside the tables
of a pairing, published standings and a line-up is kept as it was read, and judged when the event is applied.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

Numbers: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Paired:
    n: int
    round: int
    tables: tuple[Any, ...]
    bye: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LateEntry:
    n: int
    round: int
    entry: str
    minutes: int


@dataclass(frozen=True, slots=True)
class ResultEntered:
    """The totals of a table: by deals (a row a deal, a number a line), of teams by two tables, or at once in `mp`."""

    n: int
    round: int
    table: int
    deals: tuple[Numbers, ...] | None = None
    deals2: tuple[Numbers, ...] | None = None
    mp: Numbers | None = None
    winner: str | None = None


@dataclass(frozen=True, slots=True)
class ScoreRuled:
    """An arbiter's score."""

    n: int
    round: int
    table: int
    vp: Numbers
    mp: Numbers
    winner: str | None = None


@dataclass(frozen=True, slots=True)
class Lateness:
    n: int
    round: int
    entry: str
    minutes: int


@dataclass(frozen=True, slots=True)
class Forfeit:
    n: int
    round: int
    entry: str
    mp: Numbers


@dataclass(frozen=True, slots=True)
class WarningEvent:
    n: int
    round: int
    entry: str
    category: str


@dataclass(frozen=True, slots=True)
class PenaltyEvent:
    n: int
    round: int
    entry: str
    vp: int | None = None
    mp: int | None = None


@dataclass(frozen=True, slots=True)
class Withdrawal:
    n: int
    round: int
    entry: str
    temporary: bool = False
    mp: Numbers | None = None


@dataclass(frozen=True, slots=True)
class Replacement:
    n: int
    entry: str
    outgoing: str
    incoming: str
    reason: str


@dataclass(frozen=True, slots=True)
class LineUp:
    n: int
    round: int
    entry: str
    pairs: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class TimeOutCalled:
    n: int
    round: int


@dataclass(frozen=True, slots=True)
class RoundClosed:
    n: int
    round: int
    standings: tuple[Any, ...] | None = None


@dataclass(frozen=True, slots=True)
class CorrectionEntered:
    """A new version of the event, or correction, number `replaces`."""

    n: int
    replaces: int
    reason: str
    cause: str = "sum"
    void: bool | None = None
    deals: tuple[Numbers, ...] | None = None
    deals2: tuple[Numbers, ...] | None = None
    mp: Numbers | None = None
    vp: Numbers | None = None
    winner: str | None = None


@dataclass(frozen=True, slots=True)
class Finished:
    n: int


Event: TypeAlias = (
    Paired
    | LateEntry
    | ResultEntered
    | ScoreRuled
    | Lateness
    | Forfeit
    | WarningEvent
    | PenaltyEvent
    | Withdrawal
    | Replacement
    | LineUp
    | TimeOutCalled
    | RoundClosed
    | CorrectionEntered
    | Finished
)

TYPES: Final[Mapping[str, type[Event]]] = {
    "paired": Paired,
    "late-entry": LateEntry,
    "result": ResultEntered,
    "score": ScoreRuled,
    "lateness": Lateness,
    "forfeit": Forfeit,
    "warning": WarningEvent,
    "penalty": PenaltyEvent,
    "withdrawal": Withdrawal,
    "replacement": Replacement,
    "lineup": LineUp,
    "timeout": TimeOutCalled,
    "closed": RoundClosed,
    "correction": CorrectionEntered,
    "finished": Finished,
}
