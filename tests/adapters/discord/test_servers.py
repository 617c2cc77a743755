"""What is kept about servers and private chats: which channels are one server's, and which chat is whose."""

import asyncio

import discord

from bot.adapters.discord.chat_ids import channel_of
from bot.adapters.discord.platform import Bot
from bot.host.ports import StoreError
from tests.adapters.discord.hosting import Host, run
from tests.adapters.discord.test_presses import last_answer
from tests.loopback.discord.rooms import Room


async def joined_in_silence(host: Host) -> tuple[Bot, discord.Guild, Room]:
    """The client, and a server with a channel that the bot has joined where it could not write, as it can by now."""
    club = host.discord.guild("Circolo", host.discord.user("Anna"), bot=False)
    room = club.channel("generale")
    client = host.adapter.calls.client
    assert isinstance(client, Bot)
    await client.wait_until_ready()
    room.denies("send_messages")
    club.adds_bot()
    await host.settle_events()
    room.allows("send_messages")
    await host.settle_events()
    guild = client.get_guild(club.id)
    assert guild is not None
    return client, guild, room


def test_the_channels_of_a_server_are_known_as_one() -> None:
    async def body(host: Host) -> None:
        anna = host.discord.user("Anna")
        club, other = host.discord.guild("Circolo", anna), host.discord.guild("Altrove", anna)
        rooms = [club.channel("tavoli"), club.channel("torneo"), other.channel("tavoli")]
        for room in rooms:
            await anna.answer(anna.types("burraco help", room))
        await host.settle()
        here, there, elsewhere = [channel_of(str(room.id)) for room in rooms]
        channels = host.service.planned_matches._channels
        assert set(await channels.group(here)) == {here, there}
        assert await channels.group(elsewhere) == (elsewhere,)

    run(body)


def test_a_channel_that_could_not_be_noted_is_noted_with_the_next_press_there() -> None:
    async def body(host: Host) -> None:
        anna = host.discord.user("Anna")
        club = host.discord.guild("Circolo", anna)
        rooms = [club.channel("tavoli"), club.channel("torneo")]
        note, failures = host.service.note_channel, [StoreError("the server is away")]

        async def notes(channel: str, name: str = "", language: str = "", group: str = "") -> None:
            if failures:
                raise failures.pop()
            await note(channel, name, language, group)

        host.service.note_channel = notes  # type: ignore[method-assign]  # as a server that goes for a moment
        for room in (rooms[0], *rooms):
            await anna.answer(anna.types("burraco help", room))
        await host.settle()
        here, there = [channel_of(str(room.id)) for room in rooms]
        assert set(await host.service.planned_matches._channels.group(here)) == {here, there}

    run(body)


def test_a_server_that_chooses_no_language_has_that_of_who_acts_first_there() -> None:
    async def body(host: Host) -> None:
        anna, bruno = host.discord.user("Anna", "it"), host.discord.user("Bruno", "en-US")
        friends = host.discord.guild("Amici", anna, bruno)
        club = host.discord.guild("Circolo", anna, bruno, community=True)
        await host.settle()  # both are known to the host before anybody acts there
        languages = {}
        for server in (friends, club):
            for name, people in (("tavoli", (anna, bruno)), ("tables", (bruno, anna))):
                room = server.channel(name)
                for person in people:
                    await person.answer(person.types("burraco help" if person is bruno else "burraco aiuto", room))
                await host.settle()
                languages[server, name] = await host.service.language(channel_of(str(room.id)))
        assert (languages[friends, "tavoli"], languages[friends, "tables"]) == ("it", "en")
        assert (languages[club, "tavoli"], languages[club, "tables"]) == ("en", "en")

    run(body)


def test_a_greeting_is_an_answer_that_is_waited_for() -> None:
    async def body(host: Host) -> None:
        client, guild, room = await joined_in_silence(host)
        before = host.adapter.is_busy
        await client.on_guild_join(guild)
        assert (before, host.adapter.is_busy, room.shown) == (False, True, [])
        await host.settle()
        assert len(room.shown) == 1

    run(body)


def test_a_server_that_is_told_of_twice_at_once_is_greeted_once() -> None:
    async def body(host: Host) -> None:
        client, guild, room = await joined_in_silence(host)
        await asyncio.gather(client.servers.note_there(guild), client.servers.note_there(guild))
        await host.settle()
        assert len(room.shown) == 1

    run(body)


def test_a_private_chat_is_noted_with_its_person() -> None:
    async def body(host: Host) -> None:
        anna = host.discord.user("Anna")
        host.discord.guild("Circolo", anna)
        await anna.answer(anna.types("burraco plan"))
        await host.settle()
        person = await host.service.person_of("discord", str(anna.account.id))
        assert "places" in (await host.service.backend.people.person(person)).settings

    run(body)


def test_a_servers_settings_hold_in_its_channels_which_may_set_otherwise() -> None:
    async def body(host: Host) -> None:
        anna = host.discord.user("Anna")
        club = host.discord.guild("Circolo", anna)
        rooms = [club.channel("tavoli"), club.channel("torneo")]

        async def sets(words: str, number: int = 0) -> str:
            await anna.answer(anna.types("burraco settings", rooms[number], settings=words))
            await host.settle()
            return last_answer(anna).replace("\\", "")

        async def plays(number: int) -> tuple[str, int]:
            settings = await host.service.planned_matches._channels.settings(channel_of(str(rooms[number].id)))
            return settings.rules, settings.players

        await sets("rules=febur", 1)
        answer = await sets("server: players=2 theme=dark threads=on language=it")
        lines = [
            "Language: Italiano",
            "Players at a table: 2",
            "Look of the pictures: dark",
            "A thread for each table: yes",
        ]
        assert answer.split("\n")[1:] == lines
        assert [await plays(number) for number in (0, 1)] == [("fibur", 2), ("febur", 4)]
        assert await host.service.language(channel_of(str(rooms[1].id))) == "it"
        await sets("players=4")
        assert [await plays(number) for number in (0, 1)] == [("fibur", 4), ("febur", 4)]
        await sets("players=")
        assert await plays(0) == ("fibur", 2)
        await anna.answer(anna.types("burraco settings", rooms[0]))
        await host.settle()
        for part in ("Language: Italiano", "Look of the pictures: dark", "each table: yes", "2 players"):
            assert part in last_answer(anna).replace("\\", "")
        answer = await sets("pippo=9")
        assert "pippo" in answer
        assert "match_minutes" in answer
        assert "dark" in await sets("theme")

    run(body)
