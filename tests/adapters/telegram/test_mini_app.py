"""The Mini App beside the chat: its buttons where Telegram takes them, the same person, the same state, one alert."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import parse_qs

import aiohttp

from bot.adapters.telegram.mini_app import FRAMES
from bot.adapters.web.server import Web
from bot.adapters.web.window import LOOKS
from tests.adapters.telegram.hosting import Host, check_eyes, hosted
from tests.adapters.telegram.scripted import ScriptedMatch, seen_hand
from tests.adapters.web.hosting import PATIENCE, Window
from tests.loopback.running import judged, specs
from tests.loopback.telegram import serve
from tests.loopback.telegram.browser_client import launch
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.values import Json
from tests.painting import paint_here
from tests.scripted import NAMES, true_hand

PAGE = "https://burraco.example.org/"


class Evening:
    """A host on Telegram with its page, and a match that two people have begun in the chat."""

    def __init__(self, host: Host, match: ScriptedMatch, session: aiohttp.ClientSession) -> None:
        self.host = host
        self.match = match
        self.address = ""
        self.session = session
        self._web: Web | None = None

    async def serve(self, frames: tuple[str, ...] = FRAMES) -> None:
        """The page, which these other pages may show in a frame."""
        await self.stop()
        for app in self.host.chats.apps:
            app.frames = frames
        self._web = Web(
            self.host.chats.inbound, "127.0.0.1", 0, paint=paint_here, public=PAGE, apps=self.host.chats.apps
        )
        self.address = (await self._web.start()).rstrip("/")

    async def stop(self) -> None:
        if self._web is not None:
            await self._web.stop()

    async def until_looked_at(self, windows: int) -> None:
        """Until somebody looks at so many of its windows."""
        assert self._web is not None
        async with asyncio.timeout(PATIENCE):
            while sum(one.is_looked_at for one in self._web._windows) != windows:  # noqa: ASYNC110  nobody tells
                await asyncio.sleep(0.05)  # between two looks

    def button(self, person: Person) -> Json:
        """The button that opens the page, in their newest hand."""
        rows = [row for message in person.screen() for row in message.content.keyboard]
        return [one for row in rows for one in row if "web_app" in one][-1]

    @asynccontextmanager
    async def opened(self, person: Person) -> AsyncIterator[Window]:
        """The page inside Telegram, as its script would connect it."""
        telegram = self.host.telegram
        address = launch(telegram, person, telegram.token, self.button(person), self.address)
        (proof,) = parse_qs(address.partition("#")[2])["tgWebAppData"]
        own = {"Origin": self.address}
        body = json.dumps({"init": proof})
        async with self.session.post(f"{self.address}/telegram/enter", data=body, headers=own) as answer:
            assert answer.status == 200
            token = (await answer.json())["token"]
        async with self.session.ws_connect(f"{self.address}/telegram/ws", headers=own) as socket:
            window = Window(socket)
            listening = asyncio.create_task(window.listen())
            await window.send(want="hello", token=token, language="en", table="")
            await window.until(lambda: bool(window.view))
            try:
                yield window
            finally:
                listening.cancel()
                await asyncio.gather(listening, return_exceptions=True)


def run(body: Callable[[Evening], Awaitable[None]], *, main_app: bool = False) -> None:
    async def main(folder: Path) -> None:
        async with serve(specs()) as telegram:
            telegram.main_app = main_app
            telegram.clock.freeze()
            async with hosted(telegram, folder / "telegram.db", page=PAGE) as host, aiohttp.ClientSession() as session:
                people = [host.telegram.user(name) for name in NAMES[:2]]
                match = ScriptedMatch(host, host.telegram.group("Sala", *people), people)
                await match.begin("febur players=2")
                evening = Evening(host, match, session)
                await evening.serve()
                await body(evening)
                await host.settle()
                await check_eyes(host)
                await evening.stop()
            judged(telegram)

    with TemporaryDirectory() as folder:
        asyncio.run(main(Path(folder)))


def cards_in(window: Window) -> list[str]:
    """The hand that a page shows, in our notation, in order."""
    return sorted(one["card"][:2] for one in window.view["hand"])


def links(evening: Evening) -> list[str]:
    """The links to the app that the group has."""
    rows = [row for one in evening.match.group.messages for row in one.content.keyboard]
    return [button["url"] for row in rows for button in row if "startapp" in button.get("url", "")]


def test_the_hand_opens_its_page_and_the_group_has_no_button_that_telegram_refuses() -> None:
    async def body(evening: Evening) -> None:
        for person in evening.match.people:
            url = evening.button(person)["web_app"]["url"]
            assert url == f"{PAGE}telegram/?table={evening.match.label}"
        assert links(evening) == []

    run(body)


def test_a_bot_with_a_main_app_is_linked_to_in_the_group() -> None:
    async def body(evening: Evening) -> None:
        username = evening.host.telegram.bot.username
        assert f"https://t.me/{username}?startapp={evening.match.label}" in links(evening)

    run(body, main_app=True)


def test_two_surfaces_of_one_person_are_the_same_hand_and_the_same_turn() -> None:
    async def body(evening: Evening) -> None:
        match = evening.match
        person = await match.person_in_turn()
        async with evening.opened(person) as window:
            assert window.view["table"]["label"] == match.label
            assert cards_in(window) == await true_hand(match, person)
            assert window.controls["draw"]
            assert (await window.play() or {})["done"]  # drawn there, and seen in the chat
            await evening.host.settle()
            assert seen_hand(match, person) == cards_in(window) == await true_hand(match, person)
            card = next(card for card in cards_in(window) if card[0] not in "J2")
            person.writes(f"x:{card}")  # discarded in the chat, and seen there
            await evening.host.settle()
            await window.until(lambda: not window.controls)
            assert cards_in(window) == await true_hand(match, person)

    run(body)


async def silence(evening: Evening) -> None:
    """Nobody does anything until the group has named whom it waits for, and after the private reminder's minute."""
    for seconds in (10.1, 50):
        evening.host.clock.advance(seconds)
        await evening.host.clockwork.fire()
        await evening.host.settle()


def test_nobody_s_device_rings_for_the_table_that_they_have_before_their_eyes() -> None:
    async def body(evening: Evening) -> None:
        person = await evening.match.person_in_turn()
        async with evening.opened(person) as window:
            await window.attends("visible")
            before = len(person.notified())
            await silence(evening)
            assert len(person.notified()) == before
            assert evening.match.offered(person)  # what there is to press stands in the chat all the same

    run(body)


def test_where_the_page_is_hidden_or_gone_the_chat_rings_once() -> None:
    async def body(evening: Evening) -> None:
        person = await evening.match.person_in_turn()
        async with evening.opened(person) as window:
            await window.attends("visible")
            await window.attends("hidden")
            before = len(person.notified())
            await silence(evening)
            assert len(person.notified()) == before + 1

    run(body)


def test_a_page_that_nobody_has_touched_for_long_silences_nothing() -> None:
    """A screen that is never locked says that it is looked at for ever."""

    async def body(evening: Evening) -> None:
        person = await evening.match.person_in_turn()
        async with evening.opened(person) as window:
            await window.attends("visible")
            evening.host.clock.advance(LOOKS // 1000)
            before = len(person.notified())
            await silence(evening)
            assert len(person.notified()) == before + 1

    run(body)
