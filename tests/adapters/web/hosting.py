"""A browser table inside the test, with windows that are plain WebSockets; and one as a process of its own."""

import asyncio
import json
import os
import re
import secrets
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Literal, TextIO

import aiohttp
from yarl import URL

from bot.adapters.web.app_door import App
from bot.adapters.web.server import Web
from bot.cli.platforms import Chats
from bot.cli.pushing import push_of
from bot.host.door import Door
from bot.host.scheduler import Scheduler
from bot.requests.service import Service
from bot.store.sqlite import SqliteStore, open_store
from engine.actions import Action
from engine.players.greedy import Greedy
from engine.view import View
from tests.forked import Forked, start
from tests.loopback.serving import own_port
from tests.painting import paint_here

ROOT: Final = Path(__file__).parent.parent.parent.parent
PATIENCE: Final = 90.0  # seconds; a machine may be busy, but a test that waits longer has failed


class Hosted:
    """What runs: the door, the address, a session for clients."""

    def __init__(
        self, door: Door, url: str, session: aiohttp.ClientSession, store: SqliteStore, service: Service, web: Web
    ) -> None:
        self.door = door
        self.web = web
        self.store = store
        self.service = service
        self.url = url
        self.session = session

    @asynccontextmanager
    async def window(self, token: str = "", language: str = "en", table: str = "") -> "AsyncIterator[Window]":
        async with connected(self.session, self.url, token, language, table) as window:
            yield window


async def simple(_name: str, seen: View, _person: str = "") -> Action:
    """A computer player that does not think."""
    return Greedy(0).choose(seen)


