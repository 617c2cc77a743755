"""How much a bot may say: 30 a second in all, one a second in a chat, 20 a minute in a group, edits included."""

import math
from bisect import bisect_left
from collections import defaultdict, deque
from dataclasses import dataclass

from tests.loopback.telegram.errors import too_many


@dataclass(frozen=True)
class Allowance:
    """At most `many` within any `seconds`."""

    many: int
    seconds: float


class Budgets:
    """Sliding windows over what was let through; a refused call costs nothing.

    `chat` lets three through in three seconds rather than one in one: Telegram allows short bursts.
    """

    def __init__(self) -> None:
        self.enforced = True
        self.in_all = Allowance(30, 1)
        self.chat = Allowance(3, 3)
        self.group = Allowance(20, 60)
        self.let_through: dict[int, list[float]] = defaultdict(list)  # by chat, for measuring
        self._spent: dict[tuple[str, int], deque[float]] = defaultdict(deque)

    def spend(self, chat: int, is_group: bool, now: float) -> None:
        """Count one message or edit, or raise with the seconds after which it may be tried again."""
        windows = [("all", 0, self.in_all), ("chat", chat, self.chat)]
        windows += [("group", chat, self.group)] if is_group else []
        if self.enforced:
            waits = [self._wait(self._spent[kind, key], allowance, now) for kind, key, allowance in windows]
            if max(waits) > 0:
                raise too_many(max(1, math.ceil(max(waits))))
        for kind, key, _ in windows:
            self._spent[kind, key].append(now)
        self.let_through[chat].append(now)

    @staticmethod
    def _wait(spent: deque[float], allowance: Allowance, now: float) -> float:
        while spent and spent[0] <= now - allowance.seconds:
            spent.popleft()
        return 0.0 if len(spent) < allowance.many else spent[len(spent) - allowance.many] + allowance.seconds - now

    def busiest_minute(self, chat: int) -> int:
        """The most that reached this chat within any minute."""
        times = self.let_through[chat]
        return max([bisect_left(times, at + 60) - first for first, at in enumerate(times)], default=0)
