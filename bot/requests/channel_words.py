"""What is set for a channel, in words and as it is written, a line each."""

from collections.abc import Mapping
from typing import Final

from bot.messages.fitting import named_all
from bot.requests.settings import OF_CHANNEL
from bot.views.settings_view import written_words
from bot.words.languages import Language, say
from bot.words.setting_words import label, written_name, written_value

SERVER: Final = "server"  # said before changes that hold for all channels of it
ROOM: Final = 1750  # signs of a channel's list as Discord counts them, so that two sentences have room beside it


def listed(language: Language, values: Mapping[str, str], *, written: bool = False, room: int = ROOM) -> list[str]:
    """All that is set, a line each; where a message has no `room` for it, the last ones only as they are written."""
    short = [_as_written(language, name, value) for name, value in values.items()]
    lines = in_words(language, values)
    if written:
        lines = [f"{line} ({one})" for line, one in zip(lines, short, strict=True)]
    return named_all(lines, short, room)


def in_words(language: Language, values: Mapping[str, str]) -> list[str]:
    """What is set, as it is called and in words, a line each."""
    return [_line(language, name, value) for name, value in values.items()]


def _as_written(language: Language, name: str, value: str) -> str:
    """A setting as somebody types it."""
    return f"{written_name(language, name)}={written_value(language, name, value)}"


def _line(language: Language, name: str, value: str) -> str:
    """A setting in words; "" is one that was taken back."""
    words = written_words(language, OF_CHANNEL[name], value) if value else say(language, "channel.forget")
    return f"{label(language, name)}: {words}"


def changed_words(language: Language, server: bool) -> str:
    """Says that this was set, for the channel or for all of its server."""
    return say(language, "channel.changed-server") if server else say(language, "channel.changed")


def other_keys(language: Language, values: Mapping[str, str], *, has_server: bool) -> str:
    """By which words everything else is set than these `values`, which are named with theirs."""
    keys = ", ".join(written_name(language, one) for one in OF_CHANNEL if one not in values)
    return say(language, "channel.keys", keys=keys, server=f"{SERVER}:" if has_server else "")
