"""The champion of the week and who is forgotten: as the platform is asked for the role, or while it does not answer."""

import asyncio
from pathlib import Path
from typing import Final

import pytest

from bot.durations import DAY, MINUTE
from bot.host.delivery_errors import TryLater
from bot.requests.champions import Roles
from bot.requests.channels import SetChannel
from bot.requests.own_data import Erase
from bot.store.sqlite import open_store
from bot.tables.table import Table
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


class SilentRoles:
    """A platform that gives roles, and answers nobody for as long as it is silent."""

    def __init__(self) -> None:
        self.worn: set[str] = set()
        self.is_silent = False

    def refusal(self, channel: str, role: str) -> str:  # noqa: ARG002  every role can be given here
        return ""

    async def give(self, channel: str, role: str, account: str) -> bool:  # noqa: ARG002  there is one role
        self.worn.add(account)
        return True

    async def take(self, channel: str, role: str, account: str) -> None:  # noqa: ARG002  there is one role
        if self.is_silent:
            raise TryLater("no answer")
        self.worn.discard(account)


async def crowned(world: World, roles: Roles) -> str:
    """Anna has led the board of the bar in the week that has ended."""
    champions = world.service.champions
    anna, bruno = await world.service.register("discord", NUMBER, "en", "Anna"), await world.person("Bruno")
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
    return anna


@pytest.mark.parametrize("answers", [True, False])
def test_the_role_of_who_is_forgotten_is_taken_also_where_the_host_stops_before_the_platform_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answers: bool
) -> None:
    path, roles = tmp_path / "burraco.db", SilentRoles()
    monkeypatch.setattr("bot.requests.champions.WAITS", (0.0, 0.0))

    async def forgotten() -> int:
        store = await open_store(path, START)
        try:
            world = World(store)
            anna = await crowned(world, roles)
            await world.service.champions.fire()
            assert roles.worn == {NUMBER}
            roles.is_silent = True
            word = str((await world.do(anna, Erase(private=True))).json["word"])
            await world.done(anna, Erase(word, private=True))
            await world.service.champions.settle()
            assert roles.worn == {NUMBER}
            return world.now
        finally:
            await store.close()

    async def later(now: int) -> None:
        store = await open_store(path, now)
        try:
            world = World(store)
            world.now = now if answers else now + 7 * DAY
            champions = world.service.champions
            champions.listen({"discord": roles})
            await champions.fire()
            assert roles.worn == {NUMBER}
            assert bool(standing(path, [NUMBER])) is answers  # what cannot be done is not kept for ever
            roles.is_silent = False
            world.now += MINUTE
            await champions.fire()
            assert roles.worn == (set() if answers else {NUMBER})
            assert standing(path, [NUMBER]) == []
        finally:
            await store.close()

    asyncio.run(later(asyncio.run(forgotten())))


def test_who_is_forgotten_while_they_are_given_the_role_stands_nowhere_and_wears_nothing(tmp_path: Path) -> None:
    path = tmp_path / "burraco.db"

    async def work() -> None:
        store = await open_store(path, START)
        try:
            world = World(store)
            champions = world.service.champions
            anna = await world.service.register("discord", NUMBER, "en", "Anna")
            roles = ForgettingRoles(world, anna)
            assert await crowned(world, roles) == anna
            assert standing(path, [NUMBER])
            assert await champions.fire() == 1
            assert standing(path, [NUMBER]) == []
            await champions.settle()
            assert roles.worn == set()
            assert standing(path, [NUMBER]) == []
        finally:
            await store.close()

    asyncio.run(work())


def test_partners_who_lead_together_wear_the_role_both_until_somebody_else_leads(tmp_path: Path) -> None:
    numbers = [f"73001122334455667{digit}" for digit in range(4)]

    async def match(world: World, people: list[str]) -> Table:
        """The one who sits in the last of these places gives it up."""
        table = await world.open(people[0], BAR, f"players={len(people)} hands=1")
        for person in people[1:]:
            await world.join(person, table)
        await world.said(people[0], table.label, "start")
        await world.lap(table)
        ended = await world.said(people[-1], table.label, "resign")
        for person in people:
            await world.said(person, table.label, "leave")
        return ended

    async def work() -> None:
        store = await open_store(tmp_path / "burraco.db", START)
        try:
            world, roles = World(store), SilentRoles()
            champions, names = world.service.champions, ("Anna", "Bruno", "Carla", "Dario")
            people = [
                await world.service.register("discord", number, "en", name)
                for number, name in zip(numbers, names, strict=True)
            ]
            champions.listen({"discord": roles})
            await world.done(people[0], SetChannel(BAR, f"champion=<@&{ROLE}>", admin=True))
            await champions.fire()
            ended = await match(world, people)
            seats = [chair.person for chair in ended.chairs]
            loser = seats.index(people[-1]) % 2
            won, lost = ([numbers[people.index(one)] for one in seats[side::2]] for side in (1 - loser, loser))
            world.now += 7 * DAY
            await champions.fire()
            assert roles.worn == set(won)
            first = people[numbers.index(won[0])]
            word = str((await world.do(first, Erase(private=True))).json["word"])
            await world.done(first, Erase(word, private=True))
            await champions.settle()
            assert roles.worn == {won[1]}  # it is taken from who is forgotten alone
            assert standing(tmp_path / "burraco.db", [won[0]]) == []
            await match(world, [people[numbers.index(one)] for one in (lost[0], won[1])])
            world.now += 7 * DAY
            await champions.fire()
            assert roles.worn == {lost[0]}
        finally:
            await store.close()

    asyncio.run(work())
