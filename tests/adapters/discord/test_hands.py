"""How a hand comes to its player: with the way to its table, in private or where they ask for it, as they like."""

import asyncio
from pathlib import Path

from bot.adapters.discord.chat_ids import link_to
from bot.messages.buttons import Verb
from bot.words.languages import say
from engine.actions import DRAW
from tests.adapters.discord.evening import Evening, about_table, offers, seen_hand
from tests.adapters.discord.hosting import Host, hosted, run, server
from tests.adapters.discord.test_presses import drawn, told, two
from tests.evening import true_hand
from tests.loopback.discord.calls import Call
from tests.loopback.discord.people import Person
from tests.loopback.discord.values import Message
from tests.loopback.faults import Kind, When
from tests.loopback.running import judged
from tests.watching import Watch

POST = "POST /channels/{channel_id}/messages"


def hands(person: Person) -> list[str]:
    """The texts of the hands in their private chat."""
    return [one.content.text for one in person.screen() if one.receiver is None and about_table(one)]


def test_a_hand_names_its_server_its_channel_and_its_table_and_leads_there() -> None:
    async def body(host: Host) -> None:
        evening = await two(host)
        person = await drawn(evening)
        (said,) = hands(person)
        guild = evening.room.chat.guild
        assert guild is not None
        for name in ("Circolo", "tavoli", evening.label):
            assert name in said
        assert link_to(guild.id, evening.room.id, evening.room.shown[-1].id) in said

    run(body)


def test_who_wants_their_hand_in_the_channel_gets_no_private_message_and_back_again() -> None:
    async def body(host: Host) -> None:
        evening = await two(host)
        person = await evening.person_in_turn()
        assert len(hands(person)) == 1
        await evening.types(person, "burraco hands", evening.room, place="channel")
        assert "My hand" in told(person)
        assert hands(person) == []
        await evening.press(person, Verb.HAND, evening.room)
        assert "cannot send you private messages" not in told(person)
        await drawn_here(evening, person)
        assert seen_hand(evening, person, evening.room) == await true_hand(evening, person)
        assert hands(person) == []
        await evening.types(person, "burraco hands", evening.room, place="private")
        assert len(hands(person)) == 1
        await evening.check_hands()

    async def drawn_here(evening: Evening, person: Person) -> None:
        await evening.play(evening.room)
        assert await evening.person_in_turn() is person

    run(body)


def test_who_has_their_hand_in_the_channel_is_called_there_alone_until_they_have_played() -> None:
    async def body(host: Host) -> None:
        evening = await two(host, "players=2 ping=30")
        person = await evening.person_in_turn()
        other = next(one for one in evening.people if one is not person)
        await evening.types(person, "burraco hands", evening.room, place="channel")
        rings = len(other.notified())
        host.discord.clock.advance(40)
        await host.clockwork.fire()
        host.chats.wake()
        await host.settle()
        calls = [one for one in evening.room.shown if one.content.pinged]
        assert [set(one.content.pinged) for one in calls] == [{person.id}]
        assert evening.label in calls[0].content.text
        assert len(other.notified()) == rings
        await evening.press(person, Verb.HAND, evening.room)
        while await evening.person_in_turn() is person:
            await evening.play(evening.room)
        assert not [one for one in evening.room.shown if one.content.pinged]

    run(body)