class Clock:
    """A clock of the test's own."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000

    def __call__(self) -> int:
        self.now += 1
        return self.now


@asynccontextmanager
async def hosted(
    folder: Path,
    host: str = "127.0.0.1",
    figures: Any = None,
    healthy: Callable[[], bool] = lambda: True,
    public: str = "",
    apps: Callable[[Callable[[], int]], Sequence[App]] = lambda _clock: (),
    is_alone: Callable[[], bool] = lambda: True,
) -> AsyncIterator[Hosted]:
    clock = Clock()
    chance = iter(range(1, 1_000_000))
    store = await open_store(folder / "web.db", clock())
    door = Door(store, "b", clock, lambda size: next(chance).to_bytes(size, "big"))
    clockwork = asyncio.create_task(Scheduler(door, store, simple).run())
    service = Service(door, store, "b")
    chats = Chats((), service, door, store, paint_here)
    stack = AsyncExitStack()
    push = await push_of(stack, service, clock, "https://burraco.example")
    pushing = asyncio.create_task(service.pushes.run(push.post.send))
    web = Web(
        chats.inbound,
        host,
        0,
        figures,
        paint=paint_here,
        healthy=healthy,
        set_aside=service.set_aside,
        public=public,
        apps=apps(clock),
        push=push,
        is_alone=is_alone,
    )
    url = await web.start()
    async with stack, aiohttp.ClientSession() as session:
        try:
            yield Hosted(door, url, session, store, service, web)
        finally:
            await web.stop()
            for work in (clockwork, pushing):
                work.cancel()
                with suppress(asyncio.CancelledError):
                    await work
            await store.close()


@asynccontextmanager
async def added(host: Hosted, bot: str, apps: Sequence[App] = ()) -> AsyncIterator[Hosted]:
    """One more bot of the same host and database, with a page of its own."""
    door = Door(host.store, bot, host.door.clock, secrets.token_bytes)
    service = Service(door, host.store, bot)
    chats = Chats((), service, door, host.store, paint_here)
    clockwork = Scheduler(door, host.store, simple).run()
    async with AsyncExitStack() as stack:
        push = await push_of(stack, service, host.door.clock, "https://burraco.example")
        address, close = await host.web.open_page(bot, chats.inbound, apps, push)
        url = f"{host.url}{address.removeprefix(host.web.public_address)}"
        works = [asyncio.create_task(work) for work in (clockwork, service.pushes.run(push.post.send))]
        try:
            yield Hosted(door, url, host.session, host.store, service, host.web)
        finally:
            close()
            for one in works:
                one.cancel()
            await asyncio.gather(*works, return_exceptions=True)


@asynccontextmanager
async def connected(
    session: aiohttp.ClientSession, url: str, token: str = "", language: str = "en", table: str = ""
) -> "AsyncIterator[Window]":
    async with session.ws_connect(f"{url}ws", headers={"Origin": str(URL(url).origin())}) as socket:
        window = Window(socket)
        listening = asyncio.create_task(window.listen())
        await window.send(want="hello", token=token, language=language, table=table)
        await window.until(lambda: bool(window.token))
        try:
            yield window
        finally:
            listening.cancel()
            with suppress(asyncio.CancelledError):
                await listening


class Window:
    """What a page knows: its token, the newest view, the answers; and every byte it was sent."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.token = ""
        self.welcome: dict[str, Any] = {}
        self.view: dict[str, Any] = {}
        self.received: list[str] = []
        self.answers: dict[int, dict[str, Any]] = {}
        self.news: list[dict[str, Any]] = []
        self.me: dict[str, Any] = {}
        self.elsewhere: list[dict[str, Any]] = []
        self.writes: list[bool] = []
        self.looks_again = 0.05  # seconds after which what is waited for is looked at without news of this window
        self._last = 0
        self._news = asyncio.Event()

    async def listen(self) -> None:
        async for message in self.socket:
            self.received.append(message.data)
            found = json.loads(message.data)
            if found["type"] == "welcome":
                self.welcome, self.token = found, found["token"]
            elif found["type"] == "answer":
                self.answers[found["id"]] = found
            elif found["type"] == "news":
                self.news.append(found)
            elif found["type"] == "writes":
                self.writes.append(found["writes"])
            elif found["type"] == "me":
                self.me = found["me"]
            elif found["type"] == "elsewhere":  # where else it is this person's turn
                self.elsewhere = found["tables"]
            else:
                self.view = found
            self._news.set()
        self._news.set()

    async def until(self, so: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not so():
                self._news.clear()
                with suppress(TimeoutError):  # it may be another window's news
                    async with asyncio.timeout(self.looks_again):  # `wait_for` may swallow a cancellation
                        await self._news.wait()

    async def send(self, **message: Any) -> int:
        self._last += 1
        await self.socket.send_json({"id": self._last, **message})
        return self._last

    async def want(self, want: str, **facts: Any) -> dict[str, Any]:
        mark = await self.send(want=want, **facts)
        await self.until(lambda: mark in self.answers)
        return self.answers[mark]

    async def attends(self, how: str) -> None:
        """Whether somebody looks at it, `visible` or `hidden`; heard by the host when this returns."""
        assert (await self.want("attention", **{"is": how}))["done"]

    async def do(self, command: str, delivery: str = "", **facts: Any) -> dict[str, Any]:
        name = delivery or secrets.token_hex(9)
        return await self.want("do", table=self.table, command=command, delivery=name, **facts)

    @property
    def table(self) -> str:
        return str(self.view["table"]["id"])

    async def phase(self, *phases: str) -> None:
        await self.until(lambda: bool(self.view.get("table")) and self.view["table"]["phase"] in phases)

    @property
    def controls(self) -> dict[str, Any]:
        found: dict[str, Any] = self.view.get("controls") or {}
        return found

    async def play(self) -> dict[str, Any] | None:
        """One sensible action, if it is for this window to play."""
        controls = self.controls
        if not controls:
            return None
        if controls["draw"]:
            request = "d"
        elif controls["pick_up"]:
            request = "p"
        elif controls["suggestions"]:
            request = controls["suggestions"][0]["action"]
        elif controls["discards"]:
            request = f"x:{controls['discards'][-1]}"
        else:
            request = "n"
        stage = self.view["table"]["stage"]
        answer = await self.do(f"play {request}", stage=stage, sure=True)
        if answer["done"]:
            await self.until(lambda: self.view["table"]["stage"] != stage)
        return answer

    async def play_out(self) -> None:
        """Play until the deal in progress has ended."""
        await self.phase("playing")
        while self.view["table"]["phase"] == "playing":
            if await self.play() is None:
                await self.until(lambda: bool(self.controls) or self.view["table"]["phase"] != "playing")


def run(folder: Path, work: Callable[[Hosted], Awaitable[None]], **options: Any) -> None:
    """Run a test's work against a browser table of its own."""

    async def main() -> None:
        async with hosted(folder, **options) as running:
            await work(running)

    asyncio.run(main())


# --- a process of its own ---------------------------------------------------------------------------------------------


class Process:
    """`burraco run` on a port; killed, started again, stopped. `stderr`: a descriptor, None: closed, "" for a file."""

    def __init__(self, folder: Path, stderr: int | Literal[""] | None = "") -> None:
        self._folder = folder
        self._stderr = stderr
        self._process: Forked | subprocess.Popen[bytes] | None = None
        self._output: TextIO | None = None  # what it writes to its stdout
        self._port = own_port()
        self.url = ""

    def start(self) -> str:
        self._begin()
        assert self._output is not None
        line = self._output.readline()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\n", line), (line, self.errors)
        self.url = line.strip()
        return self.url

    def status(self) -> int:
        """Start what ends by itself; how it ended."""
        self._begin()
        return self.ended()

    def _begin(self) -> None:
        environment = os.environ | {
            "BURRACO_WEB": f"127.0.0.1:{self._port}",
            "BURRACO_DATABASE": str(self._folder / "burraco.db"),
            "PYTHONPATH": str(ROOT),
        }
        reads, writes = os.pipe()
        self._output = os.fdopen(reads, encoding="utf-8")
        try:
            if self._stderr == "":
                with (self._folder / "errors.txt").open("a") as errors:
                    self._process = start(("bot", "run"), self._folder, environment, writes, errors.fileno())
            else:
                closed = ["sh", "-c", 'exec "$@" 2>&-', "sh"] if self._stderr is None else []
                command = [*closed, sys.executable, "-m", "bot", "run"]
                self._process = subprocess.Popen(
                    command, cwd=self._folder, env=environment, stdout=writes, stderr=self._stderr
                )
        finally:
            os.close(writes)

    @property
    def errors(self) -> str:
        return (self._folder / "errors.txt").read_text()

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """Meanwhile it answers nothing and closes nothing, as behind a network that has gone."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """At once, as a power cut would."""
        assert self._process is not None
        self._process.kill()
        self.ended()

    def stop(self) -> int:
        """As a supervisor would; the exit status."""
        assert self._process is not None
        self._process.terminate()
        return self.ended()

    def ended(self) -> int:
        """How it ended, by itself or because it was asked to."""
        assert self._process is not None
        assert self._output is not None
        with self._output:
            return self._process.wait(timeout=PATIENCE)

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None


@contextmanager
def process(folder: Path, stderr: int | Literal[""] | None = "") -> Iterator[Process]:
    found = Process(folder, stderr)
    try:
        yield found
    finally:
        if found.running:
            found.kill()


def with_session(work: Callable[[aiohttp.ClientSession], Coroutine[Any, Any, None]]) -> None:
    async def main() -> None:
        async with aiohttp.ClientSession() as session:
            await work(session)

    asyncio.run(main())
