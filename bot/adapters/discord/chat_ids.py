"""Where messages go: a channel or thread by its number, a private message by the number of its person."""

from dataclasses import dataclass
from typing import Final

PLATFORM: Final = "discord"


def channel_of(place: str) -> str:
    """The place as tables name a channel."""
    return f"{PLATFORM}:{place}"


def place_of(channel: str) -> int:
    """The number of what tables name so, 0 for what is not on Discord."""
    platform, _, place = channel.partition(":")
    return int(place) if platform == PLATFORM and place.isdecimal() else 0


def begins_in(channel: int) -> str:
    """How the references of all messages in a channel or thread begin."""
    return f"{channel}."


def link_to(guild: int, channel: int, message: int) -> str:
    """The address of a message in a server."""
    return f"https://discord.com/channels/{guild}/{channel}/{message}"


def link_to_channel(guild: int, channel: int) -> str:
    """The address of a channel of a server."""
    return f"https://discord.com/channels/{guild}/{channel}"


@dataclass(frozen=True, slots=True)
class Reference:
    """A message, and marks of what it shows; "" for a message without a picture."""

    channel: int
    message: int
    picture: str = ""
    words: str = ""

    @property
    def name(self) -> str:
        """How the message is known apart from what it shows."""
        return f"{self.channel}.{self.message}"

    def __str__(self) -> str:
        return f"{self.name},{self.picture},{self.words}"


def parse_reference(text: str) -> Reference:
    """Raises `ValueError` for text that is none."""
    name, picture, said = text.split(",")
    channel, _, message = name.partition(".")
    return Reference(int(channel), int(message), picture, said)
