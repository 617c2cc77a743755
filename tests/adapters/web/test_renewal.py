"""Pages of a tournament that are open while the host is updated: each is loaded anew, and nothing is lost or blank."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.adapters.web.club import window
from tests.adapters.web.evening import ID
from tests.adapters.web.hosting import Process
from tests.adapters.web.test_beamer import beamer
from tests.adapters.web.test_desk import desk, hosted, presses
from tests.adapters.web.test_replay import MATCH, drop

NEWER: Final = "v-0123456789abcdef/"
LONG: Final = 3_500  # milliseconds in which a page that may be loaded anew would have been
NAME: Final = "Torneo del giovedì"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Process]:
    with hosted(tmp_path, 4) as running:
        yield running


class Updated:
    """A host that says from `happens` on that it serves other scripts than the page has, as after an update.

    It does so also to a page that was loaded since, as one behind a web server that still has the old one.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self._is_newer = False
        self._sockets: list[WebSocketRoute] = []
        self.is_reached = True
        page.route_web_socket("**/ws", self._connect)
        page.reload()
        page.evaluate("self.old = true")

    def _connect(self, socket: WebSocketRoute) -> None:
        self._sockets.append(socket)
        if not self.is_reached:
            return
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(self._words_of(text)))

    def _words_of(self, text: str | bytes) -> str:
        message = json.loads(text)
        if message["type"] == "welcome" and self._is_newer:
            message["version"] = NEWER
        return json.dumps(message)

    def happens(self) -> None:
        self._is_newer = True
        for socket in self._sockets:
            socket.close()

    def is_loaded(self) -> None:
        self._page.wait_for_function("() => self.old === undefined")

    def is_not_loaded(self) -> None:
        self._page.wait_for_timeout(LONG)
        assert self._page.evaluate("self.old") is True

    def is_loaded_once(self) -> None:
        self.is_loaded()
        self._page.evaluate("self.old = true")
        self.is_not_loaded()


def test_a_beamer_is_loaded_anew_once(host: Process, browser: Browser) -> None:
    with beamer(browser, host) as page:
        updated = Updated(page)
        expect(page.locator("#name")).to_have_text(NAME)
        page.locator("#language").select_option("it")  # which keeps the focus
        updated.happens()
        updated.is_loaded_once()
        expect(page.locator("#name")).to_have_text(NAME)


def test_a_beamer_is_never_blank_not_even_where_the_host_goes_during_its_update(
    host: Process, browser: Browser
) -> None:
    with beamer(browser, host) as page:
        updated = Updated(page)
        expect(page.locator(".entry")).to_have_count(4)
        page.route("**/beamer.html", lambda route: route.abort())
        updated.happens()
        updated.is_not_loaded()
        expect(page.locator(".entry")).to_have_count(4)
        updated.is_reached = False  # from now on: the page itself can be had, and then no word of the host
        page.unroute("**/beamer.html")
        updated.is_loaded()
        expect(page.locator("#name")).to_have_text(NAME)
        expect(page.locator(".entry")).to_have_count(4)


def test_a_desk_waits_while_somebody_writes_and_keeps_what_was_typed(host: Process, browser: Browser) -> None:
    with desk(browser, host) as page:
        updated = Updated(page)
        presses(page, "start", sure=True)
        page.locator("#table1 input[name='0.0']").fill("720")
        updated.happens()
        updated.is_not_loaded()
        page.locator("#rulings [name=minutes]").fill("5")
        page.locator("#name").click()
        page.evaluate("document.activeElement.blur()")
        updated.is_not_loaded()  # a ruling is begun
        page.locator("#rulings [type=submit]").click()
        expect(page.locator("#rulings [name=minutes]")).to_have_value("")
        page.evaluate("document.activeElement.blur()")
        updated.is_loaded_once()
        expect(page.locator("#table1 input[name='0.0']")).to_have_value("720")


@pytest.mark.parametrize("name", ["tournament", "club"])
def test_the_pages_of_who_plays_are_loaded_anew_once(host: Process, browser: Browser, name: str) -> None:
    with window(browser, host, "") as page:
        page.goto(f"{host.url}{name}.html{f'#{ID}' if name == 'tournament' else ''}")
        updated = Updated(page)
        expect(page.locator("#ways a").first).to_be_visible()
        updated.happens()
        updated.is_loaded_once()
        expect(page.locator("#ways a").first).to_be_visible()


def test_the_lesson_is_loaded_anew_once_at_the_hand_where_it_was(host: Process, browser: Browser) -> None:
    with window(browser, host, "") as page:
        page.goto(f"{host.url}lesson.html")
        updated = Updated(page)
        page.locator("#stock").click()
        page.locator("#next").click()
        expect(page.locator("#step")).to_contain_text("2 ")
        step = page.locator("#step").inner_text()
        card = page.locator("#own .card:enabled").first
        card.click()
        expect(card).to_have_attribute("aria-pressed", "true")
        updated.happens()
        updated.is_not_loaded()  # a card is ticked
        card.click()
        updated.is_loaded_once()
        expect(page.locator("#step")).to_have_text(step)


def test_a_record_that_is_looked_through_is_loaded_anew_once_at_the_same_moment(
    host: Process, browser: Browser
) -> None:
    with window(browser, host, "") as page:
        page.goto(f"{host.url}replay.html")
        updated = Updated(page)
        drop(page, MATCH)
        expect(page.locator("#told")).to_contain_text("dealt")
        page.keyboard.press(" ")  # it plays by itself
        updated.happens()
        updated.is_not_loaded()
        page.keyboard.press(" ")
        moment = page.evaluate("location.hash")
        assert "moment=" in moment
        updated.is_loaded_once()
        expect(page.locator("#standing")).to_be_visible()
        assert page.evaluate("location.hash") == moment
