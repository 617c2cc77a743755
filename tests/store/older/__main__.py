"""Writes a database as this version of the program writes it: restless tables broken off anywhere, people, plans."""

import argparse
import asyncio
import json
import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot.boards.boards import Boards
from bot.host.door import Door
from bot.requests.channels import SetChannel
from bot.requests.invitations import Invite
from bot.requests.linking import Link, UseLink
from bot.requests.plans import MakePlan
from bot.store.sqlite import SqliteStore, open_store
from bot.tables.settings import with_settings
from bot.tables.table import CLOSED, Settings
from tests.boards.season import BOT
from tests.boards.tables import Evening, Temper, settings_of
from tests.chance import TABLES, chance
from tests.chat.serving import START, World
from tests.store.older.described import tables_of

HERE: Final = Path(__file__).parent
LENGTHS: Final = (3, 12, 40, 90, 250, 600)  # commands after which a table is left as it is
BAR: Final = "telegram:-100"


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
        door = Door(store, BOT, lambda time=time: time[0], rng.randbytes)  # type: ignore[misc]
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


async def boards(store: SqliteStore) -> None:
    """Everything is counted, and every third match annulled."""
    counted = Boards(store, BOT)
    await counted.people()
    for tally in (await store.tallies(BOT, 0))[::3]:
        await counted.correct(tally.key, "", "p0", "the wrong people sat there", START)


async def written(path: Path) -> None:
    store = await open_store(path, START)
    try:
        await restless(store, 30)
        await chats(store)
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
        expected = asyncio.run(tables_of(path))
        connection = sqlite3.connect(path)
        (HERE / f"{name}.sql").write_text("\n".join(connection.iterdump()) + "\n", encoding="utf-8")
        connection.close()
    (HERE / f"{name}.json").write_text(json.dumps(expected, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


main()
