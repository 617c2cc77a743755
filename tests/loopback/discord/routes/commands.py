"""The application's commands: the whole list of a guild, or of everywhere, is replaced at once."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

from tests.loopback.discord.calls import Call
from tests.loopback.discord.errors import Declined, invalid
from tests.loopback.discord.routes import finding
from tests.loopback.discord.values import Json
from tests.loopback.discord.world import World

ENTRY: Final = 4  # the type of the command by which an Activity begins
MOST: Final = {1: 100, 2: 15, 3: 15, 4: 1}  # commands of each type in one list
LETTERS: Final = 8000  # of names, descriptions and choices in one command


def _scope(world: World, call: Call) -> int:
    return finding.guild(world, call).id if "guild_id" in call.parts else 0


def listed(world: World, call: Call) -> list[Json]:
    return world.commands.get(_scope(world, call), [])


def replace(world: World, call: Call) -> list[Json]:
    """The new list; a command that is named by its id, or keeps its type and name, keeps its id.

    An entry point is in it under its id or its name, whatever it is called from then on: an application can have one
    only, and that goes by a call of its own (serenity-rs/serenity#2993).
    https://docs.discord.com/developers/activities/development-guides/user-actions
    """
    scope, commands = _scope(world, call), call.body or []
    _check(commands)
    old = {(one["type"], one["name"]): one for one in world.commands.get(scope, [])}
    named = {str(one.get("id")) for one in commands} | {(one.get("type", 1), one["name"]) for one in commands}
    if [one for key, one in old.items() if key[0] == ENTRY and not {key, one["id"]} & named]:
        raise Declined(50240)
    world.commands[scope] = [_new_command(world, one, scope, old) for one in commands]
    world.changed()
    return world.commands[scope]


def _new_command(world: World, command: Json, scope: int, old: dict[tuple[int, str], Json]) -> Json:
    before = old.get((command.get("type", 1), command["name"]))
    bare = {"type": 1, "description": "", "default_member_permissions": None, "dm_permission": True, "nsfw": False}
    values = {name: value for name, value in command.items() if value is not None}
    number = command.get("id") or (before["id"] if before else world.clock.snowflake())
    mark = {"id": str(number), "version": str(world.clock.snowflake())}
    where = {"guild_id": str(scope)} if scope else {}
    rights = values.get("default_member_permissions")
    permissions = {"default_member_permissions": str(rights)} if rights is not None else {}
    return bare | values | permissions | mark | where | {"application_id": str(world.bot.id)}


def _check(commands: list[Json]) -> None:
    """What the schema does not say: how many, unique names, order of options, length in all."""
    kinds = Counter([one.get("type", 1) for one in commands])
    if [kind for kind, many in kinds.items() if many > MOST[kind]]:
        raise invalid("commands", "Maximum number of application commands reached", "APPLICATION_COMMANDS_MAX")
    if len({(one.get("type", 1), one["name"]) for one in commands}) < len(commands):
        raise invalid("name", "Application command names must be unique", "APPLICATION_COMMANDS_DUPLICATE_NAME")
    for command in commands:
        if sum(len(text) for text in _texts(command)) > LETTERS:
            raise invalid("name", "Command exceeds maximum size (8000)", "APPLICATION_COMMAND_TOO_LARGE")
        _check_name(command)
        _check_options(command.get("options") or [])


def _check_name(command: Json) -> None:
    names = [command["name"], *(command.get("name_localizations") or {}).values()]
    plain = command.get("type", 1) == 1
    if plain and [one for one in names if one != one.lower() or " " in one]:
        raise invalid("name", "Command name is invalid", "APPLICATION_COMMAND_INVALID_NAME")


def _check_options(options: list[Json]) -> None:
    if len({one["name"] for one in options}) < len(options):
        raise invalid("options", "Option names must be unique", "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS")
    needed = [bool(one.get("required")) for one in options]
    if needed != sorted(needed, reverse=True):
        raise invalid(
            "options", "Required options must be placed before", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
        )
    for one in options:
        _check_name(one)
        _check_options(one.get("options") or [])


def _texts(command: Json) -> Iterator[str]:
    """All that counts; of a field in several languages the longest does."""
    yield _longest(command, "name")
    yield _longest(command, "description")
    for one in command.get("options") or []:
        yield from _texts(one)
    for one in command.get("choices") or []:
        yield f"{_longest(one, 'name')}{one['value']}"


def _longest(one: Json, field: str) -> str:
    texts: list[str] = [one.get(field) or "", *(one.get(f"{field}_localizations") or {}).values()]
    return max(texts, key=len)


ON_ALL: Final[dict[str, Callable[[World, Call], Any]]] = {"GET": listed, "PUT": replace}
