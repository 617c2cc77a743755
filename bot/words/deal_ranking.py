"""The ranking by deal of an evening in duplicate, in words."""

from bot.tournaments.by_deal import DealRank, deal_ranking
from bot.tournaments.club_tournament import ClubTournament
from bot.words.table_words import signed
from bot.words.tournament_names import entry_name
from bot.words.tournament_reader import TournamentReader


def deal_ranking_lines(one: ClubTournament, reader: TournamentReader) -> list[str]:
    """What it is, and a line for each entry, the best first; none where there is no such ranking."""
    lines = [_line(one, rank, reader) for rank in deal_ranking(one)]
    return [reader.words("by-deal"), *lines] if lines else []


def _line(one: ClubTournament, rank: DealRank, reader: TournamentReader) -> str:
    name = entry_name(one, rank.entry, reader)
    return reader.words(
        "by-deal-rank", place=place_words(rank), name=name, points=signed(rank.points), count=len(rank.by_deal)
    )


def place_words(rank: DealRank) -> str:
    return "–" if rank.place is None else str(rank.place)


def points_and_place(rank: DealRank) -> str:
    """Both in one cell, beside an entry's place in the standings."""
    return f"{signed(rank.points)} ({place_words(rank)})"
