"""The Mini App in a real browser: two people open it in a frame of Telegram's client, and one plays in the chat too."""

import json
import os
import re
from base64 import b64decode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Browser, FrameLocator, Page, ViewportSize, expect

from tests.adapters.telegram.scripted import seen_hand
from tests.adapters.telegram.test_mini_app import PAGE, Evening, run, silence
from tests.adapters.web.browsing import chromium
from tests.adapters.web.test_words import words as page_words
from tests.loopback.telegram.browser_client import browser_client, launch
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.values import Json
from tests.scripted import true_hand

PHONE: ViewportSize = {"width": 390, "height": 760}
AGAIN = "(page) => { page.id = 'before'; location.reload(); }"
SAVING = "async (_, file) => (await import('./saving.js')).save(file)"
SAVES = "web_app_request_file_download"
HAPTIC = "web_app_trigger_haptic_feedback"
LIGHTER = "say('theme_changed', { theme_params: { bg_color: '#ffffff' } })"
LIGHT = re.compile(r"\blight\b")
SUCCESS = {"type": "notification", "notification_type": "success"}


class Client:
    """Telegram in somebody's browser, with the app open."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda line: self.faults.append(line.text) if line.type == "error" else None)

    @property
    def app(self) -> FrameLocator:
        return self.page.frame_locator("iframe")

    async def posts(self, what: str) -> list[Any]:
        """What the app has posted of this kind."""
        found: list[Any] = await self.page.evaluate(
            "(what) => heard.filter((one) => one.eventType === what).map((one) => one.eventData)", what
        )
        return found

    async def until_posted(self, what: str, number: int) -> list[Any]:
        """The same, when it has posted so many."""
        found = "([what, number]) => heard.filter((one) => one.eventType === what).length >= number"
        await self.page.wait_for_function(found, arg=[what, number], timeout=60_000)
        return await self.posts(what)

    async def workers(self) -> int:
        """How many scripts run on in the browser for the app."""
        found = "async () => (await navigator.serviceWorker.getRegistrations()).length"
        return int(await self.app.locator("body").evaluate(found))

    async def cards(self) -> list[str]:
        """The hand that it shows, in our notation, in order."""
        found = await self.app.locator("#hand .card").evaluate_all("(all) => all.map((one) => one.dataset.card)")
        return sorted(card[:2] for card in found)


@asynccontextmanager
async def opened(
    evening: Evening, browser: Browser, person: Person, client: str, version: str = "9.1"
) -> AsyncIterator[Client]:
    telegram = evening.host.telegram
    context = await browser.new_context(viewport=PHONE, has_touch=True, locale="en-GB", reduced_motion="reduce")
    page = Client(await context.new_page())
    await page.page.goto(
        f"{client}#{launch(telegram, person, telegram.token, evening.button(person), evening.address, version)}"
    )
    await expect(page.app.locator("#hand .card").first).to_be_visible(timeout=60_000)
    try:
        yield page
        assert page.faults == []
    finally:
        await context.close()


def test_two_people_play_in_frames_and_one_of_them_in_the_chat_too() -> None:
    async def body(evening: Evening) -> None:
        match = evening.match
        first = await match.person_in_turn()
        second = next(one for one in match.people if one is not first)
        async with browser_client() as client, chromium() as browser:
            await evening.serve((client.rstrip("/"),))
            async with (
                opened(evening, browser, first, client) as one,
                opened(evening, browser, second, client) as other,
            ):
                for page, person in ((one, first), (other, second)):
                    assert await page.cards() == await true_hand(match, person)
                    assert await page.posts("web_app_ready") == [{}]
                assert await one.posts(HAPTIC) == [SUCCESS]  # it was their turn as they came
                assert await other.posts(HAPTIC) == []
                rung = {person: len(person.notified()) for person in match.people}

                await one.app.locator("#draw").click()
                await expect(one.app.locator("#hand .fresh")).to_be_visible(timeout=60_000)
                await evening.host.settle()
                assert seen_hand(match, first) == await one.cards() == await true_hand(match, first)
                first.writes(f"x:{next(card for card in await one.cards() if card[0] not in 'J2')}")  # in the chat
                await evening.host.settle()

                await expect(other.app.locator("#draw")).to_be_enabled(timeout=60_000)
                assert await one.cards() == await true_hand(match, first)
                assert await other.posts(HAPTIC) == [SUCCESS]
                await silence(evening)
                assert {person: len(person.notified()) for person in match.people} == rung
                assert await other.posts(HAPTIC) == [SUCCESS]  # one alert, where they are
                for seen, windows in (("false", 1), ("true", 2)):  # put away, and taken up again
                    await one.page.evaluate(f"say('visibility_changed', {{ is_visible: {seen} }})")
                    await evening.until_looked_at(windows)
                assert await one.workers() == 0  # nothing of ours stays behind in another's app

    run(body)


def test_the_way_back_leads_to_the_first_screen_and_edges_and_light_are_the_client_s() -> None:
    async def body(evening: Evening) -> None:
        person = evening.match.people[0]
        async with browser_client() as client, chromium() as browser:
            await evening.serve((client.rstrip("/"),))
            async with opened(evening, browser, person, client) as page:
                assert (await page.posts("web_app_setup_back_button"))[-1] == {"is_visible": True}
                await expect(page.app.locator("html")).to_have_attribute("data-scheme", "dark")
                await page.page.evaluate("say('theme_changed', { theme_params: { bg_color: '#ffffff' } })")
                await expect(page.app.locator("html")).to_have_attribute("data-scheme", "light")
                await page.page.evaluate("say('safe_area_changed', { top: 40, bottom: 20, left: 0, right: 0 })")
                await expect(page.app.locator("body")).to_have_css("padding-top", "40px")
                await page.page.screenshot(path=os.environ.get("SHOT", os.devnull), type="png")
                await page.page.evaluate("say('back_button_pressed')")
                await expect(page.app.locator("#home")).to_be_visible()
                assert (await page.posts("web_app_setup_back_button"))[-1] == {"is_visible": False}
                await page.app.locator("body").evaluate("location.reload()")  # without what the address brought along
                await expect(page.app.locator("#hand .card").first).to_be_visible(timeout=60_000)

    run(body)


def test_the_table_is_as_light_as_the_client_until_somebody_chooses() -> None:
    async def body(evening: Evening) -> None:
        person = evening.match.people[0]
        async with browser_client() as client, chromium() as browser:
            await evening.serve((client.rstrip("/"),))
            async with opened(evening, browser, person, client) as page:
                root = page.app.locator("html")
                await expect(root).not_to_have_class(LIGHT)
                await page.page.evaluate(LIGHTER)
                await expect(root).to_have_class(LIGHT)
                colours = [one["color"] for one in await page.posts("web_app_set_header_color")]
                assert len(colours) == len({*colours}) == 2  # what the client draws round it follows
                await page.app.locator("#menu").click()
                await page.app.locator("#like-light").click()
                await expect(root).not_to_have_class(LIGHT)
                await page.page.evaluate(LIGHTER)
                await expect(root).to_have_attribute("data-scheme", "light")
                await expect(root).not_to_have_class(LIGHT)  # their own choice stays

    run(body)


def test_a_page_beside_the_table_has_the_client_s_light_and_edges_and_a_way_back() -> None:
    async def body(evening: Evening) -> None:
        person = evening.match.people[0]
        async with browser_client() as client, chromium() as browser:
            await evening.serve((client.rstrip("/"),))
            async with opened(evening, browser, person, client) as page:
                await page.page.evaluate(LIGHTER)
                await expect(page.app.locator("html")).to_have_class(LIGHT)
                await page.app.locator("body").evaluate("location.assign('replay.html')")
                await expect(page.app.locator("#drop")).to_be_visible(timeout=60_000)
                await expect(page.app.locator("html")).to_have_class(LIGHT)
                assert (await page.posts("web_app_setup_back_button"))[-1] == {"is_visible": True}
                await page.page.evaluate("say('safe_area_changed', { top: 40, bottom: 20, left: 0, right: 0 })")
                await expect(page.app.locator("html")).to_have_css("padding-top", "40px")
                await page.page.evaluate("say('back_button_pressed')")
                await expect(page.app.locator("#hand .card").first).to_be_visible(timeout=60_000)
                await page.page.evaluate("say('back_button_pressed')")
                await expect(page.app.locator("#home")).to_be_visible()
                assert (await page.posts("web_app_setup_back_button"))[-1] == {"is_visible": False}

    run(body)


async def fetched(evening: Evening, url: str) -> bytes:
    """What Telegram gets at an address of the page's public name."""
    assert url.startswith(f"{PAGE}telegram/")
    async with evening.session.get(f"{evening.address}{urlsplit(url).path}") as answer:
        assert answer.status == 200
        assert answer.headers["Content-Disposition"].startswith("attachment")
        return await answer.read()


