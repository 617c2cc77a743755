"""Discord as a platform of the host: the parts put together, started and stopped."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final

from discord import (
    AllowedMentions,
    ConnectionClosed,
    Guild,
    Intents,
    Interaction,
    LoginFailure,
    Member,
    MemberCacheFlags,
    Role,
    Thread,
    VoiceClient,
)
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.adapters.discord.activity import Activity
from bot.adapters.discord.answers import read_little, without_unread
from bot.adapters.discord.buckets import LONGEST_FLOOD, Buckets, RarelyTidied, rarely_tidied
from bot.adapters.discord.calendar import Calendar
from bot.adapters.discord.calls import Calls
from bot.adapters.discord.chat_ids import PLATFORM
from bot.adapters.discord.commands import offer_commands
from bot.adapters.discord.connection import stay_connected
from bot.adapters.discord.connection_log import shorten_attempts
from bot.adapters.discord.errors import FAILED, ErrorKind, known_error
from bot.adapters.discord.events import Updates
from bot.adapters.discord.global_limit import GlobalLimit
from bot.adapters.discord.messenger import DiscordMessenger
from bot.adapters.discord.posted import PostedInteractions, point
from bot.adapters.discord.presence import CHANNEL_NAME, NOT_THERE, Servers
from bot.adapters.discord.responder import DiscordResponder
from bot.adapters.discord.roles import GuildRoles
from bot.adapters.discord.shards import resuming
from bot.adapters.discord.shared_shards import Shards, SharingClient, turn_to_log_in
from bot.adapters.discord.tokens import Tokens
from bot.bounded import Bounded
from bot.gateway.inbound.inbound import Inbound
from bot.gateway.outbound.background import Background
from bot.gateway.outbound.limits import Limits
from bot.gateway.outbound.messenger import CannotHost, Chat
from bot.requests.news import News

LOG: Final = logging.getLogger(__name__)
FIRST_WAIT: Final = 1.0  # seconds until a start is tried again, doubled each time
LAST_WAIT: Final = 60.0
UNKNOWN: Final = (
    "Discord does not know the token of BURRACO_DISCORD_TOKEN; copy the newest one from the page Bot of the developer "
    "portal (and where BURRACO_DISCORD_API is set, see that Discord answers there)"
)
SHARDING_REQUIRED: Final = 4011  # how the gateway closes a login that would hear of too many servers
TOO_FEW: Final = (
    "Discord lets no shard log in that would hear more than 2,500 servers: there have to be more shards. "
    "Stop all hosts and start them again with BURRACO_DISCORD_SHARDS=auto, so that Discord is asked for their number, "
    "or with a greater number, the same on every host"
)
LAST_PRESSES: Final = 3.0  # seconds for what is under way when the host is stopped
LATEST_PRESSES: Final = 1000
FIRST_SERVERS: Final = 0.5  # seconds after the last server that is told at the start; a later one is a new one


class Bot(SharingClient):
    """The connection: it hears of servers, and of what people do with the bot; of no message and no member."""

    def __init__(self, platform: "Discord", inbound: Inbound, limits: Limits) -> None:
        super().__init__(
            platform.shards,
            inbound.notes,
            is_told_where=not platform.names_gateway,
            intents=Intents(guilds=True),
            allowed_mentions=AllowedMentions.none(),
            member_cache_flags=MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            max_ratelimit_timeout=LONGEST_FLOOD,
            guild_ready_timeout=FIRST_SERVERS,
        )
        assert isinstance(self.http, RarelyTidied)
        self.http.pass_through(platform.through)
        self._connection.parsers["INTERACTION_CREATE"] = self._hear_interaction
        messenger, tokens, self._calls = platform.messenger, platform.tokens, platform.calls
        self._tokens = tokens
        self._ephemeral = messenger.ephemeral
        self._inbound = inbound
        self._launches = platform.app is not None
        self._keeping: asyncio.Task[None] | None = None  # their connections, where several hosts share them
        self._hook = platform.hook
        self.responder = DiscordResponder(messenger, tokens, inbound, limits, platform.shards)
        self.servers = Servers(inbound, self.responder)
        self.calendar = Calendar(self, inbound)
        self._updates = Updates(messenger, tokens, inbound, self.responder, self.servers, platform.app, self.shared)
        self._catching_up = Background()  # waits for the servers, or Discord: no answer that somebody waits for
        self._under_way: set[asyncio.Task[Any]] = set()  # interactions that are being carried out
        # the latest of them, and what the channel of each is called
        self._latest_presses: Bounded[str, str] = Bounded(LATEST_PRESSES)
        self._watching: asyncio.Task[None] | None = None  # how many shards Discord asks for by now
        self._at_once = 0  # how many shards Discord lets log in in five seconds; 0: not yet known

    async def setup_hook(self) -> None:
        """Logged in: from now on messages can be sent."""
        self._calls.client = self
        self._take_posts()
        if self.shared.is_shared:
            return
        self._begin_whole()
        self._catching_up.soon(self.calendar.all())

    def _begin_whole(self) -> None:
        """What is said of the whole bot, once."""
        assert self.application is not None  # logged in
        self._catching_up.soon(self._offer())
        self._catching_up.soon(point(self.http, self.application, self._hook))

    def _take_posts(self) -> None:
        assert self.application is not None  # logged in
        if self._hook is not None:  # as the gateway does
            self._hook.begin(self.application.verify_key, self._hear_interaction, self._takes)

    def _takes(self, server: int) -> bool:
        return self.shared.holds(self.shared.of(server))

    async def launch_shards(self) -> None:
        """All of them, unless several hosts share them: then those of this host, as they come and go."""
        if not self.shared.is_shared:
            await self.left.take_up_all()
            await super().launch_shards()
            return
        self._keeping = asyncio.create_task(self.share_shards())
        self._watching = asyncio.create_task(self.watch_number())

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        if self.shared.is_shared:
            await turn_to_log_in(self._inbound.notes, shard_id or 0, await self._may_log_in())
        else:
            await super().before_identify_hook(shard_id, initial=initial)

    async def _may_log_in(self) -> int:
        """How many shards at once, one where that cannot be known."""
        if not self._at_once:
            try:
                self._at_once = max(1, (await self.fetch_session_start_limits()).max_concurrency)
            except FAILED as error:
                LOG.info("it is not known how many shards may log in", extra={"words": known_error(error).words})
        return self._at_once or 1

    async def on_shard_ready(self, number: int) -> None:
        """Its servers are known; the first shard is where the whole bot is begun."""
        self.left.end(number)
        self.told_of.add(number)
        if not self.shared.is_shared:
            return
        self._catching_up.soon(self.note_heard(number))
        if number == 0:
            self._begin_whole()
        self._catching_up.soon(self.calendar.all())

    async def _offer(self) -> None:
        """Tried again while Discord does not answer, or takes nothing from this address: else nobody has a command."""
        wait = FIRST_WAIT
        while True:
            try:
                await offer_commands(self, self._inbound, launches=self._launches)
                return
            except FAILED as error:
                found = known_error(error)
            LOG.warning("the commands are not offered", extra={"words": found.words})
            if found.kind is not ErrorKind.LATER:
                return
            await asyncio.sleep(max(wait, found.after / 1000))
            wait = min(wait * 2, LAST_WAIT)

    def pass_on(self, news: News) -> None:
        """What somebody is told who has not asked."""
        self.responder.soon(self._inbound.presence.pass_on(news, self.responder))

    @property
    def is_busy(self) -> bool:
        """Whether somebody is being answered now."""
        return bool(self._under_way) or self.responder.is_busy

    async def close(self) -> None:
        if self._hook is not None:
            self._hook.end()
        for task in (self._keeping, self._watching):
            if task is not None:
                task.cancel()
        await self.leave_shards()
        await asyncio.sleep(0)  # what was heard has begun
        if self._under_way:  # Discord does not tell of them again
            _, late = await asyncio.wait(self._under_way, timeout=LAST_PRESSES)
            for task in late:  # what is being stored is stored, and nobody can be answered any more
                task.cancel()
        if self._calls.client is self:
            self._calls.client = None
        await self._catching_up.stop()
        self._calls.open_presses.close()
        await self.responder.stop()
        self._ephemeral.end()
        self._tokens.end()
        await super().close()

    # --- what is heard ------------------------------------------------------------------------------------------------

    def _hear_interaction(self, interaction: Any) -> None:
        """Once, by whichever connection."""
        if interaction["id"] in self._latest_presses:
            return
        self._latest_presses[interaction["id"]] = str((interaction.get("channel") or {}).get("name") or "")
        self._connection.parse_interaction_create(without_unread(interaction))

    async def on_interaction(self, press: Interaction[Any]) -> None:
        task = asyncio.current_task()
        assert task is not None
        press.extras[CHANNEL_NAME] = self._latest_presses.get(str(press.id), "")
        press.extras[NOT_THERE] = self.is_not_in(press.guild_id or 0)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        await self._updates.interaction(press)

    async def on_guild_join(self, guild: Guild) -> None:
        self.responder.soon(self.servers.note_there(guild))

    async def on_guild_available(self, guild: Guild) -> None:
        self.responder.soon(self.servers.note_there(guild))

    async def on_guild_remove(self, guild: Guild) -> None:
        await self.servers.note_removed(guild)

    async def on_guild_channel_delete(self, channel: Any) -> None:
        await self.servers.note_lost(str(channel.id))

    async def on_guild_channel_update(self, _before: Any, after: Any) -> None:
        await self.servers.note_channel_change(after)

    async def on_thread_join(self, thread: Thread) -> None:
        await self.servers.note_channel_change(thread)

    async def on_thread_update(self, _before: Any, after: Thread) -> None:
        await self.servers.note_channel_change(after)

    async def on_guild_role_update(self, before: Role, after: Role) -> None:
        await self.servers.note_role_change(before, after)

    async def on_member_update(self, before: Member, after: Member) -> None:
        await self.servers.note_own_change(before, after)

    async def on_raw_thread_delete(self, thread: Any) -> None:
        await self.servers.note_thread_lost(thread.thread_id, thread.parent_id)

    async def on_error(self, event_method: str, /, *_args: Any, **_kwargs: Any) -> None:
        LOG.error("an event could not be applied", exc_info=True, extra={"event": event_method})  # noqa: LOG014  the library calls it where it has caught something


class Discord:
    """One bot. `clock`: milliseconds; `server`: another API, `gateway`: another gateway, "" for Discord's own.

    `secret`: the application's, where the browser's page is to be opened inside Discord; `interactions`: the public
    address that they are posted to, "" for the gateway. `shards`: how many several hosts share, 1 for none.
    """

    name = PLATFORM

    def __init__(
        self,
        token: str,
        clock: Callable[[], int],
        server: str = "",
        gateway: str = "",
        secret: str = "",
        interactions: str = "",
        shards: int = 1,
    ) -> None:
        self.shards = Shards(shards)
        self._share: Callable[[], float] = lambda: 1.0
        self.hook = PostedInteractions(interactions) if interactions else None
        resuming()
        shorten_attempts()
        rarely_tidied()
        VoiceClient.warn_nacl = VoiceClient.warn_dave = False  # nobody speaks here
        logging.getLogger("discord").setLevel(logging.WARNING)  # below that its lines hold what is sent
        if server:
            Route.BASE = server
        if gateway:
            DiscordWebSocket.DEFAULT_GATEWAY = type(DiscordWebSocket.DEFAULT_GATEWAY)(gateway)
        self._token = token
        self.names_gateway = bool(gateway)  # who names a gateway is not asked for another one
        self.buckets = Buckets()
        through = GlobalLimit(share=lambda: self._share())  # noqa: PLW0108  which may be another one later
        self.through = (through.hold, self.buckets.note)
        read_little((self.buckets.note,))  # answers to presses count in no limit of the whole bot
        self.tokens = Tokens(self.buckets)
        self.calls = Calls(self.tokens, clock, self._note_shut, self._note_open)
        self.messenger = DiscordMessenger(self.calls, self.tokens)
        self.roles = GuildRoles(self.calls, self.shards)
        self.app: Activity | None = Activity(token, secret, self._application, server) if secret else None
        self.calls.launches = self.app is not None
        self._bot: Bot | None = None
        self._follows = False

    @property
    def parts(self) -> int:
        """Its shards, where several hosts share them."""
        return self.shards.count

    def part_of(self, server: str) -> int:
        """The shard of a server."""
        return self.shards.of_server(server)

    def divide(self, holds: Callable[[int], bool], share: Callable[[], float]) -> None:
        """From now on these shards are this host's, and this share of the calls that the whole bot has."""
        self.shards.share(holds)
        self._share = share

    @property
    def is_busy(self) -> bool:
        """Whether somebody is being answered now."""
        return self._bot is not None and self._bot.is_busy

    async def run(self, inbound: Inbound, limits: Limits, /) -> None:
        """Until it is cancelled. A server that is away is waited for. Raises `CannotHost`."""
        self._follow(inbound)
        wait = FIRST_WAIT
        while True:
            try:
                await self._online(inbound, limits)
                wait = FIRST_WAIT
            except LoginFailure:
                raise CannotHost(UNKNOWN) from None
            except FAILED as error:
                if isinstance(error, ConnectionClosed) and error.code == SHARDING_REQUIRED:
                    raise CannotHost(TOO_FEW) from None  # after 1,000 logins in a day Discord resets the token
                LOG.warning("Discord does not answer", extra={"error": type(error).__name__, "again_in": wait})
            await asyncio.sleep(wait)
            wait = min(wait * 2, LAST_WAIT)

    def _follow(self, inbound: Inbound) -> None:
        """Hear what the host tells, once, however often this is begun again."""
        if self._follows:
            return
        self._follows = True
        inbound.listen(news=self._hear, dates=self._plan)
        if self.shards.is_shared:
            inbound.listen(changes=self._follow_hands)

    async def _online(self, inbound: Inbound, limits: Limits) -> None:
        """Logged in, until the connection is lost for good."""
        bot = self._bot = Bot(self, inbound, limits)
        if self.names_gateway and not self.shards.is_shared:
            bot.shard_count = 1
        try:
            async with bot:
                await stay_connected(bot, self._token)
        finally:
            self._bot = None

    def _application(self) -> str:
        """The application's id, "" while the bot is not logged in."""
        return str(self._bot.application_id or "") if self._bot is not None else ""

    def _note_shut(self, chat: Chat) -> None:
        if self._bot is not None:
            self._bot.servers.shut(chat)

    def _note_open(self, chat: Chat) -> None:
        if self._bot is not None:
            self._bot.servers.note_open(chat)

    def _hear(self, news: News) -> None:
        if self._bot is not None:
            self._bot.pass_on(news)

    def _follow_hands(self, table: str, whose: str) -> None:
        if self._bot is not None:
            self._bot.responder.followed.follow(table, whose)

    def _plan(self, plan: str) -> None:
        if self._bot is not None and self._bot.is_ready():
            self._bot.responder.soon(self._bot.calendar.plan(plan))
