"""Messages cover neither the turn nor anything that is pressed; words are whole in both languages at every size."""

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import product
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.adapters.web.laid import HARD, Beside, beside
from tests.adapters.web.seeing import DRAWN, cut, overlaps, scrolled, small, unreached, unseen
from tests.adapters.web.test_browser import HERE
from tests.adapters.web.test_sizes import (
    BUTTONS,
    EASY,
    EVERY,
    FINGER,
    GROWING,
    NAMES,
    SIZES,
    TARGET,
    TEXTS,
    ZOOMS,
    OpenWindows,
    begin,
    laid,
    resize,
    show,
    window,
)

LONGEST: Final = (
    "A run is all of one suit, a set all of one rank: 3♥ cannot join 7♠ 8♠ 9♠. (FIBUR code, Combinazioni e sequenze)"
)
PRESS_KEPT: Final = (
    "Your press is kept: it is sent as soon as the connection is back, and nothing else until then."  # of its words
)
WITH_QUESTION: Final = {
    "time_notices": [LONGEST, LONGEST],
    "last_lap": True,
    "proposal": {"what": "undo", "by": "Maria Alessandra", "missing": [], "mine": False, "own": False, "days": 0},
}
IN_SIGHT: Final = (
    "#agree, #object, #status, #stock, #pileroom, .side.mine .melds, #controls .row button:enabled, #room, #menu"
)
"""In sight while a question is open."""
COVERED: Final = (
    "#toast, #status, #menu, .banner button, #middle button, #controls .row button, #suggestions, #hand, #feedbutton, "
    ".side.mine"
)


LINK: Final = f"(state) => {HERE}.then(({{ wire }}) => wire.state(state))"


@pytest.fixture(scope="module")
def open_windows(one_browser: Browser, host: Beside) -> Iterator[OpenWindows]:
    with ExitStack() as stack:
        yield OpenWindows(one_browser, host, stack)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Beside]:
    with beside(tmp_path_factory.mktemp("messages")) as running:
        yield running


def say(page: Page, words: str) -> None:
    page.evaluate(f"async (words) => (await {HERE}).toast(words)", words)
    expect(page.locator("#toast.shown")).to_have_text(words)


def covered(page: Page, selector: str) -> list[object]:
    """What the message lies over."""
    return [pair for pair in overlaps(page, selector) if "toast" in pair]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_message_covers_neither_the_turn_nor_a_button(open_windows: OpenWindows, size: tuple[int, int]) -> None:
    page, page_view = open_windows.crowded(touch=True)
    for zoom in ZOOMS:
        resize(page, size, zoom, touch=True)
        show(page, page_view)
        say(page, LONGEST)
        assert covered(page, COVERED) == []
        if zoom == 1:  # all of it is read without scrolling
            assert page.locator("#toast").evaluate("(one) => one.scrollHeight - one.clientHeight") <= 1
        show(page, page_view | WITH_QUESTION)
        expect(page.locator("#agree")).to_be_visible()
        assert max(scrolled(page)) <= 0
        assert unseen(page, IN_SIGHT) == []
        say(page, LONGEST)
        assert covered(page, COVERED) == []
        assert unreached(page, f"{BUTTONS}:enabled:not(#pile, .others .beyond)") == []  # it stands over their melds
        page.locator("#menu").click()
        say(page, LONGEST)
        assert covered(page, "#toast, dialog[open]") == []
        page.keyboard.press("Escape")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_the_connection_says_moves_nothing_under_a_finger(
    open_windows: OpenWindows, host: Beside, size: tuple[int, int]
) -> None:
    page, label = open_windows.playing()
    page.evaluate(LINK, "on")
    expect(page.locator("#link")).to_be_hidden()
    host.lay(label, HARD["long melds"])
    laid(page, host, label)
    expect(page.locator(".meld")).to_have_count(7)
    resize(page, size, touch=True)
    places = [page.locator(one).bounding_box() for one in ("#hand", "#discard", "#screen")]
    page.evaluate(LINK, "slow")
    expect(page.locator("#link")).to_be_visible()
    page.evaluate(DRAWN)
    assert overlaps(page, "#link, #table > header, #words, #controls > *, #hand, #middle") == []
    assert scrolled(page) == (0, 0)
    assert [page.locator(one).bounding_box() for one in ("#hand", "#discard", "#screen")] == places


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_message_and_what_the_connection_says_are_both_read(
    open_windows: OpenWindows, host: Beside, size: tuple[int, int]
) -> None:
    page, label = open_windows.playing()
    page.evaluate(LINK, "on")
    host.lay(label, HARD["long melds"])
    laid(page, host, label)
    resize(page, size, touch=True)
    say(page, PRESS_KEPT)
    page.evaluate(LINK, "off")
    expect(page.locator("#link")).to_be_visible()
    assert overlaps(page, f"#link, {COVERED}") == []
    say(page, PRESS_KEPT)
    assert overlaps(page, f"#link, {COVERED}") == []


