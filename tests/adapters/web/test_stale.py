"""A question is about the match, or the moment, that it was asked about: what comes after it is never meant."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.adapters.web.hosting import Process, process
from tests.adapters.web.laid import Beside, beside
from tests.adapters.web.test_browser import HERE, until
from tests.adapters.web.test_controls import Windows, choose, say, two_against_each_other
from tests.adapters.web.test_dropping import PLAY
from tests.adapters.web.test_sizes import begin, laid, window

CUT: Final = f"async () => {{ const {{ wire }} = await {HERE}; wire.connect = () => {{}}; wire.leave(); }}"
BACK: Final = f"async () => {{ const {{ wire }} = await {HERE}; delete wire.connect; wire.connect(); }}"
MATCH: Final = f"async () => (await {HERE}).app.view.table.match"
IDLE: Final = f"(({{ app, wire }}) => wire.open && !wire.waiting.size && !app.busy)(await {HERE})"
CAUTION: Final = """async () => {
  const [{ ask }, { momentHere }] = await Promise.all([import("./dialogs.js"), import("./state.js")]);
  ask("Really?", "Yes", () => { throw new Error("done"); }, momentHere());
}"""
PAST: Final = "Things have moved on meanwhile: nothing was done."
QUESTIONS: Final = {"resign": "#yes", "end": "#yes", "propose-adjourn": "#adjourn-1"}
"""What the menu asks about a match, and what says yes to it."""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("stale")) as running:
        running.start()
        yield running
        running.stop()


@pytest.fixture
def windows(one_browser: Browser, host: Process) -> Iterator[Windows]:
    with ExitStack() as stack:
        yield Windows(one_browser, host, stack)


def next_match(anna: Page, bruno: Page, host: Process) -> None:
    """One match ends and the next one begins, while Anna's first window hears nothing; she plays on in another one."""
    other = anna.context.new_page()
    other.goto(host.url)
    expect(other.locator("#hand .card").first).to_be_visible()
    before = bruno.evaluate(MATCH)
    say(bruno, "resign")
    for page in (other, bruno):
        page.locator("#rematch").click()
    for page in (other, bruno):
        until(page, what=f"app.view.table.phase === 'playing' && app.view.table.match !== '{before}'")
    other.close()


def goes_on(bruno: Page) -> None:
    """Nothing has happened to the match."""
    assert bruno.evaluate(f"async () => (await {HERE}).app.view.table.phase") == "playing"
    expect(bruno.locator("#banners .banner")).to_have_count(0)


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_about_a_match_that_is_over_closes_and_does_nothing(
    windows: Windows, host: Process, question: str
) -> None:
    anna, bruno = two_against_each_other(windows)
    choose(anna, question)
    expect(anna.locator(QUESTIONS[question])).to_be_visible()
    anna.evaluate(CUT)
    next_match(anna, bruno, host)
    expect(anna.locator(QUESTIONS[question])).to_be_visible()  # it has not heard of it
    anna.evaluate(BACK)
    expect(anna.locator("dialog")).to_be_hidden()
    expect(anna.locator("#toast.shown")).to_have_text(PAST)
    until(anna, what=IDLE)
    goes_on(bruno)


@pytest.mark.parametrize("question", ["resign", "end"])
def test_a_yes_that_arrives_after_the_match_gives_up_no_other_one(
    windows: Windows, host: Process, question: str
) -> None:
    anna, bruno = two_against_each_other(windows)
    choose(anna, question)
    anna.evaluate(CUT)
    anna.locator("#yes").click()
    expect(anna.locator("#toast.shown")).to_contain_text("Your press is kept")
    next_match(anna, bruno, host)
    anna.evaluate(BACK)
    expect(anna.locator("#toast.shown")).to_have_text(PAST)
    until(anna, what=IDLE)
    expect(anna.locator("dialog")).to_be_hidden()
    goes_on(bruno)


def test_a_yes_within_the_match_is_done(windows: Windows) -> None:
    anna, bruno = two_against_each_other(windows)
    choose(anna, "resign")
    anna.locator("#yes").click()
    expect(bruno.locator("dialog.score")).to_be_visible()


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Beside]:
    with beside(tmp_path) as running:
        yield running


def test_a_question_about_a_play_closes_when_another_moment_has_come(one_browser: Browser, own: Beside) -> None:
    with window(one_browser, own) as page:
        label = begin(page)
        own.lay(label, PLAY)
        laid(page, own, label)
        page.evaluate(CAUTION)
        expect(page.locator("#yes")).to_be_visible()
        own.lay(label, PLAY)
        expect(page.locator("dialog")).to_be_hidden()
        expect(page.locator("#toast.shown")).to_have_text(PAST)
