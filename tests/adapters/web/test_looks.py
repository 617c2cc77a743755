"""The table looks as it did: moments of a deal on every kind of screen, held against golden pictures.

`make looks` writes them anew. Nothing of them is by chance or by the machine: positions and names are given,
letters are those of the fonts that are shipped, each as wide as the font says, whatever the machine makes of it.
"""

from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest
from PIL import Image, ImageStat
from playwright.sync_api import Browser, Locator, Page, expect

from tests.adapters.web.hosting import PATIENCE, ROOT
from tests.adapters.web.laid import HARD, Beside, beside
from tests.adapters.web.looks import moved, reduced
from tests.adapters.web.seeing import DRAWN
from tests.adapters.web.test_browser import HERE
from tests.adapters.web.test_endings import CLOSING
from tests.adapters.web.test_sizes import NAMES, begin, laid
from tests.golden import Golden

FONTS: Final = {"400": "DejaVuSansCondensed.ttf", "700": "DejaVuSansCondensed-Bold.ttf"}
WEAR: Final = """async (fonts) => {
  for (const [weight, text] of Object.entries(fonts)) {
    const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
    document.fonts.add(await new FontFace("Shipped", bytes, { weight }).load());
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { font-family: Shipped !important; text-rendering: geometricPrecision !important; }");
  document.adoptedStyleSheets.push(sheet);
}"""
WITHOUT_CHANCE: Final = f"""async () => {{
  const {{ wire }} = await {HERE};
  const heard = wire.heard;
  const plain = ({{ table, ...view }}) => ({{ ...view, table: {{ ...table, label: "WMWM", drawn: [] }} }});
  wire.heard = (message) => heard(message.type === "view" ? plain(message) : message);
}}"""
FACES: Final = "() => document.documentElement.classList.contains('faces')"
HAND: Final = "3h4h5h6hAd4dTdJcQcKcJk"
MOMENTS: Final = {
    "draw": f"N/draw ? 5c {HAND}/?11/?11/?11 ?11,?11 -|-",
    "lay": f"N/play ? 5c7dKs {HAND}/?11/?12/?9 ?11,?11 7s8s9s+KdKcKs|3d4d5d6d7d",
    "burrachi": "N/draw ? 5c7dKsAc2h 3hAd4dTdJc/?7/?4/?11 ?11 7s8s9sTsJsQsKs+KdKcKhJk|!3d4d5d6d7d8d2d+9c9h9s+TcThTs",
    "long-pile": HARD["melds and pile"],
    "closing": CLOSING,
}
SCREENS: Final = {
    "phone-upright": ((390, 844), True, "it", "no"),
    "phone-lying": ((844, 390), True, "en", "yes"),
    "tablet": ((820, 1180), True, "it", "yes"),
    "desktop": ((1280, 800), False, "en", "no"),
}
"""Each screen's size, whether it is touched, its language, and whether it is light."""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Beside]:
    with beside(tmp_path_factory.mktemp("looks")) as running:
        yield running


@contextmanager
def screen(browser: Browser, host: Beside, name: str) -> Iterator[Page]:
    (wide, high), touch, language, light = SCREENS[name]
    context = browser.new_context(
        viewport={"width": wide, "height": high}, has_touch=touch, locale=NAMES[language], reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE * 1000)
    context.add_init_script(f"localStorage.light = '{light}'; localStorage.name = 'Anna'")
    page = context.new_page()
    page.goto(host.url)
    expect(page.locator("#play")).to_be_visible()
    assets = ROOT / "renderers" / "assets"
    page.evaluate(WEAR, {weight: b64encode((assets / file).read_bytes()).decode() for weight, file in FONTS.items()})
    yield page
    context.close()


def moments(page: Page, host: Beside) -> Iterator[str]:
    """Each moment by its name, while the screen shows it."""
    label = begin(page)
    page.evaluate(WITHOUT_CHANCE)
    page.wait_for_function(FACES)
    for name, text in MOMENTS.items():
        host.lay(label, text)
        laid(page, host, label)
        if name == "lay":
            for place in (0, 2):
                page.locator("#hand .card").nth(place).click()
            page.mouse.move(0, 0)
        yield name
    page.locator('#hand .card[data-card="6s"]').click()
    page.locator("#discard").click()
    expect(page.locator("dialog.score")).to_be_visible()
    yield "score"


def picture(page: Page) -> bytes:
    page.evaluate(DRAWN)
    return reduced(page.screenshot())


@pytest.mark.parametrize("name", SCREENS)
def test_a_deal_looks_as_it_did(one_browser: Browser, host: Beside, golden: Golden, tmp_path: Path, name: str) -> None:
    with screen(one_browser, host, name) as page:
        for moment in moments(page, host):
            found = tmp_path / f"{name}-{moment}.png"
            found.write_bytes(picture(page))
            golden.check_alike(f"looks/{found.name}", found.read_bytes(), moved, found)


DISTINCT: Final = """(names) => {
  const [one, other] = names.map((name) => getComputedStyle(document.querySelector(name)));
  return one.outlineStyle !== other.outlineStyle;
}"""


def brightness(place: Locator) -> float:
    """Of what somebody sees there, from 0 to 255."""
    found = Image.open(BytesIO(place.screenshot())).convert("L")
    return float(ImageStat.Stat(found).mean[0])


def test_where_the_system_forces_its_colours_cards_are_paper_and_who_is_in_turn_is_seen(
    one_browser: Browser, host: Beside
) -> None:
    context = one_browser.new_context(
        viewport={"width": 1280, "height": 800}, forced_colors="active", color_scheme="dark", reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(host.url)
    expect(page.locator("#play")).to_be_visible()
    assert page.evaluate(DISTINCT, [".language[aria-pressed=true]", ".language[aria-pressed=false]"])
    label = begin(page)
    page.wait_for_function(FACES)
    host.lay(label, MOMENTS["burrachi"])
    laid(page, host, label)
    assert brightness(page.locator(".meld .card.matta")) > 100
    assert brightness(page.locator(".dealer")) > 100
    assert page.evaluate(DISTINCT, [".seat.turn", ".seat:not(.turn)"])
    context.close()


PARTS: Final = ("#hand .card:last-child", ".meld .card", "#fan .card", "#stock", ".seat.above", ".seat.own", "#draw")
MOVE: Final = "(one, by) => { one.style.position = 'relative'; one.style.left = by; }"


def test_a_card_or_a_chip_that_has_moved_by_three_pixels_is_seen(one_browser: Browser, host: Beside) -> None:
    with screen(one_browser, host, "phone-upright") as page:
        assert "burrachi" in moments(page, host)  # and there it stands
        before = picture(page)
        assert moved(before, picture(page)) is None
        for part in PARTS:
            page.locator(part).first.evaluate(MOVE, "3px")
            assert moved(before, picture(page)) is not None, part
            page.locator(part).first.evaluate(MOVE, "0")
        assert moved(before, picture(page)) is None
