"""The first minute in the browser, by taps alone, to its end; in both languages, upright and lying."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.adapters.web.hosting import Process, process
from tests.adapters.web.seeing import DRAWN, cut, overlaps, scrolled, small, unreached
from tests.adapters.web.test_browser import PHONE, window
from tests.adapters.web.test_dropping import Drag, drag

LYING = {"width": 844, "height": 390}
SMALL = {"width": 360, "height": 640}
SOLUTIONS: dict[str, list[str]] = {
    "draw": ["#stock"],
    "run": ["7h", "8h", "9h", "#lay"],
    "set": ["Kh", "Kd", "Ks", "#lay"],
    "add": ["Th", "[data-number='1']"],
    "matta": ["9s", "Js", "2d", "#lay"],
    "discard": ["4c", "#pile"],
    "pile": ["#pile"],
    "burraco": ["Jh", "[data-number='1']"],
    "pozzetto": ["Kc", "[data-number='2']", "Qd", "#pile"],
    "close": ["Jk", "[data-number='2']", "6s", "#pile"],
}


__all__ = ["drag"]  # a fixture, for the tests below


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("lesson")) as running:
        running.start()
        yield running
        running.stop()


def tap(page: Page, what: str) -> None:
    page.locator(what if what[0] in "#[" else f'#own .card[data-card="{what}"][aria-pressed="false"]').first.click()


@pytest.mark.parametrize(
    ("size", "locale"),  # the longer words at every size
    [(PHONE, "it-IT"), (LYING, "it-IT"), (SMALL, "it-IT"), (SMALL, "en-GB")],
    ids=["upright", "lying", "small", "small in English"],
)
def test_ten_hands_by_taps(one_browser: Browser, host: Process, size: dict[str, int], locale: str) -> None:
    """All of a hand is on one screen before it is played and after."""
    with window(one_browser, host, size, locale) as page:
        expect(page.locator("#tolesson")).to_be_in_viewport(ratio=1)  # who needs it need not look for it
        page.locator("#tolesson").click()
        for number, (name, taps) in enumerate(SOLUTIONS.items(), 1):
            expect(page.locator("#step")).to_contain_text(f"{number} ")
            assert cut(page, "#lesson button, #lesson h1, #lesson .asked") == []
            assert small(page, "#lesson button:not(.card)", 38) == []
            assert scrolled(page) == (0, 0), name
            for what in taps:
                tap(page, what)
            expect(page.locator(".said.right"), name).to_be_visible()
            assert scrolled(page) == (0, 0), name
            assert cut(page, "#lesson .said") == []
            page.locator("#next").click()
        expect(page.locator("#hand .card").first).to_be_visible()  # a deal of one's own, at one press
        page.reload()
        expect(page.locator("#hand .card").first).to_be_visible()
        page.locator("#menu").click()
        page.locator("#mytables").click()
        expect(page.locator("dialog .tablerow")).to_have_count(1)


def test_on_a_page_that_is_enlarged_twice_nothing_lies_over_anything_else(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, PHONE, "it-IT") as page:
        page.goto(f"{host.url}lesson.html")
        for number in (1, 9):
            page.evaluate("(number) => sessionStorage.setItem('lesson', JSON.stringify({ number, plays: [] }))", number)
            page.reload()
            expect(page.locator("#step")).to_contain_text(f"{number} di")
            for wide, high in ((640, 400), (422, 195), (195, 422), (320, 568)):
                page.set_viewport_size({"width": wide, "height": high})
                page.evaluate(DRAWN)
                assert scrolled(page)[0] <= 0
                assert (
                    overlaps(page, "#lesson header > *, .asked, .terms, #stock, #pozzetti, #pileroom, .melds, #own")
                    == []
                )
                assert unreached(page, "#lesson :is(button:enabled, a)") == []


def test_a_wrong_play_is_explained_and_the_words_of_the_game_too(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, PHONE) as page:
        page.goto(f"{host.url}lesson.html")
        tap(page, "#stock")
        page.locator("#next").click()
        for card in ("3s", "4c", "5s"):
            tap(page, card)
        page.locator("#lay").click()
        expect(page.locator(".said")).to_contain_text("suit")
        assert page.locator("#own .card").count() == 12
        page.locator("[data-term='run']").click()
        expect(page.locator("dialog dd.meant")).to_contain_text("one suit")
        page.keyboard.press("Escape")
        page.locator("#glossary").click()
        expect(page.locator("dialog dt")).to_have_count(13)


def test_a_card_that_is_ticked_before_the_answer_comes_stays_ticked(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, PHONE) as page:
        page.goto(f"{host.url}lesson.html")
        for number, (name, taps) in enumerate(SOLUTIONS.items(), 1):
            expect(page.locator("#step")).to_contain_text(f"{number} ")
            if name == "pozzetto":
                break
            for what in taps:
                tap(page, what)
            expect(page.locator(".said.right"), name).to_be_visible()
            page.locator("#next").click()
        with host.hanging():
            for what in ("Kc", "[data-number='2']", "Qd"):
                tap(page, what)
        expect(page.locator("#own .card")).to_have_count(1)
        expect(page.locator("#own .card[aria-pressed='true']")).to_have_attribute("data-card", "Qd")
        page.locator("#pile").click()
        expect(page.locator(".said.right")).to_be_visible()


def test_the_words_of_the_game_are_beside_its_rules(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, PHONE) as page:
        page.locator("#play").click()
        expect(page.locator("#hand .card").first).to_be_visible()
        page.locator("#menu").click()
        page.locator("#readrules").click()
        page.locator("#toglossary").click()
        expect(page.locator("dialog.glossary dt")).to_have_count(13)


def test_a_window_that_is_loaded_again_goes_on_where_it_was(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, PHONE) as page:
        page.goto(f"{host.url}lesson.html")
        tap(page, "#stock")
        page.locator("#next").click()
        for card in ("7h", "8h", "9h", "#lay"):
            tap(page, card)
        page.locator("#next").click()
        expect(page.locator("#step")).to_contain_text("3 of")
        page.reload()
        expect(page.locator("#step")).to_contain_text("3 of")


def test_cards_are_dragged_in_the_lesson_as_at_the_table(one_browser: Browser, host: Process, drag: Drag) -> None:
    with window(one_browser, host, PHONE) as page:
        page.goto(f"{host.url}lesson.html")
        expect(page.locator("#own .card").first).to_be_visible()
        drag(page, page.locator("#stock"), page.locator("#own .card").first)
        expect(page.locator(".said.right")).to_be_visible()
        for number, plays in ((4, "Th"), (6, "4c")):
            page.evaluate("(number) => sessionStorage.setItem('lesson', JSON.stringify({ number, plays: [] }))", number)
            page.reload()
            expect(page.locator("#step")).to_contain_text(f"{number} of")
            onto = page.locator("#pile" if number == 6 else ".meld[data-number='1']")
            drag(page, page.locator(f'#own .card[data-card="{plays}"]').first, onto)
            expect(page.locator(".said.right")).to_be_visible()
        expect(page.locator(".carried")).to_have_count(0)
