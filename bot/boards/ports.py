"""What the boards need of a store: results of matches, their corrections, and the tallies that are made of both.

Persons are ids as in `bot.host.ports`; times are milliseconds since 1970 in UTC. Every method raises `StoreError`.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeAlias

from bot.host.ports import Retold, Stored
from bot.tables.log import LogRow

ANNULLED: Final = ""  # the totals of a correction that annuls a match
OWNER: Final = "owner"  # the author of what was corrected on the host's command line
AS_PLAYED: Final = "played"  # those of one that gives it the result again with which it ended

Key: TypeAlias = tuple[str, int]  # a match: its table, and the revision at which its result was stored


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match that has ended, with all that its tally is made of.

    `players` is what `bot.host.door.players` wrote. `totals` is what an arbiter corrected it to: Match Points by side
    as in a record, `ANNULLED` or `AS_PLAYED`; None where nobody corrected it. `mirrors` are the other channels that
    showed the table when the match ended.
    """

    table: str
    revision: int
    channel: str
    ended_at: int
    record: str
    players: str
    totals: str | None = None
    mirrors: tuple[str, ...] = ()

    @property
    def key(self) -> Key:
        return self.table, self.revision


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A row of the results: of a deal, with its number in the match, or of a match."""

    table: str
    revision: int
    kind: str
    number: int
    record: str
    totals: str


@dataclass(frozen=True, slots=True)
class Tally:
    """What a match counts for, as JSON (`bot.boards.facts`), "" if it could not be counted; and on whose boards.

    `number` is its place in the order of counting. It counts in its channel and in those of `mirrors`.
    """

    table: str
    revision: int
    channel: str
    ended_at: int
    facts: str
    number: int = 0
    mirrors: tuple[str, ...] = ()

    @property
    def key(self) -> Key:
        return self.table, self.revision


@dataclass(frozen=True, slots=True)
class Correction:
    """An arbiter's word about a match: Match Points by side as in a record, `ANNULLED` or `AS_PLAYED`. Only added."""

    table: str
    revision: int
    number: int  # from 1; the last one counts
    at: int
    author: str
    reason: str
    totals: str


@dataclass(frozen=True, slots=True)
class Counts:
    """How much there is: where a figure has changed, something is to be read."""

    matches: int
    tallies: int
    last: int  # the highest number of a tally
    corrections: int


class BoardStore(Protocol):
    async def board_counts(self, bot: str) -> Counts: ...

    async def matches_without_tally(self, bot: str, limit: int) -> tuple[StoredMatch, ...]:
        """Matches without a tally, the earliest first."""

    async def matches(self, bot: str, after: Key, limit: int) -> tuple[StoredMatch, ...]:
        """Matches that say who played them, after this one, in the order of their keys."""

    async def match(self, bot: str, key: Key) -> StoredMatch | None: ...

    async def add_tallies(self, bot: str, counted: Sequence[tuple[StoredMatch, Tally]]) -> None:
        """Number and keep those of matches that have none yet, each with the match that it was made of.

        A match that is not the same any more is left to be counted again: somebody has corrected it meanwhile, or
        somebody who played it was forgotten.
        """

    async def deal_times(self, bot: str, channel: str, limit: int) -> tuple[int, ...]:
        """How long the last deals of a channel took, in milliseconds, the latest first."""

    async def tallies(self, bot: str, after: int) -> tuple[Tally, ...]:
        """Those with a higher number, in their order."""

    async def drop_tallies(self, bot: str, keys: Sequence[Key] = ()) -> None:
        """Those of these matches; of all where none is named."""

    async def correct(self, bot: str, correction: Correction) -> bool:
        """Add a correction and drop the tally of its match; False where its number is taken."""

    async def corrections(self, bot: str, key: Key) -> tuple[Correction, ...]: ...

    async def ended(self, bot: str, kind: str, channel: str = "") -> tuple[Stored, ...]:
        """As of `bot.host.ports.Store`."""

    async def count_ended(self, bot: str, kind: str) -> tuple[int, int]:
        """As of `bot.host.ports.Store`."""

    async def settings_with(self, bot: str, word: str) -> Mapping[str, str]:
        """The settings of every person in whose settings this word stands, by id."""

    async def names(self, bot: str, persons: Sequence[str]) -> Mapping[str, str]: ...


