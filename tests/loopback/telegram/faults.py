"""Which of Telegram's methods a fault befalls, and how long its floods last."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from tests.loopback import faults

POLLS: Final = frozenset({"getUpdates"})


@dataclass
class Fault(faults.Fault):
    """`methods` empty means all but polling; `retry_after` in seconds."""

    methods: Collection[str] = ()
    retry_after: int = 1

    def concerns(self, call: str) -> bool:
        return call in self.methods if self.methods else call not in POLLS
