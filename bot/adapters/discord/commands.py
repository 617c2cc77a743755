"""The slash commands, made from the registry of all commands, in every language; offered anew only when they change.

`/burraco` groups what is about tables and oneself, `/match` what is said at a table; what is played with cards stands
alone, to be written quickly, as does what finds no room in a group.
"""

import hashlib
import json
import logging
from collections.abc import Mapping
from typing import Any, Final

from discord import AppCommandOptionType, Client
from discord.app_commands import Choice

from bot.chat.messages.fitting import shorten
from bot.chat.post.completions import choices
from bot.chat.post.help_page import argument_name, description
from bot.chat.post.vocabulary import BY_WORD, COMMANDS, PREFIX, Command
from bot.chat.service.service import Service
from bot.chat.speech.languages import DEFAULT, LANGUAGES, Language, say

LOG: Final = logging.getLogger(__name__)
CARDS: Final = frozenset("draw pickup lay add discard back why sort".split())
MAIN: Final = frozenset(
    "new play tables join leave hand table score rules leaderboard stats partners history replay verify settings name "
    "language theme link plan plans export erase help".split()
)
MOST: Final = 25  # commands of a group
GROUP: Final = "match"
COMPLETED: Final = frozenset("cards card meld".split())
"""Arguments that are completed from one's own hand."""
LONGEST: Final = 100  # signs of a description
KEPT: Final = "discord:commands"
OTHERS: Final = {"it": "it"}  # our languages besides the default, as Discord calls them
GUILDS, PRIVATE = 0, 1  # contexts

Option = Choice[str]


async def offer_commands(client: Client, service: Service) -> None:
    """Tell Discord of the commands, unless it knows them so already. Raises what a call raises, and `StoreError`."""
    commands = all_commands()
    mark = hashlib.sha256(json.dumps([client.application_id, commands], sort_keys=True).encode()).hexdigest()
    if await service.kept(KEPT) == mark or client.application_id is None:
        return
    payload: list[Any] = commands
    await client.http.bulk_upsert_global_commands(client.application_id, payload=payload)
    await service.keep(KEPT, mark)
    LOG.info("Discord knows the commands", extra={"count": len(COMMANDS)})


def all_commands() -> list[dict[str, Any]]:
    """Every command, as Discord takes them."""
    main = [one for one in COMMANDS if one.name in MAIN]
    others = [one for one in COMMANDS if one.name not in CARDS | MAIN]
    alone = [*[one for one in COMMANDS if one.name in CARDS], *others[MOST:]]
    groups = [
        _group(PREFIX, {language: say(language, "group.burraco") for language in LANGUAGES}, main),
        _group(GROUP, {language: say(language, "group.match") for language in LANGUAGES}, others[:MOST]),
    ]
    return [*groups, *[{**_command(one), **_everywhere()} for one in alone]]


def _everywhere() -> dict[str, Any]:
    return {"type": 1, "contexts": [GUILDS, PRIVATE], "integration_types": [0]}


def _group(name: str, told: Mapping[Language, str], commands: list[Command]) -> dict[str, Any]:
    inner = [{"type": AppCommandOptionType.subcommand.value, **_command(one)} for one in commands]
    return {"name": name, **_described(told), **_everywhere(), "options": inner}


def _described(told: Mapping[Language, str]) -> dict[str, Any]:
    """A description, also in the other languages that Discord knows."""
    short = {language: shorten(text, LONGEST) for language, text in told.items()}
    others = {OTHERS[language]: text for language, text in short.items() if language in OTHERS}
    return {"description": short[DEFAULT], "description_localizations": others}


def _command(command: Command) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": command.name,
        **_described({language: description(language, command) for language in LANGUAGES}),
        "options": [_argument(one) for one in command.arguments],
    }
    if command.also:
        found["name_localizations"] = {"it": command.also[0]}  # the other word for it
    return found


def _argument(argument: str) -> dict[str, Any]:
    name = argument.strip("[]")
    found: dict[str, Any] = {
        "type": AppCommandOptionType.string.value,
        "name": name,
        **_described({language: argument_name(language, argument) for language in LANGUAGES}),
        "required": not argument.startswith("["),
    }
    offered = choices(name)
    if name in COMPLETED:
        found["autocomplete"] = True
    elif offered:
        found["choices"] = [{"name": one, "value": one} for one in offered]
    return found


# --- what came back ---------------------------------------------------------------------------------------------------


def line(data: Mapping[str, Any]) -> str:
    """A command as if it had been written."""
    name, given = _said(data)
    known = BY_WORD.get(name)
    names = [one.strip("[]") for one in known.arguments] if known else []
    return " ".join([f"/{name}", *[str(given[one]["value"]) for one in names if one in given]])


def offered_to(data: Mapping[str, Any]) -> tuple[str, str, str]:
    """The command that is being written, which argument of it, and what stands there already."""
    name, given = _said(data)
    for argument, option in given.items():
        if option.get("focused"):
            return name, argument, str(option["value"])
    return name, "", ""


def _said(data: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The command's name, below its group, and its options by name."""
    options = data.get("options") or []
    if options and options[0].get("type") == AppCommandOptionType.subcommand.value:
        return _said(options[0])
    return str(data.get("name", "")), {str(one["name"]): one for one in options}
