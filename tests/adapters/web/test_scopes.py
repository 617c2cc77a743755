"""Boards of this host, of one channel and of its server, by month and week, and what each button saves as a file."""

import asyncio
import csv
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from bot.adapters.web.window_bearer import PLATFORM
from bot.host.hosted_bots import BOT
from bot.host.ports import Account, Channel, Person
from bot.requests.own_link import account_of
from bot.store.sqlite import open_store
from bot.store.verified import remember, states
from bot.tables.table import CLOSED
from tests.adapters.web.hosting import Process, process
from tests.adapters.web.test_boards import HOUR, TOKENS, by_click, column, go, window
from tests.boards.season import PEOPLE, commit, introduce, play
from tests.people_rows import put_person

BAR: Final = "discord:7/1"
GARDEN: Final = "discord:7/2"  # of the same server
CLUB: Final = "telegram:-5"
HERE: Final = "this bot"
SERVER: Final = " and its server"
LONG_AGO: Final = 400 * 24 * HOUR


async def channels(folder: Path) -> None:
    """Two matches in the bar, one of them long ago, one in the garden without Anna, and one in the club."""
    now = time.time_ns() // 1_000_000
    store = await open_store(folder / "burraco.db", now)
    try:
        await introduce(store, BOT)
        await store.register(BOT, Account(PLATFORM, account_of(TOKENS["p1"])), Person("p1", PEOPLE["p1"], "en"))
        await put_person(store, BOT, Person("p1", PEOPLE["p1"], "en"))
        for channel, name in ((BAR, "bar"), (GARDEN, "garden"), (CLUB, "club")):
            await store.put_channel(BOT, Channel(channel, "en", f'{{"name": "{name}"}}'))
        played = [
            ("old", ("p1", "p2", "p3", "p4"), BAR, now - LONG_AGO),
            ("bar", ("p1", "p2", "p3", "p4"), BAR, now - 4000),
            ("garden", ("p5", "p6", "p7", "p8"), GARDEN, now - 3000),
            ("club", ("p1", "p5", "p2", "p6"), CLUB, now - 2000),
        ]
        for seed, (table, chairs, channel, at) in enumerate(played, 1):
            match = play(chairs, seed)
            await commit(store, match, table, at, channel, bot=BOT, opener=f"{chairs[0]} A", phase=CLOSED)
    finally:
        await store.close()
    remember(folder / "burraco.db", states(folder / "burraco.db"))  # their logs tell only who played


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Process]:
    with ThreadPoolExecutor(1) as aside:  # the browser has a loop of its own in this thread
        aside.submit(asyncio.run, channels(tmp_path)).result()
    with process(tmp_path) as running:
        running.start()
        yield running
        assert running.stop() == 0


def matches(page: Page) -> dict[str, str]:
    """How many matches each person of the board has."""
    return dict(zip(column(page, 2), column(page, 5), strict=True))


def of(*people: str, many: int = 1) -> dict[str, str]:
    return {PEOPLE[person]: str(many) for person in people}


def choose(page: Page, scope: str, people: int) -> None:
    page.locator("#board-scope").select_option(scope)
    expect(page.locator("#board-scope option:checked")).to_have_text(scope)
    expect(page.locator(".ranking tbody tr")).to_have_count(people)


def test_a_board_of_the_host_of_a_channel_and_of_its_server(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, "p1") as page:
        go(page, "toboard")
        expect(page.locator(".ranking tbody tr")).to_have_count(8)
        offered = page.locator("#board-scope option").all_inner_texts()
        assert sorted(offered) == sorted([HERE, "bar", f"bar{SERVER}", "club", f"club{SERVER}"])  # their own
        choose(page, "bar", 4)
        assert matches(page) == of("p1", "p2", "p3", "p4", many=2)
        choose(page, f"bar{SERVER}", 8)
        assert matches(page) == {**of("p1", "p2", "p3", "p4", many=2), **of("p5", "p6", "p7", "p8")}
        for scope in ("club", f"club{SERVER}"):
            choose(page, scope, 4)
            assert matches(page) == of("p1", "p2", "p5", "p6")
        choose(page, HERE, 8)
        assert matches(page) == {**of("p1", "p2", many=3), **of("p3", "p4", "p5", "p6", many=2), **of("p7", "p8")}


def test_a_channels_board_of_this_month_and_week_and_what_its_buttons_save(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, "p1") as page:
        go(page, "toboard")
        expect(page.locator(".ranking tbody tr")).to_have_count(8)
        expect(page.locator("#placefile")).to_have_count(0)  # only of a place
        choose(page, "bar", 4)
        for period in ("season", "month", "week"):
            page.locator("#board-period").select_option(period)
            expect(page.locator("#board-period")).to_have_value(period)
            expect(page.locator("#earlier")).to_be_visible()
            expect(page.locator(".ranking tbody tr td:nth-child(5)").first).to_have_text("1")
            assert matches(page) == of("p1", "p2", "p3", "p4")
            expect(page.locator("#board-scope option:checked")).to_have_text("bar")
        names = column(page, 2)
        name, sheet = by_click(page, page.locator("#boardfile"))
        assert name == "burraco-board.csv"
        assert [line[1] for line in csv.reader(StringIO(sheet))][1:] == names
        name, sheet = by_click(page, page.locator("#placefile"))
        lines = list(csv.DictReader(StringIO(sheet)))
        assert name == "burraco.csv"
        assert {line["name"] for line in lines} == set(of("p1", "p2", "p3", "p4"))
        assert len(lines) == 2 * 4  # all of its matches, whatever period is shown
