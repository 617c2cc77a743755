"""What people are told where they stand: a term of the score sheet, why a key does nothing, what comes next."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.adapters.web.laid import Beside, beside
from tests.adapters.web.seeing import SHIFT, cut, scrolled
from tests.adapters.web.test_browser import DESKTOP, PHONE, play_now, window
from tests.adapters.web.test_endings import close

SMALL = {"width": 360, "height": 640}
HAND = "N/play ? 4s 6s7s8c9d/?11/?11/?11 ?11,?11 !5h6h7h|!-"
"""Two cards of it are no meld and fit nowhere; the turn is one's own."""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Beside]:
    with beside(tmp_path_factory.mktemp("explained")) as running:
        yield running


def label(page: Page) -> str:
    return page.locator("#table header .label").inner_text()


def lay(page: Page, host: Beside, text: str) -> None:
    play_now(page)
    host.lay(label(page), text)
    expect(page.locator(".meld.mine")).to_have_count(1)


@pytest.mark.parametrize(
    ("size", "locale", "words"),
    [(DESKTOP, "en-GB", "twenty points"), (SMALL, "it-IT", "venti punti")],
    ids=["desktop", "small"],
)
def test_victory_points_are_explained_on_the_sheet_by_a_press_and_by_resting_there(
    one_browser: Browser, host: Beside, size: dict[str, int], locale: str, words: str
) -> None:
    with window(one_browser, host, size, locale) as page:
        play_now(page)
        close(page, host)
        term = page.locator("dialog.score #explain-vp")
        expect(term).to_have_text("Victory Points")
        page.evaluate(SHIFT)
        term.click()
        expect(page.locator("#tip")).to_contain_text(words)
        assert cut(page, "dialog.score #explain-vp, #tip") == []
        page.keyboard.press("Shift")
        expect(page.locator("#tip")).to_have_count(0)
        expect(page.locator("dialog.score")).to_be_visible()
        page.mouse.move(1, 1)
        term.hover()
        expect(page.locator("#tip")).to_contain_text(words)
        assert page.evaluate("() => window.shift") == 0
        assert scrolled(page)[0] == 0


def test_a_refusal_is_gone_once_something_is_done(one_browser: Browser, host: Beside) -> None:
    with window(one_browser, host, PHONE) as page:
        page.locator("#code").fill("ZZZZ")
        page.locator(".join button").click()
        expect(page.locator("#toast.shown")).to_have_count(1)
        play_now(page)
        expect(page.locator("#toast.shown")).to_have_count(0)


def test_what_is_no_refusal_stays_when_something_is_done(one_browser: Browser, host: Beside) -> None:
    with window(one_browser, host, PHONE) as page:
        words = "There is something to read here, and it takes a while to do so. " * 8  # half a minute
        assert page.evaluate(
            """async ([words]) => {
              const { toast, refuse, settle } = await import("./toast.js");
              const shown = () => document.querySelectorAll("#toast.shown").length;
              toast(words);
              settle();
              const told = shown();
              refuse(words);
              const refused = shown();
              settle();
              return [told, refused, shown()];
            }""",
            [words],
        ) == [1, 1, 0]


KEYS = [
    ("x", ["6s", "9d"], "Only one card is discarded."),
    ("x", [], "Tick one card and press"),
    ("l", ["6s"], "Tick three cards or more"),
    ("d", [], "You have already drawn"),
    ("1", [], "Tick the cards first"),
    ("4", ["6s"], "Your side has no meld 4."),
]


def test_a_key_that_does_nothing_says_why(one_browser: Browser, host: Beside) -> None:
    with window(one_browser, host, DESKTOP) as page:
        lay(page, host, HAND)
        for key, cards, words in KEYS:
            page.keyboard.press("Escape")
            for card in cards:
                page.locator(f'#hand .card[data-card="{card}"]').click()
            expect(page.locator("#hand .card.ticked")).to_have_count(len(cards))
            page.evaluate("() => document.activeElement.blur()")
            page.keyboard.press(key)
            expect(page.locator("#toast.shown"), key).to_contain_text(words)
        assert page.locator("#hand .card").count() == 4


def test_while_another_plays_a_key_says_whose_turn_it_is(one_browser: Browser, host: Beside) -> None:
    with window(one_browser, host, DESKTOP) as page:
        lay(page, host, HAND)
        page.evaluate(
            """async () => {
              const [{ app }, { render }] = await Promise.all([import("./state.js"), import("./events.js")]);
              const other = app.view.seats.find((seat) => seat.seat !== app.view.me.seat);
              for (const seat of app.view.seats) seat.in_turn = seat === other;
              other.name = "Bruno";
              app.view.controls = {};
              render();
            }"""
        )
        page.keyboard.press("d")
        expect(page.locator("#toast.shown")).to_have_text("It is Bruno's turn.")


