"""Records looked through in the browser: files that are dropped, matches one has played, other lines of play."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from engine.record import parse_record
from tests.adapters.web.hosting import PATIENCE, Process, process
from tests.adapters.web.seeing import cut, overlaps, scrolled, small
from tests.adapters.web.test_boards import go, hosted
from tests.adapters.web.test_boards import window as of_person
from tests.adapters.web.test_browser import DESKTOP, PHONE, UNDRAWN, window

TRANSCRIPTS: Final = Path(__file__).parent.parent.parent / "transcripts"
MATCH: Final = (TRANSCRIPTS / "a-whole-match-of-two-deals-fitab.brn").read_text("utf-8")
RANK: Final = 15  # pixels of a card in which its rank stands
TRIO: Final = (TRANSCRIPTS / "a-whole-match-of-three-deals-three-player.brn").read_text("utf-8")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("replay")) as running:
        running.start()
        yield running


@contextmanager
def replay_page(
    browser: Browser, host: Process, size: dict[str, int] = DESKTOP, locale: str = "en-GB"
) -> Iterator[Page]:
    """The page for looking through a record; it must not complain."""
    viewport = {"width": size["width"], "height": size["height"]}
    context = browser.new_context(viewport=viewport, locale=locale, has_touch=size == PHONE)  # type: ignore[arg-type]  # the library has its own type for a size
    context.set_default_timeout(PATIENCE * 1000)
    context.add_init_script(UNDRAWN)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    page.goto(f"{host.url}replay.html")
    expect(page.locator("#file")).to_be_visible()
    try:
        yield page
        assert [fault for fault in faults if "WebSocket" not in fault] == []
    finally:
        context.close()


WIDER: Final = """(all) => all.filter((one) => {
  const whole = one.cloneNode(true);
  Object.assign(whole.style, { position: "fixed", flex: "none", width: "max-content", maxWidth: "none" });
  one.after(whole);
  const wide = whole.offsetWidth;
  whole.remove();
  return one.offsetWidth < wide;
}).map((one) => one.id)"""
"""Of these choices, those that are narrower than the longest of their words."""


def drop(page: Page, text: str) -> None:
    """A file is dropped anywhere on the page."""
    files = page.evaluate_handle(
        "(text) => { const all = new DataTransfer(); all.items.add(new File([text], 'a.brn')); return all; }", text
    )
    page.dispatch_event("body", "drop", {"dataTransfer": files})


def standing(page: Page) -> dict[str, int]:
    """The points of each side, as they are shown."""
    found = {}
    for one in page.locator("#standing .points").all():
        found[one.get_attribute("data-side") or ""] = int(one.locator("b").inner_text().replace("−", "-"))
    return found


def claimed(text: str, deal: int) -> dict[str, int]:
    words = parse_record(text)[deal - 1].tags["Result"].split()
    return dict(zip(words[::2], map(int, words[1::2]), strict=True))


def words_told(page: Page) -> str:
    return page.locator("#told").inner_text()


@pytest.mark.parametrize("text", [MATCH, TRIO], ids=["four", "three"])
def test_a_dropped_record_is_stepped_to_its_end_and_shows_its_result(
    one_browser: Browser, host: Process, text: str
) -> None:
    with replay_page(one_browser, host) as page:
        drop(page, text)
        expect(page.locator("#told")).to_contain_text("dealt")
        page.locator("#on").click()
        expect(page.locator("#told")).to_contain_text("1.")
        page.keyboard.press("End")
        assert standing(page) == claimed(text, 1)
        expect(page.locator("#on")).to_be_disabled()
        page.locator("#deal").select_option("2")
        expect(page.locator("#told")).to_contain_text("dealt")
        page.keyboard.press("End")
        assert standing(page) == claimed(text, 2)
        page.reload()  # the file stays in this window
        expect(page.locator("#standing")).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_hand_lies_apart_by_suits_and_every_rank_of_it_can_be_read(
    one_browser: Browser, host: Process, size: dict[str, int]
) -> None:
    with replay_page(one_browser, host, size) as page:
        drop(page, MATCH)
        expect(page.locator(".chair .fan")).to_have_count(4)
        for hand in page.locator(".chair .fan").all():
            slots = hand.locator(".slot").evaluate_all(
                """(all) => all.map((one, at) => [one.firstElementChild.dataset.card, one.classList.contains("begins"),
                  (all[at + 1] ?? one).getBoundingClientRect().x - one.getBoundingClientRect().x])"""
            )
            groups = ["matta" if card == "Jk" or card[0] == "2" else card[1] for card, *_ in slots]
            assert slots
            for (_, begins, _), group, before in zip(slots[1:], groups[1:], groups, strict=False):
                assert begins == (group != before)
            assert all(width >= RANK for _, _, width in slots[:-1])


def test_by_steps_by_turns_by_itself_and_to_a_turn(one_browser: Browser, host: Process) -> None:
    with replay_page(one_browser, host) as page:
        drop(page, MATCH)
        expect(page.locator("#place")).to_have_value("0")
        page.keyboard.press("ArrowDown")
        ended = words_told(page)
        assert ended.startswith("1. ")
        page.keyboard.press("ArrowLeft")
        assert words_told(page) != ended
        assert ended.startswith(words_told(page).split(" and ")[0][:12])
        page.keyboard.press("ArrowUp")
        expect(page.locator("#place")).to_have_value("0")
        page.locator("#turns [data-turn='7']").click()
        assert words_told(page).startswith("7. ")
        page.locator("#turning").click()
        expect(page.locator("#told")).to_contain_text("turning point")
        page.keyboard.press("Home")
        page.locator("#pace").select_option("fast")
        page.locator("#told").click()  # whatever has the focus may want the space for itself
        page.keyboard.press("Space")
        expect(page.locator("#place")).not_to_have_value("0")
        page.keyboard.press("Space")
        expect(page.locator("#playing")).to_have_attribute("aria-label", re.compile("Play"))


def test_one_seats_view_hides_the_other_hands(one_browser: Browser, host: Process) -> None:
    with replay_page(one_browser, host) as page:
        drop(page, MATCH)
        expect(page.locator(".chair .fan .card[data-card]")).to_have_count(44)
        page.locator("#open").uncheck()
        expect(page.locator(".chair .fan .card[data-card]")).to_have_count(11)
        page.locator("#seat").select_option("E")
        expect(page.locator(".chair.below .name")).to_contain_text("Bruno")
        expect(page.locator(".chair .fan .card[data-card]")).to_have_count(11)
        expect(page.locator(".chair .fan .card.back")).to_have_count(33)


def test_another_line_of_play_and_back(one_browser: Browser, host: Process) -> None:
    with replay_page(one_browser, host) as page:
        drop(page, MATCH)
        page.locator("#turns [data-turn='5']").click()
        before, place = words_told(page), page.locator("#place").input_value()
        page.locator("#whatif").click()
        page.locator("#draw").click()
        expect(page.locator("#discard")).to_be_visible()  # the host's answer unticks what was ticked before it
        page.locator(".chair.below button.card").first.click()
        page.locator("#discard").click()
        expect(page.locator("#draw, #pickup").first).to_be_visible()
        page.keyboard.press("End")
        assert page.locator("#turns li").count() >= 4  # mine, and one of each of the others
        expect(page.locator(".chair .name", has_text="Computer")).to_have_count(3)
        page.locator("#undo").click()
        expect(page.locator("#discard")).to_be_visible()
        page.reload()  # the line is in the address
        expect(page.locator("#discard")).to_be_visible()
        page.locator("#endbranch").click()
        expect(page.locator("#whatif")).to_be_visible()
        assert (words_told(page), page.locator("#place").input_value()) == (before, place)


def test_what_computers_think_of_a_deal_is_marked_to_jump_to_and_can_be_tried_out(
    one_browser: Browser, host: Process
) -> None:
    """The better play stands beside what was played, and is played on against experts."""
    with replay_page(one_browser, host) as page:
        drop(page, MATCH)
        page.locator("#analyse").click()
        expect(page.locator("#analysis svg .line")).to_have_count(2)
        swings = page.locator("#analysis .swings button")
        expect(swings).to_have_count(3)
        expect(page.locator("#analysis svg .mark.swing")).to_have_count(3)
        expect(page.locator("#analyse")).to_have_count(0)
        swings.last.click()
        expect(page.locator("#place")).to_have_value(swings.last.get_attribute("data-moment") or "")
        worse = page.locator("#analysis .mistake").first
        expect(worse).to_contain_text(re.compile(r"Turn \d+, played: .*Better by", re.DOTALL))
        worse.get_by_role("button", name="Show it").click()
        expect(page.locator("#told .better")).to_be_visible()
        page.locator("#level").select_option("expert")
        worse.get_by_role("button", name="Play it on").click()
        expect(page.locator("#endbranch")).to_be_visible()
        assert parse_qs(page.url.partition("#")[2])["level"] == ["expert"]
        page.locator("#endbranch").click()
        expect(page.locator("#analysis")).to_be_visible()


def test_on_a_telephone_choices_say_what_they_choose_and_nothing_moves_when_computers_are_asked(
    one_browser: Browser, host: Process
) -> None:
    with replay_page(one_browser, host, PHONE, "it-IT") as page:
        drop(page, MATCH)
        for choice, words in (("seat", "Visto da"), ("pace", "va con calma"), ("level", "contro giocatori di circolo")):
            expect(page.locator(f"#{choice} option:checked")).to_contain_text(words)
        stands = "() => document.getElementById('share').getBoundingClientRect().top + scrollY"
        before = page.evaluate(stands)
        page.locator("#analyse").click()
        expect(page.locator("#analysis svg .line")).to_have_count(2)
        assert page.evaluate(stands) == before


def test_nothing_is_said_of_a_deal_that_goes_on(one_browser: Browser, host: Process) -> None:
    with replay_page(one_browser, host) as page:
        drop(
            page,
            MATCH[: MATCH.index("21. N d")].replace('[Result "NS 725', '[Was "NS 725').replace("[Termination", "[How"),
        )
        expect(page.locator("#whatif")).to_be_visible()
        expect(page.locator("#analyse")).to_have_count(0)


def test_a_card_that_is_ticked_before_the_answer_comes_stays_ticked_and_a_second_press_is_none(
    one_browser: Browser, host: Process
) -> None:
    with replay_page(one_browser, host) as page:
        drop(page, MATCH)
        page.locator("#turns [data-turn='5']").click()
        page.locator("#whatif").click()
        expect(page.locator("#draw")).to_be_enabled()
        card = page.locator(".chair.below button.card").first
        with host.hanging():
            page.locator("#draw").dblclick()
            card.click()
            expect(card).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#discard")).to_be_enabled()
        expect(page.locator(".chair.below button.card[aria-pressed='true']")).to_have_count(1)
        page.locator("#undo").click()
        expect(page.locator("#draw")).to_be_enabled()
        expect(page.locator("#undo")).to_be_disabled()


BRANCH: Final = """async () => {
  const { Branch } = await import("./replay_branch.js");
  const lines = [];
  const play = (line) => Boolean(lines.push(line));
  const branch = new Branch({ at: 0, seat: "N", play, drawn() {}, end() {} });
  branch.heard({ line: [], controls: { discards: ["3s"], suggestions: [] } }, [], []);
  for (const at of [0, 1, 2]) branch.tick(at);
  branch.row(["3s", "4s", "2s"]).querySelector("#lay").click();
  return lines;
}"""


def test_of_a_sorted_hand_a_two_is_laid_below_its_three_in_another_line_too(
    one_browser: Browser, host: Process
) -> None:
    with replay_page(one_browser, host) as page:
        assert page.evaluate(BRANCH) == [["m:2s3s4s"]]


def others_play_on(page: Page) -> None:
    """In a line of play of one's own, what the others did then is shown, one after the other."""
    page.locator("#turns [data-turn='5']").click()
    page.locator("#whatif").click()
    page.locator("#draw").click()
    expect(page.locator("#discard")).to_be_visible()
    page.locator(".chair.below button.card").first.click()
    page.locator("#discard").click()
    expect(page.locator("#playing")).to_have_text("❚❚")


