"""An event loop on simulated time: where nothing is ready, time jumps to the next timer.

Nothing happens outside of it: what the program gives to a thread is done at once, in its turn. So the same work begun
in the same order ends in the same way, however fast the machine is.
"""

import asyncio
import selectors
import warnings
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeVar

T = TypeVar("T")

THREAD: Final = 0.001  # seconds until the answer of a thread
MOST: Final = 400_000  # rounds of a loop without an end: it goes round and round
AWAITS: Final = 20  # in the clean-up of what is broken off


class Killed(BaseException):
    """The process is gone, at this very moment."""


class Stuck(AssertionError):
    """Somebody waits for what will never come, or time does not go on."""


@dataclass
class Time:
    """Simulated seconds since the beginning; they outlive a loop.

    `kill_after`: so many rounds until the process dies.
    """

    seconds: float = 0.0
    kill_after: int | None = None
    rounds: int = 0  # since time was asked to go on
    all_rounds: int = 0

    def passes(self, seconds: float | None) -> None:
        """Before each round of the loop. None: there is no timer."""
        self.rounds += 1
        self.all_rounds += 1
        if self.kill_after is not None:
            self.kill_after -= 1
            if self.kill_after < 0:
                self.kill_after = None
                raise Killed
        if seconds is None:
            raise Stuck("everybody waits, and no time is set for anything")
        if self.rounds > MOST:
            raise Stuck(f"{MOST} rounds of the loop have not been enough")
        self.seconds = round(self.seconds + seconds, 6) if seconds > 0 else self.seconds


class Nowhere(selectors.BaseSelector):
    """No file is ever ready; instead of waiting, time passes."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self._keys: dict[Any, selectors.SelectorKey] = {}

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        key = self._keys[fileobj] = selectors.SelectorKey(fileobj, 0, events, data)
        return key

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return self._keys.pop(fileobj)

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self._time.passes(timeout)
        return []

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return self._keys


class SimulatedLoop(asyncio.SelectorEventLoop):
    """One process. `fault` hears of errors that nobody waited for."""

    def __init__(self, time: Time, fault: Callable[[str], None]) -> None:
        self._simulated = time
        self._begun: list[asyncio.Task[Any]] = []  # in this order: a set of tasks has none that comes again
        super().__init__(Nowhere(time))
        self._clock_resolution = 1e-6  # as time is rounded
        begin: Any = self._begin  # whose type differs between versions of Python
        self.set_task_factory(begin)
        self.set_exception_handler(lambda _, context: fault(_words(context)))

    def time(self) -> float:
        return self._simulated.seconds

    def _begin(self, loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, T], **how: Any) -> asyncio.Task[T]:
        if len(self._begun) > 256:
            self._begun = [task for task in self._begun if not task.done()]
        task = asyncio.Task(work, loop=loop, **how)
        self._begun.append(task)
        return task

    def run_in_executor(self, _executor: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]  # the answer comes on simulated time
        """The thread's work, done before anything else happens; its answer comes a little later."""
        answer: asyncio.Future[T] = self.create_future()
        try:
            found = func(*args)
        except Exception as error:  # noqa: BLE001  whoever waits hears of it
            self.call_later(THREAD, _fail, answer, error)
        else:
            self.call_later(THREAD, _settle, answer, found)
        return answer

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Until this is done; everything else goes on meanwhile, and stands still afterwards. Raises `Killed`."""
        self._simulated.rounds = 0
        return self.run_until_complete(work)

    def abandon(self) -> None:
        """The process is gone: what was under way is never heard of again."""
        self.set_exception_handler(lambda _, _context: None)
        for task in self._begun:
            if not task.done():
                task._log_destroy_pending = False  # type: ignore[attr-defined]  # the standard library's own
                _broken_off(task.get_coro())
        self.close()


def _broken_off(work: Any) -> None:
    """Its clean-up is done as far as it waits for nobody, as it would be at the next collection of garbage."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what was never begun
        for _ in range(AWAITS):
            with suppress(Exception):
                work.close()
                return


def _settle(answer: asyncio.Future[T], found: T) -> None:
    if not answer.done():
        answer.set_result(found)


def _fail(answer: asyncio.Future[Any], error: Exception) -> None:
    if not answer.done():
        answer.set_exception(error)


def _words(context: Mapping[str, Any]) -> str:
    error = context.get("exception")
    return f"{context.get('message')}: {type(error).__name__}: {error}"
