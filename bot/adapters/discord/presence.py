"""What happens to the bot itself: added to a server, removed from it, its channels deleted, its permissions changed.

What that means for the tables there is the same on every platform: `bot.gateway.outbound.presence`.
"""

import asyncio
from datetime import datetime
from functools import partial
from typing import Any, Final

from discord import Guild, Locale, Member, Permissions, Role, StageChannel, TextChannel, Thread, VoiceChannel
from discord.abc import GuildChannel
from discord.utils import utcnow

from bot.adapters.discord.chat_ids import PLATFORM, channel_of
from bot.adapters.discord.responder import DiscordResponder
from bot.adapters.discord.tokens import Press
from bot.bounded import Bounded
from bot.durations import DAY
from bot.gateway.inbound.inbound import Inbound
from bot.gateway.outbound.messenger import Chat
from bot.host.notes import GREETED
from bot.keyed_lock import KeyedLock
from bot.messages.welcome import welcome_message
from bot.requests.request_context import RequestContext
from bot.words.languages import Language, guess, say

PLACES: Final = 10_000  # that are remembered
CHANNEL_NAME: Final = "channel"  # in a press's `extras`, what its channel is called
NOT_THERE: Final = "not there"  # in a press's `extras`, whether the bot is known not to be in its server
AFTER: Final = 1.0  # seconds after the end of a time-out, for two clocks
NEW_FOR: Final = 7 * DAY  # in which a server is greeted that has added the bot


class Servers:
    """Where the bot is, and whether it may write there."""

    def __init__(self, inbound: Inbound, responder: DiscordResponder) -> None:
        self._presence = inbound.presence
        self._notes = inbound.notes
        self._clock = inbound.clock
        self._responder = responder
        self._names: Bounded[str, str] = Bounded(PLACES)  # what a place is called
        self._greeted: Bounded[str, None] = Bounded(PLACES)  # servers that know the bot
        self._one_by_one: KeyedLock[int] = KeyedLock()  # a server's going and coming, in the order they happen

    async def note_there(self, guild: Guild) -> None:
        """Its channels can be reached: at the start, after an outage of Discord's, or when the bot is added.

        Who has added it, now or while it was away, is greeted. In an outage Discord tells a server's number alone, and
        all else when it is over.
        """
        await self.note_available(guild)
        await self._greet(guild)

    async def note_available(self, guild: Guild) -> None:
        """Where the bot may write there: the tables of these channels are shown again.

        A server that adds the bot within a moment of its start is told as one that was there
        (`discord.state.ConnectionState._delay_ready`), so that it is no news of being added that brings tables back.
        """
        async with self._one_by_one[guild.id]:
            places = [*guild.channels, *guild.threads]
            reached = [channel_of(str(one.id)) for one in places if _reaches(one, guild.me)]
            await self._presence.note_regained(*reached)
        if guild.me.timed_out_until is not None:
            self._look_after(guild, guild.me.timed_out_until)

    def _look_after(self, guild: Guild, until: datetime) -> None:
        """Of the end of a time-out nothing is told: the bot looks then where it may write."""
        wait = (until - utcnow()).total_seconds()
        if wait > 0:
            look = partial(self.note_available, guild)
            asyncio.get_running_loop().call_later(wait + AFTER, lambda: self._responder.soon(look()))

    async def _greet(self, guild: Guild) -> None:
        """In its channel for news, else in the first where the bot may write; once, and none that has it for long."""
        joined, now = guild.me.joined_at, self._clock()
        is_new = joined is None or now - joined.timestamp() * 1000 < NEW_FOR
        channel = _hall(guild) if is_new else None
        if channel is None:
            return
        async with self._one_by_one[guild.id]:
            if await self._is_known(str(guild.id)):
                return
            await self._know(str(guild.id))
        language = _chosen(guild)
        here, name = channel_of(str(channel.id)), _title(channel.name, guild)
        await self._presence.note_channel(here, name, language, channel_of(str(guild.id)))
        channel_language = await self._presence.language(channel_of(str(channel.id)))
        hello = welcome_message(channel_language, private=False)
        self._responder.soon(self._responder.send(Chat(str(channel.id), private=False), hello))

    async def note_thread_lost(self, thread: int, parent: int) -> None:
        """A thread is gone: a table that had it for itself is shown in the channel."""
        above = channel_of(str(parent))
        await self._presence.note_lost(channel_of(str(thread)), self._responder, above=above)

    async def note_removed(self, guild: Guild) -> None:
        async with self._one_by_one[guild.id]:
            for chat_id in [*guild.channels, *guild.threads]:
                await self.note_lost(str(chat_id.id))
        self._greeted.pop(str(guild.id), None)
        await self._notes.put(GREETED, channel_of(str(guild.id)), "")

    async def note_channel_change(self, channel: Any) -> None:
        """Another name, or other permissions, which are those of its threads, too.

        Or the bot is in a thread now, or that is locked no more.
        """
        for place in [channel, *getattr(channel, "threads", ())]:
            if _reaches(place, channel.guild.me):
                await self.note_regained(str(place.id))

    async def note_role_change(self, before: Role, after: Role) -> None:
        """A role has other rights; if the bot wears it, of channels nothing is told."""
        if before.permissions != after.permissions and after in after.guild.me.roles:
            await self.note_available(after.guild)

    async def note_own_change(self, before: Member, after: Member) -> None:
        """The bot itself wears other roles, or has a time-out or none: it may write where it might not."""
        is_other = before.roles != after.roles or before.timed_out_until != after.timed_out_until
        if is_other and after == after.guild.me:
            await self.note_available(after.guild)

    async def note_activity(self, press: Press) -> None:
        """Somebody acts in a channel: it is there, has a name, and says what the bot may do.

        The name is that which Discord has told with the press: in what the library knows of a channel that the bot may
        not view a placeholder stands for it.
        https://docs.discord.com/developers/resources/channel#channel-object-obfuscated-channels
        """
        chat_id = str(press.channel_id)
        name = _title(press.extras.get(CHANNEL_NAME, ""), press.guild)
        if self._names.get(chat_id) != name:
            server = channel_of(str(press.guild_id)) if press.guild_id else ""
            await self._know(str(press.guild_id))
            await self._presence.note_channel(channel_of(chat_id), name, await self._language_of(press), server)
            self._names[chat_id] = name
        if may_write(press):
            await self.note_regained(chat_id)

    async def _language_of(self, press: Press) -> Language:
        """The language of a place where somebody acts: the one that its server has chosen, or theirs.

        A thread's is that of its channel. "" where we speak none of them.
        """
        chosen = _chosen(press.guild) if press.guild is not None else ""
        if not chosen and isinstance(press.channel, Thread):
            return await self._presence.language(channel_of(str(press.channel.parent_id)))
        return chosen or guess(press.locale.value, "")

    async def _is_known(self, guild: str) -> bool:
        return guild in self._greeted or bool(await self._notes.of(GREETED, channel_of(guild)))

    async def _know(self, guild: str) -> None:
        """The server has been greeted, or uses the bot already."""
        if not await self._is_known(guild):
            await self._notes.put(GREETED, channel_of(guild), "known")
        self._greeted[guild] = None

    async def private(self, chat_id: str, language: str) -> None:
        """A private channel speaks its reader's language."""
        if chat_id not in self._names:
            await self._presence.note_channel(channel_of(chat_id), "", language)
            self._names[chat_id] = ""

    # --- where nothing can be written ---------------------------------------------------------------------------------

    def shut(self, chat: Chat) -> None:
        """Discord has refused a message there."""
        closed = RequestContext(PLATFORM, chat.id)
        self._responder.soon(self._presence.note_closed(closed) if chat.private else self.note_lost(chat.id))
        self._responder.soon(self._responder.in_vain(chat))

    def note_open(self, chat: Chat) -> None:
        """Somebody can be written to again."""
        self._responder.soon(self._presence.note_open(RequestContext(PLATFORM, chat.id)))

    async def note_lost(self, chat_id: str) -> None:
        await self._presence.note_lost(channel_of(chat_id), self._responder)

    async def note_regained(self, chat_id: str) -> None:
        await self._presence.note_regained(channel_of(chat_id))


