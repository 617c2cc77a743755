"""No screen of the pages breaks a rule of axe-core, dark or light; those with most of the words in either language.

Axe leaves words open that stand before a gradient. So the felt has the one of its colours that is nearest to the words:
what can be read there can be read everywhere.
"""

from collections.abc import Iterator
from importlib.resources import files
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.adapters.web.evening import ID, SECRET, TOKEN, directs, evening, guest_pairs
from tests.adapters.web.hosting import PATIENCE, Process, process
from tests.adapters.web.laid import HARD, Beside, beside
from tests.adapters.web.seeing import DRAWN
from tests.adapters.web.test_dropping import DRAW, PLAY
from tests.adapters.web.test_endings import CLOSING
from tests.adapters.web.test_replay import MATCH, drop
from tests.adapters.web.test_sizes import NAMES, begin, laid, window

AXE: Final = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
PLAIN: Final = """() => { const sheet = new CSSStyleSheet(); document.adoptedStyleSheets.push(sheet);
  sheet.replaceSync("html:has(#screen, #lesson) { background: var(--felt-light, #10241c) !important; }" +
    "html.light { background: var(--felt-deep) !important; }"); }"""
LOOK: Final = """([look, so]) => document.documentElement.classList.toggle(look, so)"""
RUN: Final = """async (rules) => {
  const options = rules.length ? { runOnly: rules } : { rules: { "target-size": { enabled: true } } };
  const { violations } = await axe.run(document, { resultTypes: ["violations"], ...options });
  const why = ({ any, all, none }) => [...any, ...all, ...none].map(({ message }) => message).join("; ");
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => [id, node.target.join(" "), why(node)]));
}"""
UPRIGHT: Final = (390, 844)
LYING: Final = (844, 390)
DESKTOP: Final = (1280, 800)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Beside]:
    with beside(tmp_path_factory.mktemp("accessible")) as running:
        yield running


@pytest.fixture(params=["it"])
def page(request: pytest.FixtureRequest, one_browser: Browser, host: Beside) -> Iterator[Page]:
    """In the language with the longer words, where nothing else is asked for; axe looks at what is the same in both."""
    with window(one_browser, host, language=request.param, drawn=True) as found:
        expect(found.locator("#play")).to_be_visible()
        yield found


def broken(page: Page, *rules: str) -> list[Any]:
    """What breaks a rule of axe, of these or of all: the rule, where, and why."""
    page.evaluate(DRAWN)
    return list(page.evaluate(RUN, [*rules]))


