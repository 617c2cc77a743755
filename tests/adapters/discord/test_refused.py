"""What Discord does not take although everybody thought it would: each message comes in a plainer form, with a word."""

import logging
from collections.abc import Callable

import pytest

from bot.host.notes import LOST
from bot.messages.buttons import Verb
from bot.words.languages import say
from engine.actions import DRAW
from tests.adapters.discord.hosting import Host, run
from tests.adapters.discord.scripted import ScriptedMatch, offers
from tests.adapters.discord.test_presses import drawn, last_answer, two
from tests.loopback.discord.calls import Call
from tests.loopback.discord.errors import Declined, invalid
from tests.loopback.discord.eyes import STRING_SELECT, parts
from tests.loopback.discord.people import Person
from tests.loopback.discord.values import Guild, Message
from tests.scripted import CARD, NAMES, true_hand

WORD = say("en", "chat.plainer").split(".")[0]


def whim(broken: Callable[[dict[str, object]], bool], field: str) -> Callable[[Call], Declined | None]:
    """Components of this kind are refused from now on, with this field."""

    def refused(call: Call) -> Declined | None:
        body = call.body if isinstance(call.body, dict) else {}
        components = body.get("data", body).get("components") or []
        return invalid(field, "Nobody knows why.", "UNKNOWN") if any(broken(one) for one in parts(components)) else None

    return refused


def server_of(host: Host, call: Call) -> Guild | None:
    """Where a call writes something, None for a private chat."""
    token = call.parts.get("interaction_token") or call.parts.get("webhook_token")
    where = host.discord.acts[token].channel if token else host.discord.channels.get(call.number("channel_id"))
    return where.guild if where is not None else None


def moderated(host: Host, word: str, *, by_press: bool = False) -> Callable[[Call], Declined | None]:
    """AutoMod blocks this word in servers; `by_press`: only in what goes through somebody's press, by their rights."""

    def refused(call: Call) -> Declined | None:
        body = call.body if isinstance(call.body, dict) else {}
        words = body.get("data", body).get("content") or ""
        is_press = "interaction_token" in call.parts or "webhook_token" in call.parts
        blocks = word in words and (is_press or not by_press) and server_of(host, call) is not None
        return Declined(200000) if blocks else None

    return refused


def hand(match: ScriptedMatch, person: Person) -> Message:
    """The hand in a private chat."""
    return next(one for one in person.screen() if one.receiver is None and match.label in one.content.text)


def kinds(message: Message) -> set[int]:
    return {one["type"] for one in parts(message.content.components)}


def test_a_hand_with_a_menu_that_is_refused_comes_with_its_buttons_and_a_word(caplog: pytest.LogCaptureFixture) -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        host.discord.whims.append(whim(lambda one: one["type"] == STRING_SELECT, "components.0.components.0.options"))
        with caplog.at_level(logging.ERROR):
            person = await drawn(match)
        message = hand(match, person)
        assert message.content.attachments
        assert STRING_SELECT not in kinds(message)
        assert Verb.LAY in [one.verb for one in offers(message)]
        assert WORD in message.content.text
        logged = [str(vars(record).get("words", "")) for record in caplog.records]
        assert [one for one in logged if one == "400 50035 components.0.components.0.options"]
        assert not [one for one in logged if CARD.search(one)]
        card = (await true_hand(match, person))[0]
        await match.types(person, "discard", card=card)
        assert await match.person_in_turn() is not person
        assert WORD not in hand(match, person).content.text  # where there is no menu nothing is missing

    run(body)


def test_a_hand_whose_buttons_are_refused_comes_as_picture_and_text() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        host.discord.whims.append(whim(lambda _one: True, "components"))
        await match.types(person, "draw")
        message = hand(match, person)
        assert message.content.attachments
        assert kinds(message) == set()
        assert WORD in message.content.text
        host.discord.whims.clear()
        card = (await true_hand(match, person))[0]
        await match.types(person, "discard", card=card)
        assert WORD not in hand(match, person).content.text

    run(body)


