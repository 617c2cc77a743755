"""A store that somebody else keeps locked, on every platform: all is answered in time, and done as soon as can be."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.messages.buttons import Verb
from bot.tables.table import LOBBY
from engine.actions import DRAW
from tests.adapters.both import both
from tests.adapters.both.surface import Kind
from tests.watching import Watch

LONG = 10.0  # seconds on the server's clock, after which Discord refuses a first answer


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Meanwhile another program writes, and does not come to an end."""
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@both
def test_what_cannot_be_stored_is_answered_in_time_and_done_in_order_as_soon_as_it_can(
    on: Kind, tmp_path: Path
) -> None:
    async def main() -> None:
        async with on() as here:
            database = tmp_path / "bot.db"
            with here.impatient():
                async with here.hosted(database, Watch()):
                    anna, bruno = here.person("Anna"), here.person("Bruno")
                    here.gather([anna, bruno])
                    await here.comes(anna)
                    await here.match.open(*here.options("fibur", "players=2"))
                    join = here.offer(bruno, Verb.JOIN, public=True)
                    start = here.offer(anna, Verb.START, public=True)
                    with locked(database):
                        checks = [await here.press_unstored(bruno, join)]
                        checks += [await here.press_unstored(anna, start)] if here.keeps_order else []
                        checks.append(await here.command_unstored(bruno))
                        table = await here.table()
                        assert (table.phase, len(table.people)) == (LOBBY, 1)
                        here.server.clock.advance(LONG)
                    await here.host.settle()
                    if not here.keeps_order:
                        await here.tap(anna, start)
                    await here.match.dealt()
                    for check in checks:
                        check()
                    assert {chair.name for chair in (await here.table()).chairs} == {"Anna", "Bruno"}
                    person = await here.match.person_in_turn()
                    with locked(database):
                        check = await here.press_unstored(person, here.offer(person, DRAW))
                        assert (await here.table()).turn == ()
                        here.server.clock.advance(LONG)
                    await here.host.settle()
                    check()
                    if not here.waits_for_store:  # they were told so
                        assert (await here.table()).turn == ()
                        await here.tap(person, here.offer(person, DRAW))
                    assert len((await here.table()).turn) == 1
                    assert here.cards_offered(person) == await here.true_hand(person)
            here.judge()

    asyncio.run(main())
