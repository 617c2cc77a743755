"""Work in the background: nobody waits for it, its failures are logged, and it ends with whoever began it."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Final

from bot.host.ports import begin_apart

LOG: Final = logging.getLogger(__name__)


class Background:
    """Tasks that are kept until they are done."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[object]] = set()
        self._over = False

    @property
    def is_busy(self) -> bool:
        """Whether something is still being done."""
        return bool(self._tasks)

    def soon(self, work: Coroutine[Any, Any, object]) -> None:
        """Do it without being waited for; a failure is logged. After the end nothing is begun any more.

        What it asks of the store it asks for itself, and not as a part of the request by which it was begun.
        """
        if self._over:
            work.close()
            return
        task = begin_apart(work)
        self._tasks.add(task)
        task.add_done_callback(self._log_failure)

    def _log_failure(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            LOG.error("an answer failed", exc_info=error)

    async def stop(self) -> None:
        """End what is still being done."""
        self._over = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
