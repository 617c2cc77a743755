"""Why an event does not follow from those before it, or no round can be paired: a reason and a sentence, as values."""

from dataclasses import dataclass
from enum import StrEnum


class EventReason(StrEnum):
    """The reasons; the words are part of the file's contract."""

    SEQUENCE = "sequence"
    WRONG_PAIRING = "wrong-pairing"
    WRONG_STANDINGS = "wrong-standings"
    WRONG_ROUND = "wrong-round"
    ROUND_OPEN = "round-open"
    ROUND_CLOSED = "round-closed"
    NO_ROUND_LEFT = "no-round-left"
    TOO_FEW = "too-few"
    LIMIT = "limit"
    UNKNOWN_ENTRY = "unknown-entry"
    UNKNOWN_TABLE = "unknown-table"
    UNKNOWN_EVENT = "unknown-event"
    DECIDED = "decided"
    UNDECIDED = "undecided"
    DEALS = "deals"
    MULTIPLE_OF_5 = "multiple-of-5"
    RANGE = "range"
    WINNER = "winner"
    NOT_ADMITTED = "not-admitted"
    NOT_IN_THIS_CODE = "not-in-this-code"
    NOT_IN_THIS_KIND = "not-in-this-kind"
    WINDOW = "window"
    NOT_A_SWAP = "not-a-swap"
    REASON_MISSING = "reason-missing"
    WITHDRAWN = "withdrawn"
    REPLACED = "replaced"
    PLAYERS = "players"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class NotFollowing:
    """What is wrong. `event`: its place in the list from 1, None where no event is at fault."""

    reason: EventReason
    message: str
    event: int | None = None
