"""Trouble on demand: errors, floods and broken connections, on a seeded share of the calls or on the next ones."""

import random
from dataclasses import dataclass, field
from enum import Enum
from typing import Generic, TypeVar


class Kind(Enum):
    ERROR = "500 in the platform's JSON"
    GATEWAY = "502 with a page that is no JSON"
    WALL = "403 with a page that is no JSON, of what stands before the platform"
    FLOOD = "429: of one route, where the platform tells routes apart"
    GLOBAL = "429 of the whole bot"
    DROP = "the connection breaks without an answer"


class When(Enum):
    BEFORE = "nothing has happened"
    AFTER = "the effect is there, its answer is lost"


@dataclass
class Fault:
    """One sort of trouble: on this share of the calls, at most so often. Which calls, each platform says in its way."""

    kind: Kind
    when: When = When.BEFORE
    share: float = 1.0
    times: int | None = None

    def __post_init__(self) -> None:
        if self.kind in {Kind.FLOOD, Kind.GLOBAL} and self.when is When.AFTER:
            raise ValueError("a flood is refused before anything happens")

    def concerns(self, call: str) -> bool:  # noqa: ARG002  a fault of one call overrides it
        """Whether it may befall a call of this name, a route or a method."""
        return True


F = TypeVar("F", bound=Fault)


@dataclass
class Faults(Generic[F]):
    """What goes wrong, from one seed; `fired` says what did, as (call, kind, when). `sort`: the platform's faults."""

    sort: type[F]
    seed: int = 1
    active: list[F] = field(default_factory=list)
    fired: list[tuple[str, Kind, When]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)  # noqa: S311  a test's dice

    def add(self, kind: Kind, **how: object) -> F:
        """From now on, e.g. `add(Kind.ERROR, share=0.2)` or `add(Kind.DROP, when=When.AFTER, times=1)`."""
        fault = self.sort(kind, **how)  # type: ignore[arg-type]  # each is a field of the fault
        self.active.append(fault)
        return fault

    def clear(self) -> None:
        self.active.clear()

    def draw(self, call: str, when: When) -> F | None:
        """The trouble that befalls this call at this moment, if any."""
        for fault in self.active:
            concerned = fault.concerns(call)
            if fault.when is not when or not concerned or fault.times == 0 or self._chance.random() >= fault.share:
                continue
            fault.times = None if fault.times is None else fault.times - 1
            self.fired.append((call, fault.kind, when))
            return fault
        return None
