"""Whoever wears the role that a server names for it directs its tournaments, as an administrator does."""

import asyncio
from pathlib import Path

import pytest

from tests.adapters.both.on_telegram import telegram
from tests.adapters.both.surface import Surface
from tests.adapters.both.surface import run as on_surface
from tests.adapters.discord.hosting import Host, hosted, run, server
from tests.adapters.discord.test_champions import place
from tests.adapters.discord.test_questions import last_shown, presses
from tests.hosting import BOT
from tests.loopback.running import judged


def test_who_wears_the_arbiters_role_directs_and_nobody_else() -> None:
    async def body(host: Host) -> None:
        anna, bruno, carla = people = [host.discord.user(name) for name in ("Anna", "Bruno", "Carla")]
        club = host.discord.guild("Circolo", *people)
        room = club.channel("tavoli")
        role = club.has_role("Arbitri")
        words = f"server: arbiter=<@&{role}>"
        await anna.answer(anna.types("burraco settings", room, settings=words))
        await anna.answer(anna.types("tournament", room, action="new", words="Thursday kind=singles rounds=danese"))
        await host.settle()
        for person in (bruno, carla):
            await person.answer(person.types("tournament", room, action="desk"))
            await host.settle()
            assert "Only the arbiter can do that." in last_shown(person)
        club.guild.members[bruno.id].roles.append(role)
        await bruno.answer(bruno.types("tournament", room, action="desk"))
        await host.settle()
        assert "Only the arbiter" not in last_shown(bruno)
        await presses(host, bruno, "End sign-up", room)
        ((_, one),) = await host.service.tournaments.tournaments.live()
        assert one.state == "shut"
        await carla.answer(carla.types("tournament", room, action="start"))
        await host.settle()
        assert "Only the arbiter can do that." in last_shown(carla)
        club.guild.members[bruno.id].roles.remove(role)
        await bruno.answer(bruno.types("tournament", room, action="cancel"))
        await host.settle()
        assert "Only the arbiter can do that." in last_shown(bruno)

    run(body)


def test_who_wears_the_role_directs_before_a_host_that_begins_is_told_of_the_server(tmp_path: Path) -> None:
    """As on a session that another host has left: presses come there while the servers are still to be told."""

    async def main() -> None:
        async with server() as discord:
            anna, bruno = [discord.user(name) for name in ("Anna", "Bruno")]
            club = discord.guild("Circolo", anna, bruno)
            room, role = club.channel("tavoli"), club.has_role("Arbitri")
            club.guild.members[bruno.id].roles.append(role)
            async with hosted(discord, tmp_path / "bot.db") as host:
                await anna.answer(anna.types("burraco settings", room, settings=f"server: arbiter=<@&{role}>"))
                words = "Thursday kind=singles rounds=danese"
                await anna.answer(anna.types("tournament", room, action="new", words=words))
                await host.settle()
            club.guild.is_away = True
            async with hosted(discord, tmp_path / "bot.db") as host:
                await bruno.answer(bruno.types("tournament", room, action="desk"))
                await host.settle()
                assert "Only the arbiter" not in last_shown(bruno)
            judged(discord)

    asyncio.run(main())


@pytest.mark.parametrize("value", ["<@&12>", "arbitri"])
def test_a_platform_without_roles_takes_none(value: str) -> None:
    async def body(here: Surface) -> None:
        await place(here)
        answers = await here.says(here.match.people[0], "settings", f"arbiter={value}", public=True)
        assert [one.text for one in answers if "role" in one.text] != []
        rows = await here.host.store.channels_with(BOT, '"arbiter"')
        assert not rows

    on_surface(telegram, body)
