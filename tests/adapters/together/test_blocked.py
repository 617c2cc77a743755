"""Somebody with accounts on both platforms shuts their chat on Telegram, plays on at Discord, and comes back."""

from bot.messages.buttons import Verb
from engine.actions import DRAW
from engine.players import PLAYERS
from tests.adapters.discord.scripted import is_away, offers
from tests.adapters.telegram.scripted import presses_on, verb
from tests.adapters.together.hosting import Both
from tests.adapters.together.scripted import Together
from tests.adapters.together.test_accounts import hands_here, hands_there, linked
from tests.adapters.together.test_one_table import run


def test_a_hand_in_a_chat_that_was_blocked_loses_its_buttons_when_its_owner_comes_back() -> None:
    async def body(both: Both) -> None:
        table = Together(both)
        await table.begin("febur")
        carla = table.here.people[0]
        again = await linked(table)
        assert (hands_there(again), hands_here(table)) == (1, 0)
        (old,) = [one for one in again.screen() if [press for press in presses_on(one) if press.table == table.label]]
        again.blocks()
        await both.settle()
        assert hands_here(table) == 1  # the hand is where it can be read
        there, here = table.table_messages()
        assert not any("Carla has" in text for text in (there.content.text, here.content.text))
        mine = await both.telegram.service.person_of("discord", str(carla.id))
        while (await table.table()).chair((await table.table()).in_turn).person != mine:
            await table.turn(PLAYERS["heuristic"](3))
        draw = next(one for one in table.here.offered(carla) if one.press.request == DRAW)
        await table.here.tap(carla, draw)
        stage = (await table.table()).stage
        assert {one.press.stage for one in table.here.offered(carla) if is_away(one)} == {stage}
        assert hands_here(table) == 1
        assert presses_on(old)  # nobody can change it
        again.unblocks()
        await both.settle()
        assert [one for one in again.screen() if one.id == old.id and presses_on(one)] == []
        assert (hands_there(again), hands_here(table)) == (1, 0)  # they have just come to this chat
        (now,) = [one for one in again.screen() if Verb.SORT in [verb(press) for press in presses_on(one)]]
        assert now.id != old.id
        assert stage in {press.stage for press in presses_on(now)}
        assert not [one for one in carla.screen() if [offer for offer in offers(one) if is_away(offer)]]
        await table.here.press(carla, Verb.HAND, table.here.room)
        await both.settle()
        assert (hands_there(again), hands_here(table)) == (0, 1)
        await both.check_eyes()

    run(body)
