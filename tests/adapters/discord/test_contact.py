"""First contact, commands, languages, names, and two tables in one channel."""

import asyncio
from pathlib import Path

import pytest

from bot.adapters.discord.commands import all_commands
from bot.gateway.inbound.commands import Group
from bot.messages.buttons import Verb
from engine.actions import DRAW
from tests.adapters.discord.hosting import Host, hosted, run, server
from tests.adapters.discord.scripted import ScriptedMatch, offers
from tests.adapters.discord.test_presses import last_answer, two
from tests.loopback.faults import Kind
from tests.loopback.running import judged
from tests.scripted import true_hand

NAMES = ("@everyone", "**x** _y_ `z`", "\u202eשלום", "🃏👩‍👩‍👧<@1>")


def test_a_server_where_nothing_may_be_written_is_not_bothered() -> None:
    async def body(host: Host) -> None:
        club = host.discord.guild("Circolo", host.discord.user("Anna"), bot=False)
        room = club.channel("general")
        club.guild.system = room.id
        room.denies("send_messages")
        assert host.adapter.calls.client is not None
        await host.adapter.calls.client.wait_until_ready()
        club.adds_bot()
        await host.settle_events()
        assert room.shown == []
        assert host.discord.invalid == 0

    run(body)


def test_a_server_without_a_channel_for_news_is_greeted_in_the_first_that_may_be_written_in() -> None:
    async def body(host: Host) -> None:
        anna = host.discord.user("Anna", "it")
        club = host.discord.guild("Circolo", anna, locale="it", bot=False)
        closed, room = club.channel("regole"), club.channel("chat")
        closed.denies("send_messages")
        assert host.adapter.calls.client is not None
        await host.adapter.calls.client.wait_until_ready()
        club.adds_bot()
        await host.settle_events()
        await host.discord.until(lambda: bool(room.shown))
        assert ["Benvenuti" in one.content.text for one in room.shown] == [True]
        assert closed.shown == []

    run(body)


def test_who_has_added_the_bot_while_it_was_away_is_greeted_at_the_start_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with server() as discord:
            anna = discord.user("Anna")
            club = discord.guild("Circolo", anna, bot=False)
            room = club.channel("chat")
            club.adds_bot()
            for _ in range(2):
                discord.clock.advance(60)
                async with hosted(discord, tmp_path / "bot.db") as host:
                    assert host.adapter.calls.client is not None
                    await host.adapter.calls.client.wait_until_ready()
                    await host.settle_events()
                    await discord.until(lambda: bool(room.shown))
                    await host.settle()
            assert len(room.shown) == 1
            judged(discord)

    asyncio.run(main())


def test_a_server_that_is_away_at_the_start_is_greeted_when_it_is_back_and_keeps_no_other_waiting(
    tmp_path: Path,
) -> None:
    """Discord names a server in an outage by its number alone: https://docs.discord.com/developers/events/gateway-events#ready"""

    async def main() -> None:
        async with server() as discord:
            clubs = [discord.guild(name, discord.user("Anna"), bot=False) for name in ("Away", "There")]
            away, there = [club.channel("chat") for club in clubs]
            for club in clubs:
                club.adds_bot()
            clubs[0].outage()
            async with hosted(discord, tmp_path / "bot.db") as host:
                await discord.until(lambda: bool(there.shown))
                clubs[0].returns()
                await host.settle_events()
                await discord.until(lambda: bool(away.shown))
                await host.settle()
            assert [len(room.shown) for room in (away, there)] == [1, 1]
            judged(discord)

    asyncio.run(main())


def test_who_opens_a_table_where_the_commands_alone_were_added_is_told_so() -> None:
    async def body(host: Host) -> None:
        anna = host.discord.user("Anna", "en-US")
        club = host.discord.guild("Circolo", anna, bot=False)
        club.adds_commands()
        room = club.channel("tavoli")
        assert host.adapter.calls.client is not None
        await host.adapter.calls.client.wait_until_ready()
        for command in ("burraco new", "burraco table"):
            act = anna.types(command, room)
            await anna.answer(act)
            await host.settle_events()
            assert act.original is not None
            assert not act.original.deleted
            assert "only my commands are" in act.original.content.text

    run(body)


def test_who_is_first_seen_in_a_server_is_welcomed_in_their_private_chat_once() -> None:
    async def body(host: Host) -> None:
        carla = host.discord.user("Carla", "it")
        room = host.discord.guild("Circolo", carla).channel("tavoli")
        for where in (room, room, None):
            await carla.answer(carla.types("burraco help", where))
            await host.settle()
        assert len([one for one in carla.screen() if one.receiver is None]) == 1
        await carla.answer(carla.presses("Gioca ora"))
        await host.settle()
        assert await host.service.backend.tables.of(await host.service.person_of("discord", str(carla.id)))

    run(body)


