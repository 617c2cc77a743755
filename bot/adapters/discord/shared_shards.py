"""Discord's shards where several hosts share them: each keeps a connection open for each shard that is its own now.

A server belongs to one shard, by its number, and so is heard of by one host; private chats are those of shard 0. The
library opens all shards of a client at its start; here they are opened and closed one by one. A shard that goes over to
another host is heard here until that one hears it: so no press is lost, and one that both hear is carried out once.
https://docs.discord.com/developers/events/gateway#sharding
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from discord import AutoShardedClient, Guild
from discord.gateway import DiscordWebSocket
from yarl import URL

from bot.adapters.discord.chat_ids import PLATFORM, place_of
from bot.adapters.discord.errors import FAILED, known_error
from bot.adapters.discord.left_sessions import LeftSessions, name_of
from bot.host.notes import HEARING, LOGGED_IN, Notes
from bot.host.ports import StoreError

LOG: Final = logging.getLogger(__name__)
LOOK: Final = 0.1  # seconds between two looks which shards are this host's
HEARS_ON: Final = 15.0  # seconds at most for which a shard is heard that is another host's
BETWEEN_LOGINS: Final = 5.0  # seconds, as Discord has it for a bot of usual size
LOOK_FOR_TURN: Final = 0.2  # seconds
ASK_AGAIN: Final = 12 * 3600.0  # seconds until it is looked again whether there are enough
MORE_ASKED: Final = "Discord asks for more shards than there are; `burraco doctor` says what to do"
CONNECTIONS: Final = "_AutoShardedClient__shards"  # the library has no other way to them


class Shards:
    """How many there are, and which of them are this host's. One: Discord says how many, and all are this host's."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._holds: Callable[[int], bool] = lambda _number: True

    def share(self, holds: Callable[[int], bool]) -> None:
        """From now on this host has those that it `holds`."""
        self._holds = holds

    def holds(self, number: int) -> bool:
        """Whether a shard is this host's now."""
        return self._holds(number)

    @property
    def is_shared(self) -> bool:
        return self.count > 1

    @property
    def own(self) -> set[int]:
        return {number for number in range(self.count) if self.holds(number)}

    def of(self, guild: int) -> int:
        """The shard of a server; of what is in none, 0."""
        return (guild >> 22) % self.count

    def of_server(self, server: str) -> int:
        """The same of a server as it is stored."""
        return self.of(place_of(server))


