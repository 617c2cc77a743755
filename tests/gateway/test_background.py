"""What is done in the background of a request, and outlives it."""

import asyncio

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
