"""How a call is written: what the server reads is what the library was given, with a file and without one."""

import json
from email import message_from_bytes
from typing import Final

import pytest
from telegram import InputFile, InputMediaPhoto
from telegram.request import RequestData
from telegram.request._requestparameter import RequestParameter

from bot.adapters.telegram.keyboards import leading_to, with_keyboard
from bot.adapters.telegram.request import body_of

WORDS: Final = '<b>È il tuo turno</b>\n“4♣” & 10♥ — \\ " {} [] %20+'
PICTURE: Final = bytes(range(256))
KEYS: Final = with_keyboard([[leading_to("Apri “la chat”", "https://t.me/a_bot?start=t_KQRB&x=1")]])


def data_of(**fields: object) -> RequestData:
    return RequestData([RequestParameter.from_input(name, one) for name, one in fields.items()])


@pytest.mark.parametrize("fields", [{"text": WORDS, "chat_id": -5, "disable_notification": True, **KEYS}, {}])
def test_a_call_without_a_file_is_read_as_it_was_given(fields: dict[str, object]) -> None:
    kind, body = body_of(data_of(**fields))
    assert kind == "application/json"
    assert json.loads(body) == fields
    assert json.loads(body_of(None)[1]) == {}


@pytest.mark.parametrize("is_edit", [True, False])
def test_a_call_with_a_file_is_a_form_of_the_same_values(is_edit: bool) -> None:
    media = InputMediaPhoto(PICTURE, WORDS, filename="burraco.png")
    file = {"media": media} if is_edit else {"photo": InputFile(PICTURE, "burraco.png"), "caption": WORDS}
    data = data_of(chat_id=7, **file, **KEYS)
    kind, body = body_of(data)
    form = message_from_bytes(f"Content-Type: {kind}\r\n\r\n".encode() + body)
    parts = {one.get_param("name", header="content-disposition"): one for one in form.get_payload()}  # type: ignore[union-attr]  # the standard library says only `Message`
    values = {name: one.get_payload(decode=True) for name, one in parts.items() if not one.get_filename()}  # type: ignore[union-attr]  # the standard library says only `Message`
    assert values == {name: one.encode() for name, one in data.json_parameters.items()}
    pictures = [one.get_payload(decode=True) for one in parts.values() if one.get_filename() == "burraco.png"]  # type: ignore[union-attr]  # the standard library says only `Message`
    assert [one.strip(b"\r\n") for one in pictures] == [PICTURE.strip(b"\r\n")]  # type: ignore[union-attr]  # the standard library says only `Message`
