"""A clock that jumps, because the machine slept or somebody set it, costs nobody any time and stops nothing."""

import asyncio
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import aiohttp
import pytest

from bot.durations import HOUR, MINUTE, SECOND
from bot.host.door import Accepted, Door
from bot.host.heartbeat import Heartbeat
from bot.host.ports import Change, Outcome, Stored, StoreError
from bot.host.resuming import Resumer, note_outage
from bot.host.wallclock import AWAY, BACK, WallClock
from bot.tables.clocks import bank_left, match_ends, turn_ends
from bot.tables.log import fold
from bot.tables.table import PLAYING, Settings, Table
from bot.tables.timers import dues
from tests.adapters.web.hosting import ROOT, connected
from tests.host.test_door import BOT, World, in_turn, run
from tests.loopback.serving import own_port
from tests.tables.playing import ANNA, BRUNO, CLOCK, FAST, START, after, dealt

FITAB = Settings(rules="fitab", house="clock_scale=1")
OVER_DAYS = Settings(days=3, zone="UTC")
MATCH = Settings(match_minutes=30)


def test_a_gap_or_a_step_back_is_told_once_with_both_times_and_a_small_one_is_not() -> None:
    times = iter([5, 5 + AWAY, 6 + 2 * AWAY, 6 + 2 * AWAY - BACK, 0, 1])
    found: list[tuple[int, int]] = []
    clock = WallClock(lambda: next(times))
    clock.listen(lambda since, until: found.append((since, until)))
    assert [clock() for _ in range(6)] == [5, 5 + AWAY, 6 + 2 * AWAY, 6 + 2 * AWAY - BACK, 0, 1]
    assert found == [(5 + AWAY, 6 + 2 * AWAY), (6 + 2 * AWAY - BACK, 0)]


# --- a table that is told ---------------------------------------------------------------------------------------------


def left(table: Table, at: int) -> dict[str, int]:
    """What is left of every clock, and until everything that is due; over days the nights between do not count."""
    found = {due.kind: due.at - at for due in dues(table, at) if not table.settings.days}
    found |= {"turn": turn_ends(table) - at if turn_ends(table) else 0}
    found |= {"match": match_ends(table) - at if match_ends(table) else 0}
    return found | {"bank": bank_left(table, table.in_turn, at) if table.in_turn else 0}


@pytest.mark.parametrize("settings", [FITAB, MATCH, FAST, OVER_DAYS])
@pytest.mark.parametrize("paused", [False, True])
@pytest.mark.parametrize("jump", [HOUR, -HOUR, -7 * SECOND])
def test_all_that_was_left_is_left_after_a_jump(settings: Settings, paused: bool, jump: int) -> None:
    at = START + 10 * SECOND
    table = dealt(replace(settings, pause=MINUTE))
    if paused:
        table = after(table, (ANNA, "pause"), at=START + 5 * SECOND)
    later = after(table, (CLOCK, f"restarted {at} {at + jump}"), at=at + jump)
    if paused:  # as it goes on
        table, later = [after(one, (ANNA, "resume"), at=then) for one, then in ((table, at), (later, at + jump))]
    assert left(later, at + jump) == left(table, at)


def test_an_older_table_means_by_it_what_it_meant() -> None:
    table = replace(dealt(FITAB), version=1)
    assert after(table, (CLOCK, f"restarted {START} {START - HOUR}"), at=START - HOUR) == table


# --- the host ---------------------------------------------------------------------------------------------------------


