"""A tournament's table in a real browser: what it says, the arbiter's button, a stopped table, one that is sealed."""

import itertools
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, ViewportSize, expect

from bot.adapters.web.window_bearer import PLATFORM
from bot.host.door import Door
from bot.host.hosted_bots import BOT
from bot.host.ports import Account, Person
from bot.host.scheduler import Scheduler
from bot.requests.own_link import account_of
from bot.requests.service import Service
from bot.store.sqlite import open_store
from bot.store.verified import remember, states
from bot.tables.assigned import by_seat, lines_of
from bot.tables.table import Assigned, Chair, Settings
from bot.tables.who import HOST, Declined, Who
from bot.tournaments.club_tournament import Announcement
from bot.tournaments.commands import command
from bot.words.languages import say
from tests.adapters.web.evening import ID, aside
from tests.adapters.web.hosting import PATIENCE, Process, process, simple
from tests.adapters.web.test_browser import UNDRAWN

PEOPLE: Final = {"p1": "Anna", "p2": "Bruno", "p3": "Eve"}
TELEPHONE: Final[ViewportSize] = {"width": 390, "height": 844}
SINGLES: Final = Settings(rules="fibur", house="hands=3 undo=off", players=2, pace=0, pause=0)
TABLES: Final = {"WENT": ("begin",), "STOP": ("begin", "halt"), "SEAL": ("begin",)}


def token(person: str) -> str:
    return f"token-of-{person}-in-this-browser"


async def _prepared(folder: Path) -> None:
    """A round of singles, with Anna and Bruno at three tables of it: one that plays, one stopped, one sealed."""
    now, chance = time.time_ns() // 1_000_000, itertools.count(1)
    store = await open_store(folder / "burraco.db", now)
    door = Door(store, BOT, lambda: now, lambda size: next(chance).to_bytes(size, "big"))
    club = Service(door, store, BOT).tournaments.tournaments
    try:
        for person, name in PEOPLE.items():
            await store.register(BOT, Account(PLATFORM, account_of(token(person))), Person(person, name, "en"))
        form = Announcement("Thursday", "fibur", "singles", ("mitchell",), (3,))
        assert not isinstance(await club.announce(ID, "discord:9", Who("p3", admin=True), form), Declined)
        for place, (who, line) in enumerate(
            [("p1", command("enter", players=["p1"])), ("p2", command("enter", players=["p2"])), ("p3", "start")]
        ):
            found = await club.submit(ID, Who(who), f"a{place}", line)
            assert not isinstance(found, Declined), found
        await club.fire()
        chairs = by_seat(SINGLES.code(), [[Chair("p1", "Anna")], [Chair("p2", "Bruno")]])
        for label, commands in TABLES.items():
            lines, sealed = lines_of(SINGLES.code(), chairs), label == "SEAL"
            assigned = Assigned(ID, "Thursday", 1, 1, lines, sealed=sealed)
            await door.open_assigned(label.lower(), label, "", SINGLES, assigned, chairs)
            await door.submit(label.lower(), Who(HOST), "begin", "begin")
            await Scheduler(door, store, simple).fire()
            for one in commands[1:]:
                await door.submit(label.lower(), Who(HOST), one, one)
    finally:
        await store.close()
    remember(folder / "burraco.db", states(folder / "burraco.db"))


@contextmanager
def window(browser: Browser, host: Process, person: str) -> Iterator[Page]:
    """The page of one of the people; it must not complain."""
    context = browser.new_context(viewport=TELEPHONE, locale="en-GB", service_workers="block")
    context.add_init_script(UNDRAWN)
    context.add_init_script(f"localStorage.token ??= '{token(person)}'")
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(host.url)
    yield page
    assert complaints == []
    context.close()


def goes_to(page: Page, label: str) -> None:
    page.locator("#code").fill(label)
    page.locator(".join button").click()


def test_at_a_tournaments_table_the_page_offers_the_arbiter_and_nothing_that_is_locked(
    tmp_path: Path, browser: Browser
) -> None:
    aside(_prepared, tmp_path)
    with process(tmp_path) as host:
        host.start()
        with window(browser, host, "p1") as page:
            goes_to(page, "WENT")
            expect(page.locator(".deal")).to_contain_text("Round 1, table 1")
            page.locator("#menu").click()
            for locked in ("away", "resign", "end", "pause", "propose-adjourn", "propose-annul"):
                expect(page.locator(f"dialog #{locked}")).to_have_count(0)
            page.locator("dialog #arbiter").click()
            expect(page.locator("#toast")).to_contain_text("Done")
        with window(browser, host, "p2") as page:
            goes_to(page, "STOP")
            expect(page.locator("#banners")).to_contain_text("play stops here until the ruling")
            expect(page.locator("#resume")).to_have_count(0)
            page.locator("#menu").click()
            expect(page.locator("dialog #arbiter")).to_have_count(0)
        with window(browser, host, "p3") as page:
            goes_to(page, "SEAL")
            expect(page.locator("#toast")).to_contain_text(say("en", "declined.locked-sealed"))
            expect(page.locator("#hand")).to_have_count(0)
        host.stop()
