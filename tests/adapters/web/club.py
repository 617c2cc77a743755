"""A tournament that stands in browsers alone, and the people around it: who each of them is, and what they see."""

import itertools
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, ViewportSize, expect

from bot.adapters.web.window_bearer import PLATFORM
from bot.host.door import Door
from bot.host.hosted_bots import BOT
from bot.host.ports import Account, Person
from bot.requests.own_link import account_of
from bot.requests.service import Service
from bot.requests.tournaments.player_page import own_place
from bot.store.sqlite import open_store
from bot.store.verified import remember, states
from bot.tables.who import Declined, Who
from bot.tournaments.club_tournament import Announcement
from bot.tournaments.commands import command
from tests.adapters.web.evening import ID, SECRET, aside
from tests.adapters.web.hosting import PATIENCE, Process
from tests.adapters.web.test_browser import UNDRAWN

TELEPHONE: Final[ViewportSize] = {"width": 390, "height": 844}
MARTA: Final = "p0"  # who announces it


def token(person: str) -> str:
    return f"token-of-{person}-in-this-browser"


def acquainted(folder: Path, people: Sequence[str]) -> None:
    """Marta and these people have been in the browser, as p0, p1, p2 …"""
    aside(_announced, folder, people, None)


def announced(folder: Path, people: Sequence[str], language: str = "en", **announcement: Any) -> None:
    """A tournament of Marta's that nobody has entered yet; these people have been in the browser, as p1, p2 …"""
    aside(_announced, folder, people, announcement, language)


async def _announced(folder: Path, people: Sequence[str], keys: dict[str, Any] | None, language: str = "en") -> None:
    now, chance = time.time_ns() // 1_000_000, itertools.count(1)
    path = folder / "burraco.db"
    store = await open_store(path, now)
    door = Door(store, BOT, lambda: now, lambda size: next(chance).to_bytes(size, "big"))
    club = Service(door, store, BOT).tournaments.tournaments
    usual: dict[str, Any] = {"name": "Thursday", "code": "febur", "kind": "pairs"}
    form = {"rounds": ("mitchell", "danese"), "deals": (3, 3), "window": 30}
    try:
        for place, name in enumerate(["Marta", *people]):
            person = Person(f"p{place}", name, language)
            await store.register(BOT, Account(PLATFORM, account_of(token(person.id))), person)
        if keys is None:
            return
        answer = await club.announce(ID, own_place(MARTA), Who(MARTA, admin=True), Announcement(**usual | form | keys))
        assert not isinstance(answer, Declined), answer
        linked = await club.submit(ID, Who(MARTA), "link", command("link", secret=SECRET))
        assert not isinstance(linked, Declined), linked
    finally:
        await store.close()
        remember(path, states(path))


@contextmanager
def window(
    browser: Browser,
    host: Process,
    person: str,
    path: str = f"tournament.html#{ID}",
    *,
    drawn: bool = False,
    **context: Any,
) -> Iterator[Page]:
    """A page as one of them sees it, "" for somebody new; it must not complain. `drawn`: there are pictures of it."""
    opened = browser.new_context(**{"viewport": TELEPHONE, "locale": "en-GB", "service_workers": "block", **context})
    if person:
        opened.add_init_script(f"localStorage.token ??= '{token(person)}'")
    opened.set_default_timeout(PATIENCE * 1000)
    if not drawn:
        opened.add_init_script(UNDRAWN)
    page = opened.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{host.url}{path}")
    yield page
    assert complaints == []
    opened.close()


GONE_ON: Final = """(before) => { const { open, textContent } = document.getElementById("dialog");
  return !open || textContent !== before; }"""


def chooses(page: Page, *labels: str) -> None:
    """One choice of the desk's dialog after the other, by its words, each once the one before is answered."""
    for label in labels:
        choice = page.locator("#dialog .choice", has_text=label).first
        expect(choice).to_be_visible()
        before = page.locator("#dialog").text_content()
        choice.click()
        page.wait_for_function(GONE_ON, arg=before)
