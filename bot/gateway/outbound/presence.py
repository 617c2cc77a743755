"""What platforms report about channels and private chats where the bot is: the same for every platform.

Channels have names and move, people open and shut their private chats, matches begin without some of them.
No letter is lost by any of it. If a channel can no longer be written to, its players are told once in their private
chats; as soon as it can be written to again, its tables are shown.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from bot.bounded import Bounded
from bot.gateway.outbound.delivery import Delivery
from bot.gateway.outbound.fresh_letters import FreshLetters
from bot.gateway.outbound.match_starts import Absent, Starts
from bot.gateway.outbound.message_reference import Reference
from bot.gateway.outbound.reach import CHATS, Reach
from bot.gateway.outbound.responder import Responder
from bot.keyed_lock import KeyedLock
from bot.messages.message import Message
from bot.requests.news import News
from bot.requests.request_context import RequestContext
from bot.requests.service import Service
from bot.words.languages import Language, say

LOG: Final = logging.getLogger(__name__)

OfferHand: TypeAlias = Callable[[str, str, str], Awaitable[Message | None]]
"""What a person (id, platform, account there) is offered together with the news of their seat; None for nothing."""


class Presence:
    """One bot's, by channel, `telegram:123`. Raises `StoreError`."""

    def __init__(
        self, service: Service, reach: Reach, delivery: Delivery, letters: FreshLetters, offer: OfferHand
    ) -> None:
        self._offer = offer
        self._service = service
        self._bot = service.backend.bot
        self._tables = service.backend.tables
        self._reach = reach
        self._delivery = delivery
        self._letters = letters
        self._starts = Starts(service, delivery)
        self._speaking: Bounded[tuple[str, str], None] = Bounded(CHATS)  # private chats, each with who speaks there
        self._one_by_one: KeyedLock[str] = KeyedLock()  # what is found out about a channel, one by one

    # --- what a place is ----------------------------------------------------------------------------------------------

    async def note_channel(self, channel: str, name: str, language: Language = "", group: str = "") -> None:
        """Its name there; `language` as the platform has it counts where none was chosen; `group`: its server."""
        await self._service.note_channel(channel, name, language, group)

    async def note_moved(self, old: str, now: str) -> None:
        """The platform gives it another name; tables keep the one they know."""
        await self._service.channel_moved(old, now)

    async def known_as(self, now: str) -> str:
        """The name that tables know a channel by."""
        return await self._service.channel_was(now)

    async def language(self, channel: str) -> Language:
        """The language spoken there."""
        return await self._service.language(channel)

    # --- private chats ------------------------------------------------------------------------------------------------

    async def note_open(self, context: RequestContext, *, alone: bool = False) -> bool:
        """Somebody can be written to; `alone`: on this account, whatever their others are. Whether they are known.

        Where they act in that chat themselves it is theirs from now on, and speaks their language.
        """
        await self._meet(context)
        await self._reach.note_open(context, context.account if alone else "")
        key = (context.person.id, context.channel)
        if context.private and context.channel and context.person.id and key not in self._speaking:
            await self._service.speaks_theirs(context.person, context.channel)
            self._speaking[key] = None
        return bool(context.person.id)

    async def note_closed(self, context: RequestContext, *, alone: bool = False, blocked: bool = False) -> None:
        """They cannot be written to, on this account `alone` or on any there; `blocked`: by their own choice."""
        await self._meet(context)
        await self._reach.note_closed(context, context.account if alone else "", blocked)

    async def _meet(self, context: RequestContext) -> None:
        if not context.person.id:
            await self._service.enters(context, registers=False)

    # --- people who do not ask ----------------------------------------------------------------------------------------

    async def pass_on(self, news: News, responder: Responder) -> None:
        """What the host tells a person who has not asked, on each of their accounts there that has not read it yet."""
        if not news.words or news.is_letter:
            return
        language = (await self._service.person(news.person)).language
        for account in await self._service.accounts(news.person, responder.platform):
            if f"{responder.platform}:{account}" not in news.answered:
                offers = bool(news.table) and responder.shows_hands_in_channels
                offer = await self._offer(news.person, responder.platform, account) if offers else None
                rings = news.rings and not self._delivery.looking.is_at(news.person, news.seen_at)
                rings_for = news.person if rings else ""
                await responder.tell(account, news.words, language, news.agrees, news.refuses, offer, rings_for)

    async def missed_at_start(self, table_id: str, platform: str) -> Absent | None:
        """Who of this platform cannot be sent their cards, if a match has just been started here; else None."""
        return await self._starts.missed_at_start(table_id, platform)

    # --- where nothing can be written ---------------------------------------------------------------------------------

    async def note_lost(self, channel: str, responder: Responder, *, topics: bool = False, above: str = "") -> None:
        """Nothing can be written there: the players of its tables are told, once, and where they are now.

        `topics`: nor in any topic of it. `above`: it was a thread of that channel, which shows the thread's tables now.
        """
        if above:
            await self._leave_thread(channel, above)
        await self._service.tournaments.note_lost(channel, topics=topics)
        for one in await self._rooms(channel) if topics else (channel,):
            await self._note_lost(one, responder)

    async def note_regained(self, *channels: str, certainly: bool = False, topics: bool = False) -> None:
        """They can be written to again: their tables are shown.

        `certainly`: also where nobody noticed that they could not. `topics`: so can their topics.
        """
        for channel in channels:
            for one in await self._rooms(channel) if topics else (channel,):
                await self._note_regained(one, certainly)

    async def _rooms(self, channel: str) -> list[str]:
        """The channel, and its topics, as far as tables are shown there."""
        return sorted({channel, *await self._tables.within(channel)})

    async def _note_lost(self, channel: str, responder: Responder) -> None:
        async with self._one_by_one[channel]:
            is_lost = await self._delivery.recipients.lost_channels.has(self._bot, channel)
            players = [] if is_lost else await self._players(channel)
            if not players:
                return
            warnings = [one for player in players for one in await self._warnings(channel, *player)]
            await self._note(channel, is_lost=True)
        LOG.warning("a channel cannot be written to", extra={"chat": channel.partition(":")[2]})
        for account, words, language in warnings:  # the hand says it, too, also where no new message arrives any more
            responder.soon(responder.tell(account, words, language))

    async def _warnings(self, channel: str, person: str, table: str) -> list[tuple[str, str, Language]]:
        """What a player is told, with each account of theirs there."""
        language = (await self._service.person(person)).language
        words = say(language, "chat.lost", table=table)
        accounts = await self._service.accounts(person, channel.partition(":")[0])
        return [(account, words, language) for account in accounts]

    async def _note_regained(self, channel: str, certainly: bool) -> None:
        async with self._one_by_one[channel]:
            was_lost = await self._delivery.recipients.lost_channels.has(self._bot, channel)
            if was_lost:
                await self._note(channel, is_lost=False)
        for one in await self._tables.in_channel(channel) if was_lost or certainly else ():
            await self._letters.table_below(one.table, channel)

    async def _leave_thread(self, thread: str, channel: str) -> None:
        """What was shown in a thread is shown in the channel above it."""
        platform, _, chat_id = thread.partition(":")
        for one in await self._tables.in_channel(channel):
            if await self._delivery.shows(self._bot, one.table, platform, Reference.begins_in(chat_id)):
                await self._letters.table_below(one.table, channel)

    async def _players(self, channel: str) -> list[tuple[str, str]]:
        """Who sits at its tables, with the tables' short names."""
        tables = await self._tables.in_channel(channel)
        return [(chair.person, one.label) for one in tables for chair in one.chairs if chair.person]

    async def _note(self, channel: str, *, is_lost: bool) -> None:
        """Note whether nothing can be written there, and have the hands of its tables say so."""

        async def show() -> None:
            for one in await self._tables.in_channel(channel):
                people = {chair.person for chair in one.chairs if chair.person}
                await self._letters.hands_at(one.table, *sorted(people))

        await self._delivery.recipients.lost_channels.note(self._bot, channel, is_lost=is_lost, show=show)
