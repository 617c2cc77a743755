"""A table broadcast with open hands: what goes over the socket to whoever looks on, and the page in a real browser."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeVar

import aiohttp
import pytest
from playwright.sync_api import Browser, Error, Locator, Page, expect

from bot.adapters.web.server import Web
from bot.adapters.web.window_bearer import PLATFORM
from bot.cli.platforms import Chats
from bot.host.ports import Account
from bot.requests.own_link import account_of
from bot.store.sqlite import open_store
from bot.tables.table import PLAYING, Table
from tests.adapters.web.hosting import PATIENCE, Window, connected
from tests.adapters.web.seeing import cut, scrolled
from tests.adapters.web.test_browser import DESKTOP, PHONE, UNDRAWN
from tests.painting import paint_here
from tests.people_rows import put_account
from tests.requests.serving import BOT, START, World
from tests.requests.tournaments.test_broadcasts import (
    DELAY,
    LONG,
    SECRET,
    broadcast,
    hands,
    plays,
    shown_hands,
    there_of,
)
from tests.requests.tournaments.test_dealt_tables import Evening

SMALL = {"width": 360, "height": 640}
LYING = {"width": 844, "height": 390}
TOKEN: Final = "token-of-a-player-at-the-table"  # noqa: S105  of a test
LATE: Final = """import("./requests.js").then(({ wire }) => {
  const late = self.late = [];
  wire.receive = (one) => late.push(one);
  self.comes = async () => {
    while (!late.some((one) => one.type === "answer")) await new Promise((done) => setTimeout(done, 20));
    delete wire.receive;
    for (const one of late) wire.receive(one);
  };
})"""
"""What the host says from now on comes when `comes` is called, once it has answered."""
T = TypeVar("T")
Course = list[tuple[int, Table]]


class Club:
    """An evening, with its pages; its clock is set by hand."""

    def __init__(self, here: Evening, people: list[str], url: str) -> None:
        self.here = here
        self.people = people
        self.url = url

    @property
    def world(self) -> World:
        return self.here.world

    async def link(self, secret: str = SECRET) -> str:
        return f"{self.url}replay.html#live={await self.here.id()}.{secret}&round=1&table=1"


@asynccontextmanager
async def hosted_club(folder: Path, words: str = LONG) -> AsyncIterator[Club]:
    store = await open_store(folder / "club.db", START)
    world = World(store)
    chats = Chats((), world.service, world.door, store, paint_here)
    web = Web(chats.inbound, "127.0.0.1", 0, paint=paint_here)
    try:
        url = await web.start()
        here, people = await broadcast(world, words)
        await put_account(store, BOT, Account(PLATFORM, account_of(TOKEN)), people[1])
        yield Club(here, people, url)
    finally:
        await web.stop()
        await store.close()


def pages(window: Window) -> list[dict[str, Any]]:
    """Every moment that came over this socket."""
    found = [json.loads(text) for text in window.received]
    return [one for one in found if one["type"] == "broadcast"]


async def caught_up(window: Window, table: Table) -> None:
    """The newest moment that it was sent is this one."""
    await window.until(lambda: bool(pages(window)) and _is(pages(window)[-1], table))


def _is(page: dict[str, Any], table: Table) -> bool:
    return bool(page["moments"]) and shown_hands(page) == hands(table)


def secrets(table: Table) -> list[list[str]]:
    """The hands as any message would have them."""
    return sorted(hands(table).values())


def test_no_window_gets_a_card_of_a_moment_younger_than_the_delay(tmp_path: Path) -> None:
    async def test() -> None:
        async with hosted_club(tmp_path) as host, aiohttp.ClientSession() as session:
            here, world = host.here, host.world
            place = {"tournament": await here.id(), "round": 1, "table": 1}
            async with (
                connected(session, host.url) as stranger,
                connected(session, host.url, TOKEN) as player,
                connected(session, host.url) as forger,
            ):
                assert (await stranger.want("broadcast", secret=SECRET, **place))["done"]
                assert (await player.want("broadcast", **place))["done"]
                await forger.want("broadcast", secret="x" * 32, **place)
                course = await plays(here)
                for at, table in course[:: len(course) // 4]:
                    world.now = at + DELAY
                    for window in (stranger, player):
                        await caught_up(window, table)
                second = await next_deal(here)
                for window in (stranger, player):
                    times = {json.dumps(secrets(table)): at for at, table in course}
                    for page in pages(window):
                        assert not page["moments"] or json.dumps(sorted(shown_hands(page).values())) in times
                    assert [page for page in pages(window) if _is(page, second[-1][1])] == []
                assert pages(forger) == []
                assert {json.loads(text)["type"] for text in forger.received} <= {
                    "welcome",
                    "answer",
                    "nothing",
                    "nowhere",
                }

    asyncio.run(test())


async def next_deal(here: Evening) -> Course:
    """The second deal has begun, and some of it is played."""
    while (await here.world.table(await there_of(here))).phase != PLAYING:
        await here.passes(30_000)
    return await plays(here, most=30)


def test_who_plays_there_is_told_at_the_table_as_long_as_it_is_broadcast_and_nobody_else(tmp_path: Path) -> None:
    async def test() -> None:
        async with hosted_club(tmp_path) as host, aiohttp.ClientSession() as session:
            here, arbiter = host.here, host.people[0]
            there = await seat_of_the_token(host)
            async with (
                connected(session, host.url, TOKEN, table=there) as player,
                connected(session, host.url, table=there) as stranger,
            ):
                await says_broadcast(player, 30)
                await stranger.until(lambda: bool(stranger.view.get("table")))
                assert stranger.view["table"]["tournament"]["broadcast"] is None
                await here.does(arbiter, "broadcast", "1 60")
                await says_broadcast(player, 60)
                await here.does(arbiter, "broadcast", "1 off")
                await says_broadcast(player, 0)
                await here.does(arbiter, "broadcast", "1 45")
                await says_broadcast(player, 45)

    asyncio.run(test())


async def seat_of_the_token(host: Club) -> str:
    """The table that is broadcast, whose player's browser has the token from now on."""
    there = await there_of(host.here)
    chair = next(chair for chair in (await host.world.table(there)).chairs if chair.person)
    await put_account(host.world.store, BOT, Account(PLATFORM, account_of(TOKEN)), chair.person)
    return there


