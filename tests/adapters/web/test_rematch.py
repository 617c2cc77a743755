"""Between a result and the first deal of the rematch: sheet, pictures and record of the match before stay."""

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.adapters.web.hosting import Hosted, process, run
from tests.adapters.web.test_browser import DESKTOP, PHONE, window
from tests.adapters.web.test_controls import come, open_table, say
from tests.adapters.web.test_play import seated


def test_a_window_is_told_the_result_until_the_new_match_has_one(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna, host.window(language="it") as bruno:
            await seated(host, anna, bruno)
            assert (await anna.do("resign", sure=True))["done"]
            await anna.phase("over")
            score, record = anna.view["score"], await anna.want("record", table=anna.table)
            assert (await anna.do("rematch"))["done"]
            await anna.phase("pause")
            assert anna.view["score"] == score | {"before": True}
            for kind in ("score", "moviola"):
                assert (await anna.want("picture", kind=kind))["done"]
            assert (await bruno.do("rematch"))["done"]
            await anna.phase("playing")
            assert anna.view["score"] == score | {"before": True}
            again = await anna.want("record", table=anna.table)
            assert again["page"] == record["page"]
            assert (await bruno.do("resign", sure=True))["done"]
            await anna.until(lambda: not anna.view["score"]["before"])
            assert len(anna.view["score"]["deals"]) == 1

    run(tmp_path, work)


def test_the_points_that_three_share_are_written_as_the_language_writes_them(browser: Browser, tmp_path: Path) -> None:
    with process(tmp_path) as host:
        host.start()
        for locale, points in (("en-GB", r"3\.33|4\.5"), ("it-IT", "3,33|4,5")):
            with window(browser, host, DESKTOP, locale) as page:
                open_table(page, "Anna", "three-player")
                page.locator("#start").click()
                page.locator("#yes").click()  # computers take the seats that are free
                expect(page.locator("#hand .card").first).to_be_visible()
                say(page, "resign")
                expect(page.locator("dialog.score tbody tr").last).to_contain_text(re.compile(points))


def test_who_has_not_answered_reads_the_result_and_finds_the_rematch_under_it(browser: Browser, tmp_path: Path) -> None:
    with process(tmp_path) as host:
        host.start()
        with window(browser, host, DESKTOP) as anna, window(browser, host, PHONE) as bruno:
            come(bruno, open_table(anna, "Anna"), "Bruno")
            bruno.locator('.chair[data-seat="E"] .sit').click()
            expect(anna.locator('.chair[data-seat="E"]')).to_contain_text("Bruno")
            anna.locator("#start").click()
            anna.locator("#yes").click()  # computers take the seats that are free
            expect(anna.locator("#hand .card").first).to_be_visible()
            say(anna, "resign")
            result = anna.locator("dialog.score h2").inner_text()
            anna.locator("#rematch").click()
            expect(anna.locator("#rematch")).to_be_disabled()
            expect(bruno.locator("dialog.score table")).to_be_visible()
            bruno.keyboard.press("Escape")
            bruno.locator("#sheet").click()
            expect(bruno.locator("dialog.score #rematch")).to_be_enabled()
            anna.keyboard.press("Escape")
            anna.reload()
            expect(anna.locator("dialog.score h2")).to_have_text(result)
            bruno.locator("#rematch").click()
            for page in (anna, bruno):
                expect(page.locator("#hand .card").first).to_be_visible()
                expect(page.locator("dialog.score")).to_be_hidden()
            anna.locator("#totals").click()
            expect(anna.locator("dialog.score h2")).to_have_text(result)
            anna.keyboard.press("Escape")
            say(bruno, "resign")
            expect(anna.locator("dialog.score #rematch")).to_be_enabled()


def test_who_does_not_want_the_rematch_leaves_by_the_menu_or_under_the_result(browser: Browser, tmp_path: Path) -> None:
    with process(tmp_path) as host:
        host.start()
        for leave in ("#notagain", "#norematch"):
            with window(browser, host, DESKTOP) as anna, window(browser, host, PHONE) as bruno:
                come(bruno, open_table(anna, "Anna"), "Bruno")
                bruno.locator('.chair[data-seat="E"] .sit').click()
                expect(anna.locator('.chair[data-seat="E"]')).to_contain_text("Bruno")
                anna.locator("#start").click()
                anna.locator("#yes").click()  # computers take the seats that are free
                expect(anna.locator("#hand .card").first).to_be_visible()
                say(anna, "resign")
                anna.locator("#rematch").click()
                expect(bruno.locator("dialog.score #norematch")).to_be_visible()
                if leave == "#notagain":
                    bruno.keyboard.press("Escape")
                    bruno.locator("#menu").click()
                bruno.locator(leave).click()
                expect(bruno.locator("#hand")).to_be_hidden()
                expect(anna.locator("#hand .card").first).to_be_visible()  # the new match, without waiting for them
