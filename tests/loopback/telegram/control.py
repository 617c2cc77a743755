"""What a driver in another process may do on Telegram, by name and JSON. ACTS lists the acts."""

from __future__ import annotations

import base64
from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

from tests.loopback.control import Act, clock, fault
from tests.loopback.telegram.values import Json, Tap

if TYPE_CHECKING:
    from tests.loopback.telegram.groups import Group
    from tests.loopback.telegram.people import Person
    from tests.loopback.telegram.server import Telegram


def _person(telegram: Telegram, params: Json) -> Person:
    return telegram.people[params["user"]]


def _group(telegram: Telegram, params: Json) -> Group | None:
    return telegram.groups[params["chat"]] if params.get("chat") else None


async def about(telegram: Telegram, params: Json) -> Json:
    return {"token": telegram.token, "username": telegram.bot.username, "base_url": telegram.base_url}


async def user(telegram: Telegram, params: Json) -> Json:
    """A new person; `opened`: who has opened the chat with the bot before."""
    person = telegram.user(params["name"], params.get("language", ""))
    person.dm.opened = params.get("opened", False)
    return {"user": person.id}


async def group(telegram: Telegram, params: Json) -> Json:
    people = [telegram.people[one] for one in params["users"]]
    new_group = telegram.group(
        params["title"], *people, supergroup=params.get("supergroup", True), forum=params.get("forum", False)
    )
    return {"chat": new_group.id}


async def start(telegram: Telegram, params: Json) -> Json:
    return {"message": _person(telegram, params).start(params.get("payload", "")).id}


async def write(telegram: Telegram, params: Json) -> Json:
    message = _person(telegram, params).writes(params["text"], _group(telegram, params), params.get("topic", 0))
    return {"message": message.id}


async def press(telegram: Telegram, params: Json) -> Json:
    """Presses by label and waits for the answer: what it said and how many milliseconds it took."""
    person = _person(telegram, params)
    tap = person.presses(params["label"], _group(telegram, params))
    return _answered(await person.answer(tap, params.get("seconds", 10.0)))


async def forge(telegram: Telegram, params: Json) -> Json:
    """Sends data for a message on that screen, the newest where none is named, and waits for the answer."""
    person = _person(telegram, params)
    screen = [one for one in person.screen(_group(telegram, params)) if params.get("message") in {None, one.id}]
    tap = person.forges(params["data"], screen[-1])
    return _answered(await person.answer(tap, params.get("seconds", 10.0)))


def _answered(tap: Tap) -> Json:
    return {"text": tap.text, "alert": tap.alert, "url": tap.url, "ms": tap.took * 1000}


async def screen(telegram: Telegram, params: Json) -> Json:
    """What stands before the person: texts and buttons with their data."""
    standing = _person(telegram, params).screen(_group(telegram, params))
    return {
        "messages": [
            {
                "message": one.id,
                "text": one.content.text,
                "picture": bool(one.content.photo),
                "keyboard": one.content.keyboard,
            }
            for one in standing
        ]
    }


async def sees(telegram: Telegram, params: Json) -> Json:
    """What the person saw, from the given place in the list on; pictures in base 64 where they are asked for."""
    sights = _person(telegram, params).sees()[params.get("first", 0) :]
    return {"seen": [_plain(asdict(one), params.get("pictures", False)) for one in sights]}


def _plain(sight: Json, pictures: bool) -> Json:
    for name in ("picture", "document"):
        sight[name] = base64.b64encode(sight[name]).decode() if pictures else len(sight[name])
    return sight


async def budgets(telegram: Telegram, params: Json) -> Json:
    """Switches the budgets, and tells the busiest minute of each chat."""
    telegram.budgets.enforced = params.get("enforced", telegram.budgets.enforced)
    return {str(chat): telegram.budgets.busiest_minute(chat) for chat in telegram.budgets.let_through}


async def figures(telegram: Telegram, params: Json) -> Json:
    """Calls by method and by chat, refusals by their words, presses with their times, violations."""
    refused = [one.outcome["description"] for one in telegram.calls if one.outcome and not one.outcome["ok"]]
    there = [one for one in telegram.calls if one.succeeded and "chat_id" in one.fields]
    taps = telegram.taps.values()
    return {
        "methods": Counter([one.method for one in telegram.calls if one.succeeded]),
        "chats": Counter([f"{one.fields['chat_id']} {one.method}" for one in there]),
        "refused": Counter(refused),
        "ms": [one.took * 1000 for one in taps if one.answered],
        "unanswered": len([one for one in taps if not one.answered]),
        "violations": telegram.violations,
    }


ACTS: Final[dict[str, Act[Telegram]]] = {
    one.__name__: one
    for one in (about, user, group, start, write, press, forge, screen, sees, clock, budgets, fault, figures)
}
