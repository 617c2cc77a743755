"""The page in a real browser: a whole deal by clicks, two windows, a restart in the middle."""

import json
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.adapters.web.hosting import PATIENCE, Process, process
from tests.adapters.web.laid import Beside

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}
STEPS = 600  # clicks of a deal; more would be a game that does not end
HERE = """Promise.all(["events", "play", "requests", "state", "toast"].map((one) => import(`./${one}.js`)))
    .then((modules) => Object.assign({}, ...modules))"""
"""What a test takes of the page's own modules."""
UNDRAWN = """if (location.origin !== "null") {
  localStorage.sounds ??= "no";
  const faint = new CSSStyleSheet();
  faint.replaceSync("html { opacity: 0.0001 !important; }");
  document.adoptedStyleSheets.push(faint);
}"""
"""A page that is neither painted nor heard, which is a fifth of the work of a deal.

It is laid out, moves, and is clicked or covered as any other: what is as faint as this Chromium does not paint, but for
all else it counts as visible.
"""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("browser")) as running:
        running.start()
        yield running
        running.stop()


@contextmanager
def window(
    browser: Browser,
    host: Process | Beside,
    size: dict[str, int],
    locale: str = "en-GB",
    *,
    worker: bool = False,
    drawn: bool = False,
) -> Iterator[Page]:
    """A page of somebody's own; it must not complain.

    `worker`: with what the browser keeps running for it. To begin that takes a fifth of the work of a page, so it is
    left away where nothing is asked of it. `drawn`: whoever looks at its colours needs that; others see `UNDRAWN`.
    """
    context: BrowserContext = browser.new_context(
        viewport={"width": size["width"], "height": size["height"]},
        has_touch=size == PHONE,
        locale=locale,
        reduced_motion="reduce",  # nothing is waited for that only moves
        service_workers="allow" if worker else "block",
    )
    context.set_default_timeout(PATIENCE * 1000)
    if not drawn:
        context.add_init_script(UNDRAWN)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    page.goto(host.url)
    try:
        yield page
        assert [fault for fault in faults if "WebSocket" not in fault] == []
    finally:
        context.close()


SEEN = f"""async () => {{
  const {{ app, wire }} = await {HERE};
  const {{ table, seats, now, feed, turn_mark }} = app.view ?? {{}};
  const turns = seats?.map((one) => [one.seat, Boolean(one.in_turn), Boolean(one.computer)]);
  const last = {{ now, said: feed?.at(-1), refused: document.getElementById("toast")?.textContent }};
  return {{ open: wire.open, busy: app.busy, phase: table?.phase, stage: table?.stage, turn_mark, turns, last }};
}}"""
"""What a page knows of its table, for a test that has waited in vain; of no cards."""


def soon(so: str) -> str:
    """Waits in the page until it is so, a twentieth of a second at most: to ask it from outside takes milliseconds.

    By a timer that goes on where a test has put its own clock into the page.
    """
    later = "await scheduler.postTask(() => {}, { delay: 10 })"
    return f"for (let looks = 0; looks < 5 && !({so}); looks += 1) {later};"


def until(*pages: Page, what: str) -> None:
    """Until one of the pages shows it; `wait_for_function` takes a promise for it, and may read no expression."""
    script = f"async () => {{ const {{ app, hand, wire }} = await {HERE}; {soon(what)} return {what}; }}"
    since = time.monotonic()
    while not any(page.evaluate(script) for page in pages):
        assert time.monotonic() < since + PATIENCE, f"never {what}, but {[page.evaluate(SEEN) for page in pages]}"


def play_now(page: Page) -> None:
    page.locator("#pace").select_option("0")
    page.locator("#play").click()
    expect(page.locator("#hand .card").first).to_be_visible()


def sit_down(page: Page, seat: str, name: str) -> None:
    """In a lobby, by somebody who has not said their name yet."""
    page.locator(f'.chair[data-seat="{seat}"] .sit').click()
    page.locator("#yourname").fill(name)
    page.locator("#nameok").click()
    expect(page.locator(f'.chair[data-seat="{seat}"].own')).to_contain_text(name)


