"""The role of a champion: whether the bot may give it, and who wears it. Nobody gets rights over a server by it."""

from typing import Any, Final

from discord import Client, Guild, HTTPException, Role, Thread
from discord.abc import GuildChannel

from bot.adapters.discord.calls import Calls
from bot.adapters.discord.chat_ids import place_of
from bot.adapters.discord.errors import FAILED, ErrorKind, known_error
from bot.adapters.discord.shared_shards import Shards
from bot.bounded import Bounded
from bot.host.delivery_errors import TryLater
from bot.requests.champions import RoleRefused

UNKNOWN_MEMBER: Final = (10007, 10013)
UNKNOWN_ROLE: Final = 10011
REASONS: Final = {UNKNOWN_ROLE: "unknown", 60003: "two-factor"}
"""By code, why a role can be given to nobody, where that is no right of the bot's which is lacking."""
OVER_OTHERS: Final = ("administrator", "kick_members", "ban_members", "moderate_members", "mention_everyone")
MANAGES: Final = "manage_"
CHANNELS: Final = 10_000  # that are remembered


class GuildRoles:
    """A `bot.requests.champions.Roles`."""

    def __init__(self, calls: Calls, shards: Shards) -> None:
        self._calls = calls
        self._shards = shards
        self._servers: Bounded[int, int] = Bounded(CHANNELS)  # by channel, of those that were asked for

    def refusal(self, channel: str, role: str) -> str:
        """Why the bot cannot give this role there; "" where it can, by what it knows of the server."""
        guild = self._guild(channel)
        return _refusal(guild, role) if guild is not None else "unknown"

    async def give(self, channel: str, role: str, account: str) -> bool:
        """Whether they are there, and wear it from now on. What it may do has perhaps changed since it was set."""
        guild = await self._guild_now(channel)
        why = _refusal(guild, role)
        if why:
            raise RoleRefused(why)
        return await self._change(guild, role, account, gives=True)

    async def take(self, channel: str, role: str, account: str) -> None:
        """They do not wear it any more; a role, or a person, that is not there any more is none to take it from."""
        await self._change(await self._guild_now(channel), role, account, gives=False)

    async def _change(self, guild: Guild, role: str, account: str, *, gives: bool) -> bool:
        client = self._client()
        call = client.http.add_role if gives else client.http.remove_role
        try:
            await call(guild.id, int(account), int(role), reason=None)
        except FAILED as error:
            fault = known_error(error)
            if fault.kind is ErrorKind.LATER:
                raise TryLater(fault.words, fault.after) from None
            code = error.code if isinstance(error, HTTPException) else 0
            if code in UNKNOWN_MEMBER or (code == UNKNOWN_ROLE and not gives):
                return False
            raise RoleRefused(REASONS.get(code, "permission")) from None
        return True

    def _client(self) -> Client:
        """The bot, once it knows its servers. Raises `TryLater`."""
        client = self._calls.client
        if client is None or not client.is_ready():
            raise TryLater("not connected")
        return client

    async def _guild_now(self, channel: str) -> Guild:
        """The server, about which something is to be done. Raises `TryLater` and `RoleRefused`."""
        client, found = self._client(), self._guild(channel)
        if found is None:
            found = client.get_guild(await self._server_asked(client, place_of(channel)))
        if found is None and len(self._shards.own) < self._shards.count:
            raise TryLater("another host is in that server")
        if found is None:
            raise RoleRefused("unknown")
        if found.unavailable:  # in an outage of Discord's, or not told of yet
            raise TryLater("nothing is known of the server")
        return found

    async def _server_asked(self, client: Client, channel: int) -> int:
        """The number of the server of a channel that the library does not know, as an archived thread; 0 for none.

        Discord is asked once. Raises `TryLater`.
        """
        if channel not in self._servers:
            try:
                there: Any = await client.http.get_channel(channel)
            except FAILED as error:
                fault = known_error(error)
                if fault.kind is ErrorKind.LATER:
                    raise TryLater(fault.words, fault.after) from None
                self._servers[channel] = 0
            else:
                self._servers[channel] = int(there.get("guild_id") or 0)
        return self._servers[channel]

    def _guild(self, channel: str) -> Guild | None:
        """The server of a channel, or that of this number, as far as it is known here."""
        client, number = self._calls.client, place_of(channel)
        if client is None:
            return None
        found = client.get_channel(number)
        return found.guild if isinstance(found, GuildChannel | Thread) else client.get_guild(number)


def _refusal(guild: Guild, role: str) -> str:
    found = guild.get_role(int(role))
    return _refusal_of(guild, found) if found is not None else "unknown"


def _refusal_of(guild: Guild, role: Role) -> str:
    if role.is_default() or role.managed:
        return "shared"
    if any(value and (name in OVER_OTHERS or name.startswith(MANAGES)) for name, value in role.permissions):
        return "dangerous"
    if not guild.me.guild_permissions.manage_roles:
        return "permission"
    return "" if role < guild.me.top_role else "hierarchy"
