"""The store against a dictionary, through whatever comes: repeats, stale changes, failures to send, restarts."""

import asyncio
import shutil
import tempfile
from collections.abc import Awaitable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from bot.database_address import Database
from bot.host.ports import (
    AlreadyDone,
    Committed,
    DueRow,
    LabelTaken,
    Letter,
    OutboxRow,
    Outcome,
    Result,
    Stale,
    StoredResult,
    Subject,
)
from bot.store.rows import StoreRows
from bot.store.store import open_database
from bot.tables.log import LogRow
from bot.tables.timers import Due
from tests.postgres_server import PostgresServer
from tests.store.changes import change

T = TypeVar("T")
BOTS = ("left", "right")
EVER = 10**15

bots = st.sampled_from(BOTS)
tables = st.sampled_from("AB")
actions = st.sampled_from([f"click {number}" for number in range(12)])
codes = st.sampled_from(["", "KILO", "LIMA"])
phases = st.sampled_from(["playing", "playing", "closed"])
times = st.integers(0, 20)
kinds = st.sampled_from(["turn", "ping"])
dues = st.dictionaries(kinds, times).map(lambda found: tuple(Due(kind, at) for kind, at in found.items()))
letters = st.lists(st.builds(Letter, st.sampled_from("NE"), kinds), max_size=3, unique=True).map(tuple)
results = st.lists(st.builds(Result, kinds, times, st.just("[BRN]"), st.just("{}")), max_size=2).map(tuple)


@dataclass
class TableModel:
    """What a table should be."""

    code: str = ""
    phase: str = ""
    log: list[LogRow] = field(default_factory=list)
    dues: tuple[Due, ...] = ()
    outbox: dict[tuple[str, str], OutboxRow] = field(default_factory=dict)
    results: list[StoredResult] = field(default_factory=list)

    def revision_of(self, action: str) -> int:
        return next((row.seq for row in self.log if row.action_id == action), 0)


