"""What the host needs of a store, as a protocol, and what is given to it and found there.

A store keeps and finds; it decides nothing. Bot and table come first in every key. Times are integers, milliseconds
since 1970 in UTC, and always given by the caller. Texts (snapshots, log entries, settings) are the caller's own: a
store gives back what it was given. Every method raises `StoreError`.
"""

import asyncio
from collections.abc import Collection, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, TypeVar

from bot.tables.log import LogRow
from bot.tables.timers import Due

T = TypeVar("T")

AT_MOST: Final = 1000  # rows of one answer, where nothing else was asked
NEVER: Final = 2**62  # the time in a row of what is due that nobody waits for any more

_REQUEST_TIME: Final[ContextVar[float | None]] = ContextVar("request_time", default=None)


@contextmanager
def asked_now() -> Iterator[None]:
    """What is done inside was asked for now, unless it is part of something that was asked for before.

    Whoever stands in a queue before the store waits for a locked database with those before them, and not after them.
    """
    if _REQUEST_TIME.get() is not None:
        yield
        return
    token = _REQUEST_TIME.set(asyncio.get_running_loop().time())
    try:
        yield
    finally:
        _REQUEST_TIME.reset(token)


def asked_at() -> float:
    """When what is done now was asked for, in seconds of the event loop."""
    at = _REQUEST_TIME.get()
    return asyncio.get_running_loop().time() if at is None else at


