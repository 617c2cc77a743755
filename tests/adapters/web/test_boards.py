"""Boards, cards, matches, plans, export, being forgotten: by clicks in a real browser, over matches really played."""

import asyncio
import csv
import json
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Download, Locator, Page, ViewportSize, expect

from bot.adapters.web.window_bearer import PLATFORM
from bot.host.hosted_bots import BOT
from bot.host.ports import Account, Person
from bot.requests.own_link import account_of
from bot.store.sqlite import open_store
from bot.store.verified import remember, states
from bot.tables.table import CLOSED, Settings
from engine.replay import replay
from tests.adapters.web.hosting import PATIENCE, Process, process
from tests.adapters.web.test_browser import UNDRAWN
from tests.boards.season import PEOPLE, commit, introduce, play
from tests.people_rows import put_person

HOUR: Final = 3_600_000
MARK: Final = "\ufeff"
AHEAD: Final = f"every {datetime.now(UTC) + timedelta(days=3):%A} 21:00".lower()
"""When a match is planned that does not begin while a test looks at it, whatever day it is."""
WIDE: Final[ViewportSize] = {"width": 1000, "height": 900}
NASTY: Final = {"p2": "=cmd|' /C calc'!A0", "p4": "<img src=x onerror=alert(1)>"}
TOKENS: Final = {person: f"token-of-{person}-in-this-browser" for person in PEOPLE}


async def club(folder: Path, *only: str) -> None:
    """Three matches in the last hour, one long ago; one against computers, one of two, one of three people.

    `only`: of these tables.
    """
    now = time.time_ns() // 1_000_000
    store = await open_store(folder / "burraco.db", now)
    try:
        await introduce(store, BOT)
        for person, name in {**PEOPLE, **NASTY}.items():
            await store.register(BOT, Account(PLATFORM, account_of(TOKENS[person])), Person(person, name, "en"))
            await put_person(store, BOT, Person(person, name, "en"))
        played = [
            ("old", play(("p1", "p2", "p3", "p4"), 1), now - 400 * 24 * HOUR),
            ("one", play(("p1", "p2", "p3", "p4"), 2), now - 5000),
            ("two", play(("p1", "p4", "p2", "p3"), 3), now - 4000),
            ("cpu", play(("p1", "", "p3", ""), 4), now - 3000),
            ("duo", play(("p1", "p2"), 5), now - 2000),
            ("trio", play(("p1", "p2", "p3"), 6, Settings("three-player")), now - 1000),
        ]
        for table, match, at in [one for one in played if not only or one[0] in only]:
            await commit(store, match, table, at, "", bot=BOT, opener="p1 Anna", phase=CLOSED)
    finally:
        await store.close()
    remember(folder / "burraco.db", states(folder / "burraco.db"))  # their logs tell only who played


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Process]:
    with hosted(tmp_path) as running:
        yield running


@contextmanager
def hosted(folder: Path, *only: str) -> Iterator[Process]:
    with ThreadPoolExecutor(1) as aside:  # the browser has a loop of its own in this thread
        aside.submit(asyncio.run, club(folder, *only)).result()
    with process(folder) as running:
        running.start()
        yield running
        assert running.stop() == 0


@contextmanager
def window(browser: Browser, host: Process, person: str = "", viewport: ViewportSize = WIDE) -> Iterator[Page]:
    """The page before somebody, or before nobody yet; it must not complain."""
    context = browser.new_context(viewport=viewport, locale="en-GB", accept_downloads=True, service_workers="block")
    if person:
        context.add_init_script(f"localStorage.token ??= {json.dumps(TOKENS[person])}")
    context.set_default_timeout(PATIENCE * 1000)
    context.add_init_script(UNDRAWN)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    page.on("dialog", lambda dialog: faults.append(dialog.message))
    page.goto(host.url)
    try:
        yield page
        assert [fault for fault in faults if "WebSocket" not in fault] == []
    finally:
        context.close()


def go(page: Page, *ids: str) -> Locator:
    """From wherever it is to the menu of boards, and on by these buttons; the dialog."""
    page.keyboard.press("Escape")
    page.locator("#toboards").click()
    for one in ids:
        page.locator(f"#{one}").click()
    return page.locator("dialog")


