"""Budgets follow Discord's buckets: what is changed through a press waits for none of them, and uses no press up."""

import asyncio

import aiohttp
import pytest

from bot.adapters.discord.global_limit import GlobalLimit
from bot.cli.platforms import BUDGETS
from bot.messages.buttons import Verb
from tests.adapters.discord.hosting import Host, run
from tests.adapters.discord.scripted import ScriptedMatch, about_table, seen_hand
from tests.adapters.discord.test_presses import drawn, two
from tests.loopback.discord.budgets import EDIT, WHOLE
from tests.loopback.discord.calls import Call
from tests.loopback.serving import own_port
from tests.scripted import true_hand

MEMBER = "GET /guilds/{guild_id}/members/{user_id}"
ANSWER = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original"


def test_however_fast_somebody_taps_each_new_hand_comes_at_once() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await drawn(match)
        host.discord.clock.freeze()  # no budget is ever fresh again
        menu = next(one for one in match.offered(person) if one.verb == Verb.CHOOSE)
        for many in range(1, 13):
            before = len(person.sees(person.dm, "edited"))
            await match.tap(person, menu, menu.names[: many % 3 + 1])
            assert len(person.sees(person.dm, "edited")) == before + 1
        assert [one for one in host.discord.calls if one.status == 429] == []

    run(body, BUDGETS)


def test_the_last_call_of_a_press_is_not_made_for_the_library_would_wait_there() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await drawn(match)
        host.discord.budgets.limit(ANSWER, 3, 3600.0)
        act = await match.press(person, Verb.SORT)
        edits = len(host.discord.called(EDIT))
        other = next(one for one in match.offered(person) if one.verb == Verb.SORT)
        for by in ("rank", "suit", "rank", "suit"):  # what is written brings no press on the hand
            await match.types(person, "sort", order=by)
        assert len([one for one in host.discord.called(ANSWER) if one.parts["webhook_token"] == act.token]) == 2
        assert len(host.discord.called(EDIT)) > edits
        await match.tap(person, other)
        assert seen_hand(match, person) == await true_hand(match, person)
        assert host.discord.budgets.floods == []

    run(body)


def test_however_many_calls_are_made_at_once_discord_refuses_none_for_its_limit_of_the_whole_bot() -> None:
    async def body(host: Host) -> None:
        people = [host.discord.user(f"Anna {number}") for number in range(130)]
        room = host.discord.guild("Circolo", *people).channel("tavoli")
        await host.settle_events()
        host.discord.budgets.whole = WHOLE
        calls = host.adapter.calls
        assert all(await asyncio.gather(*(calls.is_member(room.id, one.id) for one in people)))
        assert len(host.discord.called(MEMBER)) == len(people)
        assert host.discord.budgets.floods == []

    run(body)


def test_what_nobody_answers_makes_room_again() -> None:
    async def main() -> None:
        async with aiohttp.ClientSession(middlewares=[GlobalLimit(most=1).hold]) as session:
            for _ in range(2):
                with pytest.raises(aiohttp.ClientConnectionError):
                    await session.get(f"http://127.0.0.1:{own_port()}/users/@me")

    asyncio.run(main())


def test_new_messages_and_changes_in_a_channel_leave_each_other_room_as_discord_counts_them() -> None:
    async def body(host: Host) -> None:
        anna, bruno = host.discord.user("Anna"), host.discord.user("Bruno")
        room = host.discord.guild("Circolo", anna, bruno).channel("tavoli")
        match = ScriptedMatch(host, room, [anna, bruno])
        host.discord.budgets.as_discords()
        await match.open("fibur", "players=2")
        host.discord.clock.freeze()  # no budget of ours is ever fresh again
        for hands in (3, 4, 5, 6):
            await match.types(anna, "match set", room, settings=f"hands={hands}")
        assert len(changes(host, room.id)) == 4
        for count in (2, 3):
            await match.types(bruno, "burraco new", room)
            assert len([one for one in room.shown if about_table(one)]) == count
        assert host.discord.budgets.floods == []

    def changes(host: Host, room: int) -> list[Call]:
        return [one for one in host.discord.called(EDIT) if one.parts["channel_id"] == str(room)]

    run(body, BUDGETS)
