"""Dialogs of boards and plans: opened and closed by keys and fingers, whole at every size; what ended tables tell."""

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from bot.adapters.web.window_bearer import PLATFORM
from bot.host.hosted_bots import BOT
from bot.host.ports import Account, Person
from bot.requests.own_link import account_of
from bot.store.sqlite import open_store
from bot.store.verified import remember, states
from bot.tables.table import CLOSED
from tests.adapters.web.hosting import Process, process
from tests.adapters.web.seeing import DRAWN, cut, scrolled, small, unreached
from tests.adapters.web.test_boards import AHEAD, TOKENS, window
from tests.adapters.web.test_browser import HERE, PHONE, play_now
from tests.adapters.web.test_browser import window as newcomer
from tests.adapters.web.test_controls import choose, come, open_table
from tests.adapters.web.test_sizes import FINGER
from tests.boards.season import PEOPLE, commit, introduce, play
from tests.people_rows import put_person

MANY: Final = 60
PAGE: Final = 50  # rows of a board
SIZES: Final = ((360, 640), (1280, 800))
FOUR: Final = ("p1", "p2", "p3", "p4")
OPENED: Final = {
    "toboard": ".ranking",
    "tocard": ".figures",
    "topartners": ".ranking",
    "tohistory": ".ranking",
    "toplans": "#plantime",
    "toerase": "#no",
}
"""The dialogs behind the menu of boards, and what each shows."""
PRESSED: Final = "dialog[open] button, dialog[open] select, dialog[open] input"
WORDS: Final = ", ".join([f"dialog[open] {one}" for one in ("button", "h2", "h3", "th", "label")])
BOX: Final = """(dialog) => {
  const { left, top, right, bottom } = dialog.getBoundingClientRect();
  const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  return inside && dialog.scrollWidth <= dialog.clientWidth;
}"""
AT_TOP: Final = "() => document.getElementById('dialog').scrollTop === 0"


async def crowd(folder: Path) -> None:
    """A match of four who have windows, and fifteen of sixty others."""
    now = time.time_ns() // 1_000_000
    store = await open_store(folder / "burraco.db", now)
    try:
        await introduce(store, BOT)
        for person in FOUR:
            player = Person(person, PEOPLE[person], "en")
            await store.register(BOT, Account(PLATFORM, account_of(TOKENS[person])), player)
            await put_person(store, BOT, player)
        played = play(FOUR, 2)
        for table in ("one", "two", "kept"):  # two of them are annulled by tests
            await commit(store, played, table, now - 1000, "", bot=BOT, opener="p1 Anna", phase=CLOSED)
        for number in range(MANY):
            await put_person(store, BOT, Person(f"m{number}", f"Massimiliana {number}", "en"))
        for first in range(0, MANY, 4):
            others = []
            for result in played.results:
                players = result.players
                for place, person in enumerate(FOUR):
                    players = players.replace(f'"{person}"', f'"m{first + place}"')
                others.append(replace(result, players=players))
            match = replace(played, results=tuple(others))
            await commit(store, match, f"x{first}", now - 2000, "", bot=BOT, opener=f"m{first} A", phase=CLOSED)
    finally:
        await store.close()
    remember(folder / "burraco.db", states(folder / "burraco.db"))  # their logs tell only who played


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    folder = tmp_path_factory.mktemp("dialogs")
    with ThreadPoolExecutor(1) as aside:  # the browser has a loop of its own in this thread
        aside.submit(asyncio.run, crowd(folder)).result()
    with process(folder) as running:
        running.start()
        yield running
        assert running.stop() == 0


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(DRAWN)


def whole(page: Page) -> None:
    """The dialog is in the window, its words are whole, and all that can be pressed can be scrolled to."""
    page.evaluate(DRAWN)
    assert page.locator("dialog").evaluate(BOX)
    assert scrolled(page)[0] <= 0
    assert cut(page, WORDS) == []
    assert unreached(page, PRESSED) == []
    assert small(page, PRESSED.replace("input", "input:not([type=checkbox])"), FINGER) == []


def go(page: Page, *ids: str) -> None:
    """By keys, from wherever it is to the menu of boards, and on by these buttons."""
    for one in ("toboards", *ids):
        page.locator(f"#{one}").focus()
        page.keyboard.press("Enter")


