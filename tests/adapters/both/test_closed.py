"""Private chats that the bot cannot write to, on every platform: a seat is kept, and the hand comes when it can."""

import pytest

from bot.messages.buttons import Verb
from engine.actions import DRAW
from tests.adapters.both import both
from tests.adapters.both.on_discord import discord
from tests.adapters.both.on_telegram import telegram
from tests.adapters.both.surface import Kind, Surface, run


@both
def test_who_cannot_be_written_to_keeps_their_seat_and_their_hand_comes_as_soon_as_they_can(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno = here.person("Anna"), here.person("Bruno")
        here.gather([anna, bruno])
        here.is_shut(bruno)
        await here.comes(anna)
        await here.match.open(*here.options("fibur", "players=2"))
        await here.sits_down_shut(bruno)
        await here.match.start()
        assert "Bruno" in here.text(here.tables()[-1])
        here.check_called(bruno)
        assert here.private(bruno) == []
        await here.opens_private_chat(bruno)
        assert len(here.hands(bruno)) == 1
        assert here.cards_offered(bruno) in ([], await here.true_hand(bruno))
        await here.match.check_hands()
        here.check_called(bruno, open_again=True)

    run(on, body)


@pytest.mark.parametrize(("on", "status"), [(discord, 403), (telegram, 400), (telegram, 403)])
def test_who_shuts_their_private_chat_keeps_their_seat_and_comes_back(on: Kind, status: int) -> None:
    """`status`: with which the platform refuses what is sent there."""

    async def body(here: Surface) -> None:
        await here.two()
        person = await here.match.person_in_turn()
        here.shuts_unheard(person, status)
        await here.tap(person, here.offer(person, DRAW, public=True))
        here.check_shut(person)
        await here.comes_back(person)
        assert here.cards_offered(person) == await here.true_hand(person)
        here.check_shut(person, open_again=True)
        assert len(here.hands(person)) == 1
        await here.discards(person)
        assert await here.match.person_in_turn() is not person

    run(on, body)


@both
def test_who_asks_for_the_hand_in_the_private_chat_has_it_below_and_once(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        for person in here.match.people:
            here.host.clock.advance(10)
            (before,) = here.hands(person)
            await here.asks_for_hand(person)
            (after,) = here.playable(person)
            assert after.id > before.id
            assert after.receiver is None
            assert Verb.SORT in [one.verb for one in here.offered(person)]
            assert not [one for one in here.private(person) if "follows for a quarter of an hour" in here.text(one)]

    run(on, body)
