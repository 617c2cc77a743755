"""The table as people play at it: a turn in two gestures, what a drag would make, what is explained, keys alone."""

import time
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.adapters.web.hosting import PATIENCE
from tests.adapters.web.laid import Beside, beside
from tests.adapters.web.seeing import DRAWN
from tests.adapters.web.test_dropping import DRAW, ELSEWHERE, HAND, PLAY, by_finger, by_mouse, card, point, tick
from tests.adapters.web.test_sizes import begin, laid, resize, window

PHONE: Final = (390, 844)
PLAIN: Final = '#hand .card:not([data-card^="J"]):not([data-card^="2"])'
"""Cards that are discarded without a question."""

LIFTED: Final = """async () => {
  const [{ wire }, { app }] = await Promise.all([import("./requests.js"), import("./state.js")]);
  const menu = document.getElementById("menu");
  const send = (kind) => menu.dispatchEvent(new PointerEvent(kind, { bubbles: true, isPrimary: true, button: 0 }));
  send("pointerdown");
  send("pointerup");
  wire.heard({ ...app.view, type: "view" });
  const before = menu.isConnected;
  menu.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  for (let turn = 0; menu.isConnected && turn < 1000; turn += 1) await new Promise((done) => setTimeout(done));
  return [before, menu.isConnected];
}"""
"""A view comes between them; whether the button is there before the click, and afterwards."""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Beside]:
    with beside(tmp_path_factory.mktemp("scene")) as running:
        yield running


@pytest.fixture
def page(one_browser: Browser, host: Beside) -> Iterator[Page]:
    with window(one_browser, host) as found:
        found.evaluate("label => document.title = label", begin(found))
        yield found


@pytest.fixture
def phone(one_browser: Browser, host: Beside) -> Iterator[Page]:
    with window(one_browser, host, touch=True) as found:
        begin(found)
        resize(found, PHONE, touch=True)
        yield found


def lay(page: Page, host: Beside, text: str) -> None:
    label = page.locator("header .label").inner_text()
    host.lay(label, text)
    laid(page, host, label)


def press_twice(card: Locator, apart: float) -> None:
    """So many seconds apart, however late the page comes to it."""
    session = card.page.context.new_cdp_session(card.page)
    x, y = point(card)
    begun = time.time()
    session.send("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": x, "y": y})
    for at in (begun, begun + apart):
        for kind in ("mousePressed", "mouseReleased"):
            facts = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1, "timestamp": at}
            session.send("Input.dispatchMouseEvent", facts)


def turn_over(page: Page) -> None:
    expect(page.locator("#status.you")).to_have_count(0)


# --- a plain turn -----------------------------------------------------------------------------------------------------


def test_a_turn_is_the_stock_dragged_to_the_hand_and_a_card_to_the_pile(page: Page, host: Beside) -> None:
    lay(page, host, DRAW)
    by_mouse(page, page.locator("#stock"), page.locator("#hand .card").nth(4))
    expect(page.locator("#hand .card")).to_have_count(12)
    by_mouse(page, card(page, "4d"), page.locator("#pile"))
    turn_over(page)


def test_a_turn_is_a_tap_on_the_stock_and_two_on_a_card(phone: Page, host: Beside) -> None:
    lay(phone, host, DRAW)
    phone.locator("#stock").tap()
    expect(phone.locator("#hand .card")).to_have_count(12)
    press_twice(card(phone, "4d"), 0.6)
    expect(phone.locator("#hand .card")).to_have_count(12)
    expect(phone.locator("#hand .card.ticked")).to_have_count(0)  # one press ticks it, the other unticks it
    press_twice(card(phone, "4d"), 0.2)
    turn_over(phone)


def test_two_presses_untick_a_ticked_card_and_discard_nothing(page: Page, host: Beside) -> None:
    lay(page, host, PLAY)
    page.locator("#hand .card").nth(2).click()
    page.evaluate("() => import('./play.js').then(({ hand }) => { hand.last = { card: '', at: 0 }; })")
    press_twice(card(page, "5h"), 0.2)
    expect(page.locator("#hand .card.ticked")).to_have_count(1)
    expect(page.locator("#hand .card")).to_have_count(11)


def test_who_wants_it_is_asked_before_a_discard(page: Page, host: Beside) -> None:
    lay(page, host, PLAY)
    page.locator("#menu").click()
    page.locator("#like-asks").click()
    by_mouse(page, card(page, "4d"), page.locator("#pile"))
    expect(page.locator("dialog.question")).to_contain_text("Discard 4♦?")
    page.locator("#no").click()
    expect(page.locator("#hand .card")).to_have_count(11)
    card(page, "4d").click()
    page.locator("#pile").click()
    page.locator("#yes").click()
    turn_over(page)