async def says_broadcast(window: Window, minutes: int) -> None:
    """The table that it shows says so, and nothing where it is not broadcast."""

    def so() -> bool:
        tournament = window.view.get("table", {}).get("tournament") or {"broadcast": None}
        note = tournament["broadcast"]
        return note is None if not minutes else note is not None and f"{minutes} minutes later" in note["words"]

    await window.until(lambda: bool(window.view.get("table")) and so())


# --- in a browser -----------------------------------------------------------------------------------------------------


class Beside:
    """The same in a thread of its own, for a browser has the loop of this one."""

    def __init__(self, club: Club, loop: asyncio.AbstractEventLoop) -> None:
        self.club = club
        self._loop = loop

    def ask(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)


@contextmanager
def beside(folder: Path, words: str = LONG) -> Iterator[Beside]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    running = hosted_club(folder, words)
    try:
        found = Beside(asyncio.run_coroutine_threadsafe(running.__aenter__(), loop).result(PATIENCE), loop)
        try:
            yield found
        finally:
            found.ask(running.__aexit__(None, None, None))
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


@contextmanager
def page_at(
    browser: Browser, address: str, size: dict[str, int] = DESKTOP, locale: str = "en-GB", token: str = ""
) -> Iterator[Page]:
    """A page that must not complain, of whose browser this is the token."""
    viewport = {"width": size["width"], "height": size["height"]}
    context = browser.new_context(viewport=viewport, locale=locale, service_workers="block")  # type: ignore[arg-type]  # the library has its own type for a size
    context.set_default_timeout(PATIENCE * 1000)
    context.add_init_script(UNDRAWN)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.add_init_script(f"if ({json.dumps(token)}) localStorage.setItem('token', {json.dumps(token)})")
    page.goto(address)
    try:
        yield page
        assert faults == []
    finally:
        context.close()


def hands_on_screen(page: Page) -> list[list[str]]:
    """The hands that are face up on the screen."""
    return sorted(
        page.evaluate("""() => [...document.querySelectorAll(".chair .fan")].map((fan) =>
          [...fan.querySelectorAll(".card[data-card]")].map((card) => card.dataset.card).sort())""")
    )


