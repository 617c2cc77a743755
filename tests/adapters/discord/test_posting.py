"""*Show here*: what was asked for alone in a channel is posted there for everybody, once, and not in a flood."""

import re

import pytest

from bot.messages.buttons import Verb
from tests.adapters.discord.hosting import Host, run
from tests.adapters.discord.scripted import Offer, ScriptedMatch, offers
from tests.adapters.discord.test_presses import last_answer
from tests.loopback.discord.people import Person

WORDS = {
    "en-US": ("Show here", "It stands in the channel now", "It stands in the channel already", "Again in"),
    "it": ("Mostra qui", "Ora sta nel canale", "È già nel canale", "Di nuovo tra"),
}


async def played(host: Host, language: str = "en-US") -> ScriptedMatch:
    """Two people and a match of theirs that has ended, for the first of them with a win."""
    anna, bruno = (host.discord.user(name, language) for name in ("Anna", "Bruno"))
    club = host.discord.guild("Circolo", anna, bruno)
    club.grants(anna, "manage_guild")
    room = club.channel("tavoli")
    match = ScriptedMatch(host, room, [anna, bruno])
    await match.types(anna, "burraco settings", room, settings=f"language={language[:2]}")
    await match.begin("fibur", "players=2 hands=1")
    while match.turns < 5:
        await match.play()
    act = await match.types(bruno, "match resign", room)
    assert act.original is not None
    (sure,) = [one for one in offers(act.original) if one.verb == Verb.RESIGN]
    await match.tap(bruno, sure)
    return match


def posts(match: ScriptedMatch, person: Person) -> list[Offer]:
    """The buttons *Show here* on this person's screen."""
    found = [one for message in person.screen(match.room) if message.receiver is not None for one in offers(message)]
    return [one for one in found if one.verb == Verb.POST]


@pytest.mark.parametrize("language", ["en-US", "it"])
def test_a_page_that_was_asked_for_is_shown_to_everybody_once(language: str) -> None:
    async def body(host: Host) -> None:
        match = await played(host, language)
        anna, bruno = match.people
        label, confirmation, stands, again_in = WORDS[language]
        before = len(match.room.shown)
        await match.types(anna, "burraco stats", match.room)
        (button,) = posts(match, anna)
        assert label in str(button.message.content.components)
        assert len(match.room.shown) == before
        await match.tap(anna, button)
        (page,) = match.room.shown[before:]
        assert page.receiver is None
        (picture,) = page.content.attachments
        assert picture.data.startswith(b"\x89PNG")
        assert "Anna" in picture.description
        assert any(one.message == page.id and one.picture for one in bruno.sees(match.room))
        assert confirmation in last_answer(anna)
        assert posts(match, anna) == []
        await match.tap(anna, button)
        assert stands in last_answer(anna)
        assert len(match.room.shown) == before + 1
        await match.types(anna, "burraco leaderboard", match.room, board="week wins")
        (board,) = posts(match, anna)
        await match.tap(anna, board)
        assert again_in in last_answer(anna)
        assert len(match.room.shown) == before + 1
        assert posts(match, anna) == [board]
        host.discord.clock.advance(31)
        await match.tap(anna, board)
        assert len(match.room.shown) == before + 2
        assert "Bruno" in match.room.shown[-1].content.text.replace("\\", "")

    run(body)


@pytest.mark.parametrize(("language", "you"), [("en-US", "(you)"), ("it", "(tu)")])
def test_a_board_for_everybody_calls_nobody_you(language: str, you: str) -> None:
    async def body(host: Host) -> None:
        match = await played(host, language)
        anna, _ = match.people
        await match.types(anna, "burraco leaderboard", match.room)
        (board,) = posts(match, anna)
        (alone,) = board.message.content.attachments
        await match.tap(anna, board)
        (public,) = match.room.shown[-1].content.attachments
        assert you in alone.description
        assert "Anna" in public.description
        assert you not in public.description
        assert public.data != alone.data  # nor does the picture mark a row

    run(body)


def test_two_taps_at_once_post_once() -> None:
    async def body(host: Host) -> None:
        match = await played(host)
        anna, _ = match.people
        before = len(match.room.shown)
        await match.types(anna, "burraco history", match.room)
        (button,) = posts(match, anna)
        acts = [anna.forges(button.custom_id, button.message) for _ in range(3)]
        for act in acts:
            await anna.answer(act)
        await host.settle()
        assert len(match.room.shown) == before + 1
        assert "Matches of Anna" in match.room.shown[-1].content.text

    run(body)


def test_nothing_is_offered_in_private_nor_where_there_is_nothing_to_show() -> None:
    async def body(host: Host) -> None:
        match = await played(host)
        anna, _ = match.people
        carla = host.discord.user("Carla")
        next(iter(host.discord.clubs.values())).joins(carla)
        await match.types(carla, "burraco stats", match.room)
        assert posts(match, carla) == []
        await match.types(anna, "burraco stats")
        assert [one for message in anna.screen() for one in offers(message) if one.verb == Verb.POST] == []

    run(body)


def test_what_a_forged_button_asks_for_is_posted_only_where_it_is_a_page_for_all() -> None:
    async def body(host: Host) -> None:
        match = await played(host)
        anna, _ = match.people
        await match.types(anna, "burraco stats", match.room)
        (button,) = posts(match, anna)
        before = len(match.room.shown)
        for page in ("export", "erase", "stats.csv", "hand", "stats.nobody", "correct.yes.X"):
            await anna.answer(anna.forges(f"0:0:post:{page}", button.message))
            await host.settle()
        assert len(match.room.shown) == before

    run(body)


def test_where_the_bot_may_not_write_it_says_so_and_it_can_be_tried_again() -> None:
    async def body(host: Host) -> None:
        match = await played(host)
        anna, _ = match.people
        await match.types(anna, "burraco partners", match.room)
        await match.types(anna, "burraco stats", match.room)
        button = posts(match, anna)[-1]
        match.room.denies("send_messages")
        await host.settle_events()
        before = len(match.room.shown)
        await match.tap(anna, button)
        assert "not allowed to write" in last_answer(anna)
        match.room.allows("send_messages")
        await host.settle_events()
        await match.tap(anna, button)
        assert len(match.room.shown) == before + 1

    run(body)


def test_nobody_who_was_forgotten_is_shown() -> None:
    async def body(host: Host) -> None:
        match = await played(host)
        anna, bruno = match.people
        await match.types(anna, "burraco stats", match.room, player=bruno)
        (button,) = posts(match, anna)
        id_ = await host.service.person_of("discord", str(bruno.id))
        host.watch.people[f"discord:{bruno.id}"] = id_
        await match.types(bruno, "burraco leave")
        await match.types(bruno, "burraco erase")
        word = re.search(r"erase ([A-Z0-9]+)", last_answer(bruno))
        assert word is not None, last_answer(bruno)
        await match.types(bruno, "burraco erase", word=word[1])
        before = len(match.room.shown)
        await match.tap(anna, button)
        assert len(match.room.shown) == before
        assert "nothing to show" in last_answer(anna)

    run(body)
