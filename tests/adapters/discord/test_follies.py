"""What people do that nobody expects, and places where the bot cannot do as usual: each is told what is the matter."""

from bot.messages.buttons import Verb
from bot.tables.table import CLOSED, LOBBY
from bot.words.languages import say
from tests.adapters.discord.hosting import Host, run
from tests.adapters.discord.scripted import Offer, ScriptedMatch, about_table, offers
from tests.adapters.discord.test_presses import drawn, last_answer, two
from tests.loopback.discord.people import Person
from tests.loopback.discord.values import VOICE

LONG = 500  # signs that an argument may have


def last(person: Person) -> str:
    """What they were told last, without escapes."""
    return last_answer(person).replace("\\", "")


async def over(match: ScriptedMatch) -> None:
    """The first of them gives the match up."""
    await match.types(match.people[0], "match resign", match.room)
    await match.press(match.people[0], Verb.RESIGN, match.room)


# --- words that mean nothing ------------------------------------------------------------------------------------------


def test_a_table_or_a_match_that_there_is_not_is_named() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        anna = match.people[0]
        for words in ("hand", "table", "score", "join"):
            for where in (match.room, None):
                await match.types(anna, f"burraco {words}", where, table="ZZZZ")
                assert last(anna) == "There is no such table: ZZZZ."
        for words in ("replay", "verify"):
            await match.types(anna, f"burraco {words}", match.room, match="ZZZZ")
            assert "ZZZZ" in last(anna)
            assert "/burraco history" in last(anna)

    run(body)


def test_what_is_given_for_one_argument_is_not_read_as_another() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        anna = match.people[0]
        await match.types(anna, "burraco name", match.room, name="/end  NS")
        assert "∕end NS" in last(anna)
        await match.types(anna, "burraco join", match.room, seat="here")
        assert last(anna).startswith("/burraco join [table] [seat] – ")  # and not that there is no table of that name
        assert (await match.table()).phase != CLOSED

    run(body)


def test_an_argument_as_long_as_a_screen_lets_it_be_is_answered() -> None:
    async def body(host: Host) -> None:
        anna = host.discord.user("Anna")
        room = host.discord.guild("Circolo", anna).channel("tavoli")
        match = ScriptedMatch(host, room, [anna])
        commands = {one["name"]: one for one in host.discord.commands[0]}
        inner = [option for one in commands.values() for option in one.get("options", [])]
        texts = [one for option in inner for one in option.get("options", []) or [option] if one["type"] == 3]
        assert {one.get("max_length", LONG) for one in texts if not one.get("choices")} == {LONG}
        await match.types(anna, "lay", room, cards=("5h " * LONG)[:LONG])
        assert "too long" in last(anna)
        for words, argument in (("replay", "match"), ("join", "table"), ("settings", "settings")):
            await match.types(anna, f"burraco {words}", room, **{argument: "😀" * LONG})
            assert last(anna) not in ("", "I do not know this command.")
            assert len(last_answer(anna)) <= 2000

    run(body)


# --- files ------------------------------------------------------------------------------------------------------------


def test_beside_a_file_stands_what_it_is() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        anna = match.people[0]
        await match.types(anna, "match record", match.room)
        assert last(anna) == "There is nothing to see yet."
        await drawn(match)
        await over(match)
        record = next(one for one in match.offered(anna, match.room) if one.verb == Verb.RECORD)
        await match.tap(anna, record)
        files = [one for one in anna.sees(match.room) if one.attachments and one.only_mine]
        assert [one.name for one in files[-1].attachments] == [f"burraco-{match.label}.brn"]
        assert match.label in files[-1].text
        await match.types(anna, "burraco history", match.room)
        ended = f"{match.label}:1"
        for words in ("replay", "verify"):
            await match.types(anna, f"burraco {words}", match.room, match=ended)
            assert ended in last(anna)

    run(body)


# --- places -----------------------------------------------------------------------------------------------------------


def test_a_table_can_be_played_in_the_chat_of_a_voice_channel_where_no_thread_begins() -> None:
    async def body(host: Host) -> None:
        anna, bruno = host.discord.user("Anna"), host.discord.user("Bruno")
        room = host.discord.guild("Circolo", anna, bruno).channel("voce", VOICE)
        match = ScriptedMatch(host, room, [anna, bruno])
        await match.types(anna, "burraco settings", room, settings="threads=on")
        await match.begin("fibur", "players=2")
        await drawn(match)
        assert room.threads == []
        assert [one for one in room.shown if about_table(one, match.label)]
        room.denies("send_messages", "view_channel")
        await host.settle_events()
        for _ in range(3):
            await match.play()
        room.allows("send_messages", "view_channel")
        await host.settle_events()
        assert len([one for one in room.shown if about_table(one, match.label)]) == 1

    run(body)


def test_who_opens_a_table_where_nothing_may_be_written_is_told() -> None:
    async def body(host: Host) -> None:
        anna = host.discord.user("Anna")
        room = host.discord.guild("Circolo", anna).channel("muta")
        room.denies("send_messages")
        await host.settle_events()
        await ScriptedMatch(host, room, [anna]).types(anna, "burraco new", room)
        assert [one for one in anna.screen() if "can no longer write" in one.content.text]
        assert "not allowed to write in this channel" in last(anna)
        assert room.shown == []
        room.allows("send_messages")
        await host.settle_events()
        await ScriptedMatch(host, room, [anna]).types(anna, "burraco new", room)
        notices = [one for one in anna.sees() if one.only_mine and "not allowed to write" in one.text]
        assert len({one.message for one in notices}) == 1

    run(body)


def test_in_private_the_tables_are_ones_own_wherever_they_are() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        anna = match.people[0]
        await match.types(anna, "burraco tables")
        assert match.label in last(anna)
        await match.types(anna, "burraco tables", match.room)
        assert match.label in last(anna)

    run(body)


# --- old and double ---------------------------------------------------------------------------------------------------


def test_a_lobby_that_was_left_says_that_it_is_closed() -> None:
    async def body(host: Host) -> None:
        match, lobby = await opened(host)
        await match.press(match.people[0], Verb.LEAVE, match.room)
        await closed(match, lobby)

    run(body)


def test_a_lobby_that_nobody_joined_says_that_it_is_closed() -> None:
    async def body(host: Host) -> None:
        match, lobby = await opened(host)
        while (await match.table()).phase == LOBBY:
            host.discord.clock.advance(60)
            await host.clockwork.fire()
            host.chats.wake()
            await host.settle()
        await closed(match, lobby)

    run(body)


async def opened(host: Host) -> tuple[ScriptedMatch, list[Offer]]:
    """A lobby in an Italian channel, and what could be pressed on it."""
    anna, bruno = host.discord.user("Anna"), host.discord.user("Bruno", "en-GB")
    room = host.discord.guild("Circolo", anna, bruno, locale="it").channel("tavoli")
    match = ScriptedMatch(host, room, [anna, bruno])
    await match.open("fibur", "players=2 expires=10")
    return match, [one for one in offers(room.shown[-1]) if one.verb != Verb.RULES]


async def closed(match: ScriptedMatch, lobby: list[Offer]) -> None:
    """It says so in the channel's language, has no buttons, and its old ones answer each in their own."""
    (left,) = match.room.shown
    assert say("it", "lobby.closed") in left.content.text.replace("\\", "")
    assert left.content.components == ()
    for one in lobby:
        await match.tap(match.people[1], one)
        assert "table" in last(match.people[1])
        assert left.content.components == ()
