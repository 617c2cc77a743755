"""The examples of the law, written by hand in `examples/`: a tournament each, and answers worked out from the law."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

Json = dict[str, Any]
FOLDER = Path(__file__).parent / "examples"
SEED = bytes(range(32)).hex()
STORIES = ("movements", "people", "three", "knockout", "sheets")
PLAYERS = {"pairs": 2, "teams": 4}


@dataclass(frozen=True)
class Example:
    """One document, and what is known of its answers: rows of the standings, the next pairing, or the wrong event."""

    name: str
    document: Json
    rows: list[Json] | None = None  # in order, each with the keys that were worked out
    pair: Json | str | None = None  # the pairing, or the reason why there is none
    wrong: int | None = None
    of_entries: dict[str, Json] = field(default_factory=dict)  # rows in no special order


def document(tournament: Json, events: list[Json]) -> Json:
    """The whole file of a tournament that an example writes in short."""
    late = tournament.get("late", [])
    players = PLAYERS.get(tournament["kind"], 1)
    entries = []
    for one in tournament["entries"]:
        entry: Json = {"id": one, "players": [f"{one} {number + 1}" for number in range(players)]}
        entries.append(entry | {"late": True} if one in late else entry)
    return {
        "format": "burraco-tournament",
        "version": 1,
        "seed": SEED,
        **{key: value for key, value in tournament.items() if key != "late"},
        "entries": entries,
        "events": [{"n": number, **event} for number, event in enumerate(events, 1)],
    }


def lines(name: str) -> list[Json]:
    """The examples of a file, as they stand in it."""
    read: list[Json] = yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))
    return read


def stories() -> Iterator[Example]:
    for name in STORIES:
        for line in lines(name):
            yield Example(
                line["case"],
                document(line["tournament"], line["events"]),
                line.get("standings"),
                line.get("pair"),
                line.get("wrong"),
            )


TWO: Json = {"type": "paired", "round": 1, "bye": [], "tables": [{"table": 1, "NS": "a", "EW": "b"}]}
THREE: Json = TWO | {"bye": ["c"]}
CLOSED: Json = {"type": "closed", "round": 1}


def late(entry: str, minutes: int) -> Json:
    return {"type": "lateness", "round": 1, "entry": entry, "minutes": minutes}


def row(points: list[int]) -> Json:
    return {"vp": points[0], "mp": points[1]}


def awards() -> Iterator[Example]:
    """4.4: a rests while b waits for c in vain, and both fail to come."""
    for line in lines("awards"):
        tournament = {"code": line["code"], "kind": line["kind"], "deals": line["deals"], "rounds": ["danese"]}
        name = f"{line['code']} {line['kind']} {line['deals']}"
        of_three = tournament | {"entries": ["a", "b", "c"]}
        yield Example(
            f"{name}: a rest and a no-show",
            document(of_three, [THREE, late("b", 11), CLOSED]),
            of_entries={"a": row(line["rest"]), "b": row(line["absent"]), "c": row(line["rest"])},
        )
        yield Example(
            f"{name}: both more than ten minutes late",
            document(of_three, [THREE, late("b", 11), late("a", 30), CLOSED]),
            of_entries={"a": row(line["both"]), "b": row(line["both"]), "c": row(line["rest"])},
        )


def minutes() -> Iterator[Example]:
    """4.5: a comes late by so much, and wins 500-300."""
    for line in lines("lateness"):
        tournament = {"code": line["code"], "kind": "pairs", "deals": 3, "rounds": ["danese"], "entries": ["a", "b"]}
        result = {"type": "result", "round": 1, "table": 1, "mp": [500, 300]}
        warned = {"penalties": {"vp": 0, "mp": 0, "warnings": line["warnings"]}}
        yield Example(
            f"{line['code']}: {line['minutes']} minutes late",
            document(tournament, [TWO, late("a", line["minutes"]), result, CLOSED]),
            of_entries={"a": row([line["vp"][0], line["mp"]]) | warned, "b": row([line["vp"][1], -line["mp"]])},
        )


def abandoned() -> Iterator[Example]:
    """4.9: a is guilty, at N-S."""
    for line in lines("abandoned"):
        tournament = {
            "code": "online",
            "kind": "pairs",
            "rounds": ["danese"],
            "entries": ["a", "b"],
            "deals": line["deals"],
        }
        event = {"type": "forfeit", "round": 1, "entry": "a", "mp": [line["guilty"], line["opponents"]]}
        yield Example(
            f"online: abandoned at {line['guilty']} against {line['opponents']} over {line['deals']}",
            document(tournament, [TWO, event, CLOSED]),
            of_entries={"a": row(line["lost"]), "b": row(line["given"])},
        )


def examples() -> list[Example]:
    return [*stories(), *awards(), *minutes(), *abandoned()]
