"""Seeds of a host in a box, `python -m tests.simulated --seeds 10000`; or one run again, to the letter.

A seed that breaks a law is told with the shortest run found, and with the line that plays it again:
`python -m tests.simulated --first 7 --only 3,5,9`.
"""

import argparse
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests.databases import Databases, add_database, databases_of
from tests.restless.folding import Broken
from tests.restless.season import Failure
from tests.simulated.runs import STEPS, Played, played, run

EACH = 500  # seeds between two lines of progress


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulated", description=__doc__)
    parser.add_argument("--seeds", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--steps", type=int, default=STEPS, help="how many a run has")
    parser.add_argument("--only", default="", help="these steps of the first seed, and their transcript")
    parser.add_argument("--tournaments", action="store_true", help="people play tournaments, too")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    add_database(parser)
    options = parser.parse_args()
    with databases_of(options.database) as databases:
        if options.only:
            places = [int(place) for place in options.only.split(",")]
            return again(options.first, places, options.tournaments, databases)
        seeds = range(options.first, options.first + options.seeds)
        return campaign(seeds, options.steps, options.processes, options.tournaments, databases)


def again(seed: int, places: Sequence[int], tournaments: bool, databases: Databases) -> int:
    """One run, with all that happens."""
    found = played(seed, places, tournaments=tournaments, databases=databases)
    print("\n".join(found.transcript))
    if isinstance(found, Failure):
        print(f"{type(found.error).__name__}: {found.error}")
    return int(isinstance(found, Failure))


def campaign(seeds: Sequence[int], steps: int, processes: int, tournaments: bool, databases: Databases) -> int:
    """Many seeds; how many of them break a law."""
    begun, commands, seconds, lives, broken = time.monotonic(), 0, 0.0, 0, 0
    with ProcessPoolExecutor(processes) as pool:
        trying = partial(tried, steps=steps, tournaments=tournaments, databases=databases)
        for number, found in enumerate(pool.map(trying, seeds, chunksize=4), 1):
            if isinstance(found, str):
                broken += 1
                print(found, flush=True)
            else:
                commands, seconds, lives = commands + found.commands, seconds + found.seconds, lives + found.lives
            if number % EACH == 0 or number == len(seeds):
                took = time.monotonic() - begun
                what = f"{commands} commands, {seconds / 3600:.0f} simulated hours, {lives} hosts, {broken} broken"
                print(f"{number:>6} seeds, {what}, {took:.0f} s", flush=True)
    return min(broken, 100)


def tried(seed: int, steps: int, tournaments: bool, databases: Databases) -> Played | str:
    """What came of a seed; in words where it breaks a law."""
    try:
        return run(seed, steps, keeps=False, tournaments=tournaments, databases=databases)
    except Broken as error:
        return str(error)


if __name__ == "__main__":
    sys.exit(main())
