"""What people have still to be told in private about a tournament: read from the entries of its log that concern them.

A letter names a person and holds no text. Its row says which changes it stands for: those after the last one that was
told, since the time from which it waits. So the same words are found again after a crash or an outage, each once.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.bounded import Bounded
from bot.host.ports import OutboxRow, Store
from bot.requests.tournaments.news import PrivateWord, private_words
from bot.tables.log import LogRow
from bot.tournaments.club_tournament import ClubTournament
from bot.tournaments.log import fold, folded_on

CHANGES: Final = 1_000  # of which somebody is told, of all tournaments; some rounds of a large one
TOURNAMENTS: Final = 100

Words: TypeAlias = Mapping[tuple[str, str], list[PrivateWord]]
"""What a change tells whom, by person and kind of letter."""
Change: TypeAlias = tuple[ClubTournament | None, ClubTournament, Words]
"""How the tournament stood before it and after it, and those."""


@dataclass(frozen=True, slots=True)
class Untold:
    """A word that somebody has still to be told, the number of its entry, and how things stood before it and then."""

    seq: int
    before: ClubTournament | None
    then: ClubTournament
    word: PrivateWord


class UntoldWords:
    """Those of one bot's tournaments; what was changed last need not be read again. Raises `StoreError`."""

    def __init__(self, store: Store, bot: str) -> None:
        self._store = store
        self._bot = bot
        self._changes: OrderedDict[tuple[str, int], Change] = OrderedDict()  # those that told somebody something
        self._noted: Bounded[str, set[int]] = Bounded(TOURNAMENTS)  # the entries of which that is known

    def note(self, id_: str, seq: int, before: ClubTournament | None, after: ClubTournament) -> Words:
        """Note an entry that made one state from the other; what it tells whom."""
        words: dict[tuple[str, str], list[PrivateWord]] = {}
        for word in private_words(id_, before, after):
            words.setdefault((word.person, word.kind), []).append(word)
        self._noted.setdefault(id_, set()).add(seq)
        if words:
            self._changes[id_, seq] = before, after, words
        if len(self._changes) > CHANGES:
            (other, number), _ = self._changes.popitem(last=False)
            self._noted.get(other, set()).discard(number)
        return words

    def forget(self, id_: str) -> None:
        """The log of this tournament has been rewritten: what is remembered of it is dropped."""
        self._noted.pop(id_, None)
        for key in [key for key in self._changes if key[0] == id_]:
            del self._changes[key]

    async def of(self, row: OutboxRow) -> list[Untold]:
        """What a letter has to say until its revision, in its order."""
        return await self.of_entries(row, await self._first(row), row.revision)

    async def of_entries(self, row: OutboxRow, first: int, last: int) -> list[Untold]:
        """What such letters say of these entries, whether it was told or not."""
        id_, numbers = row.subject.id, range(first, last + 1)
        changes: Mapping[int, Change]
        if self._noted.get(id_, set()).issuperset(numbers):
            changes = {seq: self._changes[id_, seq] for seq in numbers if (id_, seq) in self._changes}
        else:
            changes = self._read(id_, await self._store.log(self._bot, id_), first, last)
        return [
            Untold(seq, before, then, word)
            for seq, (before, then, words) in changes.items()
            for word in words.get((row.viewer, row.kind), ())
        ]

    async def _first(self, row: OutboxRow) -> int:
        """The first entry that was not told yet: after the last one told, else the one for which the letter was stored.

        What was told by a program that stored no letters is not told again.
        """
        if row.settled:
            return row.settled + 1
        rows = await self._store.log(self._bot, row.subject.id)
        return next((one.seq for one in rows if one.at == row.queued_at), row.revision)

    def _read(self, id_: str, rows: Sequence[LogRow], first: int, last: int) -> Mapping[int, Change]:
        """The changes from one entry to another, by a log; more of them than are remembered, if there are."""
        before = fold([one for one in rows if one.seq < first]) if first > 1 else None
        found: dict[int, Change] = {}
        for one in [one for one in rows if first <= one.seq <= last]:
            after = folded_on(before, one)
            found[one.seq] = before, after, self.note(id_, one.seq, before, after)
            before = after
        return found