def test_who_goes_back_to_what_was_played_while_the_others_play_on_stands_where_they_were(
    one_browser: Browser, host: Process
) -> None:
    with replay_page(one_browser, host) as page:
        page.clock.install()
        drop(page, MATCH)
        others_play_on(page)
        page.locator("#endbranch").click()
        expect(page.locator("#whatif")).to_be_visible()
        place = page.locator("#place").input_value()
        page.clock.run_for(10_000)
        assert page.locator("#place").input_value() == place
        expect(page.locator("#playing")).to_have_text("▶")


def test_who_goes_on_while_the_others_play_on_can_hold_what_is_shown(one_browser: Browser, host: Process) -> None:
    with replay_page(one_browser, host) as page:
        page.clock.install()
        drop(page, MATCH)
        others_play_on(page)
        page.locator("#undo").click()
        expect(page.locator("#discard")).to_be_visible()
        page.locator(".chair.below button.card").last.click()
        page.locator("#discard").click()
        expect(page.locator("#playing")).to_have_text("❚❚")
        page.locator("#playing").click()
        place = page.locator("#place").input_value()
        page.clock.run_for(10_000)
        assert page.locator("#place").input_value() == place


@contextmanager
def late(page: Page) -> Iterator[None]:
    """What the host is asked for first comes when this ends, after all that was asked for since."""
    first: list[Route] = []

    def hold(route: Route) -> None:
        if first:
            route.continue_()
        else:
            first.append(route)

    page.route("**/replay", hold)
    yield
    while not first:
        page.wait_for_timeout(20)
    with page.expect_response(lambda answer: answer.request == first[0].request) as answers:
        first[0].continue_()
    answers.value.finished()
    page.evaluate("() => new Promise((drawn) => setTimeout(() => requestAnimationFrame(drawn)))")


