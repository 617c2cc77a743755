"""Who is told that it is their turn, and how: sounds and the title for who looks, a notification for who does not."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute, expect

from tests.adapters.web.hosting import PATIENCE, Process, process
from tests.adapters.web.icons import ICONS, PAGE, icon
from tests.adapters.web.test_browser import HERE, play_now, until

LISTEN = """
  const start = OscillatorNode.prototype.start;
  self.heard = [];
  OscillatorNode.prototype.start = function (at) { self.heard.push(this.frequency.value); start.call(this, at); };
  self.AudioContext = class extends AudioContext { constructor() { super(); self.audio = this; } };
"""
"""What sounds, by its pitch; it does sound."""
NOTIFY = """
  self.shown = [];
  const keep = (title, facts) => self.shown.push([title, facts.tag, facts.data.url]);
  ServiceWorkerRegistration.prototype.showNotification = async (title, facts) => keep(title, facts);
  self.Notification = class { constructor(title, facts) { keep(title, facts); } };
  Notification.permission = "granted";
  Notification.requestPermission = async () => "granted";
"""
"""A browser without windows has nowhere to show notifications."""
LOOK_AWAY = """() => {
  for (const [name, value] of [["hidden", true], ["visibilityState", "hidden"]]) {
    Object.defineProperty(document, name, { value, configurable: true });
  }
  document.dispatchEvent(new Event("visibilitychange"));
}"""
LOOK_BACK = """() => {
  delete document.hidden; delete document.visibilityState;
  document.dispatchEvent(new Event("visibilitychange"));
}"""
CONTROLLED = """async () => {
  while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 20));
}"""
NO_COOKIES = """
  const refuse = async () => { throw new DOMException("The request was denied.", "SecurityError"); };
  LockManager.prototype.request = refuse;
  for (const name of ["register", "getRegistration"]) ServiceWorkerContainer.prototype[name] = refuse;
"""
"""What a Chromium that refuses cookies refuses with them; that it remembers nothing, either, is another matter."""
OPEN = f"""async () => {{
  const {{ app, command, request }} = await {HERE};
  await request("open", {{ rules: "fibur", pace: 0, delivery: crypto.randomUUID() }});
  for (const {{ seat, taken }} of app.view.seats) if (!taken) await command(`computer ${{seat}} random`);
  await command("start");
}}"""
CARD, TURN = 196, 659
MINE = "app.view?.controls?.draw === true"

SUBSCRIBES = """
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async (options) =>
    ({ endpoint: "https://push.example/1", options, getKey: () => new Uint8Array(65).buffer });
"""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("alerts")) as running:
        running.start()
        yield running
        running.stop()


@contextmanager
def browsing(browser: Browser, **facts: Any) -> Iterator[BrowserContext]:
    context = browser.new_context(locale="en-GB", reduced_motion="reduce", **facts)
    context.set_default_timeout(PATIENCE * 1000)
    context.add_init_script(LISTEN)
    context.add_init_script(NOTIFY)
    try:
        yield context
    finally:
        context.close()


def a_seat(context: BrowserContext, host: Process) -> Page:
    """A page at a table where it is the reader's turn for the first time.

    The computers play at random: others may end a deal before the reader's third turn.
    """
    page = context.new_page()
    page.goto(host.url)
    page.locator("#home h1").click()  # a gesture, before which no browser sounds
    page.evaluate(OPEN)
    until(page, what=MINE)
    return page


def a_round(page: Page, *watching: Page) -> None:
    """The reader's turn, played by the quickest way, and those of the others."""
    script = f"""async () => {{
      const {{ app, command }} = await {HERE};
      const before = app.view.turn_mark;
      const answers = [await command("play d")];
      for (const card of app.view.controls.discards) {{
        if (app.view.turn_mark !== before) break;
        answers.push(await command(`play x:${{card}}`));
      }}
      return {{ before, answers, over: app.view.turn_mark !== before }};
    }}"""
    played = page.evaluate(script)
    assert played["over"], played["answers"]
    for one in (page, *watching):
        until(one, what=f"app.view.turn_mark !== '{played['before']}' && {MINE}")


