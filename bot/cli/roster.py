"""The bots that were added, as a running host serves them: it notices when one is added, changed or removed.

Their rows are read again and again; a bot whose tokens are gone is not served. What ends the whole host ends it here,
too.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Final

from bot.cli.added_bots import settings_of, taken_by_settings
from bot.cli.cohosting import AddedBot, Cohosting
from bot.cli.keeping import Stumbled, UnusablePlatforms, Work, keep_up
from bot.cli.platforms import WebHook, leases_of
from bot.cli.served_bot import Manner, ServedBot, Shared
from bot.cli.shard_number import with_shards
from bot.config.configuration import Configuration, chat_platforms
from bot.host.hosted_bots import BotToken, HostedBot
from bot.host.ports import DatabaseGone, StoreError
from bot.host.resuming import note_outage
from bot.sealing import NotOpened

LOG: Final = logging.getLogger(__name__)
LOOK: Final = 2.0  # seconds between two looks at the rows
SEEN: Final = 5_000  # milliseconds between two notes that they are hosted

PostTo = Callable[[WebHook], Callable[[], None] | None]
"""Lets the platform post there until the function that it returns is called; None where nothing listens."""
OpenPage = Callable[[ServedBot, AsyncExitStack], Awaitable[dict[str, Work]]]
"""The bot's page is open from now on, until the context ends; what is to run for it, by name."""


@dataclass(frozen=True, slots=True)
class _Beginning:
    """One that is begun. `row` is what it is made of."""

    row: HostedBot
    task: asyncio.Task[None]


@dataclass
class _Running:
    """One that is served. `row` is what it was made of."""

    row: HostedBot
    bot: ServedBot
    others: AddedBot
    tasks: list[asyncio.Task[None]]
    ends: list[Callable[[], None]] = field(default_factory=list)
    page: AsyncExitStack = field(default_factory=AsyncExitStack)


class _Unusable(UnusablePlatforms):
    """Platforms of one bot; the sentences about a token say how this one's is given. The host goes on without them."""

    def __init__(self, bot: str, platforms: Collection[str]) -> None:
        super().__init__(platforms, more=lambda: True, idle=asyncio.get_running_loop().create_future())
        self._bot = bot

    def add(self, platform: str, sentence: str) -> None:
        for one in chat_platforms():
            command = f"`burraco bots add {one} --name {self._bot}`"
            sentence = sentence.replace(f"BURRACO_{one.upper()}_TOKEN", command)
        sentence = sentence.replace(
            "Stop all hosts and start them again with BURRACO_DISCORD_SHARDS=auto",
            f"Set it with `burraco bots set discord --name {self._bot} --shards auto`",
        )
        super().add(platform, f"{self._bot}: {sentence}")


