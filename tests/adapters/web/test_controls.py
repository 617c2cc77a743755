"""The page's controls beside the play, in a real browser: lobby, time, consent, tables, accounts, what happened."""

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from bot.words.languages import say as sentence
from tests.adapters.web.hosting import Process, process
from tests.adapters.web.test_browser import (
    DESKTOP,
    HERE,
    PHONE,
    accept,
    click_on_all,
    play_now,
    sit_down,
    until,
    window,
)

LAST = """() => [[...document.querySelectorAll("#feed li")].at(-1), document.getElementById("live")]
  .map((line) => line.textContent)"""  # what the feed says last, and what is spoken
MELDS = """() => [...document.querySelectorAll(".meld")].map((meld) => {
  return { called: meld.dataset.number, shown: meld.querySelector(".number").innerText, spoken: meld.ariaLabel };
})"""  # all at one moment: computers play on

HOLD = f"""{HERE}.then(({{ wire }}) => {{
  const held = self.held = [];
  wire.receive = (one) => held.push(one);
  self.letGo = () => {{ delete wire.receive; for (const one of held) wire.receive(one); }};
}})"""
"""What the host says from now on comes when `letGo` is called."""
BREAK = f"async () => (await {HERE}).wire.socket.close()"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("controls")) as running:
        running.start()
        yield running
        running.stop()


class Windows:
    """Windows of people who open as many as a test needs."""

    def __init__(self, browser: Browser, host: Process, stack: ExitStack) -> None:
        self._browser, self._host, self._stack = browser, host, stack

    def open(self, size: dict[str, int] = DESKTOP, locale: str = "en-GB") -> Page:
        return self._stack.enter_context(window(self._browser, self._host, size, locale))


@pytest.fixture
def windows(one_browser: Browser, host: Process) -> Iterator[Windows]:
    with ExitStack() as stack:
        yield Windows(one_browser, host, stack)


def open_table(page: Page, name: str, rules: str = "fibur") -> str:
    """A lobby for friends; its code."""
    page.locator("#rules").select_option(rules)
    page.locator("#pace").select_option("0")
    page.locator("#name").fill(name)
    page.locator("#open").click()
    page.locator("#openhere").click()
    return page.locator("#copycode b").inner_text()


def come(page: Page, code: str, name: str = "") -> None:
    """By the code of a table."""
    page.locator("#name").fill(name)
    page.locator("#code").fill(code)
    page.locator(".join button").click()
    expect(page.locator("#lobby")).to_be_visible()


def say(page: Page, command: str) -> Any:
    """A command at the table that no button gives."""
    return page.evaluate(f"async (command) => (await {HERE}).say(command)", command)


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def choose(page: Page, *path: str) -> None:
    """A way through the menu."""
    page.locator("#menu").click()
    for step in path:
        page.locator(f"dialog #{step}").click()


def two_against_each_other(windows: Windows, rules: str = "fibur", setting: str = "") -> tuple[Page, Page]:
    """Anna and Bruno, opponents, in a deal with two computers."""
    anna, bruno = windows.open(), windows.open(PHONE)
    come(bruno, open_table(anna, "Anna", rules), "Bruno")
    bruno.locator('.chair[data-seat="E"] .sit').click()
    expect(anna.locator('.chair[data-seat="E"]')).to_contain_text("Bruno")
    if setting:
        say(anna, f"set {setting}")
    anna.locator("#start").click()
    anna.locator("#yes").click()  # computers take the seats that are free
    for page in (anna, bruno):
        expect(page.locator("#hand .card").first).to_be_visible()
    until(anna, bruno, what="Boolean(app.view.controls?.draw)")  # the computers have done what they do before
    return anna, bruno


# --- the lobby --------------------------------------------------------------------------------------------------------


def test_a_newcomer_is_asked_for_their_name_and_the_browser_remembers_it(windows: Windows) -> None:
    anna, bruno = windows.open(), windows.open(PHONE)
    come(bruno, open_table(anna, "Anna"))
    sit_down(bruno, "W", "Bruno")
    expect(anna.locator('.chair[data-seat="W"]')).to_contain_text("Bruno")
    choose(bruno, "tohome")
    expect(bruno.locator("#name")).to_have_value("Bruno")


def test_settings_come_from_the_host_the_rarer_ones_behind(windows: Windows) -> None:
    anna, eve = windows.open(PHONE), windows.open()
    code = open_table(anna, "Anna")
    expect(anna.locator("#set-stand_in")).to_be_hidden()
    expect(anna.locator("#set-days")).to_have_count(0)
    anna.locator("#set-clock").select_option("days")
    anna.locator("#set-days").fill("5")
    anna.locator("#set-days").press("Enter")
    anna.locator("#more summary").click()
    expect(anna.locator("#set-days")).to_have_value("5")
    expect(anna.locator("#quiet-on")).to_have_accessible_name("Quiet hours")
    expect(anna.locator("#set-quiet")).to_have_accessible_name("Quiet hours: from")
    expect(anna.locator("#quiet-to")).to_have_accessible_name("Quiet hours: until")
    anna.locator("#quiet-on").click()
    expect(anna.locator("#set-quiet")).to_be_disabled()
    assert fits(anna)
    come(eve, code)
    expect(eve.locator(".summary")).to_contain_text("Clock: over days")
    expect(eve.locator("#settings")).to_have_count(0)
    anna.reload()
    expect(anna.locator("#set-days")).to_have_value("5")


