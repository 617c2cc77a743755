"""What falls due in the next moments, in memory: what the store said when it was read last, and every change since.

Pure: times are given, in milliseconds. Nothing of it matters after a crash, for the store knows it all.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from heapq import heapify, heappop, heappush
from typing import Final

from bot.tables.timers import Due

AHEAD: Final = 2_000  # milliseconds; what falls due in the next so many is read from the store at once
FRESH: Final = 1_000  # milliseconds after which the store is read again, for changes that nobody reports here
FRESH_EACH: Final = 10  # the same for each due time that was read, if that is more in all: many are read less often


class Agenda:
    """The due times of subjects, by id, up to a time until which they are known.

    A due time that is taken is no longer here: the change it leads to says what the subject waits for next. If it leads
    to none, the next reading of the store finds it again.
    """

    def __init__(self) -> None:
        self._dues: dict[str, list[Due]] = {}
        self._order: list[tuple[int, str]] = []  # a heap of their times; those that hold no longer are skipped
        self._left: list[tuple[int, str]] = []  # what was due when its subject was not free
        self._until = 0  # up to here the due times are known
        self._read_at = self._read_by = 0  # when the store was read last, and is to be read again
        self._noted: set[str] = set()  # the subjects that changed while it is being read

    def is_old(self, now: int) -> bool:
        """Whether the store is to be read."""
        return not self._read_at <= now < self._read_by

    def forget(self) -> None:
        """Something has changed that was not reported here: the store is to be read."""
        self._read_by = 0

    def begin_reading(self, now: int) -> int:
        """The store is now read; the answer is up to which time."""
        self._noted.clear()
        self._read_at, self._until = now, now + AHEAD
        self._read_by = 0  # where it cannot be read, it is asked again, whatever the clock has been set to since
        return self._until

    def end_reading(self, dues: Iterable[tuple[str, Due]], until: int, busy: Collection[str] = ()) -> None:
        """Take over what the store has answered: everything that is due `until` then.

        Two kinds of subjects keep what is known of them here: those that changed during the reading, for the answer may
        be older; and those that are `busy`, for the answer may hold the very work that is being done for them.
        """
        knowing, read = self._noted.union(busy), [*dues]
        self._until = min(until, self._until)
        self._read_by = min(self._read_at + max(FRESH, FRESH_EACH * len(read)), self._until)
        found = {id_: self._dues[id_] for id_ in knowing if id_ in self._dues}
        for id_, due in read:
            if id_ not in knowing:
                found.setdefault(id_, []).append(due)
        self._dues = found
        self._left = []
        self._order = [(due.at, id_) for id_, some in found.items() for due in some]
        heapify(self._order)

    def note(self, id_: str, dues: Sequence[Due]) -> None:
        """A subject waits for this from now on, and for nothing else."""
        self._noted.add(id_)
        soon = [due for due in dues if due.at <= self._until]
        if not soon:
            self._dues.pop(id_, None)
            return
        self._dues[id_] = soon
        for due in soon:
            heappush(self._order, (due.at, id_))

    def next_at(self) -> int:
        """When to look again: something is due then, or the store is to be read."""
        while self._order and not self._holds(*self._order[0]):
            heappop(self._order)
        return min(self._read_by, self._order[0][0]) if self._order else self._read_by

    def take(self, now: int, is_free: Callable[[str], bool], most: int) -> dict[str, list[Due]]:
        """What is due now for at most so many free subjects, the earliest first; the others come with the next call."""
        taken: dict[str, list[Due]] = {}
        for one in self._left:
            heappush(self._order, one)
        self._left = []
        while self.is_due(now) and len(taken) < most:
            at, id_ = heappop(self._order)
            if not self._holds(at, id_):
                continue
            if is_free(id_):
                taken[id_] = self._take_from(id_, now)
            else:
                self._left.append((at, id_))
        return taken

    def is_due(self, now: int) -> bool:
        """Whether anything else is due, apart from subjects that were not free."""
        return bool(self._order) and self._order[0][0] <= now

    def _take_from(self, id_: str, now: int) -> list[Due]:
        dues = self._dues.pop(id_)
        later = [due for due in dues if due.at > now]
        if later:
            self._dues[id_] = later
        return [due for due in dues if due.at <= now]

    def _holds(self, at: int, id_: str) -> bool:
        return any(due.at == at for due in self._dues.get(id_, ()))
