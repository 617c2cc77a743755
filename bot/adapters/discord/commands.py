"""The slash commands, made from the registry of all commands, in every language; offered anew only when they change.

They may change at Discord, too: another program that logs in with the same token and offers its own takes ours away.
The registry says in which group a command stands, and that the group has room for it.
"""

import hashlib
import json
import logging
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from discord import AppCommandOptionType, Client, HTTPException, Locale
from discord.app_commands import Choice

from bot.adapters.discord.chat_ids import PLATFORM
from bot.gateway.inbound.commands import COMMANDS, COMPLETED, FRIENDS, INVITING, PEOPLE, Command, Group
from bot.gateway.inbound.completions import choice_words, choices
from bot.gateway.inbound.help_page import argument_name, description
from bot.gateway.inbound.inbound import Inbound
from bot.gateway.inbound.offers import SETTINGS
from bot.gateway.inbound.setting_completions import bare
from bot.host.notes import COMMANDS as COMMANDS_NOTE
from bot.messages.fitting import shorten
from bot.requests.request_context import Friend
from bot.words.languages import DEFAULT, LANGUAGES, Language, say

LOG: Final = logging.getLogger(__name__)
LONGEST: Final = 100  # signs of a description
NAME: Final = 40  # signs
WRITTEN: Final = 500  # signs of an argument; a request takes no longer texts
GUILDS, PRIVATE = 0, 1  # contexts
ON_A_PERSON, LAUNCH = 2, 4  # types of commands
BY_DISCORD: Final = 2  # who answers it
ENTRY_STAYS: Final = 50240  # a list without the entry of the Activity that there is
Option = Choice[str]


async def offer_commands(client: Client, inbound: Inbound, *, launches: bool = False) -> None:
    """Tell Discord of the commands, unless it knows them so already. Raises what a call raises, and `StoreError`.

    `launches`: the application has an Activity, and so the entry by which it begins.
    """
    commands = [*all_commands(), *([_launch()] if launches else [])]
    if client.application_id is None:
        return
    mark = _digest([client.application_id, commands])
    noted, _, there = (await inbound.notes.of(COMMANDS_NOTE, PLATFORM)).partition(":")
    if noted == mark and there == _versions(await client.http.get_global_commands(client.application_id)):
        return
    found = await _replace(client, client.application_id, commands)
    await inbound.notes.put(COMMANDS_NOTE, PLATFORM, f"{mark}:{_versions(found)}")
    LOG.info("Discord knows the commands", extra={"count": len(COMMANDS)})


def _versions(there: Sequence[Any]) -> str:
    """A digest of the commands that Discord has: each change of one gives it another version."""
    return _digest(sorted([str(one["id"]), str(one["version"])] for one in there))


def _digest(values: list[Any]) -> str:
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()


async def _replace(client: Client, application: int, commands: list[Any]) -> Sequence[Any]:
    """All commands, as Discord has them then; the entry of an Activity that is not ours to take away stays.

    It is called as ours where there is an Activity. Discord has made it, and an application can have no other.
    https://docs.discord.com/developers/activities/development-guides/user-actions#setting-up-an-entry-point-command
    """
    try:
        return await client.http.bulk_upsert_global_commands(application, payload=commands)
    except HTTPException as error:
        if error.code != ENTRY_STAYS:
            raise
        there: list[Any] = await client.http.get_global_commands(application)
        ours: dict[str, Any] = next((one for one in commands if one["type"] == LAUNCH), {})
        entry = [one | ours for one in there if one["type"] == LAUNCH]  # with its number
        others = [one for one in commands if one["type"] != LAUNCH]
        return await client.http.bulk_upsert_global_commands(application, payload=[*others, *entry])


def all_commands() -> list[dict[str, Any]]:
    """Every command, as Discord takes them; a group without commands is none."""
    below = {group: [one for one in COMMANDS if one.group is group] for group in Group}
    groups = [_group(group, commands) for group, commands in below.items() if group and commands]
    return [*groups, *[{**_command(one), **_everywhere()} for one in below[Group.ALONE]], _on_a_person()]


def _on_a_person() -> dict[str, Any]:
    """The entry in the menu of a person."""
    names = {language: say(language, "menu.card") for language in LANGUAGES}
    offered = {"name": names[DEFAULT], "name_localizations": _localizations(names)}
    return {**offered, "type": ON_A_PERSON, "contexts": [GUILDS, PRIVATE], "integration_types": [0]}


def _launch() -> dict[str, Any]:
    """The entry of the Activity in the list of apps; Discord itself carries it out.

    Discord makes one where Activities are switched on, and takes no list of commands without it.
    """
    names = {language: say(language, "menu.launch") for language in LANGUAGES}
    offered = {"name": names[DEFAULT], "name_localizations": _localizations(names)}
    return {**offered, "type": LAUNCH, "handler": BY_DISCORD, "contexts": [GUILDS, PRIVATE], "integration_types": [0]}


def slash_command(language: Language, command: Command) -> str:
    """A command as its reader finds it: below its group, by the name that it has in their language."""
    name = command.words(language)[0] if _locales(language) else command.name
    return f"/{command.group} {name}" if command.group else f"/{name}"


def _everywhere() -> dict[str, Any]:
    return {"type": 1, "contexts": [GUILDS, PRIVATE], "integration_types": [0]}


