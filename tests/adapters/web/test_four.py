"""Four people in four windows play a whole match, Italian and English mixed; one leaves and comes back."""

import re
from collections.abc import Sequence
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from engine.replay import replay
from tests.adapters.web.hosting import Hosted, Window, run
from tests.adapters.web.laid import beside, late
from tests.adapters.web.test_browser import DESKTOP, PHONE, STEPS, accept, click_on_all, until, window
from tests.adapters.web.test_secrets import AllowedCards, leaks

PEOPLE = {"Anna": "it", "Bruno": "en", "Carla": "it", "Dino": "en"}


async def all_sit_down(windows: Sequence[Window]) -> None:
    """All four in the lobby of Anna's table."""
    anna = windows[0]
    for one, (name, language) in zip(windows, PEOPLE.items(), strict=True):
        await one.want("introduce", name=name, language=language)
    await anna.want("open", pace=0)
    await anna.phase("lobby")
    for one in windows[1:]:
        assert (await one.want("find", label=anna.view["table"]["label"]))["done"]
        await one.phase("lobby")
        free = next(seat["seat"] for seat in one.view["seats"] if not seat["taken"])
        assert (await one.do(f"join {free}"))["done"]


async def until_all(windows: Sequence[Window], *phases: str) -> None:
    for one in windows:
        await one.phase(*phases)


def somebody_may_act(windows: Sequence[Window]) -> bool:
    return any(bool(one.controls) for one in windows) or windows[0].view["table"]["phase"] != "playing"


async def play_on(windows: Sequence[Window], steps: int = 10_000) -> None:
    """Whoever can acts, until the deal has ended or so many actions are done."""
    while windows[0].view["table"]["phase"] == "playing" and steps > 0:
        acted = [answer for one in windows if (answer := await one.play()) is not None]
        steps -= len(acted)
        if not acted:
            await windows[0].until(lambda: somebody_may_act(windows))


async def leave_and_return(windows: Sequence[Window], who: Window) -> None:
    """A computer holds the seat meanwhile; the seat keeps its name, and the cards are the same afterwards."""
    seat = who.view["me"]["seat"]
    assert (await who.do("leave"))["done"]
    others = [one for one in windows if one is not who]
    await others[0].until(lambda: next(s for s in others[0].view["seats"] if s["seat"] == seat)["computer"])
    await play_on(others, 6)
    assert (await who.do("return"))["done"]
    await who.until(lambda: not who.view["me"]["away"])
    count = next(s["cards"] for s in who.view["seats"] if s["seat"] == seat)
    assert len(who.view["hand"]) == count


def test_four_windows_play_a_whole_match_and_one_comes_back(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        allowed = AllowedCards()
        host.door.listen(allowed.note)
        async with AsyncExitStack() as stack:
            windows = [await stack.enter_async_context(host.window(language=lang)) for lang in PEOPLE.values()]
            await all_sit_down(windows)
            assert (await windows[0].do("start"))["done"]
            await until_all(windows, "playing")
            await play_on(windows, 8)
            for one in windows:
                assert leaks(one, one.view["me"]["seat"], allowed) == []
            await leave_and_return(windows, windows[2])
            await play_on(windows)
            await until_all(windows, "pause")
            for one in windows:
                assert (await one.do("ready"))["done"]
            await until_all(windows, "playing")
            await play_on(windows)
            await until_all(windows, "over")
            record = (await windows[1].want("record", table=windows[1].table))["page"]["text"]
            assert all(name in record for name in PEOPLE)
            again = replay(record)
            assert again.refusal is None
            for one in windows:
                score, sides = one.view["score"], again.match.code.sides
                by_side = [sides.index(side["side"]) for side in score["sides"]]
                assert score["totals"] == [again.match.totals[side] for side in by_side]
                assert score["vp"] == [(again.match.vp or ())[side] for side in by_side]
            assert windows[0].view["score"]["result"] != windows[1].view["score"]["result"]  # two languages

    run(tmp_path, work)


# --- in a real browser ------------------------------------------------------------------------------------------------


def open_for_friends(pages: Sequence[Page]) -> None:
    anna, *others = pages
    anna.locator("#name").fill("Anna")
    anna.locator("#pace").select_option("0")
    anna.locator("#open").click()
    anna.locator("#openhere").click()
    for page, seat, name in zip(others, "ESW", list(PEOPLE)[1:], strict=True):
        anna.locator(f'.chair[data-seat="{seat}"] .invite').click()
        page.goto(anna.locator("dialog[open] .address").input_value())
        anna.keyboard.press("Escape")
        accept(page, seat, name)
        expect(anna.locator(f'.chair[data-seat="{seat}"] .invite')).to_have_count(0)


def play_all(pages: Sequence[Page], steps: int) -> None:
    """Each clicks what is sensible, until the score sheet is open everywhere."""
    for step in range(steps):
        if not click_on_all(pages, step):
            return


def test_four_people_click_through_both_ends_of_a_deal_and_into_the_next_in_a_browser(
    browser: Browser, tmp_path: Path
) -> None:
    with beside(tmp_path) as host, ExitStack() as stack:
        sizes = (DESKTOP, PHONE, PHONE, DESKTOP)
        locales = ("it-IT", "en-GB", "it-IT", "en-GB")
        pages = [stack.enter_context(window(browser, host, *how)) for how in zip(sizes, locales, strict=True)]
        open_for_friends(pages)
        pages[0].locator("#start").click()
        for page in pages:
            expect(page.locator("#hand .card").first).to_be_visible()
        play_all(pages, 12)
        away_and_back(pages)
        host.lay(pages[0].locator("header .label").inner_text(), late())
        for page in pages:
            expect(page.locator(".meld")).to_have_count(7)
        play_all(pages, STEPS)
        for page in pages:
            expect(page.locator("dialog.score #ready")).to_be_visible()
        sheets = [page.locator("dialog.score").inner_text() for page in pages]
        texts = [re.sub(r"\d+ s\b", "", one) for one in sheets]  # until the next deal: they are read one after another
        assert texts[0] == texts[2] != texts[1]
        assert texts[1] == texts[3]
        for page in pages:
            page.locator("#ready").click()
        for page in pages:
            expect(page.locator("dialog.score")).to_be_hidden()
            expect(page.locator("#hand .card").first).to_be_visible()


def away_and_back(pages: Sequence[Page]) -> None:
    """Somebody closes their window in the middle of the deal and opens it again: the same cards."""
    for one in pages:
        until(one, what="!app.busy")  # what they did last is done
    page = next(one for one in reversed(pages) if one.locator("#hand .card").count())  # a pozzetto may not be seen yet
    cards = page.locator("#hand .card").evaluate_all("cards => cards.map(card => card.dataset.card).sort()")
    address = page.url
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator("#hand .card").first).to_be_visible()
    again = page.locator("#hand .card").evaluate_all("cards => cards.map(card => card.dataset.card).sort()")
    assert again == cards
