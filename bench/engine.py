"""The engine's speed: random deals in every code, the legal steps of typical hands, and copying a deal.

A step is one action of a player: ask for the legal ones, choose one, apply it. Dealing is inside the time. Beside them
stand the peers of `bench.peers`, measured in the same rounds. Warm and cold are apart: warm, the deals were played once
before and every meld in them was judged; cold, the code is made anew and plays its first deals. A step of a playout
(`engine.playout`) is counted and done where the deal stands; every other one makes a new deal.
"""

import gc
import itertools
import random
import statistics
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, TypeAlias

from bench.peers import installed_peers
from bench.timing import Candidate, Sample, chance_of, median_rate, sample_in_turns, whole_games
from engine.code import Code, code_for
from engine.deal import OVER, PLAY, Deal, start
from engine.hand import size
from engine.legal import legal
from engine.play import Step, advance
from engine.playout import Playout
from engine.rules import RULE_SETS, load_rules
from engine.shuffle import SEED_BYTES, deck_of

ROUNDS: Final = 5
SECONDS: Final = 20.0  # of CPU time, for all figures together
HANDS: Final = (11, 20, 30)
POSITIONS: Final = 50  # of each size of hand
COLD_DEALS: Final = 5  # from a code made anew, its making included
TYPICAL: Final = "fibur"
ROLLOUTS: Final = "febur"
ROLLOUT_STOCK: Final = 25  # cards in the stock where a rollout begins: the middle of a deal
ROLLOUT_POSITIONS: Final = 40
RELUCTANT: Final = 0.6  # players who keep to the first part of their legal steps seldom lay: their hands grow
RLCARD: Final = "rlcard_gin_rummy"

PlayOn: TypeAlias = Callable[[Deal, random.Random], int]  # a deal is played to its end; how many steps it took

Figures = dict[str, float | int | str | None]


def measure(seconds: float = SECONDS) -> Figures:
    """All figures, each with its unit in its name; None for a peer that is not installed."""
    codes = {name: _code(name) for name in RULE_SETS}
    candidates: dict[str, Candidate] = {}
    for prefix, play_on in (("", _play_on), ("playout_", _play_out)):
        candidates |= {prefix + name: partial(play_warm, play_on, code) for name, code in codes.items()}
        candidates |= {f"{prefix}cold_{name}": partial(play_cold, play_on, code) for name, code in codes.items()}
    candidates |= {f"uncollected_{name}": uncollected(candidates[f"playout_{name}"]) for name in codes}
    positions = typical_positions(codes[TYPICAL])
    candidates |= {f"legal_{cards}": partial(_repeat, _ask_legal(deals)) for cards, deals in positions.items()}
    candidates["copy"] = partial(_repeat, _copy(positions[HANDS[0]]))
    middle = middles(codes[ROLLOUTS])
    candidates |= {
        "rollouts": partial(roll_out, _play_out, middle),
        "rollouts_of_values": partial(roll_out, _play_on, middle),
    }
    peers = installed_peers()
    candidates |= peers
    samples = sample_in_turns(candidates, ROUNDS, seconds / ROUNDS / len(candidates))
    return {"command": f"burraco bench engine --seconds {seconds:g}", **_figures(samples)}


def _code(name: str) -> Code:
    rules = load_rules(name)
    return code_for(rules, rules.players[0])


# --- what is measured -------------------------------------------------------------------------------------------------


def play_warm(play_on: PlayOn, code: Code, seconds: float, seed: int) -> Sample:
    """Whole deals, every player choosing uniformly among the legal steps; the second time that they are played."""
    first, again = chance_of(seed), chance_of(seed)
    whole_games(lambda: play_on(_dealt(code, first), first), seconds / 2)
    return whole_games(lambda: play_on(_dealt(code, again), again), seconds / 2)


def uncollected(play: Candidate) -> Candidate:
    """The same without the collector of garbage."""

    def played(seconds: float, seed: int) -> Sample:
        gc.collect()
        gc.freeze()
        gc.disable()
        try:
            return play(seconds, seed)
        finally:
            gc.enable()
            gc.unfreeze()

    return played


def play_cold(play_on: PlayOn, code: Code, seconds: float, seed: int) -> Sample:
    """The first deals of a code that was just made, over and over, each time with other deals."""
    chance = chance_of(seed)
    so_far = Sample(0, 0, 0.0)
    while so_far.seconds <= seconds:
        start_time = time.process_time()
        new = Code(code.rules, code.players)
        steps = sum(play_on(_dealt(new, chance), chance) for _ in range(COLD_DEALS))
        spent = time.process_time() - start_time
        so_far = Sample(so_far.steps + steps, so_far.games + COLD_DEALS, so_far.seconds + spent)
    return so_far


def _dealt(code: Code, chance: random.Random) -> Deal:
    return start(code, deck_of(chance.randbytes(SEED_BYTES)), 0)