def test_who_has_gone_back_to_what_was_played_stays_there_when_a_play_is_answered_later(
    one_browser: Browser, host: Process
) -> None:
    with replay_page(one_browser, host) as page:
        drop(page, MATCH)
        page.locator("#turns [data-turn='5']").click()
        page.locator("#whatif").click()
        expect(page.locator("#draw")).to_be_enabled()
        with late(page):
            page.locator("#draw").click()
            page.locator("#endbranch").click()
            expect(page.locator("#whatif")).to_be_visible()
        expect(page.locator("#whatif")).to_be_visible()
        expect(page.locator("#endbranch")).to_have_count(0)


@pytest.mark.parametrize(
    "size", [{"width": 360, "height": 640}, {"width": 844, "height": 390}], ids=["upright", "lying"]
)
def test_of_three_who_laid_which_melds_is_read_on_a_telephone(
    one_browser: Browser, host: Process, size: dict[str, int]
) -> None:
    with replay_page(one_browser, host, size, "it-IT") as page:
        drop(page, TRIO)
        expect(page.locator("#told")).not_to_be_empty()
        page.keyboard.press("End")
        expect(page.locator(".theirs .badge")).to_have_count(2)
        for name in parse_record(TRIO)[0].tags["E"], parse_record(TRIO)[0].tags["S"]:
            expect(page.locator(".theirs h2 > span:visible", has_text=name)).to_have_count(1)
        assert cut(page, ".side h2 > span") == []


