"""The series of one bot: kept, changed one at a time, and moved on when an evening is to be announced or is over.

An evening is written down in its series first and announced then, under an id made of series and start: after a crash
in between it is announced at the next start, once. What has become of an evening is looked up whenever its tournament
changes, and at every start for those that are not over and for those of the season.
"""

import hashlib
import logging
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol

from bot.host.due_loop import DueLoop, Work
from bot.host.ports import NEVER, Committed, DueRow, Store
from bot.host.retry import fault_of
from bot.host.standing_messages import bring_again
from bot.host.subjects import Changed, Next, Subjects
from bot.series.commands import decide, fault, opening
from bot.series.kind import CLOSING, SERIES, SeriesKind
from bot.series.series import (
    ENDED,
    OFF,
    OPEN,
    Evening,
    Series,
    dues,
    evening_of,
    final_to_come,
    next_open,
    opens_at,
)
from bot.tables.who import HOST, Declined, Who
from bot.tournaments.club_tournament import IN_BROWSER
from bot.tournaments.commands import command

LOG: Final = logging.getLogger(__name__)
LONGEST_SLEEP: Final = 30.0  # seconds
MOST_LIVE: Final = 10  # series of a channel


@dataclass(frozen=True, slots=True)
class EveningState:
    """How the tournament of an evening stands. `mark`: of its outcome, as of `Evening`; `starts`: 0 for any time."""

    mark: str
    starts: int = 0


class Evenings(Protocol):
    """The tournaments of series. Each raises `StoreError`."""

    async def announce(self, id_: str, one: Series, evening: Evening) -> Declined | None:
        """Announce an evening, once; or why it cannot be."""

    async def standing(self, tournament: str) -> EveningState | None:
        """How it stands now; None where there is no such tournament."""

    async def invite(self, one: Series, evening: Evening) -> None:
        """Those who are the first of the season by now are invited to its final, as long as it has not begun."""


