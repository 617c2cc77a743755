"""One table whose log does not fold: its people are told, they and all others go on elsewhere, and the host knows."""

import asyncio
import json
import logging
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

from bot.gateway.inbound.inbound import Inbound
from bot.host.health import Health
from bot.host.resuming import Resumer, note_outage
from bot.messages.buttons import Ask, Press, Verb, encode
from bot.metrics import CountedDoor, Metrics
from bot.requests.board_answers import Leaderboard
from bot.requests.linking import Link, UseLink
from bot.requests.openings import Play
from bot.requests.own_data import Erase
from bot.requests.pages import Tables
from bot.requests.plans import MakePlan
from bot.requests.seating import Find, Join
from bot.requests.table_commands import Do
from bot.store.digests import digest_everything
from bot.store.sqlite import open_store
from bot.store.verified import remember, states
from bot.tables.table import PLAYING, Table
from bot.words.languages import say
from engine.actions import DRAW
from tests.gateway.chatting import Hall
from tests.requests.serving import BOT, START, World, run

SPOILED: Final = "play x:7h7h"
"""What stands in a row of the log instead of what was played; it names a card."""


def spoil(database: Path, table_id: str) -> None:
    """The last row of a table's log says something else, as if a version before this one had written and folded it."""
    with sqlite3.connect(database) as connection:
        sql = "UPDATE log SET entry = ? WHERE table_id = ? AND seq = (SELECT max(seq) FROM log WHERE table_id = ?)"
        assert connection.execute(sql, (SPOILED, table_id, table_id)).rowcount == 1
        digest_everything(connection)
    connection.close()
    remember(database, states(database))


class Started:
    """A host that starts over a database in which one table of two is damaged: Anna and Bruno play at both."""

    def __init__(self, world: World, broken: str, sound: str, people: list[str]) -> None:
        self.world = world
        self.broken, self.sound = broken, sound
        self.people = people

    def words(self, language: str = "en") -> str:
        return say(language, "table.unreadable", table=self.broken)


async def two_tables(world: World) -> tuple[list[Table], list[str]]:
    people = [await world.person("Anna"), await world.person("Bruno", "telegram", "it")]
    tables = []
    for _ in range(2):
        table = await world.open(people[0], "discord:club", "rules=fibur pause=0 pace=0")
        await world.join(people[1], table)
        await world.said(people[0], table.label, "start")
        tables.append(await world.until(table, PLAYING))
    return tables, people


def started(work: Callable[[Started], Awaitable[None]]) -> None:
    async def main(folder: Path) -> None:
        store = await open_store(folder / "chat.db", START)
        world = World(store)
        (broken, sound), people = await two_tables(world)
        broken_id = await world.service.table_of(broken.label)
        await store.close()
        spoil(folder / "chat.db", broken_id)
        store = await open_store(folder / "chat.db", world.now)
        try:
            again = World(store)
            again.now, again.deliveries = world.now + 1000, 1000
            await work(Started(again, broken.label, sound.label, people))
        finally:
            await store.close()

    with TemporaryDirectory() as folder:
        asyncio.run(main(Path(folder)))


async def roused(here: Started) -> None:
    """The host starts: every table is looked at once."""
    await note_outage(here.world.door, here.world.store, here.world.now)
    waking = asyncio.create_task(Resumer(here.world.door, here.world.store).run())
    while here.world.door.tables_to_resume():  # noqa: ASYNC110  nobody tells that all are awake
        await asyncio.sleep(0)
    waking.cancel()
    await asyncio.gather(waking, return_exceptions=True)


async def informed(here: Started, count: int) -> None:
    while len(here.world.news) < count:  # noqa: ASYNC110  nobody tells that it was told
        await asyncio.sleep(0)


def test_its_people_are_told_once_each_in_their_language() -> None:
    async def work(here: Started) -> None:
        await roused(here)
        await informed(here, 2)
        for _ in range(3):
            assert not (await here.world.do(here.people[0], Find(here.broken))).words
            broken = await here.world.service.table_of(here.broken)
            assert await here.world.service.table_page(here.people[0], broken) is None
        assert [here.world.news_to(one) for one in here.people] == [[here.words("en")], [here.words("it")]]

    started(work)


def test_whatever_they_do_there_is_answered_with_that_sentence() -> None:
    async def work(here: Started) -> None:
        await roused(here)
        anna, bruno = here.people
        assert (await here.world.do(anna, Join(here.broken, "", "", "d1"))).words == here.words()
        assert (await here.world.say(bruno, here.broken, "play d")).words == here.words("it")
        assert (await here.world.say(bruno, here.broken, "leave")).words == here.words("it")

    started(work)


