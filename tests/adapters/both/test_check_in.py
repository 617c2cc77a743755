"""Before a planned match those who come are asked by name whether they are here; who says so has a seat."""

from dataclasses import replace
from typing import Any

from bot.messages.notice_message import notice_message
from bot.planner.plan import MOST_JOINED
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run

FAMILY = "\U0001f469\U0001f3fd\u200d\U0001f469\U0001f3fd\u200d\U0001f467\U0001f3fd\u200d\U0001f466\U0001f3fd"
PLAN = {"telegram": ("in 3 hours players=2",), "discord": ("in 3 hours", "players=2")}


async def passes(here: Surface, hours: float) -> None:
    """What is due until then happens, and is told."""
    here.host.clock.advance(hours * 3600)
    for _ in range(4):
        await here.host.service.planned_matches.planner.fire()
        await here.settled()


async def presses(here: Surface, person: Any, label: str, *, private: bool = False) -> None:
    place = () if private else (here.place,)
    await person.answer(person.presses(label, *place))
    await here.settled()


async def planned(here: Surface, settings: str = "") -> list[Any]:
    """Anna plans a match for two; Bruno and Carla say that they come, in this order."""
    people = [here.person(name) for name in ("Anna", "Bruno", "Carla")]
    here.match = here.gather(people)
    for person in people:
        await here.comes(person)
    if settings:
        here.lets_direct(people[0])
        await here.says(people[0], "settings", settings, public=True)
    await here.says(people[0], "plan", *PLAN[here.name], public=True)
    await here.settled()
    if here.name == "discord":
        await passes(here, 0.01)
    for person in people[1:]:
        await presses(here, person, "Join")
    return people


async def seated(here: Surface) -> tuple[list[str], list[str]]:
    """Who sits at the one table of the place, and who waits there."""
    channel = f"{here.name}:{here.place.id}"
    (one,) = await here.host.service.backend.tables.in_channel(channel)
    table = await here.host.table(one.label)
    return sorted(chair.name for chair in table.chairs if chair.person), [name for _, name in table.waiting]


@both
def test_who_comes_is_asked_by_name_and_who_is_here_has_the_seat_before_who_is_not(on: Kind) -> None:
    async def body(here: Surface) -> None:
        _, bruno, carla = await planned(here)
        await passes(here, 2.8)
        question = here.public()[-1]
        assert here.called(question) == [bruno, carla]
        assert "is everybody here?" in here.text(question)
        await presses(here, carla, "I'm here")
        await passes(here, 0.25)
        assert await seated(here) == (["Anna", "Carla"], [])
        assert [text for text in map(here.text, here.public()) if "Not here yet: Bruno" in text] != []
        assert here.called(here.public()[-1]) == []

    run(on, body)


@both
def test_who_planned_the_match_and_says_that_they_are_here_has_one_seat(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno, _ = await planned(here)
        await passes(here, 2.8)
        await presses(here, anna, "I'm here")
        assert [text for text in here.seen(anna) if "You planned this match and have a seat" in text] != []
        await presses(here, bruno, "I'm here")
        assert [text for text in here.seen(bruno) if "You get a seat when the table opens" in text] != []
        await passes(here, 0.25)
        assert await seated(here) == (["Anna", "Bruno"], [])
        assert [text for text in map(here.text, here.public()) if text.count("Anna") > 1 and "is open" in text] == []

    run(on, body)


@both
def test_who_checks_in_late_takes_a_free_seat(on: Kind) -> None:
    async def body(here: Surface) -> None:
        _, bruno, _ = await planned(here)
        await passes(here, 2.8)
        message, button = bruno.find("I'm here", here.place)
        await passes(here, 0.25)
        assert await seated(here) == (["Anna"], [])
        await bruno.answer(bruno.forges(button.get("callback_data") or button["custom_id"], message))
        await here.settled()
        assert await seated(here) == (["Anna", "Bruno"], [])

    run(on, body)


@both
def test_who_wants_no_mention_is_asked_in_private(on: Kind) -> None:
    async def body(here: Surface) -> None:
        _, bruno, carla = await planned(here)
        await here.says(bruno, "mentions", "off")
        await passes(here, 2.8)
        assert [here.called(one) for one in here.public()][-1] == [carla]
        assert [text for text in here.seen(bruno) if "is everybody here?" in text] != []
        assert [one for one in bruno.notified() if "is everybody here?" in here.plain(one.text)]
        await presses(here, bruno, "I'm here", private=True)
        await passes(here, 0.25)
        assert await seated(here) == (["Anna", "Bruno"], [])

    run(on, body)


@both
def test_where_a_channel_asks_nobody_all_who_said_that_they_come_are_seated(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await planned(here, "checkin=0")
        await passes(here, 2.8)
        assert [here.called(one) for one in here.public() if here.called(one)] == []
        await passes(here, 0.25)
        assert await seated(here) == (["Anna", "Bruno"], ["Carla"])

    run(on, body)


@both
def test_who_comes_to_a_table_that_is_full_reads_that_they_wait_and_of_no_seat(on: Kind) -> None:
    async def body(here: Surface) -> None:
        _, bruno, carla = await planned(here, "checkin=0")
        assert [text for text in here.seen(bruno) if "You get a seat when the table opens" in text] != []
        assert [text for text in here.seen(carla) if "You are coming: " in text and "get a seat" in text] == []
        assert [text for text in here.seen(carla) if "has 2 seats, and those before you take them" in text] != []
        await passes(here, 3.05)
        assert await seated(here) == (["Anna", "Bruno"], ["Carla"])
        assert [text for text in here.seen(bruno) if "Bruno, there is a seat for you at table" in text] != []
        assert [text for text in here.seen(carla) if "there is a seat for you at table" in text] == []
        assert [text for text in here.seen(carla) if "is full. You are number 1 on the list" in text] != []

    run(on, body)


@both
def test_a_question_to_as_many_as_may_come_has_room_for_their_names_and_keeps_its_button(on: Kind) -> None:
    async def body(here: Surface) -> None:
        people = [here.person(f"Person {number}") for number in range(MOST_JOINED)]
        here.match = here.gather(people)
        register, place = here.host.service.register, f"{here.name}:{here.place.id}"
        for name in (FAMILY * 24, "q\u0323\u0301" * 24):  # what Telegram counts twice, and what Discord counts, too
            ids = [await register(here.name, str(one.id), "en", name) for one in people]
            question = notice_message("en", f"Is everybody here? Coming: {', '.join([name] * len(ids))}", "plan here 1")
            await here.host.chats.announce(place, replace(question, mentions=tuple(ids)), "")
            message = here.public()[-1]
            assert here.called(message) == people
            assert "Is everybody here?" in here.text(message)
            people[0].presses("I'm here", here.place)

    run(on, body)


@both
def test_the_button_of_who_comes_speaks_the_language_of_the_place_whoever_has_planned(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno = here.person("Anna", "it"), here.person("Bruno")
        here.match = here.gather([anna, bruno])
        for person in (anna, bruno):
            await here.comes(person)
        here.lets_direct(anna)
        await here.says(anna, "settings", "lingua=italiano", public=True)
        await here.says(bruno, "plan", *PLAN[here.name], public=True)
        await here.settled()
        if here.name == "discord":
            await passes(here, 0.01)
        await presses(here, bruno, "Entra")

    run(on, body)