class Roster:
    """`stumbled` hears of parts that failed; `post_to` and `open_page` let platforms and browsers in."""

    def __init__(
        self,
        settings: Configuration,
        shared: Shared,
        others: Cohosting,
        stumbled: Stumbled,
        post_to: PostTo,
        open_page: OpenPage,
    ) -> None:
        self._settings = settings
        self._shared = shared
        self._others = others
        self._stumbled = stumbled
        self._post_to = post_to
        self._open_page = open_page
        self._beginning: dict[str, _Beginning] = {}
        self._running: dict[str, _Running] = {}
        self._failed: dict[str, HostedBot] = {}  # not to be tried again before they change
        self._tokens: set[tuple[str, BotToken]] = set()  # at the last look, by bot, removed ones too
        self._is_to_wipe = False  # a token that is gone may still stand in the database's own log
        self._seen_at = 0

    @property
    def served(self) -> tuple[str, ...]:
        """The names of those that are served now."""
        return tuple(self._running)

    async def run(self) -> None:
        """Until it is cancelled. Raises what ends the host."""
        try:
            while True:
                try:
                    await self.look()
                except DatabaseGone:
                    raise
                except StoreError as error:
                    LOG.warning("the bots that were added are not known for now", extra={"error": str(error)})
                await asyncio.sleep(LOOK)
        finally:
            await self.stop()

    async def look(self) -> None:
        """Serve what the rows say now. Raises `StoreError`, and what ends the host."""
        for one in self._running.values():
            for task in one.tasks:
                if task.done() and not task.cancelled():
                    task.result()
        rows = {row.name: row for row in await self._shared.store.bots()}
        await self._break_off_changed(rows)
        await self._end_changed(rows)
        for name, row in rows.items():
            is_known = name in self._running or name in self._beginning
            if not is_known and row.served and self._failed.get(name) != row:
                self._beginning[name] = _Beginning(row, asyncio.create_task(self._try_to_begin(row)))
        await self._until_begun()
        await self._note_seen()

    async def stop(self) -> None:
        """Stop serving all of them."""
        await self._break_off_changed({})
        async with AsyncExitStack() as stack:  # each, whatever fails of another
            for name in tuple(self._running):
                stack.push_async_callback(self._end, name)

    async def send_last(self) -> None:
        """Nothing more is sent; what is being sent has a moment to arrive."""
        await asyncio.gather(*[one.bot.chats.end() for one in self._running.values()])

    def note_clock_jump(self, since: int, until: int) -> None:
        """The clock went from one time to the other at once."""
        for one in self._running.values():
            one.bot.note_clock_jump(since, until, was_alone=self._others.is_alone)

    async def _break_off_changed(self, rows: Mapping[str, HostedBot]) -> None:
        """Those that are begun as they are no longer."""
        changed = {name: one.task for name, one in self._beginning.items() if rows.get(name) != one.row}
        for name, task in changed.items():
            del self._beginning[name]
            task.cancel()
        await asyncio.gather(*changed.values(), return_exceptions=True)

    async def _until_begun(self) -> None:
        """One that takes longer, as it waits for another host or its platform, keeps no other waiting."""
        if self._beginning:
            await asyncio.wait([one.task for one in self._beginning.values()], timeout=LOOK)
        begun = {name: one.task for name, one in self._beginning.items() if one.task.done()}
        for name in begun:
            del self._beginning[name]
        for error in [one.exception() for one in begun.values()]:
            if error is not None:
                raise error

    async def _end_changed(self, rows: dict[str, HostedBot]) -> None:
        removed = []
        for name in tuple(self._running):
            before, after = self._running[name].row, rows.get(name)
            if after == before:
                continue
            await self._end(name)
            removed += [] if after is not None and after.served else [name]
        await self._wipe_if_tokens_changed({(name, one) for name, row in rows.items() for one in row.tokens})
        for name in removed:
            LOG.info("a bot was removed, and is served no more", extra={"bot": name})

    async def _wipe_if_tokens_changed(self, tokens: set[tuple[str, BotToken]]) -> None:
        """Also those of bots that were never served: a token may have come and gone since the last look."""
        self._is_to_wipe = self._is_to_wipe or tokens != self._tokens
        self._tokens = tokens
        if not self._is_to_wipe:
            return
        try:
            self._is_to_wipe = not await self._shared.store.wipe()
        except DatabaseGone:
            raise
        except StoreError as error:  # the next look tries again; it keeps no bot waiting
            LOG.warning("a token that is gone may still stand in the database's own log", extra={"error": str(error)})

    async def _try_to_begin(self, row: HostedBot) -> None:
        try:
            await self._begin(row)
        except StoreError:
            raise
        except Exception:
            LOG.exception("a bot that was added cannot be served as it is", extra={"bot": row.name})
            self._failed[row.name] = row

    async def _begin(self, row: HostedBot) -> None:
        """Each of its tables is left as it is until somebody needs it. Raises `StoreError`; nothing is begun then."""
        shared = self._shared
        settings = await with_shards(self._settings_of(row), row.name, shared.store, shared.clock, row.changed_at)
        bot = ServedBot(row.name, settings, shared, Manner(row.look, frozenset(row.administrators)))
        others = self._others.beside(row.name, leases_of(settings))
        running = _Running(row, bot, others, [])
        try:
            away_since = await others.begin()
            bot.join(others)
            if others.is_first:
                is_copy = await shared.store.bring_again_what_a_copy_shows(row.name)
                await note_outage(bot.door, shared.store, away_since, is_copy=is_copy)
            self._let_post(running)
            for_page = await self._open_page(bot, running.page)
        except BaseException:
            await self._close(running)
            raise
        unusable = _Unusable(row.name, bot.chats.names)
        beside = {f"{row.name} {part}": work for part, work in {**others.works(), **for_page}.items()}
        works = {**beside, **bot.parts()}
        running.tasks += [
            asyncio.create_task(keep_up(part, work, unusable, self._stumbled), name=part)
            for part, work in works.items()
        ]
        self._running[row.name] = running
        LOG.info("a bot that was added is served", extra={"bot": row.name, "platforms": bot.chats.names})

    def _settings_of(self, row: HostedBot) -> Configuration:
        """Its own; without what cannot be used, of which the log tells. Its tables are served in any case."""
        try:
            taken = taken_by_settings(self._settings, row)
        except NotOpened as error:
            LOG.critical("a token cannot be used: it %s", error, extra={"bot": row.name})
            return self._settings.of_bot(row.name, {}, row.language)
        for platform in taken:
            LOG.critical(
                "a bot that was added is the one of the settings, which serves it alone",
                extra={"bot": row.name, "platform": platform},
            )
        return settings_of(self._settings, row, taken)

    def _let_post(self, running: _Running) -> None:
        for hook in running.bot.chats.hooks:
            end = self._post_to(hook)
            if end is None:
                LOG.critical("nothing listens for what a platform posts", extra={"bot": running.row.name})
            else:
                running.ends.append(end)

    async def _end(self, name: str) -> None:
        running = self._running.pop(name)
        try:
            await running.bot.chats.end()
        finally:
            for task in running.tasks:
                task.cancel()
            await asyncio.gather(*running.tasks, return_exceptions=True)
            await self._close(running)
        if not running.bot.resumer.is_waiting():
            await self._note((name,))

    async def _close(self, running: _Running) -> None:
        """Whatever fails of it, its leases are given back."""
        try:
            for end in running.ends:
                end()
            await running.page.aclose()
        finally:
            running.bot.end()
            await running.others.end()

    async def _note_seen(self) -> None:
        """Where all tables of a bot know of the last outage: the next host tells them only of what comes after now."""
        now = self._shared.clock()
        if abs(now - self._seen_at) < SEEN:
            return
        names = tuple(name for name, one in self._running.items() if not one.bot.resumer.is_waiting())
        if names:
            await self._note(names)
        self._seen_at = now

    async def _note(self, names: tuple[str, ...]) -> None:
        try:
            await self._shared.store.note_seen(names, self._shared.clock())
        except StoreError as error:
            LOG.warning("that a bot is hosted could not be noted", extra={"error": str(error)})
