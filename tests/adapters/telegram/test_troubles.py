"""What goes wrong with groups and pictures: it is told, and nothing is lost."""

import pytest

from bot.gateway.outbound.delivery import Delivery
from bot.messages.message import Message as Words
from engine.actions import DRAW
from tests.adapters.telegram.evening import Evening, about_table, presses_on, seen_hand
from tests.adapters.telegram.hosting import Host, run
from tests.evening import NAMES, true_hand


async def begun(host: Host, count: int = 2, **group: bool) -> Evening:
    people = [host.telegram.user(name) for name in NAMES[:count]]
    evening = Evening(host, host.telegram.group("Sala", *people, **group), people)
    await evening.begin(f"{'fibur' if count == 2 else 'febur'} players={count}")
    return evening


async def takes(evening: Evening) -> None:
    """The person in turn draws, in the group or in their private chat."""
    person = await evening.person_in_turn()
    offered = [*evening.offered(person, evening.group), *evening.offered(person)]
    stage = (await evening.table()).stage
    await evening.tap(person, next(one for one in offered if one[1].request == DRAW and one[1].stage == stage))


async def turn(evening: Evening) -> None:
    """The person in turn draws and discards."""
    person = await evening.person_in_turn()
    await takes(evening)
    hand = await true_hand(evening, person)
    person.writes(f"-{next(card for card in hand if card[0] not in 'J2')}")
    await evening.host.settle()


# --- groups -----------------------------------------------------------------------------------------------------------


def test_a_group_that_becomes_a_supergroup_goes_on() -> None:
    async def body(host: Host) -> None:
        evening = await begun(host, supergroup=False)
        evening.group.migrates()
        await host.settle()
        assert presses_on(evening.group.messages[-1])
        await turn(evening)
        assert len([one for one in evening.group.messages if about_table(one)]) == 1
        evening.people[0].writes("/tables", evening.group)
        await host.settle()
        assert evening.label in evening.group.messages[-1].content.text

    run(body)


def test_a_group_that_moved_unnoticed_is_found_by_its_answer() -> None:
    async def body(host: Host) -> None:
        evening = await begun(host, supergroup=False)
        host.telegram.updates.allowed = ["callback_query"]
        evening.group.migrates()
        host.telegram.updates.allowed = []
        person = await evening.person_in_turn()
        await evening.tap(person, next(one for one in evening.offered(person) if one[1].request == DRAW))
        hand = await true_hand(evening, person)
        person.writes(f"-{next(card for card in hand if card[0] not in 'J2')}")
        await host.settle()
        assert presses_on(evening.group.messages[-1])

    run(body)


def test_a_topic_that_closes_and_opens_again() -> None:
    async def body(host: Host) -> None:
        people = [host.telegram.user(name) for name in NAMES[:2]]
        evening = Evening(host, host.telegram.group("Forum", *people, forum=True), people)
        topic = evening.group.topic("Burraco")
        for person in people:
            person.start()
        people[0].writes("/new fibur players=2", evening.group, topic.id)
        await host.settle()
        lobby = evening.group.messages[-1]
        assert lobby.topic == topic.id
        evening.label = presses_on(lobby)[0].table
        await evening.sit(people[1])
        evening.group.closes(topic)
        await evening.start()
        assert any("I can no longer write" in one.content.text for one in people[1].screen())
        assert any(about_table(one) for one in people[0].screen())
        evening.group.reopens(topic)
        await host.settle()
        assert presses_on(evening.group.messages[-1])
        assert evening.group.messages[-1].topic == topic.id

    run(body)


def test_a_picture_that_cannot_be_drawn_leaves_no_older_one_on_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    async def body(host: Host) -> None:
        evening = await begun(host)
        person = await evening.person_in_turn()

        async def fails(_self: Delivery, _message: Words) -> None:
            return None

        before = [one for one in person.screen() if about_table(one)][-1]
        assert before.content.photo is not None
        with monkeypatch.context() as patch:
            patch.setattr(Delivery, "draw", fails)
            person.writes("draw")
            await host.settle()
            (shown,) = [one for one in person.screen() if about_table(one)]
            assert (shown.content.photo, shown.id == before.id) == (None, False)
            assert "12 cards" in shown.content.text
            assert seen_hand(evening, person) == await true_hand(evening, person)
        await turn_on(evening)
        assert [one for one in person.screen() if about_table(one)]

    run(body)


async def turn_on(evening: Evening) -> None:
    """Who has drawn discards."""
    person = await evening.person_in_turn()
    hand = await true_hand(evening, person)
    person.writes(f"-{next(card for card in hand if card[0] not in 'J2')}")
    await evening.host.settle()
