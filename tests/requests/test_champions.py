"""The champion of the week and who is forgotten in the very moment in which the platform is asked for the role."""

import asyncio
from pathlib import Path
from typing import Final

from bot.requests.about import Erase
from bot.requests.channels import SetChannel
from bot.store.sqlite import open_store
from bot.tables.table import DAY
from tests.requests.serving import START, World
from tests.searching import standing

BAR: Final = "discord:77/1"
ROLE: Final = "880077006600550044"
NUMBER: Final = "730011223344556677"


class ForgettingRoles:
    """A platform that is asked to give the role just as who is to wear it erases themselves."""

    def __init__(self, world: World, person: str) -> None:
        self._world = world
        self._person = person
        self.worn: set[str] = set()

    def refusal(self, channel: str, role: str) -> str:  # noqa: ARG002  every role can be given here
        return ""

    async def give(self, channel: str, role: str, account: str) -> bool:  # noqa: ARG002  there is one role
        self.worn.add(account)
        word = str((await self._world.do(self._person, Erase(private=True))).json["word"])
        await self._world.done(self._person, Erase(word, private=True))
        return True

    async def take(self, channel: str, role: str, account: str) -> None:  # noqa: ARG002  there is one role
        self.worn.discard(account)


def test_who_is_forgotten_while_they_are_given_the_role_stands_nowhere_and_wears_nothing(tmp_path: Path) -> None:
    path = tmp_path / "burraco.db"

    async def work() -> None:
        store = await open_store(path, START)
        try:
            world = World(store)
            champions = world.service.champions
            anna, bruno = await world.service.register("discord", NUMBER, "en", "Anna"), await world.person("Bruno")
            roles = ForgettingRoles(world, anna)
            champions.listen({"discord": roles})
            await world.done(bruno, SetChannel(BAR, f"champion=<@&{ROLE}>", admin=True))
            await champions.fire()
            table = await world.open(anna, BAR, "players=2 hands=1")
            await world.join(bruno, table)
            await world.said(anna, table.label, "start")
            await world.lap(table)
            await world.said(bruno, table.label, "resign")
            await world.said(anna, table.label, "leave")
            world.now += 7 * DAY
            assert standing(path, [NUMBER])
            assert await champions.fire() == 1
            assert standing(path, [NUMBER]) == []
            await champions.settle()
            assert roles.worn == set()
            assert standing(path, [NUMBER]) == []
        finally:
            await store.close()

    asyncio.run(work())
