"""What is said to one person beside the letters, in the background: the same for every platform.

Each adapter has a responder of its own, which knows how a message is sent there.
"""

from abc import ABC, abstractmethod
from dataclasses import replace

from bot.gateway.outbound.background import Background
from bot.gateway.outbound.limits import Limits
from bot.gateway.outbound.messenger import Chat
from bot.messages.message import Message
from bot.messages.notice_message import notice_message, with_offer
from bot.words.languages import Language


class Responder(Background, ABC):
    """`limits` are those of the chats, which count what is said here, too."""

    shows_hands_in_channels = False  # to their owner alone, whenever they want it so

    def __init__(self, platform: str, limits: Limits) -> None:
        super().__init__()
        self.platform = platform
        self.limits = limits

    @abstractmethod
    async def send(self, chat: Chat, message: Message) -> None:
        """A message of its own, tried again while it makes sense; it counts in the chat's budget."""

    async def tell(
        self,
        account: str,
        words: str,
        language: Language,
        agrees: str = "",
        refuses: str = "",
        offer: Message | None = None,
        rings_for: str = "",
    ) -> None:
        """Tell a person what they have not asked, and what they are offered with it.

        `agrees`, `refuses`: commands of buttons below, "" for none. `rings_for` is the person whose device rings for
        it, "" for nobody's.
        """
        message = replace(notice_message(language, words, agrees, refuses), notify=rings_for)
        await self.send(Chat(account, private=True), with_offer(message, offer) if offer is not None else message)
