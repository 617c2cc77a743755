"""A short evening by taps alone: whoever is there hears nothing in their turn, whoever is away is called once."""

import asyncio
import time
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.adapters.both.evening import play
from tests.loopback.skipping import Skipped, run


@pytest.mark.parametrize("platform", ["discord", "telegram"])
def test_who_plays_hears_nothing_and_who_is_away_is_called_once(platform: str) -> None:
    """Eight turns, two of each, at a tap a second, by the clock on which nobody waits for this machine."""
    with TemporaryDirectory() as folder:
        evening = run(partial(play, platform, 1.0, 1, Path(folder), away=1, turns=8))
    assert len(evening.turns) == 8
    assert evening.refused() == 0
    assert set(evening.notifications(away=False)) == {0}
    assert set(evening.notifications(away=True)) == {1}
    assert evening.share("tap to hand", 0.5, limits=True) <= 300
    assert evening.share("tap to hand", 0.99, limits=True) <= 1000


def test_time_that_nobody_works_in_is_skipped_and_all_else_is_not() -> None:
    async def body(skipped: Skipped) -> None:
        began, now, loop = time.time(), time.monotonic(), asyncio.get_running_loop()
        await asyncio.sleep(3600)  # the skipping of just this is tested: it takes no time
        assert 3600 <= loop.time() - now < 3660
        assert 3600 <= time.time() - began < 3660
        assert 3500 < skipped.seconds <= 3600
        before = skipped.seconds
        await asyncio.to_thread(sum, range(3_000_000))  # a thread that works is waited for
        assert skipped.seconds == before

    before = time.time
    run(body)
    assert time.time is before
