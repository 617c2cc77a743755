"""Pictures drawn at once, while everything else waits: without the thread that a host has for them."""

from bot.gateway.outbound.messenger import Drawn
from renderers.paint import draw
from renderers.scenes import Look, Scene


async def paint_here(scene: Scene, look: Look) -> Drawn:
    """The picture of a scene."""
    return Drawn(*draw(scene, look))
