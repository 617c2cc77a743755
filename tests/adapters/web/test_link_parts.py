"""What a link brings behind its #: a place, a table or somebody; what came cut or changed is said, and does no harm."""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from tests.adapters.web.hosting import Process, process
from tests.adapters.web.test_browser import DESKTOP, PHONE, play_now, window

LONG: Final = "x" * 5_000
BROKEN: Final = {
    "a sign that nobody writes": "i=%00",
    "a broken escape": "i=%E0%A4%A",
    "letters of other languages": "i=città-è-鬼",
    "too long a place": f"i={LONG}",
    "a table of no sign": "join=%00",
    "too long a table": f"join={LONG}",
    "nobody's sign": "t=%00",
    "too long a somebody": f"t={LONG}",
}
SAYS: Final = {"en": "This link is cut or changed", "it": "Questo link è incompleto o alterato"}


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("links")) as running:
        running.start()
        yield running
        running.stop()


@pytest.mark.parametrize("fragment", BROKEN.values(), ids=BROKEN)
def test_a_link_that_came_cut_or_changed_is_said_to_be_so_and_one_plays_on(
    one_browser: Browser, host: Process, fragment: str
) -> None:
    with window(one_browser, host, DESKTOP) as page:
        page.goto("about:blank")
        page.goto(f"{host.url}#{fragment}")
        expect(page.locator("#toast.shown")).to_contain_text(SAYS["en"])
        assert page.url == host.url
        play_now(page)
        page.reload()
        expect(page.locator("#hand .card").first).to_be_visible()


def test_who_plays_already_stays_at_their_table_and_reads_it_in_their_language(
    one_browser: Browser, host: Process
) -> None:
    with window(one_browser, host, PHONE, locale="it-IT") as page:
        play_now(page)
        page.evaluate("location.hash = 'i=%00'")
        expect(page.locator("#toast.shown")).to_contain_text(SAYS["it"])
        expect(page.locator("#hand .card").first).to_be_visible()


def test_a_place_that_there_is_no_more_is_said_by_the_host(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, DESKTOP) as page:
        page.evaluate("location.hash = 'i=cut-in-the-middle'")
        expect(page.locator("#toast.shown")).to_contain_text("no longer")
