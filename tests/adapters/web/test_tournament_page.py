"""A tournament's page in a real browser: pairs, teams and single players sign up, wait, withdraw and check in."""

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import aiohttp
from playwright.sync_api import Browser, Page, ViewportSize, expect

from bot.words.names import LONGEST
from tests.adapters.web import evening as club_evening
from tests.adapters.web.club import MARTA, announced, token, window
from tests.adapters.web.evening import ID, TOKEN, aside, evening
from tests.adapters.web.hosting import PATIENCE, Process, connected, process
from tests.adapters.web.seeing import scrolled

PLAYED: Final = 120_000  # milliseconds in which four computers have played a deal

COUNTED: Final = """async () => {
  const { wire } = await import("./requests.js");
  const next = document.getElementById("next");
  window.heard = 0;
  wire.hear(({ type }) => { if (type === "page") window.heard += 1; });
  window.said = [];
  new MutationObserver(() => window.said.push(next.textContent)).observe(next, { childList: true });
}"""
"""From now on `heard` says how often the page was told anew what there is, `said` what is next, as it is read out."""


@contextmanager
def hosted(folder: Path, people: str, **announcement: Any) -> Iterator[Process]:
    announced(folder, people.split(), **announcement)
    with process(folder) as host:
        host.start()
        yield host


def does(page: Page, what: str) -> None:
    page.locator(f"#mine [data-what={what}]").click()


def test_a_pair_signs_up_when_both_have_said_so_and_who_waits_moves_up(tmp_path: Path, browser: Browser) -> None:
    with hosted(tmp_path, "Anna Bruno Carla Dario", places=1) as host, ExitStack() as stack:
        anna, bruno, carla, dario = [stack.enter_context(window(browser, host, f"p{at}")) for at in (1, 2, 3, 4)]
        expect(anna.locator("#name")).to_have_text("Thursday")
        expect(anna.locator("#about")).to_contain_text("Sign-up is open.")
        does(anna, "seek")
        expect(anna.locator(".address")).to_have_value(re.compile(rf"#{ID}\.p1$"))
        bruno.goto(anna.locator(".address").input_value())
        bruno.locator("[data-with=Anna]").click()
        expect(bruno.locator("#entry")).to_contain_text("the others are asked")
        expect(anna.locator(".asked")).to_contain_text("Bruno would like to play Thursday with you")
        does(anna, "yes")
        expect(bruno.locator("#entries li")).to_have_text(["Bruno – Anna"])
        expect(anna.locator("#entry")).to_contain_text("you are in Thursday as number 1")
        does(carla, "seek")
        dario.locator("[data-with=Carla]").click()
        does(carla, "yes")
        expect(dario.locator("#entry")).to_contain_text("you wait as number 2")
        expect(carla.locator("#entries li.waits")).to_have_text(["Dario – Carla (waits for a place)"])
        does(bruno, "out")
        expect(carla.locator("#words")).to_contain_text("a place has become free")
        expect(carla.locator("#entries li")).to_have_text(["Dario – Carla"])


def test_somebody_new_says_their_name_and_is_in_and_a_wrong_link_is_none(tmp_path: Path, browser: Browser) -> None:
    with hosted(tmp_path, "", kind="singles", code="fibur") as host, window(browser, host, "", locale="it-IT") as page:
        expect(page.locator("#mine [data-what=in]")).to_have_text("Mi iscrivo")
        does(page, "in")
        page.locator("#yourname").fill("Élodie")
        page.locator("#nameok").click()
        expect(page.locator("#entries li")).to_have_text(["Élodie"])
        expect(page.locator("#entry")).to_contain_text("numero 1")
        page.goto(f"{host.url}tournament.html#{ID[:-1]}0")
        expect(page.locator("#words")).to_have_text("Qui non c'è un torneo così.")


