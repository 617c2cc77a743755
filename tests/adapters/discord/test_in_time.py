"""Every press and command has its first answer within three seconds, however slow the host is: it is deferred."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.gateway.outbound.messenger import Drawn
from bot.messages.buttons import Verb
from bot.painting import paint_here
from renderers.scenes import Look, Scene
from tests import hosting
from tests.adapters.discord.hosting import Host, hosted, run, server
from tests.adapters.discord.scripted import ScriptedMatch, about_table, is_away, offers, seen_hand
from tests.adapters.discord.test_presses import drawn, two
from tests.loopback.running import judged
from tests.scripted import true_hand

LONG = 10.0  # seconds on Discord's clock, after which a first answer is refused


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Somebody else writes to the database, for long."""
    other = sqlite3.connect(database)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.rollback()
        other.close()


def test_while_the_store_is_locked_presses_and_commands_are_answered_in_time_and_done_later(tmp_path: Path) -> None:
    async def main() -> None:
        async with server() as discord:
            people = [discord.user("Anna"), discord.user("Bruno")]
            room = discord.guild("Circolo", *people).channel("tavoli")
            async with hosted(discord, tmp_path / "slow.db") as host:
                match = ScriptedMatch(host, room, people)
                await match.begin("fibur", "players=2")
                person = await match.person_in_turn()
                other = next(one for one in people if one is not person)
                take = next(one for one in match.offered(person) if one.verb is None)
                with locked(tmp_path / "slow.db"):
                    acts = [person.forges(take.custom_id, take.message), other.types("burraco plan", room)]
                    for one in (person, other):
                        for act in acts:
                            await one.answer(act)
                    assert [act.answer for act in acts] == ["deferred", "thinking"]
                    assert (await match.table()).turn == ()
                    discord.clock.advance(LONG)
                await host.settle()
                assert [act.refused for act in acts] == [False, False]
                assert len((await match.table()).turn) == 1
                assert seen_hand(match, person) == await true_hand(match, person)
            judged(discord)

    asyncio.run(main())


def test_while_a_picture_takes_long_my_hand_is_answered_in_time_and_shown_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawing = asyncio.Event()
    drawing.set()

    async def slow(scene: Scene, look: Look) -> Drawn:
        await drawing.wait()
        return await paint_here(scene, look)

    async def body(host: Host) -> None:
        match = await two(host)
        person = await drawn(match)
        mine = next(one for one in match.offered(person, match.room) if one.verb == Verb.HAND)
        drawing.clear()
        act = person.forges(mine.custom_id, mine.message)
        await person.answer(act)
        assert (act.answer, act.refused) == ("thinking", False)
        assert act.original is not None
        assert not about_table(act.original)
        host.discord.clock.advance(LONG)
        drawing.set()
        await host.settle()
        assert any(is_away(one) for one in offers(act.original))
        assert act.original.content.attachments

    monkeypatch.setattr(hosting, "paint_here", slow)
    run(body)


def test_a_first_answer_after_three_seconds_is_refused_and_what_was_pressed_is_done_all_the_same() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        take = next(one for one in match.offered(person) if one.verb is None)
        act = person.forges(take.custom_id, take.message)
        host.discord.clock.advance(3.1)
        await person.answer(act)
        await host.settle()
        assert (act.answer, act.refused) == ("", True)
        assert len((await match.table()).turn) == 1
        assert seen_hand(match, person) == await true_hand(match, person)

    run(body)
