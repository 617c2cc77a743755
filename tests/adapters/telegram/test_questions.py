"""A tournament's form on Telegram without a typed command: name and day are replies to the bot's question."""

import asyncio
from pathlib import Path

from bot.host.notes import QUESTIONS
from tests.adapters.telegram.hosting import Host, hosted, run
from tests.loopback.running import specs
from tests.loopback.telegram import serve
from tests.loopback.telegram.people import Person


async def answers(host: Host, person: Person, words: str) -> None:
    """They reply to the last message of their private chat, as their client does by itself."""
    person.writes(words, reply_to=person.screen()[-1])
    await host.settle()


async def presses(host: Host, person: Person, label: str) -> None:
    person.presses(label)
    await host.settle()


def last_shown(person: Person) -> str:
    return person.screen()[-1].content.text


def test_a_tournament_is_announced_without_typing_a_command() -> None:
    async def body(host: Host) -> None:
        anna = host.telegram.user("Anna")
        sala = host.telegram.group("Sala", anna)
        anna.start()
        anna.writes("/tournament new", sala)
        await host.settle()
        await presses(host, anna, "Name")
        assert last_shown(anna) == "Name: reply to this message with it."
        await answers(host, anna, "Thursday night")
        assert "A new tournament: Thursday night" in last_shown(anna)
        await presses(host, anna, "Day")
        await presses(host, anna, "another day…")
        await answers(host, anna, "the day after never")
        assert "the day after never" in last_shown(anna)
        assert "Thursday night" in last_shown(anna)  # what was right stays
        await presses(host, anna, "Day")
        await presses(host, anna, "another day…")
        await answers(host, anna, "friday 20:15")
        assert "20:15" in last_shown(anna)
        await presses(host, anna, "Announce it")
        ((_, one),) = await host.service.tournaments.tournaments.live()
        assert one.announcement.name == "Thursday night"

    run(body)


async def evening(host: Host) -> tuple[Person, Person, Person]:
    """Two play one round of two deals, with real cards; who directs it, and the two."""
    anna, bruno, carla = people = [host.telegram.user(name) for name in ("Anna", "Bruno", "Carla")]
    sala = host.telegram.group("Sala", *people)
    for person in people:
        person.start()
    anna.writes("/tournament new Thursday kind=singles code=febur rounds=danese deals=2", sala)
    await host.settle()
    for person in (bruno, carla):
        person.writes("/tournament in", sala)
        await host.settle()
    anna.writes("/tournament start", sala)
    for _ in range(3):
        await host.service.tournaments.tournaments.fire()
        await host.settle()
    bruno.writes("/tournament mine")
    await host.settle()
    return anna, bruno, carla


def test_a_sheet_and_other_numbers_are_replies_to_a_question() -> None:
    async def body(host: Host) -> None:
        _, bruno, carla = await evening(host)
        await presses(host, bruno, "Enter the score")
        assert last_shown(bruno).startswith("The points of each deal, N-S first")
        await answers(host, bruno, "720-505 335 640")
        assert "You wrote: 720-505 335 640" in bruno.screen()[-2].content.text
        await answers(host, bruno, "720-505")  # of the first of two deals
        assert "Is 720-505 the sum of them all?" in last_shown(bruno)
        ((_, one),) = await host.service.tournaments.tournaments.live()
        assert one.sheets == ()
        await presses(host, bruno, "Enter the score")
        await answers(host, bruno, "720-505 335-640")
        ((_, one),) = await host.service.tournaments.tournaments.live()
        assert [sheet.totals for sheet in one.sheets] == ['{"deals":[[720,505],[335,640]]}']
        await presses(host, carla, "Countersign")
        carla.writes("/tournament correct")
        await host.settle()
        assert last_shown(carla).startswith("The right points of each deal, N-S first")
        await answers(host, carla, "720-505 335-645")
        ((_, one),) = await host.service.tournaments.tournaments.live()
        assert [request.totals for request in one.requests] == ['{"deals":[[720,505],[335,645]]}']

    run(body)


def test_a_question_is_answered_after_a_restart_and_goes_with_who_is_forgotten(tmp_path: Path) -> None:
    async def test() -> None:
        async with serve(specs(), 1) as telegram:
            async with hosted(telegram, tmp_path / "telegram.db") as host:
                _, bruno, _ = await evening(host)
                await presses(host, bruno, "Enter the score")
            async with hosted(telegram, tmp_path / "telegram.db") as host:
                assert await host.service.notes.all_about(QUESTIONS) == {f"telegram:{bruno.id}"}
                await answers(host, bruno, "720-505 335-640")
                ((_, one),) = await host.service.tournaments.tournaments.live()
                assert [sheet.totals for sheet in one.sheets] == ['{"deals":[[720,505],[335,640]]}']
                bruno.writes("/erase")
                await host.settle()
                word = last_shown(bruno).split("/erase ")[1].split()[0].strip(".:")
                bruno.writes(f"/erase {word}")
                await host.settle()
                assert await host.service.notes.all_about(QUESTIONS) == set()

    asyncio.run(test())
