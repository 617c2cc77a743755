"""Somebody else takes a seat and its cards: what the person before is left with, on either platform."""

import pytest

from tests.adapters.discord.scripted import offers
from tests.adapters.telegram.scripted import presses_on
from tests.adapters.together.hosting import Both
from tests.adapters.together.scripted import Together
from tests.adapters.together.test_one_table import run


@pytest.mark.parametrize("away", [False, True])
def test_who_is_replaced_reads_who_plays_now_and_has_no_cards_or_buttons_left(away: bool) -> None:
    async def body(both: Both) -> None:
        table = Together(both)
        await table.begin("febur")
        anna, bruno = table.there.people
        carla, _ = table.here.people
        newcomers = [both.telegram.telegram.user(name) for name in ("Gigi", "Ivo")]
        for newcomer in newcomers:
            newcomer.start()
            newcomer.writes(f"/join {table.label}")
            await both.settle()
        if away:
            bruno.writes("/leave", table.there.group)
            await table.here.types(carla, "burraco leave", table.here.room)
            await both.settle()
        seats = {chair.name: seat for seat, chair in zip("NESW", (await table.table()).chairs, strict=True)}
        for name in ("Bruno", "Carla"):
            anna.writes(f"/replace {seats[name]}", table.there.group)
            await both.settle()
            if not away:
                yes = next(one for one in reversed(table.there.group.messages) if presses_on(one))
                anna.presses("Yes, give it away", table.there.group)
                await both.settle()
                assert yes.content.text.startswith(f"{name} is playing.")
        words = "{} now plays with these cards. You no longer have a seat at this table."
        hands = [one for one in bruno.screen() if words.format("Gigi") in one.content.text]
        assert [presses_on(one) for one in hands] == [[]]  # a photo can lose its words and buttons only
        assert not [one for one in table.there.offered(bruno) if one[1].table == table.label]
        there = [one for one in carla.screen() if words.format("Ivo") in one.content.text.replace("\\", "")]
        assert [(list(offers(one)), list(one.content.attachments)) for one in there] == [([], [])]
        assert not [
            one for one in carla.screen() if [offer for offer in offers(one) if offer.press.table == table.label]
        ]
        await table.check_hands()

    run(body)
