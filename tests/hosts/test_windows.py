"""People at one table before windows of two hosts: both see all, while a host is killed, sleeps, or is cut off."""

import asyncio
from dataclasses import replace
from pathlib import Path

import aiohttp
import pytest

from bot.requests.own_link import new_token
from tests.hosts.network import network
from tests.hosts.several import check_stored, seat_two, several
from tests.postgres_server import PostgresServer

FEW = 6  # actions


def test_a_table_goes_on_when_a_host_is_killed_and_when_the_other_one_sleeps_or_is_cut_off(
    postgres_server: PostgresServer, tmp_path: Path
) -> None:
    database = postgres_server.new_database()

    async def main() -> None:
        async with (
            network(database, postgres_server.folder) as (way, by_way),
            several(tmp_path, [database, by_way]) as hosts,
            aiohttp.ClientSession() as session,
        ):
            people, over = await seat_two(session, hosts), asyncio.Event()
            playing = [asyncio.create_task(one.plays(session, over)) for one in people]

            async def more() -> None:
                """Both go on; whoever plays has ended where their task has."""
                wanted = [len(one.acknowledged) + FEW for one in people]
                async with asyncio.timeout(120):
                    while any(len(one.acknowledged) < many for one, many in zip(people, wanted, strict=True)):
                        assert not any(task.done() for task in playing), [task.result() for task in playing]
                        await asyncio.sleep(0.05)

            await more()
            await hosts[0].kill()
            await more()
            await hosts[0].start()
            hosts[1].sleep()
            await more()
            hosts[1].wake()
            await more()
            for strike in (way.cut, way.hush):
                async with asyncio.timeout(30):  # who sits before the other host's window would not be struck
                    while not all(one.sits_at_home for one in people):  # noqa: ASYNC110  nobody tells
                        await asyncio.sleep(0.05)
                strike()
                await more()
                way.mend()
                await more()
            over.set()
            await asyncio.gather(*playing)
            assert "this host was taken for dead, and joins the others again" in hosts[1].log
            assert [await one.stop() for one in hosts] == [0, 0]
            assert hosts[0].faults + hosts[1].faults == []
            assert await check_stored(database, people) >= 16 * FEW
            people[0].acknowledged.reverse()
            with pytest.raises(AssertionError, match="the order"):
                await check_stored(database, people)

    asyncio.run(main())


def test_what_is_said_before_one_host_is_read_before_the_other(postgres_server: PostgresServer, tmp_path: Path) -> None:
    database = postgres_server.new_database()

    async def main() -> None:
        async with several(tmp_path, [database] * 2) as hosts, aiohttp.ClientSession() as session:
            anna, bruno = await seat_two(session, hosts)
            async with anna.at_window(session) as her, bruno.at_window(session) as his:
                assert anna.hosts[anna.home].url != bruno.hosts[bruno.home].url
                assert (await her.want("say", table=anna.table, phrase="bravo"))["done"]
                await his.until(lambda: bool(his.view.get("phrase")))

    asyncio.run(main())


def test_a_link_that_is_replaced_before_one_host_lets_nobody_in_before_the_other(
    postgres_server: PostgresServer, tmp_path: Path
) -> None:
    database = postgres_server.new_database()

    async def main() -> None:
        async with several(tmp_path, [database] * 2) as hosts, aiohttp.ClientSession() as session:
            anna, _bruno = await seat_two(session, hosts)
            lost = replace(anna, home=1)
            async with anna.at_window(session) as here, lost.at_window(session) as there:
                assert anna.hosts[anna.home].url != lost.hosts[lost.home].url
                await there.until(lambda: bool(there.view.get("hand")))
                assert (await here.want("newlink", token=new_token()))["done"]
                await there.until(lambda: there.view == {"type": "out"})
                assert here.view["hand"]
            async with lost.at_window(session) as late:
                assert late.welcome["me"] is None

    asyncio.run(main())
