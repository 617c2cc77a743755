"""Drawn faces in the browser: one sheet that holds all cards, known by its bytes; letters where it does not come."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, Page, expect

from bot.gateway.outbound.messenger import Drawn
from bot.gateway.outbound.page_pictures import Faces
from engine.cards import JOKER, TEXTS
from renderers.paint import draw
from renderers.scenes import FacesScene, Look, Scene
from tests.adapters.web.hosting import PATIENCE, Hosted, Process, Window, process, run
from tests.adapters.web.test_browser import DESKTOP, PHONE, play_now
from tests.painting import paint_here

# --- the sheet --------------------------------------------------------------------------------------------------------


async def sheet_of(window: Window, four: bool = False) -> str:
    answer = await window.want("faces", four=four)
    assert answer["done"]
    return str(answer["page"]["name"])


def test_the_sheet_is_served_whole_and_kept_for_ever(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as window:
            name = await sheet_of(window)
            async with host.session.get(host.url + name) as answer:
                assert (answer.status, answer.content_type) == (200, "image/png")
                assert "immutable" in answer.headers["Cache-Control"]
                assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
                png = await answer.read()
            assert png == draw(FacesScene(), Look()).png
            assert Image.open(BytesIO(png)).size == (1680, 1044)

    run(tmp_path, work)


def test_no_card_has_an_address_and_no_sheet_that_nobody_asked_for(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        nobodys = [f"faces-{look}{'0' * 20}.png" for look in ("", "felt.french.", "felt.Kh.")]
        for name in ("faces-Kh.png", "faces-.png", "faces-felt-french.png", "faces-Jk", *nobodys):
            async with host.session.get(host.url + name) as answer:
                assert answer.status == 404
                assert answer.headers["Cache-Control"] == "no-cache"

    run(tmp_path, work)


def test_the_sheet_follows_its_person_s_look(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as window, host.window() as other:
            usual = await sheet_of(window)
            assert await sheet_of(other) == usual
            await window.want("introduce", theme="dark", deck="plain")
            assert await sheet_of(window) not in (usual, await sheet_of(window, four=True))
            assert await sheet_of(other) == usual
            await window.want("introduce", theme="high-contrast")
            assert await sheet_of(window) == await sheet_of(window, four=True)  # it has four colours

    run(tmp_path, work)


def test_a_sheet_is_drawn_once_and_again_after_a_failure() -> None:
    drawn: list[Look] = []

    async def paint(scene: Scene, look: Look) -> Drawn:
        drawn.append(look)
        if len(drawn) == 1:
            raise MemoryError
        return await paint_here(scene, look)

    async def work() -> None:
        faces = Faces(paint)
        with pytest.raises(MemoryError):
            await faces.name(Look())
        names = await asyncio.gather(*[faces.name(Look(width=width)) for width in (0, 720, 0)])
        assert len(set(names)) == 1
        assert len(drawn) == 2
        assert await faces.sheet(names[0]) == draw(FacesScene(), Look()).png

    asyncio.run(work())


def test_a_sheet_that_another_host_has_named_is_there_too(tmp_path: Path) -> None:
    """A page hears one host, and behind a balancer asks any for its pictures."""

    async def work(host: Hosted) -> None:
        elsewhere = Faces(paint_here)
        for look, four in ((Look(), False), (Look("dark", "plain"), True)):
            name = await elsewhere.name(look, four)
            async with host.session.get(host.url + name) as answer:
                assert (answer.status, await answer.read()) == (200, await elsewhere.sheet(name))

    run(tmp_path, work)


# --- in a browser -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("faces")) as running:
        running.start()
        yield running
        running.stop()


@contextmanager
def opened(
    browser: Browser, host: Process, size: dict[str, int], broken: bool = False
) -> Iterator[tuple[Page, list[str]]]:
    """A page with a hand, and what it asked the server for."""
    viewport = {"width": size["width"], "height": size["height"]}
    context = browser.new_context(viewport=viewport, device_scale_factor=2, reduced_motion="reduce")  # type: ignore[arg-type]  # the library has its own type for a size
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    paths: list[str] = []
    page.on("request", lambda request: paths.append(request.url.removeprefix(host.url)))
    if broken:
        page.route("**/faces-*", lambda route: route.abort())
    page.goto(host.url)
    play_now(page)
    try:
        yield page, paths
    finally:
        context.close()


def style(page: Page, selector: str, name: str) -> str:
    """At one moment: while others play, elements come and go."""
    now = "([selector, name]) => getComputedStyle(document.querySelector(selector))[name]"
    return str(page.evaluate(now, [selector, name]))


def faces_of(sheet: Image.Image) -> dict[str, Image.Image]:
    """The whole faces by their text."""
    places = {card: divmod(card, 13)[::-1] for card in range(JOKER)} | {JOKER: (13, 0)}
    return {
        TEXTS[card]: sheet.crop((x * 120, y * 174, x * 120 + 120, y * 174 + 174)) for card, (x, y) in places.items()
    }


def most_alike(picture: Image.Image, faces: dict[str, Image.Image]) -> str:
    def difference(text: str) -> float:
        return sum(ImageStat.Stat(ImageChops.difference(picture, faces[text].resize(picture.size))).mean)

    return min(faces, key=difference)


UPRIGHT = "cards => cards.forEach(({ style }) => Object.assign(style, { rotate: 'none', translate: 'none' }))"
"""The fan as a row, whose cards are compared with upright ones."""


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_every_card_of_a_hand_shows_its_drawn_face(browser: Browser, host: Process, size: dict[str, int]) -> None:
    with opened(browser, host, size) as (page, paths):
        expect(page.locator("html.faces")).to_have_count(1)
        expect(page.locator("#draw")).to_be_enabled()  # while others play, what lies above the hand may push it
        page.locator("#hand .card").evaluate_all(UPRIGHT)
        faces = faces_of(Image.open(BytesIO(draw(FacesScene(), Look()).png)).convert("RGB"))
        cards = page.evaluate(HAND)
        screen = Image.open(BytesIO(page.screenshot())).convert("RGB")
        assert [most_alike(screen.crop(one["box"]), faces) for one in cards] == [one["card"] for one in cards]
        assert all(one["label"] and one["letters"] for one in cards)
        assert style(page, "#hand .card b", "opacity") == "0"
        assert "faces-" in style(page, "#stock .card", "backgroundImage")
        # one that the page's worker lets pass may be told twice
        assert len({name for name in paths if name.startswith("faces-")}) == 1
        assert not any(f"/{text}" in name for name in paths for text in TEXTS)


def test_another_theme_changes_the_faces_at_once(browser: Browser, host: Process) -> None:
    with opened(browser, host, PHONE) as (page, _):
        expect(page.locator("html.faces")).to_have_count(1)
        seen = {style(page, "#hand .card", "backgroundImage")}
        page.locator("#menu").click()
        page.locator("#fourcolours").click()
        page.wait_for_function(CHANGED, arg=list(seen))
        seen.add(style(page, "#hand .card", "backgroundImage"))
        page.locator("#menu").click()
        page.locator("#pictures").click()
        page.locator("#picture-theme").select_option("high-contrast")
        page.wait_for_function(CHANGED, arg=list(seen))


HAND = """() => [...document.querySelectorAll("#hand .card")].map((card) => {
  const { left, top, right, bottom } = card.getBoundingClientRect();
  const box = [left, top, right, bottom].map((at) => Math.round(at * devicePixelRatio));
  return { card: card.dataset.card, box, label: card.ariaLabel, letters: card.innerText.trim() };
})"""
TRIED = "() => performance.getEntriesByType('resource').some((one) => one.name.includes('faces-'))"
CHANGED = "seen => !seen.includes(getComputedStyle(document.querySelector('#hand .card')).backgroundImage)"


def test_without_the_sheet_cards_have_letters(browser: Browser, host: Process) -> None:
    with opened(browser, host, PHONE, broken=True) as (page, paths):
        page.wait_for_function(TRIED)
        assert [name for name in paths if name.startswith("faces-")]
        expect(page.locator("html.faces")).to_have_count(0)
        assert style(page, "#hand .card", "backgroundImage") == "none"
        assert style(page, "#hand .card b", "opacity") == "1"
