"""Cards dragged by mouse and by finger: what they do where they are dropped, and how long a hand stays sorted."""

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.adapters.web.laid import Beside, beside
from tests.adapters.web.seeing import point_of
from tests.adapters.web.test_browser import until
from tests.adapters.web.test_sizes import begin, resize, window

HAND: Final = "3h4h5h6hAd4dTdJcQcKcJk"
STOCK: Final = "".join([f"{rank}{suit}" for rank in "568Q329" for suit in "hdcs"])
PLAY: Final = f"N/play {STOCK} 5c7dKs {HAND}/?11/?11/?11 ?11,?11 7s8s9s+KdKcKs|3d4d5d6d7d"
DRAW: Final = PLAY.replace("/play", "/draw", 1)
ELSEWHERE: Final = PLAY.replace("N/play", "E/draw", 1)
PHONE: Final = (390, 844)
Drag = Callable[[Page, Locator, Locator], None]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Beside]:
    with beside(tmp_path_factory.mktemp("dropping")) as running:
        yield running


def point(place: Locator) -> tuple[float, float]:
    """Where it can be touched: near its corner, for others may lie over the rest."""
    return point_of(place, 6, 8)


def by_mouse(page: Page, card: Locator, onto: Locator) -> None:
    page.mouse.move(*point(card))
    page.mouse.down()
    page.mouse.move(*point(onto), steps=4)
    page.mouse.up()


def by_finger(page: Page, card: Locator, onto: Locator) -> None:
    touch = page.context.new_cdp_session(page)
    (x, y), (to_x, to_y) = point(card), point(onto)
    way = [(x + (to_x - x) * step / 4, y + (to_y - y) * step / 4) for step in range(5)]
    for at, kind in zip(way, ["touchStart", *["touchMove"] * 4], strict=True):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at[0], "y": at[1]}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.fixture(params=[by_mouse, by_finger], ids=["mouse", "finger"])
def drag(request: pytest.FixtureRequest) -> Any:
    return request.param


@pytest.fixture
def laid(one_browser: Browser, host: Beside, drag: Drag) -> Iterator[Callable[[str], Page]]:
    """A page before this position."""
    with window(one_browser, host, touch=drag is by_finger) as page:

        def lay(text: str) -> Page:
            label = begin(page)
            if drag is by_finger:
                resize(page, PHONE, touch=True)
            host.lay(label, text)
            expect(page.locator(".meld")).to_have_count(3)
            return page

        yield lay


def card(page: Page, text: str) -> Locator:
    return page.locator(f'#hand [data-card="{text}"]').first


def hand_cards(page: Page) -> str:
    return "".join(page.locator("#hand .card").evaluate_all("cards => cards.map((card) => card.dataset.card)"))


def label_of(page: Page) -> str:
    return str(page.evaluate("async () => (await import('./state.js')).app.view.table.label"))


def meld_cards(page: Page, number: int) -> str:
    found = page.locator(f'.meld.mine[data-number="{number}"] .card')
    return "".join(found.evaluate_all("cards => cards.map((card) => card.dataset.card)"))


def tick(page: Page, *cards: str) -> None:
    for text in cards:
        card(page, text).click()
        expect(card(page, text)).to_have_attribute("aria-pressed", "true")
    until(page, what="hand.unsaved === 0")


def test_a_card_is_added_to_the_meld_where_it_is_dropped(laid: Callable[[str], Page], drag: Drag) -> None:
    page = laid(PLAY)
    drag(page, card(page, "Kc"), page.locator('.meld.mine[data-number="2"]'))
    expect(page.locator('.meld.mine[data-number="2"] .card')).to_have_count(4)
    expect(page.locator("#hand .card")).to_have_count(10)


def test_ticked_cards_go_together_and_become_a_meld(laid: Callable[[str], Page], drag: Drag) -> None:
    page = laid(PLAY)
    tick(page, "3h", "4h", "5h")
    drag(page, card(page, "4h"), page.locator(".side.mine h2"))
    expect(page.locator(".meld.mine")).to_have_count(3)
    expect(page.locator("#hand .card")).to_have_count(8)


TWO_BEHIND: Final = "N/play ? 5c7dKs TdJcQcKc3s4s2s/?11/?11/?11 ?11,?11 7s8s9s+KdKcKs|3d4d5d6d7d"
"""A sorted hand, in which the two stands apart from its three."""


def test_of_a_sorted_hand_a_two_is_laid_below_its_three(laid: Callable[[str], Page], host: Beside, drag: Drag) -> None:
    """Online a matta at an end stands for one card: above the four it would be the five, and at home it is none."""
    page = laid(PLAY)
    host.lay(label_of(page), TWO_BEHIND, "online")
    expect(page.locator("#hand .card")).to_have_count(7)
    tick(page, "3s", "4s", "2s")
    drag(page, card(page, "4s"), page.locator(".side.mine h2"))
    expect(page.locator('.meld.mine[data-number="3"] .card')).to_have_count(3)
    assert meld_cards(page, 3) == "2s3s4s"
    expect(page.locator('.meld.mine[data-number="3"] .matta')).to_have_count(0)


def test_in_an_order_of_ones_own_a_two_is_laid_where_it_was_put(laid: Callable[[str], Page], host: Beside) -> None:
    page = laid(PLAY)
    host.lay(label_of(page), TWO_BEHIND, "online")
    expect(page.locator("#hand .card")).to_have_count(7)
    card(page, "Td").focus()
    page.keyboard.press("Shift+ArrowRight")
    until(page, what='hand.unsaved === 0 && hand.cards.map((one) => one.card).join("") === "JcTdQcKc3s4s2s"')
    tick(page, "3s", "4s", "2s")
    page.locator("#lay").click()
    expect(page.locator('.meld.mine[data-number="3"] .matta')).to_have_count(1)
    assert meld_cards(page, 3) == "3s4s2s"


