"""What the descriptions leave out: lengths in bytes and characters, and what a person could not see or press."""

import json
from collections.abc import Mapping
from typing import Any, Final

from tests.loopback.telegram.texts import units

TEXT: Final = 4096
CAPTION: Final = 1024
ALERT: Final = 200
CALLBACK: Final = 64
BUTTONS: Final = 100
IN_A_ROW: Final = 8
PHOTO_BYTES: Final = 10 * 1024 * 1024


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
    if method == "answerCallbackQuery" and units(str(values.get("text", ""))) > ALERT:
        faults.append(f"{method}: an alert of {units(str(values['text']))} characters")
    if values.get("parse_mode") in {"Markdown", "MarkdownV2"}:
        faults.append(f"{method}: {values['parse_mode']} where HTML is the rule")
    return faults


def _object(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return None
