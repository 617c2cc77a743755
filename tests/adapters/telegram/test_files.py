"""Pictures whose id Telegram takes no more are uploaded anew; where one is not taken at all, words stand there."""

import logging

import pytest

from bot.adapters.telegram.errors import TOO_LARGE
from bot.messages.buttons import Verb
from tests.adapters.telegram.hosting import Host, run
from tests.adapters.telegram.scripted import ScriptedMatch, about_table, seen_hand
from tests.adapters.telegram.test_sharing import offered, played
from tests.adapters.telegram.test_troubles import begun, takes, turn_on
from tests.loopback.telegram import world
from tests.loopback.telegram.errors import bad
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.values import Message
from tests.scripted import true_hand

UNKNOWN = (
    "wrong file identifier/HTTP URL specified",
    "Wrong remote file identifier specified: can't unserialize it. Wrong last symbol",
    "invalid remote file identifier",
    "wrong file_id or the file is temporarily unavailable",
    "FILE_REFERENCE_EXPIRED",
    "MEDIA_EMPTY",
)
"""As people met them: https://github.com/tdlib/telegram-bot-api/issues/705, ../issues/490,
https://github.com/yagop/node-telegram-bot-api/issues/946, https://github.com/rubenlagus/TelegramBots/issues/217"""


def hand(person: Person) -> Message:
    return [one for one in person.screen() if about_table(one)][-1]


async def sorts(match: ScriptedMatch, person: Person, times: int) -> None:
    for _ in range(times):
        await match.press(person, Verb.SORT)


@pytest.mark.parametrize("words", UNKNOWN)
def test_a_picture_whose_id_is_good_no_more_is_uploaded_anew(words: str, caplog: pytest.LogCaptureFixture) -> None:
    async def body(host: Host) -> None:
        match = await begun(host)
        person = await match.person_in_turn()
        before = hand(person).content.photo
        assert before is not None
        await sorts(match, person, 1)
        host.telegram.forgets_files(words)
        await sorts(match, person, 1)
        after = hand(person).content.photo
        assert after is not None
        assert (after.data, after.file_id == before.file_id) == (before.data, False)
        uploaded = len(host.telegram.files)
        person.writes("/hand")
        await host.settle()
        assert (hand(person).content.photo, len(host.telegram.files)) == (after, uploaded)  # the new id is known
        host.telegram.forgets_files(words)
        person.writes("/hand")
        await host.settle()
        again = hand(person).content.photo
        assert again is not None
        assert again.data == before.data

    run(body)
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


@pytest.mark.parametrize("words", UNKNOWN)
def test_what_is_shared_is_a_picture_also_where_its_id_is_good_no_more(words: str) -> None:
    async def body(host: Host) -> None:
        match, elsewhere = await played(host)
        anna = match.people[0]
        await offered(anna, "card", elsewhere)
        host.telegram.forgets_files(words)
        results, _ = await offered(anna, "card", elsewhere)
        assert [one["type"] for one in results] == ["photo"]
        assert elsewhere.messages[-1].content.photo

    run(body)


def test_a_picture_that_is_too_large_leaves_the_hand_in_words_with_all_its_buttons(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def body(host: Host) -> None:
        match = await begun(host)
        host.telegram.upload_limit = 100
        person = await match.person_in_turn()
        await takes(match)
        (message,) = [one for one in person.screen() if about_table(one)]
        assert message.content.photo is None
        assert [one for one in caplog.records if vars(one).get("words") == TOO_LARGE]
        assert "12 cards" in message.content.text
        assert seen_hand(match, person) == await true_hand(match, person)
        await turn_on(match)
        assert [one for one in match.group.messages if about_table(one)]
        other = await match.person_in_turn()
        assert other is not person
        assert [one for one in other.screen() if about_table(one)]
        host.telegram.upload_limit = 10_000_000
        await takes(match)
        assert hand(other).content.photo

    run(body)


@pytest.mark.parametrize("words", ["PHOTO_INVALID_DIMENSIONS", "IMAGE_PROCESS_FAILED", "PHOTO_TOO_BIG"])
def test_a_picture_that_is_no_good_leaves_the_hand_in_words(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body(host: Host) -> None:
        match = await begun(host)
        person = await match.person_in_turn()

        def refuses(_data: bytes) -> tuple[int, int]:
            raise bad(words)

        monkeypatch.setattr(world, "measured", refuses)
        await takes(match)
        (message,) = [one for one in person.screen() if about_table(one)]
        assert (message.content.photo, seen_hand(match, person)) == (None, await true_hand(match, person))

    run(body)
