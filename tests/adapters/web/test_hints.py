"""Hints in the browser: for the window of who is in turn, in two steps; and after the deal why a computer played so."""

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, Route, expect

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


def begin(page: Page) -> None:
    """At a table with hints, where it is one's turn."""
    page.locator("#name").fill("Anna")
    page.locator("#open").click()
    page.locator("#openhere").click()
    expect(page.locator("#lobby")).to_be_visible()
    expect(page.locator("#hintsallowed")).to_have_count(0)
    page.evaluate(SET)
    expect(page.locator("#hintsallowed")).to_have_text(say("en", "lobby.hints"))
    page.locator("#start").click()
    page.locator("#yes").click()  # a computer takes the other seat
    until(page, what=MY_TURN)


def test_hint_and_why_are_pressed_in_the_page(browser: Browser, tmp_path: Path) -> None:
    with process(tmp_path) as host:
        host.start()
        with window(browser, host, DESKTOP) as anna:
            begin(anna)
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


def test_a_hint_for_a_moment_that_is_past_when_it_could_be_shown_is_not(browser: Browser, tmp_path: Path) -> None:
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    with process(tmp_path) as host:
        host.start()
        with window(browser, host, DESKTOP) as anna:
            begin(anna)
            anna.route("**/explain.js", hold)
            anna.locator("#hint").click()
            until(anna, what="!wire.waiting.size")
            anna.locator("#draw").click()
            expect(anna.locator("#discard")).to_be_visible()
            late[0].continue_()
            expect(anna.locator("#toast.shown")).to_contain_text("moved on")
            expect(anna.locator("dialog.advice")).to_have_count(0)
            anna.locator("#hint").click()
            expect(anna.locator("dialog.advice")).to_be_visible()
        host.stop()
