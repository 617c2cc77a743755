"""Whose a table is, where chats come in parts: that of whoever writes to the channel of its opening."""

import json
from collections.abc import Callable
from pathlib import Path

from bot.cli.chat_parts import ChatParts
from bot.host.leases import OnlyHost
from bot.host.ports import Channel
from bot.host.scheduler import Scheduler
from bot.requests.server_settings import GROUP
from bot.tables.table import Settings
from tests.host.test_door import BOT, World, run, think
from tests.tables.playing import ANNA

ALONE = Settings(house="hands=1", pace=0, pause=0, watched=True)  # computers only
PARTS = 4


class Divided:
    """A platform in four parts, where a server's number says to which it belongs."""

    name = "discord"
    parts = PARTS

    def part_of(self, server: str) -> int:
        return int(server) % PARTS

    def divide(self, _holds: Callable[[int], bool], _share: Callable[[], float]) -> None:
        pass


class Holder(OnlyHost):
    """A host with these leases; other hosts have all others."""

    def __init__(self, *leases: str) -> None:
        self.leases = set(leases)

    def holds(self, lease: str) -> bool:
        return lease in self.leases

    def acts_for(self, _table: str, lease: str) -> bool:
        return lease in self.leases


async def is_of_server(here: World, channel: str, server: int) -> None:
    await here.store.put_channel(BOT, Channel(channel, "it", json.dumps({GROUP: str(server)})))


async def opened(here: World, channel: str) -> str:
    """A table of computers in a channel, which begins by itself."""
    await here.door.open("t1", "ROSSO", channel, ANNA, ALONE)
    await here.door.submit("t1", ANNA, "start", "start")
    return (await here.table()).phase


def test_a_channels_part_is_looked_up_once_and_says_whose_its_tables_are(tmp_path: Path) -> None:
    async def test(here: World) -> None:
        homes = ChatParts(Holder("discord:2/4"), here.store, BOT, [Divided()])
        await is_of_server(here, "discord:ours", 6)
        await is_of_server(here, "discord:theirs", 7)
        assert homes.is_here("t1", "discord:ours") is homes.is_here("t1", "discord:theirs") is None
        assert homes.may_hold("discord:ours")  # it is not known yet
        assert homes.may_hold("discord:theirs")
        await homes.learn(["discord:ours", "discord:theirs"])
        assert homes.is_here("t1", "discord:ours") is True
        assert homes.is_here("t1", "discord:theirs") is False
        assert homes.may_hold("discord:ours")
        assert not homes.may_hold("discord:theirs")

    run(test, tmp_path)


def test_a_platform_that_is_not_divided_is_one_hosts_without_a_question(tmp_path: Path) -> None:
    async def test(here: World) -> None:
        homes = ChatParts(Holder("telegram"), here.store, BOT, [Divided()])
        assert homes.is_here("t1", "telegram:1") is True
        assert ChatParts(Holder("discord:0/4"), here.store, BOT, [Divided()]).is_here("t1", "telegram:1") is False

    run(test, tmp_path)


def test_a_channel_whose_server_becomes_known_goes_to_its_part(tmp_path: Path) -> None:
    async def test(here: World) -> None:
        homes = ChatParts(Holder("discord:3/4"), here.store, BOT, [Divided()])
        await homes.learn(["discord:new"])
        assert homes.is_here("t1", "discord:new") is False  # of no server it is the first part's
        await is_of_server(here, "discord:new", 3)
        await homes.learn(["discord:new"])
        assert homes.is_here("t1", "discord:new") is True

    run(test, tmp_path)


def test_what_is_due_is_done_at_home_alone_also_right_after_the_opening(tmp_path: Path) -> None:
    async def test(here: World) -> None:
        await is_of_server(here, "discord:c", 2)
        theirs, ours = [
            Scheduler(here.door, here.store, think, ChatParts(Holder(lease), here.store, BOT, [Divided()]))
            for lease in ("discord:1/4", "discord:2/4")
        ]
        phase = await opened(here, "discord:c")
        here.now = (await here.store.next_due(BOT) or 0) + 1
        assert await theirs.fire() == 0
        assert (await here.table()).phase == phase
        assert not theirs.may_act_for("t1")
        assert await ours.fire() == 1
        assert ours.may_act_for("t1")

    run(test, tmp_path)


def test_a_lease_that_goes_over_takes_the_tables_with_it(tmp_path: Path) -> None:
    async def test(here: World) -> None:
        await is_of_server(here, "discord:c", 1)
        leases = Holder("discord:1/4")
        clockwork = Scheduler(here.door, here.store, think, ChatParts(leases, here.store, BOT, [Divided()]))
        await opened(here, "discord:c")
        here.now = (await here.store.next_due(BOT) or 0) + 1
        assert await clockwork.fire() == 1
        leases.leases.clear()
        here.now = (await here.store.next_due(BOT) or 0) + 1
        assert await clockwork.fire() == 0
        leases.leases.add("discord:1/4")
        assert await clockwork.fire() == 1

    run(test, tmp_path)
