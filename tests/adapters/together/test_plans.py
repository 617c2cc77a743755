"""Matches planned on both platforms: announced at once, joined by a button, called off with a word."""

import pytest

from bot.tables.table import LOBBY
from tests.adapters.discord.scripted import about_table as about_table_here
from tests.adapters.discord.scripted import offers
from tests.adapters.telegram.scripted import about_table as about_table_there
from tests.adapters.together.hosting import Both
from tests.adapters.together.scripted import Together
from tests.adapters.together.test_one_table import run
from tests.loopback.discord.people import Person


def read_there(table: Together) -> list[str]:
    return [one.content.text for one in table.there.group.messages]


def read_here(table: Together) -> list[str]:
    """What everybody reads in the channel on Discord."""
    return [one.content.text.replace("\\", "") for one in table.here.room.shown]


def read_alone(person: Person) -> str:
    return [one.text.replace("\\", "") for one in person.sees() if one.only_mine][-1]


async def begun(both: Both) -> Together:
    table = Together(both)
    for person in table.there.people:
        person.start()
    await both.settle()
    return table


async def pass_time(both: Both, hours: float) -> None:
    """Until everything that is due by then has happened, in its order."""
    both.advance(hours * 3600)
    for _ in range(4):
        await both.telegram.service.planned_matches.planner.fire()
        await both.telegram.clockwork.fire()
        await both.settle()


def test_a_match_for_tonight_is_announced_with_join_on_both_platforms() -> None:
    async def body(both: Both) -> None:
        table = await begun(both)
        (anna, bruno), (carla, dario) = table.there.people, table.here.people
        anna.writes("/plan in 3 hours", table.there.group)
        await both.settle()
        assert ["number 1" in text for text in read_there(table)[-1:]] == [True]  # everybody reads the answer
        await both.telegram.telegram.until(lambda: bruno.find("Join", table.there.group))
        await bruno.answer(bruno.presses("Join", table.there.group))
        await table.here.types(carla, "burraco plan", table.here.room, time="in 3 hours")
        (announcement,) = [text for text in read_here(table) if "plan number 1" in text]
        assert "Press Join if you play" in announcement
        await dario.answer(dario.presses("Join", table.here.room))
        await both.settle()
        assert "Coming: Carla and Dario." in read_alone(dario)
        await pass_time(both, 2.8)
        assert "Coming: Anna and Bruno." in read_there(table)[-1]
        assert "Coming: Carla and Dario." in read_here(table)[-1]
        await bruno.answer(bruno.presses("I'm here", table.there.group))
        await dario.answer(dario.presses("I'm here", table.here.room))
        await both.settle()
        await pass_time(both, 0.22)
        lobbies = [one for one in table.there.group.messages if about_table_there(one)]
        assert "Anna and a free seat" in lobbies[-1].content.text
        assert "Bruno and a free seat" in lobbies[-1].content.text
        here = [one for one in table.here.room.shown if about_table_here(one)]
        assert "Dario and a free seat" in here[-1].content.text
        for text in (lobbies[-1].content.text, here[-1].content.text):
            assert "sit down with the buttons below" in text  # which stand on this very message
        everything = [text for text in (*read_there(table), *read_here(table)) if not text.startswith("Welcome")]
        others = [text for text in everything if "sit down" in text or "take a seat" in text]
        assert len(others) == 2

    run(body)


def test_what_a_channel_has_heard_of_is_cancelled_before_its_eyes() -> None:
    async def body(both: Both) -> None:
        table = await begun(both)
        carla, dario = table.here.people
        await table.here.types(carla, "burraco plan", table.here.room, time="in 3 hours")
        await table.here.types(dario, "burraco plan", table.here.room)
        announced, button = dario.find("Join", table.here.room)
        await table.here.types(carla, "burraco plan", table.here.room, time="cancel 1")
        assert read_alone(carla).startswith("Cancelled: number 1, ")
        assert read_here(table)[-1].endswith(" is off: it was cancelled.")
        assert any("it was cancelled" in text and "Burraco." in text for text in read_here(table))  # the announcement
        with pytest.raises(LookupError):
            dario.presses("Join", table.here.room)
        await dario.answer(dario.forges(button["custom_id"], announced))  # on a screen that is slow
        await both.settle()
        assert read_alone(dario).startswith("That match is off: nobody can join it any more.")

    run(body)


