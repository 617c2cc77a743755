"""What goes wrong with people, groups and the network: it is told, and nothing is lost."""

import pytest

from bot.chat.messages.buttons import Verb
from bot.host.table import PLAYING
from engine.actions import DRAW
from tests.loopback.telegram.faults import Kind, When
from tests.telegram.evening import NAMES, Evening, about_table, presses_on, seen_hand, true_hand
from tests.telegram.hosting import BUDGETS, Host, run


async def begun(host: Host, count: int = 2, **group: bool) -> Evening:
    people = [host.telegram.user(name) for name in NAMES[:count]]
    evening = Evening(host, host.telegram.group("Sala", *people, **group), people)
    await evening.begin(f"{'fibur' if count == 2 else 'febur'} players={count}")
    return evening


async def takes(evening: Evening) -> None:
    """The person in turn draws, in the group or in his private chat."""
    person = await evening.person_in_turn()
    offered = [*evening.offered(person, evening.group), *evening.offered(person)]
    stage = (await evening.table()).stage
    await evening.tap(person, next(one for one in offered if one[1].wish == DRAW and one[1].revision == stage))


async def turn(evening: Evening) -> None:
    """The person in turn draws and discards."""
    person = await evening.person_in_turn()
    await takes(evening)
    hand = await true_hand(evening, person)
    person.writes(f"-{next(card for card in hand if card[0] not in 'J2')}")
    await evening.host.settle()


# --- people -----------------------------------------------------------------------------------------------------------


def test_who_never_started_the_bot_keeps_his_seat_and_the_group_knows() -> None:
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
        assert "Bruno has not opened the private chat yet" in evening.group.messages[-1].content.text
        assert people[1].screen() == []
        people[1].opens(tap.url)
        await host.settle()
        assert len([one for one in people[1].screen() if about_table(one)]) == 1
        assert "has not opened" not in evening.group.messages[-1].content.text

    run(body)


@pytest.mark.parametrize("status", [400, 403])
def test_who_blocks_the_bot_keeps_his_seat_and_comes_back(status: int) -> None:
    async def body(host: Host) -> None:
        host.telegram.unreachable = status
        evening = await begun(host)
        person = await evening.person_in_turn()
        host.telegram.updates.allowed = ["message", "callback_query"]  # nobody tells the bot that it is blocked
        person.blocks()
        await evening.tap(person, next(one for one in evening.offered(person, evening.group) if one[1].wish == DRAW))
        group = evening.group.messages[-1].content.text
        assert f"{person.account.first_name} has not opened the private chat" in group
        tap = await evening.press(person, Verb.HAND, evening.group)
        person.opens(tap.url)
        await host.settle()
        assert await true_hand(evening, person) == await seen_hand(evening, person)
        assert "has not opened" not in evening.group.messages[-1].content.text

    run(body)


def test_a_deleted_message_is_sent_anew() -> None:
    async def body(host: Host) -> None:
        evening = await begun(host)
        evening.group.deletes(evening.group.messages[-1])
        person = await evening.person_in_turn()
        host.telegram.delete(person.screen()[-1])
        await typed(evening)
        assert presses_on(evening.group.messages[-1])
        assert len([one for one in person.screen() if about_table(one)]) == 1

    async def typed(evening: Evening) -> None:
        person = await evening.person_in_turn()
        person.writes("draw")
        await evening.host.settle()
        hand = await true_hand(evening, person)
        person.writes(f"-{next(card for card in hand if card[0] not in 'J2')}")
        await evening.host.settle()

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
        await evening.tap(person, next(one for one in evening.offered(person) if one[1].wish == DRAW))
        hand = await true_hand(evening, person)
        person.writes(f"-{next(card for card in hand if card[0] not in 'J2')}")
        await host.settle()
        assert presses_on(evening.group.messages[-1])

    run(body)


def test_a_removed_or_silenced_bot_tells_the_players_and_shows_the_table_when_it_is_back() -> None:
    async def body(host: Host) -> None:
        evening = await begun(host)
        for lose, regain in (
            (evening.group.removes_bot, evening.group.adds_bot),
            (evening.group.restricts_bot, evening.group.demotes_bot),
        ):
            lose()
            await host.settle()
            told = [
                one for one in evening.people[1].screen() if "I can no longer write in the group" in one.content.text
            ]
            assert len(told) >= 1
            person = await evening.person_in_turn()
            await evening.press(person, Verb.TABLE)
            await evening.tap(person, next(one for one in evening.offered(person) if one[1].wish == DRAW))
            regain()
            await host.settle()
            hand = await true_hand(evening, person)
            person.writes(f"-{next(card for card in hand if card[0] not in 'J2')}")
            await host.settle()
            other = await evening.person_in_turn()
            text = next(one for one in reversed(evening.group.messages) if about_table(one)).content.text
            assert f"{other.account.first_name} is to play" in text

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
        assert any(["I can no longer write" in one.content.text for one in people[1].screen()])
        assert any([about_table(one) for one in people[0].screen()])
        evening.group.reopens(topic)
        await host.settle()
        assert presses_on(evening.group.messages[-1])
        assert evening.group.messages[-1].topic == topic.id

    run(body)


