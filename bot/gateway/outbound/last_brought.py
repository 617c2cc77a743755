"""Letters whose message is there already and has not changed, which is known without making the message again.

A letter comes because its table has changed, or because somebody wants it again. After a change of the table alone, the
parts of it that decide the message are compared with those of the last time (`bot.messages.decisive`): before a letter
is written with that change, and again when it is brought.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.bounded import Bounded
from bot.host.ports import Letter, OutboxRow
from bot.host.under_way import Key, key_of
from bot.messages.decisive import Decisive, decisive, is_heard
from bot.tables.table import Table
from bot.views.viewer import Viewer

LETTERS: Final = 10_000
LASTS: Final = 600_000  # milliseconds until all is looked at again: nobody tells of a channel's new name


@dataclass(frozen=True, slots=True)
class BroughtLetter:
    """A letter as it was brought last: for which state of the table, to whom and when, as which reference, and why.

    `ping`: the reasons for which its reader has heard of it.
    """

    revision: int
    reference: str
    ping: str
    viewer: Viewer
    decided_by: Decisive


class LastBrought:
    """By letter. Whoever wants one again says so before it is wanted."""

    def __init__(self) -> None:
        self._letters: Bounded[Key, BroughtLetter] = Bounded(LETTERS)
        self._under_way: dict[Key, bool] = {}  # the letters that are being brought: whether somebody wants them again

    def want(self, subject: str, letters: Iterable[Letter]) -> None:
        """These are to be made anew, whatever the table says."""
        for letter in letters:
            key = (subject, letter.viewer, letter.kind)
            self._letters.pop(key, None)
            if key in self._under_way:
                self._under_way[key] = True

    def forget(self) -> None:
        """A name may have been deleted from any of them: each is made anew when it is sent again."""
        self._letters.clear()
        self._under_way = dict.fromkeys(self._under_way, True)

    def is_same(self, table: Table, row: OutboxRow, now: int) -> bool:
        """Whether only the table has changed, and in nothing that decides what the message says."""
        last = self._letters.get(key_of(row))
        if last is None or row.attempts or row.revision <= last.revision or row.reference != last.reference:
            return False
        return _is_as_last(last, row.kind, table, now)

    def stands(self, key: Key, table: Table, now: int) -> bool:
        """The same of a letter that is only to be written, for this state of its table."""
        last = self._letters.get(key)
        return last is not None and _is_as_last(last, key[2], table, now)

    def begin(self, row: OutboxRow) -> None:
        """The letter is being brought."""
        self._letters.pop(key_of(row), None)
        self._under_way[key_of(row)] = False

    def end(self, row: OutboxRow) -> None:
        """It was brought, or could not be."""
        self._under_way.pop(key_of(row), None)

    def note(self, table: Table, row: OutboxRow, viewer: Viewer, reference: str, ping: str) -> None:
        """It is there as this viewer is shown it, as this reference says, and nothing is left to do for it."""
        found = decisive(row.kind, table, viewer, viewer.now)
        if found is not None and not self._under_way.get(key_of(row), True):
            self._letters[key_of(row)] = BroughtLetter(row.revision, reference, ping, viewer, found)


def _is_as_last(last: BroughtLetter, kind: str, table: Table, now: int) -> bool:
    if not is_heard(kind, table, last.viewer, last.ping) or not 0 <= now - last.viewer.now < LASTS:
        return False
    return decisive(kind, table, last.viewer, now) == last.decided_by
