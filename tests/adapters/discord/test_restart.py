"""The host is killed without a word in the middle of a turn: no move is lost, and nothing is shown twice."""

import asyncio
from pathlib import Path

from bot.messages.buttons import Verb
from engine.actions import DRAW
from tests.adapters.discord.evening import Offer, about_table, offers
from tests.adapters.discord.hosting import server
from tests.adapters.discord.witness import nobody_saw_too_much, nothing_stands_twice
from tests.loopback.discord import Discord
from tests.loopback.discord.people import Person
from tests.loopback.discord.rooms import Room
from tests.loopback.discord.values import Message
from tests.loopback.running import judged
from tests.programs import LOG, Start, left_behind, programs

PATIENCE = 90.0  # seconds; the program starts three times


def test_a_killed_host_loses_no_move_and_shows_no_table_twice(tmp_path: Path) -> None:
    async def main() -> None:
        async with server() as discord, programs(tmp_path, settings(discord)) as start:
            people = [discord.user("Anna"), discord.user("Bruno")]
            room = discord.guild("Circolo", *people).channel("tavoli")
            process = await started(discord, start)
            await people[0].answer(people[0].types("burraco new", room, code="fibur", settings="players=2"), PATIENCE)
            await discord.until(lambda: any(about_table(one) for one in room.shown), PATIENCE)
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
                process = await started(discord, start)
                await person.answer(person.forges(offer.custom_id, offer.message), PATIENCE)  # was it heard at all?
                await pressed(discord, person, Verb.DROP)
                await pressed(discord, person, None)
                await discord.until(lambda who=person: not wished(who, None), PATIENCE)  # type: ignore[misc]
            await discord.until(lambda: all([about(people[0], room), *[about(one) for one in people]]), PATIENCE)
            process.terminate()
            await asyncio.wait_for(process.wait(), PATIENCE)
            assert [len(about(one)) for one in people] == [1, 1]
            assert len(about(people[0], room)) == 1
            assert discord.token not in (tmp_path / LOG).read_text("utf-8")
            async with left_behind(tmp_path, upright=False) as (watch, service):
                await nobody_saw_too_much(discord, watch, service)
                assert watch.judged > 3
            nothing_stands_twice(discord)
            judged(discord)

    asyncio.run(main())


def about(person: Person, room: Room | None = None) -> list[Message]:
    """The messages before them that have buttons of a table."""
    return [one for one in person.screen(room) if about_table(one)]


def draws(people: list[Person]) -> list[tuple[Person, Offer]]:
    """Who is offered to draw."""
    found = [(person, offer) for person in people for message in person.screen() for offer in offers(message)]
    return [one for one in found if one[1].press.request == DRAW]


def wished(person: Person, verb: Verb | None) -> list[Offer]:
    """What they are offered of this kind; None for a play of cards."""
    found = [offer for message in person.screen() for offer in offers(message)]
    return [one for one in found if one.verb == verb and one.press.request != DRAW]


async def pressed(discord: Discord, person: Person, verb: Verb | None) -> None:
    """They press it as soon as it is there."""
    await discord.until(lambda: wished(person, verb), PATIENCE)
    offer = wished(person, verb)[0]
    values = list(offer.values) if offer.values else None
    await person.answer(person.forges(offer.custom_id, offer.message, values), PATIENCE)


async def started(discord: Discord, start: Start) -> asyncio.subprocess.Process:
    """The program, logged in."""
    logins = discord.gateway.logins
    process = await start()
    await discord.until(
        lambda: discord.gateway.logins > logins and discord.gateway.ready and discord.commands, PATIENCE
    )
    return process


def settings(discord: Discord) -> dict[str, str]:
    return {
        "BURRACO_DISCORD_TOKEN": discord.token,
        "BURRACO_DISCORD_API": discord.api,
        "BURRACO_DISCORD_GATEWAY": discord.gateway_url,
    }
