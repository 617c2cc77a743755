"""Where messages go: a channel or thread by its number, a private message by the number of its person."""

from typing import Final

PLATFORM: Final = "discord"


def channel_of(place: str) -> str:
    """The place as tables name a channel."""
    return f"{PLATFORM}:{place}"
