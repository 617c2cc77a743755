"""How a hand comes to its player: with the way to its table, in private or where they ask for it, as they like."""

import asyncio
import struct
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.adapters.discord import tokens
from bot.adapters.discord.chat_ids import link_to
from bot.gateway.outbound.messenger import Drawn
from bot.messages.buttons import Verb, command_press
from bot.messages.message import Message as Words
from bot.words.languages import say
from bot.words.notices import Notice, notice
from engine.actions import DRAW
from tests.adapters.discord.hosting import Host, hosted, run, server
from tests.adapters.discord.scripted import Offer, ScriptedMatch, about_table, is_away, offers, seen_hand
from tests.adapters.discord.test_presses import drawn, last_answer, two
from tests.loopback.discord.calls import Call
from tests.loopback.discord.people import Person
from tests.loopback.discord.rooms import Room
from tests.loopback.discord.values import Message
from tests.loopback.faults import Kind, When
from tests.loopback.running import judged
from tests.scripted import true_hand
from tests.watching import Watch

POST = "POST /channels/{channel_id}/messages"


def hands(person: Person) -> list[str]:
    """The texts of the hands in their private chat."""
    return [one.content.text for one in person.screen() if one.receiver is None and about_table(one)]


def test_a_hand_names_its_server_its_channel_and_its_table_and_leads_there() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await drawn(match)
        (text,) = hands(person)
        guild = match.room.chat.guild
        assert guild is not None
        for name in ("Circolo", "tavoli", match.label):
            assert name in text
        assert link_to(guild.id, match.room.id, match.room.shown[-1].id) in text

    run(body)


def test_who_wants_their_hand_in_the_channel_gets_no_private_message_and_back_again() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        assert len(hands(person)) == 1
        await match.types(person, "burraco hands", match.room, place="channel")
        assert "the button for them below the table" in last_answer(person)
        assert hands(person) == []
        await match.press(person, Verb.HAND, match.room)
        assert "cannot send you private messages" not in last_answer(person)
        await drawn_here(match, person)
        assert seen_hand(match, person, match.room) == await true_hand(match, person)
        assert hands(person) == []
        await match.types(person, "burraco hands", match.room, place="private")
        assert len(hands(person)) == 1
        await match.check_hands()

    async def drawn_here(match: ScriptedMatch, person: Person) -> None:
        await match.play(match.room)
        assert await match.person_in_turn() is person

    run(body)


def test_who_has_their_hand_in_the_channel_is_called_there_alone_until_they_have_played() -> None:
    async def body(host: Host) -> None:
        match = await two(host, "players=2 ping=30")
        person = await match.person_in_turn()
        other = next(one for one in match.people if one is not person)
        await match.types(person, "burraco hands", match.room, place="channel")
        rings = len(other.notified())
        host.discord.clock.advance(40)
        await host.clockwork.fire()
        host.chats.wake()
        await host.settle()
        calls = [one for one in match.room.shown if one.content.pinged]
        assert [set(one.content.pinged) for one in calls] == [{person.id}]
        assert match.label in calls[0].content.text
        assert len(other.notified()) == rings
        await match.press(person, Verb.HAND, match.room)
        while await match.person_in_turn() is person:
            await match.play(match.room)
        assert not [one for one in match.room.shown if one.content.pinged]

    run(body)


def test_the_call_is_in_the_channels_language_and_stands_once_though_its_answer_was_lost() -> None:
    async def body(host: Host) -> None:
        match = await two(host, "players=2 ping=30")
        person = await match.person_in_turn()
        await match.types(match.people[0], "burraco settings", match.room, settings="language=it")
        await match.types(person, "burraco hands", match.room, place="channel")
        host.discord.clock.advance(40)
        lost = host.discord.faults.add(Kind.DROP, when=When.AFTER, times=1, only=POST)
        await host.clockwork.fire()
        host.chats.wake()
        await until_called_twice(host)
        assert lost.times == 0
        (call,) = [one for one in match.room.shown if one.content.pinged]
        assert "tocca a te" in call.content.text
        assert "Le mie carte" in call.content.text
        assert "Le mie carte" in [one.label for one in match.offered(person, match.room)]
        calls = calling(host)
        assert len({one.body["nonce"] for one in calls}) == 1
        assert [one.body["enforce_nonce"] for one in calls] == [True] * len(calls)
        assert len(calls) == 2

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