def test_a_picture_that_is_too_large_leaves_the_hand_in_words_with_all_its_buttons(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        host.discord.file_limit = 100
        await match.types(person, "draw")
        message = hand(match, person)
        assert not message.content.attachments
        assert CARD.search(message.content.text)
        assert STRING_SELECT in kinds(message)
        assert Verb.LAY in [one.verb for one in offers(message)]
        assert WORD not in message.content.text
        assert [one for one in caplog.records if str(vars(one).get("words", "")) == "413 40005"]
        await match.types(person, "discard", card=(await true_hand(match, person))[0])
        table = match.room.shown[-1]
        assert (table.content.attachments, WORD in table.content.text) == ((), False)
        other = await match.person_in_turn()
        await match.press(other, Verb.HAND, match.room)
        window = other.screen(match.room)[-1]
        assert window.receiver is other.account
        assert (window.content.attachments, bool(offers(window))) == ((), True)
        assert WORD not in window.content.text

    run(body)


def test_a_picture_that_discords_filter_takes_for_another_leaves_the_hand_in_words_with_all_its_buttons() -> None:
    """Pictures of cards were refused so: PennyDreadfulTools#4100, GAwesomeBot#125."""

    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        host.discord.whims.append(lambda call: Declined(20009) if call.files else None)
        await match.types(person, "draw")
        message = hand(match, person)
        assert not message.content.attachments
        assert CARD.search(message.content.text)
        assert STRING_SELECT in kinds(message)
        assert Verb.LAY in [one.verb for one in offers(message)]
        assert WORD not in message.content.text
        assert not host.adapter.calls.is_closed(str(person.id))

    run(body)


def test_where_not_even_the_words_are_taken_its_reader_is_told_so() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()

        def long(call: Call) -> Declined | None:
            body = call.body if isinstance(call.body, dict) else {}
            return Declined(50035) if len(body.get("content") or "") > 250 or call.files else None

        host.discord.whims.append(long)
        await match.types(person, "draw")
        assert WORD in hand(match, person).content.text
        host.discord.whims.clear()
        await match.types(person, "discard", card=(await true_hand(match, person))[0])
        assert hand(match, person).content.attachments

    run(body)


def test_a_hand_in_the_channel_that_is_refused_is_shown_plainer_too() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await drawn(match)
        host.discord.whims.append(whim(lambda one: one["type"] == STRING_SELECT, "components.0"))
        await match.press(person, Verb.HAND, match.room)
        message = person.screen(match.room)[-1]
        assert message.receiver is person.account
        assert WORD in last_answer(person)
        assert Verb.LAY in [one.verb for one in offers(message)]

    run(body)


def test_a_table_that_is_refused_is_shown_to_everybody_all_the_same() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        host.discord.whims.append(whim(lambda _one: True, "components"))
        person = await match.person_in_turn()
        await match.types(person, "draw")
        await match.types(person, "discard", card=(await true_hand(match, person))[0])
        table = match.room.shown[-1]
        assert table.content.attachments
        assert WORD in table.content.text
        host.discord.whims.clear()
        other = await match.person_in_turn()
        await match.types(other, "draw")
        assert DRAW not in [one.press.request for one in offers(match.room.shown[-1])]

    run(body)


BLOCKED = say("en", "chat.blocked").split(" (")[0]


def test_what_automod_blocks_through_a_press_the_bot_changes_by_its_own_right() -> None:
    """Bots are exempt, what goes through a press is judged by the rights of who has pressed (ezcord#85)."""

    async def body(host: Host) -> None:
        match = await two(host)
        host.discord.whims.append(moderated(host, match.label, by_press=True))
        before = len(host.discord.calls)
        person = await match.person_in_turn()
        draw = next(one for one in match.offered(person, match.room) if one.press.request == DRAW)
        await match.tap(person, draw)
        table = match.room.shown[-1]
        assert match.label in table.content.text
        assert BLOCKED not in table.content.text
        assert table.content.attachments
        ways = [one for one in host.discord.calls[before:] if one.parts.get("message_id") == str(table.id)]
        assert [one.method for one in ways] == ["PATCH"]

    run(body)


def test_a_table_whose_words_automod_blocks_keeps_picture_and_buttons_and_says_what_blocks_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        host.discord.whims.append(moderated(host, "Bruno"))
        for _ in range(2):
            person = await drawn(match)
            await match.types(person, "discard", card=(await true_hand(match, person))[0])
            table = match.room.shown[-1]
            assert table.content.text.startswith(BLOCKED)
            assert "Bruno" not in table.content.text
            assert table.content.attachments
            assert DRAW in [one.press.request for one in offers(table)]
        assert await host.service.notes.of(LOST, f"discord:{match.room.id}") == ""
        host.discord.whims.clear()
        person = await drawn(match)
        await match.types(person, "discard", card=(await true_hand(match, person))[0])
        assert "Bruno" in match.room.shown[-1].content.text

    run(body)
    warnings = [one for one in caplog.records if "AutoMod" in one.message]
    assert [one.levelno for one in warnings] == [logging.WARNING]
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


def test_whoever_is_waited_for_is_named_without_the_link_where_automod_blocks_links() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        host.discord.whims.append(moderated(host, "https://"))
        host.discord.clock.advance(20)
        await host.clockwork.fire()
        host.chats.wake()
        await host.settle()
        (call,) = [one for one in match.room.shown if one.content.pinged]
        assert set(call.content.pinged) == {person.id}
        assert match.label in call.content.text
        assert BLOCKED not in call.content.text

    run(body)


def test_a_hand_in_the_channel_whose_words_automod_blocks_has_its_picture_and_buttons() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await drawn(match)
        host.discord.whims.append(moderated(host, match.label))
        await match.press(person, Verb.HAND, match.room)
        message = person.screen(match.room)[-1]
        assert message.receiver is person.account
        assert message.content.text.startswith(BLOCKED)
        assert message.content.attachments
        assert Verb.LAY in [one.verb for one in offers(message)]

    run(body)


def test_a_server_that_takes_no_files_any_more_has_its_tables_and_hands_in_words_with_all_buttons() -> None:
    """400001 of https://docs.discord.com/developers/topics/opcodes-and-status-codes#json"""

    async def body(host: Host) -> None:
        match = await two(host)

        def limited(call: Call) -> Declined | None:
            return Declined(400001) if call.files and server_of(host, call) is not None else None

        host.discord.whims.append(limited)
        person = await drawn(match)
        await match.types(person, "discard", card=(await true_hand(match, person))[0])
        table = match.room.shown[-1]
        assert not table.content.attachments
        assert DRAW in [one.press.request for one in offers(table)]
        assert await host.service.notes.of(LOST, f"discord:{match.room.id}") == ""
        other = await match.person_in_turn()
        await match.types(other, "draw")
        await match.press(other, Verb.HAND, match.room)
        message = other.screen(match.room)[-1]
        assert message.receiver is other.account
        assert not message.content.attachments
        assert Verb.LAY in [one.verb for one in offers(message)]

    run(body)


def test_a_channel_with_too_many_threads_has_its_table_in_itself_and_no_error_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """160006 of the same page."""

    async def body(host: Host) -> None:
        people = [host.discord.user(name) for name in NAMES[:2]]
        club = host.discord.guild("Circolo", *people)
        match = ScriptedMatch(host, club.channel("tavoli"), people)
        await match.types(people[0], "burraco settings", match.room, settings="threads=on")

        def full(call: Call) -> Declined | None:
            return Declined(160006) if call.method == "POST" and call.path.endswith("/threads") else None

        host.discord.whims.append(full)
        await match.begin("fibur", "players=2")
        assert (match.room.threads, bool(offers(match.room.shown[-1]))) == ([], True)

    run(body)
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]
