"""Club tournaments as a kind of subject: what `bot.host.subjects` asks of one. Pure."""

import json
from collections.abc import Sequence
from typing import Final

from bot.host.subjects import Outline
from bot.tables.log import LogRow
from bot.tables.table import CLOSED
from bot.tournaments.club_tournament import ENDED, ClubTournament
from bot.tournaments.log import fold
from bot.tournaments.timers import dues

TOURNAMENT: Final = "tournament"


class TournamentKind:
    """A `bot.host.subjects.SubjectKind`."""

    name = TOURNAMENT
    tail = 0

    def fold(self, rows: Sequence[LogRow]) -> ClubTournament:
        return fold(rows)

    def label_of_log(self, rows: Sequence[LogRow]) -> str:  # noqa: ARG002  a tournament has no short name
        return ""

    def outline(self, before: ClubTournament | None, after: ClubTournament, at: int) -> Outline:  # noqa: ARG002  it says when it is due
        phase = CLOSED if after.state in ENDED else after.state
        return Outline(summary(after), phase, after.channel, dues=dues(after))


def summary(one: ClubTournament) -> str:
    """What stands in the row of a tournament: enough to list it without its log."""
    return json.dumps(
        {
            "name": one.announcement.name,
            "starts": one.announcement.starts,
            "state": one.state,
            "entries": len(one.entries or one.sign_ups),
            "round": one.current.number if one.current else 0,
        },
        ensure_ascii=False,
        sort_keys=True,
    )