# --- open, close, where the focus is ----------------------------------------------------------------------------------


@pytest.mark.parametrize("opened", OPENED)
def test_a_dialog_of_boards_opens_and_closes_by_keys_and_is_whole(
    one_browser: Browser, host: Process, opened: str
) -> None:
    with window(one_browser, host, "p1") as page:
        for size in SIZES:
            resize(page, size)
            for way in ("Escape", "button"):
                go(page, opened)
                expect(page.locator(f"dialog {OPENED[opened]}").first).to_be_visible()
                expect(page.locator("dialog :focus, dialog:focus")).to_have_count(1)
                whole(page)
                if way == "Escape":
                    page.keyboard.press(way)
                else:
                    page.locator("dialog .close, dialog #no").first.click()
                expect(page.locator("dialog")).to_be_hidden()
                expect(page.locator("#toboards")).to_be_focused()


def test_the_focus_returns_to_the_menu_of_a_table_that_went_on_under_the_dialog(
    one_browser: Browser, host: Process
) -> None:
    with window(one_browser, host, "p3") as page:
        play_now(page)
        page.locator("#menu").focus()
        page.keyboard.press("Enter")
        go(page, "toplans")
        expect(page.locator("#plantime")).to_be_visible()
        page.evaluate(f"async () => (await {HERE}).render()")  # the screen is drawn anew, and so is the button
        page.keyboard.press("Escape")
        expect(page.locator("#menu")).to_be_focused()


def test_what_is_chosen_keeps_the_focus_and_a_question_begins_with_no(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, "p1") as page:
        go(page, "toboard")
        expect(page.locator(".ranking")).to_be_visible()
        page.locator("#board-by").focus()
        page.locator("#board-by").select_option("wins")
        expect(page.locator("dialog")).to_contain_text("Sorted by wins")
        expect(page.locator("#board-by")).to_be_focused()
        page.keyboard.press("Escape")
        go(page, "toerase")
        expect(page.locator("#no")).to_be_focused()


# --- long and empty ---------------------------------------------------------------------------------------------------


def test_a_long_board_scrolls_and_is_turned_and_what_comes_after_it_begins_at_its_top(
    one_browser: Browser, host: Process
) -> None:
    with window(one_browser, host, "p1") as page:
        for size in SIZES:
            resize(page, size)
            go(page, "toboard")
            rows = page.locator(".ranking tbody tr")
            expect(rows.nth(PAGE - 1)).to_be_attached()
            whole(page)
            names = rows.locator("td:nth-child(2)").all_inner_texts()[:PAGE]
            rows.nth(PAGE - 1).scroll_into_view_if_needed()
            expect(rows.nth(PAGE - 1)).to_be_in_viewport()
            expect(page.locator("dialog h2")).to_be_in_viewport()  # and the way out
            expect(page.locator("dialog .close")).to_be_in_viewport()
            page.locator("dialog .row button").last.click()
            expect(page.locator("dialog .row span")).to_have_text("2/2")
            page.wait_for_function(AT_TOP)
            whole(page)
            names += rows.locator("td:nth-child(2)").all_inner_texts()
            assert set(names) == {*[PEOPLE[one] for one in FOUR], *[f"Massimiliana {one}" for one in range(MANY)]}
            rows.first.locator("button").click()
            expect(page.locator("dialog .figures").first).to_be_visible()
            page.wait_for_function(AT_TOP)
            page.keyboard.press("Escape")
            go(page, "toboard")
            page.locator("dialog .row button").first.click()
            expect(page.locator("dialog .row span")).to_have_text("1/2")
            page.keyboard.press("Escape")


def test_an_empty_board_says_so_and_is_left_as_any_other(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host) as page:
        for size in SIZES:
            resize(page, size)
            go(page, "toboard")
            page.locator("#board-kind").select_option("threes")
            expect(page.locator("dialog")).to_contain_text("Nobody here yet.")
            expect(page.locator(".ranking")).to_have_count(0)
            whole(page)
            page.locator("#board-kind").select_option("pairs")
            expect(page.locator(".ranking")).to_be_visible()
            page.keyboard.press("Escape")
            go(page, "tohistory")
            expect(page.locator("dialog")).to_contain_text("No match has ended yet.")
            whole(page)
            page.keyboard.press("Escape")
            expect(page.locator("#toboards")).to_be_focused()


