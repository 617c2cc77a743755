"""Two hosts that share Discord's shards: each hears of its own servers, and takes over those of one that dies."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, Final

from bot.cli.soundness import soundness
from bot.database_address import ServerDatabase
from bot.host.door import Door
from bot.host.hosted_bots import BOT
from bot.messages.buttons import Verb
from bot.requests.service import Service
from bot.store.postgres import PostgresStore
from engine.actions import DRAW, Action
from tests.adapters.both.test_restart import begun, discards, drawing, in_turn, open_discards
from tests.adapters.discord import hosting
from tests.adapters.discord.scripted import Offer, about_table, is_away, offers
from tests.adapters.discord.witness import nothing_stands_twice
from tests.forked import Forked
from tests.hosts.in_shard import SHARDS, InShard, club_of
from tests.hosts.test_several_bots import leases
from tests.loopback.discord.people import Person
from tests.loopback.discord.rooms import Room
from tests.loopback.discord.server import Discord
from tests.loopback.discord.values import Message
from tests.loopback.running import judged
from tests.postgres_server import PostgresServer
from tests.programs import LOG, Start, log_with, programs
from tests.watching import Watch

PATIENCE: Final = 120.0  # seconds
ROOMS: Final = 40  # of each shard, in all of which somebody begins a table at once
PARTS: Final = ("discord:0/2", "discord:1/2")
OPENED: Final = "a shard is this host's"
Hosts = dict[str, Forked]  # by their name, as their leases have it


def test_the_shards_are_spread_over_the_hosts_and_go_over_to_who_is_left(
    postgres_server: PostgresServer, tmp_path: Path
) -> None:
    _share(postgres_server.new_database(), tmp_path, 0)


def test_so_does_the_shard_that_has_no_private_chats(postgres_server: PostgresServer, tmp_path: Path) -> None:
    _share(postgres_server.new_database(), tmp_path, 1)


def _share(database: ServerDatabase, folder: Path, killed: int) -> None:
    """Two tables, one in a server of each shard, are played on while the host of this shard is killed."""

    async def body(server: Discord, start: Start) -> None:
        places = [InShard(server, shard) for shard in range(SHARDS)]
        hosts = await _two_hosts(start, folder, database)
        assert await _open_shards(server) == [(0, SHARDS), (1, SHARDS)]
        for here in places:
            await begun(here)
        for here in places:
            await _turn(here)
        holders = await leases(database, lambda found: set(PARTS) <= set(found))
        assert holders[PARTS[0]] != holders[PARTS[1]]
        pressed = []
        for here in places:
            person = await in_turn(here)
            pressed.append((here, person, await here.draws(person)))
        hosts.pop(holders[PARTS[killed]]).kill()
        (left,) = hosts
        await leases(database, lambda found: all(found.get(part) == left for part in PARTS))
        assert await _open_shards(server) == [(0, SHARDS), (1, SHARDS)]
        for here, person, again in pressed:
            await again()  # was it heard at all?
            await discards(here, person)
            await _has_discarded(here, person)
        for here in places:
            await _turn(here)
            await _stands_once(here)
        for one in hosts.values():
            one.terminate()
            await asyncio.wait_for(one.ended(), PATIENCE)
        nothing_stands_twice(server)
        await _check_seen(places, database, turns=3)

    _with_hosts(body, database, folder)
    assert [one.words for one in soundness(database) if not one.sound] == []


def test_presses_are_answered_while_their_shard_goes_over(postgres_server: PostgresServer, tmp_path: Path) -> None:
    database = postgres_server.new_database()

    async def body(server: Discord, start: Start) -> None:
        await start()
        await log_with(tmp_path, OPENED, SHARDS)
        here = InShard(server, 1)
        await begun(here)
        person = await in_turn(here)
        await server.until(lambda: drawing_in(here, person), PATIENCE)
        logins = server.gateway.logins
        await start()
        await leases(database, lambda found: len({found.get(part) for part in PARTS} - {None}) == SHARDS)
        await here.press(person, drawing_in(here, person)[-1])
        assert server.gateway.logins == logins  # the host that has the shard by now has not logged in yet
        await discards(here, person)
        await _has_discarded(here, person)
        await log_with(tmp_path, OPENED, SHARDS + 1)
        await _turn(here)
        await _stands_once(here)

    _with_hosts(body, database, tmp_path)


def test_a_press_while_a_host_stops_is_answered_by_the_next_one_that_takes_its_session_up(
    postgres_server: PostgresServer, tmp_path: Path
) -> None:
    database = postgres_server.new_database()

    async def body(server: Discord, hosts: Hosts) -> None:
        here = InShard(server, 1)
        await begun(here)
        person = await in_turn(here)
        await server.until(lambda: drawing_in(here, person), PATIENCE)
        found = await leases(database, lambda found: set(PARTS) <= set(found))
        stopped = hosts.pop(found[PARTS[1]])
        stopped.terminate()
        await asyncio.wait_for(stopped.ended(), PATIENCE)
        await here.press(person, drawing_in(here, person)[-1])
        assert server.gateway.resumed == 1
        await discards(here, person)
        await _has_discarded(here, person)
        await log_with(tmp_path, OPENED, SHARDS + 2)  # the other host has a session of its own by now
        assert await _open_shards(server) == [(0, SHARDS), (1, SHARDS)]
        await _turn(here)
        await _stands_once(here)
        assert [act for act in server.acts.values() if act.refused or not act.answer] == []

    _with_two_hosts(body, database, tmp_path)


def test_so_is_one_where_the_host_stops_that_has_heard_the_shard_for_the_next_one(
    postgres_server: PostgresServer, tmp_path: Path
) -> None:
    database = postgres_server.new_database()

    async def body(server: Discord, start: Start) -> None:
        first = await start()
        await log_with(tmp_path, OPENED, SHARDS)
        here = InShard(server, 1)
        await begun(here)
        person = await in_turn(here)
        await server.until(lambda: drawing_in(here, person), PATIENCE)
        await start()
        await leases(database, lambda found: len({found.get(part) for part in PARTS} - {None}) == SHARDS)
        first.terminate()
        await asyncio.wait_for(first.ended(), PATIENCE)
        await here.press(person, drawing_in(here, person)[-1])
        await discards(here, person)
        await _has_discarded(here, person)
        assert [act for act in server.acts.values() if act.refused or not act.answer] == []

    _with_hosts(body, database, tmp_path)


def drawing_in(here: InShard, person: Person) -> list[Any]:
    """What this person can press below the table to draw."""
    return [one for one in here.offered(person, public=True) if one.press.request == DRAW]


async def _two_hosts(start: Start, folder: Path, database: ServerDatabase) -> Hosts:
    """Two hosts with a shard each; the first had both before the second came."""
    first = await start()
    await log_with(folder, OPENED, SHARDS)
    second = await start()
    found = await leases(database, lambda found: len({found.get(part) for part in PARTS} - {None}) == SHARDS)
    await log_with(folder, OPENED, SHARDS + 1)
    by_process = {str(one.pid): one for one in (first, second)}
    return {found[part]: by_process[found[part].rpartition(":")[2]] for part in PARTS}


async def _open_shards(server: Discord) -> list[tuple[int, int]]:
    """The shards that somebody hears on, each once, as soon as all are heard."""

    def opened() -> list[tuple[int, int]]:
        return sorted(one.shard for one in server.gateway.sessions.values() if one.line)

    await server.until(lambda: len(opened()) == SHARDS and server.gateway.ready, PATIENCE)
    return opened()


async def _turn(here: InShard) -> None:
    person = await in_turn(here)
    await here.draws(person)
    await discards(here, person)
    await _has_discarded(here, person)


async def _has_discarded(here: InShard, person: Person) -> None:
    await here.server.until(lambda: not open_discards(here, person), PATIENCE)


async def _stands_once(here: InShard) -> None:
    people = here.match.people
    await here.server.until(
        lambda: [len(here.tables()), *[len(here.hands(one)) for one in people]] == [1] * 3, PATIENCE
    )


async def _check_seen(places: Sequence[InShard], database: ServerDatabase, turns: int) -> None:
    """Nobody saw what was not for them; each draw and each discard is in the logs, and none twice."""
    store = PostgresStore(database)
    try:
        watch = Watch()
        await watch.reads(store, BOT, places[0].upright)
        await places[0].check_seen(watch, Service(Door(store, BOT, lambda: 0, lambda size: b"\0" * size), store, BOT))
        played: dict[Any, int] = {}
        for state in watch.states:
            if state.table.game is not None:
                played[state.table.label] = len(state.table.game.turns)
        assert sorted(played.values()) == [turns] * len(places)
    finally:
        await store.close()


def test_a_hand_in_a_channel_follows_the_game_where_its_shard_is_heard(
    postgres_server: PostgresServer, tmp_path: Path
) -> None:
    """The letters of private chats are the other host's, and only who heard the press can change that hand."""

    async def body(server: Discord, hosts: Hosts) -> None:
        here = InShard(server, 1)
        await begun(here)
        first = await in_turn(here)
        other = here.other(first)
        room = here.match.room
        await other.answer(other.types("burraco hands", room, place="channel"), PATIENCE)
        await server.until(lambda: _shown_to_all(here, Verb.HAND), PATIENCE)
        one = _shown_to_all(here, Verb.HAND)[-1]
        await other.answer(other.forges(one.custom_id, one.message), PATIENCE)
        await server.until(lambda: _beside(other, room), PATIENCE)
        await _turn(here)
        await server.until(lambda: _offered(other, room, DRAW), PATIENCE)
        one = _offered(other, room, DRAW)[-1]
        await other.answer(other.forges(one.custom_id, one.message), PATIENCE)
        await server.until(lambda: [one for one in _offers(other, room) if is_away(one)], PATIENCE)
        one = next(one for one in _offers(other, room) if is_away(one))
        await other.answer(other.forges(one.custom_id, one.message, list(one.values or ())), PATIENCE)
        await server.until(lambda: drawing(here) == [first], PATIENCE)
        assert len(hosts) == SHARDS

    _with_two_hosts(body, postgres_server.new_database(), tmp_path)


