"""What is asked of Discord, and read of its answers, is what somebody looks at."""

import asyncio
import time
from unittest.mock import Mock

import pytest
from discord.http import Ratelimit

from bot.adapters.discord.buckets import TIDIED_AFTER, RarelyTidied
from tests.adapters.discord.hosting import Host, run
from tests.adapters.discord.test_presses import drawn, two


def test_a_press_is_acknowledged_without_asking_for_its_message() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        before = len(host.discord.calls)
        await drawn(match)
        callbacks = [one for one in host.discord.calls[before:] if "callback" in one.route]
        assert [one.flag("with_response") for one in callbacks] == [False] * len(callbacks) != []
        assert [act for act in host.discord.acts.values() if not act.answer or act.refused] == []

    run(body)


def test_what_the_library_knows_of_limits_is_looked_through_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        http, clock = RarelyTidied(asyncio.get_running_loop()), Mock(return_value=1000.0)
        monkeypatch.setattr(time, "monotonic", clock)
        looks = Mock(return_value=True)
        monkeypatch.setattr(Ratelimit, "is_inactive", looks)
        for number in range(300):
            http.get_ratelimit(f"edit:{number}")
        assert len(http._buckets) == 300  # the first look found too few
        clock.return_value += TIDIED_AFTER
        http.get_ratelimit("edit:300")
        assert looks.call_count == 301
        assert not http._buckets
        http.get_ratelimit("edit:301")
        assert looks.call_count == 301

    asyncio.run(main())
