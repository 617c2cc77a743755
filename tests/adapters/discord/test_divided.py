"""A host that has one of two shards gives roles, makes events and posts boards in the servers of that one alone."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from discord import AutoShardedClient
from yarl import URL

from bot.adapters.discord import shared_shards
from bot.adapters.discord.calendar import SCHEDULED
from bot.adapters.discord.platform import Discord as Adapter
from bot.host.delivery_errors import TryLater
from bot.host.leases import OnlyHost
from bot.host.ports import Channel
from bot.messages.message import Message
from bot.requests.plans import MakePlan
from bot.requests.server_settings import GROUP
from tests import hosting
from tests.adapters.discord.hosting import Host, pointed, server
from tests.hosting import BOT, WIDE, milliseconds
from tests.loopback.discord.rooms import Club, Room
from tests.loopback.discord.server import Discord
from tests.watching import Watch

SHARDS = 2
OTHERS = f"discord:1/{SHARDS}"


class HasFirst(OnlyHost):
    """Everything is this host's but the second shard."""

    def holds(self, lease: str) -> bool:
        return lease != OTHERS

    def holds_for(self, lease: str, _seconds: float) -> bool:
        return self.holds(lease)


def run(folder: Path, body: Callable[[Host, list[Club]], Awaitable[None]]) -> None:
    """With a server of each shard, in both of which the bot may do everything."""

    async def main() -> None:
        async with server() as discord:
            clubs = [_club(discord, shard) for shard in range(SHARDS)]
            async with _hosted(discord, folder / "bot.db") as host:
                await host.settle_events()
                await body(host, clubs)

    asyncio.run(main())


def _club(discord: Discord, shard: int) -> Club:
    anna = discord.user(f"Anna {shard}")
    while True:
        club = discord.guild("Circolo", anna)
        if (club.id >> 22) % SHARDS == shard:
            club.grants_bot("manage_roles", "manage_events")
            return club


@asynccontextmanager
async def _hosted(discord: Discord, database: Path) -> AsyncIterator[Host]:
    with pointed():
        adapter = Adapter(discord.token, milliseconds(discord.clock), discord.api, discord.gateway_url, shards=SHARDS)
        async with hosting.working([adapter], discord.clock, database, WIDE, Watch(), HasFirst()) as working:
            await discord.until(lambda: discord.gateway.ready and discord.commands)
            assert adapter.calls.client is not None
            await adapter.calls.client.wait_until_ready()
            yield Host(**vars(working), discord=discord, adapter=adapter)


async def _channels(host: Host, clubs: list[Club]) -> list[Room]:
    """One of each server, as whoever has heard of it has stored it."""
    rooms = [club.channel("tavoli") for club in clubs]
    await host.settle_events()
    for club, room in zip(clubs, rooms, strict=True):
        settings = json.dumps({GROUP: f"discord:{club.id}"})
        await host.store.put_channel(BOT, Channel(f"discord:{room.id}", "en", settings))
    return rooms


def test_a_shard_that_the_library_gives_up_is_opened_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It tries again within its last try, until the interpreter lets it go no deeper: after an hour and a half."""
    launch, tries = AutoShardedClient.launch_shard, list[int]()

    async def fails_at_first(client: AutoShardedClient, gateway: URL, number: int) -> None:
        tries.append(number)
        if len(tries) == 1:
            raise RecursionError
        await launch(client, gateway, number)

    monkeypatch.setattr(AutoShardedClient, "launch_shard", fails_at_first)
    monkeypatch.setattr(shared_shards, "BETWEEN_LOGINS", 0.01)

    async def body(host: Host, clubs: list[Club]) -> None:
        assert tries == [0, 0]
        assert host.adapter.calls.client is not None
        assert host.adapter.calls.client.get_guild(clubs[0].id) is not None

    run(tmp_path, body)


def test_a_role_is_given_where_the_server_is_heard_and_waits_for_the_other_host_elsewhere(tmp_path: Path) -> None:
    async def body(host: Host, clubs: list[Club]) -> None:
        rooms = await _channels(host, clubs)
        roles = [club.has_role("Champion") for club in clubs]
        await host.settle_events()
        (here, there), owners = [f"discord:{room.id}" for room in rooms], [str(club.guild.owner.id) for club in clubs]
        assert await host.adapter.roles.give(here, str(roles[0]), owners[0])
        with pytest.raises(TryLater):
            await host.adapter.roles.give(there, str(roles[1]), owners[1])
        with pytest.raises(TryLater):
            await host.adapter.roles.take(there, str(roles[1]), owners[1])
        assert [len(club.wear(role)) for club, role in zip(clubs, roles, strict=True)] == [1, 0]

    run(tmp_path, body)


def test_plans_are_events_of_the_servers_that_are_heard(tmp_path: Path) -> None:
    async def body(host: Host, clubs: list[Club]) -> None:
        for number, room in enumerate(await _channels(host, clubs)):
            person = await host.service.register("discord", str(clubs[number].guild.owner.id), "en", "Anna")
            await host.service.do(person, MakePlan("tomorrow 21:00", f"discord:{room.id}"))
        await host.settle()
        assert [_events(club) for club in clubs] == [[SCHEDULED], []]

    run(tmp_path, body)


def _events(club: Club) -> list[Any]:
    return [one.fields.get("status", SCHEDULED) for one in club.guild.events.values()]


def test_a_board_is_posted_by_the_host_that_brings_the_letters_of_its_server(tmp_path: Path) -> None:
    async def body(host: Host, clubs: list[Club]) -> None:
        rooms = await _channels(host, clubs)
        board = Message("en", lines=("The week is over",))
        await host.chats.post_board(f"discord:{rooms[0].id}", board, "week")
        with pytest.raises(TryLater, match="another host writes there"):
            await host.chats.post_board(f"discord:{rooms[1].id}", board, "week")
        assert [[one.content.text for one in room.shown] for room in rooms] == [["The week is over"], []]

    run(tmp_path, body)