def _play_on(deal: Deal, chance: random.Random) -> int:
    """Play a deal to its end, each deal on the way a value of its own; how many steps it took."""
    steps = 0
    while deal.phase != OVER:
        deal = _random_step(deal, chance)
        steps += 1
    return steps


def _play_out(deal: Deal, chance: random.Random) -> int:
    """The same in one deal that changes as it is played (`engine.playout`)."""
    playout = Playout(deal)
    steps = 0
    while count := playout.count():
        playout.do(int(chance.random() * count))
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
        deal = _dealt(code, chance)
        while deal.phase != OVER:
            wanted = found.get(size(deal.hands[deal.turn]), [])
            melds = deal.melds[code.side_of[deal.turn]]
            if deal.phase == PLAY and len(melds) >= 2 and len(wanted) < POSITIONS:
                wanted.append(deal)
            deal = _random_step(deal, chance, most=RELUCTANT)
    return found


def middles(code: Code) -> list[Deal]:
    """Positions from the middle of random deals, where a player is to take."""
    chance = chance_of(2)
    found: list[Deal] = []
    while len(found) < ROLLOUT_POSITIONS:
        deal = _dealt(code, chance)
        while deal.phase != OVER and len(deal.stock) > ROLLOUT_STOCK:
            deal = _random_step(deal, chance)
        while deal.phase == PLAY:
            deal = _random_step(deal, chance)
        if deal.phase != OVER:
            found.append(deal)
    return found


def roll_out(play_on: PlayOn, deals: list[Deal], seconds: float, seed: int) -> Sample:
    """Random play from each of the positions to the end of the deal; a game is a rollout. Twice, as `play_warm`."""
    first, again = chance_of(seed), chance_of(seed)
    _rollouts(play_on, deals, first, seconds / 2)
    return _rollouts(play_on, deals, again, seconds / 2)


def _rollouts(play_on: PlayOn, deals: list[Deal], chance: random.Random, seconds: float) -> Sample:
    turns = itertools.cycle(deals)
    return whole_games(lambda: play_on(next(turns), chance), seconds)


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
    together = _all_codes(samples, "")
    steps = median_rate(together)
    playout_steps = median_rate(_all_codes(samples, "playout_"))
    uncollected_steps = median_rate(_all_codes(samples, "uncollected_"))
    rlcard = _peer_rate(samples, RLCARD)
    figures: Figures = {
        "steps_per_second": round(steps),
        "cold_steps_per_second": round(median_rate(_all_codes(samples, "cold_"))),
        "playout_steps_per_second": round(playout_steps),
        "uncollected_playout_steps_per_second": round(uncollected_steps),
        "cold_playout_steps_per_second": round(median_rate(_all_codes(samples, "playout_cold_"))),
        "deals_per_second": round(_median_games(together), 1),
        "mean_steps_per_deal": _per_game(together),
    }
    figures |= {f"{name.replace('-', '_')}_steps_per_second": round(median_rate(samples[name])) for name in RULE_SETS}
    figures |= {f"legal_us_hand_of_{cards}": _microseconds(samples[f"legal_{cards}"]) for cards in HANDS}
    figures["deal_copy_us"] = _microseconds(samples["copy"])
    figures["rollouts_per_second"] = round(_median_games(samples["rollouts"]), 1)
    figures["rollouts_of_values_per_second"] = round(_median_games(samples["rollouts_of_values"]), 1)
    figures["steps_per_rollout"] = _per_game(samples["rollouts"])
    figures[f"{RLCARD}_steps_per_second"] = rlcard
    figures["openspiel_gin_rummy_steps_per_second"] = _peer_rate(samples, "openspiel_gin_rummy")
    figures["steps_ratio_to_rlcard"] = round(steps / rlcard, 1) if rlcard else None
    figures["playout_ratio_to_rlcard"] = round(playout_steps / rlcard, 1) if rlcard else None
    figures["uncollected_playout_ratio_to_rlcard"] = round(uncollected_steps / rlcard, 1) if rlcard else None
    return figures


def _all_codes(samples: Mapping[str, list[Sample]], prefix: str) -> list[Sample]:
    """The samples of all codes together, round by round."""
    rounds = [[samples[prefix + name][number] for name in RULE_SETS] for number in range(ROUNDS)]
    return [Sample(*[sum(column) for column in zip(*row, strict=True)]) for row in rounds]


def _median_games(samples: list[Sample]) -> float:
    return statistics.median([one.games / one.seconds for one in samples])


def _per_game(samples: list[Sample]) -> float:
    return round(sum(one.steps for one in samples) / sum(one.games for one in samples), 1)


def _peer_rate(samples: Mapping[str, list[Sample]], name: str) -> int | None:
    return round(median_rate(samples[name])) if name in samples else None


def _microseconds(samples: list[Sample]) -> float:
    return round(1e6 / median_rate(samples), 2)
