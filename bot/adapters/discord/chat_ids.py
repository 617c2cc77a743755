"""Where messages go: a channel or thread by its number, a private message by the number of its person."""

from typing import Final

PLATFORM: Final = "discord"


def channel_of(chat_id: str) -> str:
    """The place as tables name a channel."""
    return f"{PLATFORM}:{chat_id}"


def place_of(channel: str) -> int:
    """The number of what tables name so, 0 for what is not on Discord."""
    platform, _, chat_id = channel.partition(":")
    return int(chat_id) if platform == PLATFORM and chat_id.isdecimal() else 0


def link_to(guild: int, channel: int, message: int) -> str:
    """The address of a message in a server."""
    return f"https://discord.com/channels/{guild}/{channel}/{message}"


def link_to_channel(guild: int, channel: int) -> str:
    """The address of a channel of a server."""
    return f"https://discord.com/channels/{guild}/{channel}"
