"""The check of what everybody saw finds on Discord what it is there for: each leak is planted, and caught."""

from dataclasses import replace

import pytest

from engine.actions import DRAW
from tests.adapters.discord.evening import Evening, about_table
from tests.adapters.discord.hosting import Host, check_eyes, run
from tests.evening import NAMES
from tests.loopback.discord.eyes import Sight, parts
from tests.loopback.discord.people import Person


def test_a_leak_of_any_kind_is_caught() -> None:
    async def body(host: Host) -> None:
        people = [host.discord.user(name) for name in NAMES[:2]]
        evening = Evening(host, host.discord.guild("Circolo", *people).channel("tavoli"), people)
        await evening.begin("fibur", "players=2")
        own = await evening.person_in_turn()
        other = next(one for one in people if one is not own)
        await evening.tap(own, next(one for one in evening.offered(own) if one.press.request == DRAW))
        await check_eyes(host)
        assert host.watch.read >= 3
        assert host.watch.judged > 2
        hand = next(one for one in reversed(own.sees()) if one.picture and one.channel == own.dm.id)
        table = next(one for one in own.sees(evening.room) if one.picture)
        said = "\n".join([option["label"] for one in parts(hand.components) for option in one.get("options", [])])
        file = replace(hand.attachments[0], name="record.brn", data=said.encode(), description="")
        alone = replace(hand.attachments[0], description="")
        now = replace(hand, at=host.discord.clock.now(), text="", components=(), attachments=())
        his, shared = replace(now, channel=other.dm.id), replace(now, channel=evening.room.chat.id)
        for who, sight in (
            (other, replace(his, text=said)),
            (other, replace(his, text=said.replace("♥", "\\♥"))),
            (other, replace(his, components=hand.components)),
            (other, replace(his, attachments=hand.attachments)),
            (other, replace(his, attachments=(file,))),
            (other, replace(his, attachments=(alone,))),
            (other, replace(shared, text=said, only_mine=True)),
            (own, replace(shared, text=said)),
            (own, replace(shared, components=hand.components)),
            (own, replace(shared, attachments=(alone,))),
            (own, replace(now, attachments=(replace(alone, data=b"not ours"),))),
        ):
            await caught(host, who, sight)
        for sight in (replace(hand, at=now.at), replace(shared, text=said, only_mine=True), replace(table, at=now.at)):
            own.world.eyes[own.account.id].seen.append(sight)
            await check_eyes(host)

    async def caught(host: Host, who: Person, sight: Sight) -> None:
        seen = who.world.eyes[who.account.id].seen
        seen.append(sight)
        with pytest.raises(AssertionError):
            await check_eyes(host)
        seen.remove(sight)

    run(body)


def test_a_table_that_stands_twice_is_caught() -> None:
    async def body(host: Host) -> None:
        people = [host.discord.user(name) for name in NAMES[:2]]
        evening = Evening(host, host.discord.guild("Circolo", *people).channel("tavoli"), people)
        await evening.begin("fibur", "players=2")
        messages = host.discord.channels[evening.room.chat.id].messages
        first = next(one for one in evening.room.shown if about_table(one))
        for content in (first.content, replace(first.content, text="another")):
            messages[1] = replace(first, id=1, content=content)
            with pytest.raises(AssertionError):
                await check_eyes(host)
            del messages[1]

    run(body)
