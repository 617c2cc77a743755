"""Runs of a host in a box: played, shortened where they break a law, and replayed to the letter."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from tests.chance import chance
from tests.databases import Databases
from tests.restless.folding import Broken
from tests.restless.season import FILES, Failure, shortened
from tests.restless.seeded import seeded
from tests.simulated import evening, people
from tests.simulated.box import Box
from tests.simulated.laws import settled

STEPS: Final = 60  # of a run
TRIES: Final = 120  # to find a shorter one
LATEST: Final = 400  # lines of a transcript that are shown


@dataclass(frozen=True, slots=True)
class Played:
    """A run to its end, in which every law has held."""

    commands: int
    seconds: float  # simulated
    lives: int
    transcript: tuple[str, ...]


def numbers(seed: int, steps: int = STEPS) -> list[int]:
    """The steps of a seed, each by its place: a shorter run has the same numbers, some left out."""
    return [chance(f"{seed} {place}").getrandbits(60) for place in range(steps)]


def played(
    seed: int, places: Sequence[int], *, tournaments: bool = False, databases: Databases = FILES
) -> Failure | Played:
    """What comes of these steps of a seed, at tables alone or at `tournaments`, too."""
    act = evening.act if tournaments else people.act
    every = numbers(seed, max(places, default=0) + 1)
    with databases.new() as database, seeded() as tokens:
        tokens.step(seed)
        count, box = 0, Box(database, tokens)
        try:
            with box:
                for place in places:
                    box.say(f"--- step {place}")
                    box.step(every[place], act)
                    count += 1
                settled(box)
                return Played(box.commands, box.time.seconds, box.lives, tuple(box.transcript))
        except Exception as error:  # noqa: BLE001  whatever it is, the run is told
            return Failure(min(count + 1, len(places)), error, tuple(box.transcript[-LATEST:]))


def shortest(
    seed: int,
    failure: Failure,
    steps: int = STEPS,
    tries: int = TRIES,
    *,
    tournaments: bool = False,
    databases: Databases = FILES,
) -> tuple[list[int], Failure]:
    """The steps that are enough to end in the same way, as far as they are found in so many tries."""
    play = partial(played, seed, tournaments=tournaments, databases=databases)
    return shortened(range(steps), failure, tries, play)


def run(
    seed: int,
    steps: int = STEPS,
    tries: int = TRIES,
    keeps: bool = True,
    *,
    tournaments: bool = False,
    databases: Databases = FILES,
) -> Played:
    """A seed to its end; unless it `keeps` it, without the transcript. Raises `Broken` with the shortest run found."""
    found = played(seed, range(steps), tournaments=tournaments, databases=databases)
    if isinstance(found, Failure):
        left, failure = shortest(seed, found, steps, tries, tournaments=tournaments, databases=databases)
        words = report(seed, left, failure, tournaments=tournaments, databases=databases)
        raise Broken(words) from failure.error
    return found if keeps else replace(found, transcript=())


def report(
    seed: int,
    places: Sequence[int],
    failure: Failure,
    *,
    tournaments: bool = False,
    databases: Databases = FILES,
) -> str:
    """What happened in a run that breaks a law, and how to see it again."""
    lines = "\n".join(failure.transcript)
    more = ("--tournaments " if tournaments else "") + ("--database postgresql " if databases.folder else "")
    again = f"python -m tests.simulated {more}--first {seed} --only {','.join(map(str, places))}"
    same = played(seed, places, tournaments=tournaments, databases=databases).transcript[-LATEST:] == failure.transcript
    sure = "and again" if same else "BUT NOT TO THE LETTER AGAIN"
    return f"seed {seed}: {len(places)} steps are enough\n{lines}\n{failure.error}\n{sure}: {again}"
