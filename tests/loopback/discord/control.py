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


def _person(discord: Discord, given: Json) -> Person:
    return discord.people[given["user"]]


def _room(discord: Discord, given: Json) -> Room | None:
    return discord.room(given["channel"]) if given.get("channel") else None


async def about(discord: Discord, given: Json) -> Json:
    return {"token": discord.token, "api": discord.api, "gateway": discord.gateway_url, "ready": discord.gateway.ready}


async def user(discord: Discord, given: Json) -> Json:
    return {"user": discord.user(given["name"], given.get("locale", "en-US")).id}


async def guild(discord: Discord, given: Json) -> Json:
    people = [discord.people[one] for one in given["users"]]
    return {"guild": discord.guild(given["name"], *people, locale=given.get("locale", "en-US")).id}


async def channel(discord: Discord, given: Json) -> Json:
    return {"channel": discord.clubs[given["guild"]].channel(given["name"]).id}


async def commands(discord: Discord, given: Json) -> Json:
    return {"commands": _person(discord, given).commands(_room(discord, given))}


async def write(discord: Discord, given: Json) -> Json:
    return {"message": _person(discord, given).writes(given["text"], _room(discord, given)).id}


async def command(discord: Discord, given: Json) -> Json:
    """Types a slash command and waits for the first answer."""
    person = _person(discord, given)
    act = person.types(given["words"], _room(discord, given), **given.get("options", {}))
    return _told(await person.answer(act, given.get("seconds", 10.0)))


async def press(discord: Discord, given: Json) -> Json:
    """Presses by label and waits for the first answer: what it was and how many milliseconds it took."""
    person = _person(discord, given)
    act = person.presses(given["label"], _room(discord, given))
    return _told(await person.answer(act, given.get("seconds", 10.0)))


async def choose(discord: Discord, given: Json) -> Json:
    person = _person(discord, given)
    act = person.chooses(*given["labels"], room=_room(discord, given), menu=given.get("menu", ""))
    return _told(await person.answer(act, given.get("seconds", 10.0)))


async def forge(discord: Discord, given: Json) -> Json:
    """Presses by a component's id, on a message by its own, and waits for the first answer."""
    person, message = _person(discord, given), given["message"]
    found = next((one for one in person.screen(_room(discord, given)) if one.id == message), None)
    if found is None:
        raise LookupError(f"no message {message}")
    act = person.forges(given["custom_id"], found, given.get("values"))
    return _told(await person.answer(act, given.get("seconds", 10.0)))


def _told(act: Act) -> Json:
    return {"answer": act.answer, "refused": act.refused, "ms": act.took * 1000}


async def screen(discord: Discord, given: Json) -> Json:
    """What stands before the person: texts, components, how many files."""
    standing = _person(discord, given).screen(_room(discord, given))
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


async def sees(discord: Discord, given: Json) -> Json:
    """What the person saw, from the given place in the list on; files in base 64 where they are asked for."""
    sights = _person(discord, given).sees()[given.get("first", 0) :]
    return {"seen": [_plain(asdict(one), given.get("pictures", False)) for one in sights]}


def _plain(sight: Json, pictures: bool) -> Json:
    for one in sight["attachments"]:
        one["data"] = base64.b64encode(one["data"]).decode() if pictures else len(one["data"])
    return sight


async def budget(discord: Discord, given: Json) -> Json:
    """Limits a route, or the whole bot where none is named, to so many calls in so many seconds."""
    if "route" in given:
        discord.budgets.limit(given["route"], given["many"], given["seconds"])
    elif "many" in given:
        discord.budgets.whole = (given["many"], given["seconds"])
    return {"floods": Counter(discord.budgets.floods)}


async def settle(discord: Discord, given: Json) -> Json:
    """Waits until the bot has taken in all that happened so far."""
    await discord.gateway.settled()
    return {"ready": discord.gateway.ready}


async def drop(discord: Discord, given: Json) -> Json:
    """Breaks every gateway socket."""
    discord.gateway.drop()
    return {"logins": discord.gateway.logins, "resumed": discord.gateway.resumed}


async def figures(discord: Discord, given: Json) -> Json:
    """Calls and bytes by route, refusals by code, acts with their times, violations."""
    done = [one for one in discord.calls if one.succeeded]
    size: Counter[str] = Counter()
    for one in done:
        size[one.route] += one.size
    refused = [f"{one.status} {(one.answer or {}).get('code')}" for one in discord.calls if one.status >= 400]
    acts = discord.acts.values()
    return {
        "routes": Counter([one.route for one in done]),
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
