"""A channel never has more tables than it may have, whoever opens them in the same moment."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from bot.requests.channels import SetChannel
from bot.requests.openings import Open, Play
from bot.requests.plans import MakePlan
from bot.requests.seating import NextTable
from tests.requests.serving import World, run

BAR = "club:bar"


async def limited(world: World, tables: int) -> list[str]:
    people = await world.people(4)
    await world.done(people[0], SetChannel(BAR, f"tables={tables}", admin=True))
    return people


async def before_anything_is_written(world: World, *works: Coroutine[Any, Any, Any]) -> list[Any]:
    """What they give. Each sees what there was before any of them, unless it waits for another one."""
    async with world.store._writing:
        tasks = [asyncio.ensure_future(work) for work in works]
        for _ in range(50):
            await asyncio.sleep(0)
            await world.store._readings.wait_until_answered()
    return list(await asyncio.gather(*tasks))


def test_of_many_who_open_at_once_only_so_many_do() -> None:
    async def test(world: World) -> None:
        people = await limited(world, 3)
        opens = [world.do(one, Open(channel=BAR, delivery=f"{number}")) for one in people for number in range(5)]
        plays = [world.do(one, Play(channel=BAR, delivery="play")) for one in people]
        answers = await before_anything_is_written(world, *opens, *plays)
        assert sum(answer.done for answer in answers) == 3
        assert len(await world.service.backend.tables.in_channel(BAR)) == 3

    run(test)


def test_a_planned_match_and_people_do_not_take_the_same_room() -> None:
    async def test(world: World) -> None:
        people = await limited(world, 1)
        for person in people:
            await world.done(person, MakePlan("", BAR))
        planner = world.service.planned_matches.planner
        opens = [world.do(person, Open(channel=BAR, delivery=person)) for person in people]
        await before_anything_is_written(world, planner.fire(), *opens, planner.fire(), planner.note_free_room(BAR))
        assert len(await world.service.backend.tables.in_channel(BAR)) == 1

    run(test)


def test_who_waits_for_the_next_table_waits_on_while_its_channel_is_full() -> None:
    async def test(world: World) -> None:
        people = await limited(world, 1)
        more = [await world.person(f"More {number}") for number in range(4)]
        table = await world.open(people[0], BAR)
        for person in [*people[1:], *more]:
            assert (await world.join(person, table)).done
        full = await world.do(more[0], NextTable(table.label, "one"))
        assert not full.done
        assert "1 table" in full.words
        assert [waiting for waiting, _ in (await world.now_of(table)).waiting] == more
        await world.done(people[0], SetChannel(BAR, "tables=2", admin=True))
        await world.done(more[0], NextTable(table.label, "two"))
        assert (await world.now_of(table)).waiting == ()

    run(test)