def begin_apart(work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
    """A task that goes on after what is done now, and asks the store for itself, with all of its patience.

    Whatever else holds where it is begun holds for it, too: how a platform's library calls, for one.
    """
    context = copy_context()
    context.run(_REQUEST_TIME.set, None)
    return asyncio.create_task(work, context=context)


class StoreError(Exception):
    """Why the store cannot do it: one line that names the database and says what helps. Nothing was changed."""


class Unsure(StoreError):
    """The disk failed while the store waited for it: it is not known whether the change is stored.

    Nothing more is written until what is stored was read anew; the same change may then be given again.
    """


class TakenForDead(StoreError):
    """Other hosts took this one for dead, and do what was its own: nothing it writes under its old number counts."""


class Outdated(StoreError):
    """Another host has just forgotten somebody; before what is known here is read anew nothing of it is stored."""


class DatabaseGone(StoreError):
    """The database was removed, replaced or overwritten: what is written now would be lost."""


# --- subjects --------------------------------------------------------------------------------------------------------

TABLE: Final = "table"
"""The kind of subject at which cards are played; only such have a short name, drafts, invitations and results."""

CHANNEL: Final = "#"  # begins the viewer that is a channel: everybody there


@dataclass(frozen=True, slots=True)
class Subject:
    """What has a log, due times and letters of its own: a table, or whatever else people make and wait for.

    `id` is unique for the bot, whatever the kind.
    """

    kind: str
    id: str


@dataclass(frozen=True, slots=True)
class Letter:
    """Something that a viewer of a subject is to be shown: of each kind the newest replaces an unsent older one."""

    viewer: str
    kind: str


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal or a match ended; results are only ever added.

    `players`: who sat where when each of its deals ended, as `bot.host.door.players` writes it; "" where nobody says.
    """

    kind: str
    number: int
    record: str
    totals: str
    players: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """One step of a subject, from revision `expected` to the next. One that does not exist yet is at revision 0.

    `action_id` is unique for the subject: the second change with the same one is the same delivery again. `label` is
    the short name under which people find a table, unique for the bot, "" for none. `dues` replace all of the
    subject's. `commitment` is what is published of the deal that this change seals, "" where it seals none. `is_due`:
    its time has come, and nobody has pressed, so that it may be stored a moment later, with others.
    """

    bot: str
    subject: Subject
    expected: int
    action_id: str
    actor: str
    entry: str
    at: int
    snapshot: str
    phase: str
    channel: str = ""
    label: str = ""
    dues: tuple[Due, ...] = ()
    letters: tuple[Letter, ...] = ()
    results: tuple[Result, ...] = ()
    commitment: str = ""
    is_due: bool = False


@dataclass(frozen=True, slots=True)
class Committed:
    """The change is stored and survives whatever comes."""

    revision: int


@dataclass(frozen=True, slots=True)
class AlreadyDone:
    """The action was applied before, and made this revision of the subject. Nothing was changed now."""

    revision: int


@dataclass(frozen=True, slots=True)
class Stale:
    """The subject is at another revision than expected; 0: there is no such subject. Nothing was changed."""

    revision: int


@dataclass(frozen=True, slots=True)
class LabelTaken:
    """Another table of the bot has that short name. Nothing was changed."""


Outcome: TypeAlias = Committed | AlreadyDone | Stale | LabelTaken


@dataclass(frozen=True, slots=True)
class Stored:
    """A subject as it is stored: the last row of its log made it what it is."""

    bot: str
    subject: Subject
    label: str
    channel: str
    phase: str
    revision: int
    snapshot: str
    updated_at: int


@dataclass(frozen=True, slots=True)
class StoredResult:
    """A result with the revision and the time at which it was added."""

    revision: int
    at: int
    result: Result


@dataclass(frozen=True, slots=True)
class DueRow:
    """What falls due of a subject, and when; `channel`: where it was opened."""

    subject: Subject
    kind: str
    at: int
    channel: str = ""


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """A letter: wanted at `revision`, delivered or given up at `settled` (0: never).

    `reference` is the platform's name of the message delivered last, at `sent_at` (0: none was). `attempts`,
    `not_before` and `last_error` tell of the failures since; they outlive a newer revision, so that a chat's back-off
    is kept.
    """

    bot: str
    subject: Subject
    viewer: str
    kind: str
    revision: int
    settled: int
    queued_at: int
    attempts: int
    not_before: int
    last_error: str
    reference: str
    sent_at: int


@dataclass(frozen=True, slots=True)
class Retold:
    """What follows from a table's log: its summary, its results with their revisions, and the letters that show it."""

    snapshot: str
    results: tuple[tuple[int, Result], ...]
    letters: tuple[Letter, ...]


@dataclass(frozen=True, slots=True)
class StoredDraft:
    """What a person has prepared and not yet played; `revision`: the stage of the table as they saw it then."""

    revision: int
    text: str


# --- people ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Person:
    """`settings` is JSON."""

    id: str
    name: str
    language: str
    settings: str = "{}"


@dataclass(frozen=True, slots=True)
class Account:
    """A name by which a platform knows a person."""

    platform: str
    account: str


class Addressee(NamedTuple):
    """Somebody to whom something of a table is sent: who they are, their accounts, what they have prepared there."""

    person: Person
    accounts: tuple[Account, ...]
    draft: StoredDraft | None


@dataclass(frozen=True, slots=True)
class Channel:
    """`settings` is JSON."""

    id: str
    language: str
    settings: str = "{}"


@dataclass(frozen=True, slots=True)
class Invited:
    """The place at a table to which an invitation leads; `seat` as `bot.requests.invitations` writes it."""

    table: str
    seat: str


# --- several hosts of one database ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Membership:
    """What a host finds at its heartbeat: the numbers of those who are alive, and the leases that are its own.

    `holders`: by lease, who of them has it.
    """

    members: tuple[int, ...]
    leases: frozenset[str]
    holders: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}), compare=False)


@dataclass(frozen=True, slots=True)
class StoredRevision:
    """A subject has come to this revision; `is_play`: by cards that were played alone, and they go on being played."""

    subject: Subject
    revision: int
    is_play: bool = False


@dataclass(frozen=True, slots=True)
class Rewritten:
    """Texts of a subject are others, at whatever revision: somebody was forgotten. `number`: by which transaction.

    Without a subject: of people, and of what is known of them.
    """

    subject: Subject | None
    number: int


@dataclass(frozen=True, slots=True)
class Resettled:
    """A channel's language or settings are others. `number`: by which transaction."""

    channel: str
    number: int