def test_a_message_in_the_lobby_makes_room_for_itself(one_browser: Browser, host: Beside) -> None:
    with window(one_browser, host, touch=True) as page:
        lobby(page)
        for size, zoom in EVERY:
            resize(page, size, zoom, touch=True)
            say(page, LONGEST)
            assert covered(page, "#toast, #screen") == []
            assert unreached(page, "#lobby button, #lobby h1") == []


def lobby(page: Page) -> None:
    page.locator("#name").fill("Alessandro")
    page.locator("#open").click()
    page.locator("#openhere").click()
    expect(page.locator("#lobby")).to_be_visible()


# --- words ------------------------------------------------------------------------------------------------------------


def read(page: Page, what: str = TEXTS) -> None:
    """At every size, enlarged too, words are whole, and what can be pressed is large enough."""
    for size, zoom in product(SIZES, (ZOOMS[0], ZOOMS[-1])):
        resize(page, size, zoom, touch=True)
        wide, _ = scrolled(page)
        assert wide <= 0
        assert cut(page, what) == []
        assert small(page, "#screen button:not(.card), dialog[open] button", FINGER if zoom == 1 else TARGET) == []


@pytest.mark.parametrize("language", NAMES)
def test_words_are_whole_on_the_first_pages(one_browser: Browser, host: Beside, language: str) -> None:
    with window(one_browser, host, touch=True, language=language) as page:
        expect(page.locator("#play")).to_be_visible()
        read(page)
        page.locator("#linkaccounts").click()
        read(page)
        page.keyboard.press("Escape")
        lobby(page)
        page.locator("#more summary").click()
        page.locator("#house summary").first.click()
        read(page)
        page.locator("#menu").click()
        read(page)


SENTENCE: Final = 30  # signs: what is longer stands below its list, too
CHOSEN: Final = """() => [...document.querySelectorAll("#screen select")].flatMap((one) => {
  const { font, paddingLeft, paddingRight } = getComputedStyle(one);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = font;
  const arrow = 16;
  const room = one.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrow;
  return [...one.options].map((option) => option.text).filter((words) => pen.measureText(words).width > room);
})"""
"""What may be chosen where a closed list has no room for its words."""


@pytest.mark.parametrize("language", NAMES)
def test_what_is_chosen_on_the_first_page_is_read_whole_on_the_smallest_telephone(
    one_browser: Browser, host: Beside, language: str
) -> None:
    with window(one_browser, host, touch=True, language=language) as page:
        expect(page.locator("#pace")).to_be_visible()
        resize(page, SIZES[0], touch=True)
        assert page.evaluate(CHOSEN) == []


@pytest.mark.parametrize("language", NAMES)
def test_what_is_chosen_for_a_table_is_read_whole_on_the_smallest_telephone(
    one_browser: Browser, host: Beside, language: str
) -> None:
    with window(one_browser, host, touch=True, language=language) as page:
        lobby(page)
        resize(page, SIZES[0], touch=True)
        page.locator("#more summary").click()
        page.locator("#house summary").first.click()
        assert all(len(words) > SENTENCE for words in page.evaluate(CHOSEN))
        for setting in ("clock", "stallo"):
            words = max(page.locator(f"#set-{setting} option").all_inner_texts(), key=len)
            page.locator(f"#set-{setting}").select_option(label=words)
            whole = page.locator(f".setting:has(#set-{setting}) p:visible", has_text=words)
            expect(whole).to_have_count(1)


