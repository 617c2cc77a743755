"""Scenes become pictures ready to send, beside the event loop: a single thread draws, one picture after the other.

What was drawn not long ago is not waited for: while cards are ticked, or suggestions looked at, a hand is the same.
Measured with three themes, sprites not yet drawn: on the loop itself a picture holds everything up for 90 ms (p99),
from the thread for 3 ms. Two threads that draw at once would only take turns. Papers are printed by
another thread: they are few, and take longer than a picture may wait.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from bot.gateway.outbound.messenger import Drawn
from renderers.fonts import check_assets
from renderers.paint import draw, kept, key_of
from renderers.papers import Paper
from renderers.pdf import pdf
from renderers.scenes import Look, Scene


class Painter:
    """Draws until it is closed. Raises `MissingAsset` where the program came without its fonts."""

    def __init__(self) -> None:
        check_assets()
        self._thread = ThreadPoolExecutor(1, "painter")
        self._printer = ThreadPoolExecutor(1, "printer")

    async def paint(self, scene: Scene, look: Look) -> Drawn:
        """The picture of a scene. Raises `renderers.undrawable.Undrawable`."""
        key = key_of(scene, look)
        picture = kept(scene, key)
        if picture is None:
            picture = await asyncio.get_running_loop().run_in_executor(self._thread, draw, scene, look, key)
        return Drawn(picture.png, picture.width, picture.height)

    async def print(self, paper: Paper) -> bytes:
        """A paper as a PDF."""
        return await asyncio.get_running_loop().run_in_executor(self._printer, pdf, paper)

    def close(self) -> None:
        for thread in (self._thread, self._printer):
            thread.shutdown(wait=True, cancel_futures=True)