def pitches(page: Page) -> set[int]:
    return {round(pitch) for pitch in page.evaluate("self.heard")}


def want_notifications(page: Page) -> None:
    page.evaluate("localStorage.setItem('notify', 'yes')")


def test_cards_and_ones_turn_sound_and_the_title_says_it(one_browser: Browser, host: Process) -> None:
    with browsing(one_browser) as context:
        page = a_seat(context, host)
        page.locator("#menu").click()
        page.keyboard.press("Escape")
        until(page, what="self.audio?.state === 'running'")  # a busy machine needs a while for it
        a_round(page)
        assert {CARD, TURN} <= pitches(page)
        assert page.title().startswith("• Your turn")


def test_what_sounds_rests_until_something_sounds_again(one_browser: Browser, host: Process) -> None:
    with browsing(one_browser) as context:
        page = a_seat(context, host)
        page.locator("#menu").click()
        page.keyboard.press("Escape")
        until(page, what="self.audio?.state === 'running'")
        until(page, what="self.audio.state === 'suspended'")
        page.evaluate("self.heard = []")
        a_round(page)
        until(page, what=f"self.heard.includes({TURN})")


def test_a_phone_is_silent_until_somebody_wants_sounds(one_browser: Browser, host: Process) -> None:
    with browsing(one_browser, has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844}) as context:
        page = a_seat(context, host)
        page.locator("#menu").tap()
        page.locator("#alerts").tap()
        expect(page.locator("#alert-sounds")).not_to_be_checked()
        assert pitches(page) == set()
        page.locator("#alert-sounds").tap()
        until(page, what="self.heard.length > 0")
        assert TURN in pitches(page)


def test_who_looks_away_is_notified_once_a_turn(one_browser: Browser, host: Process) -> None:
    with browsing(one_browser) as context:
        page = a_seat(context, host)
        want_notifications(page)
        label = page.evaluate(f"async () => (await {HERE}).app.view.table.label")
        page.evaluate(LOOK_AWAY)
        a_round(page)
        until(page, what="self.shown.length === 1")
        [(title, tag, url)] = page.evaluate("self.shown")
        assert title == f"Your turn at table {label}"
        assert (bool(tag), url) == (True, f"./#join={label}")
        page.evaluate(LOOK_BACK)
        page.evaluate(LOOK_AWAY)
        page.reload()
        until(page, what=MINE)
        assert page.evaluate("self.shown") == []  # the same turn
        assert "Your turn" in page.title()


def test_who_refuses_cookies_is_told_of_their_turn_all_the_same(one_browser: Browser, host: Process) -> None:
    with browsing(one_browser, service_workers="block") as context:
        context.add_init_script(NO_COOKIES)
        page = a_seat(context, host)
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        want_notifications(page)
        a_round(page)
        until(page, what=f"self.heard.some((pitch) => Math.round(pitch) === {TURN})")
        page.evaluate(LOOK_AWAY)
        a_round(page)
        until(page, what="self.shown.length === 1")
        assert faults == []


def test_who_looks_at_another_window_is_not_notified(one_browser: Browser, host: Process) -> None:
    with browsing(one_browser) as context:
        page = a_seat(context, host)
        want_notifications(page)
        other = context.new_page()
        other.goto(host.url)
        until(other, what=MINE)
        page.evaluate(LOOK_AWAY)
        a_round(other, page)
        assert page.evaluate("self.shown") == []


def test_messages_to_this_device_stay_wanted_where_the_connection_breaks_as_the_page_comes(
    one_browser: Browser, host: Process
) -> None:
    with browsing(one_browser) as context:
        page = a_seat(context, host)
        requests: list[str] = []

        def connect(route: WebSocketRoute) -> None:
            server = route.connect_to_server()

            def hears(message: str | bytes) -> None:
                if '"subscribe"' in str(message):
                    requests.append(str(message))
                    if len(requests) == 1:
                        route.close()
                        return
                server.send(message)

            route.on_message(hears)

        page.add_init_script(SUBSCRIBES)
        page.route_web_socket("**/ws", connect)
        page.evaluate("localStorage.setItem('push', 'yes')")
        page.reload()
        for _ in range(100):
            if len(requests) < 2:
                page.wait_for_timeout(50)
        assert (len(requests), page.evaluate("localStorage.push")) == (2, "yes")


