"""A channel that gets another language or another look: the table that stands there is shown so at once."""

from bot.messages.buttons import Verb
from renderers.scenes import Look
from tests.adapters.together.hosting import Both
from tests.adapters.together.scripted import Together
from tests.adapters.together.test_one_table import run

HAND = ("My hand", "Le mie carte")


def looks(table: Together) -> tuple[str, str]:
    """The theme of the table's picture on Telegram and on Discord."""
    there, here = table.table_messages()
    assert there.content.photo is not None
    pictures = [there.content.photo.data, here.content.attachments[0].data]
    found: list[Look] = [look for png in pictures for _, look in table.both.watch.painted[png][:1]]
    return found[0].theme, found[1].theme


def buttons(table: Together) -> tuple[str, str]:
    """What the button for one's own hand says on each platform."""
    there, _ = table.table_messages()
    telegram = [button["text"] for row in there.content.keyboard for button in row]
    discord = [one.label for one in table.here.offered(table.here.people[0], table.here.room) if one.verb == Verb.HAND]
    return next(text for text in telegram if text in HAND), discord[-1]


def test_a_table_speaks_the_new_language_of_its_channel_at_once_and_wears_its_new_theme() -> None:
    async def body(both: Both) -> None:
        table = Together(both)
        await table.begin("febur")
        before = [one.id for one in table.table_messages()]
        assert buttons(table) == ("My hand", "My hand")
        anna, carla = table.there.people[0], table.here.people[0]
        anna.writes("/settings language=it theme=dark", table.there.group)
        await both.settle()
        assert buttons(table) == ("Le mie carte", "My hand")  # the other channel has not changed
        assert looks(table) == ("dark", "felt")
        await table.here.types(carla, "burraco settings", table.here.room, settings="server: language=it theme=light")
        await both.settle()
        assert buttons(table) == ("Le mie carte", "Le mie carte")
        assert looks(table) == ("dark", "light")
        await table.here.types(carla, "burraco settings", table.here.room, settings="language=en")
        await both.settle()
        assert buttons(table) == ("Le mie carte", "My hand")
        anna.writes("/settings language=en", table.there.group)
        await both.settle()
        assert buttons(table) == ("My hand", "My hand")
        assert [one.id for one in table.table_messages()] == before  # changed where it stands
        table.check_mirror()

    run(body)


def test_a_lobby_speaks_the_new_language_of_its_channel_at_once() -> None:
    async def body(both: Both) -> None:
        table = Together(both)
        anna = table.there.people[0]
        anna.start()
        await both.settle()
        await table.there.open("febur")
        assert "free seat" in table.there.group.messages[-1].content.text
        lobby = table.there.group.messages[-1].id
        anna.writes("/settings language=it", table.there.group)
        await both.settle()
        (now,) = [one for one in table.there.group.messages if one.id == lobby]
        assert "posto libero" in now.content.text

    run(body)