def test_whoever_looks_at_the_table_finds_there_how_it_is_drawn_upright_until_they_choose() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()

        async def looks() -> tuple[list[Offer], bool]:
            await match.press(person, Verb.TABLE)
            message = person.screen()[-1]
            (picture,) = message.content.attachments
            width, height = struct.unpack(">II", picture.data[16:24])
            return [one for one in offers(message) if one.press == command_press("theme upright")], height > width

        (upright,), is_upright = await looks()
        assert not is_upright
        await match.tap(person, upright)
        assert await looks() == ([], True)

    run(body)


def test_a_persons_card_is_shown_to_who_asks_alone() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        anna, bruno = match.people
        before = len(bruno.sees())
        act = anna.applies("Burraco card", bruno, match.room)
        await anna.answer(act)
        await host.settle()
        assert "Bruno" in last_answer(anna)
        assert len(bruno.sees()) == before
        zoe = host.discord.user("Zoe")
        host.discord.clubs[match.room.chat.guild.id if match.room.chat.guild else 0].joins(zoe)
        await anna.answer(anna.applies("Burraco card", zoe, match.room))
        await host.settle()
        assert "Zoe" in last_answer(anna)

    run(body)


def test_commands_are_written_as_discord_has_them() -> None:
    async def body(host: Host) -> None:
        carla, anna = host.discord.user("Carla", "it"), host.discord.user("Anna")
        room = host.discord.guild("Circolo", anna, carla).channel("tavoli")
        match = ScriptedMatch(host, room, [anna, carla])
        await match.types(anna, "burraco help", room)
        first = last_answer(anna).replace("\\", "")
        assert "/burraco new" in first
        await match.types(anna, "burraco help", room, page="2")
        pages = first + last_answer(anna).replace("\\", "")
        assert "/match start" in pages
        assert "\n/new" not in pages
        await match.types(carla, "burraco aiuto", room)
        assert "/burraco nuovo" in last_answer(carla).replace("\\", "")

    run(body)


# --- beside the table -------------------------------------------------------------------------------------------------


def glanced(match: ScriptedMatch, person: Person) -> Message:
    """The hand that nobody else sees beside the table; there is never more than one."""
    (found,) = [one for one in person.screen(match.room) if one.receiver is person.account and about_table(one)]
    return found


def test_my_hand_beside_the_table_says_where_it_comes_alive_and_comes_alive() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        other = next(one for one in match.people if one is not person)
        await match.press(other, Verb.HAND, match.room)
        assert say("en", "chat.hand-comes") in last_answer(other).replace("\\", "")
        await drawn(match)
        await match.discards(person)
        assert DRAW in [one.press.request for one in offers(glanced(match, other))]
        await match.tap(other, next(one for one in offers(glanced(match, other)) if one.press.request == DRAW))
        assert await match.person_in_turn() is other
        assert len((await match.table()).turn) == 1
        await match.press(other, Verb.HAND, match.room)
        assert say("en", "chat.hand-comes") not in last_answer(other).replace("\\", "")
        glanced(match, other)

    run(body)


def test_who_takes_no_private_messages_is_shown_the_hand_by_drawing_at_the_table() -> None:
    async def body(host: Host) -> None:
        anna, bruno = host.discord.user("Anna"), host.discord.user("Bruno", "it")
        bruno.closes_dms()
        anna.closes_dms()
        match = ScriptedMatch(host, host.discord.guild("Circolo", anna, bruno).channel("tavoli"), [anna, bruno])
        await match.begin("fibur", "players=2")
        person = await match.person_in_turn()
        draw = next(one for one in match.offered(person, match.room) if one.press.request == DRAW)
        await match.tap(person, draw)
        assert len((await match.table()).turn) == 1
        assert any(is_away(one) for one in offers(glanced(match, person)))
        assert seen_hand(match, person, match.room) == await true_hand(match, person)
        await match.tap(person, draw)  # a second tap is told, and the hand stays
        assert len((await match.table()).turn) == 1
        assert seen_hand(match, person, match.room) == await true_hand(match, person)
        match.check_place()

    run(body)


