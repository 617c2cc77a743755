"""How many messages stand below one of ours in a group, as far as a bot can know that.

In a supergroup messages are numbered one after the other, so that two numbers tell it, also where the bot hears of
commands alone (its privacy mode): the highest number that it has come across, as often as it hears of something or
writes there itself. Basic groups count together with all other chats of an account, and the topics of a forum count
together: there only what the bot has come across itself is counted.
"""

from typing import Final

from telegram import Message

from bot.bounded import Bounded

CHATS: Final = 2_000
MOST: Final = 100  # messages of a place that are told apart
SUPERGROUP: Final = -1_000_000_000_000  # the numbers of supergroups lie below


class GroupNumbers:
    """The numbers of messages by chat, and by topic; nothing is known of what stood there before the start."""

    def __init__(self) -> None:
        self._highest: Bounded[int, int] = Bounded(CHATS)
        self._numbers: Bounded[tuple[int, int], Bounded[int, None]] = Bounded(CHATS)  # by chat and topic
        self._deletions: Bounded[int, Bounded[int, None]] = Bounded(CHATS)  # what the bot has taken away itself
        self._forums: Bounded[int, None] = Bounded(CHATS)

    def note(self, message: Message) -> None:
        """A message has come, or was sent; one for a single reader has no number."""
        chat, number = message.chat, message.message_id
        if chat.id >= 0 or number <= 0:
            return
        if chat.is_forum:
            self._forums[chat.id] = None
        topic = message.message_thread_id or 0 if message.is_topic_message else 0
        self._numbers.setdefault((chat.id, topic), Bounded(MOST))[number] = None
        self._highest[chat.id] = max(number, self._highest.get(chat.id, 0))

    def note_gone(self, chat: int, number: int) -> None:
        """The bot has taken its own message away."""
        self._deletions.setdefault(chat, Bounded(MOST))[number] = None

    def below(self, chat: int, topic: int, number: int) -> int:
        """How many messages stand below the one with this number."""
        deleted_below = {one for one in self._deletions.get(chat, ()) if one > number}
        if chat < SUPERGROUP and not topic and chat not in self._forums:
            return max(0, self._highest.get(chat, number) - number - len(deleted_below))
        return len({one for one in self._numbers.get((chat, topic), ()) if one > number} - deleted_below)