def test_whoever_waits_for_a_seat_is_offered_one_under_the_final_sheet(one_browser: Browser, host: Beside) -> None:
    with window(one_browser, host, PHONE) as anna, window(one_browser, host, SMALL) as ada:
        play_now(anna)
        ada.locator("#code").fill(label(anna))
        ada.locator(".join button").click()
        expect(ada.locator("#latecomer")).to_be_visible()
        close(anna, host)
        main = ada.locator("dialog.score .first button")
        expect(main).to_have_text("Wait for a seat")
        expect(ada.locator("dialog.score #again")).to_have_text("Watch four computer players")
        main.click()
        ada.locator("#yourname").fill("Ada")
        ada.locator("#nameok").click()
        expect(ada.locator("#nexttable")).to_be_visible()
        ada.locator("#sheet").click()
        expect(main).to_have_text("Open the next table")
        expect(main).to_be_in_viewport(ratio=1)
        assert cut(ada, "dialog.score button") == []
        main.click()
        expect(ada.locator("#lobby .chair.own")).to_contain_text("Ada")
        expect(ada.locator("dialog.score")).to_be_hidden()


@pytest.mark.parametrize(
    ("locale", "words"), [("en-GB", "right for the first evening"), ("it-IT", "giuste per la prima sera")]
)
def test_the_usual_code_is_offered_without_a_word_of_the_trade(
    one_browser: Browser, host: Beside, locale: str, words: str
) -> None:
    with window(one_browser, host, SMALL, locale) as page:
        expect(page.locator("#offer")).to_contain_text(words)
        assert "150" not in page.locator("#offer").inner_text()
        page.locator("#rules").select_option("international")
        expect(page.locator("#offer")).not_to_contain_text(words)
        page.locator("#rules").select_option("fibur")
        page.locator("#read").click()
        expect(page.locator("dialog.rules p").first).to_contain_text("150")  # who wants to know finds it


# --- on every screen --------------------------------------------------------------------------------------------------


def words_for_finger(page: Page, selector: str) -> str:
    """What a finger that stays there is told; the press does nothing else."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    x, y = box["x"] + min(12, box["width"] / 2), box["y"] + min(12, box["height"] / 2)
    line = page.context.new_cdp_session(page)
    line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(page.locator("#tip")).to_have_count(1)
    words = page.locator("#tip").inner_text()
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    line.detach()
    return words


def test_a_finger_that_stays_on_what_plays_explains_it_and_plays_nothing(one_browser: Browser, host: Beside) -> None:
    with window(one_browser, host, SMALL) as page:
        play_now(page)
        host.lay(label(page), HAND.replace("N/play", "N/draw", 1))
        expect(page.locator("#draw")).to_be_enabled()
        assert "top card" in words_for_finger(page, "#draw")
        assert "whole pile" in words_for_finger(page, "#pickup")
        assert "may still be drawn. Press" in words_for_finger(page, "#stock")
        assert "in this order" in words_for_finger(page, "#sort")
        assert "what you have just laid" in words_for_finger(page, "#undo")
        assert "points of the cards" in words_for_finger(page, ".side.mine .sum")
        assert "It is your turn." in words_for_finger(page, ".seat.below")
        expect(page.locator("#draw")).to_be_enabled()  # nothing was drawn


def test_a_suggestion_tells_its_card_and_what_a_press_does(one_browser: Browser, host: Beside) -> None:
    with window(one_browser, host, DESKTOP) as page:
        play_now(page)
        host.lay(label(page), HAND.replace("8c9d", "8c8h"))
        page.locator(".suggestion .card").first.hover()
        expect(page.locator("#tip")).to_contain_text("points. One press lays")


@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
def test_the_lesson_explains_what_lies_there(one_browser: Browser, host: Beside, locale: str) -> None:
    words = {"en-GB": ("points.", "may still be drawn"), "it-IT": ("punti.", "Si possono ancora pescare")}[locale]
    with window(one_browser, host, SMALL, locale) as page:
        page.goto(f"{host.url}lesson.html")
        expect(page.locator("#own .card").first).to_be_visible()
        assert words[0] in words_for_finger(page, "#own .card")
        expect(page.locator("#own [aria-pressed=true]")).to_have_count(0)
        assert words[1] in words_for_finger(page, "#stock")


@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
def test_of_one_card_it_is_not_said_that_there_are_several(one_browser: Browser, host: Beside, locale: str) -> None:
    words = {"en-GB": "One card. Who", "it-IT": "Una carta. Chi"}[locale]
    with window(one_browser, host, SMALL, locale) as page:
        play_now(page)
        host.lay(label(page), HAND.replace("N/play ?", "N/draw ?", 1))
        expect(page.locator("#stock")).to_be_enabled()
        assert words in words_for_finger(page, "#pile small")


def test_the_arrows_lead_into_the_hand_from_nowhere(one_browser: Browser, host: Beside) -> None:
    with window(one_browser, host, DESKTOP) as page:
        lay(page, host, HAND)
        page.evaluate("() => document.activeElement.blur()")
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#hand .card").first).to_be_focused()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Space")
        expect(page.locator("#hand .card").nth(1)).to_have_class(re.compile("ticked"))
