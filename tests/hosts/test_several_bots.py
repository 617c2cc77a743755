"""Two hosts that serve two bots: each bot has its leases, and goes on with the other host when its own is killed."""

import asyncio
from pathlib import Path
from typing import Any, Final

from bot.cli.soundness import soundness
from bot.database_address import ServerDatabase
from bot.host.door import Door
from bot.host.hosted_bots import BOT
from bot.requests.service import Service
from bot.store.database import open_rows
from bot.store.postgres import PostgresStore
from tests.adapters.both.on_discord import discord
from tests.adapters.both.on_telegram import telegram
from tests.adapters.both.surface import Surface
from tests.adapters.both.test_restart import begun, plays_a_turn
from tests.adapters.both.test_several_bots import CLUB, REMOVED, SERVED, Two, two
from tests.hosts.in_shard import InShard
from tests.loopback.discord import Discord
from tests.postgres_server import PostgresServer
from tests.programs import log_with, programs
from tests.watching import Watch

PATIENCE: Final = 120.0  # seconds
OF_CLUB: Final = {f"{CLUB}/clubs", f"{CLUB}/telegram"}
LEASES: Final = """
SELECT leases.lease, running_hosts.name FROM leases JOIN running_hosts USING (bot, number) WHERE leases.bot = :bot
"""


def test_each_bot_has_its_leases_and_goes_on_with_the_host_that_is_left(
    postgres_server: PostgresServer, tmp_path: Path
) -> None:
    asyncio.run(_goes_on(postgres_server.new_database(), tmp_path))


async def _goes_on(database: ServerDatabase, folder: Path) -> None:
    async with two(telegram, folder) as bots:
        bots.settings["BURRACO_DATABASE"] = database.address
        public, club = bots.public, bots.club
        async with programs(folder, bots.settings) as start:
            hosts = {str(one.pid): one for one in [await start()]}
            await log_with(folder, "Telegram knows the bot")
            await bots.add()
            await log_with(folder, SERVED)
            later = await start()
            hosts[str(later.pid)] = later
            await log_with(folder, SERVED, 2)
            await begun(public)
            await begun(club)
            await plays_a_turn(public)
            await plays_a_turn(club)
            holders = await leases(
                database, lambda found: {"telegram", "clubs", *OF_CLUB} == {one for one in found if "@" not in one}
            )
            assert holders["telegram"] in await bots.bots("list")
            killed = holders[f"{CLUB}/telegram"]
            hosts.pop(killed.rpartition(":")[2]).kill()
            await leases(database, lambda found: {*OF_CLUB, "telegram"} <= set(found) and killed not in found.values())
            await plays_a_turn(club)
            await plays_a_turn(public)
            await bots.bots("remove", CLUB, "--yes")
            await log_with(folder, REMOVED)
            await leases(database, lambda found: not OF_CLUB & set(found) and "telegram" in found)
            await plays_a_turn(public)
            (left,) = hosts.values()
            left.terminate()
            await asyncio.wait_for(left.ended(), PATIENCE)
        for here, bot, turns in ((public, BOT, 3), (club, CLUB, 2)):
            await _check_seen(here, database, bot, turns)
            assert here.server.token not in bots.log
        assert [one.words for one in await asyncio.to_thread(lambda: [*soundness(database)]) if not one.sound] == []
        _check_apart(bots)


def test_a_bot_goes_over_to_a_host_that_joins_while_people_play_and_nothing_of_it_is_lost(
    postgres_server: PostgresServer, tmp_path: Path
) -> None:
    asyncio.run(_goes_over(postgres_server.new_database(), tmp_path))


async def _goes_over(database: ServerDatabase, folder: Path) -> None:
    async with two(telegram, folder) as bots:
        bots.settings["BURRACO_DATABASE"] = database.address
        public, club = bots.public, bots.club
        async with programs(folder, bots.settings) as start:
            hosts = [await start()]
            await log_with(folder, "Telegram knows the bot")
            await bots.add()
            await log_with(folder, SERVED)
            await begun(public)
            await begun(club)
            hosts.append(await start())
            for _ in range(3):
                await plays_a_turn(club)
            found = await leases(
                database, lambda found: found.get(f"{CLUB}/telegram", found["telegram"]) != found["telegram"]
            )
            assert found["telegram"].rpartition(":")[2] == str(hosts[0].pid)  # that of the settings stays
            await plays_a_turn(club)
            await plays_a_turn(public)
            for one in hosts:
                one.terminate()
                await asyncio.wait_for(one.ended(), PATIENCE)
        for here, bot, turns in ((public, BOT, 1), (club, CLUB, 4)):
            await _check_seen(here, database, bot, turns)
        assert [one.words for one in await asyncio.to_thread(lambda: [*soundness(database)]) if not one.sound] == []
        _check_apart(bots)


