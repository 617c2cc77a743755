"""The one door: every change of a table, whoever asks for it, goes through `Door.submit`.

Decide, commit, and only then tell: a table in memory is the fold of what is stored, and nothing is shown that is not.
The same delivery twice is answered "already done"; a button from an older state is answered with the present one.
"""

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final, TypeAlias

from bot.bounded import Bounded
from bot.host.ports import (
    CHANNEL,
    TABLE,
    AlreadyDone,
    Change,
    Committed,
    LabelTaken,
    Letter,
    Result,
    Retold,
    Stale,
    Store,
    asked_now,
)
from bot.host.subjects import Changed, Live, Next, Outline, Subjects, to_its_end
from bot.tables.assigned import open_assigned
from bot.tables.calls import call_now
from bot.tables.commands import decide, decide_anew
from bot.tables.levels import players_in
from bot.tables.log import BrokenLog, LogRow, as_logged, fold, following, opening, states, table_from_opening
from bot.tables.table import CLOSED, OVER, PAUSE, PLAYING, Assigned, Chair, Settings, Table, open_table
from bot.tables.timers import Due, dues, stands
from bot.tables.who import HOST, Declined, Who
from engine.deal import ANNULLO
from engine.record import format_record
from engine.replay import format_scores
from engine.shuffle import commitment

