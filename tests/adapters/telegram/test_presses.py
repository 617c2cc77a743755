"""Buttons in all states: pressed twice, by somebody else, made up, out of date; and ticks that cost little."""

from bot.host.ports import Letter
from bot.messages.buttons import Press, Verb, command_press, encode
from bot.messages.presenter import HAND
from bot.words.languages import say
from engine.actions import DRAW
from tests.adapters.telegram.hosting import Host, run
from tests.adapters.telegram.scripted import ScriptedMatch, presses_on, seen_hand, verb
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.values import Message, Tap
from tests.scripted import true_hand


async def two(host: Host, options: str = "fibur players=2") -> ScriptedMatch:
    people = [host.telegram.user(name) for name in ("Anna", "Bruno")]
    match = ScriptedMatch(host, host.telegram.group("Sala", *people), people)
    await match.begin(options)
    return match


async def drawn(match: ScriptedMatch) -> None:
    """The person in turn has drawn."""
    person = await match.person_in_turn()
    await match.tap(person, next(one for one in match.offered(person) if one[1].request == DRAW))


def test_a_press_in_the_private_chat_of_another_is_answered_and_nothing_happens() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        await drawn(match)
        turn = await match.person_in_turn()
        other = next(one for one in match.people if one is not turn)
        stranger = host.telegram.user("Zoe", language="it")
        before, seen = await match.table(), len(turn.sees())
        for person, words in ((other, say("en", "chat.not-yours")), (stranger, say("it", "chat.not-yours"))):
            for _, _, data in [*match.offered(turn), (None, None, f"{match.label}:0:hand"), (None, None, "0:0:x")]:
                tap = await person.answer(person.forges(data, turn.screen()[-1]))
                assert (tap.alert, tap.text) == (True, words)
        await host.settle()
        assert await match.table() == before
        assert len(turn.sees()) == seen  # their screen has not changed, nor has anything come to it
        assert stranger.screen() == []
        assert not await host.service.person_of("telegram", str(stranger.id))

    run(body)


def test_a_tick_edits_the_keyboard_alone_and_the_hand_is_complete() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        await drawn(match)
        person = await match.person_in_turn()
        assert seen_hand(match, person) == await true_hand(match, person)
        calls = len(host.telegram.calls)
        await match.press(person, Verb.TICK)
        methods = [one.method for one in host.telegram.calls[calls:]]
        assert methods in (
            ["answerCallbackQuery", "editMessageReplyMarkup"],
            ["editMessageReplyMarkup", "answerCallbackQuery"],
        )
        labels = [button["text"] for row in person.screen()[-1].content.keyboard for button in row]
        assert len([label for label in labels if label.startswith("✓")]) == 1

    run(body)


def test_ticks_in_a_row_are_shown_together() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        await drawn(match)
        person = await match.person_in_turn()
        ticks = [one for one in match.offered(person) if verb(one[1]) == Verb.TICK]
        different = list({one[2][:-1]: one for one in ticks if one[2].endswith("1")}.values())[:6]
        taps = [person.forges(data, message) for message, _, data in different]
        for tap in taps:
            await person.answer(tap)
        await host.settle()
        labels = [button["text"] for row in person.screen()[-1].content.keyboard for button in row]
        assert len([label for label in labels if label.startswith("✓")]) == len(different)

    run(body)


def test_a_typed_play_works_and_one_that_is_no_play_is_explained() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        person.writes("draw")
        await host.settle()
        person.writes("what now")
        await host.settle()
        assert "I do not understand" in person.screen()[-1].content.text
        hand = await true_hand(match, person)
        person.writes(f"-{next(card for card in hand if card[0] not in 'J2')}")
        await host.settle()
        assert await match.person_in_turn() is not person

    run(body)


def test_the_table_asked_for_again_and_again_stands_once_in_the_private_chat() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = match.people[0]
        before = len(person.screen())
        for _ in range(3):
            await match.press(person, Verb.TABLE)
        assert len(person.screen()) == before + 1

    run(body)


def test_a_repeated_letter_costs_nothing() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await host.service.person_of("telegram", str(match.people[0].id))
        calls = len(host.telegram.calls)
        await host.chats.want(await host.service.table_of(match.label), (Letter(person, HAND),))
        await host.settle()
        assert len(host.telegram.calls) == calls
        assert encode(Press(match.label, 0, presses_on(match.group.messages[-1])[0].request))

    run(body)


# --- a second tap of what makes something -----------------------------------------------------------------------------


async def tapped(host: Host, person: Person, data: str, message: Message, times: int = 2) -> list[Tap]:
    """Taps on one button that reach the host together."""
    taps = [person.forges(data, message) for _ in range(times)]
    host.telegram.updates.again()
    for tap in taps:
        await person.answer(tap)
    await host.settle()
    return taps


async def tables_of(host: Host, name: str) -> int:
    """At how many tables somebody of this name sits."""
    live = [await host.door.table(row.subject.id) for row in await host.store.live(host.door.bot)]
    return len([table for table in live if table and name in [chair.name for chair in table.chairs]])


def test_the_same_button_on_another_message_is_another_request() -> None:
    async def body(host: Host) -> None:
        anna = host.telegram.user("Anna")
        one, other = host.telegram.group("Sala", anna), host.telegram.group("Circolo", anna)
        anna.start()
        for group in (one, other):
            anna.writes("/new", group)
        await host.settle()
        host.telegram.clock.freeze()
        for tables, group in enumerate((one, other), 3):
            await tapped(host, anna, encode(command_press("new")), group.messages[-1])
            assert await tables_of(host, "Anna") == tables

    run(body)
