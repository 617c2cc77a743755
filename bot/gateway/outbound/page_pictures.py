"""Pictures for pages: one sent with its words, and whole sheets of faces for pages that lay cards out themselves.

A sheet is drawn once a look and known by a name that is made of its look and its bytes, so that each of several hosts
has it. Only whole sheets are handed out: a request for a single card would tell everybody on the way who holds it.
"""

import asyncio
import base64
import hashlib
import re
from dataclasses import replace
from typing import Any, Final

from bot.gateway.outbound.delivery import Paint
from bot.gateway.outbound.messenger import Drawn
from bot.messages.message import Message
from bot.shield import shield
from renderers.scenes import DECKS, THEMES, FacesScene, Look

FOUR: Final = "four-colour"
_HAVE_FOUR: Final = (FOUR, "high-contrast")
_SIGNS: Final = 20  # of the hash: nobody is to meet another sheet under its name
_NAME: Final = re.compile(rf"faces-([a-z-]+)\.([a-z-]+)\.[0-9a-f]{{{_SIGNS}}}\.png")


class Faces:
    """The sheets that were asked for so far: at most one a theme and deck."""

    def __init__(self, paint: Paint) -> None:
        self._paint = paint
        self._names: dict[Look, asyncio.Task[str]] = {}
        self._sheets: dict[str, bytes] = {}

    async def name(self, look: Look, four: bool = False) -> str:
        """The file of the sheet in this look, drawn when it is first asked for; `four` asks for a colour a suit.

        Raises `renderers.undrawable.Undrawable`.
        """
        wanted = replace(look, width=0, theme=FOUR if four and look.theme not in _HAVE_FOUR else look.theme)
        drawing = self._names.get(wanted)
        if drawing is None or (drawing.done() and (drawing.cancelled() or drawing.exception())):
            drawing = self._names[wanted] = asyncio.create_task(self._draw(wanted))
        return await shield(drawing)  # who asked may go while others wait

    async def sheet(self, name: str) -> bytes | None:
        """The PNG of this name, which another host may have given; None where there is none.

        Raises `renderers.undrawable.Undrawable`.
        """
        found = _NAME.fullmatch(name)
        if name not in self._sheets and found and found[1] in THEMES and found[2] in DECKS:
            await self.name(Look(found[1], found[2]))
        return self._sheets.get(name)

    async def _draw(self, look: Look) -> str:
        png = (await self._paint(FacesScene(), look)).png
        name = f"faces-{look.theme}.{look.deck}.{hashlib.sha256(png).hexdigest()[:_SIGNS]}.png"
        self._sheets[name] = png
        return name


def picture_page(message: Message, drawn: Drawn) -> dict[str, Any]:
    """`png` is in base64, sizes are in pixels."""
    return {
        "png": base64.b64encode(drawn.png).decode("ascii"),
        "width": drawn.width,
        "height": drawn.height,
        "alt": message.alt,
        "theme": message.look.theme,
        "deck": message.look.deck,
        "themes": THEMES,
        "decks": DECKS,
    }