@pytest.mark.parametrize("language", NAMES)
def test_words_are_whole_at_the_table_and_over_it(one_browser: Browser, host: Beside, language: str) -> None:
    with window(one_browser, host, touch=True, language=language) as page:
        label = begin(page)
        page_view = host.hard(label, language) | WITH_QUESTION
        expect(page.locator(".meld")).to_have_count(7)  # what was laid last has arrived
        show(page, page_view)
        read(page)
        host.lay(label, EASY.format(melds=GROWING[1]))  # each of its words is less than what was read
        expect(page.locator(".meld")).to_have_count(3)
        page.locator("#menu").click()
        read(page)
        page.keyboard.press("Escape")
        for item in ("propose-adjourn", "toboards"):
            page.locator("#menu").click()
            page.locator(f"dialog #{item}").click()
            expect(page.locator("dialog[open]:not(.menu)")).to_be_visible()  # some are fetched first
            read(page)
            page.keyboard.press("Escape")
        page.locator("#menu").click()
        page.locator("#readrules").click()
        expect(page.locator("dialog.rules")).to_be_visible()
        read(page)


@pytest.mark.parametrize("language", NAMES)
def test_headings_of_a_score_sheet_are_not_broken(one_browser: Browser, host: Beside, language: str) -> None:
    with window(one_browser, host, touch=True, language=language) as page:
        begin(page)
        page.evaluate(SCORE)
        expect(page.locator("dialog.score")).to_be_visible()
        read(page)


SCORE: Final = f"""async () => {{
  const {{ app, render }} = await {HERE};
  const {{ scoreDialog }} = await import("./score.js");
  const names = ["Alessandro & Massimiliano", "Computer Est & Maria", "Giovannibattista"];
  const figures = {{ burrachi: 200, closing: 100, cards: 1235, hand: -105, pozzetto: -100, total: 1330 }};
  const side = {{ ...figures, melds: [], hands: [] }};
  app.view.score = {{ sides: names.map((name) => ({{ name }})), totals: [1330, 1330, 1330], over: false, result: "",
    deals: [{{ ended: "Alessandro", sides: [side, side, side], counts: true }}] }};
  scoreDialog();
}}"""


def test_a_score_sheet_that_is_wider_than_a_telephone_fades_out_where_it_goes_on(
    one_browser: Browser, host: Beside
) -> None:
    with window(one_browser, host, touch=True) as page:
        begin(page)
        resize(page, (360, 640), touch=True)
        page.evaluate(SCORE)
        points = page.locator("dialog.score .wide.more-after")
        expect(points).to_be_visible()
        points.evaluate("(one) => one.scrollTo(one.scrollWidth, 0)")
        expect(page.locator("dialog.score .wide.more-before:not(.more-after)")).to_be_visible()


def read_out(page: Page) -> list[str]:
    """What a reader of the screen finds on it."""
    found = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    return [node["name"]["value"] for node in found if not node["ignored"] and "name" in node]


def test_what_is_said_while_a_dialog_is_open_reaches_a_reader_of_the_screen(one_browser: Browser, host: Beside) -> None:
    with window(one_browser, host) as page:
        page.locator("#linkaccounts").click()
        page.locator("#enteredcode").fill("BCDF-GHJK")
        page.locator("#usecode").click()
        expect(page.locator("#toast.shown")).not_to_be_empty()
        assert page.locator("#toast").inner_text() in read_out(page)
        expect(page.locator("dialog [aria-live=polite]")).to_have_text(page.locator("#toast").inner_text())
        page.keyboard.press("Escape")
        say(page, "Something else.")
        assert "Something else." in read_out(page)
