"""A network that fails at one call, or allows little: nobody is shown anything twice, late is said to be late."""

import pytest

from bot.cli.platforms import BUDGETS
from bot.host.courier import OVERTAKES
from bot.messages.buttons import Verb
from bot.tables.table import PLAYING
from engine.actions import DRAW
from tests.adapters.telegram.hosting import Host, run
from tests.adapters.telegram.scripted import ScriptedMatch, about_table, presses_on
from tests.adapters.telegram.test_troubles import begun
from tests.loopback.faults import Kind, When
from tests.loopback.telegram.values import Message
from tests.scripted import NAMES, true_hand


async def patiently(host: Host) -> None:
    """Time passes until all that was put off is done."""
    for _ in range(60):
        await host.settle()
        later = await host.store.next_letter("b")
        if later is None:
            return
        host.telegram.clock.advance(2)
        host.chats.wake()


def test_an_edit_whose_answer_is_lost_is_repeated_and_changes_nothing() -> None:
    async def body(host: Host) -> None:
        match = await begun(host)
        person = await match.person_in_turn()
        await match.tap(person, next(one for one in match.offered(person) if one[1].request == DRAW))
        host.telegram.faults.add(Kind.ERROR, when=When.AFTER, times=1, methods=["editMessageReplyMarkup"])
        await match.press(person, Verb.TICK)
        await patiently(host)
        refused = [one.outcome["description"] for one in host.telegram.calls if one.outcome and not one.outcome["ok"]]
        assert any("message is not modified" in one for one in refused)
        labels = [button["text"] for row in person.screen()[-1].content.keyboard for button in row]
        assert len([label for label in labels if label.startswith("✓")]) == 1
        await match.press(person, Verb.CLEAR)
        labels = [button["text"] for row in person.screen()[-1].content.keyboard for button in row]
        assert [label for label in labels if label.startswith("✓")] == []

    run(body)


def test_a_hand_whose_answer_is_lost_leaves_one_copy_that_plays_once_and_then_loses_its_buttons() -> None:
    async def body(host: Host) -> None:
        people = [host.telegram.user(name) for name in NAMES[:2]]
        match = ScriptedMatch(host, host.telegram.group("Sala", *people), people)
        for person in people:
            person.start()
        await host.settle()
        await match.open("fibur players=2")
        await match.sit(people[1])
        faults = [Kind.DROP, Kind.GATEWAY]
        for kind in faults:
            host.telegram.faults.add(kind, when=When.AFTER, times=1, methods=["sendPhoto"])
        await match.press(people[0], Verb.START, match.group)
        await match.dealt()
        await patiently(host)
        assert len(host.telegram.faults.fired) == len(faults)
        everywhere = [*match.group.messages, *[one for person in people for one in person.screen()]]
        live = [one for one in everywhere if about_table(one) and one.content.photo]
        assert len(live) > 3  # the table, two hands, and copies where an answer was lost
        person = await match.person_in_turn()
        copies = [one for one in (*match.group.messages, *person.screen()) if DRAW in requests_on(one)]
        stage = (await match.table()).stage
        for one in copies:
            await person.answer(person.forges(f"{match.label}:{stage}:d", one))
            await host.settle()
        assert len((await match.table()).turn) == 1
        left = [one for one in everywhere if about_table(one) and one.content.photo and not one.deleted]
        assert len(left) <= 3 + len(faults)
        assert len([one for one in copies if DRAW in requests_on(one)]) <= 1  # the table's own follows by the turn
        assert len(copies) >= 3

    run(body)


def test_an_answer_that_is_lost_leaves_one_copy_whose_buttons_do_no_harm() -> None:
    async def body(host: Host) -> None:
        people = [host.telegram.user(name) for name in NAMES[:2]]
        match = ScriptedMatch(host, host.telegram.group("Sala", *people), people)
        for person in people:
            person.start()
        await host.settle()
        host.telegram.faults.add(Kind.DROP, when=When.AFTER, times=1, methods=["sendMessage"])
        people[0].writes("/new fibur players=2", match.group)
        await patiently(host)
        lobbies = [one for one in match.group.messages if about_table(one)]
        assert len(lobbies) == 2
        match.label = presses_on(lobbies[0])[0].table
        await match.sit(people[1])
        stray, lobby = lobbies
        join = next(one for one in presses_on(stray) if str(one.request).startswith("Ask"))
        tap = people[1].forges(f"{join.table}:0:rules", stray)
        await people[1].answer(tap)
        tap = people[1].forges(f"{join.table}:0:join", stray)
        await people[1].answer(tap)
        await host.settle()
        assert presses_on(stray) == []
        assert presses_on(lobby)
        assert len([chair for chair in (await match.table()).chairs if chair.person]) == 2

    run(body)