def test_files_are_handed_to_telegram_which_saves_them() -> None:
    async def body(evening: Evening) -> None:
        person = evening.match.people[0]
        async with browser_client() as client, chromium() as browser:
            await evening.serve((client.rstrip("/"),))
            async with opened(evening, browser, person, client) as page, evening.opened(person) as other:
                await page.app.locator("#menu").click()
                await page.app.locator("#toboards").click()
                await page.app.locator("#toexport").click()
                (export,) = await page.until_posted(SAVES, 1)
                assert export["file_name"] == "burraco-export.json"
                file = await fetched(evening, export["url"])
                assert file == (await other.want("export"))["page"]["text"].encode()
                assert json.loads(file)
                await page.app.locator("#dialog .close").click()
                await page.app.locator("#menu").click()
                await page.app.locator("#pictures").click()
                await page.app.locator("#dialog .save").click()
                _, hand = await page.until_posted(SAVES, 2)
                drawn = await other.want("picture", kind="hand")
                assert await fetched(evening, hand["url"]) == b64decode(drawn["page"]["png"])
                await expect(page.app.locator("#toast")).not_to_have_text(page_words("en")["save.not"])
                await page.app.locator("body").evaluate("location.assign('replay.html')")
                await expect(page.app.locator("#drop")).to_be_visible(timeout=60_000)
                await page.app.locator("body").evaluate(SAVING, {"name": "a.brn", "address": PAGE})
                assert (await page.until_posted(SAVES, 3))[-1] == {"url": PAGE, "file_name": "a.brn"}
                await page.app.locator("body").evaluate(SAVING, {"name": "a.brn", "text": "a record"})
                await expect(page.app.locator("#toast")).to_have_text(page_words("en")["save.not"])
                assert len(await page.posts(SAVES)) == 3

    run(body)


