"""The server of the browser table: the page, its files, a WebSocket a window, `/healthz`, `/metrics`.

Each bot that was added has a page of its own below `bots/NAME/` (`bot.adapters.web.bot_page`). Which of them is meant
is read off the path alone, and nothing of one is ever looked for in another.
"""

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from http import HTTPStatus
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from bot.adapters.web.app_door import FILES, App, AppDoor
from bot.adapters.web.bodies import Bodies
from bot.adapters.web.bot_page import BOTS, FIRST, BotPage, Push
from bot.adapters.web.connections import IDLE, Connections
from bot.adapters.web.files import FOR_EVER, File, in_app, pages
from bot.adapters.web.guard import (
    HEADERS,
    answers_to,
    host_name,
    is_everywhere,
    is_loopback,
    is_own_page,
    near_address,
)
from bot.adapters.web.limits import GUESSES, PROOFS, Network, PageLimits, address_of, is_unnamed_proxy
from bot.adapters.web.public_name import public_name
from bot.adapters.web.replays import BIGGEST as BIGGEST_RECORD
from bot.adapters.web.start_line import is_checkout, is_image, start_line
from bot.adapters.web.versioned import Versioned, versioned
from bot.adapters.web.window import TOO_MANY, Window
from bot.gateway.inbound.inbound import Inbound
from bot.gateway.outbound.delivery import Paint
from bot.gateway.outbound.page_pictures import Faces
from bot.host.ports import StoreError
from bot.requests.own_link import account_of
from bot.requests.pages import offers

LOG: Final = logging.getLogger(__name__)
REQUESTS: Final = logging.getLogger("aiohttp.server")
"""What goes wrong while a request is read, in the library's lines; the same ones are written seldom."""
BIGGEST: Final = 16 * 1024  # bytes of one message of a window
HEARTBEAT: Final = 25.0  # seconds
WATCH: Final = 1.0  # seconds between two looks whether the host can write, and at the connections
MOST: Final = 2000  # windows
UNKNOWN: Final = 200  # of which nobody has said who they are
OF_ONE: Final = 400  # of one address, where a whole club may be, or of one person in an app
CROWD: Final = 50  # of one, who keeps them all the same where all places are taken
OWN_MACHINE: Final = "a"  # the windows of this machine's own address, where a web server may not say whose they are
EVERYWHERE: Final = "::"  # where a socket takes connections of IPv6 alone
EVERYWHERE_OF_IPV4: Final = "0.0.0.0"  # noqa: S104  listened at only where the owner has set so
BIGGEST_POST: Final = 1024 * 1024  # bytes of what a platform posts
SOON: Final = "2"
"""Seconds after which a platform shall post again what could not be done.

Telegram doubles its pauses otherwise, up to two minutes, and lets go of a press that is older than two and a half:
https://github.com/tdlib/telegram-bot-api, `WebhookActor::on_update_error`
"""


def _is_fault(record: logging.LogRecord) -> bool:
    """Whether a line of the library is a fault of the program, told without the address of who asked.

    What is no request at all anybody can send, as often as they like, and anybody may go before they are answered.
    """
    error = record.exc_info[1] if record.exc_info else None
    if error is not None:
        record.msg, record.args = "a request could not be answered", ()
    return not isinstance(error, HttpProcessingError | ConnectionError)


REQUESTS.addFilter(_is_fault)

Figures = tuple[str, Callable[[], bytes]]  # a content type, and who writes it
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Hook(Protocol):
    """A platform that wants to be posted to, at the path of its public address."""

    address: str

    async def answer_post(self, headers: Mapping[str, str], body: bytes) -> tuple[int, bytes]:
        """The status that answers a post, and what is said with it: JSON, or nothing."""


async def no_table() -> int:
    """Where every table can be read."""
    return 0


