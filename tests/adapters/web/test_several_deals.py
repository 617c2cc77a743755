"""What people ask themselves in a match of several deals, and what the page tells them without being asked."""

import re
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.adapters.web.laid import Beside, beside
from tests.adapters.web.seeing import cut
from tests.adapters.web.test_browser import HERE
from tests.adapters.web.test_controls import come, open_table, say
from tests.adapters.web.test_dropping import card
from tests.adapters.web.test_endings import CLOSING
from tests.adapters.web.test_messages import LONGEST, covered
from tests.adapters.web.test_messages import say as tell
from tests.adapters.web.test_sizes import laid, resize, window

FIGURES: Final = "rows => rows.map(row => [...row.querySelectorAll('td')].map(cell => Number(cell.textContent)))"
LINES: Final = "found => found.map(one => new Set([...one.getClientRects()].map(({ top }) => top)).size)"
EDGES: Final = "found => found.map(one => one.getBoundingClientRect()).map(({ left, right }) => [left, right])"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Beside]:
    with beside(tmp_path_factory.mktemp("deals")) as running:
        yield running


@pytest.fixture
def anna(one_browser: Browser, host: Beside) -> Iterator[Page]:
    with window(one_browser, host) as page:
        yield page


@pytest.fixture
def bruno(one_browser: Browser, host: Beside) -> Iterator[Page]:
    with window(one_browser, host) as page:
        yield page


def start(page: Page) -> None:
    page.locator("#start").click()
    page.locator("#yes").click()  # computers take the seats that are free
    expect(page.locator("#hand .card").first).to_be_visible()


def close_the_deal(page: Page, host: Beside, label: str) -> None:
    host.lay(label, CLOSING)
    laid(page, host, label)
    card(page, "6s").click()
    page.locator("#discard").click()
    expect(page.locator("dialog.score")).to_be_visible()


def close_two_deals(page: Page, host: Beside, label: str) -> None:
    close_the_deal(page, host, label)
    page.locator("#ready").click()
    expect(page.locator("header .deal")).to_contain_text("Deal 2")  # before it is dealt nothing can be laid
    close_the_deal(page, host, label)


def together(anna: Page, bruno: Page) -> str:
    """Anna's table, at which Bruno plays against her, each with a computer; its short name."""
    label = open_table(anna, "Anna")
    come(bruno, label, "Bruno")
    bruno.locator('.chair[data-seat="E"] .sit').click()
    expect(anna.locator('.chair[data-seat="E"]')).to_contain_text("Bruno")
    start(anna)
    return label


def test_who_opened_a_table_is_told_to_invite_as_long_as_a_seat_is_free(anna: Page) -> None:
    open_table(anna, "Anna")
    for seat in "ESW":
        expect(anna.locator("#lobby > .hint").first).to_contain_text("Invite friends")
        anna.locator(f"#computer-{seat}").press("Enter")  # two clicks so soon at one place would count as one
    expect(anna.locator(".chair.free")).to_have_count(0)
    expect(anna.locator("#lobby > .hint").first).not_to_contain_text("Invite friends")


IN_DEBT: Final = f"""async (others) => {{
  const {{ app, wire }} = await {HERE};
  const heard = wire.heard;
  const sides = (all) => all?.map((one, place) => ({{ ...one, total: place ? others : -60 }}));
  const owing = (view) => ({{ ...view, sides: sides(view.sides) }});
  wire.heard = (message) => heard(message.type === "view" ? owing(message) : message);
  wire.heard({{ type: "view", ...app.view }});
}}"""
"""From now on one's own side has lost points, and the others have so many."""


def test_the_points_of_the_match_are_ours_and_theirs_on_a_wide_screen_too(anna: Page) -> None:
    open_table(anna, "Anna")
    start(anna)
    expect(anna.locator("#totals")).to_have_text("we 0 · they 0")
    anna.evaluate(IN_DEBT, 0)
    expect(anna.locator("#totals")).to_have_text("we −60 · they 0")  # with the sign that the sheet has
    expect(anna.locator("#totals")).to_have_accessible_name(re.compile("Score sheet: .* −60, .* 0"))


def test_who_plays_alone_is_not_called_we(anna: Page) -> None:
    open_table(anna, "Anna")
    anna.locator("#set-players").select_option("2")
    expect(anna.locator(".chair")).to_have_count(2)
    start(anna)
    expect(anna.locator("#totals .sidename")).to_be_visible()
    assert re.fullmatch("you 0 · (North|South) 0", anna.locator("#totals").inner_text())


def test_on_a_telephone_no_points_stand_on_another_line_than_whose_they_are(anna: Page) -> None:
    anna.evaluate("async () => (await import('./words.js')).speak('it')")
    open_table(anna, "Anna", "three-player")
    start(anna)
    resize(anna, (360, 640), touch=True)
    anna.evaluate(IN_DEBT, 1845)
    expect(anna.locator("#totals .tally")).to_have_count(3)
    assert anna.locator("#totals .tally").evaluate_all(LINES) == [1, 1, 1]
    assert cut(anna, "#totals") == []


