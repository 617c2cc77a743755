"""Two hosts and a chat: one of them has it, and where that one is killed or sleeps, the other takes it over."""

import asyncio
import signal
from pathlib import Path
from typing import Any, Final

from bot.cli.soundness import soundness
from bot.database_address import ServerDatabase
from bot.host.door import Door
from bot.requests.service import Service
from bot.store.database import open_rows
from bot.store.postgres import PostgresStore
from tests.adapters.both import both
from tests.adapters.both.on_telegram import telegram
from tests.adapters.both.surface import Kind, Surface
from tests.adapters.both.test_restart import begun, discards, in_turn, open_discards, until_it_is_so
from tests.hosts.several import BOT
from tests.postgres_server import PostgresServer
from tests.programs import LOG, log_with, programs
from tests.watching import Watch

PATIENCE: Final = 120.0  # seconds
HOLDER: Final = """
SELECT running_hosts.name FROM leases JOIN running_hosts USING (bot, number)
WHERE leases.lease IN ('discord', 'telegram')
"""


@both
def test_a_chat_goes_on_with_the_other_host_when_its_own_is_killed(
    on: Kind, postgres_server: PostgresServer, tmp_path: Path
) -> None:
    asyncio.run(_goes_on(on, postgres_server.new_database(), tmp_path, signal.SIGKILL))


def test_a_host_that_slept_longer_than_its_lease_sends_nothing_more(
    postgres_server: PostgresServer, tmp_path: Path
) -> None:
    asyncio.run(_goes_on(telegram, postgres_server.new_database(), tmp_path, signal.SIGSTOP))


async def _goes_on(on: Kind, database: ServerDatabase, folder: Path, how: signal.Signals) -> None:
    async with on() as here:
        settings = {**here.settings(here.server.token), "BURRACO_DATABASE": database.address}
        async with programs(folder, settings) as start:
            hosts = [await here.started(start)]
            hosts.append(await start())
            await log_with(folder, "hosting with others", 2)
            people = await begun(here, until_it_is_so)
            person = await in_turn(here)
            again = await here.draws(person)
            first = await _holder(database, hosts, None)
            first.send_signal(how)
            second = await _holder(database, hosts, first)
            await here.taken_over()
            await until_it_is_so(here, again, lambda: open_discards(here, person))  # was it heard at all?
            await discards(here, person, until_it_is_so)
            if how == signal.SIGSTOP:
                first.send_signal(signal.SIGCONT)
                await log_with(folder, "this host was taken for dead, and joins the others again")
            other = await in_turn(here)
            assert other is not person
            await until_it_is_so(here, await here.draws(other), lambda: open_discards(here, other))
            await discards(here, other, until_it_is_so)
            await here.server.until(lambda: here.tables() and here.hands(people[0]) and here.hands(people[1]), PATIENCE)
            for one in (second, *([first] if how == signal.SIGSTOP else [])):
                one.terminate()
                await asyncio.wait_for(one.ended(), PATIENCE)
        here.check_copies()
        assert here.server.token not in (folder / LOG).read_text("utf-8")
        await _check_seen(here, database)
        assert [one.words for one in await asyncio.to_thread(lambda: [*soundness(database)]) if not one.sound] == []
        here.judge()


async def _check_seen(here: Surface, database: ServerDatabase) -> None:
    """Nobody saw what was not for them; each draw and each discard is in the log, and none twice."""
    store = PostgresStore(database)
    try:
        watch = Watch()
        await watch.reads(store, BOT, here.upright)
        service = Service(Door(store, BOT, lambda: 0, lambda size: b"\0" * size), store, BOT)
        await here.check_seen(watch, service)
        game = watch.states[-1].table.game
        assert game is not None
        assert len(game.turns) == 2
    finally:
        await store.close()


async def _holder(database: ServerDatabase, hosts: list[Any], but: Any) -> Any:
    """The process of the host that has the chat, and is not this one."""

    def name() -> str:
        with open_rows(database) as connection:
            rows = connection.execute(HOLDER).fetchall()
            return str(rows[0][0]) if rows else ""

    async with asyncio.timeout(PATIENCE):
        while True:
            pid = (await asyncio.to_thread(name)).rpartition(":")[2]
            for one in hosts:
                if str(one.pid) == pid and one is not but:
                    return one
            await asyncio.sleep(0.05)
