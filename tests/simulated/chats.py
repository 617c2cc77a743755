"""A platform on simulated time, as `bot.cli.platforms` knows one: it brings what people press and write to the host.

What it does between them is what both adapters do, and no more: who it is, where, by which delivery; and what is said
back is shown to who may read it.
"""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Final

from bot.gateway.inbound.inbound import Inbound
from bot.gateway.outbound.limits import Limits
from bot.gateway.outbound.messenger import Chat, Messenger
from bot.gateway.outbound.replies import send_with_retries
from bot.gateway.outbound.responder import Responder
from bot.host.ports import StoreError
from bot.keyed_lock import KeyedLock
from bot.messages.buttons import Verb
from bot.messages.message import Message
from bot.messages.presenter import SCORE
from bot.requests.answer import Answer, Readers
from bot.requests.request_context import RequestContext
from tests.renderers.pdf_text import words_of
from tests.simulated.messengers import Air, SimulatedMessenger
from tests.simulated.screens import Screens, buttons, words

AGAIN: Final = 1.0  # seconds until an update comes again that could not be stored
ASKS: Final = 0.05  # seconds until it is known who directs a channel


@dataclass(eq=False)
class Update:
    """What somebody did: `press` a button of a message, `write` a line, `open` a private chat, `choose` from a menu."""

    number: int
    account: str
    name: str
    kind: str
    text: str
    place: str
    private: bool
    is_admin: bool = False
    message: int = 0
    offered: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    delivery: str = ""

    def __str__(self) -> str:
        where = "in private" if self.private else f"in {self.place}"
        what = " ".join([self.kind, self.text, *self.names])
        return f"{self.name} {where}: {what}"


