"""Writes a database as this version of the program writes it: restless tables broken off anywhere, people, plans."""

import argparse
import asyncio
import json
import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot.boards.boards import Boards
from bot.gateway.outbound.references import Remembered, format_remembered
from bot.host.delivery_errors import TryLater
from bot.host.door import Door
from bot.host.notes import COMMANDS, EVENTS, GREETED, LOST
from bot.messages.message import Message
from bot.requests.board_answers import History
from bot.requests.channels import SetChannel
from bot.requests.corrections import ANNUL, Correct
from bot.requests.hand_drafts import Tick
from bot.requests.invitations import Invite
from bot.requests.linking import Link, UseLink
from bot.requests.plans import ChangePlan, MakePlan
from bot.store.sqlite import SqliteStore, open_store
from bot.tables.settings import with_settings
from bot.tables.table import CLOSED, Settings
from tests.boards.season import BOT
from tests.boards.tables import Evening, Temper, settings_of
from tests.chance import TABLES, chance
from tests.requests.serving import START, World
from tests.store.older.described import tables_of
from tests.store.older.seen import seen

HERE: Final = Path(__file__).parent
LENGTHS: Final = (3, 12, 40, 90, 250, 600)  # commands after which a table is left as it is
BAR: Final = "telegram:-100"
CLUB: Final = "discord:100/200"
HOUR: Final = 60 * 60_000


class Unfinished(Evening):
    """A table that is left in the middle of whatever it does."""

    async def some(self, settings: Settings, commands: int) -> None:
        await self.door.open(self.id, f"L{self.id}", "club/bar", self._who("p1"), settings)
        for number in range(commands):
            table = await self._table()
            if table.phase == CLOSED:
                return
            if self.rng.random() < self.temper.disorder:
                await self._disorder(table)
            else:
                await self._order(table, number)


async def restless(store: SqliteStore, tables: int) -> None:
    for seed in range(tables):
        rng = chance(seed)
        time = [START]
        door = Door(store, BOT, lambda time=time: time[0], rng.randbytes)  # type: ignore[misc]  # mypy gives such a lambda no type
        name, players = TABLES[seed % len(TABLES)]
        settings = settings_of(rng, name, players)
        if seed % 7 == 3:
            settings = with_settings(settings, {"days": "3"})
        evening = Unfinished(door, rng, f"t{seed:03}", Temper(0.3, 0.01, 150, 2), time, store)
        await evening.some(settings, LENGTHS[seed % len(LENGTHS)])


async def chats(store: SqliteStore) -> None:
    """People with accounts of both platforms, plans, an invitation, a match played out, and one corrected."""
    world = World(store)
    anna, bruno = await world.person("Anna", "telegram"), await world.person("Bruno", "telegram")
    again = await world.person("Anna D", "discord")
    code = (await world.done(anna, Link())).json["code"]
    await world.done(again, UseLink(code))
    await world.done(anna, SetChannel(BAR, "hands=1", admin=True))
    await world.done(anna, MakePlan("every friday 21:00", BAR, "rules=fibur players=2"))
    await world.done(bruno, MakePlan("tomorrow 21:00", BAR))
    played = await world.open(anna, BAR, "rules=fibur players=2 hands=1")
    await world.join(bruno, played, BAR)
    await world.said(anna, played.label, "start")
    await world.until(played, "playing")
    await world.said(anna, played.label, "resign")
    table = await world.open(bruno, BAR, "rules=online players=2")
    await world.done(bruno, Invite(table.label, "S"))
    await world.join(anna, table, BAR)
    await world.said(bruno, table.label, "start")
    await world.until(table, "playing")


