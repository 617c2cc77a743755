"""A tournament for a test: announced in one line, its events added by name, asked what the program answers."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.tournament.answers import pairing_answer, standings_rows
from engine.tournament.fold import fold
from engine.tournament.pairing import pair
from engine.tournament.reading import tournament_of
from engine.tournament.refusals import NotFollowing
from engine.tournament.standings import standings
from engine.tournament.state import Progress

SEED = bytes(range(32)).hex()
SIZES = {"pairs": 2, "teams": 4, "individual": 1, "singles": 1, "three-player": 1}


def document(
    code: str = "febur",
    kind: str = "pairs",
    entries: int = 4,
    rounds: Sequence[str] = ("mitchell",),
    deals: int | Sequence[int] = 3,
    late: int = 0,
    **more: Any,
) -> dict[str, Any]:
    """A tournament of entries p1, p2, …, the last ones `late`; the players of p1 are p1.1, p1.2 and so on."""
    names = [f"p{number}" for number in range(1, entries + late + 1)]
    size = SIZES[kind]
    return {
        "format": "burraco-tournament",
        "version": 1,
        "code": code,
        "kind": kind,
        "deals": deals,
        "rounds": list(rounds),
        "seed": SEED,
        "entries": [
            {"id": name, "players": [f"{name}.{seat}" for seat in range(1, size + 1)], "late": at >= entries}
            for at, name in enumerate(names)
        ],
        "events": [],
        **more,
    }


class Evening:
    """A tournament in progress."""

    def __init__(self, *args: Any, **keys: Any) -> None:
        self.document = document(*args, **keys)
        self.events: list[dict[str, Any]] = self.document["events"]

    def add(self, kind: str, **keys: Any) -> int:
        """Put an event behind the others, whatever it is; its number."""
        self.events.append({"n": len(self.events) + 1, "type": kind, **keys})
        return len(self.events)

    def fold(self) -> tuple[Progress, NotFollowing | None]:
        return fold(tournament_of(self.document))

    def progress(self) -> Progress:
        progress, objection = self.fold()
        assert objection is None, objection
        return progress

    def refused(self) -> str:
        """The reason why the last event, and no other, does not follow."""
        _, objection = self.fold()
        assert objection is not None, "every event follows"
        assert objection.event == len(self.events), objection
        self.events.pop()
        return str(objection.reason)

    def refuses(self, kind: str, **keys: Any) -> str:
        self.add(kind, **keys)
        return self.refused()

    def next(self) -> dict[str, Any]:
        progress = self.progress()
        found = pair(progress)
        assert not isinstance(found, NotFollowing), found
        return pairing_answer(progress.tournament, found)

    def no_next(self) -> str:
        """Why no round can be paired."""
        found = pair(self.progress())
        assert isinstance(found, NotFollowing), found
        assert found.event is None
        return str(found.reason)

    def pair(self) -> dict[str, Any]:
        """Publish the next round."""
        found = self.next()
        self.add("paired", **found)
        return found

    @property
    def round(self) -> int:
        return sum(event["type"] == "paired" for event in self.events)

    def result(self, table: int, *mp: int, **more: Any) -> int:
        return self.add("result", round=self.round, table=table, mp=list(mp), **more)

    def close(self, **more: Any) -> None:
        self.add("closed", round=self.round, **more)

    def play(self, *totals: Sequence[int]) -> dict[str, Any]:
        """Pair a round, enter these totals by table, and close it."""
        found = self.pair()
        for table, mp in zip(found["tables"], totals, strict=True):
            self.result(table["table"], *mp)
        self.close()
        return found

    def rows(self) -> list[dict[str, Any]]:
        return standings_rows(standings(self.progress()))

    def row(self, entry: str) -> Mapping[str, Any]:
        return next(row for row in self.rows() if row["entry"] == entry)

    def points(self, *entries: str) -> list[tuple[int, int]]:
        """Victory Points and Match Points of these entries."""
        return [(self.row(entry)["vp"], self.row(entry)["mp"]) for entry in entries]

    def order(self) -> list[str]:
        return [row["entry"] for row in self.rows()]


def tables(found: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """The tables of a pairing as number, N-S, E-W; or number and seats."""
    sides = [(one["NS"], one["EW"]) if "NS" in one else tuple(one["seats"]) for one in found["tables"]]
    return [(one["table"], *seated) for one, seated in zip(found["tables"], sides, strict=True)]
