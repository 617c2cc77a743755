"""Who hears of games that open in a channel: of other people's, in reason, by what they said themselves."""

import asyncio
import sqlite3
from collections.abc import Collection
from contextlib import closing
from datetime import UTC, datetime
from typing import Final

import pytest

from bot.durations import HOUR
from bot.host.ports import Account
from bot.requests.answer import Answer, EraseWord, OwnFile
from bot.requests.opening_news import BREAK, NOTIFY, Notify, Wishes, is_quiet
from bot.requests.own_data import Erase, Export
from bot.requests.plans import ChangePlan, MakePlan
from bot.tables.table import PLAYING
from tests.requests.serving import BOT, World, run
from tests.requests.test_plans import Announcements

BAR: Final = "discord:77"
NOON: Final = round(datetime(2026, 1, 10, 11, 0, tzinfo=UTC).timestamp() * 1000)  # 12 o'clock in Rome


async def wants(world: World, person: str, switch: str = "", quiet: str = "", *, private: bool = False) -> Answer:
    context = await world.asks(person, BAR, private=private)
    return await world.service.carry_out(context, Notify(BAR, switch, quiet))


async def opens(world: World, person: str, channel: str = BAR) -> str:
    table = await world.open(person, channel, "players=2")
    await world.service.opening_news.settle()
    return table.label


def test_another_ones_games_are_told_once_in_half_an_hour() -> None:
    async def test(world: World) -> None:
        world.now = NOON
        anna, bruno, carla = await world.people(3)
        assert (await wants(world, bruno, "on")).words.startswith("You hear in private when somebody opens a game here")
        await opens(world, bruno)
        await opens(world, anna, "discord:78")
        assert world.news_to(bruno) == []
        label = await opens(world, anna)
        assert world.news_to(bruno) == [f"Anna has opened table {label}. /notify off in this chat ends these messages."]
        assert [one.agrees for one in world.news] == [f"join {label}"]
        world.now += BREAK - 1
        await opens(world.again(), anna)  # a restart is no reason to tell more
        await opens(world, anna)
        assert len(world.news_to(bruno)) == 1
        world.now += 1
        await opens(world, anna)
        assert (len(world.news_to(bruno)), world.news_to(anna), world.news_to(carla)) == (2, [], [])
        assert (await wants(world, bruno, "off", private=True)).words.startswith("You do not hear")
        world.now += BREAK
        await opens(world, anna)
        assert len(world.news_to(bruno)) == 2

    run(test)


def test_who_is_looked_for_for_long_is_told_though_the_database_is_locked_for_a_moment_then() -> None:
    """What goes on after the request by which it was begun has a patience of its own, not what is left of that."""

    async def test(world: World) -> None:
        world.now, world.store.patience = NOON, 0.5
        anna, bruno = await world.people(2)
        await wants(world, bruno, "on")
        with closing(sqlite3.connect(world.store.name, isolation_level=None)) as beside:

            async def answers_late(_channel: str, _accounts: Collection[Account]) -> bool:
                await asyncio.sleep(0.6)
                beside.execute("BEGIN IMMEDIATE")
                asyncio.get_running_loop().call_later(0.2, beside.execute, "ROLLBACK")
                return True

            world.service.opening_news.note_members(answers_late)
            label = await opens(world, anna)
        assert world.news_to(bruno) == [f"Anna has opened table {label}. /notify off in this chat ends these messages."]

    run(test)


def test_nobody_is_told_in_their_quiet_hours_by_the_clock_of_the_channel() -> None:
    async def test(world: World) -> None:
        world.now = NOON + 12 * HOUR
        anna, bruno = await world.people(2)
        await wants(world, bruno, "on")
        await opens(world, anna)
        assert world.news_to(bruno) == []
        words = (await wants(world, bruno, quiet="12:00-23:00")).words
        assert "not while you play, not between 12:00 and 23:00 (/notify quiet=22-9 changes that)." in words
        await opens(world, anna)
        assert len(world.news_to(bruno)) == 1
        world.now = NOON + 24 * HOUR
        await opens(world, anna)
        assert len(world.news_to(bruno)) == 1
        await wants(world, bruno, quiet="off")
        await opens(world, anna)
        assert len(world.news_to(bruno)) == 2
        refused = await wants(world, bruno, quiet="late")
        assert (refused.done, "HH:MM-HH:MM" in refused.words) == (False, True)

    run(test)


def test_nobody_is_told_while_they_play_at_a_live_table() -> None:
    async def test(world: World) -> None:
        world.now = NOON
        anna, bruno, carla = await world.people(3)
        await wants(world, bruno, "on")
        table = await world.open(bruno, "", "players=2")
        await world.join(carla, table)
        await world.say(bruno, table.label, "start")
        await world.until(table, PLAYING)
        await opens(world, anna)
        assert world.news_to(bruno) == []

    run(test)


def test_it_can_be_begun_in_a_channel_alone_and_goes_with_the_person() -> None:
    async def test(world: World) -> None:
        world.now = NOON
        (bruno,) = await world.people(1)
        refused = await wants(world, bruno, "on", private=True)
        assert (refused.done, refused.words.startswith("Write /notify on in the channel")) == (False, True)
        await wants(world, bruno, "on", "22:00-09:00")
        exported = (await world.done(bruno, Export(private=True))).page
        assert isinstance(exported, OwnFile)
        assert BAR in str(exported)
        assert [one.id for one in await world.store.people_with(BOT, NOTIFY)] == [bruno]
        question = (await world.do(bruno, Erase(private=True))).page
        assert isinstance(question, EraseWord)
        await world.done(bruno, Erase(question.word, private=True))
        assert await world.store.people_with(BOT, NOTIFY) == ()

    run(test)


@pytest.mark.parametrize(("hour", "quiet"), [(21, False), (22, True), (3, True), (6, True), (7, False)])
def test_quiet_hours_go_over_midnight(hour: int, quiet: bool) -> None:
    at = round(datetime(2026, 1, 10, hour, 0, tzinfo=UTC).timestamp() * 1000)
    assert is_quiet("23:00-08:00", "Europe/Rome", at) is quiet
    assert not is_quiet("", "Europe/Rome", at)


@pytest.mark.parametrize("settings", ["", "{}", '{"notify": 7}', '{"notify": {}}'])
def test_what_nobody_has_said_is_nothing(settings: str) -> None:
    assert Wishes.of(settings) == Wishes()


def test_who_comes_to_a_planned_match_hears_of_their_seat_alone() -> None:
    async def test(world: World) -> None:
        world.now = NOON
        anna, bruno, carla = await world.people(3)
        for person in (bruno, carla):
            await wants(world, person, "on")
        await world.done(anna, MakePlan("in 3 hours", BAR))
        await world.done(bruno, ChangePlan("join", 1, BAR))
        (plan,) = await world.service.planned_matches.planner.plans(BAR)
        Announcements(world)
        world.now = plan.starts
        await world.fire()
        await world.service.opening_news.settle()
        assert [one for one in world.news_to(bruno) if "has opened" in one] == []
        assert [one for one in world.news_to(bruno) if "a seat for you" in one]
        assert len([one for one in world.news_to(carla) if "has opened" in one]) == 1

    run(test)
