"""The judges: what is right passes, and each kind of wrong is named."""

from pathlib import Path
from typing import Any

import pytest

from tests.loopback.telegram import limits
from tests.loopback.telegram.judge import UPLOAD, Judge, load
from tests.loopback.telegram.running import need_aiogram
from tests.loopback.telegram.second import Second

CHAT = {"id": 1, "type": "private", "first_name": "Anna"}
MESSAGE = {"message_id": 1, "date": 1, "chat": CHAT, "text": "Ciao"}


@pytest.fixture(scope="module")
def judge(shared: Path) -> Judge:
    return load(shared / "specs")


@pytest.mark.parametrize(
    ("method", "values", "complaint"),
    [
        ("sendMessage", {"chat_id": "1", "text": "Ciao"}, None),
        ("sendMessage", {"chat_id": 1, "text": "Ciao", "disable_notification": "true"}, None),
        ("sendMessage", {"chat_id": 1}, "text is missing"),
        ("sendMessage", {"chat_id": 1, "text": "x", "txt": "y"}, "unknown parameter txt"),
        ("sendMessage", {"chat_id": 1, "text": "x", "message_thread_id": "two"}, "'two' is no Integer"),
        ("sendMessage", {"chat_id": 1, "text": "x", "reply_markup": '{"inline_keyboard":[[{"txt":"a"}]]}'}, "txt"),
        ("sendMessage", {"chat_id": 1, "text": "x", "reply_markup": '{"inline_keyboard":[{"text":"a"}]}'}, "array"),
        ("sendMessage", {"chat_id": 1, "text": "x", "ephemeral_message_parameters": "{}"}, "receiver_user_id"),
        ("sendPhoto", {"chat_id": 1, "photo": UPLOAD}, None),
        ("editMessageMedia", {"media": '{"type":"photo","media":"a","capt":"b"}'}, "unknown field capt of InputMedia"),
        ("sendFoto", {}, "no such method"),
    ],
)
def test_a_call(judge: Judge, method: str, values: dict[str, Any], complaint: str | None) -> None:
    found = judge.call(method, values)
    assert complaint in " ".join(found) if complaint else found == []


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({}, None),
        ({"date": "1"}, "'1' is no Integer"),
        ({"date": True}, "'True' is no Integer"),
        ({"caption_": "x"}, "unknown field caption_ of Message"),
        ({"chat": {"id": 1}}, "type of Chat is missing"),
        ({"ephemeral_message_id": 4}, None),
        ({"entities": [{"type": "bold", "offset": 0}]}, "length of MessageEntity is missing"),
    ],
)
def test_an_answer_and_an_update(judge: Judge, change: dict[str, Any], complaint: str | None) -> None:
    for found in (
        judge.answer("sendMessage", MESSAGE | change),
        judge.answer("editMessageText", MESSAGE | change),
        judge.update({"update_id": 1, "message": MESSAGE | change}),
    ):
        assert complaint in " ".join(found) if complaint else found == []


def test_limits_that_no_description_has() -> None:
    def found(method: str, **values: Any) -> str:
        return " ".join(limits.of_call(method, values))

    def row(data: str, many: int = 1) -> str:
        buttons = [{"text": "x", "callback_data": data}] * many
        return found("sendMessage", reply_markup={"inline_keyboard": [buttons]})

    assert row("x" * 64) == ""
    assert "66 bytes" in row("è" * 33)
    assert "9 buttons in a row" in row("x", many=9)
    assert found("answerCallbackQuery", text="🂡" * 100) == ""
    assert "202 characters" in found("answerCallbackQuery", text="🂡" * 101)
    assert "Markdown" in found("sendMessage", parse_mode="MarkdownV2")
    assert found("answerCallbackQuery", url="https://t.me/burraco_bot?start=t_KQRB") == ""
    assert "start=t KQRB" in found("answerCallbackQuery", url="https://t.me/burraco_bot?start=t%20KQRB")
    assert "start=" in found("answerCallbackQuery", url=f"https://t.me/burraco_bot?start={'x' * 65}")
    assert found("answerCallbackQuery", url="https://t.me/burraco_bot?startapp") == ""


def test_the_second_judge_finds_the_same_faults() -> None:
    need_aiogram()
    judge = Second()
    assert judge.call("sendMessage", {"chat_id": "1", "text": "Ciao"}) == []
    assert judge.call("sendPhoto", {"chat_id": "1", "photo": UPLOAD}) == []
    assert "unknown txt" in " ".join(judge.call("sendMessage", {"chat_id": 1, "text": "x", "txt": "y"}))
    assert "text" in " ".join(judge.call("sendMessage", {"chat_id": 1}))
    assert judge.answer("sendMessage", MESSAGE) == []
    assert "unknown caption_" in " ".join(judge.answer("sendMessage", MESSAGE | {"caption_": "x"}))
    assert "chat" in " ".join(judge.update({"update_id": 1, "message": {"message_id": 1, "date": 1}}))
