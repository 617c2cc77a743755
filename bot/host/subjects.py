"""The one way by which a subject changes, of whatever kind: decide, commit, and only then tell.

A subject in memory is the fold of its log, at its stored revision. Of two who change it at once one wins, and the other
decides anew on what is then so. The same action twice is done once. A log that does not fold is set aside: the others
go on.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Final, Generic, Protocol, TypeVar

from bot.durations import MINUTE
from bot.host.ports import (
    AlreadyDone,
    Change,
    Committed,
    Letter,
    Outcome,
    Result,
    Store,
    StoreError,
    Subject,
    Unsure,
)
from bot.host.retry import place_of
from bot.shield import shield
from bot.tables.log import BrokenLog, LogRow, format_who
from bot.tables.timers import Due
from bot.tables.who import Who

LOG: Final = logging.getLogger(__name__)
CAPACITY: Final = 20_000  # subjects of a kind in memory; the store has the others
FINISHED: Final = 50  # of those that nothing changes any more
MANY: Final = 200  # beside so many others, one that nobody asks for leaves memory
UNASKED: Final = 30 * MINUTE  # after which it does
TRIES: Final = 10  # at what other hosts change again and again, as computers do who do not think

S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)
R = TypeVar("R")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Next(Generic[S_co]):
    """What a decision makes of a subject, and the entry of its log."""

    state: S_co
    entry: str


@dataclass(frozen=True, slots=True)
class Outline:
    """What is stored with a change beside the row of the log; `bot.host.ports.Change` says what each is."""

    snapshot: str
    phase: str
    channel: str = ""
    label: str = ""
    dues: tuple[Due, ...] = ()
    letters: tuple[Letter, ...] = ()
    results: tuple[Result, ...] = ()
    commitment: str = ""


class SubjectKind(Protocol[S]):
    """What a kind of subject declares. All of it is pure; how a command decides is said with each change."""

    @property
    def name(self) -> str:
        """As `Subject.kind` has it."""

    @property
    def tail(self) -> int:
        """So many entries at the end of a log tell how a subject stands; 0 where it takes them all."""

    def fold(self, rows: Sequence[LogRow]) -> S:
        """The subject of a log, of which there may be the `tail` alone. Raises `BrokenLog`."""

    def label_of_log(self, rows: Sequence[LogRow]) -> str:
        """What people call a subject whose log does not fold, "" where not even that is known."""

    def outline(self, before: S | None, after: S, at: int) -> Outline:
        """What follows from a change: what is due, whom to send letters, what has ended."""


@dataclass(frozen=True, slots=True)
class Changed(Generic[S_co]):
    """The subject is so now, at this revision; `fresh`: by this action, which else was done before."""

    state: S_co
    revision: int
    fresh: bool


@dataclass(slots=True)
class Live(Generic[S]):
    """A subject in memory, at its stored revision. The lock orders its changes."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    revision: int = 0
    state: S | None = None
    is_in_doubt: bool = False  # something may be stored of which nobody has heard
    action_revisions: dict[str, int] = field(default_factory=dict)  # by action id
    heard_of: int = 0  # the revision of which whoever listens was told last; what was only read may be newer
    stored: int = 0  # the revision to which another host is known to have brought it; what is in memory may be older
    asked_at: int = 0  # when somebody asked for it last

    def note_told(self) -> None:
        """Whoever listens knows of it as it is now."""
        self.heard_of = self.revision

    @property
    def is_behind(self) -> bool:
        """Whether more is known to be stored than is in memory."""
        return self.revision < self.stored