def test_the_page_runs_on_by_itself_from_the_beginning_to_the_end(tmp_path: Path, browser: Browser) -> None:
    with beside(tmp_path, "deals=1 scale=900") as host:
        here, world = host.club.here, host.club.world
        link = host.ask(host.club.link())
        with page_at(browser, link) as page, page_at(browser, link, PHONE, "it-IT") as phone:
            expect(page.locator("#state")).to_contain_text("All hands open, 30 minutes later. It begins at")
            expect(phone.locator("#state")).to_contain_text("A carte scoperte, in differita di 30 minuti. Inizia alle")
            course = host.ask(plays(here))
            for at, table in (course[20], course[len(course) // 2], course[-1]):
                world.now = at + DELAY
                for one in (page, phone):
                    one.wait_for_function(
                        "([cards]) => document.querySelectorAll('.chair .fan .card[data-card]').length === cards",
                        arg=[sum(map(len, secrets(table)))],
                    )
                    assert hands_on_screen(one) == secrets(table)
                    assert scrolled(one)[0] == 0
                    assert cut(one, "#state, #told, #head, .points") == []
            world.now += DELAY
            expect(page.locator("#state")).to_contain_text("The broadcast is over.")
            page.locator("#records").click()
            expect(page.locator("#steps")).to_be_visible()


@contextmanager
def told_all(page: Page) -> Iterator[None]:
    """At the end a page that looks back has got a newer moment, and has asked for all of them."""
    frames: list[str] = []
    line = page.context.new_cdp_session(page)
    line.on("Network.webSocketFrameReceived", lambda event: frames.append(event["response"]["payloadData"]))
    line.send("Network.enable")
    yield
    for _ in range(1200):
        newer = [place for place, one in enumerate(frames) if '"type":"broadcast"' in one.replace(" ", "")]
        if newer and any('"moments"' in one for one in frames[newer[0] + 1 :]):
            line.detach()
            return
        page.wait_for_timeout(50)
    pytest.fail(f"the page has not asked for what it has missed; it got {len(frames)} messages")


def shows(page: Page, table: Table) -> None:
    """These hands are on the screen, and their cards."""
    page.wait_for_function(
        """([wanted]) => {
          const fans = [...document.querySelectorAll(".chair .fan")];
          const cards = (fan) => [...fan.querySelectorAll(".card[data-card]")].map((card) => card.dataset.card);
          return JSON.stringify(fans.map((fan) => String(cards(fan).sort())).sort()) === JSON.stringify(wanted);
        }""",
        arg=[sorted([",".join(hand) for hand in secrets(table)])],
    )


def test_who_looks_on_steps_back_in_what_was_shown_and_returns_by_one_press(tmp_path: Path, browser: Browser) -> None:
    with beside(tmp_path, "deals=1 scale=900") as host:
        here, world = host.club.here, host.club.world
        link = host.ask(host.club.link())
        with page_at(browser, link) as page, page_at(browser, link, SMALL, "it-IT") as phone:
            expect(page.locator("#state")).to_contain_text("It begins at")
            expect(page.locator("#steps")).to_have_count(0)  # there is nothing to step back in
            course = host.ask(plays(here))
            world.now = course[20][0] + DELAY
            for one in (page, phone):
                shows(one, course[20][1])
                expect(one.locator("#tolive")).to_be_disabled()
                expect(one.locator("#on")).to_be_disabled()
                one.locator("#back").click()
                shows(one, course[19][1])
                one.locator("#back").click()
                shows(one, course[18][1])
                assert scrolled(one)[0] == 0
                assert one.locator("#scene").evaluate("(scene) => scene.scrollWidth - scene.clientWidth") <= 0
                assert cut(one, "#state, #told, #head, .points, #steps button") == []
                expect(one.locator("#steps button").last).to_be_in_viewport(ratio=1)
            expect(phone.locator("#state")).to_contain_text("già stato mostrato")
            with told_all(page):
                world.now = course[22][0] + DELAY  # meanwhile it goes on, which moves nobody
            expect(page.locator("#state")).to_contain_text("looking back")
            page.keyboard.press("ArrowRight")
            shows(page, course[19][1])
            page.keyboard.press("ArrowRight")
            shows(page, course[20][1])
            page.keyboard.press("ArrowRight")  # of two moments within one second both can be seen
            shows(page, course[21][1])
            page.keyboard.press("Home")
            shows(page, course[0][1])
            expect(page.locator("#back")).to_be_disabled()
            page.locator("#tolive").click()
            shows(page, course[22][1])
            expect(page.locator("#state")).to_contain_text("30 minutes later")
            page.keyboard.press("ArrowLeft")
            shows(page, course[21][1])
            page.keyboard.press("ArrowRight")
            shows(page, course[22][1])
            page.keyboard.press("ArrowRight")  # never beyond what is shown now
            expect(page.locator("#tolive")).to_be_disabled()
            shows(page, course[22][1])
            phone.locator("#tolive").click()
            shows(phone, course[22][1])


@pytest.mark.parametrize("size", [DESKTOP, PHONE, SMALL, LYING], ids=["desktop", "phone", "small", "lying"])
def test_the_table_itself_says_that_it_is_broadcast_and_how_late(
    tmp_path: Path, browser: Browser, size: dict[str, int]
) -> None:
    with beside(tmp_path) as host:
        there = host.ask(seat_of_the_token(host.club))
        label = host.ask(host.club.world.table(there)).label
        with page_at(browser, f"{host.club.url}#join={label}", size, token=TOKEN) as page:
            mark = page.locator("#onair")
            expect(mark).to_contain_text("30")
            expect(mark).to_be_in_viewport(ratio=1)
            assert scrolled(page)[0] == 0
            assert cut(page, "#onair, #totals") == []
            mark.click()
            expect(page.locator("#toast.shown")).to_contain_text("with all hands open, 30 minutes later")
            page.locator("#menu").click()
            expect(page.locator("dialog .onair")).to_contain_text("30 minutes later")
            page.keyboard.press("Escape")
            host.ask(host.club.here.does(host.club.people[0], "broadcast", "1 off"))
            expect(mark).to_have_count(0)


def test_the_beamer_and_the_tournaments_page_lead_there_and_to_finished_tables(
    tmp_path: Path, browser: Browser
) -> None:
    with beside(tmp_path, "deals=1 scale=900") as host:
        here, id_ = host.club.here, host.ask(host.club.here.id())
        with page_at(browser, f"{host.club.url}beamer.html#{id_}.{SECRET}", DESKTOP) as room:
            link = room.locator("#tables .rests a")
            expect(link).to_have_text("Table 1 is broadcast with all hands open, 30 minutes later.")
            expect(room.locator(".table b a")).to_have_count(0)
            link.click()
            expect(room.locator("#state")).to_contain_text("It begins at")
            room.go_back()
            host.ask(plays(here))
            host.ask(plays(here, 2))
            host.ask(here.settles())
            host.ask(here.passes(60 * 60_000))
            room.locator(".table b a").first.click()
            expect(room.locator("#steps")).to_be_visible()
        with page_at(browser, f"{host.club.url}tournament.html#{id_}", token=TOKEN) as page:
            page.locator("a.broadcast").click()
            expect(page.locator("#scene")).to_be_visible()


def asked_which(desk: Page) -> Locator:
    """The button of the second table, once the desk takes a press again after the last one."""
    found = desk.locator("#dialog button.choice", has_text="Table 2")
    while not found.is_visible():
        with suppress(AssertionError, Error):  # what was pressed is answered late, and lies over the button then
            desk.locator("#actions button", has_text="Broadcast a table").click(timeout=1000)
            expect(found).to_be_visible(timeout=1000)
    return found


def test_the_arbiter_chooses_it_at_the_desk(tmp_path: Path, browser: Browser) -> None:
    async def code(host: Club) -> str:
        assert await host.world.store.put_link_code(BOT, "BCDFGHJK", host.people[0], host.world.now, 2**62)
        return f"{host.url}desk.html#{await host.here.id()}.BCDFGHJK"

    with beside(tmp_path) as host, page_at(browser, host.ask(code(host.club))) as desk:
        for delay, words in (
            ("60 minutes later", "Table 2 is broadcast with all hands open, 60 minutes later"),
            ("End the broadcast", "Table 2 is not broadcast"),
        ):
            asked_which(desk).click()
            desk.locator("#dialog button.choice", has_text=delay).click()
            expect(desk.locator("#words")).to_contain_text(words)
            expect(desk.locator("#dialog")).to_be_hidden()
        assert [one.table for one in host.ask(host.club.here.one()).broadcasts] == [1]


def test_earlier_deals_of_the_match_are_reached_by_steps_and_by_their_number(tmp_path: Path, browser: Browser) -> None:
    with beside(tmp_path, LONG) as host:
        here, world = host.club.here, host.club.world
        link = host.ask(host.club.link())
        with page_at(browser, link) as page, page_at(browser, link, SMALL, "it-IT") as phone:
            expect(page.locator("#state")).to_contain_text("It begins at")
            first = host.ask(plays(here))
            second = host.ask(until_played(here))
            world.now = second[2][0] + DELAY
            for one in (page, phone):
                shows(one, second[2][1])
                expect(one.locator("#deal option")).to_have_count(2)
                one.locator("#first").click()
                shows(one, second[0][1])
                one.locator("#back").click()
                shows(one, first[-1][1])
                expect(one.locator("#deal")).to_have_value("1")
                one.locator("#back").click()
                shows(one, first[-2][1])
                one.locator("#on").click()
                one.locator("#on").click()
                shows(one, second[0][1])
                one.locator("#deal").select_option("1")
                shows(one, first[0][1])
                expect(one.locator("#back")).to_be_disabled()
                assert scrolled(one)[0] == 0
                assert cut(one, "#state, #told, .points, #steps button") == []
            world.now = second[4][0] + DELAY  # it goes on meanwhile, which moves nobody
            expect(page.locator("#state")).to_contain_text("looking back")
            shows(page, first[0][1])
            page.locator("#tolive").click()
            shows(page, second[4][1])
            phone.locator("#deal").select_option("2")  # the deal that is shown now
            shows(phone, second[4][1])
            page.evaluate(LATE)
            page.locator("#deal").select_option("1")
            page.keyboard.press("End")
            page.evaluate("self.comes()")
            shows(page, second[4][1])  # what was asked for before is not gone back to
            expect(page.locator("#tolive")).to_be_disabled()


async def until_played(here: Evening) -> Course:
    """The next deal has begun, and is played to its end."""
    while (await here.world.table(await there_of(here))).phase != PLAYING:
        await here.passes(30_000)
    return await plays(here)
