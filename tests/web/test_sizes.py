"""How large cards are on the table: as large as there is room for, smaller as melds come, nothing cut or covered."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.hosting import Process, process
from tests.web.test_browser import DESKTOP, HERE, PHONE, play_now, window

ACROSS: Final = {"width": 844, "height": 390}
WIDE: Final = {"width": 1920, "height": 1080}
SIZES: Final = {"phone": PHONE, "across": ACROSS, "desktop": DESKTOP, "wide": WIDE}
COUNTS: Final = (0, 3, 8, 20)

MELDS: Final = (
    ("8s 9s Jk Js", "Jk", ""),
    ("6h 6c 6c", "", ""),
    ("2d 3d 2h 5d 6d 7d 8d 9d", "2h", "semipulito"),
    ("Th Jh Qh Kh", "", ""),
    ("Ah Ad Ac As Ah Ad 2c", "2c", "sporco"),
    ("4s 5s 6s 7s 8s 9s Ts", "", "pulito"),
    ("Qd Kd Ad", "", ""),
)  # cards, matta, kind
LAY: Final = f"""async (melds) => {{
  const {{ app, render }} = await {HERE};
  const {{ sight }} = app;
  const laid = (side, at, sides) => ({{ ...side, melds: melds.filter((_, place) => place % sides.length === at)
    .map((meld, place) => ({{ ...meld, number: place + 1 }})) }});
  const value = {{ ...sight, sides: sight.sides.map(laid) }};
  Object.defineProperty(app, "sight", {{ configurable: true, get: () => value, set: () => null }});
  render();
}}"""  # as if both sides had laid them in turn, and then nothing happened any more
SEEN: Final = """() => {
  const box = (one) => (({ left, top, right, bottom }) => [left, top, right, bottom])(one.getBoundingClientRect());
  const all = (what) => [...document.querySelectorAll(what)].map(box);
  const felt = document.getElementById("felt");
  const card = document.querySelector(".meld .card");
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  return {
    parts: all(".meld, .side h2, #middle > *, .seat"), strips: all(".meld .strip"), areas: all(".meld:has(.strip)"),
    felt: box(felt), scrolls: felt.scrollHeight > felt.clientHeight,
    whole: document.documentElement.scrollWidth <= innerWidth,
    beside: all("#words, #mine, #feed, header"), card: card ? card.offsetWidth : 0,
    middle: document.querySelector("#stock .card").offsetWidth,
    hand: document.querySelector("#hand .card").offsetWidth,
    least: parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--t")) * rem,
    tags: [...document.querySelectorAll(".meld .matta")].map((one) => one.dataset.card),
    numbers: [...document.querySelectorAll(".meld .number")].map((one) => one.textContent),
  };
}"""
Box = tuple[float, float, float, float]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("sizes")) as running:
        running.start()
        yield running
        running.stop()


def melds(count: int) -> list[dict[str, Any]]:
    """So many melds as a window is shown them."""
    found = [MELDS[place % len(MELDS)] for place in range(count)]
    return [
        {"cards": cards.split(), "matta": matta, "kind": kind, "kind_words": kind, "name": "", "stands_for": ""}
        | {"number": 0, "bonus": 0, "points": 0, "run": True}
        for cards, matta, kind in found
    ]


def begin(page: Page) -> None:
    """A hand, and nobody moves until it is played."""
    play_now(page)
    expect(page.locator("#draw")).to_be_enabled()


def lay(page: Page, count: int) -> dict[str, Any]:
    page.evaluate(LAY, melds(count))
    expect(page.locator(".meld")).to_have_count(count)
    return dict(page.evaluate(SEEN))


def inside(box: Box, around: Box) -> bool:
    """A pixel may be lost by rounding."""
    return box[0] >= around[0] - 1 and box[1] >= around[1] - 1 and box[2] <= around[2] + 1 and box[3] <= around[3] + 1


def overlap(one: Box, other: Box) -> bool:
    return min(one[2], other[2]) - max(one[0], other[0]) > 1 and min(one[3], other[3]) - max(one[1], other[1]) > 1


@pytest.mark.parametrize("name", SIZES)
def test_cards_are_as_large_as_there_is_room(browser: Browser, host: Process, name: str) -> None:
    with window(browser, host, SIZES[name]) as page:
        begin(page)
        seen = [lay(page, count) for count in COUNTS]
        for one in seen:
            assert one["whole"]
            assert not [pair for at, box in enumerate(one["parts"]) for pair in one["parts"][:at] if overlap(box, pair)]
            assert all([inside(strip, area) for strip, area in zip(one["strips"], one["areas"], strict=True)])
            assert not [box for box in one["beside"] if overlap(box, one["felt"])]
            if not one["scrolls"]:
                assert all([inside(part, one["felt"]) for part in one["parts"]])
        cards = [one["card"] for one in seen[1:]]
        assert cards == sorted(cards, reverse=True)
        assert min(cards) >= round(seen[0]["least"]) - 1
        assert len({one["hand"] for one in seen}) == 1
        assert max(cards) <= seen[0]["hand"]
        assert [one["middle"] for one in seen] == sorted([one["middle"] for one in seen], reverse=True)
        laid = melds(20)
        assert sorted(seen[-1]["tags"]) == sorted([meld["matta"] for meld in laid if meld["matta"]])
        assert sorted(seen[-1]["numbers"], key=int) == sorted([str(at // 2 + 1) for at in range(20)], key=int)
        if name in ("desktop", "wide"):
            assert cards[0] > 1.4 * seen[0]["least"]
            assert not any([one["scrolls"] for one in seen[:-1]])
        assert lay(page, 3)["card"] == cards[0]  # the room comes back


def test_sizes_stay_while_cards_are_ticked_and_follow_the_window(browser: Browser, host: Process) -> None:
    with window(browser, host, DESKTOP) as page:
        begin(page)
        before = lay(page, 8)
        page.locator("#hand .card").first.click()
        expect(page.locator("#hand .card.ticked")).to_have_count(1)
        seen = page.evaluate(SEEN)
        assert (seen["card"], seen["middle"]) == (before["card"], before["middle"])
        page.set_viewport_size({"width": WIDE["width"], "height": WIDE["height"]})
        page.wait_for_function(
            "before => document.querySelector('.meld .card')?.offsetWidth > before", arg=before["card"]
        )
