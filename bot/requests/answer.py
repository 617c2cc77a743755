"""What people are answered: a sentence, and one thing to show beside it, which says itself who may read it.

A kind of page is for the eyes of who asked, alone, unless its class says otherwise. A new one belongs into `Shown`:
`bot.gateway.inbound.responses` then has to say how it looks in a chat; the browser gets `json`, whose keys are its
fields.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from enum import Enum, auto
from typing import Any, ClassVar, TypeAlias

from bot.views.table_view import Json
from bot.words.languages import Language


class Readers(Enum):
    """Who may read what is answered where others listen."""

    ASKER = auto()  # who asked, alone
    THERE = auto()  # everybody there; what is long goes to who asked
    ALL = auto()  # everybody there, also what is long


class Page:
    """Something to show, JSON-able."""

    __slots__ = ()
    readers: ClassVar[Readers] = Readers.ASKER

    @property
    def json(self) -> Json:
        """What the browser gets."""
        return {one.name: getattr(self, one.name) for one in fields(self)}  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Nothing(Page):
    """The words are all."""

    readers = Readers.THERE


@dataclass(frozen=True, slots=True)
class Moved(Page):
    """A button was good for a state of the table that is over."""

    readers = Readers.THERE


# --- questions --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Caution(Page):
    """A word of warning about somebody's own cards, to be confirmed."""

    question: str


@dataclass(frozen=True, slots=True)
class BreaksOff(Caution):
    """An admin is asked whether they mean to end a game of others; they may be one whom nobody knows by name."""

    readers = Readers.THERE


@dataclass(frozen=True, slots=True)
class FillsUp(Caution):
    """Whoever starts a table is asked whether computers shall take the free seats; all there may read it."""

    readers = Readers.THERE


@dataclass(frozen=True, slots=True)
class Ends(Page):
    """On which end of the meld the matta is to go."""

    ends: bool = True


@dataclass(frozen=True, slots=True)
class Confirm(Page):
    """The answer's words ask; the command `say` means it. `word` stands in it, where it needs one."""

    say: str
    word: str = ""
    readers = Readers.THERE


@dataclass(frozen=True, slots=True)
class GivesSeat(Confirm):
    """Whether somebody's seat and cards are to go to somebody else; `word` stands for these two, `no` says no."""

    no: str = ""
    readers = Readers.THERE


@dataclass(frozen=True, slots=True)
class EraseWord(Page):
    """By which somebody confirms that they want to be forgotten."""

    word: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A table that may be meant."""

    table: str
    label: str
    words: str


@dataclass(frozen=True, slots=True)
class Choices(Page):
    """Nothing was done: the wish is to be sent again with the table that was chosen."""

    choices: tuple[Choice, ...]
    readers = Readers.THERE


@dataclass(frozen=True, slots=True)
class OwnChoices(Choices):
    """The same of tables that are not shown where it is asked: who else is there does not read of them."""

    readers = Readers.ASKER


# --- tables -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableList(Page):
    """Tables, a row each."""

    tables: Sequence[Json]
    readers = Readers.THERE


@dataclass(frozen=True, slots=True)
class Invitation(Page):
    """The secret that an invitation's link ends with."""

    invitation: str


@dataclass(frozen=True, slots=True)
class WhyNot(Page):
    """What may be done with some cards of one's own hand, and what not: `what`, `allowed`, `why`."""

    cards: str
    lines: Sequence[Json]


@dataclass(frozen=True, slots=True)
class RulesPage(Page):
    """A code of play."""

    title: str
    offer: str
    sections: Sequence[Json]
    readers = Readers.THERE


@dataclass(frozen=True, slots=True)
class File(Page):
    """A text for everybody there, with the file's name: a record, a spreadsheet."""

    name: str
    text: str
    readers = Readers.THERE


# --- channels and plans -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChannelPage(Page):
    """How tables are opened in a channel; `settings` as of a table. `short`: what is not as usual, for a busy chat."""

    language: Language
    code: str
    code_name: str
    players: int
    changed: Mapping[str, str]
    settings: Sequence[Any]
    terms: Sequence[Any]
    short: str = ""
    readers = Readers.THERE


@dataclass(frozen=True, slots=True)
class PlanMade(Page):
    """The id of a plan; `starts` where everybody there may say that they come to that start, else 0."""

    plan: str
    starts: int = 0
    readers = Readers.THERE


@dataclass(frozen=True, slots=True)
class PlanList(Page):
    """What is planned, in rows, and the zone in which it is said."""

    plans: Sequence[Json]
    zone: str
    readers = Readers.THERE


# --- people and matches -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LinkCode(Page):
    """Who bears it becomes the same player."""

    code: str
    expires: int


@dataclass(frozen=True, slots=True)
class BoardPage(Page):
    """A board, a history or a partnership book; `places` are the channels whose boards they may see."""

    language: Language
    board: Json
    places: Sequence[Json] = ()
    readers = Readers.ALL


@dataclass(frozen=True, slots=True)
class PlayerPage(Page):
    """A player's card."""

    language: Language
    player: Json
    readers = Readers.ALL


@dataclass(frozen=True, slots=True)
class Standing(Page):
    """How a match stands, what was corrected, what is proposed."""

    correction: str
    sides: Sequence[str]
    people: Sequence[str]
    totals: Sequence[int]
    stands: str
    corrections: Sequence[str]
    may: bool
    changed: bool
    pending: Mapping[str, str]
    readers = Readers.THERE


@dataclass(frozen=True, slots=True)
class Proposed(Page):
    """The other sides of this match are asked."""

    asked: str
    readers = Readers.THERE


@dataclass(frozen=True, slots=True)
class Corrected(Page):
    """This match has another result."""

    corrected: str
    readers = Readers.THERE


@dataclass(frozen=True, slots=True)
class Verified(Page):
    """The seeds keep what was promised."""

    verified: bool = True
    readers = Readers.THERE


@dataclass(frozen=True, slots=True)
class OwnFile(Page):
    """A text about who asked, with the file's name."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Hindered(Page):
    """Who asked cannot be forgotten now; that is nobody else's business either."""


@dataclass(frozen=True, slots=True)
class Forgotten(Page):
    """Who asked is forgotten."""

    erased: bool = True


Shown: TypeAlias = (
    Nothing
    | Moved
    | Caution
    | BreaksOff
    | FillsUp
    | Ends
    | Confirm
    | GivesSeat
    | EraseWord
    | Choices
    | OwnChoices
    | TableList
    | Invitation
    | WhyNot
    | RulesPage
    | File
    | ChannelPage
    | PlanMade
    | PlanList
    | LinkCode
    | BoardPage
    | PlayerPage
    | Standing
    | Proposed
    | Corrected
    | Verified
    | OwnFile
    | Hindered
    | Forgotten
)
NOTHING = Nothing()


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of it. `words` for who asked; `table`: where they are now."""

    done: bool
    words: str = ""
    table: str = ""
    page: Shown = NOTHING

    @property
    def readers(self) -> Readers:
        return self.page.readers

    @property
    def json(self) -> Json:
        """The page as the browser gets it."""
        return self.page.json

    @property
    def ask(self) -> str:
        """A caution to be confirmed, "" for none."""
        return self.page.question if isinstance(self.page, Caution) else ""

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Of which tables one is meant; () where nothing is to choose."""
        return self.page.choices if isinstance(self.page, Choices) else ()
