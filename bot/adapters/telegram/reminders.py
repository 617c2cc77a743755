"""At the start of a match the group calls, by name, those who cannot be sent their cards yet, with the link that helps.

Nobody loses a seat for it. It is said once a start, wherever somebody pressed it.
"""

from typing import Final

from telegram import Bot

from bot.adapters.telegram.chat_ids import PLATFORM
from bot.adapters.telegram.keyboards import leading_to
from bot.adapters.telegram.links import SEAT, link
from bot.adapters.telegram.responder import TelegramResponder
from bot.gateway.inbound.inbound import Inbound
from bot.gateway.outbound.messenger import Chat
from bot.words.languages import fill, list_words, say
from bot.words.names import escape_html

_NAMES: Final = "\ue000"  # stands for the names until everything else is escaped


class Reminders:
    """Hears of every change of a table."""

    def __init__(self, bot: Bot, inbound: Inbound, responder: TelegramResponder) -> None:
        self._bot = bot
        self._presence = inbound.presence
        self._responder = responder

    def note_change(self, table_id: str, person: str) -> None:
        """Somebody's view of a table has changed; everybody's, where it is nobody's alone."""
        if not person:
            self._responder.soon(self._remind(table_id))

    async def _remind(self, table_id: str) -> None:
        absent = await self._presence.missed_at_start(table_id, PLATFORM)
        if absent is not None:
            for channel in absent.channels:
                await self._call(channel, absent.label, absent.people)

    async def _call(self, channel: str, label: str, absent: tuple[tuple[str, str], ...]) -> None:
        """Their names in one group of ours: a name that is an account here rings its owner's telephone."""
        platform, _, chat_id = channel.partition(":")
        if platform != PLATFORM:
            return
        language = await self._presence.language(channel)
        names = list_words(language, [_mention(account, name) for account, name in absent])
        words = escape_html(say(language, "chat.remind", names=_NAMES)).replace(_NAMES, names)
        button = leading_to(say(language, "button.open-chat"), link(self._bot.username, SEAT, label))
        await self._responder.call(Chat(chat_id, private=False), words, [[button]])


def _mention(account: str, name: str) -> str:
    """The name of somebody; a name of another direction leaves the sentence its own."""
    return f'<a href="tg://user?id={int(account)}">{escape_html(fill("{name}", {"name": name}))}</a>'
