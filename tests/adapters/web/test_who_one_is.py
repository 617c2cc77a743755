"""Who one is in a browser: several windows of one person, and one person after another in the same window."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.adapters.web.conftest import ARGUMENTS, whole_browser
from tests.adapters.web.hosting import Process, process
from tests.adapters.web.test_browser import DESKTOP, HERE, play_now, until, window

MIDDLE = (640, 300)  # of the window, where nothing is pressed


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("who")) as running:
        running.start()
        yield running
        running.stop()


@pytest.fixture
def first(one_browser: Browser, host: Process) -> Iterator[Page]:
    """The first window of somebody whom the host does not know yet."""
    with window(one_browser, host, DESKTOP) as page:
        expect(page.locator("#play")).to_be_visible()
        yield page


def beside(page: Page) -> Page:
    """Another window of the same browser."""
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator("#play")).to_be_visible()
    return other


def label(page: Page) -> str:
    return page.locator("#table h1").inner_text()


def again(page: Page) -> None:
    """The connection breaks, and comes again."""
    page.evaluate(f"{HERE}.then(({{ wire }}) => wire.socket.close())")


class HeldBack:
    """What a host says over a window's first connection: it comes when it is let through."""

    def __init__(self) -> None:
        self.has_asked = False
        self._to_come: list[str | bytes] | None = []
        self._route: WebSocketRoute | None = None

    def connect(self, route: WebSocketRoute) -> None:
        server, is_first = route.connect_to_server(), self._route is None
        self._route = self._route or route

        def hears(message: str | bytes) -> None:
            self.has_asked = True
            server.send(message)

        def answers(message: str | bytes) -> None:
            if is_first and self._to_come is not None:
                self._to_come.append(message)
            else:
                route.send(message)

        route.on_message(hears)
        server.on_message(answers)

    def arrives(self) -> None:
        messages, self._to_come = self._to_come or [], None
        assert messages
        assert self._route is not None
        for message in messages:
            self._route.send(message)


def held_back(page: Page) -> HeldBack:
    late = HeldBack()
    page.route_web_socket("**/ws", late.connect)
    return late


def test_a_newcomer_who_has_opened_two_windows_keeps_their_seat(first: Page) -> None:
    second = beside(first)
    play_now(first)
    before = label(first)
    expect(second.locator("#hand .card").first).to_be_visible()  # the same person, who has a table now
    assert label(second) == before
    for page in (first, second):
        page.reload()
        expect(page.locator("#hand .card").first).to_be_visible()
        assert label(page) == before


def test_a_newcomer_keeps_their_seat_whichever_window_they_play_in(first: Page) -> None:
    second = beside(first)
    beside(first).close()
    play_now(second)
    again(second)
    expect(second.locator("#draw")).to_be_enabled()
    second.locator("#draw").click()
    expect(second.locator("#discard")).to_be_visible()
    first.reload()
    expect(first.locator("#hand .card").first).to_be_visible()
    assert label(first) == label(second)


def test_of_two_newcomers_at_once_each_window_stays_who_it_is(first: Page) -> None:
    second = beside(first)
    deaf = "addEventListener('storage', (event) => event.stopImmediatePropagation(), true)"
    second.add_init_script(deaf)  # as in the moment before it hears of the other
    second.reload()
    expect(second.locator("#play")).to_be_visible()
    for page in (first, second):
        play_now(page)
    before = [label(page) for page in (first, second)]
    assert before[0] != before[1]
    for page in (first, second):
        page.reload()
        expect(page.locator("#hand .card").first).to_be_visible()
    assert [label(page) for page in (first, second)] == before


@pytest.mark.parametrize("remembers", [True, False])
def test_who_is_greeted_as_nobody_while_another_window_becomes_somebody_is_the_same_there(
    first: Page, remembers: bool
) -> None:
    second = first.context.new_page()
    if not remembers:  # as two windows that are opened at once
        second.add_init_script("sessionStorage.once ??= localStorage.clear() || 'yes'")
    late = held_back(second)
    second.goto(first.url)
    second.wait_for_function("() => document.readyState === 'complete'")
    while not late.has_asked:
        second.wait_for_timeout(10)
    play_now(first)
    before = label(first)
    late.arrives()
    expect(second.locator("#hand .card").first).to_be_visible()
    for page in (first, second):
        page.reload()
        expect(page.locator("#hand .card").first).to_be_visible()
        assert label(page) == before


def test_who_comes_by_the_link_of_somebody_who_was_deleted_is_remembered_like_any_newcomer(
    first: Page, host: Process
) -> None:
    first.evaluate("localStorage.clear()")
    first.goto("about:blank")
    first.goto(f"{host.url}#t=of-somebody-who-is-no-more")
    play_now(first)
    other = first.context.new_page()
    other.goto(host.url)
    expect(other.locator("#hand .card").first).to_be_visible()
    assert label(other) == label(first)


