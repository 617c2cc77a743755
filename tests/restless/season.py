"""Many steps one after the other; and of a run that breaks a law, the shortest one that can be had cheaply."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from tests.chance import chance
from tests.databases import Databases
from tests.restless.club import closed, listening, opened
from tests.restless.folding import Broken
from tests.restless.seeded import seeded
from tests.restless.steps import step

WHOLE: Final = 250  # steps between two looks at every table from its first entry on
LATEST: Final = 40  # things that were done, and are told of a run that breaks a law
TRIES: Final = 40  # to find a shorter run
FILES: Final = Databases()


@dataclass(frozen=True, slots=True)
class Failure:
    """How a run ended: after so many steps, by what; and what was done last."""

    steps: int
    error: Exception
    transcript: tuple[str, ...]

    @property
    def kind(self) -> str:
        """By what it is told from others."""
        return f"{type(self.error).__name__} {str(self.error).partition(':')[2][:40]}"


def numbers(seed: int, count: int) -> list[int]:
    """The steps of a seed."""
    rng = chance(seed)
    return [rng.getrandbits(60) for _ in range(count)]


def played(steps: Sequence[int], requests: int = 0, databases: Databases = FILES) -> Failure | int:
    """What breaks in a run over a database of its own; how many requests people made, where every law holds to its end.

    It ends before its last step where there have been so many `requests`.
    """
    with databases.new() as database, seeded() as tokens, listening() as faults:

        async def main() -> Failure | int:
            club = await opened(database, faults)
            count = 0
            try:
                for count, number in enumerate(steps, 1):
                    tokens.step(number)
                    await step(club, number)
                    await club.law(whole=count % WHOLE == 0)
                    if requests and club.requests >= requests:
                        break
                await club.law(whole=True)
                return club.requests
            except Exception as error:  # noqa: BLE001  whatever it is, the run is told
                return Failure(count, error, tuple(club.transcript[-LATEST:]))
            finally:
                await closed(club)

        return asyncio.run(main())


def shortened(
    steps: Sequence[int], failure: Failure, tries: int = TRIES, play: Callable[[Sequence[int]], object] = played
) -> tuple[list[int], Failure]:
    """The run without steps that it does not need to end in the same way, as far as it is found in so many tries.

    `play` plays a run, and gives the `Failure` that it ends in.
    """
    left, size = list(steps[: failure.steps]), failure.steps // 2
    while size:
        at = 0
        while at < len(left):
            if not tries:
                return left, failure
            tries -= 1
            fewer = left[:at] + left[at + size :]
            found = play(fewer)
            if isinstance(found, Failure) and found.kind == failure.kind:
                left, failure = fewer[: found.steps], found
            else:
                at += size
        size //= 2
    return left, failure


def season(seed: int, requests: int, tries: int = TRIES, databases: Databases = FILES) -> int:
    """How many requests people made, these or a few more. Raises `Broken` with the seed and the shortest run found."""
    steps = numbers(seed, requests * 2)
    failure = played(steps, requests, databases)
    if isinstance(failure, int):
        return failure
    left, shortest = shortened(steps, failure, tries, lambda fewer: played(fewer, databases=databases))
    transcript = "\n".join(shortest.transcript)
    words = f"seed {seed} breaks at step {failure.steps}; {len(left)} steps are enough: {left}"
    raise Broken(f"{words}\n{transcript}\n{type(shortest.error).__name__}: {shortest.error}") from shortest.error
