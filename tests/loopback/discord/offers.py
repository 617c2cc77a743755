"""Which commands a person is offered where, by what name, and how typed words become the data of an interaction."""

from typing import Any, Final

from tests.loopback.discord import wire
from tests.loopback.discord.permissions import in_channel, in_guild, may
from tests.loopback.discord.values import Channel, Json, User
from tests.loopback.discord.world import World

CHAT, ON_USER = 1, 2  # types of commands
SUB, GROUP = 1, 2  # types of options that hold others
SCALARS: Final = {3: str, 4: int, 5: bool, 10: float}
PERSON: Final = 6
MANAGING: Final = 1 << 3


def offered(world: World, person: User, where: Channel, kind: int = CHAT) -> list[Json]:
    """The commands that their screen offers there: by place, rights and the guild's own list first."""
    guild = where.guild
    has_none = guild and not guild.has_commands and world.bot.id not in guild.members
    if has_none or (guild and not may(where, person, "use_application_commands")):
        return []
    lists = [*world.commands.get(guild.id, []), *world.commands.get(0, [])] if guild else world.commands.get(0, [])
    return [one for one in lists if one["type"] == kind and _allowed(one, person, where)]


def _allowed(command: Json, person: User, where: Channel) -> bool:
    contexts = command.get("contexts")
    if where.guild is None:
        return 1 in contexts if contexts is not None else bool(command.get("dm_permission", True))
    if contexts is not None and 0 not in contexts:
        return False
    needed = command["default_member_permissions"]
    rights = in_guild(where.guild, person) | in_channel(where, person)
    if needed is None or rights & MANAGING:
        return True
    return int(needed) != 0 and rights & int(needed) == int(needed)


def names(world: World, person: User, where: Channel) -> list[str]:
    """What they can type after the slash, in their language: `burraco nuova`."""
    found: list[str] = []
    for command in offered(world, person, where):
        found += _paths(command, person.locale)
    return found


def _paths(one: Json, locale: str) -> list[str]:
    inner = [option for option in one.get("options", []) if option["type"] in {SUB, GROUP}] if _holds(one) else []
    here = _name(one, locale)
    return [f"{here} {path}" for option in inner for path in _paths(option, locale)] or [here]


def _holds(one: Json) -> bool:
    return any(option["type"] in {SUB, GROUP} and "description" in option for option in one.get("options", []))


def _name(one: Json, locale: str) -> str:
    named: str = (one.get("name_localizations") or {}).get(locale) or one["name"]
    return named


def typed(world: World, person: User, where: Channel, words: str, options: dict[str, Any], focus: str = "") -> Json:
    """The data of a command: LookupError where they are not offered it, ValueError where the screen refuses a value."""
    steps = words.removeprefix("/").split()
    found = [one for one in offered(world, person, where) if steps[0] in {one["name"], _name(one, person.locale)}]
    if not found:
        raise LookupError(f"{person.name} is not offered {words!r}, only {names(world, person, where)}")
    command, path = found[0], []
    inner = command
    for step in steps[1:]:
        inner = next((one for one in inner.get("options", []) if step in {one["name"], _name(one, person.locale)}), {})
        if inner.get("type") not in {SUB, GROUP}:
            raise LookupError(f"{words!r} has no {step!r}, only {names(world, person, where)}")
        path.append(inner)
    data: Json = {"id": command["id"], "name": command["name"], "type": CHAT}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    values, resolved = _values(world, inner, where, options, focus)
    for one in reversed(path):
        values = [{"type": one["type"], "name": one["name"], "options": values}]
    return data | ({"options": values} if values else {}) | ({"resolved": resolved} if resolved else {})


def _values(world: World, command: Json, where: Channel, chosen: dict[str, Any], focus: str) -> tuple[list[Json], Json]:
    by_name = {one["name"]: one for one in command.get("options", [])}
    missing = [name for name, one in by_name.items() if one.get("required") and name not in chosen and not focus]
    if missing or set(chosen) - set(by_name):
        raise ValueError(
            f"missing {missing}, unknown {sorted(set(chosen) - set(by_name))}; options are {sorted(by_name)}"
        )
    values: list[Json] = []
    resolved: Json = {}
    for name, value in chosen.items():
        one = by_name[name]
        if one["type"] == PERSON:
            number = int(value.id)
            for kind, people in wire.resolved(where.guild, world.users[number]).items():
                resolved.setdefault(kind, {}).update(people)
            values.append({"name": name, "type": PERSON, "value": str(number)})
        elif name == focus:
            values.append({"name": name, "type": one["type"], "value": value, "focused": True})
        else:
            values.append({"name": name, "type": one["type"], "value": _scalar(one, value)})
    return values, resolved


def _scalar(option: Json, value: Any) -> Any:
    """The value as this option has it; a choice by its value or by any of its names."""
    kind = SCALARS.get(option["type"])
    if kind is None:
        raise ValueError(f"options of type {option['type']} cannot be typed here")
    choices = option.get("choices") or []
    for one in choices:
        if value in {one["value"], one["name"], *(one.get("name_localizations") or {}).values()}:
            return one["value"]
    if choices or type(value) is not kind:
        raise ValueError(
            f"{option['name']}: {value!r} is not one of {[one['value'] for one in choices] or kind.__name__}"
        )
    size = len(value) if isinstance(value, str) else value
    least, most = (option.get(f"{end}_{'length' if kind is str else 'value'}") for end in ("min", "max"))
    if (least is not None and size < least) or (most is not None and size > most):
        raise ValueError(f"{option['name']}: {value!r} is not between {least} and {most}")
    return value