def test_a_dropped_record_stays_when_a_line_of_play_of_another_is_answered_later(
    one_browser: Browser, host: Process
) -> None:
    with replay_page(one_browser, host) as page:
        drop(page, MATCH)
        page.locator("#turns [data-turn='5']").click()
        with late(page):
            page.locator("#whatif").click()
            drop(page, TRIO)
            expect(page.locator(".chair")).to_have_count(3)
        expect(page.locator(".chair")).to_have_count(3)
        expect(page.locator("#endbranch")).to_have_count(0)


def test_what_is_thought_of_one_record_is_not_shown_beside_another_as_long(one_browser: Browser, host: Process) -> None:
    name = parse_record(MATCH)[0].tags["N"]
    twin = MATCH.replace(f'"{name}"', f'"{name[::-1]}"')
    with replay_page(one_browser, host) as page:
        drop(page, MATCH)
        expect(page.locator("#analyse")).to_be_visible()  # the record has been read, else its reading would come late
        with late(page):
            page.locator("#analyse").click()
            drop(page, twin)
            expect(page.locator("#seat")).to_contain_text(name[::-1])
            page.locator("#analyse").click()
            expect(page.locator("#analysis")).to_contain_text(name[::-1])
        expect(page.locator("#analysis")).to_contain_text(name[::-1])


