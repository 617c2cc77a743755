"""Two friends write to each other at their table in real browsers: plain text, for them alone, kept nowhere."""

import json
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, expect

from tests.adapters.web.hosting import process
from tests.adapters.web.test_browser import DESKTOP, HERE, PHONE, accept, until, window

BOLD = "<b id=bold>so</b> \u202ewhat"


def kept_on_the_device(page: Page) -> str:
    script = """async () => {
      const asked = async (name) => (await (await caches.open(name)).keys()).map((one) => one.url);
      const shelves = await Promise.all((await caches.keys()).map(asked));
      const own = [Object.entries(localStorage), Object.entries(sessionStorage), document.cookie];
      return [...own, shelves, await indexedDB.databases()];
    }"""
    return json.dumps(page.evaluate(script))


def sit_down(anna: Page, bruno: Page) -> None:
    """The two are at a table that has not begun."""
    anna.locator("#name").fill("Anna")
    anna.locator("#open").click()
    anna.locator("#openhere").click()
    anna.locator("#invite-S").click()
    bruno.goto(anna.locator("dialog .address").input_value())
    accept(bruno, "S", "Bruno")
    anna.keyboard.press("Escape")


def test_friends_write_in_the_lobby_and_at_the_table_and_one_mutes_the_other(browser: Browser, tmp_path: Path) -> None:
    with process(tmp_path) as host:
        host.start()
        with (
            window(browser, host, DESKTOP, worker=True) as anna,
            window(browser, host, PHONE, "it-IT", worker=True) as bruno,
        ):
            anna.locator("#name").fill("Anna")
            anna.locator("#open").click()
            anna.locator("#openhere").click()
            anna.locator("#invite-S").click()
            address = anna.locator("dialog .address").input_value()
            anna.keyboard.press("Escape")
            expect(anna.locator("#lobbychat")).to_have_count(0)  # there is nobody to write to
            bruno.goto(address)
            accept(bruno, "S", "Bruno")
            bruno.locator("#lobbychat").click()
            bruno.locator("#chatwords").fill(BOLD)
            bruno.keyboard.press("Enter")
            expect(bruno.locator("dialog.chat li.own")).to_contain_text("<b id=bold>so</b> what")
            expect(bruno.locator("#chatwords")).to_have_value("")
            expect(anna.locator("#toast")).to_have_text("Bruno: <b id=bold>so</b> what")
            bruno.keyboard.press("Escape")
            anna.locator("#start").click()
            anna.locator("#yes").click()
            expect(anna.locator("#tochat")).to_have_text("Chat (1 new)")
            anna.locator("#tochat").click()
            expect(anna.locator("dialog.chat li")).to_have_count(1)
            expect(anna.locator("#bold")).to_have_count(0)
            anna.locator("#chatwords").fill("not a word")
            anna.locator("dialog.chat form button").click()
            bruno.locator("#feedbutton.fresh").click()
            bruno.locator("#feedchat").click()
            expect(bruno.locator("dialog.chat li").last).to_contain_text("not a word")
            anna.get_by_label("Do not show me what Bruno writes").check()
            expect(anna.locator("dialog.chat li")).to_have_count(1)
            expect(anna.locator("dialog.chat li")).to_contain_text("not a word")
            for page in (anna, bruno):
                assert "not a word" not in kept_on_the_device(page)
        host.stop()


def test_what_is_sent_twice_before_it_is_answered_is_written_once_and_the_score_stands_over_the_chat(
    browser: Browser, tmp_path: Path
) -> None:
    with process(tmp_path) as host:
        host.start()
        with window(browser, host, DESKTOP) as anna, window(browser, host, PHONE) as bruno:
            sit_down(anna, bruno)
            anna.locator("#start").click()
            anna.locator("#yes").click()
            bruno.locator("#feedbutton").click()
            bruno.locator("#feedchat").click()
            bruno.locator("#chatwords").fill("ciao")
            with host.hanging():
                for _ in range(2):
                    bruno.keyboard.press("Enter")
            expect(bruno.locator("#chatwords")).to_have_value("")
            bruno.locator("#chatwords").fill("ciao")  # and once more, when it was answered
            bruno.keyboard.press("Enter")
            expect(bruno.locator("#chatwords")).to_have_value("")
            expect(bruno.locator("dialog.chat li")).to_have_count(2)
            for page, words in ((anna, "propose annul"), (bruno, "agree")):
                page.evaluate(f"async (words) => (await {HERE}).say(words)", words)
            for page in (anna, bruno):
                expect(page.locator("dialog.score")).to_be_visible()


ADDED: Final = """() => {
  window.added = [];
  const nodes = (changes) => changes.flatMap(({ addedNodes }) => [...addedNodes]);
  const note = (changes) => window.added.push(...nodes(changes).map((one) => one.textContent));
  new MutationObserver(note).observe(document.querySelector("dialog.chat ol"), { childList: true });
}"""
"""Notes what a reader of the screen would say of the chat from now on."""


def test_of_the_open_chat_only_what_is_new_is_said_and_who_reads_further_up_stays_there(
    browser: Browser, tmp_path: Path
) -> None:
    with process(tmp_path) as host:
        host.start()
        with window(browser, host, PHONE) as anna, window(browser, host, DESKTOP) as bruno:
            sit_down(anna, bruno)
            anna.set_viewport_size({"width": 390, "height": 400})
            bruno.locator("#lobbychat").click()
            for number in range(3):
                bruno.locator("#chatwords").fill(f"{number} {'many words ' * 17}")
                bruno.keyboard.press("Enter")
                expect(bruno.locator("#chatwords")).to_have_value("")
            anna.locator("#lobbychat").click()
            lines = anna.locator("dialog.chat ol")
            expect(lines.locator("li")).to_have_count(3)
            assert lines.evaluate("(one) => one.scrollTop") > 0  # at the end
            lines.evaluate("(one) => one.scrollTo(0, 0)")
            anna.evaluate(ADDED)
            bruno.evaluate(f"async () => (await {HERE}).say('set hands=4')")  # something happens at the table
            until(anna, what="app.view.table.hands === 4")
            bruno.locator("#chatwords").fill("and one more")
            bruno.keyboard.press("Enter")
            expect(lines.locator("li")).to_have_count(4)
            assert anna.evaluate("() => window.added") == ["Bruno and one more"]
            assert lines.evaluate("(one) => one.scrollTop") == 0
            anna.locator("#chatwords").fill("read")
            anna.keyboard.press("Enter")
            expect(lines.locator("li")).to_have_count(5)
            assert lines.evaluate("(one) => one.scrollTop + one.clientHeight >= one.scrollHeight - 1")