class StoreMachine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.database = self.new_database()
        self.loop = asyncio.new_event_loop()
        self.model: dict[tuple[str, str], TableModel] = {}
        self.now = 0
        self.open()

    def new_database(self) -> Database:
        return self.folder / "burraco.db"

    def open(self) -> None:
        self.store: StoreRows = self.wait(open_database(self.database, at=1))

    def wait(self, answer: Awaitable[T]) -> T:
        return self.loop.run_until_complete(answer)

    def teardown(self) -> None:
        self.wait(self.store.close())
        self.loop.close()
        shutil.rmtree(self.folder)

    # --- what comes --------------------------------------------------------------------------------------------------

    @rule()
    def restart(self) -> None:
        self.wait(self.store.close())
        self.open()

    @rule(
        bot=bots,
        table=tables,
        off=st.sampled_from([0, 0, 0, 0, -1, 1]),
        action=actions,
        code=codes,
        phase=phases,
        dues=dues,
        letters=letters,
        results=results,
    )
    def commit(
        self,
        bot: str,
        table: str,
        off: int,
        action: str,
        code: str,
        phase: str,
        dues: tuple[Due, ...],
        letters: tuple[Letter, ...],
        results: tuple[Result, ...],
    ) -> None:
        self.now += 1
        model = self.model.get((bot, table), TableModel())
        expected = max(0, len(model.log) + off)
        entry = f"play {expected + 1}" if len(action) % 2 else f"entry {expected + 1}"
        fields = {"label": code, "phase": phase, "dues": dues, "letters": letters, "results": results, "at": self.now}
        fields["entry"] = entry
        outcome = self.wait(self.store.commit(change(expected, action, bot=bot, table=table, **fields)))
        assert outcome == self.expected_outcome(bot, table, expected, action, code)
        if not isinstance(outcome, Committed):
            return
        model = self.model.setdefault((bot, table), model)
        model.code, model.phase, model.dues = code, phase, dues
        model.log.append(LogRow(outcome.revision, action, "N", entry, self.now))
        model.results += [StoredResult(outcome.revision, self.now, result) for result in results]
        for letter in letters:
            self.want(bot, table, letter)

    @rule(bot=bots, table=tables)
    def archive(self, bot: str, table: str) -> None:
        """Nobody who reads or changes the table is to notice."""
        model = self.model.get((bot, table), TableModel())
        rows = self.wait(self.store.archive(bot, table, self.now))
        referred = {result.revision for result in model.results}
        plays = [row for row in model.log[:-1] if row.entry.startswith("play ") and row.seq not in referred]
        assert rows in ((0, len(plays)) if model.phase == "closed" else (0,))

    def expected_outcome(self, bot: str, table: str, expected: int, action: str, code: str) -> Outcome:
        model = self.model.get((bot, table), TableModel())
        if model.revision_of(action):
            return AlreadyDone(model.revision_of(action))
        if expected != len(model.log):
            return Stale(len(model.log))
        others = {other.code for key, other in self.model.items() if key[0] == bot and key[1] != table}
        return LabelTaken() if code and code in others else Committed(expected + 1)

    def want(self, bot: str, table: str, letter: Letter) -> None:
        model = self.model[bot, table]
        revision = len(model.log)
        row = model.outbox.get((letter.viewer, letter.kind))
        if row is None:
            row = OutboxRow(
                bot, Subject("table", table), letter.viewer, letter.kind, revision, 0, self.now, 0, 0, "", "", 0
            )
        queued = row.queued_at if row.settled < row.revision else self.now
        model.outbox[letter.viewer, letter.kind] = replace(row, revision=revision, queued_at=queued)

    @rule(bot=bots, table=tables, letters=letters)
    def post(self, bot: str, table: str, letters: tuple[Letter, ...]) -> None:
        if (bot, table) not in self.model:
            return
        self.now += 1
        self.wait(self.store.add_letters(bot, table, letters, self.now))
        for letter in letters:
            self.want(bot, table, letter)
            rows = self.model[bot, table].outbox
            row = rows[letter.viewer, letter.kind]
            rows[letter.viewer, letter.kind] = replace(row, settled=min(row.settled, row.revision - 1))

    @rule(data=st.data(), how=st.sampled_from(["sent", "late", "failed", "dropped"]), time=times)
    def deliver(self, data: st.DataObject, how: str, time: int) -> None:
        unsent = [row for model in self.model.values() for row in model.outbox.values() if row.settled < row.revision]
        if not unsent:
            return
        row = data.draw(st.sampled_from(unsent))
        rows = self.model[row.bot, row.subject.id].outbox
        if how == "sent":
            self.wait(self.store.mark_sent(row, row.revision, f"message {time}", time))
            now = replace(row, settled=row.revision, reference=f"message {time}", sent_at=time)
            now = replace(now, attempts=0, not_before=0, last_error="")
        elif how == "late":  # the table moved on while it was sent
            if row.settled >= row.revision - 1:
                return
            self.wait(self.store.mark_sent(row, row.revision - 1, "late", time))
            now = replace(row, settled=row.revision - 1, reference="late", sent_at=time)
            now = replace(now, attempts=0, not_before=0, last_error="")
        elif how == "failed":
            self.wait(self.store.mark_failed(row, time, "429"))
            now = replace(row, attempts=row.attempts + 1, not_before=time, last_error="429")
        else:
            self.wait(self.store.drop_letter(row, "gone"))
            now = replace(row, settled=row.revision, attempts=0, not_before=0, last_error="gone")
        rows[row.viewer, row.kind] = now

    @rule(bot=bots, table=tables, due=st.builds(Due, kinds, times))
    def drop_due(self, bot: str, table: str, due: Due) -> None:
        self.wait(self.store.drop_due(bot, DueRow(Subject("table", table), due.kind, due.at)))
        if model := self.model.get((bot, table)):
            model.dues = tuple(one for one in model.dues if one != due)

    # --- what must be so ---------------------------------------------------------------------------------------------

    @invariant()
    def tables_and_logs_are_what_was_committed(self) -> None:
        for bot in BOTS:
            for table in "AB":
                model = self.model.get((bot, table), TableModel())
                assert list(self.wait(self.store.log(bot, table))) == model.log
                assert list(self.wait(self.store.results(bot, table))) == model.results
                found = self.wait(self.store.load(bot, table))
                assert (found is None) == (not model.log)
                if found is not None:
                    assert (found.revision, found.phase, found.label) == (len(model.log), model.phase, model.code)
                    assert found.snapshot == f"snapshot {len(model.log)}"
                    assert model.code == "" or self.wait(self.store.find(bot, model.code)) == found
            live = [table for (owner, table), model in self.model.items() if owner == bot and model.phase != "closed"]
            assert [one.subject.id for one in self.wait(self.store.live(bot))] == sorted(live)

    @invariant()
    def what_is_due_is_what_the_last_changes_said(self) -> None:
        for bot in BOTS:
            rows = [
                (due.at, table, due.kind)
                for (owner, table), model in self.model.items()
                for due in model.dues
                if owner == bot
            ]
            for until in (10, EVER):
                found = [(row.at, row.subject.id, row.kind) for row in self.wait(self.store.due_rows(bot, until))]
                assert found == sorted(row for row in rows if row[0] <= until)
            assert self.wait(self.store.next_due(bot)) == min((row[0] for row in rows), default=None)

    @invariant()
    def letters_wait_until_they_are_settled(self) -> None:
        for bot in BOTS:
            rows: list[OutboxRow] = []
            for (owner, table), model in self.model.items():
                if owner == bot:
                    assert set(self.wait(self.store.letters(bot, table))) == set(model.outbox.values())
                    rows += model.outbox.values()
            unsent = {row for row in rows if row.settled < row.revision}
            for now in (10, EVER):
                found = self.wait(self.store.outbox(bot, now))
                assert set(found) == {row for row in unsent if row.not_before <= now}
                assert [row.queued_at for row in found] == sorted(row.queued_at for row in found)
            assert self.wait(self.store.next_letter(bot)) == min((row.not_before for row in unsent), default=None)


TestStoreMachine = StoreMachine.TestCase
TestStoreMachine.settings = settings(max_examples=settings().max_examples // 4, stateful_step_count=25)


def test_a_server_keeps_to_the_same_model(postgres_server: PostgresServer) -> None:
    class OnServer(StoreMachine):
        def new_database(self) -> Database:
            return postgres_server.new_database()

    fewer = settings(max_examples=settings().max_examples // 10, stateful_step_count=15)
    run_state_machine_as_test(OnServer, settings=fewer)
