"""Links that open the private chat, and what they carry: `t.me/bot?start=t_KQRB`."""

import re
from typing import Final

from bot.messages.buttons import CODE, NO_TABLE, Ask, Press, Verb, encode

SEAT: Final = "t"  # they sit at the table: their cards come there
JOIN: Final = "j"  # an invitation
RULES: Final = "r"
WATCH: Final = "w"
HELLO: Final = "hello"
_PAYLOAD: Final = re.compile(rf"(?P<what>[tjrw])_(?P<label>{CODE})")
_VERBS: Final = {JOIN: Verb.JOIN, RULES: Verb.RULES, WATCH: Verb.LOOK}


def link(username: str, what: str, label: str) -> str:
    """The address that opens the private chat for a table; without one, just the chat."""
    return f"https://t.me/{username}?start={f'{what}_{label}' if label and label != NO_TABLE else HELLO}"


def read_payload(text: str) -> tuple[str, str]:
    """What a link was for, and the table's short name; "" for both where it is none of ours."""
    found = _PAYLOAD.fullmatch(text)
    return (found["what"], found["label"]) if found else ("", "")


def pressed_by(what: str, label: str) -> str:
    """The button that a link stands for, as its text; "" where it stands for none."""
    return encode(Press(label, 0, Ask(_VERBS[what]))) if what in _VERBS else ""
