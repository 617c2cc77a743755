"""Work shared out among processes: what comes of it in order, and never much of it ahead of whoever takes it.

The processes end at once with whoever waits for them: by Ctrl-C, by a result that cannot be written, by a kill.
"""

from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context
from typing import Final, TypeVar

from bot.cli.output import Unusable
from bot.host.garbage import collect_seldom
from bot.host.parents import end_with_parent

T = TypeVar("T")

TOGETHER: Final = 8  # numbers that a process is given at once, at most
AHEAD: Final = 4  # such handfuls for each process that may wait or be done and not taken


def shared_out(work: Callable[[int], T], count: int, processes: int) -> Generator[T, None, None]:
    """What `work`, which can be pickled, makes of each number below `count`, in order.

    Raises `Unusable` where a process has ended before its time, and whatever `work` raises.
    """
    together = max(1, min(TOGETHER, count // (AHEAD * processes)))
    others = active_children()
    pool = ProcessPoolExecutor(processes, get_context("spawn"), initializer=_begin)
    waiting: deque[Future[list[T]]] = deque()
    try:
        for first in range(0, count, together):
            if len(waiting) >= AHEAD * processes:
                yield from waiting.popleft().result()
            waiting.append(pool.submit(_handful, work, first, min(first + together, count)))
        while waiting:
            yield from waiting.popleft().result()
    except BrokenProcessPool:
        raise Unusable("one of the processes has ended before its time") from None
    except BaseException:  # nobody takes what is left
        for process in active_children():
            if process not in others:
                process.kill()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    end_with_parent()
    collect_seldom()


def _handful(work: Callable[[int], T], first: int, end: int) -> list[T]:
    return [work(number) for number in range(first, end)]