def test_commands_that_cannot_be_sent_at_a_start_are_sent_as_soon_as_they_can_be(tmp_path: Path) -> None:
    """An address that is shut out for a while, or a Discord that lets bots in and answers little else."""

    async def main() -> None:
        async with server() as discord:
            discord.faults.add(Kind.WALL, times=1, only="PUT /applications")
            async with hosted(discord, tmp_path / "bot.db"):
                assert discord.commands
            judged(discord)

    asyncio.run(main())


def test_the_commands_are_sent_once_and_keep_within_the_limits(tmp_path: Path) -> None:
    async def main() -> None:
        async with server() as discord:
            for _ in range(2):
                async with hosted(discord, tmp_path / "bot.db") as host:
                    await host.settle()
            assert len(discord.called("PUT /applications")) == 1
            judged(discord)

    asyncio.run(main())
    groups = [one for one in all_commands() if one.get("options") and one["options"][0]["type"] == 1]
    assert [one["name"] for one in groups][:2] == ["burraco", "match"]
    assert {one["name"] for one in groups} <= set(Group)
    assert max(len(one["options"]) for one in groups) <= 25


@pytest.mark.parametrize("left", [0, 1], ids=["none", "others"])
def test_commands_that_another_program_of_the_same_application_has_replaced_are_sent_again(
    left: int, tmp_path: Path
) -> None:
    """Whoever sends a list takes away all that is not in it, as a program does that was tried with the same token."""

    async def main() -> None:
        async with server() as discord:
            async with hosted(discord, tmp_path / "bot.db") as host:
                await host.settle()
            before = [one["name"] for one in discord.commands[0]]
            discord.commands[0] = [discord.commands[0][0] | {"id": "5", "version": "6", "name": "ping"}][:left]
            async with hosted(discord, tmp_path / "bot.db") as host:
                await host.settle()
            assert [one["name"] for one in discord.commands[0]] == before
            judged(discord)

    asyncio.run(main())


def test_commands_are_offered_in_the_readers_language() -> None:
    async def body(host: Host) -> None:
        carla, anna = host.discord.user("Carla", "it"), host.discord.user("Anna")
        room = host.discord.guild("Circolo", carla, anna).channel("tavoli")
        assert "burraco nuovo" in carla.commands(room)
        assert "burraco new" in anna.commands(room)

    run(body)


def test_plays_can_be_written_and_are_completed_from_ones_own_hand() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        await match.types(person, "draw", match.room)
        hand = await true_hand(match, person)
        found = await person.choices(person.completes("lay", "cards", "", match.room))
        assert {one["value"] for one in found} == set(hand)
        second = await person.choices(person.completes("lay", "cards", f"{hand[0]} ", match.room))
        assert second[0]["value"] == hand[0]
        assert {one["value"].split()[-1] for one in second[1:]} <= set(hand)
        other = next(one for one in match.people if one is not person)
        theirs = await other.choices(other.completes("lay", "cards", "", match.room))
        assert {one["value"] for one in theirs} == set(await true_hand(match, other))
        await match.types(person, "lay", match.room, cards=" ".join(hand[:2]))
        assert last_answer(person)
        offered = await person.choices(person.completes("discard", "card", "", match.room))
        await match.types(person, "discard", match.room, card=offered[0]["value"])
        assert await match.person_in_turn() is other

    run(body)


def test_two_tables_in_one_channel_do_not_mix() -> None:
    async def body(host: Host) -> None:
        people = [host.discord.user(name) for name in ("Anna", "Bruno", "Carla", "Dario")]
        room = host.discord.guild("Circolo", *people).channel("tavoli")
        first, second = ScriptedMatch(host, room, people[:2]), ScriptedMatch(host, room, people[2:])
        await first.begin("fibur", "players=2")
        await second.begin("fibur", "players=2")
        assert first.label != second.label
        for match in (first, second, first, second):
            for _ in range(4):
                await match.play()
        await first.check_hands()
        await second.check_hands()
        live = [one for one in room.shown if [offer for offer in offers(one) if offer.verb == Verb.HAND]]
        assert sorted(next(offers(one)).press.table for one in live) == sorted([first.label, second.label])
        person = await first.person_in_turn()
        stage = (await second.table()).stage
        draws = [one for one in first.offered(person, room) if one.press.request == DRAW]
        for one in draws[:1]:
            await first.tap(person, one)
        assert (await second.table()).stage == stage

    run(body)
