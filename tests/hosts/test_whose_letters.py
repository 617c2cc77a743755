"""Which host looks for the letters of a table that has changed: none asks about those that only another one brings."""

import asyncio
from collections.abc import Collection

import pytest

from bot.cli.platforms import Chats
from bot.host.courier import Courier
from bot.tables.table import Table
from tests.gateway.chatting import WIDE, paint
from tests.gateway.test_evening_letters import Network, OnNetwork
from tests.hosts.test_homes import Holder
from tests.requests.serving import World, run

PLACE = "telegram:-100"


class Asker:
    """A host that holds some leases, and about which tables it has asked whether there are letters."""

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch, *leases: str) -> None:
        self.network, self.leases = Network(), Holder(*leases)
        on = [OnNetwork(self.network)]
        self.chats = Chats(on, world.service, world.door, world.store, paint, {"telegram": WIDE}, leases=self.leases)
        self.tables: set[str] = set()
        asks = world.store.waiting_letters

        async def waiting_letters(bot: str, tables: Collection[str], now: int) -> object:
            self.tables |= set(tables)
            return await asks(bot, tables, now)

        monkeypatch.setattr(world.store, "waiting_letters", waiting_letters)

    @property
    def courier(self) -> Courier:
        return self.chats._courier

    async def read_all(self) -> None:
        while not self.courier.is_idle:  # noqa: ASYNC110  nobody tells of it
            await asyncio.sleep(0.01)

    async def after(self, world: World, table: Table, person: str, command: str) -> bool:
        """Whether it asks about the table's letters after somebody has done this there."""
        running = asyncio.create_task(self.courier.run())
        await self.read_all()
        self.tables.clear()
        await world.said(person, table.label, command)
        await self.read_all()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        return await world.service.table_of(table.label) in self.tables


def test_letters_of_a_table_in_another_hosts_chat_are_not_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(world: World) -> None:
        host = Asker(world, monkeypatch)
        anna = await world.person("Anna", "telegram")
        table = await world.open(anna, PLACE)
        assert not await host.after(world, table, anna, "set pace=2")
        assert host.network.messages == []
        host.leases.leases.add("telegram")
        host.chats.begin_anew()  # as whoever takes the chats over
        assert await host.after(world, table, anna, "set pace=3")
        assert {one.chat for one in host.network.messages} == {"-100"}

    run(test)


def test_whoever_writes_to_people_asks_for_the_letters_of_all_tables_where_somebody_sits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test(world: World) -> None:
        host = Asker(world, monkeypatch, "telegram")
        anna = await world.person("Anna", "telegram")
        table = await world.open(anna, "discord:9")  # a channel of a platform that is another host's
        assert await host.after(world, table, anna, "set pace=2")

    run(test)
