"""Notes: small things to be known again after a start, that belong to no table, channel or person.

Every kind is declared here, with what it holds. Where a note names somebody, or their private chat, it goes with them
when they are forgotten (`bot.store.privacy_rows`): the chat is then the whole of what the note is about.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from bot.durations import DAY, MINUTE
from bot.host.ports import NEVER


@dataclass(frozen=True, slots=True)
class NoteKind:
    """`name` begins each key; `about` is what follows; `lasts`: milliseconds, 0 for as long as it is wanted."""

    name: str
    about: str
    holds: str
    lasts: int = 0


COMMANDS: Final = NoteKind("commands", "a platform", "a digest of the commands that it was told of, one of what it has")
GREETED: Final = NoteKind("greeted", "a server", "a word, where it was greeted or uses the bot")
LOST: Final = NoteKind("lost", "a channel", "a word, where nothing can be written and its players were told so")
EVENTS: Final = NoteKind("events", "a plan", "the events of its starts in a platform's calendar, as JSON")
PROPOSED: Final = NoteKind("proposed", "a match", "a correction that waits until the others agree, as JSON", 7 * DAY)
AGREES: Final = NoteKind("agrees", "a word by which one agrees", "the match whose correction is meant", 7 * DAY)
DELIVERY_PLANS: Final = NoteKind("meant", "a delivery", "the plan and the start that it means, as JSON", 3 * DAY)
NUMBERED: Final = NoteKind("number", "a channel", "the number that a plan was given there last", 60 * DAY)
WEEK: Final = NoteKind("week", "a channel", "the first day of the last week whose board was posted", 15 * DAY)
CHAMPION: Final = NoteKind("champion", "a channel or server", "who wears the role of its champion, as JSON")
TO_TAKE: Final = NoteKind("to-take", "a role of a place", "who is forgotten and wears it still, as JSON")
PUSH: Final = NoteKind("push", "a browser's account", "where its messages go, of which turns it was told, as JSON")
PUSH_KEY: Final = NoteKind("push-key", "the host", "the private key by which push services know it")
QUESTIONS: Final = NoteKind(
    "questions",
    "a private chat",
    "its last questions that are answered by a reply, each with its command, as JSON",
    DAY,
)
LOGGED_IN: Final = NoteKind("logged-in", "a platform", "a word of who of several hosts logs in there now", 5_500)
HEARING: Final = NoteKind("heard", "a shard", "a word of the host that hears what happens there, as far as is known")
SHARDS: Final = NoteKind("shards", "a platform", "into how many shards it was divided last")
SHARDS_ASKED: Final = NoteKind("shards-asked", "a platform", "the number that hosts without a lease begin with", 10_000)
SESSION: Final = NoteKind(
    "session",
    "a shard",
    "its session that a host has left, and another may take up, as JSON",
    MINUTE,
)
TO_CLEAR: Final = NoteKind("to-clear", "an erasure", "a word, until nothing of it is left in the database's file")
HOSTED_IN: Final = NoteKind("hosted-in", "the tables", "in which database of which server they were hosted last")
KINDS: Final = (
    *(COMMANDS, GREETED, LOST, EVENTS, PROPOSED, AGREES, DELIVERY_PLANS, NUMBERED, WEEK, CHAMPION),
    *(TO_TAKE, PUSH, PUSH_KEY, QUESTIONS, LOGGED_IN, HEARING, SHARDS, SHARDS_ASKED, SESSION, TO_CLEAR, HOSTED_IN),
)


class NoteStore(Protocol):
    """What a store does for notes. Every method raises `StoreError`."""

    async def note(self, bot: str, key: str, now: int) -> str:
        """Its value, while it lasts; "" where there is none."""

    async def put_note(self, bot: str, key: str, value: str, expires: int) -> None:
        """In place of the one that was there; "" takes it away."""

    async def first_note(self, bot: str, key: str, value: str, now: int, expires: int) -> str:
        """The value that was put first, this one where there is none that lasts."""

    async def change_note(self, bot: str, key: str, before: str, value: str, now: int, expires: int) -> bool:
        """Whether its value was still the one `before`, while it lasts; then it is this one."""

    async def erase_note(self, bot: str, key: str) -> None:
        """Take it away, and out of the database's file."""

    async def keys_of_notes(self, bot: str, start: str, now: int) -> list[str]:
        """The keys that begin so, of notes that last."""


class Notes:
    """The notes of one bot. Raises `StoreError`."""

    def __init__(self, store: NoteStore, bot: str, clock: Callable[[], int]) -> None:
        self._store = store
        self._bot = bot
        self._clock = clock

    async def of(self, kind: NoteKind, about: str) -> str:
        """What is noted; "" for nothing."""
        return await self._store.note(self._bot, key_of(kind, about), self._clock())

    async def put(self, kind: NoteKind, about: str, value: str) -> None:
        """Note it, in place of what was noted; "" for nothing."""
        await self._store.put_note(self._bot, key_of(kind, about), value, self._until(kind))

    async def first(self, kind: NoteKind, about: str, value: str) -> str:
        """What was noted first: this, where nothing was."""
        return await self._store.first_note(self._bot, key_of(kind, about), value, self._clock(), self._until(kind))

    async def change(self, kind: NoteKind, about: str, before: str, value: str) -> bool:
        """Note it in place of what was noted `before`; whether that was still so: another host may have been faster."""
        key = key_of(kind, about)
        return await self._store.change_note(self._bot, key, before, value, self._clock(), self._until(kind))

    async def erase(self, kind: NoteKind, about: str) -> None:
        """Nothing is left of what it named."""
        await self._store.erase_note(self._bot, key_of(kind, about))

    async def all_about(self, kind: NoteKind) -> set[str]:
        """All that such a note is about."""
        start = key_of(kind, "")
        keys = await self._store.keys_of_notes(self._bot, start, self._clock())
        return {key.removeprefix(start) for key in keys}

    def _until(self, kind: NoteKind) -> int:
        return self._clock() + kind.lasts if kind.lasts else NEVER


def key_of(kind: NoteKind, about: str) -> str:
    """Under which key a store has the note."""
    return f"{kind.name}:{about}"
