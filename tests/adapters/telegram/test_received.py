"""What is read of a press: who it was, what the button says and where it stands, and nothing that the message shows."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from telegram import Bot, InaccessibleMessage, Message

from bot.adapters.telegram.received import read_update
from bot.adapters.telegram.request import Request

GROUP = {"id": -5, "type": "supergroup", "title": "Club"}
MESSAGE = {"message_id": 3, "date": 1, "chat": GROUP, "caption": "Anna is in turn", "photo": [], "text": "a"}
BOT = Bot("123456:nobody")


def pressed(message: Mapping[str, object] | None, **others: object) -> dict[str, Any]:
    person = {"id": 1, "is_bot": False, "first_name": "Anna"}
    there = {} if message is None else {"message": message}
    press = {"id": "7", "from": person, "chat_instance": "x", "data": "t:5:d", **there, **others}
    return {"update_id": 2, "callback_query": press}


def through_a_poll(fields: dict[str, Any]) -> Any:
    """As it comes over long polling, where the library has the answer first."""
    return Request.parse_json_payload(json.dumps({"ok": True, "result": [fields]}).encode())["result"][0]


def through_a_webhook(fields: dict[str, Any]) -> Any:
    return fields


@pytest.mark.parametrize("comes", [through_a_poll, through_a_webhook])
@pytest.mark.parametrize(
    "message",
    [
        MESSAGE,
        {**MESSAGE, "message_thread_id": 2},  # without topics it is the number of what is replied to
        {"message_id": 3, "date": 0, "chat": GROUP},  # too old for Telegram to show it
    ],
)
def test_of_a_pressed_message_only_its_place_is_read(comes: Any, message: Mapping[str, object]) -> None:
    update = read_update(comes(pressed(message)), BOT)
    assert update is not None
    query = update.callback_query
    assert query is not None
    assert isinstance(query.message, InaccessibleMessage)
    assert (query.id, query.from_user.id, query.data) == ("7", 1, "t:5:d")
    assert (query.message.chat.id, query.message.chat.type, query.message.message_id) == (-5, "supergroup", 3)
    assert update.effective_chat is not None
    assert update.effective_chat.id == -5


@pytest.mark.parametrize("comes", [through_a_poll, through_a_webhook])
def test_a_topic_is_read_from_its_message(comes: Any) -> None:
    update = read_update(comes(pressed({**MESSAGE, "message_thread_id": 2, "is_topic_message": True})), BOT)
    assert update is not None
    assert update.callback_query is not None
    message = update.callback_query.message
    assert isinstance(message, Message)
    assert (message.chat.id, message.message_id, message.message_thread_id) == (-5, 3, 2)


@pytest.mark.parametrize("comes", [through_a_poll, through_a_webhook])
def test_a_press_of_an_inline_message_has_no_place_and_one_without_a_chat_is_passed_over(comes: Any) -> None:
    inline = read_update(comes(pressed(None, inline_message_id="9")), BOT)
    assert inline is not None
    assert inline.callback_query is not None
    assert (inline.callback_query.message, inline.callback_query.inline_message_id) == (None, "9")
    for odd in ({"message_id": 3}, {"chat": GROUP}, {"chat": "x", "message_id": 3}):
        update = read_update(comes(pressed(odd)), BOT)
        assert update is not None
        assert (update.update_id, update.callback_query) == (2, None)
