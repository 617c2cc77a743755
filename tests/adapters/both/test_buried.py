"""A table that chat has buried comes down again: at a new turn, once in it, and without a sound."""

import pytest

from bot.messages.buttons import Verb
from engine.actions import DRAW
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run

QUIET = "players=2 mention=0 ping=0 stand_in=0"


async def chats(here: Surface, times: int) -> None:
    """So many lines of people, some time ago by now, of which the bot could hear."""
    if here.name == "telegram":
        here.place.promotes_bot()
    for number in range(times):
        await here.talks(here.match.people[0], f"that is line {number}")
    here.host.clock.advance(60)
    await here.settled()


async def next_turn(here: Surface) -> None:
    await here.turn()
    await here.settled()


def numbers(here: Surface) -> list[int]:
    """The messages in the place that show the table."""
    return [one.id for one in here.tables()]


@both
def test_a_buried_table_comes_down_at_the_next_turn_and_the_old_message_goes(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two(settings=f"{QUIET} below=4")
        (before,) = numbers(here)
        person = await here.match.person_in_turn()
        await chats(here, 4)
        await here.tap(person, here.offer(person, DRAW))
        await here.settled()
        assert numbers(here) == [before]  # a turn has not begun
        rung = len(person.notified())
        await here.discards(person)
        await here.settled()
        (after,) = numbers(here)
        assert after != before
        assert before not in [one.id for one in here.public()]
        assert here.public()[-1].id == after
        assert [one for one in person.notified()[rung:] if one.message == after] == []
        await chats(here, 4)  # never twice in one turn
        again = await here.drawn()
        await here.settled()
        assert numbers(here) == [after]
        await here.discards(again)
        await here.settled()
        assert numbers(here) != [after]
        await here.tap(person, here.offer(person, DRAW, public=True))  # its buttons are alive
        assert (await here.table()).in_turn

    run(on, body)


@both
@pytest.mark.parametrize(("setting", "lines"), [("below=4", 2), ("below=0", 12)])
def test_few_messages_or_none_wanted_leave_it_where_it_is(on: Kind, setting: str, lines: int) -> None:
    async def body(here: Surface) -> None:
        await here.two(settings=f"{QUIET} {setting}")
        before = numbers(here)
        await chats(here, lines)
        await next_turn(here)
        assert numbers(here) == before

    run(on, body)


@both
def test_a_lobby_that_is_asked_for_comes_down_and_leaves_no_copy(on: Kind) -> None:
    """One that still asks to sit down "with the buttons below" would have none any more."""

    async def body(here: Surface) -> None:
        anna = here.person("Anna")
        here.gather([anna])
        await here.comes_in_private(anna)
        await here.open("fibur", "players=2")
        for _ in range(2):
            here.server.clock.advance(20)
            await here.says(anna, "table", public=True)
            lobbies = [one for one in here.public() if "1 seat is free" in here.text(one)]
            assert lobbies == here.tables()

    run(on, body)


@both
def test_a_table_that_is_asked_for_in_play_comes_down_and_leaves_no_copy(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two(settings=QUIET)
        (before,) = numbers(here)
        person = await here.match.person_in_turn()
        for _ in range(3):
            here.server.clock.advance(20)
            await here.says(person, "table", public=True)
            await here.settled()
            (after,) = numbers(here)
            assert after != before
            pictures = [one.id for one in here.public() if here.has_picture(one)]
            assert pictures == [after]  # nor is there one without buttons
            before = after
        await here.tap(person, here.offer(person, DRAW, public=True))  # its buttons are alive
        assert (await here.table()).turn

    run(on, body)


@both
def test_a_deal_that_is_over_stays_where_the_next_one_is_asked_for(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two(settings=f"{QUIET} hands=2 pause=0 below=0")
        (first,) = numbers(here)
        await here.ends_the_deal()
        for one in here.match.people:
            await here.tap(one, here.offer(one, Verb.READY, public=True))
        await here.match.dealt()
        await here.settled()
        second = numbers(here)[-1]
        here.server.clock.advance(20)
        await here.says(here.match.people[0], "table", public=True)
        await here.settled()
        there = [one.id for one in here.public()]
        assert first in there
        assert second not in there
        assert numbers(here)[-1] > second

    run(on, body)


@both
@pytest.mark.parametrize("settings", ["pause=60", "pause=60 deals=1"], ids=["in the pause", "after the match"])
def test_after_a_deal_its_result_comes_down_and_its_picture_stays(on: Kind, settings: str) -> None:
    async def body(here: Surface) -> None:
        await here.two(settings=f"{QUIET} hands=2 {settings} below=0")
        await here.ends_the_deal()
        await here.settled()
        deal, result = [one.id for one in here.public() if here.has_picture(one)]
        for _ in range(2):
            here.server.clock.advance(20)
            await here.says(here.match.people[0], "table", public=True)
            await here.settled()
            (first, last) = [one.id for one in here.public() if here.has_picture(one)]
            assert first == deal
            assert last > result
            result = last
        offered = {one.verb for one in here.offered(here.match.people[0], public=True)}
        assert offered & {Verb.READY, Verb.REMATCH}  # its buttons are alive

    run(on, body)
