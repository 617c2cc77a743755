"""The standings of a tournament as a spreadsheet: what decides between equals, what was taken off, points by round."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.boards.spreadsheet import table_csv
from bot.tournaments.by_deal import deal_ranking
from bot.tournaments.club_tournament import ClubTournament
from bot.words.languages import say
from bot.words.table_words import between_cells
from bot.words.tournament_names import entry_name
from bot.words.tournament_reader import TournamentReader
from bot.words.tournament_standings import points_kind, victory_points
from engine.tournament.charges import charges
from engine.tournament.scores import EntryScore, round_scores
from engine.tournament.standings import Rank, standings

BY_DEAL: Final = ("duplicate", "duplicate-place")
COLUMNS: Final = (
    *("place", "entry", "name", "vp", "mp", "direct", "won", "best", "stage", "played", "byes"),
    *("off-vp", "off-mp", "warnings", "withdrawn", "expelled"),
)


def standings_csv(one: ClubTournament, reader: TournamentReader) -> str:
    """A line for each entry, the best first, with its points of every closed round; "" before the first is closed."""
    progress = one.progress
    if progress is None or not progress.closed:
        return ""
    charged = charges(progress)
    rounds = progress.rounds[: progress.closed]
    scores = [round_scores(progress.tournament, each, charged) for each in rounds]
    heads = [say(reader.language, f"tournament.csv.{points_kind(one, column)}") for column in COLUMNS]
    for each in rounds:
        of_round = [points_kind(one, what) for what in ("vp", "mp")]
        heads += [say(reader.language, f"tournament.csv.{what}-of", round=each.number) for what in of_round]
    more_heads, more = _by_deal(one, reader)
    rows = [
        [
            *_row(one, rank, reader),
            *[cell for found in scores for cell in _of_round(one, found.get(rank.entry))],
            *more.get(rank.entry, ()),
        ]
        for rank in standings(progress)
    ]
    return table_csv([*heads, *more_heads], rows, between_cells(reader.language))


def _by_deal(one: ClubTournament, reader: TournamentReader) -> tuple[list[str], Mapping[str, Sequence[str]]]:
    """In duplicate what each has against the other tables, in all and in each deal, empty where it compares nothing."""
    ranking = deal_ranking(one)
    if not ranking:
        return [], {}
    deals = sorted({number for rank in ranking for number in rank.by_deal})
    heads = [say(reader.language, f"tournament.csv.{column}") for column in BY_DEAL]
    heads += [say(reader.language, "tournament.csv.deal-of", round=number, deal=deal) for number, deal in deals]
    cells = {
        rank.entry: [str(rank.points), str(rank.place or ""), *[str(rank.by_deal.get(deal, "")) for deal in deals]]
        for rank in ranking
    }
    return heads, cells


def _row(one: ClubTournament, rank: Rank, reader: TournamentReader) -> list[str]:
    """In the order of `COLUMNS`."""
    figures = (rank.mp, rank.direct, rank.won, rank.best, rank.stage, rank.played, rank.byes)
    taken_off = (rank.penalty_mp, rank.warnings, int(rank.withdrawn), int(rank.entry in one.expelled))
    return [
        str(rank.place or ""),
        rank.entry,
        entry_name(one, rank.entry, reader),
        victory_points(one, rank.vp),
        *[str(figure) for figure in figures],
        victory_points(one, rank.penalty_vp),
        *[str(figure) for figure in taken_off],
    ]


def _of_round(one: ClubTournament, score: EntryScore | None) -> list[str]:
    """Two cells; empty for a round that an entry had no part in."""
    return ["", ""] if score is None else [victory_points(one, score.vp), str(score.mp)]
