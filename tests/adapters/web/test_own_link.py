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
FEW: Final = 8  # files, the page among them
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


@pytest.mark.parametrize("place", ["", "own.html"], ids=["an older link", "a link"])
def test_neither_the_tab_nor_the_list_of_what_was_visited_holds_the_link(
    somebodys: BrowserContext, host: Process, tmp_path: Path, place: str
) -> None:
    page = somebodys.new_page()
    page.goto(f"{host.url}{place}#t={SECRET}")
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


@pytest.mark.parametrize("place", ["", "own.html"], ids=["an older link", "a link"])
@pytest.mark.parametrize("remembers", [True, False], ids=["a usual browser", "one that remembers nothing"])
def test_the_link_leads_to_ones_table(one_browser: Browser, host: Process, place: str, *, remembers: bool) -> None:
    with window(one_browser, host, DESKTOP) as anna:
        play_now(anna)
        token = anna.evaluate("localStorage.token")
        context = one_browser.new_context(service_workers="block")
        if not remembers:
            context.add_init_script(FORGETFUL)
        page = context.new_page()
        page.goto(f"{host.url}{place}#t={token}")
        expect(page.locator("#hand .card").first).to_be_visible()
        assert label(page) == label(anna)
        assert page.url == host.url
        context.close()


def test_a_link_loads_the_page_once_and_what_leads_to_it_is_small(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, DESKTOP) as anna:
        play_now(anna)
        anna.locator("#menu").click()
        anna.locator("#mylink").click()
        link = anna.locator("dialog .address").input_value()
        context = one_browser.new_context(service_workers="block")
        page = context.new_page()
        requests: list[str] = []
        page.on("request", lambda request: requests.append(request.url.removeprefix(host.url)))
        page.goto(link)
        expect(page.locator("#hand .card").first).to_be_visible()
        assert label(page) == label(anna)
        first = requests.index("")
        assert requests.count("") == 1
        assert len(requests[:first]) <= FEW
        assert [one for one in requests[:first] if one.endswith(("table.js", ".css"))] == []
        context.close()


def test_a_link_that_was_cut_says_so(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, DESKTOP) as page:
        page.goto(f"{host.url}own.html#t=cut%20in%20the%20middle")
        expect(page.locator("#toast")).to_contain_text("cut or changed")
        assert page.url == host.url
