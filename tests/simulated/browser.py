"""Windows of the browser table on simulated time: the real window, over a connection that is simulated."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from aiohttp import WSMessage, WSMsgType

from bot.adapters.web.limits import PageLimits
from bot.adapters.web.window import Window
from bot.gateway.inbound.inbound import Inbound
from bot.gateway.outbound.delivery import Paint
from tests.simulated.loop import Time
from tests.simulated.screens import Screens

ABOUT: Final[dict[str, Any]] = {"boot": "box", "wide": False, "lan": "", "line": "", "offers": [], "writes": True}


@dataclass(eq=False)
class Page:
    """Somebody's browser. `token`: what it remembers of who it is; `table`: which table it shows."""

    name: str
    screens: Screens
    token: str = ""
    table: str = ""
    stage: int = -1
    mark: int = 0
    answers: list[dict[str, Any]] = field(default_factory=list)
    socket: "Socket | None" = None

    @property
    def is_open(self) -> bool:
        return self.socket is not None and not self.socket.closed

    def wants(self, what: str, **more: object) -> None:
        """The page sends a request."""
        self.mark += 1
        if self.socket is not None:
            self.socket.incoming.put_nowait(json.dumps({"id": self.mark, "want": what, **more}))

    def hears(self, text: str) -> None:
        """What the host sends is shown."""
        message = json.loads(text)
        self.screens.show(("web", self.name), private=True, text="\n".join(_texts(message)))
        match message.get("type"):
            case "welcome":
                self.token = message["token"]
            case "view":
                self.table, self.stage = message.get("table", {}).get("id", self.table), message.get("stage", -1)
            case "answer":
                self.answers.append(message)
            case _:
                pass


def _texts(value: object) -> list[str]:
    """Every text in it."""
    if isinstance(value, str):
        return [value]
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for one in inside for text in _texts(one)]


class Socket:
    """What a window has of its connection (`aiohttp.web.WebSocketResponse`)."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.incoming: asyncio.Queue[str | None] = asyncio.Queue()
        self.closed = False

    def __aiter__(self) -> "Socket":
        return self

    async def __anext__(self) -> WSMessage:
        text = await self.incoming.get()
        if text is None:
            raise StopAsyncIteration
        return WSMessage(WSMsgType.TEXT, text, "")

    async def send_str(self, text: str) -> None:
        if self.closed:
            raise ConnectionResetError("the window has gone")
        self._page.hears(text)

    async def send_json(self, found: object, dumps: Callable[[object], str]) -> None:
        await self.send_str(dumps(found))

    async def close(self) -> None:
        self.closed = True

    def breaks(self) -> None:
        """The network is gone."""
        self.closed = True
        self.incoming.put_nowait(None)


class Browser:
    """The windows of one host."""

    def __init__(self, inbound: Inbound, paint: Paint, time: Time, failed: Callable[[str, Exception], None]) -> None:
        self._inbound = inbound
        self._paint = paint
        self._limits = PageLimits(lambda: time.seconds)
        self._failed = failed
        self._windows: list[Window] = []
        self._tasks: list[asyncio.Task[None]] = []
        inbound.listen(changes=self._wake, news=self._hear)

    def _wake(self, table: str, person: str) -> None:
        for window in self._windows:
            window.wake(table, person)

    def _hear(self, news: Any) -> None:
        for window in self._windows:
            window.hear(news)

    def opens(self, page: Page) -> None:
        """Somebody opens the page, or comes again."""
        socket: Any = Socket(page)
        page.socket = socket
        window = Window(socket, self._inbound, ABOUT, self._paint, None, self._limits, "")
        self._windows.append(window)
        self._tasks.append(asyncio.create_task(self._serves(window)))
        page.wants("hello", token=page.token, language="en", table=page.table)

    async def _serves(self, window: Window) -> None:
        try:
            await window.serve()
        except Exception as error:  # noqa: BLE001  whatever it is, it is a fault of the program
            self._failed("a window", error)
        finally:
            self._windows.remove(window)
