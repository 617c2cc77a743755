"""Series as a kind of subject: what `bot.host.subjects` asks of one. Pure."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.host.ports import CHANNEL, Letter
from bot.host.subjects import Outline
from bot.series.commands import fold, summary
from bot.series.series import ENDED, OFF, Series, dues
from bot.tables.log import LogRow
from bot.tables.table import CLOSED
from bot.tournaments.club_tournament import IN_BROWSER

SERIES: Final = "series"
CLOSING: Final = "closing"  # begins the kinds of its letters: the message after each evening, by its number


class SeriesKind:
    """A `bot.host.subjects.SubjectKind`."""

    name = SERIES
    tail = 0

    def fold(self, rows: Sequence[LogRow]) -> Series:
        return fold(rows)

    def label_of_log(self, rows: Sequence[LogRow]) -> str:  # noqa: ARG002  a series has no short name
        return ""

    def outline(self, before: Series | None, after: Series, at: int) -> Outline:  # noqa: ARG002  it says when it is due
        phase = CLOSED if after.state == ENDED and not after.awaited else after.state
        letters = [
            Letter(f"{CHANNEL}{after.channel}", f"{CLOSING}{number}")
            for number in (_closed_anew(before, after) if before is not None else ())
            if not after.channel.startswith(IN_BROWSER)
        ]
        return Outline(summary(after), phase, after.channel, dues=dues(after), letters=tuple(letters))


def _closed_anew(before: Series, after: Series) -> Iterator[int]:
    """The numbers of evenings with another outcome than before, and of those after them: they show the season, too."""
    marks = {one.tournament: one.mark for one in before.evenings}
    seasons: set[int] = set()
    for number, one in enumerate(after.evenings, 1):
        if one.mark in ("", OFF):
            continue
        if marks.get(one.tournament, one.mark) != one.mark:
            seasons.add(one.season)
        if one.season in seasons:
            yield number
