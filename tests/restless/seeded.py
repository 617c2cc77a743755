"""Chance that a number decides: whatever the program would ask the operating system for, step by step."""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from random import Random
from typing import TypeVar
from unittest.mock import patch

from bot.host.door import Door, Reply
from bot.host.ports import Store
from bot.tables.timers import Due
from bot.tables.who import Who
from tests.chance import chance

T = TypeVar("T")

DELIVERY: ContextVar[str] = ContextVar("delivery")


class SeededDoor(Door):
    """A door whose decks come from the number of the step and from what is submitted: also where tables run abreast."""

    number = 0

    def __init__(self, store: Store, bot: str, now: list[int]) -> None:
        super().__init__(store, bot, lambda: now[0], self._drawn)

    def _drawn(self, size: int) -> bytes:
        return sha256(f"{self.number} {DELIVERY.get('')}".encode()).digest()[:size]

    async def submit(
        self, table_id: str, who: Who, action_id: str, command: str, stage: int | None = None, due: Due | None = None
    ) -> Reply:
        DELIVERY.set(f"{table_id} {action_id}")
        return await super().submit(table_id, who, action_id, command, stage, due)


class Tokens:
    """What the module `secrets` gives, drawn from a seed for each step: the same whenever the step is."""

    def __init__(self) -> None:
        self._rng = Random(0)  # noqa: S311  a test wants the same chance again

    def step(self, number: int) -> None:
        self._rng = chance(number)

    def token_hex(self, size: int = 32) -> str:
        return self._rng.randbytes(size).hex()

    def token_bytes(self, size: int = 32) -> bytes:
        return self._rng.randbytes(size)

    def token_urlsafe(self, size: int = 32) -> str:
        return self.token_hex(size)

    def choice(self, signs: Sequence[T]) -> T:
        return self._rng.choice(signs)


@contextmanager
def seeded() -> Iterator[Tokens]:
    """Until the end of the block names, words and ids are drawn from the number of the step."""
    tokens = Tokens()
    drawn = {name: getattr(tokens, name) for name in ("token_bytes", "token_hex", "token_urlsafe", "choice")}
    with patch.multiple(secrets, **drawn):
        yield tokens
