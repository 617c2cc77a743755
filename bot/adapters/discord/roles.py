"""The role of a champion: whether the bot may give it, and who wears it. Nobody gets rights over a server by it."""

from typing import Final

from discord import Guild, HTTPException, Role, Thread
from discord.abc import GuildChannel

from bot.adapters.discord.calls import Calls
from bot.adapters.discord.chat_ids import place_of
from bot.adapters.discord.errors import FAILED, ErrorKind, known_error
from bot.adapters.discord.shared_shards import Shards
from bot.host.delivery_errors import TryLater
from bot.requests.champions import RoleRefused

UNKNOWN_MEMBER: Final = (10007, 10013)
UNKNOWN_ROLE: Final = 10011
OVER_OTHERS: Final = ("administrator", "kick_members", "ban_members", "moderate_members", "mention_everyone")
MANAGES: Final = "manage_"


class GuildRoles:
    """A `bot.requests.champions.Roles`."""

    def __init__(self, calls: Calls, shards: Shards) -> None:
        self._calls = calls
        self._shards = shards

    def refusal(self, channel: str, role: str) -> str:
        """Why the bot cannot give this role there; "" where it can, by what it knows of the server."""
        guild = self._guild(channel)
        found = guild.get_role(int(role)) if guild is not None else None
        return "unknown" if guild is None or found is None else _refusal(guild, found)

    async def give(self, channel: str, role: str, account: str) -> bool:
        """Whether they are there, and wear it from now on. What it may do has perhaps changed since it was set."""
        why = self.refusal(channel, role) if self._is_ready() and not self._may_be_elsewhere(channel) else ""
        if why:
            raise RoleRefused(why)
        return await self._change(channel, role, account, gives=True)

    async def take(self, channel: str, role: str, account: str) -> None:
        """They do not wear it any more; a role, or a person, that is not there any more is none to take it from."""
        await self._change(channel, role, account, gives=False)

    async def _change(self, channel: str, role: str, account: str, *, gives: bool) -> bool:
        client, guild = self._calls.client, self._guild(channel)
        if client is None or not self._is_ready():
            raise TryLater("not connected")
        if self._may_be_elsewhere(channel):
            raise TryLater("another host is in that server")
        if guild is None:
            raise RoleRefused("unknown")
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
            raise RoleRefused("unknown" if code == UNKNOWN_ROLE else "permission") from None
        return True

    def _may_be_elsewhere(self, channel: str) -> bool:
        """Whether a channel is not known here, and another host may know it."""
        return self._guild(channel) is None and len(self._shards.own) < self._shards.count

    def _is_ready(self) -> bool:
        return self._calls.client is not None and self._calls.client.is_ready()

    def _guild(self, channel: str) -> Guild | None:
        client = self._calls.client
        found = client.get_channel(place_of(channel)) if client is not None else None
        return found.guild if isinstance(found, GuildChannel | Thread) else None


def _refusal(guild: Guild, role: Role) -> str:
    if role.is_default() or role.managed:
        return "shared"
    if any(value and (name in OVER_OTHERS or name.startswith(MANAGES)) for name, value in role.permissions):
        return "dangerous"
    if not guild.me.guild_permissions.manage_roles:
        return "permission"
    return "" if role < guild.me.top_role else "hierarchy"
