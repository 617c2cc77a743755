"""Somebody replaces their link: every other window that it has let in is nobody's at once, and says so."""

import asyncio
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute, expect

from bot.host.ports import Account, Person
from bot.requests.own_link import account_of, new_token
from bot.requests.pushes import is_endpoint
from tests.adapters.web.hosting import PATIENCE, Hosted, Process, Window, process, run
from tests.adapters.web.test_browser import DESKTOP, HERE, PHONE, UNDRAWN, play_now, window
from tests.adapters.web.test_desk import hold, wait_for
from tests.adapters.web.test_who_one_is import label

SENTENCE: Final = re.compile("no longer good")


async def closed(one: Window) -> None:
    async with asyncio.timeout(PATIENCE):
        while not one.socket.closed:  # noqa: ASYNC110  nobody tells
            await asyncio.sleep(0.01)


async def has_turn(one: Window) -> None:
    await one.until(lambda: bool(one.controls))


# --- windows ----------------------------------------------------------------------------------------------------------


def test_every_other_window_ends_and_the_one_that_asked_goes_on(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna:
            await anna.want("introduce", name="Anna")
            await anna.want("play", pace=0)
            await anna.until(lambda: bool(anna.controls))
            old, new = anna.token, new_token()
            async with host.window(old) as stolen, host.window() as bruno:
                await stolen.until(lambda: bool(stolen.view.get("hand")))
                answer = await anna.want("newlink", token=new)
                assert answer["done"]
                assert answer["page"]["token"] == new
                await closed(stolen)
                assert stolen.view == {"type": "out"}
                assert not bruno.socket.closed
                assert (await anna.play() or {}).get("done")
                assert (await anna.want("ways"))["page"] == {"elsewhere": False}
            async with host.window(old) as late:
                assert late.welcome["me"] is None
                assert late.token not in (old, new)
                assert (await late.want("introduce", name="Nobody"))["done"]  # somebody new
            assert await host.service.person_of("web", account_of(old)) == ""
            async with host.window(new) as again:
                await again.until(lambda: bool(again.view.get("hand")))
                assert again.table == anna.table

    run(tmp_path, work)


def test_a_window_that_was_not_told_shows_nothing_more_and_does_nothing_more(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna:
            await anna.want("play", pace=0)
            await anna.until(lambda: bool(anna.controls))
            host.service.own_links._listeners.clear()  # as before another host, whose word is lost
            async with host.window(anna.token) as first, host.window(anna.token) as second:
                for one in (first, second):
                    await has_turn(one)
                assert (await anna.want("newlink", token=new_token()))["done"]
                seen, table = len(first.received), first.table
                mark = await second.send(want="do", table=table, command="pause", delivery="late")
                await closed(second)
                assert not second.answers.get(mark, {}).get("done")
                await anna.play()
                await closed(first)
                assert [text for text in first.received[seen:] if '"hand"' in text] == []

    run(tmp_path, work)


def test_who_replaces_it_stays_though_their_window_is_shown_something_at_that_moment(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna:
            await anna.want("introduce", name="Anna")
            find, looking, replaced = host.store.person_of, asyncio.Event(), asyncio.Event()
            host.service.own_links.listen(lambda _: replaced.set())

            async def late(bot: str, account: Account) -> Person | None:
                is_first = not looking.is_set()
                looking.set()
                if is_first:
                    await replaced.wait()
                return await find(bot, account)

            host.store.person_of = late  # type: ignore[method-assign]  # a store that answers when the test wants
            (window,) = host.web._windows
            window.look_again()
            await looking.wait()
            assert (await anna.want("newlink", token=new_token()))["done"]
            assert (await anna.want("introduce", name="Annetta"))["done"]
            assert not anna.socket.closed

    run(tmp_path, work)


def test_the_devices_that_are_out_are_told_of_no_turn(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        host.service.pushes._accepts = is_endpoint
        browser = {"endpoint": "https://push.example/1", "key": "B" + "k" * 86, "auth": "a" * 22}
        async with host.window() as anna:
            await anna.want("introduce", name="Anna")
            async with host.window(anna.token) as telephone:
                assert (await telephone.want("subscribe", **browser))["done"]
            person = await host.service.person(await host.service.person_of("web", account_of(anna.token)))
            assert len(await host.service.pushes._browsers(person)) == 1
            assert (await anna.want("newlink", token=new_token()))["done"]
            assert await host.service.pushes._browsers(person) == []
            assert "push.example" not in str(await host.store._read("SELECT * FROM notes", {}))

    run(tmp_path, work)


# --- the page ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("new-link")) as running:
        running.start()
        yield running
        running.stop()


@pytest.fixture
def elsewhere(browser: Browser) -> Iterator[BrowserContext]:
    """Another device."""
    context = browser.new_context(service_workers="block")
    context.set_default_timeout(PATIENCE * 1000)
    context.add_init_script(UNDRAWN)
    yield context
    context.close()


def opened(context: BrowserContext, link: str) -> Page:
    page = context.new_page()
    page.goto(link)
    return page


def own_link(page: Page) -> str:
    page.locator("#menu").click()
    page.locator("#mylink").click()
    link = page.locator("dialog .address").input_value()
    page.keyboard.press("Escape")
    return link


def renew(page: Page) -> str:
    page.locator("#menu").click()
    page.locator("#mylink").click()
    page.locator("#newlink").click()
    page.locator("#newlinkyes").click()
    expect(page.locator("dialog .address")).to_be_visible()
    link = page.locator("dialog .address").input_value()
    page.keyboard.press("Escape")
    return link


def is_out(page: Page, words: str | re.Pattern[str] = SENTENCE) -> None:
    expect(page.locator("#castout")).to_contain_text(words)
    expect(page.locator(".card, .tablerow")).to_have_count(0)
    assert page.evaluate(f"async () => (await {HERE}).app.me") is None


def test_another_device_is_thrown_out_and_told_so_and_the_new_link_leads_back(
    browser: Browser, host: Process, elsewhere: BrowserContext
) -> None:
    with window(browser, host, DESKTOP) as page:
        page.locator("#name").fill("Anna")
        play_now(page)
        at, second = label(page), opened(page.context, host.url)
        old = own_link(page)
        lost, second_tab = opened(elsewhere, old), opened(elsewhere, old)
        for one in (lost, second_tab, second):
            expect(one.locator("#hand .card").first).to_be_visible()
        new = renew(page)
        assert new != old
        for one in (lost, second_tab):
            is_out(one)
            assert "Anna" not in one.evaluate("() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])")
        lost.go_back()
        expect(lost.locator(".card:visible")).to_have_count(0)
        lost.goto("about:blank")
        lost.goto(old)  # no way back
        is_out(lost)
        for one in (page, second):  # of the browser in which it was made
            expect(one.locator("#hand .card").first).to_be_visible()
            assert label(one) == at
            one.reload()
            expect(one.locator("#hand .card").first).to_be_visible()
        assert page.evaluate("localStorage.token") == new.partition("#t=")[2]
        lost.goto("about:blank")
        lost.goto(new)
        expect(lost.locator("#hand .card").first).to_be_visible()
        assert label(lost) == at
        expect(lost.locator("#castout")).to_have_count(0)


def test_a_device_that_was_away_is_told_when_it_comes_back_in_italian_too(
    browser: Browser, host: Process, elsewhere: BrowserContext
) -> None:
    with window(browser, host, PHONE, locale="it-IT") as page:
        play_now(page)
        old = own_link(page)
        lost = opened(elsewhere, old)
        expect(lost.locator("#hand .card").first).to_be_visible()
        lost.goto("about:blank")  # it is put away
        page.locator("#menu").click()
        page.locator("#mylink").click()
        page.locator("#newlink").click()
        expect(page.locator("dialog")).to_contain_text("Non si può tornare indietro")
        page.locator("#newlinkyes").click()
        expect(page.locator("dialog")).to_contain_text("Adesso il tuo link è questo")
        lost.goto(host.url)
        is_out(lost)
        lost.locator(".language[lang=it]").click()
        is_out(lost, "non è più valido")
        lost.locator("#play").click()  # whoever has the device plays there as somebody new
        expect(lost.locator("#hand .card").first).to_be_visible()
        lost.goto(host.url)
        expect(lost.locator("#castout")).to_have_count(0)


@pytest.mark.parametrize("lost", ["receive", "send"], ids=["the host has done it", "the host has not heard of it"])
def test_where_the_answer_is_lost_this_browser_still_has_the_link_that_is_good(
    browser: Browser, host: Process, elsewhere: BrowserContext, lost: str
) -> None:
    with window(browser, host, DESKTOP) as page:
        play_now(page)
        at, old = label(page), own_link(page)
        other = opened(elsewhere, old)
        expect(other.locator("#hand .card").first).to_be_visible()
        page.locator("#menu").click()
        page.locator("#mylink").click()
        page.locator("#newlink").click()
        expect(page.locator("#newlinkyes")).to_be_visible()
        page.evaluate(f"{HERE}.then(({{ wire }}) => {{ wire.{lost} = () => {{}}; }})")
        page.locator("#newlinkyes").click()
        expect(page.locator("#newlinkyes")).to_be_disabled()
        if lost == "receive":
            is_out(other)
        page.reload()
        expect(page.locator("#hand .card").first).to_be_visible()
        assert label(page) == at
        assert (own_link(page) == old) is (lost == "send")
        page.reload()
        expect(page.locator("#hand .card").first).to_be_visible()
        if lost == "send":  # what was never taken leads nobody back in
            renew(other)
            is_out(page)


class Overtaken:
    """The connection breaks when a new link is asked for; what was asked comes to the host when it is let through."""

    def __init__(self) -> None:
        self.late: list[Callable[[], None]] = []
        self.welcomes = 0

    def connect(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def hears(message: str | bytes) -> None:
            if self.late or '"newlink"' not in str(message):
                server.send(message)
                return
            self.late.append(lambda: server.send(message))
            route.close()

        def says(message: str | bytes) -> None:
            route.send(message)
            self.welcomes += '"welcome"' in str(message)

        route.on_message(hears)
        server.on_message(says)
        route.on_close(lambda _code, _reason: None)  # what is on its way to the host is not lost with it


def test_a_request_that_comes_to_the_host_after_its_page_has_come_again_leaves_this_browser_the_new_link(
    browser: Browser, host: Process
) -> None:
    with window(browser, host, DESKTOP) as page:
        play_now(page)
        at, old = label(page), own_link(page)
        overtaken = Overtaken()
        page.route_web_socket("**/ws", overtaken.connect)
        page.reload()
        expect(page.locator("#hand .card").first).to_be_visible()
        page.locator("#menu").click()
        page.locator("#mylink").click()
        page.locator("#newlink").click()
        page.locator("#newlinkyes").click()
        expect(page.locator("#dialog")).to_be_hidden()
        while overtaken.welcomes < 2:
            page.wait_for_timeout(50)
        with page.expect_navigation():
            overtaken.late[0]()
        expect(page.locator("#hand .card").first).to_be_visible()
        assert label(page) == at
        assert own_link(page) != old


def test_a_window_that_is_opened_in_this_browser_while_the_link_is_replaced_goes_on_by_the_new_one(
    browser: Browser, host: Process
) -> None:
    with window(browser, host, DESKTOP) as page:
        play_now(page)
        at, second = label(page), page.context.new_page()
        late: list[Callable[[], None]] = []
        second.route_web_socket("**/ws", partial(hold, want="hello", later=late))
        second.goto(host.url)
        wait_for(second, late)
        new = renew(page)
        late[0]()  # it greets by the link that was good when it was opened
        for one in (second, page):
            expect(one.locator("#hand .card").first).to_be_visible()
            assert label(one) == at
        assert page.evaluate("localStorage.token") == new.partition("#t=")[2]


def test_of_two_people_in_one_browser_only_one_is_thrown_out(
    browser: Browser, host: Process, elsewhere: BrowserContext
) -> None:
    with window(browser, host, DESKTOP) as anna:
        anna.locator("#name").fill("Anna")
        play_now(anna)
        theirs = elsewhere.new_page()
        theirs.goto(host.url)
        play_now(theirs)
        before = label(theirs)
        guest = opened(elsewhere, own_link(anna))
        expect(guest.locator("#hand .card").first).to_be_visible()
        renew(anna)
        expect(guest.locator("#toast")).to_contain_text(SENTENCE)
        expect(guest.locator("#hand .card").first).to_be_visible()  # of whose browser it is
        assert label(guest) == label(theirs) == before
