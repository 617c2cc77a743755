"""The time of several hosts: the server's, however a machine's clock stands."""

import asyncio
from dataclasses import dataclass

import pytest

from bot.host.shared_time import AGREES, SharedTime

HOUR = 3_600_000
SERVER = 1_700_000_000_000


@dataclass
class Clocks:
    """A machine's, the time that has passed, and how far the server's is from the machine's."""

    own: int = SERVER + 2 * HOUR
    passed: int = 5_000
    server: int = SERVER
    takes: int = 0  # milliseconds until the server has answered

    def pass_by(self, milliseconds: int) -> None:
        self.own += milliseconds
        self.passed += milliseconds
        self.server += milliseconds

    async def ask(self) -> int:
        self.pass_by(self.takes // 2)
        found = self.server
        self.pass_by(self.takes - self.takes // 2)
        return found

    @property
    def time(self) -> SharedTime:
        return SharedTime(lambda: self.own, lambda: self.passed)


def test_without_a_server_the_machines_clock_counts() -> None:
    clocks = Clocks()
    time = clocks.time
    assert time() == clocks.own


def test_a_machine_whose_clock_is_wrong_goes_by_the_servers_and_says_so(caplog: pytest.LogCaptureFixture) -> None:
    clocks = Clocks(takes=400)
    time = clocks.time
    asyncio.run(time.follow(clocks.ask))
    assert time() == clocks.server
    assert [vars(one)["ahead_ms"] for one in caplog.records] == [2 * HOUR]
    clocks.pass_by(HOUR)
    clocks.own -= 2 * HOUR  # somebody sets it right
    assert time() == clocks.server


def test_what_may_be_the_way_to_the_server_sets_nothing(caplog: pytest.LogCaptureFixture) -> None:
    clocks = Clocks(own=SERVER + AGREES)
    time = clocks.time
    asyncio.run(time.follow(clocks.ask))
    before = time()
    clocks.server += AGREES + 900
    clocks.takes = 2_000
    asyncio.run(time.follow(clocks.ask))
    assert time() == before + 2_000
    assert not caplog.records


@pytest.mark.parametrize("ahead", [-AGREES, -1, 0, 300, AGREES])
def test_a_machine_whose_clock_is_right_keeps_it_to_the_millisecond(ahead: int) -> None:
    clocks = Clocks(own=SERVER + ahead, takes=800)
    time = clocks.time
    asyncio.run(time.follow(clocks.ask))
    assert time() == clocks.own
    before = time()
    clocks.own += HOUR  # until the next look nothing that is done to it counts
    assert time() == before
    asyncio.run(time.follow(clocks.ask))
    assert abs(time() - clocks.server) <= AGREES


def test_another_server_is_followed() -> None:
    clocks = Clocks()
    time = clocks.time
    asyncio.run(time.follow(clocks.ask))
    clocks.server += HOUR
    asyncio.run(time.follow(clocks.ask))
    assert time() == clocks.server
