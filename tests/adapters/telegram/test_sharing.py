"""What is shared by typing the bot's name in any chat: only what everybody may read, as a picture where it can be."""

import pytest

from bot.gateway.inbound.inbound import Inbound
from bot.gateway.inbound.shares import Share
from bot.messages.buttons import Verb
from bot.requests.request_context import RequestContext
from bot.tables.table import PLAYING
from bot.words.languages import say
from tests.adapters.telegram.hosting import Host, run
from tests.adapters.telegram.scripted import ScriptedMatch
from tests.loopback.telegram.groups import Group
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.values import Json
from tests.scripted import CARD

NAMES = ("<b>Anna</b> & Co", "Bruno")


async def played(host: Host) -> tuple[ScriptedMatch, Group]:
    """A match that was given up, and a group in which the bot is not."""
    people = [host.telegram.user(name) for name in NAMES]
    match = ScriptedMatch(host, host.telegram.group("Sala", *people), people)
    await match.begin("fibur players=2")
    await match.press(people[0], Verb.HAND, match.group)
    await match.lap(match.play)
    people[1].writes("/resign")
    await host.settle()
    await match.press(people[1], Verb.RESIGN)
    assert (await match.table()).phase != PLAYING
    return match, host.telegram.group("Elsewhere", people[0], bot=False)


async def offered(person: Person, words: str, where: Group) -> tuple[list[Json], list[str]]:
    """The results for what they type, and what each leaves in the chat when they pick it."""
    query = person.asks(words, where)
    results = await person.results(query)
    for one in results:
        person.picks(query, one["id"])
    return results, [one.content.text for one in where.messages[-len(results) :]]


def test_a_card_a_score_and_results_are_shared_as_pictures_and_words() -> None:
    async def body(host: Host) -> None:
        match, elsewhere = await played(host)
        anna, bruno = match.people
        before, rung = len(anna.screen()), len(anna.notified())
        results, texts = await offered(anna, "", elsewhere)
        await host.settle()
        assert [one["id"] for one in results] == [f"score{match.label}", "card", "result0"]
        assert [one["type"] for one in results] == ["photo", "photo", "article"]
        assert [bool(one.content.photo) for one in elsewhere.messages[-3:]] == [True, True, False]
        assert len(anna.screen()) == before  # the pictures have only passed through
        assert [one for one in anna.notified()[rung:] if one.picture] == []
        assert any("‹b›Anna‹∕b› & Co" in text for text in texts)
        assert not any("&amp;" in text or CARD.search(text) for text in texts)
        assert bruno.sees(elsewhere) == []
        calls = len(host.telegram.called("sendPhoto"))
        again, _ = await offered(anna, "card", elsewhere)
        assert [one["id"] for one in again] == ["card"]
        assert len(host.telegram.called("sendPhoto")) == calls  # Telegram has the picture

    run(body)


def test_who_has_not_opened_the_private_chat_shares_words() -> None:
    async def body(host: Host) -> None:
        match, elsewhere = await played(host)
        anna = match.people[0]
        anna.blocks()
        await host.settle()
        results, texts = await offered(anna, "", elsewhere)
        assert {one["type"] for one in results} == {"article"}
        assert "Anna" in texts[0]

    run(body)


def test_who_is_not_known_yet_reads_in_the_language_of_their_app() -> None:
    async def body(host: Host) -> None:
        for app, language in (("it", "it"), ("de", "en"), ("", "en")):
            stranger = host.telegram.user("Zoe", app)
            elsewhere = host.telegram.group("Elsewhere", stranger, bot=False)
            (result,), (text,) = await offered(stranger, "", elsewhere)
            assert (result["title"], text) == (say(language, "inline.hello"), say(language, "welcome.words"))
            assert result["reply_markup"]["inline_keyboard"][0][0]["text"] == say(language, "button.play-now")

    run(body)


def test_a_table_that_is_played_is_not_shared() -> None:
    async def body(host: Host) -> None:
        people = [host.telegram.user(name) for name in NAMES]
        match = ScriptedMatch(host, host.telegram.group("Sala", *people), people)
        await match.begin("fibur players=2")
        elsewhere = host.telegram.group("Elsewhere", people[0], bot=False)
        results, _ = await offered(people[0], match.label, elsewhere)
        assert [one["id"] for one in results] == ["hello"]
        stranger = host.telegram.user("Zoe")
        assert [one["id"] for one in await stranger.results(stranger.asks("card"))] == ["hello"]

    run(body)


def test_after_a_fault_of_ours_the_way_to_the_bot_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    async def body(host: Host) -> None:
        async def fails(_inbound: Inbound, _context: RequestContext) -> list[Share]:
            raise OverflowError("date value out of range")

        stranger = host.telegram.user("Zoe", "it")
        monkeypatch.setattr(Inbound, "shares", fails)
        (result,) = await stranger.results(stranger.asks("card"))
        assert (result["id"], result["title"]) == ("hello", say("it", "inline.hello"))

    run(body)


def test_what_somebody_shares_in_their_chat_with_the_bot_is_not_taken_for_a_line_of_theirs() -> None:
    async def body(host: Host) -> None:
        match, _ = await played(host)
        anna = match.people[0]
        await match.open("fibur players=2")
        query = anna.asks("")
        results = await anna.results(query)
        assert {one["type"] for one in results} == {"article", "photo"}
        before = len(anna.dm.messages)
        for one in results:
            anna.picks(query, one["id"])
        await host.settle()
        assert len(anna.dm.messages) == before + len(results)

    run(body)
