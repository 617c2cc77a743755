"""No word is cut on a telephone, upright or lying, in either language: first screen, lobby, and what the menu opens."""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.adapters.web.laid import Beside, beside
from tests.adapters.web.seeing import DRAWN, cut, scrolled
from tests.adapters.web.test_dropping import PLAY
from tests.adapters.web.test_sizes import NAMES, begin, laid, window

WORDS: Final = ":is(button:not(.card), h1, h2, h3, legend, summary, label, dt, dd, p, li, th, td)"
OPENED: Final = ("glossary", "pictures", "tofeed", "mytables", "myname", "toboards")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Beside]:
    with beside(tmp_path_factory.mktemp("uncut")) as running:
        yield running


def judge(page: Page) -> None:
    where = "dialog[open] " if page.locator("dialog[open]").count() else ""
    for wide, high in ((360, 640), (844, 390)):
        page.set_viewport_size({"width": wide, "height": high})
        page.evaluate(DRAWN)
        found = cut(page, f"{where}{WORDS}")
        assert [one for one in found if "-" not in one[1]] == []  # behind a hyphen a line may end
        assert scrolled(page)[0] <= 0


@pytest.mark.parametrize("language", NAMES)
def test_no_word_is_cut(one_browser: Browser, host: Beside, language: str) -> None:
    with window(one_browser, host, touch=True, language=language) as page:
        expect(page.locator("#play")).to_be_visible()
        judge(page)
        page.locator("#name").fill("Anna")
        page.locator("#open").click()
        expect(page.locator("#openhere")).to_be_visible()
        judge(page)
        page.locator("#openhere").click()
        page.locator("#moresettings").click()
        page.locator("#houserules").click()
        judge(page)
        page.locator("#menu").click()
        judge(page)
        page.locator("#tohome").click()
        label = begin(page)
        host.lay(label, PLAY)
        laid(page, host, label)
        for name in OPENED:
            page.locator("#menu").click()
            page.locator(f"dialog #{name}").click()
            expect(page.locator("dialog[open]:not(.menu)")).to_be_visible()  # some are fetched first
            judge(page)
            page.keyboard.press("Escape")