def test_one_card_on_the_own_area_is_no_meld_and_that_is_said(laid: Callable[[str], Page], drag: Drag) -> None:
    page = laid(PLAY)
    drag(page, card(page, "3h"), page.locator(".side.mine h2"))
    expect(page.locator("#toast.shown")).to_contain_text("Drop a card on the meld it belongs to")
    assert hand_cards(page) == HAND


def test_a_card_on_the_pile_is_discarded(laid: Callable[[str], Page], drag: Drag) -> None:
    page = laid(PLAY)
    drag(page, card(page, "Td"), page.locator("#pile"))
    expect(page.locator("#fan .card").last).to_have_attribute("data-card", "Td")
    expect(page.locator("#hand .card")).to_have_count(10)
    expect(page.locator("#status.you")).to_have_count(0)


def test_several_cards_on_the_pile_are_none(laid: Callable[[str], Page], drag: Drag) -> None:
    page = laid(PLAY)
    tick(page, "3h", "4h")
    drag(page, card(page, "3h"), page.locator("#pile"))
    expect(page.locator("#toast.shown")).to_have_text("Only one card is discarded.")
    assert hand_cards(page) == HAND


@pytest.mark.parametrize(
    ("onto", "words"),
    [
        ("#stock", "No card goes back there."),
        ("#pozzetti", "No card goes back there."),
        (".others .meld", "You can add to your own side's melds only."),
    ],
)
def test_where_a_card_cannot_go_it_is_said(laid: Callable[[str], Page], drag: Drag, onto: str, words: str) -> None:
    page = laid(PLAY)
    drag(page, card(page, "Td"), page.locator(onto))
    expect(page.locator("#toast.shown")).to_have_text(words)
    assert hand_cards(page) == HAND


MELD: Final = '.meld.mine[data-number="1"]'


@pytest.mark.parametrize(
    ("position", "onto", "words"),
    [
        (DRAW, MELD, "draw"),
        (DRAW, "#pile", "draw"),
        (PLAY, MELD, "cannot join"),
        (ELSEWHERE, MELD, "turn"),
        (ELSEWHERE, "#pile", "turn"),
    ],
    ids=["meld before drawing", "pile before drawing", "wrong meld", "meld out of turn", "pile out of turn"],
)
def test_what_the_rules_refuse_is_said_by_the_host(
    laid: Callable[[str], Page], drag: Drag, position: str, onto: str, words: str
) -> None:
    page = laid(position)
    drag(page, card(page, "3h"), page.locator(onto))
    expect(page.locator("#toast.shown")).to_contain_text(words)
    assert hand_cards(page) == HAND


# --- the order of a hand ----------------------------------------------------------------------------------------------


def test_a_sorted_hand_stays_sorted_while_cards_are_ticked_and_come(laid: Callable[[str], Page], drag: Drag) -> None:
    page = laid(DRAW)
    expect(page.locator("#sort")).to_have_text("By rank")  # for it lies by suit
    page.locator("#sort").click()
    expect(page.locator("#sort")).to_have_text("By suit")
    assert hand_cards(page) == "3h4h4d5h6hTdJcQcKcAdJk"
    tick(page, "4h", "Kc")
    page.locator("#draw").click()
    expect(page.locator("#hand .card")).to_have_count(12)
    drawn = page.locator("#hand .fresh").get_attribute("data-card")
    ranks = [*"3456789TJQKA", "2", "k"]
    assert drawn is not None
    order = [
        ranks.index(rank if rank != "J" or suit != "k" else "k")
        for rank, suit in zip(*[iter(hand_cards(page))] * 2, strict=True)
    ]
    assert order == sorted(order)
    page.reload()
    expect(page.locator("#hand .card.ticked")).to_have_count(2)
    expect(page.locator("#sort")).to_have_text("By suit")


def test_a_drag_makes_an_order_that_new_cards_do_not_disturb(laid: Callable[[str], Page], drag: Drag) -> None:
    page = laid(DRAW)
    drag(page, card(page, "3h"), card(page, "Td"))
    own = "4h5h6hAd4dTd3hJcQcKcJk"
    until(page, what=f'hand.unsaved === 0 && hand.cards.map((one) => one.card).join("") === "{own}"')
    tick(page, "Ad")
    page.locator("#draw").click()
    expect(page.locator("#hand .card")).to_have_count(12)
    assert hand_cards(page)[:-2] == own
    page.locator("#sort").click()
    expect(page.locator("#sort")).to_have_text("By rank")
    page.reload()
    expect(page.locator("#sort")).to_have_text("By rank")


def test_ticked_cards_are_moved_together(laid: Callable[[str], Page], drag: Drag) -> None:
    page = laid(PLAY)
    tick(page, "3h", "5h")
    drag(page, card(page, "5h"), card(page, "Td"))
    until(page, what='hand.cards.map((one) => one.card).join("") === "4h6hAd4dTd3h5hJcQcKcJk"')


def test_escape_lets_go_of_what_is_dragged(laid: Callable[[str], Page]) -> None:
    page = laid(PLAY)
    before = hand_cards(page)
    page.mouse.move(*point(card(page, "Kc")))
    page.mouse.down()
    page.mouse.move(*point(page.locator("#pile")), steps=4)
    page.keyboard.press("Escape")
    expect(page.locator("#hand .dragged")).to_have_count(0)
    page.mouse.up()
    expect(page.locator("#discard")).to_be_visible()
    assert hand_cards(page) == before
