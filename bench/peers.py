"""The peers of the benchmark: how fast other projects' gin rummy plays at random on the same machine.

Each function plays whole games, every player choosing uniformly among the legal actions, and returns how many steps it
made in how many seconds of CPU time. A step is one action of a player: ask for the legal ones, choose one, apply it.
The peer says what is an action, so forced ones count too (RLCard ends each game with two that only score). The raw game
objects are driven, without the wrappers meant for learning. Dealing is inside the time and is no step.

The packages are optional (`requirements/bench.lock`), and imported only by the function that needs them: a missing one
is a `ModuleNotFoundError`. A peer may be added or dropped; the meaning of a step must stay.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Final, TypeAlias

from bench.timing import Sample, chance_of, whole_games

Peer: TypeAlias = Callable[[float, int], Sample]


def rlcard_gin_rummy(seconds: float, seed: int) -> Sample:
    """RLCard's gin rummy (pure Python), for about so many seconds of CPU time."""
    chance = chance_of(seed)
    game = import_module("rlcard.games.gin_rummy.game").GinRummyGame()
    game.np_random = import_module("numpy").random.RandomState(seed)  # the game's own source of deals

    def play_game() -> int:
        game.init_game()
        steps = 0
        while not game.is_over():
            actions = game.judge.get_legal_actions()
            game.step(actions[int(chance.random() * len(actions))])
            steps += 1
        return steps

    return whole_games(play_game, seconds)


def openspiel_gin_rummy(seconds: float, seed: int) -> Sample:
    """OpenSpiel's gin rummy (C++, driven from Python), for about so many seconds of CPU time."""
    chance = chance_of(seed)
    start = import_module("pyspiel").load_game("gin_rummy").new_initial_state()

    def play_game() -> int:
        state = start.clone()  # nothing is dealt yet; a new state rebuilds its tables of melds, longer than the game
        steps = 0
        while not state.is_terminal():
            steps += not state.is_chance_node()  # each card off the stock is a node of its own: no player's step
            actions = state.legal_actions()
            state.apply_action(actions[int(chance.random() * len(actions))])  # the cards left are equally likely
        return steps

    return whole_games(play_game, seconds)


PEERS: Final[Mapping[str, Peer]] = {"rlcard_gin_rummy": rlcard_gin_rummy, "openspiel_gin_rummy": openspiel_gin_rummy}


def installed_peers() -> dict[str, Peer]:
    """The peers whose packages are there."""
    found = {}
    for name, peer in PEERS.items():
        try:
            peer(0.0, 0)
        except ImportError:
            continue
        found[name] = peer
    return found
