"""The words that Telegram's people read: groups and private chats, figures as their language writes them."""

import re

import pytest

from bot.messages.buttons import Verb
from bot.words.languages import say
from tests.adapters.telegram.hosting import Host, run
from tests.adapters.telegram.scripted import ScriptedMatch
from tests.loopback.telegram.people import Person

ABROAD = re.compile(r"\b(canal[ei]|channels?|server|thread)\b", re.IGNORECASE)
LINES = (
    *("/new", "/tables", "/join ZZZZ", "/settings", "/settings players=9", "/stats", "/leaderboard", "/history"),
    *("/leaderboard group", "/partners", "/plans", "/plan cancel 1", "/hands", "/hands here", "/end", "/pause"),
    *("/replace N", "/correct ZZZZ", "/erase", "/help", "/help 2", "/help 3", "/language", "/resume", "/name"),
)


async def given_up(host: Host, language: str) -> ScriptedMatch:
    """A match that counts: who was not in turn at its end has won it."""
    people = [host.telegram.user(name, language=language) for name in ("Anna", "Bruno")]
    match = ScriptedMatch(host, host.telegram.group("Sala", *people), people)
    await match.begin("fibur players=2 hands=1")
    await match.lap(match.play)
    people[1].writes("/resign")
    await host.settle()
    await match.press(people[1], Verb.RESIGN)
    return match


async def answered(person: Person, line: str, host: Host) -> str:
    person.writes(line)
    await host.settle()
    return person.screen()[-1].content.text


@pytest.mark.parametrize("language", ["en", "it"])
def test_nobody_reads_of_channels_and_servers(language: str) -> None:
    async def body(host: Host) -> None:
        anna, bruno = (host.telegram.user(name, language=language) for name in ("Anna", "Bruno"))
        sala = host.telegram.group("Sala", anna, bruno, forum=True)
        for line in LINES:
            for person, where in ((bruno, sala), (anna, None)):
                person.writes(line, where)
                await host.settle()
        read = [one.text for person in (anna, bruno) for one in person.sees() if one.sender == "Burraco"]
        assert len(read) > len(LINES)
        assert [text for text in read if ABROAD.search(text)] == []

    run(body)


@pytest.mark.parametrize(("language", "figure"), [("it", "14,00"), ("en", "14.00")])
def test_figures_are_written_as_in_the_language_also_in_files(language: str, figure: str) -> None:
    async def body(host: Host) -> None:
        match = await given_up(host, language)
        anna = match.people[0]
        sign = figure[2]
        for line in ("/stats", "/leaderboard singles"):
            text = await answered(anna, line, host)
            assert figure in text, line
            assert re.search(rf"~\d+\{sign}\d±\d+\{sign}\d", text), line
            assert anna.screen()[-1].content.photo is not None
        for line in ("/stats csv", "/leaderboard singles csv"):
            anna.writes(line)
            await host.settle()
            files = [one.document.decode() for one in anna.sees(None, "posted") if one.document]
            assert figure in files[-1], line
            assert figure.translate(str.maketrans(".,", ",.")) not in files[-1], line

    run(body)


@pytest.mark.parametrize("language", ["it", "en"])
def test_who_has_played_against_computers_alone_is_told_what_counts(language: str) -> None:
    async def body(host: Host) -> None:
        words = say(language, "player.empty").split(".")[0]
        anna = host.telegram.user("Anna", language=language)
        assert words in await answered(anna, "/stats", host)
        sala = host.telegram.group("Sala", anna)
        label = (await answered(anna, "/play", host)).split()[2 if language == "it" else 1]
        match = ScriptedMatch(host, sala, [anna], label)
        await match.dealt()
        await match.lap(match.play)
        anna.writes("/resign")
        await host.settle()
        await anna.answer(anna.presses(say(language, "button.sure")))
        await host.settle()
        text = await answered(anna, "/stats", host)
        assert words in text
        assert say(language, "player.empty", practice="1") in text
        assert anna.screen()[-1].content.photo is None
        assert [one["id"] for one in await anna.results(anna.asks("card"))] != ["card"]

    run(body)


def test_what_cannot_be_taken_back_cites_no_other_code() -> None:
    async def body(host: Host) -> None:
        people = [host.telegram.user(name) for name in ("Anna", "Bruno")]
        match = ScriptedMatch(host, host.telegram.group("Sala", *people), people)
        await match.begin("fibur players=2")
        text = await answered(await match.person_in_turn(), "/back", host)
        assert say("en", "citation.house") in text
        assert "FITAB" not in text

    run(body)
