"""What a driver in another process may do on Discord, by name and JSON. ACTS lists the acts."""

from __future__ import annotations

import base64
from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

from tests.loopback import control
from tests.loopback.control import clock, fault
from tests.loopback.discord.values import Act, Json

if TYPE_CHECKING:
    from tests.loopback.discord.people import Person
    from tests.loopback.discord.rooms import Room
    from tests.loopback.discord.server import Discord


def _person(discord: Discord, params: Json) -> Person:
    return discord.people[params["user"]]


def _room(discord: Discord, params: Json) -> Room | None:
    return discord.room(params["channel"]) if params.get("channel") else None


async def about(discord: Discord, params: Json) -> Json:
    return {"token": discord.token, "api": discord.api, "gateway": discord.gateway_url, "ready": discord.gateway.ready}


async def user(discord: Discord, params: Json) -> Json:
    return {"user": discord.user(params["name"], params.get("locale", "en-US")).id}


async def guild(discord: Discord, params: Json) -> Json:
    people = [discord.people[one] for one in params["users"]]
    return {"guild": discord.guild(params["name"], *people, locale=params.get("locale", "en-US")).id}


async def channel(discord: Discord, params: Json) -> Json:
    return {"channel": discord.clubs[params["guild"]].channel(params["name"]).id}


async def commands(discord: Discord, params: Json) -> Json:
    return {"commands": _person(discord, params).commands(_room(discord, params))}


async def write(discord: Discord, params: Json) -> Json:
    return {"message": _person(discord, params).writes(params["text"], _room(discord, params)).id}


async def command(discord: Discord, params: Json) -> Json:
    """Types a slash command and waits for the first answer."""
    person = _person(discord, params)
    act = person.types(params["words"], _room(discord, params), **params.get("options", {}))
    return _outcome(await person.answer(act, params.get("seconds", 10.0)))


async def press(discord: Discord, params: Json) -> Json:
    """Presses by label and waits for the first answer: what it was and how many milliseconds it took."""
    person = _person(discord, params)
    act = person.presses(params["label"], _room(discord, params))
    return _outcome(await person.answer(act, params.get("seconds", 10.0)))


async def choose(discord: Discord, params: Json) -> Json:
    person = _person(discord, params)
    act = person.chooses(*params["labels"], room=_room(discord, params), menu=params.get("menu", ""))
    return _outcome(await person.answer(act, params.get("seconds", 10.0)))


async def forge(discord: Discord, params: Json) -> Json:
    """Presses by a component's id, on a message by its own, and waits for the first answer."""
    person, message = _person(discord, params), params["message"]
    found = next((one for one in person.screen(_room(discord, params)) if one.id == message), None)
    if found is None:
        raise LookupError(f"no message {message}")
    act = person.forges(params["custom_id"], found, params.get("values"))
    return _outcome(await person.answer(act, params.get("seconds", 10.0)))


def _outcome(act: Act) -> Json:
    return {"answer": act.answer, "refused": act.refused, "ms": act.took * 1000}


async def screen(discord: Discord, params: Json) -> Json:
    """What stands before the person: texts, components, how many files."""
    standing = _person(discord, params).screen(_room(discord, params))
    return {
        "messages": [
            {
                "message": one.id,
                "text": one.content.text,
                "components": one.content.components,
                "files": len(one.content.attachments),
                "only_mine": one.receiver is not None,
            }
            for one in standing
        ]
    }


async def sees(discord: Discord, params: Json) -> Json:
    """What the person saw, from the given place in the list on; files in base 64 where they are asked for."""
    sights = _person(discord, params).sees()[params.get("first", 0) :]
    return {"seen": [_plain(asdict(one), params.get("pictures", False)) for one in sights]}


def _plain(sight: Json, pictures: bool) -> Json:
    for one in sight["attachments"]:
        one["data"] = base64.b64encode(one["data"]).decode() if pictures else len(one["data"])
    return sight


async def budget(discord: Discord, params: Json) -> Json:
    """Limits a route, or the whole bot where none is named, to so many calls in so many seconds."""
    if "route" in params:
        discord.budgets.limit(params["route"], params["many"], params["seconds"])
    elif "many" in params:
        discord.budgets.whole = (params["many"], params["seconds"])
    return {"floods": Counter(discord.budgets.floods)}


async def settle(discord: Discord, params: Json) -> Json:
    """Waits until the bot has taken in all that happened so far."""
    await discord.gateway.settled()
    return {"ready": discord.gateway.ready}


async def drop(discord: Discord, params: Json) -> Json:
    """Breaks every gateway socket."""
    discord.gateway.drop()
    return {"logins": discord.gateway.logins, "resumed": discord.gateway.resumed}


async def figures(discord: Discord, params: Json) -> Json:
    """Calls and bytes by route, refusals by code, acts with their times, violations."""
    succeeded = [one for one in discord.calls if one.succeeded]
    size: Counter[str] = Counter()
    for one in succeeded:
        size[one.route] += one.size
    refused = [f"{one.status} {(one.answer or {}).get('code')}" for one in discord.calls if one.status >= 400]
    acts = discord.acts.values()
    return {
        "routes": Counter([one.route for one in succeeded]),
        "bytes": size,
        "refused": Counter(refused),
        "invalid": discord.invalid,
        "ms": [one.took * 1000 for one in acts if one.answer],
        "unanswered": len([one for one in acts if not one.answer]),
        "violations": discord.violations,
    }


ACTS: Final[dict[str, control.Act[Discord]]] = {
    one.__name__: one
    for one in (
        *(about, user, guild, channel, commands, write, command, press, choose, forge, screen, sees),
        *(clock, budget, fault, settle, drop, figures),
    )
}
