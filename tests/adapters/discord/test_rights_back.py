"""Where the bot may write again the tables are shown again, however it was given the right: nobody has to do more."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.messages.buttons import Verb
from bot.words.languages import say
from bot.words.names import escape_markdown
from tests.adapters.discord.hosting import Host, hosted, run, server
from tests.adapters.discord.scripted import ScriptedMatch, about_table, offers
from tests.adapters.discord.test_old_messages import HOUR
from tests.adapters.discord.test_presses import last_answer
from tests.adapters.discord.test_threads import turn
from tests.loopback.discord.rooms import Club, Room
from tests.loopback.discord.values import VOICE
from tests.loopback.running import judged
from tests.scripted import NAMES

LOST = "can no longer write"
WRITES = ("send_messages", "send_messages_in_threads")
BACK: dict[str, Callable[[Club], None]] = {
    "its role": lambda club: club.gives_bot(*WRITES),
    "another role": lambda club: club.grants_bot(*WRITES),
}


def lost(match: ScriptedMatch) -> list[bool]:
    """For each player, whether their hand says that the bot cannot write there."""
    hands = [[one for one in person.screen() if one.content.attachments][-1] for person in match.people]
    return [LOST in one.content.text for one in hands]


async def played_unseen(match: ScriptedMatch, club: Club) -> None:
    """Nothing can be written in the whole server, and somebody plays."""
    club.takes_from_everybody(*WRITES)
    club.loses_bot(*WRITES)
    await match.host.settle_events()
    await match.types(match.people[0], "burraco table", match.room)
    assert lost(match) == [True, True]
    await turn(match)


async def is_shown(match: ScriptedMatch, room: Room) -> None:
    """The table stands there as it is now, and no hand says any more that it cannot."""
    await match.host.settle_events()
    table = await match.table()
    newest = [one for one in room.shown if about_table(one, match.label)][-1]
    assert f"{table.chair(table.in_turn).name}\\'s turn" in newest.content.text
    assert lost(match) == [False, False]


@pytest.mark.parametrize("how", BACK)
def test_a_right_that_comes_back_with_a_role_shows_the_tables_again(how: str) -> None:
    """Of that Discord tells by the role, or by the bot's own membership, and of no channel."""

    async def body(host: Host) -> None:
        people = [host.discord.user(name) for name in NAMES[:2]]
        club = host.discord.guild("Circolo", *people)
        match = ScriptedMatch(host, club.channel("tavoli"), people)
        await match.begin("fibur", "players=2")
        await played_unseen(match, club)
        BACK[how](club)
        await is_shown(match, match.room)

    run(body)


def test_a_channel_that_may_be_written_in_again_shows_the_tables_of_its_threads() -> None:
    """A thread has no permissions of its own, so Discord tells of its channel alone."""

    async def body(host: Host) -> None:
        people = [host.discord.user(name) for name in NAMES[:2]]
        channel = host.discord.guild("Circolo", *people).channel("tavoli")
        match = ScriptedMatch(host, channel.begins_thread("burraco", people[0]), people)
        await match.begin("fibur", "players=2")
        channel.denies(*WRITES)
        await host.settle_events()
        await match.types(people[0], "burraco table", match.room)
        assert lost(match) == [True, True]
        await turn(match)
        channel.allows(*WRITES)
        await is_shown(match, match.room)

    run(body)


def test_in_the_chat_of_a_voice_channel_who_may_not_connect_may_not_write() -> None:
    """Of that Discord tells as of a right to speak; the rights to see and to write stay."""

    async def body(host: Host) -> None:
        people = [host.discord.user(name) for name in NAMES[:2]]
        channel = host.discord.guild("Circolo", *people).channel("voce", VOICE)
        channel.denies("connect")
        await host.settle_events()
        match = ScriptedMatch(host, channel, people)
        await match.types(people[0], "burraco new", channel, code="fibur", settings="players=2")
        assert "not allowed to write in this channel" in last_answer(people[0])
        refused = host.discord.invalid
        for person in people:
            await match.types(person, "burraco tables", channel)
        assert host.discord.invalid == refused
        channel.allows("connect")
        await host.settle_events()
        assert [one for one in channel.shown if about_table(one)]

    run(body)


def test_in_a_private_thread_without_the_bot_who_opens_a_table_is_told_and_it_stands_there_once_the_bot_is_in() -> None:
    """Commands can be given there all the same, and Discord says of the rights what holds in the channel above."""

    async def body(host: Host) -> None:
        people = [host.discord.user(name) for name in NAMES[:2]]
        channel = host.discord.guild("Circolo", *people).channel("tavoli")
        thread = channel.begins_thread("fra noi", *people, private=True)
        match = ScriptedMatch(host, thread, people)
        await match.types(people[0], "burraco new", thread, code="fibur", settings="players=2")
        assert escape_markdown(say("en", "chat.not-in-thread")) in last_answer(people[0])
        assert thread.shown == []
        refused = host.discord.invalid
        for person in people:
            await match.types(person, "burraco tables", thread)
        assert host.discord.invalid == refused  # it is not tried again at each command
        thread.lets_bot_in()
        await host.settle_events()
        (lobby,) = [one for one in thread.shown if about_table(one)]
        match.label = next(one.press.table for one in offers(lobby))
        await match.press(people[1], Verb.JOIN, thread)
        await match.start()
        await turn(match)
        await is_shown(match, thread)

    run(body)


