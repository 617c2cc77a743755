"""The tournament law's speed: the next round of 200 entries by each method, its standings, and a file checked.

Then an evening of 200 pairs through a host (`bench.tournament_evening`), its figures beginning with `evening_`.

Three rounds are played with drawn results; the fourth is paired, of five where the method stays the same, for the last
has rules of its own. `_ms` are medians of CPU time.
"""

import statistics
import time
from collections.abc import Callable
from typing import Any, Final

from bench.tournament_evening import PACE, PLATFORM, ClubEvening
from bench.tournament_evening import PAIRS as ENTERED
from bench.tournament_evening import ROUNDS as EVENING_ROUNDS
from bench.tournament_evening import main as host_evening
from engine.stream import Stream
from engine.tournament.announcement import INDIVIDUAL, METHODS, PAIRS, THREE
from engine.tournament.answers import pairing_answer
from engine.tournament.fold import apply, fold
from engine.tournament.pairing import pair
from engine.tournament.reading import FORMAT, VERSION, read_event, tournament_of
from engine.tournament.refusals import NotFollowing
from engine.tournament.standings import standings
from engine.tournament.state import Progress, start

ENTRIES: Final = 200
ROUNDS: Final = 5
PLAYED: Final = 3
TIMES: Final = 15
KNOCK_OUT: Final = ("danese", "danese", "danese", "knock-out")

Figures = dict[str, float | int | None]


def main(
    tables: int = ENTERED // 2, pace: int = PACE, rounds: int = EVENING_ROUNDS, platform: str = PLATFORM
) -> dict[str, Any]:
    """The figures of the law, and of an evening with so many tables, each an action every `pace` milliseconds."""
    evening_figures = host_evening(ClubEvening(2 * tables, rounds, pace, platform))
    return {**measure(), **{f"evening_{name}": figure for name, figure in evening_figures.items()}}


def measure(entries: int = ENTRIES, times: int = TIMES) -> Figures:
    """All figures, each with its unit in its name."""
    figures: Figures = {"entries": entries}
    for kind in (PAIRS, INDIVIDUAL, THREE):
        for method in METHODS[kind]:
            methods = KNOCK_OUT if method == "knock-out" else (method,) * ROUNDS
            document, progress = evening(kind, methods, entries)
            name = method.replace("-", "_")
            figures[f"pair_{name}_ms"] = _ms(pair, progress, times)
            figures[f"standings_{name}_ms"] = _ms(standings, progress, times)
            figures[f"check_{name}_ms"] = _ms(lambda file: fold(tournament_of(file)), document, times)
    return figures


def evening(kind: str, methods: tuple[str, ...], entries: int) -> tuple[dict[str, Any], Progress]:
    """A file of which some rounds are played, and where it stands."""
    chance = Stream(entries)
    players = 2 if kind == PAIRS else 1
    document: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "code": THREE if kind == THREE else "febur",
        "kind": kind,
        "deals": 3,
        "rounds": list(methods),
        "seed": "00" * 32,
        "entries": [
            {"id": f"e{number}", "players": [f"{number}.{seat}" for seat in range(players)]}
            for number in range(entries)
        ],
        "events": [],
    }
    progress = start(tournament_of(document))
    for _ in range(PLAYED):
        progress = _played(document, progress, chance)
    return document, progress


def _played(document: dict[str, Any], progress: Progress, chance: Stream) -> Progress:
    following = pair(progress)
    assert not isinstance(following, NotFollowing), following
    lines = progress.tournament.lines
    raw = [{"type": "paired", **pairing_answer(progress.tournament, following)}]
    for pairing in following.pairings:
        points = [5 * chance.below(400) for _ in range(lines)]
        raw.append({"type": "result", "round": following.number, "table": pairing.table, "mp": points})
    raw.append({"type": "closed", "round": following.number})
    for one in raw:
        event = {"n": len(document["events"]) + 1, **one}
        document["events"].append(event)
        after = apply(progress, read_event(event, progress.tournament.kind), event["n"])
        assert not isinstance(after, NotFollowing), after
        progress = after
    return progress


def _ms(work: Callable[[Any], object], argument: object, times: int) -> float:
    spent = []
    for _ in range(times):
        begin = time.process_time()
        work(argument)
        spent.append(1000 * (time.process_time() - begin))
    return round(statistics.median(spent), 2)
