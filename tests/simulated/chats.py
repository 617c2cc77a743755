"""A platform on simulated time, as `bot.cli.platforms` knows one: it brings what people press and write to the host.

What it does between them is what both adapters do, and no more: who it is, where, by which delivery; and what is said
back is shown to who may read it.
"""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from bot.gateway.inbound.inbound import Inbound
from bot.gateway.outbound.limits import Limits
from bot.gateway.outbound.messenger import Chat, Messenger
from bot.gateway.outbound.replies import send_with_retries
from bot.host.ports import StoreError
from bot.keyed_lock import KeyedLock
from bot.messages.buttons import Verb
from bot.messages.message import Message
from bot.requests.answer import Answer, Readers
from bot.requests.news import News
from bot.requests.request_context import RequestContext
from bot.words.languages import say
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
    told: Callable[[str], None]
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
        self._lost: set[str] = set()
        self._inbound: Inbound | None = None
        self._limits: Limits

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
            inbound.service.hear(lambda news: self._soon(self._tell(news)))
        self._inbound, self._limits = inbound, limits
        try:
            while True:
                self._news.clear()
                for update in [one for one in self.updates if one not in self._taken]:
                    self._taken.append(update)
                    self._soon(self._take(update, inbound))
                await self._news.wait()
        finally:
            for task in self._tasks:
                task.cancel()

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        self._tasks = [task for task in self._tasks if not task.done()]
        self._tasks.append(asyncio.create_task(self._guarded(work)))

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except StoreError as error:
            self.told(f"    not stored: {type(error).__name__}")
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
        self.told(
            f"    {update.account}: {'done' if reply.done else 'not done'} {words_of_reply} {reply.word}".rstrip()
        )
        await self._answers(update, context, reply, inbound)

    async def _tried(self, update: Update, inbound: Inbound) -> tuple[RequestContext, Answer] | None:
        """Who it was and what came of it; None where that could not be stored."""
        try:
            async with self._one_by_one[update.account]:
                return await self._replied(update, inbound)
        except StoreError as error:
            self.told(f"    not stored: {update}: {type(error).__name__}")
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
            await inbound.opens(context, update.account)
        match update.kind:
            case "press":
                return context, await inbound.press(context, update.text)
            case "choose":
                return context, await inbound.choose(context, update.text, update.offered, update.names)
            case "open":
                return context, await inbound.came(context, update.text, inbound.service.clock())
            case _:
                return context, await inbound.line(context, update.text)

    # --- saying -------------------------------------------------------------------------------------------------------

    async def _answers(self, update: Update, context: RequestContext, reply: Answer, inbound: Inbound) -> None:
        """Whoever pressed sees a small window, whoever wrote a message where they wrote, if others may read it."""
        own = Chat(update.account, private=True)
        if reply.joined and not update.private:
            await inbound.sat_down(context)
        if reply.file is not None:
            self._shows(own, Message("en", lines=reply.file))
        if reply.word or (reply.brief and reply.shows != Verb.MOVIOLA):
            self._shows(own, Message("en", lines=(reply.word, reply.brief)))
        message = reply.message
        if message is None:
            return
        if reply.shows == Verb.MOVIOLA:  # of a deal long over, which the watch over everything shown has forgotten
            await self._tells_of_the_past(reply, inbound)
            return
        if reply.shows == Verb.HAND and message.picture is not None and update.private:
            await inbound.hand_again(context, reply.table)
            return
        if not update.private and reply.shows == Verb.HAND:
            self._shows(own, message)
            return
        public = reply.readers is not Readers.ASKER and (update.kind != "press" or bool(message.controls))
        chat = own if update.private or not public else Chat(update.place, private=False)
        if update.kind == "press" and chat is own and not message.controls:
            self._shows(own, message)
            return
        await self._says(chat, message, inbound)

    async def _tells_of_the_past(self, reply: Answer, inbound: Inbound) -> None:
        table = await inbound.service.table(reply.table)
        if table is None or not table.with_score_sheet.records:
            self.failed("a moviola", AssertionError("no deal of its table has ended"))

    def _shows(self, chat: Chat, message: Message) -> None:
        """In a small window over the chat, to one person alone."""
        self.screens.show((self.name, chat.id), private=True, text=words(message, None), data=buttons(message))

    async def _says(self, chat: Chat, message: Message, inbound: Inbound) -> None:
        drawn, name = await inbound.delivery.draw(message), f"{self.name}:{chat.id}"
        await send_with_retries(lambda: self._messenger.send(chat, message, drawn, ""), lambda: self._limits.room(name))

    async def _tell(self, news: News) -> None:
        """Somebody is told what they have not asked for."""
        inbound = self._inbound
        if inbound is None or not news.words:
            return
        language = (await inbound.service.person(news.person)).language
        for account in await inbound.service.accounts(news.person, self.name):
            await self._says(Chat(account, private=True), Message(language, lines=(news.words,)), inbound)

    # --- where nothing can be written ---------------------------------------------------------------------------------

    def _shut(self, chat: Chat) -> None:
        if self._inbound is not None:
            work = self._closed(chat.id) if chat.private else self._loses(chat.id)
            self._soon(work)

    async def _closed(self, account: str) -> None:
        assert self._inbound is not None
        person = await self._inbound.service.person_of(self.name, account)
        if person:
            await self._inbound.reach.note_closed(person, self.name, account)

    async def _loses(self, place: str) -> None:
        """The players of its tables are told, once."""
        assert self._inbound is not None
        if place in self._lost:
            return
        self._lost.add(place)
        for person, table in await self._inbound.presence.players(f"{self.name}:{place}"):
            language = (await self._inbound.service.person(person)).language
            note = Message(language, lines=(say(language, "chat.lost", table=table),))
            for account in await self._inbound.service.accounts(person, self.name):
                with suppress(StoreError):
                    await self._says(Chat(account, private=True), note, self._inbound)

    def regains(self, place: str, private: bool) -> None:
        """The bot may write there again."""
        self.air.shut.discard(place)
        if self._inbound is not None and not private:
            self._lost.discard(place)
            self._soon(self._inbound.presence.show(f"{self.name}:{place}"))
        elif self._inbound is not None:
            self._soon(self._opened(place))

    async def _opened(self, account: str) -> None:
        assert self._inbound is not None
        person = await self._inbound.service.person_of(self.name, account)
        if person:
            await self._inbound.reach.note_open(person, self.name, account)
