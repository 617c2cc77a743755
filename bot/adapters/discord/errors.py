"""What a failed call means: Discord's codes and the library's errors, sorted by what is to be done about them."""

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

import aiohttp
from discord import DiscordException, DiscordServerError, HTTPException, RateLimited

from bot.adapters.discord.buckets import CHANGES, PUBLISHED, WORN


class ErrorKind(Enum):
    """What is to be done."""

    LATER = auto()  # try again, perhaps after a time
    GONE = auto()  # the message is not there, or cannot be changed
    WORN = auto()  # it is old, or was published, and cannot be changed so often
    SHUT = auto()  # nothing can be written there
    LACKING = auto()  # that picture may not be attached, as where a permission is missing, or nothing be written
    ASLEEP = auto()  # the thread is archived
    BEGUN = auto()  # the message has its thread already
    NO_THREADS = auto()  # none can begin there: in a thread, in the chat of a voice channel, where there are too many
    ANSWERED = auto()  # the press has its answer already
    OLD = auto()  # the press was too long ago
    BLOCKED = auto()  # by the automatic moderation of the server, for a word in it
    MALFORMED = auto()  # a field of the message is not as Discord wants it: a plainer one may be
    TOO_LARGE = auto()  # what is uploaded with it
    FAULT = auto()  # ours


class RequestRefused(Exception):
    """A call that Discord refuses for a reason that the caller deals with."""

    def __init__(self, kind: ErrorKind, words: str = "") -> None:
        self.kind = kind
        self.words = words
        super().__init__(kind.name)


CODES: Final = {
    10003: ErrorKind.SHUT,  # unknown channel
    10004: ErrorKind.SHUT,  # unknown server
    10013: ErrorKind.SHUT,  # unknown user
    50001: ErrorKind.SHUT,  # missing access
    50007: ErrorKind.SHUT,  # private messages closed
    50033: ErrorKind.SHUT,  # an account that was deleted
    50278: ErrorKind.SHUT,  # no server in common
    160005: ErrorKind.SHUT,  # the thread is locked
    50013: ErrorKind.LACKING,
    20009: ErrorKind.LACKING,  # Discord's filter takes the picture for one that is not for its reader
    200000: ErrorKind.BLOCKED,
    200001: ErrorKind.BLOCKED,  # the name of a thread
    400001: ErrorKind.LACKING,  # the server may upload no files for now
    50024: ErrorKind.NO_THREADS,
    160006: ErrorKind.NO_THREADS,  # as many are active as there may be
    160007: ErrorKind.NO_THREADS,  # the same of a channel for announcements
    50083: ErrorKind.ASLEEP,
    160004: ErrorKind.BEGUN,
    10008: ErrorKind.GONE,  # unknown message
    50005: ErrorKind.GONE,  # somebody else's
    180000: ErrorKind.GONE,  # a finished event
    40060: ErrorKind.ANSWERED,
    10015: ErrorKind.OLD,  # unknown webhook
    10062: ErrorKind.OLD,  # unknown interaction
    50027: ErrorKind.OLD,  # invalid webhook token
    40003: ErrorKind.LATER,  # private chats are opened too fast
    40004: ErrorKind.LATER,  # nobody may write for now
    130000: ErrorKind.LATER,  # too much is asked of Discord
    40006: ErrorKind.LATER,  # Discord has switched it off for now
    40333: ErrorKind.LATER,  # of what stands before Discord: this address is shut out
}
USUAL: Final = {
    400: ErrorKind.MALFORMED,
    401: ErrorKind.LATER,  # a token that was replaced: this host ends, and the next one has a new one
    403: ErrorKind.SHUT,
    404: ErrorKind.GONE,
    413: ErrorKind.TOO_LARGE,
}
"""By status, where the code is none of these."""
FORBIDDEN: Final = 403
TOO_MANY: Final = 429
PAGE: Final = "<"  # begins what is no answer of Discord's API, but of what stands before it
FIELD: Final = re.compile(r"^In ([\w.]+): ", re.MULTILINE)
NETWORK: Final = (aiohttp.ClientError, OSError, TimeoutError)
NO_ANSWER: Final = (DiscordServerError, *NETWORK)
FAILED: Final = (DiscordException, *NETWORK)
"""Everything that a call may raise."""


@dataclass(frozen=True, slots=True)
class KnownError:
    """A kind of error; `after` in milliseconds where Discord has named a time."""

    kind: ErrorKind
    words: str
    after: int = 0


def known_error(error: Exception) -> KnownError:
    """What kind of error it is."""
    if isinstance(error, RateLimited):
        return KnownError(ErrorKind.LATER, "too many requests", int(error.retry_after * 1000) + 100)
    if isinstance(error, HTTPException) and _is_worn(error):
        return KnownError(ErrorKind.WORN, f"{error.status} {error.code}")
    if isinstance(error, NO_ANSWER) or (isinstance(error, HTTPException) and _is_of_wall(error)):
        return KnownError(ErrorKind.LATER, "no answer", _wait_named(error))
    if isinstance(error, HTTPException):
        usual = USUAL.get(error.status, ErrorKind.FAULT)
        fields = sorted(set(FIELD.findall(error.text)))  # never what stands in them: that may be cards
        return KnownError(CODES.get(error.code, usual), " ".join([f"{error.status} {error.code}", *fields]))
    return KnownError(ErrorKind.FAULT, type(error).__name__)


def _is_worn(error: HTTPException) -> bool:
    """Whether a message cannot be changed for now, and a new one could take its place."""
    return error.code == WORN or (error.code in PUBLISHED and error.response.method == CHANGES)


def _is_of_wall(error: HTTPException) -> bool:
    """Whether it is said by what stands before Discord's API, of this address: nothing is known of the chat."""
    return error.status == TOO_MANY or (error.status == FORBIDDEN and error.text.lstrip().startswith(PAGE))


def _wait_named(error: Exception) -> int:
    """The milliseconds for which nothing is to be asked, 0 where none are named."""
    seconds = error.response.headers.get("Retry-After", "") if isinstance(error, HTTPException) else ""
    return int(seconds) * 1000 + 100 if seconds.isascii() and seconds.isdecimal() else 0
