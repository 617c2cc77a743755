"""A host that was stopped while it made a message: what it would have said then is not said when it wakes."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.adapters.discord.platform import Discord as Adapter
from bot.gateway.outbound.delivery import Paint
from bot.gateway.outbound.messenger import Drawn
from bot.host.leases import OnlyHost
from engine.actions import DRAW
from renderers.scenes import Look, Scene
from tests import hosting
from tests.adapters.discord.hosting import Host, pointed, server
from tests.adapters.discord.scripted import ScriptedMatch, seen_hand
from tests.hosting import WIDE, milliseconds
from tests.loopback.discord.people import Person
from tests.loopback.discord.server import Discord
from tests.loopback.running import judged
from tests.scripted import NAMES, true_hand
from tests.watching import Watch

SILENT = 6  # a first answer to a press that says nothing
SAYING = ("POST /channels", "PATCH /channels", "PATCH /webhooks", "POST /interactions")


class Dozing(OnlyHost):
    """One of several hosts, that may have been stopped so long that others can have taken what it held."""

    is_in_time = True
    has_them = True

    def holds(self, _lease: str) -> bool:
        return self.has_them and self.is_in_time

    def __init__(self) -> None:
        self.break_off: Callable[[str], None] = lambda _lease: None

    def end_first(self, _is_busy: Callable[[str], bool], break_off: Callable[[str], None]) -> None:
        self.break_off = break_off


class Slow(Watch):
    """Pictures take as long as is wanted."""

    def __init__(self) -> None:
        super().__init__()
        self.goes_on = asyncio.Event()
        self.goes_on.set()
        self.waiting = asyncio.Event()

    def paints(self, paint: Paint) -> Paint:
        seen = super().paints(paint)

        async def slowly(scene: Scene, look: Look) -> Drawn:
            drawn = await seen(scene, look)
            if not self.goes_on.is_set():
                self.waiting.set()
            await self.goes_on.wait()
            return drawn

        return slowly


@pytest.mark.parametrize("knows", [False, True])
def test_what_was_being_made_when_a_host_slept_is_not_sent_when_it_wakes(tmp_path: Path, knows: bool) -> None:
    """`knows`: whether it has already asked, and found that others have taken what it held."""

    async def main() -> None:
        leases, watch = Dozing(), Slow()
        async with server() as discord, _hosted(discord, tmp_path / "bot.db", watch, leases) as host:
            people = [discord.user(name) for name in NAMES[:2]]
            match = ScriptedMatch(host, discord.guild("Circolo", *people).channel("tavoli"), people)
            await match.begin("fibur", "players=2")
            person = await match.person_in_turn()
            before = seen_hand(match, person)
            watch.goes_on.clear()
            await _draws(match, person)
            await watch.waiting.wait()
            words = _words_of(discord)
            if knows:
                leases.has_them = False
                leases.break_off("discord")
            else:
                leases.is_in_time = False
            watch.goes_on.set()
            while host.chats.is_busy:  # noqa: ASYNC110  nothing is told of what is not sent
                await asyncio.sleep(0.01)
            assert _words_of(discord) == words
            assert seen_hand(match, person) == before
            leases.has_them = leases.is_in_time = True
            discord.clock.advance(300)
            host.chats.begin_anew()
            await host.settle()
            assert seen_hand(match, person) == await true_hand(match, person) != before
            judged(discord)

    asyncio.run(main())


@asynccontextmanager
async def _hosted(discord: Discord, database: Path, watch: Watch, leases: OnlyHost) -> AsyncIterator[Host]:
    with pointed():
        clock = milliseconds(discord.clock)
        adapter = Adapter(discord.token, clock, discord.api, discord.gateway_url)
        async with hosting.working([adapter], discord.clock, database, WIDE, watch, leases) as working:
            await discord.until(lambda: discord.gateway.ready and discord.commands)
            await discord.gateway.settled()
            yield Host(**vars(working), discord=discord, adapter=adapter)


def _words_of(discord: Discord) -> int:
    """In how many calls something was to be read."""
    return len([one for one in discord.called(*SAYING) if one.body.get("type") != SILENT])


async def _draws(match: ScriptedMatch, person: Person) -> None:
    """They press, and the first answer says only that this was heard."""
    one = next(one for one in match.offered(person) if one.press.request == DRAW)
    await person.answer(person.forges(one.custom_id, one.message))
