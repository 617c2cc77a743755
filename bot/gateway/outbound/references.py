"""What the outbox remembers of a message that shows a letter, and what is to be done when the letter comes again.

Pure: the same again is skipped, the same occasion edits, another one sends a new message.
"""

import hashlib
import json
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, Final

from bot.gateway.outbound.messenger import LOOKED_AT
from bot.host.ports import OutboxRow
from bot.messages.heard import has_new_reason
from bot.messages.message import Message


@dataclass(frozen=True, slots=True)
class Remembered:
    """A message as the outbox remembers it: where, which, for what occasion, and a mark of what it shows.

    `owed` is a message that is still to lose its controls, as [platform, place, private, reference, remove, words]; the
    words are what it says from then on, "" for what it said. `moved_note` is what says in another chat of the
    reader's that this message stands here, as [platform, place, reference]. `left` are messages like the one that is
    owed, in private chats that were shut when their end came: they end as soon as their chat is open. `turn` is
    the latest turn of its deal in which it was brought, 0 for none. `late` are messages like the one that is owed, and
    behind each a time in milliseconds: until then the platform may carry out a change of it that it has not answered,
    so it ends once more. `words` are the newest messages by which somebody was told of a tournament, the newest
    last: each its reference, and what it says as its writer marks it.
    """

    platform: str
    place: str
    reference: str
    anew: str = ""
    ping: str = ""
    mark: str = ""
    owed: tuple[Any, ...] = ()
    step: str = ""
    moved_note: tuple[Any, ...] = ()
    left: tuple[Any, ...] = ()
    turn: int = 0
    late: tuple[Any, ...] = ()
    words: tuple[Any, ...] = ()

    @property
    def costs(self) -> bool:
        """Whether the end of the old message counts as a message in its chat: it is edited, and not deleted."""
        return bool(self.owed) and not self.owed[4]


def owing_late(remembered: Remembered, now: int) -> Remembered:
    """With what has to end once more as what is owed, where its time has come and nothing else is owed."""
    over = [one for one in remembered.late if one[-1] <= now]
    if remembered.owed or not over:
        return remembered
    return replace(remembered, owed=tuple(over[0][:-1]), late=tuple(one for one in remembered.late if one != over[0]))


_KEYS: Final = {one.name: "told" if one.name == "moved_note" else one.name for one in fields(Remembered)}
"""By field: the key under which it is stored."""
_FIELDS: Final = {key: name for name, key in _KEYS.items()}
_LISTS: Final = ("owed", "told", "left", "late", "words")


def format_remembered(remembered: Remembered) -> str:
    found = {key: getattr(remembered, name) for name, key in _KEYS.items()}
    if not remembered.words:  # which few have
        del found["words"]
    return json.dumps(found, separators=(",", ":"))


@lru_cache(2048)  # asked of every letter that waits, each time the courier looks
def parse_remembered(text: str) -> Remembered | None:
    """The remembered message; None where none was sent, or nothing can be read."""
    try:
        found = json.loads(text or "null")
        lists = {name: tuple(found.get(name, ())) for name in _LISTS} if isinstance(found, dict) else {}
        values = {_FIELDS[key]: value for key, value in {**found, **lists}.items()} if isinstance(found, dict) else {}
        return Remembered(**values) if isinstance(found, dict) else None
    except (ValueError, TypeError, KeyError):
        return None


# --- what is to be done -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Skip:
    """It stands there already."""

    before: Remembered


@dataclass(frozen=True, slots=True)
class Edit:
    """The message is changed."""

    before: Remembered


@dataclass(frozen=True, slots=True)
class New:
    """A new message; the one before, if there was one, loses its controls."""

    before: Remembered | None


def decide(before: Remembered | None, wanted: Remembered, once_a_step: bool) -> Skip | Edit | New:
    """What shows the `wanted` message, which has no reference yet, after the one `before`.

    `once_a_step`: within a step of the table a message is changed no second time.
    """
    if before is None or not _is_same_occasion(before, wanted):
        return New(before)
    is_shown = before.mark == wanted.mark or (once_a_step and wanted.step == before.step != "")
    return Skip(before) if is_shown and not before.reference.startswith(LOOKED_AT) else Edit(before)


def _is_same_occasion(before: Remembered, wanted: Remembered) -> bool:
    there = (before.platform, before.place) == (wanted.platform, wanted.place)
    return there and before.anew == wanted.anew and not has_new_reason(wanted.ping, before.ping)


def once(row: OutboxRow, message: Message) -> str:
    """The same for the same occasion after the same message, whatever happened in between; short, as a nonce is."""
    text = f"{row.bot}\n{row.subject.id}\n{row.viewer}\n{row.kind}\n{message.anew}\n{message.ping}\n{row.reference}"
    return hashlib.sha256(text.encode()).hexdigest()[:24]
