"""Who cannot be sent their cards: the sentence about them goes by their own platform, wherever it is read."""

from bot.messages.buttons import Verb
from tests.adapters.together.hosting import Both
from tests.adapters.together.scripted import Together
from tests.adapters.together.test_one_table import run
from tests.loopback.discord.values import Message


def test_each_is_spoken_of_by_their_own_platform_in_both_channels() -> None:
    async def body(both: Both) -> None:
        table = Together(both)
        anna, bruno = table.there.people
        carla, dario = table.here.people
        anna.start()
        await both.settle()
        await table.there.open("febur")
        await table.there.press(bruno, Verb.JOIN, table.there.group)
        carla.closes_dms()
        table.here.label = table.label
        await table.here.types(carla, "burraco join", table.here.room, table=table.label)
        await both.settle()
        await table.here.press(dario, Verb.JOIN, table.here.room)
        await table.there.press(anna, Verb.START, table.there.group)
        await table.dealt()
        there = "\n".join([one.content.text for one in table.there.group.messages])
        here = "\n".join([one.content.text for one in public(table)]).replace("\\", "")
        for seen in (there, here):
            assert "Bruno has not opened the private chat yet" in seen
            assert "Bruno does not accept" not in seen
            assert "Carla does not accept private messages from me" in seen
            assert "Carla has not opened" not in seen
        reminders = [line for line in there.split("\n") if "press START there" in line]
        assert reminders
        assert not [line for line in reminders if "Carla" in line]

    run(body)


def public(table: Together) -> list[Message]:
    """Everything in the channel on Discord."""
    return [one for one in table.here.people[1].screen(table.here.room) if one.receiver is None]
