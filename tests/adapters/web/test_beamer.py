"""The page for the beamer of a club room, in a real browser: an evening, its link, its clock, breaks, its pages."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from bot.durations import MINUTE
from bot.requests.tournaments.pages import STAYS
from tests.adapters.web.evening import CODE, ID, SECRET, directs, evening, guest_pairs, past_evening
from tests.adapters.web.hosting import Process, process
from tests.adapters.web.test_browser import UNDRAWN

BEAMER: Final = {"width": 1920, "height": 1080}
PHONE: Final = {"width": 390, "height": 844}
LIVE: Final = 2_000  # milliseconds in which a change is shown
TURNS: Final = 9_000  # milliseconds that a page stands
LEAST: Final = 25  # pixels of 1080 that a letter's size has, some 3.5 cm on a picture of 1.5 m
PATIENCE: Final = 90_000  # milliseconds in which a page has noticed that its network is cut, or back
NOWHERE: Final = "This link leads nowhere"
CHANGED: Final = """(decided) => { window.changed = new Promise((done) => new MutationObserver(() => {
  if (document.querySelectorAll(".table.decided").length === decided) done(Date.now());
}).observe(document.body, { childList: true, subtree: true })); }"""


@contextmanager
def hosted(folder: Path, pairs: int, **announcement: Any) -> Iterator[Process]:
    is_dealt = announcement.get("cards") == "dealt"
    computers = [(f"c{2 * pair + 1}:random", f"c{2 * pair + 2}:random") for pair in range(pairs)]
    evening(folder, computers if is_dealt else guest_pairs(pairs), **announcement)
    with process(folder) as host:
        host.start()
        yield host


@contextmanager
def beamer(
    browser: Browser,
    host: Process,
    secret: str = SECRET,
    locale: str = "en-GB",
    size: Any = BEAMER,
    own_clock: bool = False,
) -> Iterator[Page]:
    """The page as somebody sees it; it must not complain. `own_clock`: one that can be put forward, and goes on."""
    context = browser.new_context(viewport=size, locale=locale)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(UNDRAWN)
    page = context.new_page()
    if own_clock:
        page.clock.install()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{host.url}beamer.html#{ID}.{secret}")
    yield page
    assert complaints == []
    context.close()


def direct(host: Process, what: str, words: str = "") -> None:
    answer = directs(host, what, words)
    assert answer["done"], answer["words"]


def texts(page: Page, place: str) -> list[str]:
    """What stands in a part of the page, an item each."""
    return [text.replace("\n", " | ") for text in page.locator(f"#{place} .items > :not(.head)").all_inner_texts()]


def test_an_evening_of_two_rounds_with_a_rest_and_a_correction(tmp_path: Path, browser: Browser) -> None:
    with (
        hosted(tmp_path, 5) as host,
        beamer(browser, host) as room,
        beamer(browser, host, locale="it-IT", size=PHONE) as phone,
    ):
        expect(room.locator("#name")).to_have_text("Torneo del giovedì")
        expect(room.locator("#next")).to_have_text("It starts when the arbiter says so.")
        expect(phone.locator("#next")).to_have_text("Inizia quando lo dice l'arbitro.")
        expect(room.locator(".entry")).to_have_count(5)
        direct(host, "start")
        expect(room.locator("#round")).to_have_text("Round 1 of 2")
        expect(phone.locator("#round")).to_have_text("Turno 1 di 2")
        assert texts(room, "tables") == [
            "1 | Anna Rossi – Bruno Bianchi | Carla Neri – Dario Verdi | playing",
            "2 | Elena Riva – Fabio Costa | Gina Lodi – Hugo Sala | playing",
            "No table in this round: Ida Pace – Lino Re",
        ]
        expect(room.locator("#clock")).to_be_hidden()
        direct(host, "go")
        expect(room.locator("#clock")).to_have_text(re.compile(r"^3[45]:\d\d$"))
        direct(host, "sheet", "1 720-505 335-640 810-395")
        expect(room.locator(".table.decided")).to_have_count(1)
        expect(room.locator(".table.decided")).to_contain_text("1865 – 1540")
        expect(room.locator("#next")).to_have_text("Results still to come: 1 (table 2)")
        expect(room.locator("#standings")).to_be_hidden()
        direct(host, "sheet", "2 =1000-1500")
        direct(host, "close")
        expect(room.locator("#standings h2")).to_have_text("Standings after round 1")
        expect(room.locator("#next")).to_have_text(re.compile(r"^Pairings of round 2 at \d\d:\d\d$"))
        expect(phone.locator("#next")).to_have_text(re.compile(r"^Abbinamenti del turno 2 alle \d\d:\d\d$"))
        expect(room.locator("#clock")).to_be_hidden()
        before = texts(room, "standings")
        direct(host, "rule", "correct 1 720-505 335-640 810-995 added up wrongly")
        expect(room.locator("#tables .items")).to_contain_text("1865 – 2140")
        expect(phone.locator("#tables .items")).to_contain_text("1865 – 2140")
        assert texts(room, "standings") != before
        assert texts(room, "standings") == texts(phone, "standings")
        direct(host, "pair")
        expect(room.locator("#round")).to_have_text("Round 2 of 2")
        expect(room.locator(".table.playing")).to_have_count(2)
        for table in ("1", "2"):
            direct(host, "sheet", f"{table} =1000-900")
        direct(host, "close", "2")
        direct(host, "finish")
        expect(room.locator("#standings h2")).to_have_text("Final standings")
        expect(phone.locator("#standings h2")).to_have_text("Classifica finale")
        expect(room.locator("#next")).to_have_text("The tournament is over. Thank you, and good night!")


def test_tables_of_the_chat_tell_which_deal_they_play_and_the_last_ruling_stands_below(
    tmp_path: Path, browser: Browser
) -> None:
    with (
        hosted(tmp_path, 4, cards="dealt", deals=(2, 2)) as host,
        beamer(browser, host) as room,
        beamer(browser, host, locale="it-IT", size=PHONE) as phone,
    ):
        direct(host, "start")
        expect(room.locator(".table.playing i")).to_have_text(["playing"] * 2)
        expect(room.locator("#rulings")).to_be_hidden()
        direct(host, "go")
        expect(room.locator(".table.playing i")).to_have_text(["deal 1 of 2"] * 2)
        expect(phone.locator(".table.playing i")).to_have_text(["smazzata 1 di 2"] * 2)
        direct(host, "rule", "warn 1 fan")
        expect(room.locator("#rulings")).to_contain_text("Warning: 1.")
        expect(phone.locator("#rulings")).to_contain_text("Ammonizione: 1.")
        direct(host, "rule", "warn 2 fan")
        expect(room.locator("#rulings")).to_contain_text("Warning: 2.")


def test_a_change_is_on_the_screen_within_two_seconds(tmp_path: Path, browser: Browser) -> None:
    with hosted(tmp_path, 8) as host, beamer(browser, host) as room:
        expect(room.locator(".entry")).to_have_count(8)
        direct(host, "start")
        expect(room.locator(".table")).to_have_count(4)
        took = []
        for table in (1, 2, 3, 4):
            room.evaluate(CHANGED, table)
            direct(host, "sheet", f"{table} =1000-900")
            answered = time.time() * 1000
            took.append(room.evaluate("() => window.changed") - answered)
        assert min(took) < LIVE  # a machine may be busy now and then


@pytest.mark.parametrize("secret", ["b" * 32, "", "é", f"{SECRET}x"])
def test_a_forged_link_shows_nothing(tmp_path: Path, browser: Browser, secret: str) -> None:
    with hosted(tmp_path, 4) as host, beamer(browser, host, secret) as stranger:
        expect(stranger.locator("#nowhere")).to_be_visible()
        assert "Torneo" not in stranger.content()
        assert "Anna" not in stranger.content()


def test_a_link_that_was_taken_back_shows_nothing_any_more_and_another_does(tmp_path: Path, browser: Browser) -> None:
    with hosted(tmp_path, 4) as host, beamer(browser, host) as room:
        expect(room.locator(".entry")).to_have_count(4)
        assert SECRET in directs(host, "link")["words"]
        direct(host, "link", "off")
        expect(room.locator("#nowhere")).to_contain_text(NOWHERE)
        assert "Anna" not in room.content()
        words = directs(host, "link", "new")["words"]
        assert SECRET not in words
        secret = words.partition(f"#{ID}.")[2].split()[0]
        with beamer(browser, host, secret) as again:
            expect(again.locator(".entry")).to_have_count(4)
        room.reload()
        expect(room.locator("#nowhere")).to_contain_text(NOWHERE)


def test_links_whose_time_is_over_say_so(tmp_path: Path, browser: Browser) -> None:
    past_evening(tmp_path, STAYS + MINUTE)
    with process(tmp_path) as host:
        host.start()
        with beamer(browser, host, locale="it-IT") as room:
            expect(room.locator("#nowhere")).to_contain_text("Questa pagina è scaduta")
            assert "Anna" not in room.content()
            room.goto(f"{host.url}desk.html#{ID}.{CODE}")
            expect(room.locator("#words")).to_contain_text("più di 10 minuti")


def test_nobody_of_fitab_sees_the_clock(tmp_path: Path, browser: Browser) -> None:
    with hosted(tmp_path, 4, code="fitab") as host, beamer(browser, host) as room:
        direct(host, "start")
        direct(host, "go")
        expect(room.locator("#next")).to_have_text("Results still to come: 2 (tables 1 and 2)")
        expect(room.locator("#clock")).to_have_text("")
        direct(host, "rule", "timeout")
        expect(room.locator("#clock")).to_have_text("TIME OUT")


def test_what_is_shown_stays_while_the_host_is_away_and_is_right_again_after(tmp_path: Path, browser: Browser) -> None:
    with hosted(tmp_path, 4) as host, beamer(browser, host) as room:
        direct(host, "start")
        expect(room.locator(".table")).to_have_count(2)
        host.kill()
        expect(room.locator("#link")).to_contain_text("No connection since")
        expect(room.locator(".table")).to_have_count(2)
        host.start()
        expect(room.locator("#link")).to_be_hidden()
        direct(host, "sheet", "1 =1000-900")
        expect(room.locator(".table.decided")).to_have_count(1)


def test_a_network_that_is_cut_is_said_and_the_board_is_right_when_it_is_back(tmp_path: Path, browser: Browser) -> None:
    with hosted(tmp_path, 4) as host, beamer(browser, host) as room:
        direct(host, "start")
        expect(room.locator(".table")).to_have_count(2)
        expect(room.locator("#link")).to_be_hidden()
        room.context.set_offline(True)
        expect(room.locator("#link")).to_contain_text("No connection since", timeout=PATIENCE)
        expect(room.locator(".table.playing")).to_have_count(2)
        direct(host, "sheet", "1 =1000-900")
        expect(room.locator(".table.playing")).to_have_count(2)  # what it says is what was heard last
        room.context.set_offline(False)
        expect(room.locator(".table.decided")).to_have_count(1, timeout=PATIENCE)
        expect(room.locator("#link")).to_be_hidden(timeout=PATIENCE)


def test_what_stands_on_one_page_is_not_drawn_anew_under_who_reads_it(tmp_path: Path, browser: Browser) -> None:
    with hosted(tmp_path, 4) as host, beamer(browser, host, size=PHONE, own_clock=True) as room:
        direct(host, "start")
        expect(room.locator(".table")).to_have_count(2)
        room.evaluate("() => { window.first = document.querySelector('.table'); }")
        room.clock.fast_forward(2 * TURNS)
        assert room.evaluate("() => document.querySelector('.table') === window.first")


def test_a_page_stays_while_somebody_is_at_a_link_of_it_by_keys_and_turns_a_while_after(
    tmp_path: Path, browser: Browser
) -> None:
    with hosted(tmp_path, 120) as host, beamer(browser, host, own_clock=True) as room:
        direct(host, "start")
        expect(room.locator("#round")).to_have_text("Round 1 of 2")
        room.evaluate("""() => {
          const link = document.createElement("a");
          link.href = "replay.html";
          document.querySelector("#tables .items").prepend(link);
          link.focus();
        }""")
        focus = "() => document.activeElement.getAttribute('href')"
        room.keyboard.press("Shift")
        first = room.locator(".table b").first.inner_text()
        room.clock.fast_forward(2 * TURNS)
        assert (room.evaluate(focus), room.locator(".table b").first.inner_text()) == ("replay.html", first)
        room.clock.fast_forward(60_000)
        room.clock.fast_forward(TURNS)
        expect(room.locator(".table b").first).not_to_have_text(first)


@pytest.mark.parametrize("tables", [2, 60])
def test_every_table_is_shown_whole_and_pages_turn_where_there_is_no_room(
    tmp_path: Path, browser: Browser, tables: int
) -> None:
    with hosted(tmp_path, 2 * tables) as host, beamer(browser, host, own_clock=True) as room:
        direct(host, "start")
        expect(room.locator("#round")).to_have_text("Round 1 of 2")
        found: set[str] = set()
        while len(found) < tables:
            first = room.locator(".table b").first.inner_text()
            found |= seen_whole(room)
            if len(found) < tables:
                room.clock.fast_forward(TURNS)
                turned = "(first) => document.querySelector('.table b').textContent !== first"
                room.wait_for_function(turned, arg=first)
        assert found == {str(number) for number in range(1, tables + 1)}


def seen_whole(room: Page) -> set[str]:
    """The numbers of the tables on the screen, each of which is on it whole, and large enough."""
    seen = room.evaluate("""() => [...document.querySelectorAll(".table")].map((one) => ({
      number: one.querySelector("b").textContent, ...one.getBoundingClientRect().toJSON(),
      below: document.querySelector("footer").getBoundingClientRect().top,
      size: parseFloat(getComputedStyle(one.querySelector("span")).fontSize) }))""")
    for one in seen:
        assert one["bottom"] <= one["below"]
        assert one["right"] <= BEAMER["width"]
        assert one["size"] > LEAST
    return {one["number"] for one in seen}
