"""The pages of several bots of one host: nothing of one is seen, played or found in that of another."""

import re
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import aiohttp
import pytest
from playwright.async_api import BrowserContext, WebSocket, expect

from bot.adapters.discord.activity import PROXY, Activity
from bot.adapters.telegram.mini_app import MiniApp
from bot.adapters.web import bot_page
from bot.adapters.web.app_door import App
from bot.adapters.web.limits import PageLimits
from bot.adapters.web.window import TOO_MANY
from bot.config import values
from bot.gateway.inbound.request_json import WANTS
from bot.requests.own_link import account_of
from bot.requests.request_context import RequestContext
from bot.tables.who import HOST
from tests.adapters.web.browsing import chromium
from tests.adapters.web.hosting import Hosted, Window, added, run
from tests.adapters.web.test_app_door import OTHER, TOKEN, init_data, own_origin, session_of, show, window
from tests.adapters.web.test_play import seated
from tests.adapters.web.test_secrets import cards_in

CLUB: Final = "circolo"
DISCORD: Final = "second.second.secondsecondsecond"
WINDOWS: Final = ("board", "desk", "page", "broadcast", "played", "shown", "show", "picture")
"""What a window may want beside requests."""
OWN: Final = frozenset(
    {"play", "watch", "open", "plan", "form", "introduce", "erase", "link", "newlink", "export", "subscribe"}
)
"""What is about whoever asks alone, or makes something new."""
NOTHING: Final = {
    "table": "0123456789abcdef",
    "label": "BCDF",
    "match": "0123456789abcdef/1",
    "tournament": "0123456789abcdef",
    "invitation": "BCDF",
}
"""What could name a table, and names none."""
USUAL: Final = {"seat": "S", "command": "join N", "kind": "table", "words": "x", "stage": 0, "sure": True}


@dataclass
class Played:
    """A bot with a table that Anna and Bruno of its page play at."""

    host: Hosted
    anna: Window
    bruno: Window


def both(
    folder: Path, work: Callable[[Played, Played], Awaitable[None]], apps: Callable[[Any], Sequence[App]] = lambda _: ()
) -> None:
    """The bot of the settings and one that was added, each with a table of its own."""

    async def whole(first: Hosted) -> None:
        async with AsyncExitStack() as stack:
            second = await stack.enter_async_context(added(first, CLUB, apps(first.door.clock)))
            found = []
            for host in (first, second):
                anna, bruno = [await stack.enter_async_context(host.window()) for _ in range(2)]
                await seated(host, anna, bruno)
                found.append(Played(host, anna, bruno))
            await work(*found)

    run(folder, whole, apps=lambda clock: [MiniApp(TOKEN, clock)])


def _listen(frames: list[str], socket: WebSocket) -> None:
    socket.on("framesent", lambda frame: frames.append(str(frame)))


def _is_welcome(one: Window) -> bool:
    return bool(one.welcome)


def _is_told(one: Window) -> bool:
    return bool(one.news)


def foreign(own: Played) -> dict[str, str]:
    """What somebody could say in another bot's page who knows everything about a table here."""
    label, table = own.anna.view["table"]["label"], own.anna.table
    return {"table": table, "label": label, "match": f"{table}/1", "tournament": table, "invitation": label}


async def done_by_people(one: Played) -> list[str]:
    """At its table, where on a busy machine the host calls whoever is to play meanwhile."""
    return [row.entry for row in await one.host.store.log(one.host.door.bot, one.anna.table) if row.actor != HOST]


def test_no_window_is_shown_or_changes_anything_of_another_bot_s_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PageLimits, "wait", lambda *_: 0)  # nothing is refused only because it was tried too often

    async def work(first: Played, second: Played) -> None:
        assert second.host.url == f"{first.host.url}bots/{CLUB}/"
        for own, other in ((first, second), (second, first)):
            before, facts_known = await done_by_people(own), foreign(own)
            assert facts_known["label"] != NOTHING["label"]
            async with other.host.window() as stranger:
                stranger.received.clear()
                for want in (*WANTS.keys() - OWN, *WINDOWS):
                    for name in ("table", "label"):
                        answers = []
                        for one in (facts_known, NOTHING):
                            numbers = {"table": 1} if want in ("broadcast", "shown") else {"table": one[name]}
                            facts = {**one, **numbers, "delivery": f"{want}{one[name]}"}
                            answers.append(str(await stranger.want(want, **facts, **USUAL)))
                        of_table, of_nothing = [re.sub(r"'id': \d+", "", text) for text in answers]
                        for key, text in facts_known.items():
                            of_table = of_table.replace(text, NOTHING[key])
                        assert of_table == of_nothing
                assert not cards_in("".join(stranger.received))
            assert await done_by_people(own) == before

    both(tmp_path, work)


