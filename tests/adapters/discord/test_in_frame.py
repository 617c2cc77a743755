"""The Activity in a real browser: two people open it in a frame of Discord's client, and one plays in the chat too."""

import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from playwright.async_api import Browser, FrameLocator, Page, ViewportSize, expect

from engine.actions import Discard
from tests.adapters.discord.test_activity import PAGE, Evening, instance_of, run
from tests.adapters.web.browsing import chromium
from tests.adapters.web.test_words import words
from tests.loopback.discord.people import Person
from tests.scripted import true_hand

SAVING = "async (_, file) => (await import('./saving.js')).save(file)"
AGAIN = "(page) => { page.id = 'before'; location.reload(); }"
SIZE: ViewportSize = {"width": 900, "height": 700}


@asynccontextmanager
async def opened(evening: Evening, browser: Browser, person: Person, instance: str) -> AsyncIterator[FrameLocator]:
    context = await browser.new_context(viewport=SIZE, locale="en-GB", reduced_motion="reduce")
    page = await context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    await page.goto(evening.there.launched(person.account, instance))
    frame = page.frame_locator("iframe")
    await expect(frame.locator("#hand .card").first).to_be_visible(timeout=60_000)
    try:
        yield frame
        await page.screenshot(path=os.environ.get("SHOT", os.devnull), type="png")
        assert faults == []
    finally:
        await context.close()


async def cards(frame: FrameLocator) -> list[str]:
    """The hand that it shows, in our notation, in order."""
    found = await frame.locator("#hand .card").evaluate_all("(all) => all.map((one) => one.dataset.card)")
    return sorted(card[:2] for card in found)


def test_two_people_play_in_frames_and_one_of_them_in_the_chat_too() -> None:
    async def body(evening: Evening) -> None:
        match = evening.match
        instance = instance_of(evening, *match.people)
        first = await match.person_in_turn()
        second = next(one for one in match.people if one is not first)
        async with (
            chromium() as browser,
            opened(evening, browser, first, instance) as one,
            opened(evening, browser, second, instance) as other,
        ):
            assert await cards(one) == await true_hand(match, first)
            assert await cards(other) == await true_hand(match, second)
            rung = {person: len(person.notified()) for person in match.people}
            await one.locator("#draw").click()
            await expect(one.locator("#hand .fresh")).to_be_visible(timeout=60_000)
            await evening.host.settle()
            assert await cards(one) == await true_hand(match, first)

            drops = [offer for offer in match.offered(first) if isinstance(offer.press.request, Discard)]
            await match.tap(first, drops[0])  # in the chat
            await expect(other.locator("#draw")).to_be_enabled(timeout=60_000)
            assert await cards(one) == await true_hand(match, first)
            for seconds in (10.1, 50):
                evening.host.clock.advance(seconds)
                await evening.host.clockwork.fire()
                await evening.host.settle()
            assert {person: len(person.notified()) for person in match.people} == rung

    run(body)


async def linked(page: Page, number: int) -> str:
    """The latest address that the frame has had opened, when there are so many."""
    await page.wait_for_function("(number) => links.length >= number", arg=number, timeout=60_000)
    return str(await page.evaluate("() => links.at(-1)"))


async def fetched(evening: Evening, url: str) -> bytes:
    """What a browser gets at an address of the page's public name."""
    assert url.startswith(f"{PAGE}/discord/")
    async with evening.session.get(f"{evening.address}{urlsplit(url).path}") as answer:
        assert answer.status == 200
        assert answer.headers["Content-Disposition"].startswith("attachment")
        return await answer.read()


def test_files_are_opened_in_the_browser_also_after_the_page_was_loaded_again() -> None:
    async def body(evening: Evening) -> None:
        person = evening.match.people[0]
        _, entered = await evening.enters(evening.there.code(person.account))
        async with (
            chromium() as browser,
            opened(evening, browser, person, instance_of(evening, *evening.match.people)) as frame,
            evening.window(entered["token"]) as other,
        ):
            page = frame.owner.page
            for number in (1, 2):
                await frame.locator("#menu").click()
                await frame.locator("#toboards").click()
                await frame.locator("#toexport").click()
                file = await fetched(evening, await linked(page, number))
                assert json.loads(file)
                assert file == (await other.want("export"))["page"]["text"].encode()
                await expect(frame.locator("#toast")).not_to_have_text(words("en")["save.not"])
                await frame.locator("html").evaluate(AGAIN)  # what Discord has said in the address is gone
                await expect(frame.locator("#before")).to_have_count(0, timeout=60_000)
                await expect(frame.locator("#hand .card").first).to_be_visible(timeout=60_000)
            await frame.locator("body").evaluate("location.assign('replay.html')")
            await expect(frame.locator("#drop")).to_be_visible(timeout=60_000)
            await frame.locator("body").evaluate(SAVING, {"name": "a.brn", "address": PAGE})
            assert await linked(page, 3) == PAGE
            assert await frame.locator("body").evaluate("() => location.search") == ""
            await frame.locator("body").evaluate(SAVING, {"name": "a.brn", "text": "a record"})
            await expect(frame.locator("#toast")).to_have_text(words("en")["save.not"])

    run(body)