def test_a_telegram_that_saves_nothing_opens_the_address_and_says_so() -> None:
    async def body(evening: Evening) -> None:
        person = evening.match.people[0]
        async with browser_client() as client, chromium() as browser:
            await evening.serve((client.rstrip("/"),))
            async with opened(evening, browser, person, client, "7.10") as page:
                for number in (1, 2):
                    await page.app.locator("#menu").click()
                    await page.app.locator("#toboards").click()
                    await page.app.locator("#toexport").click()
                    link = (await page.until_posted("web_app_open_link", number))[-1]
                    assert json.loads(await fetched(evening, link["url"]))
                    await expect(page.app.locator("#toast")).to_have_text(page_words("en")["save.browser"])
                    assert await page.posts(SAVES) == []
                    await page.app.locator("html").evaluate(AGAIN)  # the version is no more in the address
                    await expect(page.app.locator("#before")).to_have_count(0, timeout=60_000)
                    await expect(page.app.locator("#hand .card").first).to_be_visible(timeout=60_000)

    run(body)


def test_a_page_that_is_not_telegram_s_shows_nothing_in_its_frame() -> None:
    async def body(evening: Evening) -> None:
        person = evening.match.people[0]
        telegram = evening.host.telegram
        async with browser_client() as client, chromium() as browser:
            page, lines = await browser.new_page(), list[str]()
            page.on("console", lambda line: lines.append(line.text))
            address = launch(telegram, person, telegram.token, evening.button(person), evening.address)
            for framed in (address, f"{evening.address}/"):
                lines.clear()
                await page.goto("about:blank")
                await page.goto(f"{client}#{framed}")
                await expect(page.frame_locator("iframe").locator("#screen")).to_have_count(0)
                assert [line for line in lines if "frame-ancestors" in line]

    run(body)