def test_a_setting_that_waits_for_another_is_not_made_once_its_table_is_left_and_later_ones_are(
    windows: Windows,
) -> None:
    anna = windows.open()
    open_table(anna, "Anna")
    anna.evaluate(f"""{HERE}.then(({{ wire }}) => {{
      const [answers, {{ receive }}] = [[], wire];
      self.answered = () => {{ delete wire.receive; for (const one of answers) wire.receive(one); }};
      wire.receive = (one) => (one.type === "answer" ? answers.push(one) : receive.call(wire, one));
    }})""")
    anna.locator("#set-clock").select_option("turn")
    expect(anna.locator("#set-turn_seconds")).to_be_visible()
    anna.locator("#set-rules").select_option("fitab")
    choose(anna, "tohome")
    anna.evaluate("self.answered()")
    open_table(anna, "Anna")
    anna.locator("#set-clock").select_option("days")
    expect(anna.locator("#set-days")).to_be_visible()
    expect(anna.locator("#set-rules")).to_have_value("fibur")


def test_a_setting_that_was_being_written_as_its_table_was_left_keeps_no_later_one_from_being_made(
    windows: Windows,
) -> None:
    anna = windows.open()
    open_table(anna, "Anna")
    anna.locator("#set-clock").select_option("days")
    anna.locator("#set-days").focus()
    anna.keyboard.type("5")
    anna.evaluate(f"async () => (await {HERE}).leavePage()")  # by the way back of an app, which nothing else hears
    expect(anna.locator("#home")).to_be_visible()
    open_table(anna, "Anna")
    anna.locator("#set-clock").select_option("days")
    expect(anna.locator("#set-days")).to_be_visible()


def test_a_setting_that_is_changed_while_a_press_is_on_its_way_is_made_after_it(
    windows: Windows, host: Process
) -> None:
    anna = windows.open()
    open_table(anna, "Anna")
    with host.hanging():
        anna.locator("#computer-S").click()
        anna.locator("#set-rules").select_option("fitab")
    expect(anna.locator("#remove-S")).to_be_visible()
    until(anna, what="app.view.table.code === 'fitab'")
    expect(anna.locator("#set-rules")).to_have_value("fitab")


def test_a_refused_setting_stands_no_longer_though_somebody_came_as_it_was_refused(windows: Windows) -> None:
    anna, bruno = windows.open(), windows.open()
    code = open_table(anna, "Anna")
    anna.locator("#set-clock").select_option("days")
    expect(anna.locator("#set-days")).to_be_visible()
    come(bruno, code, "Bruno")
    days = anna.locator("#set-days").input_value()
    anna.evaluate(HOLD)
    bruno.locator('.chair[data-seat="S"] .sit').click()
    until(anna, what="self.held.some((one) => one.type === 'view')")
    anna.locator("#set-days").fill("5000")
    anna.keyboard.press("Enter")
    until(anna, what="self.held.some((one) => one.type === 'answer')")
    anna.evaluate("self.letGo()")
    expect(anna.locator("#toast.shown")).to_be_visible()
    expect(anna.locator("#set-days")).to_have_value(days)


def test_what_is_yes_or_no_is_chosen_in_ones_own_words(windows: Windows) -> None:
    anna = windows.open(PHONE, "it-IT")
    open_table(anna, "Anna")
    anna.locator("#moresettings").click()
    for name, chosen in (("hints", "no"), ("phrases", "sì")):
        expect(anna.locator(f"#set-{name} option")).to_have_text(["sì", "no"])
        expect(anna.locator(f"#set-{name} option:checked")).to_have_text(chosen)
    anna.locator("#set-hints").select_option(label="sì")
    expect(anna.locator("#hintsallowed")).to_be_visible()


def test_every_house_rule_is_set_in_the_page_and_what_cannot_be_is_told(windows: Windows) -> None:
    anna, eve = windows.open(PHONE), windows.open(PHONE, "it-IT")
    code = open_table(anna, "Anna", "fitab")
    expect(anna.locator("#set-stallo")).to_be_hidden()
    anna.locator("#houserules").click()
    assert fits(anna)
    anna.locator("#set-stallo").select_option("auto")
    expect(anna.locator("#houserules")).to_contain_text("changed: 1")
    anna.locator("#set-stallo_laps").fill("99")
    anna.locator("#set-stallo_laps").press("Enter")
    expect(anna.locator("#toast")).to_contain_text("(stallo_laps) takes 1–10")
    expect(anna.locator("#set-stallo_laps")).to_have_value("2")
    anna.locator("#moresettings").click()
    anna.locator("#set-stand_in").fill("5")
    anna.locator("#set-stand_in").press("Enter")
    expect(anna.locator("#toast")).to_contain_text("Stand-in after silence (stand_in) takes 0, 60–3600")
    expect(anna.locator("#set-stand_in")).to_have_value("300")
    expect(anna.locator("#set-stand_in")).to_be_focused()
    anna.locator("#set-open_pairs").select_option("on")
    come(eve, code)
    expect(eve.locator(".summary li")).to_have_count(2)
    expect(eve.locator(".summary")).to_contain_text("I compagni si vedono le carte. sì")
    assert fits(eve)
    anna.locator("#usual").click()
    expect(eve.locator(".summary li")).to_have_count(0)
    expect(anna.locator("#set-stallo")).to_have_value("ask")