def test_after_a_restart_drawing_at_the_table_shows_the_hand_too(tmp_path: Path) -> None:
    async def main() -> None:
        async with server() as discord:
            people = [discord.user("Anna"), discord.user("Bruno")]
            for one in people:
                one.closes_dms()
            room, watch = discord.guild("Circolo", *people).channel("tavoli"), Watch()
            async with hosted(discord, tmp_path / "bot.db", watch=watch) as host:
                match = ScriptedMatch(host, room, people)
                await match.begin("fibur", "players=2")
            tried = len([one for one in discord.calls if one.status == 403])
            async with hosted(discord, tmp_path / "bot.db", watch=watch) as host:
                match.host = host
                person = await match.person_in_turn()
                await match.tap(person, next(one for one in match.offered(person, room) if one.press.request == DRAW))
                assert len((await match.table()).turn) == 1
                assert seen_hand(match, person, room) == await true_hand(match, person)
                assert any(is_away(one) for one in offers(glanced(match, person)))
            assert len([one for one in discord.calls if one.status == 403]) <= tried + 1
            judged(discord)

    asyncio.run(main())


def test_who_wants_the_hand_in_the_channel_is_shown_it_there_by_drawing() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        await match.types(person, "burraco hands", match.room, place="channel")
        await match.tap(person, next(one for one in match.offered(person, match.room) if one.press.request == DRAW))
        assert seen_hand(match, person, match.room) == await true_hand(match, person)
        assert glanced(match, person).content.attachments

    run(body)


def test_a_hand_in_the_channel_lives_by_its_presses_and_after_silence_its_person_is_called_to_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    passed = [0.0]
    monkeypatch.setattr(tokens, "time", SimpleNamespace(monotonic=lambda: time.monotonic() + passed[0]))

    async def body(host: Host) -> None:
        match = await two(host, "players=2 ping=30")
        person = await match.person_in_turn()
        await match.types(person, "burraco hands", match.room, place="channel")
        await match.press(person, Verb.HAND, match.room)
        first = glanced(match, person).id
        for _ in range(4):  # far beyond the quarter of an hour of the first press
            passes(host, 7 * 60)
            await match.press(person, Verb.SORT, match.room)
            assert glanced(match, person).id == first
        passes(host, 60)
        await match.tap(person, next(one for one in match.offered(person, match.room) if one.press.request == DRAW))
        assert seen_hand(match, person, match.room) == await true_hand(match, person)
        passes(host, 16 * 60)
        await host.clockwork.fire()
        host.chats.wake()
        await host.settle()
        calls = [one for one in match.room.shown if one.content.pinged]
        assert {mention for one in calls for mention in one.content.pinged} == {person.id}
        assert "My hand" in calls[-1].content.text
        await match.press(person, Verb.HAND, match.room)
        assert seen_hand(match, person, match.room) == await true_hand(match, person)
        await match.discards(person, match.room)
        assert await match.person_in_turn() is not person

    def passes(host: Host, seconds: float) -> None:
        passed[0] += seconds
        host.discord.clock.advance(seconds)

    run(body)


