"""A few phrases at a table, for who wants to read them, and no other text."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.adapters.web.hosting import Hosted, process, run
from tests.adapters.web.test_browser import DESKTOP, PHONE, accept, window


def test_one_says_it_and_the_other_reads_it_until_they_mute(browser: Browser, tmp_path: Path) -> None:
    with process(tmp_path) as host:
        host.start()
        with window(browser, host, PHONE) as anna, window(browser, host, DESKTOP, "it-IT") as bruno:
            anna.locator("#name").fill("Anna")
            anna.locator("#open").click()
            anna.locator("#openhere").click()
            expect(anna.locator(".chair.own")).to_have_attribute("data-seat", "N")
            anna.locator("#invite-S").click()
            bruno.goto(anna.locator("dialog .address").input_value())
            accept(bruno, "S", "Bruno")
            anna.keyboard.press("Escape")
            anna.locator("#start").click()
            anna.locator("#yes").click()  # computers take the other seats
            expect(bruno.locator("#hand .card").first).to_be_visible()
            bruno.locator("#tophrases").click()  # beside what happens
            bruno.locator("[data-phrase='bravo']").click()
            expect(anna.locator("#newest")).to_contain_text("Bruno: 👏 Bravo!")
            anna.locator("#menu").click()
            anna.locator("#phrases").click()
            words = anna.locator("dialog label[for=mute]").bounding_box()
            assert words is not None
            assert words["height"] < 30  # in one line, its tick at the end of it
            anna.locator("#mute").click()
            expect(anna.locator("#newest")).not_to_contain_text("Bruno: 👏 Bravo!")
            anna.reload()
            anna.locator("#menu").click()
            anna.locator("#phrases").click()
            expect(anna.locator("#mute")).to_be_checked()
        host.stop()


def test_nobody_says_anything_else_and_nobody_to_a_table_of_others(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna, host.window() as carla:
            await anna.want("introduce", name="Anna")
            await anna.want("play", rules="fibur", pace=0)
            await anna.until(lambda: bool(anna.view.get("table")))
            assert anna.view["phrases"] == []  # computer players do not listen
            assert not (await anna.want("say", table=anna.table, phrase="look at my 7h"))["done"]
            await carla.want("introduce", name="Carla")
            await carla.want("find", label=anna.view["table"]["label"])
            assert not (await carla.want("say", table=anna.table, phrase="bravo"))["done"]
            assert anna.view["phrase"] == ""

    run(tmp_path, work)
