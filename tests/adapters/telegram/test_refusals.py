"""What Telegram's own servers call it when nothing, or no file, can be written in a group; Bot API and td say so."""

import pytest
from telegram.error import BadRequest, Forbidden, InvalidToken, NetworkError, TelegramError

from bot.adapters.telegram.errors import ErrorKind, known_error
from bot.host.notes import LOST
from bot.words.languages import say
from engine.actions import DRAW
from tests.adapters.telegram.hosting import Host, run
from tests.adapters.telegram.scripted import ScriptedMatch, about_table, seen_hand
from tests.adapters.telegram.test_contact import reads
from tests.adapters.telegram.test_network import patiently
from tests.adapters.telegram.test_troubles import begun, turn
from tests.loopback.faults import Kind
from tests.loopback.telegram import world
from tests.loopback.telegram.errors import bad
from tests.loopback.telegram.values import Account
from tests.scripted import NAMES, true_hand

SHUT = (
    "have no write access to the chat",
    "CHAT_WRITE_FORBIDDEN",
    "CHAT_SEND_PLAIN_FORBIDDEN",
    "CHAT_GUEST_SEND_FORBIDDEN",
    "CHAT_ADMIN_REQUIRED",
    "CHAT_RESTRICTED",
    "CHANNEL_PRIVATE",
    "USER_BANNED_IN_CHANNEL",
    "ALLOW_PAYMENT_REQUIRED_10",
    "CHANNEL_INVALID",
    "CHAT_FORBIDDEN",
    "CHAT_ID_INVALID",
    "USER_DELETED",
    "FROZEN_PARTICIPANT_MISSING",
)
OTHERS = {
    "canceled by new edit message request": ErrorKind.LATER,
    "FROZEN_METHOD_INVALID": ErrorKind.LATER,
    "CHAT_SEND_DOCS_FORBIDDEN": ErrorKind.NO_FILE,
    "not enough rights to send documents to the chat": ErrorKind.NO_FILE,
    "MESSAGE_EDIT_TIME_EXPIRED": ErrorKind.GONE,
    "MESSAGE_AUTHOR_REQUIRED": ErrorKind.GONE,
    "message media can't be edited": ErrorKind.GONE,
}


def test_each_of_them_is_known() -> None:
    expected = dict.fromkeys(SHUT, ErrorKind.SHUT) | OTHERS
    assert {words: known_error(BadRequest(words)).kind for words in expected} == expected


def test_what_is_no_answer_of_telegrams_is_tried_again() -> None:
    """A page of what stands before the Bot API, and a token that was replaced while the host still runs."""
    page = "Forbidden (403). Parsing the server response b'<html>Access denied</html>' failed"
    for error in (Forbidden(page), TelegramError("Invalid server response"), InvalidToken("Unauthorized")):
        assert known_error(error).kind is ErrorKind.LATER
    large = "Request Entity Too Large (413). Parsing the server response b'<html></html>' failed"
    assert known_error(NetworkError(large)).kind is ErrorKind.NO_PHOTO


def test_a_page_of_what_stands_before_telegram_closes_no_private_chat_and_no_group() -> None:
    async def body(host: Host) -> None:
        match = await begun(host)
        person = await match.person_in_turn()
        wall = host.telegram.faults.add(Kind.WALL, methods=["sendPhoto", "editMessageMedia", "editMessageCaption"])
        await match.tap(person, next(one for one in match.offered(person) if one[1].request == DRAW))
        await host.telegram.until(lambda: bool(host.telegram.faults.fired))
        host.telegram.faults.active.remove(wall)
        await patiently(host)
        assert await host.service.notes.of(LOST, f"telegram:{match.group.id}") == ""
        assert not [one for one in match.people if reads(one, "I can no longer write")]
        hand = await true_hand(match, person)
        assert len(hand) == 12
        person.writes(f"-{next(card for card in hand if card[0] not in 'J2')}")
        await patiently(host)
        newest = [one for one in match.group.messages if about_table(one)][-1]
        table = await match.table()
        assert f"{table.chair(table.in_turn).name}'s turn: " in newest.content.text

    run(body)


@pytest.mark.parametrize("words", SHUT[:2])
def test_players_are_told_in_private_and_the_game_goes_on(words: str) -> None:
    async def body(host: Host) -> None:
        match = await begun(host)
        match.group.chat.refuses = words
        match.people[0].writes("/table", match.group)
        await host.settle()
        assert [one for one in match.people if reads(one, "I can no longer write")]
        await turn(match)

    run(body)


