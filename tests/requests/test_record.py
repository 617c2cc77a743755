"""Who may read the record of a table: as long as it is there whoever looks at it, afterwards its people and places."""

from bot.requests.pages import Record
from bot.requests.seating import Join
from bot.tables.table import CLOSED, PAUSE, PLAYING
from tests.requests.serving import World, run
from tests.requests.test_seating import four

BAR = "telegram:-100"


def test_the_record_of_friends_whose_table_is_closed_is_theirs_and_of_where_it_was_shown() -> None:
    async def work(world: World) -> None:
        table, people = await four(world, BAR, "hands=2")
        eve = await world.person("Eve")
        await world.said(people[0], table.label, "start")
        await world.until(table, PLAYING)
        for one in people:
            await world.said(one, table.label, "leave")
        await world.until(table, PAUSE)
        for channel in ("", "telegram:-66"):
            assert (await world.do(eve, Record(table.label), channel)).done  # who looks at a table looks through it
        await world.said(people[0], table.label, "end", admin=True)
        assert (await world.now_of(table)).phase == CLOSED
        for channel in ("", "telegram:-66"):
            answer = await world.do(eve, Record(table.label), channel)
            assert not answer.done
            assert f"no finished match {table.label} that you may see" in answer.words
        for one in people:
            assert (await world.do(one, Record(table.label))).done
        assert (await world.do(eve, Record(table.label), BAR)).done

    run(work)


def test_who_only_waited_has_not_played() -> None:
    async def work(world: World) -> None:
        table, people = await four(world, BAR, "hands=2")
        eve = await world.person("Eve")
        assert (await world.do(eve, Join(table.label, "", delivery="j"))).done
        await world.said(people[0], table.label, "start")
        await world.until(table, PLAYING)
        for one in people:
            await world.said(one, table.label, "leave")
        await world.until(table, PAUSE)
        await world.said(people[0], table.label, "end", admin=True)
        assert not (await world.do(eve, Record(table.label))).done

    run(work)
