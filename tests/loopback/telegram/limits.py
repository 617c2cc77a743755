"""What the descriptions leave out: lengths in bytes and characters, and what a person could not see or press."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from tests.loopback.telegram.texts import units

TEXT: Final = 4096
CAPTION: Final = 1024
ALERT: Final = 200
CALLBACK: Final = 64
BUTTONS: Final = 100
IN_A_ROW: Final = 8
LINKED: Final = {"start": re.compile(r"[A-Za-z0-9_-]{1,64}"), "startapp": re.compile(r"[A-Za-z0-9_-]{0,512}")}
"""What a link to the bot may carry (https://core.telegram.org/bots/features#deep-linking); else it opens nothing."""
PHOTO_BYTES: Final = 10 * 1024 * 1024
LARGEST: Final = 50 * 1024 * 1024  # bytes of the files of a call


def of_call(method: str, values: Mapping[str, Any]) -> list[str]:
    """What goes beyond a limit in this call, whether or not Telegram would say so."""
    faults = []
    markup = _object(values.get("reply_markup"))
    rows = markup.get("inline_keyboard", []) if isinstance(markup, dict) else []
    for button in [button for row in rows if isinstance(row, list) for button in row if isinstance(button, dict)]:
        size = len(str(button.get("callback_data", "")).encode())
        faults += [f"{method}: callback_data of {size} bytes"] if size > CALLBACK else []
        faults += [f"{method}: a button without words"] if not str(button.get("text", "")).strip() else []
    faults += [
        f"{method}: {len(row)} buttons in a row" for row in rows if isinstance(row, list) and len(row) > IN_A_ROW
    ]
    addresses = [str(values.get("url", "")), *_addresses(rows)]
    faults += [f"{method}: a link to the bot with {one}" for url in addresses for one in _unlinkable(url)]
    if method == "answerCallbackQuery" and units(str(values.get("text", ""))) > ALERT:
        faults.append(f"{method}: an alert of {units(str(values['text']))} characters")
    if values.get("parse_mode") in {"Markdown", "MarkdownV2"}:
        faults.append(f"{method}: {values['parse_mode']} where HTML is the rule")
    return faults


def _addresses(rows: list[Any]) -> list[str]:
    buttons = [one for row in rows if isinstance(row, list) for one in row if isinstance(one, dict)]
    return [str(one["url"]) for one in buttons if "url" in one]


def _unlinkable(url: str) -> Iterator[str]:
    """What a link to a bot carries and may not."""
    parts = urlsplit(url)
    for name, value in parse_qsl(parts.query, keep_blank_values=True) if parts.netloc == "t.me" else ():
        if name in LINKED and not LINKED[name].fullmatch(value):
            yield f"{name}={value}"


def _object(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return None