def test_the_call_is_in_the_channels_language_and_stands_once_though_its_answer_was_lost() -> None:
    async def body(host: Host) -> None:
        evening = await two(host, "players=2 ping=30")
        person = await evening.person_in_turn()
        await evening.types(evening.people[0], "burraco settings", evening.room, settings="language=it")
        await evening.types(person, "burraco hands", evening.room, place="channel")
        host.discord.clock.advance(40)
        lost = host.discord.faults.add(Kind.DROP, when=When.AFTER, times=1, only=POST)
        await host.clockwork.fire()
        host.chats.wake()
        await until_called_twice(host)
        assert lost.times == 0
        (call,) = [one for one in evening.room.shown if one.content.pinged]
        assert "tocca a te" in call.content.text
        assert "Le mie carte" in call.content.text
        assert "Le mie carte" in [one.label for one in evening.offered(person, evening.room)]
        sent = calling(host)
        assert len({one.body["nonce"] for one in sent}) == 1
        assert [one.body["enforce_nonce"] for one in sent] == [True] * len(sent)
        assert len(sent) == 2

    def calling(host: Host) -> list[Call]:
        posted = [one for one in host.discord.calls if one.route == POST]
        return [one for one in posted if one.body["content"].startswith("<@")]

    async def until_called_twice(host: Host) -> None:
        """Also what waits to be tried again."""
        await host.settle()
        for _ in range(60):
            if len(calling(host)) < 2:
                host.discord.clock.advance(1)
                host.chats.wake()
                await host.settle()

    run(body)


def test_a_persons_card_is_shown_to_who_asks_alone() -> None:
    async def body(host: Host) -> None:
        evening = await two(host)
        anna, bruno = evening.people
        before = len(bruno.sees())
        act = anna.applies("Burraco card", bruno, evening.room)
        await anna.answer(act)
        await host.settle()
        assert "Bruno" in told(anna)
        assert len(bruno.sees()) == before
        zoe = host.discord.user("Zoe")
        host.discord.clubs[evening.room.chat.guild.id if evening.room.chat.guild else 0].joins(zoe)
        await anna.answer(anna.applies("Burraco card", zoe, evening.room))
        await host.settle()
        assert "Zoe" in told(anna)

    run(body)


def test_commands_are_written_as_discord_has_them() -> None:
    async def body(host: Host) -> None:
        carla, anna = host.discord.user("Carla", "it"), host.discord.user("Anna")
        room = host.discord.guild("Circolo", anna, carla).channel("tavoli")
        evening = Evening(host, room, [anna, carla])
        await evening.types(anna, "burraco help", room)
        said = told(anna).replace("\\", "")
        assert "/burraco new" in said
        assert "/match start" in said
        assert "\n/new" not in said
        await evening.types(carla, "burraco aiuto", room)
        assert "/burraco nuovo" in told(carla).replace("\\", "")

    run(body)


# --- beside the table -------------------------------------------------------------------------------------------------


def glanced(evening: Evening, person: Person) -> Message:
    """The hand that nobody else sees beside the table; there is never more than one."""
    (found,) = [one for one in person.screen(evening.room) if one.receiver is person.account and about_table(one)]
    return found


def test_my_hand_beside_the_table_says_where_it_comes_alive_and_comes_alive() -> None:
    async def body(host: Host) -> None:
        evening = await two(host)
        person = await evening.person_in_turn()
        other = next(one for one in evening.people if one is not person)
        await evening.press(other, Verb.HAND, evening.room)
        assert say("en", "chat.hand-comes") in told(other).replace("\\", "")
        await drawn(evening)
        await evening.press(person, Verb.DROP)
        await evening.tap(person, next(one for one in evening.offered(person) if one.verb is None))
        assert DRAW in [one.press.request for one in offers(glanced(evening, other))]
        await evening.tap(other, next(one for one in offers(glanced(evening, other)) if one.press.request == DRAW))
        assert await evening.person_in_turn() is other
        assert len((await evening.table()).turn) == 1
        await evening.press(other, Verb.HAND, evening.room)
        assert say("en", "chat.hand-comes") not in told(other).replace("\\", "")
        glanced(evening, other)

    run(body)


