"""The standings of a tournament as a spreadsheet: what decides between equals, what was taken off, points by round."""

from typing import Final

from bot.boards.spreadsheet import table_csv
from bot.tournaments.club_tournament import ClubTournament
from bot.words.languages import say
from bot.words.tournaments import TournamentReader, entry_name, victory_points
from engine.tournament.charges import charges
from engine.tournament.scores import EntryScore, round_scores
from engine.tournament.standings import Rank, standings

COLUMNS: Final = (
    *("place", "entry", "name", "vp", "mp", "direct", "won", "best", "stage", "played", "byes"),
    *("off-vp", "off-mp", "warnings", "withdrawn"),
)


def standings_csv(one: ClubTournament, reader: TournamentReader) -> str:
    """A line for each entry, the best first, with its points of every closed round; "" before the first is closed."""
    progress = one.progress
    if progress is None or not progress.closed:
        return ""
    charged = charges(progress)
    rounds = progress.rounds[: progress.closed]
    scores = [round_scores(progress.tournament, each, charged) for each in rounds]
    heads = [say(reader.language, f"tournament.csv.{column}") for column in COLUMNS]
    for each in rounds:
        heads += [say(reader.language, f"tournament.csv.{what}-of", round=each.number) for what in ("vp", "mp")]
    rows = [
        [*_row(one, rank, reader), *[cell for found in scores for cell in _of_round(one, found.get(rank.entry))]]
        for rank in standings(progress)
    ]
    return table_csv(heads, rows)


def _row(one: ClubTournament, rank: Rank, reader: TournamentReader) -> list[str]:
    points = (rank.mp, rank.direct, rank.won)
    return [
        str(rank.place or ""),
        rank.entry,
        entry_name(one, rank.entry, reader),
        victory_points(one, rank.vp),
        *[str(figure) for figure in points],
        str(rank.best),
        *[str(figure) for figure in (rank.stage, rank.played, rank.byes)],
        victory_points(one, rank.penalty_vp),
        *[str(figure) for figure in (rank.penalty_mp, rank.warnings, int(rank.withdrawn))],
    ]


def _of_round(one: ClubTournament, score: EntryScore | None) -> list[str]:
    """Two cells; empty for a round that an entry had no part in."""
    return ["", ""] if score is None else [victory_points(one, score.vp), str(score.mp)]
