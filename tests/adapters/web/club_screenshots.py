"""The pictures of docs/tournaments.md that show a browser: the page for the beamer, the desk on a tablet, in English
and in Italian.

`python -m tests.adapters.web.club_screenshots` writes them anew. Needs Debian's chromium.
"""

import itertools
import time
from pathlib import Path
from secrets import token_bytes
from tempfile import TemporaryDirectory
from typing import Any, Final

from playwright.sync_api import Browser, Page, expect, sync_playwright

from bot.adapters.web.window import PLATFORM
from bot.durations import HOUR, MINUTE
from bot.host.door import Door
from bot.host.hosted_bots import BOT
from bot.host.ports import Account, Person
from bot.requests.own_link import account_of
from bot.requests.service import Service
from bot.requests.tournaments.player_page import own_place
from bot.store.sqlite import open_store
from bot.store.verified import remember, states
from bot.tables.who import HOST, Declined, Who
from bot.tournaments.club_tournament import Announcement
from bot.tournaments.commands import command
from tests.adapters.web.club import MARTA, announced, token, window
from tests.adapters.web.conftest import ARGUMENTS, CHROMIUM
from tests.adapters.web.evening import ID, SECRET, TOKEN, aside, directs, evening, guest_pairs
from tests.adapters.web.hosting import Process, process
from tests.adapters.web.screenshots import save

BEAMER: Final = {"width": 1280, "height": 720}
TABLET: Final = {"width": 820, "height": 900}
LOCALES: Final = {"": "en-GB", "-it": "it-IT"}
PHONE: Final = {"width": 412, "height": 915}
PAIRS: Final = 8
POINTS: Final = {
    1: (((705, 610), (1120, 385), (480, 925), (860, 545)), ((395, 870), (640, 505), (1015, 760), (255, 690))),
    2: (((990, 420), (735, 580), (610, 1145), (340, 815)), ((520, 665), (1210, 295), (875, 430), (460, 705))),
}
"""Of an evening in duplicate, by round: the points of each deal at each table."""
NAMES: Final = ("Anna Rossi", "Bruno Bianchi", "Carla Neri", "Dario Verdi", "Elena Riva", "Fabio Costa", "Gina Lodi")
ANNOUNCED: Final = {"it": ("Torneo del giovedì", "un prosciutto al primo"), "en": ("Thursday", "a ham for the first")}