@dataclass(frozen=True, slots=True)
class Gap:
    """Changes may have been missed, or be lost: what is in memory is to be compared with what is stored."""


# --- the store -------------------------------------------------------------------------------------------------------


class Store(Protocol):
    async def commit(self, change: Change) -> Outcome:
        """All of the change in one transaction, on disk before this returns; or nothing of it."""

    async def load(self, bot: str, subject: str) -> Stored | None:
        """The subject with this id."""

    async def find(self, bot: str, label: str) -> Stored | None:
        """The table with this short name."""

    async def live(self, bot: str, kind: str = TABLE, channel: str = "") -> tuple[Stored, ...]:
        """Every subject of the kind whose phase is not "closed", in the order of their ids; those of a channel alone.

        Tables are found by no channel: several may show one.
        """

    async def ended(self, bot: str, kind: str, channel: str = "") -> tuple[Stored, ...]:
        """Every subject of a kind, but tables, whose phase is "closed", in the order of their last changes."""

    async def count_ended(self, bot: str, kind: str) -> tuple[int, int]:
        """How many these are, and the sum of their revisions: where neither has changed, none of them has."""

    async def log(self, bot: str, subject: str, since: int = 0) -> tuple[LogRow, ...]:
        """What happened after revision `since`, in order."""

    async def results(self, bot: str, table: str) -> tuple[StoredResult, ...]:
        """In the order in which they were added."""

    async def due_rows(self, bot: str, until: int, limit: int = AT_MOST, kind: str = TABLE) -> tuple[DueRow, ...]:
        """What is due by then for subjects of a kind, the earliest first.

        It stays due until a change of the subject replaces it.
        """

    async def next_due(self, bot: str, after: int = -1, kind: str = TABLE) -> int | None:
        """When something is due next, later than `after`."""

    async def drop_due(self, bot: str, row: DueRow) -> None:
        """Forget what is due, unless its time has been changed."""

    async def put_off(self, bot: str, row: DueRow, until: int) -> None:
        """It is due only then, unless its time has been changed; `NEVER` forgets it."""

    async def outbox(self, bot: str, now: int, limit: int = AT_MOST) -> tuple[OutboxRow, ...]:
        """Letters that may be sent now, the one that waits longest first, those of one change in its order."""

    async def waiting_letters(self, bot: str, subjects: Collection[str], now: int) -> tuple[OutboxRow, ...]:
        """Those of these subjects, in the same order."""

    async def next_letter(self, bot: str, after: int = -1) -> int | None:
        """When an unsent letter may be tried next, later than `after`: the past, or a time that `mark_failed` set."""

    async def letters(self, bot: str, subject: str) -> tuple[OutboxRow, ...]:
        """All letters of a subject, sent or not."""

    async def channel_letters(self, bot: str, subject: str) -> tuple[OutboxRow, ...]:
        """Those of them that everybody in a channel sees."""

    async def add_letters(self, bot: str, subject: str, letters: tuple[Letter, ...], at: int) -> None:
        """Want these sent (again), at the subject's present revision, without a change of it."""

    async def bring_again(self, row: OutboxRow, at: int) -> None:
        """Want a letter sent once more, if it was not deleted meanwhile with somebody's data."""

    async def mark_sent(
        self, row: OutboxRow, revision: int, reference: str, at: int, *, again: bool = False, at_leisure: bool = False
    ) -> None:
        """The letter was delivered and shows this revision; where that has moved on since, it is due again.

        `again`: it is due again in any case. `at_leisure`: it may be written a moment later, with something else.
        """

    async def mark_failed(self, row: OutboxRow, not_before: int, error: str) -> None:
        """Count an attempt."""

    async def try_now(self, bot: str, now: int) -> None:
        """Letters that are to be tried again later are tried now: the clock may have been set back since."""

    async def drop_letter(self, row: OutboxRow, error: str) -> None:
        """Give up this revision of the letter; a newer one is tried again."""

    async def drop_letters(self, rows: tuple[OutboxRow, ...], error: str) -> None:
        """Give up these revisions of letters, together with whatever else is written in that moment."""

    async def draft(self, bot: str, table: str, person: str) -> StoredDraft | None: ...

    async def put_draft(self, bot: str, table: str, person: str, draft: StoredDraft) -> None: ...

    async def person(self, bot: str, person: str) -> Person | None: ...

    async def players(self, bot: str, people: Collection[str]) -> tuple[Person, ...]:
        """Those of these people, four at most, who are stored, in the order of their ids."""

    async def change_person(self, bot: str, person: Person) -> None:
        """What is known of a stored person is this from now on; nothing, where there is none by that id any more."""

    async def people_with(self, bot: str, name: str, word: str = "") -> tuple[Person, ...]:
        """Everybody with whom something of this name is kept in their settings, or this word of letters and digits.

        A sign that is neither may stand for any other: whoever asks looks whether it is that very word.
        """

    async def person_of(self, bot: str, account: Account) -> Person | None: ...

    async def register(self, bot: str, account: Account, newcomer: Person) -> Person:
        """Whose account it is; the newcomer, stored with it, where it is nobody's."""

    async def accounts(self, bot: str, person: str) -> tuple[Account, ...]: ...

    async def addressee(self, bot: str, table: str, person: str) -> Addressee | None:
        """All that a letter to somebody asks of them, at once; None where there is nobody by that id."""

    async def renew_account(
        self, bot: str, account: Account, person: str, asks_as: Account, notes: Collection[str]
    ) -> tuple[Account, ...] | None:
        """Give the account to a person in place of all others that they have on its platform; those that went.

        What is noted of these by the kinds `notes` goes with them. None, and nothing was changed, where the account is
        another's, or `asks_as` is not the person's any more.
        """

    async def put_link_code(self, bot: str, code: str, person: str, now: int, expires: int) -> bool:
        """A new one-time code in place of the person's older one; False: somebody else has it."""

    async def link_code(self, bot: str, code: str, now: int) -> str | None:
        """Whose code it is, while it lasts."""

    async def use_link_code(self, bot: str, code: str, old: Person, new: str, now: int) -> tuple[Account, ...]:
        """Give all accounts of one person to another, and forget the code; which they were. All of it or nothing.

        What is known of the old person is as it stands in `old` from now on; `new` is called as they were, where they
        had no name. Nothing, where the code is unknown, used or expired, or the old person has no account any more.
        """

    async def put_invitation(
        self, bot: str, invitation: str, place: Invited, now: int, expires: int, most: int
    ) -> None:
        """A new invitation to a stored table, which keeps so many: what is over goes, and then the oldest."""

    async def invitation(self, bot: str, invitation: str, now: int) -> Invited | None:
        """Where it leads, while it lasts."""

    async def channel(self, bot: str, channel: str) -> Channel | None: ...

    async def channels_with(self, bot: str, word: str) -> tuple[Channel, ...]:
        """Those in whose settings this stands, in the order of their names."""

    async def put_channel(self, bot: str, channel: Channel) -> None: ...

    async def take_place(self, bot: str, instance: str) -> int:
        """From now on this instance hosts the bot. When a host was last alive, 0: never; `keep_place` notes it anew."""

    async def keep_place(self, bot: str, instance: str, now: int) -> bool:
        """The instance is alive. False: another one hosts the bot, nothing was changed."""

    async def look(self) -> None:
        """Raises `DatabaseGone` where the database is no longer what it was; from then on nothing is written."""

    async def upkeep(self, bot: str, before: int, limit: int = AT_MOST) -> int:
        """Drop what nobody needs any more, of each kind so many at most; how many rows went.

        That is letters, due times, drafts and invitations of what was closed by `before`, and link codes and notes that
        had expired by then. Tables, their logs and results stay: they are the truth.
        """

    async def close(self) -> None:
        """Finish what was begun. The store is not to be used afterwards."""
