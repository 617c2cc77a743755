"""How many messages a platform takes in how much time, and how much of that is used.

A budget is one of two shapes, as the platform counts: a window that slides, or a token bucket.
"""

from collections import deque
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, replace
from math import ceil
from types import MappingProxyType
from typing import Final

from bot.departures import Departures

BETWEEN_SWEEPS: Final = 1_000  # milliseconds
LEAST: Final = 0.25  # the least share of one message, also for a host that has nothing of the platform yet
NEARLY: Final = 2  # messages left in a group's budget, when it counts as crowded
SPREAD: Final = 3  # when one part in so many of a group's budget is left, its messages are spread over time


@dataclass(frozen=True, slots=True)
class Budget:
    """So many messages in so many milliseconds; edits count too.

    `refills`: a token bucket. So many may be sent at once, then one more after each `gap`. Otherwise a window that
    slides: room for each comes back when it is `per` milliseconds old.
    """

    messages: int
    per: int
    refills: bool = False

    @property
    def gap(self) -> int:
        """Milliseconds from one message to the next at the rate that can be kept up."""
        return self.per // self.messages

    def part(self, share: float) -> "Budget":
        """The budget for a host that may use only this share of it; less than one message becomes one, less often."""
        messages = int(self.messages * share)
        if messages >= 1:
            return replace(self, messages=messages)
        return replace(self, messages=1, per=ceil(self.per / max(self.messages * share, LEAST)))


@dataclass(frozen=True, slots=True)
class Budgets:
    """What a platform allows the whole bot, and each chat. `at_once`: chats that are written to at the same time.

    `group` comes on top for a chat of many people, which the platform shows by a name that begins with a minus.
    `reserve`: so many messages of a chat's budget are kept for what somebody waits for. `steady`: a chat that has had
    more than this gets what nobody waits for still later. `apart`: a chat has its budget twice, for new messages and
    for changes of older ones. `in_a_second`: at most so many letters may arrive in any one second; 0 for any number.
    """

    whole: Budget
    chat: Budget
    at_once: int = 16
    group: Budget | None = None
    reserve: int = 0
    steady: Budget | None = None
    apart: bool = False
    in_a_second: int = 0

    def of(self, chat: str) -> tuple[Budget, ...]:
        """What holds for this chat, `telegram:-100123`."""
        is_group = chat.partition(":")[2].startswith("-")
        return (self.chat, self.group) if self.group and is_group else (self.chat,)


