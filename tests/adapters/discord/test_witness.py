"""The check of what everybody saw finds on Discord what stands twice: it is planted, and caught."""

from dataclasses import replace

import pytest

from tests.adapters.discord.hosting import Host, check_eyes, run
from tests.adapters.discord.scripted import ScriptedMatch, about_table
from tests.scripted import NAMES


def test_a_table_that_stands_twice_is_caught() -> None:
    async def body(host: Host) -> None:
        people = [host.discord.user(name) for name in NAMES[:2]]
        match = ScriptedMatch(host, host.discord.guild("Circolo", *people).channel("tavoli"), people)
        await match.begin("fibur", "players=2")
        messages = host.discord.channels[match.room.chat.id].messages
        first = next(one for one in match.room.shown if about_table(one))
        for content in (first.content, replace(first.content, text="another")):
            messages[1] = replace(first, id=1, content=content)
            with pytest.raises(AssertionError):
                await check_eyes(host)
            del messages[1]

    run(body)
