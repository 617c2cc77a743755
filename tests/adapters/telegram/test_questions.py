"""A tournament's form on Telegram without a typed command: name and day are replies to the bot's question."""

from tests.adapters.telegram.hosting import Host, run
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
