"""What is counted while a host runs, in Prometheus' text form. No label names a person, a table or a card.

The web server shows `render()` at /metrics, on loopback only. A new figure is a field of `Metrics` and a row in
docs/hosting.md.
"""

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

from bot.host.courier import Deliver
from bot.host.delivery_errors import Undeliverable
from bot.host.door import Accepted, Door, NoTable, OldButton, Repeated, Reply
from bot.host.health import COMMIT, Health
from bot.host.ports import OutboxRow, Store, StoreError
from bot.tables.table import CLOSED, Settings, Table
from bot.tables.timers import Due
from bot.tables.who import Declined, Who

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST
_REPLIES: Final = {
    Accepted: "done",
    Declined: "declined",
    OldButton: "stale",
    Repeated: "repeated",
    NoTable: "no_table",
}
_UNWRITTEN: Final = "failed"
BEAT: Final = 0.5  # seconds between two looks at the event loop
_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)


class Metrics:
    """The counters of one host. Whoever does the thing counts it; `lost` tells how many log lines nobody could take."""

    def __init__(self, lost: Callable[[], int] = lambda: 0) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]  # else one more line a counter, which nobody reads
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._commands = Counter(
            "burraco_commands", "Commands at the door, by how they were answered.", ["answer"], registry=self.registry
        )
        self._seconds = Histogram(
            "burraco_command_seconds", "From a command to its answer.", buckets=_SECONDS, registry=self.registry
        )
        self._fired = Counter(
            "burraco_due_fired", "What the host did because its time had come.", ["kind"], registry=self.registry
        )
        self._letters = Counter(
            "burraco_letters", "Messages of the outbox, by how sending went.", ["outcome"], registry=self.registry
        )
        self._lag = Histogram(
            "burraco_loop_lag_seconds", "How late the event loop is.", buckets=_SECONDS, registry=self.registry
        )
        self._stumbles = Counter(
            "burraco_part_failures", "Parts of the host that were begun again.", ["part"], registry=self.registry
        )
        lines = Gauge("burraco_log_lines_lost", "Log lines that nobody could take.", registry=self.registry)
        lines.set_function(lost)
        self._live: set[str] = set()
        tables = Gauge("burraco_tables_live", "Tables that are not closed.", registry=self.registry)
        tables.set_function(lambda: len(self._live))
        self._unreadable = Gauge(
            "burraco_tables_unreadable",
            "Tables whose log cannot be read, found since the start.",
            registry=self.registry,
        )
        for answer in (*_REPLIES.values(), _UNWRITTEN):
            self._commands.labels(answer)
        for outcome in ("sent", "failed"):
            self._letters.labels(outcome)

    def count_reply(self, reply: Reply, seconds: float) -> None:
        """A command was answered."""
        self._commands.labels(_REPLIES[type(reply)]).inc()
        self._seconds.observe(seconds)

    def unwritten(self) -> None:
        """The store failed, and with it the command."""
        self._commands.labels(_UNWRITTEN).inc()

    def count_due(self, kind: str) -> None:
        """The host did something because its time had come."""
        self._fired.labels(kind).inc()

    def count_stumble(self, part: str) -> None:
        """A part of the host failed, and is begun again."""
        self._stumbles.labels(part).inc()

    def table_changed(self, table_id: str, table: Table) -> None:
        """A table has changed; `Door.listen` calls it."""
        if table.phase == CLOSED:
            self._live.discard(table_id)
        else:
            self._live.add(table_id)

    def tables_left(self, table_ids: Iterable[str]) -> None:
        """These are served no more."""
        self._live.difference_update(table_ids)

    def unreadable(self, _table_id: str) -> None:
        """A table has been set aside; `Door.listen_for_unreadable` calls it."""
        self._unreadable.inc()

    def count_sent(self) -> None:
        """A message of the outbox has arrived."""
        self._letters.labels("sent").inc()

    def count_failed(self) -> None:
        """A message of the outbox could not be sent this time."""
        self._letters.labels("failed").inc()

    def counting_letters(self, deliver: Deliver) -> Deliver:
        """The same deliverer, with its messages counted, but neither what was not needed nor what never arrives."""

        async def counting(table: Table, row: OutboxRow) -> str:
            try:
                reference = await deliver(table, row)
            except Undeliverable:
                raise
            except Exception:
                self.count_failed()
                raise
            if reference != row.reference:
                self.count_sent()
            return reference

        return counting

    def lag(self, seconds: float) -> None:
        """The event loop was so late."""
        self._lag.observe(max(0.0, seconds))

    async def watch_loop(self, beat: float = BEAT) -> None:
        """Measure how late the event loop is, every so many seconds, until it is cancelled."""
        while True:
            begun = time.monotonic()
            await asyncio.sleep(beat)
            self.lag(time.monotonic() - begun - beat)

    def render(self) -> bytes:
        """All figures, as `CONTENT_TYPE`."""
        return generate_latest(self.registry)


class CountedDoor(Door):
    """The one door, with its commands counted; `health` hears whether they could be written."""

    def __init__(
        self,
        store: Store,
        bot: str,
        clock: Callable[[], int],
        chance: Callable[[int], bytes],
        metrics: Metrics,
        health: Health,
    ) -> None:
        super().__init__(store, bot, clock, chance)
        self._metrics = metrics
        self._health = health
        self._counted: set[str] = set()  # of its tables, as live
        self.listen(self._note_table)
        self.listen_for_unreadable(metrics.unreadable)

    def _note_table(self, table_id: str, table: Table) -> None:
        self._metrics.table_changed(table_id, table)
        if table.phase == CLOSED:
            self._counted.discard(table_id)
        else:
            self._counted.add(table_id)

    def leave(self) -> None:
        """Its bot is served no more, and with it none of its tables."""
        self._metrics.tables_left(self._counted)

    async def open(self, table_id: str, label: str, channel: str, who: Who, settings: Settings) -> Reply:
        with self._counting_failures():
            reply = await super().open(table_id, label, channel, who, settings)
        self._note_commit(reply)
        return reply

    async def submit(
        self, table_id: str, who: Who, action_id: str, command: str, stage: int | None = None, due: Due | None = None
    ) -> Reply:
        begun = time.perf_counter()
        with self._counting_failures():
            reply = await super().submit(table_id, who, action_id, command, stage, due)
        self._metrics.count_reply(reply, time.perf_counter() - begun)
        self._note_commit(reply)
        if who.is_host and isinstance(reply, Accepted):
            self._metrics.count_due(command.split(maxsplit=1)[0])
        return reply

    @contextmanager
    def _counting_failures(self) -> Iterator[None]:
        try:
            yield
        except StoreError:
            self._health.note_failure(COMMIT)
            self._metrics.unwritten()
            raise

    def _note_commit(self, reply: Reply) -> None:
        if isinstance(reply, Accepted):
            self._health.note_write(COMMIT)
