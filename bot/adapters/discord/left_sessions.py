"""Sessions of the gateway that a host leaves when it is stopped: the next one hears there what happened in between.

Discord keeps a session for a while whose connection was closed with another code than 1000 and 1001, and tells whoever
takes it up all that was missed. So a press while one host stops and another begins is answered by that other.

What was left is heard for presses alone, and until this host has a session of its own for the shard: only at the
beginning of a session is it told which servers there are, and the library has to know that. A press that both hear is
carried out once.
https://docs.discord.com/developers/events/gateway#resuming
https://docs.discord.com/developers/events/gateway#initiating-a-disconnect
"""

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from discord import AutoShardedClient
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from bot.adapters.discord.chat_ids import PLATFORM
from bot.adapters.discord.errors import FAILED
from bot.host.notes import SESSION, Notes
from bot.host.ports import StoreError

LOG: Final = logging.getLogger(__name__)
LEFT: Final = 4000  # the code of a connection whose session is to stay
OVER: Final = 1000
NOTED: Final = 2.0  # seconds for which whoever stops waits for the store
CONNECTS: Final = 10.0  # seconds
HEARS: Final = 60.0  # seconds at most for which a session of another host is heard
LONGEST: Final = 300.0  # seconds for which it is looked whether one is left
LOOK: Final = 0.2
PRESSES: Final = "INTERACTION_CREATE"


def name_of(number: int, count: int) -> str:
    """A shard, as notes know it."""
    return f"{PLATFORM}:{number}/{count}"


class PressesAlone(DiscordWebSocket):
    """A connection of the library, which is given the parsers of its client, and uses that of presses alone."""

    @property
    def _discord_parsers(self) -> dict[str, Callable[..., Any]]:
        return self._parsers

    @_discord_parsers.setter
    def _discord_parsers(self, parsers: dict[str, Callable[..., Any]]) -> None:
        self._parsers = {PRESSES: parsers[PRESSES]} if parsers else {}


class LeftSessions:
    """Those that other hosts have left, as far as the client hears them."""

    def __init__(self, client: AutoShardedClient, notes: Notes) -> None:
        self._client = client
        self._notes = notes
        self._hearing: dict[int, asyncio.Task[None]] = {}
        self._lines: dict[str, DiscordWebSocket] = {}  # by the names of shards

    async def leave(self, name: str, connection: DiscordWebSocket) -> None:
        """Another host may take up the session of a shard; nothing is heard on the connection any more."""
        await connection.close(code=LEFT)
        if connection.session_id is not None and connection.sequence is not None:
            left = json.dumps([connection.session_id, connection.sequence, str(connection.gateway)])
            with suppress(StoreError, TimeoutError):  # then what happens until another session begins is not heard
                async with asyncio.timeout(NOTED):
                    await self._notes.put(SESSION, name, left)

    async def leave_on(self) -> None:
        """What others have left, and this host has not yet a session of its own for, is left by it in its turn."""
        for name, connection in [*self._lines.items()]:
            await self.leave(name, connection)
        await self._stop()

    async def take_up_all(self) -> None:
        """Whatever was left of any shard, where all of them are this host's."""
        with suppress(StoreError):
            for name in await self._notes.all_about(SESSION):
                self.take_up(int(name.rpartition(":")[2].partition("/")[0]), name)

    def take_up(self, number: int, name: str) -> None:
        """Hear what has happened on a shard since another host has left it, or as soon as one does."""
        self.end(number)
        self._hearing[number] = asyncio.create_task(self._hear(number, name))

    def end(self, number: int) -> None:
        """The shard is heard otherwise now, or is not this host's any more."""
        if (task := self._hearing.pop(number, None)) is not None:
            task.cancel()

    async def _stop(self) -> None:
        tasks = [*self._hearing.values()]
        for number in [*self._hearing]:
            self.end(number)
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _hear(self, number: int, name: str) -> None:
        """One may be left later than this is begun: by a host that still hears a shard which is no more its own."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST):
                while True:
                    connection = await self._taken_up(number, name)
                    if connection is not None:
                        self._lines[name] = connection
                        try:
                            await self._hear_until_over(connection)
                        finally:
                            del self._lines[name]
                            await connection.close(code=OVER)
                    await asyncio.sleep(LOOK)

    async def _taken_up(self, number: int, name: str) -> DiscordWebSocket | None:
        """The connection to the session that was left; None where there is none."""
        try:
            left = await self._notes.of(SESSION, name)
            if not left:
                return None
            await self._notes.put(SESSION, name, "")
            id_, sequence, address = json.loads(left)
            async with asyncio.timeout(CONNECTS):
                found = await PressesAlone.from_client(
                    self._client,
                    gateway=type(DiscordWebSocket.DEFAULT_GATEWAY)(address),
                    shard_id=number,
                    session=id_,
                    sequence=sequence,
                    resume=True,
                )
        except (*FAILED, StoreError, ReconnectWebSocket) as error:
            LOG.warning("a session that was left cannot be taken up", extra={"error": type(error).__name__})
            return None
        LOG.info("a session that was left is heard here", extra={"shard": number})
        return found

    async def _hear_until_over(self, connection: DiscordWebSocket) -> None:
        try:
            async with asyncio.timeout(HEARS):
                while True:
                    await connection.poll_event()
        except (*FAILED, ReconnectWebSocket):  # it is over, or was refused
            pass
