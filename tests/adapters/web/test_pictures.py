"""The pictures that chats are sent, in the browser: those of one's own view, in one's own look."""

import base64
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from bot.messages.presenter import present
from bot.requests.settings import look_of
from bot.tables.table import Table
from bot.views.drafts import Draft
from bot.views.viewer import Viewer
from engine.shuffle import commitment
from renderers.paint import draw
from tests.adapters.web.hosting import Hosted, Window, process, run
from tests.adapters.web.seeing import small
from tests.adapters.web.test_browser import PHONE, play_now, window
from tests.adapters.web.test_endings import PLAY_OUT
from tests.adapters.web.test_play import seated

FINGER = 40  # pixels


def test_a_window_gets_the_pictures_of_its_own_person_and_no_other(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna, host.window(language="it") as bruno:
            await seated(host, anna, bruno)
            # computers play on: both pictures are to be of the same moment of the table
            hands, table = await pictured(host, anna, bruno)
            assert hands[0]["page"]["png"] != hands[1]["page"]["png"]
            for one, language, answer in zip((anna, bruno), ("en", "it"), hands, strict=True):
                person = table.chair(one.view["me"]["seat"]).person
                reader = Viewer(person, language, draft=Draft(deal=commitment(table.seed)))
                message = present("hand", table, reader)
                assert message is not None
                assert message.picture is not None
                assert base64.b64decode(answer["page"]["png"]) == draw(message.picture, look_of("")).png
            assert not (await anna.want("picture", kind="moviola"))["done"]  # the deal is still played
            assert not (await anna.want("picture", kind="nonsense"))["done"]

    run(tmp_path, work)


async def pictured(host: Hosted, *windows: Window) -> tuple[list[dict[str, Any]], Table]:
    """Everybody's hand, and the table that all of them show."""
    while True:
        before = await host.door.table(windows[0].table)
        hands = [await one.want("picture", kind="hand") for one in windows]
        after = await host.door.table(windows[0].table)
        assert after is not None
        if before == after:
            return hands, after


def test_a_theme_lasts(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna:
            await anna.want("play", pace=0)
            await anna.phase("playing")
            usual = (await anna.want("picture", kind="table"))["page"]
            await anna.want("introduce", theme="dark", deck="plain")
            await anna.want("introduce", theme="no such", deck="")
            dark = (await anna.want("picture", kind="table"))["page"]
            assert (usual["theme"], dark["theme"], dark["deck"]) == ("felt", "dark", "plain")
            assert usual["png"] != dark["png"]
        async with host.window(token=anna.token) as again:
            await again.phase("playing", "over")
            assert (await again.want("picture", kind="table"))["page"]["theme"] == "dark"

    run(tmp_path, work)


def test_pictures_are_looked_at_in_a_browser(browser: Browser, tmp_path: Path) -> None:
    with process(tmp_path) as host:
        host.start()
        with window(browser, host, PHONE, drawn=True) as page:
            play_now(page)
            page.locator("#menu").click()
            page.locator("#pictures").click()
            picture = page.locator("#picture")
            expect(picture).to_be_visible()
            expect(picture).to_have_js_property("naturalWidth", 720)
            assert small(page, "dialog.picture .save", FINGER) == []
            before = picture.get_attribute("src")
            page.locator("#picture-theme").select_option("big-index")
            expect(picture).not_to_have_attribute("src", before or "")
            page.locator("#picture-table").click()
            expect(page.locator("#picture-table")).to_have_attribute("aria-pressed", "true")
            expect(page.locator("dialog.picture pre")).to_contain_text("cards are left to draw")
            page.locator("dialog .close").click()
            page.evaluate(PLAY_OUT)
            page.locator("dialog.score .close").click()
            page.locator("#menu").click()
            page.locator("#pictures").click()
            page.locator("#picture-moviola").click()
            expect(page.locator("#picture-moviola")).to_have_attribute("aria-pressed", "true")
            page.screenshot(path=tmp_path / "moviola.png")
