"""One host with both adapters, beside both loopback servers: all between a press and the disk is the real thing."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.adapters.discord.platform import Discord as DiscordAdapter
from bot.adapters.telegram.platform import Telegram as TelegramAdapter
from bot.chat.service.service import Service
from bot.cli.platforms import Chats
from bot.host.budget import Budgets
from bot.host.clockwork import Clockwork
from bot.host.door import Door
from bot.painting import paint_here
from bot.store.sqlite import open_store
from tests.discord import hosting as discord_hosting
from tests.loopback.discord.server import Discord
from tests.loopback.telegram import Telegram
from tests.telegram import hosting as telegram_hosting
from tests.telegram.witness import nobody_saw_too_much
from tests.together.witness import nobody_on_discord_saw_too_much
from tests.watching import Watch

BOT = telegram_hosting.BOT
WIDE: Mapping[str, Budgets] = {**telegram_hosting.WIDE, **discord_hosting.WIDE}


@dataclass
class Both:
    """The same host as each platform's tests know it."""

    telegram: telegram_hosting.Host
    discord: discord_hosting.Host
    watch: Watch

    async def settle(self) -> None:
        """Until nobody on either platform has anything left to do."""
        await self.telegram.settle()
        await self.discord.settle()
        await self.telegram.settle()

    def advance(self, seconds: float) -> None:
        """Time passes on both."""
        self.telegram.telegram.clock.advance(seconds)
        self.discord.discord.clock.advance(seconds)

    async def check_eyes(self) -> None:
        """Nobody on either platform has seen a card that was not for him; each picture is its reader's own view."""
        telegram, discord = self.telegram.telegram, self.discord.discord
        person_of = self.telegram.service.person_of
        there = {account: await person_of("telegram", str(account)) for account in telegram.people}
        nobody_saw_too_much(telegram, self.watch, there)
        here = {account: await person_of("discord", str(account)) for account in discord.people}
        nobody_on_discord_saw_too_much(discord, self.watch, here)


@asynccontextmanager
async def hosted(
    telegram: Telegram, discord: Discord, database: Path, budgets: Mapping[str, Budgets] = WIDE
) -> AsyncIterator[Both]:
    """A host of both platforms over this database."""
    watch = Watch()
    store = await open_store(database, 1)
    seeds = iter(range(1, 1_000_000))
    door = Door(store, BOT, lambda: int(telegram.clock.now() * 1000), lambda size: next(seeds).to_bytes(size, "big"))
    watch.hears(door)
    service = Service(door, store, BOT)
    with discord_hosting.pointed():
        there = TelegramAdapter(telegram.token, telegram.root)
        here = DiscordAdapter(discord.token, discord.api, discord.gateway_url)
        chats = Chats([there, here], service, door, store, watch.paints(paint_here), budgets)
        clockwork = Clockwork(door, store, telegram_hosting.think)
        tasks = [asyncio.create_task(work()) for work in chats.works()]
        try:
            await telegram.until(lambda: telegram.commands)
            await discord.until(lambda: discord.gateway.ready and discord.commands, 20.0)
            await discord.gateway.settled()
            yield Both(
                telegram_hosting.Host(telegram, store, door, service, chats, clockwork, there, watch),
                discord_hosting.Host(discord, store, door, service, chats, clockwork, here),
                watch,
            )
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
            await store.close()
    faults = [one for one in ended if isinstance(one, Exception)]
    assert faults == []