class Silence:
    """A page hears nothing of what the host says, until this ends."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._messages: list[Callable[[], None]] = []
        self._lasts = True
        page.route_web_socket("**/ws", self._listen)

    def _listen(self, socket: WebSocketRoute) -> None:
        def hear(message: str | bytes) -> None:
            if self._lasts:
                self._messages.append(lambda: socket.send(message))
            else:
                socket.send(message)

        socket.connect_to_server().on_message(hear)

    def end(self) -> None:
        """What was said is heard now."""
        while not self._messages:
            self._page.wait_for_timeout(20)
        self._lasts = False
        for tell in self._messages:
            tell()


def test_steps_through_a_file_that_is_dropped_before_the_host_is_heard_stay(
    one_browser: Browser, host: Process
) -> None:
    with replay_page(one_browser, host) as page:
        silence = Silence(page)
        page.reload()
        drop(page, MATCH)
        expect(page.locator("#place")).to_have_value("0")
        with host.hanging():
            silence.end()
            page.locator("#on").click()
            expect(page.locator("#place")).to_have_value("1")
        expect(page.locator("html.faces")).to_have_count(1)  # which it has asked for since
        expect(page.locator("#place")).to_have_value("1")


def test_a_moment_is_drawn_with_the_parts_of_the_table_and_all_hands_open(one_browser: Browser, host: Process) -> None:
    with replay_page(one_browser, host) as page:
        drop(page, MATCH)
        page.locator("#turning").click()
        expect(page.locator("#scene .seat .portrait")).to_have_count(4)
        expect(page.locator("#scene .seat.turn")).to_have_count(1)
        expect(page.locator("#scene > #middle #stock .card")).to_have_text(re.compile(r"\d+"))
        expect(page.locator("#scene > #middle #pozzetti .card").first).to_be_visible()
        expect(page.locator("#scene .meld .number").first).to_have_text("1")
        counts = page.locator("#scene .seat .count").all_inner_texts()
        hands = page.locator("#scene .chair").evaluate_all(
            "chairs => chairs.map((one) => String(one.querySelectorAll('.fan .card[data-card]').length))"
        )
        assert hands == counts
        pile = page.locator("#fan .card").evaluate_all("cards => cards.map((one) => one.getBoundingClientRect().right)")
        assert pile == sorted(pile)
        assert max(pile) <= page.evaluate("() => document.getElementById('scene').getBoundingClientRect().right")


def test_what_is_wrong_with_a_file_is_said(one_browser: Browser, host: Process) -> None:
    with replay_page(one_browser, host, locale="it-IT") as page:
        drop(page, MATCH.replace("21. N d", "21. N z", 1))
        expect(page.locator("#toast")).to_contain_text("La riga 31 non si può leggere")
        expect(page.locator("#file")).to_be_visible()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (" \n", "nothing in this file"),
        ("x" * 600_000, "longer than any match"),
        ("\0" * 200_000, "longer than any match"),
    ],
    ids=["empty", "large", "larger than it looks"],
)
def test_a_file_that_can_be_no_record_is_refused_on_every_page(
    one_browser: Browser, host: Process, text: str, words: str
) -> None:
    with replay_page(one_browser, host) as page:
        drop(page, text)
        expect(page.locator("#toast")).to_contain_text(words)
        expect(page.locator("#file")).to_be_visible()
        page.goto(host.url)
        expect(page.locator("#play")).to_be_visible()
        drop(page, text)
        expect(page.locator("#toast")).to_contain_text(words)


def test_an_address_of_a_deal_that_is_not_there_leaves_the_record(one_browser: Browser, host: Process) -> None:
    with replay_page(one_browser, host) as page:
        drop(page, MATCH)
        expect(page.locator("#deal")).to_have_value("1")
        page.goto(f"{host.url}replay.html#deal=99")
        expect(page.locator("#toast")).to_contain_text("There is no deal 99")
        expect(page.locator("#deal")).to_have_value("2")
        page.reload()
        expect(page.locator("#deal")).to_have_value("2")
        page.goto(f"{host.url}replay.html#deal=1&turn=9999")
        expect(page.locator("#on")).to_be_disabled()  # the end, as of a moment that there is not


def test_a_swipe_over_the_melds_is_a_step_too(one_browser: Browser, host: Process) -> None:
    with replay_page(one_browser, host, PHONE) as page:
        drop(page, MATCH)
        page.locator("#last").click()
        end = int(page.locator("#place").input_value())
        box = page.locator("#scene .melds").first.bounding_box()
        assert box is not None
        x, y = box["x"] + 40, box["y"] + box["height"] / 2
        line = page.context.new_cdp_session(page)
        way = [("touchStart", x), *[("touchMove", x + 30 * step) for step in range(1, 7)]]
        for kind, at in way:
            line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at, "y": y}]})
        line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(page.locator("#place")).to_have_value(str(end - 1))


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
def test_no_choice_beside_the_scene_is_cut(
    one_browser: Browser, host: Process, size: dict[str, int], locale: str
) -> None:
    with replay_page(one_browser, host, size, locale) as page:
        drop(page, MATCH)
        expect(page.locator("#level")).to_be_visible()
        assert page.locator("#ways select").evaluate_all(WIDER) == []
        assert scrolled(page)[0] <= 0


@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
def test_the_title_is_whole_on_a_telephone(one_browser: Browser, host: Process, locale: str) -> None:
    with replay_page(one_browser, host, PHONE, locale) as page:
        drop(page, MATCH)
        expect(page.locator("#deal")).to_be_visible()
        assert page.locator("#head h1").evaluate("one => one.scrollWidth <= one.clientWidth")


@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
def test_on_a_telephone_everything_is_there_and_nothing_jumps(one_browser: Browser, host: Process, locale: str) -> None:
    with replay_page(one_browser, host, PHONE, locale) as page:
        drop(page, MATCH)
        expect(page.locator("#steps")).to_be_visible()
        page.keyboard.press("End")
        expect(page.locator("#on")).to_be_disabled()
        assert scrolled(page)[0] <= 0
        assert cut(page, "#steps button, #ways button") == []
        assert small(page, "#steps button, #ways button, #ways select", 38) == []
        assert page.locator("#steps").evaluate("(one) => one.getBoundingClientRect().bottom <= innerHeight")
        tops = "() => ['scene', 'told', 'steps'].map((id) => document.getElementById(id).getBoundingClientRect().top)"
        at_end = page.evaluate(tops)
        for _ in range(20):
            page.keyboard.press("ArrowLeft")
            assert page.evaluate(tops) == at_end


OUT_OF_SIGHT: Final = """() =>
  [...document.querySelectorAll("#head, #standing, #told, #steps, .chair.below .fan .card")]
  .map((one) => [one.id || one.dataset.card, one.getBoundingClientRect()])
  .filter(([, { top, bottom }]) => top < 0 || bottom > innerHeight).map(([name]) => name)"""


@pytest.mark.parametrize("size", [(844, 390), (667, 375)], ids=str)
def test_on_a_telephone_that_lies_ones_own_hand_is_seen_without_scrolling(
    one_browser: Browser, host: Process, size: tuple[int, int]
) -> None:
    with replay_page(one_browser, host, {"width": size[0], "height": size[1]}) as page:
        drop(page, MATCH)
        expect(page.locator(".chair.below .fan .card")).to_have_count(11)
        assert page.evaluate(OUT_OF_SIGHT) == []
        assert overlaps(page, "#head, #standing, #told, #steps, .chair, .side") == []
        assert scrolled(page)[0] <= 0


def test_a_swipe_is_a_step(one_browser: Browser, host: Process) -> None:
    with replay_page(one_browser, host, PHONE) as page:
        drop(page, MATCH)
        expect(page.locator("#place")).to_have_value("0")
        for name, x in (("pointerdown", 300), ("pointerup", 120)):
            page.locator("#scene").dispatch_event(name, {"clientX": x, "clientY": 300})
        expect(page.locator("#place")).to_have_value("1")
        for name, x in (("pointerdown", 120), ("pointerup", 300)):
            page.locator("#scene").dispatch_event(name, {"clientX": x, "clientY": 300})
        expect(page.locator("#place")).to_have_value("0")


def test_a_match_of_ones_own_is_looked_through_and_its_link_leads_to_the_moment(
    one_browser: Browser, tmp_path: Path
) -> None:
    with hosted(tmp_path, "one") as host:
        with of_person(one_browser, host, "p1") as page:
            dialog = go(page, "tohistory")
            dialog.locator("[data-replay]").first.click()
            expect(page.locator("#scene")).to_be_visible()
            page.keyboard.press("ArrowDown")
            page.keyboard.press("ArrowDown")
            seen, link = words_told(page), page.url
            assert parse_qs(link.partition("#")[2])["match"]
        with of_person(one_browser, host, "p2") as page:
            page.goto(link)
            expect(page.locator("#scene")).to_be_visible()
            assert words_told(page) == seen
        with of_person(one_browser, host, "p5") as page:  # they have not played it
            page.goto(link)
            expect(page.locator("#toast")).to_contain_text("match")
            expect(page.locator("#scene")).to_have_count(0)


def test_who_likes_a_light_table_and_four_colours_has_them_in_replays_and_lessons_too(
    one_browser: Browser, host: Process
) -> None:
    with window(one_browser, host, DESKTOP) as page:
        expect(page.locator("#play")).to_be_visible()
        page.evaluate("() => ['light', 'four'].forEach((name) => localStorage.setItem(name, 'yes'))")
        for name, part in (("replay.html", "#file"), ("lesson.html", "#stock")):
            page.goto(host.url + name)
            expect(page.locator(part)).to_be_visible()
            expect(page.locator("html")).to_have_class(re.compile(r"\blight\b"))
            expect(page.locator("body")).to_have_class(re.compile(r"\bfour\b"))


def test_a_file_dropped_on_the_table_opens_the_page_for_it(one_browser: Browser, host: Process) -> None:
    with window(one_browser, host, DESKTOP) as page:
        expect(page.locator("#play")).to_be_visible()
        drop(page, MATCH)
        expect(page.locator("#scene")).to_be_visible()
        assert "replay.html" in page.url


def test_the_list_of_turns_follows_what_is_shown(one_browser: Browser, host: Process) -> None:
    with replay_page(one_browser, host) as page:
        drop(page, MATCH)
        expect(page.locator("#scene")).to_be_visible()
        page.keyboard.press("End")
        expect(page.locator("#turns .here")).to_be_in_viewport()
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#turns .here")).to_be_in_viewport()


def test_what_is_pressed_or_dragged_stays_under_the_finger(one_browser: Browser, host: Process) -> None:
    with replay_page(one_browser, host) as page:
        drop(page, MATCH)
        expect(page.locator("#place")).to_have_value("0")
        page.evaluate(
            "() => document.querySelectorAll('#steps *, #ways *').forEach((one) => { one.dataset.same = 1; })"
        )
        page.keyboard.press("ArrowRight")
        expect(page.locator("#place")).to_have_value("1")
        assert page.locator("#steps *:not([data-same]), #ways *:not([data-same])").count() == 0
        box = page.locator("#place").bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + 8, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=6)
        page.mouse.move(box["x"] + box["width"] - 4, box["y"] + box["height"] / 2, steps=6)
        page.mouse.up()
        expect(page.locator("#on")).to_be_disabled()
        assert standing(page) == claimed(MATCH, 1)