def main() -> None:
    """Write every picture: the second round of an evening, after a result, a sheet and a call."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        evening(Path(folder), guest_pairs(PAIRS))
        with process(Path(folder)) as host:
            host.start()
            _play(host)
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
            for mark, locale in LOCALES.items():
                page = _opened(browser, host, f"beamer.html#{ID}.{SECRET}", BEAMER, locale)
                expect(page.locator(".table")).to_have_count(PAIRS // 2)
                save(page, f"tournament-beamer{mark}")
                page = _opened(browser, host, f"desk.html#{ID}", TABLET, locale)
                expect(page.locator("#tables article")).to_have_count(PAIRS // 2)
                page.locator("#language").select_option(locale[:2])
                expect(page.locator("#round")).to_have_text("Turno 2 di 2" if mark else "Round 2 of 2")
                expect(page.locator("#actions")).to_contain_text("Tavoli" if mark else "Tables")
                save(page, f"tournament-desk{mark}")
            _sign_ups(browser)
            _in_duplicate(browser)
            browser.close()


def _sign_ups(browser: Browser) -> None:
    """The form of a new tournament, and its page as somebody sees it who is asked to play."""
    for mark, locale in LOCALES.items():
        name, prizes = ANNOUNCED[locale[:2]]
        with TemporaryDirectory() as folder, process(Path(folder)) as host:
            announced(Path(folder), NAMES, language=locale[:2], name=name, prizes=prizes, code="fibur", cards="dealt")
            host.start()
            look = {"viewport": PHONE, "locale": locale, "reduced_motion": "reduce"}
            with window(browser, host, MARTA, "club.html", drawn=True, **look) as page:
                for field, value in {"name": name, "places": "16", "prizes": prizes}.items():
                    page.locator(f"#field-{field}").fill(value)
                page.locator("#field-prizes").blur()
                expect(page.locator("#announced")).to_contain_text(prizes)
                page.evaluate("scrollTo(0, document.body.scrollHeight)")
                save(page, f"tournament-form{mark}")
            pages = [_partner(browser, host, place, **look) for place in range(1, 8)]
            for one, other in ((0, 1), (2, 3)):
                pages[other].locator("#mine [data-what=seek]").click()
                pages[one].locator(f"[data-with='{NAMES[other]}']").click()
                pages[other].locator("#mine [data-what=yes]").click()
                expect(pages[one].locator("#entries li")).to_have_count(1 + one // 2)
            for seeker in (4, 6):
                pages[seeker].locator("#mine [data-what=seek]").click()
            pages[5].locator(f"[data-with='{NAMES[4]}']").click()
            expect(pages[4].locator(".asked")).to_be_visible()
            save(pages[4], f"tournament-sign-up{mark}")


def _in_duplicate(browser: Browser) -> None:
    """The page for the beamer after an evening in duplicate, with the ranking by deal."""
    with TemporaryDirectory() as folder, process(Path(folder)) as host:
        aside(_played_in_duplicate, Path(folder))
        host.start()
        for mark, locale in LOCALES.items():
            page = _opened(browser, host, f"beamer.html#{ID}.{SECRET}", BEAMER, locale)
            expect(page.locator("#standings .rank")).to_have_count(PAIRS + 1)
            save(page, f"tournament-duplicate{mark}")


async def _played_in_duplicate(folder: Path) -> None:
    """Two rounds of two deals, every deal the same at all tables, with its points as the host would have them."""
    now = time.time_ns() // 1_000_000 - HOUR
    store = await open_store(folder / "burraco.db", now)
    door = Door(store, BOT, lambda: now, token_bytes)
    club = Service(door, store, BOT).tournaments.tournaments
    form = Announcement(
        name="Duplicate",
        code="febur",
        kind="pairs",
        cards="dealt",
        duplicate=True,
        rounds=("mitchell", "danese"),
        deals=(2, 2),
    )
    deliveries = itertools.count(1)

    async def does(who: Who, verb: str, **keys: Any) -> None:
        found = await club.submit(ID, who, str(next(deliveries)), command(verb, **keys))
        assert not isinstance(found, Declined), (verb, found)

    host, arbiter = Who(HOST), Who(MARTA)
    try:
        for place, name in enumerate(["Marta", *[name for pair in guest_pairs(PAIRS) for name in pair]]):
            await store.register(BOT, Account(PLATFORM, account_of(name)), Person(f"p{place}", name, "en"))
        assert not isinstance(await club.announce(ID, own_place(MARTA), Who(MARTA, admin=True), form), Declined)
        await does(arbiter, "link", secret=SECRET)
        for place in range(1, 2 * PAIRS, 2):
            await does(host, "enter", players=[f"p{place}", f"p{place + 1}"])
        await does(arbiter, "start")
        for number in (1, 2):
            await does(arbiter, "pair")
            await does(host, "deck", seed=f"{number:02x}" * 32)
            await does(arbiter, "go")
            for table in range(1, PAIRS // 2 + 1):
                deals = [list(one[table - 1]) for one in POINTS[number]]
                await does(host, "score", table=table, deals=deals)
            await does(host, "open", round=number)
            now += 5 * MINUTE
            for table in range(1, PAIRS // 2 + 1):
                await does(host, "stand", table=table)
            await does(host, "close")
        await does(arbiter, "finish")
    finally:
        await store.close()
        remember(folder / "burraco.db", states(folder / "burraco.db"))


def _partner(browser: Browser, host: Process, place: int, **look: Any) -> Page:
    context = browser.new_context(**look)
    context.add_init_script(f"localStorage.token = '{token(f'p{place}')}'")
    page = context.new_page()
    page.goto(f"{host.url}tournament.html#{ID}")
    return page


def _play(host: Process) -> None:
    assert directs(host, "start", "")["done"]
    while not directs(host, "go", "1")["done"]:  # the first round is paired by itself
        time.sleep(0.2)  # between two looks at whether it is paired; no length of time decides anything
    lines = [("sheet", f"{table} ={1500 + 105 * table}-{1200 - 65 * table}") for table in range(1, 5)]
    lines += [("close", "1"), ("pair", "1"), ("go", "2"), ("sheet", "1 720-505 335-640 810-395")]
    for what, words in [*lines, ("rule", "warn 3 fan")]:
        answer = directs(host, what, words)
        assert answer["done"], answer["words"]


def _opened(browser: Browser, host: Process, path: str, size: dict[str, int], locale: str) -> Page:
    context = browser.new_context(viewport=size, locale=locale, reduced_motion="reduce")  # type: ignore[arg-type]  # the library has its own type for a size
    context.add_init_script(f"localStorage.setItem('desk-token', '{TOKEN}')")
    page = context.new_page()
    page.goto(f"{host.url}{path}")
    return page


if __name__ == "__main__":
    main()
