"""Club tournaments as a kind of subject: what `bot.host.subjects` asks of one. Pure."""

import json
from collections.abc import Iterator, Sequence
from typing import Final

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


class TournamentKind:
    """A `bot.host.subjects.SubjectKind`."""

    name = TOURNAMENT
    tail = 0

    def fold(self, rows: Sequence[LogRow]) -> ClubTournament:
        return fold(rows)

    def label_of_log(self, rows: Sequence[LogRow]) -> str:  # noqa: ARG002  a tournament has no short name
        return ""

    def outline(self, before: ClubTournament | None, after: ClubTournament, at: int) -> Outline:
        """Where tables are dealt in the chat they are looked at after each change, also of a host that died of it."""
        phase = CLOSED if after.state in ENDED else after.state
        kinds = kinds_of_letters(before, after) if after.in_chat else ()
        letters = tuple([Letter(f"{CHANNEL}{after.channel}", kind) for kind in kinds])
        tables = (Due(TABLES, at),) if after.seed and after.announcement.is_dealt else ()
        return Outline(summary(after), phase, after.channel, dues=(*dues(after), *tables), letters=letters)


def kinds_of_letters(before: ClubTournament | None, after: ClubTournament) -> Iterator[str]:
    """The letters by which a channel is shown what has changed: each kind is a message that stands there."""
    if before is None or _announced(before) != _announced(after):
        yield ANNOUNCEMENT
    if after.current is not None and (before is None or _is_shown_at_once(before, after)):
        yield round_letter(after)
    closed = after.progress.closed if after.progress is not None else 0
    if closed and (before is None or before.events != after.events):
        yield f"{STANDINGS}{closed}"


def round_letter(one: ClubTournament) -> str:
    """The letter that shows the round that was paired last."""
    return f"{ROUND}{one.current.number}" if one.current is not None else ""


def _is_shown_at_once(before: ClubTournament, after: ClubTournament) -> bool:
    """A round that is dealt in the chat is shown when it begins and ends, and else now and then (`Tournaments`).

    Once it is closed nothing changes at its tables but by a ruling.
    """
    if not after.announcement.is_dealt or (after.current is not None and after.current.closed):
        return _of_round(before) != _of_round(after)
    then, now = [(one.current.number, one.current.closed) if one.current else None for one in (before, after)]
    return then != now or before.state != after.state


def _announced(one: ClubTournament) -> tuple[object, ...]:
    return (one.announcement, one.state, one.sign_ups, one.seeking, one.entries, one.reason)


def _of_round(one: ClubTournament) -> tuple[object, ...]:
    return (one.current, one.went_at, one.paused_at, one.calls, one.rulings, one.state)


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
