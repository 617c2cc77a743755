"""Commands with accents, which Telegram marks as none: where the bot reads them at all, they are answered.

In a group with the privacy mode on the bot is not given such a line; as an administrator, or as an answer to one of its
own messages, it is.
"""

import unicodedata

import pytest

from tests.adapters.telegram.hosting import Host, run
from tests.adapters.telegram.scripted import ScriptedMatch
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.values import Message

TWO_SIGNS = unicodedata.normalize("NFD", "/novità")  # the letter, and its accent behind it


async def playing(host: Host) -> tuple[ScriptedMatch, Person, Person]:
    people = [host.telegram.user(name, "it") for name in ("Anna", "Bruno")]
    match = ScriptedMatch(host, host.telegram.group("Sala", *people), people)
    await match.begin("fibur players=2")
    person = await match.person_in_turn()
    return match, person, next(one for one in people if one is not person)


async def answers(host: Host, match: ScriptedMatch, person: Person, line: str, above: Message | None = None) -> int:
    """How many messages come after a line in the group: there, and to its writer alone."""

    def count() -> int:
        from_us = [one for one in match.group.messages if one.sender is host.telegram.bot]
        return len(from_us) + len(person.dm.messages)

    before = count()
    person.writes(line, match.group, reply_to=above)
    await host.settle()
    return count() - before


@pytest.mark.parametrize("line", ["/novità", "/NOVITÀ", "/novita'", "/novità@Burraco_bot", TWO_SIGNS])
def test_where_the_bot_reads_everything_a_command_with_an_accent_is_one(line: str) -> None:
    async def body(host: Host) -> None:
        match, _, other = await playing(host)
        match.group.promotes_bot()
        assert await answers(host, match, other, "/novita") > 0
        assert await answers(host, match, other, line) > 0

    run(body)


@pytest.mark.parametrize("line", ["/perché", "/perchè", "/perche'", "/perche’"])
def test_an_answer_to_a_message_of_the_bot_is_read_as_well(line: str) -> None:
    async def body(host: Host) -> None:
        match, person, _ = await playing(host)
        above = next(one for one in reversed(match.group.messages) if one.sender is host.telegram.bot)
        assert await answers(host, match, person, line, above) > 0

    run(body)


@pytest.mark.parametrize("line", ["/così", "/è vero?", "perché?", "/novità@other_bot", "/"])
def test_what_people_say_with_accents_is_left_alone(line: str) -> None:
    async def body(host: Host) -> None:
        match, _, other = await playing(host)
        match.group.promotes_bot()
        assert await answers(host, match, other, line) == 0

    run(body)


@pytest.mark.parametrize(("plain", "line"), [
    ("/perche", "/perché"), ("/perche", "/perche'"), ("/perche", "perchè"), ("/novita", TWO_SIGNS),
])  # fmt: skip
def test_in_the_private_chat_an_accent_may_be_written_in_any_way(plain: str, line: str) -> None:
    async def body(host: Host) -> None:
        _, person, _ = await playing(host)
        person.writes(plain)
        await host.settle()
        expected = person.screen()[-1].content.text
        person.writes(line)
        await host.settle()
        assert person.screen()[-1].content.text == expected

    run(body)