def accept(page: Page, seat: str, name: str) -> None:
    """The place of a link, by somebody who has not said their name yet."""
    page.locator("#yourname").fill(name)
    page.locator("#nameok").click()
    expect(page.locator(f'.chair[data-seat="{seat}"].own')).to_contain_text(name)


STATE = """() => {
  const enabled = (id) => { const e = document.getElementById(id); return Boolean(e && !e.disabled); };
  const open = (kind) => Boolean(document.querySelector(`dialog.${kind}[open]`));
  if (document.body.classList.contains("busy")) return "wait";
  if (open("score")) return "over";
  if (open("question")) return document.getElementById("yes") ? "yes" : "low";
  if (enabled("draw")) return "draw";
  if (enabled("pickup")) return "pickup";
  if (document.querySelector(".suggestion")) return "suggestion";
  if (document.querySelector("#status.you") && document.getElementById("discard")) return "discard";
  return "wait";
}"""
STATE_SOON = f"""async () => {{
  const state = {STATE};
  {soon('state() !== "wait"')}
  return state();
}}"""
"""What may be done, as soon as it is something; "wait" after a twentieth of a second."""


def click_on(page: Page, tried: int) -> bool:
    """One sensible click, as soon as there is one; False when the deal is over."""
    return click_on_all([page], tried)


def click_on_all(pages: Sequence[Page], tried: int) -> bool:
    """The same in several windows: while nobody can click it is waited, however long computers think."""
    since = time.monotonic()
    while (states := {act(page, tried) for page in pages}) <= {"over", "wait"} and "wait" in states:
        assert time.monotonic() < since + PATIENCE, "nobody can do anything"
    return states != {"over"}


def act(page: Page, tried: int) -> str:
    """One sensible click, if there is one; what could be done."""
    match state := str(page.evaluate(STATE_SOON)):
        case "over" | "wait":
            pass
        case "suggestion":
            page.locator(".suggestion").first.click()
        case "discard":
            discard_one(page, tried)
        case button:
            page.locator(f"#{button}").click()
    return state


def discard_one(page: Page, tried: int) -> None:
    """Tick a card and discard it; another time another one, for some may not be discarded."""
    page.keyboard.press("Escape")
    cards = page.locator("#hand .card")
    cards.nth(tried % max(1, cards.count())).click()
    page.locator("#discard").click()


