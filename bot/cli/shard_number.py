"""Into how many shards Discord is divided where Discord itself is asked: one number for all hosts of a database.

Hosts that are there have a number already, and whoever joins them takes it. Where none is there Discord is asked anew;
of several that begin together, the number that is stored first counts. A host never changes it while it runs: a server
would go over to another shard, which others still hear as their own.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.cli.finding import Finding
from bot.cli.logins import Rejected, Unreachable, shards_wanted
from bot.config.configuration import Configuration
from bot.config.values import AUTO
from bot.database_address import Database
from bot.host.bot_leases import lease_of
from bot.host.hosted_bots import BOT
from bot.host.notes import SHARDS, SHARDS_ASKED, Notes
from bot.host.parts import count_among
from bot.host.ports import StoreError
from bot.store.database import open_rows
from bot.store.note_rows import NOTE
from bot.store.rows import StoreRows
from bot.store.runners import runners

LOG: Final = logging.getLogger(__name__)
DISCORD: Final = "discord"
LEAST: Final = 2  # one cannot be shared
DIVIDED: Final = "Discord is divided"


async def with_shards(
    settings: Configuration, bot: str, store: StoreRows, clock: Callable[[], int], since: int = 0
) -> Configuration:
    """A bot's settings with a number in place of `auto`, which is the same on every host. Raises `StoreError`.

    `since`: when its row was changed last, of a bot that was added: then Discord is asked anew, though hosts are there.
    With a file there is one host, which has all shards: it is told by Discord how many whenever it logs in.
    """
    if settings.discord_shards != AUTO:
        return settings
    token = settings.tokens.get(DISCORD)
    count = None
    if token is not None and store.server is not None:
        count = await _agreed(settings, token, Agreement(bot, store, Notes(store, bot, clock), since))
    return settings.model_copy(update={"discord_shards": count})


@dataclass(frozen=True, slots=True)
class Agreement:
    """What the hosts of a bot have agreed on, since its row was changed; 0 for the bot of the settings."""

    bot: str
    store: StoreRows
    notes: Notes
    since: int

    async def of_others(self) -> int:
        """The number that hosts have which are there; 0 for none."""
        from bot.store.postgres import PostgresStore  # noqa: PLC0415  the driver is there

        assert isinstance(self.store, PostgresStore)
        there = count_among(await self.store.living_leases(BOT), lease_of(self.bot, DISCORD))
        is_known = not self.since or await self.notes.of(SHARDS, DISCORD) == self._noted(there)
        return there if is_known else 0

    async def first(self, wanted: int) -> int:
        """The number that was stored first, of hosts that begin at the same time."""
        return int(await self.notes.first(SHARDS_ASKED, f"{DISCORD} {self.since}", str(wanted)))

    async def note(self, count: int) -> None:
        await self.notes.put(SHARDS, DISCORD, self._noted(count))

    def _noted(self, count: int) -> str:
        return f"{count} {self.since}"


async def _agreed(settings: Configuration, token: str, agreement: Agreement) -> int:
    count = await agreement.of_others()
    if not count:
        first = await agreement.first(await _wanted_now(settings, token, agreement.notes))
        count = await agreement.of_others() or first  # they may have begun while Discord was asked
    await agreement.note(count)
    LOG.info(DIVIDED, extra={"bot": agreement.bot, "shards": count})
    return count


async def _wanted_now(settings: Configuration, token: str, notes: Notes) -> int:
    """As many as Discord asks for; where it does not answer, as many as there were last."""
    try:
        return max(LEAST, await asyncio.to_thread(shards_wanted, settings, token))
    except (Unreachable, Rejected) as error:
        last = _count_in(await notes.of(SHARDS, DISCORD)) or LEAST
        LOG.warning(
            "Discord does not say how many shards it asks for",
            extra={"error": str(error) or "it does not know the token", "shards": last},
        )
        return last


# --- for people who ask -----------------------------------------------------------------------------------------------


def examined_shards(settings: Configuration, bot: str) -> Iterator[Finding]:
    """Whether there are as many as Discord asks for, where a number is set; `settings` are the bot's."""
    setting, name = settings.discord_shards, "discord shards" if bot == BOT else f"{bot} discord shards"
    token = settings.tokens.get(DISCORD)
    if token is None or setting is None or (setting == AUTO and isinstance(settings.database, Path)):
        return
    try:
        wanted = shards_wanted(settings, token)
        there = _last_number(settings.database, bot) if setting == AUTO else setting
    except (Unreachable, Rejected, StoreError):  # which is told already
        return
    if not there:
        yield Finding(name, f"Discord asks for {wanted}; the first host that starts divides it so")
    elif wanted <= there:
        yield Finding(name, f"there are {there}, and Discord asks for {wanted}")
    else:
        mend = _mend(bot, wanted, is_auto=setting == AUTO)
        yield Finding(name, f"there are {there}, and Discord asks for {wanted} by now", mend)


def _mend(bot: str, wanted: int, *, is_auto: bool) -> str:
    if bot != BOT:
        return f"`burraco bots set discord --name {bot} --shards {AUTO if is_auto else wanted}`; its hosts follow"
    if is_auto:
        return "stop all hosts, and start them again: then it is asked anew"
    return f"stop all hosts, set BURRACO_DISCORD_SHARDS={wanted} (or auto) on each, and start them again"


def _last_number(database: Database, bot: str) -> int:
    """The number that hosts have, or had last; 0 where it was never asked for. Raises `StoreError`."""
    there = count_among(runners(database, BOT), lease_of(bot, DISCORD))
    if there:
        return there
    with open_rows(database) as connection:
        key = {"bot": bot, "key": f"{SHARDS.name}:{DISCORD}", "now": 0}
        rows = connection.execute(NOTE, key).fetchall()
    return _count_in(str(rows[0][0])) if rows else 0


def _count_in(noted: str) -> int:
    """0 where nothing is."""
    return int(noted.partition(" ")[0] or 0)
