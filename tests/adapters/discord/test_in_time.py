"""Every press and command has its first answer within three seconds, however slow the host is: it is deferred."""

import asyncio
from pathlib import Path

import pytest

from bot.adapters.discord import first_answers
from bot.gateway.outbound.messenger import Drawn
from bot.messages.buttons import Verb
from engine.actions import DRAW
from renderers.scenes import Look, Scene
from tests import hosting
from tests.adapters.both.test_locked import locked
from tests.adapters.discord.hosting import Host, run, server, started
from tests.adapters.discord.scripted import about_table, is_away, offers, seen_hand
from tests.adapters.discord.test_presses import drawn, two
from tests.loopback.faults import Kind, When
from tests.painting import paint_here
from tests.scripted import true_hand

LONG = 10.0  # seconds on Discord's clock, after which a first answer is refused


def wait_for_changes(patch: pytest.MonkeyPatch) -> None:
    """From now on a change comes in time, however busy this machine is: a quarter of a second is soon over on one."""
    for name in ("PATIENCE", "CHANGED_IN"):
        patch.setattr(first_answers, name, 60.0)


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


def test_a_change_that_is_ready_soon_is_the_answer_to_the_press_and_its_only_call(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        wait_for_changes(monkeypatch)
        before = len(host.discord.calls)
        act = await match.tap(person, next(one for one in match.offered(person) if one.press.request == DRAW))
        assert (act.answer, act.refused) == ("update", False)
        assert [one.route for one in host.discord.calls[before:] if one.parts.get("webhook_token") == act.token] == []
        assert len([one for one in host.discord.calls[before:] if one.route.endswith("callback")]) == 1
        assert seen_hand(match, person) == await true_hand(match, person)

    run(body)


def test_a_change_that_is_late_finds_its_press_acknowledged_and_comes_through_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawing = asyncio.Event()
    drawing.set()

    async def slow(scene: Scene, look: Look) -> Drawn:
        await drawing.wait()
        return await paint_here(scene, look)

    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        draws = next(one for one in match.offered(person) if one.press.request == DRAW)
        drawing.clear()
        act = person.forges(draws.custom_id, draws.message)
        await person.answer(act)
        assert (act.answer, act.refused) == ("deferred", False)
        (acknowledgement,) = (one for one in host.discord.calls if one.parts.get("interaction_token") == act.token)
        assert not acknowledgement.flag("with_response")  # nobody reads the message that was pressed
        host.discord.clock.advance(LONG)
        drawing.set()
        await host.settle()
        through = [one for one in host.discord.calls if one.parts.get("webhook_token") == act.token]
        assert [one.method for one in through] == ["PATCH"]
        assert seen_hand(match, person) == await true_hand(match, person)

    monkeypatch.setattr(hosting, "paint_here", slow)
    run(body)


def test_a_press_is_answered_although_the_change_that_was_its_answer_or_discords_word_is_lost() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await drawn(match)
        for when in When:
            host.discord.faults.add(Kind.DROP, when=when, times=1, only="callback")
            act = await match.press(person, Verb.SORT)
            assert act.answer
            host.discord.clock.advance(LONG)  # until the letter is tried again
            host.chats.wake()
            await host.settle()
        assert seen_hand(match, person) == await true_hand(match, person)
        await match.check_hands()

    run(body)


def test_the_second_of_two_quick_presses_is_answered_by_the_change_and_the_first_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await drawn(match)
        wait_for_changes(monkeypatch)
        sort = next(one for one in match.offered(person) if one.verb == Verb.SORT)
        acts = [person.forges(sort.custom_id, sort.message) for _ in range(2)]
        await asyncio.gather(*[person.answer(act) for act in acts])
        await host.settle()
        assert [act.answer for act in acts] == ["deferred", "update"]
        await match.check_hands()

    run(body)


def test_a_press_that_waits_for_the_store_when_the_host_is_stopped_is_carried_out(tmp_path: Path) -> None:
    async def main() -> None:
        database = tmp_path / "bot.db"
        async with server() as discord, started(discord, database) as host:
            match = await two(host)
            person = await match.person_in_turn()
            draw = next(one for one in match.offered(person) if one.press.request == DRAW)
            with locked(database):
                act = person.forges(draw.custom_id, draw.message)
                await person.answer(act)
                assert (await match.table()).turn == ()
                for task in host.tasks:
                    task.cancel()
                await asyncio.sleep(0)
            await asyncio.wait(host.tasks)
            assert len((await match.table()).turn) == 1
            assert not act.refused

    asyncio.run(main())
