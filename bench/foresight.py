"""How well rollouts foresee what drawing or picking up is worth: `python -m bench.foresight fibur 150`.

In deals of club players decisions to draw or to pick up are looked at, each in the same few worlds both ways. What is
to be foreseen is what stands when club players have played the rest of the turn and a lap after it. Ways to foresee it
go by half of the worlds, and are compared in the other half: by their correlation with it, and by what a player gains
on the club who takes as they and judgement together say.
"""

import argparse
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from bot.host.garbage import collect_seldom
from engine.actions import Action
from engine.deal import PLAY, TAKE, Deal
from engine.legal import legal
from engine.players.club import Club, club_weights
from engine.players.expert import TAKING
from engine.players.quick import quick_step
from engine.players.rollout import perform, rollout
from engine.players.turns import takes
from engine.players.worlds import Unseen, deal_anew
from engine.players.worth import Judge
from engine.rules import load_rules
from engine.simulate import simulate_deal
from engine.stream import Stream
from engine.view import View, view

WORLDS: Final = 30  # of each decision, half of them to foresee and half to compare
EVERY: Final = 3  # decision is looked at
CLOSE: Final = 150.0  # points of judgement between the two ways; others are no question
LAP: Final = 4
SHOULD_BE: Final = "club players, a lap"

Way: TypeAlias = Callable[[Deal, int], float]
"""From a deal after the take, which is used up, and a side: what is foreseen."""


class Foreseen(NamedTuple):
    """What the way to take that judgement puts second gains on the first: as judged, and by way in each world."""

    judged: float
    gains: Mapping[str, list[float]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules")
    parser.add_argument("decisions", type=int)
    parser.add_argument("--seed", type=int, default=31)
    options = parser.parse_args()
    collect_seldom()
    found: list[Foreseen] = []
    for seen in questions(options.rules, options.seed):
        found.append(gains_of(seen, Stream(len(found))))
        if len(found) == options.decisions:
            break
    for name in WAYS:
        gained, error = _mean([_gained(one, name) for one in found])
        print(f"{name:32} correlation {_correlation(found, name):.2f}, gains {gained:+.1f} ± {error:.1f}")


def questions(rules: str, seed: int) -> Iterator[View]:
    """Where club players had to choose between drawing and picking up, without end."""
    code, number, met = load_rules(rules), 0, 0
    while True:
        for deal in simulate_deal(code, ("club",) * 4, number * 2, seed).game.turns:
            if len(legal(deal)) == 2:
                met += 1
                if met % EVERY == 0:
                    yield view(deal, deal.seat)
        number += 1


def gains_of(seen: View, stream: Stream) -> Foreseen:
    """What is foreseen in each world, in every way."""
    deal = seen.deal
    first, second = takes(deal, Judge(deal, club_weights(deal.code)), legal(deal))
    judged = second.worth - first.worth
    found: dict[str, list[float]] = {name: [] for name in WAYS}
    if judged < -CLOSE:
        return Foreseen(judged, found)
    unseen = Unseen(seen)
    for _ in range(WORLDS):
        world = deal_anew(unseen, stream)
        for name, way in WAYS.items():
            found[name].append(_after(world, second.actions, way) - _after(world, first.actions, way))
    return Foreseen(judged, found)


def _after(world: Deal, actions: tuple[Action, ...], way: Way) -> float:
    deal = world.copy()
    for action in actions:
        perform(deal, action)
    return way(deal, world.code.side_of[world.turn])


# --- ways to foresee it -----------------------------------------------------------------------------------------------


def by_rollout(turns: int) -> Way:
    """The rest of the turn and so many more as rollouts play."""

    def way(deal: Deal, side: int) -> float:
        while deal.phase == PLAY:
            perform(deal, quick_step(deal))
        return rollout(deal, side, turns)

    return way


def by_the_club_first(turns: int) -> Way:
    """The rest of the turn as the club plays it, and so many more as rollouts do."""

    def way(deal: Deal, side: int) -> float:
        _club_turn(deal)
        return rollout(deal, side, turns)

    return way


def by_the_club(deal: Deal, side: int) -> float:
    """All by club players, a lap after the turn too."""
    for _ in range(1 + LAP):
        _club_turn(deal)
    return rollout(deal, side, 0)


def _club_turn(deal: Deal) -> None:
    """The rest of the turn in progress, each action by what its seat sees."""
    if deal.phase == TAKE:
        _club_step(deal)
    while deal.phase == PLAY:
        _club_step(deal)


def _club_step(deal: Deal) -> None:
    perform(deal, Club(0).choose(view(deal, deal.seat)))


WAYS: Final[Mapping[str, Way]] = {
    "rollouts, a lap": by_rollout(LAP),
    "rollouts, two turns": by_rollout(2),
    "the club's turn, then a lap": by_the_club_first(LAP),
    "the club's turn, then two turns": by_the_club_first(2),
    SHOULD_BE: by_the_club,
}


# --- figures ----------------------------------------------------------------------------------------------------------


def _halves(found: Foreseen, name: str) -> tuple[tuple[float, float], tuple[float, float]]:
    """Twice: what is foreseen in one half of the worlds, and what club players make of it in the other."""
    foreseen, true = found.gains[name], found.gains[SHOULD_BE]
    half = len(foreseen) // 2
    front, back = sum(foreseen[:half]) / half, sum(foreseen[half:]) / half
    return (front, sum(true[half:]) / half), (back, sum(true[:half]) / half)


def _gained(found: Foreseen, name: str) -> float:
    """What the second way brings where it is taken: where it is ahead by judgement and this way together."""
    if not found.gains[name]:
        return 0.0
    weight = TAKING.rollout * (WORLDS // 2)
    return (
        sum(true for foreseen, true in _halves(found, name) if TAKING.judgement * found.judged + weight * foreseen > 0)
        / 2
    )


def _correlation(found: list[Foreseen], name: str) -> float:
    pairs = [pair for one in found if one.gains[name] for pair in _halves(one, name)]
    one, other = _mean([pair[0] for pair in pairs])[0], _mean([pair[1] for pair in pairs])[0]
    shared = sum((a - one) * (b - other) for a, b in pairs)
    spreads = sum((a - one) ** 2 for a, _ in pairs) * sum((b - other) ** 2 for _, b in pairs)
    return float(shared / spreads**0.5)


def _mean(figures: list[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    mean = sum(figures) / len(figures)
    variance = sum((figure - mean) ** 2 for figure in figures) / (len(figures) - 1)
    return mean, float((variance / len(figures)) ** 0.5)


if __name__ == "__main__":
    main()
