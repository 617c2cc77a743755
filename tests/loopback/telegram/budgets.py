"""How much a bot may say: 30 a second in all, one a second in a chat, 20 a minute in a group, edits included."""

import math
from bisect import bisect_left
from collections import defaultdict, deque
from dataclasses import dataclass
from typing import TypeAlias

from tests.loopback.telegram.errors import too_many


@dataclass(frozen=True)
class Allowance:
    """At most `many` within any `seconds`."""

    many: int
    seconds: float


@dataclass(frozen=True)
class Bucket:
    """At most `many` at once; room for another comes back each `seconds`."""

    many: int
    seconds: float


Limit: TypeAlias = Allowance | Bucket


class Budgets:
    """Over what was let through; a refused call costs nothing.

    `chat`: one a second, and three at once, since Telegram allows short bursts. How long they may be it does not say.
    Those who pressed as fast as they could were refused after some twenty (python-telegram-bot #939, TelegramBots #238
    and #370), so three are on the safe side.
    """

    def __init__(self) -> None:
        self.enforced = True
        self.in_all = Allowance(30, 1)
        self.chat: Limit = Bucket(3, 1)
        self.group = Allowance(20, 60)
        self.let_through: dict[int, list[float]] = defaultdict(list)  # by chat, for measuring
        self._spent: dict[tuple[str, int], deque[float]] = defaultdict(deque)
        self._full: dict[tuple[str, int], float] = defaultdict(float)  # when a bucket is full again

    def spend(self, chat: int, is_group: bool, now: float) -> None:
        """Count one message or edit, or raise with the seconds after which it may be tried again."""
        limits: dict[tuple[str, int], Limit] = {("all", 0): self.in_all, ("chat", chat): self.chat}
        limits |= {("group", chat): self.group} if is_group else {}
        if self.enforced:
            wait = max(self._wait(key, limit, now) for key, limit in limits.items())
            if wait > 0:
                raise too_many(max(1, math.ceil(wait)))
        for key, limit in limits.items():
            self._spent[key].append(now)
            self._full[key] = max(self._full[key], now) + limit.seconds
        self.let_through[chat].append(now)

    def _wait(self, key: tuple[str, int], limit: Limit, now: float) -> float:
        if isinstance(limit, Bucket):
            return round(self._full[key] - (limit.many - 1) * limit.seconds - now, 6)  # seconds are no whole numbers
        spent = self._spent[key]
        while spent and spent[0] <= now - limit.seconds:
            spent.popleft()
        return 0.0 if len(spent) < limit.many else spent[len(spent) - limit.many] + limit.seconds - now

    def busiest_minute(self, chat: int) -> int:
        """The most that reached this chat within any minute."""
        times = self.let_through[chat]
        return max([bisect_left(times, at + 60) - first for first, at in enumerate(times)], default=0)
