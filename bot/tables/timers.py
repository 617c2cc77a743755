"""What a table waits for, and when: derived from the table, stored with it, fired once.

Each kind is one word, for a command that the host submits through the same door as anybody's when its time has come:
of its own name, or as `COMMANDS` says; what the scheduler asks a player or the rules for it finds itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.durations import MINUTE
from bot.tables import calls, clocks
from bot.tables.deals import all_ready, awaits_rematch
from bot.tables.hours import day_length, due_at
from bot.tables.table import LOBBY, OVER, PAUSE, PLAYING, Settings, Table

EXPIRE: Final = "expire"
WARN: Final = "warn"  # the lobby expires soon
SEAL: Final = "seal"
DEAL: Final = "deal"
MOVE: Final = "move"  # the computer player in turn plays
MENTION: Final = "mention-turn"  # the channels are told who is waited for
MENTION_REQUEST: Final = "mention-request"  # and whose answer to a request is
IDLE: Final = "idle"  # nobody has played for so long that the table waits for its people
PING: Final = "ping"
REMIND: Final = "remind"
OFFER: Final = "offer"
STANDIN: Final = "standin"  # the bank of the person in turn is used up
CALL: Final = "call"  # nobody at the table has called time
CLOCK: Final = "clock"  # the time of the person in turn is over
FORCE: Final = "force"  # what the code demands then
TIMEOUT: Final = "timeout"  # the time of the match is over
RESUME: Final = "resume"  # the days of an adjournment have passed

COMMANDS: Final[Mapping[str, str]] = {
    MENTION: f"mention {calls.TURN}",
    MENTION_REQUEST: f"mention {calls.REQUEST}",
}
"""Those that are not said by the kind alone."""

REQUEST_PAUSE: Final = MINUTE  # so long a computer waits for what everybody says to a request
ENDS_SILENCE: Final = (MENTION, PING, REMIND, OFFER)
"""What happens to somebody who has done nothing for a while."""
CALLS: Final = 3  # the version of tables since which it is told who is waited for
CALLS_BESIDE_COMPUTERS: Final = 6  # and whose answer is missing also while a computer is in turn
CALLS_OVER_DAYS: Final = 7  # and since which over days who is in turn is told so as it begins
REMATCH: Final = MINUTE  # in which the others may say that they want it too
ONCE_MORE: Final = 2  # turns missed in a row: a ping once more, and a stand-in is offered
WARNED_BEFORE: Final = 10 * MINUTE  # a lobby expires; a quarter of its time, where that is less


@dataclass(frozen=True, slots=True)
class Due:
    """Something that happens to a table at a time."""

    kind: str
    at: int


def dues(table: Table, at: int) -> tuple[Due, ...]:
    """Everything the table waits for now; `at` is the time of the change that led here."""
    if table.phase in (LOBBY, OVER):
        return _expiry(table)
    if table.paused:
        return (Due(RESUME, table.resumes),) if table.resumes else ()
    if table.phase == PAUSE:
        return (_next_deal(table, at),) if table.begun else ()
    return (*_of_turn(table, at), *_of_match(table)) if table.phase == PLAYING else ()


def stands(table: Table, due: Due, at: int) -> bool:
    """Whether the table waits for this, and its time has come: what somebody did meanwhile may have ended its reason.

    What is due by a change itself, a computer's move after its pause, is so since the time that `due` tells.
    """
    led_here = due.at - table.settings.pace if due.kind == MOVE else due.at
    return any(one.kind == due.kind and one.at <= at for one in dues(table, led_here))


def _expiry(table: Table) -> tuple[Due, ...]:
    expires = expires_at(table)
    expiry = Due(EXPIRE, expires)
    if table.phase == OVER or table.warned == table.since:
        return (expiry,)
    return (Due(WARN, expires - warned_before(table.settings)), expiry)


def expires_at(table: Table) -> int:
    """When a lobby, or a table whose match has ended, closes by itself; 0 for any other."""
    return table.since + table.settings.lobby_expires if table.phase in (LOBBY, OVER) else 0


def warned_before(settings: Settings) -> int:
    """How long before its end a lobby is told."""
    return min(WARNED_BEFORE, settings.lobby_expires // 4)


def rematch_patience(settings: Settings) -> int:
    """Milliseconds that the others have to say whether they want a rematch, too; of those that count."""
    return day_length(settings) if settings.days else max(settings.pause, REMATCH)


def _next_deal(table: Table, at: int) -> Due:
    """The seed is sealed at once; the cards are dealt after the pause, the first time or when all are ready at once.

    For a rematch the others have a minute at least to come back to the table, a day of the time that counts at a table
    over days.
    """
    if not table.seed:
        return Due(SEAL, at)
    if awaits_rematch(table):
        return Due(DEAL, due_at(table.settings, table.since, rematch_patience(table.settings)))
    soon = not table.records or all_ready(table)
    return Due(DEAL, at if soon else table.since + table.settings.pause)


# --- a turn -----------------------------------------------------------------------------------------------------------


def _of_match(table: Table) -> tuple[Due, ...]:
    return (Due(TIMEOUT, clocks.match_ends(table)),) if clocks.match_ends(table) else ()


def _of_turn(table: Table, at: int) -> tuple[Due, ...]:
    if table.game is not None and table.game.deal.clock_out:
        return (Due(FORCE, at),)
    if calls.is_idle(table) and table.version >= CALLS and table.assigned is None:
        return (Due(IDLE, at),)
    if table.chair(table.in_turn).computer:
        request_ends = table.proposal.at + REQUEST_PAUSE if table.proposal else 0
        calls_now = table.version >= CALLS_BESIDE_COMPUTERS and len(table.people) > 1
        naming = _of_request(table) if calls_now else ()
        return (Due(MOVE, max(at + table.settings.pace, request_ends)), *naming)
    silence = _over_days(table) if table.settings.days else (*_of_calls(table), *_of_silence(table))
    return (*_of_clock(table), *silence)


def _of_clock(table: Table) -> tuple[Due, ...]:
    if not clocks.turn_ends(table):
        return ()
    forced = clocks.forced_at(table)
    return (Due(CLOCK, forced),) if forced else (Due(CALL, clocks.turn_ends(table) + clocks.CALLS_ITSELF),)


def _of_calls(table: Table) -> tuple[Due, ...]:
    """A live table in a channel: it is named there who is waited for, sooner than they are reminded in private.

    Where a clock has ended their last turn without a word of theirs, by half of this one's time at the latest.
    """
    if not _names(table):
        return ()
    after, missed = table.settings.mention_after, table.chair(table.in_turn).missed
    due = [*_of_request(table)]
    if table.mentioned < 0 and missed <= ONCE_MORE and calls.is_waited_for(table):
        due.append(Due(MENTION, table.acted + (min(after, table.turn_time // 2) if missed else after)))
    return tuple(due)


def _of_request(table: Table) -> tuple[Due, ...]:
    """Whose answer to a request is missing is named, too, whoever is in turn."""
    proposal = table.proposal
    if proposal is None or not _names(table) or table.mentioned_request == proposal.at or not calls.unanswered(table):
        return ()
    return (Due(MENTION_REQUEST, proposal.at + table.settings.mention_after),)


def _names(table: Table) -> bool:
    """Whether it is a live table whose channels name people."""
    settings = table.settings
    return bool(settings.mention_after and table.channels) and not settings.days and table.version >= CALLS


def _of_silence(table: Table) -> tuple[Due, ...]:
    """A live table: a ping, a reminder half-way to the offer of a stand-in, the offer; never while they are playing.

    A short clock would end every turn before that. So where it has ended their last turn without a word of theirs, a
    ping comes at half of this one's time; where it has ended their last two, a ping once more and the offer, and from
    then on the offer alone as the turn begins.
    """
    first, last = table.settings.ping_after, table.settings.stand_in_after
    missed, half = table.chair(table.in_turn).missed, table.turn_time // 2
    first = min(first, half) if missed else first
    last = min(last, half if missed == ONCE_MORE else 0) if missed >= ONCE_MORE else last
    due = []
    if first and table.pinged < 0 and missed <= ONCE_MORE:
        due.append(Due(PING, table.acted + first))
    if first and table.pinged >= 0 and table.reminded < 0 and not missed:
        due.append(Due(REMIND, table.acted + ((first + last) // 2 if last else 3 * first)))
    if table.settings.stand_in_after and table.offered < 0:
        due.append(Due(OFFER, table.acted + last))
    return tuple(due)


def _over_days(table: Table) -> tuple[Due, ...]:
    """A table over days: word of a turn that begins, a ping after hours that count, a reminder when the bank runs low.

    At its end a computer stands in; where the code has the match lost when a player's time is over, it is.
    """
    settings = table.settings
    quiet_until = due_at(settings, table.acted, settings.ping_days)
    over = CLOCK if table.code.rules.clock_out == "loses" else STANDIN
    due = [Due(over, clocks.bank_ends(table))] if table.banks else []
    if _tells_of_turn(table):
        due.append(Due(MENTION, due_at(settings, table.acted, settings.mention_after)))
    if settings.ping_days and table.pinged < 0:
        due.append(Due(PING, quiet_until))
    if settings.ping_days and table.banks and table.reminded < 0:
        due.append(Due(REMIND, max(clocks.bank_low_at(table), quiet_until)))
    return tuple(due)


def _tells_of_turn(table: Table) -> bool:
    """Whether who is in turn is still to hear of it, over days; of the first turn they do with their new cards."""
    is_new = table.game is not None and table.game.turn_number == 1
    waits = table.mentioned < 0 and table.pinged < 0 and not is_new and calls.is_waited_for(table)
    return waits and bool(table.settings.mention_after) and table.version >= CALLS_OVER_DAYS