def test_the_details_of_a_score_sheet_tell_what_each_deal_has_brought(anna: Page, host: Beside) -> None:
    label = open_table(anna, "Anna")
    start(anna)
    close_two_deals(anna, host, label)
    anna.locator("dialog.score summary").click()
    rows = anna.locator("dialog.score details tbody tr")
    expect(rows.locator("th")).to_have_text(["Deal 1 of 2", "Deal 2 of 2"])
    each = rows.evaluate_all(FIGURES)
    [match] = anna.locator("dialog.score .wide tr", has_text="Match").evaluate_all(FIGURES)
    assert [sum(side) for side in zip(*each, strict=True)] == match
    sides = anna.locator("dialog.score .wide thead th").all_inner_texts()
    expect(anna.locator("dialog.score details thead th")).to_have_text(sides)


def test_no_row_of_the_details_is_seen_by_half_on_a_telephone_that_lies(anna: Page, host: Beside) -> None:
    label = open_table(anna, "Anna")
    start(anna)
    close_two_deals(anna, host, label)
    resize(anna, (844, 390), touch=True)
    anna.locator("dialog.score summary").click()
    expect(anna.locator("dialog.score details tbody tr")).to_have_count(2)
    [table] = anna.locator("dialog.score details table").evaluate_all(EDGES)
    [below] = anna.locator("dialog.score .first").evaluate_all(EDGES)
    assert below[0] <= table[0] < table[1] <= below[1]


@pytest.mark.parametrize("size", [(640, 360), (844, 390)], ids=str)
def test_a_message_covers_neither_title_nor_button_of_a_score_sheet_as_high_as_the_screen(
    anna: Page, host: Beside, size: tuple[int, int]
) -> None:
    label = open_table(anna, "Anna")
    start(anna)
    resize(anna, size, touch=True)
    close_the_deal(anna, host, label)
    tell(anna, LONGEST)
    assert covered(anna, "#toast, dialog.score header, dialog.score summary, dialog.score button") == []


def test_what_is_read_in_the_details_stays_when_somebody_else_is_ready(anna: Page, bruno: Page, host: Beside) -> None:
    close_the_deal(anna, host, together(anna, bruno))
    anna.locator("dialog.score summary").click()
    expect(anna.locator("dialog.score section").first).to_be_visible()
    read = anna.evaluate_handle("() => document.querySelector('dialog.score section')")
    anna.locator("#ready").click()
    expect(anna.locator("#ready")).to_be_disabled()
    assert read.evaluate("section => section.isConnected && section.closest('details').open")


def test_who_is_ready_reads_for_whom_everybody_waits(anna: Page, bruno: Page, host: Beside) -> None:
    close_the_deal(anna, host, together(anna, bruno))
    anna.locator("#ready").click()
    expect(anna.locator("#ready small")).to_have_text("Bruno")
    expect(anna.locator("#ready")).to_have_text("Waiting for the others… Bruno")


def test_points_below_nothing_have_the_same_sign_above_the_sheet_as_in_it(
    anna: Page, bruno: Page, host: Beside
) -> None:
    host.pass_a_lap(together(anna, bruno))
    say(anna, "resign")  # nothing is laid: all that counts are the cards in hand
    expect(bruno.locator("dialog.score .won b")).to_have_text([re.compile(r"^−\d+$")] * 2)


def test_who_wants_a_rematch_reads_whose_answer_is_missing_and_when_it_begins_without_it(
    anna: Page, bruno: Page
) -> None:
    together(anna, bruno)
    say(anna, "resign")
    anna.locator("#rematch").click()
    expect(anna.locator("#rematch small")).to_have_text("Bruno")
    for page in (anna, bruno):
        expect(page.locator("#countdown")).to_contain_text("On we go in")


def test_a_score_sheet_is_printed_whole_and_nothing_of_the_table_with_it(anna: Page, host: Beside) -> None:
    label = open_table(anna, "Anna")
    start(anna)
    close_two_deals(anna, host, label)
    anna.locator("dialog.score summary").click()
    expect(anna.locator("dialog.score section")).to_have_count(2)
    anna.emulate_media(media="print")
    for part in ("#table", "dialog.score .close", "#ready, #rematch"):
        expect(anna.locator(part)).to_be_hidden()
    behind = "(one) => getComputedStyle(one, '::backdrop').backgroundColor"
    assert anna.locator("dialog.score").evaluate(behind) == "rgba(0, 0, 0, 0)"  # for who prints backgrounds, too
    assert len(re.findall(rb"/Type\s*/Page\b", anna.pdf(width="80mm", height="80mm"))) > 2