def test_the_shards_of_a_bot_that_was_added_are_spread_over_the_hosts_and_go_over(
    postgres_server: PostgresServer, tmp_path: Path
) -> None:
    asyncio.run(_is_shared(postgres_server.new_database(), tmp_path))


async def _is_shared(database: ServerDatabase, folder: Path) -> None:
    """The bot of the settings stays one host's as a whole, and the club's is asked for how many shards it needs."""
    async with two(discord, folder) as bots:
        bots.settings["BURRACO_DATABASE"] = database.address
        public, club = bots.public, InShard(bots.club.server, 1)
        bots.club = club
        async with programs(folder, bots.settings) as start:
            hosts = {str(one.pid): one for one in [await start(), await start()]}
            await bots.add("--shards", "2")
            found = await leases(database, lambda found: len({found.get(one) for one in _parts(2)} - {None}) == 2)
            assert not [one for one in found if one.startswith("discord:")]
            listed = await bots.bots("list")
            assert all(host in listed for host in {found[one] for one in _parts(2)})
            assert "shards: 2" in listed
            await club.server.until(lambda: _open_shards(club.server) == [(0, 2), (1, 2)], PATIENCE)
            await public.server.until(lambda: _open_shards(public.server) == [(0, 1)], PATIENCE)
            await begun(public)
            await begun(club)
            await plays_a_turn(public)
            await plays_a_turn(club)
            hosts.pop(found[_parts(2)[1]].rpartition(":")[2]).kill()
            (left,) = hosts
            await leases(database, lambda found: _hosts(found, *_parts(2), "discord") == {left})
            await club.server.until(lambda: _open_shards(club.server) == [(0, 2), (1, 2)], PATIENCE)
            await public.server.until(lambda: _open_shards(public.server) == [(0, 1)], PATIENCE)
            await plays_a_turn(club)
            await plays_a_turn(public)
            club.server.gateway.asked_shards = 3
            await bots.bots("set", "discord", "--name", CLUB, "--shards", "auto")
            await leases(database, lambda found: _hosts(found, *_parts(3)) == {left} and _parts(2)[0] not in found)
            await club.server.until(lambda: _open_shards(club.server) == [(0, 3), (1, 3), (2, 3)], PATIENCE)
            await plays_a_turn(club)
            hosts[left].terminate()
            await asyncio.wait_for(hosts[left].ended(), PATIENCE)
        for here, bot, turns in ((public, BOT, 2), (club, CLUB, 3)):
            await _check_seen(here, database, bot, turns)
            assert here.server.token not in bots.log
        _check_apart(bots)


def _parts(count: int) -> list[str]:
    return [f"{CLUB}/discord:{number}/{count}" for number in range(count)]


def _hosts(found: dict[str, str], *wanted: str) -> set[str]:
    """The processes that have these leases, "" for one that nobody has."""
    return {found.get(lease, "").rpartition(":")[2] for lease in wanted}


def _open_shards(server: Discord) -> list[tuple[int, int]]:
    return sorted(one.shard for one in server.gateway.sessions.values() if one.line)


def _check_apart(bots: Two) -> None:
    for here, other in ((bots.public, bots.club), (bots.club, bots.public)):
        texts = "\n".join([text for person in here.match.people for text in here.seen(person)])
        assert here.label in texts
        assert other.label not in texts
        here.judge()


async def _check_seen(here: Surface, database: ServerDatabase, bot: str, turns: int) -> None:
    """Nobody saw what was not for them; each draw and each discard is in the log, and none twice."""
    store = PostgresStore(database)
    try:
        watch = Watch()
        await watch.reads(store, bot, here.upright)
        await here.check_seen(watch, Service(Door(store, bot, lambda: 0, lambda size: b"\0" * size), store, bot))
        game = watch.states[-1].table.game
        assert game is not None
        assert len(game.turns) == turns
    finally:
        await store.close()


async def leases(database: ServerDatabase, wanted: Any) -> dict[str, str]:
    """Which host has which, once it is as wanted."""

    def ask() -> dict[str, str]:
        with open_rows(database) as connection:
            return dict(connection.execute(LEASES, {"bot": BOT}).fetchall())

    async with asyncio.timeout(PATIENCE):
        while not wanted(found := await asyncio.to_thread(ask)):  # noqa: ASYNC110  a lease tells nobody
            await asyncio.sleep(0.05)
    return found