class SeriesKeeper:
    """`clock`: milliseconds. Raises `StoreError`."""

    def __init__(self, store: Store, bot: str, clock: Callable[[], int], evenings: Evenings) -> None:
        self._store = store
        self._bot = bot
        self._clock = clock
        self._evenings = evenings
        self.subjects = Subjects(store, bot, clock, SeriesKind())
        self._loop = DueLoop(clock, self._due, self._next_due, _log_failure, LONGEST_SLEEP)
        self._touched: dict[str, set[str]] = {}  # evenings to be looked at, by their series

    # --- what people ask ----------------------------------------------------------------------------------------------

    async def make(self, id_: str, new: Series) -> Series | Declined:
        """A new series, with the number that is free in its channel; the same id again finds it."""
        if there := await self.find(id_):
            return there
        others = await self.live(new.channel)
        if len(others) >= MOST_LIVE:
            return Declined("series-many", (("most", str(MOST_LIVE)),))
        if refused := fault(new.terms, int(new.form.get("closes", 0))):
            return refused
        who = Who(new.author, admin=True)
        outcome = await self.subjects.create(id_, who, "announced", Next(new, opening(new)), new.created)
        if not isinstance(outcome, Committed):
            return await self.find(id_) or Declined("tournament-not-now")
        self._loop.wake()
        return new

    async def submit(self, id_: str, who: Who, action_id: str, line: str) -> Series | Declined | None:
        """Carry out a command once; None where there is no such series."""
        found = await self.subjects.change(id_, who, action_id, lambda one, at: decide(one, who, line, at))
        if not isinstance(found, Changed):
            return found
        self._loop.wake()
        return found.state

    async def find(self, id_: str) -> Series | None:
        """The series of this id, also one that has ended."""
        found = await self.subjects.stored_state(id_) if id_ else None
        return found[0] if found is not None else None

    async def live(self, channel: str = "") -> list[tuple[str, Series]]:
        """Those that go on, of a channel or of all, each with its id; in the order of their numbers."""
        rows = await self._store.live(self._bot, SERIES, channel)
        found = [(row.subject.id, await self.find(row.subject.id)) for row in rows]
        there = [(id_, one) for id_, one in found if one is not None and (one.state != ENDED or not channel)]
        return sorted(there, key=lambda item: (item[1].number, item[0]))

    async def last_over(self, channel: str) -> list[tuple[str, Series]]:
        """The series of a channel that ended last, with its id; nothing where none has."""
        rows = await self._store.ended(self._bot, SERIES, channel) if channel else ()
        found = [(row.subject.id, await self.find(row.subject.id)) for row in rows[-1:]]
        return [(id_, one) for id_, one in found if one is not None]

    @asynccontextmanager
    async def rewriting(
        self, persons: Collection[str] = (), evenings: Collection[str] = (), channels: Collection[str] = ()
    ) -> AsyncIterator[None]:
        """Nothing is done to any series meanwhile: these persons, who may stand in their logs, are forgotten.

        What they have announced in a browser ends, where nobody else could end it; a channel has administrators. The
        messages after evenings of a season in which they played, by its `evenings` in these `channels`, are shown anew.
        """
        for id_, one in await self.live():
            if one.author in persons and one.channel.startswith(IN_BROWSER):
                await self.submit(id_, Who(HOST), "forgotten", command("end"))
        naming = await self._naming(frozenset(evenings), channels)
        ids = {*self.subjects.in_memory, *[id_ for id_, _ in await self.live()], *naming}
        async with self.subjects.rewriting(ids):
            for id_, kinds in naming.items():  # stored before anybody is forgotten: the host may die of it
                await bring_again(self._store, self._bot, id_, self._clock(), kinds.__contains__)
            yield
        for id_, kinds in naming.items():  # what was being brought meanwhile
            await bring_again(self._store, self._bot, id_, self._clock(), kinds.__contains__)
            await self._look_at_finals(id_)

    async def _look_at_finals(self, id_: str) -> None:
        """Others may be invited to a final that has not begun."""
        one = await self.find(id_)
        for evening in [each for each in one.awaited if each.is_final] if one is not None else ():
            self.note(id_, evening.tournament)

    async def _naming(self, evenings: Collection[str], channels: Collection[str]) -> Mapping[str, Collection[str]]:
        """The kinds of letters that show a season to which one of these evenings belongs, by series."""
        rows = [row for channel in channels for row in await self._store.ended(self._bot, SERIES, channel)]
        over = [(row.subject.id, await self.find(row.subject.id)) for row in rows]
        found: dict[str, Collection[str]] = {}
        for id_, one in [*await self.live(), *over]:
            seasons = {each.season for each in one.evenings if each.tournament in evenings} if one is not None else ()
            if one is not None and seasons:
                found[id_] = [
                    f"{CLOSING}{number}" for number, each in enumerate(one.evenings, 1) if each.season in seasons
                ]
        return found

    def wake(self) -> None:
        """Something may be due of which nothing here has told."""
        self._loop.wake()

    def note(self, id_: str, tournament: str) -> None:
        """Something has become of an evening of this series."""
        self._touched.setdefault(id_, set()).add(tournament)
        self._loop.wake()

    # --- what happens by itself ---------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Until it is cancelled."""
        await self.look_at_all()
        await self._loop.run()

    async def look_at_all(self) -> None:
        """The host may have died between the end of an evening and what its series makes of it."""
        for id_, one in await self.live():
            for evening in {*one.awaited, *one.of_season(one.season)}:
                self.note(id_, evening.tournament)
            for evening in [each for each in one.evenings if each.season == one.season and each.mark == OFF]:
                if await self._evenings.standing(evening.tournament) is not None:  # else it was never announced
                    self.note(id_, evening.tournament)

    async def fire(self) -> int:
        """Everything that is due now; how often a series moved on."""
        return await self._loop.until_nothing_is_due()

    async def _due(self, now: int) -> Mapping[str, Work]:
        rows: dict[str, DueRow | None] = dict.fromkeys(self._touched)
        for row in await self._store.due_rows(self._bot, now, kind=SERIES):
            rows[row.subject.id] = row
        unreadable = self.subjects.unreadable
        free = [id_ for id_ in rows if id_ not in unreadable and self._loop.is_free(id_, now)]
        return {id_: partial(self._look, id_, rows[id_]) for id_ in free}

    async def _next_due(self, now: int) -> int | None:
        return await self._store.next_due(self._bot, now, SERIES)

    async def _look(self, id_: str, row: DueRow | None) -> int:
        """What is touched, and what is due; how often the series moved on."""
        moved = 0
        while id_ in self._touched:
            moved += await self._settle_next(id_)
        return moved + (await self._open(id_, row) if row is not None else 0)

    async def _settle_next(self, id_: str) -> int:
        """One that is touched. What becomes of it meanwhile is looked at once more; what fails is tried again."""
        touched = self._touched[id_]
        tournament = min(touched)
        touched.remove(tournament)
        if not touched:
            del self._touched[id_]
        try:
            return await self._settle(id_, tournament)
        except BaseException:
            self.note(id_, tournament)
            raise

    async def _settle(self, id_: str, tournament: str) -> int:
        """An evening that is written down is announced, if it is not yet; what has become of it is noted."""
        one = await self.find(id_)
        evening = evening_of(one, tournament) if one is not None else None
        if one is None or evening is None:
            return 0
        found = await self._evenings.standing(tournament)
        if found is None:
            found = EveningState(OFF if await self._evenings.announce(id_, one, evening) is not None else "")
        elif evening.is_final and not found.mark:
            await self._evenings.invite(one, evening)
        moved = found.starts if found.starts != evening.starts else 0
        if (found.mark, moved) == (evening.mark, evening.moved):
            return 0
        action = f"noted:{tournament}:{found.mark}:{await self._revision(id_)}"
        keys = {"tournament": tournament, "mark": found.mark, **({"moved": moved} if moved else {})}
        await self.submit(id_, Who(HOST), action, command("noted", **keys))
        final = final_to_come(one, evening.season)
        if final is not None and final is not evening:
            self.note(id_, final.tournament)
        return 1

    async def _revision(self, id_: str) -> int:
        found = await self.subjects.stored_state(id_)
        return found[1] if found is not None else 0

    async def _open(self, id_: str, row: DueRow) -> int:
        """The next evening that people can sign up for, once; those that have passed are gone."""
        one, now = await self.find(id_), self._clock()
        wanted = {due.kind: due.at for due in dues(one)} if one is not None else {}
        if one is None or wanted.get(OPEN, NEVER) > now:
            await self._store.put_off(self._bot, row, wanted.get(OPEN, NEVER))
            return 0
        starts, missed = next_open(one, now)
        if missed and (not starts or opens_at(one, starts) > now):
            line = command("moved", starts=starts, missed=missed)
            return await self._moves_on(id_, row, f"due:moved:{one.starts}", line)
        tournament = evening_id(id_, starts)
        line = command("opened", tournament=tournament, starts=starts, missed=missed)
        moved = await self._moves_on(id_, row, f"due:{OPEN}:{starts}", line)
        self.note(id_, tournament)  # it is announced then, and again where that fails
        return moved

    async def _moves_on(self, id_: str, row: DueRow, action: str, line: str) -> int:
        """Whether it did; what cannot be done any more is forgotten."""
        found = await self.submit(id_, Who(HOST), action, line)
        if isinstance(found, Series):
            return 1
        await self._store.put_off(self._bot, row, NEVER)
        return 0


def evening_id(series: str, starts: int) -> str:
    """The id of the tournament of this start."""
    return f"tour{hashlib.sha256(f'{series} {starts}'.encode()).hexdigest()[:16]}"


def _log_failure(id_: str, error: Exception) -> None:
    LOG.error("what was due at a series failed and is tried again", extra={"series": id_, "error": fault_of(error)})
