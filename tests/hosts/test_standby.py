"""The database's machine fails, and its standby takes over: what was acknowledged is there, and the table goes on."""

import asyncio
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import aiohttp
import pytest

from bot.__main__ import main as program
from bot.host.ports import StoreError
from bot.store.database import open_rows
from bot.tables.who import Who
from tests.host.test_door import World, in_turn
from tests.hosts.several import check_stored, seat_two, several
from tests.hosts.test_following import two
from tests.postgres_server import PostgresServer
from tests.postgres_standby import ServerPair, server_pair

FEW: Final = 6  # actions
PATIENCE: Final = 120.0  # seconds


@pytest.fixture
def pair(postgres_programs: Path) -> Iterator[ServerPair]:
    """One each: a server ends with the thread that has started it, and here that may be one of a test's."""
    with server_pair(postgres_programs) as found:
        yield found


def test_what_was_acknowledged_outlives_the_server_and_its_standbys_standby(pair: ServerPair, tmp_path: Path) -> None:
    pair.primary.create("club")
    database = pair.database("club")

    async def main() -> None:
        async with several(tmp_path, [database, database]) as hosts, aiohttp.ClientSession() as session:
            people, over = await seat_two(session, hosts), asyncio.Event()
            playing = [asyncio.create_task(one.plays(session, over)) for one in people]

            async def more() -> None:
                wanted = [len(one.acknowledged) + FEW for one in people]
                async with asyncio.timeout(PATIENCE):
                    while any(len(one.acknowledged) < many for one, many in zip(people, wanted, strict=True)):
                        assert not any(task.done() for task in playing), [task.result() for task in playing]
                        await asyncio.sleep(0.05)

            await more()
            await asyncio.to_thread(pair.fail_over)
            await more()
            await asyncio.to_thread(pair.follow)  # the other address is a standby's now, which nobody is to write to
            await more()
            await asyncio.to_thread(pair.fail_over)
            await more()
            over.set()
            await asyncio.gather(*playing)
            assert [await one.stop() for one in hosts] == [0, 0]
            assert await check_stored(database, people) >= 8 * FEW

    asyncio.run(main())


def test_a_standby_that_counts_from_lower_hides_nothing_from_a_host(pair: ServerPair) -> None:
    """Numbers that nobody had used when the first server was killed are given once more by the second."""

    async def main() -> None:
        pair.primary.create("lower")
        async with two(pair.database("lower")) as (here, there, follows):
            table = await here.deal()
            await follows.look()
            pair.standby.kill()
            before = await asyncio.to_thread(_use_numbers_up, pair.primary)
            await follows.look()
            pair.primary.kill()
            pair.standby.start()
            pair.primary, pair.standby = pair.standby, pair.primary
            assert pair.primary.ask("SELECT pg_promote()") == [(True,)]
            await _written_again(here, in_turn(table))
            assert _number(pair.primary) < before
            await follows.look()
            drawn = await here.table()
            assert drawn != table
            assert await there.table() == drawn

    asyncio.run(main())


def test_a_backup_is_made_of_the_server_that_is_written_to(
    pair: ServerPair, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clean_settings: None
) -> None:
    """After a failover the first address is the standby's, which may lack what was played just now."""
    pair.primary.create("saved")
    pair.fail_over()
    pair.follow()
    pair.standby.ask("SELECT pg_wal_replay_pause()")
    database, dump = pair.database("saved"), tmp_path / "saved.dump"
    with open_rows(database) as rows:
        rows.execute("INSERT INTO people VALUES ('club', 'p1', 'Played Lately', '', '{}')")
    monkeypatch.setenv("BURRACO_DATABASE", database.address)
    assert program(["db", "backup", str(dump)]) == 0
    text = subprocess.run([pair.primary.programs / "pg_restore", "--file=-", dump], check=True, capture_output=True)
    assert b"Played Lately" in text.stdout


def _use_numbers_up(server: PostgresServer) -> int:
    """The number of the last of many transactions, of which nothing stays."""
    for _ in range(300):
        server.ask(
            "DO $$ BEGIN PERFORM pg_current_xact_id(); RAISE EXCEPTION 'in vain'; EXCEPTION WHEN OTHERS THEN END $$"
        )
    return _number(server)


def _number(server: PostgresServer) -> int:
    ((number,),) = server.ask("SELECT CAST(CAST(pg_snapshot_xmax(pg_current_snapshot()) AS text) AS bigint)")
    assert isinstance(number, int)
    return number


async def _written_again(here: World, who: Who) -> None:
    """Somebody draws, as soon as it can be stored."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(StoreError):
                await here.do(who, "play d", "drawn once")
                return
            await asyncio.sleep(0.05)
