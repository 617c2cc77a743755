"""No word is cut on a telephone, upright or lying, in either language: first screen, lobby, and what the menu opens."""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.adapters.web.laid import Beside, beside
from tests.adapters.web.seeing import DRAWN, cut, scrolled, spilt
from tests.adapters.web.test_browser import sit_down
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


WIDEST: Final = "W" * 24
"""No name is wider, and it has no gap at which a line could end."""


def judge_names(page: Page, places: str) -> None:
    page.evaluate(DRAWN)
    assert spilt(page, places) == []
    assert scrolled(page)[0] <= 0


def test_a_name_without_a_gap_stays_in_its_place(one_browser: Browser, host: Beside) -> None:
    with (
        window(one_browser, host, touch=True, language="it") as anna,
        window(one_browser, host) as bruno,
        window(one_browser, host) as looking,
    ):
        anna.set_viewport_size({"width": 360, "height": 640})
        bruno.set_viewport_size({"width": 1280, "height": 800})
        anna.locator("#pace").select_option("1600")
        anna.locator("#name").fill(WIDEST)
        anna.locator("#open").click()
        anna.locator("#openhere").click()
        label = anna.locator("#copycode b").inner_text()
        for page in (bruno, looking):
            page.locator("#code").fill(label)
            page.locator(".join button").click()
        sit_down(bruno, "E", WIDEST)
        expect(anna.locator("#computer-W")).to_be_visible()
        for page in (anna, bruno):
            judge_names(page, "#lobby")
        anna.locator("#start").click()
        anna.locator("#yes").click()
        looking.locator("#latecomer").click()
        looking.locator("#yourname").fill(WIDEST)
        looking.locator("#nameok").click()
        judge_names(bruno, "#feed ol")
        bruno.locator("#menu").click()
        bruno.locator("#propose-annul").click()
        expect(anna.locator("#object")).to_be_visible()
        judge_names(anna, "#banners")
        anna.locator("#menu").click()
        expect(anna.locator("[id^=replace-]")).to_have_count(2)
        judge_names(anna, "dialog")
        anna.locator("#mytables").click()
        expect(anna.locator("dialog .tablerow")).to_be_visible()
        judge_names(anna, "dialog")
        anna.keyboard.press("Escape")
        anna.locator("#menu").click()
        anna.locator("#toboards").click()
        anna.locator("#tocard").click()
        expect(anna.locator("dialog h2")).to_have_text(WIDEST)
        judge_names(anna, "dialog")
