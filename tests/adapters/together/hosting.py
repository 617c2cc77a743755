"""One host with both adapters, beside both loopback servers."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.adapters.discord.platform import Discord as DiscordAdapter
from bot.adapters.telegram.platform import Telegram as TelegramAdapter
from bot.host.budget import Budgets
from tests import hosting
from tests.adapters.discord import hosting as discord_hosting
from tests.adapters.telegram import hosting as telegram_hosting
from tests.hosting import WIDE, milliseconds
from tests.loopback.discord.server import Discord
from tests.loopback.telegram import Telegram
from tests.watching import Watch


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
        """Nobody on either platform has seen a card that was not for them; each picture is its reader's own view."""
        await telegram_hosting.check_eyes(self.telegram)
        await discord_hosting.check_eyes(self.discord)


@asynccontextmanager
async def hosted(
    telegram: Telegram, discord: Discord, database: Path, budgets: Mapping[str, Budgets] = WIDE
) -> AsyncIterator[Both]:
    """A host of both platforms over this database."""
    with discord_hosting.pointed():
        there = TelegramAdapter(telegram.token, telegram.root)
        here = DiscordAdapter(discord.token, milliseconds(telegram.clock), discord.api, discord.gateway_url)
        watch = Watch()
        async with hosting.working([there, here], telegram.clock, database, budgets, watch) as host:
            await telegram.until(lambda: telegram.commands)
            await discord.until(lambda: discord.gateway.ready and discord.commands)
            await discord.gateway.settled()
            on_telegram = telegram_hosting.Host(**vars(host), telegram=telegram, adapter=there)
            yield Both(on_telegram, discord_hosting.Host(**vars(host), discord=discord, adapter=here), watch)
