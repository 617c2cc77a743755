"""Where messages go: chats and topics by the names that tables know them by, also after a group has got a new number.

A place is `-100123`, a topic of it `-100123/45`, a private chat the number of its person. When a group becomes a
supergroup Telegram gives it another number; tables keep the one they know, and here it is translated.
"""

from dataclasses import dataclass

PLATFORM = "telegram"
LAST_GROUP = -1_000_000_000_000
"""Above it are the numbers of groups that can become supergroups, below those of supergroups and channels."""


@dataclass(frozen=True, slots=True)
class Where:
    """A chat as Telegram names it now; `topic` is 0 for none."""

    chat: int
    topic: int = 0


class ChatIds:
    """Old and new numbers of groups."""

    def __init__(self) -> None:
        self._now: dict[int, int] = {}
        self._was: dict[int, int] = {}

    def note_move(self, old: int, new: int) -> None:
        """The group has a new number; it keeps its place's name."""
        first = self._was.get(old, old)
        self._now[first], self._was[new] = new, first

    def learn(self, chat_id: str, written_to: int) -> None:
        """A message for this place stands in a supergroup: before the last start its group had become that one."""
        chat = self.where(chat_id).chat
        if LAST_GROUP < chat < 0 and written_to < LAST_GROUP:
            self.note_move(chat, written_to)

    def may_move(self, chat_id: str) -> bool:
        """Whether it is a group that may have become a supergroup, and nobody has heard of it."""
        return LAST_GROUP < self.where(chat_id).chat < 0

    def has_moved(self, chat: int) -> bool:
        """Whether a group bears a number that it has got since it was first known."""
        return chat in self._was

    def where(self, chat_id: str) -> Where:
        """Where to send what is for a place."""
        chat, _, topic = chat_id.partition("/")
        return Where(self._now.get(int(chat), int(chat)), int(topic or 0))

    def chat_id(self, chat: int, topic: int = 0) -> str:
        """The place of a chat or topic, by the number it was known by first."""
        number = self._was.get(chat, chat)
        return f"{number}/{topic}" if topic else str(number)


def channel_of(chat_id: str) -> str:
    """The place as tables name a channel."""
    return f"{PLATFORM}:{chat_id}"
