"""A small Discord for tests on this machine: the unchanged client logs in to it, people with eyes use it.

async with serve(specs) as discord:
    anna = discord.user("Anna", locale="it")
    club = discord.guild("Circolo", anna)
    tavoli = club.channel("tavoli")
    ...  # start a bot with discord.token, discord.api and discord.gateway_url
    await anna.until(lambda _seen: "burraco new" in anna.commands(tavoli))
    act = await anna.answer(anna.types("burraco new", tavoli, code="fitab"))
    await anna.answer(anna.presses("Join", tavoli))
    assert discord.violations == []
"""

from tests.loopback.discord.server import Discord, serve

__all__ = ["Discord", "serve"]
