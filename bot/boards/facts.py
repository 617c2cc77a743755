"""What a match counts for, as a value: sides, seats and their figures; and its JSON, which the store keeps.

Victory Points are counted in sixths, so that the shared ranking points of three players stay whole numbers.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final

from engine import award

PAIRS: Final = "pairs"
THREES: Final = "threes"
SINGLES: Final = "singles"
KINDS: Final = (PAIRS, THREES, SINGLES)
"""Each has boards of its own."""

SIXTHS: Final = award.SIXTHS  # in a Victory Point
VERSION: Final = 4  # of the JSON; a tally of another version is made anew


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """Who held a seat, and what they did there themselves; `person` is "" where only computers sat."""

    person: str
    computer: str = ""  # the computer player that sat there, "" where that changed; or stood in for the person
    deals: int = 0  # that count, of those they held the seat in
    away: int = 0  # of these, those that ended with a computer in their place
    closings: int = 0
    pozzetti: int = 0  # that they took
    direct: int = 0  # of these "in diretta": with their last meld, without a discard
    habits: tuple[int, ...] = ()  # `engine.habits.Habits` of the deals that they played themselves; for them alone


@dataclass(frozen=True, slots=True)
class Side:
    """A side at the end of a match. `mp`: its Match Points less the other side's; of three players, what each made."""

    seats: tuple[SeatFacts, ...]
    place: int  # 1 for the winner; equal sides share it
    total: int  # Match Points made
    mp: int
    vp: int | None  # in sixths; None where no table is printed for the match
    clean: int  # burrachi without a matta
    burrachi: int

    @property
    def people(self) -> tuple[str, ...]:
        """Each person once."""
        return tuple(dict.fromkeys([seat.person for seat in self.seats if seat.person]))


@dataclass(frozen=True, slots=True)
class Facts:
    """A match that counts, or would if it were not annulled. `given_up` is the side that resigned, -1 for none."""

    kind: str
    rules: str
    deals: int
    given_up: int
    corrected: bool
    sides: tuple[Side, ...]
    annulled: bool = False  # by an arbiter; it stands in histories, and counts for nothing

    @property
    def is_ranked(self) -> bool:
        """A person on every side; the others are practice."""
        return all(side.people for side in self.sides)

    @property
    def twice(self) -> frozenset[str]:
        """Who sits on two sides, because accounts that played each other have become one player's since."""
        people = [person for side in self.sides for person in side.people]
        return frozenset(person for person in people if people.count(person) > 1)

    def sides_of(self, person: str) -> tuple[int, ...]:
        """The sides on which somebody played: one, but for accounts that have become one player's since."""
        return tuple(number for number, side in enumerate(self.sides) if person in side.people)

    def ranked_for(self, person: str) -> bool:
        """Whether it counts for a person as it did for all when it was played: for who now sits on two sides not."""
        return self.is_ranked and person not in self.twice

    @property
    def winner(self) -> int:
        """The side that has won, -1 for a draw."""
        first = [number for number, side in enumerate(self.sides) if side.place == 1]
        return first[0] if len(first) == 1 else -1

    def seats(self) -> Iterator[tuple[Side, SeatFacts]]:
        for side in self.sides:
            for seat in side.seats:
                yield side, seat


def format_facts(facts: Facts | None) -> str:
    """The facts as JSON; "null" for a match that does not count."""
    if facts is None:
        return "null"
    return json.dumps({"v": VERSION, **asdict(facts)}, separators=(",", ":"))


def parse_facts(text: str) -> Facts | None:
    """Raises `ValueError` for what is of another version, or no facts at all."""
    read = json.loads(text)
    if read is None:
        return None
    try:
        if read.pop("v") != VERSION:
            raise ValueError("facts of another version")
        return Facts(**{**read, "sides": tuple(_side(side) for side in read["sides"])})
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"no facts: {error}") from None


def _side(read: dict[str, Any]) -> Side:
    return Side(**{**read, "seats": tuple(_seat(seat) for seat in read["seats"])})


def _seat(read: dict[str, Any]) -> SeatFacts:
    return SeatFacts(**{**read, "habits": tuple(read["habits"])})


def is_older(text: str) -> bool:
    """Whether an older version has written it: its figures meant something else, and it is made anew."""
    try:
        version = json.loads(text).get("v", VERSION)
    except (AttributeError, ValueError):
        return False
    return isinstance(version, int) and version < VERSION
