"""The page for who has no mouse or does not see it: names and roles, what is spoken, and where the focus is."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.adapters.web.hosting import Process, process
from tests.adapters.web.seeing import DRAWN
from tests.adapters.web.test_browser import DESKTOP, PHONE, click_on, play_now, until, window

MY_TURN = "app.view?.controls?.draw"
COUNTED = re.compile(r"^\d+ cards?$")
FOCUS = """() => {
  const at = document.activeElement;
  return at.closest("#hand") ? "hand" : at.closest("#controls") ? "controls" : at.tagName.toLowerCase();
}"""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("reading")) as running:
        running.start()
        yield running
        running.stop()


def my_turn(page: Page) -> None:
    """A deal against computers, until it is one's own turn for the first time."""
    play_now(page)
    until(page, what=MY_TURN)


def test_everything_on_the_table_has_a_name_in_words(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, DESKTOP) as page:
        my_turn(page)
        expect(page.locator("#seats").get_by_role("listitem")).to_have_count(3)
        expect(page.locator("#seats").get_by_role("img", name=COUNTED)).to_have_count(3)
        expect(page.locator("#pozzetti").get_by_role("img", name=COUNTED).first).to_be_visible()
        named = page.locator("#pile").get_attribute("aria-label") or ""
        assert re.search(" of |Joker|: 0 cards", named)
        assert not set(named) & set("♥♦♣♠")
        expect(page.get_by_role("button", name="Moves")).to_be_visible()  # it is called what it shows
        expect(page.get_by_role("group", name="Your hand").get_by_role("button")).to_have_count(11)


def test_ones_turn_is_spoken_and_no_longer_when_it_is_over(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, DESKTOP) as page:
        my_turn(page)
        expect(page.locator("#liveturn")).to_have_text("Your turn: draw or pick up")
        page.locator("#draw").click()
        expect(page.locator("#lay")).to_be_visible()
        expect(page.locator("#liveturn")).to_have_text("")
        assert page.locator("#liveturn").get_attribute("aria-live") == "polite"


def test_a_card_just_drawn_says_so(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, DESKTOP) as page:
        my_turn(page)
        page.locator("#draw").click()
        expect(page.get_by_role("group", name="Your hand").get_by_role("button", name="just drawn")).to_have_count(1)


def test_a_turn_by_keys_alone_never_loses_the_place(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, DESKTOP) as page:
        my_turn(page)
        page.locator("#draw").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#discard")).to_be_visible()
        assert page.evaluate(FOCUS) in ("hand", "controls")
        page.locator("#sort").focus()
        page.keyboard.press("Enter")
        until(page, what='document.activeElement.id === "sort"')  # it reads otherwise now, and is the same button
        page.locator("#hand .card").last.focus()
        page.keyboard.press("Space")
        expect(page.locator("#hand .card").last).to_have_attribute("aria-pressed", "true")
        assert page.evaluate(FOCUS) == "hand"


BOXES = "all => all.map((one) => document.querySelector(one).getBoundingClientRect().toJSON())"
"""At one moment: a table that is drawn anew has other elements."""


@pytest.mark.parametrize(("width", "height"), [(844, 390), (640, 400)])  # held across; 1280×800 enlarged twice
def test_on_a_low_screen_the_hand_stands_beside_the_table(
    one_browser: Browser, host: Process, width: int, height: int
) -> None:
    with window(one_browser, host, DESKTOP) as page:
        my_turn(page)
        page.set_viewport_size({"width": width, "height": height})
        until(page, what=f"innerHeight === {height}")
        page.evaluate(DRAWN)
        felt, cards = page.evaluate(BOXES, ["#felt", "#mine"])
        assert felt["height"] > 0.7 * height
        assert felt["x"] + felt["width"] <= cards["x"]
        assert cards["y"] + cards["height"] <= height
        last = page.locator("#hand .card").last
        last.click()
        expect(last).to_have_attribute("aria-pressed", "true")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_nothing_of_a_score_sheet_is_cut_off_on_a_narrow_telephone(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, PHONE) as page:
        play_now(page)
        tried = 0
        while click_on(page, tried):
            tried += 1
        sheet = page.locator("dialog.score")
        expect(sheet).to_be_visible()
        inside = "dialog => [dialog.scrollWidth, dialog.clientWidth, document.documentElement.scrollWidth, innerWidth]"
        for width in (320, 360, 390):
            page.set_viewport_size({"width": width, "height": 700})
            until(page, what=f"innerWidth === {width}")
            wide, room, page_wide, screen = sheet.evaluate(inside)
            assert (width, wide) <= (width, room)
            assert page_wide <= screen
