"""What is asked of Discord, and read of its answers, is what somebody looks at."""

import asyncio
import io
import time
from email.message import Message
from email.parser import BytesParser
from typing import Any
from unittest.mock import Mock

import pytest
from discord.http import Ratelimit

from bot.adapters.discord.answers import without_unread
from bot.adapters.discord.buckets import TIDIED_AFTER, RarelyTidied
from bot.adapters.discord.uploads import whole
from tests.adapters.discord.hosting import Host, run
from tests.adapters.discord.test_presses import drawn, two


def test_a_press_is_acknowledged_without_asking_for_its_message() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        before = len(host.discord.calls)
        await drawn(match)
        callbacks = [one for one in host.discord.calls[before:] if "callback" in one.route]
        assert [one.flag("with_response") for one in callbacks] == [False] * len(callbacks) != []
        assert [act for act in host.discord.acts.values() if not act.answer or act.refused] == []

    run(body)


def test_of_a_pressed_message_only_a_menu_and_the_button_of_a_form_are_read() -> None:
    def interaction(**data: object) -> dict[str, Any]:
        message = {"id": "7", "content": "", "components": [{"type": 1}], "attachments": [{"id": "8"}]}
        return {"type": 3, "data": data, "message": message}

    assert without_unread(interaction(custom_id="a"))["message"] == {"id": "7", "content": ""}
    for read in (interaction(custom_id="a", values=["b"]), interaction(custom_id="ask|tournament form name")):
        assert without_unread(read)["message"] == {"id": "7", "content": "", "components": [{"type": 1}]}
    assert without_unread({"type": 2, "data": None}) == {"type": 2, "data": None}


def test_what_the_library_knows_of_limits_is_looked_through_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        http, clock = RarelyTidied(asyncio.get_running_loop()), Mock(return_value=1000.0)
        monkeypatch.setattr(time, "monotonic", clock)
        looks = Mock(return_value=True)
        monkeypatch.setattr(Ratelimit, "is_inactive", looks)
        for number in range(300):
            http.get_ratelimit(f"edit:{number}")
        assert len(http._buckets) == 300  # the first look found too few
        clock.return_value += TIDIED_AFTER
        http.get_ratelimit("edit:300")
        assert looks.call_count == 301
        assert not http._buckets
        http.get_ratelimit("edit:301")
        assert looks.call_count == 301

    asyncio.run(main())


def test_a_form_in_one_piece_says_what_its_parts_say() -> None:
    text, odd = '{"content": "è il tuo turno"}', 'a "b" \\ c.txt'
    spreadsheet = {"name": "files[1]", "value": io.BytesIO(b"1"), "filename": odd, "content_type": "text/csv"}
    body = whole(
        [
            {"name": "payload_json", "value": text},
            {"name": "files[0]", "value": io.BytesIO(b"\x89PNG\r\n--"), "filename": "hand.png"},
            spreadsheet,
        ]
    )
    found = BytesParser().parsebytes(f"Content-Type: {body.content_type}\r\n\r\n".encode() + bytes(body._value))
    parts = found.get_payload()
    assert isinstance(parts, list)
    assert [_contents(one) for one in parts if isinstance(one, Message)] == [
        ("payload_json", None, "text/plain", text.encode()),
        ("files[0]", "hand.png", "application/octet-stream", b"\x89PNG\r\n--"),
        ("files[1]", odd, "text/csv", b"1"),
    ]


def _contents(part: Message) -> tuple[object, object, str, object]:
    name = part.get_param("name", header="content-disposition")
    return name, part.get_filename(), part.get_content_type(), part.get_payload(decode=True)
