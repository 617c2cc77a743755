"""Which of Discord's calls a fault befalls, and how long its floods last."""

from dataclasses import dataclass

from tests.loopback import faults


@dataclass
class Fault(faults.Fault):
    """`only` names routes by a part of theirs; `retry_after` in seconds."""

    only: str = ""  # e.g. "POST /channels/{channel_id}/messages" or "callback"
    retry_after: float = 0.1

    def concerns(self, call: str) -> bool:
        return self.only in call