def test_in_a_locked_thread_a_table_is_lost_once_and_shown_again_when_it_is_unlocked() -> None:
    """Nobody but who manages threads writes in a locked one, whatever else they may there."""

    async def body(host: Host) -> None:
        people = [host.discord.user(name) for name in NAMES[:2]]
        channel = host.discord.guild("Circolo", *people).channel("tavoli")
        thread = channel.begins_thread("burraco", people[0])
        match = ScriptedMatch(host, thread, people)
        await match.begin("fibur", "players=2")
        thread.locks()
        await host.settle_events()
        await turn(match)
        await host.settle_events()
        assert lost(match) == [True, True]
        counts = [len(person.sees(None, "posted")) for person in people]
        channel.allows("send_messages")  # what changes the channel changes nothing of its thread
        await host.settle_events()
        assert lost(match) == [True, True]
        assert [len(person.sees(None, "posted")) for person in people] == counts
        thread.unlocks()
        await is_shown(match, thread)

    run(body)


@pytest.mark.parametrize("wait", [0, HOUR - 120], ids=["changed", "anew"])
def test_in_a_thread_that_is_closed_and_locked_a_table_is_lost_and_shown_again_when_it_is_opened(wait: int) -> None:
    """Whether its message would be changed there or, being old, posted anew: no message wakes such a thread."""

    async def body(host: Host) -> None:
        people = [host.discord.user(name) for name in NAMES[:2]]
        channel = host.discord.guild("Circolo", *people).channel("tavoli")
        thread = channel.begins_thread("burraco", people[0])
        match = ScriptedMatch(host, thread, people)
        await match.begin("fibur", "players=2")
        thread.archives(locked=True)
        host.discord.clock.advance(wait)
        await host.settle_events()
        await turn(match)
        await host.settle_events()
        assert lost(match) == [True, True]
        thread.chat.archived = False
        thread.unlocks()
        await is_shown(match, thread)

    run(body)


@pytest.mark.parametrize("seconds", [0.0, 1.0], ids=["lifted", "over"])
def test_after_a_time_out_of_the_bot_its_tables_are_shown_again(seconds: float) -> None:
    """That it is over nobody tells: it ends at the time that was told when it began."""

    async def body(host: Host) -> None:
        people = [host.discord.user(name) for name in NAMES[:2]]
        club = host.discord.guild("Circolo", *people)
        match = ScriptedMatch(host, club.channel("tavoli"), people)
        await match.begin("fibur", "players=2")
        club.times_out_bot(3600.0)
        await host.settle_events()
        await match.types(people[0], "burraco table", match.room)
        await turn(match)
        assert lost(match) == [True, True]
        club.times_out_bot(seconds)
        await host.discord.until(lambda: not any(lost(match)))
        await is_shown(match, match.room)

    run(body)


def test_in_a_private_thread_a_host_that_begins_does_not_say_that_the_bot_is_not_there(tmp_path: Path) -> None:
    """Which threads the bot is in is told with the servers; presses may come before that."""

    async def main() -> None:
        async with server() as discord:
            anna, bruno = [discord.user(name) for name in NAMES[:2]]
            club = discord.guild("Circolo", anna, bruno)
            thread = club.channel("tavoli").begins_thread("fra noi", anna, bruno, private=True)
            thread.lets_bot_in()
            club.guild.is_away = True
            async with hosted(discord, tmp_path / "bot.db") as host:
                await anna.answer(anna.types("burraco new", thread))
                await host.settle()
                assert [one for one in thread.shown if about_table(one)]
                assert not [one for one in anna.screen(thread) if "not in this private thread" in one.content.text]
            judged(discord)

    asyncio.run(main())


def test_a_channel_that_the_bot_may_not_view_is_called_as_people_call_it() -> None:
    """The gateway tells no name of such a channel, the interaction does; nobody is invited to a placeholder."""

    async def body(host: Host) -> None:
        anna, bruno = (host.discord.user(name) for name in NAMES[:2])
        room = host.discord.guild("Circolo", anna, bruno).channel("tavoli")
        room.denies("view_channel")
        match = ScriptedMatch(host, room, [anna, bruno])
        await match.types(bruno, "burraco help")
        await match.types(anna, "burraco new", room, **{"with": bruno})
        await host.settle_events()
        (invitation,) = [one.content.text for one in bruno.screen() if "invites you to table" in one.content.text]
        assert "Circolo · tavoli" in invitation, invitation

    run(body)
