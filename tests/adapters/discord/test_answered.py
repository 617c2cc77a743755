"""What somebody is answered who asks in a channel: of another, of a table they do not name, of what they have done."""

import asyncio
from pathlib import Path

from bot.messages.buttons import Verb
from bot.words.table_words import card as card_words
from engine.cards import parse_card
from tests.adapters.discord.hosting import Host, hosted, run, server
from tests.adapters.discord.scripted import ScriptedMatch, about_table, offers
from tests.adapters.discord.test_presses import last_answer, two
from tests.loopback.discord.people import Person
from tests.loopback.running import judged
from tests.scripted import true_hand
from tests.watching import Watch


def plain(person: Person) -> str:
    return last_answer(person).replace("\\", "")


async def typed(match: ScriptedMatch, person: Person, words: str, **options: str) -> str:
    """What they are answered in the channel, to them alone; every command says something."""
    before = len(person.sees())
    await match.types(person, words, match.room, **options)
    assert [one for one in person.sees()[before:] if one.only_mine and one.kind == "posted"]
    return plain(person)


def newcomer(match: ScriptedMatch, name: str) -> Person:
    person = match.discord.user(name)
    assert match.room.chat.guild is not None
    match.discord.clubs[match.room.chat.guild.id].joins(person)
    return person


async def resigned(match: ScriptedMatch, person: Person) -> None:
    await match.types(person, "match resign", match.room)
    question = [one for one in person.screen(match.room) if one.receiver][-1]
    await match.tap(person, next(offers(question)))


def test_a_card_is_that_of_the_account_and_of_nobody_with_the_same_name() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        anna, bruno = match.people
        namesake = newcomer(match, "Anna")
        await match.lap(match.play)
        await resigned(match, bruno)
        for whose, words in ((namesake, "Anna has not played here yet."), (anna, "matches 1, won 1")):
            await bruno.answer(bruno.applies("Burraco card", whose, match.room))
            await host.settle()
            assert words in plain(bruno)
        await match.types(namesake, "burraco help", match.room)
        await bruno.answer(bruno.applies("Burraco card", namesake, match.room))
        await host.settle()
        assert "No match that counts yet" in plain(bruno)

    run(body)


def test_a_hand_says_that_the_table_is_paused_and_offers_to_resume() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        await match.types(match.people[0], "match pause", match.room)
        hand = [one for one in person.screen() if about_table(one)][-1]
        assert "The table is paused" in hand.content.text
        assert "on your turn" not in hand.content.text
        await match.press(person, Verb.RESUME)
        assert not (await match.table()).paused

    run(body)


def test_who_sits_nowhere_means_the_table_of_the_channel() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        zoe = newcomer(match, "Zoe")
        assert "There is nothing to see yet" in await typed(match, zoe, "burraco score")
        before = [one.id for one in match.room.shown if about_table(one)]
        await match.types(zoe, "burraco table", match.room)
        assert [one.id for one in match.room.shown if about_table(one)] != before
        found = await zoe.choices(zoe.completes("burraco table", "table", match.label[:2].lower(), match.room))
        assert [one["value"] for one in found] == [match.label]
        assert "Anna" in found[0]["name"]
        other = ScriptedMatch(host, match.room, [newcomer(match, "Carla"), newcomer(match, "Dario")])
        await other.open("fibur", "players=2")
        assert "Which table" in await typed(match, zoe, "burraco score")

    run(body)


def test_the_one_lobby_of_a_channel_is_joined_without_its_name() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        people = [newcomer(match, name) for name in ("Carla", "Dario", "Zoe")]
        other = ScriptedMatch(host, match.room, people)
        await other.open("fibur", "players=4")
        assert other.label in await typed(match, people[1], "burraco join")
        assert len((await other.table()).people) == 2
        again = ScriptedMatch(host, match.room, [newcomer(match, "Eva")])
        await again.open("fibur", "players=2")
        assert "Which table" in await typed(match, people[2], "burraco join")
        question = [one for one in people[2].screen(match.room) if one.receiver][-1]
        await match.tap(people[2], next(one for one in offers(question) if one.label == other.label))
        assert len((await other.table()).people) == 3

    run(body)


