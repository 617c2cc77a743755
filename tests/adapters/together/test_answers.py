"""What people are answered on either platform: where they read it, and to nobody else."""

from bot.messages.buttons import Ask, Press, Verb, decode
from engine.players import PLAYERS
from tests.adapters.discord.scripted import offers
from tests.adapters.together.hosting import Both
from tests.adapters.together.scripted import Together
from tests.adapters.together.test_one_table import run
from tests.loopback.discord.people import Person as DiscordPerson
from tests.loopback.telegram.people import Person as TelegramPerson


async def played(table: Together, turns: int = 5) -> None:
    for _ in range(turns):
        await table.turn(PLAYERS["heuristic"](3))


def alone(person: DiscordPerson) -> str:
    """What they read last, and nobody else, on Discord."""
    return [one.text.replace("\\", "") for one in person.sees() if one.only_mine and one.text][-1]


def in_private(person: DiscordPerson | TelegramPerson) -> str:
    return person.screen()[-1].content.text.replace("\\", "")


def test_who_wants_to_be_forgotten_is_answered_privately_wherever_they_ask() -> None:
    async def body(both: Both) -> None:
        table = Together(both)
        anna, zoe = table.there.people[0], both.telegram.telegram.user("Zoe")
        table.there.group.adds(zoe)
        anna.start()
        await both.settle()
        carla = table.here.people[0]
        anna.writes("/erase", table.there.group)
        zoe.writes("/erase", table.there.group)  # who has opened no private chat is shown the way
        await table.here.types(carla, "burraco erase", table.here.room)
        await both.settle()
        group = [one.content.text for one in table.there.group.messages]
        assert not any("To confirm" in text for text in group)
        assert any("I have sent it to you in the private chat." in text for text in group)
        assert any("open it, press START" in text for text in group)
        assert "To confirm, write /erase " in in_private(anna)
        assert "To confirm, write /burraco erase " in alone(carla)
        for person in (anna, carla):
            text = in_private(anna) if person is anna else alone(carla)
            word = text.split("erase ")[1].split()[0]
            if isinstance(person, TelegramPerson):
                person.writes(f"/erase {word}", table.there.group)
                await both.settle()
                assert in_private(person).startswith("Your data has been deleted.")
            else:
                await table.here.types(person, "burraco erase", table.here.room, word=word)
                assert alone(person).startswith("Your data has been deleted.")
        assert not any("deleted" in one.content.text for one in table.there.group.messages)

    run(body)


def test_a_correction_is_agreed_to_where_it_is_read() -> None:
    """A table of a private chat has no admins: somebody of each other side agrees, with a button."""

    async def body(both: Both) -> None:
        table = Together(both)
        anna, carla = table.there.people[0], table.here.people[0]
        anna.start()
        await both.settle()
        anna.writes("/new febur players=2 hands=1")
        await both.settle()
        presses = [decode(one.get("callback_data", "")) for row in anna.screen()[-1].content.keyboard for one in row]
        table.there.label = table.here.label = next(one.table for one in presses if isinstance(one, Press))
        await table.here.types(carla, "burraco join", table.here.room, table=table.label)
        await both.settle()
        await table.there.press(anna, Verb.START)
        await table.dealt()
        await played(table, 4)
        act = await table.here.types(carla, "match resign", table.here.room)
        assert act.original is not None
        (sure,) = [one for one in offers(act.original) if one.verb == Verb.RESIGN]
        await table.here.tap(carla, sure)
        anna.writes(f"/correct {table.label} N 500 S 300 the sheet was added up wrongly")
        await both.settle()
        await anna.answer(anna.presses("Yes, correct it"))
        await both.settle()
        question = carla.screen()[-1]
        assert "wants to correct the result" in question.content.text
        (agree,) = [
            one for one in offers(question) if isinstance(one.press.request, Ask) and one.press.request.verb == Verb.SAY
        ]
        assert agree.label == "I agree"
        await table.here.tap(carla, agree)
        await both.settle()
        assert alone(carla).startswith(f"Result of {table.label}:")
        assert any("now N 500 S 300" in one.content.text for one in anna.screen())

    run(body)
