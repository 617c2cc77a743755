"""What is done in the background of a request, and outlives it."""

import asyncio
from contextvars import ContextVar

from bot.gateway.outbound.background import Background
from bot.host.ports import asked_at, asked_now


def test_what_goes_on_after_a_request_asks_the_store_for_itself() -> None:
    """Else it would have no patience left where the database is locked for a moment."""

    async def main() -> None:
        background, times = Background(), list[float]()

        async def work() -> None:
            await asyncio.sleep(0.05)  # longer than the request, whose time it would have
            times.append(asked_at())

        with asked_now():
            since = asked_at()
            background.soon(work())
        while background.is_busy:  # noqa: ASYNC110  nothing tells of it
            await asyncio.sleep(0.01)
        assert times[0] >= since + 0.05

    asyncio.run(main())


def test_what_a_library_keeps_for_whoever_begins_something_holds_there_too() -> None:
    """discord.py looks there for how it is to answer presses."""

    async def main() -> None:
        background, calls = Background(), ContextVar("calls", default="as the library does")
        found = list[str]()

        async def work() -> None:
            found.append(calls.get())

        calls.set("as the host wants it")
        background.soon(work())
        while background.is_busy:  # noqa: ASYNC110  nothing tells of it
            await asyncio.sleep(0.01)
        assert found == ["as the host wants it"]

    asyncio.run(main())