async def desk_button(evening: Evening, arbiter: Person) -> Json:
    """The button below what the arbiter is told in private of their desk."""
    evening.match.group.promotes(arbiter)
    evening.host.telegram.clock.advance(60)  # so soon the group may be written to again
    arbiter.writes("/tournament new Friday code=febur rounds=mitchell,danese deals=3", evening.match.group)
    await evening.host.settle()
    arbiter.writes("/tournament desk")
    await evening.host.settle()
    rows = [row for message in arbiter.screen() for row in message.content.keyboard]
    (found,) = [one for row in rows for one in row if one["text"] == "Open the desk"]
    return found


def test_the_arbiter_s_desk_opens_in_the_app_for_who_is_the_arbiter_and_for_nobody_else() -> None:
    async def body(evening: Evening) -> None:
        telegram, (anna, bruno) = evening.host.telegram, evening.match.people
        async with browser_client() as client, chromium() as browser:
            await evening.serve((client.rstrip("/"),))
            button = await desk_button(evening, anna)
            context = await browser.new_context(viewport=PHONE, has_touch=True, locale="en-GB")
            page = Client(await context.new_page())
            await page.page.goto(f"{client}#{launch(telegram, anna, telegram.token, button, evening.address)}")
            await expect(page.app.locator("#name")).to_have_text("Friday", timeout=60_000)
            await page.page.evaluate(LIGHTER)
            await expect(page.app.locator("html")).to_have_class(LIGHT)
            await page.page.evaluate("say('safe_area_changed', { top: 40, bottom: 20, left: 0, right: 0 })")
            await expect(page.app.locator("html")).to_have_css("padding-top", "40px")
            await page.app.locator("#guests").fill("Zoe Neri, Ugo Blu")
            await page.app.locator("#add").click()
            await expect(page.app.locator("#actions li")).to_have_count(1)
            await page.page.screenshot(path=os.environ.get("SHOT", os.devnull), type="png")
            await page.app.locator("body").evaluate("location.reload()")  # the session stays
            await expect(page.app.locator("#actions li")).to_have_count(1)
            await page.page.evaluate("say('back_button_pressed')")
            await expect(page.app.locator("#ways")).to_be_visible(timeout=60_000)  # of the tournament's page
            await page.app.get_by_role("button", name="Arbiter's desk").click()
            await expect(page.app.locator("#guests")).to_be_visible(timeout=60_000)
            assert await page.app.locator("body").evaluate("() => localStorage.getItem('desk-token')") is None
            await page.app.locator("body").evaluate("location.assign('beamer.html#tour0.x')")
            await expect(page.app.locator("#nowhere")).to_be_visible(timeout=60_000)  # it is heard there, too
            await page.page.goto("about:blank")
            await page.page.goto(f"{client}#{launch(telegram, bruno, telegram.token, button, evening.address)}")
            await expect(page.app.locator("#words")).not_to_be_empty(timeout=60_000)
            await expect(page.app.locator("#name")).to_be_empty()
            assert await page.app.locator("#actions button").count() == 0
            assert page.faults == []
            await context.close()

    run(body)
