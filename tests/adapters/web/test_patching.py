"""A change at the table changes what differs on the screen and nothing else, and what stays means what it means now."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.adapters.web.laid import HARD, Beside, beside
from tests.adapters.web.seeing import DRAWN
from tests.adapters.web.test_edges import ADDED
from tests.adapters.web.test_sizes import begin, laid, window

MOST: Final = 60  # nodes; drawn anew the table has some eight hundred
NOTE: Final = """() => {
  for (const one of document.querySelectorAll(".meld, .seat, #menu, #felt")) one.here = true;
  window.added = 0;
  new MutationObserver((all) => { for (const one of all) window.added += one.addedNodes.length; })
    .observe(document.getElementById("screen"), { childList: true, subtree: true });
}"""
LEFT: Final = """() => ["#felt .mine .meld", ".others .meld:not(:last-child)", ".seat", "#menu", "#felt"].map((what) =>
  [...document.querySelectorAll(what)].every((one) => one.here))"""
DEEDS: Final = """async () => {
  const [{ button, h }, { patch, renew, standIn }] = await Promise.all([import("./dom.js"), import("./patch.js")]);
  const presses = [];
  const hand = h("div", { id: "stays" }, "card");
  const draw = (words, own) => h("section", { class: "side" }, h("h2", {}, words), own,
    button("Agree", () => presses.push(words)), renew(h("small", {}, words)));
  const shown = h("main", {}, draw("first", hand));
  document.body.append(shown);
  const [before, clock] = [shown.querySelector("button"), shown.querySelector("small")];
  before.click();
  patch(shown.firstChild, draw("second", standIn(hand)));
  shown.querySelector("button").click();
  const same = [shown.querySelector("button") === before, shown.querySelector("small") === clock];
  patch(shown.firstChild, h("aside", {}, draw("third", standIn(hand))));
  shown.querySelector("button").click();
  const found = [presses, same, shown.textContent, shown.querySelectorAll("#stays").length];
  shown.remove();
  return found;
}"""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Beside]:
    with beside(tmp_path_factory.mktemp("patching")) as running:
        yield running


@pytest.fixture(scope="module")
def page(one_browser: Browser, host: Beside) -> Iterator[Page]:
    with window(one_browser, host, touch=True) as found:
        found.set_viewport_size({"width": 390, "height": 844})
        yield found


def test_a_card_that_comes_to_a_meld_changes_that_meld_and_nothing_else(page: Page, host: Beside) -> None:
    label = begin(page)
    for text in (HARD["melds and hand"], ADDED.format(own="Qs", other="")):
        host.lay(label, text)
        laid(page, host, label)
        expect(page.locator(".meld")).to_have_count(24)
        page.evaluate(DRAWN)
    page.evaluate(NOTE)
    host.lay(label, ADDED.format(own="Qs", other="Qs"))
    laid(page, host, label)
    expect(page.locator(".others .meld").last.locator(".card")).to_have_count(4)
    assert page.evaluate(LEFT) == [True] * 5
    assert 0 < page.evaluate("() => window.added") < MOST


def test_what_stays_does_what_it_means_now_and_a_clock_is_another_one(page: Page) -> None:
    presses, same, words, hands = page.evaluate(DEEDS)
    assert presses == ["first", "second", "third"]
    assert same == [True, False]
    assert (words, hands) == ("thirdcardAgreethird", 1)


@pytest.mark.parametrize("name", ["table.css", "small.css"])
def test_no_style_of_the_table_looks_for_what_stands_within_something(root: Path, name: str) -> None:
    """With one that does, a browser looks at the style of everything whenever anything is put in or taken away."""
    assert ":has(" not in (root / "bot" / "adapters" / "web" / "page" / name).read_text("utf-8")