def column(page: Page, number: int) -> list[str]:
    return page.locator(f".ranking tbody tr td:nth-child({number})").all_inner_texts()


def saved(download: Download) -> str:
    """A file's text; what is for a spreadsheet begins with the mark by which Excel knows how it is written."""
    text = Path(download.path()).read_text("utf-8")
    assert text.startswith(MARK) is download.suggested_filename.endswith(".csv")
    return text.removeprefix(MARK)


def by_click(page: Page, place: Locator) -> tuple[str, str]:
    """The file that a click saves: its name and its text."""
    with page.expect_download() as download:
        place.click()
    return download.value.suggested_filename, saved(download.value)


def test_a_board_by_figures_kinds_and_periods(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, "p1") as page:
        go(page, "toboard")
        expect(page.locator(".ranking tbody tr")).to_have_count(4)
        assert set(column(page, 2)) == {"Anna", "Carla", *NASTY.values()}  # markup is text
        assert page.locator("dialog img").count() == 0
        expect(page.locator("tr.mine")).to_contain_text("Anna")
        assert set(column(page, 5)) == {"3"}
        places = [int(place) for place in column(page, 1)]
        values = [float(value) for value in column(page, 3)]
        assert places == [1 + len([one for one in values if one > value]) for value in values]
        page.locator("#board-period").select_option("season")
        expect(page.locator(".ranking tbody tr td:nth-child(5)").first).to_have_text("2")
        page.locator("#earlier").click()
        expect(page.locator("dialog")).to_contain_text("Nobody here yet.")
        page.locator("#later").click()
        expect(page.locator(".ranking tbody tr")).to_have_count(4)
        for kind, people in (("singles", 2), ("threes", 3)):
            page.locator("#board-kind").select_option(kind)
            expect(page.locator(".ranking tbody tr")).to_have_count(people)
        page.locator("#board-kind").select_option("pairs")
        page.locator("#board-practice").click()
        expect(page.locator(".ranking tbody tr")).to_have_count(2)
        assert set(column(page, 2)) == {"Anna", "Carla"}
        page.locator("#board-practice").click()
        for by in ("average", "matches", "wins", "mp", "clean", "closings", "rating"):
            page.locator("#board-by").select_option(by)
            expect(page.locator("#board-by")).to_have_value(by)
            expect(page.locator(".ranking tbody tr")).to_have_count(4)
        assert all("±" in rating for rating in column(page, 10))


def test_the_first_kind_that_has_results_is_shown_and_marked(one_browser: Browser, tmp_path: Path) -> None:
    with hosted(tmp_path, "duo", "trio") as host, window(one_browser, host, "p1") as page:
        go(page, "toboard")
        expect(page.locator("#board-kind")).to_have_value("threes")
        expect(page.locator(".ranking tbody tr")).to_have_count(3)
        page.locator("#board-kind").select_option("singles")
        expect(page.locator(".ranking tbody tr")).to_have_count(2)
        expect(page.locator("#board-kind")).to_have_value("singles")
        _, text = by_click(page, page.locator("#boardfile"))
        assert len(list(csv.reader(StringIO(text)))) == 3
        page.locator("#board-kind").select_option("pairs")
        expect(page.locator("dialog")).to_contain_text("Nobody here yet.")
        expect(page.locator("#board-kind")).to_have_value("pairs")


def test_after_a_board_that_there_is_not_the_one_before_comes_back(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, "p1") as page:
        go(page, "toboard")
        page.locator("#board-by").select_option("rating")
        expect(page.locator("dialog")).to_contain_text("Sorted by rating")
        page.locator("#board-practice").click()  # practice has no rating
        expect(page.locator("#toast")).to_contain_text("There is no such leaderboard.")
        expect(page.locator("#board-practice")).not_to_be_checked()
        expect(page.locator(".ranking tbody tr")).to_have_count(4)
        go(page, "toboard")
        expect(page.locator("#board-by")).to_have_value("rating")
        page.locator("#board-by").select_option("wins")
        page.locator("#board-practice").click()
        expect(page.locator(".ranking tbody tr")).to_have_count(2)


