"""What a line of text means: a command, with or without its slash, else a typed play.

Behind whatever is done at a table its short name may stand: `/leave KQRB`, `pesca KQRB`.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.gateway.inbound.arguments import play
from bot.gateway.inbound.command_line import Heard, Help, Said, Usage
from bot.gateway.inbound.commands import BY_WORD, PREFIX
from bot.gateway.inbound.presses import Show
from bot.requests.fresh_words import SIGNS
from bot.requests.openings import LABEL_LENGTH, reads_as_cards
from bot.requests.requests import AtTable

_LABEL: Final = re.compile(rf"[{SIGNS}]{{{LABEL_LENGTH}}}")


def called(name: str, said: Said) -> Heard:
    """What a command means that a platform has recognized by its name."""
    command = BY_WORD.get(name.lower())
    if command is None:
        return Help()
    label = _label_behind(said.words)
    if label:
        named = _at(command.make(replace(said, words=said.words[:-1])), label)
        if named is not None:
            return named
    made = command.make(said)
    return Usage(command.name) if made is None else made


def _label_behind(words: Sequence[str]) -> str:
    """The table that is named last, "" for none; what reads as cards is cards."""
    last = words[-1].upper() if words else ""
    return last if _LABEL.fullmatch(last) and not reads_as_cards(last) else ""


def _at(made: Heard | None, label: str) -> Heard | None:
    """The wish, for the table with this short name; None for a wish that is about no table."""
    if isinstance(made, Show):
        return made if made.label else replace(made, label=label)
    return replace(made, table=label) if isinstance(made, AtTable) and not made.table else None


def heard(text: str, channel: str = "", delivery: str = "") -> Heard:
    """What a line of text means: a command, with or without its slash, else a typed play."""
    words = text.split()
    slash = text.lstrip().startswith("/")
    names = [word.lstrip("/").partition("@")[0].lower() for word in words[:2]]
    if names[:1] == [PREFIX]:
        words, names, slash = words[1:], names[1:], True
    if slash and not names:
        return Help()
    if names and (slash or names[0] in BY_WORD):
        return called(names[0], Said(tuple(words[1:]), channel, delivery))
    label = _label_behind(words[1:])
    at_table = _at(play(text.rstrip()[: -len(label)], delivery), label) if label else None
    return at_table or play(text, delivery)
