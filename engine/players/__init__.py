"""Computer players by name. Each sees a view and nothing else, and answers with one legal action.

A player keeps no memory of the deal, so it may take a seat at any moment; what all could remember is in its view. A new
player is a module of its own and a line here.
"""

from collections.abc import Callable, Mapping
from typing import Final, Protocol, TypeAlias

from engine.actions import Action
from engine.code import Seat
from engine.memory import view_with_memory
from engine.players.beginner import Beginner
from engine.players.club import Club
from engine.players.expert import Expert, never
from engine.players.greedy import Greedy
from engine.players.heuristic import Heuristic
from engine.players.random_player import RandomPlayer
from engine.table import Game
from engine.view import View, view


class Player(Protocol):
    """Who sits at a table and chooses."""

    def choose(self, seen: View) -> Action:
        """A legal action for the seat in turn; `seen` is that seat's view, and the deal is not over."""
        ...


Factory: TypeAlias = Callable[[int], Player]  # from the seed of the player's own chance

PLAYERS: Final[Mapping[str, Factory]] = {
    "random": RandomPlayer,
    "greedy": Greedy,
    "heuristic": Heuristic,
    "beginner": Beginner,
    "club": Club,
    "expert": Expert,
}

REMEMBER: Final = ("expert",)
"""Who makes use of `View.held` and `View.left`; gathering them costs more than a turn of some others."""

LEVELS: Final = ("beginner", "club", "expert")
"""The ladder; docs/players.md says what was measured of it."""


def sees(game: Game, seat: Seat, remembers: bool) -> View:
    """What a seat sees of the deal, with what it remembers of it where its player asks for that."""
    return view_with_memory(game, seat) if remembers else view(game.deal, seat)


def turn_of(name: str, seed: int, seen: View, late: Callable[[], bool] = never) -> tuple[Action, ...]:
    """What a player of this name does: all that is planned up to the next unseen card, if they plan, or one action.

    Who plans looks often whether it is `late`, and then answers at once with what is found.
    """
    if name == "expert":
        return Expert(seed, late).turn(seen)
    return (PLAYERS[name](seed).choose(seen),)