ASKS_FOR_LONG = """
  Notification.requestPermission = () => new Promise((done) => { self.allow = () => done("granted"); });
"""
SUBSCRIBES_LATE = """
  let mine = null;
  PushManager.prototype.getSubscription = async () => mine;
  PushManager.prototype.subscribe = async (options) => {
    await new Promise((done) => { self.subscribed = done; });
    mine = { endpoint: "https://push.example/1", options, getKey: () => new Uint8Array(65).buffer };
    mine.unsubscribe = async () => { mine = null; return true; };
    return mine;
  };
  self.takes = () => mine !== null;
"""
"""A browser whose maker takes its time to say where it takes messages."""


def alerts(page: Page) -> None:
    page.locator("#menu").click()
    page.locator("dialog #alerts").click()
    expect(page.locator("dialog.alerts")).to_be_visible()


def test_alerts_that_were_put_away_do_not_come_back_when_the_browser_has_been_answered(
    one_browser: Browser, host: Process
) -> None:
    with browsing(one_browser) as context:
        page = a_seat(context, host)
        page.add_init_script(ASKS_FOR_LONG)
        page.reload()
        alerts(page)
        page.locator("#alert-notify").check()
        page.keyboard.press("Escape")
        page.locator("#menu").click()
        page.evaluate("self.allow()")
        until(page, what="localStorage.notify === 'yes'")
        expect(page.locator("dialog.menu")).to_be_visible()
        page.keyboard.press("Escape")
        alerts(page)
        expect(page.locator("#alert-notify")).to_be_checked()


def test_who_wants_no_messages_any_more_while_they_are_being_asked_for_gets_none(
    one_browser: Browser, host: Process
) -> None:
    with browsing(one_browser) as context:
        page = a_seat(context, host)
        page.add_init_script(SUBSCRIBES_LATE)
        page.reload()
        page.evaluate(CONTROLLED)
        alerts(page)
        page.locator("#alert-push").check()
        until(page, what="Boolean(self.subscribed)")
        page.locator("#alert-push").uncheck()
        page.evaluate("self.subscribed()")
        until(page, what="!self.takes() && !wire.waiting.size")
        expect(page.locator("#alert-push")).not_to_be_checked()
        assert page.evaluate("localStorage.push") == "no"


def test_who_wants_no_messages_any_more_before_the_browser_may_be_asked_gets_none(
    one_browser: Browser, host: Process
) -> None:
    with browsing(one_browser) as context:
        page = a_seat(context, host)
        page.add_init_script(ASKS_FOR_LONG + SUBSCRIBES_LATE)
        page.reload()
        page.evaluate(CONTROLLED)
        alerts(page)
        page.locator("#alert-push").check()
        page.locator("#alert-push").uncheck()
        until(page, what="localStorage.push === 'no'")
        page.evaluate("self.allow()")
        page.wait_for_timeout(300)  # by then it would have been asked
        assert not page.evaluate("Boolean(self.subscribed)")


