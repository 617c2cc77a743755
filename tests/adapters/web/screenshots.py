"""The pictures of docs/playing.md and docs/hosting.md, taken of the running program.

`python -m tests.adapters.web.screenshots` writes them anew. Needs Debian's chromium. The cards are others each time.
"""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.adapters.web.conftest import ARGUMENTS, CHROMIUM
from tests.adapters.web.hosting import process
from tests.adapters.web.test_browser import DESKTOP, PHONE, act, sit_down
from tests.adapters.web.turn_in_motion import film_turn

PICTURES: Final = Path(__file__).parent.parent.parent.parent / "docs" / "pictures"
HALF: Final = 96  # of the colours of a picture: a palette keeps it below 150 kB
METHODS: Final = (Image.Quantize.MEDIANCUT, Image.Quantize.MAXCOVERAGE)
STEPS: Final = 300
PATIENCE: Final = 20_000  # milliseconds


def main() -> None:
    """Write every picture."""
    with TemporaryDirectory() as folder, process(Path(folder)) as host, sync_playwright() as playwright:
        url = host.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        anna, bruno = _window(browser, url, DESKTOP), _window(browser, url, PHONE)
        save(anna, "first-screen")
        anna.locator("#open").click()
        save(anna, "for-friends")
        anna.keyboard.press("Escape")
        _seat(anna, bruno)
        save(bruno, "lobby")
        anna.locator("#start").click()
        anna.locator("#yes").click()  # computers take the seats that are free
        _play(anna, bruno, lambda: bool(anna.locator(".suggestion").count()) and anna.locator(".meld").count() > 4)
        save(anna, "desktop")
        _play(anna, bruno, lambda: bool(bruno.locator("#status.you").count()) and bruno.locator(".meld").count() > 4)
        save(bruno, "phone")
        bruno.locator("#menu").click()
        save(bruno, "menu")
        film_turn(browser, url, PICTURES / "turn.webp")
        browser.close()


def _window(browser: Browser, url: str, size: dict[str, int]) -> Page:
    viewport = {"width": size["width"], "height": size["height"]}
    context = browser.new_context(viewport=viewport, locale="en-GB", reduced_motion="reduce")  # type: ignore[arg-type]  # the library has its own type for a size
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(url)
    expect(page.locator("#play")).to_be_visible()
    return page


def _seat(anna: Page, bruno: Page) -> None:
    """Anna opens a table with a clock; Bruno comes by its code and sits down opposite."""
    anna.locator("#pace").select_option("0")
    anna.locator("#name").fill("Anna")
    anna.locator("#open").click()
    anna.locator("#openhere").click()
    anna.locator("#set-clock").select_option("turn")
    anna.locator("#set-turn_seconds").wait_for()
    bruno.locator("#code").fill(anna.locator("#copycode b").inner_text())
    bruno.locator(".join button").click()
    sit_down(bruno, "S", "Bruno")


def _play(anna: Page, bruno: Page, enough: Callable[[], bool]) -> None:
    for step in range(STEPS):
        for page in (anna, bruno):
            if enough():
                return
            act(page, step)
            page.wait_for_timeout(150)
    raise SystemExit("no such moment came: try again")


def save(page: Page, name: str) -> None:
    """A picture of what the page shows, small, among those of the docs."""
    page.wait_for_timeout(400)
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    picture.quantize(palette=_palette(picture), dither=Image.Dither.NONE).save(PICTURES / f"{name}.png", optimize=True)


def _palette(picture: Image.Image) -> Image.Image:
    """Half of the colours for the shades of the felt, half for what is rare: the red of a few hearts."""
    palette = Image.new("P", (1, 1))
    colours = [picture.quantize(HALF, method).getpalette() or [] for method in METHODS]
    palette.putpalette([value for half in colours for value in half[: 3 * HALF]])
    return palette


if __name__ == "__main__":
    main()
