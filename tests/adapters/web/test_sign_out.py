"""Somebody leaves a browser to others: who opens the page there next sees nothing of theirs, also on the way back."""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.adapters.web.evening import TOKEN
from tests.adapters.web.hosting import Process, process
from tests.adapters.web.test_browser import DESKTOP, HERE, PHONE, play_now, window
from tests.adapters.web.test_who_one_is import beside, go_back, keeping, label

CACHED: Final = """async () => {
  const shelves = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const all = (await Promise.all(shelves.map((shelf) => shelf.keys()))).flat();
  return all.map(({ url }) => new URL(url).pathname.split("/").at(-1));
}"""
SUBSCRIBED: Final = """
  const made = { endpoint: "https://push.example/1", unsubscribe: async () => console.log("ended in the browser") };
  PushManager.prototype.getSubscription = async () => made;
"""

__all__ = ["keeping"]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("leaving")) as running:
        running.start()
        yield running
        running.stop()


def sign_out(page: Page) -> None:
    if page.locator("#menu").is_visible():
        page.locator("#menu").click()
    page.locator("#signout").click()
    page.locator("#signoutyes").click()
    expect(page.locator("#home")).to_be_visible()


def is_nobody(page: Page) -> None:
    """It shows the first page, of somebody whom the host does not know."""
    expect(page.locator(".card, .tablerow, #signouthere")).to_have_count(0)
    expect(page.locator("#play")).to_be_visible()
    assert page.evaluate(f"async () => (await {HERE}).app.me") is None


def test_who_signs_out_is_forgotten_by_the_browser_and_comes_back_by_their_link(
    one_browser: Browser, host: Process
) -> None:
    with window(one_browser, host, DESKTOP) as page:
        expect(page.locator("#play")).to_be_visible()
        expect(page.locator("#signouthere")).to_have_count(0)  # nobody is known yet
        page.locator("#name").fill("Anna")
        play_now(page)
        before = label(page)
        page.evaluate("localStorage.setItem('sheet-x', '{}')")
        page.locator("#menu").click()
        page.locator("#signout").click()
        expect(page.locator("#wayback")).to_contain_text("the only way back")  # they have no account elsewhere
        link = page.locator("dialog .address").input_value()
        assert link == f"{host.url}own.html#t={page.evaluate('localStorage.token')}"
        page.locator("#no").click()
        expect(page.locator("#hand .card").first).to_be_visible()
        sign_out(page)
        is_nobody(page)
        token = link.partition("#t=")[2]
        memory = page.evaluate("() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])")
        assert token not in memory
        assert "Anna" not in memory
        assert "sheet-x" not in memory
        expect(page.locator("#name")).to_have_value("")
        page.goto("about:blank")
        page.goto(link)
        expect(page.locator("#hand .card").first).to_be_visible()
        assert label(page) == before
        page.reload()
        expect(page.locator("#hand .card").first).to_be_visible()


def test_it_is_said_in_italian_and_at_the_first_page_too(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, PHONE, locale="it-IT") as page:
        play_now(page)
        page.locator("#menu").click()
        page.locator("#tohome").click()
        page.locator("#signouthere").click()
        expect(page.locator("dialog h2")).to_have_text("Esci da questo dispositivo")
        expect(page.locator("#wayback")).to_contain_text("l'unica via per tornare")
        page.locator("#signoutyes").click()
        is_nobody(page)


def test_who_is_known_and_at_no_table_may_sign_out_on_the_first_page_as_it_is_loaded(
    one_browser: Browser, host: Process
) -> None:
    with window(one_browser, host, DESKTOP) as page:
        asks = f"async () => (await {HERE}).request('introduce', {{ name: 'Anna' }})"
        assert page.evaluate(asks)["done"]
        page.reload()
        expect(page.locator("#signouthere")).to_be_visible()
        expect(page.locator("#castout")).to_have_count(0)


def test_every_other_window_of_the_browser_shows_the_hand_no_longer(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, DESKTOP) as page:
        second, third = beside(page), beside(page)
        third.evaluate("sessionStorage.setItem('token', '-')")  # somebody of its own
        third.reload()
        for one in (page, third):
            play_now(one)
        expect(second.locator("#hand .card").first).to_be_visible()
        sign_out(page)
        for one in (page, second, third):
            is_nobody(one)
        for one in (page, second, third):
            one.reload()
            is_nobody(one)