def test_two_settings_changed_at_once_are_both_set(windows: Windows) -> None:
    anna = windows.open()
    open_table(anna, "Anna", "fitab")
    anna.locator("#houserules").click()
    anna.evaluate(
        """() => {
            for (const [id, value] of [["set-stallo", "auto"], ["set-stallo_laps", "5"], ["set-open_pairs", "on"]]) {
                document.getElementById(id).value = value;
                document.getElementById(id).dispatchEvent(new Event("change"));
            }
        }"""
    )
    expect(anna.locator("#houserules")).to_contain_text("changed: 3")
    expect(anna.locator("#set-stallo_laps")).to_have_value("5")


def test_what_has_the_focus_keeps_it_while_others_come(windows: Windows) -> None:
    anna, bruno = windows.open(), windows.open()
    code = open_table(anna, "Anna")
    anna.locator("#more summary").click()
    anna.locator("#set-pause").fill("55")
    come(bruno, code, "Bruno")
    bruno.locator('.chair[data-seat="S"] .sit').click()
    expect(anna.locator('.chair[data-seat="S"]')).to_contain_text("Bruno")
    expect(anna.locator("#set-pause")).to_be_focused()
    expect(anna.locator("#set-pause")).to_have_value("55")


def test_who_waits_is_named_and_the_next_table_opens(windows: Windows) -> None:
    anna, bruno, carla, dario = windows.open(), windows.open(), windows.open(PHONE), windows.open()
    code = open_table(anna, "Anna", "febur")
    anna.locator("#set-players").select_option("2")
    expect(anna.locator(".chair")).to_have_count(2)
    come(bruno, code, "Bruno")
    hint = "#lobby > .hint >> nth=0"
    expect(bruno.locator(hint)).to_contain_text("everyone plays for themselves")  # opposite sits no partner
    bruno.locator(".sit").click()
    come(carla, code, "Carla")
    expect(carla.locator(hint)).to_contain_text("All seats are taken.")
    carla.locator("#wait").click()
    expect(anna.locator("#waiting")).to_contain_text("Carla")
    expect(carla.locator("#nexttable")).to_be_visible()
    come(dario, code, "Dario")
    dario.locator("#wait").click()  # as many wait as the table has seats
    for page in (carla, dario):
        expect(page.locator("#lobby h1")).not_to_contain_text(code)
        expect(page.locator(".chairs")).to_contain_text("Dario")
    expect(carla.locator("#toast")).to_contain_text("Carla")


def test_one_who_waits_opens_the_next_table_alone(windows: Windows) -> None:
    anna, bruno, carla = windows.open(), windows.open(), windows.open()
    code = open_table(anna, "Anna", "febur")
    anna.locator("#set-players").select_option("2")
    expect(anna.locator(".chair")).to_have_count(2)
    come(bruno, code, "Bruno")
    bruno.locator(".sit").click()
    come(carla, code, "Carla")
    carla.locator("#wait").click()
    anna.locator("#start").click()
    expect(carla.locator("#felt")).to_be_visible()
    expect(carla.locator("#banners .banner", has_text="waiting list")).to_have_count(1)
    carla.locator("#nexttable").click()
    expect(carla.locator(".chair.own")).to_contain_text("Carla")
    expect(anna.locator("#waiting")).to_have_count(0)


def test_a_seat_of_a_link_is_kept_when_the_tab_is_closed(windows: Windows) -> None:
    anna, bruno = windows.open(), windows.open()
    code = open_table(anna, "Anna")
    anna.locator('.chair[data-seat="S"] .invite').click()
    bruno.goto(anna.locator(".address").input_value())  # only what follows the # changes
    accept(bruno, "S", "Bruno")
    assert "#" not in bruno.url
    again = bruno.context.new_page()
    again.goto(bruno.url)
    bruno.close()
    expect(again.locator("#lobby h1")).to_contain_text(code)
    expect(again.locator(".chair.own")).to_contain_text("Bruno")


def test_a_link_seats_the_player_of_the_browser_and_nobody_after_them(windows: Windows) -> None:
    anna, bruno, carla = windows.open(), windows.open(), windows.open()
    come(bruno, open_table(anna, "Anna"), "Bruno")
    bruno.evaluate("localStorage.name = 'Bruno'")
    token = bruno.evaluate("localStorage.token")
    anna.locator('.chair[data-seat="S"] .invite').click()
    link = anna.locator(".address").input_value()
    anna.keyboard.press("Escape")
    bruno.locator('.chair[data-seat="W"] .sit').click()
    expect(bruno.locator('.chair[data-seat="W"].own')).to_be_visible()
    bruno.locator("#leave").click()
    expect(bruno.locator(".chair.own")).to_have_count(0)
    bruno.goto(link)
    bruno.locator("#sitdown").click()
    expect(bruno.locator('.chair[data-seat="S"].own')).to_contain_text("Bruno")
    assert bruno.evaluate("[localStorage.token, sessionStorage.token]") == [token, None]
    carla.goto(link)
    expect(carla.locator("#toast")).to_contain_text("already used this link")  # before they are asked who they are
    carla.locator('.chair[data-seat="E"] .sit').click()
    carla.locator("#yourname").fill("Carla")
    carla.locator("#nameok").click()
    expect(carla.locator(".chair.own")).to_contain_text("Carla")


