"""Computer players by name. Each sees a view and nothing else, and answers with one legal action.

A player keeps no memory of the deal, so it may take a seat at any moment. A new player is a module of its own and a
line here.
"""

from collections.abc import Callable, Mapping
from typing import Final, Protocol, TypeAlias

from engine.actions import Action
from engine.players.greedy import Greedy
from engine.players.heuristic import Heuristic
from engine.players.random_player import RandomPlayer
from engine.view import View


class Player(Protocol):
    """Who sits at a table and chooses."""

    def choose(self, seen: View) -> Action:
        """A legal action for the seat in turn; `seen` is that seat's view, and the deal is not over."""
        ...


Factory: TypeAlias = Callable[[int], Player]  # from the seed of the player's own chance

PLAYERS: Final[Mapping[str, Factory]] = {"random": RandomPlayer, "greedy": Greedy, "heuristic": Heuristic}
