"""Club tournaments as a kind of subject: what `bot.host.subjects` asks of one. Pure."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from bot.host.ports import CHANNEL, Letter
from bot.host.subjects import Outline
from bot.tables.log import LogRow
from bot.tables.table import CLOSED
from bot.tables.timers import Due
from bot.tournaments.club_tournament import ENDED, ClubTournament
from bot.tournaments.log import fold
from bot.tournaments.outcome import FINAL, as_kept, outcome
from bot.tournaments.timers import TABLES, dues

TOURNAMENT: Final = "tournament"
ANNOUNCEMENT: Final = "announcement"  # kinds of letters; each round has its own, and so have its standings
ROUND: Final = "round"
STANDINGS: Final = "standings"
OF_OPEN_ROUND: Final = ("paired", "result", "timeout")  # events
WORD: Final = "word"  # what somebody is told in private, one message for each change that concerns them
CALLED: Final = "called"  # the same, that somebody waits for them
RENAMED: Final = "renamed"  # what they were told in private says it without the name of who was forgotten since
NOT_STARTED: Final = "not-started"  # why it cannot begin, to its arbiters

WhomToTell: TypeAlias = Callable[[ClubTournament | None, ClubTournament], Iterable[Letter]]
"""The letters by which people are told of a change in private."""


def nobody(_before: ClubTournament | None, _after: ClubTournament) -> Iterable[Letter]:
    """Tells nobody."""
    return ()


def is_private(kind: str) -> bool:
    """Whether a letter is for one person, and stands for messages of its own."""
    return kind in (WORD, CALLED, NOT_STARTED, RENAMED)


class TournamentKind:
    """A `bot.host.subjects.SubjectKind`. What people are told in private is said by others, in words."""

    name = TOURNAMENT
    tail = 0

    def __init__(self, whom: WhomToTell = nobody) -> None:
        self._whom = whom

    def fold(self, rows: Sequence[LogRow]) -> ClubTournament:
        return fold(rows)

    def label_of_log(self, rows: Sequence[LogRow]) -> str:  # noqa: ARG002  a tournament has no short name
        return ""

    def outline(self, before: ClubTournament | None, after: ClubTournament, at: int) -> Outline:
        """Where tables are dealt in the chat they are looked at after each change, also of a host that died of it."""
        phase = CLOSED if after.state in ENDED else after.state
        kinds = kinds_of_letters(before, after) if after.in_chat else ()
        of_channel = [Letter(f"{CHANNEL}{after.channel}", kind) for kind in kinds]
        letters = tuple(dict.fromkeys([*of_channel, *self._whom(before, after)]))
        tables = (Due(TABLES, at),) if after.seed and after.announcement.is_dealt else ()
        return Outline(summary(after), phase, after.channel, dues=(*dues(after), *tables), letters=letters)


def kinds_of_letters(before: ClubTournament | None, after: ClubTournament) -> Iterator[str]:
    """The letters by which a channel is shown what has changed: each kind is a message that stands there."""
    if before is None or _announced(before) != _announced(after):
        yield ANNOUNCEMENT
    if after.current is not None and (before is None or _is_shown_at_once(before, after)):
        yield round_letter(after)
    closed = after.progress.closed if after.progress is not None else 0
    if closed and (before is None or _counts_for_standings(before.events, after.events)):
        yield f"{STANDINGS}{closed}"


def _counts_for_standings(before: Sequence[str], after: Sequence[str]) -> bool:
    """Whether standings after a closed round may have become others: by what a round adds that is open, they do not."""
    if len(after) < len(before):  # the end was taken back
        return True
    return any(json.loads(text)["type"] not in OF_OPEN_ROUND for text in after[len(before) :])


def round_letter(one: ClubTournament) -> str:
    """The letter that shows the round that was paired last."""
    return f"{ROUND}{one.current.number}" if one.current is not None else ""


def _is_shown_at_once(before: ClubTournament, after: ClubTournament) -> bool:
    """A round that is dealt in the chat is shown when it begins and ends, and else now and then (`Tournaments`).

    Once it is closed nothing changes at its tables but by a ruling.
    """
    if not after.announcement.is_dealt or (after.current is not None and after.current.closed):
        return _of_round(before) != _of_round(after)
    staff = bool(before.staff) != bool(after.staff)
    return _course(before) != _course(after) or before.state != after.state or staff


def is_urgent(before: ClubTournament, after: ClubTournament) -> bool:
    """Whether something else of a round has changed than how its tables stand."""
    then, now = [(_course(one), one.went_at, one.paused_at, one.calls, one.state) for one in (before, after)]
    return then != now


def _course(one: ClubTournament) -> tuple[object, ...]:
    """How far the round is."""
    if one.current is None:
        return ()
    return (one.current.number, one.current.closed, one.current.timed_out, one.late_tables)


def _announced(one: ClubTournament) -> tuple[object, ...]:
    return (one.announcement, one.state, one.sign_ups, one.seeking, one.entries, one.reason, bool(one.staff))


def _of_round(one: ClubTournament) -> tuple[object, ...]:
    clock = (one.went_at, one.paused_at, one.late_tables)
    return (one.current, clock, one.calls, one.rulings, one.state, one.opened, bool(one.staff))


def summary(one: ClubTournament) -> str:
    """What stands in the row of a tournament: enough to list it without its log, and what it counts for at its end."""
    return json.dumps(
        {
            "name": one.announcement.name,
            "starts": one.announcement.starts,
            "state": one.state,
            "entries": len(one.entries or one.sign_ups),
            "round": one.current.number if one.current else 0,
            FINAL: as_kept(outcome(one)),
        },
        ensure_ascii=False,
        sort_keys=True,
    )
