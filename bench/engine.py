"""The engine's speed: random deals in every code, the legal steps of typical hands, and copying a deal.

A step is one action of a player: ask for the legal ones, choose one, apply it. Dealing is inside the time. Beside them
stand the peers of `bench.peers`, measured in the same rounds.
"""

import random
import statistics
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from bench.peers import installed_peers
from bench.timing import Candidate, Sample, chance_of, median_rate, sample_in_turns, whole_games
from engine.code import Code, code_for
from engine.deal import OVER, PLAY, Deal, start
from engine.hand import size
from engine.legal import legal
from engine.play import Step, advance
from engine.rules import RULE_SETS, load_rules
from engine.shuffle import SEED_BYTES, deck_of

ROUNDS: Final = 5
SECONDS: Final = 20.0  # of CPU time, for all figures together
HANDS: Final = (11, 20, 30)
POSITIONS: Final = 50  # of each size of hand
TYPICAL: Final = "fibur"
RELUCTANT: Final = 0.6  # players who keep to the first part of their legal steps seldom lay: their hands grow
RLCARD: Final = "rlcard_gin_rummy"

Figures = dict[str, float | int | None]


def measure(seconds: float = SECONDS) -> Figures:
    """All figures, each with its unit in its name; None for a peer that is not installed."""
    codes = {name: _code(name) for name in RULE_SETS}
    candidates: dict[str, Candidate] = {name: partial(play_at_random, code) for name, code in codes.items()}
    positions = typical_positions(codes[TYPICAL])
    candidates |= {f"legal_{cards}": partial(_repeat, _ask_legal(deals)) for cards, deals in positions.items()}
    candidates["copy"] = partial(_repeat, _copy(positions[HANDS[0]]))
    peers = installed_peers()
    candidates |= peers
    samples = sample_in_turns(candidates, ROUNDS, seconds / ROUNDS / len(candidates))
    return _figures(samples)


def _code(name: str) -> Code:
    rules = load_rules(name)
    return code_for(rules, rules.players[0])


# --- what is measured -------------------------------------------------------------------------------------------------


def play_at_random(code: Code, seconds: float, seed: int) -> Sample:
    """Whole deals, every player choosing uniformly among the legal steps."""
    chance = chance_of(seed)
    return whole_games(lambda: _random_deal(code, chance), seconds)


def _random_deal(code: Code, chance: random.Random) -> int:
    """Play one deal; how many steps it took."""
    deal = start(code, deck_of(chance.randbytes(SEED_BYTES)), 0)
    steps = 0
    while deal.phase != OVER:
        deal = _random_step(deal, chance)
        steps += 1
    return steps


def _random_step(deal: Deal, chance: random.Random, most: float = 1.0) -> Deal:
    """The deal after a legal step of the first part of their list, where the discards stand before the lays."""
    actions = legal(deal)
    step = advance(deal, actions[int(chance.random() * len(actions) * most)])
    assert isinstance(step, Step)
    return step.deal


def typical_positions(code: Code) -> dict[int, list[Deal]]:
    """Positions in which the player in turn holds 11, 20 or 30 cards and their side has two melds."""
    chance = chance_of(1)
    found: dict[int, list[Deal]] = {size_of_hand: [] for size_of_hand in HANDS}
    while any(len(deals) < POSITIONS for deals in found.values()):
        deal = start(code, deck_of(chance.randbytes(SEED_BYTES)), 0)
        while deal.phase != OVER:
            wanted = found.get(size(deal.hands[deal.turn]), [])
            melds = deal.melds[code.side_of[deal.turn]]
            if deal.phase == PLAY and len(melds) >= 2 and len(wanted) < POSITIONS:
                wanted.append(deal)
            deal = _random_step(deal, chance, most=RELUCTANT)
    return found


def _ask_legal(deals: list[Deal]) -> Callable[[], int]:
    def ask() -> int:
        for deal in deals:
            legal(deal)
        return len(deals)

    return ask


def _copy(deals: list[Deal]) -> Callable[[], int]:
    def copy() -> int:
        for deal in deals:
            deal.copy()
        return len(deals)

    return copy


def _repeat(act: Callable[[], int], seconds: float, _seed: int) -> Sample:
    return whole_games(act, seconds)


# --- the figures ------------------------------------------------------------------------------------------------------


def _figures(samples: Mapping[str, list[Sample]]) -> Figures:
    rounds = [[samples[name][number] for name in RULE_SETS] for number in range(ROUNDS)]
    together = [Sample(*[sum(column) for column in zip(*row, strict=True)]) for row in rounds]
    steps = median_rate(together)
    rlcard = _peer_rate(samples, RLCARD)
    figures: Figures = {
        "steps_per_second": round(steps),
        "deals_per_second": round(statistics.median([one.games / one.seconds for one in together]), 1),
        "mean_steps_per_deal": round(sum(one.steps for one in together) / sum(one.games for one in together), 1),
    }
    figures |= {f"{name.replace('-', '_')}_steps_per_second": round(median_rate(samples[name])) for name in RULE_SETS}
    figures |= {f"legal_us_hand_of_{cards}": _microseconds(samples[f"legal_{cards}"]) for cards in HANDS}
    figures["deal_copy_us"] = _microseconds(samples["copy"])
    figures[f"{RLCARD}_steps_per_second"] = rlcard
    figures["openspiel_gin_rummy_steps_per_second"] = _peer_rate(samples, "openspiel_gin_rummy")
    figures["steps_ratio_to_rlcard"] = round(steps / rlcard, 1) if rlcard else None
    return figures


def _peer_rate(samples: Mapping[str, list[Sample]], name: str) -> int | None:
    return round(median_rate(samples[name])) if name in samples else None


def _microseconds(samples: list[Sample]) -> float:
    return round(1e6 / median_rate(samples), 2)
