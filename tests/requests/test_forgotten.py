"""Somebody is forgotten: what chats show of tables that go on loses the name, and nobody acts in their place."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from bot.requests.board_answers import History
from bot.requests.channels import Channels, SetChannel
from bot.requests.corrections import Correct
from bot.requests.linking import Link
from bot.requests.opening_news import Notify
from bot.requests.openings import Open
from bot.requests.own_data import Erase
from bot.requests.people import Introduce
from bot.requests.plans import ChangePlan, MakePlan
from bot.requests.requests import Request
from bot.requests.seating import Join
from bot.store.sqlite import SqliteStore
from bot.tables.table import OVER, Settings, Table
from bot.words.languages import say
from tests.gateway.chatting import Hall, Platform
from tests.requests.serving import World, run
from tests.searching import standing

CLUB = "discord:club"
NUMBER: Final = "7700998877"


async def forgotten(world: World, person: str) -> None:
    word = str((await world.do(person, Erase(private=True))).json["word"])
    await world.done(person, Erase(word, private=True))


def all_texts(platform: Platform) -> str:
    """All that stands in the channel, and in the private chats of those who are left."""
    return str([one.message for one in platform.messages.values() if one.live and one.chat.id != "bruno"])


async def left_by_bruno(world: World) -> tuple[str, str, Table]:
    """Two people, and their table of which the second has resigned and gone."""
    anna, bruno = await world.people(2)
    table = await world.open(anna, CLUB, "players=2 hands=1")
    await world.join(bruno, table)
    await world.said(anna, table.label, "start")
    await world.until(table, "playing")
    for command in ("resign", "leave"):
        await world.said(bruno, table.label, command)
    return anna, bruno, table


def test_the_messages_of_a_table_that_goes_on_lose_the_name() -> None:
    async def work(world: World) -> None:
        hall = Hall(world)
        _, bruno, table = await left_by_bruno(world)
        await hall.post()
        assert "Bruno" in all_texts(hall.platform)
        count = hall.platform.calls["send"]
        await forgotten(world, bruno)
        await hall.post()
        assert "Bruno" not in all_texts(hall.platform)
        assert hall.platform.calls["send"] == count, "they are edited"
        assert (await world.now_of(table)).phase == OVER

    run(work)


@pytest.mark.parametrize("is_closed", [False, True], ids=["a table that goes on", "a table that is closed"])
def test_the_messages_lose_the_name_where_the_host_stops_before_whoever_erases_themselves_is_answered(
    is_closed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are erased by then, and the database's file is still written anew, which takes long in a large one."""

    async def work(world: World) -> None:
        hall = Hall(world)
        anna, bruno, table = await left_by_bruno(world)
        if is_closed:
            await world.said(anna, table.label, "leave")
        await hall.post()
        assert "Bruno" in all_texts(hall.platform)

        async def broken_off(_store: SqliteStore) -> None:
            raise asyncio.CancelledError

        monkeypatch.setattr(SqliteStore, "_clear", broken_off)
        with pytest.raises(asyncio.CancelledError):
            await forgotten(world, bruno)
        await hall.post()
        assert "Bruno" not in all_texts(hall.platform)

    run(work)


def test_whoever_erases_themselves_and_goes_away_meanwhile_is_erased_with_all_that_follows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work(world: World) -> None:
        (anna,) = await world.people(1)
        await world.done(anna, MakePlan("every friday 21:00", CLUB, delivery="d1"))
        begun, is_to_end = asyncio.Event(), asyncio.Event()

        async def takes_long(_store: SqliteStore) -> None:
            begun.set()
            await is_to_end.wait()

        monkeypatch.setattr(SqliteStore, "_clear", takes_long)
        erasing = asyncio.create_task(forgotten(world, anna))
        await begun.wait()
        erasing.cancel()
        await asyncio.gather(erasing, return_exceptions=True)
        windows_end = asyncio.Event()
        world.service.hear(lambda news: windows_end.set() if news.person == anna and not news.words else None)
        is_to_end.set()
        await asyncio.wait_for(windows_end.wait(), 5)
        assert await world.service.planned_matches.planner.all() == []

    run(work)


def test_tables_are_not_known_to_be_shown_in_the_private_chat_of_who_was_forgotten() -> None:
    async def work(world: World) -> None:
        anna = await world.person("Anna", "telegram")
        bruno = await world.person("Bruno")
        table = await world.open(anna, "telegram:anna")
        await world.join(bruno, table)
        tables = world.service.backend.tables
        assert [one.channels for one in await tables.of(bruno)] == [("telegram:anna",)]
        await world.said(anna, table.label, "leave")
        await forgotten(world, anna)
        (left,) = await tables.of(bruno)
        assert [one.partition(":")[0] for one in left.channels] == ["gone"], "no letter goes to a number from there"
        assert await tables.in_channel("telegram:anna") == ()
        assert [one.table for one in await tables.in_channel(left.channels[0])] == [left.table]

    run(work)


def test_nobody_acts_as_who_was_forgotten() -> None:
    async def work(world: World) -> None:
        (anna,) = await world.people(1)
        await forgotten(world, anna)
        for request in (Introduce("Annetta"), Open(), Erase(private=True)):
            answer = await world.do(anna, request)
            assert (answer.done, answer.words) == (False, say("en", "erase.nobody"))
        assert (await world.about(anna))["name"] == ""

    run(work)


