"""Who led the board of the last week wears the role of the champion, as far as the server lets the bot give it."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.both.on_discord import discord
from tests.adapters.both.on_telegram import telegram
from tests.adapters.both.surface import Surface, run
from tests.adapters.both.test_weekly import monday, passes, resigns
from tests.adapters.discord.scripted import ScriptedMatch
from tests.hosting import BOT
from tests.loopback.faults import Kind
from tests.searching import standing


async def looked(here: Surface) -> None:
    await here.host.service.champions.fire()
    await here.settled_late()


async def week_ends(here: Surface) -> None:
    """The next Monday begins, and whoever led wears the role."""
    await passes(here, monday(here) + 1)
    await looked(here)


async def place(here: Surface) -> list[Any]:
    """Two people on a Wednesday, the first of whom may set how the place plays."""
    if here.name == "discord":
        await here.host.adapter.calls.client.wait_until_ready()  # before that roles wait
    here.server.clock.advance(monday(here) + 60 * 3600)
    here.match = here.gather([here.person("Anna"), here.person("Bruno")])
    here.lets_direct(here.match.people[0])
    await here.comes(here.match.people[0])
    return list(here.match.people)


async def sets(here: Surface, value: str) -> str:
    anna = here.match.people[0]
    answers = await here.says(anna, "settings", f"champion={value} zone=Europe/Rome", public=True)
    await looked(here)
    return "\n".join(one.text for one in answers)


async def match_lost_by(here: Surface, loser: Any) -> None:
    await here.begin("fibur", "players=2 hands=1")
    for _ in range(4):
        await here.turn()
    await here.says(loser, "resign", public=True)
    await resigns(here, loser)


def club(here: Any) -> Any:
    return here.club


def test_the_role_goes_from_champion_to_champion_and_with_who_is_forgotten() -> None:
    async def body(here: Surface) -> None:
        anna, bruno = await place(here)
        club(here).grants_bot("manage_roles")
        role = club(here).has_role("Champion")
        assert "The role of who led" in await sets(here, f"<@&{role}>")
        await match_lost_by(here, bruno)
        assert club(here).wear(role) == set()
        await week_ends(here)
        assert club(here).wear(role) == {"Anna"}
        await looked(here)
        here.match = here.anew()
        await match_lost_by(here, anna)
        assert club(here).wear(role) == {"Anna"}
        await week_ends(here)
        assert club(here).wear(role) == {"Bruno"}
        await week_ends(here)  # nobody has played
        assert club(here).wear(role) == {"Bruno"}
        for _ in range(2):
            await here.says(bruno, "leave", public=True)
        here.host.watch.people[f"{here.name}:{bruno.id}"] = await here.host.service.person_of(here.name, str(bruno.id))
        question = (await here.says(bruno, "erase"))[-1].text
        await here.says(bruno, "erase", re.findall(r"erase (\w+)", question)[0])
        await here.host.service.champions.settle()
        assert club(here).wear(role) == set()
        assert standing(Path(here.host.store._path), [str(bruno.id)]) == []

    run(discord, body)


def test_another_role_moves_at_once_and_none_takes_it_away() -> None:
    async def body(here: Surface) -> None:
        _, bruno = await place(here)
        club(here).grants_bot("manage_roles")
        first, second = club(here).has_role("Champion"), club(here).has_role("Queen")
        await sets(here, f"<@&{first}>")
        await match_lost_by(here, bruno)
        await week_ends(here)
        await sets(here, f"<@&{second}>")
        assert (club(here).wear(first), club(here).wear(second)) == (set(), {"Anna"})
        await sets(here, "")
        assert (club(here).wear(first), club(here).wear(second)) == (set(), set())

    run(discord, body)


@pytest.mark.parametrize(
    ("rights", "bot", "above", "words"),
    [
        ((), (), False, "I may not give roles here"),
        ((), ("manage_roles",), True, "That role stands above mine"),
        (("manage_messages",), ("manage_roles",), False, "gives rights over the server"),
        (("administrator",), ("manage_roles",), False, "gives rights over the server"),
    ],
)
def test_who_sets_a_role_that_cannot_be_given_is_told_why(
    rights: tuple[str, ...], bot: tuple[str, ...], above: bool, words: str
) -> None:
    async def body(here: Surface) -> None:
        await place(here)
        if bot:
            club(here).grants_bot(*bot)
        role = club(here).has_role("Champion", *rights, above_all=above)
        assert words in await sets(here, f"<@&{role}>")
        assert await here.host.service.backend.store.channels_with(BOT, '"champion"') == ()
        assert "The role of the champion is not among this server's roles" in await sets(here, "<@&5>")
        assert "Everybody has that role" in await sets(here, f"<@&{club(here).id}>")
        assert "@role" in await sets(here, "@Champion")

    run(discord, body)


def test_a_server_where_moderating_takes_two_factors_says_that_it_is_the_owner_of_the_bot_who_needs_them() -> None:
    async def body(here: Surface) -> None:
        _, bruno = await place(here)
        club(here).grants_bot("manage_roles")
        role = club(here).has_role("Champion")
        club(here).guild.wants_two_factors = True
        await sets(here, f"<@&{role}>")
        await match_lost_by(here, bruno)
        await week_ends(here)
        assert [one for one in here.public() if "two-factor authentication" in here.text(one)]
        assert club(here).wear(role) == set()

    run(discord, body)


def test_a_right_that_is_taken_later_is_told_once() -> None:
    async def body(here: Surface) -> None:
        anna, bruno = await place(here)
        club(here).grants_bot("manage_roles")
        role = club(here).has_role("Champion")
        await sets(here, f"<@&{role}>")
        club(here).loses_bot("manage_roles")
        await match_lost_by(here, bruno)
        await week_ends(here)

        def notices() -> list[Any]:
            return [one for one in here.public() if "I may not give roles here" in here.text(one)]

        assert len(notices()) == 1
        here.match = here.anew()
        await match_lost_by(here, bruno)
        await week_ends(here)
        assert len(notices()) == 1
        assert club(here).wear(role) == set()
        assert here.server.violations == []
        assert anna in here.match.people

    run(discord, body)


def test_who_has_left_the_server_wears_nothing() -> None:
    async def body(here: Surface) -> None:
        _, bruno = await place(here)
        club(here).grants_bot("manage_roles")
        role = club(here).has_role("Champion")
        await sets(here, f"<@&{role}>")
        await match_lost_by(here, here.match.people[0])
        club(here).leaves(bruno)
        await week_ends(here)
        assert club(here).wear(role) == set()
        assert [one for one in here.public() if "champion" in here.text(one)] == []

    run(discord, body)


def test_a_role_that_has_another_name_goes_on_and_of_one_that_is_deleted_the_channel_is_told_once() -> None:
    async def body(here: Surface) -> None:
        anna, bruno = await place(here)
        club(here).grants_bot("manage_roles")
        role = club(here).has_role("Champion")
        await sets(here, f"<@&{role}>")
        texts = [one.text for one in anna.sees() if "The role of who led" in one.text]
        assert texts
        assert all(f"week\\: <@&{role}>" in one for one in texts)  # by its name, whatever that is
        await here.says(anna, "settings", public=True)
        await here.settled()
        (text,) = [one.text for one in anna.sees() if "New tables here" in one.text]
        assert f"week\\: <@&{role}>" in text
        await match_lost_by(here, bruno)
        club(here).renames_role(role, "Regina di coppe")
        await week_ends(here)
        assert club(here).wear(role) == {"Anna"}
        here.match = here.anew()
        await match_lost_by(here, anna)
        club(here).deletes_role(role)
        await week_ends(here)

        def words_of_it() -> list[str]:
            return [here.text(one) for one in here.public() if "champion" in here.text(one)]

        assert len(words_of_it()) == 1
        assert "The role of the champion is not among this server" in words_of_it()[0]
        await week_ends(here)
        await week_ends(here)
        assert len(words_of_it()) == 1
        other = club(here).has_role("Champion")
        await sets(here, f"<@&{other}>")
        here.match = here.anew()
        await match_lost_by(here, anna)
        await week_ends(here)
        assert club(here).wear(other) == {"Bruno"}

    run(discord, body)


def test_a_champion_who_leaves_and_comes_back_is_one_again_when_they_have_led() -> None:
    async def body(here: Surface) -> None:
        anna, bruno = await place(here)
        club(here).grants_bot("manage_roles")
        role = club(here).has_role("Champion")
        await sets(here, f"<@&{role}>")
        await match_lost_by(here, bruno)
        await week_ends(here)
        await here.says(anna, "name", "Annabella")
        assert club(here).wear(role) == {"Anna"}
        club(here).leaves(anna)
        await week_ends(here)
        assert club(here).wear(role) == set()
        club(here).joins(anna)
        here.match = here.anew()
        await match_lost_by(here, bruno)
        await week_ends(here)
        assert club(here).wear(role) == {"Anna"}
        assert [one for one in here.public() if "champion" in here.text(one)] == []

    run(discord, body)


def test_a_server_has_a_champion_of_all_its_channels() -> None:
    async def body(here: Surface) -> None:
        anna, bruno = await place(here)
        club(here).grants_bot("manage_roles")
        role = club(here).has_role("Champion")
        answers = await here.says(anna, "settings", f"server: champion=<@&{role}> zone=Europe/Rome", public=True)
        assert "server" in answers[-1].text
        await looked(here)
        await match_lost_by(here, bruno)
        await week_ends(here)
        assert club(here).wear(role) == {"Anna"}

    run(discord, body)


def test_a_server_has_a_champion_also_when_the_first_of_its_channels_is_deleted() -> None:
    async def body(here: Surface) -> None:
        anna, bruno = await place(here)
        club(here).grants_bot("manage_roles")
        role = club(here).has_role("Champion")
        await here.says(anna, "settings", f"server: champion=<@&{role}> zone=Europe/Rome", public=True)
        first = here.place
        here.match = ScriptedMatch(here.host, club(here).channel("torneo"), here.match.people)
        await looked(here)
        await match_lost_by(here, bruno)
        first.vanishes()
        await here.settled()
        await week_ends(here)
        assert club(here).wear(role) == {"Anna"}

    run(discord, body)


def test_the_champion_of_a_thread_wears_the_role_also_where_it_is_archived_by_then() -> None:
    """What the gateway tells of a server has only its active threads."""

    async def body(here: Surface) -> None:
        anna, bruno = await place(here)
        club(here).grants_bot("manage_roles")
        role = club(here).has_role("Champion")
        thread = here.place.begins_thread("burraco", anna)
        here.match = ScriptedMatch(here.host, thread, here.match.people)
        await sets(here, f"<@&{role}>")
        await match_lost_by(here, bruno)
        thread.archives()
        await here.settled()
        await week_ends(here)
        assert club(here).wear(role) == {"Anna"}
        assert [one for one in here.public() if "champion" in here.text(one)] == []

    run(discord, body)


def test_a_role_waits_for_its_server_in_an_outage() -> None:
    async def body(here: Surface) -> None:
        _, bruno = await place(here)
        club(here).grants_bot("manage_roles")
        role = club(here).has_role("Champion")
        await sets(here, f"<@&{role}>")
        await match_lost_by(here, bruno)
        club(here).outage()
        await here.begins_again()
        await here.host.adapter.calls.client.wait_until_ready()
        await week_ends(here)
        assert club(here).wear(role) == set()
        assert [one for one in here.public() if "champion" in here.text(one)] == []
        club(here).returns()
        await here.settled()
        await passes(here, 60)
        await looked(here)
        assert club(here).wear(role) == {"Anna"}

    run(discord, body)


def test_a_telegram_group_has_no_roles() -> None:
    async def body(here: Surface) -> None:
        await place(here)
        assert "There are roles on Discord alone" in await sets(here, "<@&12>")

    run(telegram, body)


def test_a_call_that_fails_is_made_again() -> None:
    async def body(here: Surface) -> None:
        _, bruno = await place(here)
        club(here).grants_bot("manage_roles")
        role = club(here).has_role("Champion")
        await sets(here, f"<@&{role}>")
        await match_lost_by(here, bruno)
        here.server.faults.add(Kind.DROP, times=1, only="PUT /guilds/")
        await week_ends(here)
        assert here.server.faults.fired != []
        here.server.clock.advance(60)
        await looked(here)
        assert club(here).wear(role) == {"Anna"}

    run(discord, body)