LOG: Final = logging.getLogger(__name__)
MATCH: Final = "match"  # a result: boards and ratings count it
ROUND: Final = "round"  # the match of a tournament's table: boards among friends do not
HANDS: Final = 10_000  # of people who handled their cards, as far as it is known
CHANCE: Final = {"start": "start", "seal": "seal", "begin": "begin", "end": "stop"}
"""Commands to which the door adds a seed, as they are written down; `end` once meant something else in logs."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """The command was carried out and is stored."""

    table: Table
    revision: int


@dataclass(frozen=True, slots=True)
class Repeated:
    """The same delivery was carried out before."""

    table: Table
    revision: int


@dataclass(frozen=True, slots=True)
class OldButton:
    """The table has moved on since that button was drawn, or does not wait for that any more; nothing was done."""

    table: Table


@dataclass(frozen=True, slots=True)
class NoTable:
    """There is no such table."""


Reply: TypeAlias = Accepted | Repeated | OldButton | Declined | NoTable


class TableKind:
    """The kind of subject at which cards are played: a `bot.host.subjects.SubjectKind`."""

    name = TABLE
    tail = 0

    def fold(self, rows: Sequence[LogRow]) -> Table:
        return fold(rows)

    def label_of_log(self, rows: Sequence[LogRow]) -> str:
        try:
            return table_from_opening(rows[0]).label
        except BrokenLog:
            return ""

    def outline(self, before: Table | None, after: Table, at: int) -> Outline:
        ended = results(before, after)
        return Outline(
            snapshot=summary(after),
            phase=after.phase,
            channel=after.channel,
            label=after.label,
            dues=dues(after, at),
            letters=(*letters(after, ended, before), *calls(before, after), *farewells(before, after)),
            results=ended,
            commitment=sealed_commitment(before, after),
        )


class Door(Subjects[Table]):
    """Changes tables of one bot. `clock`: milliseconds; `chance`: so many bytes from the operating system."""

    def __init__(self, store: Store, bot: str, clock: Callable[[], int], chance: Callable[[int], bytes]) -> None:
        super().__init__(store, bot, clock, TableKind())
        self.chance = chance
        self._to_resume: dict[str, tuple[str, str]] = {}  # tables that are still to be told of an outage: id, command
        self._handled: Bounded[tuple[str, str], int] = Bounded(HANDS)  # by table and person: their cards, when last
        self._jumps: list[tuple[str, str]] = []  # of the clock since the start: id, command
        self._jumps_known: dict[str, int] = {}  # of how many of them a table knows

    def note_outage(self, commands: Mapping[str, tuple[str, str]]) -> None:
        """By table: action id and command by which the host tells it of an outage before all else."""
        self._to_resume.update(commands)

    def note_handled(self, table_id: str, person: str) -> None:
        """Somebody has ticked or sorted their cards: no change of the table, but they are there."""
        self._handled[table_id, person] = self.clock()

    def handled_at(self, table_id: str, person: str) -> int:
        """When somebody handled their cards at a table last, as far as it is known; 0 for never."""
        return self._handled.get((table_id, person), 0)

    def note_clock_jump(self, since: int, until: int) -> None:
        """The clock went from one time to another at once: each table is told before anything else is done there."""
        self._jumps.append((f"restarted:{self.chance(8).hex()}", f"restarted {since} {until}"))

    def is_unaware(self, table_id: str) -> bool:
        """Whether the table does not know yet of an outage; its due times are then not what they will be."""
        behind = table_id in self._to_resume or self._jumps_known.get(table_id, 0) < len(self._jumps)
        return behind and table_id not in self._unreadable

    def tables_to_resume(self) -> tuple[str, ...]:
        return tuple(self._to_resume)

    async def open(self, table_id: str, label: str, channel: str, who: Who, settings: Settings) -> Reply:
        """Open a table. `label` is its short name for people, unique among the bot's; a taken one is declined."""
        at, who = self.clock(), as_logged(who)
        try:
            table = open_table(settings, who.id, who.name, at, label, channel)
        except ValueError as error:
            return Declined("bad-setting", (("reason", str(error)),))
        return await self._open(table_id, who, table, at)

    async def open_assigned(
        self,
        table_id: str,
        label: str,
        channel: str,
        settings: Settings,
        assigned: Assigned,
        chairs: Sequence[Chair],
    ) -> Reply:
        """Open a tournament's table with its people by seat (`bot.tables.assigned.by_seat`); it waits for `begin`.

        Declined with `table-exists` where the same id was opened before, and `label-taken` as by `open`.
        """
        at = self.clock()
        try:
            table = open_assigned(settings, assigned, chairs, at, label, channel)
        except ValueError as error:
            return Declined("bad-setting", (("reason", str(error)),))
        return await self._open(table_id, Who(HOST), table, at)

    async def _open(self, table_id: str, who: Who, table: Table, at: int) -> Reply:
        if self._jumps:
            self._jumps_known[table_id] = len(self._jumps)
        outcome = await self.create(table_id, who, f"open:{table_id}", Next(table, opening(table)), at)
        if isinstance(outcome, LabelTaken):
            return Declined("label-taken", (("label", table.label),))
        if not isinstance(outcome, Committed):
            return Declined("table-exists")
        return Accepted(table, outcome.revision)

    async def submit(
        self, table_id: str, who: Who, action_id: str, command: str, stage: int | None = None, due: Due | None = None
    ) -> Reply:
        """Carry out a command once. `stage` is that of the button it comes from; None where it comes from none.

        `due`: the due time it comes from. It is judged by the table as it is stored in that moment, for what was due
        for one turn must not be done to the next.
        """
        with asked_now():
            return await self._submit(table_id, as_logged(who), action_id, command, stage, due)

    async def _submit(
        self, table_id: str, who: Who, action_id: str, command: str, stage: int | None, due: Due | None
    ) -> Reply:
        def decided(table: Table, at: int) -> Next[Table] | OldButton | Declined:
            if (stage is not None and stage != table.stage) or (due is not None and not stands(table, due, at)):
                return OldButton(table)
            found = decide_anew(table, who, self._with_chance(command), at)
            return found if isinstance(found, Declined) else Next(found.table, found.command)

        reply: Changed[Table] | OldButton | Declined | None = await self.change(
            table_id, who, action_id, decided, is_due=due is not None
        )
        match reply:
            case None:
                return NoTable()
            case Changed(table, revision, fresh):
                return Accepted(table, revision) if fresh else Repeated(table, revision)
            case _:
                return reply

    async def table(self, table_id: str) -> Table | None:
        """The table as it is stored."""
        found = await self.stored_state(table_id)
        return found[0] if found else None

    async def stored_state(self, table_id: str, at_least: int = 0) -> tuple[Table, int] | None:
        """The table as it is stored, and its revision."""
        if self._is_behind(table_id):  # it is told of that first, which is a change
            return await to_its_end(super().stored_state(table_id, at_least))
        return await super().stored_state(table_id, at_least)

    def retold(self, rows: Sequence[LogRow]) -> Retold | None:
        """What is derived from a log whose texts have changed, made anew."""
        return retold(rows)

    def _with_chance(self, command: str) -> str:
        verb = command.split(maxsplit=1)[0] if command.split() else ""
        return f"{CHANCE[verb]} {self.chance(32).hex()}" if verb in CHANCE else command

    # --- tables that are to be told something first -------------------------------------------------------------------

    async def _load(self, table_id: str, live: Live[Table]) -> Table | None:
        while (table := await super()._load(table_id, live)) is not None and self._is_behind(table_id):
            await self._rouse(table_id, live)
        if table is None:
            self._to_resume.pop(table_id, None)
        return table

    def _is_behind(self, table_id: str) -> bool:
        """Whether the table is to be told something, also of a jump that only this look at the clock tells of."""
        self.clock()
        return self.is_unaware(table_id)

    async def _rouse(self, table_id: str, live: Live[Table]) -> None:
        """A table is told the first thing that it missed; where that cannot be stored it stays unaware."""
        if table_id in self._to_resume:
            if await self._tell(table_id, live, *self._to_resume[table_id]):
                self._to_resume.pop(table_id, None)
        else:
            number = self._jumps_known.get(table_id, 0)
            if await self._tell(table_id, live, *self._jumps[number]):
                self._jumps_known[table_id] = number + 1

    async def _tell(self, table_id: str, live: Live[Table], action_id: str, command: str) -> bool:
        """Carry out the host's command, once and where it changes anything.

        False: another host was quicker, and what it has stored has to be read first.
        """
        table, at = live.state, self.clock()
        if table is None or action_id in live.action_revisions:
            return True
        decided = decide(table, Who(HOST), command, at)
        if isinstance(decided, Declined) or (decided.table == table and table_id not in self._to_resume):
            return True
        change = self._change(table_id, live.revision, action_id, Who(HOST), decided.command, at, table, decided.table)
        outcome = await self._commit(live, change)
        if isinstance(outcome, AlreadyDone | Stale):
            live.state = None
            return False
        if isinstance(outcome, Committed):
            self._settle(table_id, live, decided.table, outcome.revision, change)
        return True

    def _may_lag(self, state: Table) -> bool:
        """A tournament is told of each step; elsewhere who sits where stays as it is while cards are played."""
        return state.phase == PLAYING and state.assigned is None

    def _is_finished(self, state: Table) -> bool:
        return state.phase == CLOSED

    def _after(self, state: Table, rows: Sequence[LogRow]) -> Table:
        return reduce(following, rows, state)

    def _settle(self, table_id: str, live: Live[Table], table: Table, revision: int, change: Change) -> None:
        if table.phase == CLOSED:
            self._forget(table_id)
        super()._settle(table_id, live, table, revision, change)