class Meter:
    """How much is used of budgets that hold at the same time. Times are given, never read.

    `remembers`: for how many milliseconds at least it can say when messages were sent.
    """

    def __init__(self, *budgets: Budget, remembers: int = 0) -> None:
        self._budgets = budgets
        self._idle_after = max(budget.per for budget in budgets)
        self._longest = max(self._idle_after, remembers)
        self._sent_at: deque[int] = deque()
        self._full_at = {budget: 0 for budget in budgets if budget.refills}  # when, but for `_sent_at`
        self._fits_at: dict[int, int] = {}  # by reserve; worked out once, for hundreds of letters may ask

    def ready_at(self, now: int, reserve: int = 0) -> int:
        """When the next message fits and still leaves room for `reserve` more; now or later."""
        self._forget(now)
        fits = self._fits_at.get(reserve)
        if fits is None:
            fits = max(self._free_at(budget, max(1, budget.messages - reserve)) for budget in self._budgets)
            self._fits_at[reserve] = fits
        return max(now, fits)

    def _free_at(self, budget: Budget, many: int) -> int:
        """When the next message fits, as if the budget allowed so `many` at once."""
        if budget.refills:
            return self._refilled_at(budget) - (many - 1) * budget.gap
        return self._sent_at[-many] + budget.per if len(self._sent_at) >= many else 0

    def _refilled_at(self, budget: Budget) -> int:
        """When a token bucket is full again, if nothing more is sent."""
        full = self._full_at[budget]
        for at in self._sent_at:
            full = max(full, at) + budget.gap
        return full

    def _forget(self, now: int) -> None:
        """Messages that are too old to matter are no longer counted one by one."""
        while self._sent_at and self._sent_at[-1] > now:  # the clock was set back
            self._sent_at.pop()
            self._fits_at.clear()
        for budget, full in self._full_at.items():
            if full > now + budget.per:
                self._full_at[budget] = now + budget.per
                self._fits_at.clear()
        while self._sent_at and self._sent_at[0] <= now - self._longest:
            at = self._sent_at.popleft()
            self._full_at = {budget: max(full, at) + budget.gap for budget, full in self._full_at.items()}
            self._fits_at.clear()

    def within(self, budget: Budget) -> "Meter":
        """The same messages, counted in another budget."""
        other = Meter(budget)
        other._sent_at.extend(self._sent_at)
        return other

    def room(self, budget: Budget, now: int) -> int:
        """How many messages the budget allows now; its `per` must not be longer than what is remembered."""
        return budget.messages - sum(at > now - budget.per for at in self._sent_at)

    def even_at(self, budget: Budget, now: int) -> int:
        """When the next message should go so that those left are spread evenly; now, until most of the budget is used.

        Otherwise all of them would be sent at once, and then none until room comes back.
        """
        times = [at for at in self._sent_at if at > now - budget.per]
        room = budget.messages - len(times)
        if SPREAD * room > budget.messages or not times:
            return now
        last, frees = times[-1], times[0] + budget.per
        return max(now, last + (frees - last) // (room + 1))

    def use(self, now: int) -> None:
        self._sent_at.append(now)
        self._fits_at.clear()

    def note_arrival(self, now: int, behind: int = 0) -> None:
        """A message arrives only now, and so many `behind` it have not yet: all of them count from now on."""
        late = [max(now, self._sent_at.pop()) for _ in range(min(behind + 1, len(self._sent_at)))]
        self._sent_at.extend(reversed(late))
        self._fits_at.clear()

    def give_back(self) -> None:
        """The last message was not needed after all."""
        if self._sent_at:
            self._sent_at.pop()
            self._fits_at.clear()

    def is_idle(self, now: int) -> bool:
        """Whether all of the budgets is free."""
        return not self._sent_at or self._sent_at[-1] <= now - self._idle_after

    def is_empty(self, now: int) -> bool:
        """Whether it remembers nothing, so that a new meter would say the same."""
        return not self._sent_at or self._sent_at[-1] <= now - self._longest


class Meters:
    """The budgets of each platform that is hosted, with how much of them is used. `clock`: milliseconds.

    Chats are named in full, `telegram:-100123`. `changes`: whether an older message is changed, which may have a budget
    of its own. `shares`: by platform, which share of the whole bot's budget this host may use; 1 where not named.
    """

    def __init__(
        self,
        budgets: Mapping[str, Budgets],
        clock: Callable[[], int],
        shares: Mapping[str, Callable[[], float]] = MappingProxyType({}),
    ) -> None:
        self._budgets = budgets
        self._shares = shares
        self._allowed = dict.fromkeys(shares, 1.0)  # the shares that the meters below were made for
        self._clock = clock
        self._platforms = {name: Meter(found.whole) for name, found in budgets.items()}
        self._departures = {
            name: Departures(found.in_a_second, clock) for name, found in budgets.items() if found.in_a_second
        }
        self._chats: dict[tuple[str, bool], Meter] = {}  # by chat, and whether it is for changes alone
        self._swept_at = 0  # when those were last looked through

    def is_hosted(self, platform: str) -> bool:
        return platform in self._budgets

    def budgets(self, chat: str) -> Budgets:
        return self._budgets[platform_of(chat)]

    def whole(self, chat: str) -> Meter:
        """That of the chat's platform."""
        platform = platform_of(chat)
        if platform in self._shares and (share := self._shares[platform]()) != self._allowed[platform]:
            self._allowed[platform] = share
            allowed = self._budgets[platform].whole.part(share)
            self._platforms[platform] = self._platforms[platform].within(allowed)
        return self._platforms[platform]

    def of(self, chat: str, *, changes: bool = False) -> Meter:
        """That of the chat alone."""
        budgets = self.budgets(chat)
        key = (chat, changes and budgets.apart)
        if key not in self._chats:
            self._chats[key] = Meter(*budgets.of(chat), remembers=budgets.steady.per if budgets.steady else 0)
        return self._chats[key]

    def ready_at(self, chat: str, now: int) -> int:
        """When the next new message fits, now or later."""
        return max(self.whole(chat).ready_at(now), self.of(chat).ready_at(now))

    def use(self, chat: str, now: int, *, changes: bool = False) -> None:
        self.whole(chat).use(now)
        self.of(chat, changes=changes).use(now)

    def leave(self, platform: str) -> AbstractAsyncContextManager[None]:
        """A context for sending one letter there: it waits until the platform can take the letter."""
        departures = self._departures.get(platform)
        return departures.leave() if departures is not None else nullcontext()

    def take(self, chat: str, now: int) -> bool:
        """Whether a message that is no letter fits now; if so it is counted, and is to be sent at once."""
        departures = self._departures.get(platform_of(chat))
        if self.ready_at(chat, now) > now or (departures is not None and not departures.has_room):
            return False
        self.use(chat, now)
        if departures is not None:
            departures.note()
        return True

    def is_crowded(self, chat: str) -> bool:
        """Whether what is sent to a group has to wait, or soon will."""
        budgets = self.budgets(chat)
        group = budgets.group if budgets.group in budgets.of(chat) else None
        return group is not None and self.of(chat).room(group, self._clock()) <= NEARLY

    def even_at(self, chat: str, now: int) -> int:
        """When a group should get the next of many changes, so that no long gap comes; now in other chats."""
        budgets = self.budgets(chat)
        group = budgets.group if budgets.group in budgets.of(chat) else None
        return now if group is None else self.of(chat).even_at(group, now)

    def forget_idle(self, now: int) -> None:
        """Drop meters that a new one could replace; only now and then, for there may be many."""
        if abs(now - self._swept_at) < BETWEEN_SWEEPS:
            return
        self._swept_at = now
        self._chats = {key: meter for key, meter in self._chats.items() if not meter.is_empty(now)}


def platform_of(chat: str) -> str:
    return chat.partition(":")[0]