def test_together_the_hosts_send_no_more_than_one_bot_may(postgres_server: PostgresServer, tmp_path: Path) -> None:
    async def body(server: Discord, _hosts: Hosts) -> None:
        acts = []
        for shard in range(SHARDS):
            people = [server.user(f"{number} of {shard}") for number in range(ROOMS)]
            club = club_of(server, shard, "Circolo", *people)
            rooms = [club.channel(f"tavoli{number}") for number in range(ROOMS)]
            acts += [(one, one.types("burraco new", room), room) for one, room in zip(people, rooms, strict=True)]
        await asyncio.gather(*[person.answer(act, PATIENCE) for person, act, _ in acts])
        await server.until(lambda: all(room.shown for _, _, room in acts), PATIENCE)
        assert [len(room.shown) for _, _, room in acts] == [1] * ROOMS * SHARDS

    _with_two_hosts(body, postgres_server.new_database(), tmp_path)


def _with_two_hosts(body: Callable[[Discord, Hosts], Awaitable[None]], database: ServerDatabase, folder: Path) -> None:
    """Beside hosts with a shard each."""

    async def beside(server: Discord, start: Start) -> None:
        hosts = await _two_hosts(start, folder, database)
        await _open_shards(server)
        await body(server, hosts)

    _with_hosts(beside, database, folder)


