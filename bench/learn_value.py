"""Learns the weights of `engine.players.value` from deals of computer players among themselves: `make value`.

A value is asked for where a rollout ends, so that is what it is learned from: at some turns of a deal the player in
turn plays one of the turns that the expert would look at, the turns of a rollout follow, and from there the deal is
played to its end. Ridge regression: the features there of one side less those of the other, against how many Match
Points that side had more in the end. Plain Python, some minutes; compiled or not, the same bytes.

Means and spreads are summed exactly, as `sum` rounds otherwise from one version of Python to another.

Beside the weights the file has a fingerprint: of what the same program makes of the first few deals alone. Where a test
finds another one, what the weights depend on has changed (how club players play, what is looked at, how it is learned),
and the file is to be made anew.
"""

import argparse
import json
from hashlib import sha256
from math import fsum
from pathlib import Path
from typing import Final

from bench.whole_deals import to_the_end
from engine.deal import OVER, Deal
from engine.legal import legal
from engine.players import PLAYERS
from engine.players.expert import TURNS, considered
from engine.players.rollout import perform, play_on
from engine.players.value import difference, features
from engine.rules import load_rules
from engine.simulate import simulate_deal
from engine.stream import Stream
from engine.view import view

RIDGE: Final = 3.0  # positions' worth of doubt, for each weight
RULES: Final = "fibur"
SEED: Final = 7001
PLAYER: Final = "club"
ROLLOUTS: Final = 6  # of a deal
FEW: Final = 4  # deals, for the fingerprint
FILE: Final = Path(__file__).parent.parent / "engine" / "players" / "value.json"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default=RULES)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--player", default=PLAYER, choices=sorted(PLAYERS))
    parser.add_argument("--output", type=Path, default=FILE)
    options = parser.parse_args()
    rows, margins = positions(options.rules, options.deals, options.seed, options.player)
    learned = regression(rows, margins)
    squares = fsum((margin - _times(row, learned)) ** 2 for row, margin in zip(rows, margins, strict=True))
    spread = fsum(margin**2 for margin in margins)
    print(f"{len(rows)} positions; R2 {1 - squares / spread:.3f}, RMSE {(squares / len(rows)) ** 0.5:.0f} MP")
    content = {
        "learned": described(options.deals, options.rules, options.player, options.seed),
        "fingerprint": fingerprint(options.rules, options.seed, options.player),
        "weights": _rounded(learned),
    }
    options.output.write_text(json.dumps(content) + "\n", encoding="utf-8")


def described(deals: int, rules: str = RULES, player: str = PLAYER, seed: int = SEED) -> str:
    """What the weights were learned of."""
    return f"{deals} deals, {rules}, {player}, seed {seed}"


def fingerprint(rules: str = RULES, seed: int = SEED, player: str = PLAYER) -> str:
    """Of the weights that are learned of a few deals alone."""
    return sha256(json.dumps(_rounded(regression(*positions(rules, FEW, seed, player)))).encode()).hexdigest()[:16]


def _rounded(weights: list[float]) -> list[float]:
    return [round(weight, 3) for weight in weights]


def positions(rules: str, deals: int, seed: int, player: str) -> tuple[list[list[float]], list[float]]:
    """Where rollouts end, the features of the first side less those of the second, and how it ended."""
    rows: list[list[float]] = []
    margins: list[float] = []
    stream = Stream(seed)
    for number in range(deals):
        played = simulate_deal(load_rules(rules), (player,) * 4, 2 * number, seed)  # each deck once, not for each side
        for _ in range(ROLLOUTS):
            deal = stream.choice(played.game.turns).copy()
            _play_some_turn(deal, stream)
            play_on(deal, TURNS)
            if deal.phase != OVER:
                rows.append([one - other for one, other in zip(features(deal, 0), features(deal, 1), strict=True)])
                margins.append(difference(_ended(deal, player), 0))
    return rows, margins


def _play_some_turn(deal: Deal, stream: Stream) -> None:
    """The player in turn plays one of the turns that the expert would look at."""
    turn = deal.turn
    while deal.turn == turn and deal.phase != OVER:
        seen = view(deal, deal.seat).deal
        actions = legal(seen)
        options = considered(seen, actions) if len(actions) > 1 else []
        for action in stream.choice(options).actions if options else actions[-1:]:
            perform(deal, action)


def _ended(deal: Deal, player: str) -> Deal:
    """The deal as four such players end it."""
    return to_the_end(deal, [PLAYERS[player](seat) for seat in range(deal.code.players)])


def regression(rows: list[list[float]], margins: list[float]) -> list[float]:
    """The weights that leave the least squares, each held back a little; features are scaled by their spread."""
    number = len(rows[0])
    scales = [max(1e-9, (fsum(row[at] ** 2 for row in rows) / len(rows)) ** 0.5) for at in range(number)]
    left = [[0.0] * number for _ in range(number)]
    right = [0.0] * number
    for row, margin in zip(rows, margins, strict=True):
        scaled = [figure / scale for figure, scale in zip(row, scales, strict=True)]
        for at, figure in enumerate(scaled):
            if figure:
                right[at] += figure * margin
                line = left[at]
                for other in range(at, number):
                    line[other] += figure * scaled[other]
    for at in range(number):
        for other in range(at):
            left[at][other] = left[other][at]
        left[at][at] += RIDGE * len(rows) ** 0.5
    return [weight / scale for weight, scale in zip(_solved(left, right), scales, strict=True)]


def _solved(left: list[list[float]], right: list[float]) -> list[float]:
    """Gauss; `left` is positive definite."""
    number = len(right)
    for at in range(number):
        for below in range(at + 1, number):
            share = left[below][at] / left[at][at]
            if share:
                left[below] = [one - share * other for one, other in zip(left[below], left[at], strict=True)]
                right[below] -= share * right[at]
    found = [0.0] * number
    for at in reversed(range(number)):
        rest = fsum(left[at][other] * found[other] for other in range(at + 1, number))
        found[at] = (right[at] - rest) / left[at][at]
    return found


def _times(row: list[float], weights: list[float]) -> float:
    return fsum(figure * weight for figure, weight in zip(row, weights, strict=True))


if __name__ == "__main__":
    main()