@dataclass(eq=False)
class SimulatedPlatform:
    """`comes_again`: an update that was not confirmed is delivered again, also to the next host."""

    name: str
    screens: Screens
    air: Air
    number: Callable[[], int]
    note: Callable[[str], None]
    failed: Callable[[str, Exception], None]
    comes_again: bool
    updates: list[Update] = field(default_factory=list)
    hook: None = None

    def __post_init__(self) -> None:
        nonces = not self.comes_again
        self._messenger = SimulatedMessenger(self.name, self.screens, self.air, self.number, self._shut, nonces)
        self.begins()

    @property
    def messenger(self) -> Messenger:
        return self._messenger

    def begins(self) -> None:
        """A new host: what the one before has not confirmed comes again, or is lost."""
        if not self.comes_again:
            self.updates.clear()
        self._taken: list[Update] = []
        self._news = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._one_by_one: KeyedLock[str] = KeyedLock()
        self._inbound: Inbound | None = None
        self._responder: SimulatedResponder

    def does(self, update: Update) -> None:
        """Somebody does something; the host hears of it as soon as it is there."""
        self.updates.append(update)
        self._news.set()

    @property
    def is_busy(self) -> bool:
        """Whether somebody waits for an answer."""
        return bool(self.updates) or any(not task.done() for task in self._tasks)

    # --- hearing ------------------------------------------------------------------------------------------------------

    async def run(self, inbound: Inbound, limits: Limits) -> None:
        """Hear people until it is cancelled."""
        if self._inbound is None:
            inbound.listen(news=lambda news: self.soon(inbound.presence.pass_on(news, self._responder)))
        self._inbound, self._responder = inbound, SimulatedResponder(self, inbound, limits)
        try:
            while True:
                self._news.clear()
                for update in [one for one in self.updates if one not in self._taken]:
                    self._taken.append(update)
                    self.soon(self._take(update, inbound))
                await self._news.wait()
        finally:
            for task in self._tasks:
                task.cancel()

    def soon(self, work: Coroutine[Any, Any, object]) -> None:
        self._tasks = [task for task in self._tasks if not task.done()]
        self._tasks.append(asyncio.create_task(self._guarded(work)))

    async def _guarded(self, work: Coroutine[Any, Any, object]) -> None:
        try:
            await work
        except StoreError as error:
            self.note(f"    not stored: {type(error).__name__}")
        except Exception as error:  # noqa: BLE001  whatever it is, it is a fault of the program
            self.failed("a platform", error)

    async def _take(self, update: Update, inbound: Inbound) -> None:
        """Until it is stored what came of it, however often that fails."""
        found = await self._tried(update, inbound)
        while found is None and self.comes_again:
            await asyncio.sleep(AGAIN)
            found = await self._tried(update, inbound)
        self.updates.remove(update)
        if found is None:
            return
        context, reply = found
        words_of_reply = "" if reply.message is None else words(reply.message, None).partition("\n")[0]
        self.note(
            f"    {update.account}: {'done' if reply.done else 'not done'} {words_of_reply} {reply.word}".rstrip()
        )
        await self._answers(update, context, reply, inbound)

    async def _tried(self, update: Update, inbound: Inbound) -> tuple[RequestContext, Answer] | None:
        """Who it was and what came of it; None where that could not be stored."""
        try:
            async with self._one_by_one[update.account]:
                return await self._replied(update, inbound)
        except StoreError as error:
            self.note(f"    not stored: {update}: {type(error).__name__}")
            return None

    async def _replied(self, update: Update, inbound: Inbound) -> tuple[RequestContext, Answer]:
        async def is_admin() -> bool:
            await asyncio.sleep(ASKS)
            return update.is_admin

        channel = f"{self.name}:{update.place}"
        delivery = update.delivery or f"{self.name[0]}{update.number}"
        context = RequestContext(
            self.name, update.account, channel, delivery, update.private, is_admin, message=str(update.message)
        )
        await inbound.enters(context, "en", update.name)
        if update.private:
            await inbound.presence.note_open(context, alone=True)
        match update.kind:
            case "press":
                return context, await inbound.press(context, update.text)
            case "choose":
                return context, await inbound.choose(context, update.text, update.offered, update.names)
            case "open":
                return context, await inbound.came(context, update.text, inbound.clock())
            case _:
                return context, await inbound.line(context, update.text)

    # --- saying -------------------------------------------------------------------------------------------------------

    async def _answers(self, update: Update, context: RequestContext, reply: Answer, inbound: Inbound) -> None:
        """Whoever pressed sees a small window, whoever wrote a message where they wrote, if others may read it."""
        own = Chat(update.account, private=True)
        if reply.joined and not update.private:
            await inbound.is_open(context, sits_down=True)
        if reply.file is not None:
            name, data = reply.file
            self._shows(own, Message("en", lines=(name, words_of(data))))
        if reply.word or (reply.brief and reply.shows != Verb.MOVIOLA):
            self._shows(own, Message("en", lines=(reply.word, reply.brief)))
        message = reply.message
        if message is None:
            return
        if reply.shows == Verb.MOVIOLA:  # of a deal long over, which the watch over everything shown has forgotten
            await self._tells_of_the_past(context, reply, inbound)
            return
        if reply.shows == Verb.HAND and message.picture is not None and update.private:
            await inbound.show(context, reply.table)
            return
        if not update.private and reply.shows == Verb.HAND:
            self._shows(own, message)
            return
        public = reply.readers is not Readers.ASKER and (update.kind != "press" or bool(message.controls))
        chat = own if update.private or not public else Chat(update.place, private=False)
        if update.kind == "press" and chat is own and not message.controls:
            self._shows(own, message)
            return
        await self._responder.send(chat, message)

    async def _tells_of_the_past(self, context: RequestContext, reply: Answer, inbound: Inbound) -> None:
        if await inbound.look(context, reply.table, SCORE) is None:
            self.failed("a moviola", AssertionError("no deal of its table has ended"))

    def _shows(self, chat: Chat, message: Message) -> None:
        """In a small window over the chat, to one person alone."""
        self.screens.show((self.name, chat.id), private=True, text=words(message, None), data=buttons(message))

    async def says(self, chat: Chat, message: Message, inbound: Inbound, limits: Limits) -> None:
        """A message of its own, when its chat has room."""
        drawn, name = await inbound.draw(message), f"{self.name}:{chat.id}"
        await send_with_retries(lambda: self._messenger.send(chat, message, drawn, ""), lambda: limits.room(name))

    # --- where nothing can be written ---------------------------------------------------------------------------------

    def _shut(self, chat: Chat) -> None:
        if self._inbound is not None:
            work = self._closed(chat.id) if chat.private else self._loses(chat.id)
            self.soon(work)

    async def _closed(self, account: str) -> None:
        assert self._inbound is not None
        await self._inbound.presence.note_closed(RequestContext(self.name, account), alone=True)

    async def _loses(self, place: str) -> None:
        """The players of its tables are told, once."""
        assert self._inbound is not None
        await self._inbound.presence.note_lost(f"{self.name}:{place}", self._responder)

    def regains(self, place: str, private: bool) -> None:
        """The bot may write there again."""
        self.air.shut.discard(place)
        if self._inbound is not None:
            self.soon(self._opened(place) if private else self._regained(place))

    async def _regained(self, place: str) -> None:
        assert self._inbound is not None
        await self._inbound.presence.note_regained(f"{self.name}:{place}", certainly=True)

    async def _opened(self, account: str) -> None:
        assert self._inbound is not None
        await self._inbound.presence.note_open(RequestContext(self.name, account), alone=True)


class SimulatedResponder(Responder):
    """Says things to people who have not asked."""

    def __init__(self, platform: SimulatedPlatform, inbound: Inbound, limits: Limits) -> None:
        super().__init__(platform.name, limits)
        self._platform = platform
        self._inbound = inbound

    def soon(self, work: Coroutine[Any, Any, object]) -> None:
        self._platform.soon(work)

    async def send(self, chat: Chat, message: Message) -> None:
        await self._platform.says(chat, message, self._inbound, self.limits)