# --- the network ------------------------------------------------------------------------------------------------------


def test_a_fifth_of_all_calls_failing_loses_nothing() -> None:
    async def body(host: Host) -> None:
        evening = await begun(host)
        host.telegram.faults.add(Kind.ERROR, share=0.1)
        host.telegram.faults.add(Kind.FLOOD, share=0.1, retry_after=1)
        for _ in range(4):
            person = await evening.person_in_turn()
            person.writes("draw")
            await patiently(host)
            hand = await true_hand(evening, person)
            person.writes(f"-{next(card for card in hand if card[0] not in 'J2')}")
            await patiently(host)
        host.telegram.faults.clear()
        await patiently(host)
        assert len(host.telegram.faults.fired) > 2
        person = await evening.person_in_turn()
        assert f"{person.account.first_name} is to play" in evening.group.messages[-1].content.text
        for one in evening.people:
            assert len([message for message in one.screen() if about_table(message)]) == 1

    run(body)


async def patiently(host: Host) -> None:
    """Time passes until all that was put off is done."""
    for _ in range(60):
        await host.settle()
        later = await host.store.next_letter("b")
        if later is None:
            return
        host.telegram.clock.advance(2)
        host.chats.wake()


def test_an_answer_that_is_lost_leaves_one_copy_whose_buttons_do_no_harm() -> None:
    async def body(host: Host) -> None:
        people = [host.telegram.user(name) for name in NAMES[:2]]
        evening = Evening(host, host.telegram.group("Sala", *people), people)
        for person in people:
            person.start()
        await host.settle()
        host.telegram.faults.add(Kind.DROP, when=When.AFTER, times=1, methods=["sendMessage"])
        people[0].writes("/new fibur players=2", evening.group)
        await patiently(host)
        lobbies = [one for one in evening.group.messages if about_table(one)]
        assert len(lobbies) == 2
        evening.label = presses_on(lobbies[0])[0].table
        await evening.sit(people[1])
        stray, kept = lobbies
        join = next(one for one in presses_on(stray) if str(one.wish).startswith("Ask"))
        tap = people[1].forges(f"{join.table}:0:rules", stray)
        await people[1].answer(tap)
        tap = people[1].forges(f"{join.table}:0:join", stray)
        await people[1].answer(tap)
        await host.settle()
        assert presses_on(stray) == []
        assert presses_on(kept)
        assert len([chair for chair in (await evening.table()).chairs if chair.person]) == 2

    run(body)


def test_three_tables_in_one_group_stay_within_its_budget() -> None:
    async def body(host: Host) -> None:
        host.telegram.clock.freeze()
        tables = []
        people = [host.telegram.user(f"{name}{number}") for number in range(3) for name in NAMES[:2]]
        group = host.telegram.group("Sala", *people)
        for number in range(3):
            evening = Evening(host, group, people[2 * number : 2 * number + 2], seed=str(number))
            for person in evening.people:
                person.start()
            evening.people[0].writes("/new fibur players=2", group)
            await passing(host, 10)
            newest = [one for one in group.messages if about_table(one)][-1]
            evening.label = presses_on(newest)[0].table
            evening.people[1].forges(f"{evening.label}:0:join", newest)
            await passing(host, 4)
            evening.people[0].forges(f"{evening.label}:0:start", newest)
            await passing(host, 20)
            tables.append(evening)
        for _ in range(8):
            for evening in tables:
                person = await evening.person_in_turn()
                person.writes("draw")
                await passing(host, 1)
                hand = await true_hand(evening, person)
                person.writes(f"-{next(card for card in hand if card[0] not in 'J2')}")
                await passing(host, 1)
        await passing(host, 130)
        assert host.telegram.budgets.busiest_minute(group.id) <= 20
        assert not [one for one in host.telegram.calls if one.outcome and one.outcome.get("error_code") == 429]
        for evening in tables:
            assert (await evening.table()).phase == PLAYING
            person = await evening.person_in_turn()
            shown = [one for one in group.messages if about_table(one, evening.label)][-1]
            assert f"{person.account.first_name} is to play" in shown.content.text
        told = [one for one in people[0].sees(group) if "is shown a little later" in one.text]
        assert told

    run(body, BUDGETS)


async def passing(host: Host, seconds: int) -> None:
    """Time passes second by second; what may be sent is sent."""
    for _ in range(seconds):
        await host.calm()
        while await host.clockwork.fire():
            await host.calm()
        host.telegram.clock.advance(1)
        host.chats.wake()
    await host.calm()
