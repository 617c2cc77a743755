"""The server's world: who is there, what stands where, who has seen what. It changes only through its few verbs."""

from collections import deque
from collections.abc import Callable
from typing import Final

from tests.loopback.discord import wire
from tests.loopback.discord.clock import Clock
from tests.loopback.discord.errors import Declined
from tests.loopback.discord.eyes import Eyes, Kind, Sight, sight_of
from tests.loopback.discord.gateway import Gateway
from tests.loopback.discord.mentions import rings
from tests.loopback.discord.permissions import EVERYBODY, OF_THE_BOT, may
from tests.loopback.discord.posting import Posting
from tests.loopback.discord.values import (
    CROSSPOSTED,
    DM,
    PRIVATE_THREAD,
    TEXT,
    Act,
    Channel,
    Content,
    Guild,
    Json,
    Member,
    Message,
    Role,
    User,
)
from tests.loopback.news import News
from tests.loopback.scheduling import held_back

OLD: Final = 3600.0
OLD_EDITS: Final = (3, 6.0)
"""Changes of old messages in a channel, and in how many seconds: 30046 beyond (discord-api-docs#4413; nobody at Discord
says how many, discord-userdoccers#551 has measured it). Nothing says that presses are exempt."""
PUBLISHED_EDITS: Final = (3, 3600.0)
"""The same of a message that was published, however new: 20028 beyond (discord-api-docs#2258, #6109)."""
SECRET: Final = "loopback.loopback.loopback"  # noqa: S105  a key to nothing


