"""Analyses of deals that have ended: each is made once, beside the host, after all who play, and kept for a while.

The same record always gives the same analysis: one that was forgotten can be made again.
"""

import asyncio
from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import Final, TypeAlias

from bot.bounded import Bounded
from bot.host.looking_back import WHOLE, Piece, bare
from bot.shield import shield
from engine.actions import Action
from engine.analysis import Analysis, ExpectedCourse, JudgedDecision, assembled
from engine.record import DealRecord
from engine.view import View

MOST_KEPT: Final = 200
MOST: Final = 20  # that wait or are made

LookAt: TypeAlias = Callable[[Piece], Awaitable[JudgedDecision | ExpectedCourse]]
PlaysOn: TypeAlias = Callable[[str, View, int], Awaitable[tuple[Action, ...]]]
"""What the player of this name does, given a view and a seed: for people who ask what would have happened."""


class Busy(Exception):
    """Too many deals wait for their analysis."""


class Analyses:
    """The analyses of one host. `look_at` sends a piece of a deal to a process of a computer player."""

    def __init__(self, look_at: LookAt, plays_on: PlaysOn) -> None:
        self.plays_on = plays_on
        self._look_at = look_at
        self._analyses: Bounded[str, Analysis] = Bounded(MOST_KEPT)
        self._under_way: dict[str, asyncio.Task[Analysis]] = {}
        self._turn = asyncio.Lock()

    async def of(self, record: DealRecord) -> Analysis:
        """The deal's analysis. Raises `Busy`, and whatever goes wrong while it is made: it may be asked for again."""
        text = bare(record)
        key = sha256(text.encode()).hexdigest()
        if key in self._analyses:
            return self._analyses[key]
        if key not in self._under_way:
            if len(self._under_way) >= MOST:
                raise Busy
            task = asyncio.create_task(self._make(key, text))
            self._under_way[key] = task
            task.add_done_callback(lambda task: self._end(key, task))
        return await shield(self._under_way[key])  # others may wait for it, too

    async def _make(self, key: str, text: str) -> Analysis:
        async with self._turn:
            seen = await self._look_at(Piece(text, WHOLE))
            assert isinstance(seen, ExpectedCourse)
            found = [await self._look_at(Piece(text, place)) for place in range(seen.plays)]
        analysis = assembled(seen, [one for one in found if isinstance(one, JudgedDecision)])
        self._analyses[key] = analysis
        return analysis

    def _end(self, key: str, task: asyncio.Task[Analysis]) -> None:
        del self._under_way[key]
        if not task.cancelled():
            task.exception()  # read, so that asyncio does not complain where nobody waits for it

    def close(self) -> None:
        """Nobody waits any more."""
        for task in self._under_way.values():
            task.cancel()