def may_write(press: Press) -> bool:
    """Whether the bot may write where somebody acts, as Discord says of this very interaction."""
    return _writes(press.channel, press.app_permissions) and not (_is_outside(press) or press.extras.get(NOT_THERE))


def why_not_written(language: Language, press: Press) -> str:
    """What who acts is told where the bot may not write.

    *Add App* brings the commands alone, where the settings of the application have it so, as they do at first.
    https://docs.discord.com/developers/resources/application#discord-provided-link
    """
    if press.extras.get(NOT_THERE):
        return say(language, "chat.not-in-server")
    return say(language, "chat.not-in-thread") if _is_outside(press) else say(language, "chat.may-not-write")


def _is_outside(press: Press) -> bool:
    """Whether it is a private thread that the bot is not in, where commands reach it all the same.

    The rights that Discord names are then those in the channel above; of such a thread it tells only who is in it. Of a
    server of which nothing was told yet nobody can say.
    https://docs.discord.com/developers/topics/threads#public--private-threads
    """
    thread = press.channel
    if not isinstance(thread, Thread) or not thread.is_private() or press.app_permissions.manage_threads:
        return False
    return not thread.guild.unavailable and thread.guild.get_thread(thread.id) is None


def _reaches(place: GuildChannel | Thread, member: Member) -> bool:
    """Whether they may write there."""
    return _writes(place, place.permissions_for(member))


def _writes(place: object, may: Permissions) -> bool:
    """Whether these rights are enough: in a thread that is one of its own, by a voice channel who may connect writes.

    In a locked thread who manages threads does.
    https://docs.discord.com/developers/resources/message#get-channel-messages
    https://docs.discord.com/developers/topics/threads#locked-threads
    """
    if isinstance(place, Thread):
        return may.view_channel and may.send_messages_in_threads and (may.manage_threads or not place.locked)
    connects = may.connect or not isinstance(place, VoiceChannel | StageChannel)
    return may.view_channel and may.send_messages and connects


def _hall(guild: Guild) -> TextChannel | None:
    """Where a server is greeted, None where nothing may be written."""
    halls = [guild.system_channel, *[one for one in guild.text_channels if not one.is_news()]]
    return next((one for one in halls if one is not None and _reaches(one, guild.me)), None)


def _chosen(guild: Guild) -> Language:
    """The language that a server has chosen, "" where it has chosen none, or one that we do not speak.

    Only a community can choose; of every other server Discord says that it is American English.
    """
    is_chosen = guild.preferred_locale is not Locale.american_english or "COMMUNITY" in guild.features
    return guess(guild.preferred_locale.value, "") if is_chosen else ""


def _title(channel: str, guild: Guild | None) -> str:
    """How a channel is called in a private message: with its server, as far as that is known."""
    server = guild.name if guild is not None else ""
    return f"{server} · {channel}" if server and channel else channel or server
