"""The check of what everybody saw finds what it is there for: each leak is planted, and caught."""

from dataclasses import replace

import pytest

from bot.messages.buttons import Verb
from engine.actions import DRAW
from tests.adapters.telegram.evening import Evening
from tests.adapters.telegram.hosting import Host, check_eyes, run
from tests.evening import NAMES
from tests.loopback.telegram.eyes import Sight
from tests.loopback.telegram.people import Person


def test_a_leak_of_any_kind_is_caught() -> None:
    async def body(host: Host) -> None:
        people = [host.telegram.user(name) for name in NAMES[:2]]
        evening = Evening(host, host.telegram.group("Sala", *people), people)
        await evening.begin("fibur players=2")
        host.telegram.ephemeral = False
        own = await evening.person_in_turn()
        other = next(one for one in people if one is not own)
        await evening.tap(own, next(one for one in evening.offered(own) if one[1].request == DRAW))
        alert = (await evening.press(own, Verb.HAND, evening.group)).text
        await check_eyes(host)
        assert host.watch.read >= 3
        assert host.watch.judged > 2
        hand = next(one for one in reversed(own.sees()) if one.picture and one.chat == own.id)
        buttons = own.screen()[-1].content.keyboard
        table = next(one for one in own.sees(evening.group) if one.picture)
        now = replace(hand, at=host.telegram.clock.now(), text="", keyboard=(), picture=b"")
        in_group = replace(now, chat=evening.group.id)
        for who, sight in (
            (other, replace(now, chat=other.id, text=alert)),
            (other, replace(now, chat=other.id, keyboard=buttons)),
            (other, replace(now, chat=other.id, picture=hand.picture)),
            (other, replace(now, chat=other.id, document=alert.encode())),
            (own, replace(in_group, text=alert)),
            (own, replace(in_group, picture=hand.picture)),
            (own, replace(now, picture=b"not ours")),
        ):
            await caught(host, who, sight)
        for sight in (replace(now, text=alert, picture=hand.picture), replace(in_group, picture=table.picture)):
            own.world.eyes[own.id].seen.append(sight)
            await check_eyes(host)

    async def caught(host: Host, who: Person, sight: Sight) -> None:
        seen = who.world.eyes[who.id].seen
        seen.append(sight)
        with pytest.raises(AssertionError):
            await check_eyes(host)
        seen.remove(sight)

    run(body)