def test_who_takes_no_private_messages_is_shown_the_hand_by_drawing_at_the_table() -> None:
    async def body(host: Host) -> None:
        anna, bruno = host.discord.user("Anna"), host.discord.user("Bruno", "it")
        bruno.closes_dms()
        anna.closes_dms()
        evening = Evening(host, host.discord.guild("Circolo", anna, bruno).channel("tavoli"), [anna, bruno])
        await evening.begin("fibur", "players=2")
        person = await evening.person_in_turn()
        draw = next(one for one in evening.offered(person, evening.room) if one.press.request == DRAW)
        await evening.tap(person, draw)
        assert len((await evening.table()).turn) == 1
        assert Verb.DROP in [one.verb for one in offers(glanced(evening, person))]
        assert seen_hand(evening, person, evening.room) == await true_hand(evening, person)
        await evening.tap(person, draw)  # a second tap is told, and the hand stays
        assert len((await evening.table()).turn) == 1
        assert seen_hand(evening, person, evening.room) == await true_hand(evening, person)
        evening.check_room()

    run(body)


def test_after_a_restart_drawing_at_the_table_shows_the_hand_too(tmp_path: Path) -> None:
    async def main() -> None:
        async with server() as discord:
            people = [discord.user("Anna"), discord.user("Bruno")]
            for one in people:
                one.closes_dms()
            room, watch = discord.guild("Circolo", *people).channel("tavoli"), Watch()
            async with hosted(discord, tmp_path / "bot.db", watch=watch) as host:
                evening = Evening(host, room, people)
                await evening.begin("fibur", "players=2")
            tried = len([one for one in discord.calls if one.status == 403])
            async with hosted(discord, tmp_path / "bot.db", watch=watch) as host:
                evening.host = host
                person = await evening.person_in_turn()
                await evening.tap(
                    person, next(one for one in evening.offered(person, room) if one.press.request == DRAW)
                )
                assert len((await evening.table()).turn) == 1
                assert seen_hand(evening, person, room) == await true_hand(evening, person)
                assert Verb.DROP in [one.verb for one in offers(glanced(evening, person))]
            assert len([one for one in discord.calls if one.status == 403]) <= tried + 1
            judged(discord)

    asyncio.run(main())


def test_who_wants_the_hand_in_the_channel_is_shown_it_there_by_drawing() -> None:
    async def body(host: Host) -> None:
        evening = await two(host)
        person = await evening.person_in_turn()
        await evening.types(person, "burraco hands", evening.room, place="channel")
        await evening.tap(
            person, next(one for one in evening.offered(person, evening.room) if one.press.request == DRAW)
        )
        assert seen_hand(evening, person, evening.room) == await true_hand(evening, person)
        assert glanced(evening, person).content.attachments

    run(body)


def test_a_closed_private_chat_is_tried_once_a_day_and_only_after_a_press() -> None:
    async def body(host: Host) -> None:
        anna, bruno = host.discord.user("Anna"), host.discord.user("Bruno")
        bruno.closes_dms()
        evening = Evening(host, host.discord.guild("Circolo", anna, bruno).channel("tavoli"), [anna, bruno])
        await evening.begin("fibur", "players=2 clock=days")

        async def turn_of(person: Person) -> None:
            assert await evening.person_in_turn() is person
            await evening.types(person, "draw", evening.room)
            await evening.types(person, "discard", evening.room, card=(await true_hand(evening, person))[0])

        def refused() -> int:
            return len([one for one in host.discord.calls if one.status == 403])

        order = [await evening.person_in_turn()]
        order.append(next(one for one in evening.people if one is not order[0]))
        for person in (*order, *order):
            await turn_of(person)
        assert refused() == 1
        host.discord.clock.advance(25 * 3600)
        await evening.press(anna, Verb.SCORE, evening.room)
        if order[0] is anna:
            await turn_of(anna)
        assert refused() == 1  # nothing was pressed since
        await turn_of(bruno)
        await turn_of(anna)
        assert refused() == 2
        host.discord.clock.advance(25 * 3600)
        bruno.opens_dms()
        await turn_of(bruno)
        assert hands(bruno)

    run(body)
