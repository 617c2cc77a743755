"""A thread for each table, where the channel wants it: begun at the lobby, found again, left where it cannot serve."""

import pytest

from bot.adapters.discord.chat_ids import channel_of
from bot.messages.buttons import Verb
from bot.tables.table import PLAYING
from tests.adapters.discord.hosting import Host, run
from tests.adapters.discord.scripted import ScriptedMatch, about_table, offers
from tests.adapters.discord.test_presses import drawn, last_answer
from tests.loopback.faults import Kind, When


async def match_in(host: Host, *, threads: bool = True) -> ScriptedMatch:
    """Two people in a channel that wants threads; the table is in its lobby."""
    people = [host.discord.user(name) for name in ("Anna", "Bruno")]
    match = ScriptedMatch(host, host.discord.guild("Circolo", *people).channel("tavoli"), people)
    if threads:
        await match.types(people[0], "burraco settings", match.room, settings="threads=on")
    await match.open("fibur", "players=2")
    await match.press(people[1], Verb.JOIN, match.room)
    return match


async def turn(match: ScriptedMatch) -> None:
    """Somebody draws and discards in their private chat."""
    person = await drawn(match)
    await match.discards(person)


def test_the_lobby_stands_in_the_channel_and_the_deal_in_a_thread_that_begins_there() -> None:
    async def body(host: Host) -> None:
        match = await match_in(host)
        lobby = match.room.shown[-1]
        await match.start()
        (thread,) = match.room.threads
        assert thread.id == lobby.id
        assert match.label in thread.chat.name
        assert [about_table(one, match.label) for one in thread.shown] == [True]
        assert not [one for one in match.room.shown if list(offers(one))]
        await turn(match)
        assert len(thread.shown) == 1
        person = await match.person_in_turn()
        await match.press(person, Verb.HAND, thread)
        assert thread.shown[-1].id == thread.shown[0].id

    run(body)


def test_a_thread_speaks_as_its_channel_does_whoever_acts_first_there() -> None:
    async def body(host: Host) -> None:
        match = await match_in(host)
        await match.start()
        (thread,) = match.room.threads
        carlo = host.discord.user("Carlo", "it")
        host.discord.clubs[match.room.chat.guild.id if match.room.chat.guild else 0].joins(carlo)
        await match.types(carlo, "burraco punti", thread)
        assert await host.service.language(channel_of(str(thread.id))) == "en"

    run(body)


def test_what_is_said_in_the_thread_is_about_its_table() -> None:
    async def body(host: Host) -> None:
        first = await match_in(host)
        second = ScriptedMatch(host, first.room, first.people)
        await first.start()
        await second.open("fibur", "players=2")
        (thread,) = first.room.threads
        zoe = host.discord.user("Zoe")
        host.discord.clubs[first.room.chat.guild.id if first.room.chat.guild else 0].joins(zoe)
        await first.types(zoe, "burraco score", thread)
        assert first.label in last_answer(zoe) or "nothing to see" in last_answer(zoe)
        (before,) = thread.shown
        await first.types(first.people[0], "burraco table", thread)
        assert [about_table(one, first.label) for one in thread.shown] == [True]
        assert thread.shown != [before]
        assert len(first.room.threads) == 1

    run(body)


def test_the_thread_is_found_again_when_the_answer_to_its_beginning_was_lost() -> None:
    async def body(host: Host) -> None:
        match = await match_in(host)
        host.discord.faults.add(Kind.ERROR, when=When.AFTER, times=1, only="/threads")
        await match.start()
        (thread,) = match.room.threads
        assert [about_table(one, match.label) for one in thread.shown] == [True]

    run(body)


def test_without_the_right_to_open_threads_the_channel_is_told_once_and_keeps_the_table() -> None:
    async def body(host: Host) -> None:
        match = await match_in(host)
        match.room.denies("create_public_threads")
        await match.start()
        await turn(match)
        assert match.room.threads == []
        assert len([one for one in match.room.shown if "not allowed to open threads" in one.content.text]) == 1
        assert len([one for one in match.room.shown if about_table(one, match.label)]) == 1

    run(body)


@pytest.mark.parametrize("how", ["deleted", "locked", "closed", "silenced"])
def test_a_thread_that_cannot_serve_any_more_gives_its_table_back_to_the_channel(how: str) -> None:
    async def body(host: Host) -> None:
        match = await match_in(host)
        await match.start()
        (thread,) = match.room.threads
        if how == "deleted":
            thread.vanishes()
        elif how == "locked":
            thread.locks()
        elif how == "closed":
            thread.archives(locked=True)
        else:
            match.room.denies("send_messages_in_threads")
        await host.settle_events()
        if how == "silenced":
            await match.types(match.people[0], "burraco table", match.room)
        await turn(match)
        assert [about_table(one, match.label) for one in match.room.shown].count(True) == 1
        for person in match.people:
            assert not [one for one in person.screen() if "can no longer write" in one.content.text]

    run(body)


def test_an_archived_thread_wakes_for_its_table() -> None:
    async def body(host: Host) -> None:
        match = await match_in(host)
        await match.start()
        (thread,) = match.room.threads
        thread.archives()
        await host.settle_events()
        await turn(match)
        assert not thread.chat.archived
        assert len(thread.shown) == 1

    run(body)


def test_where_the_lobby_was_deleted_the_thread_begins_at_a_word_of_its_own() -> None:
    async def body(host: Host) -> None:
        match = await match_in(host)
        match.people[0].deletes(match.room.shown[-1])
        await match.types(match.people[0], "match start", match.room)
        await match.dealt()
        (thread,) = match.room.threads
        assert [about_table(one, match.label) for one in thread.shown] == [True]
        assert thread.id == match.room.shown[-1].id

    run(body)


def test_the_result_stands_in_the_thread_of_its_table() -> None:
    async def body(host: Host) -> None:
        match = await match_in(host)
        await match.start()
        (thread,) = match.room.threads
        await match.types(match.people[0], "match propose", thread, proposal="annul")
        await match.types(match.people[1], "match agree", thread)
        assert (await match.table()).phase != PLAYING
        assert len(match.room.threads) == 1
        assert len(thread.shown) == 2

    run(body)
