"""The parts of a host are begun again when they fail or end; the host ends only with a word and a status."""

import asyncio
import logging
from pathlib import Path

import pytest

from bot.cli import keeping, run
from bot.cli.keeping import UnusablePlatforms, hold_platform, keep_up
from bot.cli.output import Unusable
from bot.config.configuration import Configuration
from bot.config.given import load
from bot.gateway.outbound.messenger import CannotHost, TakenElsewhere
from bot.host.health import BEAT, COMMIT, FRESH, MISSED, Health
from bot.host.heartbeat import ReplacedByAnotherHost
from bot.host.leases import OnlyHost
from bot.host.ports import DatabaseGone, StoreError


class Part:
    """Work that ends as it is told, once for each word, and then goes on."""

    def __init__(self, *ends: Exception | None) -> None:
        self.ends = list(ends)
        self.runs = asyncio.Event()
        self.begun = 0

    async def work(self) -> None:
        self.begun += 1
        if not self.ends:
            self.runs.set()
            await asyncio.Event().wait()
        end = self.ends.pop(0)
        if end is not None:
            raise end


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits before something is begun again."""
    monkeypatch.setattr(keeping, "back_off", lambda _failures: 0)
    monkeypatch.setattr(keeping, "ONCE_MORE", 0)


class Stumbles(list[str]):
    """Which parts failed, and of each whether it only had no store."""

    def __call__(self, part: str, /, *, had_store: bool = True) -> None:
        self.append(part if had_store else f"{part} without a store")


def unused() -> UnusablePlatforms:
    return UnusablePlatforms(["chat"], more=lambda: True, idle=asyncio.get_running_loop().create_future())


class OneOfTwo(OnlyHost):
    """A host beside another one."""

    def __init__(self) -> None:
        self.given_up: list[str] = []

    def give_up(self, lease: str, _seconds: float) -> bool:
        self.given_up.append(lease)
        return True


def test_a_platform_that_another_program_has_is_left_to_the_other_hosts_and_tried_again() -> None:
    async def test() -> None:
        part, leases = Part(TakenElsewhere("taken"), TakenElsewhere("taken")), OneOfTwo()
        task = asyncio.create_task(hold_platform(leases, "telegram", part.work, wait=0))
        await asyncio.wait_for(part.runs.wait(), 30)
        task.cancel()
        assert (part.begun, leases.given_up) == (3, ["telegram"] * 2)
        for why in (CannotHost("no token"), TakenElsewhere("taken")):
            only = OnlyHost() if isinstance(why, TakenElsewhere) else leases
            with pytest.raises(CannotHost, match=str(why)):
                await hold_platform(only, "telegram", Part(why).work, wait=0)

    asyncio.run(test())


def test_a_part_that_fails_or_ends_is_told_of_and_begun_again(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        ends = (OSError("no"), None, CannotHost("no token"), BrokenPipeError(), StoreError("away"))
        part, stumbles = Part(*ends), Stumbles()
        task = asyncio.create_task(keep_up("courier", part.work, unused(), stumbles))
        await asyncio.wait_for(part.runs.wait(), 30)
        task.cancel()
        assert (part.begun, stumbles) == (6, [*["courier"] * 3, "courier without a store"])

    with caplog.at_level(logging.ERROR):
        asyncio.run(test())
    assert [record.getMessage() for record in caplog.records] == [
        "a part of the host failed and is begun again",
        "a part of the host has ended and is begun again",
        "no token",
        "a part of the host failed and is begun again",
        "a part of the host has no store and is begun again",
    ]


class Calm(Part):
    """Work that goes on for a while before it ends."""

    async def work(self) -> None:
        await asyncio.sleep(3 * keeping.CALM)  # the time is what is shown: it has worked for longer than that
        await super().work()


def test_a_platform_that_has_worked_again_is_told_of_anew(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "CALM", 0.05)

    async def messages(part: Part) -> list[str]:
        caplog.clear()
        task = asyncio.create_task(keep_up("telegram", part.work, unused(), Stumbles()))
        await asyncio.wait_for(part.runs.wait(), 30)
        task.cancel()
        return [record.getMessage() for record in caplog.records]

    taken = [CannotHost("taken")] * 2
    assert asyncio.run(messages(Part(*taken))) == ["taken"]
    assert asyncio.run(messages(Calm(*taken))) == ["taken"] * 2


def test_a_platform_that_works_again_keeps_the_host_running(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "CALM", 0.05)

    async def sentences(telegram: Part) -> list[str]:
        idle: asyncio.Future[list[str]] = asyncio.get_running_loop().create_future()
        unusable = UnusablePlatforms(["discord", "telegram"], more=lambda: False, idle=idle)
        tasks = [asyncio.create_task(keep_up("telegram", telegram.work, unusable, Stumbles()))]
        await asyncio.wait_for(telegram.runs.wait(), 30)
        await asyncio.sleep(3 * keeping.CALM)  # the time is what is shown, and nothing tells that it is over
        discord = Part(CannotHost("no token"))
        tasks.append(asyncio.create_task(keep_up("discord", discord.work, unusable, Stumbles())))
        await asyncio.wait_for(discord.runs.wait(), 30)
        for task in tasks:
            task.cancel()
        return idle.result() if idle.done() else []

    assert asyncio.run(sentences(Part(CannotHost("taken")))) == []


def test_a_store_that_is_away_again_and_again_makes_no_part_wait_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[int] = []

    def noted(failures: int) -> int:
        waits.append(failures)
        return 0

    monkeypatch.setattr(keeping, "back_off", noted)

    async def test() -> None:
        part = Part(*[StoreError("away")] * 5)
        task = asyncio.create_task(keep_up("scheduler", part.work, unused(), Stumbles()))
        await asyncio.wait_for(part.runs.wait(), 30)
        task.cancel()

    asyncio.run(test())
    assert waits == [0] * 5


@pytest.mark.parametrize("end", [ReplacedByAnotherHost("taken"), DatabaseGone("gone")])
def test_what_ends_the_host_ends_the_part(end: Exception) -> None:
    async def test() -> None:
        with pytest.raises(type(end)):
            await asyncio.wait_for(keep_up("heartbeat", Part(end).work, unused(), Stumbles()), 30)

    asyncio.run(test())


def test_a_part_that_failed_shows_for_a_minute_but_says_nothing_of_what_can_be_written() -> None:
    now = 1_000_000
    health = Health(lambda: now)
    health.note_stumble("courier")
    assert (health.is_good(), health.failing()) == (True, ["courier"])
    now += FRESH
    assert health.failing() == []


def test_what_had_no_store_shows_no_longer_than_that_is_away() -> None:
    now = 1_000_000
    health = Health(lambda: now)
    health.note_stumble("courier")
    health.note_failure(BEAT)
    health.note_failure(COMMIT)
    health.note_stumble("scheduler", had_store=False)
    assert health.failing() == [BEAT, COMMIT, "courier", "scheduler"]
    health.note_write(BEAT)
    assert health.failing() == ["courier"]
    health.note_failure(COMMIT)  # for a reason of its own
    health.note_stumble("scheduler", had_store=False)
    health.note_write(BEAT)
    assert health.failing() == [COMMIT, "courier", "scheduler"]
    now += MISSED
    assert health.failing() == [COMMIT, "courier"]


def test_a_host_that_nobody_asked_to_stop_does_not_end_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clean_settings: None
) -> None:
    async def ends(*_args: object) -> None:
        return

    async def breaks(*_args: object) -> None:
        raise BrokenPipeError

    monkeypatch.setenv("BURRACO_WEB", "off")
    monkeypatch.setenv("BURRACO_DATABASE", str(tmp_path / "burraco.db"))
    monkeypatch.setattr(run, "keep_up", ends)
    with pytest.raises(Unusable, match="the heartbeat has ended, and nobody has asked to stop"):
        asyncio.run(run.host(load(Configuration), None))
    monkeypatch.setattr(run, "is_any_on", lambda _settings: True)
    monkeypatch.setattr(run, "start_logging", lambda *_args: None)
    monkeypatch.setattr(run, "host", breaks)
    with pytest.raises(Unusable, match="the host ended: BrokenPipeError"):
        run.run(None)  # type: ignore[arg-type]  # nothing looks at the settings
