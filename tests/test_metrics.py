"""What is counted: answers at the door, what the host does by itself, messages, tables, lag."""

import asyncio
import re
from pathlib import Path

from bot.host.door import NoTable
from bot.host.health import Health
from bot.metrics import CONTENT_TYPE, CountedDoor, Metrics
from bot.store.sqlite import SqliteStore
from bot.tables.who import HOST, Who
from tests.store.changes import using
from tests.tables.playing import ANNA, EVE, FAST


def figures(metrics: Metrics) -> dict[str, float]:
    lines = metrics.render().decode().splitlines()
    return {name: float(value) for name, value in [line.rsplit(" ", 1) for line in lines if line[0] != "#"]}


def test_everything_is_at_nought_before_anything_happens() -> None:
    values = figures(Metrics())
    assert values['burraco_commands_total{answer="stale"}'] == 0
    assert values['burraco_letters_total{outcome="failed"}'] == 0
    assert values["burraco_tables_live"] == 0
    assert values["process_resident_memory_bytes"] > 0
    assert CONTENT_TYPE.startswith("text/plain")


def test_two_hosts_in_one_process_count_for_themselves() -> None:
    one, other = Metrics(), Metrics()
    one.count_reply(NoTable(), 0.1)
    assert figures(one)['burraco_commands_total{answer="no_table"}'] == 1
    assert figures(other)['burraco_commands_total{answer="no_table"}'] == 0


def test_the_door_counts_its_answers(tmp_path: Path) -> None:
    metrics = Metrics()

    async def body(store: SqliteStore) -> None:
        door = CountedDoor(store, "bot", lambda: 1, bytes, metrics, Health(lambda: 1))
        await door.open("t1", "KILO", "c1", ANNA, FAST)
        await door.open("t2", "LIMA", "c1", ANNA, FAST)
        assert figures(metrics)["burraco_tables_live"] == 2
        await door.submit("t1", EVE, "a1", "join")
        await door.submit("t1", EVE, "a1", "join")
        await door.submit("t1", EVE, "a2", "join")
        await door.submit("t1", EVE, "a3", "leave", stage=-1)
        await door.submit("t9", EVE, "a4", "join")
        await door.submit("t2", Who(HOST), "a5", "end")

    using(tmp_path / "burraco.db", body)
    values = figures(metrics)
    answers = {key[31:-2]: value for key, value in values.items() if key.startswith("burraco_commands_total")}
    assert answers == {"done": 2, "repeated": 1, "declined": 1, "stale": 1, "no_table": 1, "failed": 0}
    assert values["burraco_command_seconds_count"] == 6
    assert values['burraco_due_fired_total{kind="end"}'] == 1
    assert values["burraco_tables_live"] == 1


def test_the_lag_of_the_loop_is_measured_until_it_is_told_to_stop() -> None:
    metrics = Metrics()

    async def body() -> None:
        watch = asyncio.create_task(metrics.watch_loop(0.001))
        while not figures(metrics)["burraco_loop_lag_seconds_count"]:  # noqa: ASYNC110  nobody tells that it was measured
            await asyncio.sleep(0.001)
        watch.cancel()
        await asyncio.gather(watch, return_exceptions=True)

    asyncio.run(body())
    values = figures(metrics)
    assert values["burraco_loop_lag_seconds_count"] >= 1
    assert values["burraco_loop_lag_seconds_sum"] >= 0


def test_no_figure_names_a_person_or_a_table() -> None:
    metrics = Metrics()
    metrics.count_due("deal")
    metrics.count_reply(NoTable(), 0.1)
    labels = set(re.findall(r"[{,]([a-z_]+)=", metrics.render().decode()))
    assert labels == {"answer", "kind", "outcome", "le"}
