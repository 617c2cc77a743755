"""What somebody posts is read whole into memory: of one address a few bodies at a time, and none bigger than it may be.

Whoever sends theirs slowly, or hundreds at once, keeps others of their own address waiting, and nobody else.
"""

from typing import Final

from aiohttp import web

from bot.fair_share import FewOfEach

AT_ONCE: Final = 8
PART: Final = 16 * 1024  # bytes


class Bodies:
    """Those that are read now."""

    def __init__(self) -> None:
        self._few: FewOfEach[str] = FewOfEach(AT_ONCE)

    async def read(self, request: web.Request, address: str, biggest: int) -> bytes:
        """The whole of it. `address`: whose counts; `biggest`: bytes. Raises `HTTPRequestEntityTooLarge`."""
        body = bytearray()
        async with self._few[address]:
            async for part in request.content.iter_chunked(PART):
                body += part
                if len(body) > biggest:
                    raise web.HTTPRequestEntityTooLarge(biggest, len(body))
        return bytes(body)