def test_who_goes_by_keys_stays_where_they_are_and_a_press_is_heard_while_others_sign_up(
    tmp_path: Path, browser: Browser
) -> None:
    with hosted(tmp_path, "Anna Bruno Carla Dario Elena", kind="teams") as host, window(browser, host, "p1") as anna:
        expect(anna.locator("#next")).to_have_text("It starts when the arbiter says so.")
        anna.evaluate(COUNTED)
        for person in ("p2", "p3", "p4"):
            assert asks(host, person, "seek")["done"]
        bruno = anna.locator("[data-with=Bruno]")
        bruno.focus()
        assert asks(host, "p5", "seek")["done"]
        expect(anna.locator("[data-with]")).to_have_count(4)
        expect(bruno).to_be_focused()
        anna.keyboard.press("Space")
        expect(bruno).to_be_checked()
        assert anna.evaluate("() => window.said") == []
        seek = anna.locator("#mine [data-what=seek]")
        seek.scroll_into_view_if_needed()
        seek.hover()
        anna.mouse.down()
        times = anna.evaluate("() => window.heard")
        assert asks(host, "p5", "out")["done"]
        anna.wait_for_function("(before) => window.heard > before", arg=times)
        anna.mouse.up()
        expect(anna.locator("#entry")).to_be_visible()
        expect(anna.locator("[data-with]")).to_have_count(3)


def test_a_team_with_a_reserve_is_chosen_of_those_who_look_for_one(tmp_path: Path, browser: Browser) -> None:
    with hosted(tmp_path, "Anna Bruno Carla Dario Elena", kind="teams") as host, ExitStack() as stack:
        pages = [stack.enter_context(window(browser, host, f"p{at}")) for at in range(1, 6)]
        for page in pages[1:]:
            does(page, "seek")
        anna = pages[0]
        for name in ("Bruno", "Carla", "Dario", "Elena"):
            anna.locator(f"[data-with={name}]").check()
        anna.locator("#team").click()
        for page in pages[1:]:
            does(page, "yes")
        expect(anna.locator("#entries li")).to_have_text(["Anna – Bruno – Carla – Dario – Elena"])


def test_who_looks_for_a_team_fits_the_smallest_telephone_however_long_a_name_is(
    tmp_path: Path, browser: Browser
) -> None:
    small: ViewportSize = {"width": 320, "height": 568}
    with (
        hosted(tmp_path, f"Anna {'W' * LONGEST}", kind="teams") as host,
        window(browser, host, "p1", viewport=small) as anna,
    ):
        assert asks(host, "p2", "seek")["done"]
        expect(anna.locator("[data-with]")).to_have_count(1)
        assert scrolled(anna)[0] <= 0


def test_duplicate_in_the_form_has_its_cards_dealt_and_real_cards_are_none(tmp_path: Path, browser: Browser) -> None:
    with hosted(tmp_path, "Anna") as host, window(browser, host, "p1", "club.html") as page:
        page.locator("#field-code").select_option("fibur")
        page.locator("#field-duplicate").select_option("on")
        expect(page.locator("#field-cards")).to_have_value("dealt")
        page.locator("#field-cards").select_option("real")
        expect(page.locator("#field-duplicate")).to_have_value("off")
        expect(page.locator("#wrong")).to_have_text("")


def directs(host: Process, *lines: tuple[str, str]) -> None:
    """Marta does these things."""
    for what, words in lines:
        answer = asks(host, MARTA, what, words)
        assert answer["done"], answer["words"]


def asks(host: Process, person: str, what: str, words: str = "") -> dict[str, Any]:
    """What somebody's window is answered."""

    async def work() -> dict[str, Any]:
        async with aiohttp.ClientSession() as session, connected(session, host.url, token(person)) as one:
            return await one.want(
                "tournament" if person == MARTA else "club",
                what=what,
                words=words,
                tournament=ID,
                delivery=f"{what} {words}",
            )

    return aside(work)


