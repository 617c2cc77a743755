"""Trouble on demand: errors, floods and broken connections, on a seeded share of the calls or on the next ones."""

import random
from dataclasses import dataclass, field
from enum import Enum


class Kind(Enum):
    ERROR = "500 in Discord's JSON"
    GATEWAY = "502 with a page that is no JSON"
    FLOOD = "429 of one route"
    GLOBAL = "429 of the whole bot"
    DROP = "the connection breaks without an answer"


class When(Enum):
    BEFORE = "nothing has happened"
    AFTER = "the effect is there, its answer is lost"


@dataclass
class Fault:
    """One sort of trouble: on this share of the calls, at most so often; `only` names routes by a part of theirs."""

    kind: Kind
    when: When = When.BEFORE
    share: float = 1.0
    times: int | None = None
    only: str = ""  # e.g. "POST /channels/{channel_id}/messages" or "callback"
    retry_after: float = 0.1

    def __post_init__(self) -> None:
        if self.kind in {Kind.FLOOD, Kind.GLOBAL} and self.when is When.AFTER:
            raise ValueError("a flood is refused before anything happens")


@dataclass
class Faults:
    """What goes wrong, from one seed; `fired` says what did, as (route, kind, when)."""

    seed: int = 1
    active: list[Fault] = field(default_factory=list)
    fired: list[tuple[str, Kind, When]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)  # noqa: S311  a test's dice

    def add(self, kind: Kind, **how: object) -> Fault:
        """From now on, e.g. `add(Kind.ERROR, share=0.2)` or `add(Kind.DROP, when=When.AFTER, times=1)`."""
        fault = Fault(kind, **how)  # type: ignore[arg-type]
        self.active.append(fault)
        return fault

    def clear(self) -> None:
        self.active.clear()

    def draw(self, route: str, when: When) -> Fault | None:
        """The trouble that befalls this call at this moment, if any."""
        for fault in self.active:
            concerned = fault.only in route
            if fault.when is not when or not concerned or fault.times == 0 or self._chance.random() >= fault.share:
                continue
            fault.times = None if fault.times is None else fault.times - 1
            self.fired.append((route, fault.kind, when))
            return fault
        return None
