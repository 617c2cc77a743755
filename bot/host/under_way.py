"""The letters that are being sent now, between the courier and whoever delivers them."""

from collections.abc import Mapping
from typing import TypeAlias

from bot.host.ports import CHANNEL, OutboxRow

Key: TypeAlias = tuple[str, str, str]
"""A letter, by the id of its subject, its viewer and its kind."""


class UnderWay:
    """What the courier has begun to send, and what is said of it meanwhile; each letter until it is done."""

    def __init__(self) -> None:
        self._letters: set[Key] = set()
        self._again: set[Key] = set()  # those that are to be brought once more after it
        self._anew: set[Key] = set()  # those that are sent as new messages
        self._doubted: set[Key] = set()  # those whose message may have become an older one again
        self._given_up: dict[Key, tuple[OutboxRow, int]] = {}  # those without an answer, with its latest time

    def begin(self, row: OutboxRow) -> None:
        self._letters.add(key_of(row))

    def is_sent_now(self, key: Key) -> bool:
        """Whether it has been begun, and not ended."""
        return key in self._letters

    def end(self, row: OutboxRow) -> bool:
        """It is done, or has failed; whether it is to be brought once more."""
        key = key_of(row)
        wanted = key in self._again
        for letters in (self._letters, self._again, self._anew):
            letters.discard(key)
        return wanted

    def give_up(self, row: OutboxRow, until: int) -> None:
        """The platform has not answered, and may still carry out until then, in milliseconds, what it was given."""
        self._given_up[key_of(row)] = row, max(until, self.late_until(row))

    def note_clock_jump(self, since: int, until: int) -> None:
        """What is still under way does not come sooner, nor later, because the clock was set."""
        self._given_up = {key: (row, at + until - since) for key, (row, at) in self._given_up.items()}

    @property
    def given_up(self) -> Mapping[Key, tuple[OutboxRow, int]]:
        """The letters of which something may still be carried out, and until when."""
        return self._given_up

    def late_until(self, row: OutboxRow) -> int:
        """Until when the message of a letter may become an older one again; 0 where nothing was given up."""
        return self._given_up[key_of(row)][1] if key_of(row) in self._given_up else 0

    def doubt(self, key: Key) -> None:
        """Its message may show something older than was brought last, until it is brought again."""
        self._doubted.add(key)

    def forget_given_up(self, key: Key, until: int) -> None:
        """Nothing comes any more of what was given up, unless more of it was since: that may come after `until`."""
        if key in self._given_up and self._given_up[key][1] <= until:
            del self._given_up[key]

    def is_doubted(self, row: OutboxRow) -> bool:
        return key_of(row) in self._doubted

    def settle(self, row: OutboxRow) -> None:
        """It was brought, whatever its message showed before; unless that was only a part of it."""
        if key_of(row) not in self._again:
            self._doubted.discard(key_of(row))

    def want(self, key: Key) -> None:
        """Somebody wants it again: after it, where it is under way."""
        if key in self._letters:
            self._again.add(key)

    def want_of(self, subject: str) -> None:
        """The same of all that are under way of a subject."""
        self._again.update([key for key in self._letters if key[0] == subject])

    def want_in_channels(self, subject: str) -> None:
        """The same of those alone that stand in a channel: what people are told in private is told once."""
        self._again.update([key for key in self._letters if key[0] == subject and key[1].startswith(CHANNEL)])

    def once_more(self, row: OutboxRow) -> None:
        """Whoever delivers this now has not done everything yet: it is brought again after it."""
        self._again.add(key_of(row))

    def take_again(self, row: OutboxRow) -> bool:
        """Whether it is to be brought once more; whoever asks sees to that."""
        wanted = key_of(row) in self._again
        self._again.discard(key_of(row))
        return wanted

    def sends_anew(self, row: OutboxRow) -> None:
        """Whoever delivers this now sends a new message, although there may be an older one."""
        self._anew.add(key_of(row))

    def is_anew(self, row: OutboxRow) -> bool:
        return key_of(row) in self._anew


def key_of(row: OutboxRow) -> Key:
    return row.subject.id, row.viewer, row.kind