def test_a_pair_registers_late_for_the_incomplete_table_and_afterwards_reads_why_not(
    tmp_path: Path, browser: Browser
) -> None:
    with hosted(tmp_path, "Anna Bruno Carla Dario") as host, ExitStack() as stack:
        directs(host, ("add", "Ugo & Vera"), ("add", "Wanda & Zoe"), ("add", "Ivo & Lea"), ("start", ""))
        anna, bruno, carla = [stack.enter_context(window(browser, host, f"p{at}")) for at in (1, 2, 3)]
        desk = stack.enter_context(window(browser, host, MARTA, viewport={"width": 1180, "height": 820}))
        expect(anna.locator("#round")).to_have_text("Round 1 of 2")
        expect(anna.locator("#mine [data-what=seek]")).to_have_text("I look for a partner")
        does(anna, "seek")
        bruno.locator("[data-with=Anna]").click()
        expect(bruno.locator("#entry")).to_contain_text("the others are asked")
        does(anna, "yes")
        expect(bruno.locator("#mine")).to_contain_text("You are not in yet")
        desk.locator("#mine [data-what=desk]").click()
        desk.locator("#actions button", has_text="Admit Bruno – Anna").click()
        desk.locator("#dialog .choice", has_text="2 min").click()
        desk.locator("#dialog .choice", has_text="Yes, I rule so").click()
        expect(anna.locator("#mine")).to_contain_text("Round 1: your table is 2")
        expect(desk.locator("#actions button", has_text="Admit")).to_have_count(0)
        expect(carla.locator("#mine [data-what=seek]")).to_have_text("I would come in as a substitute")
        late = asks(host, "p4", "in", "p3")
        assert (late["done"], "there is none (FE.BUR.IT code, art. 25)" in late["words"]) == (False, True)


def test_what_was_played_is_looked_through_table_by_table_and_in_duplicate_only_when_all_have_played_it(
    tmp_path: Path, browser: Browser
) -> None:
    computers = [(f"c{2 * pair + 1}:random", f"c{2 * pair + 2}:random") for pair in range(4)]
    evening(tmp_path, computers, cards="dealt", deals=(1, 1), duplicate=True)
    with process(tmp_path) as host:
        host.start()
        context = browser.new_context(locale="en-GB")
        context.set_default_timeout(PATIENCE * 1000)
        context.add_init_script(f"localStorage.token ??= '{TOKEN}'")
        page = context.new_page()
        page.goto(f"{host.url}tournament.html#{ID}")
        expect(page.locator("#name")).to_have_text("Torneo del giovedì")
        club_evening.directs(host, "start")
        page.locator("#toplayed").click()
        expect(page.locator("#played")).to_contain_text("Nothing of this round is open yet.")
        club_evening.directs(host, "go")
        expect(page.locator("#tables")).to_contain_text("playing")
        answer = club_evening.directs(host, "rule", "timeout")
        assert answer["done"], answer["words"]
        expect(page.locator("#played [data-deal]")).to_have_count(2, timeout=PLAYED)  # both at the same moment
        expect(page.locator('#played [data-deal="1.1"]')).to_have_text(re.compile(r"^−?\d+ – −?\d+$"))
        page.locator('#played [data-turning="2.1"]').click()
        expect(page.locator("#told")).to_contain_text("turning point")
        context.close()


COLUMNS: Final = """async (tables) => {
  const [{ wire }, { show }] = await Promise.all([import("./requests.js"), import("./tournament_played.js")]);
  wire.request = async () => ({ done: true, page: { round: 1, rounds: 1, tables } });
  const place = document.createElement("div");
  await show(place, 1, "t");
  return [...place.querySelectorAll("tr")].map((row) => [...row.children].map((cell) => cell.innerText.trim()));
}"""
"""What stands in the list of the deals that are open, row by row."""


def test_a_column_of_what_was_played_is_the_same_deal_at_every_table_also_where_one_was_annulled(
    tmp_path: Path, browser: Browser
) -> None:
    def deal(place: int, number: int, points: str, *, counts: bool = True) -> dict[str, object]:
        return {"deal": place, "number": number, "points": points, "counts": counts}

    annulled = [deal(1, 1, "", counts=False), deal(2, 1, "500 – 300"), deal(3, 2, "40 – 20")]
    tables = [
        {"table": 1, "lines": ["A", "B"], "id": "x", "deals": annulled},
        {"table": 2, "lines": ["C", "D"], "id": "y", "deals": [deal(1, 1, "700 – 100"), deal(2, 2, "90 – 10")]},
    ]
    with hosted(tmp_path, "Anna") as host, window(browser, host, "p1") as page:
        expect(page.locator("#name")).to_have_text("Thursday")  # the words are there
        head, first, second = page.evaluate(COLUMNS, tables)
    assert head == ["", "Deal 1", "Deal 2"]
    assert ["500 – 300" in first[1], "40 – 20" in first[2]] == [True, True]
    assert ["700 – 100" in second[1], "90 – 10" in second[2]] == [True, True]