def test_melds_wear_the_numbers_by_which_they_are_called(windows: Windows) -> None:
    page = windows.open()
    play_now(page)
    for step in range(300):
        if page.evaluate(MELDS):
            break
        click_on_all([page], step)
    melds = page.evaluate(MELDS)
    assert melds
    for meld in melds:
        assert meld["shown"] == meld["called"]
        assert f"meld {meld['called']}:" in meld["spoken"]


def test_who_cannot_be_written_for_reads_it_above_the_table(windows: Windows) -> None:
    page = windows.open(PHONE)
    play_now(page)
    expect(page.locator("#unwritten")).to_be_hidden()
    page.evaluate(f'{HERE}.then(({{ wire }}) => wire.heard({{ type: "writes", writes: false }}))')
    expect(page.locator("#unwritten")).to_contain_text("Nothing is lost")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    page.evaluate(f'{HERE}.then(({{ wire }}) => wire.heard({{ type: "writes", writes: true }}))')
    expect(page.locator("#unwritten")).to_be_hidden()


def test_a_window_may_be_somebody_else_by_choice(windows: Windows) -> None:
    anna = windows.open()
    open_table(anna, "Anna")
    anna.locator('.chair[data-seat="S"] .invite').click()
    link = anna.locator(".address").input_value()
    anna.keyboard.press("Escape")
    other = anna.context.new_page()
    other.goto(link)
    other.locator("#sitother").click()
    accept(other, "S", "Bruno")
    expect(anna.locator(".chair.own")).to_contain_text("Anna")
    other.reload()
    expect(other.locator(".chair.own")).to_contain_text("Bruno")
    again = anna.context.new_page()
    again.goto(link)
    again.locator("#sitdown").click()
    expect(again.locator("#toast")).to_contain_text("You already have a seat here")


def test_the_screen_goes_on_under_the_other_button_of_a_mouse(windows: Windows) -> None:
    anna, bruno = windows.open(), windows.open()
    code = open_table(anna, "Anna")
    come(bruno, code, "Bruno")
    anna.locator("h1").hover()
    anna.mouse.down(button="right")
    bruno.locator('.chair[data-seat="S"] .sit').click()
    expect(anna.locator('.chair[data-seat="S"]')).to_contain_text("Bruno")
    anna.mouse.up(button="right")


def test_where_there_is_no_clipboard_the_code_is_marked(windows: Windows) -> None:
    anna = windows.open()
    code = open_table(anna, "Anna")
    anna.evaluate('Object.defineProperty(navigator, "clipboard", { value: undefined })')  # as on plain http
    anna.locator("#copycode").click()
    expect(anna.locator("#toast")).to_contain_text("copy it by hand")
    assert anna.evaluate("getSelection().toString()") == code


# --- presses that come twice, late, or not at all ---------------------------------------------------------------------


def test_play_now_pressed_twice_opens_one_table(windows: Windows) -> None:
    page = windows.open()
    expect(page.locator("#play")).to_be_enabled()
    page.evaluate('for (const press of [1, 2, 3]) document.getElementById("play").click()')
    expect(page.locator("#hand .card").first).to_be_visible()
    page.evaluate('document.getElementById("play")?.click()')
    choose(page, "mytables")
    expect(page.locator(".tablerow")).to_have_count(1)


def test_play_now_pressed_while_the_connection_is_down_is_done_when_it_is_back(windows: Windows) -> None:
    page = windows.open()
    expect(page.locator("#play")).to_be_enabled()
    pressed = 'document.getElementById("play").click()'
    page.evaluate(f"async () => {{ (await {HERE}).wire.socket.close(); {pressed} }}")
    expect(page.locator("#hand .card").first).to_be_visible()
    choose(page, "mytables")
    expect(page.locator(".tablerow")).to_have_count(1)


def test_a_request_that_is_lost_is_told(windows: Windows) -> None:
    page = windows.open()
    expect(page.locator("#play")).to_be_enabled()
    page.evaluate(f'async () => {{ const it = await {HERE}; it.wire.socket.close(); await it.request("join", {{}}); }}')
    expect(page.locator("#toast")).to_contain_text("That did not work")


def test_who_has_gone_to_the_first_page_stays_there_when_the_connection_breaks(windows: Windows) -> None:
    anna = windows.open()
    label = open_table(anna, "Anna")
    choose(anna, "tohome")
    anna.locator("#code").fill(label)
    anna.evaluate(BREAK)
    until(anna, what="!wire.open")
    until(anna, what="wire.open && !wire.waiting.size")
    expect(anna.locator("#code")).to_have_value(label)
    anna.locator(".join button").click()
    expect(anna.locator("#lobby")).to_be_visible()
    anna.evaluate(BREAK)
    until(anna, what="!wire.open")
    until(anna, what="wire.open && !wire.waiting.size")
    expect(anna.locator("#lobby")).to_be_visible()