async def plans(store: SqliteStore) -> None:
    """Plans in every state: announced with people who come, one that waits, one paused, one whose word is not said."""
    world = World(store)
    anna, bruno, carla = [await world.person(name) for name in ("Anna", "Bruno", "Carla")]
    await world.done(anna, SetChannel(CLUB, "zone=Asia/Tokyo tables=1", "it", admin=True))

    async def announce(channel: str, message: Message, once: str, post: str) -> str:
        if channel == CLUB and "22:30" in message.lines[0]:
            raise TryLater("nobody can be told")
        return post or f"fake:{once}"

    world.announce = announce
    await world.done(anna, MakePlan("every monday 21:00", CLUB, "players=2", delivery=world.delivery()))
    await world.done(anna, MakePlan("tomorrow 20:00", CLUB, delivery=world.delivery()))
    await world.done(bruno, MakePlan("tomorrow 22:30", CLUB, "rules=online players=2", delivery=world.delivery()))
    await world.done(bruno, MakePlan("tomorrow 22:00", CLUB, "players=2", delivery=world.delivery()))
    await world.done(carla, MakePlan("every day 13:00", CLUB, delivery=world.delivery()))
    await world.done(carla, MakePlan("every sunday 21:00", CLUB, delivery=world.delivery()))
    await world.done(bruno, MakePlan("tomorrow 21:00", delivery=world.delivery()))  # their own, in no channel
    by_time = {plan.first[-5:]: plan for plan in await world.service.planned_matches.planner.plans(CLUB)}
    await world.done(anna, ChangePlan("pause", by_time["13:00"].number, CLUB, admin=True, delivery=world.delivery()))
    await world.done(carla, ChangePlan("join", plan=by_time["22:30"].id, channel=CLUB, delivery=world.delivery()))
    await world.done(anna, ChangePlan("join", plan=by_time["22:30"].id, channel=CLUB, delivery=world.delivery()))
    (sunday,) = [plan for plan in await world.service.planned_matches.planner.plans(CLUB) if plan.rule.endswith("SU")]
    await world.done(carla, ChangePlan("cancel", sunday.number, CLUB, delivery=world.delivery()))  # noted
    world.now = by_time["20:00"].starts
    await world.fire()  # opened; the others are announced, but of one nobody hears
    await world.done(anna, MakePlan("", CLUB, "players=2", delivery=world.delivery()))
    await world.fire()  # there is no room: it waits


async def notes(store: SqliteStore) -> None:
    """What adapters have kept, a correction that waits for the other side, a draft, letters in every state."""
    world = World(store)
    world.now += HOUR
    anna, bruno = await world.person("Anna", "telegram"), await world.person("Bruno", "telegram")
    for (kind, about), text in {
        (COMMANDS, "discord"): "0123abcd",
        (GREETED, "discord:100"): "known",
        (LOST, BAR): "told",
        (LOST, CLUB): "",
        (EVENTS, "planfeed"): '{"1700086400000": [77, 1]}',
    }.items():
        await world.service.notes.put(kind, about, text)
    played = await world.open(anna, "", "rules=online players=2 hands=1")
    await world.join(bruno, played)
    await world.said(anna, played.label, "start")
    await world.lap(played)
    await world.said(bruno, played.label, "resign")
    (match, *_) = (await world.done(anna, History())).json["board"]["ids"]
    answer = await world.do(anna, Correct(match, ANNUL, "it was not meant", private=True))
    await world.done(anna, Correct(word=str(answer.json["word"]), private=True))
    table = await world.open(bruno, BAR, "rules=online players=2 days=3")
    await world.join(anna, table, BAR)
    await world.said(bruno, table.label, "start")
    now = await world.until(table, "playing")
    assert now.game is not None
    await world.done(now.chair(now.in_turn).person, Tick(table.label, "4h", 1))
    table_id = await world.service.table_of(table.label)
    first, second, *_ = await store.letters("b", table_id)
    await store.mark_sent(
        first, first.revision, format_remembered(Remembered("telegram", "-100", "-100.77")), world.now
    )
    await store.mark_failed(second, world.now + HOUR, "the chat is closed")


async def boards(store: SqliteStore) -> None:
    """Everything is counted, and every third match annulled."""
    counted = Boards(store, BOT)
    await counted.people()
    for tally in (await store.tallies(BOT, 0))[::3]:
        await counted.correct(tally.key, "", "p0", "the wrong people sat there", START)


async def written(path: Path) -> None:
    store = await open_store(path, START)
    try:
        await restless(store, 18)
        await chats(store)
        await plans(store)
        await notes(store)
        await boards(store)
    finally:
        await store.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.store.older")
    parser.add_argument("name")
    name = parser.parse_args().name
    with TemporaryDirectory() as folder:
        path = Path(folder) / "burraco.db"
        asyncio.run(written(path))
        connection = sqlite3.connect(path)
        (HERE / f"{name}.sql").write_text("\n".join(connection.iterdump()) + "\n", encoding="utf-8")
        connection.close()
        expected, views = asyncio.run(tables_of(path)), asyncio.run(seen(path))
    for file, content in ((f"{name}.json", expected), (f"{name}.seen.json", views)):
        (HERE / file).write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


main()
