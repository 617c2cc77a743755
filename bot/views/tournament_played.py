"""The deals of a tournament that anybody may look through: of a round, table by table, how each ended. JSON-able.

A deal stands here once its record is open: in duplicate, when the last table has finished it.
"""

from collections.abc import Mapping

from bot.tables.table import Table
from bot.tournaments.club_tournament import ClubTournament
from bot.tournaments.dealing import table_id
from bot.views.table_view import Json
from bot.words import table_words
from bot.words.tournament_names import seated_names
from bot.words.tournament_reader import TournamentReader
from engine.tournament.state import Round


def played(
    id_: str, one: ClubTournament, round_: Round, tables: Mapping[int, Table | None], reader: TournamentReader
) -> Json:
    """A round; tables of which nothing is open yet have no deals. `rounds`: how many have been paired."""
    assert one.progress is not None
    return {
        "round": round_.number,
        "rounds": len(one.progress.rounds),
        "tables": [
            {
                "table": pairing.table,
                "lines": seated_names(one, pairing, reader),
                "id": table_id(id_, round_.number, pairing.table),
                "deals": _open_deals(tables.get(pairing.table)),
            }
            for pairing in round_.pairings
        ],
    }


def _open_deals(table: Table | None) -> list[Json]:
    """`deal`: its place in the record; `number`: which of the deals that count it is, as all tables number them."""
    if table is None or table.match is None:
        return []
    found = zip(table.open_records, table.record_numbers, table.match.deals, strict=False)  # those that are open
    return [
        {
            "deal": place,
            "number": number,
            "points": " – ".join([table_words.figure(side.total) for side in result.scores]),
            "counts": result.counts,
        }
        for place, (_, number, result) in enumerate(found, 1)
    ]
