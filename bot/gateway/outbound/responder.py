"""What is said to one person beside the letters, in the background: the same for every platform.

Each adapter has a responder of its own, which knows how a message is sent there.
"""

from abc import ABC, abstractmethod

from bot.gateway.outbound.background import Background
from bot.gateway.outbound.limits import Limits
from bot.gateway.outbound.messenger import Chat
from bot.messages.message import Message
from bot.messages.notice_message import notice_message
from bot.requests.news import News
from bot.requests.service import Service
from bot.words.languages import Language


class Responder(Background, ABC):
    """`limits` are those of the chats, which count what is said here, too."""

    def __init__(self, platform: str, service: Service, limits: Limits) -> None:
        super().__init__()
        self._platform = platform
        self._service = service
        self.limits = limits

    @abstractmethod
    async def send(self, chat: Chat, message: Message) -> None:
        """A message of its own, tried again while it makes sense; it counts in the chat's budget."""

    async def tell(self, account: str, words: str, language: Language, agrees: str = "") -> None:
        """Tell a person what they have not asked; `agrees`: the command of the button below it, "" for none."""
        await self.send(Chat(account, private=True), notice_message(language, words, agrees))

    async def pass_on(self, news: News) -> None:
        """What the host tells a person who has not asked, on each of their accounts that has not read it yet."""
        language = (await self._service.backend.people.person(news.person)).language
        for account in await self._service.accounts(news.person, self._platform) if news.words else ():
            if f"{self._platform}:{account}" not in news.answered:
                await self.tell(account, news.words, language, news.agrees)