def test_what_comes_of_a_table_while_one_leaves_for_the_first_page_is_shown_no_more(windows: Windows) -> None:
    anna, bruno = windows.open(), windows.open()
    come(bruno, open_table(anna, "Anna"), "Bruno")
    bruno.evaluate(HOLD)
    anna.locator("#computer-S").click()
    until(bruno, what="self.held.some((one) => one.type === 'view')")
    choose(bruno, "tohome")
    until(bruno, what="self.held.some((one) => one.type === 'answer')")
    parts = bruno.evaluate("""() => {
      const seen = new MutationObserver(() => {});
      seen.observe(document.getElementById("screen"), { childList: true });
      self.letGo();
      return seen.takeRecords().flatMap((one) => [...one.addedNodes]).map(({ id }) => id);
    }""")
    assert "lobby" not in parts
    expect(bruno.locator("#home")).to_be_visible()
    expect(bruno.locator("#toast.shown")).to_have_count(0)
    come(bruno, anna.locator("#copycode b").inner_text(), "Bruno")
    expect(bruno.locator('.chair[data-seat="S"]:not(.free)')).to_be_visible()


def test_faces_that_are_answered_after_those_asked_for_later_are_not_worn(windows: Windows) -> None:
    anna = windows.open()
    open_table(anna, "Anna")
    until(anna, what="!wire.waiting.size")
    for name in ("no", "yes", "no"):
        anna.evaluate(f"async () => {{ localStorage.setItem('four', '{name}'); await (await {HERE}).dress(); }}")
    worn = anna.evaluate("document.documentElement.style.getPropertyValue('--faces')")
    anna.evaluate(HOLD)
    for name in ("yes", "no"):
        anna.evaluate(f"async () => {{ localStorage.setItem('four', '{name}'); (await {HERE}).dress(); }}")
    until(anna, what="self.held.filter((one) => one.type === 'answer').length === 2")
    anna.evaluate("self.held.sort((one, other) => other.id - one.id)")  # the first ones had to be drawn
    anna.evaluate("self.letGo()")
    anna.wait_for_timeout(200)  # a picture that is worn has come by then
    assert anna.evaluate("document.documentElement.style.getPropertyValue('--faces')") == worn


def test_of_two_languages_that_are_chosen_the_later_one_is_spoken_though_the_first_one_comes_last(
    windows: Windows,
) -> None:
    anna = windows.open()
    open_table(anna, "Anna")
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    anna.route("**/words.it.json", hold)
    choose(anna, "to-it")
    anna.evaluate(f"async () => (await {HERE}).language('en')")
    until(anna, what="!wire.waiting.size")
    late[0].continue_()
    anna.wait_for_timeout(500)
    anna.unroute("**/words.it.json")
    anna.reload()
    expect(anna.locator("#lobby")).to_be_visible()
    until(anna, what="app.me?.language === 'en'")
    expect(anna.locator("html")).to_have_attribute("lang", "en")


def test_a_restart_is_told_where_the_program_was_away_and_not_where_another_host_has_gone_on(windows: Windows) -> None:
    anna = windows.open()
    open_table(anna, "Anna")
    rename = f"""(boot) => {HERE}.then(({{ wire }}) => {{
      const {{ receive }} = Object.getPrototypeOf(wire);
      wire.receive = (one, ...more) => receive.call(wire, one.type === "welcome" ? {{ ...one, boot }} : one, ...more);
      wire.socket.close();
    }})"""
    for boot, toasts in (("", 0), ("first", 0), ("second", 1)):
        anna.evaluate(rename, boot)
        until(anna, what=f"wire.open && app.about.boot === '{boot}'")
        expect(anna.locator("#toast.shown", has_text="restarted")).to_have_count(toasts)


def test_consent_is_to_what_was_shown(windows: Windows) -> None:
    anna, bruno = two_against_each_other(windows)
    choose(anna, "propose-annul")
    expect(bruno.locator("#agree")).to_be_visible()
    late = f'async () => {{ const it = await {HERE}; it.app.view.table.stage -= 1; return it.say("agree"); }}'
    assert not bruno.evaluate(late)["done"]
    expect(bruno.locator("#toast")).to_contain_text("moved on")
    expect(bruno.locator("#agree")).to_be_visible()


def test_who_is_called_sees_it_and_nobody_else(windows: Windows) -> None:
    pages = two_against_each_other(windows)
    called = next(page for page in pages if page.locator("#status.you").count())
    for page in pages:
        page.evaluate(f"async () => {{ const it = await {HERE}; it.app.view.time.pinged = true; it.render(); }}")
        expect(page.locator("#pinged")).to_have_count(1 if page is called else 0)
    expect(called.locator("#pinged")).to_contain_text("It is your turn, ")
    assert called.title().startswith("•")


# --- time and consent -------------------------------------------------------------------------------------------------


