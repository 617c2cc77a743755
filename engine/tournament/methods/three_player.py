"""Three-player tournaments (three-player art. 9-10): winners stay, seconds move a table up, thirds a table down.

Implements the rotation between two matches. The code does not say who moves when points are equal (the higher best
deal, then the lot), nor what happens when the number is no multiple of three (some rest, the last registered first).
Left out: nothing.
"""

from collections.abc import Mapping, Sequence

from engine.tournament.announcement import Tournament
from engine.tournament.charges import Charges
from engine.tournament.methods.next_round import NextRound
from engine.tournament.scores import pairing_scores
from engine.tournament.state import Pairing, Round, Totals


def by_threes(players: Sequence[str], bye: tuple[str, ...]) -> NextRound:
    seats = [players[at : at + 3] for at in range(0, len(players), 3)]
    return NextRound(tuple([(table, tuple([(one,) for one in three])) for table, three in enumerate(seats, 1)]), bye)


def rotated(
    tournament: Tournament, before: Round, order: Sequence[str], bye: tuple[str, ...], charged: Charges
) -> NextRound:
    """The round after `before`; `order` is the first order without those who have left."""
    finish = [positions(tournament, before, pairing, charged) for pairing in before.pairings]
    tables = len(finish)
    moved = [one for at in range(tables) for one in (finish[at][0], finish[at - 1][1], finish[(at + 1) % tables][2])]
    plays = frozenset(order).difference(bye)
    incoming = [one for one in order if one in plays and one not in moved]
    places: list[str | None] = [one if one in plays else None for one in moved]
    for at, one in enumerate(places):
        if one is None and incoming:
            places[at] = incoming.pop(0)
    return by_threes([*[one for one in places if one is not None], *incoming], bye)


def positions(tournament: Tournament, one: Round, pairing: Pairing, charged: Charges) -> tuple[str, ...]:
    """The players of a table from first to third, as they move."""
    ties: Mapping[str, int] = tournament.ties
    players = [line[0] for line in pairing.lines]
    decision = pairing.decision
    if isinstance(decision, Totals):
        best = decision.best or (0,) * len(players)
        rows = dict(zip(players, zip(decision.mp, best, strict=True), strict=True))
        return tuple(sorted(players, key=lambda player: (-rows[player][0], -rows[player][1], ties[player])))
    scores = pairing_scores(tournament, one.number, pairing, charged)
    return tuple(sorted(players, key=lambda player: (-scores[player].vp, ties[player])))
