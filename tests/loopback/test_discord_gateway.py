"""The socket breaks, the session ends, the bot is thrown out: nothing that happened is lost."""

import asyncio
from collections.abc import Awaitable, Callable

import discord as client
import pytest

from tests.loopback.discord import Discord
from tests.loopback.discord.people import Person
from tests.loopback.discord.rooms import Club, Room
from tests.loopback.discord.running import online, run
from tests.loopback.discord.sample import Bot

Body = Callable[[Discord, Bot, Person, Club, Room], Awaitable[None]]


def play(body: Body) -> None:
    async def main(discord: Discord) -> None:
        anna = discord.user("Anna")
        club = discord.guild("Circolo", anna)
        tavoli = club.channel("tavoli")
        async with online(discord, bot := Bot()):
            await body(discord, bot, anna, club, tavoli)

    run(main)


def test_a_broken_socket_is_resumed_and_what_was_missed_comes_again() -> None:
    async def body(discord: Discord, bot: Bot, anna: Person, club: Club, tavoli: Room) -> None:
        discord.gateway.drop()
        await discord.until(lambda: not discord.gateway.lines)
        act = anna.types("lay", tavoli, cards="kd")
        new = club.channel("missed")
        assert (await anna.answer(act)).answer == "message"
        await discord.gateway.settled()
        assert bot.get_channel(new.id) is not None
        assert (discord.gateway.logins, discord.gateway.resumed) == (1, 1)
        assert [one.text for one in anna.sees()] == ["laid kd"]

    play(body)


@pytest.mark.parametrize(("resumable", "logins", "resumed"), [(True, 1, 1), (False, 2, 0)])
def test_an_invalid_session_is_taken_up_again_or_begun_anew(resumable: bool, logins: int, resumed: int) -> None:
    async def body(discord: Discord, bot: Bot, anna: Person, club: Club, tavoli: Room) -> None:
        await discord.gateway.invalidate(resumable)
        await discord.until(lambda: (discord.gateway.logins, discord.gateway.resumed) == (logins, resumed))
        await discord.gateway.settled()
        await anna.answer(anna.types("lay", tavoli, cards="kd"))

    play(body)


def test_the_client_comes_back_when_it_is_asked_to() -> None:
    async def body(discord: Discord, bot: Bot, anna: Person, club: Club, tavoli: Room) -> None:
        await discord.gateway.reconnect()
        await discord.until(lambda: discord.gateway.resumed)
        await anna.answer(anna.types("lay", tavoli, cards="kd"))

    play(body)


def test_a_forgotten_session_is_begun_anew_after_a_break() -> None:
    async def body(discord: Discord, bot: Bot, anna: Person, club: Club, tavoli: Room) -> None:
        discord.gateway.sessions.clear()
        discord.gateway.drop()
        await discord.until(lambda: discord.gateway.logins == 2)
        await discord.gateway.settled()
        assert bot.get_channel(tavoli.id) is not None
        assert discord.gateway.resumed == 0

    play(body)


def test_heartbeats_are_answered() -> None:
    async def main(discord: Discord) -> None:
        discord.gateway.beat = 0.05
        async with online(discord, Bot()):
            await discord.until(
                lambda: [one["op"] for way, one in discord.gateway.frames if way == "out"].count(11) > 3
            )
            assert discord.gateway.logins == 1

    run(main)


def test_thrown_out_and_invited_again() -> None:
    async def body(discord: Discord, bot: Bot, anna: Person, club: Club, tavoli: Room) -> None:
        club.outage()
        await discord.gateway.settled()
        assert bot.events == []
        club.returns()
        club.kicks_bot()
        await discord.gateway.settled()
        assert not bot.guilds
        assert bot.events == ["removed Circolo"]
        club.adds_bot()
        await discord.gateway.settled()
        assert [one.name for one in bot.guilds] == ["Circolo"]

    play(body)


def test_changes_reach_the_bots_cache() -> None:
    async def body(discord: Discord, bot: Bot, anna: Person, club: Club, tavoli: Room) -> None:
        where = bot.get_channel(tavoli.id)
        assert isinstance(where, client.TextChannel)
        assert where.permissions_for(where.guild.me).send_messages
        tavoli.denies("send_messages")
        club.grants_bot("mention_everyone")
        await discord.gateway.settled()
        assert not where.permissions_for(where.guild.me).send_messages
        tavoli.vanishes()
        await discord.gateway.settled()
        assert bot.get_channel(tavoli.id) is None

    play(body)


def test_only_what_was_asked_for_is_told() -> None:
    async def body(discord: Discord, bot: Bot, anna: Person, club: Club, tavoli: Room) -> None:
        anna.writes("hello bot", tavoli)
        anna.writes("hello bot")
        club.leaves(anna)
        names = {frame.get("t") for way, frame in discord.gateway.frames if way == "out"}
        assert names <= {None, "READY", "GUILD_CREATE"}

    play(body)


def test_messages_come_with_their_text_only_to_whom_they_name() -> None:
    async def main(discord: Discord) -> None:
        anna = discord.user("Anna")
        tavoli = discord.guild("Circolo", anna).channel("tavoli")
        messages: asyncio.Queue[str] = asyncio.Queue()

        class Listening(client.Client):
            async def on_message(self, message: client.Message) -> None:
                await messages.put(message.content)

        intents = client.Intents(guilds=True, messages=True)
        async with online(discord, Listening(intents=intents, guild_ready_timeout=0.01)):
            anna.writes("secret", tavoli)
            anna.writes(f"<@{discord.bot.id}> hello", tavoli)
            anna.writes("in private")
            await discord.gateway.settled()
            got = [await messages.get() for _ in range(3)]
        assert got == ["", f"<@{discord.bot.id}> hello", "in private"]

    run(main)


def test_a_wrong_token_is_turned_away() -> None:
    async def main(discord: Discord) -> None:
        bot = client.Client(intents=client.Intents.none())
        with pytest.raises(client.LoginFailure):
            async with online(discord, bot, "wrong"):
                pass
        assert [one.status for one in discord.calls] == [401]

    run(main)
