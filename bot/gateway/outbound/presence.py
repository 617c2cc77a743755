"""What a platform tells of the places where the bot is: the same for every platform.

Channels have names and move, people open and shut their private chats, servers are greeted once.
Nothing of it loses anything. Where nothing can be written the players are told in their private chats, once; as soon as
it can be written again, the tables are shown.
"""

import logging
from typing import Final

from bot.bounded import Bounded
from bot.gateway.outbound.delivery import Delivery
from bot.gateway.outbound.reach import Reach, Want
from bot.gateway.outbound.responder import Responder
from bot.host.notes import GREETED, LOST
from bot.host.ports import CHANNEL, Letter
from bot.keyed_lock import KeyedLock
from bot.messages.presenter import HAND, TABLE
from bot.requests.service import Service
from bot.words.languages import Language, say

LOG: Final = logging.getLogger(__name__)
KNOWN: Final = 10_000  # channels


class Presence:
    """One bot's, by channel, `telegram:123`. `want` has letters brought. Raises `StoreError`."""

    def __init__(self, service: Service, reach: Reach, delivery: Delivery, want: Want) -> None:
        self._service = service
        self._reach = reach
        self._delivery = delivery
        self._want = want
        # whether a channel's players have been told that it is lost
        self._lost_channels: Bounded[str, bool] = Bounded(KNOWN)
        self._one_by_one: KeyedLock[str] = KeyedLock()  # what is found out about a channel, one by one

    # --- what a place is ----------------------------------------------------------------------------------------------

    async def note_channel(self, channel: str, name: str = "", language: Language = "", group: str = "") -> None:
        """Its name there; `language` as the platform has it counts where none was chosen; `group`: its server."""
        await self._service.note_channel(channel, name, language, group)

    async def note_moved(self, known: str, now: str) -> None:
        """The platform gives it another name; tables keep the one they know."""
        await self._service.channel_moved(known, now)

    async def known_as(self, now: str) -> str:
        """The name that tables know a channel by."""
        return await self._service.channel_was(now)

    async def language(self, channel: str) -> Language:
        """The language spoken there."""
        return await self._service.language(channel)

    async def rooms(self, channel: str) -> tuple[str, ...]:
        """The channel and its topics, as far as tables are shown there."""
        return await self._service.backend.tables.within(channel)

    async def is_greeted(self, server: str) -> bool:
        """Whether a server knows the bot, also from before the last start."""
        return bool(await self._service.notes.of(GREETED, server))

    async def note_greeted(self, server: str, *, is_greeted: bool) -> None:
        """It knows the bot, or the bot was removed and is to greet it again."""
        await self._service.notes.put(GREETED, server, "known" if is_greeted else "")

    async def accounts(self, person: str, platform: str) -> tuple[str, ...]:
        """Where this person is reached on a platform."""
        return await self._service.accounts(person, platform)

    # --- private chats ------------------------------------------------------------------------------------------------

    async def note_open(self, platform: str, account: str, *, alone: bool = False) -> bool:
        """Somebody can be written to; `alone`: on this account, whatever their others are. Whether they are known."""
        person = await self._service.person_of(platform, account)
        if person:
            await self._reach.note_open(person, platform, account if alone else "")
        return bool(person)

    async def note_closed(self, platform: str, account: str, *, alone: bool = False, blocked: bool = False) -> None:
        """They cannot, on this account `alone` or on any of the platform; `blocked`: because they want it so."""
        person = await self._service.person_of(platform, account)
        if person:
            await self._reach.note_closed(person, platform, account if alone else "", blocked)

    # --- where nothing can be written ---------------------------------------------------------------------------------

    async def note_lost(self, channel: str, responder: Responder) -> None:
        """Nothing can be written there: the players of its tables are told, once, and where they are now."""
        async with self._one_by_one[channel]:
            players = [] if await self.is_lost(channel) else await self.players(channel)
            if not players:
                return
            await self._note(channel, is_lost=True)
        platform, _, chat_id = channel.partition(":")
        LOG.warning("a channel cannot be written to", extra={"chat": chat_id})
        for person, table in players:  # the hand says it, too, also where no new message arrives any more
            language = (await self._service.backend.people.person(person)).language
            for account in await self._service.accounts(person, platform):
                responder.soon(responder.tell(account, say(language, "chat.lost", table=table), language))

    async def note_regained(self, channel: str, *, certainly: bool = False) -> None:
        """It can be written again: its tables are shown. `certainly`: also where nobody noticed that it could not."""
        async with self._one_by_one[channel]:
            was_lost = await self.is_lost(channel)
            if was_lost:
                await self._note(channel, is_lost=False)
        if was_lost or certainly:
            await self.show(channel)

    async def note_room_lost(self, channel: str, begins: str) -> None:
        """The room of a table is gone, where references begin so: the table is shown in its channel."""
        platform = channel.partition(":")[0]
        for one in await self._service.backend.tables.in_channel(channel):
            if await self._delivery.stands(self._service.backend.bot, one.table, platform, begins):
                await self.below(one.table, channel)

    async def show(self, channel: str) -> None:
        """Its tables are shown there, below what was said since."""
        for one in await self._service.backend.tables.in_channel(channel):
            await self.below(one.table, channel)

    async def players(self, channel: str) -> list[tuple[str, str]]:
        """Who sits at its tables, with the tables' short names."""
        tables = await self._service.backend.tables.in_channel(channel)
        return [(chair.person, one.label) for one in tables for chair in one.chairs if chair.person]

    async def is_lost(self, channel: str) -> bool:
        """Whether its players have been told that nothing can be written there, also before the last start."""
        if channel not in self._lost_channels:
            self._lost_channels[channel] = bool(await self._service.notes.of(LOST, channel))
        return self._lost_channels[channel]

    async def _note(self, channel: str, *, is_lost: bool) -> None:
        """The hands of its tables say that nothing can be written there as long as it is true."""
        await self._service.notes.put(LOST, channel, "told" if is_lost else "")
        self._delivery.note_lost(channel, is_lost=is_lost)
        for one in await self._service.backend.tables.in_channel(channel):
            people = {chair.person for chair in one.chairs if chair.person}
            await self._want(one.table, tuple(Letter(person, HAND) for person in sorted(people)))
        self._lost_channels[channel] = is_lost

    async def below(self, table_id: str, channel: str) -> None:
        """The table is shown anew in the channel, below what was said since."""
        letter = Letter(f"{CHANNEL}{channel}", TABLE)
        self._delivery.lift(table_id, letter)
        await self._want(table_id, (letter,))
