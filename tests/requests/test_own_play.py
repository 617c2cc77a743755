"""What is said of somebody's own play is for them alone: in a private chat and in their own window, nowhere else."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.gateway.inbound.posting import Posting
from bot.gateway.inbound.request_answers import _with_place
from bot.gateway.inbound.request_json import request_of
from bot.gateway.inbound.responses import answer_message
from bot.gateway.inbound.shares import shares
from bot.messages.message import Message
from bot.requests.board_answers import Stats
from bot.requests.request_context import RequestContext
from bot.requests.service import Service
from bot.words.languages import say
from tests.requests.test_about import BAR, run, written

OWN = {language: say(language, "own.title") for language in ("en", "it")}


def words_of(message: Message | None) -> str:
    """Everything that a message says, the words on its picture too."""
    assert message is not None
    return f"{message.lines} {message.alt} {message.brief} {message.picture}"


async def card_shown(service: Service, person: str, of: str = "", **where: Any) -> str:
    """What a chat shows somebody who asks for a card there."""
    context = RequestContext(channel=BAR, known_as=person, **where)
    request = await _with_place(Stats(of, BAR), context)
    return words_of(answer_message(await service.carry_out(context, request), request, "en"))


def says_own(text: str) -> bool:
    return any(title in text for title in OWN.values()) or "Your rating is" in text or "La tua valutazione" in text


@pytest.mark.parametrize(
    ("where", "of", "is_told"),
    [
        ({"private": True}, "", True),
        ({"alone": True}, "", True),  # in a channel, as something that nobody else sees
        ({}, "", False),
        ({"private": True}, "p2", False),
        ({"private": True}, "p1", False),  # a card by its name is the one that others see
    ],
)
def test_a_chat_tells_it_where_nobody_else_reads(
    tmp_path: Path, where: dict[str, bool], of: str, is_told: bool
) -> None:
    async def test(service: Service) -> None:
        assert says_own(await card_shown(service, "p1", of, **where)) is is_told

    run(tmp_path, test)


def test_a_window_is_told_of_its_own_card_alone(tmp_path: Path) -> None:
    async def test(service: Service) -> None:
        mine = await service.do("p1", request_of({"want": "stats"}))
        assert mine.json["player"]["own"]
        for person, of in (("p2", "p1"), ("p5", "Anna"), ("p1", "p1")):
            other = await service.do(person, request_of({"want": "stats", "of": of}))
            assert other.json["player"]["own"] == []
            assert not says_own(json.dumps(other.json, ensure_ascii=False))
        _, text = written(await service.do("p1", request_of({"want": "stats", "csv": True})))
        assert not says_own(text)
        forged = request_of({"want": "stats", "of": "p1", "private": True})
        assert (await service.do("p2", forged)).json["player"]["own"] == []

    run(tmp_path, test)


def test_what_is_posted_for_all_or_shared_into_another_chat_leaves_it_out(tmp_path: Path) -> None:
    async def test(service: Service) -> None:
        context = RequestContext(channel=BAR, known_as="p1", alone=True, message="m1")
        await service.carry_out(context, Stats("", BAR))  # who asks is known from now on
        posted = await Posting(service, lambda: 0).answer(context, "stats")
        assert posted.post is not None
        assert "Anna" in words_of(posted.post)
        assert not says_own(words_of(posted.post))
        cards = [one.message for one in await shares(service, "p1", "en") if one.name == "card"]
        assert cards
        assert not any(says_own(words_of(one)) for one in cards)

    run(tmp_path, test)


def test_boards_and_files_of_matches_say_nothing_of_it(tmp_path: Path) -> None:
    """The habits are stored with the match; nobody is given them with it."""

    async def test(service: Service) -> None:
        for line in ("leaderboard", "csv", "history", "partners"):
            answer = await service.do("p2", request_of({"want": line}))
            assert "habits" not in json.dumps(answer.json)
            assert not says_own(json.dumps(answer.json, ensure_ascii=False))

    run(tmp_path, test)
