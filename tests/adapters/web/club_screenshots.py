"""The pictures of docs/tournaments.md that show a browser: the page for the beamer, the desk on a tablet, in English
and in Italian.

`python -m tests.adapters.web.club_screenshots` writes them anew. Needs Debian's chromium.
"""

import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.adapters.web.club import MARTA, announced, token, window
from tests.adapters.web.conftest import ARGUMENTS, CHROMIUM
from tests.adapters.web.evening import ID, SECRET, TOKEN, directs, evening, guest_pairs
from tests.adapters.web.hosting import Process, process
from tests.adapters.web.screenshots import save

BEAMER: Final = {"width": 1280, "height": 720}
TABLET: Final = {"width": 820, "height": 900}
LOCALES: Final = {"": "en-GB", "-it": "it-IT"}
PHONE: Final = {"width": 412, "height": 915}
PAIRS: Final = 8
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
            browser.close()


def _sign_ups(browser: Browser) -> None:
    """The form of a new tournament, and its page as somebody sees it who is asked to play."""
    for mark, locale in LOCALES.items():
        name, prizes = ANNOUNCED[locale[:2]]
        with TemporaryDirectory() as folder, process(Path(folder)) as host:
            announced(Path(folder), NAMES, language=locale[:2], name=name, prizes=prizes, code="fibur", cards="dealt")
            host.start()
            look = {"viewport": PHONE, "locale": locale, "reduced_motion": "reduce"}
            with window(browser, host, MARTA, "club.html", **look) as page:
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
    lines = [("sheet", f"{table} {1500 + 105 * table}-{1200 - 65 * table}") for table in range(1, 5)]
    lines += [("close", "1"), ("pair", "1"), ("go", "2"), ("sheet", "1 720-505 335-640 810-395")]
    for what, words in [*lines, ("rule", "warn 3 fan")]:
        answer = directs(host, what, words)
        assert answer["done"], answer["words"]


def _opened(browser: Browser, host: Process, path: str, size: dict[str, int], locale: str) -> Page:
    context = browser.new_context(viewport=size, locale=locale, reduced_motion="reduce")  # type: ignore[arg-type]
    context.add_init_script(f"localStorage.setItem('desk-token', '{TOKEN}')")
    page = context.new_page()
    page.goto(f"{host.url}{path}")
    return page


if __name__ == "__main__":
    main()
