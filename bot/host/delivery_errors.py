"""What a platform says of a letter that it has not taken: not now, or never. Nothing else of a network goes further."""

from typing import Final

NO_ANSWER: Final = "no answer in time"
"""As a letter remembers it that was given up without an answer."""


class TryLater(Exception):
    """The platform cannot now. `after`: it has said for how many milliseconds this chat must be left alone."""

    def __init__(self, reason: str, after: int = 0) -> None:
        self.reason = reason
        self.after = after
        super().__init__(reason)


class Unanswered(TryLater):
    """The platform has not answered in time: it may carry out what it was given all the same, after what is newer."""

    def __init__(self) -> None:
        super().__init__(NO_ANSWER)


class Undeliverable(Exception):
    """It never will: the chat is gone, the person has blocked the bot. The seat and its cards stay.

    `shut`: it will if its person opens their private chat, of which the platform tells.
    """

    def __init__(self, reason: str, shut: bool = False) -> None:
        self.reason = reason
        self.shut = shut
        super().__init__(reason)
