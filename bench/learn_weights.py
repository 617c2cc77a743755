"""Learns what the club player thinks things are worth, from deals against itself: `make weights`.

Two pairs play each board, the same deck once for each side. Both have the weights that were learned so far, changed at
random: what one pair has more of a weight the other has less of it. After some boards every weight is moved a little
to where the better pairs had it, by the Match Points between them; one that makes no difference goes here and there.
What is kept is the mean of the way's last half. It is a gradient by simultaneous perturbation (J. C. Spall, IEEE
Transactions on Automatic Control 37, 1992), and nothing but the boards' Match Points is looked at.

Beside the weights the file has a fingerprint: of what a few boards alone teach. Where a test finds another one, how the
player judges has changed, and the file is to be made anew. Compiled or not, on one core or several, the same bytes.
"""

import argparse
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from hashlib import sha256
from math import fsum
from pathlib import Path
from typing import Any, Final, TypeAlias

from bench.whole_deals import to_the_end
from engine.code import code_for
from engine.deal import start
from engine.players.club import Club, unlearned
from engine.players.weights import RACE, Weights
from engine.rules import load_rules
from engine.score import totals
from engine.shuffle import deck_of
from engine.simulate import seat_players
from engine.stream import Stream

RULES: Final = ("fibur", "fibur", "online")  # one board after the other
PLAYERS: Final = 4
SEED: Final = 7003
BOARDS: Final = 40_000
BATCH: Final = 50  # boards between two moves
FEW: Final = 4  # boards, for the fingerprint
FILE: Final = Path(__file__).parent.parent / "engine" / "players" / "club.json"

TRIED: Final = (0.5, 1.0)  # units by which a weight is changed for a board
SPREAD: Final = 240.0  # of the Match Points between two such pairs on a board
STEP: Final = 0.03 * BATCH**-0.5  # units by which a weight is moved for a board that spreads so much
SHARE: Final = 0.3  # of a weight as it begins: a unit of it
UNITS: Final = {
    "stuck": 0.08, "clean_three": 8.0, "dirty_three": 8.0, "four": 8.0, "five": 8.0, "six": 10.0, "melds": 6.0,
    "early_matta": 15.0, "early_neighbours": 4.0, "early_same_rank": 4.0, "early_pile": 4.0,
    "tempo_taken": 4.0, "ballast_taken": 3.0, "next_taken": 0.3, "refused": 4.0, "points": 0.3,
}  # fmt: skip
"""A unit of those that begin with nothing."""

Values: TypeAlias = dict[str, float]  # by weight


@dataclass(frozen=True, slots=True)
class Trial:
    """A board to be played by weights with changes and by weights with the opposite ones."""

    number: int
    ahead: Weights
    behind: Weights


Play: TypeAlias = Callable[[Sequence[Trial]], Iterable[float]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=BOARDS)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--output", type=Path, default=FILE)
    options = parser.parse_args()
    with _playing(options.jobs) as play:
        weights = learned(options.boards, play)
    content = {"learned": described(options.boards), "fingerprint": fingerprint(), "weights": weights}
    options.output.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def described(boards: int) -> str:
    """What the weights were learned of."""
    return f"{boards} boards, {' '.join(RULES)}, seed {SEED}"


def fingerprint() -> str:
    """Of the weights that are learned of a few boards alone."""
    return sha256(json.dumps(learned(FEW, _played, FEW)).encode()).hexdigest()[:16]


def learned(boards: int, play: Play, batch: int = BATCH) -> Values:
    """The mean of the weights on the last half of the way."""
    way = list(_way(boards, play, batch))
    last = way[len(way) // 2 :]
    return {name: round(fsum(one[name] for one in last) / len(last), 4) for name in way[0]}


def _way(boards: int, play: Play, batch: int) -> Iterator[Values]:
    """The weights after each batch."""
    stream, first = Stream(SEED), unlearned(RACE)
    values = {one.name: float(getattr(first, one.name)) for one in fields(Weights) if one.name != "few_outs"}
    units = {name: UNITS.get(name) or SHARE * abs(value) for name, value in values.items()}
    for begun in range(0, boards, batch):
        numbers = range(begun, min(begun + batch, boards))
        changes = [{name: stream.choice((-1, 1)) * stream.choice(TRIED) for name in values} for _ in numbers]
        trials = [
            Trial(number, _with(values, units, change, 1), _with(values, units, change, -1))
            for number, change in zip(numbers, changes, strict=True)
        ]
        gained = list(play(trials))
        for name in values:
            pull = fsum(points * change[name] for points, change in zip(gained, changes, strict=True)) / SPREAD
            values[name] += STEP * pull * units[name]
        yield dict(values)


def _with(values: Values, units: Values, change: Values, sign: int) -> Weights:
    changed: dict[str, Any] = {name: value + sign * change[name] * units[name] for name, value in values.items()}
    return replace(RACE, **changed)


# --- boards -----------------------------------------------------------------------------------------------------------


@contextmanager
def _playing(jobs: int) -> Iterator[Play]:
    """How boards are played; the answers come in their order."""
    if jobs == 1:
        yield _played
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield lambda trials: pool.map(_margin, trials)


def _played(trials: Sequence[Trial]) -> list[float]:
    return [_margin(trial) for trial in trials]


def _margin(trial: Trial) -> float:
    """By how many Match Points those ahead are better on a board, of the mean of its two deals."""
    code = code_for(load_rules(RULES[trial.number % len(RULES)]), PLAYERS)
    players = [Club(0, trial.ahead), Club(0, trial.behind)]
    margins: list[int] = []
    for deal in (2 * trial.number, 2 * trial.number + 1):
        seating = seat_players(code, deal, SEED)
        begun = start(code, deck_of(seating.seed), seating.dealer)
        points = totals(to_the_end(begun, [players[player % 2] for player in seating.players]))
        side = code.side_of[seating.players.index(0)]
        margins.append(points[side] - points[1 - side])
    return sum(margins) / 2


if __name__ == "__main__":
    main()