class Web:
    """The browser table at an address; port 0 is any free one. It also takes what platforms post to `hooks`.

    `healthy` tells whether the host could write a short time ago, `failing` names what failed then, parts of it
    included; `set_aside` says how many tables cannot be read, and raises what keeps all from being read. `public`: the
    address at which others find the page, behind a web server for instance. `apps`: platforms that show it themselves.
    `push`: sends to browsers that look at no page. All of that is the first bot's; `open_page` adds those of others.
    `is_cut_off`: whether other hosts go on without this one, which shows what was; its windows end then, and open
    before another one. `is_alone`: whether there is no other, so that everything stood still while this one was away.
    """

    def __init__(
        self,
        inbound: Inbound,
        host: str,
        port: int,
        figures: Figures | None = None,
        hooks: Sequence[Hook] = (),
        paint: Paint | None = None,
        healthy: Callable[[], bool] = lambda: True,
        failing: Callable[[], list[str]] = list,
        set_aside: Callable[[], Awaitable[int]] = no_table,
        public: str = "",
        apps: Sequence[App] = (),
        push: Push | None = None,
        trusted: Sequence[Network] = (),
        is_cut_off: Callable[[], bool] = lambda: False,
        is_alone: Callable[[], bool] = lambda: True,
    ) -> None:
        self._is_cut_off = is_cut_off
        self._is_alone = is_alone
        self._trusted = trusted
        self._disbelief_told = False
        self._paint = paint
        self._faces = Faces(paint) if paint else None
        self._healthy = healthy
        self._failing = failing
        self._set_aside = set_aside
        self._hooks = {urlsplit(hook.address).path or "/": hook for hook in hooks}
        self._inbound = inbound
        self._host = self._bound_address = host
        self._port = port
        self._figures = figures
        self._public = public_name(public)
        self._is_image = is_image()
        self._boot = secrets.token_hex(4)
        self._ending: set[asyncio.Task[None]] = set()
        self._sockets: set[web.WebSocketResponse] = set()
        self._pages = pages()
        self._files = versioned(self._pages)
        self._app_files: dict[str, Versioned] = {}  # by the app's name: they are the same for every bot
        self._connections = Connections()
        self._limits = PageLimits()
        self._bodies = Bodies()
        self._bot_pages = {FIRST: BotPage(FIRST, inbound, self._public, paint, self._limits, apps, push)}
        self._offers = offers()
        self._runner: web.AppRunner | None = None
        self._windows_task: asyncio.Task[None] | None = None
        self._started = asyncio.Event()

    async def open_page(
        self, bot: str, inbound: Inbound, apps: Sequence[App], push: Push | None = None
    ) -> tuple[str, Callable[[], None]]:
        """The page of one more bot, until what is given is called: then its windows end. And where it is found.

        It waits until this server has started.
        """
        await self._started.wait()
        bot_page = self._bot_pages[bot] = BotPage(bot, inbound, self._public, self._paint, self._limits, apps, push)
        return f"{self.public_address}{bot_page.below}", partial(self._close_page, bot)

    def _close_page(self, bot: str) -> None:
        for window in self._bot_pages.pop(bot).windows:
            self._end(window)

    @property
    def _windows(self) -> list[Window]:
        return [window for bot_page in self._bot_pages.values() for window in bot_page.windows]

    def take_posts(self, hook: Hook) -> Callable[[], None] | None:
        """Posts to one more hook are answered, until what is given is called; None: its path is another's already."""
        path = urlsplit(hook.address).path or "/"
        if path in self._hooks:
            return None
        self._hooks[path] = hook
        return partial(self._take_no_posts, path)

    def _take_no_posts(self, path: str) -> None:
        self._hooks.pop(path, None)

    async def start(self) -> str:
        """Begin to answer; the address. Raises `OSError` where it is taken or not ours."""
        application = web.Application(middlewares=[self._limit_time], client_max_size=BIGGEST)
        application.router.add_get("/healthz", self._health)
        application.router.add_get("/metrics", self._metrics)
        for path in dict.fromkeys((self._public.path, "")):  # a web server in front may leave its path away
            for below in (f"{path}/{BOTS}/{{bot}}", path):
                self._add_app(application.router, f"{below}/{{app:[a-z]+}}")
                self._add_page(application.router, below)
        self._runner = web.AppRunner(
            application,
            access_log=None,
            logger=REQUESTS,
            handle_signals=False,
            shutdown_timeout=2.0,
            keepalive_timeout=IDLE,
            auto_decompress=False,  # a thousandth of a body would keep everybody waiting while it is unpacked
        )
        await self._runner.setup()
        site = web.TCPSite(self._runner, self._host, self._port)
        await site.start()
        addresses = [str(address) for address, *_ in self._runner.addresses]
        self._bound_address = next((one for one in addresses if not is_loopback(one)), addresses[0])
        self._port = self._runner.addresses[0][1]
        if self._host == EVERYWHERE:
            await web.TCPSite(self._runner, EVERYWHERE_OF_IPV4, self._port).start()
        self._windows_task = asyncio.create_task(self._watch())
        self._started.set()
        return self._own_address

    async def stop(self) -> None:
        """Say good-bye to every window, and stop answering."""
        if self._windows_task is not None:
            self._windows_task.cancel()
            await asyncio.gather(self._windows_task, return_exceptions=True)
        farewells = [socket.close(code=1001) for socket in list(self._sockets)]
        await asyncio.gather(*farewells, *self._ending, return_exceptions=True)
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"[{self._host}]:{self._port}" if ":" in self._host else f"{self._host}:{self._port}"

    async def _watch(self) -> None:
        """Tell the windows when the host can write no more, and when it can again; end what is of no use."""
        while True:
            await asyncio.sleep(WATCH)
            try:
                self._look()
            except Exception:
                LOG.exception("the windows could not be looked after")

    def _look(self) -> None:
        if self._is_cut_off():
            for window in self._windows:
                if not window.is_ending:
                    self._end(window)
        writes = self._healthy()
        now = self._inbound.clock()
        for window in self._windows:
            window.tell_writes(writes)
            window.note_time(now)
        self._make_room()
        server = self._runner.server if self._runner is not None else None
        self._connections.sweep(server.connections if server is not None else ())

    def _make_room(self) -> None:
        """Nobody keeps others out by many windows: where too many are one's, or nobody's, the oldest of them end."""
        alike: dict[str, list[Window]] = {}
        for window in self._windows:
            if not window.is_ending and window.whose != OWN_MACHINE:
                alike.setdefault(window.whose, []).append(window)
        for whose, windows in alike.items():
            oldest_first = sorted(windows, key=lambda one: one.since)
            for window in oldest_first[: -(OF_ONE if whose else UNKNOWN)]:
                self._end(window)

    def _has_room(self) -> bool:
        """Whether one more comes in; where all places are taken, whoever has most of them gives up their oldest."""
        windows = [one for one in self._windows if not one.is_ending]
        if len(windows) < MOST:
            return True
        most = Counter([one.whose for one in windows if one.whose != OWN_MACHINE]).most_common(1)
        if not most or most[0][1] <= CROWD:
            return False
        whose = most[0][0]
        self._end(min([one for one in windows if one.whose == whose], key=lambda one: one.since))
        return True

    def _end(self, window: Window) -> None:
        task = asyncio.create_task(window.end())
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    def _add_page(self, router: web.UrlDispatcher, path: str) -> None:
        """The page below a path: it names its files by their place beside it."""
        if path:
            router.add_get(path, self._to_folder)
        router.add_get(f"{path}/ws", self._socket)
        router.add_post(f"{path}/replay", self._replay)
        router.add_get(f"{path}/{{name:faces-.*}}", self._sheet)
        router.add_get(f"{path}/{{name:.*}}", self._page)

    def _add_app(self, router: web.UrlDispatcher, path: str) -> None:
        """The page inside an app, below a path of its own."""
        router.add_get(f"{path}/app.json", self._facts)
        router.add_post(f"{path}/enter", self._let_in)
        router.add_get(f"{path}/{FILES}/{{word}}", self._saved)
        router.add_get(f"{path}/ws", self._socket)
        router.add_post(f"{path}/replay", self._replay)
        router.add_get(f"{path}/{{name:faces-.*}}", self._sheet)
        router.add_get(f"{path}/{{name:.*}}", self._page_in_app)

    def _bot_page(self, request: web.Request) -> BotPage:
        """Whose page is asked. Raises `HTTPNotFound`."""
        found = self._bot_pages.get(request.match_info.get("bot", FIRST))
        if found is None:
            raise web.HTTPNotFound
        return found

    def _door(self, request: web.Request) -> AppDoor | None:
        """Of the app in which the page is, None where it is in none. Raises `HTTPNotFound`."""
        bot_page, app = self._bot_page(request), request.match_info.get("app")
        if app is None:
            return None
        if app not in bot_page.doors:
            raise web.HTTPNotFound
        return bot_page.doors[app]

    def _app_door(self, request: web.Request) -> AppDoor:
        door = self._door(request)
        assert door is not None, "only below an app's path"
        return door

    @property
    def _own_address(self) -> str:
        return f"http://{_browser_host(self._host)}:{self._port}/"

    @property
    def public_address(self) -> str:
        """Where browsers elsewhere find the page, a slash at the end; links in chats begin with it."""
        return self._public.address or self._lan or self._own_address

    @property
    def _lan(self) -> str:
        """The page's address for others in the network, "" where they have none, or where it cannot be known."""
        if self._is_near:
            return ""
        near = near_address() if is_everywhere(self._bound_address) else self._bound_address
        return f"http://{_browser_host(near)}:{self._port}/" if near else ""

    @property
    def _is_near(self) -> bool:
        """Whether only this machine reaches it, whatever name it was given; or where that is for others to say."""
        return is_loopback(self._bound_address) or self._is_image

    def _about(self, bot_page: BotPage) -> dict[str, Any]:
        """What a page is told: whether others can reach it, and how they could."""
        return {
            "boot": self._boot if self._is_alone() else "",
            "version": self._files.folder,
            "wide": bool(self._public.origin or not self._is_near),
            "public": bot_page.public.address,
            "lan": f"{self._lan}{bot_page.below}" if self._lan else "",
            "line": start_line(self._port, checkout=is_checkout(), image=self._is_image),
            "offers": self._offers,
            "writes": self._healthy(),
            "push": bot_page.push_key,
        }

    # --- answers ------------------------------------------------------------------------------------------------------

    @web.middleware
    async def _limit_time(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        with self._connections.request(request.protocol, lasts=request.path.endswith("/ws")):
            return await self._respond(request, handler)

    async def _respond(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        posted = request.method == "POST" and request.path in self._hooks  # by its public name, and with a secret
        if not posted and not answers_to(request.headers.get("Host", ""), self._host, self._public):
            response: web.StreamResponse = web.Response(status=421, text="This host goes by another name.\n")
        elif "Content-Encoding" in request.headers:
            response = web.Response(status=415, text="This host takes nothing that is compressed.\n")
        else:
            try:
                response = await (self._answer_post if posted else handler)(request)
            except web.HTTPException as error:
                response = web.Response(status=error.status, text=f"{error.reason}\n")
            except ConnectionError:  # whoever asked has gone, so that nobody reads this
                response = web.Response(status=499)
        if not response.prepared:
            for name, value in HEADERS.items():
                response.headers.setdefault(name, value)
        return response

    async def _to_folder(self, request: web.Request) -> web.Response:
        """The page's files lie beside it only where its address ends with a slash."""
        self._door(request)
        return web.Response(status=308, headers={"Location": f"{request.path.rpartition('/')[2]}/"})

    async def _page(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        bot_page = self._bot_page(request)
        if name in bot_page.doors:
            return await self._to_folder(request)
        return _file(self._files, name).answer(request)

    async def _page_in_app(self, request: web.Request) -> web.Response:
        door = self._app_door(request)
        if door.name not in self._app_files:
            dressed = in_app(self._pages, door.name, door.script, door.script_beside)
            self._app_files[door.name] = versioned(dressed)
        file = _file(self._app_files[door.name], request.match_info["name"])
        return file.answer(request, door.headers if file.is_page else None)

    async def _facts(self, request: web.Request) -> web.Response:
        return await self._app_door(request).facts()

    async def _saved(self, request: web.Request) -> web.Response:
        return await self._app_door(request).files.answer(request)

    async def _sheet(self, request: web.Request) -> web.Response:
        """All faces of the cards in one picture, in a look that somebody has asked for."""
        self._door(request)
        png = None
        try:
            png = await self._faces.sheet(request.match_info["name"]) if self._faces else None
        except Exception as error:  # noqa: BLE001  the page has letters for its cards
            LOG.warning("the faces failed", extra={"error": type(error).__name__})
        if png is None:
            raise web.HTTPNotFound
        return web.Response(body=png, content_type="image/png", headers={"Cache-Control": FOR_EVER})

    async def _answer_post(self, request: web.Request) -> web.Response:
        """What a platform posts, answered when it is done."""
        hook = self._hooks[request.path]  # which may be gone when the body has come
        body = await self._bodies.read(request, self._address(request), BIGGEST_POST)
        status, words = await hook.answer_post(request.headers, body)
        soon = {"Retry-After": SOON} if status >= HTTPStatus.INTERNAL_SERVER_ERROR else None
        kind = "application/json" if words else None
        return web.Response(status=status, body=words or None, content_type=kind, headers=soon)

    async def _health(self, _request: web.Request) -> web.Response:
        """Whether tables can be read now and could be written a short time ago, and every part of the host runs.

        It also says how many tables had to be set aside; the others are not the worse for them.
        """
        failing = self._failing()
        if failing or not self._healthy():
            return web.json_response({"ok": False, "failing": failing}, status=503)
        try:
            set_aside = await self._set_aside()
        except StoreError as error:
            LOG.error("not healthy, for the store failed", extra={"error": str(error)})  # noqa: TRY400  which says all there is to know
            return web.json_response({"ok": False, "failing": ["reading"]}, status=503)
        except Exception:
            LOG.exception("not healthy")
            return web.json_response({"ok": False, "failing": ["reading"]}, status=503)
        return web.json_response({"ok": True, **({"unreadable_tables": set_aside} if set_aside else {})})

    async def _metrics(self, request: web.Request) -> web.Response:
        """The figures, for this machine alone, and not for whom a web server on it asks."""
        asked_for = "X-Forwarded-For" in request.headers or "Forwarded" in request.headers
        near = is_loopback(request.remote or "") and is_loopback(host_name(request.headers.get("Host", "")))
        if self._figures is None or not near or asked_for:
            raise web.HTTPNotFound
        kind, render = self._figures
        response = web.Response(body=render(), headers={"Content-Type": kind})
        response.enable_compression()
        return response

    async def _let_in(self, request: web.Request) -> web.Response:
        """A session, for a proof; what proves nothing counts as a guess, of which nobody has many."""
        door = self._app_door(request)
        await self._refuse_strangers(request, door)
        proof, address = (await request.read()).decode(errors="replace"), self._address(request)
        limit = PROOFS if await door.is_own_origin(request.headers.get("Origin", "")) else GUESSES
        if self._limits.wait(limit, account_of(proof), address):
            return web.json_response({}, status=429)
        with self._limits.trying(limit, account_of(proof), address):
            answer = await door.let_in(proof)
        if answer.status == web.HTTPForbidden.status_code:
            self._limits.did(limit, account_of(proof), address)
        return answer

    async def _refuse_strangers(self, request: web.Request, door: AppDoor | None) -> None:
        """Only pages that we served ourselves may connect, or show who is before them. Raises `HTTPForbidden`."""
        origin, host = request.headers.get("Origin", ""), request.headers.get("Host", "")
        if not (is_own_page(origin, host, self._public) or (door is not None and await door.is_own_origin(origin))):
            raise web.HTTPForbidden

    async def _replay(self, request: web.Request) -> web.Response:
        """The moments of a record that a page of ours has posted."""
        bot_page, door = self._bot_page(request), self._door(request)
        await self._refuse_strangers(request, door)
        bearer = door.bearer if door is not None else None
        address = self._address(request)
        body = await self._bodies.read(request, address, BIGGEST_RECORD)
        return await bot_page.replays.answer(body, address, bearer)

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        bot_page, door = self._bot_page(request), self._door(request)
        await self._refuse_strangers(request, door)
        if len(self._windows) >= MOST // 2:
            self._make_room()
        if not self._has_room():
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(heartbeat=HEARTBEAT, max_msg_size=BIGGEST, compress=False)
        await socket.prepare(request)
        if bot_page not in self._bot_pages.values():  # its bot was removed in this moment
            await socket.close(code=TOO_MANY)
            return socket
        about, limits = self._about(bot_page), self._limits
        if door is not None:
            about["push"] = about["version"] = ""  # there one is called in the chat, and it loads the page
        window = Window(socket, bot_page.inbound, about, self._paint, self._faces, limits, self._address(request), door)
        bot_page.windows.add(window)
        self._sockets.add(socket)
        try:
            await window.serve()
        finally:
            bot_page.windows.discard(window)
            self._sockets.discard(socket)
            _let_go(request)
        return socket

    def _address(self, request: web.Request) -> str:
        """Whose address counts."""
        remote, forwarded = request.remote or "", ",".join(request.headers.getall("X-Forwarded-For", []))
        if forwarded and not self._disbelief_told and is_unnamed_proxy(remote, self._trusted):
            self._disbelief_told = True
            LOG.warning(
                "a web server says for whom it asks, and is not believed, so that all who come by it count as one "
                "address; if it is yours, name it in BURRACO_TRUSTED",
                extra={"address": remote},
            )
        return address_of(remote, forwarded, self._trusted)


def _let_go(request: web.Request) -> None:
    """What a window that has closed took is free at once, and not with the garbage of some hours.

    The library leaves a ring behind: the connection calls its socket whenever something comes, for the heartbeat.
    """
    request.protocol._data_received_cb = None  # noqa: SLF001  nothing public ends that


def _file(files: Versioned, address: str) -> File:
    """Raises `HTTPNotFound`."""
    found = files.find(address)
    if found is None:
        raise web.HTTPNotFound
    return found


def _browser_host(host: str) -> str:
    """The address as a browser of this machine finds it."""
    if is_everywhere(host):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host
