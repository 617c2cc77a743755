"""Names that are read from the right, where others are read from the left."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.adapters.web.hosting import Process, process
from tests.adapters.web.test_browser import DESKTOP, PHONE, accept, window

NAME = "محمد عبد الله بن خالد"
APART = f"\u2068{NAME}\u2069"
FIRST_SEEN = """(one) => {
  const range = document.createRange();
  range.setStart(one.firstChild, 0);
  range.setEnd(one.firstChild, 1);
  const [letter, box] = [range.getBoundingClientRect(), one.getBoundingClientRect()];
  return letter.left >= box.left - 1 && letter.right <= box.right + 1;
}"""
"""Whether the first letter of a name is within its place."""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("right")) as running:
        running.start()
        yield running
        running.stop()


@pytest.fixture
def pair(one_browser: Browser, host: Process) -> Iterator[tuple[Page, Page]]:
    """Who opened a table, with such a name, and a friend by a link on a telephone."""
    with window(one_browser, host, DESKTOP) as opener, window(one_browser, host, PHONE) as friend:
        opener.locator("#name").fill(NAME)
        opener.locator("#open").click()
        opener.locator("#openhere").click()
        opener.locator("#invite-S").click()
        friend.goto(opener.locator("dialog .address").input_value())
        opener.keyboard.press("Escape")
        accept(friend, "S", "Bruno")
        yield opener, friend


def test_such_a_name_keeps_its_place_in_a_sentence(pair: tuple[Page, Page]) -> None:
    opener, friend = pair
    expect(friend.locator("#lobby .hint").first).to_contain_text(f"It begins when {APART} presses Start")
    opener.locator("#lobbychat").click()
    opener.locator("#chatwords").fill("120 – 45!")
    opener.keyboard.press("Enter")
    expect(friend.locator("#toast")).to_have_text(f"{APART}: 120 – 45!")
    friend.locator("#lobbychat").click()
    expect(friend.locator("dialog.chat li bdi")).to_have_text([NAME, "120 – 45!"])


def test_of_such_a_name_that_is_too_long_its_beginning_is_seen(pair: tuple[Page, Page]) -> None:
    opener, friend = pair
    opener.locator("#start").click()
    opener.locator("#yes").click()
    name = friend.locator("#felt .seat:not(.machine) .name")
    expect(name).to_contain_text(NAME)
    assert name.evaluate("(one) => one.scrollWidth > one.clientWidth")
    assert name.evaluate(FIRST_SEEN)
