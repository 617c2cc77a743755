"""What a line of text means: a command, with or without its slash, else a typed play.

Behind whatever is done at a table its short name may stand: `/leave KQRB`, `pesca KQRB`.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from bot.gateway.inbound.arguments import play
from bot.gateway.inbound.command_line import Arguments, Help, Meaning, Usage, at_table, read_words
from bot.gateway.inbound.commands import PREFIX, Command, command_called
from bot.requests.fresh_words import SIGNS
from bot.requests.openings import LABEL_LENGTH, LONGEST_LABEL, reads_as_cards

_LABEL: Final = re.compile(rf"[{SIGNS}]{{{LABEL_LENGTH},{LONGEST_LABEL}}}")


def from_options(name: str, values: Mapping[str, str], channel: str, delivery: str) -> Meaning:
    """What a command means that a platform has recognized, with what was given for its arguments."""
    command = command_called(name)
    if command is None:
        return Help()
    return _make(command, Arguments({one: values[one] for one in command.names if one in values}, channel, delivery))


def parse_command(name: str, words: Sequence[str], channel: str = "", delivery: str = "") -> Meaning:
    """What a command means that was written, with these words behind it."""
    command = command_called(name)
    if command is None:
        return Help(unknown=name)
    return _make(command, read_words(command.arguments, words, channel, delivery))


def _make(command: Command, arguments: Arguments) -> Meaning:
    label = _label_behind(arguments.words)
    if label:
        named = at_table(command.make(arguments.without_last()), label)
        if named is not None:
            return named
    meaning = command.make(arguments)
    return Usage(command.name) if meaning is None else meaning


def _label_behind(words: Sequence[str]) -> str:
    """The table that is named last, "" for none; what reads as cards is cards."""
    last = words[-1].upper() if words else ""
    return last if _LABEL.fullmatch(last) and not reads_as_cards(last) else ""


def parse_line(text: str, channel: str = "", delivery: str = "") -> Meaning:
    """What a line of text means: a command, with or without its slash, else a typed play."""
    words = text.split()
    slash = text.lstrip().startswith("/")
    names = [word.lstrip("/").partition("@")[0].lower() for word in words[:2]]
    if names[:1] == [PREFIX]:
        words, names, slash = words[1:], names[1:], True
    if slash and not names:
        return Help()
    if names and (slash or command_called(names[0])):
        return parse_command(names[0], words[1:], channel, delivery)
    label = _label_behind(words[1:])
    named = at_table(play(text.rstrip()[: -len(label)], delivery), label) if label else None
    return named or play(text, delivery)