def letters(table: Table, ended: Sequence[Result] = (), before: Table | None = None) -> tuple[Letter, ...]:
    """Who is to be shown the table's new state: its channels, and each person who sits there.

    Where a deal has `ended` the channels get the score, too, and until the next one who is ready for it; after a match
    until the first deal of a rematch. Once more where the next deal has begun, or never will, for `before` it said so;
    and where it may be seen by everybody from now on.
    """
    between = bool(table.with_score_sheet.records) and table.phase in (PAUSE, OVER)
    announced = before is not None and before.phase == PAUSE and bool(before.records) and table.phase != PAUSE
    opened = before is not None and before.result_sealed and not table.result_sealed
    kinds = ("table", "score") if ended or between or announced or opened else ("table",)
    channels = [Letter(f"{CHANNEL}{channel}", kind) for channel in table.channels for kind in kinds]
    hands = [Letter(chair.person, "hand") for chair in table.chairs if chair.person]
    return (*channels, *hands)


def calls(old: Table | None, new: Table) -> tuple[Letter, ...]:
    """What names in the channels who is waited for comes, changes or goes."""
    before, now = call_now(old) if old is not None else None, call_now(new)
    if before == now:
        return ()
    return tuple(Letter(f"{CHANNEL}{channel}", "call") for channel in new.channels)