def test_the_pile_dragged_to_the_hand_is_picked_up(page: Page, host: Beside) -> None:
    lay(page, host, DRAW)
    by_mouse(page, page.locator("#fan .card").last, page.locator("#hand .card").nth(4))
    expect(page.locator("#hand .card")).to_have_count(len(HAND) // 2 + 3)


@pytest.mark.parametrize(("taken", "onto"), [('#hand .card[data-card="4d"]', "#pile"), ("#stock", "#hand .card")])
def test_a_tap_right_after_a_swing_of_the_finger_is_heard(phone: Page, host: Beside, taken: str, onto: str) -> None:
    lay(phone, host, PLAY if onto == "#pile" else DRAW)
    cards = phone.locator("#hand .card").count()
    by_finger(phone, phone.locator(taken), phone.locator(onto).first)
    expect(phone.locator("#hand .card")).not_to_have_count(cards)
    phone.locator("#menu").tap()
    expect(phone.locator("dialog.menu")).to_be_visible()


def test_nothing_is_drawn_anew_between_a_finger_that_is_lifted_and_its_click(page: Page, host: Beside) -> None:
    lay(page, host, PLAY)
    assert page.evaluate(LIFTED) == [True, False]


def test_the_place_of_the_hand_is_kept_while_nobody_may_look_at_the_pozzetto(page: Page, host: Beside) -> None:
    lay(page, host, "N/play ? 5c7dKs 3h/?11/?11/?11 ?11,?11 7s8s9s+KdKcKs|3d4d5d6d7d")
    before = [page.locator(place).bounding_box() for place in ("#stock", "#room", ".side.mine")]
    press_twice(page.locator("#hand .card"), 0.2)
    expect(page.locator("#room .unseen")).not_to_be_empty()
    assert [page.locator(place).bounding_box() for place in ("#stock", "#room", ".side.mine")] == before


# --- what is told before it is done -----------------------------------------------------------------------------------


def test_the_meld_that_dragged_cards_would_make_is_shown_before_they_are_let_go(page: Page, host: Beside) -> None:
    lay(page, host, PLAY)
    tick(page, "3h", "4h", "5h")
    page.mouse.move(*point(card(page, "4h")))
    page.mouse.down()
    page.mouse.move(*point(page.locator(".side.mine h2")), steps=4)
    expect(page.locator("#preview .card")).to_have_count(3)
    page.mouse.move(*point(page.locator(".meld.mine").first), steps=4)
    expect(page.locator("#preview.refused")).not_to_be_empty()
    page.mouse.move(*point(page.locator("#status")), steps=4)
    expect(page.locator("#preview")).to_have_count(0)
    page.mouse.up()
    expect(page.locator(".meld.mine")).to_have_count(2)  # nothing was done


def test_a_finger_that_stays_is_told_what_lies_there_and_does_nothing_else(phone: Page, host: Beside) -> None:
    lay(phone, host, PLAY)
    touch = phone.context.new_cdp_session(phone)
    tips = {
        "#hand [data-card=Jk]": "30 points",
        ".side.theirs .meld": "Worth",
        "#stock": "cards may still be drawn",
        "#pozzetti": "hands of eleven",
        ".seat.above": "cards",
    }
    for place, words in tips.items():
        x, y = point(phone.locator(place).first)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        expect(phone.locator("#tip")).to_contain_text(words)
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(phone.locator("#tip")).to_be_visible()
    expect(phone.locator("#hand .card.ticked")).to_have_count(0)
    expect(phone.locator("#hand .card")).to_have_count(11)


def test_a_mouse_that_rests_on_a_matta_is_told_what_it_stands_for(page: Page, host: Beside) -> None:
    lay(page, host, PLAY.replace("7s8s9s", "7sJk9s"))
    expect(page.locator(".card.matta .stands")).to_have_text("8♠")
    page.locator(".card.matta").hover()
    expect(page.locator("#tip")).to_contain_text("Here it stands for 8♠.")
    page.mouse.move(2, 2)
    expect(page.locator("#tip")).to_have_count(0)


def test_a_two_in_its_own_place_is_told_to_be_no_matta(page: Page, host: Beside) -> None:
    lay(page, host, PLAY.replace("7s8s9s", "2s3s4s"))
    page.locator(".meld.mine [data-card='2s']").hover()
    expect(page.locator("#tip")).to_contain_text("Here it is in its own place, and no matta.")
    expect(page.locator("#tip")).not_to_contain_text("may play the matta")


@pytest.mark.parametrize(
    ("meld", "mark", "words"),
    [("KdKcJk", "K", "Here it stands for K."), ("Jk9cTc", "↔", "It may play the matta")],
    ids=["set", "free"],
)
def test_a_matta_is_marked_wherever_it_lies(page: Page, host: Beside, meld: str, mark: str, words: str) -> None:
    lay(page, host, PLAY.replace("KdKcKs", meld))
    expect(page.locator(".card.matta .stands")).to_have_text(mark)
    page.locator(".card.matta").hover()
    expect(page.locator("#tip")).to_contain_text(words)


# --- keys -------------------------------------------------------------------------------------------------------------


def test_a_turn_by_keys_alone_with_the_list_of_them(page: Page, host: Beside) -> None:
    lay(page, host, DRAW)
    page.keyboard.press("?")
    expect(page.locator("dialog.keys kbd")).to_have_count(19)
    expect(page.locator("dialog.keys kbd", has_text="Space")).to_have_count(1)
    page.keyboard.press("Escape")
    page.evaluate("async () => (await import('./words.js')).speak('it')")
    page.keyboard.press("?")
    expect(page.locator("dialog.keys kbd", has_text="Spazio")).to_have_count(1)
    page.evaluate("async () => (await import('./words.js')).speak('en')")
    page.keyboard.press("Escape")
    page.keyboard.press("d")
    expect(page.locator("#hand .card")).to_have_count(12)
    for one in ("3h", "4h", "5h"):
        card(page, one).focus()
        page.keyboard.press("Space")
    expect(page.locator("#lay")).to_be_enabled()
    page.keyboard.press("l")
    expect(page.locator(".meld.mine")).to_have_count(3)
    card(page, "6h").focus()
    page.keyboard.press("i")
    expect(page.locator("#tip")).to_contain_text("5 points")
    page.keyboard.press("Space")
    expect(page.locator("#hand .card.ticked")).to_have_count(1)
    page.keyboard.press("3")
    expect(page.locator(".meld.mine").nth(2).locator(".card")).to_have_count(4)
    card(page, "4d").focus()
    page.keyboard.press("x")
    turn_over(page)


# --- motion -----------------------------------------------------------------------------------------------------------

FLOWN: Final = """() => {
  window.flown = [];
  const flies = (one) => one.classList?.contains("flying") && window.flown.push(one.dataset.card ?? "back");
  const watch = new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach(flies)));
  watch.observe(document.body, { childList: true });
}"""
LONGEST: Final = """() => {
  const all = document.getAnimations().map((one) => one.effect.getComputedTiming());
  return Math.max(0, ...all.filter((one) => one.iterations === 1).map((one) => one.endTime));
}"""


def lively(page: Page, host: Beside, text: str = DRAW) -> None:
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(FLOWN)
    lay(page, host, text)
    page.wait_for_timeout(150)  # what comes at once after another view is not shown as it moves
    page.mouse.click(4, 4)
    page.evaluate("() => { window.flown = []; }")


def test_what_is_drawn_laid_and_discarded_flies_there_and_a_press_ends_it(page: Page, host: Beside) -> None:
    lively(page, host)
    page.locator("#stock").click()
    page.wait_for_function("() => window.flown.length > 0")
    assert page.evaluate(LONGEST) <= 400
    expect(page.locator("#hand .card")).to_have_count(12)
    page.mouse.click(4, 4)
    expect(page.locator(".flying")).to_have_count(0)
    assert page.evaluate("window.flown") == [page.locator("#hand .card.fresh").get_attribute("data-card")]
    for one in ("3h", "4h", "5h"):
        card(page, one).click()
    page.locator("#lay").click()
    page.wait_for_function("() => window.flown.length === 4")
    assert sorted(page.evaluate("window.flown.slice(1)")) == ["3h", "4h", "5h"]
    expect(page.locator(".flying")).to_have_count(0)  # by itself


STARTED: Final = """() => {
  window.started = {};
  const watch = new MutationObserver((all) => all.flatMap(({ addedNodes }) => [...addedNodes]).forEach((one) => {
    if (!one.classList?.contains("flying")) return;
    const { left, top, width, height } = one.getBoundingClientRect(); // where it is while it waits for its turn
    window.started[one.dataset.card] = [left + width / 2, top + height / 2];
  }));
  watch.observe(document.body, { childList: true });
}"""
"""Notes where each card that flies has begun."""
MIDDLE: Final = """(one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}"""


def middle(page: Page, text: str) -> list[float]:
    """Of the card as it stands there now: one that is looked for first may be drawn anew before it is measured."""
    found: list[float] = page.evaluate(f"""() => ({MIDDLE})(document.querySelector('#hand [data-card="{text}"]'))""")
    return found


def test_what_is_laid_and_discarded_flies_from_its_place_in_ones_hand(page: Page, host: Beside) -> None:
    lively(page, host, PLAY)
    tick(page, "3h", "4h", "5h")
    page.evaluate(STARTED)
    places = {one: middle(page, one) for one in ("3h", "4h", "5h")}
    page.locator("#lay").click()
    page.wait_for_function("() => Object.keys(window.started).length === 3")
    assert {one: pytest.approx(place, abs=2) for one, place in places.items()} == page.evaluate("window.started")
    page.mouse.click(4, 4)
    expect(page.locator(".flying")).to_have_count(0)
    page.evaluate("() => { window.started = {}; }")
    page.wait_for_timeout(150)  # as in `lively`
    place = middle(page, "4d")
    card(page, "4d").focus()
    page.keyboard.press("x")
    page.wait_for_function("() => '4d' in window.started")
    assert page.evaluate("window.started['4d']") == pytest.approx(place, abs=2)


@pytest.mark.parametrize("how", ["ticked", "dragged", "by key"])
@pytest.mark.parametrize("twin", [0, 1])
def test_of_two_twins_the_one_that_is_played_flies(page: Page, host: Beside, twin: int, how: str) -> None:
    lively(page, host, PLAY.replace("TdJc", "TdTd", 1))
    played = page.locator('#hand [data-card="Td"]').nth(twin)
    page.evaluate(STARTED)
    place = played.evaluate(MIDDLE)
    if how == "dragged":
        by_mouse(page, played, page.locator("#pile"))
    elif how == "ticked":
        played.click()
        page.locator("#discard").click()
    else:
        played.focus()
        page.keyboard.press("x")
    page.wait_for_function("() => 'Td' in window.started")
    assert page.evaluate("window.started['Td']") == pytest.approx(place, abs=12)  # one that is ticked stands out


def test_nothing_flies_for_who_wants_no_motion(page: Page, host: Beside) -> None:
    page.evaluate(FLOWN)
    lay(page, host, DRAW)
    page.locator("#stock").click()
    expect(page.locator("#hand .card")).to_have_count(12)
    page.evaluate(DRAWN)
    assert page.evaluate("window.flown") == []


def test_what_was_played_since_ones_turn_stands_out_until_one_acts(one_browser: Browser, host: Beside) -> None:
    with window(one_browser, host) as page:
        page.locator("#pace").select_option("0")
        page.locator("#play").click()
        draw = page.locator("#draw:enabled, #pickup:enabled").first
        expect(draw).to_be_visible(timeout=PATIENCE * 1000)
        if not page.locator("#recall").count():  # the first turn of the deal is one's own
            page.locator("#stock").click()
            expect(page.locator("#hand .card")).to_have_count(12)
            page.locator(PLAIN).last.click()
            page.locator("#discard").click()
            expect(draw).to_be_visible(timeout=PATIENCE * 1000)
        since = page.locator(".card.since")
        expect(since.first).to_be_visible()
        page.set_viewport_size({"width": 360, "height": 740})
        again = page.locator("#recall").bounding_box()
        assert again is not None
        above = [again["x"] + again["width"] / 2, again["y"] - 10]  # where a finger that aims at it may come down
        assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).id", above) == "recall"
        page.evaluate(FLOWN)
        page.emulate_media(reduced_motion="no-preference")
        page.locator("#recall").click()
        page.wait_for_function("() => window.flown.length > 1")
        draw.click()
        expect(since).to_have_count(0)


def test_another_plays_and_nothing_may_be_pressed(page: Page, host: Beside) -> None:
    lay(page, host, ELSEWHERE)
    expect(page.locator("#stock:enabled, #pile:enabled")).to_have_count(0)
    by_mouse(page, page.locator("#stock"), page.locator("#hand .card").nth(4))
    expect(page.locator("#hand .card")).to_have_count(11)


def test_a_card_is_dragged_onto_the_pile_by_a_finger(phone: Page, host: Beside) -> None:
    lay(phone, host, PLAY)
    by_finger(phone, card(phone, "4d"), phone.locator("#pile"))
    turn_over(phone)
