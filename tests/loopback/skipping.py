"""Time that nobody works in is skipped: an evening at slow taps takes only as long as the program's own work.

Inside `skipping` the machine's clocks (`time.time`, `time.monotonic`, and so the event loop's) run as always while
anything is under way: a socket with something to read, a thread that runs. Where all only wait for a timer they jump
to it. So what a person waits for falls into two parts: what was `skipped` is what timers made them wait (limits of a
platform, pauses that are meant), and the rest is what the program took on this machine.
"""

import asyncio
import selectors
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

from tests.loopback.scheduling import TASKS

T = TypeVar("T")

LOOK: Final = 0.001  # seconds between two looks whether anything is under way
LOOKS: Final = 3  # that must find nothing
WORKS: Final = "RD"  # the states of a thread that runs, wants to, or waits for a disk


class Skipped:
    """The clocks; `seconds` are those that were skipped so far."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._time, self._monotonic = time.time, time.monotonic

    def time(self) -> float:
        return self._time() + self.seconds

    def monotonic(self) -> float:
        return self._monotonic() + self.seconds


class Skipper(selectors.DefaultSelector):
    """Waits for sockets as any selector; for a timer alone only until nothing else is under way."""

    def __init__(self, skipped: Skipped) -> None:
        super().__init__()
        self._skipped = skipped

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None or timeout <= 0:
            return super().select(timeout)
        until, calm = time.monotonic() + timeout, 0
        while calm < LOOKS:
            left = until - time.monotonic()
            if left <= 0 or (found := super().select(min(LOOK, left))):
                return found if left > 0 else super().select(0)
            calm = 0 if others_work() else calm + 1
        self._skipped.seconds += max(0.0, until - time.monotonic())
        return super().select(0)

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return super().get_map()


def others_work() -> bool:
    """Whether a thread beside this one runs or waits for a disk."""
    me = str(threading.get_native_id())
    return any(_state(one) in WORKS for one in TASKS.glob("*/stat") if one.parent.name != me)


def _state(path: Path) -> str:
    try:
        return path.read_text().rpartition(")")[2].split()[0]
    except (OSError, IndexError):  # the thread has ended
        return "S"


@contextmanager
def patched(skipped: Skipped) -> Iterator[None]:
    """Everybody in this process reads these clocks."""
    before = time.time, time.monotonic
    time.time, time.monotonic = skipped.time, skipped.monotonic
    try:
        yield
    finally:
        time.time, time.monotonic = before


def run(body: Callable[[Skipped], Coroutine[Any, Any, T]]) -> T:
    """Runs the body in an event loop of its own, in which time that nobody works in is skipped."""
    skipped = Skipped()
    with (
        patched(skipped),
        asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(Skipper(skipped))) as runner,
    ):
        return runner.run(body(skipped))
