"""What logs of closed tables take, as rows and archived: `python -m bench.archives [MATCHES] [postgresql://…]`.

Matches of four deals are played by four people whose presses come from a chat, and their tables close. Sizes are those
of the file, or of the server's database, after it was wholly vacuumed: what is free does not count.
"""

import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from bot.boards.boards import Boards
from bot.cli.archive import archive
from bot.database_address import Database, ServerDatabase, parse_database
from bot.host.door import Accepted, Door
from bot.store.database import open_rows
from bot.store.store import open_database
from bot.tables.table import CLOSED, OVER, PAUSE, PLAYING, Settings, Table
from bot.tables.who import HOST, Who
from engine.actions import format_action
from engine.players import PLAYERS
from engine.view import view

MATCHES: Final = 40
BOT: Final = "bench"
ROUNDS: Final = 200  # reads of a log
MONTH: Final = 30 * 24 * 3600 * 100  # actions, a hundred a second
NAMES: Final = ("Anna", "Bruno", "Carla", "Dario")
HOUSE: Final = Settings(house="hands=4")


class Presses:
    """A clock, and presses with the numbers that a chat gives them; all of one seed."""

    def __init__(self) -> None:
        self.chance = random.Random(1)  # noqa: S311  of a benchmark
        self.now = 1_700_000_000_000
        self.number = 1_298_374_981_273_498_123

    def press(self, who: Who) -> str:
        """Some seconds later; the name of the delivery."""
        self.now += self.chance.randint(1000, 9000)
        self.number += self.chance.randint(10**9, 6 * 10**10)
        return f"{who.id}:i{self.number}"

    def people(self) -> list[Who]:
        return [Who(f"p{self.chance.randrange(16**12):012x}", name) for name in NAMES]


async def play(door: Door, presses: Presses, table_id: str, label: str) -> None:
    people = presses.people()

    async def do(who: Who, command: str) -> Table:
        reply = await door.submit(table_id, who, presses.press(who), command)
        assert isinstance(reply, Accepted), (command, reply)
        return reply.table

    opened = await door.open(table_id, label, "discord:1/10", people[0], HOUSE)
    assert isinstance(opened, Accepted)
    for who in people[1:]:
        await do(who, "join")
    table = await do(people[0], "start")
    while table.phase in (PAUSE, PLAYING):
        if table.phase == PAUSE:
            table = await do(Who(HOST), "deal" if table.seed else "seal")
            continue
        assert table.game is not None
        action = PLAYERS["greedy"](len(table.lines)).choose(view(table.game.deal, table.in_turn))
        chair = table.chair(table.in_turn)
        table = await do(Who(chair.person, chair.name), f"play {format_action(action)}")
    assert table.phase == OVER
    assert (await do(people[0], "end")).phase == CLOSED


async def fill(database: Database, matches: int) -> None:
    store: Any = await open_database(database, 1)
    presses = Presses()
    door = Door(store, BOT, lambda: presses.now, presses.chance.randbytes)
    for number in range(matches):
        await play(door, presses, f"t{number}", f"L{number}")
    await Boards(store, BOT).rebuild()
    await store.close()


def size(database: Database) -> int:
    with open_rows(database) as connection:
        connection.execute("VACUUM FULL" if isinstance(database, ServerDatabase) else "VACUUM")
        if isinstance(database, ServerDatabase):
            return int(connection.execute("SELECT pg_database_size(current_database())").fetchone()[0])
    return database.stat().st_size


async def read_one(database: Database) -> float:
    """Milliseconds until a whole log is read."""
    store: Any = await open_database(database, 1)
    begun = time.perf_counter()
    for number in range(ROUNDS):
        await store.log(BOT, f"t{number % 20}")
    took = time.perf_counter() - begun
    await store.close()
    return 1000 * took / ROUNDS


def measure(database: Database, matches: int) -> dict[str, float]:
    """Figures by name, each with its unit."""
    asyncio.run(open_and_close(database))
    empty = size(database)
    asyncio.run(fill(database, matches))
    with open_rows(database) as connection:
        ((rows,),) = connection.execute("SELECT count(*) FROM log").fetchall()
    before, reading = size(database) - empty, asyncio.run(read_one(database))
    begun = time.perf_counter()
    archive(database, 0, 4 * 10**12)
    took = time.perf_counter() - begun
    after = size(database) - empty
    with open_rows(database) as connection:
        ((stayed,),) = connection.execute("SELECT count(*) FROM log").fetchall()
        ((packed,),) = connection.execute("SELECT sum(length(content)) FROM archives").fetchall()
    return {
        "actions": rows,
        "rows_that_stay": stayed,
        "mb_per_1000_actions": round(before / rows / 1000, 3),
        "mb_per_1000_actions_archived": round(after / rows / 1000, 3),
        "bytes_of_content_per_row": round(int(packed) / (rows - stayed), 1),
        "gb_a_month_of_100_actions_a_second": round(before / rows * MONTH / 1e9, 1),
        "gb_a_month_of_100_actions_a_second_archived": round(after / rows * MONTH / 1e9, 1),
        "ms_to_archive_1000_actions": round(1000 * took / rows * 1000, 1),
        "ms_to_read_a_log": round(reading, 2),
        "ms_to_read_a_log_archived": round(asyncio.run(read_one(database)), 2),
    }


async def open_and_close(database: Database) -> None:
    await (await open_database(database, 1)).close()


def main() -> None:
    arguments = sys.argv[1:]
    addresses = [one for one in arguments if "://" in one]
    matches = next((int(one) for one in arguments if one.isdigit()), MATCHES)
    with tempfile.TemporaryDirectory() as folder:
        database = parse_database(addresses[0]) if addresses else Path(folder) / "burraco.db"
        for name, value in measure(database, matches).items():
            print(f"{name:<45} {value:>12,}")


if __name__ == "__main__":
    main()
