"""The slash commands, made from the registry of all commands, in every language; offered anew only when they change.

`/burraco` groups what is about tables and oneself, `/match` what is said at a table; what is played with cards stands
alone, to be written quickly. A new command of the registry is one of `/match`; a group that has no room for it is an
error, so that none can be missing without a word.
"""

import hashlib
import json
import logging
from collections.abc import Mapping
from typing import Any, Final

from discord import AppCommandOptionType, Client
from discord.app_commands import Choice

from bot.adapters.discord.chat_ids import PLATFORM
from bot.gateway.inbound.commands import BY_WORD, COMMANDS, PREFIX, Command
from bot.gateway.inbound.completions import choice_words, choices
from bot.gateway.inbound.help_page import argument_name, description
from bot.gateway.inbound.setting_completions import bare
from bot.host.notes import COMMANDS as TOLD
from bot.messages.fitting import shorten
from bot.requests.service import Service
from bot.words.languages import DEFAULT, LANGUAGES, Language, say

LOG: Final = logging.getLogger(__name__)
CARDS: Final = frozenset("draw pickup lay add discard back why sort".split())
MAIN: Final = frozenset(
    "new play tables join leave hand table score rules leaderboard stats partners history replay verify settings name "
    "language hands theme link plan export erase help".split()
)
MOST: Final = 25  # commands of a group
GROUP: Final = "match"
COMPLETED: Final = frozenset("cards card meld settings table".split())
"""Arguments that are completed: from one's own hand, what can be set, and the tables near by."""
SETTINGS: Final = "settings"
TABLES: Final = "table"
LONGEST: Final = 100  # signs of a description
WRITTEN: Final = 500  # signs of an argument; the service takes no longer texts
OTHERS: Final = {"it": "it"}  # our languages besides the default, as Discord calls them
GUILDS, PRIVATE = 0, 1  # contexts
ON_A_PERSON: Final = 2  # a type of command
ALONE: Final = CARDS | {"minute"}  # there is no room in a group
GROUPS: Final = {one.name: PREFIX if one.name in MAIN else GROUP for one in COMMANDS if one.name not in ALONE}
"""The group of each command that has one."""

Option = Choice[str]


async def offer_commands(client: Client, service: Service) -> None:
    """Tell Discord of the commands, unless it knows them so already. Raises what a call raises, and `StoreError`."""
    commands = all_commands()
    mark = hashlib.sha256(json.dumps([client.application_id, commands], sort_keys=True).encode()).hexdigest()
    if await service.notes.of(TOLD, PLATFORM) == mark or client.application_id is None:
        return
    payload: list[Any] = commands
    await client.http.bulk_upsert_global_commands(client.application_id, payload=payload)
    await service.notes.put(TOLD, PLATFORM, mark)
    LOG.info("Discord knows the commands", extra={"count": len(COMMANDS)})


def all_commands() -> list[dict[str, Any]]:
    """Every command, as Discord takes them. Raises `ValueError` where a group would have more than it may."""
    told = {
        PREFIX: {language: say(language, "group.burraco") for language in LANGUAGES},
        GROUP: {language: say(language, "group.match") for language in LANGUAGES},
    }
    groups = [_group(name, told[name], [one for one in COMMANDS if GROUPS.get(one.name) == name]) for name in told]
    alone = [{**_command(one), **_everywhere()} for one in COMMANDS if one.name not in GROUPS]
    return [*groups, *alone, _on_a_person()]


def _on_a_person() -> dict[str, Any]:
    """The entry in the menu of a person."""
    names = {OTHERS[language]: say(language, "menu.card") for language in LANGUAGES if language in OTHERS}
    offered = {"name": say(DEFAULT, "menu.card"), "name_localizations": names}
    return {**offered, "type": ON_A_PERSON, "contexts": [GUILDS, PRIVATE], "integration_types": [0]}


def written(language: Language, command: Command) -> str:
    """A command as its reader finds it: below its group, by the name that it has in his language."""
    name = command.also[0] if language in OTHERS and command.also else command.name
    return f"/{GROUPS[command.name]} {name}" if command.name in GROUPS else f"/{name}"


def _everywhere() -> dict[str, Any]:
    return {"type": 1, "contexts": [GUILDS, PRIVATE], "integration_types": [0]}


def _group(name: str, told: Mapping[Language, str], commands: list[Command]) -> dict[str, Any]:
    if len(commands) > MOST:
        raise ValueError(f"/{name} would have {len(commands)} commands, and Discord takes {MOST}")
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
    if not offered:
        found["max_length"] = WRITTEN
    if name in COMPLETED:
        found["autocomplete"] = True
    elif offered:
        found["choices"] = [_choice(name, one) for one in offered]
    return found


def _choice(argument: str, value: str) -> dict[str, Any]:
    others = {OTHERS[one]: choice_words(one, argument, value) for one in LANGUAGES if one in OTHERS}
    return {"name": choice_words(DEFAULT, argument, value), "name_localizations": others, "value": value}


# --- what came back ---------------------------------------------------------------------------------------------------


def line(data: Mapping[str, Any]) -> str:
    """A command as if it had been written."""
    name, given = _said(data)
    known = BY_WORD.get(name)
    names = [one.strip("[]") for one in known.arguments] if known else []
    return " ".join([f"/{name}", *[_value(one, given[one]) for one in names if one in given]])


def _value(argument: str, option: Mapping[str, Any]) -> str:
    """What was written; without the notes of what it was completed from, which some clients send along."""
    return bare(str(option["value"])) if argument == SETTINGS else str(option["value"])


def pointed_at(data: Mapping[str, Any]) -> str:
    """The account of the person in whose menu something was chosen, "" for any other command."""
    return str(data.get("target_id", "")) if data.get("type") == ON_A_PERSON else ""


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
