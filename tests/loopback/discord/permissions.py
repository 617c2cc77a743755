"""Who may do what where: Discord's bits and its order of roles and overwrites."""

import time
from typing import Final

from tests.loopback.discord.values import DM, Channel, Guild, User

BITS: Final = {
    "administrator": 1 << 3,
    "manage_channels": 1 << 4,
    "manage_guild": 1 << 5,
    "view_channel": 1 << 10,
    "send_messages": 1 << 11,
    "manage_messages": 1 << 13,
    "embed_links": 1 << 14,
    "attach_files": 1 << 15,
    "read_message_history": 1 << 16,
    "mention_everyone": 1 << 17,
    "connect": 1 << 20,
    "manage_roles": 1 << 28,
    "use_application_commands": 1 << 31,
    "manage_events": 1 << 33,
    "manage_threads": 1 << 34,
    "create_public_threads": 1 << 35,
    "create_private_threads": 1 << 36,
    "send_messages_in_threads": 1 << 38,
    "create_events": 1 << 44,
}
ALL: Final = sum(BITS.values())


def bits(*names: str) -> int:
    return sum(BITS[name] for name in names)


EVERYBODY: Final = bits(
    *("view_channel", "send_messages", "embed_links", "attach_files", "read_message_history", "connect"),
    *("use_application_commands", "create_public_threads", "send_messages_in_threads"),
)
OF_THE_BOT: Final = bits(
    *("view_channel", "send_messages", "attach_files", "create_public_threads", "send_messages_in_threads"),
    "create_events",
)
"""What the link of docs/discord.md asks for, and no more."""
IN_A_DM: Final = EVERYBODY & ~bits("create_public_threads", "send_messages_in_threads")
IN_A_TIMEOUT: Final = bits("view_channel", "read_message_history")
"""discord-api-docs#6847: bots are no exception. https://docs.discord.com/developers/topics/permissions"""


def in_guild(guild: Guild, user: User) -> int:
    """The bits of a member in the whole guild; none for who is not there."""
    member = guild.members.get(user.id)
    if member is None:
        return 0
    total = 0
    for role in (guild.id, *member.roles):
        total |= guild.roles[role].permissions
    return ALL if user is guild.owner or total & BITS["administrator"] else total


def in_channel(channel: Channel, user: User) -> int:
    """The bits of a user in a channel; a thread has those of its parent, a private one hides from who is not in it."""
    if channel.type == DM:
        return IN_A_DM if user.is_bot or user is channel.peer else 0
    if channel.parent is not None:
        hidden = channel.type == 12 and user.id not in channel.joined
        inherited = in_channel(channel.parent, user)
        return inherited if not hidden or inherited & BITS["manage_threads"] else 0
    guild = channel.guild
    assert guild is not None
    total = in_guild(guild, user)
    member = guild.members.get(user.id)
    if member is None or total == ALL:
        return total
    for target in (guild.id, *member.roles, user.id):
        allowed, denied = channel.overwrites.get(target, (0, 0))
        total = total & ~denied | allowed
    return total & IN_A_TIMEOUT if member.timed_out_until > time.time() else total


def may(channel: Channel, user: User, *names: str) -> bool:
    wanted = bits(*names)
    return in_channel(channel, user) & wanted == wanted
