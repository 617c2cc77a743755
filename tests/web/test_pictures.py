"""The pictures that chats are sent, in the browser: those of one's own sight, in one's own look."""

import base64
from pathlib import Path

from playwright.sync_api import Browser, expect

from bot.chat.delivery import look_of
from bot.chat.drafts import Held
from bot.chat.presenter import present
from bot.chat.showing import Reader
from engine.shuffle import commitment
from renderers.paint import draw
from tests.web.hosting import Hosted, process, run
from tests.web.test_browser import PHONE, play_now, play_out, window
from tests.web.test_play import seated


def test_a_window_gets_the_pictures_of_its_own_person_and_no_other(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna, host.window(language="it") as bruno:
            await seated(host, anna, bruno)
            hands = [await one.want("picture", kind="hand") for one in (anna, bruno)]
            assert hands[0]["page"]["png"] != hands[1]["page"]["png"]
            table = await host.door.table(anna.table)
            assert table is not None
            for one, language, answer in zip((anna, bruno), ("en", "it"), hands, strict=True):
                person = table.chair(one.sight["me"]["seat"]).person
                reader = Reader(person, language, held=Held(deal=commitment(table.seed)))
                message = present("hand", table, reader)
                assert message is not None
                assert message.picture is not None
                assert base64.b64decode(answer["page"]["png"]) == draw(message.picture, look_of("")).png
            assert not (await anna.want("picture", kind="moviola"))["done"]  # the deal is still played
            assert not (await anna.want("picture", kind="nonsense"))["done"]

    run(tmp_path, work)


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
        with window(browser, host, PHONE) as page:
            play_now(page)
            page.locator("#menu").click()
            page.locator("#pictures").click()
            picture = page.locator("#picture")
            expect(picture).to_be_visible()
            assert page.evaluate("document.getElementById('picture').naturalWidth") == 720
            before = picture.get_attribute("src")
            page.locator("#picture-theme").select_option("big-index")
            expect(picture).not_to_have_attribute("src", before or "")
            page.locator("#picture-table").click()
            expect(page.locator("#picture-table")).to_have_attribute("aria-pressed", "true")
            expect(page.locator("dialog.picture pre")).to_contain_text("On the discard pile")
            page.locator("dialog .close").click()
            play_out(page)
            page.locator("dialog.score .close").click()
            page.locator("#menu").click()
            page.locator("#pictures").click()
            page.locator("#picture-moviola").click()
            expect(page.locator("#picture-moviola")).to_have_attribute("aria-pressed", "true")
            page.screenshot(path=tmp_path / "moviola.png")