class Jumping(World):
    """A world whose clock may jump; `go` lets time pass as it does, without a gap."""

    def listens(self) -> Resumer:
        clock = WallClock(lambda: self.now)
        resumer = Resumer(self.door, self.store)
        clock.listen(resumer.note_clock_jump)
        self.door.clock = clock
        clock()
        return resumer

    def go(self, milliseconds: int) -> None:
        until = self.now + milliseconds
        while self.now < until:
            self.now = min(until, self.now + SECOND)
            self.door.clock()


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_the_player_in_turn_has_the_time_left_that_they_had_before_the_machine_slept(tmp_path: Path, jump: int) -> None:
    async def test(here: World) -> None:
        assert isinstance(here, Jumping)
        before = await here.deal(FITAB)
        here.listens()
        here.go(30 * SECOND)
        was = turn_ends(before) - here.now
        here.now += jump
        await here.clockwork.fire()  # by the new time the turn would be over
        table = await here.table()
        assert turn_ends(table) - here.now == was
        assert table.in_turn == before.in_turn
        log = await here.store.log(BOT, "t1")
        assert re.fullmatch(rf"restarted {here.now - jump} {here.now}", log[-1].entry)
        assert fold(log) == table
        await here.done(in_turn(table), "play d")
        assert len(await here.store.log(BOT, "t1")) == len(log) + 1  # told once

    run(test, tmp_path, kind=Jumping)


def test_computers_play_on_after_the_clock_was_set_back(tmp_path: Path) -> None:
    async def test(here: World) -> None:
        assert isinstance(here, Jumping)
        table = await here.deal(replace(FAST, pace=1_000))
        here.listens()
        await here.done(in_turn(table), "leave")
        if (await here.table()).chair(table.in_turn).human:
            await here.done(ANNA, "computer")
        here.now -= HOUR
        stage = (await here.table()).stage
        here.go(10 * MINUTE)
        while await here.clockwork.fire():
            pass
        assert (await here.table()).stage > stage

    run(test, tmp_path, kind=Jumping)


def test_every_table_is_told_in_all_quiet_and_until_then_the_heartbeat_keeps_the_time_before(tmp_path: Path) -> None:
    async def test(here: World) -> None:
        assert isinstance(here, Jumping)
        await here.open()
        resumer = here.listens()
        heartbeat = Heartbeat(here.store, BOT, "one", lambda: here.now, waiting=resumer.is_waiting)
        await heartbeat.begin()
        await heartbeat.beat()
        since = here.now
        here.now += HOUR
        heartbeat.note_clock_jump(since, here.now)
        here.door.clock()
        assert resumer.is_waiting()
        await heartbeat.beat()
        assert await heartbeat.begin() == since
        assert isinstance(await here.door.open("t2", "VERDE", "c1", ANNA, FAST), Accepted)  # after it
        running = asyncio.create_task(resumer.run())
        async with asyncio.timeout(30):
            while resumer.is_waiting():  # noqa: ASYNC110  nothing tells of it
                await asyncio.sleep(0.001)
        running.cancel()
        assert [row.entry for row in await here.store.log(BOT, "t1")][1:] == [f"restarted {since} {here.now}"]
        assert len(await here.store.log(BOT, "t2")) == 1

    run(test, tmp_path, kind=Jumping)


def test_a_resumer_that_failed_tells_the_tables_when_it_is_begun_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_bot: str) -> tuple[Stored, ...]:
        raise StoreError("the disk fails")

    async def test(here: World) -> None:
        assert isinstance(here, Jumping)
        await here.open()
        resumer = here.listens()
        here.now += HOUR
        here.door.clock()
        with monkeypatch.context() as failing:
            failing.setattr(here.store, "live", fail)
            with pytest.raises(StoreError):
                await resumer.run()
        running = asyncio.create_task(resumer.run())
        async with asyncio.timeout(30):
            while resumer.is_waiting():  # noqa: ASYNC110  nothing tells of it
                await asyncio.sleep(0.001)
        running.cancel()
        assert len(await here.store.log(BOT, "t1")) == 2

    run(test, tmp_path, kind=Jumping)


def test_a_table_that_still_rests_hears_of_both_outages_in_order(tmp_path: Path) -> None:
    async def test(here: World) -> None:
        assert isinstance(here, Jumping)
        await here.deal(FITAB)
        here.now += HOUR
        await note_outage(here.door, here.store, START)
        here.listens()
        first = here.now
        here.now += HOUR
        await here.table()
        log = [row.entry for row in await here.store.log(BOT, "t1")]
        assert [entry.split()[0] for entry in log[-2:]] == ["restarted", "restarted"]
        assert log[-1] == f"restarted {first} {here.now}"

    run(test, tmp_path, kind=Jumping)


