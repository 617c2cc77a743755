"""What was sent before a crash is not sent again: the message that is there becomes what it should be."""

from bot.gateway.outbound.messenger import Chat
from bot.messages.message import Message
from bot.messages.welcome import minute_message, welcome_message
from bot.words.languages import say
from tests.adapters.discord.hosting import Host, run
from tests.adapters.discord.scripted import offers


def test_the_same_nonce_is_the_same_message_with_what_is_to_be_shown_now() -> None:
    async def body(host: Host) -> None:
        anna = host.discord.user("Anna")
        host.discord.guild("Circolo", anna)
        chat, messenger = Chat(str(anna.id), private=True), host.adapter.messenger
        first = await messenger.send(chat, welcome_message("en", private=True), None, "a")
        again = await messenger.send(chat, welcome_message("en", private=True), None, "a")
        assert again == first
        assert len(host.discord.called("PATCH")) == 0
        later = await messenger.send(chat, Message("it", lines=(say("it", "chat.closed"),)), None, "a")
        assert later.split(",")[0] == first.split(",")[0]
        assert len(anna.screen()) == 1
        assert "privati" in anna.screen()[0].content.text
        assert list(offers(anna.screen()[0])) == []

    run(body)


def test_a_lost_answer_makes_no_second_message() -> None:
    async def body(host: Host) -> None:
        anna = host.discord.user("Anna")
        host.discord.guild("Circolo", anna)
        chat, messenger = Chat(str(anna.id), private=True), host.adapter.messenger
        for _ in range(3):
            await messenger.send(chat, welcome_message("en", private=True), None, "b")
        assert len(anna.screen()) == 1
        await messenger.send(chat, minute_message("en"), None, "c")
        assert len(anna.screen()) == 2

    run(body)


def test_a_message_that_was_deleted_since_is_sent_again() -> None:
    """Discord makes no other of its nonce for some minutes, and can give back none."""

    async def body(host: Host) -> None:
        anna = host.discord.user("Anna")
        host.discord.guild("Circolo", anna)
        chat, messenger = Chat(str(anna.id), private=True), host.adapter.messenger
        first = await messenger.send(chat, welcome_message("en", private=True), None, "d")
        await messenger.retire(chat, first, remove=True)
        again = await messenger.send(chat, welcome_message("en", private=True), None, "d")
        assert again != first
        assert len(anna.screen()) == 1
        assert not host.adapter.calls.is_closed(str(anna.id))

    run(body)
