"""The player that does anything legal: a measure for the others, and the one who finds what nobody thought of."""

from engine.actions import Action
from engine.legal import legal
from engine.stream import Stream
from engine.view import View


class RandomPlayer:
    """Chooses among the legal small steps, each equally likely."""

    __slots__ = ("_stream",)

    def __init__(self, seed: int) -> None:
        self._stream = Stream(seed)

    def choose(self, seen: View) -> Action:
        return self._stream.choice(legal(seen.deal))
