"""Logging in to the gateway: of all hosts one in five seconds, or as many as Discord allows; and logging in again."""

import asyncio
from pathlib import Path

import pytest

from bot.adapters.discord.platform import TOO_FEW
from bot.adapters.discord.shared_shards import turn_to_log_in
from bot.host.notes import LOGGED_IN, Notes
from bot.store.sqlite import open_store
from engine.actions import DRAW
from tests.adapters.discord.hosting import Host, run, server, settings
from tests.adapters.discord.scripted import ScriptedMatch
from tests.programs import ended

SOON = 10.0  # seconds; a busy machine is slow


def test_a_shard_waits_for_those_alone_that_have_the_same_turn(tmp_path: Path) -> None:
    async def main() -> None:
        now = 0
        store = await open_store(tmp_path / "bot.db", 1)
        try:
            notes = Notes(store, "b", lambda: now)
            for number in (0, 1):
                await asyncio.wait_for(turn_to_log_in(notes, number, at_once=2), SOON)
            later = asyncio.create_task(turn_to_log_in(notes, 2, at_once=2))
            first = await notes.of(LOGGED_IN, "discord")
            assert not later.done()
            now = LOGGED_IN.lasts + 1
            await asyncio.wait_for(later, SOON)
            assert await notes.of(LOGGED_IN, "discord") not in ("", first)
        finally:
            await store.close()

    asyncio.run(main())


def test_without_more_all_wait_for_each_other(tmp_path: Path) -> None:
    async def main() -> None:
        now = 0
        store = await open_store(tmp_path / "bot.db", 1)
        try:
            notes = Notes(store, "b", lambda: now)
            await asyncio.wait_for(turn_to_log_in(notes, 0), SOON)
            later = asyncio.create_task(turn_to_log_in(notes, 1))
            await notes.of(LOGGED_IN, "discord")
            assert not later.done()
            now = LOGGED_IN.lasts + 1
            await asyncio.wait_for(later, SOON)
        finally:
            await store.close()

    asyncio.run(main())


def test_where_a_shard_would_hear_of_too_many_servers_the_owner_is_told_and_it_is_not_tried_again_and_again(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with server() as discord:
            anna = discord.user("Anna")
            for _ in range(6):
                discord.guild("Circolo", anna)
            discord.gateway.most_guilds = 2
            for shards in ("1", "2"):
                (folder := tmp_path / shards).mkdir()
                status, words = await ended(
                    folder, {**settings(discord, discord.token), "BURRACO_DISCORD_SHARDS": shards}
                )
                assert status == 2
                assert TOO_FEW in words
                assert discord.gateway.logins <= 2 * int(shards)

    asyncio.run(main())


def test_messages_that_were_changed_through_presses_are_changed_after_the_bot_has_logged_in_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def body(host: Host) -> None:
        people = [host.discord.user(name) for name in ("Anna", "Bruno")]
        match = ScriptedMatch(host, host.discord.guild("Circolo", *people).channel("tavoli"), people)
        await match.begin("fibur", "players=2")
        first = await match.person_in_turn()
        for _ in range(2):  # both have pressed a button of their hand
            person = await match.person_in_turn()
            await match.tap(person, next(one for one in match.offered(person) if one.press.request == DRAW))
            if person is not first:
                await host.begin_again()
                await host.discord.until(lambda: host.discord.gateway.logins == 2)
                await host.settle_events()
            await match.discards(person)
        assert await match.person_in_turn() is first
        assert [one for one in match.offered(first) if one.press.request == DRAW]

    run(body)
    assert [one.message for one in caplog.records if "could not be" in one.message] == []
