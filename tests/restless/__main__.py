"""A long campaign, `python -m tests.restless --commands 100000`: seasons with a seed and a database each."""

import argparse
import os
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests.databases import add_database, databases_of
from tests.restless.season import season

EACH = 2_000  # commands of a season


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.restless", description=__doc__)
    parser.add_argument("--commands", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed; a failure names its own")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    add_database(parser)
    options = parser.parse_args()
    seasons = range(options.first, options.first + -(-options.commands // EACH))
    begun, requests = time.monotonic(), 0
    with databases_of(options.database) as databases, ProcessPoolExecutor(options.processes) as pool:
        play = partial(season, requests=EACH, databases=databases)
        for had in pool.map(play, seasons):
            requests += had
            print(f"{requests:>7} commands, {time.monotonic() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
