"""Connections that are of no use to anybody are ended: silent ones, half-open ones, and those whose end does not read.

What is begun has its time, what is closed has its own; a window is watched by its heartbeat. Of all others only so many
stay: each is an open file, and a host that may open no more can neither take a window nor draw a picture. Looked at now
and then, so that nothing has to be woken for each.
"""

import asyncio
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from aiohttp.web_protocol import RequestHandler

FIRST: Final = 15.0  # seconds until what is asked first has arrived, all its headers
IDLE: Final = 75.0  # between two questions, the answer to the first included
LONGEST: Final = 60.0  # for a question that has begun to arrive and its answer
MOST: Final = 400  # that are no windows
GOODBYE: Final = 10.0  # for an end to read what it was sent before the connection is closed


@dataclass(slots=True)
class State:
    """Since when a connection is as it is, and what it is carried by: a connection that is closed forgets that."""

    transport: asyncio.Transport | None
    since: float
    limit: float  # seconds; 0: somebody else watches it
    closed: float = 0.0  # when it was first seen closed


class Connections:
    """What the server's connections are doing."""

    def __init__(self) -> None:
        self._states: dict[RequestHandler, State] = {}

    @contextmanager
    def request(self, connection: RequestHandler, lasts: bool) -> Iterator[None]:
        """Something is asked on a connection; `lasts`: it is watched by somebody else until it ends."""
        state = self._state(connection, time.monotonic())
        state.since, state.limit = time.monotonic(), 0 if lasts else LONGEST
        try:
            yield
        finally:
            state.since, state.limit = time.monotonic(), IDLE

    def sweep(self, connections: Iterable[RequestHandler]) -> None:
        """End those that have taken too long, or longest where they are too many. To be called often, with all open."""
        now, all_open = time.monotonic(), set(connections)
        for ended in self._states.keys() - all_open:
            del self._states[ended]
        states = {connection: self._state(connection, now) for connection in all_open}
        for connection in _useless(states, now):
            connection.force_close()
        for state in states.values():
            _abort_deaf(state, now)

    def _state(self, connection: RequestHandler, now: float) -> State:
        if connection not in self._states:
            self._states[connection] = State(connection.transport, now, FIRST)
        return self._states[connection]


def _useless(states: Mapping[RequestHandler, State], now: float) -> list[RequestHandler]:
    """Those that have taken too long; and of more than `MOST` those that have been as they are for longest."""
    watched = [one for one, state in states.items() if state.limit and not state.closed]
    watched.sort(key=lambda one: states[one].since)
    too_many = max(0, len(watched) - MOST)
    return [one for place, one in enumerate(watched) if place < too_many or now - states[one].since > states[one].limit]


def _abort_deaf(state: State, now: float) -> None:
    """One that is closed ends when its other end has read everything, or does not."""
    if state.transport is None or not state.transport.is_closing():
        return
    state.closed = state.closed or now
    if now - state.closed > GOODBYE:
        state.transport.abort()
