"""The tournaments of one bot: kept, changed one at a time, and moved on when something is due.

What is due is a command like anybody's, given by the host under a name made of its time: after a crash it is given
again, and done once. Chance comes from the operating system, through who makes this.
"""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from functools import partial
from typing import Final, TypeAlias

from bot.host.due_loop import DueLoop, Work
from bot.host.ports import CHANNEL, NEVER, Committed, DueRow, Letter, OutboxRow, Store
from bot.host.retry import fault_of
from bot.host.standing_messages import bring_again
from bot.host.subjects import Changed, Next, Subjects
from bot.tables.who import HOST, Declined, Who
from bot.tournaments import timers
from bot.tournaments.announcing import first_fault
from bot.tournaments.club_tournament import BEFORE, LOST, OVER, RUNNING, Announcement, ClubTournament
from bot.tournaments.commands import command, decide, parse_command
from bot.tournaments.dealt import due_scores
from bot.tournaments.duplicate import DECK
from bot.tournaments.kind import (
    CALLED,
    NOT_STARTED,
    RENAMED,
    TOURNAMENT,
    WORD,
    TournamentKind,
    WhomToTell,
    is_urgent,
    kinds_of_letters,
    nobody,
    round_letter,
)
from bot.tournaments.log import new_tournament, opening
from bot.tournaments.officio import next_ex_officio
from bot.tournaments.urgency import grace

LOG: Final = logging.getLogger(__name__)
LONGEST_SLEEP: Final = 30.0  # seconds
BOARD_EVERY: Final = 30_000  # milliseconds
MOST_LIVE: Final = 20  # tournaments of a channel that have not ended
TOO_FEW: Final = "event-too-few"

Hearer: TypeAlias = Callable[[str, int, ClubTournament | None, ClubTournament], Awaitable[None]]
"""Hears of each change, by the tournament's id and the number of its entry in the log: how it stood, None where there
was none, and how it stands now.
"""

Refuser: TypeAlias = Callable[[str, ClubTournament, Declined], Awaitable[None]]
"""Hears why a tournament cannot begin at its time, by its id."""

Arranger: TypeAlias = Callable[[str], Awaitable[bool]]
"""Does what is to be done at the tables of a tournament that is dealt in the chat; whether anything was."""


async def _no_tables(_id: str) -> bool:
    return False


