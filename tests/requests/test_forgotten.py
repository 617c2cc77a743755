"""Somebody is forgotten: what chats show of tables that go on loses the name, and nobody acts in their place."""

from bot.requests.about import Erase
from bot.requests.openings import Open
from bot.requests.people import Introduce
from bot.tables.table import OVER
from bot.words.languages import say
from tests.gateway.chatting import Hall, Platform
from tests.requests.serving import World, run

CLUB = "discord:club"


async def forgotten(world: World, person: str) -> None:
    word = str((await world.do(person, Erase(private=True))).json["word"])
    await world.done(person, Erase(word, private=True))


def all_texts(platform: Platform) -> str:
    """All that stands in the channel, and in the private chats of those who are left."""
    return str([one.message for one in platform.messages.values() if one.live and one.chat.id != "bruno"])


def test_the_messages_of_a_table_that_goes_on_lose_the_name() -> None:
    async def work(world: World) -> None:
        hall = Hall(world)
        anna, bruno = await world.people(2)
        table = await world.open(anna, CLUB, "players=2 hands=1")
        await world.join(bruno, table)
        await world.said(anna, table.label, "start")
        await world.until(table, "playing")
        await world.said(bruno, table.label, "resign")
        await world.said(bruno, table.label, "leave")
        await hall.post()
        assert "Bruno" in all_texts(hall.platform)
        count = hall.platform.calls["send"]
        await forgotten(world, bruno)
        await hall.post()
        assert "Bruno" not in all_texts(hall.platform)
        assert hall.platform.calls["send"] == count, "they are edited"
        assert (await world.now_of(table)).phase == OVER

    run(work)


def test_nobody_acts_as_who_was_forgotten() -> None:
    async def work(world: World) -> None:
        (anna,) = await world.people(1)
        await forgotten(world, anna)
        for request in (Introduce("Annetta"), Open(), Erase(private=True)):
            answer = await world.do(anna, request)
            assert (answer.done, answer.words) == (False, say("en", "erase.nobody"))
        assert (await world.about(anna))["name"] == ""

    run(work)
