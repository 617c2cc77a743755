"""A table is joined from a private chat: the seat is theirs, and the chat does not become a place of the table."""

from typing import Any

from bot.messages.buttons import Verb
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run


async def with_lobby(here: Surface, *names: str, settings: str = "players=2 hands=1") -> list[Any]:
    """People whose private chats are open, the first of whom has opened a table in the place."""
    people = [here.person(name) for name in names]
    here.match = here.gather(people)
    for one in people:
        await here.comes(one)
        await here.says(one, "help")
    await here.open("fibur", settings)
    await here.settled()
    return people


async def silence(here: Surface, seconds: int) -> None:
    """Nobody does anything for so long."""
    here.host.clock.advance(seconds)
    await here.host.clockwork.fire()
    await here.settled_late()


def about_it(here: Surface, person: Any) -> list[Any]:
    return [one for one in here.private(person) if here.about_table(one, here.label)]


@both
def test_who_joins_in_private_has_a_seat_and_one_message_and_hears_once_of_a_turn(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno = await with_lobby(here, "Anna", "Bruno")
        answers = await here.says(bruno, "join", here.label)
        await here.settled()
        sits, way = answers[-1].text.split("\n")
        assert sits == f"Bruno sits down at table {here.label}."
        assert "Your cards come when the match begins" in way
        assert f"table {here.label} shows the table" in way
        table = await here.table()
        assert [chair.name for chair in table.chairs] == ["Anna", "Bruno"]
        assert len(table.channels) == 1
        assert about_it(here, bruno) == []
        await here.match.start()
        if await here.match.person_in_turn() is anna:
            await here.turn()
        assert len(about_it(here, bruno)) == 1
        before = len(bruno.notified())
        await silence(here, 11)
        await silence(here, 50)
        assert len(bruno.notified()) == before + 1
        await here.check_eyes()

    run(on, body)


@both
def test_who_joins_in_private_from_elsewhere_hears_there_of_a_turn(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno = await with_lobby(here, "Anna", "Bruno")
        zoe = here.person("Zoe")
        here.elsewhere(zoe)
        await here.comes_in_private(zoe)
        await here.says(zoe, "help")
        await here.says(zoe, "join", here.label)
        await here.settled()
        assert [chair.name for chair in (await here.table()).chairs] == ["Anna", "Zoe"]
        here.match.people[:] = [anna, zoe]
        await here.match.start()
        if await here.match.person_in_turn() is anna:
            await here.turn()
        before = len(zoe.notified()), len(bruno.notified())
        await silence(here, 11)
        assert [one for one in here.public() if zoe in here.called(one)] == []
        await silence(here, 50)
        assert (len(zoe.notified()), len(bruno.notified())) == (before[0] + 1, before[1])
        await here.check_eyes()

    run(on, body)


@both
def test_a_table_opened_in_private_calls_nobody_there_and_the_hands_ring_once(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno = await with_lobby(here, "Anna", "Bruno")
        await here.opens_for(anna, public=False, settings="players=2 hands=1")
        await here.settled()
        (lobby,) = [one for one in here.private(anna) if here.about_table(one, "")]
        here.match.label = here.label_of(lobby)
        await here.says(bruno, "join", here.label)
        await here.tap(anna, next(one for one in here.offered(anna) if one.verb == Verb.START))
        await here.match.dealt()
        first = await here.match.person_in_turn()
        await here.turn()
        other = here.other(first)
        before = {one: len(one.notified()) for one in (first, other)}
        await silence(here, 11)
        await silence(here, 50)
        assert len(other.notified()) == before[other] + 1
        assert len(first.notified()) == before[first]
        await here.turn()
        before = {one: len(one.notified()) for one in (first, other)}
        await silence(here, 11)
        await silence(here, 50)
        assert len(first.notified()) == before[first] + 1
        await here.check_eyes()

    run(on, body)


@both
def test_the_next_table_of_those_who_wait_stands_in_no_private_chat_of_others(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno, carla, dora = await with_lobby(here, "Anna", "Bruno", "Carla", "Dora")
        await here.opens_for(anna, public=False, settings="players=2 hands=1")
        await here.settled()
        lobby = [one for one in here.private(anna) if here.about_table(one, "")][-1]
        here.match.label = here.label_of(lobby)
        await here.says(bruno, "join", here.label)
        before = len(here.private(anna))
        await here.says(carla, "join", here.label)
        await here.says(dora, "join", here.label)
        await here.settled()
        assert len(here.private(anna)) == before
        (next_lobby,) = [one for one in here.private(carla) if here.about_table(one, "")]
        assert here.label_of(next_lobby) != here.label
        here.match.label = here.label_of(next_lobby)
        assert Verb.START in {one.verb for one in here.offered(carla)}

    run(on, body)


@both
def test_who_has_left_and_names_no_table_in_private_is_told_the_way_back_to_their_own(on: Kind) -> None:
    async def body(here: Surface) -> None:
        _, bruno = await with_lobby(here, "Anna", "Bruno")
        assert "new opens one." in (await here.says(bruno, "join"))[-1].text
        await here.says(bruno, "join", here.label)
        await here.match.start()
        await here.says(bruno, "leave", here.label)
        answer = (await here.says(bruno, "join"))[-1].text
        assert f"return {here.label}" in answer
        assert "a computer player" in answer
        assert len((await here.table()).channels) == 1
        await here.check_eyes()

    run(on, body)