def test_plans_are_whole_at_every_size(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, "p4") as page:
        go(page, "toplans")
        for line in (AHEAD, AHEAD.replace("21:00", "20:30")):
            page.locator("#plantime").fill(line)
            page.keyboard.press("Enter")
            expect(page.locator(".plans li", has_text=line[-5:])).to_have_count(1)
        for size in SIZES:
            resize(page, size)
            whole(page)
        page.locator('[data-deed="pause-0"]').click()
        expect(page.locator(".plans li", has_text="paused")).to_have_count(2)
        whole(page)


# --- a correction is agreed to where it is read -----------------------------------------------------------------------


def propose(page: Page, match: str) -> None:
    go(page, "tohistory")
    page.locator(f'[data-result="{match}"]').click()
    page.locator("#correctreason").fill("the wrong people")
    page.locator("#annul").click()
    page.locator("#yes").click()
    expect(page.locator(".ranking")).to_be_visible()


@pytest.mark.parametrize(("match", "busy"), [("one:1", False), ("two:1", True)], ids=["at once", "dialog open"])
def test_a_correction_is_agreed_to_by_the_button_of_the_message(
    one_browser: Browser, host: Process, match: str, *, busy: bool
) -> None:
    with window(one_browser, host, "p1") as page, window(one_browser, host, "p2") as other:
        resize(other, SIZES[0])
        expect(other.locator("#toboards")).to_be_visible()
        if busy:
            go(other, "toplans")
            expect(other.locator("#plantime")).to_be_visible()
        propose(page, match)
        expect(other.locator("#toast")).to_contain_text(f"wants to correct the result of {match}")
        if busy:
            expect(other.locator("#plantime")).to_be_visible()  # nothing takes away what is being written
            other.keyboard.press("Escape")
        other.locator("#toresult").click()
        expect(other.locator("#pending")).to_contain_text("the wrong people")
        expect(other.locator("#toast.shown")).to_have_count(0)
        whole(other)
        other.locator("#agree").click()
        expect(other.locator(".ranking")).to_contain_text("annulled*")
        whole(other)
        expect(page.locator("#toast")).to_contain_text(match)  # who asked is told


# --- tables that were ended -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("locale", "words"), [("en-GB", "Anna has ended it."), ("it-IT", "Lo ha chiuso Anna.")])
def test_who_ended_a_table_is_told_to_all_who_see_it(
    one_browser: Browser, host: Process, locale: str, words: str
) -> None:
    with newcomer(one_browser, host, PHONE) as anna, newcomer(one_browser, host, PHONE, locale) as eve:
        anna.locator("#name").fill("Anna")
        play_now(anna)
        eve.locator("#code").fill(anna.locator("header .label").inner_text())
        eve.locator(".join button").click()
        expect(eve.locator("#felt")).to_be_visible()
        choose(anna, "end")
        anna.locator("#yes").click()
        for page in (anna, eve):
            expect(page.locator("dialog.score")).to_be_visible()
            page.keyboard.press("Escape")
        expect(eve.locator("#banners .banner").first).to_contain_text(words)
        expect(anna.locator("#banners .banner").first).to_contain_text("This table is closed. Anna has ended it.")
        eve.reload()
        expect(eve.locator("#home, #banners .banner").first).to_be_visible()


def test_who_ended_a_lobby_is_told_to_who_sat_in_it(one_browser: Browser, host: Process) -> None:
    with newcomer(one_browser, host, PHONE) as anna, newcomer(one_browser, host, PHONE) as bruno:
        come(bruno, open_table(anna, "Anna"), "Bruno")
        bruno.locator('.chair[data-seat="S"] .sit').click()
        expect(anna.locator('.chair[data-seat="S"]')).to_contain_text("Bruno")
        choose(anna, "end")
        anna.locator("#yes").click()
        expect(bruno.locator(".banner").first).to_contain_text("This table is closed. Anna has ended it.")
