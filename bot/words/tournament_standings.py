"""The standings of a tournament in words: a line for each entry, the best first."""

from typing import Final

from bot.tournaments.club_tournament import ClubTournament
from bot.tournaments.outcome import SIXTHS
from bot.words.languages import Language, say
from bot.words.table_words import figure, share, signed
from bot.words.tournament_names import entry_name
from bot.words.tournament_reader import TournamentReader
from engine.tournament.announcement import THREE
from engine.tournament.standings import Rank, standings

MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}
"""By place."""


def standings_title(one: ClubTournament, reader: TournamentReader) -> str:
    closed = one.progress.closed if one.progress is not None else 0
    is_final = one.progress is not None and one.progress.finished
    return reader.words("standings-final" if is_final else "standings", name=one.announcement.name, round=closed)


def standings_lines(one: ClubTournament, reader: TournamentReader) -> list[str]:
    """A line for each entry, the best first."""
    if one.progress is None or not one.progress.closed:
        return []
    return [_rank_line(one, row, reader) for row in standings(one.progress)]


def victory_points(one: ClubTournament, vp: int, language: Language = "") -> str:
    """Victory Points; of three players ranking points, which are counted in sixths. `language` as below."""
    if one.announcement.kind == THREE:
        return victory_points_of(vp, language)
    return figure(vp) if language else str(vp)


def victory_points_of(sixths: int, language: Language) -> str:
    """Points that are counted in sixths; those that were shared with two decimals at most, `,` in Italian.

    Where the language is "" as programs read them.
    """
    return share(language, sixths / SIXTHS) if language else f"{sixths / SIXTHS:.2f}".rstrip("0").rstrip(".")


def _rank_line(one: ClubTournament, row: Rank, reader: TournamentReader) -> str:
    points = victory_points(one, row.vp, reader.language)
    vp, ranking = ("", points) if one.announcement.kind == THREE else (points, "")
    name, mp = entry_name(one, row.entry, reader), signed(row.mp)
    if row.entry in one.expelled:
        return reader.words("rank-expelled", name=name, vp=vp, ranking=ranking, mp=mp)
    if row.withdrawn:
        return reader.words("rank-withdrawn", name=name, vp=vp, ranking=ranking, mp=mp)
    is_final = one.progress is not None and one.progress.finished
    place = f"{MEDALS[row.place]} {row.place}" if is_final and row.place in MEDALS else str(row.place)
    return reader.words("rank", place=place, name=name, vp=vp, ranking=ranking, mp=mp)


def points_kind(one: ClubTournament, column: str = "vp") -> str:
    """By which key the points of a place are named: three players have ranking points, and no Victory Points."""
    return column.replace("vp", "ranking") if one.announcement.kind == THREE else column


def out_words(one: ClubTournament, row: Rank, reader: TournamentReader) -> str:
    """Why an entry has no place, "" where it has one."""
    if not row.withdrawn:
        return ""
    return say(reader.language, f"tournament.out.{'expelled' if row.entry in one.expelled else 'withdrawn'}")