def test_without_a_connection_a_page_says_so_and_keeps_nothing_else(one_browser: Browser, host: Process) -> None:
    with browsing(one_browser) as context:
        page = a_seat(context, host)
        page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        a_round(page)
        page.reload()
        until(page, what=MINE)
        in_cache = """async () => {
          const found = [];
          for (const name of await caches.keys()) {
            for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
          }
          return found.map((path) => path.replace(/v-\\w+\\//, "")).sort();
        }"""
        names = "icon.svg languages.json offline.css offline.html offline.js remembering.js".split()
        names += ["shared-bundle.js", "words.en.json", "words.js"]
        assert page.evaluate(in_cache) == [f"/{name}" for name in names]
        page.evaluate("async () => (await import('./words.js')).speak('it')")
        until(page, what=f"(await ({in_cache})()).includes('/words.it.json')")
        assert page.evaluate(in_cache) == sorted(["/words.it.json", *[f"/{name}" for name in names]])
        host.stop()
        try:
            page.goto(host.url)
            expect(page.locator("#offline h1")).to_have_text("No connection")
            page.evaluate("localStorage.setItem('language', 'it')")
            page.reload()
            expect(page.locator("#offline h1")).to_have_text("Nessuna connessione")
        finally:
            host.start()
        expect(page.locator("#hand .card").first).to_be_visible()  # it comes back by itself
        until(page, what=MINE)


def test_a_pressed_notification_leads_the_window_of_tables_there_and_no_other(
    one_browser: Browser, host: Process
) -> None:
    go_to = """async (address) => {
      WindowClient.prototype.focus = async function () { return this; };
      clients.openWindow = (url) => { self.opened = url; };
      await goTo(new URL(address, registration.scope).href);
      return self.opened ?? "";
    }"""  # only a press may bring a window to the front, or open one
    with browsing(one_browser) as context:
        table = context.new_page()
        with context.expect_event("serviceworker") as found:
            table.goto(host.url)
        table.evaluate(CONTROLLED)
        board = context.new_page()
        board.goto(f"{host.url}club.html")  # as a board on a screen, looked at last
        expect(board.locator("#name")).not_to_be_empty()
        board.bring_to_front()
        assert found.value.evaluate(go_to, "./#join=BCDF") == ""
        expect(table.locator("#toast")).to_contain_text("BCDF")
        table.close()
        assert found.value.evaluate(go_to, "./#join=BCDF") == f"{host.url}#join=BCDF"
        assert board.url == f"{host.url}club.html"


def test_the_page_can_be_installed(one_browser: Browser, host: Process) -> None:
    with browsing(one_browser) as context:
        page = context.new_page()
        page.goto(host.url)
        session = context.new_cdp_session(page)
        found = session.send("Page.getAppManifest")
        assert found["errors"] == []
        assert found["url"].endswith("/manifest.webmanifest")
        assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] in (
            [],
            [{"errorId": "in-incognito", "errorArguments": []}],
        )


@pytest.mark.parametrize("name", ICONS)
def test_the_icons_are_those_that_the_renderer_draws(name: str) -> None:
    assert Path(PAGE / name).read_bytes() == icon(*ICONS[name])


def test_of_two_windows_that_ask_at_once_one_tells_of_a_turn(browser: Browser, host: Process) -> None:
    ask = """() => { self.asked = (async () => {
      const { claim } = await import("./alerts.js");
      const found = [];
      for (let table = 0; table < 25; table += 1) found.push(await claim(`t${table}`, "1"));
      return found;
    })(); }"""
    with browsing(browser) as context:
        windows = [context.new_page(), context.new_page()]
        for page in windows:
            page.goto(host.url)
            expect(page.locator("#play")).to_be_visible()
        for page in windows:
            page.evaluate(ask)
        first, second = [page.evaluate("() => self.asked") for page in windows]
        assert [one + other for one, other in zip(first, second, strict=True)] == [1] * 25


def test_where_a_browser_lets_pages_remember_nothing_they_play_all_the_same(browser: Browser, host: Process) -> None:
    forbidden = """for (const name of ["localStorage", "sessionStorage"]) {
      const get = () => { throw new DOMException("denied", "SecurityError"); };
      Object.defineProperty(self, name, { get, configurable: true });
    }"""
    with browsing(browser) as context:
        page = context.new_page()
        page.goto(host.url)
        real = "() => Object.getOwnPropertyDescriptor(self, 'localStorage').configurable"
        assert page.evaluate(real)  # a real one can be put in its place as well
        context.add_init_script(forbidden)
        page = context.new_page()
        page.goto(host.url)
        play_now(page)
        page.locator("#draw").click()
        expect(page.locator("#discard")).to_be_visible()
