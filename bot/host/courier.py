"""The courier: brings the outbox to the platforms, newest state first, within each platform's budgets.

An outbox row names a subject, a viewer and a kind, never a text: what is sent is made from it at the moment of
sending, so a newer state replaces an unsent older one, and a message that cannot be drawn loses no move. Whoever
delivers edits the message they are given by `reference`, or sends a new one with a nonce made of the row: one that was
sent, but not marked because the host died, comes again as the same row.

A chat has a task of its own while something is sent to it (`bot.host.due_loop`): its letters stay in order, and a slow
chat delays no other.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from bot.host.budget import Meter, Meters, platform_of
from bot.host.delivery_errors import NO_ANSWER, TryLater, Unanswered, Undeliverable
from bot.host.door import Door
from bot.host.due_loop import DueLoop, Work
from bot.host.ports import TABLE, Letter, OutboxRow, Store, StoreError
from bot.host.retry import LONGEST_BACK_OFF, back_off, place_of
from bot.host.subjects import Subjects
from bot.host.under_way import Key, UnderWay, key_of
from bot.host.waiting_letters import SHARED, DueLetter, WaitingLetters
from bot.tables.table import Table

LOG: Final = logging.getLogger(__name__)
PATIENCE: Final = 60.0  # seconds for one letter
LAST_LETTERS: Final = 2.0  # seconds for those that are being sent when a host is stopped
OVERTAKES: Final = 120_000  # milliseconds in which a platform may still carry out a request that was given up
A_MOMENT: Final = 20  # milliseconds until a subject that is being changed is looked at again
IN_VIEW: Final = 8_000  # letters that are searched together for urgent ones: enough for an evening of 100 tables
LULL: Final = 600  # milliseconds without another request after which a letter that nobody waits for is sent
LONG_LULL: Final = 2_000  # the same in a chat that has had more than can be kept up
FRESH: Final = 1_000  # milliseconds after which the whole outbox is read again, for letters that nobody reported here
FRESH_EACH: Final = 5  # the same for each letter in it, if that is more in all: a long outbox is read less often
ASKED_TOGETHER: Final = 200  # changed subjects whose letters are asked for; of more the whole outbox is read

Deliver: TypeAlias = Callable[[Table, OutboxRow], Awaitable[str]]
"""Shows the table to the row's viewer; gives the platform's name of the message. Raises `TryLater`, `Undeliverable`."""

ChatOf: TypeAlias = Callable[[OutboxRow], str]
"""The chat of a row, `discord:123`: the platform, a colon, its name for the chat. "" where nobody delivers to."""


async def everywhere(_chat: str) -> bool:
    return True


def never_anew(_row: OutboxRow) -> bool:
    return False


def usual_grace(_row: OutboxRow) -> int | None:
    return None


@dataclass(frozen=True, slots=True)
class Mailed:
    """A kind of subject that sends letters: how they stand, and who shows one to a letter's viewer, as `Deliver`.

    `is_anew`: each time this letter is a new message, and none is ever changed. `grace`: as of `DueLetter`. Whoever
    shows a letter of anything but a table is given it at the revision of the state that it shows.
    """

    subjects: Subjects[Any]
    deliver: Callable[[Any, OutboxRow], Awaitable[str]]
    is_anew: Callable[[OutboxRow], bool] = never_anew
    grace: Callable[[OutboxRow], int | None] = usual_grace


class Courier:
    """Empties the outbox of one bot. `meters` of each platform that is hosted; letters of others are given up.

    `others`: the kinds of subjects beside tables whose letters it brings, by name. `pressed_at`: when somebody pressed
    on the message that shows a letter, on any clock: it is changed through that press, counts in no budget, and the
    latest comes first; 0 for what is changed as any other. `under_way` is shared with who delivers. `brings_to`:
    whether this host brings what goes to a chat, where there are several; it may change at any time. `may_send_of`:
    whether this host may have to bring a letter of a subject, as far as that is known without a question; where it is
    false after a change, that is found out when the whole outbox is read next.
    """

    def __init__(
        self,
        door: Door,
        store: Store,
        deliver: Deliver,
        chat_of: ChatOf,
        meters: Meters,
        others: Mapping[str, Mailed] = MappingProxyType({}),
        pressed_at: Callable[[OutboxRow], float] = lambda _row: 0.0,
        under_way: UnderWay | None = None,
        brings_to: Callable[[str], Awaitable[bool]] = everywhere,
        may_send_of: Callable[[str], bool] = lambda _subject: True,
    ) -> None:
        self._door = door
        self._store = store
        self._brings_to = brings_to
        self._may_send_of = may_send_of
        self._kinds = {TABLE: Mailed(door, deliver), **others}
        self._chat_of = chat_of
        self._meters = meters
        self._pressed_at = pressed_at
        self._under_way = under_way or UnderWay()
        self._loop = DueLoop(
            self._now, self._due, self._next_due, _log_failure, try_now=self._try_now, looks_after_work=False
        )
        self._free: set[Key] = set()  # what is sent now and counted in none
        self._waiting = WaitingLetters()
        self._read_at = self._read_by = 0  # when the whole outbox was read last, and is to be read again
        self._is_cut = False  # whether there was more in it
        self._asked_at = -FRESH  # when it was asked which letter is tried again next
        self._retried: int | None = None  # when that is
        self._has_looked = False  # before the first look, which reads all, nothing of it is known
        self._changed: set[str] = set()  # the subjects of which other letters may wait than is known
        self._ended_chats: set[str] = set()  # the chats to which something was being sent
        self._idle: dict[Key, int] = {}  # those nobody waits for, and until when they may change again
        for kind in self._kinds.values():
            kind.subjects.listen_for_changes(self._note_change)
            kind.subjects.listen_for_rewriting(self._under_way.want_in_channels)
            kind.subjects.listen_for_rewriting(self._note_change)
        door.listen_for_rewriting(self._under_way.want_of)  # what is being brought may have been made before

    async def run(self) -> None:
        """Until it is cancelled; what is being sent is cancelled with it, and sent again after a start."""
        await self._loop.run()

    async def end(self) -> None:
        """Send nothing more; what is being sent has a moment to arrive and to be marked.

        Else the next host would not know of a message that has just been sent, and what is pressed there is lost.
        """
        await self._loop.end(LAST_LETTERS)

    async def want(self, table_id: str, letters: tuple[Letter, ...], at_leisure: bool = False) -> None:
        """Bring these (again), without a change of the table. What is under way is brought once more after it.

        `at_leisure`: nobody waits for them. Where a chat's budget is tight several such requests become one letter,
        which leaves room for what somebody does wait for.
        """
        now = self._now()
        await self._store.add_letters(self._door.bot, table_id, letters, now)
        for letter in letters:
            key = (table_id, letter.viewer, letter.kind)
            self._under_way.want(key)
            self._idle.pop(key, None)
            if at_leisure:
                self._idle[key] = now + LULL
        self._note_other_letters(table_id)
        self._loop.wake()

    def _note_change(self, subject: str) -> None:
        """A subject has changed: its letters are urgent."""
        self._idle = {key: until for key, until in self._idle.items() if key[0] != subject}
        if self._may_send_of(subject):
            self._note_other_letters(subject)
            self._loop.wake()

    def _note_other_letters(self, subject: str) -> None:
        """Where no platform is on, nobody ever looks."""
        if self._has_looked:
            self._changed.add(subject)

    def wake(self) -> None:
        """There is something to send that no change of a table has told of."""
        self._read_by = 0
        self._loop.wake()

    def begin_anew(self) -> None:
        """Another host has sent letters until now: what is known about them is read anew."""
        self._waiting.clear()
        self._forget_retried()
        self.wake()

    def _forget_retried(self) -> None:
        """A letter may be due for another try before the next one that is known here."""
        self._asked_at = -FRESH

    def is_crowded(self, chat: str) -> bool:
        """Whether what is sent to a group has to wait, or soon will."""
        return self._meters.is_crowded(chat)

    def note_clock_jump(self, since: int, until: int) -> None:
        """The clock went from one time to the other at once."""
        self._under_way.note_clock_jump(since, until)

    @property
    def is_busy(self) -> bool:
        """Whether something is being sent now."""
        return bool(self._loop.busy)

    @property
    def busy(self) -> Collection[str]:
        """The chats to which something is being sent now."""
        return self._loop.busy

    def break_off(self, chat: str) -> None:
        """Another host writes there by now: what is being made for it, or waits for room, is not sent."""
        self._loop.break_off(chat)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being sent now, nor looked for."""
        return self._loop.is_idle

    @property
    def is_in_doubt(self) -> bool:
        """Whether a letter that was given up without an answer may still arrive, after newer ones."""
        return bool(self._under_way.given_up)

    def room(self, chat: str) -> bool:
        """Whether a chat may be written to at once by somebody else than the courier; the message counts."""
        now = self._now()
        return self._loop.put_off_until(chat, now) <= now and self._meters.take(chat, now)

    def pause(self, chat: str, wait: int) -> None:
        """The platform wants a chat to be left alone for so many milliseconds, whoever writes there."""
        self._loop.put_off(chat, self._now() + wait)

    async def send(self) -> int:
        """Everything that may be sent now, to its end; how many letters went out."""
        self._read_by = 0
        return await self._loop.once()

    # --- who gets something now ---------------------------------------------------------------------------------------

    def _now(self) -> int:
        return self._door.clock()

    async def _next_due(self, now: int) -> int | None:
        is_over = self._retried is not None and self._retried <= now
        if is_over or not self._asked_at <= now < self._asked_at + FRESH:
            self._asked_at = now  # first: what fails meanwhile is asked for again
            self._retried = await self._store.next_letter(self._door.bot, after=now)
        if self._retried is not None:
            self._read_by = min(self._read_by, self._retried)
        times = [at for at in (self._waiting.next_at(), self._read_by) if at is not None and at > now]
        return min(times, default=None)

    async def _try_now(self, now: int) -> None:
        self._waiting.clear()
        self._forget_retried()
        self._read_by = 0
        if await self._store.next_letter(self._door.bot, after=now) is not None:  # a full disk delays nothing else
            await self._store.try_now(self._door.bot, now)

    async def _due(self, now: int) -> dict[str, Work]:
        """What is to be sent in each chat that may be sent something."""
        self._meters.forget_idle(now)
        await self._bring_overtaken(now)
        await self._read(now)
        self._waiting.bring_back(now)
        for chat in sorted(self._ended_chats.difference(self._loop.busy)):
            self._waiting.bring_back_of(chat)
        self._ended_chats.intersection_update(self._loop.busy)
        allotted: dict[str, list[OutboxRow]] = {}
        for platform in self._waiting.platforms:
            self._allot(platform, now, allotted)
        if self._waiting:
            self._loop.note_left()  # what is sent meanwhile may leave more room than is known now
        return {chat: partial(self._send_all, chat, rows) for chat, rows in allotted.items()}

    def _allot(self, platform: str, now: int, allotted: dict[str, list[OutboxRow]]) -> None:
        """What a platform takes now, the most urgent first, until it takes no more."""
        begun = sum(platform_of(chat) == platform for chat in self._loop.busy)
        takes_no_more = False  # but what counts in no budget
        while (one := self._waiting.take(platform, only_pressed=takes_no_more)) is not None:
            chat, row = one.chat, one.row
            if self._kinds[row.subject.kind].subjects.is_unfinished(row.subject.id):
                self._waiting.set_aside(one, now + A_MOMENT)
                continue
            if chat in self._loop.busy:
                self._waiting.put_behind(one)
                continue
            if chat not in allotted and self._is_full(chat, begun):
                self._waiting.give_back(one)
                return
            is_free = self._pressed_at(row) > 0
            if takes_no_more and not is_free:
                self._waiting.give_back(one._replace(pressed_at=0.0))
                continue
            if not is_free and (ready := self._meters.whole(chat).ready_at(now)) > now:
                self._loop.look_again(ready)
                self._waiting.give_back(one)
                takes_no_more = True
                continue
            ready = self._loop.put_off_until(chat, now) if is_free else self._earliest(chat, row, now)
            if ready > now:
                self._waiting.set_aside(one, ready)
                continue
            self._waiting.send_off(one)
            self._free.discard(key_of(row))
            if is_free:
                self._free.add(key_of(row))
            else:
                self._meters.use(chat, now, changes=self._changes(row))
            begun += chat not in allotted
            allotted.setdefault(chat, []).append(row)

    async def _bring_overtaken(self, now: int) -> None:
        """What was given up without an answer is brought once more: it may have arrived after what is newer."""
        for key, (row, until) in [*self._under_way.given_up.items()]:
            if until > now:
                self._loop.look_again(until)
                continue
            if await self._store.load(row.bot, row.subject.id) is not None:
                self._under_way.doubt(key)
                self._under_way.want(key)
                await self._store.bring_again(row, now)
                self._changed.add(row.subject.id)
            self._under_way.forget_given_up(key, until)

    # --- what waits ---------------------------------------------------------------------------------------------------

    async def _read(self, now: int) -> None:
        """Read the outbox, so that what is known of it here is what is stored."""
        self._has_looked = True
        try:
            if self._is_old(now):
                await self._read_all(now)
            while self._changed:
                if len(self._changed) > ASKED_TOGETHER:
                    await self._read_all(now)
                else:
                    await self._read_of(self._changes_since(), now)
        except BaseException:
            self._read_by = 0
            raise

    def _is_old(self, now: int) -> bool:
        """Whether the whole outbox is to be read: it was long ago, or there was more than could be seen."""
        return not self._read_at <= now < self._read_by or (self._is_cut and len(self._waiting) < IN_VIEW // 2)

    def _changes_since(self) -> frozenset[str]:
        """The subjects that have changed; what changes from here on is read once more."""
        changed = frozenset(self._changed)
        self._changed.clear()
        return changed

    async def _read_all(self, now: int) -> None:
        changed = self._changes_since()
        rows = await self._store.outbox(self._door.bot, now, IN_VIEW)
        self._waiting.replace_all(await self._ours(rows), changed)
        self._read_at, self._read_by = now, now + max(FRESH, FRESH_EACH * len(rows))
        self._is_cut = len(rows) >= IN_VIEW

    async def _read_of(self, changed: Collection[str], now: int) -> None:
        subjects = sorted(changed)  # so that a simulated run happens again in the same order
        ours = await self._ours(await self._store.waiting_letters(self._door.bot, subjects, now))
        for subject in subjects:
            self._waiting.replace(subject, [one for one in ours if one.row.subject.id == subject])

    async def _ours(self, rows: Sequence[OutboxRow]) -> list[DueLetter]:
        """The letters that somebody can deliver; the others are given up."""
        ours: list[DueLetter] = []
        nobodys: list[OutboxRow] = []
        for row in rows:
            chat = self._chat_of(row)
            platform = platform_of(chat)
            if not await self._brings_to(chat):
                continue
            if row.subject.kind in self._kinds and self._meters.is_hosted(platform):
                grace = self._kinds[row.subject.kind].grace(row)
                ours.append(DueLetter(row, chat, platform, self._pressed_at(row), grace))
            else:
                nobodys.append(row)
        if nobodys:
            await self._store.drop_letters(tuple(nobodys), "nobody delivers it")
        return ours

    # --- what may go --------------------------------------------------------------------------------------------------

    def _is_full(self, chat: str, begun: int) -> bool:
        """Whether the chat's platform is written to in as many places as it may, where so many have `begun`."""
        return begun > 0 and begun >= self._meters.budgets(chat).at_once

    def _earliest(self, chat: str, row: OutboxRow, now: int) -> int:
        """From when on a letter may be sent in its chat, where its platform as a whole takes it now.

        Where its chat takes nothing yet, when that will do; what else it waits for is asked then.
        """
        ready = max(
            self._meters.of(chat, changes=self._changes(row)).ready_at(now), self._loop.put_off_until(chat, now)
        )
        if ready > now:
            return ready
        even = self._meters.even_at(chat, now) if row.kind == SHARED else now
        return max(self._leisure(chat, row, now), even)

    def _changes(self, row: OutboxRow) -> bool:
        """Whether a letter changes a message, as far as can be known before."""
        return bool(row.reference) and not self._is_anew(row)

    def _is_anew(self, row: OutboxRow) -> bool:
        return self._kinds[row.subject.kind].is_anew(row)

    def _leisure(self, chat: str, row: OutboxRow, now: int) -> int:
        """From when on a letter takes no room from others: now, but for one that nobody waits for in a busy chat."""
        until = self._idle.get(key_of(row))
        if until is None:
            return now
        budgets, meter = self._meters.budgets(chat), self._meters.of(chat)
        if not budgets.reserve or meter.is_idle(now):
            return now
        if budgets.steady is not None and meter.room(budgets.steady, now) <= 0:
            until += LONG_LULL - LULL
        return max(until, meter.ready_at(now, budgets.reserve))

    # --- one chat -----------------------------------------------------------------------------------------------------

    async def _send_all(self, chat: str, rows: list[OutboxRow]) -> int:
        """One letter after the other, unless the platform asks for a pause; how many went out."""
        count = 0
        try:
            for place, row in enumerate(rows, 1):
                count += await self._send(chat, row, rows[place:])
                if self._is_paused(chat) or self._loop.is_ending:
                    break
        finally:
            self._ended_chats.add(chat)
            self._changed.update([row.subject.id for row in rows])
            if count < len(rows):
                self._loop.note_left()
        return count

    def _is_paused(self, chat: str) -> bool:
        now = self._now()
        return self._loop.put_off_until(chat, now) > now

    async def _send(self, chat: str, row: OutboxRow, behind: Sequence[OutboxRow]) -> bool:
        self._under_way.begin(row)
        self._idle.pop(key_of(row), None)
        try:
            return await self._bring(chat, row, behind)
        finally:
            self._free.discard(key_of(row))
            if self._under_way.end(row):
                await self._store.bring_again(row, self._now())
                self._loop.wake()

    async def _bring(self, chat: str, row: OutboxRow, behind: Sequence[OutboxRow]) -> bool:
        if not await self._brings_to(chat):  # not any more
            return False
        kind = self._kinds[row.subject.kind]
        stored = await kind.subjects.stored_state(row.subject.id, row.revision)
        if stored is None and row.subject.id in kind.subjects.unreadable:
            await self._store.mark_failed(row, self._now() + LONGEST_BACK_OFF, "what it is about cannot be read")
            self._forget_retried()
            return False
        if stored is None:
            await self._store.drop_letter(row, "what it is about is gone")
            return False
        state, revision = stored
        self._remember_doubt(row)
        try:
            async with asyncio.timeout(PATIENCE):
                as_of_state = row if row.subject.kind == TABLE else replace(row, revision=revision)
                reference = await kind.deliver(state, as_of_state)
        except Undeliverable as error:
            await self._store.drop_letter(row, error.reason)
            return False
        except TimeoutError:
            await self._note_failure(chat, row, Unanswered())
            return False
        except asyncio.CancelledError:
            self._give_up(row)  # the courier may be begun again, and what was asked of the platform is on its way
            raise
        except Exception as error:  # noqa: BLE001  whatever it is, the other letters go on
            await self._note_failure(chat, row, error)
            return False
        await self._mark_sent(row, revision, reference)
        self._count(chat, row, reference, behind)
        return True

    async def _mark_sent(self, row: OutboxRow, revision: int, reference: str) -> None:
        """Where it is, and at once whether it is to be brought once more: no crash lies between the two."""
        again = self._under_way.take_again(row)
        may_wait = not again and self._is_as_it_was(row)
        try:
            await self._store.mark_sent(row, revision, reference, self._now(), again=again, at_leisure=may_wait)
        except BaseException:
            if again:
                self._under_way.once_more(row)
            raise
        if again:
            self._loop.wake()
        else:
            self._under_way.settle(row)

    def _is_as_it_was(self, row: OutboxRow) -> bool:
        """Whether only a message of a table has changed that was there: after a crash the same is done again."""
        return row.subject.kind == TABLE and bool(row.reference) and not self._under_way.is_anew(row)

    def _remember_doubt(self, row: OutboxRow) -> None:
        """What the letter says of its last attempt, where an earlier run of the program has made that."""
        is_known = self._under_way.late_until(row) or self._under_way.is_doubted(row)
        if row.last_error == NO_ANSWER and not is_known:
            self._give_up(row)

    def _give_up(self, row: OutboxRow) -> None:
        """Nobody waits for the platform's answer any more; what it was asked may still be carried out, after newer."""
        if not self._is_anew(row):
            self._under_way.give_up(row, self._now() + OVERTAKES)

    def _count(self, chat: str, row: OutboxRow, reference: str, behind: Sequence[OutboxRow]) -> None:
        """What was taken from the budgets for a letter, corrected by what it came to; `behind` it go others."""
        key, now = key_of(row), self._now()
        meter = self._meters.of(chat, changes=self._changes(row))
        # of a table the reference tells what is shown; of others it names the message alone, also when that was changed
        is_change = bool(reference) and row.subject.kind != TABLE
        unsent = reference == row.reference and not is_change and not self._is_anew(row)
        if unsent and key not in self._free:
            self._meters.whole(chat).give_back()
            meter.give_back()
        elif self._under_way.is_anew(row) and meter is not self._meters.of(chat):
            if key not in self._free:
                meter.give_back()
            self._meters.of(chat).use(now)
        else:
            meter.note_arrival(now, sum(self._counts_in(chat, other, meter) for other in behind))

    def _counts_in(self, chat: str, row: OutboxRow, meter: Meter) -> bool:
        return key_of(row) not in self._free and self._meters.of(chat, changes=self._changes(row)) is meter

    async def _note_failure(self, chat: str, row: OutboxRow, error: Exception) -> None:
        """It is tried again; a fault of our own is logged, without its message, which may name cards."""
        now = self._now()
        wait = back_off(row.attempts)
        if isinstance(error, Unanswered):
            self._give_up(row)
        if isinstance(error, TryLater):
            wait, reason = error.after or wait, error.reason
            if error.after:
                self._loop.put_off(chat, now + wait)
        else:
            reason = type(error).__name__
            LOG.error(
                "a letter could not be made",
                extra={
                    "subject": row.subject.kind,
                    "id": row.subject.id,
                    "kind": row.kind,
                    "error": reason,
                    "place": place_of(error),
                },
            )
        await self._store.mark_failed(row, now + wait, reason)
        self._forget_retried()
        self._loop.wake()


def _log_failure(chat: str, error: Exception) -> None:
    if isinstance(error, StoreError):
        LOG.error("a letter could not be marked", extra={"error": str(error)})
        return
    kind, place = type(error).__name__, place_of(error)  # its own text may name cards
    LOG.error("a letter failed", extra={"platform": platform_of(chat), "error": kind, "place": place})