@pytest.mark.parametrize("tells_it", [False, True])
def test_a_table_that_another_host_changes_in_that_moment_is_told_of_the_outage_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tells_it: bool
) -> None:
    async def test(here: World) -> None:
        await here.open()
        here.now += HOUR
        await note_outage(here.door, here.store, START)
        outage = dict(here.door._to_resume)
        other, commit = Door(here.store, BOT, lambda: here.now, bytes), here.store.commit

        async def commit_second(change: Change) -> Outcome:
            monkeypatch.undo()
            other.note_outage(outage if tells_it else {})
            assert isinstance(await other.submit("t1", BRUNO, "a", "join"), Accepted)
            return await commit(change)

        monkeypatch.setattr(here.store, "commit", commit_second)
        table, log = await here.table(), await here.store.log(BOT, "t1")
        assert [row.entry.split()[0] for row in log[1:]].count("restarted") == 1
        assert fold(log) == table

    run(test, tmp_path)


def test_a_start_after_the_clock_was_set_back_takes_the_marks_with_it(tmp_path: Path) -> None:
    async def test(here: World) -> None:
        before = await here.deal(FITAB)
        was = turn_ends(before) - here.now
        alive = here.now
        here.now -= HOUR
        await note_outage(here.door, here.store, alive)
        table = await here.table()
        assert turn_ends(table) - here.now == was
        assert fold(await here.store.log(BOT, "t1")) == table

    run(test, tmp_path)


# --- the program ------------------------------------------------------------------------------------------------------

PROGRAM = """
import pathlib, sys
from bot.cli import run
offset, real = pathlib.Path(sys.argv[1]), run.now
run.now = lambda: real() + int(offset.read_text())
from bot.__main__ import main
sys.exit(main(["run"]))
"""
"""The program on a machine whose clock a file sets."""


@pytest.fixture
def host(tmp_path: Path) -> Iterator[str]:
    (tmp_path / "offset").write_text("0")
    environment = os.environ | {
        "BURRACO_WEB": f"127.0.0.1:{own_port()}",
        "BURRACO_DATABASE": str(tmp_path / "burraco.db"),
        "PYTHONPATH": str(ROOT),
    }
    command = [sys.executable, "-c", PROGRAM, str(tmp_path / "offset")]
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.terminate()
        assert process.wait(60) == 0


def test_a_player_who_thinks_while_the_machine_sleeps_is_still_in_turn(host: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with aiohttp.ClientSession() as session, connected(session, host) as anna:
            assert (await anna.want("play", rules="fitab", pace=0, delivery="begin"))["done"]
            await anna.until(lambda: bool(anna.controls))
            stage = anna.view["table"]["stage"]
            for offset in (3 * HOUR, -HOUR):
                (tmp_path / "next").write_text(str(offset))
                (tmp_path / "next").replace(tmp_path / "offset")  # the host may be reading it in this moment
                await anna.until(partial(_is_informed, tmp_path, offset))
                assert (anna.view["table"]["phase"], anna.view["table"]["stage"]) == (PLAYING, stage)
                assert anna.controls["draw"]
            assert (await anna.play() or {})["done"]

    asyncio.run(work())


def _is_informed(folder: Path, offset: int) -> bool:
    """Whether the table's log has a line for a jump to about this time."""
    connection = sqlite3.connect(folder / "burraco.db")
    found = connection.execute("SELECT entry FROM log WHERE entry LIKE 'restarted %'").fetchall()
    connection.close()
    jumps = [int(words[2]) - int(words[1]) for words in [entry.split() for (entry,) in found]]
    return any(abs(jump) > HOUR and (jump > 0) == (offset > 0) for jump in jumps)
