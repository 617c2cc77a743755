"""The connection breaks or hangs in the middle of a turn: what was ticked, opened, written and pressed is not lost."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, CDPSession, Page, WebSocket, WebSocketRoute, expect

from tests.adapters.web.hosting import Process, process
from tests.adapters.web.test_browser import DESKTOP, HERE, PHONE, accept, play_now, until, window
from tests.adapters.web.test_controls import open_table

GOOD: Final = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
BAD: Final = {"offline": False, "latency": 400, "downloadThroughput": 20_000, "uploadThroughput": 10_000}


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Process]:
    with process(tmp_path) as running:
        running.start()
        yield running


def requests_of(page: Page) -> list[dict[str, Any]]:
    """What the page sends from its next connection on, growing."""
    requests: list[dict[str, Any]] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: requests.append(json.loads(frame)))

    page.on("websocket", listen)
    return requests


def commands(requests: list[dict[str, Any]]) -> list[str]:
    """What was asked for at the table; what was sent again under its own name counts once."""
    return [command for command, _ in dict.fromkeys(deliveries(requests))]


def deliveries(requests: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(one["command"].partition(":")[0], one["delivery"]) for one in requests if one["want"] == "do"]


def begin(page: Page) -> list[dict[str, Any]]:
    """A hand, its card drawn, one ticked that may be discarded; what the page sends."""
    requests = requests_of(page)
    page.reload()
    play_now(page)
    page.locator("#draw").click()
    expect(page.locator("#discard")).to_be_visible()
    page.locator('#hand .card:not([data-card^="J"]):not([data-card^="2"])').last.click()
    expect(page.locator("#hand .card.ticked")).to_have_count(1)
    until(page, what="hand.unsaved === 0")
    return requests


def hand_cards(page: Page) -> list[str]:
    found = page.locator("#hand .card").evaluate_all("all => all.map((one) => one.dataset.card + one.ariaPressed)")
    return [str(one) for one in found]


def back(page: Page) -> None:
    expect(page.locator("#link")).to_be_hidden()
    until(page, what="!app.busy && hand.unsaved === 0")


def test_what_is_ticked_opened_and_written_survives_a_killed_host(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, DESKTOP, worker=True) as page:
        begin(page)
        cards = hand_cards(page)
        page.locator("#menu").click()
        page.locator("#myname").click()
        page.locator("#yourname").fill("Anna Bi")
        host.kill()
        expect(page.locator("#link")).to_contain_text("Connection lost")
        host.start()
        back(page)
        expect(page.locator("#yourname")).to_have_value("Anna Bi")
        page.locator("#nameok").click()
        until(page, what="app.me.name === 'Anna Bi'")
        assert hand_cards(page) == cards
        page.locator("#why").click()
        expect(page.locator("dialog.why .strip .card")).to_have_count(1)


def broken_at(page: Page, want: str, without: str = "never said") -> list[str]:
    """The connection breaks as this is first asked for, which then comes to no host; what was lost, growing."""
    lost: list[str] = []

    def connect(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def hears(message: str | bytes) -> None:
            if f'"{want}"' in str(message) and f'"{without}"' not in str(message) and not lost:
                lost.append(str(message))
                route.close()
            else:
                server.send(message)

        route.on_message(hears)

    page.route_web_socket("**/ws", connect)
    page.reload()
    expect(page.locator("#play")).to_be_visible()
    return lost


def test_who_comes_by_the_link_of_a_table_is_shown_it_though_the_connection_breaks_as_they_come(
    one_browser: Browser, host: Process
) -> None:
    with window(one_browser, host, DESKTOP) as anna, window(one_browser, host, PHONE) as bruno:
        play_now(anna)
        label = anna.evaluate("import('./state.js').then(({ app }) => app.view.table.label)")
        lost = broken_at(bruno, "find")
        bruno.goto(f"{host.url}#join={label}")
        until(bruno, what=f"app.view?.table.label === '{label}'")
        assert lost


def test_who_comes_by_the_link_of_a_place_is_offered_it_though_the_connection_breaks_as_they_come(
    one_browser: Browser, host: Process
) -> None:
    with window(one_browser, host, DESKTOP) as anna, window(one_browser, host, PHONE) as bruno:
        open_table(anna, "Anna")
        anna.locator('.chair[data-seat="S"] .invite').click()
        link = anna.locator("dialog .address").input_value()
        lost = broken_at(bruno, "accept")
        bruno.goto(f"{host.url}#{link.partition('#')[2]}")
        accept(bruno, "S", "Bruno")
        assert lost


def test_who_sits_down_by_a_link_does_so_though_the_connection_breaks_as_they_say_it(
    one_browser: Browser, host: Process
) -> None:
    with window(one_browser, host, DESKTOP) as anna, window(one_browser, host, PHONE) as bruno:
        open_table(anna, "Anna")
        anna.locator('.chair[data-seat="S"] .invite').click()
        link = anna.locator("dialog .address").input_value()
        lost = broken_at(bruno, "accept", without="asks")
        bruno.goto(f"{host.url}#{link.partition('#')[2]}")
        bruno.locator("#yourname").fill("Bruno")
        bruno.locator("#nameok").click()
        expect(bruno.locator('.chair[data-seat="S"].own')).to_contain_text("Bruno")
        assert lost


def test_ones_tables_are_on_the_first_page_though_the_connection_breaks_as_they_are_asked_for(
    one_browser: Browser, host: Process
) -> None:
    with window(one_browser, host, DESKTOP) as anna:
        lost = broken_at(anna, "tables")
        open_table(anna, "Anna")
        anna.locator("#menu").click()
        anna.locator("#tohome").click()
        expect(anna.locator("#mytables .tablerow")).to_have_count(1)
        assert lost


def test_a_tournament_can_be_announced_though_the_connection_breaks_as_its_form_comes(
    one_browser: Browser, host: Process
) -> None:
    with window(one_browser, host, DESKTOP) as anna:
        lost = broken_at(anna, "form")
        anna.goto(f"{host.url}club.html")
        expect(anna.locator("#field-kind option").first).to_be_attached()
        assert lost


def test_a_card_of_the_lesson_is_played_though_the_connection_breaks_with_the_press(
    one_browser: Browser, host: Process
) -> None:
    with window(one_browser, host, PHONE) as page:
        lost = broken_at(page, "lesson", without='plays":"')  # nothing was played yet
        page.goto(f"{host.url}lesson.html")
        page.locator("#stock").click()
        expect(page.locator(".said.right")).to_be_visible()
        assert lost


def test_who_comes_to_look_through_a_match_is_shown_it_though_the_connection_breaks_as_they_come(
    one_browser: Browser, host: Process
) -> None:
    with window(one_browser, host, DESKTOP) as anna:
        lost = broken_at(anna, "record")
        play_now(anna)
        anna.evaluate(f"async () => (await {HERE}).surely('resign')")
        until(anna, what="app.view.table.phase === 'over'")
        label = anna.evaluate("import('./state.js').then(({ app }) => app.view.table.label)")
        anna.goto(f"{host.url}replay.html#table={label}&deal=1")
        expect(anna.locator("#turns li").first).to_be_visible()
        assert lost


def test_what_is_ticked_while_nobody_answers_is_told_the_host_afterwards(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, DESKTOP, worker=True) as page:
        begin(page)
        host.kill()
        expect(page.locator("#link")).to_be_visible()
        page.locator("#hand .card:not(.ticked)").first.click()
        expect(page.locator("#hand .card.ticked")).to_have_count(2)
        page.locator("#sort").click()
        cards = sorted(hand_cards(page))
        host.start()
        back(page)
        assert sorted(hand_cards(page)) == cards
        page.reload()
        expect(page.locator("#hand .card.ticked")).to_have_count(2)
        assert sorted(hand_cards(page)) == cards


def test_a_press_while_nobody_answers_is_carried_out_once(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, PHONE) as page:
        requests = begin(page)
        host.kill()
        expect(page.locator("#link")).to_be_visible()
        page.locator("#discard").click()
        expect(page.locator("#toast")).to_contain_text("kept")
        expect(page.locator("#screen")).to_have_attribute("aria-busy", "true")
        page.locator("#discard").click()
        page.keyboard.press("x")
        assert commands(requests) == ["play d"]
        host.start()
        back(page)
        until(page, what="app.view.phase !== 'play' || !app.view.controls?.discards?.length")
        assert commands(requests) == ["play d", "play x"]


def test_a_double_tap_on_a_slow_network_plays_once_and_the_page_says_that_it_waits(
    one_browser: Browser, host: Process
) -> None:
    with window(one_browser, host, PHONE) as page:
        requests = begin(page)
        with host.hanging():
            page.locator("#discard").dblclick()
            expect(page.locator("#screen")).to_have_attribute("aria-busy", "true")
            expect(page.locator("#link")).to_be_visible()
            page.locator("#discard").click()
        back(page)
        expect(page.locator("#screen")).to_have_attribute("aria-busy", "false")
        assert commands(requests) == ["play d", "play x"]


def test_a_connection_that_dies_without_a_word_is_given_up_and_the_press_is_done_once(
    one_browser: Browser, host: Process
) -> None:
    with window(one_browser, host, DESKTOP) as page:
        page.clock.install()
        requests = begin(page)
        with host.hanging():
            page.locator("#discard").click()
            page.clock.run_for(30_000)  # as after a sleep
            expect(page.locator("#link")).to_contain_text("Connection lost")
        page.clock.resume()
        back(page)
        assert len(deliveries(requests)) > 2  # it was sent again, under its own name
        assert commands(requests) == ["play d", "play x"]
        until(page, what="!app.view.controls?.discards?.length")


def is_their_turn(page: Page) -> bool:
    """Whether they may draw, once they may or the deal is over."""
    until(page, what="!!document.querySelector('#draw:enabled') || app.view.table.phase === 'over'")
    return page.locator("#draw").count() > 0


def discards_twice(page: Page, network: CDPSession) -> list[dict[str, Any]]:
    """A double tap on *Discard* on a bad telephone; what the page sent."""
    network.send("Network.emulateNetworkConditions", GOOD)
    requests = begin(page)
    network.send("Network.emulateNetworkConditions", BAD)
    page.locator("#discard").dblclick()
    until(page, what="!app.view.controls?.discards?.length")
    back(page)
    return requests


def test_throttled_as_on_a_bad_telephone_every_double_tap_counts_once(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, PHONE) as page:
        network = page.context.new_cdp_session(page)
        requests = discards_twice(page, network)
        while not is_their_turn(page):  # a computer has closed in its second turn: another deal
            requests = discards_twice(page, network)
        page.locator("#draw").dblclick()
        expect(page.locator("#discard")).to_be_visible()
        back(page)
        assert commands(requests) == ["play d", "play x", "play d"]


def test_each_of_two_windows_shows_its_own_table_again_after_a_reload(browser: Browser, host: Process) -> None:
    with window(browser, host, DESKTOP, worker=True) as first:
        play_now(first)
        second = first.context.new_page()
        second.goto(host.url)
        expect(second.locator("#hand .card").first).to_be_visible()
        second.locator("#menu").click()
        second.locator("#tohome").click()
        play_now(second)
        tables = [shown_table(page) for page in (first, second)]
        assert tables[0] != tables[1]
        for page in (first, second):
            page.reload()
            expect(page.locator("#hand .card").first).to_be_visible()
        assert [shown_table(page) for page in (first, second)] == tables
        first.locator("#menu").click()
        first.locator("#tohome").click()
        expect(first.locator("#play")).to_be_visible()
        first.reload()
        expect(first.locator("#hand .card").first).to_be_visible()
        assert shown_table(first) == tables[1]  # where they were last, as before


def shown_table(page: Page) -> str:
    return str(page.evaluate("async () => (await import('./state.js')).app.view.table.label"))


def test_without_a_network_it_is_said_at_once_and_what_is_pressed_is_kept(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, DESKTOP, worker=True) as page:
        play_now(page)
        expect(page.locator("#draw")).to_be_enabled()
        page.clock.install()
        page.context.set_offline(True)
        page.clock.run_for(1_000)  # milliseconds: long before a slow answer would be called so
        expect(page.locator("#link")).to_contain_text("Connection lost")
        cards = page.locator("#hand .card").count()
        page.locator("#draw").click()
        page.context.set_offline(False)
        page.clock.resume()
        expect(page.locator("#hand .card")).to_have_count(cards + 1)
        expect(page.locator("#link")).to_be_hidden()


SHIFTED = "const right = Date.now; self.shift = 0; Date.now = () => right() + self.shift;"
"""A device whose clock is by `shift` milliseconds wrong."""
HOURS = 2 * 60 * 60 * 1000  # milliseconds


def test_a_device_whose_clock_is_put_right_meanwhile_counts_down_as_before(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, DESKTOP) as page:
        page.add_init_script(f"{SHIFTED} self.shift = {HOURS};")
        page.reload()
        page.locator("#name").fill("Anna")
        page.locator("#open").click()
        page.locator("#openhere").click()
        expect(page.locator("#expires")).to_contain_text("in 1 h 59 min")
        page.evaluate("self.shift = 0")
        expect(page.locator("#expires")).to_contain_text("in 3 h 59 min")
        page.evaluate("dispatchEvent(new Event('focus'))")  # or as soon as a sign of life is asked for
        expect(page.locator("#expires")).to_contain_text("in 1 h 59 min")
