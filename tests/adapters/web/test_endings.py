"""What a match leaves behind: who has won reads it, a rematch is one button, the last results are at home."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.adapters.web.hosting import PATIENCE
from tests.adapters.web.laid import Beside, beside
from tests.adapters.web.seeing import DRAWN, SHIFT, scrolled
from tests.adapters.web.test_browser import HERE, UNDRAWN, play_now

CLOSING = "N/play ? 4s 6s/?11/?11/?11 ?11 !5h6h7h8h9hThJh+KdKhKs|!-"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Beside]:
    with beside(tmp_path_factory.mktemp("endings")) as running:
        yield running


def opened(browser: Browser, host: Beside, locale: str, *, drawn: bool = False) -> tuple[BrowserContext, Page]:
    """`drawn`: what shifts is counted as it is painted."""
    context = browser.new_context(
        locale=locale, reduced_motion="reduce", viewport={"width": 390, "height": 844}, service_workers="block"
    )
    context.set_default_timeout(PATIENCE * 1000)
    if not drawn:
        context.add_init_script(UNDRAWN)
    page = context.new_page()
    page.goto(host.url)
    return context, page


COUNTING = """() => {
  window.counted = { said: [], longest: 0 };
  const watch = () => {
    const all = document.getAnimations().filter((one) => one.effect.target?.classList.contains("counting"));
    const ends = all.map((one) => one.effect.getComputedTiming().endTime);
    window.counted.longest = Math.max(window.counted.longest, ...ends);
    for (const one of document.querySelectorAll(".counting")) {
      window.counted.said.push([one.textContent, getComputedStyle(one).getPropertyValue("--points").trim()]);
    }
    requestAnimationFrame(watch);
  };
  watch();
}"""
"""Notes what the points at the end of a deal are, and what is drawn for them."""
PRESSED = """async () => {
  const { count } = await import("./counting.js");
  const cells = [...document.querySelectorAll("dialog.score .counts:not(:empty)")];
  const places = () => cells.map((one) => one.getBoundingClientRect().toJSON());
  const seen = () => [document.querySelectorAll(".counting").length, places()];
  count([cells]);
  const before = seen();
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "Shift" }));
  return [before, seen()];
}"""
"""How many count and where they all stand: before a press and after it."""


def close(page: Page, host: Beside) -> None:
    """The deal ends with a discard."""
    host.lay(str(page.locator("#table header .label").inner_text()), CLOSING)
    expect(page.locator(".meld.mine")).to_have_count(2)
    page.locator('#hand .card[data-card="6s"]').click()
    page.locator("#discard").click()


def test_the_points_of_a_deal_count_up_until_any_press_and_the_sheet_says_the_sums_at_once(
    browser: Browser, host: Beside
) -> None:
    context, page = opened(browser, host, "en-GB", drawn=True)
    page.emulate_media(reduced_motion="no-preference")
    play_now(page)
    page.evaluate(COUNTING)
    page.evaluate(SHIFT)
    close(page, host)
    expect(page.locator("dialog.score .counts").first).to_be_visible()
    page.wait_for_function("() => window.counted.said.some(([sum, drawn]) => sum && Number(drawn) < Number(sum))")
    expect(page.locator(".counting")).to_have_count(0)  # by itself
    counted = page.evaluate("() => window.counted")
    assert 0 < counted["longest"] <= 400
    sums = page.locator("dialog.score .counts:not(:empty)").all_inner_texts()
    assert {total for total, _ in counted["said"]} == set(sums)
    assert page.evaluate("() => window.shift") == 0
    (counting, places), (still, ended) = page.evaluate(PRESSED)
    assert (counting, still) == (len(sums), 0)
    assert places == ended
    context.close()


def test_no_points_count_up_for_who_wants_no_motion(browser: Browser, host: Beside) -> None:
    context, page = opened(browser, host, "en-GB")
    play_now(page)
    page.evaluate(COUNTING)
    close(page, host)
    expect(page.locator("dialog.score .counts").first).to_be_visible()
    page.evaluate(DRAWN)
    assert page.evaluate("() => window.counted.said") == []
    context.close()


PLAY_OUT = f"""async () => {{
  const {{ app, command }} = await {HERE};
  const drawn = () => new Promise((done) => setTimeout(done));
  while (app.view.table.phase === "playing") {{
    const {{ draw, suggestions, discards, decline }} = app.view.controls ?? {{}};
    const others = (discards ?? []).map((card) => `x:${{card}}`);
    const plays = draw ? ["d"] : suggestions?.length ? [suggestions[0].action] : decline ? ["n"] : others;
    for (const play of plays) if ((await command(`play ${{play}}`, {{ sure: true }}))?.done) break;
    if (!plays.length) await drawn();
  }}
}}"""
"""The quickest way to the end of a match."""


@pytest.mark.parametrize(("locale", "words"), [("en-GB", "Your side has won!"), ("it-IT", "Avete vinto!")])
def test_who_has_won_reads_it_and_is_offered_a_rematch(browser: Browser, host: Beside, locale: str, words: str) -> None:
    context, page = opened(browser, host, locale)
    play_now(page)
    close(page, host)
    score = page.locator("dialog.score")
    expect(score.locator("h2").first).to_have_text(words)
    expect(score.locator(".won b")).to_have_count(2)
    assert score.locator(".first button").evaluate_all("found => found.map((one) => one.id)") == ["rematch"]
    context.close()


def test_the_last_results_are_on_the_first_page_and_tables_that_are_over_are_folded(
    browser: Browser, host: Beside
) -> None:
    context, page = opened(browser, host, "en-GB")
    play_now(page)
    page.evaluate(PLAY_OUT)
    expect(page.locator("dialog.score")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("#menu").click()
    page.locator("#tohome").click()
    expect(page.locator("#lastresults li")).to_have_count(1)
    expect(page.locator("#lastresults li span")).to_have_text("against computers")
    expect(page.locator("#endedtables details")).to_have_count(1)
    expect(page.locator("#endedtables details")).not_to_have_attribute("open", "")
    page.locator("#allresults").click()
    expect(page.locator("dialog.boards .ranking tbody tr")).to_have_count(1)
    page.keyboard.press("Escape")
    page.locator("#lastresults [data-replay]").click()
    expect(page.locator("#scene")).to_be_visible()
    context.close()


LONG = "xX_DragonSlayer_2009_Xx"


@pytest.mark.parametrize("name", [LONG, "W" * 24], ids=["long", "wide"])
def test_a_long_name_without_a_blank_cuts_neither_the_lobby_nor_the_points(
    browser: Browser, host: Beside, name: str
) -> None:
    context, page = opened(browser, host, "en-GB")
    page.set_viewport_size({"width": 360, "height": 640})
    page.locator("#name").fill(name)
    page.locator("#open").click()
    page.locator("#openhere").click()
    expect(page.locator(".chair.own")).to_contain_text(name)
    assert scrolled(page)[0] == 0
    page.locator("#menu").click()
    page.locator("#tohome").click()
    play_now(page)
    close(page, host)
    points = page.locator("dialog.score .wide")
    expect(points).to_be_visible()
    assert points.evaluate("(one) => one.scrollWidth - one.clientWidth") == 0
    context.close()


def test_on_a_telephone_the_points_of_all_three_players_are_seen_at_once(browser: Browser, host: Beside) -> None:
    context, page = opened(browser, host, "it-IT")
    page.locator("#rules").select_option("three-player")
    page.locator("#name").fill("Margherita")
    page.locator("#pace").select_option("0")
    page.locator("#play").click()
    expect(page.locator("#hand .card").first).to_be_visible()
    page.evaluate(PLAY_OUT)
    points = page.locator("dialog.score .wide")
    expect(points.locator("thead th")).to_have_count(3)
    for wide in (320, 360, 390, 412, 430, 540):
        page.set_viewport_size({"width": wide, "height": 844})
        assert points.evaluate("(one) => one.scrollWidth - one.clientWidth") == 0, wide
    context.close()


def test_after_a_rematch_the_last_results_stay_on_the_first_page(browser: Browser, host: Beside) -> None:
    context, page = opened(browser, host, "en-GB")
    play_now(page)
    page.evaluate(PLAY_OUT)
    page.locator("dialog.score #rematch").click()
    expect(page.locator("#hand .card").first).to_be_visible()
    page.locator("#menu").click()
    page.locator("#tohome").click()
    expect(page.locator("#mytables .tablerow")).to_have_count(1)
    expect(page.locator("#lastresults li")).to_have_count(1)
    context.close()


def test_with_a_light_table_the_terms_of_the_sheet_stand_on_no_patch(browser: Browser, host: Beside) -> None:
    context, page = opened(browser, host, "en-GB")
    page.evaluate("() => localStorage.setItem('light', 'yes')")
    play_now(page)
    close(page, host)
    expect(page.locator("html.light dialog.score .term").first).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    context.close()
