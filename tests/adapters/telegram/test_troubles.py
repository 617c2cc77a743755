"""What goes wrong with people, groups and the network: it is told, and nothing is lost."""

import pytest

from bot.gateway.outbound.delivery import Delivery
from bot.messages.buttons import Verb
from bot.messages.message import Message as Words
from engine.actions import DRAW
from tests.adapters.telegram.evening import Evening, about_table, presses_on, seen_hand, verb
from tests.adapters.telegram.hosting import Host, run
from tests.evening import NAMES, true_hand
from tests.loopback.telegram.people import Person


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


def hand_shown(person: Person) -> str:
    """What stands beside the hand in the private chat."""
    return [one for one in person.screen() if Verb.SORT in [verb(press) for press in presses_on(one)]][-1].content.text


def texts(evening: Evening) -> list[str]:
    """What stands in the group."""
    return [one.content.text for one in evening.group.messages]


# --- people -----------------------------------------------------------------------------------------------------------


def test_who_never_started_the_bot_keeps_their_seat_and_the_group_knows() -> None:
    async def body(host: Host) -> None:
        people = [host.telegram.user(name) for name in NAMES[:2]]
        evening = Evening(host, host.telegram.group("Sala", *people), people)
        people[0].start()
        await host.settle()
        await evening.open("fibur players=2")
        tap = await evening.press(people[1], Verb.JOIN, evening.group)
        assert tap.url.endswith(f"start=t_{evening.label}")
        assert "Bruno has not opened the private chat yet" in evening.group.messages[-1].content.text
        await evening.start()
        assert any(f"Table {evening.label}" in one and "Bruno has not opened" in one for one in texts(evening))
        call = next(one for one in people[1].sees(evening.group, "posted") if "cards of Bruno are waiting" in one.text)
        assert (call.marked("text_mention"), call.notified) == (("Bruno",), True)
        assert [mark["user"]["id"] for mark in call.entities] == [people[1].id]
        assert people[1].screen() == []
        people[1].follows("Open the private chat", evening.group)
        await host.settle()
        assert len([one for one in people[1].screen() if about_table(one)]) == 1
        shown = [one for one in evening.group.messages if about_table(one)]
        assert "has not opened" not in shown[-1].content.text
        assert len([one for one in texts(evening) if "cards of Bruno are waiting" in one]) == 1

    run(body)


@pytest.mark.parametrize("status", [400, 403])
def test_who_blocks_the_bot_keeps_their_seat_and_comes_back(status: int) -> None:
    async def body(host: Host) -> None:
        host.telegram.unreachable = status
        evening = await begun(host)
        person = await evening.person_in_turn()
        host.telegram.updates.allowed = ["message", "callback_query"]  # nobody tells the bot that it is blocked
        person.blocks()
        await evening.tap(person, next(one for one in evening.offered(person, evening.group) if one[1].request == DRAW))
        group = evening.group.messages[-1].content.text
        assert f"{person.account.first_name} has blocked me: " in group
        assert "has not opened" not in group
        tap = await evening.press(person, Verb.HAND, evening.group)
        person.opens(tap.url)
        await host.settle()
        assert await true_hand(evening, person) == seen_hand(evening, person)
        assert "has blocked" not in evening.group.messages[-1].content.text
        assert len([one for one in person.screen() if about_table(one)]) == 1

    run(body)


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


def test_a_removed_bot_tells_the_players_and_shows_the_table_when_it_is_back() -> None:
    async def body(host: Host) -> None:
        evening = await begun(host)
        evening.group.removes_bot()
        await host.settle()
        told = [one for one in evening.people[1].screen() if "I can no longer write where table" in one.content.text]
        assert len(told) >= 1
        person = await evening.person_in_turn()
        await evening.press(person, Verb.TABLE)
        await evening.tap(person, next(one for one in evening.offered(person) if one[1].request == DRAW))
        assert "I can no longer write where table" in hand_shown(person)  # as long as it is true
        evening.group.adds_bot()
        await host.settle()
        assert "I can no longer write where table" not in hand_shown(person)
        hand = await true_hand(evening, person)
        person.writes(f"-{next(card for card in hand if card[0] not in 'J2')}")
        await host.settle()
        other = await evening.person_in_turn()
        text = next(one for one in reversed(evening.group.messages) if about_table(one)).content.text
        assert f"{other.account.first_name}'s turn: " in text

    run(body)


def test_a_bot_that_may_send_no_pictures_shows_the_table_in_words() -> None:
    async def body(host: Host) -> None:
        people = [host.telegram.user(name) for name in NAMES[:2]]
        evening = Evening(host, host.telegram.group("Sala", *people), people)
        evening.group.restricts_bot("can_send_messages")
        await evening.begin("fibur players=2")
        shown = evening.group.messages[-1].content
        assert shown.photo is None
        assert "cards are left to draw" in shown.text
        await turn(evening)
        assert "discards" in evening.group.messages[-1].content.text

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
