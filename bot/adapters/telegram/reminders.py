"""At the start of a match the group calls, by name, those who cannot be sent their cards yet, with the link that helps.

Nobody loses a seat for it. It is said once a start, wherever somebody pressed it.
"""

from typing import Final

from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup

from bot.adapters.telegram.chat_ids import PLATFORM
from bot.adapters.telegram.links import SEAT, link
from bot.adapters.telegram.responder import Answering
from bot.gateway.inbound.inbound import Inbound
from bot.gateway.outbound.match_starts import Starts
from bot.gateway.outbound.messenger import Chat
from bot.words.languages import fill, listed, say
from bot.words.names import escape_html

_NAMES: Final = "\ue000"  # stands for the names until everything else is escaped


class Reminding:
    """Hears of every change of a table."""

    def __init__(self, bot: Bot, reception: Inbound, answering: Answering) -> None:
        self._bot = bot
        self._reception = reception
        self._answering = answering
        self._starts = Starts(reception.service, reception.delivery)

    def changed(self, table_id: str, person: str) -> None:
        """Somebody's view of a table has changed; everybody's, where it is nobody's alone."""
        if not person:
            self._answering.soon(self._looked(table_id))

    async def _looked(self, table_id: str) -> None:
        absent = await self._starts.changed(table_id)
        if absent is not None:
            here = [one for one in absent.people if await self._reception.service.accounts(one[0], PLATFORM)]
            for channel in absent.channels if here else ():  # elsewhere there is nothing to open here
                await self._call(channel, absent.label, tuple(here))

    async def _call(self, channel: str, label: str, absent: tuple[tuple[str, str], ...]) -> None:
        """Their names in one group of ours: a name that is an account here rings its owner's telephone."""
        platform, _, place = channel.partition(":")
        if platform != PLATFORM:
            return
        language = await self._reception.service.language(channel)
        names = listed(language, [await self._named(person, name) for person, name in absent])
        words = escape_html(say(language, "chat.remind", names=_NAMES)).replace(_NAMES, names)
        button = InlineKeyboardButton(say(language, "button.open-chat"), url=link(self._bot.username, SEAT, label))
        await self._answering.call(Chat(place, private=False), words, InlineKeyboardMarkup([[button]]))

    async def _named(self, person: str, name: str) -> str:
        accounts = await self._reception.service.accounts(person, PLATFORM)
        said = escape_html(fill("{name}", {"name": name}))  # a name of another direction leaves the sentence its own
        return f'<a href="tg://user?id={int(accounts[0])}">{said}</a>' if accounts else said
