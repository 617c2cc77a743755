"""A playout in lockstep with `legal` and `play`: `python -m tests.lockstep --steps 100000`.

Every code with every number of players in turn, by random players of different tempers, whose clocks run out and whose
round ends, on whole deals and on what somebody sees of one. At each step the playout counts as many steps as `legal`
lists, each number is a different one of them, and doing it leads to the deal that `play` makes; at some steps each
number is tried. The deal it began with stays as it was. Summary: how many steps of which kind were compared.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from engine.actions import CLOCK_OUT, Action, Add, Lay, PickUp, format_action
from engine.cards import UNKNOWN
from engine.deal import Deal, start
from engine.legal import legal
from engine.play import Step, play
from engine.playout import Playout
from engine.position import format_position
from engine.shuffle import deck_of
from engine.table import time_out
from engine.view import view
from tests.campaign import Broken
from tests.chance import TABLES, chance, seated

LONGEST = 5000  # steps of a deal


@dataclass(frozen=True)
class Temper:
    """How a deal is played: probabilities of what is preferred, and of what comes from outside."""

    lay: float
    pick_up: float
    clock_out: float
    time_out: float
    seen: float  # from here on the playout knows only what the player in turn sees
    every: float  # each number is tried, and not the chosen one alone


def random_temper(rng: Random) -> Temper:
    return Temper(
        lay=rng.choice([0, 0.5, 0.95]),
        pick_up=rng.choice([0, 0.1, 0.5]),
        clock_out=rng.choice([0, 0, 0.05]),
        time_out=rng.choice([0, 0, 0.02]),
        seen=rng.choice([0, 0, 0.02]),
        every=rng.choice([0, 0.1]),
    )


def walk(seed: int) -> Iterator[str]:
    """A deal in lockstep; what was compared, step by step. Raises `Broken`."""
    rng = chance(seed)
    temper = random_temper(rng)
    code = seated(*TABLES[seed % len(TABLES)])
    deal = start(code, deck_of(rng.randbytes(32)), rng.randrange(code.players))
    playout = Playout(deal)
    for _ in range(LONGEST):
        changed = from_outside(rng, temper, deal)
        if changed is not None:
            deal, playout = changed, Playout(changed)
        actions = same_steps(deal, playout)
        if not actions:
            return
        for number in range(len(actions)) if rng.random() < temper.every else ():
            same_after(deal, number, actions[number])
        number = choice(rng, temper, actions)
        yield kind(deal, actions[number])
        deal = same_step(deal, playout, number, actions[number])
    raise Broken(f"no end: {format_position(deal)}")


def from_outside(rng: Random, temper: Temper, deal: Deal) -> Deal | None:
    """The deal after a clock ran out or the round ended, or as it is seen from now on; None where nothing happens."""
    if deal.is_over:
        return None
    if not deal.clock_out and rng.random() < temper.clock_out:
        step = play(deal, deal.seat, CLOCK_OUT)
        assert isinstance(step, Step)
        return step.deal
    if not deal.lap and rng.random() < temper.time_out:
        timed = time_out(deal)
        assert isinstance(timed, Deal)
        return timed
    return view(deal, deal.seat).deal if rng.random() < temper.seen else None


def choice(rng: Random, temper: Temper, actions: list[Action]) -> int:
    lays = [number for number, action in enumerate(actions) if isinstance(action, Lay | Add)]
    if lays and rng.random() < temper.lay:
        return rng.choice(lays)
    picks = [number for number, action in enumerate(actions) if isinstance(action, PickUp)]
    return picks[0] if picks and rng.random() < temper.pick_up else rng.randrange(len(actions))


def same_steps(deal: Deal, playout: Playout) -> list[Action]:
    """The steps of the playout by their numbers, which are those of `legal`. Raises `Broken`."""
    actions = [playout.action(number) for number in range(playout.count())]
    listed = legal(deal)
    if len(set(actions)) < len(actions) or set(actions) != set(listed):
        more = " ".join(format_action(action) for action in actions if action not in listed)
        less = " ".join(format_action(action) for action in listed if action not in actions)
        raise Broken(f"too many: {more or '-'}; missing: {less or '-'}; {len(actions)} in {format_position(deal)}")
    if playout.over != deal.is_over:
        raise Broken(f"over or not: {format_position(deal)}")
    return actions


def same_after(deal: Deal, number: int, action: Action) -> None:
    """A playout that begins here does this step as `play` does it, and leaves the deal alone. Raises `Broken`."""
    before = deal.key()
    playout = Playout(deal)
    playout.count()
    same_step(deal, playout, number, action)
    if deal.key() != before:
        raise Broken(f"{format_action(action)} changed the deal it began with: {format_position(deal)}")


def same_step(deal: Deal, playout: Playout, number: int, action: Action) -> Deal:
    """The deal after the step of this number, done both ways. Raises `Broken`."""
    step = play(deal, deal.seat, action)
    if not isinstance(step, Step):
        raise Broken(f"refused ({step.reason.value}): {format_action(action)} in {format_position(deal)}")
    playout.do(number)
    after = playout.value()
    if after != step.deal:
        raise Broken(f"{format_action(action)} in {format_position(deal)} leads to {format_position(after)}")
    return step.deal


def kind(deal: Deal, action: Action) -> str:
    """What a step is, for the summary."""
    found = format_action(action)[0]
    found += " in a last lap" if deal.lap else ""
    found += " after the clock" if deal.clock_out else ""
    return found + (" unseen" if UNKNOWN in deal.stock else "")


def lockstep(steps: int, first: int = 0) -> Counter[str]:
    """Whole deals until so many steps were compared, and each table at least once; how many of which kind."""
    kinds: Counter[str] = Counter()
    seed = first
    while seed < first + len(TABLES) or kinds.total() < steps:
        try:
            kinds.update(walk(seed))
        except Exception as error:
            error.add_note(f"seed {seed}: {' '.join(map(str, TABLES[seed % len(TABLES)]))}")
            raise
        seed += 1
    return kinds


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.lockstep", description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed; a failure names its own")
    options = parser.parse_args()
    kinds = lockstep(options.steps, options.first)
    print(f"{kinds.total()} steps: " + ", ".join(f"{number} {name}" for name, number in kinds.most_common()))


if __name__ == "__main__":
    main()
