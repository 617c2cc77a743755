"""What a stranger gives as a browser's address, or answers there, is no worse than a service that cannot now."""

import asyncio

import pytest
from aiohttp import web

from bot.adapters.push.post import PushPost
from bot.adapters.push.signature import VapidKey, new_key
from bot.host.delivery_errors import TryLater
from bot.requests.pushes import Browser
from tests.loopback.push import PushService
from tests.loopback.serving import listening


async def outcome(endpoint: str) -> TryLater:
    """What sending there comes to."""
    post = PushPost(VapidKey(new_key(), "mailto:nobody@burraco.invalid"), lambda: 0)
    facts = PushService().subscription
    try:
        with pytest.raises(TryLater) as later:
            await post.send(Browser("a", endpoint, facts["key"], facts["auth"]), "{}", "topic")
    finally:
        await post.close()
    return later.value


def test_a_name_that_is_too_long_for_one_leads_nowhere() -> None:
    assert asyncio.run(outcome(f"https://{'a' * 64}.example/x")).after == 0


@pytest.mark.parametrize(("header", "milliseconds"), [("7", 7000), ("9" * 5000, 0), ("soon", 0)])
def test_how_long_a_service_wants_to_be_left_alone_is_its_own_word(header: str, milliseconds: int) -> None:
    async def busy(_request: web.Request) -> web.Response:
        return web.Response(status=429, headers={"Retry-After": header})

    async def main() -> None:
        app = web.Application()
        app.router.add_post("/x", busy)
        async with listening(app, 0) as url:
            assert (await outcome(f"{url}/x")).after == milliseconds

    asyncio.run(main())