class Tournaments:
    """`clock`: milliseconds. `chance`: so many bytes from the operating system. Raises `StoreError`.

    Of a round that is dealt in the chat, whose tables change all the time, its channel is shown how they stand every
    `BOARD_EVERY`; where nothing has changed, nothing is shown.
    """

    def __init__(
        self,
        store: Store,
        bot: str,
        clock: Callable[[], int],
        chance: Callable[[int], bytes],
        hearer: Hearer,
        refuser: Refuser,
        whom_to_tell: WhomToTell = nobody,
        arranger: Arranger = _no_tables,
    ) -> None:
        self._store = store
        self._bot = bot
        self._clock = clock
        self._chance = chance
        self._hearer = hearer
        self._refuser = refuser
        self._arranger = arranger
        self._to_arrange: set[str] = set()  # whose tables have changed; after a start, all that run
        self._shown_at: dict[str, int] = {}  # when a round was shown last, by tournament
        self._to_show: set[str] = set()
        self._hurries: set[str] = set()  # of whose round the channel is to be shown more than how tables stand
        self._table_listeners: list[Callable[[str], None]] = []
        self._begun = False
        self.subjects = Subjects(store, bot, clock, TournamentKind(whom_to_tell))
        self._loop = DueLoop(clock, self._due, self._next_due, _log_failure, LONGEST_SLEEP)

    # --- what people ask ----------------------------------------------------------------------------------------------

    async def announce(self, id_: str, channel: str, who: Who, announcement: Announcement) -> ClubTournament | Declined:
        """A new tournament of a channel; the same id again finds it."""
        if there := await self.find(id_):
            return there
        at = self._clock()
        if refused := first_fault(announcement, at):
            return refused
        if len(await self.live(channel)) >= MOST_LIVE:
            return Declined("tournament-many", (("most", str(MOST_LIVE)),))
        new = new_tournament(announcement, channel, who.id, at)
        outcome = await self.subjects.create(id_, who, "announced", Next(new, opening(new)), at)
        if not isinstance(outcome, Committed):
            return await self.find(id_) or Declined("tournament-not-now")
        self._loop.wake()
        await self._hearer(id_, outcome.revision, None, new)
        return new

    async def submit(self, id_: str, who: Who, action_id: str, line: str) -> ClubTournament | Declined | None:
        """Carry out a command once; None where there is no such tournament."""
        return await self._change(id_, who, action_id, lambda one, at: decide(one, who, self._with_chance(line), at))

    async def _change(
        self,
        id_: str,
        who: Who,
        action_id: str,
        judge: Callable[[ClubTournament, int], Next[ClubTournament] | Declined],
    ) -> ClubTournament | Declined | None:
        before: list[ClubTournament] = []

        def decided(one: ClubTournament, at: int) -> Next[ClubTournament] | Declined:
            before[:] = [one]
            return judge(one, at)

        found = await self.subjects.change(id_, who, action_id, decided)
        if not isinstance(found, Changed):
            return found
        self._loop.wake()
        if found.fresh:
            self._note_shown(id_, before[0], found.state)
            await self._hearer(id_, found.revision, before[0], found.state)
        return found.state

    def _with_chance(self, line: str) -> str:
        """A start with the seed of its lots, and a deck with its own, which nobody has chosen."""
        verb, _ = parse_command(line)
        return command(verb, seed=self._chance(32).hex()) if verb in (timers.STARTS, DECK) else line

    async def find(self, id_: str) -> ClubTournament | None:
        """The tournament of this id, also one that is over."""
        found = await self.subjects.stored_state(id_) if id_ else None
        return found[0] if found is not None else None

    async def live(self, channel: str = "") -> list[tuple[str, ClubTournament]]:
        """Those that have not ended, of a channel or of all, each with its id; the next start first."""
        rows = await self._store.live(self._bot, TOURNAMENT, channel)
        found = [(row.subject.id, await self.find(row.subject.id)) for row in rows]
        there = [(id_, one) for id_, one in found if one is not None]
        return sorted(there, key=lambda item: (item[1].announcement.starts or item[1].created, item[0]))

    async def last_ended(self, channel: str, state: str = OVER) -> tuple[str, ClubTournament] | None:
        """The tournament of a channel that came to this end last, with its id."""
        for row in reversed(await self._store.ended(self._bot, TOURNAMENT, channel)) if channel else ():
            one = await self.find(row.subject.id)
            if one is not None and one.state == state:
                return row.subject.id, one
        return None

    @asynccontextmanager
    async def rewriting(self, persons: Collection[str], named: Collection[str] = ()) -> AsyncIterator[None]:
        """Nothing is done to any tournament meanwhile: these persons are forgotten, who are `named` in these of them.

        Where they have signed up, or look for a partner, that is taken back; where it has begun, what is not whole yet
        is, too, and somebody without a name has played. What stands of it in a channel is shown anew, also of one that
        is over.
        """
        for id_, one in await self.live():
            await self.take_out(id_, one, persons)
            await self._end_undirected(id_)
        ids = [id_ for id_, _ in await self.live()]
        async with self.subjects.rewriting([*ids, *self.subjects.in_memory, *named]):
            for id_ in named:  # stored before anybody is forgotten: the host may die of it
                await self._say_again(id_, persons)
            yield
        for id_ in named:  # what was being brought meanwhile
            await self._say_again(id_, persons)

    async def take_out(self, id_: str, one: ClubTournament, persons: Collection[str]) -> None:
        """What these persons, who are nobody any more, have asked for is taken back; they direct and judge nothing."""
        for sign_up in (*(one.sign_ups if one.state in BEFORE else ()), *one.proposals):
            if set(persons) & set(sign_up.players):
                action = f"forgotten:{sign_up.number}"
                await self.submit(id_, Who(HOST), action, command("leave", number=sign_up.number))
        for person in [each for each in persons if each in one.seeking]:
            await self.submit(id_, Who(person), f"forgotten:seeking:{person}", command("unseek"))
        for person in [each for each in persons if each in (*one.staff, one.jury)]:
            await self.submit(id_, Who(HOST), f"forgotten:{person}", command("forgotten", player=person))

    async def _say_again(self, id_: str, persons: Collection[str]) -> None:
        """What stands of it in a channel, and what others were told in private, says what it would say now."""
        at = self._clock()
        await bring_again(self._store, self._bot, id_, at)
        rows = await self._store.letters(self._bot, id_)
        viewers = dict.fromkeys(row.viewer for row in rows if row.kind in (WORD, CALLED) and row.reference)
        found = tuple(Letter(viewer, RENAMED) for viewer in viewers if viewer not in persons)
        if found:
            await self._store.add_letters(self._bot, id_, found, at)

    async def _end_undirected(self, id_: str) -> None:
        """In a browser nobody else can begin what has lost its last arbiter; a channel has administrators."""
        one = await self.find(id_)
        if one is not None and not one.in_chat and one.state in BEFORE and not one.staff:
            await self.submit(id_, Who(HOST), "forgotten:undirected", command("cancel", reason="lapsed"))

    # --- what happens by itself ---------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Until it is cancelled."""
        await self._loop.run()

    async def fire(self) -> int:
        """Everything that is due now; how often a tournament moved on."""
        return await self._loop.until_nothing_is_due()

    async def _due(self, now: int) -> dict[str, Work]:
        await self._begin()
        due: dict[str, DueRow] = {}
        for row in await self._store.due_rows(self._bot, now, kind=TOURNAMENT):
            if row.subject.id not in self.subjects.unreadable:
                due.setdefault(row.subject.id, row)
        work: dict[str, Work] = {id_: partial(self._arrange, id_) for id_ in self._to_arrange}
        # before what tables tell, which never ends while they play, and so seldom that nothing waits for it
        work |= {id_: partial(self._show, id_) for id_ in self._to_show if self._shows_at(id_) <= now}
        work |= {id_: partial(self._fire, row) for id_, row in due.items()}
        for id_ in self._to_show:
            self._loop.look_again(max(now + 1, self._shows_at(id_)))
        return {id_: one for id_, one in work.items() if self._loop.is_free(id_, now)}

    async def _next_due(self, now: int) -> int | None:
        return await self._store.next_due(self._bot, now, TOURNAMENT)

    # --- tables that are dealt in the chat ----------------------------------------------------------------------------

    async def _begin(self) -> None:
        """Whatever happened at tables while nobody listened is looked at first."""
        if not self._begun:
            running = [id_ for id_, one in await self.live() if one.seed and one.announcement.is_dealt]
            self._begun = True
            self._to_arrange.update(running)
            self._to_show.update(running)

    def wake(self) -> None:
        """Something may be due of which nothing here has told."""
        self._loop.wake()

    def note_table(self, id_: str) -> None:
        """A table of this tournament stands otherwise."""
        self._to_arrange.add(id_)
        self._to_show.add(id_)
        self._loop.wake()
        for listener in self._table_listeners:
            listener(id_)

    def listen_to_tables(self, listener: Callable[[str], None]) -> None:
        """Call this with the id of a tournament of which a table stands otherwise."""
        self._table_listeners.append(listener)

    async def stop_those_of(self, channel: str, *, topics: bool) -> None:
        """Their tables stand still, until an arbiter has them go on: their channel, or the group of it, is lost."""
        for id_, one in await self.live():
            is_there = one.channel == channel or (topics and one.channel.startswith(f"{channel}/"))
            if is_there and one.announcement.is_dealt and one.state == RUNNING:
                action = f"lost:{one.current.number if one.current else 0}:{self._clock()}"  # it may be lost again
                await self.submit(id_, Who(HOST), action, command("pause", why=LOST))

    async def _arrange(self, id_: str) -> bool:
        self._to_arrange.discard(id_)
        try:
            return await self._arranger(id_)
        except BaseException:
            self._to_arrange.add(id_)
            raise

    async def _fire_tables(self, row: DueRow) -> bool:
        """What is to be done after a change; one that comes meanwhile may be due at the same moment."""
        id_ = row.subject.id
        before = await self._revision(id_)
        moved = await self._arrange(id_)
        await self._store.put_off(self._bot, row, NEVER)
        if await self._revision(id_) != before:
            self._to_arrange.add(id_)
        return moved

    async def _revision(self, id_: str) -> int:
        found = await self.subjects.stored_state(id_)
        return found[1] if found is not None else 0

    async def _fire_scores(self, row: DueRow) -> bool:
        """Every score to which nobody has objected in time; several may have been entered at the same moment."""
        one = await self.find(row.subject.id)
        due = due_scores(one, self._clock()) if one is not None else ()
        all_stand = bool(due)
        for score in due:
            line = command(timers.STANDS, table=score.table)
            found = await self.submit(row.subject.id, Who(HOST), f"due:{row.kind}:{score.table}:{row.at}", line)
            if isinstance(found, Declined):
                LOG.warning("a score does not stand", extra={"tournament": row.subject.id, "reason": found.key})
                all_stand = False
        if not all_stand:
            await self._store.put_off(self._bot, row, NEVER)
        return all_stand

    def _note_shown(self, id_: str, before: ClubTournament, after: ClubTournament) -> None:
        """What a change has shown by itself, and what is left to be shown of it."""
        if after.current is None or not after.in_chat:
            return
        if is_urgent(before, after):
            self._hurries.add(id_)
        if not after.announcement.is_dealt:
            return
        if round_letter(after) in kinds_of_letters(before, after):
            self._shown_at[id_] = self._clock()
            self._to_show.discard(id_)
        elif not after.current.closed:
            self._to_show.add(id_)

    def note_shown(self, id_: str) -> None:
        """The channel is shown a round as it is."""
        self._hurries.discard(id_)

    def grace(self, row: OutboxRow) -> int:
        """So many milliseconds a letter lets others go first."""
        return grace(row.kind, is_new=not row.reference, hurries=row.subject.id in self._hurries)

    def _shows_at(self, id_: str) -> int:
        return self._shown_at.get(id_, 0) + BOARD_EVERY

    async def _show(self, id_: str) -> bool:
        """Its channel is shown how the tables stand."""
        one, now = await self.find(id_), self._clock()
        self._to_show.discard(id_)
        if one is None or not one.in_chat:
            return True
        if one.current is not None and one.state == RUNNING and not one.current.closed:
            letter = Letter(f"{CHANNEL}{one.channel}", round_letter(one))
            await self._store.add_letters(self._bot, id_, (letter,), now)
            self._shown_at[id_] = now
        return True

    # --- what is due --------------------------------------------------------------------------------------------------

    async def _fire(self, row: DueRow) -> bool:
        """Whether the tournament moved on; what cannot be done any more is forgotten.

        What follows by itself has one row for all tables: what cannot be done at one must not stop the others.
        """
        if row.kind == timers.TABLES:
            return await self._fire_tables(row)
        if row.kind == timers.STANDS:
            return await self._fire_scores(row)
        found = await self._change(row.subject.id, Who(HOST), f"due:{row.kind}:{row.at}", partial(self._judge_due, row))
        one = await self.find(row.subject.id)
        if isinstance(found, Declined) and row.kind == timers.STARTS and one is not None and _awaits(one, row):
            letters = tuple(Letter(arbiter, NOT_STARTED) for arbiter in one.staff)
            await self._store.add_letters(self._bot, row.subject.id, letters, self._clock())
            await self._refuser(row.subject.id, one, found)
        if isinstance(found, ClubTournament) and not _awaits(found, row):
            return True
        later = _later(one, row, self._clock()) if one is not None else None
        await self._store.put_off(self._bot, row, NEVER if later is None else later)
        return False

    def _judge_due(self, row: DueRow, one: ClubTournament, at: int) -> Next[ClubTournament] | Declined:
        """What is due is done if it still is, for it may just have been put off; with too few it is called off."""
        if row.kind != timers.OFFICIO and not _awaits(one, row):
            return Declined("tournament-not-now")
        found = decide(one, Who(HOST), self._with_chance(_command_of(row.kind, one)), at)
        if isinstance(found, Declined) and found.key == TOO_FEW and row.kind == timers.STARTS:
            return decide(one, Who(HOST), command("cancel", reason="too-few"), at)
        return found

    def why_not_started(self, one: ClubTournament) -> Declined | None:
        """Why the host cannot begin it, None where it could, or need not."""
        if one.state not in BEFORE:
            return None
        found = decide(one, Who(HOST), self._with_chance(command(timers.STARTS)), self._clock())
        return found if isinstance(found, Declined) else None


def _awaits(one: ClubTournament, row: DueRow) -> bool:
    """Whether the same is still due at the same time."""
    return any((due.kind, due.at) == (row.kind, row.at) for due in timers.dues(one))


def _later(one: ClubTournament, row: DueRow, now: int) -> int | None:
    """When the same is due at another time, or what follows by itself once more; None for never."""
    if row.kind == timers.OFFICIO:
        return next_ex_officio(one, now)
    return next((due.at for due in timers.dues(one) if due.kind == row.kind and due.at != row.at), None)


def _command_of(kind: str, one: ClubTournament) -> str:
    """What the host does when this is due."""
    match kind:
        case timers.DAY_BEFORE | timers.HOUR_BEFORE:
            return command("remind", kind=kind)
        case timers.LAPSES:
            return command("cancel", reason="lapsed")
        case timers.TIME_OUT if one.current is not None:
            return command("rule", type="timeout", round=one.current.number)
        case _:
            return command(kind)


def _log_failure(id_: str, error: Exception) -> None:
    LOG.error(
        "what was due at a tournament failed and is tried again",
        extra={"tournament": id_, "error": fault_of(error)},
    )
