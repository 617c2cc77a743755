"""A link of one's own is a key to one's seat: a browser shows it neither on the way back nor in its list of visits."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.adapters.web.conftest import ARGUMENTS, whole_browser
from tests.adapters.web.hosting import PATIENCE, Process, process
from tests.adapters.web.test_browser import DESKTOP, play_now, window
from tests.adapters.web.test_who_one_is import label

SECRET: Final = "somebodys-own-secret"  # noqa: S105  of a test
ENDS: Final = 0x20000000  # of a chain of pages that lead on to each other: Chromium lists it, and nothing before it
VISITS: Final = "SELECT urls.url, visits.transition FROM visits JOIN urls ON urls.id = visits.url"
FORGETFUL: Final = """for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(self, name, { get() { throw new DOMException("", "SecurityError"); }, configurable: true });
}"""
"""A browser that lets no page remember anything."""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("own-link")) as running:
        running.start()
        yield running
        running.stop()


@pytest.fixture
def somebodys(one_browser: Browser, tmp_path: Path) -> Iterator[BrowserContext]:
    """A browser as somebody has it at home, which writes down where they were."""
    found = one_browser.browser_type.launch_persistent_context(
        tmp_path / "profile", executable_path=whole_browser(), args=list(ARGUMENTS), service_workers="block"
    )
    found.set_default_timeout(PATIENCE * 1000)
    yield found
    found.close()


def test_neither_the_tab_nor_the_list_of_what_was_visited_holds_the_link(
    somebodys: BrowserContext, host: Process, tmp_path: Path
) -> None:
    page = somebodys.new_page()
    page.goto(f"{host.url}#t={SECRET}")
    expect(page.locator("#play")).to_be_visible()
    assert page.url == host.url
    page.goto(f"{host.url}lesson.html")
    expect(page.locator("#lesson button").first).to_be_visible()
    page.go_back()
    expect(page.locator("#play")).to_be_visible()
    assert page.url == host.url
    page.go_forward()
    entries = somebodys.new_cdp_session(page).send("Page.getNavigationHistory")["entries"]
    assert [entry["url"] for entry in entries][-2:] == [host.url, f"{host.url}lesson.html"]
    assert SECRET not in str(entries)
    page.goto(f"{host.url}#i=a-place")  # nobody's key for long, and so not led on
    expect(page.locator("#play")).to_be_visible()
    somebodys.close()
    with closing(sqlite3.connect(tmp_path / "profile" / "Default" / "History")) as history:
        listed = [url for url, transition in history.execute(VISITS) if transition & ENDS]
    assert {host.url, f"{host.url}#i=a-place"} <= {*listed}
    assert SECRET not in str(listed)


@pytest.mark.parametrize("remembers", [True, False], ids=["a usual browser", "one that remembers nothing"])
def test_the_link_leads_to_ones_table(one_browser: Browser, host: Process, *, remembers: bool) -> None:
    with window(one_browser, host, DESKTOP) as anna:
        play_now(anna)
        token = anna.evaluate("localStorage.token")
        context = one_browser.new_context(service_workers="block")
        if not remembers:
            context.add_init_script(FORGETFUL)
        page = context.new_page()
        page.goto(f"{host.url}#t={token}")
        expect(page.locator("#hand .card").first).to_be_visible()
        assert label(page) == label(anna)
        assert page.url == host.url
        context.close()
