"""Bots that a host serves beside the one of its settings, and what a store must do for that.

A bot's name is the first part of every key of what is its own, so that no two of them share anything that is stored. A
token is never written out: not in a `repr`, not in an error.
"""

import re
from dataclasses import dataclass, field
from typing import Final, Protocol

BOT: Final = "burraco"
"""The bot whose tokens stand in the settings; no row has its name."""
NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,30}[a-z0-9]")


@dataclass(frozen=True, slots=True)
class BotToken:
    """By what one bot logs in to one platform. `token`: as it is stored, "" for one that was removed.

    `account` is the platform's own number of the bot, `called` its name there. Of Discord alone: `shards`, a number or
    `auto`, "" for a bot that is not divided; `secret`, the application's, as it is stored, "" for none.
    """

    platform: str
    account: str
    called: str
    token: str = field(repr=False)
    changed_at: int = 0
    shards: str = ""
    secret: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class HostedBot:
    """A bot with its own name. `language` and `look` are "" for the usual ones; `administrators`: platform:account."""

    name: str
    language: str
    look: str
    administrators: tuple[str, ...]
    added_at: int
    tokens: tuple[BotToken, ...] = ()

    @property
    def served(self) -> tuple[BotToken, ...]:
        """Its tokens, but those that were removed."""
        return tuple(one for one in self.tokens if one.token)

    @property
    def changed_at(self) -> int:
        """When a token of it was changed last, or how it is served."""
        return max([one.changed_at for one in self.tokens], default=self.added_at)


class BotTaken(Exception):
    """Another bot of this database logs in as the same account. The message is that one's name."""


class BotStore(Protocol):
    """Each method raises `StoreError`."""

    async def bots(self) -> tuple[HostedBot, ...]:
        """All that were ever added, in the order of their names."""

    async def put_bot(self, bot: HostedBot) -> None:
        """A bot as it is from now on, with these of its tokens; others that it has stay. Raises `BotTaken`."""

    async def drop_tokens(self, name: str, platforms: tuple[str, ...], at: int) -> bool:
        """Its tokens there are deleted, so that they can be read nowhere; whether there were any."""

    async def wipe(self) -> bool:
        """Whether what was overwritten is gone now from the database's own log, too, as far as that can be done."""

    async def note_seen(self, names: tuple[str, ...], at: int) -> None:
        """These bots are hosted now."""

    async def bot_seen_at(self, name: str) -> int:
        """When the bot was hosted last, 0 for never."""
