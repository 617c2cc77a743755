"""How an adapter names a message, and remembers what it shows: so an edit changes only what has changed."""

import hashlib
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from bot.gateway.outbound.messenger import Drawn

UNKNOWN: Final = "?"  # the mark of what a message shows where nobody knows that


@dataclass(frozen=True, slots=True)
class Reference:
    """A message by the platform's numbers, and marks of what it shows; "" for a message without a picture."""

    chat: int
    message: int
    picture: str = ""
    words: str = ""

    @classmethod
    def parse(cls, text: str) -> "Reference":
        """Raises `ValueError` for text that is none."""
        name, picture, words = text.split(",")
        chat, _, message = name.partition(".")
        return cls(int(chat), int(message), picture, words)

    @staticmethod
    def begins_in(chat_id: str) -> str:
        """How the names of all messages in a chat begin."""
        return f"{chat_id}."

    def with_content(self, drawn: Drawn | None, words: str) -> "Reference":
        """The same message, once it shows this."""
        return replace(self, picture=mark(drawn.png) if drawn else "", words=mark(words.encode()))

    @property
    def in_doubt(self) -> "Reference":
        """The same message, where it may show anything by now; it has a picture or not, as before."""
        return replace(self, picture=self.picture and UNKNOWN, words=UNKNOWN)

    @property
    def name(self) -> str:
        """How the message is known apart from what it shows."""
        return f"{self.chat}.{self.message}"

    def __str__(self) -> str:
        return f"{self.name},{self.picture},{self.words}"


def name_of(reference: str) -> str:
    """How the message of a reference is known apart from what it shows."""
    return reference.partition(",")[0]


def is_named(reference: str, name: str) -> bool:
    """Whether a reference is that of the message with this name, or of one in the chat where all names begin so."""
    return reference.startswith(name) if name.endswith(".") else name_of(reference) == name


@lru_cache(maxsize=32)  # asked several times for each picture, on its way
def mark(content: bytes) -> str:
    """Names a content in a few signs."""
    return hashlib.sha256(content).hexdigest()[:16]