def test_who_becomes_somebody_else_sees_nothing_more_of_who_was_there(
    first: Page, one_browser: Browser, host: Process
) -> None:
    play_now(first)
    with window(one_browser, host, DESKTOP) as other:
        play_now(other)
        token = other.evaluate("localStorage.token")
    first.context.set_offline(True)
    first.evaluate(f"location.hash = 't={token}'")
    expect(first.locator("#screen .card")).to_have_count(0)  # nothing has come yet in its place
    first.context.set_offline(False)
    expect(first.locator("#hand .card").first).to_be_visible()


def test_a_view_that_waits_for_a_finger_is_not_shown_to_who_has_taken_the_place(first: Page) -> None:
    play_now(first)
    first.evaluate(f"{HERE}.then((found) => {{ self.found = found; }})")
    first.context.set_offline(True)
    first.mouse.move(*MIDDLE)
    first.mouse.down()
    first.evaluate("found.wire.heard({ type: 'view', ...found.app.view })")
    first.evaluate("location.hash = 't=somebody'")
    first.mouse.up()
    first.wait_for_timeout(200)  # milliseconds, longer than a click is waited for
    expect(first.locator("#screen .card")).to_have_count(0)


# --- on the way back, where a browser shows a page again as it was ---------------------------------------------------

KEEPS = ["--disable-back-forward-cache"]  # which Playwright adds


@pytest.fixture
def keeping(one_browser: Browser) -> Iterator[Browser]:
    """A browser that keeps the pages one has come from, as one without windows of its own does not."""
    found = one_browser.browser_type.launch(
        executable_path=whole_browser(), args=list(ARGUMENTS), ignore_default_args=KEEPS
    )
    yield found
    found.close()


def go_back(page: Page) -> None:
    """`Page.go_back` waits for a page to be loaded, which it is not."""
    page.evaluate("setTimeout(() => history.back())")


TRIES = 4  # a browser that has much to do may keep no page


def play_on_after_the_way_back(page: Page, _other: Page, host: Process) -> bool:
    """Whether the browser kept the page."""
    play_now(page)
    page.evaluate("self.kept = true")
    page.goto(f"{host.url}lesson.html")
    go_back(page)
    page.wait_for_function("() => !location.pathname.endsWith('lesson.html')")
    page.locator("#draw").click()
    expect(page.locator("#discard")).to_be_visible()
    return bool(page.evaluate("self.kept === true"))


def see_no_hand_of_before(page: Page, other: Page, host: Process) -> bool:
    """Whether the browser kept the page."""
    play_now(other)
    token = other.evaluate("localStorage.token")
    page.add_init_script("addEventListener('pageshow', ({ persisted }) => persisted && (sessionStorage.back = 'yes'))")
    page.reload()
    play_now(page)
    page.goto(f"{host.url}lesson.html")
    page.goto(f"{host.url}#t={token}")
    expect(page.locator("#table h1")).to_have_text(label(other))
    page.evaluate("setTimeout(() => history.go(-2))")
    page.wait_for_timeout(2_000)  # milliseconds: Playwright does not hear when a page is shown that was kept
    assert page.evaluate("sessionStorage.token") == token
    expect(page.locator("#table h1")).to_have_text(label(other))
    return bool(page.evaluate("sessionStorage.back === 'yes'"))


@pytest.mark.parametrize("seen", [play_on_after_the_way_back, see_no_hand_of_before])
def test_on_the_way_back_the_table_is_there_and_goes_on_and_nobody_sees_the_hand_of_who_was_there_before(
    seen: Callable[[Page, Page, Process], bool], keeping: Browser, host: Process
) -> None:
    for _ in range(TRIES):
        with window(keeping, host, DESKTOP) as page, window(keeping, host, DESKTOP) as other:
            if seen(page, other, host):
                return
    pytest.fail("the browser never kept the page")


def test_a_page_that_is_loaded_anew_for_somebody_else_notes_no_table_of_before(first: Page) -> None:
    """Else they would be shown that one, as whoever watches it, and not their own."""
    play_now(first)
    first.evaluate(f"""() => setTimeout(async () => {{
      const {{ wire, app }} = await {HERE};
      const view = app.view;
      sessionStorage.setItem("token", "somebody else's");
      sessionStorage.removeItem("table");
      dispatchEvent(new PageTransitionEvent("pageshow", {{ persisted: true }})); // it goes, though not at once
      wire.heard({{ type: "view", ...view }});
      localStorage.setItem("noted", sessionStorage.getItem("table") ?? "nothing"); // which outlives the page
    }})""")
    first.wait_for_function("() => localStorage.getItem('noted') === 'nothing'")


def test_a_connection_that_has_closed_without_a_word_is_made_again_as_soon_as_somebody_looks(first: Page) -> None:
    play_now(first)
    first.evaluate(f"{HERE}.then(({{ wire }}) => {{ wire.socket.onclose = null; wire.socket.close(); }})")
    until(first, what="wire.socket.readyState === WebSocket.CLOSED")
    first.evaluate("dispatchEvent(new Event('focus'))")
    first.locator("#draw").click()
    expect(first.locator("#discard")).to_be_visible()