def test_who_sits_only_there_is_told_where_they_name_no_table() -> None:
    async def work(here: Started) -> None:
        await roused(here)
        await informed(here, 2)
        await here.world.said(here.people[0], here.sound, "end")
        assert (await here.world.say(here.people[0], "", "leave")).words == here.words()
        stranger = await here.world.person("Carla")
        assert (await here.world.say(stranger, "", "leave")).words == say("en", "tables.nowhere")

    started(work)


def test_a_button_and_a_line_of_a_chat_are_answered_with_it() -> None:
    async def work(here: Started) -> None:
        await roused(here)
        hall = Hall(here.world)
        inbound = Inbound(here.world.service, hall.delivery, hall.courier.want)
        for request in (DRAW, Ask(Verb.HAND)):
            text = encode(Press(here.broken, 3, request))
            reply = await inbound.press(await here.world.asks(here.people[0], "discord:club", "d1"), text)
            assert reply.message is not None
            assert (reply.done, reply.message.lines) == (False, (here.words(),)), text
        reply = await inbound.line(await here.world.asks(here.people[1], "discord:club", "d2"), f"/hand {here.broken}")
        assert reply.message is not None
        assert reply.message.lines == (here.words("it"),)
        reply = await inbound.came(await here.world.asks(here.people[0]), here.broken, here.world.now)
        assert reply.message is not None
        assert reply.message.lines == (here.words(),)

    started(work)


def test_they_and_all_others_go_on_elsewhere() -> None:
    async def work(here: Started) -> None:
        await roused(here)
        anna, bruno = here.people
        world = here.world
        own = (await world.done(anna, Tables())).words
        assert (here.sound in own, here.broken in own) == (True, False)
        now = await world.table(await world.service.table_of(here.sound))
        mover = now.chair(now.in_turn).person
        assert (await world.say(mover, "", "play d")).done  # there is one table that can be meant
        assert (await world.open(bruno, "discord:club")).label
        assert (await world.do(bruno, Play("fibur", delivery="d9"))).done
        assert (await world.do(anna, Leaderboard(channel="discord:club"))).done
        await world.said(anna, here.sound, "end")
        phone = await world.person("Annina", "web")
        assert (await world.do(phone, UseLink((await world.done(anna, Link())).json["code"]))).done
        word = (await world.do(bruno, Erase("", private=True))).words
        assert here.broken not in word

    started(work)


def test_scheduler_courier_and_start_go_on_without_it_and_leave_it_as_it_is() -> None:
    async def work(here: Started) -> None:
        world = here.world
        before = await world.store.log(BOT, await world.service.table_of(here.broken))
        due = await world.store.due_rows(BOT, world.now + 10**9)
        hall = Hall(world)
        assert await world.scheduler.fire() == 0
        await hall.post()
        broken = await world.service.table_of(here.broken)
        assert list(world.door.unreadable) == [broken]
        assert [row for row in await world.store.due_rows(BOT, world.now + 10**9) if row.subject.id == broken] == [
            row for row in due if row.subject.id == broken
        ]
        assert await world.store.log(BOT, broken) == before
        assert hall.platform.live("club"), "the other table is shown"
        world.now += 10**9
        assert await world.scheduler.fire() == 1
        assert broken in [row.subject.id for row in await world.store.outbox(BOT, world.now, 100)], (
            "it is kept for later"
        )

    started(work)


def test_the_log_and_the_figures_say_it_without_a_card(caplog: pytest.LogCaptureFixture) -> None:
    async def work(here: Started) -> None:
        metrics = Metrics()
        door = CountedDoor(here.world.store, BOT, lambda: here.world.now, bytes, metrics, Health(lambda: 0))
        with caplog.at_level(logging.INFO):
            for row in await here.world.store.live(BOT):
                await door.table(row.subject.id)
                await door.table(row.subject.id)
        assert b"burraco_tables_unreadable 1.0" in metrics.render()
        (record,) = [one for one in caplog.records if one.levelno == logging.ERROR]
        assert (record.__dict__["subject"], record.__dict__["id"]) == ("table", here.broken)
        assert record.__dict__["error"].startswith("entry ")
        assert "7h" not in json.dumps(record.__dict__, default=str)

    started(work)


def test_a_planned_match_named_as_a_table_is_no_table_and_no_damage() -> None:
    async def work(world: World) -> None:
        anna = await world.person("Anna")
        await world.done(anna, MakePlan("every friday 21:00", delivery="d1"))
        (plan,) = await world.service.planned_matches.planner.all()
        answer = await world.do(anna, Do(plan.id, "agree", "d2"))
        assert (answer.done, answer.words) == (False, say("en", "notice.no-table"))
        assert (await world.service.table_page(anna, plan.id), await world.service.set_aside()) == (None, 0)
        assert await world.service.planned_matches.planner.find(plan.id) == plan

    run(work)