def test_an_answer_that_announced_a_match_loses_its_button_when_the_match_is_off_and_an_old_press_is_answered() -> None:
    async def body(both: Both) -> None:
        table = await begun(both)
        anna, bruno = table.there.people
        anna.writes("/plan in 3 hours", table.there.group)
        await both.settle()
        await both.telegram.telegram.until(lambda: bruno.find("Join", table.there.group))
        (answer,) = [one for one in table.there.group.messages if "number 1" in one.content.text]
        assert answer.content.keyboard
        anna.writes("/plan cancel 1", table.there.group)
        await both.settle()
        await pass_time(both, 0.1)
        (now,) = [one for one in table.there.group.messages if one.id == answer.id]
        assert not now.content.keyboard
        assert now.content.text.endswith(" is off: it was cancelled.")

    run(body)


def test_a_table_to_which_nobody_comes_is_called_off_in_its_channel() -> None:
    async def body(both: Both) -> None:
        table = await begun(both)
        anna, carla = table.there.people[0], table.here.people[0]
        anna.writes("/plan in 3 hours", table.there.group)
        await table.here.types(carla, "burraco plan", table.here.room, time="in 3 hours")
        await both.settle()
        await pass_time(both, 3.02)
        labels = [
            one.label
            for one in await both.telegram.service.backend.tables.in_channel(f"telegram:{table.there.group.id}")
        ]
        assert [(await both.telegram.table(label)).phase for label in labels] == [LOBBY]
        for hours in (1.9, 0.2):
            await pass_time(both, hours)
        for texts in (read_there(table), read_here(table)):
            assert [text for text in texts if text.endswith(" is off: nobody joined.")] == [texts[-1]]

    run(body)


def test_an_announcement_says_that_its_table_is_open_and_loses_join() -> None:
    async def body(both: Both) -> None:
        table = await begun(both)
        anna, bruno = table.there.people
        carla, dario = table.here.people
        anna.writes("/plan in 3 hours", table.there.group)
        await both.settle()
        await both.telegram.telegram.until(lambda: bruno.find("Join", table.there.group))
        await table.here.types(carla, "burraco plan", table.here.room, time="in 3 hours")
        (there,) = [one for one in table.there.group.messages if "number 1" in one.content.text]
        here, button = dario.find("Join", table.here.room)
        data = there.content.keyboard[0][0]["callback_data"]
        await pass_time(both, 3.02)
        opened = [await opened_in(both, table.there.platform, table.there.group.id)]
        opened.append(await opened_in(both, table.here.platform, table.here.room.id))
        (now,) = [one for one in table.there.group.messages if one.id == there.id]
        assert not now.content.keyboard
        assert f"Table {opened[0]} is open" in now.content.text
        (now_here,) = [one for one in table.here.room.shown if one.id == here.id]
        assert not [one for one in offers(now_here) if one.label == "Join"]
        assert f"Table {opened[1]} is open" in now_here.content.text.replace("\\", "")
        late = bruno.forges(data, there)  # on a screen that is slow
        await bruno.answer(late)
        await dario.answer(dario.forges(button["custom_id"], here))
        await both.settle()
        names = [{chair.name for chair in (await both.telegram.table(one)).chairs} for one in opened]
        assert ["Bruno" in names[0], "Dario" in names[1]] == [True, True]  # whoever is late sits down at the table

    run(body)


async def opened_in(both: Both, platform: str, place: int) -> str:
    """The short name of the one table that is shown there."""
    (one,) = await both.telegram.service.backend.tables.in_channel(f"{platform}:{place}")
    return one.label
