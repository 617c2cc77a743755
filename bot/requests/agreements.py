"""Corrections that wait until the other sides of a match agree: one for each match, kept as notes.

A match that no channel directs has no arbiter. What one who played it proposes stands when somebody of each other side
has agreed, within a week, and only for the result that stood when it was proposed.
"""

import json
from collections.abc import Collection
from dataclasses import asdict, dataclass, replace

from bot.boards.facts import Facts
from bot.boards.ports import Key
from bot.host.notes import AGREES, PROPOSED, Notes


@dataclass(frozen=True, slots=True)
class Pending:
    """Proposed by `author` as correction `number` of the match; `word` is what who agrees says."""

    word: str
    table: str
    revision: int
    number: int
    totals: str
    reason: str
    author: str
    at: int
    agreed: tuple[int, ...] = ()  # sides

    @property
    def key(self) -> Key:
        return self.table, self.revision

    def with_side(self, *sides: int) -> "Pending":
        return replace(self, agreed=tuple(sorted({*self.agreed, *sides})))


class Agreements:
    """Keeps them. Raises `StoreError`."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes

    async def keep(self, pending: Pending) -> None:
        """In place of any other of that match."""
        await self._notes.put(AGREES, pending.word, f"{pending.table} {pending.revision}")
        await self._notes.put(PROPOSED, _match(pending.key), _written(pending))

    async def agree(self, pending: Pending, sides: Collection[int], others: Collection[int]) -> Pending | None:
        """It with these sides, and with whoever else has agreed meanwhile; None where it is proposed no more.

        Kept while some of the `others` have not agreed; where all have, its author's correction follows at once.
        """
        while True:
            text = await self._notes.of(PROPOSED, _match(pending.key))
            found = _read(text) if text else None
            if found is None or found.word != pending.word:
                return None
            agreed = found.with_side(*sides)
            is_whole = set(others) <= set(agreed.agreed)
            if is_whole or await self._notes.change(PROPOSED, _match(pending.key), text, _written(agreed)):
                return agreed

    async def of(self, key: Key, number: int, now: int) -> Pending | None:
        """What is proposed for a match whose next correction has this number."""
        text = await self._notes.of(PROPOSED, _match(key))
        found = _read(text) if text else None
        return found if found and found.number == number and now <= found.at + PROPOSED.lasts else None

    async def match(self, word: str) -> Key | None:
        """The match for which this word was given."""
        table, _, revision = (await self._notes.of(AGREES, word)).partition(" ")
        return (table, int(revision)) if table else None


def sides_of(facts: Facts, ids: Collection[str]) -> tuple[int, ...]:
    """The sides on which somebody of these ids played."""
    return tuple(number for number, side in enumerate(facts.sides) if set(ids) & set(side.people))


def _written(pending: Pending) -> str:
    return json.dumps(asdict(pending))


def _read(text: str) -> Pending:
    read = json.loads(text)
    return Pending(**{**read, "agreed": tuple(read["agreed"])})


def _match(key: Key) -> str:
    return f"{key[0]}:{key[1]}"
