"""What an address points at, or Discord's refusal when it is not there or not for the bot."""

from tests.loopback.discord.calls import Call
from tests.loopback.discord.errors import Declined
from tests.loopback.discord.permissions import BITS, in_channel, in_guild
from tests.loopback.discord.values import VOICE, Channel, Guild, Message, User
from tests.loopback.discord.world import World


def channel(world: World, call: Call) -> Channel:
    """The channel in the address, which the bot can see; the chat of a voice channel is for who may connect to that.

    discord-api-docs#5111
    """
    found = world.channels.get(call.number("channel_id"))
    if found is None:
        raise Declined(10003)
    require(world, found, "view_channel", *(("connect",) if found.type == VOICE else ()), otherwise=50001)
    return found


def require(world: World, where: Channel, *rights: str, otherwise: int = 50013) -> None:
    """Refuses what the bot may not do there."""
    mine = in_channel(where, world.bot)
    if [one for one in rights if not mine & BITS[one]]:
        raise Declined(otherwise)


def message(world: World, call: Call, where: Channel) -> Message:
    """The message in the address, unless it is gone or only one person's."""
    found = where.messages.get(call.number("message_id"))
    if found is None or found.deleted or found.receiver is not None:
        raise Declined(10008)
    return found


def guild(world: World, call: Call, *rights: str) -> Guild:
    """The guild in the address, where the bot is and has these rights."""
    found = world.guilds.get(call.number("guild_id"))
    if found is None:
        raise Declined(10004)
    if world.bot.id not in found.members:
        raise Declined(50001)
    if [one for one in rights if not in_guild(found, world.bot) & BITS[one]]:
        raise Declined(50013)
    return found


def user(world: World, number: int) -> User:
    if number not in world.users:
        raise Declined(10013)
    return world.users[number]


def common_guild(world: World, person: User) -> bool:
    """Whether the bot and the person are in one guild."""
    return any(person.id in one.members and world.bot.id in one.members for one in world.guilds.values())
