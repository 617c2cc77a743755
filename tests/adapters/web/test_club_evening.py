"""A club's evening in real browsers alone: from sign-up to the podium, by what people tap.

A pair does not come, another rests; a correction, a penalty, a substitute in the middle of a deal, a time out.
Most cards are played over the pages' own sockets.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AsyncExitStack, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import aiohttp
from playwright.sync_api import Browser, Page, expect

from tests.adapters.web.club import MARTA, acquainted, announced, chooses, token, window
from tests.adapters.web.evening import ID, aside
from tests.adapters.web.hosting import Process, Window, connected, process
from tests.renderers.pdf_text import words_of

PAIRS: Final = (("Anna", "Bruno"), ("Carla", "Dario"), ("Elena", "Fabio"))
ABSENT: Final = ("Gina", "Hugo")
SUBSTITUTE: Final = "Zoe"
PEOPLE: Final = (*[name for pair in PAIRS for name in pair], *ABSENT, SUBSTITUTE)
TABLET: Final = {"width": 1180, "height": 820}
BEAMER: Final = {"width": 1920, "height": 1080}
MANY: Final = 10_000  # plays, more than a deal has
SETTLES: Final = 1000  # milliseconds after which the desk's buttons can be pressed again


def id_of(name: str) -> str:
    return f"p{PEOPLE.index(name) + 1}"


@contextmanager
def everybody(browser: Browser, host: Process, tournament: str) -> Iterator[dict[str, Page]]:
    """A telephone for each, by name, with the page of this tournament."""
    path = f"tournament.html#{tournament}"
    with ExitStack() as stack:
        yield {name: stack.enter_context(window(browser, host, id_of(name), path)) for name in PEOPLE}


def does(page: Page, what: str) -> None:
    page.locator(f"#mine [data-what={what}]").click()


def rules(desk: Page, what: str, *, sure: bool = False) -> None:
    """A button of the desk; what was pressed just before has settled, so that no second tap hits what follows."""
    pressed = desk.locator(f"#actions [data-what={what}]")
    expect(pressed).to_be_enabled()
    desk.clock.fast_forward(SETTLES)
    pressed.click()
    if sure:
        desk.locator("#yes").click()


def signs_up(one: Page, other: Page, name: str) -> None:
    """Both have to say so."""
    does(other, "seek")
    one.locator(f"[data-with={name}]").click()
    does(other, "yes")
    expect(one.locator("#entry")).to_contain_text("you are in Thursday")


def seated(phones: Mapping[str, Page], number: int) -> list[str]:
    """Who has a table in this round, once all have heard of it."""
    for page in phones.values():
        expect(page.locator("#round")).to_have_text(f"Round {number} of 2")
    return [name for name, page in phones.items() if page.locator("#totable").count()]


async def _played(host: Process, label: str, people: Iterable[str], turns: int) -> None:
    """So many sensible plays at a table, or as many as there are."""
    async with AsyncExitStack() as stack:
        session = await stack.enter_async_context(aiohttp.ClientSession())
        windows = [await stack.enter_async_context(connected(session, host.url, token(id_of(name)))) for name in people]
        for one in windows:
            assert (await one.want("find", label=label))["done"]
            await one.phase("playing", "over")
        while turns and not is_over(windows[0]):
            turns -= 1
            if not any([await one.play() for one in windows]):  # the next view has not come yet
                await windows[0].until(lambda: any(one.controls for one in windows) or is_over(windows[0]))


def is_over(window: Window) -> bool:
    return bool(window.view["table"]["phase"] == "over")


def plays(host: Process, phones: Mapping[str, Page], number: int, turns: int) -> None:
    people = seated(phones, number)
    label = phones[people[0]].locator("#totable").inner_text().split()[-1]
    aside(_played, host, label, people, turns)


def countersigned(phones: Mapping[str, Page], number: int, desk: Page) -> None:
    """One of each line signs: then it is the result."""
    people = seated(phones, number)
    for one, other in [pair for pair in PAIRS if {*pair} & {*people}]:
        signs = phones[one if one in people else other].locator("#mine [data-what=sign]")
        signs.click()
        expect(signs).to_have_count(0)
    expect(desk.locator("#tables .table.decided")).to_have_count(1)


@dataclass
class Evening:
    """Who looks at what: everybody's telephone by name, the arbiter's tablet, the beamer."""

    host: Process
    phones: Mapping[str, Page]
    desk: Page
    room: Page

    def begins(self) -> None:
        """Whoever is there says so, and the first round is paired without those who are not."""
        rules(self.desk, "checkin")
        for name in [name for pair in PAIRS for name in pair]:
            does(self.phones[name], "here")
        rules(self.desk, "start", sure=True)
        expect(self.room.locator(".rests")).to_contain_text("No table in this round: Elena – Fabio")
        expect(self.phones["Gina"].locator("#mine")).to_contain_text("You are not in yet")
        expect(self.phones["Elena"].locator("#mine")).to_contain_text("you rest")

    def first_round(self) -> None:
        """Played to its end; the score is corrected, and a pair penalised."""
        anna, desk, room = self.phones["Anna"], self.desk, self.room
        expect(anna.locator("#totable")).to_contain_text("To my table")
        rules(desk, "go")
        anna.locator("#totable").click()
        expect(anna.locator(".deal")).to_contain_text("Round 1, table 1")
        anna.locator("#menu").click()
        anna.locator("#totournament").click()
        expect(anna.locator("#totable")).to_be_visible()
        plays(self.host, self.phones, 1, MANY)
        expect(anna.locator("#mine")).to_contain_text("Table 1 is over")
        countersigned(self.phones, 1, desk)
        desk.locator("#table1 .open").click()
        for name, words in {"sum.0": "500", "sum.1": "300", "reason": "added up wrongly"}.items():
            desk.locator(f"#table1 input[name='{name}']").fill(words)
        desk.locator("#table1 button[type=submit]").click()
        expect(desk.locator("#table1 input[name=reason]")).to_have_value("")
        expect(room.locator(".table.decided")).to_contain_text("500 – 300")
        rules(desk, "rule")
        chooses(desk, "Penalty in Match Points", "1. ", "100 Match Points", "fan of cards", "Yes, I rule so")
        for page in (desk, anna):
            expect(page.locator("#words")).to_contain_text("100 Match Points, fan of cards")
        expect(room.locator("#standings .rank:not(.head)")).to_have_count(3)

    def second_round(self) -> None:
        """Somebody is taken ill in the middle of a deal, and time is called."""
        elena, zoe, desk = self.phones["Elena"], self.phones[SUBSTITUTE], self.desk
        rules(desk, "pair")
        expect(self.room.locator("#round")).to_have_text("Round 2 of 2")
        expect(elena.locator("#totable")).to_be_visible()
        rules(desk, "go")
        plays(self.host, self.phones, 2, 3)
        does(zoe, "seek")
        expect(zoe.locator("#words")).to_contain_text("Done")
        rules(desk, "rule")
        chooses(desk, "Replace", "Elena – Fabio", "Fabio", SUBSTITUTE, "taken ill", "Yes, I rule so")
        expect(desk.locator("#words")).to_contain_text(f"{SUBSTITUTE} plays for Fabio")  # a press before that is none
        expect(zoe.locator("#totable")).to_be_visible()
        expect(self.phones["Fabio"].locator("#totable")).to_have_count(0)
        rules(desk, "rule")
        chooses(desk, "Time out", "Yes, I rule so")
        for page in (self.room, elena):
            expect(page.locator("#clock")).to_have_text("TIME OUT")
        plays(self.host, self.phones, 2, MANY)
        expect(elena.locator("#mine")).to_contain_text("Table 1 is over")
        countersigned(self.phones, 2, desk)

    def ends(self) -> None:
        rules(self.desk, "finish", sure=True)
        expect(self.room.locator("#standings h2")).to_have_text("Final standings")
        expect(self.phones["Anna"].locator(".podium li")).to_have_count(3)
        with self.phones["Gina"].expect_download() as saved:
            does(self.phones["Gina"], "pdf")
        assert "Elena" in words_of(saved.value.path().read_bytes())


def boards(page: Page, host: Process) -> None:
    """What is over counts on the boards of people and of pairs."""
    page.goto(f"{host.url}club.html")
    page.locator("#toboards").click()
    expect(page.locator(".ranking tbody")).to_contain_text("Anna")
    page.locator("#board-kind").select_option("pairs")
    expect(page.locator(".ranking tbody")).to_contain_text("Carla – Dario")


def announces(page: Page) -> str:
    """Marta fills in the form, at first not quite; the id of what she has announced."""
    for name, value in {"code": "fibur", "cards": "dealt"}.items():
        page.locator(f"#field-{name}").select_option(value)
    for name, value in {"rounds": "mitchell,danese", "deals": "9", "places": "many", "prizes": "a ham"}.items():
        page.locator(f"#field-{name}").fill(value)
    page.locator("#makeit").click()
    expect(page.locator("#wrong")).to_contain_text("Places is a number from 0 to 500.")
    page.locator("#field-places").fill("20")
    page.locator("#makeit").click()
    expect(page.locator("#wrong")).to_contain_text("Give the tournament a name")
    expect(page.locator("#field-name")).to_be_focused()
    page.locator("#field-name").fill("Thursday")
    page.locator("#makeit").click()
    expect(page.locator("#wrong")).to_contain_text("This code has points for so many deals of a round: 1, 2, 3, 4, 5.")
    page.reload()
    expect(page.locator("#field-prizes")).to_have_value("a ham")  # whatever was typed stays
    page.locator("#field-deals").fill("1")
    page.locator("#field-deals").blur()
    expect(page.locator("#announced")).to_contain_text("Prizes: a ham")
    page.locator("#makeit").dblclick()
    page.wait_for_url("**/tournament.html#tour*")
    return page.url.partition("#")[2]


def beamer_of(desk: Page) -> str:
    """The arbiter goes to their desk, and has the page for the beamer shown."""
    desk.clock.install()
    does(desk, "desk")
    rules(desk, "link")
    expect(desk.locator("#words")).to_contain_text("beamer.html#")
    found = re.search(r"beamer\.html#\S+", desk.locator("#words").inner_text())
    assert found
    return found[0]


def test_an_evening_from_sign_up_to_podium(tmp_path: Path, browser: Browser) -> None:
    acquainted(tmp_path, PEOPLE)
    with process(tmp_path) as host:
        host.start()
        with window(browser, host, MARTA, "club.html", viewport=TABLET) as desk:
            tournament = announces(desk)
            with (
                everybody(browser, host, tournament) as phones,
                window(browser, host, "", beamer_of(desk), viewport=BEAMER) as room,
            ):
                for one, other in (*PAIRS, ABSENT):
                    signs_up(phones[one], phones[other], other)
                expect(room.locator(".entry")).to_have_count(4)
                evening = Evening(host, phones, desk, room)
                evening.begins()
                evening.first_round()
                evening.second_round()
                evening.ends()
                boards(desk, host)
        assert host.stop() == 0


def test_a_pair_that_is_missing_when_the_round_begins_loses_by_the_arbiters_ruling(
    tmp_path: Path, browser: Browser
) -> None:
    announced(tmp_path, PAIRS[0], rounds=("mitchell",), deals=(3,))
    path = f"tournament.html#{ID}"
    with process(tmp_path) as host, ExitStack() as stack:
        host.start()
        anna, bruno = [stack.enter_context(window(browser, host, id_of(name), path)) for name in PAIRS[0]]
        desk = stack.enter_context(window(browser, host, MARTA, path, viewport=TABLET))
        signs_up(anna, bruno, "Bruno")
        desk.clock.install()
        does(desk, "desk")
        desk.locator("#guests").fill(" & ".join(ABSENT))
        desk.locator("#add").click()
        expect(desk.locator("#actions li")).to_have_count(2)
        rules(desk, "start", sure=True)
        rules(desk, "go")
        does(anna, "missing")
        expect(desk.locator("#table1 .call")).to_contain_text("the others are not there")
        expect(desk.locator("#news")).to_contain_text("says that the others are not there")
        for name, value in {"kind": "late", "entry": "2"}.items():
            desk.locator(f"#rulings select[name={name}]").select_option(value)
        desk.locator("#rulings input[name=minutes]").fill("11")
        desk.locator("#rulings button").click()
        expect(desk.locator("#words")).to_contain_text("a line has not come, the match is lost")
        expect(desk.locator("#words")).to_contain_text("(FE.BUR.IT code, art. 26)")
        expect(anna.locator(".table.decided")).to_have_count(1)
        expect(anna.locator("#sheet")).to_be_hidden()
        rules(desk, "close", sure=True)
        expect(anna.locator("#standings .rank").nth(1)).to_contain_text("13")
        expect(anna.locator("#standings .rank").nth(2)).to_contain_text("7")
        assert host.stop() == 0
