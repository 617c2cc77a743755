"""At the start of a match the group calls, by name, those who cannot be sent their cards yet, with the link that helps.

Nobody loses a seat for it. It is said once a start, wherever somebody pressed it.
"""

from typing import Final

from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup

from bot.adapters.telegram.chat_ids import PLATFORM
from bot.adapters.telegram.links import SEAT, link
from bot.adapters.telegram.responder import TelegramResponder
from bot.gateway.inbound.inbound import Inbound
from bot.gateway.outbound.match_starts import Starts
from bot.gateway.outbound.messenger import Chat
from bot.words.languages import fill, list_words, say
from bot.words.names import escape_html

_NAMES: Final = "\ue000"  # stands for the names until everything else is escaped


class Reminders:
    """Hears of every change of a table."""

    def __init__(self, bot: Bot, inbound: Inbound, responder: TelegramResponder) -> None:
        self._bot = bot
        self._inbound = inbound
        self._responder = responder
        self._starts = Starts(inbound.service, inbound.delivery)

    def note_change(self, table_id: str, person: str) -> None:
        """Somebody's view of a table has changed; everybody's, where it is nobody's alone."""
        if not person:
            self._responder.soon(self._remind(table_id))

    async def _remind(self, table_id: str) -> None:
        absent = await self._starts.missed_at_start(table_id)
        if absent is not None:
            here = [one for one in absent.people if await self._inbound.presence.accounts(one[0], PLATFORM)]
            for channel in absent.channels if here else ():  # elsewhere there is nothing to open here
                await self._call(channel, absent.label, tuple(here))

    async def _call(self, channel: str, label: str, absent: tuple[tuple[str, str], ...]) -> None:
        """Their names in one group of ours: a name that is an account here rings its owner's telephone."""
        platform, _, chat_id = channel.partition(":")
        if platform != PLATFORM:
            return
        language = await self._inbound.presence.language(channel)
        names = list_words(language, [await self._mention(person, name) for person, name in absent])
        words = escape_html(say(language, "chat.remind", names=_NAMES)).replace(_NAMES, names)
        button = InlineKeyboardButton(say(language, "button.open-chat"), url=link(self._bot.username, SEAT, label))
        await self._responder.call(Chat(chat_id, private=False), words, InlineKeyboardMarkup([[button]]))

    async def _mention(self, person: str, name: str) -> str:
        accounts = await self._inbound.presence.accounts(person, PLATFORM)
        said = escape_html(fill("{name}", {"name": name}))  # a name of another direction leaves the sentence its own
        return f'<a href="tg://user?id={int(accounts[0])}">{said}</a>' if accounts else said
