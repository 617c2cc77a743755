"""A tournament's form on Discord without a typed command: name and day go into a form that a press opens."""

from typing import Any

from tests.adapters.discord.hosting import Host, run
from tests.adapters.discord.test_presses import last_answer
from tests.loopback.discord.people import Person
from tests.loopback.discord.rooms import Room


def last_shown(person: Person) -> str:
    """What they were told last, without the signs that keep markup away."""
    return last_answer(person).replace("\\", "")


async def presses(host: Host, person: Person, label: str, room: Room) -> Any:
    act = person.presses(label, room)
    await person.answer(act)
    await host.settle()
    return act


async def fills(host: Host, person: Person, act: Any, words: str) -> None:
    await person.answer(person.fills(act, words=words))
    await host.settle()


def test_a_tournament_is_announced_without_typing_a_command() -> None:
    async def body(host: Host) -> None:
        anna = host.discord.user("Anna")
        room = host.discord.guild("Circolo", anna).channel("tavoli")
        await anna.answer(anna.types("tournament", room, action="new"))
        await host.settle()
        await presses(host, anna, "Name", room)
        act = await presses(host, anna, "Name", room)  # the button of the question
        assert act.modal["title"] == "Name"
        await fills(host, anna, act, "Thursday night")
        assert "A new tournament: Thursday night" in last_shown(anna)
        await presses(host, anna, "Day", room)
        await presses(host, anna, "another day…", room)
        act = await presses(host, anna, "another day…", room)
        await fills(host, anna, act, "the day after never")
        assert "the day after never" in last_shown(anna)
        assert "Thursday night" in last_shown(anna)  # what was right stays
        await presses(host, anna, "Day", room)
        await presses(host, anna, "another day…", room)
        act = await presses(host, anna, "another day…", room)
        await fills(host, anna, act, "friday 20:15")
        assert "20:15" in last_shown(anna)
        await presses(host, anna, "Announce it", room)
        ((_, one),) = await host.service.tournaments.tournaments.live()
        assert one.announcement.name == "Thursday night"

    run(body)
