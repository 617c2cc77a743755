"""What the outbox remembers of a message that shows a letter, and what is to be done when the letter comes again.

Pure: the same again is skipped, the same occasion edits, another one sends a new message.
"""

import json
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, Final

from bot.gateway.outbound.messenger import LOOKED_AT
from bot.messages.heard import has_new_reason


@dataclass(frozen=True, slots=True)
class Sent:
    """A message as the outbox remembers it: where, which, for what occasion, and a mark of what it shows.

    `owed` is a message that is still to lose its controls, as [platform, place, private, reference, remove, words]; the
    words are what it says from then on, "" for what it said. `told` is what says in another chat of the reader's that
    this message stands here, as [platform, place, reference]. `left` are messages like the one that is owed, in private
    chats that were shut when their end came: they end as soon as their chat is open. `turn` is the latest turn of its
    deal in which it was brought, 0 for none.
    """

    platform: str
    place: str
    reference: str
    anew: str = ""
    ping: str = ""
    mark: str = ""
    owed: tuple[Any, ...] = ()
    step: str = ""
    told: tuple[Any, ...] = ()
    left: tuple[Any, ...] = ()
    turn: int = 0

    @property
    def costs(self) -> bool:
        """Whether the end of the old message counts as a message in its chat: it is edited, and not deleted."""
        return bool(self.owed) and not self.owed[4]


_REMEMBERED: Final = tuple(one.name for one in fields(Sent))
_LISTS: Final = ("owed", "told", "left")


def format_sent(sent: Sent) -> str:
    return json.dumps({name: getattr(sent, name) for name in _REMEMBERED}, separators=(",", ":"))


@lru_cache(4096)  # asked of every letter that waits, each time the courier looks
def parse_sent(text: str) -> Sent | None:
    """The remembered message; None where none was sent, or nothing can be read."""
    try:
        found = json.loads(text or "null")
        lists = {name: tuple(found.get(name, ())) for name in _LISTS} if isinstance(found, dict) else {}
        return Sent(**{**found, **lists}) if isinstance(found, dict) else None
    except (ValueError, TypeError):
        return None


# --- what is to be done -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Skip:
    """It stands there already."""

    before: Sent


@dataclass(frozen=True, slots=True)
class Edit:
    """The message is changed."""

    before: Sent


@dataclass(frozen=True, slots=True)
class New:
    """A new message; the one before, if there was one, loses its controls."""

    before: Sent | None


def decide(before: Sent | None, wanted: Sent, once_a_step: bool) -> Skip | Edit | New:
    """What shows the `wanted` message, which has no reference yet, after the one `before`.

    `once_a_step`: within a step of the table a message is changed no second time.
    """
    if before is None or not _is_same_occasion(before, wanted):
        return New(before)
    shown = before.mark == wanted.mark or (once_a_step and wanted.step == before.step != "")
    return Skip(before) if shown and not before.reference.startswith(LOOKED_AT) else Edit(before)


def _is_same_occasion(before: Sent, wanted: Sent) -> bool:
    there = (before.platform, before.place) == (wanted.platform, wanted.place)
    return there and before.anew == wanted.anew and not has_new_reason(wanted.ping, before.ping)
