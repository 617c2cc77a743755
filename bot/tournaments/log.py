"""A tournament's log: the first entry announces it, each other is what was decided; its fold is the value again."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from bot.tables.log import BrokenLog, LogRow, NewerLog, parse_who
from bot.tables.who import Declined
from bot.tournaments.announcing import announced_keys, announcement_of
from bot.tournaments.club_tournament import VERSION, Announcement, ClubTournament
from bot.tournaments.commands import carry_out, command, parse_command

OPENING: Final = "tournament"


def new_tournament(announcement: Announcement, channel: str, organiser: str, at: int) -> ClubTournament:
    """As it is announced, with sign-up open."""
    return ClubTournament(channel=channel, organiser=organiser, announcement=announcement, since=at, created=at)


def opening(tournament: ClubTournament) -> str:
    """The log's first entry."""
    return command(
        OPENING,
        channel=tournament.channel,
        announcement=announced_keys(tournament.announcement),
        version=tournament.version,
    )


def fold(rows: Iterable[LogRow]) -> ClubTournament:
    """The tournament of a whole log. Raises `BrokenLog`."""
    tournament: ClubTournament | None = None
    for row in rows:
        tournament = folded_on(tournament, row)
    if tournament is None:
        raise BrokenLog("the log is empty")
    return tournament


def folded_on(before: ClubTournament | None, row: LogRow) -> ClubTournament:
    """What the next entry makes of it, None where it is the first. Raises `BrokenLog`."""
    try:
        after = _first(row) if before is None else carry_out(before, row.entry, row.at)
    except BrokenLog:
        raise
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BrokenLog(f"entry {row.seq}: {row.verb} raises {type(error).__name__}", row.seq) from error
    if isinstance(after, Declined):
        raise BrokenLog(f"entry {row.seq}: {row.verb} is declined: {after.key}", row.seq)
    return after


def _first(row: LogRow) -> ClubTournament:
    verb, keys = parse_command(row.entry)
    if verb != OPENING:
        raise BrokenLog(f"entry {row.seq}: a log begins with {OPENING!r}, not {row.verb}", row.seq)
    if int(keys["version"]) > VERSION:
        raise NewerLog(row.seq)
    new = new_tournament(announcement_of(keys["announcement"]), keys["channel"], parse_who(row.actor).id, row.at)
    return replace(new, version=int(keys["version"]))
