"""A host with its Telegram adapter beside the loopback server."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bot.adapters.telegram import ephemeral_hands
from bot.adapters.telegram.platform import Telegram as Adapter
from bot.host.budget import Budgets
from tests import hosting
from tests.adapters.telegram.witness import nobody_saw_too_much
from tests.hosting import WIDE, milliseconds
from tests.loopback.news import PATIENCE
from tests.loopback.running import judged, specs
from tests.loopback.telegram import Telegram, serve
from tests.watching import Watch


@dataclass
class Host(hosting.Host):
    """A running host on Telegram."""

    telegram: Telegram
    adapter: Adapter

    def is_working(self) -> bool:
        return bool(self.telegram.updates.pending or self.adapter.is_busy) or super().is_working()

    async def calm(self, seconds: float = PATIENCE) -> None:
        """Until nothing more happens at this moment; letters may wait for their time."""
        async with asyncio.timeout(seconds):
            calm = 0
            while calm < 4:
                calm = calm + 1 if self.chats.is_idle and not self.is_working() else 0
                await asyncio.sleep(0.002)


@asynccontextmanager
async def hosted(
    telegram: Telegram,
    database: Path,
    budgets: Mapping[str, Budgets] = WIDE,
    webhook: str = "",
    watch: Watch | None = None,
    page: str = "",
) -> AsyncIterator[Host]:
    """A host over this database; after a block the same database may be hosted again, before the same `watch`."""
    adapter = Adapter(telegram.token, telegram.root, webhook, page, milliseconds(telegram.clock))
    with pytest.MonkeyPatch.context() as patient:
        patient.setattr(ephemeral_hands, "PATIENCE", PATIENCE)  # how fast this machine is today is not what is tested
        async with hosting.working([adapter], telegram.clock, database, budgets, watch or Watch()) as host:
            await telegram.until(lambda: telegram.commands or host.is_over)
            yield Host(**vars(host), telegram=telegram, adapter=adapter)


def run(body: Callable[[Host], Awaitable[None]], budgets: Mapping[str, Budgets] = WIDE, seed: int = 1) -> None:
    """Runs the body beside a server and a host of its own; at the end nothing may have broken the protocol."""

    async def main(folder: Path) -> None:
        async with serve(specs(), seed) as telegram:
            telegram.budgets.enforced = budgets is not WIDE
            async with hosted(telegram, folder / "telegram.db", budgets) as host:
                await body(host)
                await host.settle()
                await check_eyes(host)
            judged(telegram)

    with TemporaryDirectory() as folder:
        asyncio.run(main(Path(folder)))


async def check_eyes(host: Host) -> None:
    """Nobody, the groups included, has seen a card that was not for them; each picture is its reader's own view."""
    await nobody_saw_too_much(host.telegram, host.watch, host.service)
    await host.check_logs()


def settings(telegram: Telegram, token: str) -> dict[str, str]:
    """The program's own, for a process of its own beside this server."""
    return {"BURRACO_TELEGRAM_TOKEN": token, "BURRACO_TELEGRAM_API": telegram.root}
