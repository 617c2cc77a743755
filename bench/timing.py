"""Measuring: CPU time, whole games, and rounds in which all candidates take turns, so that drift touches all alike."""

import random
import statistics
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias


class Sample(NamedTuple):
    """What was done in some CPU time: steps, and the games they belong to (0 where there are none)."""

    steps: int
    games: int
    seconds: float

    @property
    def per_second(self) -> float:
        return self.steps / self.seconds


def chance_of(seed: int) -> random.Random:
    """Where the players' choices come from: the fastest there is, the same for all."""
    return random.Random(seed)  # noqa: S311  nothing here is secret


Candidate: TypeAlias = Callable[[float, int], Sample]  # seconds of CPU time, seed


def whole_games(play_game: Callable[[], int], seconds: float) -> Sample:
    """Whole games until the CPU time is spent, at least one; one more comes first, to warm up."""
    play_game()
    steps = games = 0
    start = time.process_time()
    while True:
        steps += play_game()
        games += 1
        spent = time.process_time() - start
        if spent >= seconds and spent > 0:
            return Sample(steps, games, spent)


def sample_in_turns(candidates: Mapping[str, Candidate], rounds: int, seconds: float) -> dict[str, list[Sample]]:
    """So many samples of each candidate, taken in turn; the number of the round is the seed."""
    samples: dict[str, list[Sample]] = {name: [] for name in candidates}
    for seed in range(rounds):
        for name, candidate in candidates.items():
            samples[name].append(candidate(seconds, seed))
    return samples


def median_rate(samples: list[Sample]) -> float:
    """Steps a second."""
    return statistics.median([sample.per_second for sample in samples])
