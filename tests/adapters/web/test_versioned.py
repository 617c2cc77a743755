"""A browser keeps scripts and styles for good, and none of them beside others of another version."""

import re
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from bot.adapters.web.files import as_file, pages
from bot.adapters.web.versioned import versioned
from tests.adapters.web.hosting import Process, process
from tests.adapters.web.test_browser import DESKTOP, HERE, play_now, window

REQUESTS: Final = """() => performance.getEntriesByType("resource").filter((one) => one.transferSize > 0)
  .map((one) => one.name)"""
WEIGHED: Final = """() => ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
  .filter((one) => one.transferSize > 0 && !one.name.includes("/faces-"))
  .map((one) => one.transferSize)"""
"""The bytes of each file that has come, with its headers; drawn faces come once the page is there."""
MOST: Final = 11  # files of a first visit; each is a while on a line that answers late
HEAVIEST: Final = 84_000  # bytes of them
LOADED: Final = "() => performance.getEntriesByType('resource').map((one) => one.name)"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("versioned")) as running:
        running.start()
        yield running
        running.stop()


def test_the_folder_is_another_one_as_soon_as_any_script_or_style_changes() -> None:
    found = pages()
    before = versioned(found).folder
    for name in ("table.css", "dom.js", "explain.js", "words.it.json"):
        assert versioned({**found, name: as_file(name, found[name].body + b" ")}).folder != before
    assert versioned({**found, "icon.svg": as_file("icon.svg", b"<svg/>")}).folder == before


def test_a_page_from_before_an_update_is_given_what_there_is_now_and_does_not_keep_it() -> None:
    now = versioned(pages())
    older = now.find("v-0123456789abcdef/explain.js")
    assert older is not None
    assert not older.lasts
    assert older.body == now.files[f"{now.folder}explain.js"].body
    assert now.find("v-0123456789abcdef/index.html") is None
    assert now.find("v-0123456789abcdef/nothing.js") is None
    assert now.find("v-/explain.js") is None


def test_a_page_names_every_module_that_its_scripts_import() -> None:
    found = versioned(pages())
    for name, file in found.files.items():
        if not file.is_page:
            continue
        named = set(re.findall(r'"(v-\w+/[\w-]+\.js)"', file.body.decode()))
        for one in named:
            body = found.files[one].body.decode()
            imported = re.findall(r'^(?:import|export) (?:.* from )?"\./([\w-]+\.js)";$', body, re.MULTILINE)
            assert {f"{found.folder}{other}" for other in imported} <= named, (name, one)


def test_on_the_second_visit_no_script_no_style_and_no_words_are_asked_for_and_there_is_one_of_each_module(
    one_browser: Browser, host: Process
) -> None:
    context = one_browser.new_context(service_workers="block")
    page = context.new_page()
    page.goto(host.url)
    expect(page.locator("#play")).to_be_visible()
    weights = page.evaluate(WEIGHED)
    assert 1 < len(weights) <= MOST
    assert sum(weights) <= HEAVIEST
    page.reload()
    expect(page.locator("#play")).to_be_visible()
    assert [url for url in page.evaluate(REQUESTS) if url.endswith((".js", ".css")) or "words." in url] == []
    page.locator("#play").click()
    page.locator("#menu").click()
    page.locator("#glossary").click()
    expect(page.locator("dialog[open]")).to_be_visible()
    names = [url.rsplit("/", 1)[-1] for url in page.evaluate(LOADED) if url.endswith(".js")]
    assert len(names) == len(set(names))
    assert page.evaluate("async () => (await import('./state.js')).app.view !== null")  # beside the page it is the same
    context.close()


UPDATED = f"""{HERE}.then(({{ app, wire }}) => {{
  self.old = true;
  const {{ token }} = localStorage;
  wire.heard({{ ...app.about, type: "welcome", token, me: app.me, version: "v-0123456789abcdef/" }});
}})"""


def test_a_page_that_is_open_during_an_update_is_loaded_anew_once_nothing_is_under_way(
    one_browser: Browser, host: Process
) -> None:
    with window(one_browser, host, DESKTOP) as page:
        play_now(page)
        page.locator("#draw").click()
        page.locator("#hand .card").nth(3).click()
        page.locator("#menu").click()
        page.evaluate(UPDATED)
        page.wait_for_timeout(3_000)  # milliseconds; it would have been
        assert page.evaluate("self.old") is True
        page.keyboard.press("Escape")
        page.wait_for_function("() => self.old === undefined")
        expect(page.locator("#hand .card.ticked")).to_have_count(1)
        page.evaluate(UPDATED)  # a host beside it that is newer: it was tried
        page.wait_for_timeout(3_000)
        assert page.evaluate("self.old") is True


def test_the_host_says_which_scripts_it_serves(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, DESKTOP) as page:
        expect(page.locator("#play")).to_be_visible()
        version = page.evaluate(f"{HERE}.then(({{ app }}) => app.about.version)")
        assert f"/{version}table.js" in str(page.evaluate(LOADED))
