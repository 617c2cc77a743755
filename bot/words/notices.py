"""What a table tells its people beside the play: the lobby, the course of a match, clocks, absence, consent.

A notice is a value whose name is the key of its sentence, and it says which facts the sentence needs. A new one is a
member, its facts below, and an entry `notice.…` in each catalogue.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from bot.words.languages import Fact, Language, say


class Notice(StrEnum):
    """What has happened, or what somebody is asked."""

    # an answer to who pressed or wrote
    STALE = "stale"
    TOO_OLD = "too-old"
    NOT_SEATED = "not-seated"
    NO_TABLE = "no-table"
    NOT_ALLOWED = "not-allowed"
    NOTHING_TICKED = "nothing-ticked"
    STILL_WAITING = "still-waiting"
    # the lobby
    JOINED = "joined"
    SITS_THERE = "sits-there"
    WAITING = "waiting"
    SEAT_FOR_YOU = "seat-for-you"
    NO_PRIVATE_CHAT = "no-private-chat"
    REFUSES_MESSAGES = "refuses-messages"
    BLOCKED = "blocked"
    EXPIRES_SOON = "expires-soon"
    # the course of the match
    DEALS_FIRST = "deals-first"
    COMMITTED = "committed"
    STALLO_NEAR = "stallo-near"
    NEXT_DEAL = "next-deal"
    WON = "won"
    GIVEN_UP = "given-up"
    LOST_ON_TIME = "lost-on-time"
    DRAWN = "drawn"
    WANTS_REMATCH = "wants-rematch"
    REMATCH_BEGINS = "rematch-begins"
    # clocks
    REMINDER = "reminder"
    REMINDED = "reminded"
    TIME_CALLED = "time-called"
    MORE_TIME = "more-time"
    BANK_LOW = "bank-low"
    BANK_OF_LOW = "bank-of-low"
    OUTAGE = "outage"
    BROUGHT_BACK = "brought-back"
    # absence
    SILENT = "silent"
    IDLE = "idle"
    MISSED_TURNS = "missed-turns"
    COMPUTER_PLAYS = "computer-plays"
    BACK = "back"
    # consent of all
    ASKS_UNDO = "asks-undo"
    ASKS_ANNUL = "asks-annul"
    ASKS_ADJOURN = "asks-adjourn"
    ASKS_TIME = "asks-time"
    ASKS_STALLO = "asks-stallo"
    OBJECTS_UNDO = "objects-undo"
    OBJECTS_ANNUL = "objects-annul"
    OBJECTS_ADJOURN = "objects-adjourn"
    OBJECTS_TIME = "objects-time"
    OBJECTS_STALLO = "objects-stallo"
    WITHDRAWN = "withdrawn"
    LAPSED = "lapsed"
    NO_STALLO = "no-stallo"
    NO_REMATCH = "no-rematch"
    UNDONE = "undone"
    ANNULLED = "annulled"
    ADJOURNED = "adjourned"


FACTS: Final[Mapping[Notice, tuple[str, ...]]] = {
    notice: tuple(facts.split())
    for notice, facts in (
        (Notice.STALE, ""),
        (Notice.TOO_OLD, ""),
        (Notice.NOT_SEATED, "table"),
        (Notice.NO_TABLE, "code"),
        (Notice.NOT_ALLOWED, ""),
        (Notice.NOTHING_TICKED, ""),
        (Notice.STILL_WAITING, ""),
        (Notice.JOINED, "name table"),
        (Notice.SITS_THERE, "name"),
        (Notice.WAITING, "table place"),
        (Notice.SEAT_FOR_YOU, "name table"),
        (Notice.NO_PRIVATE_CHAT, "name"),
        (Notice.REFUSES_MESSAGES, "name"),
        (Notice.BLOCKED, "name"),
        (Notice.EXPIRES_SOON, "table time"),
        (Notice.DEALS_FIRST, "name"),
        (Notice.COMMITTED, ""),
        (Notice.STALLO_NEAR, ""),
        (Notice.NEXT_DEAL, "time"),
        (Notice.WON, "side result count"),  # count: how many play on the side
        (Notice.GIVEN_UP, "side other count"),
        (Notice.LOST_ON_TIME, "side other count"),
        (Notice.DRAWN, "result"),
        (Notice.WANTS_REMATCH, "name"),
        (Notice.REMATCH_BEGINS, "table time"),
        (Notice.REMINDER, "name table time"),  # to who is reminded
        (Notice.REMINDED, "name table time"),  # to the others
        (Notice.TIME_CALLED, "name time"),
        (Notice.MORE_TIME, "name time"),
        (Notice.BANK_LOW, "name time"),  # to its owner
        (Notice.BANK_OF_LOW, "name time"),  # to the others
        (Notice.OUTAGE, "time"),
        (Notice.BROUGHT_BACK, "time"),
        (Notice.SILENT, "name time"),
        (Notice.IDLE, ""),
        (Notice.MISSED_TURNS, "name count"),
        (Notice.COMPUTER_PLAYS, "name"),
        (Notice.BACK, "name"),
        (Notice.ASKS_UNDO, "name"),
        (Notice.ASKS_ANNUL, "name"),
        (Notice.ASKS_ADJOURN, "name time"),
        (Notice.ASKS_TIME, "name time"),
        (Notice.ASKS_STALLO, ""),
        (Notice.OBJECTS_UNDO, "name"),
        (Notice.OBJECTS_ANNUL, "name"),
        (Notice.OBJECTS_ADJOURN, "name"),
        (Notice.OBJECTS_TIME, "name"),
        (Notice.OBJECTS_STALLO, "name"),
        (Notice.WITHDRAWN, "name"),
        (Notice.LAPSED, ""),
        (Notice.NO_STALLO, ""),
        (Notice.NO_REMATCH, ""),
        (Notice.UNDONE, ""),
        (Notice.ANNULLED, ""),
        (Notice.ADJOURNED, "time"),
    )
}


YOURS: Final = frozenset(
    [
        Notice.DEALS_FIRST, Notice.WANTS_REMATCH, Notice.MORE_TIME, Notice.TIME_CALLED, Notice.SILENT,
        Notice.MISSED_TURNS, Notice.COMPUTER_PLAYS, Notice.BACK, Notice.ASKS_UNDO, Notice.ASKS_ANNUL,
        Notice.ASKS_ADJOURN, Notice.ASKS_TIME, Notice.OBJECTS_UNDO, Notice.OBJECTS_ANNUL, Notice.OBJECTS_ADJOURN,
        Notice.OBJECTS_TIME, Notice.OBJECTS_STALLO, Notice.WITHDRAWN,
    ]
)  # fmt: skip
"""What is told of somebody, and to them in other words."""


def notice_to(language: Language, what: Notice, own: bool, /, **facts: Fact) -> str:
    """The sentence of a notice about somebody; `own`: to them. Raises `TypeError` for other facts than it needs."""
    words = notice(language, what, **facts)
    return say(language, f"yours.{what}", **facts) if own and what in YOURS else words


def notice(language: Language, what: Notice, **facts: Fact) -> str:
    """The sentence of a notice. Raises `TypeError` for other facts than it needs."""
    if set(facts) != set(FACTS[what]):
        raise TypeError(f"{what} needs {', '.join(FACTS[what]) or 'no facts'}, not {', '.join(facts) or 'none'}")
    return say(language, f"notice.{what}", **facts)
