"""What goes wrong with groups and pictures: it is told, and nothing is lost."""

import asyncio

import pytest

from bot.adapters.telegram import messenger
from bot.gateway.outbound.delivery import Delivery
from bot.messages.message import Message as Words
from engine.actions import DRAW
from tests.adapters.telegram.hosting import Host, run
from tests.adapters.telegram.scripted import ScriptedMatch, about_table, presses_on, seen_hand
from tests.adapters.telegram.test_contact import reads
from tests.scripted import NAMES, true_hand


async def begun(host: Host, count: int = 2, **group: bool) -> ScriptedMatch:
    people = [host.telegram.user(name) for name in NAMES[:count]]
    match = ScriptedMatch(host, host.telegram.group("Sala", *people, **group), people)
    await match.begin(f"{'fibur' if count == 2 else 'febur'} players={count}")
    return match


async def takes(match: ScriptedMatch) -> None:
    """The person in turn draws, in the group or in their private chat."""
    person = await match.person_in_turn()
    offered = [*match.offered(person, match.group), *match.offered(person)]
    stage = (await match.table()).stage
    await match.tap(person, next(one for one in offered if one[1].request == DRAW and one[1].stage == stage))


async def turn(match: ScriptedMatch) -> None:
    """The person in turn draws and discards."""
    person = await match.person_in_turn()
    await takes(match)
    hand = await true_hand(match, person)
    person.writes(f"-{next(card for card in hand if card[0] not in 'J2')}")
    await match.host.settle()


# --- groups -----------------------------------------------------------------------------------------------------------


def test_a_group_that_becomes_a_supergroup_goes_on() -> None:
    async def body(host: Host) -> None:
        match = await begun(host, supergroup=False)
        welcomes = [one for one in match.group.messages if "Welcome" in one.content.text]
        host.telegram.clock.advance(3600)
        match.group.migrates()
        await host.settle()
        assert presses_on(match.group.messages[-1])
        assert len(welcomes) == 1
        assert not [one for one in match.group.messages if "Welcome" in one.content.text]
        await turn(match)
        assert len([one for one in match.group.messages if about_table(one)]) == 1
        match.people[0].writes("/tables", match.group)
        await host.settle()
        assert match.label in match.group.messages[-1].content.text

    run(body)


def test_a_supergroup_that_is_joined_before_it_is_known_to_be_an_old_group_is_not_greeted() -> None:
    async def body(host: Host) -> None:
        match = await begun(host, supergroup=False)
        host.telegram.clock.advance(3600)
        joined = match.group.joins()
        await asyncio.sleep(0.3)  # Telegram tells of it a moment later
        match.group.migrates(joined)
        await host.settle()
        assert presses_on(match.group.messages[-1])
        assert not [one for one in match.group.messages if "Welcome" in one.content.text]
        await turn(match)
        assert len([one for one in match.group.messages if about_table(one)]) == 1

    run(body)


def test_a_group_that_moved_while_nobody_heard_has_its_table_anew_and_nothing_more_in_its_old_history(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An edit in the old group is carried out there, where nobody looks (telegram-bot-api#266)."""

    monkeypatch.setattr(messenger, "MOVES_UNHEARD", 0.0)

    async def body(host: Host) -> None:
        match = await begun(host, supergroup=False)
        old = match.group.chat
        host.telegram.updates.allowed = ["callback_query"]
        match.group.migrates()
        host.telegram.updates.allowed = []
        stood = [one.content for one in old.shown]
        await turn(match)
        await turn(match)
        assert [one.content.text for one in old.shown] == [one.text for one in stood]
        tables = [one for one in match.group.messages if about_table(one)]
        assert len(tables) == 1
        assert presses_on(tables[0])
        assert not [one for one in old.shown if about_table(one) and presses_on(one)]

    run(body)


def test_a_group_that_moved_unnoticed_is_found_by_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messenger, "MOVES_UNHEARD", 0.0)

    async def body(host: Host) -> None:
        match = await begun(host, supergroup=False)
        host.telegram.updates.allowed = ["callback_query"]
        match.group.migrates()
        host.telegram.updates.allowed = []
        person = await match.person_in_turn()
        await match.tap(person, next(one for one in match.offered(person) if one[1].request == DRAW))
        hand = await true_hand(match, person)
        person.writes(f"-{next(card for card in hand if card[0] not in 'J2')}")
        await host.settle()
        assert presses_on(match.group.messages[-1])

    run(body)


def test_a_bot_that_is_restricted_and_taken_out_is_gone_and_one_that_comes_again_shows_its_tables() -> None:
    async def body(host: Host) -> None:
        match = await begun(host)
        match.group.restricts_bot("can_send_messages", "can_send_photos")
        await host.settle()
        match.group.takes_restricted_bot_out()
        await host.settle()
        assert [reads(one, "I can no longer write") for one in match.people] == [1, 1]
        await turn(match)
        match.group.takes_restricted_bot_in()
        await host.settle()
        table = await match.table()
        newest = [one for one in match.group.messages if about_table(one)][-1]
        assert f"{table.chair(table.in_turn).name}'s turn" in newest.content.text

    run(body)


def test_a_topic_that_closes_and_opens_again() -> None:
    async def body(host: Host) -> None:
        people = [host.telegram.user(name) for name in NAMES[:2]]
        match = ScriptedMatch(host, host.telegram.group("Forum", *people, forum=True), people)
        topic = match.group.topic("Burraco")
        for person in people:
            person.start()
        people[0].writes("/new fibur players=2", match.group, topic.id)
        await host.settle()
        lobby = match.group.messages[-1]
        assert lobby.topic == topic.id
        match.label = presses_on(lobby)[0].table
        await match.sit(people[1])
        match.group.closes(topic)
        await match.start()
        assert any("I can no longer write" in one.content.text for one in people[1].screen())
        assert any(about_table(one) for one in people[0].screen())
        match.group.reopens(topic)
        await host.settle()
        assert presses_on(match.group.messages[-1])
        assert match.group.messages[-1].topic == topic.id

    run(body)


def test_a_picture_that_cannot_be_drawn_leaves_no_older_one_on_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    async def body(host: Host) -> None:
        match = await begun(host)
        person = await match.person_in_turn()

        async def fails(_self: Delivery, _message: Words) -> None:
            return None

        before = [one for one in person.screen() if about_table(one)][-1]
        assert before.content.photo is not None
        with monkeypatch.context() as patch:
            patch.setattr(Delivery, "draw", fails)
            person.writes("draw")
            await host.settle()
            (hand,) = [one for one in person.screen() if about_table(one)]
            assert (hand.content.photo, hand.id == before.id) == (None, False)
            assert "12 cards" in hand.content.text
            assert seen_hand(match, person) == await true_hand(match, person)
        await turn_on(match)
        assert [one for one in person.screen() if about_table(one)]

    run(body)


async def turn_on(match: ScriptedMatch) -> None:
    """Who has drawn discards."""
    person = await match.person_in_turn()
    hand = await true_hand(match, person)
    person.writes(f"-{next(card for card in hand if card[0] not in 'J2')}")
    await match.host.settle()
