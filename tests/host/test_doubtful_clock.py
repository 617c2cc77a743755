"""A clock that is far behind or ahead when a host starts is waited for, for a while."""

import asyncio
import time
from pathlib import Path

import pytest

from bot.cli import run
from bot.config.configuration import Configuration
from bot.config.given import load
from bot.host import doubtful_clock
from bot.host.doubtful_clock import AHEAD, BEHIND, LOOK, is_doubtful, is_set_by_service, until_set
from bot.host.hosted_bots import BOT
from bot.store.database import open_rows

NOW = 1_700_000_000_000
YEAR = 365 * 86_400_000


@pytest.mark.parametrize(
    ("now", "by_service", "doubtful"),
    [
        (NOW, None, False),
        (NOW + AHEAD, False, False),
        (NOW + AHEAD + 1, False, True),
        (NOW + 10 * YEAR, None, False),  # nobody can say that it is not so late
        (NOW + 10 * YEAR, True, False),
        (NOW - BEHIND, False, False),
        (NOW - BEHIND - 1, False, True),
        (0, None, True),
        (0, True, False),  # the clock was wrong before
    ],
)
def test_a_clock_is_doubtful_before_a_host_was_last_alive_or_long_after_it(
    now: int, by_service: bool | None, doubtful: bool
) -> None:
    assert is_doubtful(now, NOW, by_service) is doubtful
    assert not is_doubtful(now, 0, by_service)


def test_it_is_waited_for_until_it_is_set_or_somebody_asks_to_stop_and_no_longer_than_a_while() -> None:
    async def work() -> None:
        stop, times = asyncio.Event(), iter([0, 0, 0, NOW])
        await until_set(lambda: next(times), NOW, stop, lambda: False)
        with pytest.raises(StopIteration):
            next(times)
        begun = time.monotonic()
        await until_set(lambda: 0, NOW, stop, lambda: False, patience=0.2)
        assert time.monotonic() - begun >= 0.2
        asyncio.get_running_loop().call_later(0.1, stop.set)
        async with asyncio.timeout(10):
            await until_set(lambda: 0, NOW, stop, lambda: False)

    asyncio.run(work())


def test_the_system_is_asked() -> None:
    assert is_set_by_service() in (True, False, None)


@pytest.mark.parametrize("wrong", [-40 * YEAR, 5 * YEAR])
def test_a_host_waits_before_it_does_anything_by_a_doubtful_clock(
    wrong: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    clean_settings: None,
) -> None:
    monkeypatch.setenv("BURRACO_WEB", "off")
    monkeypatch.setenv("BURRACO_DATABASE", str(tmp_path / "burraco.db"))
    monkeypatch.setattr(doubtful_clock, "is_set_by_service", lambda: False)
    right, offset = run.now, 0
    monkeypatch.setattr(run, "now", lambda: right() + offset)

    async def host() -> None:
        async with run.running_host(load(Configuration), None):
            pass

    async def correct() -> None:
        nonlocal offset
        async with asyncio.timeout(60):
            while "the clock is doubtful" not in caplog.text:  # noqa: ASYNC110  a log says it to nobody
                await asyncio.sleep(LOOK / 10)
        offset = 0

    async def start_wrong() -> None:
        nonlocal offset
        offset = wrong
        async with asyncio.TaskGroup() as group:
            group.create_task(correct())
            group.create_task(host())

    asyncio.run(host())
    before = seen_at(tmp_path)
    asyncio.run(start_wrong())
    assert before < seen_at(tmp_path) < before + 60_000


def seen_at(folder: Path) -> int:
    with open_rows(folder / "burraco.db") as rows:
        return int(rows.execute("SELECT alive_at FROM hosts WHERE bot = ?", (BOT,)).fetchone()[0])
