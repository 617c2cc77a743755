"""Computer players beside a host, under a small load: people play wherever they sit, and figures are named."""

import asyncio
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from bench import computers
from bench.computers import ANNA, HostsStore, Waits, expected_turns
from bench.host import Measurements, now
from bot.host.scheduler import Scheduler
from bot.tables.log import format_who
from bot.tables.table import Table
from bot.tables.who import HOST, Who
from tests.cli.test_cli import Capture, answer
from tests.host.test_door import World, run
from tests.hosting import think
from tests.store.changes import change

TABLES = 12  # at so many a person has drawn another seat than they took first, with these seeds


def test_a_person_plays_at_the_seat_that_they_drew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computers, "LOOK", 0.001)
    monkeypatch.setattr(computers, "BETWEEN", 0)

    async def test(here: World) -> None:
        seats: dict[str, str] = {}  # where they are in turn, by table
        played: dict[str, str] = {}  # where they have played a turn
        everybody = asyncio.Event()

        def note(table_id: str, table: Table) -> None:
            if table_id in seats and table.in_turn != seats[table_id]:
                played[table_id] = seats[table_id]
            if table.in_turn and table.in_turn == table.seat_of(ANNA.id):
                seats[table_id] = table.in_turn
            if len(played) == TABLES:
                everybody.set()

        here.door.listen(note)
        scheduler = Scheduler(here.door, here.store, think)
        tasks = [scheduler.run(), *[computers._person(here.door, number, 1) for number in range(TABLES)]]
        running = [asyncio.create_task(work) for work in tasks]
        await asyncio.wait_for(everybody.wait(), 60)
        assert len(set(played.values())) > 1
        for task in running:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    run(test, tmp_path)


def test_the_benchmark_names_its_figures(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computers, "CANCELLED", 2)
    monkeypatch.setattr(computers, "BETWEEN", 20)
    figures = answer(capsys, "bench", "computers", "--tables", "2", "--seconds", "0.4", "--pace", "50")
    assert (figures["tables"], figures["pace_ms"]) == (2, 50)
    for thought in ("move", "hint"):
        assert figures[f"cancelled_{thought}s"] == 2
        assert 0 < figures[f"cancelled_{thought}_p50_ms"] <= figures[f"cancelled_{thought}_max_ms"]
        assert figures[f"cancelled_{thought}_cpu_max_ms"] >= 0
    assert figures["expected_turns_per_second"] > 0
    assert figures["turns_of_experts_per_second"] >= 0
    assert figures["longest_wait_for_an_expert_seconds"] >= 0
    assert figures["cores"] > 0


def test_what_people_do_is_not_counted(tmp_path: Path) -> None:
    async def test(here: World) -> None:
        watch = Measurements()
        store = HostsStore(here.store, watch)
        persons = replace(change(0), actor=format_who(ANNA), action_id="act:1", entry="play x:4c")
        experts = replace(change(1), actor=format_who(Who(HOST)), action_id=f"move:{now()}:7", entry="play x:4c")
        await store.commit(persons)
        assert (watch.actions, watch.turns, watch.commits) == (0, 0, [])
        await store.commit(experts)
        assert (watch.actions, watch.turns, len(watch.commits)) == (1, 1, 1)

    run(test, tmp_path)


def test_turns_are_expected_by_the_paces_alone() -> None:
    """Ten tables: a person takes 19.75 seconds and has looked by a quarter more, three experts 2.5 actions of 0.8."""
    assert computers.LOOK == 0.5
    assert expected_turns(10, 19_750, 2.5) == pytest.approx(10 * 3 / (20 + 3 * 2.5 * 0.8))


def test_a_table_that_stands_still_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(here: World) -> None:
        passed = 0.0
        monkeypatch.setattr(time, "perf_counter", lambda: passed)
        table = await here.deal()
        waits = Waits()
        waits.note("people", table)
        passed = 30.0
        assert waits.longest() == 0  # nobody waits for a computer there
        chairs = tuple(replace(chair, computer="heuristic") for chair in table.chairs)
        waits.note("computers", replace(table, chairs=chairs))
        passed = 50.0
        assert waits.longest() == 20  # and it has not played yet
        waits.note("computers", table)
        assert waits.longest() == 20
        waits.clear()
        assert waits.longest() == 0

    run(test, tmp_path)
