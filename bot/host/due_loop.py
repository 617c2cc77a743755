"""The one loop behind whatever happens when its time has come: due times of tables and plans, letters to be sent.

It sleeps until something is due or somebody wakes it, and begins what is due, each key's work in a task of its own and
one at a time: what takes long keeps nothing else waiting. Work that fails is tried again later, and stops no other.
Nothing that matters is kept here: after a crash the store still knows what is due.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from functools import partial
from typing import Final, TypeAlias

from bot.host.retry import back_off

LONGEST_SLEEP: Final = 1.0  # seconds; a wake-up call ends it sooner
BREATH: Final = 0.02  # seconds between two looks: what comes meanwhile is found together

Work: TypeAlias = Callable[[], Awaitable[int]]
"""Does what is due for a key; how much of it came about."""

Look: TypeAlias = Callable[[int], Awaitable[Mapping[str, Work]]]
"""What may begin now, in its order; it asks `is_free` of each key first."""

NextDue: TypeAlias = Callable[[int], Awaitable[int | None]]
"""When something is due next, later than now; None for never."""

TryNow: TypeAlias = Callable[[int], Awaitable[None]]
"""Lets what waits in the store wait no longer than this time: the clock by which it waits may have been set back."""

Failed: TypeAlias = Callable[[str, Exception], None]
"""Says in the log that the work of a key failed."""


class DueLoop:
    """`clock`: milliseconds. `longest`: seconds between two looks at most, for what no wake-up call tells of.

    `breath`: seconds between two looks at least; the cheaper a look, the less.

    Looking is dearer than most of what it finds. If every change calls `look_by`, and every look `note_left`, the loop
    need not look again when a piece of work ends: pass `looks_after_work=False`.
    """

    def __init__(
        self,
        clock: Callable[[], int],
        look: Look,
        next_due: NextDue,
        failed: Failed,
        longest: float = LONGEST_SLEEP,
        try_now: TryNow | None = None,
        *,
        looks_after_work: bool = True,
        breath: float = BREATH,
    ) -> None:
        self._clock = clock
        self._look = look
        self._next_due = next_due
        self._failed = failed
        self._longest = longest
        self._try_now = try_now
        self._busy: dict[str, asyncio.Task[int]] = {}
        self._failures: dict[str, int] = {}  # of a key since its work was last done
        self._put_off: dict[str, int] = {}  # keys that are left alone, and until when
        self._checked_at: int | None = None  # when it was looked for what is due last
        self._look_again: int | None = None  # when, at the latest, whatever the store says is due
        self._breath = breath
        self._looks_after_work = looks_after_work
        self._left = False  # whether the last look left something that the end of a work may let begin
        self._wakes_at = 0  # when it wakes by itself, while it sleeps
        self._sleeps = False
        self.is_ending = False
        self._wake = asyncio.Event()

    def wake(self) -> None:
        """There is something to do."""
        self._wake.set()

    @property
    def busy(self) -> Collection[str]:
        """The keys that have a task now."""
        return self._busy.keys()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being done now, nor looked for."""
        return self._sleeps and not self._busy and not self._wake.is_set()

    async def end(self, seconds: float) -> None:
        """Begin nothing more; what was begun has so many seconds to come to its end."""
        self.is_ending = True
        if self._busy:
            await asyncio.wait([*self._busy.values()], timeout=seconds)

    def break_off(self, key: str) -> None:
        """What is done for this key ends now."""
        if key in self._busy:
            self._busy[key].cancel()

    def is_free(self, key: str, now: int) -> bool:
        """Whether something may begin for this key."""
        if key in self._busy:
            self._left = True
            return False
        return self.put_off_until(key, now) <= now

    def note_left(self) -> None:
        """A look has left something that may begin when a work is at its end."""
        self._left = True

    def put_off(self, key: str, until: int) -> None:
        """Nothing begins for this key before then."""
        self._put_off[key] = max(until, self._put_off.get(key, until))
        self._wake.set()

    def try_again(self) -> None:
        """What has failed is tried now: what it failed for may be gone."""
        self._put_off.clear()
        self._failures.clear()
        self._wake.set()

    def put_off_until(self, key: str, now: int) -> int:
        """From when on something may begin for this key."""
        return self._put_off.get(key, now)

    def look_again(self, at: int) -> None:
        """Look again then, also where nothing is due; it holds until the next look."""
        self._look_again = at if self._look_again is None else min(at, self._look_again)

    def look_by(self, at: int) -> None:
        """Something is due then that the last look may not have known of: the next one comes no later."""
        self.look_again(at)
        if at <= self._clock() or (self._sleeps and at < self._wakes_at):
            self._wake.set()

    async def run(self) -> None:
        """Until it is cancelled; what it has begun is cancelled with it."""
        try:
            while True:
                self._wake.clear()
                self._sleeps = False
                now = self._clock()
                await self._start(now)
                await asyncio.sleep(self._breath)
                if self._wake.is_set():
                    continue
                later = await self._next_due(now)
                self._sleeps = True
                await self._sleep(now, later)
        finally:
            for task in self._busy.values():
                task.cancel()
            await asyncio.gather(*self._busy.values(), return_exceptions=True)

    async def once(self) -> int:
        """What is due now, to its end; how much came about."""
        return sum(await asyncio.gather(*await self._start(self._clock())))

    async def until_nothing_is_due(self) -> int:
        """As `once`, and then what is due because of it, until there is nothing; how much came about."""
        count = 0
        while more := await self.once():
            count += more
        return count

    async def _start(self, now: int) -> list[asyncio.Task[int]]:
        if self.is_ending:
            return []
        if self._checked_at is not None and now < self._checked_at:  # nobody is left alone for longer than was meant
            self._put_off.clear()
            self._checked_at = None
        if self._checked_at is None and self._try_now is not None:  # nor since a process before this one
            await self._try_now(now)
        self._checked_at = now
        self._look_again = None
        self._left = False
        self._put_off = {key: until for key, until in self._put_off.items() if until > now}
        return [self._begin(key, work) for key, work in (await self._look(now)).items()]

    def _begin(self, key: str, work: Work) -> asyncio.Task[int]:
        task = asyncio.create_task(self._run_guarded(key, work))
        self._busy[key] = task
        task.add_done_callback(partial(self._end, key))
        return task

    def _end(self, key: str, _task: asyncio.Task[int]) -> None:
        del self._busy[key]
        if self._looks_after_work or self._left:
            self._wake.set()

    async def _run_guarded(self, key: str, work: Work) -> int:
        try:
            count = await work()
        except Exception as error:  # noqa: BLE001  whatever it is, the others go on
            failures = self._failures.get(key, 0)
            self._failures[key] = failures + 1
            self.put_off(key, self._clock() + back_off(failures))
            self._failed(key, error)
            return 0
        self._failures.pop(key, None)
        return count

    async def _sleep(self, now: int, later: int | None) -> None:
        """Until something more is due than at `now`, a key may be tried again, or somebody wakes us."""
        times = [time for time in (later, self._look_again, *self._put_off.values()) if time is not None and time > now]
        at = self._clock()
        seconds = (min(times) - at) / 1000 if times else self._longest
        seconds = min(seconds, self._longest)
        if seconds <= 0:
            return
        self._wakes_at = at + int(1000 * seconds)
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._wake.wait()  # `wait_for` may swallow a cancellation
