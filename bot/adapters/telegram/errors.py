"""What a refused call means: Telegram's words and the library's errors, sorted by what is to be done about them."""

from dataclasses import dataclass
from datetime import timedelta
from enum import Enum, auto
from typing import Final

from telegram.error import BadRequest, Forbidden, NetworkError, RetryAfter, TelegramError


class Trouble(Enum):
    """What is to be done."""

    LATER = auto()  # try again, perhaps after a time
    SAME = auto()  # the message says that already
    GONE = auto()  # the message is not there, or cannot be changed
    SHUT = auto()  # nothing can be written in that chat
    NO_PHOTO = auto()  # no pictures, but words
    OLD = auto()  # the press was too long ago to be answered
    FAULT = auto()  # ours


@dataclass(frozen=True, slots=True)
class Found:
    """A trouble; `after` in milliseconds where Telegram has named a time."""

    trouble: Trouble
    words: str
    after: int = 0


BLOCKED: Final = "bot was blocked"  # by a person, in their private chat
WORDS: Final[tuple[tuple[str, Trouble], ...]] = (
    ("message is not modified", Trouble.SAME),
    ("query is too old", Trouble.OLD),
    ("message to edit not found", Trouble.GONE),
    ("message can't be edited", Trouble.GONE),
    ("message to delete not found", Trouble.GONE),
    ("message can't be deleted", Trouble.GONE),
    ("message_id_invalid", Trouble.GONE),
    ("there is no text in the message to edit", Trouble.GONE),
    ("there is no caption in the message to edit", Trouble.GONE),
    ("not enough rights to send photos", Trouble.NO_PHOTO),
    ("chat_send_photos_forbidden", Trouble.NO_PHOTO),
    ("chat_send_media_forbidden", Trouble.NO_PHOTO),
    ("not enough rights", Trouble.SHUT),
    ("have no rights to send", Trouble.SHUT),
    ("chat_write_forbidden", Trouble.SHUT),
    ("chat_restricted", Trouble.SHUT),
    ("topic_closed", Trouble.SHUT),
    ("topic_deleted", Trouble.SHUT),
    ("message thread not found", Trouble.SHUT),
    ("chat not found", Trouble.SHUT),
    ("peer_id_invalid", Trouble.SHUT),
    ("user is deactivated", Trouble.SHUT),
    (BLOCKED, Trouble.SHUT),
    ("bot was kicked", Trouble.SHUT),
    ("bot is not a member", Trouble.SHUT),
    ("can't initiate conversation", Trouble.SHUT),
    ("need administrator rights", Trouble.SHUT),
)
"""Parts of what Telegram says, the special before the general; "blocked" is known with 400 as well as 403."""


def sorted_out(error: TelegramError) -> Found:
    """The trouble behind an error."""
    words = str(error).lower()
    if isinstance(error, RetryAfter):
        wait = error.retry_after
        seconds = wait.total_seconds() if isinstance(wait, timedelta) else wait
        return Found(Trouble.LATER, "too many requests", int(seconds * 1000) + 100)
    if isinstance(error, Forbidden | BadRequest):
        for part, trouble in WORDS:
            if part in words:
                return Found(trouble, part)
        return Found(Trouble.SHUT if isinstance(error, Forbidden) else Trouble.FAULT, words)
    if isinstance(error, NetworkError):
        return Found(Trouble.LATER, "no answer")
    return Found(Trouble.FAULT, words)
