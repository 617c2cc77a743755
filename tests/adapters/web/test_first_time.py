"""What people who never saw the page ask themselves there, and where it answers them."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.adapters.web.hosting import Process, process
from tests.adapters.web.laid import Beside, beside
from tests.adapters.web.seeing import cut, scrolled
from tests.adapters.web.test_browser import DESKTOP, PHONE, play_now, sit_down, window
from tests.adapters.web.test_dropping import DRAW
from tests.adapters.web.test_endings import CLOSING
from tests.adapters.web.test_sizes import begin, laid

SMALL = {"width": 360, "height": 640}
LYING = {"width": 844, "height": 390}


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("first")) as running:
        running.start()
        yield running
        running.stop()


@pytest.fixture(scope="module")
def laying(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Beside]:
    with beside(tmp_path_factory.mktemp("first-laid")) as running:
        yield running


def open_table(page: Page, name: str) -> str:
    page.locator("#name").fill(name)
    page.locator("#open").click()
    page.locator("#openhere").click()
    return page.locator("#copycode b").inner_text()


def come(page: Page, label: str) -> None:
    page.locator("#code").fill(label)
    page.locator(".join button").click()


def chair(page: Page, seat: str) -> Locator:
    """What is said under the place."""
    return page.locator(f'.chair[data-seat="{seat}"] small')


def test_a_lobby_says_who_plays_with_whom_and_who_begins(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, SMALL) as anna, window(one_browser, host, LYING) as bruno:
        label = open_table(anna, "Anna")
        come(bruno, label)
        expect(bruno.locator("#lobby .hint").first).to_contain_text("Choose a seat")
        expect(chair(bruno, "S")).to_have_text("South · with Anna")
        bruno.locator('.chair[data-seat="S"] .sit').click()
        bruno.locator("#yourname").fill("Bruno")
        bruno.locator("#nameok").click()
        expect(anna.locator('.chair[data-seat="S"]')).to_contain_text("Bruno")
        expect(chair(anna, "S")).to_have_text("South · your partner")
        expect(chair(bruno, "N")).to_have_text("North · your partner")
        expect(chair(bruno, "E")).to_have_text("East")
        expect(bruno.locator("#lobby .hint").first).to_contain_text("when Anna presses Start")
        expect(anna.locator("#lobby .hint").first).to_contain_text("Invite friends")
        expect(anna.locator("#start")).to_contain_text("Free seats")
        for seat in "EW":
            anna.locator(f"#computer-{seat}").click()
        expect(anna.locator("#start")).to_have_text("Start")  # nobody is left out, and no computer comes


def test_an_invitation_is_sent_as_the_telephone_sends_things(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, PHONE) as anna:
        anna.evaluate("() => { navigator.share = async ({ url }) => { window.sent = url; }; }")
        open_table(anna, "Anna")
        anna.locator(".chair .invite").first.click()
        anna.locator("#share").click()
        anna.wait_for_function("(link) => window.sent === link", arg=anna.locator("dialog .address").input_value())


def test_one_link_for_all_leads_to_a_choice_of_seats_and_later_to_watching(one_browser: Browser, host: Process) -> None:
    with (
        window(one_browser, host, SMALL) as anna,
        window(one_browser, host, PHONE, "it-IT") as bruno,
        window(one_browser, host, LYING) as eve,
    ):
        open_table(anna, "Anna")
        assert cut(anna, ".code :is(span, button)") == []
        anna.locator("#tablelink").click()
        expect(anna.locator("dialog[open]")).to_contain_text("chooses a free seat")
        link = anna.locator("dialog .address").input_value()
        anna.keyboard.press("Escape")
        bruno.goto("about:blank")
        bruno.goto(link)
        sit_down(bruno, "S", "Bruno")
        anna.locator("#start").click()
        anna.locator("#yes").click()  # computers take the seats that are free
        expect(bruno.locator("#hand .card").first).to_be_visible()
        bruno.locator("#menu").click()
        bruno.locator("dialog #tablelink").click()
        expect(bruno.locator("dialog .address")).to_have_value(link)
        expect(bruno.locator("dialog[open]")).to_contain_text("guarda")
        eve.goto("about:blank")
        eve.goto(link)
        expect(eve.locator("#banners")).to_contain_text("You are watching")


def test_an_invitation_asks_for_a_name_in_words(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, PHONE) as anna, window(one_browser, host, PHONE, "it-IT") as bruno:
        open_table(anna, "Anna")
        anna.locator(".chair .invite").first.click()
        bruno.goto("about:blank")
        bruno.goto(anna.locator("dialog .address").input_value())
        expect(bruno.locator("dialog.name h2")).to_contain_text("Un posto per te al tavolo")
        expect(bruno.locator("dialog.name h2")).to_contain_text("con Anna")
        expect(bruno.locator("dialog.name h3")).to_have_text("Il tuo nome")


def test_who_comes_late_finds_the_waiting_list_at_the_table(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, PHONE) as anna, window(one_browser, host, PHONE) as late:
        play_now(anna)
        come(late, anna.locator("header .label").inner_text())
        late.locator("#latecomer").click()
        late.locator("#yourname").fill("Ada")
        late.locator("#nameok").click()
        expect(late.locator("#banners")).to_contain_text("waiting list")
        expect(anna.locator("#latecomer")).to_have_count(0)


def test_after_ones_own_turn_the_newest_line_is_no_longer_the_draw_for_seats(
    one_browser: Browser, laying: Beside
) -> None:
    with window(one_browser, laying, DESKTOP) as anna:
        label = begin(anna)  # there nobody else plays so soon
        laying.lay(label, DRAW)
        laid(anna, laying, label)
        expect(anna.locator(".latest")).to_contain_text("Drawn for seats")
        anna.locator("#draw").click()
        anna.locator('#hand .card[data-card="4d"]').click()
        anna.locator("#discard").click()
        expect(anna.locator("#status.you")).to_have_count(0)
        expect(anna.locator(".latest")).to_contain_text("discard")


@pytest.mark.parametrize("size", [SMALL, LYING], ids=["small", "lying"])
def test_at_the_end_what_comes_next_is_in_sight_on_the_sheet_and_at_the_table(
    one_browser: Browser, laying: Beside, size: dict[str, int]
) -> None:
    with window(one_browser, laying, size) as page:
        play_now(page)
        laying.lay(page.locator("#table header .label").inner_text(), CLOSING)
        expect(page.locator(".meld.mine")).to_have_count(2)
        page.locator('#hand .card[data-card="6s"]').click()
        page.locator("#discard").click()
        expect(page.locator("dialog.score")).to_contain_text("has closed")
        expect(page.locator("#rematch")).to_be_in_viewport(ratio=1)
        page.keyboard.press("Escape")
        expect(page.locator("#onward")).to_have_text("Rematch")
        expect(page.locator("#onward")).to_be_in_viewport(ratio=1)
        assert scrolled(page) == (0, 0)
        assert cut(page, ".banner") == []
