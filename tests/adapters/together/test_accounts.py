"""Somebody with accounts on both platforms: their hand is where they played last, and the other chat says where."""

import re

import pytest

from bot.messages.buttons import Verb
from bot.words.languages import say
from engine.actions import DRAW
from engine.players import PLAYERS
from tests.adapters.discord.scripted import offers
from tests.adapters.telegram.scripted import presses_on, verb
from tests.adapters.together.hosting import Both
from tests.adapters.together.scripted import Together
from tests.adapters.together.test_one_table import run
from tests.loopback.discord.values import Message as DiscordMessage
from tests.loopback.telegram.people import Person as TelegramPerson
from tests.loopback.telegram.values import Tap


async def linked(table: Together) -> TelegramPerson:
    """Carla, who sits there from Discord, joins with a telephone; the account there is theirs from now on."""
    carla = table.here.people[0]
    again = table.both.telegram.telegram.user("Carla T")
    again.start()
    table.there.group.adds(again)
    await table.here.types(carla, "burraco link")
    texts = [one.text for one in carla.sees() if one.only_mine or one.channel == carla.dm.id]
    words = [re.search(r"[B-Z]{4}\W{1,2}[B-Z]{4}", text) for text in texts]
    word = [found[0].replace("\\", "") for found in words if found][-1]
    again.writes(f"/link {word}")
    await table.both.settle()
    return again


def hands_there(again: TelegramPerson) -> int:
    return len([one for one in again.screen() if Verb.SORT in [verb(press) for press in presses_on(one)]])


def hands_here(table: Together) -> int:
    carla = table.here.people[0]
    return len([one for one in carla.screen() if [offer for offer in offers(one) if offer.verb == Verb.SORT]])


def test_the_hand_is_where_its_owner_played_last_and_the_other_chat_says_where() -> None:
    async def body(both: Both) -> None:
        table = Together(both)
        await table.begin("febur")
        carla = table.here.people[0]
        again = await linked(table)
        label = table.label
        assert (hands_there(again), hands_here(table)) == (1, 0)  # it was Telegram where they acted last
        assert any(f"{label}" in one.content.text and "Telegram" in one.content.text for one in carla.screen())
        await table.here.press(carla, Verb.HAND, table.here.room)  # in the channel, before everybody
        await both.settle()
        assert (hands_there(again), hands_here(table)) == (0, 1)
        texts = [one.content.text for one in again.screen() if not one.content.photo]
        assert any(label in text and "Discord" in text and "/hand" in text for text in texts)
        tap = again.presses("My hand", table.there.group)
        await again.answer(tap)
        await both.settle()
        assert (hands_there(again), hands_here(table)) == (1, 0)
        assert [one for one in again.screen() if "Discord account" in one.content.text] == []  # it is here again
        again.writes("/classifica", table.there.group)
        await table.here.types(carla, "burraco leaderboard", table.here.room)  # that is nothing at the table
        await both.settle()
        assert (hands_there(again), hands_here(table)) == (1, 0)

    run(body)


def sorts(again: TelegramPerson) -> Tap:
    """Goes on playing on Telegram: the hand there is pressed on."""
    buttons = [(one, button) for one in again.screen() for row in one.content.keyboard for button in row]
    found = [(one, button["callback_data"]) for one, button in buttons if ":sort" in button.get("callback_data", "")]
    message, data = found[-1]
    return again.forges(data, message)


def glimpsed(table: Together) -> list[DiscordMessage]:
    """What Carla alone sees of the game beside the table: not what she is offered as she sits down."""
    carla = table.here.people[0]
    own = [one for one in carla.screen(table.here.room) if one.receiver is carla.account]
    return [one for one in own if say("en", "chat.hands-offer") not in one.content.text.replace("\\", "")]


@pytest.mark.parametrize("how", ["private", "channel", "closed"])
def test_a_hand_shown_in_a_channel_loses_its_buttons_when_its_owner_plays_on_the_other_platform(how: str) -> None:
    async def body(both: Both) -> None:
        table = Together(both)
        await table.begin("febur")
        carla = table.here.people[0]
        again = await linked(table)
        if how == "channel":
            await table.here.types(carla, "burraco hands", table.here.room, place="channel")
        elif how == "closed":
            carla.closes_dms()
        await table.here.press(carla, Verb.HAND, table.here.room)
        await both.settle()
        assert Verb.SORT in [one.verb for one in offers(glimpsed(table)[-1])]
        await again.answer(again.presses("My hand", table.there.group))
        await both.settle()
        assert (hands_there(again), hands_here(table)) == (1, 0)
        (left,) = [one for one in glimpsed(table) if one.content.attachments or "Telegram" in one.content.text]
        assert [list(offers(one)) for one in glimpsed(table)] == [[]] * len(glimpsed(table))
        assert not left.content.attachments
        assert table.label in left.content.text
        await again.answer(sorts(again))
        await both.settle()
        assert list(offers(left)) == []
        await table.here.press(carla, Verb.HAND, table.here.room)
        await both.settle()
        (here,) = [one for one in glimpsed(table) if list(offers(one))]
        assert Verb.SORT in [one.verb for one in offers(here)]
        assert [one for one in glimpsed(table) if "Telegram" in one.content.text] == []

    run(body)


def test_who_draws_in_the_channel_of_the_other_platform_has_the_hand_there() -> None:
    async def body(both: Both) -> None:
        table = Together(both)
        await table.begin("febur")
        again = await linked(table)
        seat = await both.telegram.service.person_of("discord", str(table.here.people[0].id))
        while (await table.table()).chair((await table.table()).in_turn).person != seat:
            await table.turn(PLAYERS["heuristic"](3))
        assert (hands_there(again), hands_here(table)) == (1, 0)
        carla = table.here.people[0]
        (draw,) = [one for one in table.here.offered(carla, table.here.room) if one.press.request == DRAW]
        await table.here.tap(carla, draw)
        await both.settle()
        assert (hands_there(again), hands_here(table)) == (0, 1)

    run(body)