def test_who_one_is_in_the_page_of_a_bot_is_nobody_in_that_of_another(tmp_path: Path) -> None:
    async def work(first: Played, second: Played) -> None:
        for own, other in ((first, second), (second, first)):
            async with other.host.window(own.anna.token, table=own.anna.table) as crossing:
                assert crossing.welcome["me"] is None
                assert crossing.token != own.anna.token  # which is good for nobody there
                assert not crossing.view.get("hand")
                await crossing.want("introduce", name="Zoe", language="en")
            context = RequestContext("web", account_of(own.anna.token))
            await other.host.service.enters(context, registers=False)
            assert not context.person.id
            async with own.host.window(own.anna.token) as again:
                assert again.welcome["me"]["name"] == "Anna"

    both(tmp_path, work)


def test_a_code_by_which_one_becomes_oneself_elsewhere_is_good_with_its_own_bot_alone(tmp_path: Path) -> None:
    async def work(first: Played, second: Played) -> None:
        words_said = (await first.anna.want("link"))["words"]
        words = [word.strip(".,:") for word in words_said.split()]
        async with second.host.window() as stranger:
            for word in words:
                assert not (await stranger.want("uselink", code=word))["done"]
        async with first.host.window() as again:
            assert [word for word in words if (await again.want("uselink", code=word))["done"]]

    both(tmp_path, work)


def test_what_telegram_signs_for_one_bot_lets_nobody_in_with_another(tmp_path: Path) -> None:
    async def work(first: Played, second: Played) -> None:
        for own, other, token, others in ((first, second, TOKEN, OTHER), (second, first, OTHER, TOKEN)):
            session = await session_of(own.host, init_data(token=token))
            assert (await show(other.host, init_data(token=token), own_origin(own.host)))[0] == 403
            assert await session_of(other.host, init_data(token=others)) != session
            async with window(own.host, session) as mine:
                await mine.until(partial(_is_welcome, mine))
            async with window(other.host, session) as crossing:
                await crossing.until(partial(_is_told, crossing))
                assert not crossing.welcome

    both(tmp_path, work, lambda clock: [MiniApp(OTHER, clock)])


def test_the_address_of_a_file_is_good_below_its_own_bot_s_page_alone(tmp_path: Path) -> None:
    public = "https://burraco.example"

    async def work(first: Hosted) -> None:
        async with added(first, CLUB, [MiniApp(OTHER, first.door.clock)]) as second:
            for own, other, token in ((first, second, TOKEN), (second, first, OTHER)):
                async with window(own, await session_of(own, init_data(token=token))) as anna:
                    await anna.until(partial(_is_welcome, anna))
                    address = (await anna.want("export"))["page"]["address"]
                place = address.removeprefix(f"{public}/")
                assert place.startswith("bots/") == (own is second)
                word = place.rpartition("/")[2]
                for url, status in ((f"{first.url}{place}", 200), (f"{other.url}telegram/file/{word}", 404)):
                    async with first.session.get(url, headers={"Host": "burraco.example"}) as answer:
                        assert answer.status == status

    run(tmp_path, work, apps=lambda clock: [MiniApp(TOKEN, clock)], public=public)


def test_the_activity_of_one_application_connects_to_its_own_bot_alone(tmp_path: Path) -> None:
    async def work(first: Hosted) -> None:
        activity = Activity(DISCORD, "second secret", lambda: "222")
        async with added(first, CLUB, [activity]) as second:
            for client, status in (("222", 101), ("111", 403)):
                headers = {"Origin": f"https://{client}.{PROXY}"}
                try:
                    async with first.session.ws_connect(f"{second.url}discord/ws", headers=headers):
                        assert status == 101
                except aiohttp.WSServerHandshakeError as error:
                    assert error.status == status  # noqa: PT017  which of the two it is
            async with first.session.get(f"{second.url}discord/app.json") as answer:
                assert await answer.json() == {"client": "222"}
            for path in ("discord/app.json", "discord/", "discord/ws"):
                async with first.session.get(f"{first.url}{path}") as answer:
                    assert answer.status == 404  # the bot of the settings has none

    run(tmp_path, work)