class Subjects(Generic[S]):
    """The subjects of one kind, of one bot. `clock`: milliseconds; `capacity`: so many are kept in memory."""

    def __init__(
        self, store: Store, bot: str, clock: Callable[[], int], kind: SubjectKind[S], capacity: int = CAPACITY
    ) -> None:
        self.bot = bot
        self.clock = clock
        self._store = store
        self._kind = kind
        self._capacity = capacity
        self._live: OrderedDict[str, Live[S]] = OrderedDict()
        self._finished: OrderedDict[str, None] = OrderedDict()  # some of them, those asked for last at the end
        self._listeners: list[Callable[[str, S], None]] = []
        self._change_listeners: list[Callable[[str], None]] = []
        self._due_listeners: list[Callable[[str, str, Sequence[Due]], None]] = []
        self._unreadable: dict[str, str] = {}  # those whose log does not fold, with what they are called
        self._when_unreadable: list[Callable[[str], None]] = []
        self._when_rewritten: list[Callable[[str], None]] = []
        self._unfinished: set[str] = set()
        self._stands: Callable[[str, Letter, S, int], bool] = lambda *_: False
        self._has_others = False
        self._being_rewritten: set[str] = set()

    def share(self) -> None:
        """From now on other hosts change the same: what is refused is refused of what is stored at that moment."""
        self._has_others = True

    def leave_out(self, stands: Callable[[str, Letter, S, int], bool]) -> None:
        """Write no letters of which this is true, asked with the id, the new state and the time of a change.

        What one of them shows is known to stand there, and nobody else wants it.
        """
        self._stands = stands

    def listen(self, listener: Callable[[str, S], None]) -> None:
        """Call this after every commit, with the id and the subject: to wake who sends and who waits."""
        self._listeners.append(listener)

    def listen_for_changes(self, listener: Callable[[str], None]) -> None:
        """Call this with the id after every commit, also where another host has made it and nobody here has read it."""
        self._change_listeners.append(listener)

    @contextmanager
    def together(self, id_: str) -> Iterator[None]:
        """The changes of this one inside belong together: what it shows is sent after the last of them.

        A process that ends meanwhile sends what there is at its next start.
        """
        self._unfinished.add(id_)
        try:
            yield
        finally:
            self._unfinished.discard(id_)

    def is_unfinished(self, id_: str) -> bool:
        """Whether another change follows at once."""
        return id_ in self._unfinished

    def listen_for_dues(self, listener: Callable[[str, str, Sequence[Due]], None]) -> None:
        """Call this after every commit, with the id, its subject's channel and all that it waits for from then on."""
        self._due_listeners.append(listener)

    def listen_for_unreadable(self, listener: Callable[[str], None]) -> None:
        """Call this with the id of a subject whose log does not fold, once, when that is found out."""
        self._when_unreadable.append(listener)

    def listen_for_rewriting(self, listener: Callable[[str], None]) -> None:
        """Call this with the id of each whose texts may have become others, without a change of it."""
        self._when_rewritten.append(listener)

    @property
    def unreadable(self) -> Mapping[str, str]:
        """Those whose log did not fold since the start, with what they are called, "" where that is not known.

        They are set aside: for everybody who asks there is no such subject, and nothing of theirs is changed.
        """
        return self._unreadable

    @property
    def in_memory(self) -> tuple[str, ...]:
        """The ids of those that are not read again when somebody asks for them."""
        return tuple(self._live)

    def in_mind(self, id_: str) -> S | None:
        """The subject as it was read or changed here last; None where it is not in memory."""
        live = self._live.get(id_)
        return live.state if live is not None else None

    async def stored_state(self, id_: str, at_least: int = 0) -> tuple[S, int] | None:
        """The subject as it is stored, and its revision, which is known to be `at_least` this."""
        live = self._room(id_)
        async with live.lock:
            state = await self._load(id_, live)
            if state is not None and live.revision < at_least:
                state = await self._read_late(id_, live)
            return (state, live.revision) if state is not None else None

    async def _read_late(self, id_: str, live: Live[S]) -> S | None:
        """A change that hung in the disk came after it was given up, and after the subject was read."""
        live.state = None
        return await self._load(id_, live)

    async def create(self, id_: str, who: Who, action_id: str, first: Next[S], at: int) -> Outcome:
        """A new subject; nothing where there is one by that id.

        Whoever goes away meanwhile changes nothing, here and in `change`: what is begun is stored, known here and told.
        """
        return await to_its_end(self._create(id_, who, action_id, first, at))

    async def _create(self, id_: str, who: Who, action_id: str, first: Next[S], at: int) -> Outcome:
        live = self._room(id_)
        async with live.lock:
            change = self._change(id_, 0, action_id, who, first.entry, at, None, first.state)
            outcome = await self._commit(live, change)
            if isinstance(outcome, Committed):
                self._settle(id_, live, first.state, outcome.revision, change)
            return outcome

    async def change(
        self, id_: str, who: Who, action_id: str, decide: Callable[[S, int], Next[S] | R], *, is_due: bool = False
    ) -> Changed[S] | R | None:
        """Carry out a decision once, or say why not; None where there is no such subject. `is_due`: as of `Change`."""
        return await to_its_end(self._change_once(id_, who, action_id, decide, is_due))

    async def _change_once(
        self, id_: str, who: Who, action_id: str, decide: Callable[[S, int], Next[S] | R], is_due: bool
    ) -> Changed[S] | R | None:
        live = self._room(id_)
        async with live.lock:
            for _ in range(TRIES):
                state = await self._load(id_, live)
                if state is None:
                    return None
                if action_id in live.action_revisions:
                    return Changed(state, live.action_revisions[action_id], fresh=False)
                at = self.clock()
                decided = decide(state, at)
                if not isinstance(decided, Next):
                    if self._has_others and not await self._is_current(id_, live):
                        continue
                    return decided
                change = self._change(id_, live.revision, action_id, who, decided.entry, at, state, decided.state)
                outcome = await self._commit(live, replace(change, is_due=True) if is_due else change)
                if isinstance(outcome, Committed):
                    self._settle(id_, live, decided.state, outcome.revision, change)
                    return Changed(decided.state, outcome.revision, fresh=True)
                live.state = None  # somebody else changed it: read it again
                if isinstance(outcome, AlreadyDone) and (state := await self._load(id_, live)) is not None:
                    return Changed(state, outcome.revision, fresh=False)  # longer ago than was read
            raise StoreError(f"{self._kind.name} {id_} changes faster than it can be read; try again")

    async def has_done(self, id_: str, action_id: str) -> bool:
        """Whether this action has changed the subject."""
        live = self._room(id_)
        async with live.lock:
            return await self._load(id_, live) is not None and action_id in live.action_revisions

    # --- what other hosts change --------------------------------------------------------------------------------------

    def is_known(self, id_: str, revision: int) -> bool:
        """Whether whoever listens was told of this revision, or a later one."""
        live = self._live.get(id_)
        return live is not None and live.heard_of >= revision

    def look_later(self, id_: str, revision: int, needed: Callable[[S], bool]) -> bool:
        """Another host has brought it to this revision, in a way that may wait until somebody asks how it stands.

        So it does where it is in memory, may lag behind and is not `needed` here: only who listens for changes hears of
        it. False: it does not.
        """
        live = self._live.get(id_)
        if live is None or live.state is None or not self._may_lag(live.state) or needed(live.state):
            return False
        live.stored = max(live.stored, revision)
        self._tell_of_change(id_)
        return True

    def lags(self, id_: str) -> bool:
        """Whether it is known to stand otherwise than whoever listens has heard, until somebody asks for it."""
        live = self._live.get(id_)
        return live is not None and live.is_behind

    def _may_lag(self, _state: S) -> bool:
        """Whether nothing but what is shown changes with a change that may wait."""
        return False

    async def follow(self, id_: str, revision: int) -> None:
        """Another host has brought it to this revision, or a later one: whoever listens is told."""
        await to_its_end(self._follow(id_, revision))

    async def _follow(self, id_: str, revision: int) -> None:
        live = self._room(id_)
        async with live.lock:
            if self.is_known(id_, revision):
                return
            if live.revision < revision:
                await self._read_newer(id_, live)
            await self._load(id_, live)
            if not self.is_known(id_, revision):
                self._tell_listeners(id_, live)

    async def _read_newer(self, id_: str, live: Live[S]) -> None:
        """What came after what is in memory is added to it, where that can be done; else all is read anew."""
        if live.state is None or self._kind.tail:
            live.state = None
            return
        rows = await self._store.log(self.bot, id_, live.revision)
        with suppress(BrokenLog):  # then all is read, which says what is wrong
            live.state = self._after(live.state, rows)
            live.revision += len(rows)
            live.action_revisions |= {row.action_id: row.seq for row in rows}
            return
        live.state = None

    def _after(self, _state: S, _rows: Sequence[LogRow]) -> S | None:
        """The subject after some rows more; None where that is known only of the whole log. Raises `BrokenLog`."""
        return None

    async def drop_newer(self, id_: str, revision: int) -> None:
        """It is stored at this revision, 0 for nowhere: what is known of a later one was lost with a server."""
        live = self._room(id_)
        async with live.lock:
            live.stored = min(live.stored, revision)
            if live.revision > revision:
                live.state, live.heard_of = None, 0

    async def _is_current(self, id_: str, live: Live[S]) -> bool:
        """Whether what is in memory is what is stored; else it is read anew."""
        row = await self._store.load(self.bot, id_)
        if row is not None and row.revision == live.revision:
            return True
        live.state = None
        return False

    async def read_anew(self, id_: str) -> None:
        """Another host has rewritten texts of its log."""
        if id_ not in self._being_rewritten:  # by this one, which reads it anew in any case
            async with self.rewriting([id_]):
                pass

    @asynccontextmanager
    async def rewriting(self, ids: Collection[str]) -> AsyncIterator[None]:
        """Nothing is done to these meanwhile, and then they are read anew: the texts of their logs change."""
        rooms = {id_: self._room(id_) for id_ in sorted(ids)}
        async with AsyncExitStack() as locks:
            for live in rooms.values():
                await locks.enter_async_context(live.lock)
            self._being_rewritten |= rooms.keys()
            try:
                yield
            finally:
                self._being_rewritten -= rooms.keys()
                for live in rooms.values():
                    live.state = None
        for id_ in rooms:
            for listener in self._when_rewritten:
                listener(id_)

    # --- one change ---------------------------------------------------------------------------------------------------

    async def _commit(self, live: Live[S], change: Change) -> Outcome:
        """The store's answer; where it cannot know, the subject is read again before anything else is done there."""
        try:
            return await self._store.commit(change)
        except Unsure:
            live.state, live.is_in_doubt = None, True
            raise

    def _change(
        self, id_: str, expected: int, action_id: str, who: Who, entry: str, at: int, before: S | None, after: S
    ) -> Change:
        outline = self._kind.outline(before, after, at)
        return Change(
            bot=self.bot,
            subject=Subject(self._kind.name, id_),
            expected=expected,
            action_id=action_id,
            actor=format_who(who),
            entry=entry,
            at=at,
            snapshot=outline.snapshot,
            phase=outline.phase,
            channel=outline.channel,
            label=outline.label,
            dues=outline.dues,
            letters=tuple(one for one in outline.letters if not self._stands(id_, one, after, at)),
            results=outline.results,
            commitment=outline.commitment,
        )

    def _settle(self, id_: str, live: Live[S], state: S, revision: int, change: Change) -> None:
        live.state, live.revision, live.heard_of = state, revision, revision
        live.action_revisions[change.action_id] = revision
        for due_listener in self._due_listeners:
            due_listener(id_, change.channel, change.dues)
        self._tell_listeners(id_, live)

    def _tell_listeners(self, id_: str, live: Live[S]) -> None:
        """Whoever follows it hears how it stands, also where it was not heard that it was stored, or another did it."""
        if live.state is not None:
            live.note_told()
            for listener in self._listeners:
                listener(id_, live.state)
            if live.revision > live.stored:  # else it was told before it was read
                self._tell_of_change(id_)

    def _tell_of_change(self, id_: str) -> None:
        for listener in self._change_listeners:
            listener(id_)

    # --- in memory ----------------------------------------------------------------------------------------------------

    def _room(self, id_: str) -> Live[S]:
        live = self._live.get(id_)
        if live is None:
            live = self._live[id_] = Live()
            self._forget_some()
        self._live.move_to_end(id_)
        live.asked_at = self.clock()
        return live

    def _forget_some(self) -> None:
        """Those that were asked for least lately, where there are too many, or that nobody has asked for for long."""
        too_many, before = len(self._live) - max(self._capacity, 1), self.clock() - UNASKED
        spare: list[str] = []
        for number, (id_, live) in enumerate(self._live.items()):
            if number >= too_many and (number >= len(self._live) - MANY or live.asked_at > before):
                break
            if not live.lock.locked() and not live.is_in_doubt:
                spare.append(id_)
        for id_ in spare:
            del self._live[id_]

    def _is_finished(self, _state: S) -> bool:
        """Whether nothing changes it any more; it is read for who looks at it, or because another host has ended it."""
        return False

    def _keep_few(self, id_: str) -> None:
        """It is finished, and kept with the ones that were asked for last."""
        self._finished[id_] = None
        self._finished.move_to_end(id_)
        for one in [*islice(self._finished, max(0, len(self._finished) - FINISHED))]:
            live = self._live.get(one)
            if live is None or not live.lock.locked():
                del self._finished[one]
                self._forget(one)

    def _forget(self, id_: str) -> None:
        """One that is over, or that nobody made; who asks for it again has it read."""
        self._live.pop(id_, None)

    async def _load(self, id_: str, live: Live[S]) -> S | None:
        if id_ in self._unreadable:
            self._forget(id_)
            return None
        if live.state is None or live.is_behind or not self._capacity:
            before = live.revision
            if live.state is not None and live.is_behind:
                await self._read_newer(id_, live)
            if live.state is None or not self._capacity:
                await self._read(id_, live)
            if live.revision > max(before, live.heard_of) and (before or live.is_in_doubt):
                self._tell_listeners(id_, live)
            live.is_in_doubt = False
        if live.state is None:
            self._forget(id_)
        elif self._is_finished(live.state):
            self._keep_few(id_)
        return live.state

    async def _read(self, id_: str, live: Live[S]) -> None:
        rows = await self._rows(id_)
        try:
            live.state = self._kind.fold(rows) if rows else None
        except BrokenLog as error:
            live.state = None
            if not await self._is_of_another_kind(id_):
                self._set_aside(id_, rows, error)
        live.revision = rows[-1].seq if rows else 0
        live.action_revisions = {row.action_id: row.seq for row in rows}

    async def _rows(self, id_: str) -> Sequence[LogRow]:
        """As much of a log as tells how the subject stands."""
        tail = self._kind.tail
        row = await self._store.load(self.bot, id_) if tail else None
        return await self._store.log(self.bot, id_, max(0, row.revision - tail) if row is not None else 0)

    async def _is_of_another_kind(self, id_: str) -> bool:
        """Whether the log is that of something else: whoever asks may have named anything."""
        row = await self._store.load(self.bot, id_)
        return row is not None and row.subject.kind != self._kind.name

    def _set_aside(self, id_: str, rows: Sequence[LogRow], error: BrokenLog) -> None:
        """It is told once, here and to whoever listens; the others go on. The error's message holds no cards."""
        self._unreadable[id_] = self._kind.label_of_log(rows)
        LOG.error(
            "a %s cannot be read and is set aside: see `burraco db check`",
            self._kind.name,
            extra={"subject": self._kind.name, "id": self._unreadable[id_] or id_, "error": str(error)},
        )
        for listener in self._when_unreadable:
            listener(id_)


async def to_its_end(work: Coroutine[Any, Any, T]) -> T:
    """What it gives. It goes on where nobody waits for it any more: what is in memory must not stay behind its log."""
    task = asyncio.ensure_future(work)
    try:
        return await shield(task)
    except asyncio.CancelledError:
        task.add_done_callback(_tell_fault)
        raise


def _tell_fault(task: "asyncio.Future[Any]") -> None:
    """Of what nobody waited for any more: that the store failed them needs no word."""
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, StoreError):
        LOG.error(
            "what nobody waited for any more has failed",
            extra={"error": type(error).__name__, "place": place_of(error)},
        )