class SharingClient(AutoShardedClient):
    """A client of the library with those of the shards that are this host's. `share_shards` keeps them open."""

    def __init__(self, shards: Shards, notes: Notes, *, is_told_where: bool, **how: Any) -> None:
        """`is_told_where`: whether Discord says where its gateway is, and not the settings."""
        super().__init__(**how)
        self.shared = shards
        self._notes = notes
        self._is_told_where = is_told_where
        self.left = LeftSessions(self, notes)
        self._me = secrets.token_hex(8)
        self._opening: dict[int, asyncio.Task[None]] = {}
        self.told_of: set[int] = set()  # the shards of which it is known which servers there are
        self._leaving: dict[int, tuple[float, str]] = {}  # another host's: since when, and who was noted to hear it

    async def share_shards(self) -> None:
        """Those that are this host's are open, each as soon as its turn comes to log in; until it is cancelled."""
        count = self.shared.count
        self._connection.shard_count = self.shard_count = count
        try:
            while True:
                try:
                    await self._open_and_close()
                except Exception:
                    LOG.exception("a shard could not be closed")
                await asyncio.sleep(LOOK)
        finally:
            for task in self._opening.values():
                task.cancel()

    async def _open_and_close(self) -> None:
        own = self.shared.own
        for number in self._leaving.keys() & own:
            del self._leaving[number]
        for number in self._open_shards - own:
            heard_by = await self._heard_by(number)
            since, before = self._leaving.setdefault(number, (time.monotonic(), heard_by))
            is_elsewhere = number not in self._connections or heard_by not in (before, self._me)
            if is_elsewhere or time.monotonic() - since > HEARS_ON:
                await self._close_shard(number)
        for number in sorted(own - self._open_shards):
            self._opening[number] = asyncio.create_task(self._open_shard(number))

    async def watch_number(self) -> None:
        """The owner is told when Discord asks for more than there are; until it is cancelled.

        Nothing is refused yet then: Discord asks for one for about 1,000 servers, and a shard hears 2,500 at most.
        """
        while True:
            try:
                wanted, *_ = await self.http.get_bot_gateway()
            except FAILED as error:
                LOG.info("it is not known how many shards are asked for", extra={"words": known_error(error).words})
            else:
                if wanted > self.shared.count:
                    LOG.warning(MORE_ASKED, extra={"there_are": self.shared.count, "wanted": wanted})
            await asyncio.sleep(ASK_AGAIN)

    async def note_heard(self, number: int) -> None:
        """What happens on this shard is heard here from now on."""
        with suppress(StoreError):  # then the host before goes on hearing for a while
            await self._notes.put(HEARING, self._name(number), self._me)

    async def _heard_by(self, number: int) -> str:
        """As far as is noted; this host where nobody can say."""
        try:
            return await self._notes.of(HEARING, self._name(number))
        except StoreError:
            return self._me

    async def leave_shards(self) -> None:
        """Nothing is heard here any more, and another host may take up all sessions."""
        for task in self._opening.values():
            task.cancel()
        for number, shard in self._connections.items():
            shard.ends()
            await self.left.leave(name_of(number, self.shard_count or 1), shard.ws)
        await self.left.leave_on()

    def _name(self, number: int) -> str:
        return name_of(number, self.shared.count)

    @property
    def _open_shards(self) -> set[int]:
        return {*self._opening, *self._connections}

    @property
    def _connections(self) -> dict[int, Any]:
        found: dict[int, Any] = getattr(self, CONNECTIONS)
        return found

    async def _open_shard(self, number: int) -> None:
        """Until it is open. The library tries again within its last try, so for an hour or two and not for a day."""
        self._connection.shard_ids = sorted({*self._connection.shard_ids, number})
        self.left.take_up(number, self._name(number))
        try:
            await self.launch_shard(await self._gateway(), number)
        except Exception as error:  # noqa: BLE001  whatever it is, the next look opens it anew
            LOG.warning("a shard is not open yet", extra={"shard": number, "error": type(error).__name__})
            await asyncio.sleep(BETWEEN_LOGINS)
            return
        finally:
            if self._opening.get(number) is asyncio.current_task():
                del self._opening[number]
        LOG.info("a shard is this host's", extra={"shard": number, "of": self.shared.count})

    async def _gateway(self) -> URL:
        """Where to connect."""
        if self._is_told_where:
            with suppress(*FAILED):
                _, address, _ = await self.http.get_bot_gateway()
                return URL(address)
        return DiscordWebSocket.DEFAULT_GATEWAY

    async def _close_shard(self, number: int) -> None:
        """Nothing is heard on it any more, and nothing is known of its servers."""
        if (opening := self._opening.pop(number, None)) is not None:
            opening.cancel()
        self.left.end(number)
        self.told_of.discard(number)
        self._leaving.pop(number, None)
        state = self._connection
        if (connection := self._connections.pop(number, None)) is not None:
            await connection.close()
        state.shard_ids = [one for one in state.shard_ids if one != number]
        state._ready_tasks.pop(number, None)  # noqa: SLF001  where the library knows that it was open
        state._ready_states.pop(number, None)  # noqa: SLF001  the same
        for guild in self.guilds_of(number):
            state._remove_guild(guild)  # noqa: SLF001  only so does the library forget a server
        LOG.info("a shard is another host's", extra={"shard": number, "of": self.shared.count})

    def is_not_in(self, server: int) -> bool:
        """Whether it is known that the bot is not in a server, of which presses come all the same; 0 is none."""
        number = (server >> 22) % (self.shard_count or 1)
        return bool(server) and number in self.told_of and self.get_guild(server) is None

    def guilds_of(self, number: int) -> list[Guild]:
        """The servers of a shard."""
        return [one for one in self.guilds if self.shared.of(one.id) == number]


async def turn_to_log_in(notes: Notes, number: int, at_once: int = 1) -> None:
    """Until this host may log in a shard to the gateway, else Discord would refuse it.

    Of all hosts one may in five seconds, and where a large bot is allowed so many `at_once`, one for each remainder of
    the shards' numbers by that.
    """
    mine, turn = secrets.token_hex(8), number % at_once
    name = f"{PLATFORM}:{turn}" if turn else PLATFORM
    try:
        while await notes.first(LOGGED_IN, name, mine) != mine:  # noqa: ASYNC110  another host tells nobody
            await asyncio.sleep(LOOK_FOR_TURN)
    except StoreError:
        await asyncio.sleep(BETWEEN_LOGINS)
