"""Connections that are of no use to anybody are ended: silent ones, half-open ones, and those whose end does not read.

What is begun has its time, what is closed has its own; a window is watched by its heartbeat. Looked at now and then,
so that nothing has to be woken for each.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from aiohttp.web_protocol import RequestHandler

FIRST: Final = 15.0  # seconds until what is asked first has arrived, all its headers
IDLE: Final = 75.0  # between two questions, the answer to the first included
LONGEST: Final = 60.0  # for a question that has begun to arrive and its answer
GOODBYE: Final = 10.0  # for an end to read what it was sent before the connection is closed


@dataclass(slots=True)
class State:
    """Since when a connection is as it is."""

    since: float
    limit: float  # seconds; 0: somebody else watches it


class Connections:
    """What the server's connections are doing. `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._states: dict[RequestHandler, State] = {}
        self._closing: dict[RequestHandler, float] = {}

    @contextmanager
    def asking(self, connection: RequestHandler, lasts: bool) -> Iterator[None]:
        """Something is asked on a connection; `lasts`: it is watched by somebody else until it ends."""
        self._states[connection] = State(self._clock(), 0 if lasts else LONGEST)
        try:
            yield
        finally:
            self._states[connection] = State(self._clock(), IDLE)

    def sweep(self, connections: Iterable[RequestHandler]) -> None:
        """End those that have taken too long. To be called often, with all that are open."""
        now, known = self._clock(), set(connections)
        for old in (self._states, self._closing):
            for gone in old.keys() - known:
                del old[gone]
        for connection in known:
            state = self._states.setdefault(connection, State(now, FIRST))
            if state.limit and now - state.since > state.limit:
                connection.force_close()
            self._abort_deaf(connection, now)

    def _abort_deaf(self, connection: RequestHandler, now: float) -> None:
        """One that is closed ends when its end has read everything, or does not."""
        transport = connection.transport
        if transport is None or not transport.is_closing():
            self._closing.pop(connection, None)
        elif now - self._closing.setdefault(connection, now) > GOODBYE:
            transport.abort()
