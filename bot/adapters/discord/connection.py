"""A client of the library, connected until it is lost for good, or until nobody wants it any more."""

import asyncio
from typing import Final

from discord import Client

from bot.shield import shield

AGAIN: Final = 0.1  # seconds until a cancellation that was not heard is said again


async def stay_connected(client: Client, token: str) -> None:
    """Raises what ended it.

    While a shard connects again the library takes a cancellation for the end of that attempt alone, and goes on to wait
    for the next one (`discord.shard.Shard.reconnect`): it is said until it is heard. `asyncio.wait_for`, by which the
    library connects, may swallow one as well before Python 3.12 (cpython#86296).
    """
    connection = asyncio.create_task(client.start(token))
    try:
        await shield(connection)
    finally:
        while not connection.done():
            connection.cancel()
            await asyncio.wait([connection], timeout=AGAIN)