@pytest.mark.parametrize("public", ["", "https://burraco.example/club"])
def test_each_page_has_its_own_place_and_says_where_that_is(tmp_path: Path, public: str) -> None:
    async def work(first: Hosted) -> None:
        async def status(path: str) -> tuple[int, str]:
            async with first.session.get(f"{first.url}{path}", allow_redirects=False) as answer:
                return answer.status, answer.headers.get("Location", "")

        async with added(first, CLUB) as second:
            for path in ("", "table.js", "words.it.json", "desk.html"):
                assert await status(f"bots/{CLUB}/{path}") == (200, "")
            assert await status(f"bots/{CLUB}") == (308, f"{CLUB}/")
            for path in ("", "bar/", "bar", "bar/ws", f"{CLUB}/telegram/", f"{CLUB}/telegram", f"{CLUB}/bots/"):
                assert (await status(f"bots/{path}"))[0] == 404
            if public:
                assert (await status(f"club/bots/{CLUB}/"))[0] == 200
            async with second.window() as here:
                assert here.welcome["public"] == (f"{public}/bots/{CLUB}/" if public else "")
        assert (await status(f"bots/{CLUB}/"))[0] == 404

    run(tmp_path, work, public=public)


def test_the_windows_of_a_bot_that_is_removed_end_and_those_of_others_stay(tmp_path: Path) -> None:
    async def work(first: Hosted) -> None:
        async with first.window() as stays:
            async with AsyncExitStack() as stack:
                second = await stack.enter_async_context(added(first, CLUB))
                async with second.window() as goes:
                    await stack.aclose()
                    await goes.until(lambda: goes.socket.closed)
                    assert goes.socket.close_code == TOO_MANY
            assert (await stays.want("alive"))["done"]

    run(tmp_path, work)


def test_a_browser_keeps_who_one_is_apart_for_each_bot(tmp_path: Path) -> None:
    """It has one memory for all pages of an address, and no page of one bot tells another's host who one is there."""

    async def work(first: Hosted) -> None:
        async with added(first, CLUB) as second, chromium() as browser:
            context = await browser.new_context(locale="en")
            labels, frames = [], list[str]()
            for host, name in ((first, "Anna"), (second, "Bruno")):
                page = await context.new_page()
                page.on("websocket", partial(_listen, frames))
                await page.goto(host.url)
                await page.locator("#name").fill(name)  # in either page one is somebody new
                await page.locator("#open").click()
                await page.locator("#openhere").click()
                labels.append(await page.locator("#copycode b").inner_text())
            raw = await context.storage_state()
            (origin,) = raw["origins"]
            found = {one["name"]: one["value"] for one in origin["localStorage"]}
            assert (found["name"], found[f"{CLUB}/name"]) == ("Anna", "Bruno")
            assert found["token"] != found[f"{CLUB}/token"]
            frames.clear()
            for number, host in enumerate((first, second)):
                page = await context.new_page()
                page.on("websocket", partial(_listen, frames))
                await page.goto(host.url)
                await expect(page.locator("#copycode b")).to_have_text(labels[number])
                own, other = ("token", f"{CLUB}/token")[:: 1 if host is first else -1]
                assert found[own] in "".join(frames)
                assert found[other] not in "".join(frames)
                frames.clear()
            await context.close()

    run(tmp_path, work)


def test_who_signs_out_at_one_bots_page_stays_who_they_are_at_anothers(tmp_path: Path) -> None:
    async def work(first: Hosted) -> None:
        async with added(first, CLUB) as second, chromium() as browser:
            context = await browser.new_context(locale="en")
            pages = [await context.new_page() for _ in range(2)]
            for page, host in zip(pages, (first, second), strict=True):
                await page.goto(host.url)
                await page.locator("#name").fill("Anna")
                await page.locator("#open").click()
                await page.locator("#openhere").click()
                await page.locator("#copycode b").wait_for()
            for page, other, own in ((pages[0], pages[1], "token"), (pages[1], pages[0], f"{CLUB}/token")):
                before = await _remembered(context)
                await page.locator("#menu").click()
                await page.locator("#signout").click()
                await page.locator("#signoutyes").click()
                await expect(page.locator("#play")).to_be_visible()
                after = await _remembered(context)
                theirs = {f"{CLUB}/token", "token"} - {own}
                assert after.get(own) != before[own]
                assert {name: after[name] for name in theirs} == {name: before[name] for name in theirs}
                if own == "token":
                    await expect(other.locator("#copycode b")).to_be_visible()
            await context.close()

    run(tmp_path, work)


async def _remembered(context: BrowserContext) -> dict[str, str]:
    (origin,) = (await context.storage_state())["origins"]
    return {one["name"]: one["value"] for one in origin["localStorage"]}


def test_links_in_chats_lead_where_the_page_of_an_added_bot_is() -> None:
    """Settings are read before there is a page, and so name its folder themselves."""
    assert values.BOTS == bot_page.BOTS
