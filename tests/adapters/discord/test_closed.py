"""Private messages that are closed: what is asked for there, or promised, is answered all the same."""

import logging

import pytest

from bot.messages.buttons import Verb
from bot.words.languages import say
from tests.adapters.discord.hosting import Host, run
from tests.adapters.discord.scripted import ScriptedMatch, about_table, offers
from tests.loopback.discord.people import Person
from tests.loopback.discord.rooms import Room
from tests.loopback.faults import Kind


def words(language: str = "en") -> str:
    """How the sentence begins that says it."""
    return say(language, "chat.closed-hand").split(".")[0]


def answers(person: Person, where: Room | None = None) -> list[str]:
    """Everything that stands there for this person alone, or in the private chat."""
    return [one.content.text.replace("\\", "") for one in person.screen(where) if one.receiver is person.account]


async def types(host: Host, person: Person, command: str, where: Room | None = None) -> list[str]:
    act = person.types(command, where)
    await person.answer(act)
    await host.settle()
    assert [one for one in host.discord.calls if one.status == 404] == []
    return answers(person, where)


def test_a_table_opened_in_a_closed_private_chat_is_answered_with_where_the_hand_can_be_seen() -> None:
    async def body(host: Host) -> None:
        for name, locale, command in (("Anna", "en-US", "burraco new"), ("Bruno", "it", "burraco nuovo")):
            person = host.discord.user(name, locale)
            host.discord.guild("Circolo", person)
            person.closes_dms()
            found = [one for one in await types(host, person, command) if words(locale[:2]) in one]
            assert len(found) == 1
            where = "below the table in its channel" if locale[:2] == "en" else "sotto il tavolo, nel suo canale"
            assert where in found[0]
            assert say(locale[:2], "chat.closed-table") in found[0]

    run(body)


def test_a_game_asked_for_in_a_closed_private_chat_promises_no_cards_there_and_can_be_played_by_command() -> None:
    async def body(host: Host) -> None:
        anna = host.discord.user("Anna")
        room = host.discord.guild("Circolo", anna).channel("tavoli")
        anna.closes_dms()
        texts = await types(host, anna, "burraco play")
        assert len([one for one in texts if words() in one]) == 1
        assert [one for one in texts if "your cards come in the private chat" in one] == []
        (summarized,) = await host.service.backend.tables.of(await host.service.person_of("discord", str(anna.id)))
        match = ScriptedMatch(host, room, [anna], summarized.label)
        await match.dealt()
        await types(host, anna, "burraco hand")
        hand = [one for one in anna.screen() if about_table(one, summarized.label)][-1]
        assert hand.receiver is anna.account
        assert Verb.SORT in [one.verb for one in offers(hand)]
        refused = [one for one in host.discord.calls if one.status == 403]
        texts = answers(anna)
        for _ in range(3):  # whoever plays there is not told again, and nothing is tried again
            await match.tap(anna, next(one for one in offers(hand) if one.verb == Verb.SORT))
        assert [one for one in host.discord.calls if one.status == 403] == refused
        assert len(answers(anna)) == len(texts)
        anna.opens_dms()
        await types(host, anna, "burraco hand")
        messages = [one for one in anna.screen() if one.receiver is None and about_table(one, summarized.label)]
        assert len(messages) == 2  # the table and the hand
        assert [one for one in messages if "can no longer write" in one.content.text] == []

    run(body)


def test_who_asks_for_their_hand_in_a_closed_private_chat_has_it_there_however_late_discord_refuses_messages() -> None:
    async def body(host: Host) -> None:
        anna = host.discord.user("Anna")
        room = host.discord.guild("Circolo", anna).channel("tavoli")
        anna.closes_dms()
        await types(host, anna, "burraco play")
        (summary,) = await host.service.backend.tables.of(await host.service.person_of("discord", str(anna.id)))
        await ScriptedMatch(host, room, [anna], summary.label).dealt()
        host.discord.faults.add(Kind.FLOOD, times=2, only="POST /channels/{channel_id}/messages", retry_after=0.5)
        await types(host, anna, "burraco hand")
        hand = [one for one in anna.screen() if about_table(one, summary.label)][-1]
        assert hand.receiver is anna.account
        assert Verb.SORT in [one.verb for one in offers(hand)]

    run(body)


def test_a_game_asked_for_in_a_channel_says_that_the_private_chat_is_closed_and_so_does_the_button() -> None:
    async def body(host: Host) -> None:
        anna = host.discord.user("Anna")
        room = host.discord.guild("Circolo", anna).channel("tavoli")
        anna.closes_dms()
        for again in (False, True):
            before = len(answers(anna, room))
            texts = (await types(host, anna, "burraco play", room))[before:]
            (summarized, *_) = await host.service.backend.tables.of(
                await host.service.person_of("discord", str(anna.id))
            )
            await ScriptedMatch(host, room, [anna], summarized.label).dealt()
            texts = answers(anna, room)[before:]
            assert len([one for one in texts if words() in one]) == 1, (again, texts)
            assert [one for one in texts if say("en", "chat.closed-table") in one] == []
            assert not (again and [one for one in texts if "your cards come in the private chat" in one])

    run(body)


def test_who_asks_for_what_needs_no_private_message_is_told_once_that_it_is_closed() -> None:
    async def body(host: Host) -> None:
        anna = host.discord.user("Anna")
        host.discord.guild("Circolo", anna)
        anna.closes_dms()
        notices = []
        for command in ("tables", "history", "tables", "new"):
            before = len(answers(anna))
            texts = (await types(host, anna, f"burraco {command}"))[before:]
            notices.append(len([one for one in texts if words() in one]))
        assert notices == [1, 0, 0, 1]

    run(body)


def test_who_takes_private_messages_is_told_nothing_of_it() -> None:
    async def body(host: Host) -> None:
        anna = host.discord.user("Anna")
        host.discord.guild("Circolo", anna)
        for command in ("burraco new", "burraco play"):
            assert [one for one in await types(host, anna, command) if words() in one] == []
        assert [one for one in anna.screen() if about_table(one)]

    run(body)


def test_an_account_that_was_deleted_takes_no_private_messages_and_is_no_fault_of_the_host(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def body(host: Host) -> None:
        anna, bruno = host.discord.user("Anna"), host.discord.user("Bruno")
        room = host.discord.guild("Circolo", anna, bruno).channel("tavoli")
        match = ScriptedMatch(host, room, [anna, bruno])
        await match.open("fibur", "players=2")
        await match.press(bruno, Verb.JOIN, room)
        bruno.deletes_account()
        await match.start()
        calls = [one for one in host.discord.calls if one.path == "/users/@me/channels" and one.status == 400]
        assert len(calls) == 1
        assert host.adapter.calls.is_closed(str(bruno.id))
        assert [one for one in caplog.records if one.levelno >= logging.ERROR] == []

    run(body)
