"""Planned matches by chat: said, listed, changed; opened in their channel, and told there whatever comes between."""

import pytest

from bot.chat.messages.message import Message
from bot.chat.post.vocabulary import Usage, heard
from bot.chat.service.intents import ChangePlan, MakePlan, Plans
from bot.host.courier import TryLater
from tests.chat.serving import BOT, World, run

BAR = "club:bar"


@pytest.mark.parametrize(("line", "meant"), [
    ("/plan tonight 21:30", MakePlan("tonight 21:30", BAR)),
    ("/programma ogni venerdì alle 21 hands=2", MakePlan("ogni venerdì alle 21", BAR, "hands=2")),
    ("/plan now", MakePlan("", BAR)),
    ("/plan", Plans(BAR)),
    ("/programmi", Plans(BAR)),
    ("/plan cancel 2", ChangePlan("cancel", 2, BAR)),
    ("/programma pausa", ChangePlan("pause", 0, BAR)),
    ("/plan cancel soon", Usage("plan")),
])  # fmt: skip
def test_a_line_means(line: str, meant: object) -> None:
    assert heard(line, BAR, "d") == meant


def test_a_time_that_could_mean_two_things_is_asked_back() -> None:
    async def test(world: World) -> None:
        anna = await world.person("Anna")
        for line in ("/plan alle 9", "/plan bananas", "/plan next friday 21:00"):
            answer = await world.do(anna, heard(line, BAR))  # type: ignore[arg-type]
            assert not answer.done
            assert answer.words
        assert not (await world.do(anna, MakePlan("tonight 21:30", BAR, "players=99"))).done

    run(test)


def test_who_planned_may_cancel_and_only_admins_pause() -> None:
    async def test(world: World) -> None:
        anna, bruno = await world.people(2)
        await world.done(anna, MakePlan("every friday 21:00", BAR))
        assert not (await world.do(bruno, ChangePlan("cancel", 1, BAR))).done
        assert not (await world.do(anna, ChangePlan("pause", 0, BAR))).done
        assert not (await world.do(anna, ChangePlan("cancel", 2, BAR))).done
        paused = await world.done(bruno, ChangePlan("pause", 0, BAR, admin=True))
        assert [row["state"] for row in paused.page["plans"]] == ["paused"]  # type: ignore[attr-defined]
        assert (await world.done(anna, ChangePlan("cancel", 1, BAR))).page["plans"] == []
        assert (await world.done(anna, Plans(""))).page["plans"] == []  # another place

    run(test)


def test_a_planned_table_opens_in_its_channel_and_the_word_survives_a_crash() -> None:
    async def test(world: World) -> None:
        anna = await world.person("Anna")
        await world.done(anna, MakePlan("tomorrow 21:00", BAR))
        due = await world.store.next_plan_due(BOT, world.now)
        while due is not None and not await world.service.desk.where.in_channel(BAR):
            world.now = due
            await world.service.planned.planner.fire()  # nobody can be told: no platform takes it
            due = await world.store.next_plan_due(BOT, world.now)
        (table,) = await world.service.desk.where.in_channel(BAR)
        assert table.people == {anna}

        said: list[tuple[str, str]] = []
        down = True

        async def announce(channel: str, message: Message, _once: str) -> None:
            if down:
                raise TryLater("down")
            said.append((channel, message.lines[0]))

        world.service.planned.announce = announce
        await world.done(anna, MakePlan("tomorrow 21:00", "club:other"))
        world.now = await world.store.next_plan_due(BOT, world.now) or 0
        await world.service.planned.planner.fire()
        assert said == []
        down = False
        later = world.again()
        later.service.planned.announce = announce
        later.now += 60_000
        await later.service.planned.planner.fire()
        assert [channel for channel, _ in said] == ["club:other"]
        await later.service.planned.planner.fire()
        assert len(said) == 1

    run(test)


def test_on_this_host_the_author_hears_of_it() -> None:
    async def test(world: World) -> None:
        anna = await world.person("Anna", "web")
        await world.done(anna, MakePlan("", ""))
        await world.service.planned.planner.fire()
        (table,) = await world.service.desk.where.of(anna)
        assert any([table.label in words for words in world.told(anna)])

    run(test)