def test_a_group_that_takes_words_again_without_a_word_of_it_has_its_table_when_somebody_writes_there() -> None:
    """Of what all members may do Telegram tells no bot."""

    async def body(host: Host) -> None:
        match = await begun(host)
        match.group.chat.refuses = "not enough rights to send text messages to the chat"
        match.people[0].writes("/table", match.group)
        await host.settle()
        await turn(match)
        assert await host.service.notes.of(LOST, f"telegram:{match.group.id}") != ""
        match.group.chat.refuses = ""
        match.people[0].writes("/tables", match.group)
        await host.settle()
        assert await host.service.notes.of(LOST, f"telegram:{match.group.id}") == ""
        table = await match.table()
        newest = [one for one in match.group.messages if about_table(one)][-1]
        assert f"{table.chair(table.in_turn).name}'s turn: " in newest.content.text

    run(body)


def test_a_group_that_takes_no_files_is_no_group_that_takes_no_words() -> None:
    async def body(host: Host) -> None:
        anna = host.telegram.user("Anna")  # who has not opened the private chat
        sala = host.telegram.group("Sala", anna)
        await host.settle()
        anna.writes("/leaderboard csv", sala)
        await host.settle()
        assert [one for one in sala.messages if one.content.document]
        sala.restricts_bot("can_send_messages", "can_send_photos")
        anna.writes("/leaderboard csv", sala)
        await host.settle()
        assert reads(anna, say("en", "chat.privately")) == 1
        assert await host.service.notes.of(LOST, f"telegram:{sala.id}") == ""

    run(body)


def test_in_a_group_without_pictures_the_table_is_one_message_that_changes_and_has_its_picture_as_soon_as_it_may() -> (
    None
):
    async def body(host: Host) -> None:
        people = [host.telegram.user(name) for name in NAMES[:2]]
        match = ScriptedMatch(host, host.telegram.group("Sala", *people), people)
        match.group.restricts_bot("can_send_messages")
        await match.begin("fibur players=2")
        (first,) = [one for one in match.group.messages if about_table(one)]
        for _ in range(3):
            await turn(match)
            (table_message,) = [one for one in match.group.messages if about_table(one)]
            table = await match.table()
            assert table_message is first
            assert f"{table.chair(table.in_turn).name}'s turn" in table_message.content.text
        match.group.restricts_bot("can_send_messages", "can_send_photos")
        await turn(match)
        (table_message,) = [one for one in match.group.messages if about_table(one)]
        assert table_message.content.photo is not None

    run(body)


def test_a_group_that_takes_no_pictures_any_more_is_told_in_words_from_then_on() -> None:
    async def body(host: Host) -> None:
        match = await begun(host)
        match.group.restricts_bot("can_send_messages")
        for _ in range(2):
            await turn(match)
            (table_message,) = [one for one in match.group.messages if about_table(one)]
            table = await match.table()
            assert table_message.content.photo is None
            assert f"{table.chair(table.in_turn).name}'s turn" in table_message.content.text

    run(body)


def test_a_table_that_another_bot_has_shown_is_shown_anew_with_its_picture() -> None:
    """A club that gives its host a new bot keeps its tables; what the old one has sent the new one cannot change."""

    async def body(host: Host) -> None:
        match = await begun(host)
        there = [one for one in match.group.messages if one.content.photo][-1]
        there.sender = Account(host.telegram.number(), "Burraco", "old_burraco_bot", is_bot=True)
        before = len(match.group.messages)
        await turn(match)
        (new,) = match.group.messages[before:]
        assert new.content.photo is not None

    run(body)


def test_a_picture_that_is_refused_in_words_that_nobody_knows_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    async def body(host: Host) -> None:
        match = await begun(host)
        person = await match.person_in_turn()

        def refuses(_data: bytes) -> tuple[int, int]:
            raise bad("PHOTO_SAVE_FILE_INVALID")

        with monkeypatch.context() as patch:
            patch.setattr(world, "measured", refuses)
            person.writes("draw")
            await host.settle()
            (hand,) = [one for one in person.screen() if about_table(one)]
            assert hand.content.photo is None
            assert seen_hand(match, person) == await true_hand(match, person)
            before = hand.id
            person.writes("/sort suit")
            await host.settle()
            (hand,) = [one for one in person.screen() if about_table(one)]
            assert hand.id == before

    run(body)


def test_a_private_chat_with_topics_is_one_chat() -> None:
    """A bot's owner can switch topics on for its private chats (https://core.telegram.org/bots/api#user)."""

    async def body(host: Host) -> None:
        anna = host.telegram.user("Anna")
        anna.dm.forum = True
        anna.start()
        for line in ("/play", "/table"):
            anna.writes(line, topic=host.telegram.number())
            await host.settle()
            await host.clockwork.fire()
            await host.settle()
        ours = [one for one in anna.screen() if one.sender is host.telegram.bot]
        assert [one for one in ours if about_table(one)]
        assert {one.topic for one in ours} == {0}

    run(body)
