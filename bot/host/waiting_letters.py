"""The letters that wait, in memory: each where it is found when it may go, so that a look costs what can go now.

Hundreds wait for a platform's budget, and nearly all of them as they did a moment ago. A letter that cannot go is set
aside until a time, or until nothing is sent to its chat any more; the others stand in their platform's line, the most
urgent first. Pure: times are given, in milliseconds. The outbox in the store is the truth, all of this is read from it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from heapq import heappop, heappush
from itertools import count
from typing import Final, NamedTuple, TypeAlias

from bot.host.ports import OutboxRow
from bot.host.under_way import Key, key_of

HAND: Final = "hand"
SHARED: Final = "table"  # what a channel is shown, which changes with each turn
GRACE: Final[Mapping[str, int]] = {HAND: 0, "call": 0, SHARED: 3_000}
"""Milliseconds that a kind lets others go first: who is to play must know before all, but nothing waits for ever."""
LATER: Final = 10_000  # every other kind of a table's letters; other subjects say it themselves

Urgency: TypeAlias = tuple[float, int]


class DueLetter(NamedTuple):
    """A letter that waits, and what is asked of it once, when it is read.

    `pressed_at`: when somebody pressed on its message, which is then changed through that press; 0 for no one.
    `grace`: so many milliseconds it lets others go first, less than 0 where it goes before them; None for its kind's.
    """

    row: OutboxRow
    chat: str
    platform: str
    pressed_at: float
    grace: int | None = None

    @property
    def urgency(self) -> Urgency:
        """What is less goes first: the hand of whoever pressed last, then what waits longest for its kind."""
        row = self.row
        grace = GRACE.get(row.kind, LATER) if self.grace is None else self.grace
        return -self.pressed_at if row.kind == HAND else 0.0, row.queued_at + grace


class WaitingLetters:
    """Whatever is no longer so is skipped when it is come upon."""

    def __init__(self) -> None:
        self._letters: dict[Key, DueLetter] = {}
        self._keys: defaultdict[str, set[Key]] = defaultdict(set)  # by subject
        self._lines: dict[tuple[str, bool], list[tuple[Urgency, int, DueLetter]]] = {}  # heaps, by platform and press
        self._aside: list[tuple[int, int, DueLetter]] = []  # a heap of those that wait for a time
        self._away: dict[Key, int | None] = {}  # what is not in line, and until when, None for its chat alone
        self._behind: dict[str, dict[Key, DueLetter]] = {}  # by chat, those and what waits for its letters alone
        self._numbers = count()  # where all else is equal, in the order in which they came

    def __len__(self) -> int:
        return len(self._letters)

    @property
    def platforms(self) -> Collection[str]:
        """Those with letters, or that had some, in the order of their names."""
        return sorted({platform for platform, _ in self._lines})

    def clear(self) -> None:
        """Nothing waits, as far as is known."""
        for part in (self._letters, self._keys, self._lines, self._away, self._behind):
            part.clear()
        self._aside.clear()

    # --- what the outbox says -----------------------------------------------------------------------------------------

    def replace(self, subject: str, letters: Iterable[DueLetter]) -> None:
        """These wait of a subject, and no other; each is looked at anew."""
        for key in self._keys.pop(subject, ()):
            del self._letters[key]
        for one in letters:
            self._put(one)

    def replace_all(self, letters: Iterable[DueLetter], changed: Collection[str]) -> None:
        """These wait, and no other; what is as it was stays where it is, but for subjects that have `changed`."""
        before = self._letters
        self._letters = {}
        self._keys.clear()
        for one in letters:
            key = key_of(one.row)
            same = before.get(key)
            if same == one and one.row.subject.id not in changed:
                self._letters[key] = same
                self._keys[one.row.subject.id].add(key)
            else:
                self._put(one)
        self._away = {key: until for key, until in self._away.items() if key in self._letters}

    def _put(self, one: DueLetter) -> None:
        key = key_of(one.row)
        self._letters[key] = one
        self._keys[one.row.subject.id].add(key)
        self._away.pop(key, None)
        self._line_up(one)

    def _line_up(self, one: DueLetter) -> None:
        line = self._lines.setdefault((one.platform, one.pressed_at > 0), [])
        heappush(line, (one.urgency, next(self._numbers), one))

    # --- what may go --------------------------------------------------------------------------------------------------

    def take(self, platform: str, only_pressed: bool) -> DueLetter | None:
        """The most urgent one in a platform's line leaves it; `only_pressed`: of those whose message was pressed on."""
        lines = [self._lines.get((platform, True), [])]
        if not only_pressed:
            lines.append(self._lines.get((platform, False), []))
        for line in lines:
            while line and not self._is_in_line(line[0][2]):
                heappop(line)
        filled = [line for line in lines if line]
        return heappop(min(filled, key=lambda line: line[0][:2]))[2] if filled else None

    def give_back(self, one: DueLetter) -> None:
        """It stands in line again."""
        self._put(one)

    def send_off(self, one: DueLetter) -> None:
        """It is sent, and waits no more."""
        key = key_of(one.row)
        del self._letters[key]
        self._keys[one.row.subject.id].discard(key)
        if not self._keys[one.row.subject.id]:
            del self._keys[one.row.subject.id]

    def set_aside(self, one: DueLetter, until: int) -> None:
        """It waits for a time, or until what is being sent to its chat is sent, if that is sooner."""
        self.put_behind(one)
        self._away[key_of(one.row)] = until
        heappush(self._aside, (until, next(self._numbers), one))

    def put_behind(self, one: DueLetter) -> None:
        """It waits until what is being sent to its chat is sent."""
        key = key_of(one.row)
        self._away[key] = None
        self._behind.setdefault(one.chat, {})[key] = one

    def bring_back(self, now: int) -> None:
        """What was set aside until now stands in line again."""
        while (at := self.next_at()) is not None and at <= now:
            self._bring_back(heappop(self._aside)[2])

    def bring_back_of(self, chat: str) -> None:
        """What waits for a chat stands in line again: what was being sent may have left more room than was known."""
        for one in self._behind.pop(chat, {}).values():
            self._bring_back(one)

    def _bring_back(self, one: DueLetter) -> None:
        key = key_of(one.row)
        if self._letters.get(key) is one and key in self._away:
            del self._away[key]
            self._line_up(one)

    def next_at(self) -> int | None:
        """When something that was set aside may go."""
        while self._aside and not self._is_aside(*self._aside[0]):
            heappop(self._aside)
        return self._aside[0][0] if self._aside else None

    def _is_aside(self, until: int, _number: int, one: DueLetter) -> bool:
        key = key_of(one.row)
        return self._letters.get(key) is one and self._away.get(key) == until

    def _is_in_line(self, one: DueLetter) -> bool:
        key = key_of(one.row)
        return self._letters.get(key) is one and key not in self._away
