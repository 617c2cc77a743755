"""Pictures for the chats: drawn beside the event loop, and the same as drawn at once; a start without fonts is none."""

import asyncio

import pytest

from bot.cli import doctor
from bot.gateway.outbound.messenger import Drawn
from bot.painting import Painter
from renderers import fonts
from renderers.paint import draw
from renderers.scenes import Look
from renderers.undrawable import MissingAsset, Undrawable
from tests.renderers.sheets import PLAYER, board_scene


async def painted() -> list[Drawn]:
    painter = Painter()
    try:
        looks = [Look(), Look("dark")]
        return await asyncio.gather(*[painter.paint(PLAYER, look) for look in looks])
    finally:
        painter.close()


def test_what_is_painted_is_what_is_drawn() -> None:
    felt, dark = asyncio.run(painted())
    assert (felt.png, felt.width, felt.height) == tuple(draw(PLAYER))
    assert dark.png != felt.png


def test_a_picture_that_was_drawn_is_not_waited_for_and_another_look_is_another_picture() -> None:
    async def twice() -> tuple[Drawn, Drawn]:
        painter = Painter()
        first = await painter.paint(PLAYER, Look())
        painter.close()  # nobody draws any more
        with pytest.raises(RuntimeError):
            await painter.paint(PLAYER, Look("light", width=333))
        return first, await painter.paint(PLAYER, Look())

    first, again = asyncio.run(twice())
    assert first == again


def test_what_cannot_be_drawn_is_refused() -> None:
    async def too_long() -> None:
        painter = Painter()
        try:
            await painter.paint(board_scene(51), Look())
        finally:
            painter.close()

    with pytest.raises(Undrawable, match="51 rows"):
        asyncio.run(too_long())


def test_a_painter_without_fonts_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "LICENCES", ("gone.txt",))
    with pytest.raises(MissingAsset, match="gone"):
        Painter()


def test_the_doctor_misses_the_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    assert doctor._program().mend == ""
    monkeypatch.setattr(fonts, "LICENCES", ("gone.txt",))
    assert doctor._program().words == "fonts missing"
