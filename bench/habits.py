"""What computer players do that loses points: `python -m bench.habits club`; people are told theirs beside it."""

import argparse

from engine.habits import Habits, habits
from engine.players import PLAYERS
from engine.record import format_record
from engine.replay import replay
from engine.rules import load_rules
from engine.simulate import simulate


def measured(player: str, deals: int, seed: int) -> tuple[int, Habits]:
    """Over every seat of each deal: how many those are, and their habits together."""
    seats, total = 0, Habits()
    for one in simulate(load_rules("fibur"), (player,) * 4, deals, seed):
        for found in habits(replay(format_record([one.record])).deals[0]):
            seats, total = seats + 1, total.plus(found)
    return seats, total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("player", choices=PLAYERS)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    seats, found = measured(options.player, options.deals, options.seed)
    print(f"{seats} seats: {found}")
    print(f"pile fed {found.fed / found.discards:.1%} of discards")
    print(f"a matta on a pair {found.on_pairs / found.melds:.1%} of new melds")
    print(f"late {found.late / seats:.1%} of deals, left in hand {found.caught / seats:.1f} points a deal")


if __name__ == "__main__":
    main()
