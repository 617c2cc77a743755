"""Boards, cards and matches as CSV, for spreadsheets.

A board's is for people, who open it by a tap: its cells are parted as the spreadsheets of their language expect it,
which is by semicolons where a comma begins the decimals. That of matches is for programs, too, in the same form for
everybody: a line for each seat of each match.
"""

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from io import StringIO
from typing import Final

from bot.boards.facts import SIXTHS
from bot.boards.ledger import CountedMatch

COLUMNS: Final = (
    *("ended", "table", "revision", "channel", "kind", "rules", "deals", "ranked", "corrected"),
    *("side", "person", "name", "computer", "place", "total", "mp", "vp", "gave_up"),
    *("held", "away", "clean", "burrachi", "closings", "pozzetti", "direct"),
)
_NUMBER: Final = re.compile(r"[\[~]?[+-]?\d+(\.\d+)?(±\d+(\.\d+)?)?\]?")
"""A figure: in brackets what counts for nothing, with a ~ what is not sure, a rating with how sure it is."""
_FORMULA: Final = re.compile(r"(^|[;,|\t\r\n])( *)([=+\-@＝＋－＠])")  # also behind what may part cells elsewhere


def csv_of(entries: Iterable[CountedMatch], names: Mapping[str, str], channels: Mapping[str, str]) -> str:
    """Times in UTC, Victory Points as decimals; a name that a spreadsheet would calculate is quoted for it.

    `names` are those of people, `channels` those of channels; what has none there is left out.
    """
    text = StringIO()
    write = csv.writer(text, lineterminator="\n")
    write.writerow(COLUMNS)
    for entry in entries:
        write.writerows(_lines(entry, names, _harmless(channels.get(entry.channel, ""))))
    return text.getvalue()


def table_csv(columns: Sequence[str], rows: Iterable[Sequence[str]], between: str) -> str:
    """A board or a card as it is shown; a cell that a spreadsheet would calculate is quoted, but for plain numbers.

    `between`: what parts the cells, by the language of who reads it (`between_cells` in `bot/words/table_words.py`).
    """
    text = StringIO()
    write = csv.writer(text, delimiter=between, lineterminator="\n")
    write.writerow([_harmless(column) for column in columns])
    write.writerows([[_cell(cell, between) for cell in row] for row in rows])
    return text.getvalue()


def _cell(cell: str, between: str) -> str:
    """Decimals begin with a comma where none parts the cells: there a spreadsheet takes 4.5 for the 4th of May."""
    if not _NUMBER.fullmatch(cell):
        return _harmless(cell)
    return cell if between == "," else cell.replace(".", ",")


def _lines(entry: CountedMatch, names: Mapping[str, str], channel: str) -> Iterable[tuple[object, ...]]:
    facts = entry.facts
    ended = datetime.fromtimestamp(entry.ended_at // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    match = (ended, entry.table, entry.revision, channel, facts.kind, facts.rules, facts.deals)
    for number, side in enumerate(facts.sides):
        vp = "" if side.vp is None else f"{side.vp / SIXTHS:.4g}"
        figures = (side.place, side.total, side.mp, vp, int(facts.given_up == number))
        for seat in side.seats:
            who = (number + 1, seat.person, _harmless(names.get(seat.person, "")), seat.computer)
            own = (seat.deals, seat.away, side.clean, side.burrachi, seat.closings, seat.pozzetti, seat.direct)
            marks = (int(facts.ranked_for(seat.person)), int(facts.corrected))
            yield (*match, *marks, *who, *figures, *own)


def _harmless(name: str) -> str:
    return _FORMULA.sub(r"\1'\2\3", name)
