"""The moving picture of docs/playing.md: one turn at the real page, with its draw, its lay and its discard.

The page's motion is slowed down while it is filmed, and shown at its own speed. A ring says where was tapped.
"""

import time
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, CDPSession, Locator, Page, expect

SIZE: Final = {"width": 1180, "height": 760}
SMALL: Final = (826, 532)  # pixels of the picture
SLOWER: Final = 8  # times; a motion is over before the slowest computer plays
MOVES: Final = 480  # milliseconds that a motion is filmed, at the page's own speed
STILL: Final = 1100  # milliseconds that one looks at what has come
TAP: Final = 380
RING: Final = 26  # pixels
GOLD: Final = (255, 214, 102)
QUALITY: Final = 62
TURNS: Final = 12  # until one has a lay
PACE: Final = 4500  # milliseconds between two actions of computers: nobody plays into a motion that is filmed
PATIENCE: Final = 120_000

Frame = tuple[Image.Image, int]  # with its milliseconds


class Film:
    """Frames of a page, one after the other."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self._page = page
        self._session = session
        self.frames: list[Frame] = []

    def hold(self, milliseconds: int = STILL) -> None:
        """What stands there now, for so long."""
        self.frames.append((_seen(self._page), milliseconds))

    def tap(self, what: Locator) -> None:
        """A ring, the click, and what moves by it."""
        box = what.bounding_box()
        assert box is not None
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.frames.append((_ringed(_seen(self._page), middle), TAP))
        self._session.send("Animation.setPlaybackRate", {"playbackRate": 1 / SLOWER})
        what.click()
        self._moves()
        self._session.send("Animation.setPlaybackRate", {"playbackRate": 1})

    def _moves(self) -> None:
        """Pictures as fast as they can be taken; each is shown as long as it took, at the page's own speed."""
        began = last = time.monotonic()
        while (last - began) * 1000 < MOVES * SLOWER:
            picture, before = _seen(self._page), last
            last = time.monotonic()
            self.frames.append((picture, max(1, round((last - before) * 1000 / SLOWER))))


def _seen(page: Page) -> Image.Image:
    """The page as it stands now."""
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def _ringed(picture: Image.Image, middle: tuple[float, float]) -> Image.Image:
    x, y = middle
    ImageDraw.Draw(picture).ellipse((x - RING, y - RING, x + RING, y + RING), outline=GOLD, width=5)
    return picture


def film_turn(browser: Browser, url: str, path: Path) -> None:
    """Play until a turn has a lay, and write that one. Raises `SystemExit` where none comes."""
    context = browser.new_context(viewport=SIZE, locale="en-GB", reduced_motion="no-preference")  # type: ignore[arg-type]  # the library has its own type for a size
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Animation.enable")
    page.goto(url)
    page.evaluate(f"localStorage.setItem('pace', '{PACE}')")
    page.locator("#play").click()
    for _ in range(TURNS):
        expect(page.locator("#draw")).to_be_enabled(timeout=PATIENCE)
        film = Film(page, session)
        if _turn(page, film):
            write(film.frames, path)
            context.close()
            return
    raise SystemExit("no turn with a lay came: try again")


def _turn(page: Page, film: Film) -> bool:
    """One's own turn; whether it had a lay, and a discard that was taken at once."""
    page.wait_for_timeout(900)  # what the others did has come to rest
    film.hold()
    film.tap(page.locator("#stock"))
    film.hold()
    lays = page.locator(".suggestion").count() > 0
    if lays:
        film.tap(page.locator(".suggestion").first)
        film.hold()
    card = page.locator('#hand .card:not([data-card^="J"]):not([data-card^="2"])').last
    film.tap(card)
    film.tap(page.locator("#discard"))
    is_over = page.locator("#discard").count() == 0 or not page.locator("#status.you").count()
    film.hold(2 * STILL)
    return lays and is_over


def write(frames: list[Frame], path: Path) -> None:
    """The frames that differ, each for as long as they were the same."""
    stills: list[tuple[Image.Image, int]] = []
    for picture, milliseconds in frames:
        small = picture.resize(SMALL, Image.Resampling.LANCZOS)
        if stills and small.tobytes() == stills[-1][0].tobytes():
            stills[-1] = (small, stills[-1][1] + milliseconds)
        else:
            stills.append((small, milliseconds))
    first, *others = [picture for picture, _ in stills]
    times = [milliseconds for _, milliseconds in stills]
    first.save(path, save_all=True, append_images=others, duration=times, loop=0, quality=QUALITY, method=6)
