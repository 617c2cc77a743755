"""What is kept about servers and private chats: which channels are one server's, and which chat is whose."""

from bot.adapters.discord.places import channel_of
from tests.discord.hosting import Host, run


def test_the_channels_of_a_server_are_known_as_one() -> None:
    async def body(host: Host) -> None:
        anna = host.discord.user("Anna")
        club, other = host.discord.guild("Circolo", anna), host.discord.guild("Altrove", anna)
        rooms = [club.channel("tavoli"), club.channel("torneo"), other.channel("tavoli")]
        for room in rooms:
            await anna.answer(anna.types("burraco help", room))
        await host.settle()
        here, there, elsewhere = [channel_of(str(room.id)) for room in rooms]
        channels = host.service.planned._channels
        assert set(await channels.group(here)) == {here, there}
        assert await channels.group(elsewhere) == (elsewhere,)

    run(body)


def test_a_private_chat_is_noted_with_its_person() -> None:
    async def body(host: Host) -> None:
        anna = host.discord.user("Anna")
        host.discord.guild("Circolo", anna)
        await anna.answer(anna.types("burraco plan"))
        await host.settle()
        person = await host.service.person_of("discord", str(anna.account.id))
        assert "places" in (await host.service.desk.people.person(person)).settings

    run(body)
