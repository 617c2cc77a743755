"""How much room a platform leaves in a chat for messages that are no letters; letters about turns go first."""

from typing import Protocol


class Limits(Protocol):
    """Of chats by their full names, `discord:123`. The courier, which keeps the budgets, is one."""

    def room(self, chat: str) -> bool:
        """Whether a chat may be written to at once; the message counts then."""

    def is_crowded(self, chat: str) -> bool:
        """Whether what is sent to a group has to wait, or soon will."""

    def pause(self, chat: str, wait: int) -> None:
        """The platform wants a chat to be left alone for so many milliseconds, whoever writes there."""
