"""One table on two platforms: opened on one, joined from the other, shown by both, played by all four."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.messages.buttons import Verb
from bot.tables.table import OVER, PAUSE, PLAYING
from engine.players import PLAYERS
from tests.adapters.discord.hosting import server
from tests.adapters.discord.scripted import offers
from tests.adapters.telegram.scripted import presses_on, verb
from tests.adapters.together.hosting import Both, hosted
from tests.adapters.together.scripted import Together
from tests.loopback.running import judged, specs
from tests.loopback.telegram import serve
from tests.scripted import NAMES


def run(body: Callable[[Both], Awaitable[None]]) -> None:
    """Runs the body beside both servers; at the end nobody may have seen too much, nor broken a protocol."""

    async def main(folder: Path) -> None:
        async with serve(specs()) as telegram, server() as discord:
            telegram.budgets.enforced = False
            async with hosted(telegram, discord, folder / "both.db") as both:
                await body(both)
                await both.settle()
                await both.check_eyes()
            judged(telegram)
            judged(discord)

    with TemporaryDirectory() as folder:
        asyncio.run(main(Path(folder)))


def test_two_on_telegram_and_two_on_discord_play_a_deal() -> None:
    async def body(both: Both) -> None:
        table = Together(both)
        await table.begin("febur")
        assert sorted(chair.name for chair in (await table.table()).chairs) == sorted(NAMES)
        player = PLAYERS["heuristic"](3)
        while (await table.table()).phase == PLAYING:
            await table.turn(player)
            if table.turns % 8 == 1 and (await table.table()).phase == PLAYING:
                table.check_mirror()
                await table.check_hands()
        assert (await table.table()).phase in (PAUSE, OVER)
        for person in table.there.people:
            assert Verb.READY in [verb(one[1]) for one in table.there.offered(person)]
        for other in table.here.people:
            assert Verb.READY in [one.verb for one in table.here.offered(other)]
        table.there.check_place()
        table.here.check_place()
        await both.check_eyes()
        assert both.watch.judged > 100

    run(body)


def test_who_leaves_on_one_platform_comes_back_on_the_other() -> None:
    async def body(both: Both) -> None:
        table = Together(both)
        await table.begin("febur")
        carla = table.here.people[0]
        again = both.telegram.telegram.user("Carla")
        again.start()
        await table.here.types(carla, "burraco link")
        texts = [one.text for one in carla.sees() if one.only_mine or one.channel == carla.dm.id]
        words = [re.search(r"[B-Z]{4}\W{1,2}[B-Z]{4}", text) for text in texts]
        word = [found[0].replace("\\", "") for found in words if found][-1]
        await table.here.types(carla, "burraco leave", table.here.room)
        await both.settle()
        group = table.table_messages()[0].content.text
        assert "Carla" in group
        assert "computer" in group
        again.writes(f"/link {word}")
        await both.settle()
        again.writes("/return")
        await both.settle()
        hands = [one for one in again.screen() if "cards" in one.content.text or one.content.photo]
        assert hands
        assert any(verb(press) == Verb.SORT for press in presses_on(hands[-1]))
        chair = next(one for one in (await table.table()).chairs if one.name == "Carla")
        assert chair.human
        old = [one for one in carla.screen() if [offer for offer in offers(one) if offer.verb == Verb.SORT]]
        assert old == []  # their hand is where they are now, and nowhere else

    run(body)


def test_each_hand_is_headed_with_the_place_where_its_owner_sees_the_table() -> None:
    async def body(both: Both) -> None:
        table = Together(both)
        await table.begin("febur")
        for person in table.there.people:
            hands = [one for one in person.screen() if Verb.SORT in [verb(press) for press in presses_on(one)]]
            assert [one.content.text.split("\n")[0].split(" · ")[2:] for one in hands] == [["Sala"]]
        for other in table.here.people:
            mine = [one for one in other.screen() if [offer for offer in offers(one) if offer.verb == Verb.SORT]]
            assert [one.content.text.split("\n")[0].strip("*").split(" · ")[2:] for one in mine] == [
                ["Circolo", "tavoli"]
            ]

    run(body)