def _group(group: Group, commands: list[Command]) -> dict[str, Any]:
    inner = [{"type": AppCommandOptionType.subcommand.value, **_command(one)} for one in commands]
    texts = {language: say(language, f"group.{group}") for language in LANGUAGES}
    return {"name": group.value, **_descriptions(texts), **_everywhere(), "options": inner}


@cache
def _locales(language: Language) -> tuple[str, ...]:
    """What Discord calls a language of ours: `es-ES` and `es-419`; () for the default, which needs no other words."""
    return tuple(one.value for one in Locale if one.value.partition("-")[0] == language != DEFAULT)


def _localizations(texts: Mapping[Language, str]) -> dict[str, str]:
    """The same in the other languages that Discord knows, by its names for them."""
    return {locale: text for language, text in texts.items() for locale in _locales(language)}


def _descriptions(texts: Mapping[Language, str]) -> dict[str, Any]:
    short = {language: shorten(text, LONGEST) for language, text in texts.items()}
    return {"description": short[DEFAULT], "description_localizations": _localizations(short)}


def _command(command: Command) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": command.name,
        **_descriptions({language: description(language, command) for language in LANGUAGES}),
        "options": [*[_argument(one) for one in command.arguments], *_friends(command)],
    }
    others = _localizations({language: command.words(language)[0] for language in LANGUAGES})
    if set(others.values()) - {command.name}:
        found["name_localizations"] = others
    return found


def _argument(argument: str) -> dict[str, Any]:
    name = argument.strip("[]")
    is_person = name in PEOPLE
    found: dict[str, Any] = {
        "type": AppCommandOptionType.user.value if is_person else AppCommandOptionType.string.value,
        "name": name,
        **_descriptions({language: argument_name(language, argument) for language in LANGUAGES}),
        "required": not argument.startswith("["),
    }
    offered = choices(name)
    if not offered and not is_person:
        found["max_length"] = WRITTEN
    if name in COMPLETED:
        found["autocomplete"] = True
    elif offered:
        found["choices"] = [_choice(name, one) for one in offered]
    return found


def _friends(command: Command) -> list[dict[str, Any]]:
    """Who is invited: Discord takes one person for each option."""
    words = _descriptions({language: argument_name(language, FRIENDS[0]) for language in LANGUAGES})
    person = AppCommandOptionType.user.value
    names = FRIENDS if command.name in INVITING else ()
    return [{"type": person, "name": name, **words, "required": False} for name in names]


def _choice(argument: str, value: str) -> dict[str, Any]:
    names = {language: choice_words(language, argument, value) for language in LANGUAGES}
    return {"name": names[DEFAULT], "name_localizations": _localizations(names), "value": value}


# --- what came back ---------------------------------------------------------------------------------------------------


def options_of(data: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
    """The command's name, and what was given for each of its arguments."""
    name, options = _name_and_options(data)
    return name, {argument: _value(argument, option) for argument, option in options.items()}


def _value(argument: str, option: Mapping[str, Any]) -> str:
    """What was written; without the notes of what it was completed from, which some clients send along."""
    return bare(str(option["value"])) if argument == SETTINGS else str(option["value"])


def pointed_at(data: Mapping[str, Any]) -> str:
    """The account of the person in whose menu something was chosen, "" for any other command."""
    return str(data.get("target_id", "")) if data.get("type") == ON_A_PERSON else ""


def person_chosen(data: Mapping[str, Any]) -> tuple[str, str]:
    """The account of the person who was chosen for an argument of a command, and what else was given; "" for nobody."""
    _, options = _name_and_options(data)
    account = next((str(one["value"]) for name, one in options.items() if name in PEOPLE), "")
    return account, str(options.get("csv", {}).get("value", ""))


def friends_of(data: Mapping[str, Any]) -> tuple[tuple[Friend, ...], frozenset[str]]:
    """Who was chosen to be invited, and the accounts of those among them who are in the server."""
    _, options = _name_and_options(data)
    resolved = data.get("resolved", {})
    accounts = [str(options[name]["value"]) for name in FRIENDS if name in options]
    users = [resolved.get("users", {}).get(account, {}) for account in accounts]
    found = [
        Friend(account, shown_name(resolved, account), is_bot=bool(user.get("bot")))
        for account, user in zip(accounts, users, strict=True)
    ]
    return tuple(found), frozenset(resolved.get("members", {}))


def shown_name(resolved: Mapping[str, Any], account: str) -> str:
    """How a person is called whom Discord has named; their number where it does not say."""
    member, user = [resolved.get(kind, {}).get(account, {}) for kind in ("members", "users")]
    return str(member.get("nick") or user.get("global_name") or user.get("username") or account)[:NAME]


def offered_to(data: Mapping[str, Any]) -> tuple[str, str, str]:
    """The command that is being written, which argument of it, and what stands there already."""
    name, options = _name_and_options(data)
    for argument, option in options.items():
        if option.get("focused"):
            return name, argument, str(option["value"])
    return name, "", ""


def _name_and_options(data: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The command's name, below its group, and its options by name."""
    options = data.get("options") or []
    if options and options[0].get("type") == AppCommandOptionType.subcommand.value:
        return _name_and_options(options[0])
    return str(data.get("name", "")), {str(one["name"]): one for one in options}
