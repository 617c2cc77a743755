"""What scrolls says that more lies beyond its edge, leads on to it, and shows by itself what has changed there."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.adapters.web.hosting import PATIENCE, Process, process
from tests.adapters.web.laid import HARD, REST, TWELVE, Beside, beside
from tests.adapters.web.seeing import DRAWN, SHIFT, small
from tests.adapters.web.test_browser import UNDRAWN
from tests.adapters.web.test_replay import MATCH, drop
from tests.adapters.web.test_sizes import FINGER, NAMES, begin, laid

SIZES: Final = ((360, 640), (640, 360), (844, 390))
HAND: Final = REST[1:31]
CROWDED: Final = HARD["melds and hand"]
SMALLER: Final = "".join(card for card in HAND if card != "Qs")
ADDED: Final = f"N/play ? {REST[0]} {SMALLER}/?1/?1/?1 - !{TWELVE}{{own}}|!{TWELVE}{{other}}"
"""Twelve melds a side, where a card has come to the last one."""
HIDDEN: Final = """(room) => { const box = room.getBoundingClientRect();
  return [...room.querySelectorAll(".meld")].filter((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top < box.top - 6 || bottom > box.bottom + 6;
  }).map(({ dataset: { number } }) => Number(number)); }"""
STILL: Final = """() => [...document.querySelectorAll("#stock, #status, .side, .seat, #controls button")].map((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return [left, top, width, height];
})"""
STEPPED: Final = f"""async () => {{
  const steps = [];
  for (const on = document.querySelector("#on"); !on.disabled;) {{
    on.click();
    await {DRAWN};
    const changed = [...document.querySelectorAll(".meld.changed")].map((one) => Number(one.dataset.number));
    const room = document.querySelector(".side:has(.meld.changed) .melds");
    const there = room && {{ hidden: ({HIDDEN})(room), side: room.dataset.side, top: room.scrollTop }};
    steps.push({{ changed, ...there }});
  }}
  return steps;
}}"""
"""Steps through a record to its end: the melds that each changes, and of their side those that are not seen whole."""
AT_REST: Final = "() => !document.getAnimations().some((one) => one.playState === 'running')"
OWN: Final = ".side.mine"
OTHERS: Final = ".others .side"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Beside]:
    with beside(tmp_path_factory.mktemp("edges")) as running:
        yield running


@pytest.fixture(scope="module")
def replaying(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("edges")) as running:
        running.start()
        yield running


@contextmanager
def screen(
    browser: Browser,
    address: str,
    size: tuple[int, int],
    *,
    language: str = "en",
    motion: bool = False,
    drawn: bool = False,
) -> Iterator[Page]:
    """A page that must not complain. `drawn`: what shifts is counted as it is painted."""
    how: Any = {
        "reduced_motion": "no-preference" if motion else "reduce",
        "has_touch": True,
        "service_workers": "block",  # what it keeps is asked for in test_alerts
    }
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale=NAMES[language], **how)
    context.set_default_timeout(PATIENCE * 1000)
    if not drawn:
        context.add_init_script(UNDRAWN)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(address)
    try:
        yield page
        assert faults == []
    finally:
        context.close()


@contextmanager
def crowded(
    browser: Browser,
    host: Beside,
    size: tuple[int, int],
    *,
    language: str = "en",
    motion: bool = False,
    drawn: bool = False,
) -> Iterator[tuple[Page, str]]:
    """A table with twelve melds a side, and its short name."""
    with screen(browser, host.url, size, language=language, motion=motion, drawn=drawn) as page:
        label = begin(page)
        lay(page, host, label, CROWDED)
        yield page, label


def lay(page: Page, host: Beside, label: str, text: str) -> None:
    host.lay(label, text)
    laid(page, host, label)
    expect(page.locator(".meld")).to_have_count(24)
    page.wait_for_function(AT_REST)
    page.evaluate(DRAWN)


def hidden(side: Locator) -> list[int]:
    """The numbers of the melds that are not seen whole."""
    return list(side.locator(".melds").evaluate(HIDDEN))


@pytest.mark.parametrize(("size", "language"), [*zip(SIZES, ("en", "it", "en"), strict=True)], ids=str)
def test_melds_beyond_an_edge_are_counted_there_and_a_press_leads_on_to_all_of_them(
    one_browser: Browser, host: Beside, size: tuple[int, int], language: str
) -> None:
    below, above = {"en": ("below", "above"), "it": ("sotto", "sopra")}[language]
    with crowded(one_browser, host, size, language=language) as (page, _):
        assert small(page, ".beyond", FINGER) == []
        for side in (page.locator(OWN), page.locator(OTHERS)):
            side.locator(".melds").evaluate("(room) => room.scrollTo(0, 0)")
            button, unseen = side.locator(".beyond"), {*hidden(side)}
            while unseen:
                expect(button).to_have_text(f"▾ {len([one for one in hidden(side) if one in unseen])}")
                name = f"{'More melds' if language == 'en' else 'Altri giochi più'} {below}: {len(unseen)}"
                expect(button).to_have_accessible_name(name)
                button.click()
                page.evaluate(DRAWN)
                unseen &= {*hidden(side)}
            expect(button).to_have_text(f"▴ {len(hidden(side))}")
            assert above in (button.get_attribute("aria-label") or "")
            button.click()
            expect(button).to_contain_text("▾")
            assert side.locator(".melds").evaluate("(room) => room.scrollTop") == 0


def test_where_all_melds_are_seen_nothing_is_said(one_browser: Browser, host: Beside) -> None:
    with screen(one_browser, host.url, SIZES[0]) as page:
        label = begin(page)
        host.lay(label, "N/play ? 5c7dKs 3h4h5h6h/?11/?11/?11 ?11,?11 7s8s9s+KdKcKs|3d4d5d6d7d")
        laid(page, host, label)
        expect(page.locator(".meld")).to_have_count(3)
        for wide, high in SIZES:
            page.set_viewport_size({"width": wide, "height": high})
            page.evaluate(DRAWN)
            expect(page.locator(".beyond")).to_have_count(0)
            expect(page.locator("#felt [class*=more-]")).to_have_count(0)


@pytest.mark.parametrize(
    ("size", "motion"), [*[(size, True) for size in SIZES], (SIZES[0], False)], ids=[*map(str, SIZES), "calm"]
)
def test_a_meld_that_changes_beyond_the_edge_comes_into_sight_and_nothing_else_moves(
    one_browser: Browser, host: Beside, size: tuple[int, int], motion: bool
) -> None:
    with crowded(one_browser, host, size, motion=motion, drawn=True) as (page, label):
        for side, change in ((OWN, {"own": "Qs", "other": ""}), (OTHERS, {"own": "Qs", "other": "Qs"})):
            place = page.locator(side)
            place.locator(".melds").evaluate("(room) => room.scrollTo(0, 0)")
            assert 12 in hidden(place)
            before = page.evaluate(STILL)
            page.evaluate(SHIFT)
            lay(page, host, label, ADDED.format(**change))
            expect(place.locator(".meld").last.locator(".card")).to_have_count(4)
            assert 12 not in hidden(place)
            assert page.evaluate(STILL) == before
            assert page.evaluate("() => window.shift") == 0
        lay(page, host, label, ADDED.format(own="Qs", other="Qs"))  # and it stays there
        assert 12 not in hidden(page.locator(OWN))


def test_what_somebody_scrolls_just_now_is_left_to_them(one_browser: Browser, host: Beside) -> None:
    with crowded(one_browser, host, (360, 640)) as (page, label):
        room = page.locator(f"{OWN} .melds")
        room.evaluate("(room) => room.scrollTo(0, 30)")
        turning = '(room) => setInterval(() => room.ownerDocument.querySelector(".side.mine .melds").dispatchEvent('
        room.evaluate(f"{turning}new WheelEvent('wheel', {{ bubbles: true }})), 20)")
        page.evaluate(DRAWN)
        lay(page, host, label, ADDED.format(own="Qs", other="Qs"))
        assert room.evaluate("(room) => room.scrollTop") == 30
        assert 12 not in hidden(page.locator(OTHERS))  # where nobody does


def test_a_matta_says_what_it_stands_for_where_cards_are_smallest(one_browser: Browser, host: Beside) -> None:
    melds = f"QdQcQs2c+3c4c5c6c7cJk9cTc+{'+'.join(TWELVE.split('+')[:5])}"
    with screen(one_browser, host.url, (360, 640)) as page:
        label = begin(page)
        host.lay(label, f"N/play ? 4s 3s4s5s/?5/?6/?11 ?11,?11 {melds}|9h9d9c9s")
        laid(page, host, label)
        expect(page.locator("#screen.close .meld")).to_have_count(8)
        for stands in page.locator(".side.mine .stands").all():
            size, colour = stands.evaluate("(one) => [getComputedStyle(one).fontSize, getComputedStyle(one).color]")
            assert float(size.removesuffix("px")) >= 8
            assert colour == "rgb(74, 53, 0)"


@pytest.mark.parametrize("size", [(360, 640), (390, 844)], ids=str)
def test_in_a_replay_every_meld_that_changes_is_seen_and_melds_keep_their_place_meanwhile(
    one_browser: Browser, replaying: Process, size: tuple[int, int]
) -> None:
    with screen(one_browser, f"{replaying.url}replay.html", size) as page:
        expect(page.locator("#file")).to_be_visible()
        drop(page, MATCH)
        expect(page.locator("#told")).to_contain_text("dealt")
        steps = page.evaluate(STEPPED)
        assert len(steps) > 100
        changes = [step for step in steps if step["changed"]]
        assert len(changes) > 20
        assert [step for step in changes if step["changed"][-1] in step["hidden"]] == []
        last = changes[-1]
        assert page.locator(f'.melds[data-side="{last["side"]}"]').evaluate("(one) => one.scrollTop") == last["top"]
