"""What a row of the book is, and the book of each code.

| mark | how it can come about                                                                        |
| ---- | -------------------------------------------------------------------------------------------- |
| A    | not where software deals, shuffles, counts and checks                                        |
| B    | not where software checks every play; at real tables                                         |
| B*   | as B, and what happened (a card seen, a word spoken) stands in no log: somebody must report it |
| C    | the arbiter decides by hand                                                                  |

Premises of every row: whoever is at the table may point out an irregularity and calls the arbiter, and nobody plays on
before the ruling (G1). Febur's right to a penalty is lost where the table has acted by itself, or play has gone on and
cannot be restored (G2). What the code does not print may not be applied (G3). After a penalty febur's offender may play
from the next turn on (G4), fitab's not while penalised cards remain (G5). What is left of penalised cards when
another player closes counts negative (G6). An appeal goes to the jury or the head arbiter (G7).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.rulings.effects import Effect, Macro
from engine.rulings.moments import Moment


class Prevention(StrEnum):
    A = "A"
    B = "B"
    B_REPORTED = "B*"
    C = "C"


class Loss(StrEnum):
    """Why the right to a penalty, or to what a row says, is lost."""

    SETTLED = "settled"  # the table has acted by itself before calling (febur, G2)
    GONE_ON = "gone-on"  # play has gone on, and the situation cannot be restored (febur, G2)
    DISCARDED = "discarded"  # the player has discarded
    NEXT_TOOK = "next-took"  # the next player has drawn or picked up
    NEXT_PLAYED = "next-played"  # the next player has laid, added or discarded
    CLOSED = "closed"
    REGISTERED = "registered"  # the points are written down
    SEEN = "seen"  # a card of the pozzetto has been seen
    TURNED_UP = "turned-up"  # an opponent has turned up a phantom card that lay face down
    FITS = "fits"  # the phantom card fits where it lies


class Premise(StrEnum):
    G1 = "G1"
    G2 = "G2"
    G3 = "G3"
    G4 = "G4"
    G5 = "G5"
    G6 = "G6"
    G7 = "G7"


_ORDER: Final = tuple(Macro)
G2: Final = (Loss.SETTLED, Loss.GONE_ON)


@dataclass(frozen=True, slots=True)
class Case:
    """One of several ways a row ends, by what is asked for it."""

    key: str
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Irregularity:
    """An irregularity with what follows. `readings`: the doubts of `docs/rulings.py` that it is read by."""

    id: str
    article: str
    moments: tuple[Moment, ...]
    marks: tuple[Prevention, ...]
    effects: tuple[Effect, ...] = ()
    cases: tuple[Case, ...] = ()
    lost: tuple[Loss, ...] = ()
    readings: tuple[int, ...] = ()

    def case(self, key: str) -> Case:
        """The case of this key. Raises `KeyError` where the row has none."""
        for one in self.cases:
            if one.key == key:
                return one
        raise KeyError(f"{self.id}:{key}")

    def effects_in(self, case: str = "") -> tuple[Effect, ...]:
        """What the row lays on, in the order in which it is read out."""
        found = (*self.effects, *self.case(case).effects) if case else self.effects
        return tuple(sorted(found, key=lambda effect: _ORDER.index(effect.macro)))


@dataclass(frozen=True, slots=True)
class Book:
    """The rows of a code. `silent`: it prints no law of irregularities, so that nothing may be applied."""

    code: str
    rows: tuple[Irregularity, ...] = ()
    premises: tuple[Premise, ...] = ()

    @property
    def silent(self) -> bool:
        return not self.rows

    def row(self, row_id: str) -> Irregularity:
        """The row of this name. Raises `KeyError` where the code has none."""
        for row in self.rows:
            if row.id == row_id:
                return row
        raise KeyError(row_id)

    def has(self, name: str) -> bool:
        """Whether it is the name of a row."""
        return any([row.id == name for row in self.rows])

    def __iter__(self) -> Iterator[Irregularity]:
        return iter(self.rows)
