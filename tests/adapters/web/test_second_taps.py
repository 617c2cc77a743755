"""A finger that taps twice where once was meant does nothing to what has come to lie under it meanwhile."""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.adapters.web.laid import Beside, beside
from tests.adapters.web.test_browser import HERE
from tests.adapters.web.test_sizes import begin, window

SECOND: Final = 90  # milliseconds after the first tap
SETTLED: Final = 500  # milliseconds after which a tap is meant
UNANSWERED: Final = f"async () => {{ const {{ app }} = await {HERE}; return app.busy; }}"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Beside]:
    with beside(tmp_path_factory.mktemp("taps")) as running:
        yield running


@pytest.fixture
def page(one_browser: Browser, host: Beside) -> Iterator[Page]:
    with window(one_browser, host, touch=True) as found:
        found.set_viewport_size({"width": 844, "height": 390})
        yield found


def taps_twice(page: Page, place: Locator) -> None:
    box = place.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(x, y)
    page.wait_for_timeout(SECOND)
    page.touchscreen.tap(x, y)
    page.wait_for_timeout(SETTLED)
    while page.evaluate(UNANSWERED):
        page.wait_for_timeout(20)


def test_a_second_tap_does_not_answer_the_question_that_the_first_one_has_asked(page: Page) -> None:
    begin(page)
    page.locator("#menu").click()
    page.locator("#resign").scroll_into_view_if_needed()
    taps_twice(page, page.locator("#resign"))
    expect(page.locator("dialog.question #yes")).to_be_visible()
    page.locator("#yes").click()  # what is meant is done
    expect(page.locator("dialog.score")).to_be_visible()


def test_a_double_click_does_not_answer_the_question_that_its_first_half_has_asked(page: Page) -> None:
    begin(page)
    page.locator("#menu").click()
    page.locator("#resign").scroll_into_view_if_needed()
    page.locator("#resign").dblclick()
    expect(page.locator("dialog.question #yes")).to_be_visible()
    page.wait_for_timeout(SETTLED)
    expect(page.locator("dialog.score")).to_be_hidden()


def test_a_second_tap_in_the_lobby_does_not_remove_the_computer_that_the_first_one_has_seated(page: Page) -> None:
    page.locator("#name").fill("Anna")
    page.locator("#open").click()
    page.locator("#openhere").click()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("#computer-W")).to_be_visible()
    taps_twice(page, page.locator("#computer-W"))
    expect(page.locator("#remove-W")).to_be_visible()