class World(News):
    """Users, guilds, DMs, open interactions and commands of one bot; `changed` wakes whoever waits."""

    def __init__(self) -> None:
        super().__init__()
        self.root = ""
        self.clock = Clock()
        self.token = SECRET
        self.bot = User(self.clock.snowflake(), "burraco", "Burraco", is_bot=True)
        self.maker = User(self.clock.snowflake(), "maker", "Maker")  # the owner of the application
        self.first_answer = 3.0  # seconds in which an interaction wants its first answer
        self.token_life = 900.0  # seconds in which its token serves
        self.file_limit = 10 * 1024 * 1024  # bytes of one upload
        self.old = OLD  # seconds after which a message is changed only so often
        # by channel: when messages were changed that were older; by message: when one that was published was
        self.old_edits: dict[int, deque[float]] = {}
        self.published_full = 20028  # the code for too many changes of one that was published; or 20022
        self.nonce_life = 300.0  # seconds in which an enforced nonce is remembered
        self.users: dict[int, User] = {one.id: one for one in (self.bot, self.maker)}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.eyes: dict[int, Eyes] = {}
        self.acts: dict[str, Act] = {}  # by token
        self.commands: dict[int, list[Json]] = {}  # by guild, 0 for everywhere
        self.launch: Callable[[int, User], str] | None = None  # begins an Activity, where the application has one
        self.posting = Posting()
        self.gateway = Gateway(self)

    def join(self, user: User) -> Channel:
        """A new person, and the DM they would have with the bot."""
        self.users[user.id] = user
        self.eyes[user.id] = Eyes()
        channel = Channel(self.clock.snowflake(), DM, peer=user)
        self.channels[channel.id] = channel
        return channel

    def dm(self, user: User) -> Channel:
        return next(one for one in self.channels.values() if one.peer is user)

    def found(self, name: str, owner: User, locale: str) -> Guild:
        """A new guild with its owner alone."""
        guild = Guild(self.clock.snowflake(), name, owner, locale)
        guild.roles[guild.id] = Role(guild.id, "@everyone", EVERYBODY)
        self.guilds[guild.id] = guild
        self.enter(guild, owner)
        return guild

    def add_bot(self, guild: Guild, since: float = 0.0) -> None:
        """The bot is in the guild for so many seconds, with the role that its invitation asked for."""
        role = Role(self.clock.snowflake(), self.bot.name, OF_THE_BOT, managed=True)
        guild.roles[role.id] = role
        guild.members[self.bot.id] = Member(self.bot, self.clock.now() - since, [role.id])
        whole = wire.whole_guild(self, guild)
        del whole["unavailable"]  # so the client tells a new server from one that has come back
        self.gateway.tell("GUILD_CREATE", whole, guild)

    def enter(self, guild: Guild, user: User) -> None:
        """Somebody is in the guild from now on, and sees what stands there."""
        member = guild.members[user.id] = Member(user, self.clock.now())
        for channel in guild.channels.values():
            if may(channel, user, "view_channel"):
                self.eyes[user.id].seen += [sight_of("posted", one, self.clock.now()) for one in channel.shown]
        self.gateway.tell("GUILD_MEMBER_ADD", wire.member(member) | {"guild_id": str(guild.id)}, guild)
        self.changed()

    def leave(self, guild: Guild, user: User) -> None:
        del guild.members[user.id]
        self.gateway.tell("GUILD_MEMBER_REMOVE", {"guild_id": str(guild.id), "user": wire.user(user)}, guild)
        self.changed()

    def open(self, guild: Guild, name: str, kind: int = TEXT) -> Channel:
        """A new channel, of text unless its kind says otherwise."""
        channel = Channel(self.clock.snowflake(), kind, name, guild)
        guild.channels[channel.id] = self.channels[channel.id] = channel
        self.gateway.tell("CHANNEL_CREATE", wire.channel_told(self, channel), guild)
        return channel

    def branch(self, thread: Channel) -> None:
        """A thread begins."""
        assert thread.guild is not None
        self.channels[thread.id] = thread.guild.channels[thread.id] = thread
        if may(thread, self.bot, "view_channel"):
            self.gateway.tell("THREAD_CREATE", wire.channel(thread) | {"newly_created": True}, thread.guild)
        self.show(thread, Sight("thread", self.clock.now(), thread.id, text=thread.name))

    def update(self, channel: Channel) -> None:
        """The channel's name, permissions or archive changed; of a private thread only who is in it is told."""
        kind = "THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE"
        if channel.type != PRIVATE_THREAD or may(channel, self.bot, "view_channel"):
            self.gateway.tell(kind, wire.channel_told(self, channel), channel.guild)
        self.changed()

    def channels_viewed(self, guild: Guild) -> list[Channel]:
        """The channels of a guild that the bot may view, threads apart."""
        return [one for one in guild.channels.values() if not one.is_thread and may(one, self.bot, "view_channel")]

    def tell_of_views(self, guild: Guild, before: list[Channel]) -> None:
        """Roles have changed: of each channel that the bot may view now, or no more, it is told anew."""
        for one in {*before} ^ {*self.channels_viewed(guild)}:
            self.update(one)

    def remove(self, channel: Channel) -> None:
        """The channel or thread is gone, with everything in it."""
        assert channel.guild is not None
        for one in [other for other in channel.guild.channels.values() if channel in {other, other.parent}]:
            del self.channels[one.id], channel.guild.channels[one.id]
        kind = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
        self.gateway.tell(kind, wire.channel_told(self, channel), channel.guild)
        self.changed()

    def audience(self, channel: Channel) -> list[User]:
        """The people who see what is posted there now."""
        if channel.peer is not None:
            return [channel.peer]
        assert channel.guild is not None
        people = [one.user for one in channel.guild.members.values() if not one.user.is_bot]
        return [one for one in people if may(channel, one, "view_channel")]

    def post(self, message: Message, rings_reply: bool = True) -> Message:
        """A message appears: on the screens of those who are there, and for the bot where it asked for that."""
        message.channel.messages[message.id] = message
        self._see("posted", message, rings_reply)
        self.gateway.tell_of("MESSAGE_CREATE", message)
        return message

    def edit(self, message: Message, content: Content, quiet: bool = True) -> None:
        """The message says something else from now on; `quiet` unless it was still "thinking"."""
        message.content = content
        if quiet:
            message.edited = self.clock.now()
        self._see("edited" if quiet else "posted", message, not quiet)
        self.gateway.tell_of("MESSAGE_UPDATE", message)

    def waited(self, act: Act) -> float:
        """Seconds since somebody acted, on this server's clock; those in which the machine ran others do not count."""
        return self.clock.now() - act.at - max(0.0, held_back() - act.held_up)

    def wear(self, message: Message) -> None:
        """Counts the change of an old message, or of one that was published, or refuses it."""
        now = self.clock.now()
        is_published = bool(message.flags & CROSSPOSTED)
        if not is_published and now - message.at < self.old:
            return
        many, seconds = PUBLISHED_EDITS if is_published else OLD_EDITS
        recent = self.old_edits.setdefault(message.id if is_published else message.channel.id, deque())
        while recent and recent[0] <= now - seconds:
            recent.popleft()
        if len(recent) >= many:
            raise Declined(self.published_full if is_published else 30046, retry_after=recent[0] + seconds - now)
        recent.append(now)

    def delete(self, message: Message) -> None:
        message.deleted = True
        self._see("deleted", message)
        self.gateway.tell_of("MESSAGE_DELETE", message)

    def think(self, message: Message) -> None:
        """The bot is thinking: a message without content that its first edit fills."""
        message.channel.messages[message.id] = message
        self._see("thinking", message)

    def _see(self, kind: Kind, message: Message, rings_reply: bool = True) -> None:
        for reader in [message.receiver] if message.receiver else self.audience(message.channel):
            rung = kind == "posted" and rings(message, reader, rings_reply)
            self.eyes[reader.id].seen.append(sight_of(kind, message, self.clock.now(), rung))
        self.changed()

    def show(self, channel: Channel, sight: Sight, only: User | None = None) -> None:
        """Something that is no message appears, to everybody there or to one."""
        for reader in [only] if only else self.audience(channel):
            self.eyes[reader.id].seen.append(sight)
        self.changed()
