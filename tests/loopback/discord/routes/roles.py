"""Who wears which role: the bot needs the right, and its own highest role stands above the one it gives or takes."""

from tests.loopback.discord.calls import Call
from tests.loopback.discord.errors import Declined
from tests.loopback.discord.permissions import BITS, in_guild
from tests.loopback.discord.routes import finding
from tests.loopback.discord.values import Guild, Member
from tests.loopback.discord.world import World


def give(world: World, call: Call) -> None:
    member, role = _found(world, call)
    if role not in member.roles:
        member.roles.append(role)


def take(world: World, call: Call) -> None:
    member, role = _found(world, call)
    if role in member.roles:
        member.roles.remove(role)


def _found(world: World, call: Call) -> tuple[Member, int]:
    """The member and the role, unless the bot may not give it: a role is judged before the person."""
    guild, role = finding.guild(world, call), call.number("role_id")
    if role not in guild.roles:
        raise Declined(10011)
    if not in_guild(guild, world.bot) & (BITS["manage_roles"] | BITS["administrator"]):
        raise Declined(50013)
    if guild.wants_two_factors:
        raise Declined(60003)
    if guild.roles[role].managed or role == guild.id or _height(guild, role) >= _highest(guild, world.bot.id):
        raise Declined(50013)
    finding.user(world, call.number("user_id"))
    member = guild.members.get(call.number("user_id"))
    if member is None:
        raise Declined(10007)
    return member, role


def _height(guild: Guild, role: int) -> int:
    """How high a role stands, as `wire.whole_guild` tells it."""
    return list(guild.roles).index(role)


def _highest(guild: Guild, person: int) -> int:
    return max([_height(guild, one) for one in guild.members[person].roles], default=0)
