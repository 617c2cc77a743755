"""What each round is worth to each entry: Victory Points by the printed tables, signed Match Points, matches won.

Implements febur art. 27, fitab art. 18 and 37, online and fibur (the tables), three-player art. 10 (6/3/1, shared when
equal). The Match Points of a line are its total less the other's, after what comes off or is credited; where no result
stands, only the entry's own Match Points change. Who goes on in a knock-out is decided here too (online; febur and
fitab are silent). Left out: nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.award import places, shared
from engine.tournament.announcement import Tournament
from engine.tournament.awards import Points, abandoned, given_up, no_show, rest
from engine.tournament.charges import Charges
from engine.tournament.state import Abandoned, Decision, GivenUp, NoShow, Pairing, Round, Ruled, Totals
from engine.victory import victory_points


@dataclass(frozen=True, slots=True)
class EntryScore:
    """What a round gave an entry. `vp`: sixths of a ranking point with three players."""

    vp: int
    mp: int
    won: bool = False


def round_scores(tournament: Tournament, one: Round, charged: Charges) -> dict[str, EntryScore]:
    """The scores of all who played or rested, and of whom Match Points of this round were taken."""
    scores: dict[str, EntryScore] = {}
    for pairing in one.pairings:
        scores.update(pairing_scores(tournament, one.number, pairing, charged))
    award = rest(tournament, one.number) if one.rests else (0, 0)
    for entry in one.rests:
        scores[entry] = EntryScore(award[0], award[1] - charged.off.get((one.number, entry), 0))
    for (number, entry), mp in charged.off.items():
        if number == one.number and entry not in scores and mp:
            scores[entry] = EntryScore(0, -mp)
    return scores


def pairing_scores(tournament: Tournament, number: int, pairing: Pairing, charged: Charges) -> dict[str, EntryScore]:
    """The scores of a table by entry; none while it is undecided."""
    if pairing.decision is None:
        return {}
    if isinstance(pairing.decision, Totals) and len(pairing.lines) == 2:
        points = _played(tournament, number, pairing, pairing.decision, charged)
    else:
        base = _base(tournament, number, pairing, pairing.decision)
        points = {one: (vp, mp - charged.off.get((number, one), 0)) for one, (vp, mp) in base.items()}
    won = _winners(pairing, points)
    return {one: EntryScore(vp, mp, one in won) for one, (vp, mp) in points.items()}


def _played(
    tournament: Tournament, number: int, pairing: Pairing, played: Totals, charged: Charges
) -> dict[str, Points]:
    """A result of two lines."""
    table = tournament.victory_table(number)
    assert table is not None
    credit, off = charged.credit, charged.off
    first, second = (sum([credit.get((number, one), 0) for one in line]) for line in reversed(pairing.lines))
    first -= sum([off.get((number, one), 0) for one in pairing.lines[0]])
    second -= sum([off.get((number, one), 0) for one in pairing.lines[1]])
    difference = played.mp[0] + first - played.mp[1] - second
    vp = victory_points(table, difference)
    points = dict.fromkeys(pairing.lines[0], ((vp if difference >= 0 else vp[::-1])[0], difference))
    points.update(dict.fromkeys(pairing.lines[1], ((vp if difference <= 0 else vp[::-1])[0], -difference)))
    return points


def _base(tournament: Tournament, number: int, pairing: Pairing, decision: Decision) -> Mapping[str, Points]:
    """The points of a table before anything comes off."""
    match decision:
        case Totals():
            ranks = places(decision.mp)
            prizes = tournament.rules.ranking_points
            return {
                line[0]: (shared(prizes, place, ranks.count(place)), mp)
                for line, place, mp in zip(pairing.lines, ranks, decision.mp, strict=True)
            }
        case Ruled():
            rows = zip(pairing.lines, decision.vp, decision.mp, strict=True)
            return {one: (vp, mp) for line, vp, mp in rows for one in line}
        case NoShow():
            return no_show(tournament, number, pairing.lines, decision)
        case GivenUp():
            return given_up(tournament, number, pairing.lines, decision)
        case Abandoned():
            return abandoned(tournament, number, pairing.lines, decision)


def _winners(pairing: Pairing, points: Mapping[str, Points]) -> set[str]:
    """Those with more Match Points than every opponent; of three players those with nobody above them."""
    won = set()
    for line in pairing.lines:
        most = max([points[one][1] for other in pairing.lines if other is not line for one in other])
        for one in line:
            if points[one][1] > most or (len(pairing.lines) > 2 and points[one][1] == most):
                won.add(one)
    return won


def goes_on(tournament: Tournament, number: int, pairing: Pairing, charged: Charges) -> str | None:
    """Who goes on from a table of a knock-out; None where both have left. The better seed sits N-S."""
    (first,), (second,) = pairing.lines
    decision = pairing.decision
    if isinstance(decision, Abandoned):
        return next((one for one in (first, second) if one not in decision.leavers), None)
    scores = pairing_scores(tournament, number, pairing, charged)
    difference = scores[first].mp - scores[second].mp
    if difference:
        return first if difference > 0 else second
    winner = decision.winner if isinstance(decision, Totals | Ruled) else None
    return second if winner == 1 else first


def advancing(tournament: Tournament, one: Round, charged: Charges) -> tuple[str | None, ...]:
    """The winner of each match of a knock-out round, in the order of its bracket; a missing opponent lets through."""
    found = []
    for match in range(len(one.bracket) // 2):
        first, second = one.bracket[2 * match : 2 * match + 2]
        pairing = one.at(match + 1)
        found.append(goes_on(tournament, one.number, pairing, charged) if pairing else first or second)
    return tuple(found)
