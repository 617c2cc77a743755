"""A round of a tournament and its standings as scenes: what their pictures show, made of words and names."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.tournaments.by_deal import deal_ranking
from bot.tournaments.club_tournament import ClubTournament
from bot.tournaments.dealing import TableStanding
from bot.words.deal_ranking import points_and_place
from bot.words.languages import say
from bot.words.scene_words import scene_words
from bot.words.table_words import signed
from bot.words.tournament_names import entry_name, seated_names
from bot.words.tournament_reader import TournamentReader
from bot.words.tournament_round import (
    NO_STANDINGS,
    Standings,
    clock_line,
    live_words,
    rests_line,
    result_words,
    round_title,
)
from bot.words.tournament_standings import out_words, points_kind, standings_title, victory_points
from engine.tournament.standings import Rank, standings
from engine.tournament.state import Pairing, Ruled, Totals
from renderers.scenes import MOST_ENTRIES, MOST_TABLES, RoundScene, RoundTable, StandingsScene

STEPS: Final = 3  # of a podium
HEADS: Final = ("place", "entry", "vp", "mp", "duplicate", "charges")


def round_scene(one: ClubTournament, reader: TournamentReader, tables: Standings = NO_STANDINGS) -> RoundScene | None:
    """The round that was paired last; None before the first, and of more tables than a picture holds."""
    current = one.current
    if current is None or len(current.pairings) > MOST_TABLES:
        return None
    rests = rests_line(one, reader)
    return RoundScene(
        title=round_title(one, reader),
        tables=tuple(_table(one, pairing, reader, tables.get(pairing.table)) for pairing in current.pairings),
        clock=clock_line(one, reader),
        notes=(rests,) if rests else (),
        words=scene_words(reader.language),
    )


def _table(
    one: ClubTournament, pairing: Pairing, reader: TournamentReader, standing: TableStanding | None
) -> RoundTable:
    lines = tuple(seated_names(one, pairing, reader))
    is_open = one.current is not None and not one.current.closed
    if is_open and any(call.table == pairing.table for call in one.calls):
        return RoundTable(str(pairing.table), lines, reader.words("table-called"), "called")
    is_scored = isinstance(pairing.decision, Totals | Ruled) and not one.is_award(pairing)
    is_ruled = pairing.decision is not None and not is_scored
    state = reader.words("table-ruled") if is_ruled else result_words(one, pairing, reader)
    if not state and (live := live_words(one, pairing, reader, standing)):
        return RoundTable(str(pairing.table), lines, live, "")
    until_decided = "entered" if state else ""
    return RoundTable(str(pairing.table), lines, state, until_decided if pairing.decision is None else "decided")


def standings_scene(one: ClubTournament, reader: TournamentReader) -> StandingsScene:
    """The standings after the last closed round; at the end with a podium."""
    ranks = standings(one.progress) if one.progress is not None and one.progress.closed else ()
    is_final = one.progress is not None and one.progress.finished
    charged = any(charges_words(one, rank, reader) for rank in ranks)
    by_deal = {rank.entry: points_and_place(rank) for rank in deal_ranking(one)}
    left_out = {*(() if charged else ("charges",)), *(() if by_deal else ("duplicate",))}
    heads = [head for head in HEADS if head not in left_out]
    cells = [_cells(one, rank, by_deal.get(rank.entry, ""), reader) for rank in ranks[:MOST_ENTRIES]]
    more = len(ranks) - MOST_ENTRIES
    return StandingsScene(
        title=standings_title(one, reader),
        columns=tuple(say(reader.language, f"tournament.head.{points_kind(one, head)}") for head in heads),
        rows=tuple(tuple(row[head] for head in heads) for row in cells),
        podium=steps_of((rank.place or 0, _players(one, rank, reader)) for rank in ranks) if is_final else (),
        note=reader.words("more-entries", count=more) if more > 0 else "",
        words=scene_words(reader.language),
    )


def _cells(one: ClubTournament, rank: Rank, by_deal: str, reader: TournamentReader) -> dict[str, str]:
    """By the head of its column."""
    vp = victory_points(one, rank.vp, reader.language)
    place, name = str(rank.place or "–"), entry_name(one, rank.entry, reader)
    cells = (place, name, vp, signed(rank.mp), by_deal, charges_words(one, rank, reader))
    return dict(zip(HEADS, cells, strict=True))


def charges_words(one: ClubTournament, rank: Rank, reader: TournamentReader) -> str:
    """What the arbiter has taken away, the warnings, and whether they play no more; "" for nothing."""
    penalty_vp = victory_points(one, rank.penalty_vp, reader.language)
    charges = [
        (points_kind(one), rank.penalty_vp, penalty_vp),
        ("mp", rank.penalty_mp, str(rank.penalty_mp)),
        ("warn", rank.warnings, str(rank.warnings)),
    ]
    language = reader.language
    found = [say(language, f"tournament.charge.{key}", count=text) for key, amount, text in charges if amount]
    out = out_words(one, rank, reader)
    return " ".join([*found, *([out] if out else [])])


def steps_of(ranked: Iterable[tuple[int, Sequence[str]]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The podium of these places, the best first, 0 for none, with who has each: who shares one stands on one step."""
    steps: dict[int, tuple[str, ...]] = {}
    for place, players in ranked:
        if 1 <= place <= STEPS:
            steps[place] = (*steps.get(place, ()), *players)
    return tuple((str(place), players) for place, players in steps.items())


def _players(one: ClubTournament, rank: Rank, reader: TournamentReader) -> tuple[str, ...]:
    """A name for each player."""
    roster = one.progress.rosters.get(rank.entry, ()) if one.progress is not None else ()
    return tuple(reader.players([player]) for player in roster[:4]) or (rank.entry,)