def test_a_card_partners_and_two_people_head_to_head(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, "p1") as page:
        dialog = go(page, "tocard")
        expect(dialog.locator("h2")).to_have_text("Anna")
        expect(dialog.locator("h3")).to_have_text(
            ["Pairs", "Three players", "Singles", "Your play, for you alone"], ignore_case=True
        )
        expect(dialog.locator(".figures").first).to_contain_text("VP")
        expect(dialog).not_to_contain_text("Anna against")
        dialog = go(page, "topartners")
        expect(page.locator(".ranking tbody tr")).to_have_count(2)
        assert dict(zip(column(page, 2), column(page, 3), strict=True)) == {"Carla": "2", NASTY["p2"]: "1"}
        page.locator(".ranking button", has_text="Carla").click()
        expect(dialog.locator("h2")).to_have_text("Carla")
        expect(dialog).to_contain_text("Anna and Carla together: 2 matches")
        expect(dialog).to_contain_text("Anna against Carla: 1 match,")
        expect(dialog).to_contain_text("hree players: Anna against Carla: 1 match,")
        page.locator("#cardmatches").click()  # those that both have played, to be looked through
        together = dialog.locator(".ranking tbody tr")
        expect(together.locator("[data-replay]")).to_have_count(5)  # one of them against computers
        assert all("Carla" in row for row in together.all_inner_texts())


def test_on_a_telephone_a_board_is_in_sight_and_no_match_goes_beyond_the_edge(
    one_browser: Browser, host: Process
) -> None:
    with window(one_browser, host, "p1", {"width": 360, "height": 740}) as page:
        go(page, "toboard")
        expect(page.locator(".ranking tbody tr").nth(2)).to_be_in_viewport()
        box, words = [page.locator(one).bounding_box() for one in ("#board-practice", ".practice span")]
        assert box is not None
        assert words is not None
        assert abs(box["y"] + box["height"] / 2 - words["y"] - words["height"] / 2) < 4  # on one line
        dialog = go(page, "tohistory")
        expect(dialog.locator(".ranking tbody tr")).to_have_count(6)
        beyond = "one => one.scrollWidth - one.clientWidth"
        assert dialog.locator(".wide").evaluate(beyond) <= 0
        expect(dialog.locator("[data-result]").first).to_be_in_viewport(ratio=1)
        points = dialog.locator(".ranking tbody tr td:nth-child(5)").first
        assert points.evaluate("one => getComputedStyle(one, '::before').content.includes('VP')")
        dialog = go(page, "tocard")
        expect(dialog.locator(".form").first).to_contain_text("Latest matches")


def test_matches_with_their_records_seeds_and_sheet(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, "p1") as page, window(one_browser, host) as stranger:
        go(page, "tohistory")
        expect(page.locator(".ranking tbody tr")).to_have_count(6)
        name, record = by_click(page, page.locator('[data-match="two:1"]'))
        assert name == "burraco-two-1.brn"
        assert replay(record).match.is_over
        page.locator(".ranking tbody tr", has_text="two:1").get_by_text("Verify").click()
        expect(page.locator("dialog p.seed")).to_have_count(2)
        go(page)
        name, sheet = by_click(page, page.locator("#tocsv"))
        lines = list(csv.DictReader(StringIO(sheet)))
        assert name == "burraco.csv"
        assert len(lines) == 4 * 4 + 2 + 3
        assert {line["name"] for line in lines if line["person"] == "p2"} == {f"'{NASTY['p2']}"}  # no formula
        go(stranger, "tohistory")
        expect(stranger.locator("dialog")).to_contain_text("No match has ended yet.")


