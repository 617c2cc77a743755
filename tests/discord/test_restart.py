"""The host is killed without a word in the middle of a turn: no move is lost, and nothing is shown twice."""

import asyncio
import os
import sys
from contextlib import AsyncExitStack
from pathlib import Path

from bot.chat.messages.buttons import Verb
from engine.actions import DRAW
from tests.discord.evening import Offer, about_table, offers
from tests.discord.hosting import judged, server
from tests.discord.witness import witness_of
from tests.loopback.discord import Discord
from tests.loopback.discord.people import Person
from tests.loopback.discord.rooms import Room
from tests.loopback.discord.values import Message

PATIENCE = 30.0  # seconds; the program starts three times


def test_a_killed_host_loses_no_move_and_shows_no_table_twice(tmp_path: Path) -> None:
    async def main() -> None:
        async with server() as discord, AsyncExitStack() as stack:
            people = [discord.user("Anna"), discord.user("Bruno")]
            room = discord.guild("Circolo", *people).channel("tavoli")
            process = await started(discord, tmp_path, stack)
            await people[0].answer(people[0].types("burraco new", room, code="fibur", settings="players=2"), PATIENCE)
            await discord.until(lambda: any([about_table(one) for one in room.shown]), PATIENCE)
            lobby = next(one for one in room.shown if about_table(one))
            label = next(offers(lobby)).press.table
            await people[1].answer(people[1].forges(f"{label}:0:join", lobby), PATIENCE)
            await discord.until(lambda: "Bruno" in lobby.content.text, PATIENCE)
            await people[0].answer(people[0].forges(f"{label}:0:start", lobby), PATIENCE)
            for _ in range(2):
                await discord.until(lambda: draws(people), PATIENCE)
                person, offer = draws(people)[0]
                await person.answer(person.forges(offer.custom_id, offer.message), PATIENCE)
                process.kill()
                await process.wait()
                process = await started(discord, tmp_path, stack)
                await person.answer(person.forges(offer.custom_id, offer.message), PATIENCE)  # was it heard at all?
                await pressed(discord, person, Verb.DROP)
                await pressed(discord, person, None)
                await discord.until(lambda who=person: not wished(who, None), PATIENCE)  # type: ignore[misc]
            await discord.until(lambda: all([about(people[0], room), *[about(one) for one in people]]), PATIENCE)
            process.terminate()
            await asyncio.wait_for(process.wait(), PATIENCE)
            assert [len(about(one)) for one in people] == [1, 1]
            assert len(about(people[0], room)) == 1
            assert discord.token not in (tmp_path / "log.txt").read_text("utf-8")
            await witness_of(discord).read(tmp_path / "bot.db")
            judged(discord)

    asyncio.run(main())


def about(person: Person, room: Room | None = None) -> list[Message]:
    """The messages before him that have buttons of a table."""
    return [one for one in person.screen(room) if about_table(one)]


def draws(people: list[Person]) -> list[tuple[Person, Offer]]:
    """Who is offered to draw."""
    found = [(person, offer) for person in people for message in person.screen() for offer in offers(message)]
    return [one for one in found if one[1].press.wish == DRAW]


def wished(person: Person, verb: Verb | None) -> list[Offer]:
    """What he is offered of this kind; None for a play of cards."""
    found = [offer for message in person.screen() for offer in offers(message)]
    return [one for one in found if one.verb == verb and one.press.wish != DRAW]


async def pressed(discord: Discord, person: Person, verb: Verb | None) -> None:
    """He presses it as soon as it is there."""
    await discord.until(lambda: wished(person, verb), PATIENCE)
    offer = wished(person, verb)[0]
    values = list(offer.values) if offer.values else None
    await person.answer(person.forges(offer.custom_id, offer.message, values), PATIENCE)


async def started(discord: Discord, folder: Path, stack: AsyncExitStack) -> asyncio.subprocess.Process:
    """The program as its owner starts it, logged in; ended with the stack at the latest."""
    logins = discord.gateway.logins
    settings = {
        "BURRACO_DATABASE": str(folder / "bot.db"),
        "BURRACO_DISCORD_TOKEN": discord.token,
        "BURRACO_DISCORD_API": discord.api,
        "BURRACO_DISCORD_GATEWAY": discord.gateway_url,
        "BURRACO_WEB": "off",
        "BURRACO_LOG": "debug",
    }
    log = (folder / "log.txt").open("ab")
    try:
        root = Path(__file__).parent.parent.parent
        environment = {**os.environ, **settings, "PYTHONPATH": str(root)}
        command = (sys.executable, "-m", "bot", "run")
        process = await asyncio.create_subprocess_exec(*command, cwd=folder, env=environment, stdout=log, stderr=log)
    finally:
        log.close()
    stack.callback(lambda: process.kill() if process.returncode is None else None)
    await discord.until(
        lambda: discord.gateway.logins > logins and discord.gateway.ready and discord.commands, PATIENCE
    )
    return process
