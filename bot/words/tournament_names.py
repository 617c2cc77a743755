"""Who plays in a tournament, in words: an entry by its players, a line by its entries, and who sits at a table."""

from bot.tournaments.club_tournament import ClubTournament
from bot.tournaments.line_ups import public_line_ups
from bot.words.tournament_reader import TournamentReader
from engine.tournament.state import Line, Pairing


def entry_name(one: ClubTournament, entry: str, reader: TournamentReader) -> str:
    roster = one.progress.rosters.get(entry, ()) if one.progress is not None else ()
    return reader.players(roster[:4]) or entry


def line_name(one: ClubTournament, line: Line, reader: TournamentReader) -> str:
    return " – ".join([entry_name(one, entry, reader) for entry in line])


def seated_name(one: ClubTournament, pairing: Pairing, line: int, reader: TournamentReader) -> str:
    """Who sits in a line; of a team whose line-up is open its pairs, at the first table and at the second."""
    teams = {line_up.team: line_up.pairs for line_up in public_line_ups(one, pairing.table)}
    pairs = teams.get(pairing.lines[line][0], ())
    return " | ".join([reader.players(pair) for pair in pairs]) or line_name(one, pairing.lines[line], reader)


def seated_names(one: ClubTournament, pairing: Pairing, reader: TournamentReader) -> list[str]:
    """The same, of every line."""
    return [seated_name(one, pairing, line, reader) for line in range(len(pairing.lines))]
