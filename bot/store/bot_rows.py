"""The rows of bots that were added, and of their tokens (`bot.host.hosted_bots`)."""

from typing import Final

from bot.database_address import Database
from bot.host.hosted_bots import BotTaken, BotToken, HostedBot
from bot.store.asking import Asking, Rows
from bot.store.database import open_rows
from bot.store.migrations import APPLIED, OF_THE_PROGRAM
from bot.store.sweep import has_table

BOTS: Final = "SELECT bot, language, look, administrators, added_at FROM bots ORDER BY bot"
TOKENS: Final = """
SELECT bot, platform, account, called, token, changed_at, shards, secret FROM tokens ORDER BY bot, platform
"""
FIRST_TOKENS: Final = "SELECT bot, platform, account, called, token, changed_at FROM tokens ORDER BY bot, platform"
PUT_BOT: Final = """
INSERT INTO bots (bot, language, look, administrators, added_at)
VALUES (:bot, :language, :look, :administrators, :at)
ON CONFLICT (bot) DO UPDATE SET
    language = excluded.language, look = excluded.look, administrators = excluded.administrators
"""
OTHER: Final = """
SELECT bot FROM tokens
WHERE platform = :platform AND account = :account AND account <> '' AND token <> '' AND bot <> :bot
"""
KEEP: Final = """
INSERT INTO tokens (bot, platform, account, called, token, changed_at, shards, secret)
VALUES (:bot, :platform, :account, :called, :token, :at, :shards, :secret)
ON CONFLICT (bot, platform) DO UPDATE SET
    account = excluded.account, called = excluded.called, token = excluded.token, changed_at = excluded.changed_at,
    shards = excluded.shards, secret = excluded.secret
"""
DROP: Final = """
UPDATE tokens SET token = '', secret = '', changed_at = :at WHERE bot = :bot AND platform = :platform AND token <> ''
RETURNING platform
"""
NOTE_SEEN: Final = """
INSERT INTO hosts (bot, instance, alive_at)
VALUES (:bot, '', :at)
ON CONFLICT (bot) DO UPDATE SET alive_at = excluded.alive_at
"""
SEEN: Final = "SELECT alive_at FROM hosts WHERE bot = :bot"


FIRST: Final = 17
"""The migration since which there are such rows."""
OF_DISCORD: Final = 18
"""That since which there is all of `TOKENS`."""


def added_bots(database: Database) -> tuple[HostedBot, ...]:
    """All that were ever added, of a database that is there, of whatever version. Raises `StoreError`."""
    with open_rows(database) as connection:
        if not has_table(connection, OF_THE_PROGRAM):
            return ()
        version = max([number for number, *_ in connection.execute(APPLIED).fetchall()], default=0)
        if version < FIRST:
            return ()
        tokens = TOKENS if version >= OF_DISCORD else FIRST_TOKENS
        return _bots(connection.execute(BOTS).fetchall(), connection.execute(tokens).fetchall())


def _bots(bots: Rows, tokens: Rows) -> tuple[HostedBot, ...]:
    theirs: dict[str, list[BotToken]] = {}
    for bot, *facts in tokens:
        theirs.setdefault(bot, []).append(BotToken(*facts))
    return tuple(
        HostedBot(name, language, look, tuple(administrators.split()), at, tuple(theirs.get(name, ())))
        for name, language, look, administrators, at in bots
    )


class BotRows(Asking):
    """A `bot.host.hosted_bots.BotStore`, but for `wipe`."""

    async def bots(self) -> tuple[HostedBot, ...]:
        return _bots(await self._read(BOTS, {}), await self._read(TOKENS, {}))

    async def put_bot(self, bot: HostedBot) -> None:
        async def apply() -> str:
            await self._overwrite_freed()  # of a token that another one replaces nothing stays
            values = {"language": bot.language, "look": bot.look, "administrators": " ".join(bot.administrators)}
            await self._run_each(PUT_BOT, [{"bot": bot.name, "at": bot.added_at, **values}])
            for one in bot.tokens:
                key = {"bot": bot.name, "platform": one.platform, "account": one.account}
                for (other,) in await self._run(OTHER, {name: key[name] for name in ("bot", "platform", "account")}):
                    raise BotTaken(str(other))
                values = {"called": one.called, "token": one.token, "shards": one.shards, "secret": one.secret}
                await self._run_each(KEEP, [{**key, **values, "at": one.changed_at}])
            return bot.name

        await self._transaction(apply)

    async def drop_tokens(self, name: str, platforms: tuple[str, ...], at: int) -> bool:
        async def apply() -> bool | None:
            await self._overwrite_freed()
            rows = [await self._run(DROP, {"bot": name, "platform": one, "at": at}) for one in platforms]
            return any(rows) or None

        was_there = bool(await self._transaction(apply))
        if was_there:
            await self._if_it_can(self.wipe)  # who is removed is removed
        return was_there

    async def note_seen(self, names: tuple[str, ...], at: int) -> None:
        async def apply() -> bool:
            await self._run_each(NOTE_SEEN, [{"bot": name, "at": at} for name in names])
            return True

        await self._transaction(apply)

    async def bot_seen_at(self, name: str) -> int:
        rows = await self._read(SEEN, {"bot": name})
        return int(rows[0][0]) if rows else 0
