"""Hints in the browser: for the window of who is in turn, in two steps; and after the deal why a computer played so."""

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from bot.words.languages import say
from tests.adapters.web.hosting import Hosted, process, run
from tests.adapters.web.test_browser import DESKTOP, HERE, until, window
from tests.adapters.web.test_endings import PLAY_OUT

LOOK = say("en", "hint.look-pile")


def test_a_hint_comes_to_the_window_of_who_is_in_turn_and_to_no_other(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna, host.window() as bruno:
            await anna.want("introduce", name="Anna")
            await bruno.want("introduce", name="Bruno")
            await anna.want("open", rules="fibur", pace=0, options="players=2 hints=on pause=0")
            await anna.until(lambda: bool(anna.view.get("table")))
            await bruno.want("join", label=anna.view["table"]["label"], delivery="j")
            await anna.want("do", table=anna.table, command="start", delivery="s", stage=-1)
            await anna.until(lambda: anna.view["table"]["phase"] == "playing")
            await bruno.until(lambda: bruno.view["table"]["phase"] == "playing")
            mine, other = (anna, bruno) if anna.view["controls"] else (bruno, anna)
            assert mine.view["controls"]["hint"]
            first = await mine.want("hint", table=mine.table, delivery="h1")
            again = await mine.want("hint", table=mine.table, delivery="h1")
            second = await mine.want("hint", table=mine.table, delivery="h2")
            assert first["page"]["lines"] == again["page"]["lines"] == [LOOK]
            assert second["page"]["lines"][0].startswith("A good choice is ")
            assert second["page"]["stage"] == 0
            refused = await other.want("hint", table=other.table, delivery="h3")
            assert (refused["done"], refused["page"]) == (False, {})
            assert not (await mine.want("explain", table=mine.table, seat=""))["done"]

    run(tmp_path, work)


SET = f"""async () => {{
  const {{ say }} = await {HERE};
  await say("set hints=on pace=0 hands=1 players=2");
}}"""
MY_TURN = "app.view?.controls?.hint"


def test_hint_and_why_are_pressed_in_the_page(browser: Browser, tmp_path: Path) -> None:
    with process(tmp_path) as host:
        host.start()
        with window(browser, host, DESKTOP) as anna:
            anna.locator("#name").fill("Anna")
            anna.locator("#open").click()
            anna.locator("#openhere").click()
            expect(anna.locator("#lobby")).to_be_visible()
            expect(anna.locator("#hintsallowed")).to_have_count(0)
            anna.evaluate(SET)
            expect(anna.locator("#hintsallowed")).to_have_text(say("en", "lobby.hints"))
            anna.locator("#start").click()
            anna.locator("#yes").click()  # a computer takes the other seat
            until(anna, what=MY_TURN)
            anna.locator("#hint").click()
            expect(anna.locator("dialog.advice")).to_contain_text(LOOK)
            anna.locator("#hintplay").click()
            expect(anna.locator("dialog.advice")).to_contain_text("A good choice is ")
            expect(anna.locator("#hintplay")).to_have_count(0)
            anna.keyboard.press("Escape")
            anna.evaluate(PLAY_OUT)
            anna.locator("#explain").click()
            expect(anna.locator("dialog.explanation")).to_contain_text(re.compile("Computer (North|South) chose to "))
        host.stop()
