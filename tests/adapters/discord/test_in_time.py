"""Every press and command has its first answer within three seconds, however slow the host is: it is deferred."""

import asyncio

import pytest

from bot.gateway.outbound.messenger import Drawn
from bot.messages.buttons import Verb
from bot.painting import paint_here
from renderers.scenes import Look, Scene
from tests import hosting
from tests.adapters.discord.hosting import Host, run
from tests.adapters.discord.scripted import about_table, is_away, offers
from tests.adapters.discord.test_presses import drawn, two

LONG = 10.0  # seconds on Discord's clock, after which a first answer is refused


def test_while_a_picture_takes_long_my_hand_is_answered_in_time_and_shown_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawing = asyncio.Event()
    drawing.set()

    async def slow(scene: Scene, look: Look) -> Drawn:
        await drawing.wait()
        return await paint_here(scene, look)

    async def body(host: Host) -> None:
        match = await two(host)
        person = await drawn(match)
        mine = next(one for one in match.offered(person, match.room) if one.verb == Verb.HAND)
        drawing.clear()
        act = person.forges(mine.custom_id, mine.message)
        await person.answer(act)
        assert (act.answer, act.refused) == ("thinking", False)
        assert act.original is not None
        assert not about_table(act.original)
        host.discord.clock.advance(LONG)
        drawing.set()
        await host.settle()
        assert any(is_away(one) for one in offers(act.original))
        assert act.original.content.attachments

    monkeypatch.setattr(hosting, "paint_here", slow)
    run(body)