LATE: Final[dict[str, Callable[[str], Request]]] = {
    "a plan": lambda _: MakePlan("every friday 21:00", CLUB, delivery="z1"),
    "a plan in private": lambda _: MakePlan("every friday 21:00", f"telegram:{NUMBER}", delivery="z1"),
    "a queued plan": lambda _: MakePlan("", CLUB, delivery="z1"),
    "who comes": lambda _: ChangePlan("join", 1, CLUB, delivery="z1"),
    "a seat": lambda label: Join(label, CLUB, "", "z1"),
    "a table": lambda _: Open(channel=f"telegram:{NUMBER}", delivery="z1"),
    "a setting": lambda _: SetChannel(f"telegram:{NUMBER}", "players=2", admin=True),
    "a wish": lambda _: Notify(CLUB, "on", "off"),
    "a name": lambda _: Introduce("Annabella"),
    "a link": lambda _: Link(),
}
"""What somebody asks just before they are forgotten."""


@pytest.mark.parametrize("turns", [0, 3, 8, 20, 50, -1])
@pytest.mark.parametrize("what", LATE)
def test_what_is_still_under_way_as_somebody_is_forgotten_leaves_nothing_of_them(what: str, turns: int) -> None:
    """It is carried out so many turns of the loop after the forgetting has begun; -1: when it is over."""

    async def work(world: World) -> None:
        bruno = await world.person("Bruno")
        anna = await world.service.register("telegram", NUMBER, "en", "Annabella", channel=f"telegram:{NUMBER}")
        label = (await world.open(bruno, CLUB, "players=2")).label
        await world.done(bruno, MakePlan("every monday 21:00", CLUB, delivery="d1"))
        context = await world.asks(anna, CLUB, "z1")
        context.platform, context.account = "telegram", NUMBER
        context.as_of = world.service.backend.people._written
        word = str((await world.do(anna, Erase(private=True))).json["word"])
        erasing = asyncio.create_task(world.do(anna, Erase(word, private=True)))
        for _ in range(turns):
            await asyncio.sleep(0)
        if turns < 0:
            await erasing
        answer = await world.service.carry_out(context, LATE[what](label))
        assert answer.done or answer.words
        if (await erasing).done:
            assert standing(Path(world.store._path), [anna, NUMBER, "Annabella"]) == []
        else:
            assert answer.done, "they have sat down before, and still sit there"

    run(work)


@pytest.mark.parametrize("turns", [20, 50, 120, 180])
def test_who_comes_to_a_planned_match_that_has_begun_as_they_are_forgotten_leaves_nothing_of_them(turns: int) -> None:
    async def work(world: World) -> None:
        bruno = await world.person("Bruno")
        anna = await world.service.register("telegram", NUMBER, "en", "Annabella", channel=f"telegram:{NUMBER}")
        await world.done(bruno, MakePlan("today 23:30", CLUB, delivery="d1"))
        (plan,) = await world.service.planned_matches.planner.plans(CLUB)
        world.now = plan.starts
        await world.fire()
        word = str((await world.do(anna, Erase(private=True))).json["word"])
        erasing = asyncio.create_task(world.do(anna, Erase(word, private=True)))
        for _ in range(turns):
            await asyncio.sleep(0)
        joining = ChangePlan("join", channel=CLUB, plan=plan.id, starts=plan.starts, delivery="z1")
        answer = await world.do(anna, joining)
        assert answer.done or answer.words
        if (await erasing).done:
            assert standing(Path(world.store._path), [anna, NUMBER, "Annabella"]) == []
        else:
            assert answer.done, "they have sat down before, and still sit there"

    run(work)


def test_who_is_forgotten_while_the_table_of_their_match_opens_does_not_sit_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work(world: World) -> None:
        anna = await world.service.register("telegram", NUMBER, "en", "Annabella", channel=f"telegram:{NUMBER}")
        await world.done(anna, MakePlan("today 23:30", CLUB, delivery="d1"))
        (plan,) = await world.service.planned_matches.planner.plans(CLUB)
        world.now = plan.starts - 1
        await world.fire()
        world.now += 1
        word, erasing = str((await world.do(anna, Erase(private=True))).json["word"]), []
        settings = Channels.settings

        async def meanwhile(channels: Channels, channel: str) -> Settings:
            monkeypatch.undo()
            erasing.append(asyncio.create_task(world.do(anna, Erase(word, private=True))))
            await asyncio.sleep(0.1)  # nothing tells that it waits
            return await settings(channels, channel)

        monkeypatch.setattr(Channels, "settings", meanwhile)
        await world.fire()
        if (await erasing[0]).done:
            assert standing(Path(world.store._path), [anna, NUMBER, "Annabella"]) == []
        else:
            assert await world.service.backend.tables.of(anna), "the table was open before"

    run(work)


@pytest.mark.parametrize("turns", [0, 3, 8, 20, 50])
def test_a_correction_that_is_confirmed_or_agreed_to_as_its_author_is_forgotten_names_nobody(turns: int) -> None:
    async def work(world: World) -> None:
        anna, bruno = await world.service.register("telegram", NUMBER, "en", "Annabella"), await world.person("Bruno")
        table = await world.open(anna, CLUB, "players=2 hands=1")
        await world.join(bruno, table)
        await world.said(anna, table.label, "start")
        await world.lap(table)
        await world.said(bruno, table.label, "resign")
        await world.said(anna, table.label, "leave")
        match = (await world.done(anna, History())).json["board"]["ids"][0]
        correction = Correct(match, "N 455 S 310", "Annabella says so", channel=CLUB, private=True)
        question = await world.do(anna, correction)
        word = str((await world.do(anna, Erase(private=True))).json["word"])
        confirming = world.do(anna, Correct(word=str(question.json["word"]), channel=CLUB, private=True))
        erasing = asyncio.create_task(world.do(anna, Erase(word, private=True)))
        for _ in range(turns):
            await asyncio.sleep(0)
        await confirming
        assert (await erasing).done
        assert standing(Path(world.store._path), [anna, NUMBER, "Annabella"]) == []

    run(work)
