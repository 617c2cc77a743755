"""What comes by itself comes under no finger: while one is down it waits, and then it hears no press for a moment."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.adapters.web.hosting import Process, process
from tests.adapters.web.seeing import DRAWN
from tests.adapters.web.test_browser import HERE
from tests.adapters.web.test_controls import Windows, say, two_against_each_other

WATCH: Final = """() => {
  const dialog = document.getElementById("dialog");
  const heard = () => [...document.querySelectorAll("dialog button, #screen button:enabled")].filter((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return width && one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  }).length;
  window.heard = [];
  new MutationObserver(() => window.heard.push(heard())).observe(dialog, { attributeFilter: ["open"] });
  window.hears = heard;
}"""
"""From now on `heard` says, each time a dialog opens or closes, how many buttons a press would reach then."""
SPACE: Final = """() => { window.space = new Promise((done) => {
  new MutationObserver(() => {
    const key = new KeyboardEvent("keydown", { key: " ", bubbles: true, cancelable: true });
    const heard = document.activeElement.dispatchEvent(key);
    done([document.activeElement.closest("dialog") !== null, heard]);
  }).observe(document.getElementById("dialog"), { attributeFilter: ["open"] });
}); }"""
"""As soon as a dialog opens, `space` says whether the focus is in it, and whether a key there would be heard."""
ELSEWHERE: Final = f"""async (tables) => (await {HERE}).wire.heard({{ type: "elsewhere", tables }})"""
TABLE: Final = {"table": "another", "label": "QQQQ"}


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("unasked")) as running:
        running.start()
        yield running
        running.stop()


@pytest.fixture
def windows(one_browser: Browser, host: Process) -> Iterator[Windows]:
    with ExitStack() as stack:
        yield Windows(one_browser, host, stack)


def top(page: Page) -> float:
    return float(page.locator("#screen").evaluate("(one) => one.getBoundingClientRect().top"))


def test_a_score_sheet_that_comes_by_itself_hears_no_press_for_a_moment(windows: Windows) -> None:
    anna, bruno = two_against_each_other(windows)
    anna.evaluate(WATCH)
    anna.wait_for_timeout(400)  # whatever was pressed before asks for nothing now
    say(bruno, "resign")
    expect(anna.locator("dialog.score")).to_be_visible()
    assert anna.evaluate("() => window.heard") == [0]
    anna.wait_for_function("() => window.hears() > 0")


def test_a_score_sheet_that_is_put_away_by_itself_lets_no_press_through(windows: Windows) -> None:
    anna, bruno = two_against_each_other(windows)
    say(bruno, "resign")
    anna.locator("#rematch").click()
    expect(anna.locator("#rematch")).to_be_disabled()
    anna.evaluate(WATCH)
    bruno.locator("#rematch").click()
    expect(anna.locator("dialog.score")).to_be_hidden()
    assert anna.evaluate("() => window.heard") == [0]
    anna.wait_for_function("() => window.hears() > 0")


def test_a_key_that_was_pressed_for_the_table_does_not_put_the_score_sheet_away(windows: Windows) -> None:
    anna, bruno = two_against_each_other(windows)
    anna.locator("#hand .card").first.focus()
    anna.wait_for_timeout(400)
    anna.evaluate(SPACE)
    say(bruno, "resign")
    expect(anna.locator("dialog.score")).to_be_visible()
    assert anna.evaluate("() => window.space") == [True, False]


def test_what_stands_above_the_table_waits_while_a_finger_is_down(windows: Windows) -> None:
    anna, _ = two_against_each_other(windows)
    before = top(anna)
    anna.mouse.move(5, 400)
    anna.mouse.down()
    anna.evaluate(ELSEWHERE, [TABLE])
    anna.evaluate(DRAWN)
    assert top(anna) == before
    anna.mouse.up()
    expect(anna.locator("#elsewhere button")).to_be_visible()
    assert top(anna) > before