def test_a_change_that_comes_after_its_message_was_retired_leaves_it_without_buttons(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.adapters.telegram.platform.PATIENCE", 2.0)

    async def body(host: Host) -> None:
        people = [host.telegram.user(name) for name in NAMES[:2]]
        match = ScriptedMatch(host, host.telegram.group("Sala", *people), people)
        for person in people:
            person.start()
        await host.settle()
        await match.open("fibur players=2")
        lobby = match.group.messages[-1]
        host.telegram.to_delay.add("editMessageText")
        people[1].forges(f"{match.label}:0:join", lobby)
        await host.telegram.until(lambda: host.telegram.delayed)
        people[0].forges(f"{match.label}:0:start", lobby)
        await patiently(host)
        await match.dealt()
        await patiently(host)
        assert (presses_on(lobby), host.chats.is_in_doubt) == ([], True)
        assert presses_on(match.group.messages[-1])
        await host.telegram.carry_out_delayed()
        assert presses_on(lobby)
        host.telegram.clock.advance(OVERTAKES / 1000)
        host.chats.wake()
        await host.calm()
        await patiently(host)
        assert (presses_on(lobby), host.chats.is_in_doubt) == ([], False)
        assert presses_on(match.group.messages[-1])

    run(body)


def test_three_tables_in_one_group_stay_within_its_budget() -> None:
    async def body(host: Host) -> None:
        host.telegram.clock.freeze()
        tables = []
        people = [host.telegram.user(f"{name}{number}") for number in range(3) for name in NAMES[:2]]
        group = host.telegram.group("Sala", *people, forum=True)
        topics = [group.topic(f"Table {number}") for number in range(3)]
        for number in range(3):
            match = ScriptedMatch(host, group, people[2 * number : 2 * number + 2], seed=str(number))
            for person in match.people:
                person.start()
            match.people[0].writes("/new fibur players=2", group, topics[number].id)
            await passing(host, 10)
            newest = [one for one in group.messages if about_table(one)][-1]
            match.label = presses_on(newest)[0].table
            match.people[1].forges(f"{match.label}:0:join", newest)
            await passing(host, 4)
            match.people[0].forges(f"{match.label}:0:start", newest)
            await passing(host, 20)
            tables.append(match)
        for _ in range(8):
            for match in tables:
                person = await match.person_in_turn()
                person.writes("draw")
                await passing(host, 1)
                hand = await true_hand(match, person)
                person.writes(f"-{next(card for card in hand if card[0] not in 'J2')}")
                await passing(host, 1)
        await passing(host, 130)
        assert host.telegram.budgets.busiest_minute(group.id) <= 20
        assert not [one for one in host.telegram.calls if one.outcome and one.outcome.get("error_code") == 429]
        for match in tables:
            assert (await match.table()).phase == PLAYING
            person = await match.person_in_turn()
            table_message = [one for one in group.messages if about_table(one, match.label)][-1]
            assert table_message.topic == topics[tables.index(match)].id
            assert f"{person.account.first_name}'s turn: " in table_message.content.text
        notices = [one for one in people[0].sees(group) if "shown with a short delay" in one.text]
        assert notices

    run(body, BUDGETS)


def requests_on(message: Message) -> list[object]:
    """What the buttons of a message ask for."""
    return [press.request for press in presses_on(message)]


async def passing(host: Host, seconds: int) -> None:
    """Time passes second by second; what may be sent is sent."""
    for _ in range(seconds):
        await host.calm()
        while await host.clockwork.fire():
            await host.calm()
        host.telegram.clock.advance(1)
        host.chats.wake()
    await host.calm()


def test_a_press_whose_answer_was_cut_off_as_all_was_begun_anew_is_answered_then() -> None:
    """It was carried out, and Telegram tells of it again: so it is where a host stood still longer than its lease."""

    async def body(host: Host) -> None:
        match = await begun(host)
        person = await match.person_in_turn()
        message, _, data = next(one for one in match.offered(person) if one[1].request == DRAW)
        faults, methods = host.telegram.faults, {"answerCallbackQuery", "getUpdates"}
        faults.add(Kind.DROP, methods=methods)
        tap = person.forges(data, message)
        await host.telegram.until(lambda: {method for method, _, _ in faults.fired} == methods)
        faults.clear()
        await host.begin_again()
        await person.answer(tap)
        await host.settle()
        assert len((await match.table()).turn) == 1

    run(body)