Rewrite: TypeAlias = Callable[[str], str]
Retell: TypeAlias = Callable[[Sequence[LogRow]], Retold | None]
"""What follows from a table's log; None where it does not fold."""


@dataclass(frozen=True, slots=True)
class KnownTable:
    """A table in whose log a person's id stands: as whoever acted, or in an entry."""

    table: str
    code: str
    phase: str


@dataclass(frozen=True, slots=True)
class LogRowNaming:
    """A row of a log in which a person stands."""

    table: str
    seq: int
    actor: str
    entry: str
    at: int


@dataclass(frozen=True, slots=True)
class Sketch:
    """How somebody holds their cards at a table, as `bot.views.drafts` writes it, since this stage of it."""

    table: str
    revision: int
    text: str


@dataclass(frozen=True, slots=True)
class Mail:
    """The newest message of a kind that a person was sent, by the platform's name of it."""

    table: str
    kind: str
    reference: str
    sent_at: int


@dataclass(frozen=True, slots=True)
class Renaming:
    """How the texts of one table lose a person's name.

    `record` and `snapshot` serve where the log does not fold; where it does, both are made anew from it.
    """

    table: str
    actor: Rewrite
    entry: Rewrite
    record: Rewrite
    snapshot: Rewrite


@dataclass(frozen=True, slots=True)
class Forgetting:
    """Who is to be forgotten, and how.

    `ids`: each of the person's ids, with the word that stands for it from now on. `name` is what everybody forgotten is
    called, `names` what the person was ever called. `settings`: what is left of theirs, by old id. `accounts`: their
    names on platforms; `private_chats`: their private chats as channels, each with the word that replaces it.
    `going_on`: tables that are not closed. `retell` makes anew what is derived from a log. `owed`: notes by key of what
    is left to be done for it at platforms. `at`: when; what chats show of these tables is to be shown anew since then.
    """

    ids: Mapping[str, str]
    name: str
    names: frozenset[str]
    settings: Mapping[str, str]
    accounts: frozenset[str]
    private_chats: Mapping[str, str]
    renamings: Sequence[Renaming]
    going_on: Collection[str]
    retell: Retell
    owed: Mapping[str, str] = field(default_factory=dict)
    at: int = 0


class PrivacyStore(Protocol):
    async def known_tables(self, bot: str, person: str) -> tuple[KnownTable, ...]:
        """Every table whose log names the person."""

    async def log_rows_naming(self, bot: str, person: str) -> tuple[LogRowNaming, ...]:
        """Every row of a log that names the person."""

    async def tournament_rows_naming(self, bot: str, person: str) -> tuple[LogRowNaming, ...]:
        """The same of tournaments and series, whose logs have ids and no names of persons."""

    async def sketches(self, bot: str, person: str) -> tuple[Sketch, ...]: ...

    async def mail(self, bot: str, person: str) -> tuple[Mail, ...]: ...

    async def corrections_by(self, bot: str, person: str) -> tuple[Correction, ...]: ...

    async def proposals_by(self, bot: str, person: str) -> tuple[str, ...]:
        """The corrections that they have proposed and the others have not agreed to, as they are kept."""

    async def subscriptions_of(self, bot: str, person: str) -> tuple[str, ...]:
        """What their browsers subscribed to messages with, as it is kept."""

    async def forget(self, bot: str, forgetting: Forgetting) -> bool:
        """In one transaction: rewrite the tables, drop accounts, codes, drafts and letters, replace ids and places.

        Then the file is written anew, so that nothing is left in what was freed. False, and nothing is changed, where
        one of the tables is neither closed nor named as one that is `going_on`, or a table that names them is not among
        those to be rewritten.
        """