def play_out(page: Page) -> None:
    for step in range(STEPS):
        if not click_on(page, step):
            return
    pytest.fail("the deal does not end")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_whole_deal_by_clicks_and_a_rematch(one_browser: Browser, host: Process, size: dict[str, int]) -> None:
    with window(one_browser, host, size) as page:
        play_now(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        play_out(page)
        score = page.locator("dialog.score")
        expect(score).to_contain_text("Total")
        with page.expect_download() as download:
            score.locator("#record").click()
        assert re.match(r"burraco-[A-Z]{4}\.brn", download.value.suggested_filename)
        score.locator("#rematch").click()
        expect(score).to_be_hidden()
        expect(page.locator("#hand .card").first).to_be_visible()


def test_a_killed_host_is_found_again_by_the_page(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, DESKTOP, worker=True) as page:
        play_now(page)
        page.locator("#draw").click()
        expect(page.locator("#discard")).to_be_visible()
        page.locator("#hand .card").nth(2).click()
        expect(page.locator("#hand .card.ticked")).to_have_count(1)
        until(page, what="hand.unsaved === 0")
        hand = page.locator("#hand .card").evaluate_all("cards => cards.map(card => card.dataset.card)")
        host.kill()
        expect(page.locator("#link")).to_be_visible()
        host.start()
        expect(page.locator("#link")).to_be_hidden()
        frames: list[str | bytes] = []
        page.on("websocket", lambda socket: socket.on("framesent", lambda frame: frames.append(frame)))  # noqa: PLW0108  the library marks a function
        page.reload()
        expect(page.locator("#hand .card.ticked")).to_have_count(1)
        numbers = [number for frame in frames if (number := json.loads(frame)["id"])]
        assert len(numbers) == len(set(numbers)) > 0  # of a host that is there nothing is asked twice
        assert page.locator("#hand .card").evaluate_all("cards => cards.map(card => card.dataset.card)") == hand
        page.locator("#discard").click()
        for step in range(10):  # and it goes on from there
            if not click_on(page, step):
                break


def test_two_windows_are_two_people_in_two_languages(one_browser: Browser, host: Process) -> None:
    with (
        window(one_browser, host, DESKTOP) as anna,
        window(one_browser, host, PHONE, "it-IT") as bruno,
    ):
        anna.locator("#name").fill("Anna")
        anna.locator("#pace").select_option("0")
        anna.locator("#open").click()
        expect(anna.locator("dialog.narrow")).to_contain_text("BURRACO_WEB=0.0.0.0")
        anna.locator("#openhere").click()
        anna.locator('.chair[data-seat="S"] .invite').click()
        bruno.goto(anna.locator(".address").input_value())
        anna.keyboard.press("Escape")
        accept(bruno, "S", "Bruno")
        expect(anna.locator('.chair[data-seat="S"]')).to_contain_text("Bruno")
        anna.locator("#start").click()
        anna.locator("#yes").click()  # computers take the seats that are free
        expect(anna.locator("#hand .card").first).to_be_visible()
        expect(bruno.locator("#hand .card").first).to_be_visible()
        expect(bruno.locator("#seats")).to_contain_text("Anna")
        for step in range(60):  # that a deal comes to its end is shown by four people
            if not click_on_all((anna, bruno), step):
                break
        for page in (anna, bruno):
            expect(page.locator("#room, dialog.score").first).to_be_visible()  # a pozzetto may not be seen yet


def test_words_come_in_the_language_that_is_spoken_and_in_another_once_it_is_wanted(
    one_browser: Browser, host: Process
) -> None:
    with window(one_browser, host, DESKTOP, "it-IT") as page:
        expect(page.locator("#play")).to_be_visible()
        loaded_words = """() => performance.getEntriesByType("resource").map((one) => one.name.split("/").at(-1))
          .filter((one) => /^words[.].*json$/.test(one))"""
        assert page.evaluate(loaded_words) == ["words.it.json"]
        page.evaluate("async () => (await import('./words.js')).speak('en')")
        assert page.evaluate(loaded_words) == ["words.it.json", "words.en.json"]
        assert page.evaluate("async () => (await import('./words.js')).t('glossary')") == "Glossary"


def test_cards_are_dragged_ticked_by_keys_and_asked_about(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, DESKTOP) as page:
        play_now(page)
        cards = page.locator("#hand .card")
        first = cards.nth(0).get_attribute("data-card")
        cards.nth(0).drag_to(cards.nth(4))
        expect(cards.nth(4)).to_have_attribute("data-card", first or "")
        cards.nth(4).focus()
        page.keyboard.press("Shift+ArrowRight")
        expect(cards.nth(5)).to_have_attribute("data-card", first or "")
        page.keyboard.press("Space")
        expect(cards.nth(5)).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#draw")).to_be_enabled()  # before their turn nobody is told more than that
        page.keyboard.press("w")
        expect(page.locator("dialog.why")).to_contain_text("FIBUR")
        page.locator("dialog .close").click()
        page.keyboard.press("Escape")
        expect(page.locator("#hand .card.ticked")).to_have_count(0)
        page.locator("#draw").click()
        expect(page.locator("#discard")).to_be_visible()
        plain = page.locator('#hand .card:not([data-card^="J"]):not([data-card^="2"])')
        plain.last.drag_to(page.locator("#pile"))
        expect(page.locator("#discard")).to_be_hidden()
