"""Telegram as a platform of the host: the parts put together, started and stopped."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from telegram import Bot, Update
from telegram.error import BadRequest, InvalidToken, TelegramError

from bot.adapters.telegram.chat_ids import PLATFORM, ChatIds
from bot.adapters.telegram.commands import offer_commands
from bot.adapters.telegram.ephemeral_hands import EphemeralHands
from bot.adapters.telegram.errors import known_error
from bot.adapters.telegram.inline_queries import Sharing
from bot.adapters.telegram.messenger import TelegramMessenger
from bot.adapters.telegram.mini_app import MiniApp
from bot.adapters.telegram.polling import UNKNOWN, Take, poll
from bot.adapters.telegram.presence import Groups
from bot.adapters.telegram.reminders import Reminders
from bot.adapters.telegram.request import Request
from bot.adapters.telegram.responder import TelegramResponder
from bot.adapters.telegram.updates import Updates
from bot.adapters.telegram.webhook import Hook
from bot.bounded import Bounded
from bot.gateway.inbound.inbound import Inbound
from bot.gateway.outbound.limits import Limits
from bot.gateway.outbound.messenger import CannotHost, Chat
from bot.host.ports import StoreError
from bot.requests.news import News
from bot.shield import shield
from bot.words.languages import DEFAULT

LOG: Final = logging.getLogger(__name__)
SERVER: Final = "https://api.telegram.org"
CONNECTIONS: Final = 64
PATIENCE: Final = 20.0  # seconds for an answer of Telegram
FIRST_WAIT: Final = 1.0  # seconds until a start is tried again, doubled each time
LAST_WAIT: Final = 60.0
REMEMBERED: Final = 10_000  # updates
SILENT: Final = logging.CRITICAL + 1


def _no_clock() -> int:
    """Where no app is opened nothing has an age."""
    raise NotImplementedError  # never asked: only an app's proof has an age


class Telegram:
    """One bot. `server`: another Bot API server, "" for Telegram's own; `webhook`: a public address, "" for polling.

    `page`: the public address of the browser's page, a slash at the end, where it is to be opened inside Telegram.
    `language` is that of its menus for readers whose own we do not speak.
    """

    name = PLATFORM

    def __init__(
        self,
        token: str,
        server: str = "",
        webhook: str = "",
        page: str = "",
        clock: Callable[[], int] = _no_clock,
        language: str = DEFAULT,
    ) -> None:
        self._language = language
        self._may_leave: Callable[[], bool] = lambda: True
        for name in ("httpx", "httpcore", "telegram"):  # their lines hold addresses, and these the token
            logging.getLogger(name).setLevel(logging.WARNING)
        logging.getLogger("telegram.Bot").setLevel(SILENT)  # what it cannot read it would quote in full
        root = server or SERVER
        calls = Request(CONNECTIONS, PATIENCE, lambda: self._may_leave())  # noqa: PLW0108  another one later
        self._requests = calls, Request(1, PATIENCE)
        self._bot = Bot(
            token,
            base_url=f"{root}/bot",
            base_file_url=f"{root}/file/bot",
            request=calls,
            get_updates_request=self._requests[1],
        )
        self._chat_ids = ChatIds()
        self.messenger = TelegramMessenger(
            self._bot, self._chat_ids, self._shut, page, self._note_open, self._note_moved
        )
        self.app = MiniApp(token, clock) if page else None
        self.hook = Hook(self._bot, webhook, token) if webhook else None
        self._responder: TelegramResponder | None = None
        self._groups: Groups | None = None
        self._reminding: Reminders | None = None
        self._follows = False
        self._taking: dict[int, asyncio.Future[None]] = {}
        self._taken: Bounded[int, None] = Bounded(REMEMBERED)  # so that nobody is answered twice

    @property
    def is_busy(self) -> bool:
        """Whether somebody is being answered now."""
        return self._responder is not None and self._responder.is_busy

    def guard(self, may_leave: Callable[[], bool]) -> None:
        """From now on nothing is said unless this is true when it leaves."""
        self._may_leave = may_leave

    async def run(self, inbound: Inbound, limits: Limits) -> None:
        """Until it is cancelled. A server that is away is waited for. Raises `CannotHost`."""
        ephemeral = EphemeralHands(self._bot, self._chat_ids, self.messenger, inbound.clock)
        responder = self._responder = TelegramResponder(self._bot, self.messenger, inbound, ephemeral, limits)
        groups = self._groups = Groups(self._chat_ids, inbound.presence, responder)
        self._reminding = Reminders(self._bot, inbound, responder)
        self._follow(inbound)
        updates = Updates(self._bot, self._chat_ids, inbound, responder)
        sharing = Sharing(self._bot, self.messenger, inbound, responder)

        async def take(update: Update) -> None:
            await self._take_once(update, lambda one: self._take(one, updates, groups, sharing))

        offering: asyncio.Task[None] | None = None
        try:
            await self._begin(take)
            offering = asyncio.create_task(self._offer())
            await (poll(self._bot, take, updates.not_stored) if self.hook is None else self.hook.watch())
        finally:
            if self.hook is not None:
                self.hook.end()
            if offering is not None:
                offering.cancel()
            for taking in self._taking.values():
                taking.cancel()
            await asyncio.gather(*self._taking.values(), return_exceptions=True)
            if responder.is_busy:  # some answer is cut off: what Telegram tells again is answered then
                self._taken.clear()
            await responder.stop()
            with suppress(TelegramError):
                await self._bot.shutdown()
            for one in self._requests:  # the library passes over them where they were just being made
                await one.shutdown()

    def _follow(self, inbound: Inbound) -> None:
        """Hear what the host tells, once, however often this is begun again."""
        if self._follows:
            return
        self._follows = True

        def hear(news: News) -> None:
            if self._responder is not None:
                self._responder.soon(inbound.presence.pass_on(news, self._responder))

        def listen(table_id: str, person: str) -> None:
            if self._reminding is not None:
                self._reminding.note_change(table_id, person)

        inbound.listen(news=hear, changes=listen)

    def _shut(self, chat: Chat, blocked: bool) -> None:
        if self._groups is not None:
            self._groups.shut(chat, blocked)

    def _note_moved(self, old: int, new: int) -> None:
        if self._groups is not None:
            self._groups.note_answered_with(old, new)

    def _note_open(self, chat: Chat) -> None:
        if self._groups is not None:
            self._groups.note_written(chat)

    async def _begin(self, take: Take) -> None:
        """Log in and say how updates shall come, as soon as the server is there."""
        wait = FIRST_WAIT
        while True:
            try:
                await self._bot.initialize()
                await (self._bot.delete_webhook() if self.hook is None else self._start_hook(self.hook, take))
                LOG.info("Telegram knows the bot", extra={"username": self._bot.username})
                return
            except InvalidToken:  # its words hold the token
                raise CannotHost(UNKNOWN) from None
            except TelegramError as error:
                LOG.warning("Telegram does not answer", extra={"error": type(error).__name__, "again_in": wait})
            await asyncio.sleep(wait)
            wait = min(wait * 2, LAST_WAIT)

    async def _offer(self) -> None:
        """Set the menus of commands, for which nobody waits: Telegram may want them to be left alone for minutes."""
        wait = FIRST_WAIT
        while True:
            try:
                await offer_commands(self._bot, self._language)
                return
            except TelegramError as error:
                pause = max(known_error(error).after / 1000, wait)
                LOG.warning("the commands are not offered", extra={"error": type(error).__name__, "again_in": pause})
            await asyncio.sleep(pause)
            wait = min(wait * 2, LAST_WAIT)

    @staticmethod
    async def _start_hook(hook: Hook, take: Take) -> None:
        try:
            await hook.start(take)
        except BadRequest as error:
            raise CannotHost(f"BURRACO_TELEGRAM_WEBHOOK: Telegram does not take the address: {error.message}") from None

    async def _take_once(self, update: Update, take: Take) -> None:
        """One update, unless it was taken already; the same at the same time shares what comes of it."""
        number = update.update_id
        if number in self._taken:
            return
        if number not in self._taking:
            self._taking[number] = asyncio.ensure_future(take(update))
            self._taking[number].add_done_callback(lambda _: self._taking.pop(number))
        await shield(self._taking[number])
        self._taken[number] = None

    async def _take(self, update: Update, updates: Updates, groups: Groups, sharing: Sharing) -> None:
        """A fault of ours is logged and said, and stops no others. Raises `StoreError` for what is to come again."""
        try:
            if update.effective_chat is not None and update.effective_chat.id < 0:
                await groups.know(update.effective_chat.id)
            if update.callback_query is not None:
                await updates.press(update.callback_query)
            elif update.inline_query is not None:
                sharing.answer_soon(update.inline_query)
            elif update.my_chat_member is not None:
                await groups.note_own_status(update.my_chat_member)
            elif update.edited_message is not None:
                updates.note_edit(update.edited_message)
            elif update.message is not None:
                self.messenger.numbers.note(update.message)
                await groups.note_service_message(update.message)
                await updates.line(update.message)
        except StoreError as error:
            LOG.error("an update could not be stored", extra={"error": str(error)})  # noqa: TRY400  it says all
            if self.hook is not None:
                updates.not_stored(update)
            raise
        except Exception:  # which would be the same the next time, and Telegram asks for hours
            LOG.exception("an update could not be applied")
            updates.failed(update)