def farewells(old: Table | None, new: Table) -> tuple[Letter, ...]:
    """Whose seat has another person now, and who sits nowhere else: what shows them their hand is to end."""
    before = old.chairs if old is not None else ()
    pairs = [(one.person, two.person) for one, two in zip(before, new.chairs, strict=False) if one.person != two.person]
    return tuple(
        Letter(leaver, "hand") for leaver, newcomer in pairs if leaver and newcomer and not new.seat_of(leaver)
    )


def results(old: Table | None, new: Table) -> tuple[Result, ...]:
    """The deals that this change has ended, and the match, with their records."""
    if old is None or new.match is None or old.match is None or new.records == old.with_score_sheet.records:
        return ()  # where nobody wants the rematch any more, the match before was told when it ended
    ended = len(new.match.deals) > len(old.match.deals)
    if not ended and (new.phase != OVER or old.phase != PAUSE or new.assigned is None):
        return ()
    found = [_deal_result(new)] if ended else []
    broken_off = new.phase == CLOSED and new.match.deals[-1].termination == ANNULLO
    if new.phase == OVER or (new.phase == CLOSED and new.match.is_over and not broken_off):
        found.append(_match_result(new))
    return tuple(found)


def _deal_result(table: Table) -> Result:
    assert table.match is not None
    points = tuple(side.total for side in table.match.deals[-1].scores)
    record, last = format_record(table.records[-1:]), players(table, table.seatings[-1:])
    return Result("deal", len(table.records), record, format_scores(table.code, points), last)


def _match_result(table: Table) -> Result:
    """Of a tournament's table it is a round: what counts is the tournament's own list, which an arbiter corrects."""
    assert table.match is not None
    kind, totals = MATCH if table.assigned is None else ROUND, format_scores(table.code, table.match.totals)
    return Result(kind, 1, format_record(table.records), totals, players(table, table.seatings))


def retold(rows: Sequence[LogRow]) -> Retold | None:
    """What follows from a table's log; None where it breaks."""
    before: Table | None = None
    found: list[tuple[int, Result]] = []
    try:
        for row, table in zip(rows, states(rows), strict=False):
            found += [(row.seq, one) for one in results(before, table)]
            before = table
    except BrokenLog:
        return None
    return Retold(summary(before), tuple(found), letters(before)) if before is not None else None


def sealed_commitment(old: Table | None, new: Table) -> str:
    """The commitment of the deal that this change has sealed, "" where it seals none."""
    return commitment(new.seed) if old is not None and new.seed and new.seed != old.seed else ""


def players(table: Table, seatings: Sequence[Sequence[Chair]]) -> str:
    """Who sat where when each deal ended, as JSON: by deal, by seat, person and computer player, "" for none."""
    found = [
        [[chair.person, player] for chair, player in zip(chairs, players_in(table, chairs), strict=True)]
        for chairs in seatings
    ]
    return json.dumps(found, separators=(",", ":"))


def summary(table: Table) -> str:
    """What a list of tables shows, and who sits where, as JSON; no card is in it."""
    names = {seat: chair.name for seat, chair in zip(table.code.seats, table.chairs, strict=True)}
    found = {
        "rules": table.settings.rules,
        "phase": table.phase,
        "names": names,
        "chairs": [[chair.person, chair.computer] for chair in table.chairs],
        "channels": table.channels,
        "waiting": [person for person, _ in table.waiting],
        "turn": "" if table.paused else table.in_turn,
    }
    return json.dumps(found, ensure_ascii=False)
