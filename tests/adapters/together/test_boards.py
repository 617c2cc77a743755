"""A match of a table on both platforms: it counts on the boards of both channels, and in each it can be read."""

from bot.messages.buttons import Verb
from bot.tables.table import OVER
from engine.players import PLAYERS
from tests.adapters.discord.scripted import offers
from tests.adapters.together.hosting import Both
from tests.adapters.together.scripted import Together
from tests.adapters.together.test_one_table import run
from tests.loopback.discord.rooms import Room
from tests.scripted import NAMES


def test_a_match_counts_on_the_boards_of_every_channel_that_showed_it() -> None:
    async def body(both: Both) -> None:
        table = Together(both)
        await table.begin("febur hands=1")
        for _ in range(5):
            await table.turn(PLAYERS["heuristic"](3))
        carla, dario = table.here.people
        act = await table.here.types(carla, "match resign", table.here.room)
        assert act.original is not None
        (sure,) = [one for one in offers(act.original) if one.verb == Verb.RESIGN]
        await table.here.tap(carla, sure)
        assert (await table.table()).phase == OVER

        async def board(room: Room) -> str:
            await table.here.types(dario, "burraco leaderboard", room)
            return [one.words for one in dario.sees(room)][-1].replace("\\", "")

        table.there.people[0].writes("/leaderboard", table.there.group)
        await both.settle()
        there = table.there.group.messages[-1].content.text
        elsewhere = both.discord.discord.clubs[table.here.room.chat.guild.id].channel("altrove")  # type: ignore[union-attr]  # the table's place is a channel of a server
        for text in (there, await board(table.here.room)):
            assert [name in text for name in NAMES] == [True] * 4
        assert "Anna" not in await board(elsewhere)
        await table.here.types(dario, "burraco replay", table.here.room, match=table.label)
        answer = [one for one in dario.sees(table.here.room) if one.attachments][-1]
        assert answer.attachments[0].name.endswith(".brn")

    run(body)