def test_an_opponent_calls_time_when_it_is_over(windows: Windows) -> None:
    pages = two_against_each_other(windows, "fitab", "clock_scale=6 turn_seconds=2")
    caller = next(page for page in pages if page.locator("#status.you").count() == 0)
    other = next(page for page in pages if page is not caller)
    expect(other.locator("#clock.soon")).to_be_visible()
    caller.locator("#call").click()
    for page in pages:
        expect(page.locator("#banners")).to_contain_text("Time is called")
    expect(caller.locator("#call")).to_have_count(0)
    assert all(fits(page) for page in pages)


def test_more_time_is_asked_for_and_objected_to(windows: Windows) -> None:
    anna, bruno = two_against_each_other(windows, "fibur", "clock=turn")
    choose(anna, "propose-time")
    expect(bruno.locator("#banners")).to_contain_text("Anna asks for more time: 1 minute")
    bruno.locator("#object").click()
    expect(anna.locator("#objection")).to_have_text("Bruno does not agree: no more time is given.")
    expect(bruno.locator("#objection")).to_have_text("You do not agree: no more time is given.")
    expect(anna.locator("#live")).to_have_text("Bruno does not agree: no more time is given.")
    assert fits(bruno)


def test_who_asked_may_withdraw_it_and_nobody_else(windows: Windows) -> None:
    anna, bruno = two_against_each_other(windows)
    choose(anna, "propose-annul")
    expect(bruno.locator("#agree")).to_be_visible()
    expect(bruno.locator("#withdraw")).to_have_count(0)
    anna.locator("#withdraw").click()
    expect(anna.locator("#objection")).to_have_text("You have withdrawn the request.")
    expect(bruno.locator("#objection")).to_have_text("Anna has withdrawn the request.")


def swap(pages: Sequence[Page]) -> None:
    """Whoever is in turn takes the one card of the pile and lays another one down."""
    until(*pages, what="app.view.controls?.pick_up")  # the other window may still show the turn before
    page = next(page for page in pages if page.evaluate(f"async () => (await {HERE}).app.view.controls?.pick_up"))
    say(page, "play p")
    until(page, what="Boolean(app.view.controls?.discards?.length)")
    card = page.evaluate(f"async () => (await {HERE}).app.view.controls.discards[0]")
    say(page, f"play x:{card}")
    until(page, what="!app.view.controls?.discards?.length")


def test_everybody_is_asked_about_a_stallo_and_it_ends_the_deal_only_if_all_agree(windows: Windows) -> None:
    anna, bruno = windows.open(), windows.open(PHONE)
    code = open_table(anna, "Anna")
    say(anna, "set players=2 stallo_laps=1")
    come(bruno, code, "Bruno")
    bruno.locator('.chair[data-seat="S"] .sit').click()
    expect(anna.locator('.chair[data-seat="S"]')).to_contain_text("Bruno")
    anna.locator("#start").click()
    for _ in range(3):
        swap((anna, bruno))
    for page in (anna, bruno):
        expect(page.locator("#banners")).to_contain_text("Shall the deal end in stallo?")
    bruno.locator("#object").click()
    expect(anna.locator("#objection")).to_have_text("Bruno does not agree to a stallo: the deal goes on.")
    expect(bruno.locator("#objection")).to_have_text("You do not agree to a stallo: the deal goes on.")
    for _ in range(2):
        swap((anna, bruno))
    anna.locator("#agree").click()
    expect(anna.locator("#banners")).to_contain_text("Bruno")  # whose word is missing
    expect(anna.locator("#agree")).to_have_count(0)
    bruno.locator("#agree").click()
    for page in (anna, bruno):
        expect(page.locator("dialog.score")).to_contain_text("Stallo")
    assert fits(bruno)


def test_the_clock_of_the_match_is_not_shown_by_the_code_of_fitab(windows: Windows) -> None:
    anna, bruno = two_against_each_other(windows, "febur", "clock=match")
    for page in (anna, bruno):
        expect(page.locator("#matchclock")).to_be_visible()
    anna, bruno = two_against_each_other(windows, "fitab", "clock=match")
    for page in (anna, bruno):
        expect(page.locator("#matchclock")).to_have_count(0)
        assert page.evaluate(f"async () => (await {HERE}).app.view.time.match_until") == 0


def test_a_table_is_adjourned_for_days_and_goes_on(windows: Windows) -> None:
    anna, bruno = two_against_each_other(windows)
    choose(anna, "propose-adjourn", "adjourn-2")
    expect(bruno.locator("#banners")).to_contain_text("Anna asks to adjourn the match for 2 days.")
    bruno.locator("#agree").click()
    expect(anna.locator("#banners")).to_contain_text("It goes on by itself")
    expect(anna.locator("#status")).to_contain_text("paused")
    bruno.locator("#resume").click()
    expect(anna.locator("#resume")).to_have_count(0)


def test_a_bank_of_days_is_shown_to_everybody(windows: Windows) -> None:
    _, bruno = two_against_each_other(windows, "fibur", "clock=days")
    expect(bruno.locator(".bank").first).to_contain_text("3 days")
    expect(bruno.locator("#clock")).to_have_text(re.compile("^(3 d 0 h|2 d 14 h) left$"))  # a day of it has 15 hours
    expect(bruno.locator("#clock")).to_have_attribute("title", re.compile("^until "))
    assert fits(bruno)