def test_a_hand_in_the_channel_that_was_left_for_long_comes_alive_by_its_own_buttons(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    passed = [0.0]
    monkeypatch.setattr(tokens, "time", SimpleNamespace(monotonic=lambda: time.monotonic() + passed[0]))

    async def body(host: Host) -> None:
        match = await two(host, "players=2 ping=30")
        person = await match.person_in_turn()
        await match.types(person, "burraco hands", match.room, place="channel")
        await match.press(person, Verb.HAND, match.room)
        for minutes in (16, 45):
            passed[0] += minutes * 60
            host.discord.clock.advance(minutes * 60)
            await host.clockwork.fire()
            host.chats.wake()
            await host.settle()
            await match.tap(person, next(one for one in offers(glanced(match, person)) if one.press.request == DRAW))
            await host.settle()
            assert seen_hand(match, person, match.room) == await true_hand(match, person)
            away = [one for one in offers(glanced(match, person)) if is_away(one)]
            await match.tap(person, away[-1])
            await host.settle()
            assert await match.person_in_turn() is not person
            while await match.person_in_turn() is not person:
                await match.play()
            await host.settle()
            await match.press(person, Verb.HAND, match.room)

    run(body)


def test_a_closed_private_chat_is_tried_once_a_day_and_only_after_a_press() -> None:
    async def body(host: Host) -> None:
        anna, bruno = host.discord.user("Anna"), host.discord.user("Bruno")
        bruno.closes_dms()
        match = ScriptedMatch(host, host.discord.guild("Circolo", anna, bruno).channel("tavoli"), [anna, bruno])
        await match.begin("fibur", "players=2 clock=days")

        async def turn_of(person: Person) -> None:
            assert await match.person_in_turn() is person
            await match.types(person, "draw", match.room)
            await match.types(person, "discard", match.room, card=(await true_hand(match, person))[0])

        def refused() -> int:
            return len([one for one in host.discord.calls if one.status == 403])

        order = [await match.person_in_turn()]
        order.append(next(one for one in match.people if one is not order[0]))
        for person in (*order, *order):
            await turn_of(person)
        assert refused() == 1
        host.discord.clock.advance(25 * 3600)
        await match.press(anna, Verb.SCORE, match.room)
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


def said_to(person: Person) -> list[str]:
    """What was ever answered to them alone."""
    return [one.text.replace("\\", "") for one in person.sees() if one.only_mine]


def choices_of_place(person: Person, room: Room) -> list[Offer]:
    """The newest buttons that ask where their hand is to be."""
    buttons = [one for message in person.screen(room) if message.receiver is person.account for one in offers(message)]
    return [one for one in buttons if str(getattr(one.press.request, "argument", "")).startswith("hands.")]


@pytest.mark.parametrize("locale", ["en-US", "it"])
def test_who_sits_down_is_offered_their_hand_in_the_channel_once_and_the_lobby_stays_as_it_is(locale: str) -> None:
    language = locale[:2]

    async def body(host: Host) -> None:
        people = [host.discord.user(name, locale) for name in ("Anna", "Bruno", "Carla")]
        anna, bruno, carla = people
        match = ScriptedMatch(host, host.discord.guild("Circolo", *people).channel("tavoli"), people)
        await match.open("fibur", "players=4")
        offer = say(language, "chat.hands-offer")
        assert offer in last_answer(anna).replace("\\", "")  # below what she is told of her table
        before = places(match)
        await match.press(bruno, Verb.JOIN, match.room)
        assert last_answer(bruno).replace("\\", "").splitlines()[-1] == offer
        assert places(match) == before
        assert offer not in match.room.shown[-1].content.text  # nobody else reads it
        here, private = choices_of_place(bruno, match.room)
        assert [one.label for one in (here, private)] == [
            say(language, "button.hands-channel"),
            say(language, "button.hands-private"),
        ]
        await match.tap(bruno, here)
        assert say(language, "chat.hands-channel") in last_answer(bruno).replace("\\", "")
        assert choices_of_place(bruno, match.room) == []
        await match.types(carla, "burraco hands", match.room, place="private")
        answers = len(said_to(carla))
        await match.press(carla, Verb.JOIN, match.room)
        assert [one for one in said_to(carla)[answers:] if offer in one] == []  # she has chosen
        await match.types(anna, "burraco leave", match.room)
        await match.types(anna, "burraco join", match.room, table=match.label)
        assert len([one for one in said_to(anna) if offer in one]) == 1

    def places(match: ScriptedMatch) -> list[Verb | None]:
        """The buttons of the lobby in their order; a seat is one, free or taken."""
        lobby = [one for one in match.room.shown if about_table(one)][-1]
        return [Verb.JOIN if one.verb == Verb.SEAT else one.verb for one in offers(lobby)]

    run(body)


@pytest.mark.parametrize("locale", ["en-US", "it"])
def test_who_waits_is_offered_nothing_and_the_last_of_the_list_is_told_of_the_seat_first(locale: str) -> None:
    language = locale[:2]

    async def body(host: Host) -> None:
        people = [host.discord.user(name, locale) for name in ("Anna", "Bruno", "Carla", "Dora")]
        _, bruno, carla, dora = people
        match = ScriptedMatch(host, host.discord.guild("Circolo", *people).channel("tavoli"), people)
        await match.open("fibur", "players=2")
        offer = say(language, "chat.hands-offer")
        for one in (bruno, carla, dora):
            await match.press(one, Verb.JOIN, match.room)
        await host.settle()
        assert [one for one in said_to(carla) if offer in one] == []  # a list has no cards
        label = [one.press.table for message in match.room.shown for one in offers(message)][-1]
        assert label != match.label
        answer = [one for one in said_to(dora) if offer in one][-1]
        seat = notice(language, Notice.JOINED, name="Dora", table=label)
        assert answer.splitlines() == [seat, offer]
        news = [one.text for one in dora.sees(dora.dm) if label in one.text]
        assert news == []  # it was said where she pressed
        assert [one.text for one in carla.sees(carla.dm) if label in one.text]

    run(body)


def test_a_hand_in_the_channel_says_while_others_play_how_long_it_follows_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    passed = [0.0]
    monkeypatch.setattr(tokens, "time", SimpleNamespace(monotonic=lambda: time.monotonic() + passed[0]))
    follows = say("en", "chat.hand-follows", button=say("en", "button.hand"))

    async def body(host: Host) -> None:
        match = await two(host, "players=2 ping=30")
        person = await match.person_in_turn()
        other = next(one for one in match.people if one is not person)
        await match.types(person, "burraco hands", match.room, place="channel")
        await match.press(person, Verb.HAND, match.room)
        assert follows not in last_answer(person)  # it is their turn
        await match.tap(person, next(one for one in match.offered(person, match.room) if one.press.request == DRAW))
        await match.discards(person, match.room)
        await host.settle()
        waiting = glanced(match, person)
        assert waiting.content.text.replace("\\", "").count(follows) == 1
        passed[0] += 16 * 60
        host.discord.clock.advance(16 * 60)
        while await match.person_in_turn() is other:
            await match.play()
        await host.settle()
        assert glanced(match, person).content.text == waiting.content.text  # nothing can be changed there any more
        await match.press(person, Verb.HAND, match.room)
        old, new = [one for one in person.screen(match.room) if one.receiver is person.account and about_table(one)]
        assert old.content.text == waiting.content.text  # it says itself where the hand is
        assert follows not in new.content.text.replace("\\", "")
        assert DRAW in [one.press.request for one in offers(new)]
        assert new.content.attachments[0].data == old.content.attachments[0].data  # the cards are the same

    run(body)


def test_a_hand_that_was_asked_for_while_others_played_is_the_newest_however_long_its_picture_takes() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        other = await match.person_in_turn()
        person = next(one for one in match.people if one is not other)
        await match.types(person, "burraco hands", match.room, place="channel")
        await match.press(person, Verb.HAND, match.room)
        await match.tap(other, next(one for one in match.offered(other) if one.press.request == DRAW))
        away = next(one for one in match.offered(other) if is_away(one))
        inbound, hands = host.chats.inbound, host.adapter.messenger.ephemeral
        draw, calm = inbound.draw, hands.calm
        drawing, letter = asyncio.Event(), asyncio.Event()

        async def draws_slowly(message: Words) -> Drawn | None:
            inbound.draw = draw  # type: ignore[method-assign]  # once
            drawing.set()
            await letter.wait()
            await asyncio.sleep(0.3)  # a letter that does not wait for this answer is there before it
            return await draw(message)

        async def comes(key: str) -> None:
            letter.set()
            await calm(key)

        inbound.draw, hands.calm = draws_slowly, comes  # type: ignore[method-assign]  # as a machine that has much to draw
        ask = [one for one in match.offered(person, match.room) if one.verb == Verb.HAND][-1]
        answer = asyncio.create_task(match.tap(person, ask))
        await drawing.wait()
        await match.tap(other, away)
        await answer
        await host.settle()
        assert await match.person_in_turn() is person
        assert DRAW in [one.press.request for one in offers(glanced(match, person))]

    run(body)


def test_a_press_that_is_cut_off_with_its_connection_keeps_no_later_hand_waiting() -> None:
    async def body(host: Host) -> None:
        bot, hands = host.adapter._bot, host.adapter.messenger.ephemeral
        assert bot is not None
        hands.begin("1/ROSSO")
        waiting = asyncio.create_task(hands.calm("1/ROSSO"))
        await asyncio.sleep(0)
        await bot.close()
        async with asyncio.timeout(10):
            await waiting
            await hands.calm("1/ROSSO")
        while host.adapter._bot in (None, bot) or not host.adapter._bot.is_ready():  # noqa: ASYNC110  nothing tells of it
            await asyncio.sleep(0.05)

    run(body)
