"""A club's evening for browsers: a tournament in the database of a host, and its arbiter's commands over a window."""

import asyncio
import itertools
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeVar

import aiohttp

from bot.adapters.web.window_bearer import PLATFORM
from bot.host.door import Door
from bot.host.hosted_bots import BOT
from bot.host.ports import Account, Person
from bot.requests.own_link import account_of
from bot.requests.service import Service
from bot.store.sqlite import open_store
from bot.store.verified import remember, states
from bot.tables.who import HOST, Declined, Who
from bot.tournaments.club_tournament import Announcement
from bot.tournaments.commands import command
from tests.adapters.web.hosting import Process, connected

ID: Final = "tour0123456789abcdef"
SECRET: Final = "a-secret-of-the-beamer-in-a-test"  # noqa: S105  of a test
ARBITER: Final = "p1"
TOKEN: Final = "token-of-the-arbiter-in-this-browser"  # noqa: S105  of a test
CODE: Final = "BCDFGHJK"
GUESTS: Final = (
    "Anna Rossi,Bruno Bianchi,Carla Neri,Dario Verdi,Elena Riva,Fabio Costa,Gina Lodi,Hugo Sala,Ida Pace,Lino Re"
)

T = TypeVar("T")


def evening(folder: Path, pairs: Sequence[Sequence[str]], **announcement: Any) -> None:
    """A tournament, announced and entered, with a page; its arbiter has a browser of their own.

    Guests play it; one that is dealt in the chat, computers, by names such as `c1:random`.
    """
    aside(_evening, folder, pairs, announcement)


def past_evening(folder: Path, ago: int) -> None:
    """A tournament that was called off so many milliseconds ago, when its arbiter was given `CODE`."""
    aside(_evening, folder, guest_pairs(4), {}, ago, command("cancel", reason="rain"))


async def _evening(
    folder: Path, pairs: Sequence[Sequence[str]], keys: dict[str, Any], ago: int = 0, *more: str
) -> None:
    now = time.time_ns() // 1_000_000 - ago
    path = folder / "burraco.db"
    store = await open_store(path, now)
    chance = itertools.count(1)
    door = Door(store, BOT, lambda: now, lambda size: next(chance).to_bytes(size, "big"))
    club = Service(door, store, BOT).tournaments.tournaments
    usual: dict[str, Any] = {"name": "Torneo del giovedì", "code": "febur", "kind": "pairs"}
    form = {"rounds": ("mitchell", "danese"), "deals": (3, 3), "window": 30}
    try:
        await store.register(BOT, Account(PLATFORM, account_of(TOKEN)), Person(ARBITER, "Marta", "en"))
        assert not isinstance(
            await club.announce(ID, "discord:9", Who(ARBITER, admin=True), Announcement(**usual | form | keys)),
            Declined,
        )
        is_dealt = keys.get("cards") == "dealt"
        lines = [
            command("enter", players=list(pair)) if is_dealt else command("enter", players=[], guests=list(pair))
            for pair in pairs
        ]
        who = Who(HOST) if is_dealt else Who(ARBITER)
        for place, line in enumerate(lines):
            found = await club.submit(ID, who, f"a{place}", line)
            assert not isinstance(found, Declined), found
        for place, line in enumerate([command("link", secret=SECRET), *more]):
            found = await club.submit(ID, Who(ARBITER), f"b{place}", line)
            assert not isinstance(found, Declined), found
        assert await store.put_link_code(BOT, CODE, ARBITER, now, now + 1)
    finally:
        await store.close()
    remember(path, states(path))


def guest_pairs(count: int) -> list[tuple[str, str]]:
    """So many pairs with names that people have."""
    names = GUESTS.split(",")
    many = [
        f"{names[at % len(names)]}{f' {at // len(names) + 1}' if at >= len(names) else ''}" for at in range(2 * count)
    ]
    return list(zip(many[::2], many[1::2], strict=True))


def directs(host: Process, what: str, words: str = "", token: str = TOKEN, want: str = "tournament") -> dict[str, Any]:
    """The arbiter asks for this from another window; what they are answered."""

    async def work() -> dict[str, Any]:
        async with aiohttp.ClientSession() as session, connected(session, host.url, token) as window:
            return await window.want(want, what=what, words=words, tournament=ID, delivery=f"{what} {words}")

    return aside(work)


def aside(work: Callable[..., Awaitable[T]], *arguments: Any) -> T:
    """Run it in a thread: a browser has a loop of its own in this one."""

    async def whole() -> T:
        return await work(*arguments)

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, whole()).result()
