"""The player that plays by the simple rules of `quick`: it lays what it can and keeps what goes together."""

from engine.actions import Action
from engine.players.quick import quick_step
from engine.view import View


class Beginner:
    """Thinks of this turn only, the same way every time."""

    __slots__ = ()

    def __init__(self, seed: int) -> None:
        pass

    def choose(self, seen: View) -> Action:
        return quick_step(seen.deal)
