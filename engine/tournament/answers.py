"""The answers about a tournament's file, as plain objects: a pairing, the standings, whether every event follows."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.tournament.announcement import INDIVIDUAL, THREE, Tournament
from engine.tournament.refusals import NotFollowing
from engine.tournament.standings import Rank
from engine.tournament.state import Pairing, Round


def pairing_answer(tournament: Tournament, one: Round) -> dict[str, Any]:
    """A round as `pair` answers it, and as it is published."""
    return {
        "round": one.number,
        "tables": [_table(tournament, pairing) for pairing in one.pairings],
        "bye": list(one.bye),
    }


def _table(tournament: Tournament, pairing: Pairing) -> dict[str, Any]:
    if tournament.kind == THREE:
        return {"table": pairing.table, "seats": [line[0] for line in pairing.lines]}
    first, second = pairing.lines
    if tournament.kind == INDIVIDUAL:
        return {"table": pairing.table, "NS": list(first), "EW": list(second)}
    return {"table": pairing.table, "NS": first[0], "EW": second[0]}


def standings_rows(rows: Sequence[Rank]) -> list[dict[str, Any]]:
    return [
        {
            "place": row.place,
            "entry": row.entry,
            "vp": row.vp,
            "mp": row.mp,
            "played": row.played,
            "byes": row.byes,
            "won": row.won,
            "best": row.best,
            "direct": row.direct,
            "penalties": {"vp": row.penalty_vp, "mp": row.penalty_mp, "warnings": row.warnings},
            "withdrawn": row.withdrawn,
        }
        for row in rows
    ]


def refused_answer(objection: NotFollowing) -> dict[str, Any]:
    return {
        "ok": False,
        "event": objection.event,
        "reason": objection.reason.value,
        "message": objection.message,
    }


def same(expected: object, found: object) -> bool:
    """Whether what a file claims is what was computed; keys that nobody computes are the file's own affair."""
    if isinstance(expected, Mapping):
        if not isinstance(found, Mapping):
            return False
        return all(key in found and same(value, found[key]) for key, value in expected.items())
    if isinstance(expected, list):
        if not isinstance(found, list) or len(expected) != len(found):
            return False
        return all(same(one, other) for one, other in zip(expected, found, strict=True))
    return type(expected) is type(found) and expected == found
