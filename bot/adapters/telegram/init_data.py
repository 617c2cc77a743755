"""`initData`: who opens the Mini App, signed by Telegram with the bot's token (core.telegram.org/bots/webapps).

Telegram gives the same text to every load of an open app, so it is good again until it is old. What is newer than now
is as wrong as what is old: no clock of Telegram's is an hour ahead.
"""

import hashlib
import hmac
import json
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl

OLDEST: Final = 60 * 60  # seconds for which it lets somebody in
AHEAD: Final = 60  # seconds by which the clocks may differ
FIELDS: Final = 40
_SALT: Final = b"WebAppData"


@dataclass(frozen=True, slots=True)
class Opened:
    """Who opened the app, and what the link said that led there."""

    account: str
    name: str
    username: str
    locale: str
    start: str


def key_of(token: str) -> bytes:
    """The key that Telegram signs with for this bot."""
    return hmac.new(_SALT, token.encode(), hashlib.sha256).digest()


def sign(fields: dict[str, str], key: bytes) -> str:
    """The signature of all fields but that of itself."""
    text = "\n".join([f"{name}={value}" for name, value in sorted(fields.items()) if name != "hash"])
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


def read_init_data(text: str, key: bytes, now: int) -> Opened | None:
    """Who opened the app, `now` in seconds; None where Telegram has not said so, or not lately."""
    fields = _fields(text)
    signature = fields.get("hash", "")
    if not signature.isascii() or not hmac.compare_digest(sign(fields, key), signature):
        return None
    dated = fields.get("auth_date", "")
    if not (dated.isascii() and dated.isdecimal()) or not now - OLDEST <= int(dated) <= now + AHEAD:
        return None
    return _opened(fields)


def _fields(text: str) -> dict[str, str]:
    """Each field once; {} for a text that says one twice, or cannot be read: half a sign is not text that is signed."""
    try:
        text.encode()
        pairs = parse_qsl(text, keep_blank_values=True, strict_parsing=True, max_num_fields=FIELDS, errors="strict")
    except ValueError:
        return {}
    found = dict(pairs)
    return found if len(found) == len(pairs) else {}


def _opened(fields: dict[str, str]) -> Opened | None:
    try:
        user = json.loads(fields.get("user", ""))
    except ValueError:
        return None
    if not isinstance(user, dict) or type(user.get("id")) is not int or user.get("is_bot") is True:
        return None
    names = [str(user.get(one) or "") for one in ("first_name", "last_name")]
    return Opened(
        account=str(user["id"]),
        name=" ".join([name for name in names if name]),
        username=str(user.get("username") or ""),
        locale=str(user.get("language_code") or ""),
        start=fields.get("start_param", ""),
    )
