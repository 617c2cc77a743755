"""One login to the gateway and one socket: what was told is kept, so that a session can be taken up where it broke."""

import asyncio
import json
import zlib
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from aiohttp import web

from tests.loopback.discord.values import Guild, Json

DISPATCH: Final = 0


@dataclass(eq=False)
class Session:
    """One login: every event it was ever told, and how many of them the present socket has got."""

    id: str
    intents: int
    shard: tuple[int, int] = (0, 1)
    frames: list[Json] = field(default_factory=list)
    position: int = 0  # how many of them have gone to the present socket
    confirmed: int = 0  # how many the client says it has taken in
    line: "Line | None" = None
    more: asyncio.Event = field(default_factory=asyncio.Event)

    def hears(self, guild: Guild | None) -> bool:
        number, of = self.shard
        return (guild.id >> 22) % of == number if guild else number == 0

    def tell(self, event: str, data: Any) -> Json:
        frame = {"op": DISPATCH, "t": event, "s": len(self.frames) + 1, "d": data}
        self.frames.append(frame)
        self.more.set()
        return frame


class Line:
    """One socket: frames out, compressed where the client asked for it."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self.socket = socket
        self.request = request
        self._deflate = zlib.compressobj() if request.query.get("compress") == "zlib-stream" else None

    async def send(self, frame: Json) -> None:
        text = json.dumps(frame)
        with suppress(ConnectionError):
            if self._deflate is None:
                await self.socket.send_str(text)
            else:
                packed = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                await self.socket.send_bytes(packed)

    def cut(self) -> None:
        """The cable is pulled: no closing frame."""
        if self.request.transport is not None:
            self.request.transport.abort()