def test_a_window_that_hears_of_it_only_when_it_is_loaded_again_is_nobodys_either(
    one_browser: Browser, host: Process
) -> None:
    with window(one_browser, host, DESKTOP) as page:
        second = beside(page)
        second.evaluate("sessionStorage.setItem('token', '-')")  # somebody of its own
        second.reload()
        for one in (page, second):
            play_now(one)
        second.goto("about:blank")  # as a browser keeps what a closed tab remembered
        sign_out(page)
        second.goto(host.url)
        is_nobody(second)


def test_one_signs_out_also_where_the_host_cannot_be_reached(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, DESKTOP, worker=True) as page:
        play_now(page)
        page.locator("#menu").click()
        page.locator("#signout").click()  # its part of the page has come
        expect(page.locator("#signoutyes")).to_be_visible()
        token = page.evaluate("localStorage.token")
        page.context.set_offline(True)
        page.locator("#signoutyes").click()
        expect(page.locator("#offline, #home")).to_be_visible()
        expect(page.locator(".card")).to_have_count(0)
        assert token not in page.evaluate("() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])")
        page.context.set_offline(False)
        is_nobody(page)


def test_messages_to_this_device_end_and_what_is_kept_without_a_connection_is_no_ones(
    one_browser: Browser, host: Process
) -> None:
    with window(one_browser, host, DESKTOP, worker=True) as page:
        frames: list[str] = []
        lines: list[str] = []
        page.on("console", lambda line: lines.append(line.text))
        page.on("websocket", lambda socket: socket.on("framesent", lambda text: frames.append(str(text))))
        page.add_init_script(SUBSCRIBED)
        page.reload()
        play_now(page)
        page.evaluate("navigator.serviceWorker.ready.then(() => {})")
        sign_out(page)
        assert [text for text in frames if '"unsubscribe"' in text and "push.example" in text]
        assert "ended in the browser" in lines
        is_nobody(page)
        assert [one for one in page.evaluate(CACHED) if one.startswith(("view", "faces", "ws"))] == []


@pytest.mark.parametrize("ticked", [False, True], ids=["as it is", "with the desk"])
def test_the_desk_of_an_arbiter_stays_unless_it_is_to_go_too(
    one_browser: Browser, host: Process, *, ticked: bool
) -> None:
    with window(one_browser, host, DESKTOP) as page:
        page.evaluate(f"localStorage.setItem('desk-token', '{TOKEN}')")
        desk = page.context.new_page()
        desk.goto(f"{host.url}desk.html#nowhere")
        expect(desk.locator("#words")).not_to_be_empty()
        desk.evaluate("window.isSame = true; localStorage.setItem('desk-nowhere', '{}')")
        play_now(page)
        page.locator("#menu").click()
        page.locator("#signout").click()
        expect(page.locator("dialog")).to_contain_text("the arbiter's desk")
        expect(page.locator("#withdesk")).not_to_be_checked()
        page.locator("#withdesk").set_checked(ticked)
        page.locator("#signoutyes").click()
        is_nobody(page)
        if ticked:
            desk.wait_for_function("() => window.isSame === undefined")
            assert page.evaluate("localStorage.getItem('desk-nowhere')") is None
            expect(desk.locator("#words")).not_to_be_empty()
            assert page.evaluate("localStorage.getItem('desk-token')") != TOKEN
        else:
            assert page.evaluate("localStorage.getItem('desk-nowhere')") == "{}"
            assert desk.evaluate("window.isSame")  # nothing that is typed there is lost


def test_on_the_way_back_no_hand_is_seen(keeping: Browser, host: Process) -> None:
    """In a browser that keeps pages as they were, and for what one has come from before the table, too."""
    with window(keeping, host, DESKTOP) as page:
        play_now(page)
        page.goto(f"{host.url}lesson.html")
        go_back(page)
        expect(page.locator("#hand .card").first).to_be_visible()
        page.goto(f"{host.url}club.html")
        page.goto(host.url)
        expect(page.locator("#hand .card").first).to_be_visible()
        sign_out(page)
        for _ in range(3):
            go_back(page)
            page.wait_for_timeout(1_500)  # milliseconds: Playwright does not hear when a page is shown that was kept
            expect(page.locator(".card:visible")).to_have_count(0)
