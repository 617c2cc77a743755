"""What a refused call means: Telegram's words and the library's errors, sorted by what is to be done about them."""

from dataclasses import dataclass
from datetime import timedelta
from enum import Enum, auto
from typing import Final

from telegram.error import BadRequest, Forbidden, InvalidToken, NetworkError, RetryAfter, TelegramError


class ErrorKind(Enum):
    """What is to be done."""

    LATER = auto()  # try again, perhaps after a time
    SAME = auto()  # the message says that already
    GONE = auto()  # the message is not there, or cannot be changed
    NO_LINE = auto()  # the message that is replied to is not there
    SHUT = auto()  # nothing can be written in that chat
    NO_PHOTO = auto()  # no pictures, or not this one, but words
    NO_FILE = auto()  # no files, but words
    OLD = auto()  # the press was too long ago to be answered
    FAULT = auto()  # ours


@dataclass(frozen=True, slots=True)
class KnownError:
    """A kind of error; `after` in milliseconds where Telegram has named a time."""

    kind: ErrorKind
    words: str
    after: int = 0


TOO_LARGE: Final = "request entity too large"  # with 413: of an upload
BLOCKED: Final = "bot was blocked"  # by a person, in their private chat
WORDS: Final[tuple[tuple[str, ErrorKind], ...]] = (
    ("message is not modified", ErrorKind.SAME),
    ("query is too old", ErrorKind.OLD),
    ("message to edit not found", ErrorKind.GONE),
    ("message can't be edited", ErrorKind.GONE),
    ("message media can't be edited", ErrorKind.GONE),
    ("message to delete not found", ErrorKind.GONE),
    ("message can't be deleted", ErrorKind.GONE),
    ("reply_message_id_invalid", ErrorKind.NO_LINE),
    ("message_id_invalid", ErrorKind.GONE),
    ("message_author_required", ErrorKind.GONE),
    ("message_edit_time_expired", ErrorKind.GONE),
    ("there is no text in the message to edit", ErrorKind.GONE),
    ("there is no caption in the message to edit", ErrorKind.GONE),
    ("not enough rights to send photos", ErrorKind.NO_PHOTO),
    ("chat_send_photos_forbidden", ErrorKind.NO_PHOTO),
    ("chat_send_media_forbidden", ErrorKind.NO_PHOTO),
    ("photo_too_big", ErrorKind.NO_PHOTO),
    ("photo_invalid_dimensions", ErrorKind.NO_PHOTO),
    ("image_process_failed", ErrorKind.NO_PHOTO),
    ("not enough rights to send documents", ErrorKind.NO_FILE),
    ("chat_send_docs_forbidden", ErrorKind.NO_FILE),
    ("canceled by new edit", ErrorKind.LATER),  # of the same message: what it shows now is not known
    ("not enough rights", ErrorKind.SHUT),
    ("have no rights to send", ErrorKind.SHUT),
    ("have no write access", ErrorKind.SHUT),
    ("chat_write_forbidden", ErrorKind.SHUT),
    ("chat_send_plain_forbidden", ErrorKind.SHUT),
    ("chat_guest_send_forbidden", ErrorKind.SHUT),
    ("chat_admin_required", ErrorKind.SHUT),
    ("chat_restricted", ErrorKind.SHUT),
    ("channel_private", ErrorKind.SHUT),
    ("channel_invalid", ErrorKind.SHUT),
    ("channel_public_group_na", ErrorKind.SHUT),
    ("chat_forbidden", ErrorKind.SHUT),
    ("chat_id_invalid", ErrorKind.SHUT),
    ("user_deleted", ErrorKind.SHUT),
    ("frozen_participant_missing", ErrorKind.SHUT),
    ("frozen_method_invalid", ErrorKind.LATER),  # Telegram has frozen the bot, for now
    ("user_banned_in_channel", ErrorKind.SHUT),
    ("allow_payment_required", ErrorKind.SHUT),
    ("topic_closed", ErrorKind.SHUT),
    ("topic_deleted", ErrorKind.SHUT),
    ("message thread not found", ErrorKind.SHUT),
    ("chat not found", ErrorKind.SHUT),
    ("peer_id_invalid", ErrorKind.SHUT),
    ("user is deactivated", ErrorKind.SHUT),
    (BLOCKED, ErrorKind.SHUT),
    ("bot was kicked", ErrorKind.SHUT),
    ("bot is not a member", ErrorKind.SHUT),
    ("can't initiate conversation", ErrorKind.SHUT),
    ("need administrator rights", ErrorKind.SHUT),
)
"""Parts of what Telegram says, the special before the general; "blocked" is known with 400 as well as 403.

The Bot API's server passes on, with 400, whatever Telegram's own servers call it, where it has no words for that:
https://github.com/tdlib/telegram-bot-api, `fail_query_with_error`, and `process_send_message_fail_error` of
https://github.com/tdlib/td; the names are those of https://core.telegram.org/method/messages.sendMedia
"""


UNREAD: Final = ("parsing the server response", "invalid server response")
"""The library's words for what is no JSON, as a page of what stands before the Bot API; of the chat it says nothing."""


def known_error(error: TelegramError) -> KnownError:
    """What kind of error it is."""
    words = str(error).lower()
    if isinstance(error, RetryAfter):
        wait = error.retry_after
        seconds = wait.total_seconds() if isinstance(wait, timedelta) else wait
        return KnownError(ErrorKind.LATER, "too many requests", int(seconds * 1000) + 100)
    if TOO_LARGE in words:
        return KnownError(ErrorKind.NO_PHOTO, TOO_LARGE)
    if isinstance(error, NetworkError | InvalidToken) and not isinstance(error, BadRequest):
        return KnownError(ErrorKind.LATER, "no answer")
    if any(one in words for one in UNREAD):
        return KnownError(ErrorKind.LATER, "no answer")
    if isinstance(error, Forbidden | BadRequest):
        for part, kind in WORDS:
            if part in words:
                return KnownError(kind, part)
        return KnownError(ErrorKind.SHUT if isinstance(error, Forbidden) else ErrorKind.FAULT, words)
    return KnownError(ErrorKind.FAULT, words)
