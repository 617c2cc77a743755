"""Computer players think in processes of their own, so that nobody else waits for them.

A player gets the position its seat sees, as text, and answers with an action as text. Whatever happens to it, the table
goes on: a dead process is replaced, and for a player that fails, answers nonsense or takes too long a simple one plays.
"""

import asyncio
import logging
import os
import secrets
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from typing import Final

from engine.actions import Action, format_action, parse_action
from engine.legal import legal
from engine.play import Step, advance
from engine.players import PLAYERS
from engine.players.greedy import Greedy
from engine.position import parse_position
from engine.rules import Rules
from engine.view import View

LOG: Final = logging.getLogger(__name__)
PATIENCE: Final = 20.0  # seconds for one action


def choose(name: str, rules: Rules, viewer: str, position: str, seed: int) -> str:
    """What a player does in a position; called in another process."""
    seen = View(viewer, parse_position(rules, position))
    return format_action(PLAYERS[name](seed).choose(seen))


class Thinking:
    """So many processes, started when they are first needed."""

    def __init__(self, processes: int = 2, patience: float = PATIENCE) -> None:
        self._processes = processes
        self._patience = patience
        self._free = asyncio.Semaphore(processes)  # patience begins when a process is free
        self._pool: ProcessPoolExecutor | None = None

    async def think(self, name: str, seen: View) -> Action:
        """A legal action of the player of this name."""
        try:
            action = parse_action(await self._ask(name, seen))
        except Exception as error:  # noqa: BLE001  no fault of a player may stop a table
            LOG.warning("a computer player failed", extra={"player": name, "error": type(error).__name__})
            return stand_in(seen)
        return action if isinstance(advance(seen.deal, action), Step) else stand_in(seen)

    async def _ask(self, name: str, seen: View) -> str:
        asked = (name, seen.deal.code.rules, seen.viewer, str(seen), secrets.randbits(32))
        async with self._free:
            pool = self._started()
            try:
                async with asyncio.timeout(self._patience):
                    return await asyncio.get_running_loop().run_in_executor(pool, choose, *asked)
            except (BrokenProcessPool, TimeoutError):
                self._give_up(pool)
                raise

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._processes, get_context("spawn"), initializer=_deaf)
        return self._pool

    def _give_up(self, pool: ProcessPoolExecutor) -> None:
        """Forget a pool that is broken or hangs; the next question starts another."""
        if self._pool is pool:
            self._pool = None
        for process in list((getattr(pool, "_processes", None) or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            self._give_up(self._pool)


def _deaf() -> None:
    """Ctrl-C reaches the whole group; the host alone decides when to stop. Without it there is nothing to do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_host, daemon=True).start()


def _end_with_the_host() -> None:
    host = parent_process()
    if host is not None:
        host.join()
        os._exit(0)


def stand_in(seen: View) -> Action:
    """What a simple player does, at once."""
    try:
        return Greedy(0).choose(seen)
    except Exception as error:  # noqa: BLE001  then any legal action
        LOG.warning("the simple player failed too", extra={"error": type(error).__name__})
        return legal(seen.deal)[0]