def test_a_yes_to_start_holds_for_who_was_missing_when_it_was_asked(windows: Windows) -> None:
    anna, bruno, carla = windows.open(), windows.open(), windows.open()
    short = open_table(anna, "Anna")
    come(bruno, short, "Bruno")
    bruno.locator('.chair[data-seat="E"] .sit').click()
    expect(anna.locator('.chair[data-seat="E"]')).to_contain_text("Bruno")
    anna.locator("#start").click()
    expect(anna.locator("dialog")).to_contain_text("2 seats at table")
    come(carla, short, "Carla")
    carla.locator('.chair[data-seat="S"] .sit').click()
    expect(anna.locator('.chair[data-seat="S"]')).to_contain_text("Carla")
    expect(anna.locator("#yes")).not_to_be_visible()  # it was asked about two seats
    anna.locator("#start").click()
    expect(anna.locator("dialog")).to_contain_text("1 seat at table")
    expect(anna.locator("#hand .card")).to_have_count(0)
    anna.locator("#yes").click()
    expect(anna.locator("#hand .card").first).to_be_visible()


def test_giving_up_and_ending_are_asked_about_first(windows: Windows) -> None:
    page = windows.open()
    play_now(page)
    choose(page, "resign")
    page.locator("#no").click()
    expect(page.locator("#hand .card").first).to_be_visible()
    choose(page, "end")
    page.locator("#yes").click()
    expect(page.locator("dialog.score")).to_be_visible()


def test_the_open_menu_offers_a_seat_as_soon_as_somebody_waits_for_it(windows: Windows) -> None:
    anna, bruno = two_against_each_other(windows)
    carla = windows.open(PHONE)
    anna.locator("#menu").click()
    expect(anna.locator("dialog #pause")).to_be_visible()
    expect(anna.locator('dialog [id^="replace-"]')).to_have_count(0)
    anna.locator("dialog #tofeed").focus()
    carla.locator("#name").fill("Carla")
    carla.locator("#code").fill(anna.locator("header .label").inner_text())
    carla.locator(".join button").click()
    choose(carla, "towait")
    seats = anna.locator('dialog [id^="replace-"]')
    expect(seats).to_have_count(2)
    expect(seats.first).to_contain_text("to Carla")
    expect(anna.locator("dialog #tofeed")).to_be_focused()
    choose(bruno, "away")
    expect(seats).to_have_count(3)
    seats.filter(has_text="Bruno").click()
    expect(carla.locator("#hand .card").first).to_be_visible()
    expect(anna.locator("#seats")).to_contain_text("Carla")
    expect(bruno.locator("#hand")).to_have_count(0)
    anna.locator("#menu").click()
    expect(anna.locator("dialog #pause")).to_be_visible()
    expect(seats).to_have_count(0)


def test_who_takes_another_name_is_called_so_by_everybody(windows: Windows) -> None:
    anna, bruno = two_against_each_other(windows)
    choose(bruno, "myname")
    bruno.locator("#yourname").fill("Brunello")
    bruno.locator("#nameok").click()
    expect(anna.locator("#seats")).to_contain_text("Brunello")


# --- several tables, several accounts ---------------------------------------------------------------------------------


def test_somebody_with_two_tables_goes_from_one_to_the_other(windows: Windows) -> None:
    anna = windows.open(PHONE)
    first = open_table(anna, "Anna")
    choose(anna, "tohome")
    expect(anna.locator(f'#mytables [data-label="{first}"]')).to_be_visible()
    second = open_table(anna, "Anna")
    choose(anna, "mytables")
    expect(anna.locator(".tablerow")).to_have_count(2)
    anna.locator(f'.tablerow[data-label="{first}"]').click()
    expect(anna.locator("#lobby h1")).to_contain_text(first)
    anna.reload()
    expect(anna.locator("#lobby h1")).to_contain_text(first)
    request = f'async () => {{ (await {HERE}).request("do", {{ command: "computer E", delivery: "d", table: "" }}); }}'
    anna.evaluate(request)
    anna.locator("dialog.choices .tablerow", has_text=second).click()
    choose(anna, "mytables")
    anna.locator(f'.tablerow[data-label="{second}"]').click()
    expect(anna.locator('.chair[data-seat="E"]')).to_contain_text("Computer")


def test_back_from_another_page_leads_to_the_table_of_the_window_and_not_of_another(windows: Windows) -> None:
    anna = windows.open(PHONE)
    label = open_table(anna, "Anna")
    beside = anna.context.new_page()
    beside.goto(anna.url)
    expect(beside.locator("#lobby h1")).to_contain_text(label)
    choose(beside, "tohome")
    other = open_table(beside, "Anna")
    anna.goto(f"{anna.url}lesson.html")
    anna.go_back()
    expect(anna.locator("#lobby h1")).to_contain_text(label)
    expect(beside.locator("#lobby h1")).to_contain_text(other)


