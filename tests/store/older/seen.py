"""What people find in a database, whatever version reads it: their plans, settings, boards, letters, what is due.

`python -m tests.store.older` writes it, and a test compares it with what a later version makes of the same database.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from bot.host.notes import COMMANDS, EVENTS, GREETED, LOST
from bot.host.ports import OutboxRow
from bot.messages.message import Message
from bot.requests.board_answers import History, Leaderboard
from bot.requests.channels import ShowChannel
from bot.requests.corrections import Correct
from bot.requests.pages import Tables
from bot.requests.plans import MakePlan, Plans
from bot.store.sqlite import open_store
from tests.requests.serving import BOT, World

CHANNELS: Final = ("telegram:-100", "discord:100/200", "club/bar")
NOTED: Final = {
    "discord:commands": (COMMANDS, "discord"),
    "discord:100:known": (GREETED, "discord:100"),
    "telegram:-100:lost": (LOST, "telegram:-100"),
    "discord:100/200:lost": (LOST, "discord:100/200"),
    "discord:event:planfeed": (EVENTS, "planfeed"),
}
MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


async def seen(path: Path) -> dict[str, Any]:
    """JSON-able. Last comes the week that follows and what is planned then, which changes the database."""
    with closing(sqlite3.connect(path)) as connection:
        accounts = connection.execute("SELECT platform, account, person FROM accounts ORDER BY 1, 2").fetchall()
        tables = connection.execute(
            "SELECT table_id FROM tables WHERE bot = ? AND kind = 'table' ORDER BY 1", (BOT,)
        ).fetchall()
    store = await open_store(path, 0)
    try:
        world = World(store)
        people = sorted({person for _, _, person in accounts})
        return {
            "accounts": accounts,
            "people": {person: await _person(world, person) for person in people},
            "channels": {channel: await _channel(world, people[0], channel) for channel in CHANNELS},
            "kept": {name: await world.service.notes.of(*note) for name, note in NOTED.items()},
            "letters": [_letter(row) for (table,) in tables for row in await store.letters(BOT, table)],
            "due": [[row.subject.id, row.kind, row.at] for row in await store.due_rows(BOT, world.now + 30 * DAY)],
            "week": await _week(world),
            "numbers": {channel: await _number(world, people[0], channel) for channel in CHANNELS},
        }
    finally:
        await store.close()


async def _person(world: World, person: str) -> dict[str, Any]:
    matches = (await world.done(person, History())).json["board"]["ids"]
    pages = {match: (await world.do(person, Correct(match))).json.get("pending", {}) for match in matches}
    return {
        "about": await world.about(person),
        "tables": [one["table"] for one in (await world.done(person, Tables())).json["tables"]],
        "plans": await _plans(world, person, ""),
        "agrees to": {match: one["word"] for match, one in pages.items() if one},
    }


async def _plans(world: World, person: str, channel: str) -> list[list[Any]]:
    found = (await world.done(person, Plans(channel))).json["plans"]
    return [[one["id"], one["number"], one["state"], one["starts"]] for one in found]


async def _channel(world: World, person: str, channel: str) -> dict[str, Any]:
    page = (await world.do(person, ShowChannel(channel))).json
    return {
        "language": page["language"],
        "changed": page["changed"],
        "terms": {one["name"]: one["value"] for one in page["terms"]},
        "plans": await _plans(world, person, channel),
        "board": (await world.done(person, Leaderboard(channel=channel))).json["board"]["rows"],
    }


def _letter(row: OutboxRow) -> list[Any]:
    failures = [row.attempts, row.not_before, row.last_error]
    wanted = [row.revision, row.settled, row.queued_at]
    return [row.subject.id, row.viewer, row.kind, *wanted, *failures, row.reference, row.sent_at]


async def _week(world: World) -> list[list[Any]]:
    """When channels are told something of their plans, and when tables are opened for them, in the week that follows.

    What is said is not compared: it may be worded better.
    """
    news: list[list[Any]] = []

    async def announce(channel: str, message: Message, _once: str, post: str) -> str:
        if not post:
            news.append([world.now, channel, "may be joined" if message.controls else "said"])
        return f"fake:{len(news)}"

    world.announce = announce
    world.now += 37 * HOUR  # when the database was written
    before = {one.subject.id for one in await world.store.live(BOT)}
    for _ in range(7 * 24 * 2):
        world.now += 30 * MINUTE
        await world.fire()
    opened = [one for one in await world.store.live(BOT) if one.subject.id not in before]
    return [*news, *[[one.updated_at, one.subject.id, "opened"] for one in opened]]


async def _number(world: World, person: str, channel: str) -> int:
    """By which a match is named that is planned there now."""
    await world.done(person, MakePlan("every day 19:17", channel))
    (plan,) = [one for one in await world.service.planned_matches.planner.plans(channel) if one.first.endswith("19:17")]
    return plan.number
