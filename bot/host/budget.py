"""How many messages a platform takes in how much time, and how much of that is used."""

from collections import deque
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Budget:
    """So many messages in so many milliseconds; edits count too."""

    messages: int
    per: int


@dataclass(frozen=True, slots=True)
class Budgets:
    """What a platform allows the whole bot, and each chat. `at_once`: chats that are written to at the same time."""

    whole: Budget
    chat: Budget
    at_once: int = 16


class Meter:
    """How much of a budget is used. Times are given, never read."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._sent: deque[int] = deque()

    def ready_at(self, now: int) -> int:
        """When the next message fits: now, or later."""
        while self._sent and self._sent[0] <= now - self._budget.per:
            self._sent.popleft()
        return now if len(self._sent) < self._budget.messages else self._sent[0] + self._budget.per

    def use(self, now: int) -> None:
        self._sent.append(now)

    def is_idle(self, now: int) -> bool:
        """Whether nothing of the budget is used, so that a new meter would say the same."""
        return not self._sent or self._sent[-1] <= now - self._budget.per
