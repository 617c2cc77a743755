"""Scores of a tournament's tables in words: as a line has entered them, asks for others, or the host has counted."""

import json
from collections.abc import Sequence

from bot.durations import MINUTE
from bot.tournaments.club_tournament import ClubTournament, CorrectionRequest, DealtScore, EnteredSheet
from bot.words.tournament_reader import TournamentReader, clock_words


def sheet_words(sheet: EnteredSheet, reader: TournamentReader) -> str:
    """What a line has entered, for the other one."""
    name, totals = reader.players([sheet.player]), sums_words(sheet.totals)
    return reader.words("sheet-entered", name=name, table=sheet.table, totals=totals)


def correction_words(request: CorrectionRequest, reader: TournamentReader) -> str:
    """Which score somebody asks for, for those who have not signed it."""
    name, totals = reader.players([request.player]), sums_words(request.totals)
    return reader.words("correction-asked", round=request.round, table=request.table, name=name, totals=totals)


def sums_words(totals: str) -> str:
    """What was entered on a sheet: the sums, and behind them the deals."""
    keys = json.loads(totals)
    if "mp" in keys:
        return points_words(keys["mp"])
    deals = [*keys["deals"], *keys.get("deals2", [])]
    sums = [sum(points) for points in zip(*deals, strict=True)]
    return f"{points_words(sums)} ({', '.join([points_words(deal) for deal in deals])})"


def points_words(points: Sequence[int]) -> str:
    return " – ".join([str(one) for one in points])


def score_words(one: ClubTournament, score: DealtScore, reader: TournamentReader) -> str:
    """How a table has ended that was dealt in the chat, and until when one may object."""
    until = clock_words(reader.language, score.at + one.announcement.window * MINUTE, one.announcement.zone)
    return reader.words("score", table=score.table, totals=sums_words(score.totals), time=until)


def score_sums(score: DealtScore) -> list[int]:
    deals = json.loads(score.totals)["deals"]
    return [sum(points) for points in zip(*deals, strict=True)]
