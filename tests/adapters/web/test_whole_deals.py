"""Whole deals in the browser by a finger, a mouse and keys alone, and what stays where it is through all of them."""

import time
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

import pytest
from playwright.sync_api import Browser, Error, Locator, Page, expect

from tests.adapters.web.hosting import PATIENCE, Process, process
from tests.adapters.web.seeing import cut
from tests.adapters.web.test_browser import STATE_SOON, UNDRAWN

Way: TypeAlias = Callable[[Page, str, int], None]
WATCH: Final = """() => {
  window.seen = {};
  window.shift = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((one) => { window.shift += one.value; }))
    .observe({ type: "layout-shift" });
  const places = ["#stock", "#pozzetti", "#pileroom", ".others", ".side.mine", ".seat.left", ".seat.above",
    ".seat.right", "#room", "#menu", "#feedbutton"];
  const watch = () => {
    for (const name of document.querySelector("#controls") ? places : []) {
      const box = document.querySelector(name)?.getBoundingClientRect();
      if (box) (window.seen[name] ??= new Set()).add([box.x, box.y, box.width, box.height].map(Math.round).join(" "));
    }
    requestAnimationFrame(watch);
  };
  watch();
}"""
SEEN: Final = "() => Object.fromEntries(Object.entries(window.seen).map(([name, boxes]) => [name, [...boxes]]))"
KEYS: Final = {"draw": "d", "pickup": "p", "suggestion": "g"}
STEPS: Final = 600
TRIES: Final = 5
LOOKS: Final = 5  # steps between two looks for words that are cut
TEXTS: Final = "button:not(.card), h1, h2, h3, #status"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("deals")) as running:
        running.start()
        yield running
        running.stop()


def wait(page: Page) -> str:
    """What may be done now, as soon as it is something."""
    since = time.monotonic()
    while (state := str(page.evaluate(STATE_SOON))) == "wait":
        assert time.monotonic() < since + PATIENCE, "nothing may be done"
    return state


def by_pointer(page: Page, state: str, tried: int) -> None:
    press = "tap" if page.evaluate("() => navigator.maxTouchPoints > 0") else "click"
    if state == "discard":
        cards = page.locator("#hand .card")
        page.evaluate("() => import('./play.js').then(({ hand }) => hand.clear())")
        getattr(cards.nth(tried % cards.count()), press)()
        touches(page.locator("#pile"), press)
        return
    places = {"draw": "#stock", "pickup": "#pile", "suggestion": ".suggestion"}
    touches(page.locator(places.get(state, f"#{state}")).first, press)


def touches(target: Locator, press: str) -> None:
    """Press it, once more where it was drawn anew between the look for its place and the press."""
    for _ in range(TRIES):
        try:
            getattr(target, press)(force=True)
        except Error as error:
            if "not visible" not in str(error):
                raise
        else:
            return
    pytest.fail(f"{target} cannot be pressed")


def by_keys(page: Page, state: str, tried: int) -> None:
    if state == "discard":
        page.keyboard.press("Escape")
        cards = page.locator("#hand .card")
        cards.nth(tried % cards.count()).focus()
        page.keyboard.press("x")
    elif state in KEYS:
        page.keyboard.press(KEYS[state])
    else:
        page.locator(f"#{state}").focus()
        page.keyboard.press("Enter")


@pytest.mark.parametrize(
    ("size", "way", "touch", "locale"),
    [
        ((390, 844), by_pointer, True, "it-IT"),
        ((844, 390), by_pointer, True, "en-GB"),
        ((1280, 800), by_pointer, False, "it-IT"),
        ((820, 1180), by_keys, False, "en-GB"),
        ((1180, 820), by_pointer, True, "it-IT"),
    ],
    ids=["phone upright", "phone lying", "desktop", "tablet by keys", "tablet by touch"],
)
def test_a_whole_deal_in_which_nothing_of_the_table_moves(
    one_browser: Browser, host: Process, size: tuple[int, int], way: Way, touch: bool, locale: str
) -> None:
    context = one_browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        has_touch=touch,
        locale=locale,
        reduced_motion="reduce",
        service_workers="block",
    )
    context.set_default_timeout(PATIENCE * 1000)
    context.add_init_script(UNDRAWN)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(host.url)
    page.locator("#pace").select_option("0")
    page.locator("#play").click()
    expect(page.locator("#hand .card").first).to_be_visible()
    page.evaluate(WATCH)
    for tried in range(STEPS):
        if (state := wait(page)) == "over":
            break
        way(page, state, tried)
        if tried % LOOKS == 0:
            assert cut(page, TEXTS) == []
    else:
        pytest.fail("the deal does not end")
    seen = page.evaluate(SEEN)
    assert {name: boxes for name, boxes in seen.items() if len(boxes) > 1} == {}
    assert len(seen) == 11
    assert page.evaluate("() => window.shift") == 0
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    assert faults == []
    context.close()
