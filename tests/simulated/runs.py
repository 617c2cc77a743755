"""Runs of a host in a box: played, shortened where they break a law, and replayed to the letter."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.chance import chance
from tests.restless.folding import Broken
from tests.restless.season import Failure, shortened
from tests.restless.seeded import seeded
from tests.simulated.box import Box
from tests.simulated.laws import settled
from tests.simulated.people import act

STEPS: Final = 60  # of a run
TRIES: Final = 120  # to find a shorter one
LATEST: Final = 400  # lines of a transcript that are told


@dataclass(frozen=True, slots=True)
class Played:
    """A run to its end, in which every law has held."""

    commands: int
    seconds: float  # simulated
    lives: int
    told: tuple[str, ...]


def numbers(seed: int, steps: int = STEPS) -> list[int]:
    """The steps of a seed, each by its place: a shorter run has the same numbers, some left out."""
    return [chance(f"{seed} {place}").getrandbits(60) for place in range(steps)]


def played(seed: int, places: Sequence[int]) -> Failure | Played:
    """What comes of these steps of a seed."""
    every = numbers(seed, max(places, default=0) + 1)
    with TemporaryDirectory(prefix="box-") as folder, seeded() as tokens:
        tokens.step(seed)
        done, box = 0, Box(Path(folder), tokens)
        try:
            with box:
                for done, place in enumerate(places, 1):
                    box.say(f"--- step {place}")
                    box.step(every[place], act)
                settled(box)
                return Played(box.commands, box.time.seconds, box.lives, tuple(box.told))
        except Exception as error:  # noqa: BLE001  whatever it is, the run is told
            return Failure(done, error, tuple(box.told[-LATEST:]))


def shortest(seed: int, failure: Failure, steps: int = STEPS, tries: int = TRIES) -> tuple[list[int], Failure]:
    """The steps that are enough to end in the same way, as far as they are found in so many tries."""
    return shortened(range(steps), failure, tries, lambda places: played(seed, places))


def run(seed: int, steps: int = STEPS, tries: int = TRIES) -> Played:
    """A seed to its end. Raises `Broken` with the shortest run found, and how to see it again."""
    found = played(seed, range(steps))
    if isinstance(found, Played):
        return found
    left, failure = shortest(seed, found, steps, tries)
    raise Broken(told(seed, left, failure)) from failure.error


def told(seed: int, places: Sequence[int], failure: Failure) -> str:
    """What happened in a run that breaks a law, and how to see it again."""
    again = f"python -m tests.simulated --first {seed} --steps {','.join(map(str, places))}"
    lines = "\n".join(failure.told)
    return f"seed {seed}: {len(places)} steps are enough\n{lines}\n{failure.error}\nagain: {again}"
