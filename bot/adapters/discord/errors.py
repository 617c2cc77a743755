"""What a failed call means: Discord's codes and the library's errors, sorted by what is to be done about them."""

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

import aiohttp
from discord import DiscordException, DiscordServerError, HTTPException, RateLimited

from bot.adapters.discord.buckets import WORN


class Trouble(Enum):
    """What is to be done."""

    LATER = auto()  # try again, perhaps after a time
    GONE = auto()  # the message is not there, or cannot be changed
    WORN = auto()  # it is old, and cannot be changed so often
    SHUT = auto()  # nothing can be written there
    LACKING = auto()  # a permission is missing: that to attach pictures, or that to write
    ASLEEP = auto()  # the thread is archived
    BEGUN = auto()  # the message has its thread already
    NO_THREADS = auto()  # none can begin there: in a thread, in the chat of a voice channel
    ANSWERED = auto()  # the press has its answer already
    OLD = auto()  # the press was too long ago
    MALFORMED = auto()  # a field of the message is not as Discord wants it: a plainer one may be
    FAULT = auto()  # ours


class Refused(Exception):
    """A call that Discord refuses for a reason that the caller deals with."""

    def __init__(self, trouble: Trouble, words: str = "") -> None:
        self.trouble = trouble
        self.words = words
        super().__init__(trouble.name)


CODES: Final = {
    10003: Trouble.SHUT,  # unknown channel
    10004: Trouble.SHUT,  # unknown server
    10013: Trouble.SHUT,  # unknown user
    50001: Trouble.SHUT,  # missing access
    50007: Trouble.SHUT,  # private messages closed
    50278: Trouble.SHUT,  # no server in common
    160005: Trouble.SHUT,  # the thread is locked
    50013: Trouble.LACKING,
    50024: Trouble.NO_THREADS,
    50083: Trouble.ASLEEP,
    160004: Trouble.BEGUN,
    10008: Trouble.GONE,  # unknown message
    50005: Trouble.GONE,  # somebody else's
    40060: Trouble.ANSWERED,
    10015: Trouble.OLD,  # unknown webhook
    10062: Trouble.OLD,  # unknown interaction
    50027: Trouble.OLD,  # invalid webhook token
    40003: Trouble.LATER,  # private chats are opened too fast
}
USUAL: Final = {400: Trouble.MALFORMED, 403: Trouble.SHUT, 404: Trouble.GONE, 413: Trouble.MALFORMED}
"""By status, where the code is none of these."""
FIELD: Final = re.compile(r"^In ([\w.]+): ", re.MULTILINE)
NETWORK: Final = (aiohttp.ClientError, OSError, TimeoutError)
NO_ANSWER: Final = (DiscordServerError, *NETWORK)
FAILED: Final = (DiscordException, *NETWORK)
"""Everything that a call may raise."""


@dataclass(frozen=True, slots=True)
class Found:
    """A trouble; `after` in milliseconds where Discord has named a time."""

    trouble: Trouble
    words: str
    after: int = 0


def sorted_out(error: Exception) -> Found:
    """The trouble behind an error."""
    if isinstance(error, RateLimited):
        return Found(Trouble.LATER, "too many requests", int(error.retry_after * 1000) + 100)
    if isinstance(error, HTTPException) and error.code == WORN:
        return Found(Trouble.WORN, f"{error.status} {error.code}")
    if isinstance(error, NO_ANSWER) or (isinstance(error, HTTPException) and error.status == 429):
        return Found(Trouble.LATER, "no answer")
    if isinstance(error, HTTPException):
        usual = USUAL.get(error.status, Trouble.FAULT)
        fields = sorted(set(FIELD.findall(error.text)))  # never what stands in them: that may be cards
        return Found(CODES.get(error.code, usual), " ".join([f"{error.status} {error.code}", *fields]))
    return Found(Trouble.FAULT, type(error).__name__)
