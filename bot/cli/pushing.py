"""Messages to browsers, put together: the host's own key, made at the first start, and who sends by it."""

from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Final

from bot.adapters.push.post import PushPost
from bot.adapters.push.signature import VapidKey, new_key
from bot.cli.keeping import Work
from bot.host.notes import PUSH_KEY
from bot.requests.pushes import Pushes
from bot.requests.service import Service
from bot.requests.turn_calls import TurnCall

HOST: Final = "host"
NOBODY: Final = "mailto:nobody@burraco.invalid"  # whom services can turn to where the host has no public address


@dataclass(frozen=True, slots=True)
class HostedPush:
    """What the page is told, and where it says whose turn it is."""

    public_key: str
    post: PushPost
    pushes: Pushes
    calls: Callable[[], bool]

    def call(self, call: TurnCall) -> None:
        """Nothing where another host calls: each hears of every turn."""
        if self.calls():
            self.pushes.call(call)

    @property
    def work(self) -> Work:
        return lambda: self.pushes.run(self.post.send)


async def push_of(
    stack: AsyncExitStack,
    service: Service,
    now: Callable[[], int],
    public: str,
    calls: Callable[[], bool] = lambda: True,
) -> HostedPush:
    """As the host with this public address; the key stays in its database. Raises `StoreError`.

    `calls`: whether this host does it, where there are several.
    """
    key = await service.notes.first(PUSH_KEY, HOST, new_key())
    signature = VapidKey(key, public if public.startswith("https:") else NOBODY)
    post = PushPost(signature, now)
    stack.push_async_callback(post.close)
    return HostedPush(signature.public_key, post, service.pushes, calls)