def test_what_is_not_understood_of_apart_written_words_has_no_place() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        answer = await typed(match, person, "lay", cards="zz")
        assert "“zz”. A play" in answer
        assert "character" not in answer

    run(body)


def test_a_number_of_players_names_the_codes_of_play_for_it() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        answer = await typed(match, match.people[0], "burraco new", settings="players=3")
        assert "rules=three-player" in answer
        answer = await typed(match, match.people[0], "burraco new", code="three-player", settings="players=4")
        assert "rules=fitab" in answer

    run(body)


def test_of_who_plays_for_a_seat_only_the_last_is_told() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        turn = await match.person_in_turn()
        other = next(one for one in match.people if one is not turn)
        await match.types(other, "burraco leave", match.room)
        await match.types(other, "match return", match.room)
        table_text = [one for one in match.room.shown if about_table(one)][-1].content.text
        assert "takes the cards and plays on" in table_text
        assert "a computer player plays from here on" not in table_text

    run(body)


def test_a_lost_channel_is_told_once_and_regained_after_a_restart(tmp_path: Path) -> None:
    def lost(person: Person) -> int:
        notices = [one for one in person.screen() if "can no longer write" in one.content.text]
        assert len([one for one in notices if about_table(one)]) == 1  # the hand, as long as it is so
        return len([one for one in notices if not about_table(one)])

    async def main() -> None:
        watch = Watch()
        async with server() as discord:
            people = [discord.user("Anna"), discord.user("Bruno")]
            room = discord.guild("Circolo", *people).channel("tavoli")
            async with hosted(discord, tmp_path / "bot.db", watch=watch) as host:
                match = ScriptedMatch(host, room, people)
                await match.begin("fibur", "players=2")
                label = match.label
                room.denies("send_messages")
                await host.settle_events()
                await match.types(people[0], "burraco table", room)
                assert [lost(one) for one in people] == [1, 1]
            discord.clock.advance(60)
            async with hosted(discord, tmp_path / "bot.db", watch=watch) as host:
                match = ScriptedMatch(host, room, people, label)
                await match.types(people[0], "burraco table", room)
                assert [lost(one) for one in people] == [1, 1]
                before = [one.id for one in room.shown]
                room.allows("send_messages")
                await host.settle_events()
                assert [one.id in before for one in room.shown] == [*[True] * (len(before) - 1), False]  # its copy goes
            judged(discord)

    asyncio.run(main())


def test_a_hand_leads_to_its_table_in_an_archived_thread_after_a_restart(tmp_path: Path) -> None:
    async def main() -> None:
        watch = Watch()
        async with server() as discord:
            people = [discord.user("Anna"), discord.user("Bruno")]
            room = discord.guild("Circolo", *people).channel("tavoli")
            async with hosted(discord, tmp_path / "bot.db", watch=watch) as host:
                match = ScriptedMatch(host, room, people)
                await match.types(people[0], "burraco settings", room, settings="threads=on")
                await match.begin("fibur", "players=2")
                label = match.label
                room.threads[0].archives()
                await host.settle_events()
            discord.clock.advance(60)
            async with hosted(discord, tmp_path / "bot.db", watch=watch) as host:
                match = ScriptedMatch(host, room, people, label)
                person = await match.person_in_turn()
                await match.press(person, Verb.SORT)
                hand = [one for one in person.screen() if about_table(one)][-1]
                assert f"/{room.threads[0].id}/" in hand.content.text
            judged(discord)

    asyncio.run(main())


def test_who_plays_by_commands_in_the_channel_is_told_there_what_they_have_done() -> None:
    """Their hand stands in the private chat, and may be shut."""

    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        for shut in (False, True):
            if shut:
                person.closes_dms()
            person = await match.person_in_turn()
            assert await typed(match, person, "draw") in [f"You drew {card}." for card in await hand(match, person)]
            assert await typed(match, person, "sort", order="suit") == "Sorted by suit."
            card = (await true_hand(match, person))[0]
            assert "discarded" in await typed(match, person, "discard", card=card)

    run(body)


async def hand(match: ScriptedMatch, person: Person) -> list[str]:
    """The cards that they hold, as people read them."""
    return [card_words("en", parse_card(card)) for card in await true_hand(match, person)]
