"""What people have still to be told in private of a tournament: read in its log, from the entries that concern them.

A letter names a person and is never a text. Which changes it stands for its row says: those after the one that was told
last, from the time since which it waits. So after a crash, or an outage, the same is found again, each word once.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.host.ports import OutboxRow, Store
from bot.requests.tournament_news import PrivateWord, private_words
from bot.tables.log import LogRow
from bot.tournaments.club_tournament import ClubTournament
from bot.tournaments.log import fold, folded_on

CHANGES: Final = 1_000  # of which somebody is told, of all tournaments; some rounds of a large one

Words = Mapping[tuple[str, str], list[PrivateWord]]


@dataclass(frozen=True, slots=True)
class Untold:
    """A word that somebody has still to be told, with the number of its entry, and how the tournament stood then."""

    seq: int
    then: ClubTournament
    word: PrivateWord


class UntoldWords:
    """Those of one bot's tournaments; what was changed last need not be read again. Raises `StoreError`."""

    def __init__(self, store: Store, bot: str) -> None:
        self._store = store
        self._bot = bot
        self._changes: OrderedDict[tuple[str, int], tuple[ClubTournament, Words]] = OrderedDict()
        self._spans: dict[
            str, tuple[int, int]
        ] = {}  # by tournament: which entries are, the others told nobody anything

    def note(self, id_: str, seq: int, before: ClubTournament | None, after: ClubTournament) -> Words:
        """This entry has made the one of the other; whom it told what, by person and kind of letter."""
        words: dict[tuple[str, str], list[PrivateWord]] = {}
        for word in private_words(id_, before, after):
            words.setdefault((word.person, word.kind), []).append(word)
        first, last = self._spans.get(id_, (seq, seq - 1))
        self._spans[id_] = (first, seq) if seq == last + 1 else (seq, seq)
        if words:
            self._changes[id_, seq] = after, words
        if len(self._changes) > CHANGES:
            (other, number), _ = self._changes.popitem(last=False)
            first, last = self._spans[other]
            self._spans[other] = max(first, number + 1), last
        return words

    def forget(self, id_: str) -> None:
        """The log of this one has been written anew."""
        self._spans.pop(id_, None)
        for key in [key for key in self._changes if key[0] == id_]:
            del self._changes[key]

    async def of(self, row: OutboxRow) -> list[Untold]:
        """What a letter has to say until its revision, in its order."""
        id_ = row.subject.id
        rows = [one for one in await self._store.log(self._bot, id_, row.settled) if one.seq <= row.revision]
        first = next((one.seq for one in rows if one.at == row.queued_at), row.revision)
        numbers = [one.seq for one in rows if one.seq >= first]
        span = self._spans.get(id_, (1, 0))
        if numbers and not span[0] <= numbers[0] <= numbers[-1] <= span[1]:
            self._read(id_, await self._store.log(self._bot, id_), first)
        found: list[Untold] = []
        for seq in numbers:
            if (id_, seq) in self._changes:
                then, words = self._changes[id_, seq]
                found += [Untold(seq, then, word) for word in words.get((row.viewer, row.kind), ())]
        return found

    def _read(self, id_: str, rows: Sequence[LogRow], first: int) -> None:
        """The log, as it is asked for from an entry on."""
        self.forget(id_)
        before = fold([one for one in rows if one.seq < first]) if first > 1 else None
        for one in rows:
            if one.seq >= first:
                after = folded_on(before, one)
                self.note(id_, one.seq, before, after)
                before = after