def _with_hosts(body: Callable[[Discord, Start], Awaitable[None]], database: ServerDatabase, folder: Path) -> None:
    """With hosts that share shards as they are started; in the end nothing was too much, nor against the protocol."""

    async def main() -> None:
        async with hosting.server() as server:
            server.gateway.paces_logins = True
            server.budgets.as_discords()
            settings = {
                **hosting.settings(server, server.token),
                "BURRACO_DATABASE": database.address,
                "BURRACO_DISCORD_SHARDS": str(SHARDS),
            }
            async with programs(folder, settings) as start:
                await body(server, start)
            assert server.gateway.hurried == 0
            assert server.budgets.floods == []
            judged(server)
        assert server.token not in (folder / LOG).read_text("utf-8")

    asyncio.run(main())


def _beside(person: Person, room: Room) -> list[Message]:
    """The messages with buttons of a table that only they see there."""
    return [one for one in person.screen(room) if one.receiver is person.account and about_table(one)]


def _offers(person: Person, room: Room) -> list[Offer]:
    return [offer for one in _beside(person, room)[-1:] for offer in offers(one)]


def _offered(person: Person, room: Room, what: Action) -> list[Offer]:
    return [one for one in _offers(person, room) if one.press.request == what]


def _shown_to_all(here: InShard, what: Verb) -> list[Offer]:
    return [offer for one in here.tables() for offer in offers(one) if offer.verb == what]