def test_who_played_a_match_corrects_it_if_the_other_side_agrees(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, "p1") as page, window(one_browser, host, "p2") as other:
        go(page, "tohistory")
        page.locator('[data-result="one:1"]').click()
        page.locator("#side-NS").fill("2000")
        page.locator("#side-EW").fill("0")
        page.locator("#correctreason").fill("we added <b>wrongly</b>")
        page.locator("#correct").click()
        expect(page.locator("dialog.question")).to_contain_text("NS 2000 EW 0 (VP 20–0)")
        page.locator("#yes").click()
        expect(other.locator("#toast")).to_contain_text("Anna wants to correct the result of one:1")
        expect(page.locator(".ranking tbody tr")).to_have_count(6)
        expect(page.locator(".ranking")).not_to_contain_text("*")
        go(other, "tohistory")
        other.locator('[data-result="one:1"]').click()
        expect(other.locator("#pending")).to_contain_text("we added ‹b›wrongly‹∕b›")
        other.locator("#agree").click()
        expect(other.locator(".ranking")).to_contain_text(re.compile(r"\b(2000|0)\*"))
        go(page, "tohistory")
        page.locator('[data-result="one:1"]').click()
        expect(page.locator("dialog")).to_contain_text("Anna: NS 2000 EW 0. we added ‹b›wrongly‹∕b›")
        page.locator("#correctreason").fill("the wrong people")
        page.locator("#annul").click()
        page.locator("#yes").click()
        go(other, "tohistory")
        other.locator('[data-result="one:1"]').click()
        other.locator("#agree").click()
        expect(other.locator(".ranking")).to_contain_text("annulled*")


def test_matches_are_planned_paused_skipped_and_cancelled(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, "p1") as page, window(one_browser, host, "p3") as other:
        dialog = go(page, "toplans")
        expect(dialog).to_contain_text("Nothing is planned.")
        page.locator("#plantime").fill("at 9")
        page.locator("#makeplan").click()
        expect(page.locator("#toast")).to_contain_text("21")  # nine in the morning, or in the evening?
        for line in (AHEAD, "tomorrow 21:30"):
            page.locator("#plantime").fill(line)
            page.locator("#makeplan").click()
            expect(page.locator(".plans li", has_text=line[-5:])).to_have_count(1)
        weekly = page.locator(".plans li", has_text="21:00")
        before = weekly.inner_text()
        weekly.locator('[data-deed^="skip"]').click()
        expect(weekly).not_to_have_text(before)
        with host.hanging():
            weekly.locator('[data-deed^="pause"]').click()
            page.locator("#plantime").fill("sunday")
        expect(weekly).to_contain_text("paused")
        expect(page.locator("#plantime")).to_have_value("sunday")  # what was written meanwhile
        weekly.locator('[data-deed^="resume"]').click()
        expect(weekly).not_to_contain_text("paused")
        page.locator('[data-deed="pause-0"]').click()
        expect(page.locator(".plans li", has_text="paused")).to_have_count(2)
        page.locator('[data-deed="resume-0"]').click()
        expect(page.locator(".plans li", has_text="paused")).to_have_count(0)
        go(other, "toplans")
        expect(other.locator("dialog")).to_contain_text("Nothing is planned.")
        page.locator(".plans li", has_text="21:30").locator('[data-deed^="cancel"]').click()
        expect(page.locator("dialog.question")).to_contain_text("Cancel it for good?")
        page.locator("#yes").click()
        expect(page.locator(".plans li")).to_have_count(1)
        host.kill()
        host.start()
        expect(page.locator("#link")).to_be_hidden()
        go(page, "toplans")
        expect(page.locator(".plans li")).to_have_count(1)


def test_all_that_is_stored_comes_out_and_goes_away(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, "p1") as page, window(one_browser, host, "p3") as other:
        go(page, "toplans")
        page.locator("#plantime").fill(AHEAD)
        page.locator("#makeplan").click()
        expect(page.locator(".plans li")).to_have_count(1)
        go(page)
        name, text = by_click(page, page.locator("#toexport"))
        found: dict[str, Any] = json.loads(text)
        assert name == "burraco-export.json"
        assert [one["name"] for one in found["people"]] == ["Anna"]
        assert (len(found["matches"]), len(found["plans"])) == (6, 1)
        go(page, "toerase")
        expect(page.locator("#toast")).not_to_contain_text("/erase")
        page.locator("#no").click()
        go(other, "toboard")
        expect(other.locator(".ranking")).to_contain_text("Anna")
        points = column(other, 3)
        go(page, "toerase")
        page.locator("#yes").click()
        expect(page.locator("#toast")).to_contain_text("deleted")
        expect(page.locator("#name")).to_have_value("")
        go(other, "toboard")
        expect(other.locator(".ranking")).to_contain_text("deleted player")
        assert "Anna" not in "".join(column(other, 2))
        assert sorted(column(other, 3)) == sorted(points)
        go(page, "tohistory")
        expect(page.locator("dialog")).to_contain_text("No match has ended yet.")
