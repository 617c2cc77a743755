"""The arbiter's desk in a real browser: a round from it, taps too many, breaks, and who has none."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, WebSocketRoute, expect

from bot.requests.own_link import new_token
from tests.adapters.web.club import chooses
from tests.adapters.web.evening import ID, TOKEN, directs, evening, guest_pairs
from tests.adapters.web.hosting import PATIENCE, Process, process
from tests.adapters.web.seeing import scrolled
from tests.adapters.web.test_browser import HERE, UNDRAWN
from tests.renderers.pdf_text import words_of

TABLET: Final[ViewportSize] = {"width": 1180, "height": 820}
SETTLES: Final = 1000  # milliseconds after which the desk's buttons can be pressed again


@contextmanager
def hosted(folder: Path, pairs: int) -> Iterator[Process]:
    evening(folder, guest_pairs(pairs))
    with process(folder) as host:
        host.start()
        yield host


@contextmanager
def desk(browser: Browser, host: Process, token: str = TOKEN, locale: str = "en-GB", code: str = "") -> Iterator[Page]:
    """The page as somebody sees it; it must not complain."""
    context = browser.new_context(viewport=TABLET, locale=locale)
    context.set_default_timeout(PATIENCE * 1000)
    context.add_init_script(UNDRAWN)
    page = context.new_page()
    page.clock.install()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.add_init_script(f"localStorage['desk-token'] ??= '{token}'")
    page.goto(f"{host.url}desk.html#{ID}{code}")
    yield page
    assert complaints == []
    context.close()


def presses(page: Page, what: str, *, sure: bool = False) -> None:
    """A button of the desk; what was pressed just before has settled, so that no second tap hits what follows."""
    pressed = page.locator(f"#actions [data-what={what}]")
    expect(pressed).to_be_enabled()
    page.clock.fast_forward(SETTLES)
    pressed.click()
    if sure:
        page.locator("#yes").click()


def fills(page: Page, table: int, numbers: dict[str, str]) -> None:
    for name, number in numbers.items():
        page.locator(f"#table{table} input[name='{name}']").fill(number)


def enters(page: Page, table: int) -> None:
    page.locator(f"#table{table} button[type=submit]").click()


def says(page: Page, words: str) -> None:
    expect(page.locator("#words")).to_contain_text(words)


DEALS: Final = {"0.0": "720", "0.1": "505", "1.0": "335", "1.1": "640", "2.0": "810", "2.1": "395"}


def test_an_arbiter_directs_a_round_from_a_tablet(tmp_path: Path, browser: Browser) -> None:
    with hosted(tmp_path, 4) as host, desk(browser, host) as page:
        page.locator("#guests").fill("Ugo & Vera")
        page.locator("#add").click()
        expect(page.locator("#actions li")).to_have_count(5)
        presses(page, "start", sure=True)
        expect(page.locator(".table.playing")).to_have_count(2)
        presses(page, "go")
        expect(page.locator("#clock")).to_contain_text(":")
        fills(page, 1, {**DEALS, "sum.0": "1865", "sum.1": "1545"})
        enters(page, 1)
        says(page, "The deals add up to 1865 – 1540.")
        fills(page, 1, {"sum.1": "1540"})
        enters(page, 1)
        expect(page.locator("#table1 h3")).to_contain_text("1865 – 1540")
        fills(page, 2, {"0.0": "720", "0.1": "505"})
        enters(page, 2)
        expect(page.locator("#dialog")).to_contain_text("1 of 3 deals are written")
        page.locator("#no").click()
        expect(page.locator("#table2")).to_have_class("table playing")
        fills(page, 2, {"2.0": "810", "2.1": "395"})
        enters(page, 2)
        says(page, "Write a number for each side, of each deal or of the sum alone.")
        expect(page.locator("#table2 input[name='1.0']")).to_have_attribute("aria-invalid", "true")
        expect(page.locator("#table2")).to_have_class("table playing")
        fills(page, 2, {"0.0": "", "0.1": "", "2.0": "", "2.1": "", "sum.0": "1000", "sum.1": "900"})
        enters(page, 2)
        expect(page.locator(".table.decided")).to_have_count(2)
        page.locator("#table1 .open").click()
        fills(page, 1, {"sum.0": "1865", "sum.1": "1640"})
        enters(page, 1)
        says(page, "“Why” is still empty.")
        page.locator("#table1 input[name=reason]").fill("3 deals added up wrongly")
        enters(page, 1)
        expect(page.locator("#table1 h3")).to_contain_text("1865 – 1640")
        page.locator("#rulings select[name=kind]").select_option("warn")
        page.locator("#rulings select[name=entry]").select_option("2")
        page.locator("#rulings select[name=category]").select_option("fan")
        page.locator("#rulings button").click()
        says(page, "Ruled, as number 5")
        presses(page, "close", sure=True)
        expect(page.locator("[data-what=pair]")).to_be_visible()
        presses(page, "pair")
        expect(page.locator("#round")).to_have_text("Round 2 of 2")


def test_on_a_telephone_the_desk_is_no_wider_than_its_screen_however_long_a_name_is(
    tmp_path: Path, browser: Browser
) -> None:
    evening(tmp_path, [("W" * 60, "Maria Alessandra della Rovere"), *guest_pairs(3)], name="W" * 40)
    with process(tmp_path) as host:
        host.start()
        with desk(browser, host) as page:
            page.set_viewport_size({"width": 360, "height": 740})
            expect(page.locator("#actions li")).to_have_count(4)
            assert scrolled(page)[0] <= 0
            presses(page, "start", sure=True)
            expect(page.locator("#tables form")).to_have_count(2)
            assert scrolled(page)[0] <= 0
            page.add_init_script(f"localStorage.token = '{TOKEN}'")
            page.goto(f"{host.url}club.html")
            expect(page.locator("#own a")).to_be_visible()
            assert scrolled(page)[0] <= 0


def test_what_is_written_before_the_answer_comes_stays(tmp_path: Path, browser: Browser) -> None:
    with hosted(tmp_path, 4) as host, desk(browser, host) as page:
        guests = page.locator("#guests")
        guests.fill("Ugo & Vera")
        page.locator("#add").click()
        expect(page.locator("#actions li")).to_have_count(5)
        expect(guests).to_have_value("")
        guests.fill("Ivo & Lea")
        with host.hanging():
            page.locator("#add").click()
            guests.fill("")
            guests.press_sequentially("Wanda")
        expect(page.locator("#actions li")).to_have_count(6)
        expect(guests).to_have_value("Wanda")
        guests.focus()
        assert directs(host, "add", "Zoe & Yuri")["done"]
        expect(page.locator("#actions li")).to_have_count(7)
        expect(guests).to_be_focused()
        page.keyboard.type(" & Xenia")
        expect(guests).to_have_value("Wanda & Xenia")
        presses(page, "start", sure=True)
        form = page.locator("#rulings")
        form.locator("select[name=kind]").select_option("penalty")
        form.locator("input[name=points]").fill("100")
        with host.hanging():
            form.locator("button").click()
            form.locator("select[name=entry]").select_option("2")
            form.locator("input[name=points]").fill("50")
        says(page, "Ruled, as number")
        expect(form.locator("select[name=entry]")).to_have_value("2")
        expect(form.locator("input[name=points]")).to_have_value("50")


COUNTED: Final = """const Plain = WebSocket;
window.heard = 0;
window.WebSocket = class extends Plain {
  constructor(address) {
    super(address);
    this.addEventListener("message", ({ data }) => { if (JSON.parse(data).type === "desk") window.heard += 1; });
  }
};"""
"""`heard` says how often a page was told anew how the desk stands."""


def test_a_press_is_heard_and_who_goes_by_keys_stays_where_they_are_while_the_desk_changes(
    tmp_path: Path, browser: Browser
) -> None:
    with hosted(tmp_path, 4) as host, desk(browser, host) as page:
        page.add_init_script(COUNTED)
        page.reload()
        start = page.locator("#actions [data-what=start]")
        start.focus()
        assert directs(host, "add", "Ugo & Vera")["done"]
        expect(page.locator("#actions li")).to_have_count(5)
        expect(start).to_be_focused()
        page.clock.fast_forward(SETTLES)
        start.hover()
        page.mouse.down()
        times = page.evaluate("() => window.heard")
        assert directs(host, "add", "Zoe & Yuri")["done"]
        page.wait_for_function("(before) => window.heard > before", arg=times)
        page.mouse.up()
        expect(page.locator("#yes")).to_be_visible()
        expect(page.locator("#actions li")).to_have_count(6)


def test_a_ruling_about_a_table_that_is_decided_meanwhile_slips_to_no_other(tmp_path: Path, browser: Browser) -> None:
    with hosted(tmp_path, 4) as host, desk(browser, host) as page:
        presses(page, "start", sure=True)
        presses(page, "go")
        form = page.locator("#rulings")
        form.locator("select[name=kind]").select_option("score")
        expect(form.locator("select[name=table]")).to_have_value("1")
        for name, number in {"vp.0": "12", "vp.1": "8", "mp.0": "400", "mp.1": "0"}.items():
            form.locator(f"input[name='{name}']").fill(number)
        fills(page, 1, {"sum.0": "1000", "sum.1": "900"})
        enters(page, 1)
        expect(page.locator(".table.decided")).to_have_count(1)
        form.locator("button[type=submit]").click()
        says(page, "is still empty.")
        expect(page.locator(".table.decided")).to_have_count(1)
        form.locator("select[name=table]").select_option("2")
        form.locator("button[type=submit]").click()
        says(page, "Ruled, as number")
        expect(page.locator(".table.decided")).to_have_count(2)


WRONG: Final = (
    ("late", {"minutes": "ten"}, "“Minutes” is a whole number from 1 to 180."),
    ("penalty", {"points": "1.5"}, "“Points” is a whole number from 1 to 9999."),
    ("score", {"vp.0": "13", "vp.1": "7", "mp.0": "450", "mp.1": ""}, "“MP E-W” is a whole number"),
    ("replace", {"in": "Zoe", "reason": ""}, "“Why” is still empty."),
    ("recovery", {"minutes": "70"}, "60"),
    ("void", {"reason": "given in error"}, "“Which” is still empty."),
)
"""A ruling, what is typed into its form, and the sentence that says what is wrong."""


def test_what_is_wrong_in_a_form_is_said_in_one_sentence_and_stays_typed(tmp_path: Path, browser: Browser) -> None:
    with hosted(tmp_path, 4) as host, desk(browser, host) as page:
        presses(page, "start", sure=True)
        presses(page, "go")
        form = page.locator("#rulings")
        for kind, fields, words in WRONG:
            form.locator("select[name=kind]").select_option(kind)
            for name, value in fields.items():
                form.locator(f"input[name='{name}']").fill(value)
            form.locator("button").click()
            says(page, words)
            assert "/tournament" not in page.locator("#words").inner_text()
            for name, value in fields.items():
                expect(form.locator(f"input[name='{name}']")).to_have_value(value)
        fills(page, 1, {"0.0": "720", "0.1": ""})
        enters(page, 1)
        says(page, "Write a number for each side")
        expect(page.locator("#table1 input[name='0.1']")).to_be_focused()
        fills(page, 1, {"0.1": "503"})
        enters(page, 1)
        page.locator("#yes").click()
        says(page, "Points are multiples of 5.")
        fills(page, 1, {"0.1": "505"})
        page.locator("#table1 .sign").click()
        expect(page.locator("#table1 input[name='0.1']")).to_have_value("-505")


def test_what_a_form_says_stays_where_the_answer_to_an_earlier_press_comes_late(
    tmp_path: Path, browser: Browser
) -> None:
    with hosted(tmp_path, 4) as host, desk(browser, host) as page:
        presses(page, "start", sure=True)
        expect(page.locator("#actions [data-what=go]")).to_be_enabled()
        form = page.locator("#rulings")
        form.locator("select[name=kind]").select_option("late")
        with host.hanging():
            presses(page, "go")
            form.locator("input[name=minutes]").fill("ten")
            form.locator("button").click()
            says(page, "“Minutes” is a whole number")
        expect(page.locator("#clock")).to_contain_text(":")
        expect(page.locator("#actions [data-what=go]")).to_have_count(0)
        expect(page.locator("#actions button:disabled")).to_have_count(0)
        says(page, "“Minutes” is a whole number")


def test_of_three_players_places_that_are_shared_are_written_in_parts(tmp_path: Path, browser: Browser) -> None:
    three = {"code": "three-player", "kind": "three-player", "rounds": ("three-player",) * 2}
    evening(tmp_path, [("Anna Rossi",), ("Bruno Bianchi",), ("Carla Neri",)], **three)
    with process(tmp_path) as host:
        host.start()
        with desk(browser, host) as page:
            presses(page, "start", sure=True)
            form = page.locator("#rulings")
            form.locator("select[name=kind]").select_option("score")
            points = {"vp.0": "4.5", "vp.1": "4.x", "vp.2": "1", "mp.0": "1500", "mp.1": "1500", "mp.2": "500"}
            for name, value in points.items():
                form.locator(f"input[name='{name}']").fill(value)
            form.locator("button").click()
            says(page, "“VP 2” is a number, perhaps with the part of a place that is shared, such as 4.5 or 10/3.")
            form.locator("input[name='vp.1']").fill("4,5")
            form.locator("button").click()
            says(page, "arbiter's score, 1500 – 1500 – 500")


def test_a_ruling_that_was_begun_before_a_round_is_not_there_in_the_next(tmp_path: Path, browser: Browser) -> None:
    with hosted(tmp_path, 4) as host, desk(browser, host) as page:
        presses(page, "start", sure=True)
        presses(page, "go")
        form = page.locator("#rulings")
        form.locator("select[name=kind]").select_option("penalty")
        form.locator("select[name=entry]").select_option("3")
        form.locator("input[name=points]").fill("100")
        for what, words in (("sheet", "1 =1000-900"), ("sheet", "2 =1000-900"), ("close", "1")):
            assert directs(host, what, words)["done"]
        expect(page.locator("[data-what=pair]")).to_be_visible()
        expect(form.locator("input[name=points]")).to_have_value("100")
        assert directs(host, "pair")["done"]
        says(page, "Round 2 has begun: the ruling that was begun before it is not there any more.")
        expect(form.locator("select[name=kind]")).to_have_value("late")
        expect(form.locator("select[name=entry]")).to_have_value("1")


def test_a_ruling_that_is_confirmed_when_another_round_has_begun_is_not_given(tmp_path: Path, browser: Browser) -> None:
    with hosted(tmp_path, 4) as host, desk(browser, host) as page:
        presses(page, "start", sure=True)
        presses(page, "go")
        form = page.locator("#rulings")
        form.locator("select[name=kind]").select_option("withdraw")
        form.locator("select[name=entry]").select_option("3")
        form.locator("button[type=submit]").click()
        expect(page.locator("#yes")).to_be_visible()
        for what, words in (("sheet", "1 =1000-900"), ("sheet", "2 =1000-900"), ("close", "1"), ("pair", "")):
            assert directs(host, what, words)["done"]
        says(page, "Round 2 has begun")
        page.locator("#yes").click()
        expect(page.locator("#yes")).to_be_hidden()
        page.wait_for_timeout(500)  # what was sent would be answered
        says(page, "Round 2 has begun: the ruling that was begun before it is not there any more.")


def test_a_correction_on_a_tablet_is_for_the_figures_that_stood_there(tmp_path: Path, browser: Browser) -> None:
    with hosted(tmp_path, 4) as host, desk(browser, host) as page:
        presses(page, "start", sure=True)
        presses(page, "go")
        assert directs(host, "sheet", "1 =1000-900")["done"]
        page.locator("#table1 .open").click()
        fills(page, 1, {"sum.0": "1000", "sum.1": "−5"})
        page.locator("#table1 input[name=reason]").fill("a deal below zero")
        assert directs(host, "rule", "correct 1 =1000-905 : one card more")["done"]
        expect(page.locator("#table1 h3")).to_contain_text("1000 – 905")
        enters(page, 1)
        says(page, "Table 1 was corrected by Marta while you wrote, and stands at 1000 – 905 now.")
        expect(page.locator("#table1 input[name='sum.1']")).to_have_value("−5")
        enters(page, 1)
        expect(page.locator("#table1 h3")).to_contain_text("1000 – −5")


def test_a_score_of_the_round_before_is_corrected_on_a_tablet(tmp_path: Path, browser: Browser) -> None:
    with hosted(tmp_path, 4) as host, desk(browser, host) as page:
        presses(page, "start", sure=True)
        for table in (1, 2):
            assert directs(host, "sheet", f"{table} =1000-905")["done"]
        assert directs(host, "close")["done"]
        assert directs(host, "pair")["done"]
        expect(page.locator("#round")).to_have_text("Round 2 of 2")
        page.locator("#round1 summary").click()
        before = page.locator("#table2r1")
        expect(before.locator("h3")).to_contain_text("1000 – 905")
        before.locator(".open").click()
        before.locator("input[name='sum.0']").fill("1000")
        before.locator("input[name='sum.1']").fill("900")
        before.locator("input[name=reason]").fill("added up wrongly")
        before.locator("button[type=submit]").click()
        says(page, "The next round is paired, and errors of sum of round 1 stand")
        before.locator("input[name='sum.0']").fill("905")
        before.locator("input[name='sum.1']").fill("1000")
        before.locator("button[type=submit]").click()
        expect(before.locator("h3")).to_contain_text("905 – 1000")
        expect(page.locator("#table2")).to_have_class("table playing")


def test_who_comes_late_is_admitted_in_the_form_and_nobody_else_is_late_by_it(tmp_path: Path, browser: Browser) -> None:
    with hosted(tmp_path, 3) as host, desk(browser, host) as page:
        presses(page, "start", sure=True)
        form = page.locator("#rulings")
        expect(form.locator("option[value=admit]")).to_have_count(0)
        assert directs(host, "add", "Ugo & Vera")["done"]
        form.locator("select[name=kind]").select_option("admit")
        form.locator("input[name=minutes]").fill("4")
        expect(form.locator("select[name=entry]")).to_have_value("4")
        assert directs(host, "rule", "admit 4 3")["done"]
        expect(page.locator(".table")).to_have_count(2)
        form.locator("button[type=submit]").click()
        says(page, "is still empty.")
        form.locator("select[name=kind]").select_option("late")
        expect(form.locator("select[name=entry] option[value='4']")).to_have_count(1)


def test_an_arbiter_gives_minutes_back_in_the_form(tmp_path: Path, browser: Browser) -> None:
    with hosted(tmp_path, 4) as host, desk(browser, host) as page:
        presses(page, "start", sure=True)
        presses(page, "go")
        page.locator("#rulings select[name=kind]").select_option("recovery")
        page.locator("#rulings select[name=table]").select_option("2")
        page.locator("#rulings input[name=minutes]").fill("4")
        page.locator("#rulings button").click()
        says(page, "Table 2: 4 min given back")
        page.locator("#rulings select[name=kind]").select_option("annul")
        page.locator("#rulings button").click()
        expect(page.locator("#dialog")).to_contain_text("annul a deal, 1. ")
        page.locator("#yes").click()
        says(page, "Table 1: deal 1 is annulled")
        expect(page.locator("#table2 h3")).to_contain_text(", until")


def test_an_arbiter_rules_by_buttons_asks_the_book_and_takes_a_ruling_back(tmp_path: Path, browser: Browser) -> None:
    with hosted(tmp_path, 4) as host, desk(browser, host) as page:
        presses(page, "start", sure=True)
        expect(page.locator(".table.playing")).to_have_count(2)
        presses(page, "rule")
        chooses(page, "Penalty in Match Points", "2. ", "100 Match Points", "fan of cards")
        expect(page.locator("#dialog")).to_contain_text("art. 4, 6, 19, 23, 26")
        chooses(page, "Yes, I rule so")
        says(page, "Ruled, as number 2")
        says(page, "100 Match Points, fan of cards")
        expect(page.locator("#dialog")).to_be_hidden()
        presses(page, "rule")
        chooses(page, "Reverse a ruling", "Penalty", "given in error", "Yes, I rule so")
        says(page, "Ruling 2 is reversed")
        presses(page, "book")
        chooses(page, "No")
        expect(page.locator("#dialog .choice", has_text="One question back")).to_be_visible()
        page.locator("#dialog .close").click()
        with page.expect_download() as report:
            presses(page, "report")
        assert "Penalty: 2. " in report.value.path().read_text(encoding="utf-8")


def test_the_tables_and_the_standings_are_saved_to_be_printed(tmp_path: Path, browser: Browser) -> None:
    with hosted(tmp_path, 4) as host, desk(browser, host) as page:
        presses(page, "start", sure=True)
        expect(page.locator(".table.playing")).to_have_count(2)
        for what, words in (("pairings", "Torneo del giovedì, round 1 of 2"), ("file", '"paired"')):
            with page.expect_download() as saved:
                presses(page, what)
            assert words in words_of(saved.value.path().read_bytes())


def test_a_double_tap_enters_once_and_pairs_once(tmp_path: Path, browser: Browser) -> None:
    with hosted(tmp_path, 4) as host, desk(browser, host) as page:
        presses(page, "start", sure=True)
        expect(page.locator(".table.playing")).to_have_count(2)
        for table in (1, 2):
            fills(page, table, {"sum.0": "1000", "sum.1": "900"})
            page.locator(f"#table{table} button[type=submit]").dblclick()
            expect(page.locator(f"#table{table}")).to_have_class("table decided")
        expect(page.locator("#words")).to_be_hidden()
        page.clock.fast_forward(SETTLES)
        page.locator("[data-what=close]").click()
        page.locator("#yes").dblclick()
        expect(page.locator("[data-what=pair]")).to_be_visible()
        expect(page.locator("#words")).to_be_hidden()
        expect(page.locator("#round")).to_have_text("Round 1 of 2")  # the second tap has not paired


def test_what_is_typed_outlives_a_lost_host_and_a_reload_and_is_entered_then(tmp_path: Path, browser: Browser) -> None:
    with hosted(tmp_path, 4) as host, desk(browser, host) as page:
        presses(page, "start", sure=True)
        fills(page, 1, DEALS)
        host.kill()
        expect(page.locator("#link")).to_contain_text("what you enter is kept")
        fills(page, 2, {"sum.0": "1000", "sum.1": "900"})
        enters(page, 2)
        host.start()
        expect(page.locator("#table2")).to_have_class("table decided")
        page.reload()
        expect(page.locator("#table1 input[name='2.1']")).to_have_value("395")
        enters(page, 1)
        expect(page.locator("#table1")).to_have_class("table decided")


def test_two_windows_of_a_desk_keep_what_is_typed_into_either(tmp_path: Path, browser: Browser) -> None:
    with hosted(tmp_path, 4) as host, desk(browser, host) as page:
        presses(page, "start", sure=True)
        expect(page.locator("#table1")).to_be_visible()
        other = page.context.new_page()
        other.goto(page.url)
        fills(page, 1, DEALS)
        expect(other.locator("#table1 input[name='2.1']")).to_have_value("395")
        fills(other, 2, {"sum.0": "1000", "sum.1": "900"})
        expect(page.locator("#table2 input[name='sum.1']")).to_have_value("900")
        page.reload()
        for window in (page, other):
            expect(window.locator("#table1 input[name='0.0']")).to_have_value("720")
            expect(window.locator("#table2 input[name='sum.0']")).to_have_value("1000")
        enters(other, 1)
        expect(page.locator("#table1")).to_have_class("table decided")
        page.reload()
        expect(page.locator("#table2 input[name='sum.0']")).to_have_value("1000")
        drafts = page.evaluate(f"() => Object.keys(JSON.parse(localStorage['desk-{ID}']))")
        assert drafts == ["1.2.false"]  # what was entered is kept in neither


def test_who_is_no_arbiter_has_no_desk_and_asks_for_nothing(tmp_path: Path, browser: Browser) -> None:
    with hosted(tmp_path, 4) as host, desk(browser, host, "somebody", locale="it-IT") as page:
        expect(page.locator("#words")).to_contain_text("Può farlo solo l'arbitro.")
        assert "Anna" not in page.content()
        for what in ("start", "in", "cancel", "link", "sheet"):
            answer = directs(host, what, token="another")  # noqa: S106  of a test
            assert not answer["done"]
            assert answer["words"] == "Only the arbiter can do that."
        with desk(browser, host, "somebody", code=".AAAA-BBBB") as guess:
            expect(guess.locator("#words")).not_to_be_empty()
            assert "Anna" not in guess.content()


def test_the_word_of_a_link_makes_a_tablet_the_arbiters_once(tmp_path: Path, browser: Browser) -> None:
    with hosted(tmp_path, 4) as host:
        code = directs(host, "link", want="link")["page"]["code"]
        with desk(browser, host, "a-new-tablet", code=f".{code}") as page:
            expect(page.locator("[data-what=start]")).to_be_visible()
            assert code not in page.url
        with desk(browser, host, "another-tablet", code=f".{code}") as page:
            expect(page.locator("#words")).not_to_be_empty()
            expect(page.locator("[data-what=start]")).to_have_count(0)


@pytest.mark.parametrize("again", ["", "code"], ids=["the desk alone", "the same link"])
def test_a_link_that_is_tapped_twice_opens_the_desk_in_both_windows(
    tmp_path: Path, browser: Browser, again: str
) -> None:
    with hosted(tmp_path, 4) as host:
        code = directs(host, "link", want="link")["page"]["code"]
        context = browser.new_context(viewport=TABLET)
        context.set_default_timeout(PATIENCE * 1000)
        first, second = context.new_page(), context.new_page()
        later: dict[Page, list[Callable[[], None]]] = {first: [], second: []}
        for page in (first, second):
            page.route_web_socket("**/ws", partial(hold, want="uselink", later=later[page]))
        first.goto(f"{host.url}desk.html#{ID}.{code}")
        wait_for(first, later[first])
        second.goto(f"{host.url}desk.html#{ID}{again and '.' + code}")
        if again:
            wait_for(second, later[second])
        else:
            says(second, "Only the arbiter can do that.")
        for page in (first, second):
            for one in later[page]:
                one()
        for page in (first, second):
            expect(page.locator("[data-what=start]")).to_be_visible()
            expect(page.locator("#words")).to_be_empty()
        first.reload()
        expect(first.locator("[data-what=start]")).to_be_visible()
        context.close()


def hold(route: WebSocketRoute, want: str, later: list[Callable[[], None]]) -> None:
    """What is first asked for so goes to the host when it is called."""
    server = route.connect_to_server()

    def hears(message: str | bytes) -> None:
        if f'"{want}"' in str(message) and not later:
            later.append(partial(server.send, message))
        else:
            server.send(message)

    route.on_message(hears)


def wait_for(page: Page, later: Sequence[object]) -> None:
    since = time.monotonic()
    while not later:
        assert time.monotonic() < since + PATIENCE
        page.wait_for_timeout(10)  # milliseconds


def test_a_word_that_has_not_come_to_the_host_when_the_connection_breaks_is_brought_again(
    tmp_path: Path, browser: Browser
) -> None:
    with hosted(tmp_path, 4) as host, desk(browser, host, "a-new-tablet") as page:
        lost: list[str | bytes] = []

        def connect(route: WebSocketRoute) -> None:
            server = route.connect_to_server()

            def hears(message: str | bytes) -> None:
                if '"uselink"' in str(message) and not lost:
                    lost.append(message)
                    route.close()
                else:
                    server.send(message)

            route.on_message(hears)

        code = directs(host, "link", want="link")["page"]["code"]
        page.route_web_socket("**/ws", connect)
        page.goto(f"{host.url}desk.html#{ID}.{code}")
        page.reload()
        expect(page.locator("[data-what=start]")).to_be_visible()
        assert lost
        expect(page.locator("#words")).to_be_empty()


def test_who_leaves_for_a_time_is_chosen_among_those_who_play_where_the_code_has_it(
    tmp_path: Path, browser: Browser
) -> None:
    for code, offers in (("fitab", 1), ("febur", 0)):
        folder = tmp_path / code
        folder.mkdir()
        evening(folder, guest_pairs(4), code=code)
        with process(folder) as host:
            host.start()
            with desk(browser, host) as page:
                presses(page, "start", sure=True)
                expect(page.locator(".table.playing")).to_have_count(2)
                assert directs(host, "sheet", "1 =1000-900")["done"]
                form = page.locator("#rulings")
                expect(page.locator("#table1")).to_have_class("table decided")
                expect(form.locator("option[value=away]")).to_have_count(offers)
                if not offers:
                    continue
                form.locator("select[name=kind]").select_option("away")
                expect(form.locator("select[name=entry] option")).to_have_count(2)
                form.locator("button").click()
                expect(page.locator("#dialog")).to_contain_text("leaves for a time, ")
                page.locator("#yes").click()
                says(page, "away for a time")
                expect(page.locator("#table2")).to_have_class("table decided")


def test_who_is_sent_away_in_the_middle_of_a_match_leaves_the_points_so_far_which_are_typed_at_the_desk(
    tmp_path: Path, browser: Browser
) -> None:
    with hosted(tmp_path, 4) as host, desk(browser, host) as page:
        presses(page, "start", sure=True)
        expect(page.locator(".table.playing")).to_have_count(2)
        assert directs(host, "sheet", "2 =1000-900")["done"]
        form = page.locator("#rulings")
        expect(page.locator("#table2")).to_have_class("table decided")
        form.locator("select[name=kind]").select_option("expel")
        form.locator("select[name=entry]").select_option("1")
        form.locator("input[name='by.0']").fill("720")
        form.locator("button").click()
        says(page, "“Points so far E-W” is a whole number")
        form.locator("input[name='by.1']").fill("1505")
        form.locator("select[name=entry]").select_option("3")  # whose table has its result
        expect(form.locator("input")).to_have_count(0)
        form.locator("select[name=entry]").select_option("1")
        expect(form.locator("input[name='by.0']")).to_have_value("")  # the points were of another choice
        form.locator("input[name='by.0']").fill("720")
        form.locator("input[name='by.1']").fill("1505")
        form.locator("button").click()
        expect(page.locator("#dialog")).to_contain_text("expulsion, 1. ")
        expect(page.locator("#dialog")).to_contain_text(", 720, 1505?")
        page.locator("#yes").click()
        expect(page.locator("#table1")).to_have_class("table decided")
        assert '"mp": [720, 1505]' in directs(host, "file")["page"]["text"]
        form.locator("select[name=kind]").select_option("withdraw")
        form.locator("select[name=entry]").select_option("3")
        form.locator("button").click()
        expect(page.locator("#dialog")).to_contain_text("withdrawal, 3. ")
        page.locator("#yes").click()
        says(page, "Ruled, as number")


def test_who_replaces_their_link_is_out_at_a_desk_of_theirs_which_says_so(tmp_path: Path, browser: Browser) -> None:
    with hosted(tmp_path, 4) as host, desk(browser, host) as page:
        expect(page.locator("#guests")).to_be_visible()
        elsewhere = browser.new_context()
        other = elsewhere.new_page()
        other.goto(f"{host.url}own.html#t={TOKEN}")
        expect(other.locator("#signouthere")).to_be_visible()
        asks = f"async () => (await {HERE}).wire.request('newlink', {{ token: '{new_token()}' }})"
        assert other.evaluate(asks)["done"]
        elsewhere.close()
        says(page, "no longer good")
        expect(page.locator("#guests, .table")).to_have_count(0)
        assert page.evaluate("localStorage.getItem('desk-token')") is None
