"""Scores of a tournament's tables in words: as a line has entered them, asks for others, or the host has counted."""

import json
from collections.abc import Sequence
from typing import Final

from bot.durations import MINUTE
from bot.tournaments.club_tournament import ClubTournament, CorrectionRequest, DealtScore, EnteredSheet
from bot.words.languages import list_words
from bot.words.table_words import figure
from bot.words.tournament_names import line_name
from bot.words.tournament_reader import TournamentReader, clock_words
from engine.tournament.announcement import TEAMS, THREE
from engine.tournament.state import Ruled, Totals

_SCORES: Final = ("720-505 335-640 810-395", "=1865-1540")
_SCORES_OF: Final = {
    THREE: ("720-505-300 335-640-100 810-395-95", "=1865-1540-495"),
    TEAMS: ("720-505 335-640 | 810-395 500-615", "=2365-2155"),
}
"""How points are written, as an example: those of each deal, and the sums of all; those of some kinds otherwise."""


def sheet_words(one: ClubTournament, sheet: EnteredSheet, reader: TournamentReader) -> str:
    """What a line has entered, for the other one."""
    name, totals = reader.players([sheet.player]), sums_words(sheet.totals)
    order = score_order(one, reader, sheet.table)
    return reader.words("sheet-entered", name=name, table=sheet.table, totals=totals, order=order)


def correction_words(one: ClubTournament, request: CorrectionRequest, reader: TournamentReader) -> str:
    """Which score somebody asks for, for those who have not signed it."""
    number, table = request.round, request.table
    name, totals = reader.players([request.player]), sums_words(request.totals)
    order = score_order(one, reader, table, number)
    return reader.words("correction-asked", round=number, table=table, name=name, totals=totals, order=order)


def score_order(one: ClubTournament, reader: TournamentReader, table: int = 0, number: int = 0) -> str:
    """Whose points stand first in a score: those of N-S; of three players as they stand at this table, if it is one."""
    if one.announcement.kind != THREE:
        return reader.words("order-lines")
    pairing = one.pairing(table, number) if table else None
    lines = pairing.lines if pairing is not None else ()
    names = list_words(reader.language, [line_name(one, line, reader) for line in lines])
    return reader.words("order-seats", names=names) if names else reader.words("order-table")


def example_of_deals(one: ClubTournament) -> str:
    """How the points of each deal may be written here."""
    return _SCORES_OF.get(one.announcement.kind, _SCORES)[0]


def example_of_sums(one: ClubTournament) -> str:
    return _SCORES_OF.get(one.announcement.kind, _SCORES)[1]


def sums_words(totals: str) -> str:
    """What was entered on a sheet: the sums, and behind them the deals."""
    keys = json.loads(totals)
    if "mp" in keys:
        return points_words(keys["mp"])
    deals = [*keys["deals"], *keys.get("deals2", [])]
    sums = [sum(points) for points in zip(*deals, strict=True)]
    return f"{points_words(sums)} ({', '.join([points_words(deal) for deal in deals])})"


def points_words(points: Sequence[int]) -> str:
    return " – ".join([figure(one) for one in points])


def decided_words(decision: Totals | Ruled, reader: TournamentReader) -> str:
    """The totals of a table, and who goes on where those of a knock-out are equal."""
    points, winner = points_words(decision.mp), decision.winner
    if winner is None:
        return points
    return reader.words("level", points=points, side=reader.words(("north-south", "east-west")[winner]))


def score_words(one: ClubTournament, score: DealtScore, reader: TournamentReader) -> str:
    """How a table has ended that was dealt in the chat, and until when one may object."""
    until = clock_words(reader.language, score.at + one.announcement.window * MINUTE, one.announcement.zone)
    order = score_order(one, reader, score.table)
    return reader.words("score", table=score.table, totals=sums_words(score.totals), time=until, order=order)


def score_sums(score: DealtScore) -> list[int]:
    deals = json.loads(score.totals)["deals"]
    return [sum(points) for points in zip(*deals, strict=True)]