def test_finished_tables_lie_below_what_begins_a_new_one(windows: Windows) -> None:
    anna = windows.open(PHONE)
    ended = []
    for _ in range(3):
        play_now(anna)
        ended.append(anna.evaluate(f"async () => (await {HERE}).app.view.table.label"))
        choose(anna, "resign")
        anna.locator("#yes").click()
        expect(anna.locator("dialog.score")).to_be_visible()
        anna.keyboard.press("Escape")
        choose(anna, "tohome")
    expect(anna.locator("#endedtables summary")).to_have_text("Finished tables: 3")
    expect(anna.locator("#mytables .tablerow")).to_have_count(0)
    expect(anna.locator("#endedtables .tablerow").first).to_be_hidden()
    expect(anna.locator("#play")).to_be_in_viewport()
    live = open_table(anna, "Anna")
    choose(anna, "tohome")
    expect(anna.locator("#mytables .tablerow")).to_have_count(1)
    expect(anna.locator(f'#mytables [data-label="{live}"]')).to_be_visible()
    expect(anna.locator("#play")).to_be_in_viewport()
    anna.locator("#endedtables summary").click()
    anna.locator(f'#endedtables [data-label="{ended[0]}"]').click()
    expect(anna.locator("#table, #lobby")).to_be_visible()


def test_why_not_out_of_turn_says_one_sentence(windows: Windows) -> None:
    pages = two_against_each_other(windows)
    waits = next(page for page in pages if page.locator("#status.you").count() == 0)
    plays = next(page for page in pages if page is not waits)
    name = plays.evaluate(f"async () => (await {HERE}).app.me.name")
    waits.locator("#hand .card").first.click()
    waits.keyboard.press("w")
    expect(waits.locator("#toast")).to_have_text(f"It is not your turn: it is {name}'s turn.")
    expect(waits.locator("dialog.why")).to_have_count(0)


def test_a_window_is_told_that_another_table_waits_and_led_there(windows: Windows) -> None:
    anna = windows.open(PHONE)
    play_now(anna)
    until(anna, what="Boolean(app.view.controls?.draw)")
    first = anna.locator("header .label").inner_text()
    expect(anna.locator("#elsewhere")).to_be_hidden()
    choose(anna, "tohome")
    expect(anna.locator("#elsewhere")).to_contain_text(f"Your turn at table {first}")
    second = open_table(anna, "Anna")
    expect(anna.locator("#lobby h1")).to_contain_text(second)
    expect(anna.locator("#elsewhere")).to_contain_text(f"Your turn at table {first}")
    assert anna.title().startswith("•")
    anna.locator("#start").click()
    anna.locator("#yes").click()  # computers take the seats that are free
    expect(anna.locator("#hand .card").first).to_be_visible()
    assert fits(anna)
    assert anna.evaluate("document.documentElement.scrollHeight <= innerHeight")
    anna.locator(f'#elsewhere [data-label="{first}"]').click()
    expect(anna.locator("header .label")).to_have_text(first)
    anna.reload()
    expect(anna.locator("header .label")).to_have_text(first)
    choose(anna, "pause")
    anna.locator("#menu").click()
    anna.locator("#tohome").click()
    until(anna, what=f'!app.calls.some((one) => one.label === "{first}")')  # nobody is called to a paused table


def test_two_accounts_are_linked_by_a_code(windows: Windows) -> None:
    anna, phone = windows.open(), windows.open(PHONE, "it-IT")
    code = open_table(anna, "Anna")
    choose(anna, "linkaccounts", "showcode")
    secret = anna.locator(".bigcode").inner_text()
    expect(anna.locator("#linkcode")).to_contain_text("good for")
    phone.locator("#linkaccounts").click()
    phone.locator("#enteredcode").fill("BCDF-GHJK")
    phone.locator("#usecode").click()
    expect(phone.locator("#toast")).to_contain_text(sentence("it", "link.unknown", time="10 minuti"))
    phone.locator("#enteredcode").fill(secret)
    phone.locator("#usecode").click()
    expect(phone.locator("#lobby h1")).to_contain_text(code)
    expect(phone.locator(".chair.own")).to_contain_text("Anna")
    expect(phone.locator("html")).to_have_attribute("lang", "en")
    expect(phone.locator("#lobby > .hint")).to_contain_text("Invite")
    assert fits(phone)


# --- what happened ----------------------------------------------------------------------------------------------------


def test_what_happened_stands_beside_the_table_or_lies_over_it(windows: Windows) -> None:
    anna, bruno = two_against_each_other(windows)
    for step in range(200):
        click_on_all((anna, bruno), step)
        if anna.locator("#feed li:not(.drawn):not(.mark)").count() >= 4:
            break
    expect(anna.locator("#feed")).to_contain_text("discards")
    expect(bruno.locator("#feed")).to_have_count(0)
    bruno.locator("#feedbutton").click()
    expect(bruno.locator("dialog.feed")).to_contain_text("discards")
    assert fits(bruno)
    bruno.keyboard.press("Escape")
    assert len(set(anna.evaluate(LAST))) == 1
    anna.locator("#feedclose").click()
    expect(anna.locator("#feed")).to_have_count(0)
    anna.reload()
    expect(anna.locator("#hand .card").first).to_be_visible()
    expect(anna.locator("#feed")).to_have_count(0)
    anna.locator("#feedbutton").click()
    expect(anna.locator("#feed")).to_be_visible()
