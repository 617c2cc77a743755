"""One window of the browser table: which table it shows, what is sent to it, and what who sits before it asks for.

A window always gets whole views, the newest only, so that after a break nothing is missing.
"""

import asyncio
import json
import logging
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from aiohttp import WSMsgType
from aiohttp.web import WebSocketResponse

from bot.adapters.web.app_door import AppDoor
from bot.adapters.web.app_files import PICTURE, picture_name
from bot.adapters.web.limits import PAGES, PEOPLE, PageLimits
from bot.adapters.web.window_bearer import Bearer
from bot.adapters.web.window_json import club_page, object_of, plain
from bot.adapters.web.window_limits import WindowLimits
from bot.adapters.web.window_tournament import NONE, ShownTournament
from bot.durations import MINUTE
from bot.gateway.inbound.inbound import Inbound, OfThemselves
from bot.gateway.inbound.request_json import (
    Nonsense,
    is_for_anybody,
    is_short_name,
    leads_to_table,
    number,
    request_of,
    short_name_in,
    sound,
    text,
)
from bot.gateway.outbound.delivery import Paint
from bot.gateway.outbound.page_pictures import Faces, picture_page
from bot.host.ports import StoreError
from bot.requests.answer import Answer, Forgotten, OwnLink
from bot.requests.first_minute import first_minute
from bot.requests.news import News
from bot.requests.own_link import NewLink
from bot.requests.people import about
from bot.requests.request_context import RequestContext
from bot.requests.requests import Request
from bot.requests.settings import look_of
from bot.requests.store_error_words import store_error_words
from bot.requests.tournaments.asks import ClubPage
from bot.requests.turn_calls import TurnCall
from bot.words.languages import DEFAULT, guess, say

LOG: Final = logging.getLogger(__name__)
VISIBLE: Final = "visible"
HIDDEN: Final = "hidden"
LOOKS: Final = 5 * MINUTE  # for which somebody is taken to be there after their page has said so
TOO_MANY: Final = 1013  # as a WebSocket says: try again later
PER_SECOND: Final = 100  # requests of one window; a hand is fast, a program is faster