def judge(page: Page, *, is_lit: bool = True) -> None:
    """All rules in the dark; what light alters are colours."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
        page.evaluate(PLAIN)
    page.evaluate(LOOK, ["light", False])
    assert broken(page) == []
    if is_lit:
        page.evaluate(LOOK, ["light", True])
        assert broken(page, "color-contrast") == []


def size(page: Page, wide_and_high: tuple[int, int]) -> None:
    wide, high = wide_and_high
    page.set_viewport_size({"width": wide, "height": high})


@pytest.mark.parametrize("page", NAMES, indirect=True)
def test_the_first_screen_and_what_it_opens(page: Page) -> None:
    judge(page)
    for opened in ("#alerts", "#read", "#toglossary"):
        page.locator(opened).click()
        expect(page.locator("dialog[open]")).to_be_visible()
        judge(page)
        if opened != "#read":
            page.keyboard.press("Escape")


@pytest.mark.parametrize("page", NAMES, indirect=True)
def test_a_lobby_with_all_its_settings(page: Page) -> None:
    page.locator("#name").fill("Anna")
    page.locator("#open").click()
    expect(page.locator("#openhere")).to_be_visible()
    judge(page)  # that only this machine is reached
    page.locator("#openhere").click()
    page.locator("#moresettings").click()
    page.locator("#houserules").click()
    judge(page)
    page.locator("#menu").click()
    judge(page)


def test_the_table_from_a_draw_to_the_score(page: Page, host: Beside) -> None:
    label = begin(page)
    for text, window_size in ((DRAW, UPRIGHT), (PLAY, DESKTOP), (HARD["melds and pile"], LYING)):
        size(page, window_size)
        host.lay(label, text)
        laid(page, host, label)
        page.locator("#hand .card").first.click()
        judge(page)
    page.evaluate(LOOK, ["faces", False])  # cards are letters
    page.evaluate("() => document.body.classList.add('four')")
    judge(page)
    page.keyboard.press("Escape")
    host.lay(label, CLOSING)
    laid(page, host, label)
    page.locator('#hand .card[data-card="6s"]').click()
    page.locator("#discard").click()
    page.locator("dialog.score summary").click()
    expect(page.locator("dialog.score section").first).to_be_visible()  # it is fetched first
    judge(page)
    page.keyboard.press("Escape")
    judge(page)


def test_what_the_menu_opens(page: Page, host: Beside) -> None:
    label = begin(page)
    host.lay(label, PLAY)
    laid(page, host, label)
    size(page, UPRIGHT)
    for opened in ("", "#glossary", "#tokeys", "#pictures", "#tofeed", "#mytables", "#myname"):
        page.locator("#menu").click()
        if opened == "#tokeys":
            page.locator("dialog summary").click()
        if opened:
            page.locator(opened).click()
            expect(page.locator("dialog[open]:not(.menu)")).to_be_visible()  # some are fetched first
        judge(page)
        page.keyboard.press("Escape")


def test_the_lesson_and_a_record_looked_through(page: Page, host: Beside) -> None:
    page.goto(f"{host.url}lesson.html")
    expect(page.locator("#step")).to_be_visible()
    judge(page)
    page.goto(f"{host.url}replay.html")
    expect(page.locator("#file")).to_be_visible()
    judge(page)
    drop(page, MATCH)
    expect(page.locator("#told")).not_to_be_empty()
    page.keyboard.press("End")
    for window_size in (DESKTOP, UPRIGHT):
        size(page, window_size)
        judge(page)


# --- the pages of an evening, which are dark


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    folder = tmp_path_factory.mktemp("club")
    evening(folder, guest_pairs(4))
    with process(folder) as running:
        running.start()
        yield running
        running.stop()


PAGES: Final = {
    f"desk.html#{ID}": "#actions button",
    f"tournament.html#{ID}": "#about p",
    "club.html": "#field-name",
    f"beamer.html#{ID}.{SECRET}": "#screen .entry, #screen .table",
}
"""Each page of an evening, and what is there once it has come."""


def judge_evening(browser: Browser, club: Process, locale: str) -> None:
    context = browser.new_context(locale=locale, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE * 1000)
    context.add_init_script(f"localStorage['desk-token'] ??= '{TOKEN}'; localStorage.token ??= '{TOKEN}'")
    for path, there in PAGES.items():
        page = context.new_page()
        page.goto(f"{club.url}{path}")
        expect(page.locator(there).first).to_be_visible()
        judge(page, is_lit=False)
        page.close()
    context.close()


def test_an_evenings_pages_before_and_after_it_has_begun(one_browser: Browser, club: Process) -> None:
    judge_evening(one_browser, club, NAMES["it"])
    assert directs(club, "start", "")["done"]
    judge_evening(one_browser, club, NAMES["en"])


def test_that_there_is_no_connection(page: Page, host: Beside) -> None:
    page.goto(f"{host.url}offline.html")
    expect(page.locator("#again")).to_be_visible()
    page.evaluate(AXE)
    assert broken(page) == []


@pytest.mark.parametrize("name", ["tournament", "desk", "beamer"])
def test_a_link_to_a_tournament_that_was_cut_leads_to_the_list_of_them(page: Page, host: Beside, name: str) -> None:
    page.goto(f"{host.url}{name}.html")
    page.wait_for_url("**/club.html")
