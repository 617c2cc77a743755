"""What a match leaves behind: who has won reads it, a rematch is one button, the last results are at home."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.adapters.web.hosting import PATIENCE
from tests.adapters.web.laid import Beside, beside
from tests.adapters.web.test_browser import HERE, play_now

CLOSING = "N/play ? 4s 6s/?11/?11/?11 ?11 !5h6h7h8h9hThJh+KdKhKs|!-"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Beside]:
    with beside(tmp_path_factory.mktemp("endings")) as running:
        yield running


def opened(browser: Browser, host: Beside, locale: str) -> tuple[BrowserContext, Page]:
    context = browser.new_context(locale=locale, reduced_motion="reduce", viewport={"width": 390, "height": 844})
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    page.goto(host.url)
    return context, page


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
    host.lay(str(page.locator("#table header .label").inner_text()), CLOSING)
    page.locator('#hand .card[data-card="6s"]').click()
    page.locator("#discard").click()
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
    expect(page.locator("#endedtables details")).to_have_count(1)
    expect(page.locator("#endedtables details")).not_to_have_attribute("open", "")
    page.locator("#allresults").click()
    expect(page.locator("dialog.boards .ranking tbody tr")).to_have_count(1)
    context.close()