class Window:
    """A connection from an address. `about`: what every page is told first. `door`: of the app that it is in."""

    def __init__(
        self,
        socket: WebSocketResponse,
        inbound: Inbound,
        about: dict[str, Any],
        paint: Paint | None,
        faces: Faces | None,
        limits: PageLimits,
        address: str,
        door: AppDoor | None = None,
    ) -> None:
        self._socket = socket
        self._bearer = Bearer(address, door)
        self._paint = paint
        self._faces = faces
        self._errands: set[asyncio.Task[None]] = set()
        self._inbound = inbound
        self._own_tables = inbound.own_tables()
        self._limits = WindowLimits(limits, self._bearer, inbound, self._own_tables)
        self._about = about
        self._dirty = asyncio.Event()
        self._drawing = asyncio.Lock()
        self._last = ""
        self._news: list[News] = []
        self._calls: list[TurnCall] = []
        self._attention = ""  # as the page says: `VISIBLE` or `HIDDEN`; "" for one that does not alert anybody
        self._attended = 0  # when it said so
        self._writes = self._told_writes = bool(about["writes"])
        self._second = 0.0
        self._requests_made = 0
        self._asks: RequestContext | None = None  # the request that is being carried out
        self._renews = False  # whether that is for a new link
        self._tournament = ShownTournament(inbound, self._limits)
        self.table = ""
        self.since = asyncio.get_running_loop().time()
        self.is_ending = False

    @property
    def person(self) -> str:
        """Who sits before it, "" for nobody who is known."""
        return self._bearer.person

    @property
    def whose(self) -> str:
        """Whom it counts for among all windows: "" where nobody has said who it is."""
        return self._bearer.whose

    async def end(self) -> None:
        """There are too many like it, or this host is cut off; one that somebody sits before comes again."""
        self.is_ending = True
        await self._socket.close(code=TOO_MANY)

    def wake(self, table: str, person: str) -> None:
        """Somebody's view of a table has changed, "" is everybody's; or where else it is their turn."""
        is_shown = table == self.table and person in ("", self.person)
        if is_shown or (not person and self._own_tables.are_others_waiting(self.person, self.table, table)):
            self._dirty.set()

    def note_tournament(self, id_: str) -> None:
        """A tournament has changed."""
        if id_ == self._tournament.id:
            self._dirty.set()

    def look_again(self) -> None:
        """Who sits here may be nobody's any more."""
        self._dirty.set()

    def note_time(self, now: int) -> None:
        """What is shown may be over by now, though nothing has changed."""
        if self._tournament.ends_by(now):
            self._dirty.set()

    def hear(self, news: News) -> None:
        """Somebody is told what they have not asked for."""
        if self.person and news.person == self.person:
            self._news.append(news)
            self._dirty.set()

    @property
    def is_looked_at(self) -> bool:
        """Whether it is in front of somebody, as far as it has said so itself a short time ago."""
        return self._attention == VISIBLE and self._inbound.clock() - self._attended < LOOKS

    def call(self, turn: TurnCall) -> None:
        """It is the turn of who sits here, and no window of theirs is looked at."""
        if self._attention == HIDDEN:
            self._calls.append(turn)
            self._dirty.set()

    def tell_writes(self, writes: bool) -> None:
        """Whether what is played can be written down."""
        if writes != self._writes:
            self._writes = writes
            self._dirty.set()

    async def serve(self) -> None:
        """Until the window goes."""
        drawing = asyncio.create_task(self._show())
        try:
            async for message in self._socket:
                if message.type is not WSMsgType.TEXT or not await self._hear(message.data):
                    break
        finally:
            for task in (drawing, *self._errands):
                task.cancel()
            await asyncio.gather(drawing, *self._errands, return_exceptions=True)
            self._inbound.looking.end(self._sight)
            await self._socket.close()

    # --- showing ------------------------------------------------------------------------------------------------------

    async def _show(self) -> None:
        try:
            while True:
                await self._dirty.wait()
                await self._limits.pass_turn()
                await self._show_now()
        except ConnectionError:  # the window has gone
            return
        except StoreError as error:
            LOG.error("a window could not be shown its table, for the store failed", extra={"error": str(error)})  # noqa: TRY400  which says all there is to know
        except Exception:
            LOG.exception("a window could not be shown its table")
        await self._socket.close()  # it will come again

    async def _show_now(self) -> None:
        """Send the newest view, unless it was sent."""
        async with self._drawing:
            if not self._dirty.is_set():
                return
            self._dirty.clear()
            await self._show_news()
            reader = await self._reader()
            if not await self._is_known(reader):
                return
            await self._show_turns()
            await self._show_calls()
            if self._writes != self._told_writes:
                self._told_writes = self._writes
                await self._send(type="writes", writes=self._writes)
            await self._show_tournament()
            table = self.table
            page = await self._inbound.page(reader, table)
            if table == self.table:
                await self._send_view(page)

    async def _reader(self) -> RequestContext:
        """Who sits before the window; a request of theirs that is being carried out has read who they are."""
        asks = self._asks
        if asks is not None and asks.person.id == self.person:
            return asks
        return await self._looked_up() if self.person else self._bearer.context()

    async def _is_known(self, reader: RequestContext) -> bool:
        """Whether they are still whom their link has let in; else the page is told that it is no longer good, and ends.

        Who was forgotten goes on as somebody new. It is asked of the store each time: another host may have done it.
        """
        if not self.person or reader.person.id:
            self._bearer.becomes(reader.person.id)
            return True
        if self._renews:  # it may have been looked up by the link that is replaced in this moment
            return True
        if not (await self._inbound.page(reader, OfThemselves.LINK))["over"]:
            return True
        LOG.info("a window ends, for its link was replaced")
        self._bearer.leaves()
        self.table = ""
        self._tournament.show(NONE)
        await self._send(type="out")
        await self._socket.close()
        return False

    async def _looked_up(self) -> RequestContext:
        """Who sits before the window, as they are now; nobody is made known by it."""
        context = self._bearer.context()
        await self._inbound.enters(context, registers=False)
        return context

    async def _show_news(self) -> None:
        """What they are told; a table that takes the place of the one they see is shown instead of it.

        What could not be told for the store stays to be told.
        """
        self._news.sort(key=lambda one: not one.words)  # words first: for these nothing has to be read
        while self._news:
            one = self._news[0]
            if one.words:
                await self._send(type="news", words=one.words, table=one.table, match=one.match)
            else:
                reader = await self._looked_up()
                self._bearer.becomes(reader.person.id)
                await self._send(type="me", me=about(reader.person) if self.person else None)
            if one.table and one.instead == self.table != one.table:
                self._look_at(one.table)
            self._news.remove(one)

    async def _show_turns(self) -> None:
        """Tell the page to alert its reader."""
        calls, self._calls = self._calls, []
        for one in calls:
            await self._send(type="turn", table=one.table, label=one.label, turn=one.turn)

    async def _show_calls(self) -> None:
        """Where else it is their turn, if that has changed."""
        waiting = await self._own_tables.newly_waiting(self.person, self.table)
        if waiting is not None:
            await self._send(type="elsewhere", tables=waiting)

    async def _show_tournament(self) -> None:
        """Send its newest page, unless it was sent."""
        if not self._tournament.id:
            return
        reader = self._bearer.context() if self._tournament.is_secret else await self._looked_up()
        text = await self._tournament.newest(reader, self._bearer.language)
        if text:
            await self._socket.send_str(text)

    async def _send_view(self, message: dict[str, Any]) -> None:
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        if text != self._last:
            self._last = text
            await self._socket.send_str(text)

    async def _send(self, **message: Any) -> None:
        await self._socket.send_json(message, dumps=lambda found: json.dumps(found, ensure_ascii=False))

    def _look_at(self, table: str) -> None:
        self.table = table
        self._last = ""
        self._dirty.set()

    async def _look_at_tournament(self, mark: int, page: ClubPage) -> None:
        """Show a tournament from now on; a secret could be guessed."""
        refused = await self._limits.too_many(PAGES)
        if not refused:
            self._tournament.show(page)
            self._dirty.set()
            with self._limits.trying(PAGES):
                await self._show_now()
        await self._send(type="answer", id=mark, done=not refused, words=refused)

    async def _tell_page(self, mark: int, club: ClubPage) -> None:
        """What of a tournament is asked for once; its secret could be guessed."""
        refused = await self._limits.too_many(PAGES)
        page: dict[str, Any] = {}
        if not refused:
            with self._limits.trying(PAGES):
                reader = await self._looked_up()
                language = guess(reader.person.language, DEFAULT) if self.person else self._bearer.language
                page = await self._inbound.page(reader, replace(club, language=language))
            refused = page.get("words", "")
        if refused and page:
            self._limits.did(PAGES)
        await self._send(type="answer", id=mark, done=not refused, words=refused, page={} if refused else page)

    # --- requests -----------------------------------------------------------------------------------------------------

    async def _hear(self, data: str) -> bool:
        """One request; False ends the connection."""
        await self._calm()
        await self._limits.pass_turn()
        try:
            return await self._hear_request(data)
        except ConnectionError:  # the window has gone, whatever it was to be told
            return False

    async def _hear_request(self, data: str) -> bool:
        mark = 0
        try:
            message = object_of(data)
            mark = number(message, "id")
            await self._answer(mark, message)
        except Nonsense:
            LOG.info("a window is closed, it sent nonsense")
            return False
        except ConnectionError:
            raise
        except StoreError as error:  # before it is known who it is
            await self._send(type="news", words=self._not_stored("hello", error), table="")
            return False  # it will come again
        except Exception:
            LOG.exception("a request failed")
            await self._send(type="answer", id=mark, done=False, failed=True, words=self._fault_words)
        return True

    async def _calm(self) -> None:
        """Whoever asks too fast is heard a little later."""
        now = asyncio.get_running_loop().time()
        if now - self._second >= 1:
            self._second, self._requests_made = now, 0
        self._requests_made += 1
        if self._requests_made > PER_SECOND:
            await asyncio.sleep(self._second + 1 - now)

    async def _answer(self, mark: int, message: dict[str, Any]) -> None:
        match text(message, "want"):
            case "hello":
                await self._hello(message)
            case "alive":
                await self._send(type="answer", id=mark, done=True, now=self._inbound.clock())
            case "attention":
                self._attention = VISIBLE if text(message, "is") == VISIBLE else HIDDEN
                self._attended = self._inbound.clock()
                if self._bearer.door is not None:  # an app of the chat: what is seen there need not ring in the chat
                    self._inbound.looking.begin(self._sight)
                await self._send(type="answer", id=mark, done=True)  # a page that hears nothing thinks it is cut off
            case "show":
                self._look_at(sound(message, "table"))
                await self._send(type="answer", id=mark, done=True)
            case "board" | "desk" | "page" | "broadcast" as view:
                await self._look_at_tournament(mark, club_page(view, message))
            case "played" | "shown" as view:
                await self._tell_page(mark, club_page(view, message))
            case "picture":
                page = await self._picture(sound(message, "kind")) if self.person else {}
                await self._send(type="answer", id=mark, done=bool(page), page=page)
            case "lesson" | "ways" as want:
                page = await (self._lesson(message) if want == "lesson" else self._ways_back())
                await self._send(type="answer", id=mark, done=True, page=page)
            case "faces":
                self._run(self._tell_faces(mark, message.get("four") is True))
            case "hint" | "explain" if self._bearer.token and self.person and not short_name_in(request_of(message)):
                self._run(self._tell_advice(mark, request_of(message)))
            case _:
                await self._carry_out_message(mark, message)

    async def _lesson(self, message: dict[str, Any]) -> dict[str, Any]:
        language = guess(sound(message, "language"), DEFAULT)
        return dict(first_minute(language, number(message, "number"), text(message, "plays")))

    async def _ways_back(self) -> dict[str, Any]:
        """How somebody would come back whom this browser forgets: `elsewhere`, whether by another account."""
        return await self._inbound.page(await self._looked_up(), OfThemselves.WAYS_BACK)

    async def _hello(self, message: dict[str, Any]) -> None:
        """Who it is: the bearer of a token we know, or somebody new, who gets one."""
        token, table = sound(message, "token"), sound(message, "table")
        if not self._bearer.shows(token, sound(message, "language")):
            await self._send(type="news", words=say(self._bearer.language, "web.app-over"), table="")
            return
        reader = await self._looked_up() if token else self._bearer.context()
        self._bearer.becomes(reader.person.id)
        if self.person:
            await self._note_language(reader)
        elif self._bearer.door is None:
            self._bearer.begins()
        me = about(reader.person) if self.person else None
        await self._send(type="welcome", token=self._bearer.token, me=me, now=self._inbound.clock(), **self._about)
        stays = message.get("home") is True  # they have gone to the first page
        self._look_at(table or (me["table"] if me and not stays else ""))

    def _sight(self) -> tuple[str, str]:
        """Who looks at which table now."""
        return (self.person, self.table) if self.is_looked_at else ("", "")

    async def _note_language(self, reader: RequestContext) -> None:
        """Their language counts; where it cannot be noted down now, another time."""
        try:
            await self._inbound.enters(reader, self._bearer.language_asked)
        except StoreError as error:
            self._not_stored("greet", error)

    async def _carry_out_message(self, mark: int, message: dict[str, Any]) -> None:
        wanted = request_of(message)
        if not self._bearer.token:
            raise Nonsense("no hello")
        self._asks, self._renews = self._bearer.context(), isinstance(wanted, NewLink)
        try:
            await self._answer_request(mark, message, wanted, self._asks)
        finally:
            self._asks = None
            if self._renews:
                self._renews = False
                self._dirty.set()

    async def _answer_request(
        self, mark: int, message: dict[str, Any], wanted: Request, context: RequestContext
    ) -> None:
        try:
            answer = await self._limits.answer(wanted, context, self._carried_out)
        except StoreError as error:
            answer = Answer(False, self._not_stored(type(wanted).__name__, error))
        if isinstance(answer.page, Forgotten):
            self._bearer.becomes("")  # whoever asks again here is somebody new
        elif isinstance(answer.page, OwnLink) and self._bearer.door is None:
            self._bearer.has_link(answer.page.token)
        elif self.person and not context.person.id:
            self._dirty.set()  # their link may have been replaced
        if leads_to_table(wanted, is_done=answer.done) and answer.table:
            self._look_at(answer.table)
        try:
            await self._show_now()  # who reads the answer has seen what came of it
        except StoreError:
            self._dirty.set()  # it is shown as soon as it can be read: what was done stays done
        found = plain(answer)
        if answer.file is not None:
            found["page"] |= self._address_of(message)
        await self._send(type="answer", id=mark, **found)

    def _address_of(self, message: dict[str, Any]) -> dict[str, str]:
        """Where a file that was asked for is fetched, for a page in a frame that saves none; {} for every other."""
        door = self._bearer.door
        address = door.files.address(self._bearer.account, self.person, message) if door is not None else ""
        return {"address": address} if address else {}

    async def _carried_out(self, wanted: Request, context: RequestContext) -> Answer:
        if not self.person and not is_for_anybody(wanted):
            await self._inbound.enters(context, self._bearer.language_asked)
            self._bearer.becomes(context.person.id)
            if context.is_new:
                self._limits.did(PEOPLE)
        return await self._inbound.do(context, wanted)

    @property
    def _fault_words(self) -> str:
        """What is said of a fault of ours, after which nobody knows what was done."""
        return say(self._bearer.language, "fault.ours")

    def _not_stored(self, request: str, error: StoreError) -> str:
        """What they are told; the store's own words are for the log."""
        LOG.error("a request failed, for the store did", extra={"request": request, "error": str(error)})
        return store_error_words(self._bearer.language, error)

    async def _picture(self, kind: str) -> dict[str, Any]:
        """The picture that a chat would send this person of their table, with its words; {} where there is none."""
        is_named = bool(self.table) and not is_short_name(self.table)  # which could be guessed
        message = await self._inbound.look(await self._looked_up(), self.table, kind) if is_named else None
        if message is None or message.picture is None or self._paint is None:
            return {}
        facts = {"want": PICTURE, "kind": kind, "table": self.table}
        async with self._limits.draws():
            page = picture_page(message, await self._paint(message.picture, message.look))
        return {**page, "name": picture_name(kind), **self._address_of(facts)}

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        """Do this while the window is heard on."""
        errand = asyncio.create_task(work)
        self._errands.add(errand)
        errand.add_done_callback(self._errands.discard)

    async def _tell_advice(self, mark: int, wanted: Request) -> None:
        """What is searched for takes a while; whoever asked may play meanwhile."""
        try:
            answer = await self._inbound.do(self._bearer.context(), wanted)
        except StoreError as error:
            answer = Answer(False, self._not_stored(type(wanted).__name__, error))
        except Exception:
            LOG.exception("a request failed")
            answer = Answer(False, self._fault_words)
        with suppress(ConnectionError):
            await self._send(type="answer", id=mark, **plain(answer))

    async def _tell_faces(self, mark: int, four: bool) -> None:
        """Where all faces of the cards are, as they like them; they may have to be drawn, and they play meanwhile."""
        name = ""
        try:
            if self._faces is not None:
                reader = await self._looked_up()
                name = await self._faces.name(look_of(reader.person.settings), four)
        except Exception as error:  # noqa: BLE001  the page has letters for its cards
            LOG.warning("the faces failed", extra={"error": type(error).__name__})
        with suppress(ConnectionError):
            await self._send(type="answer", id=mark, done=bool(name), page={"name": name} if name else {})
