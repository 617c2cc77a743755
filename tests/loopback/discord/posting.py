"""Interactions that are posted to the application's address, as Discord does: signed, once, with no second try."""

import asyncio
import json
from typing import Final

import aiohttp
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.loopback.discord.values import Json

PATIENCE: Final = aiohttp.ClientTimeout(total=3.0)  # seconds, as for the first answer to a press
SIGNATURE: Final = "X-Signature-Ed25519"
TIME: Final = "X-Signature-Timestamp"
PING: Final[Json] = {"type": 1}
NOBODY: Final = 0  # the status of a post that nobody answers


class Posting:
    """`address`: where they go, "" for the gateway; `statuses` are the answers to posts so far."""

    def __init__(self) -> None:
        self._key = Ed25519PrivateKey.generate()
        self.address = ""
        self.is_reached = False  # whether the address that is offered now has passed its trial
        self.statuses: list[int] = []
        self.violations: list[str] = []
        self._under_way: set[asyncio.Task[None]] = set()

    @property
    def public_key(self) -> str:
        return self._key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()

    def signed(self, body: bytes, time: str = "1700000000") -> dict[str, str]:
        """The headers of a post."""
        return {SIGNATURE: self._key.sign(time.encode() + body).hex(), TIME: time, "Content-Type": "application/json"}

    async def try_address(self, address: str) -> None:
        """A ping is answered by a pong, and one that is signed by somebody else is refused."""
        body = json.dumps(PING).encode()
        forged = self.signed(body) | {SIGNATURE: Ed25519PrivateKey.generate().sign(body).hex()}
        status, words = await self._post(address, body, self.signed(body))
        refusal, _ = await self._post(address, body, forged)
        self.is_reached = status == 200 and words == PING and refusal == 401

    def post(self, interaction: Json) -> None:
        """One goes out."""
        body = json.dumps(interaction).encode()
        task = asyncio.create_task(self._deliver(body, self.signed(body)))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _deliver(self, body: bytes, headers: dict[str, str]) -> None:
        status, words = await self._post(self.address, body, headers)
        self.statuses.append(status)
        if status == 202 and words is not None:
            self.violations.append("a post is answered 202 with a body")
        elif status == 200:
            self.violations.append("a post is answered 200, and what it holds is no answer of ours")

    @staticmethod
    async def _post(address: str, body: bytes, headers: dict[str, str]) -> tuple[int, Json | None]:
        try:
            async with (
                aiohttp.ClientSession(timeout=PATIENCE) as session,
                session.post(address, data=body, headers=headers) as answer,
            ):
                text = await answer.read()
                return answer.status, json.loads(text) if text and answer.status == 200 else None
        except (aiohttp.ClientError, TimeoutError):
            return NOBODY, None

    async def close(self) -> None:
        """Nothing is posted any more."""
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)
